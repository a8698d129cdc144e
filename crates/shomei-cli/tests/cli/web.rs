//! `shomei explore` and `shomei serve`: start and end. The tests of the server cover the answers.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{DIAGRAM_4, ENGLISH, PROGRAM, directory, shomei, text};

/// The certificate of diagram 4 in a temporary directory.
fn certificate() -> (tempfile::TempDir, String) {
    let directory = directory();
    let path = text(&directory.path().join("d4.proof"));
    assert_eq!(
        shomei(["solve", "loa", DIAGRAM_4, "--proof", &path]).code,
        0
    );
    (directory, path)
}

/// Starts a server without a browser; returns it with the address that it prints.
fn start(args: &[&str]) -> (Child, String) {
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", ENGLISH);
    command.args(args).env("PATH", "");
    started(command)
}

fn started(mut command: Command) -> (Child, String) {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut address = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut address).unwrap();
    (child, address.trim_end().to_string())
}

/// Ends a server by Ctrl-C; returns its exit code and its standard error.
#[cfg(unix)]
fn end(mut child: Child) -> (Option<i32>, String) {
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.unwrap().success());
    let mut stderr = String::new();
    let mut err = child.stderr.take().unwrap();
    err.read_to_string(&mut stderr).unwrap();
    (child.wait().unwrap().code(), stderr)
}

fn get(address: &str, path: &str) -> String {
    let host = address
        .strip_prefix("http://")
        .unwrap()
        .split('/')
        .next()
        .unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
    )
    .unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

#[test]
#[cfg(unix)]
fn a_certificate_is_shown_until_ctrl_c_and_a_missing_browser_is_reported() {
    let (_directory, path) = certificate();
    let (child, address) = start(&["explore", &path]);
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    assert!(address.contains("/#t="), "{address}");
    assert!(get(&address, "/api/certificates/0").contains("Black can force a win."));
    assert!(get(&address, "/").contains("<!doctype html>"));
    let (code, stderr) = end(child);
    assert_eq!(code, Some(0));
    assert!(stderr.contains("Ctrl-C ends the server"), "{stderr}");
    #[cfg(not(target_os = "macos"))]
    assert!(
        stderr.contains("no browser was opened: xdg-open: "),
        "{stderr}"
    );
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn the_browser_gets_the_token_by_a_temporary_file() {
    use std::os::unix::fs::PermissionsExt;

    // Replaces the system's opener: it stores its argument and the page at that address.
    const OPENER: &str = "#!/bin/sh\n\
        while read -r line; do printf '%s\\n' \"$line\"; done < \"$1\" > \"$0.page\"\n\
        printf '%s' \"$*\" > \"$0.part\"\n\
        exec /bin/mv \"$0.part\" \"$0.argument\"\n";
    let directory = directory();
    let opener = directory.path().join("xdg-open");
    fs::write(&opener, OPENER).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", ENGLISH);
    command.arg("serve").env("PATH", directory.path());
    let (child, address) = started(command);
    let stored = |ending: &str| directory.path().join(format!("xdg-open.{ending}"));
    let deadline = Instant::now() + Duration::from_secs(60);
    while !stored("argument").exists() {
        assert!(Instant::now() < deadline, "nothing was opened");
        sleep(Duration::from_millis(20));
    }
    let argument = fs::read_to_string(stored("argument")).unwrap();
    let (_, token) = address.split_once("#t=").unwrap();
    assert!(!argument.contains(token), "{argument}");
    let page = fs::read_to_string(stored("page")).unwrap();
    assert!(page.contains(&address), "{page}");
    let file = std::path::Path::new(&argument);
    let mode = fs::metadata(file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(end(child).0, Some(0));
    assert!(!file.exists() && !file.parent().unwrap().exists());
}

#[test]
#[cfg(unix)]
fn without_a_file_questions_are_answered_within_the_limits_of_the_command() {
    let args = [
        "serve",
        "--no-open",
        "--threads",
        "1",
        "--memory",
        "64MiB",
        "--time",
        "5s",
        "--check-time",
        "1m",
        "--check-memory",
        "64MiB",
    ];
    let (child, address) = start(&args);
    let about = get(&address, "/api/about");
    let limits = r#""limits":{"threads":1,"memory":67108864,"seconds":5.0,"questions":2"#;
    assert!(about.contains(limits), "{about}");
    assert!(about.contains(r#""mode":"serve""#));
    let (code, stderr) = end(child);
    assert_eq!(
        (code, stderr.contains("browser")),
        (Some(0), false),
        "{stderr}"
    );
}

#[test]
fn a_wrong_certificate_is_reported_before_the_server_starts() {
    let (directory, path) = certificate();
    let bytes = fs::read(&path).unwrap();
    let written = |name: &str, bytes: &[u8]| {
        let path = directory.path().join(name);
        fs::write(&path, bytes).unwrap();
        text(&path)
    };
    let mut newer = bytes.clone();
    newer[8] = 9;
    let folder = text(directory.path());
    for (file, part) in [
        (written("empty", b""), "empty: "),
        (
            written("text", b"a text that is not a certificate"),
            "this is not a certificate",
        ),
        (written("newer", &newer), "version"),
        (written("cut", &bytes[..bytes.len() / 2]), "cut: "),
        (folder, "it is a directory"),
        (text(&directory.path().join("nothing")), "cannot read"),
    ] {
        let run = shomei(["explore", &file, "--no-open"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(part), "{part}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn a_port_that_is_taken_is_named_with_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = shomei(["serve", "--no-open", "--port", &port]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.err.contains(&format!("port {port} is taken")),
        "{}",
        run.err
    );
    assert!(run.err.contains("or none to use a free one"), "{}", run.err);
}

#[test]
fn wrong_addresses_are_refused() {
    let run = shomei(["serve", "--no-open", "--host", "0.0.0.0"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.err.contains("all addresses of this machine"),
        "{}",
        run.err
    );
    assert_eq!(shomei(["serve", "--host", "example.org"]).code, 2);
    assert_eq!(shomei(["serve", "--port", "70000"]).code, 2);
    assert_eq!(shomei(["serve", "--threads", "0"]).code, 2);
    assert_eq!(shomei(["serve", "--check-time", "soon"]).code, 2);
}
