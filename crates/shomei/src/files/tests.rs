use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use super::pending::{create_in, sweep};
use super::*;

const BEGIN: &[u8] = b"# shomei\n";

fn purpose() -> Purpose {
    Purpose::beginning("notes of shomei", BEGIN)
}

fn refuse() -> Guard {
    Guard::new(Existing::Refuse, "--force")
}

fn force() -> Guard {
    Guard::new(Existing::Replace, "--force")
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn refused(written: Result<(), WriteError>) -> String {
    match written.unwrap_err() {
        WriteError::Refused { why, .. } => why.to_string(),
        error => panic!("{error:?}"),
    }
}

#[test]
fn the_name_appears_at_the_end() {
    let directory = tempfile::tempdir().unwrap();
    let target = directory.path().join("a");
    let mut pending = refuse().begin(&target, &purpose()).unwrap();
    pending.write_all(BEGIN).unwrap();
    assert!(!target.exists());
    assert_eq!(pending.bytes().unwrap(), BEGIN.len() as u64);
    pending.keep().unwrap();
    assert_eq!(names(directory.path()), ["a"]);
    assert_eq!(fs::read(&target).unwrap(), BEGIN);
    // A file that is not kept changes nothing.
    let pending = refuse().begin(&target, &purpose()).unwrap();
    assert_eq!(names(directory.path()).len(), 2);
    drop(pending);
    assert_eq!(names(directory.path()), ["a"]);
    assert_eq!(fs::read(&target).unwrap(), BEGIN);
}

#[test]
fn a_file_of_the_same_purpose_is_replaced_and_others_are_not() {
    let directory = tempfile::tempdir().unwrap();
    let target = directory.path().join("a");
    let guard = refuse();
    for before in [&b""[..], BEGIN, b"# shomei\nmore"] {
        fs::write(&target, before).unwrap();
        guard.write(&target, &purpose(), BEGIN).unwrap();
        assert_eq!(fs::read(&target).unwrap(), BEGIN);
    }
    for other in [&b"# shom"[..], b"mine", b"\n# shomei\n"] {
        fs::write(&target, other).unwrap();
        let why = refused(guard.write(&target, &purpose(), BEGIN));
        assert_eq!(
            why,
            "the file there is not notes of shomei; --force replaces it"
        );
        assert_eq!(fs::read(&target).unwrap(), other);
        force().write(&target, &purpose(), BEGIN).unwrap();
        assert_eq!(fs::read(&target).unwrap(), BEGIN);
    }
    assert_eq!(names(directory.path()), ["a"]);
}

/// A program without such an option does not name one.
#[test]
fn a_guard_without_a_way_to_force_names_none() {
    let directory = tempfile::tempdir().unwrap();
    let written = Guard::default().write(directory.path(), &purpose(), BEGIN);
    assert_eq!(refused(written), "it is a directory");
}

/// A file that appears while the program runs is not lost either.
#[test]
fn what_appears_meanwhile_stays() {
    let directory = tempfile::tempdir().unwrap();
    let target = directory.path().join("a");
    let guard = refuse();
    let begin = || {
        let mut pending = guard.begin(&target, &purpose()).unwrap();
        pending.write_all(BEGIN).unwrap();
        pending
    };
    let pending = begin();
    fs::write(&target, "mine").unwrap();
    refused(pending.keep());
    assert_eq!(fs::read(&target).unwrap(), b"mine");
    fs::remove_file(&target).unwrap();
    let pending = begin();
    fs::write(&target, "# shomei\nof another run").unwrap();
    pending.keep().unwrap();
    assert_eq!(fs::read(&target).unwrap(), BEGIN);
    // Also under another name, and instead of a file that the program wrote.
    let other = directory.path().join("b");
    fs::write(&other, "mine").unwrap();
    refused(begin().keep_as(&other));
    let pending = begin();
    fs::write(&target, "mine").unwrap();
    refused(pending.keep());
    assert_eq!(names(directory.path()), ["a", "b"]);
}

#[test]
fn a_directory_and_an_input_are_never_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let [folder, input, other] = ["folder", "in", "out"].map(|name| directory.path().join(name));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("x"), "mine").unwrap();
    fs::write(&input, BEGIN).unwrap();
    fs::hard_link(&input, &other).unwrap();
    for guard in [refuse(), force()] {
        let guard = guard.reading([&input]);
        let why = refused(guard.write(&folder, &purpose(), BEGIN));
        assert_eq!(why, "it is a directory; --force does not replace it");
        let slash = directory.path().join("new/");
        let why = refused(guard.write(&slash, &purpose(), BEGIN));
        assert_eq!(
            why,
            "it is the name of a directory; --force does not replace it"
        );
        for target in [&input, &other] {
            let why = refused(guard.write(target, &purpose(), BEGIN));
            assert_eq!(why, "this command reads it");
        }
        let nowhere = directory.path().join("none/x");
        let error = guard.write(&nowhere, &purpose(), BEGIN).unwrap_err();
        assert!(error.to_string().contains("there is no directory"));
    }
    assert_eq!(fs::read(folder.join("x")).unwrap(), b"mine");
}

