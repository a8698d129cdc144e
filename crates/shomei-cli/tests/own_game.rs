//! A user's game outside of the workspace has the whole command line: `examples/own-game`, built
//! from scratch in a temporary folder.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The crate, copied to an empty folder and built there.
struct Crate {
    folder: TempDir,
    program: PathBuf,
}

/// The output and the exit code of a run.
struct RunOutput {
    code: i32,
    out: String,
    err: String,
}

impl RunOutput {
    fn of(output: Output) -> RunOutput {
        RunOutput {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Crate {
    /// Copies the crate and writes absolute paths to its dependencies. It uses the lock file of the
    /// workspace, and an empty target folder unless `SHOMEI_OWN_GAME_TARGET` names another one.
    fn built() -> Crate {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.canonicalize().unwrap();
        let example = root.join("examples/own-game");
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        let copy = |from: &Path, name| fs::copy(from, folder.path().join(name)).unwrap();
        copy(&example.join("src/main.rs"), "src/main.rs");
        copy(&root.join("Cargo.lock"), "Cargo.lock");
        let manifest = fs::read_to_string(example.join("Cargo.toml")).unwrap();
        let crates = root.join("crates").display().to_string().replace('\\', "/");
        let absolute = manifest.replace("../../crates", &crates);
        assert_ne!(absolute, manifest);
        fs::write(folder.path().join("Cargo.toml"), absolute).unwrap();

        let target = std::env::var_os("SHOMEI_OWN_GAME_TARGET");
        let target = target.map_or_else(|| folder.path().join("target"), PathBuf::from);
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args(["build", "--offline"])
            .current_dir(folder.path())
            .env("CARGO_TARGET_DIR", &target)
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env_remove("CARGO_BUILD_TARGET")
            .status()
            .unwrap();
        assert!(built.success());
        let program = target.join(format!("debug/own-game{}", std::env::consts::EXE_SUFFIX));
        Crate { folder, program }
    }

    /// Runs the program in the folder. Bars separate the arguments.
    fn run(&self, args: &str) -> RunOutput {
        let mut command = Command::new(&self.program);
        command.env("LC_ALL", "C");
        command
            .args(args.split('|'))
            .current_dir(self.folder.path());
        RunOutput::of(command.output().unwrap())
    }

    /// The output of a run that must end with this code.
    #[track_caller]
    fn output_of(&self, code: i32, args: &str) -> String {
        let RunOutput {
            code: ended,
            out,
            err,
        } = self.run(args);
        assert_eq!(ended, code, "{args}\n{out}\n{err}");
        out
    }

    /// Asserts the exit code and a part of the output.
    #[track_caller]
    fn assert_prints(&self, code: i32, args: &str, expected: &str) {
        let out = self.output_of(code, args);
        assert!(out.contains(expected), "{args}\n{out}");
    }
}

/// A single test, since building takes nearly all of the time.
#[test]
#[ignore = "builds everything from nothing, some minutes"]
fn a_users_game_has_the_whole_command_line() {
    let sticks = Crate::built();
    shows_positions(&sticks);
    solves_positions(&sticks);
    solves_lists(&sticks);
    continues_from_a_checkpoint(&sticks);
    has_its_commands_only(&sticks);
}

fn has_its_commands_only(sticks: &Crate) {
    let help = sticks.output_of(0, "--help");
    let names: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    for hidden in ["usi", "nboard", "gtp", "bench", "convert", "compose"] {
        assert!(!names.contains(&hidden), "{hidden}\n{help}");
    }
    for shown in ["solve", "review", "verify"] {
        assert!(names.contains(&shown), "{shown}\n{help}");
    }
    sticks.assert_prints(0, "solve|sticks|start|--shortest", "shortest win: ");
    sticks.assert_prints(0, "compose|check|sticks|5 first", "\nyozume: ");
    sticks.assert_prints(
        0,
        "review|sticks|5 first moves 1 3 1|--report|review.html",
        "report: review.html",
    );
}

fn shows_positions(sticks: &Crate) {
    assert_eq!(sticks.output_of(0, "games").trim(), "sticks");
    sticks.assert_prints(0, "games|sticks", "sides: first, second\nstart: 21 first");
    sticks.assert_prints(0, "show|sticks|2 second", "Second to move, 2 moves: 1 2");
    sticks.assert_prints(0, "show|sticks|start moves 3 2", "position: 16 first");
    // In four turns every number of sticks from one to three is legal.
    sticks.assert_prints(0, "perft|sticks|--depth|4", "4 81 ");
    let unknown = sticks.run("solve|stiks|start");
    assert_eq!(unknown.code, 2);
    let message = "error: there is no game named \"stiks\"; did you mean \"sticks\"?";
    assert_eq!(unknown.err.trim(), message);
}

fn solves_positions(sticks: &Crate) {
    // The side that leaves a multiple of four wins.
    sticks.assert_prints(0, "solve|sticks|start", "proved: First wins");
    sticks.assert_prints(
        0,
        "solve|sticks|20 first",
        "disproved: First cannot force a win",
    );
    sticks.assert_prints(0, "solve|sticks|20 first|--value", "loss");
    sticks.assert_prints(0, "solve|sticks|start|--threads|2", "proved: First wins");
    let checked = "checked: accepted";
    sticks.assert_prints(0, "solve|sticks|start|--proof|won.proof|--check", checked);
    sticks.assert_prints(0, "verify|won.proof", "claim: proved: First wins");
    sticks.assert_prints(
        0,
        "solve|sticks|20 first|--proof|not.proof|--check",
        checked,
    );
    sticks.assert_prints(
        0,
        "verify|not.proof",
        "claim: disproved: First cannot force a win",
    );

    // A certificate with one wrong bit is rejected.
    let proof = sticks.folder.path().join("won.proof");
    let mut bytes = fs::read(&proof).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&proof, bytes).unwrap();
    sticks.assert_prints(1, "verify|won.proof", "rejected");
}

fn solves_lists(sticks: &Crate) {
    let list = sticks.folder.path().join("list.txt");
    fs::write(
        list,
        "5 first\nrubbish\n8 first ; attacker=first ; value=disproved\n",
    )
    .unwrap();
    let RunOutput { code, out, err } = sticks.run("solve|sticks|@list.txt");
    assert_eq!(code, 2);
    let message = "line 2: column 1: expected sticks and a side, as in 21 first";
    assert!(err.contains(message), "{err}");
    assert!(out.contains("\n3: disproved"), "{out}");
    assert!(
        out.contains("3 positions: 1 proved, 1 disproved, 0 unknown, 1 bad line"),
        "{out}"
    );

    let out = sticks.output_of(2, "solve|sticks|@list.txt|--json");
    let objects: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["game"], "sticks");
    assert_eq!(objects[0]["answer"], "proved");
    assert_eq!(objects[0]["goal"], "first wins");
    assert_eq!(objects[1]["error_place"]["column"], 1);
    assert_eq!(objects[2]["answer"], "disproved");
}

fn continues_from_a_checkpoint(sticks: &Crate) {
    let stopped = "stopped by the node limit";
    sticks.assert_prints(
        3,
        "solve|sticks|200 first|--nodes|100|--checkpoint|search",
        stopped,
    );
    let other = sticks.run("solve|sticks|201 first|--checkpoint|search");
    assert_eq!(other.code, 2, "{}", other.err);
    sticks.assert_prints(0, "solve|sticks|200 first|--checkpoint|search", "disproved");
}
