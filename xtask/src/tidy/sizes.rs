//! Limits files to 400 lines without tests. A longer file is "everything about X" and should be
//! split by activity. Clippy limits functions.

use super::Finding;
use super::source::Source;

const FILE_LIMIT: usize = 400;

/// Checks one Rust file.
pub(crate) fn check(path: &str, source: &Source) -> Vec<Finding> {
    if is_test_file(path) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let tests: usize = source.test_lines().map(|(from, to)| to - from + 1).sum();
    let lines = source.line_count() - tests;
    if lines > FILE_LIMIT {
        findings.push(Finding::new(
            path,
            1,
            format!(
                "{lines} lines outside tests, the limit is {FILE_LIMIT}: \
                 split the file, one activity each"
            ),
        ));
    }
    findings
}

/// Whether the file is an integration test, a benchmark or a test module.
fn is_test_file(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| matches!(part, "tests" | "benches" | "tests.rs"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::places;

    fn findings(path: &str, text: &str) -> Vec<String> {
        places(&check(path, &Source::new(text)))
    }

    #[test]
    fn a_file_is_counted_without_its_tests() {
        let code = "const A: u8 = 1;\n".repeat(400);
        let tests = format!(
            "#[cfg(test)]\nmod tests {{\n{}}}\n",
            "fn f() {}\n".repeat(50)
        );
        assert_eq!(findings("a.rs", &format!("{code}{tests}")), [""; 0]);
        assert_eq!(findings("a.rs", &format!("{code}\n{tests}")), ["a.rs:1"]);
        assert_eq!(findings("x/tests/a.rs", &code.repeat(2)), [""; 0]);
    }
}