/// Also with another spelling, and by clones of the guard.
#[test]
fn a_place_belongs_to_one_purpose() {
    let directory = tempfile::tempdir().unwrap();
    let (target, same) = (directory.path().join("a"), directory.path().join("./a"));
    let other = Purpose::beginning("a report", "# report");
    for guard in [refuse(), force()] {
        guard.check(&target, &purpose()).unwrap();
        let twin = guard.clone().reading([directory.path().join("in")]);
        for path in [&target, &same] {
            let expected = "this command writes another result there";
            assert_eq!(refused(twin.write(path, &other, b"# report")), expected);
            assert_eq!(refused(guard.make_way(path, &other)), expected);
            twin.write(path, &purpose(), BEGIN).unwrap();
        }
        assert_eq!(fs::read(&target).unwrap(), BEGIN);
        fs::remove_file(&target).unwrap();
    }
}

#[test]
fn of_a_large_file_only_the_beginning_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let target = directory.path().join("a");
    let file = fs::File::create(&target).unwrap();
    file.set_len(1 << 30).unwrap();
    let whole = Purpose::new("a whole file", |mut file| {
        io::copy(&mut file, &mut io::sink()).unwrap() <= 1 << 20
    });
    assert!(refuse().check(&target, &whole).unwrap());
}

