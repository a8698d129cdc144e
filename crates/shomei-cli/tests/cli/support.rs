//! Shared by the tests: runs the program, and provides positions.

use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// The path of the program.
pub(crate) const PROGRAM: &str = crate::PROGRAMS[0].1;

/// The locale for English output on every machine.
pub(crate) const ENGLISH: &str = "C";

/// Black to move wins; some thousand nodes. Winands 2000, appendix E, game 4, nine plies before its
/// end.
pub(crate) const WIN: &str = "..o................x.xxoo.o.oox.o..x.ox......x........x..x..o... x";

/// White to move loses; some thousand nodes. One ply later.
pub(crate) const LOSS: &str = "..o................x.xxoo.o.oox.o..xxox......x........x.....o... o";

/// Black to move wins; some ten thousand nodes. Diagram 4 of Winands and
/// Uiterwijk 2001.
pub(crate) const DIAGRAM_4: &str =
    "...x....o.................oxx....o..ooo....ox................... x";

/// Black to move wins; a million nodes with `--init mobility`. From self-play of this program
/// (corpus/loa/wins-488.txt).
pub(crate) const LONG: &str = "o.......o......oox.xx....xx.xo..o....o..o.o.oo.......o..xxxxx... x";

/// Too hard to solve during a test.
pub(crate) const HARD: &str = "start";

/// A loop that neither side can leave.
pub(crate) const LOOP: &str = "r = OR { a } a = AND { r }";

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The lines of standard output, parsed as JSON objects.
    pub(crate) fn objects(&self) -> Vec<serde_json::Map<String, serde_json::Value>> {
        let object = |line| serde_json::from_str(line).expect("one object a line");
        self.out.lines().map(object).collect()
    }

    /// The only line of standard output, parsed.
    pub(crate) fn object(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut objects = self.objects();
        assert_eq!(objects.len(), 1, "{self:?}");
        objects.remove(0)
    }
}

/// Runs the program.
pub(crate) fn shomei<'a>(args: impl IntoIterator<Item = &'a str>) -> Run {
    shomei_reading("", args)
}

/// Runs the program with this standard input.
pub(crate) fn shomei_reading<'a>(input: &str, args: impl IntoIterator<Item = &'a str>) -> Run {
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", ENGLISH).args(args).write_stdin(input);
    let output = command.output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A temporary directory.
pub(crate) fn directory() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> String {
    path.to_str().unwrap().to_string()
}

/// The names of the files in a directory, sorted.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
