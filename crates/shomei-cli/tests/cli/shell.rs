//! `shomei completions` and `shomei man`.

use tempfile::TempDir;

use crate::support::shomei;

#[test]
fn every_shell_has_completions_with_the_commands_and_their_options() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = shomei(["completions", shell]);
        assert_eq!(run.code, 0, "{}", run.err);
        for word in ["solve", "verify", "yozume-nodes", "checkpoint", "shortest"] {
            assert!(run.out.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn an_unknown_shell_is_refused_with_the_known_ones() {
    let run = shomei(["completions", "tcsh"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("bash, elvish, fish, powershell, zsh"),
        "{}",
        run.err
    );
}

/// Bash loads the script and uses it for completion.
#[test]
fn bash_completes_a_command_and_an_option() {
    let script = shomei(["completions", "bash"]).out;
    let ask = "COMP_WORDS=(shomei so); COMP_CWORD=1; _shomei shomei so shomei; echo \"${COMPREPLY[@]}\"; \
               COMP_WORDS=(shomei solve --store); COMP_CWORD=2; _shomei shomei --store solve; \
               echo \"${COMPREPLY[@]}\"";
    let bash = std::process::Command::new("bash")
        .args(["--norc", "-c", &format!("{script}\n{ask}")])
        .output();
    let Ok(output) = bash else {
        eprintln!("passed over: there is no bash");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text, "solve\n--store-file --store-work\n", "{output:?}");
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let run = shomei(["man"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains(".TH shomei 1"), "{}", run.out);
    let run = shomei(["man", "solve"]);
    assert!(run.out.contains(".TH shomei-solve 1"), "{}", run.out);
    assert!(run.out.contains("shortest"), "{}", run.out);
    let run = shomei(["man", "store", "verify"]);
    assert!(run.out.contains(".TH shomei-store-verify 1"), "{}", run.out);
}

#[test]
fn all_pages_go_into_a_folder() {
    let folder = TempDir::new().unwrap();
    let pages = folder.path().join("man1");
    let run = shomei(["man", "--out", pages.to_str().unwrap()]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    for page in ["shomei.1", "shomei-solve.1", "shomei-store-verify.1"] {
        let text = std::fs::read_to_string(pages.join(page)).unwrap();
        assert!(text.contains(".TH "), "{page}");
        assert!(!text.contains("help(1)"), "{page}");
    }
    let names = std::fs::read_dir(pages).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let of_help: Vec<String> = names.filter(|name| name.contains("help")).collect();
    assert_eq!(of_help, [""; 0]);
}

#[test]
fn a_man_page_of_an_unknown_command_is_refused() {
    let run = shomei(["man", "slove"]);
    assert_eq!(run.code, 2);
    let message = "error: shomei has no command \"slove\"; did you mean \"solve\"?\n";
    assert_eq!(run.err, message);
}

#[test]
fn pages_into_a_file_are_an_error_with_its_name() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let run = shomei(["man", "--out", file.to_str().unwrap()]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains(file.to_str().unwrap()), "{}", run.err);
    assert_eq!(std::fs::read(&file).unwrap(), b"x");
}