#[test]
fn the_place_of_a_file_that_is_continued_is_cleared_by_force_alone() {
    let directory = tempfile::tempdir().unwrap();
    let target = directory.path().join("a");
    for own in [None, Some(""), Some("# shomei\nmore")] {
        if let Some(text) = own {
            fs::write(&target, text).unwrap();
        }
        force().make_way(&target, &purpose()).unwrap();
        assert_eq!(fs::read_to_string(&target).ok().as_deref(), own);
    }
    fs::write(&target, "mine").unwrap();
    refused(refuse().make_way(&target, &purpose()));
    assert!(target.exists());
    force().make_way(&target, &purpose()).unwrap();
    assert!(!target.exists());
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn a_link_is_not_followed() {
        let directory = tempfile::tempdir().unwrap();
        let [link, target, gone] = ["link", "a", "gone"].map(|name| directory.path().join(name));
        fs::write(&target, BEGIN).unwrap();
        for leads_to in [&target, &gone] {
            symlink(leads_to, &link).unwrap();
            let why = refused(refuse().write(&link, &purpose(), b"new"));
            assert_eq!(why, "it is a symbolic link; --force replaces it");
            assert_eq!(fs::read_link(&link).unwrap(), *leads_to);
            force().write(&link, &purpose(), b"new").unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_file());
            assert_eq!(fs::read(&target).unwrap(), BEGIN);
            assert!(!gone.exists());
            fs::remove_file(&link).unwrap();
        }
    }

    #[test]
    fn nothing_is_written_into_pipes_and_sockets() {
        let directory = tempfile::tempdir().unwrap();
        let [fifo, socket] = ["fifo", "socket"].map(|name| directory.path().join(name));
        let made = Command::new("mkfifo").arg(&fifo).status().unwrap();
        assert!(made.success());
        let _listener = UnixListener::bind(&socket).unwrap();
        for (path, what) in [(&fifo, "a FIFO"), (&socket, "a socket")] {
            let why = refused(refuse().write(path, &purpose(), BEGIN));
            assert_eq!(why, format!("it is {what}; --force replaces it"));
            assert!(!fs::symlink_metadata(path).unwrap().is_file());
            force().write(path, &purpose(), BEGIN).unwrap();
            assert!(fs::symlink_metadata(path).unwrap().is_file());
        }
    }

    /// Also by a link to its folder.
    #[test]
    fn the_devices_of_the_system_stay() {
        let directory = tempfile::tempdir().unwrap();
        let devices = directory.path().join("devices");
        symlink("/dev", &devices).unwrap();
        for path in [Path::new("/dev/null"), &devices.join("null")] {
            let why = refused(force().write(path, &purpose(), BEGIN));
            assert_eq!(why, "it is in /dev; --force replaces nothing there");
        }
    }

    /// The permissions are those of a new file, and other hard links keep the old content.
    #[test]
    fn a_file_is_as_open_as_any_new_one() {
        let directory = tempfile::tempdir().unwrap();
        let [plain, target, other] = ["plain", "a", "b"].map(|name| directory.path().join(name));
        fs::write(&plain, "").unwrap();
        fs::write(&target, "# shomei\nold").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
        fs::hard_link(&target, &other).unwrap();
        refuse().write(&target, &purpose(), BEGIN).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode();
        assert_eq!(mode(&target), mode(&plain));
        assert_eq!(fs::read(&other).unwrap(), b"# shomei\nold");
        fs::set_permissions(&target, fs::Permissions::from_mode(0o400)).unwrap();
        let why = refused(refuse().write(&target, &purpose(), BEGIN));
        assert_eq!(why, "it is read-only; --force does not replace it");
        for guard in [refuse(), force()] {
            refused(guard.write(&target, &purpose(), BEGIN));
            // Also a file that would only be continued.
            let error = guard.make_way(&target, &purpose()).unwrap_err();
            let reason = |error| match error {
                WriteError::Refused { reason, .. } => reason,
                error => panic!("{error:?}"),
            };
            assert_eq!(reason(error), Refusal::ReadOnly);
            let error = guard.check(directory.path(), &purpose()).unwrap_err();
            assert_eq!(reason(error), Refusal::Directory);
            let reading = guard.reading([&plain]);
            let error = reading.check(&plain, &purpose()).unwrap_err();
            assert_eq!(reason(error), Refusal::Input);
        }
        assert_eq!(fs::read(&target).unwrap(), BEGIN);
    }

    #[test]
    fn what_dead_programs_have_left_goes_and_the_rest_stays() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("a.proof");
        // The lock of a running program: a second handle has a lock of its own, like another
        // program.
        let living = refuse().begin(&target, &purpose()).unwrap();
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let other = [".shomei-old.tmp", ".shomei-half", "x.part", "a.proof"];
        for left in other.iter().chain(&[".shomei-dead.part"]) {
            fs::write(directory.path().join(left), "left").unwrap();
        }
        fs::create_dir(directory.path().join(".shomei-folder.part")).unwrap();
        sweep(directory.path());
        let mut expected = other.map(String::from).to_vec();
        expected.extend([".shomei-folder.part".to_string(), name(living.path())]);
        expected.sort();
        assert_eq!(names(directory.path()), expected);
    }

    /// No file that is being made is removed, even if many threads make files and clean up.
    #[test]
    fn a_file_that_is_being_made_is_not_taken_for_a_dead_one() {
        let directory = tempfile::tempdir().unwrap();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    sweep(directory.path());
                }
            });
            for _ in 0..2_000 {
                let file = create_in(directory.path()).unwrap();
                assert!(file.path().exists());
                file.persist(directory.path().join("kept")).unwrap();
            }
            is_over.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn one_program_writes_at_a_time() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("x.ckpt");
        let first = SoleWriter::of(&target).unwrap();
        let error = SoleWriter::of(&target).unwrap_err();
        assert!(matches!(error, WriteError::InUse(_)), "{error}");
        assert!(SoleWriter::of(&directory.path().join("y.ckpt")).is_ok());
        drop(first);
        assert!(names(directory.path()).is_empty());
        // The file of a killed program is reused; a link is not followed.
        let lock = directory.path().join(".shomei-x.ckpt.lock");
        fs::write(&lock, "").unwrap();
        assert!(SoleWriter::of(&target).is_ok());
        assert!(names(directory.path()).is_empty());
        symlink(directory.path().join("mine"), &lock).unwrap();
        assert!(refused(SoleWriter::of(&target).map(drop)).contains("not an ordinary file"));
        assert!(!directory.path().join("mine").exists());
    }
}
