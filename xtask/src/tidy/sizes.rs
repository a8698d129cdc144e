//! Limits files to 400 lines and functions to 100, without tests. A longer file is "everything
//! about X" and should be split by activity.

use super::Finding;
use super::source::{Source, item_end};

const FILE_LIMIT: usize = 400;
const FUNCTION_LIMIT: usize = 100;

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
    findings.extend(functions(source).filter(|f| f.lines > FUNCTION_LIMIT).map(
        |Function { name, line, lines }| {
            Finding::new(
                path,
                line,
                format!(
                    "`{name}` has {lines} lines, the limit is {FUNCTION_LIMIT}: \
                     name its steps and give each a function"
                ),
            )
        },
    ));
    findings
}

/// Whether the file is an integration test, a benchmark or a test module.
fn is_test_file(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| matches!(part, "tests" | "benches" | "tests.rs"))
}

struct Function<'a> {
    name: &'a str,
    line: usize,
    lines: usize,
}

/// Every function with a name and a body, tests not included.
fn functions(source: &Source) -> impl Iterator<Item = Function<'_>> {
    let code = source.code();
    source.words("fn").filter_map(move |start| {
        let name = code[start + 2..].trim_start();
        let name = &name[..name.find(|c: char| !c.is_alphanumeric() && c != '_')?];
        // `fn(u32)` is a type, and a declaration in a trait ends with `;`.
        let end = item_end(code, start)?;
        if name.is_empty() || !code[..end].ends_with('}') || source.in_tests(start) {
            return None;
        }
        let line = source.line_of(start);
        let lines = source.line_of(end - 1) - line + 1;
        Some(Function { name, line, lines })
    })
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

    #[test]
    fn a_function_is_counted_to_its_own_brace() {
        let body = |lines| {
            format!(
                "//! x\nfn f() {{\n{}}}\nfn g() {{}}\n",
                "// \"{\n".repeat(lines)
            )
        };
        assert_eq!(findings("a.rs", &body(98)), [""; 0]);
        assert_eq!(findings("a.rs", &body(99)), ["a.rs:2"]);
    }

    #[test]
    fn function_types_and_declarations_have_no_body() {
        let text = "trait T { fn f(&self) -> [u8; 2]; fn g(&self) {} }\nconst F: fn(u8) = h;";
        let source = Source::new(text);
        let names: Vec<&str> = functions(&source).map(|f| f.name).collect();
        assert_eq!(names, ["g"]);
    }
}
