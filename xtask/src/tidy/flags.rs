//! Rejects functions with a `bool` parameter: a call with `true` does not show its meaning. An enum
//! of two variants, two functions or a field of the options does. The rule also applies to
//! parameters that are functions (`impl Fn(u8, bool)`).
//!
//! Signatures that the crate does not choose are exempt:
//!
//! * functions in `impl Trait for Type`: the trait decides. Traits of this repository are checked
//!   at their declaration; foreign traits (`From<bool>`, serde's visitors) are exempt;
//! * `#[pyfunction]` and `#[pymethods]`: users of Python pass `True` by name;
//! * functions in tests.

use std::ops::Range;

use super::Finding;
use super::crates::Crate;
use super::source::{Source, identifier, item_end, words};

/// Checks one crate.
pub(crate) fn check(of: &Crate) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &of.files {
        let source = &file.source;
        let excepted = excepted(source.code());
        for at in source.words("fn") {
            if source.in_tests(at) || excepted.iter().any(|range| range.contains(&at)) {
                continue;
            }
            findings.extend(flags(source, at).into_iter().map(|(name, flag)| {
                let message = format!(
                    "`{name}` takes a bool (`{flag}`): make it an enum of two variants, two \
                     functions, or a field of the options"
                );
                Finding::new(&file.path, source.line_of(at), message)
            }));
        }
    }
    findings
}

/// The items whose signatures the crate does not choose.
fn excepted(code: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    for at in words(code, "impl") {
        let head = &code[at..code[at..]
            .find(['{', ';'])
            .map_or(code.len(), |end| at + end)];
        // `for<'a>` is part of a bound.
        let is_of_trait = words(head, "for").any(|word| !head[word + 3..].starts_with('<'));
        let before = code[..at].trim_end();
        let before = before.strip_suffix("unsafe").unwrap_or(before).trim_end();
        let is_item = before.is_empty() || before.ends_with([';', '{', '}', ']']);
        if is_item && is_of_trait {
            ranges.push(at..item_end(code, at).unwrap_or(at));
        }
    }
    for attribute in ["pyfunction", "pymethods"] {
        for at in words(code, attribute).filter(|&at| code[..at].ends_with("#[")) {
            let after = at + code[at..].find(']').unwrap_or(0) + 1;
            ranges.push(at..item_end(code, after).unwrap_or(after));
        }
    }
    ranges
}

/// The `bool` parameters of the function at `at`, with its name. A type (`fn(bool)`) has no name
/// and is checked as part of the function that takes it.
fn flags(source: &Source, at: usize) -> Vec<(&str, &str)> {
    let code = source.code();
    let start = at + "fn".len();
    let name = identifier(code[start..].trim_start());
    let signature = &code[start..signature_end(code, start)];
    if name.is_empty() {
        return Vec::new();
    }
    let own = after_generics(signature, name);
    let taken = ["Fn", "FnMut", "FnOnce", "fn"]
        .into_iter()
        .flat_map(|word| {
            let after = words(signature, word).map(move |at| at + word.len());
            after.filter_map(|at| {
                let rest = signature[at..].trim_start();
                rest.starts_with('(')
                    .then_some(signature.len() - rest.len())
            })
        });
    let lists = own.into_iter().chain(taken);
    let parameters = lists.flat_map(|open| parameters(&signature[open..]));
    parameters
        .filter(|parameter| is_flag(parameter))
        .map(|flag| (name, flag.trim()))
        .collect()
}

/// The end of a signature: the start of its body or its `;`.
fn signature_end(code: &str, from: usize) -> usize {
    let mut depth = 0_usize;
    for (i, byte) in code.bytes().enumerate().skip(from) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'{' | b';' if depth == 0 => return i,
            _ => {}
        }
    }
    code.len()
}

/// The offset of the list of parameters, after the name and the generic parameters.
fn after_generics(signature: &str, name: &str) -> Option<usize> {
    let from = signature.find(name)? + name.len();
    let mut depth = 0_usize;
    let mut before = b' ';
    for (i, byte) in signature.bytes().enumerate().skip(from) {
        match byte {
            b'<' => depth += 1,
            b'>' if before != b'-' => depth = depth.checked_sub(1)?,
            b'(' if depth == 0 => return Some(i),
            _ => {}
        }
        before = byte;
    }
    None
}

/// The parts of a list between commas; the list begins with its parenthesis.
fn parameters(list: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut from = 1;
    let mut before = b' ';
    for (i, byte) in list.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b'>' if before == b'-' => {}
            b')' | b']' | b'}' | b'>' => {
                depth -= 1;
                if depth == 0 {
                    parts.push(&list[from..i]);
                    break;
                }
            }
            b',' if depth == 1 => {
                parts.push(&list[from..i]);
                from = i + 1;
            }
            _ => {}
        }
        before = byte;
    }
    parts
}

/// Whether the type of a parameter is `bool` or a reference to one.
fn is_flag(parameter: &str) -> bool {
    let kind = parameter
        .split_once(':')
        .map_or(parameter, |(_, kind)| kind);
    let kind = kind.trim().trim_start_matches('&').trim_start();
    kind == "bool" || (kind.starts_with('\'') && kind.ends_with(" bool"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::crates::crates;
    use crate::tidy::samples::{file, places};

    fn found(text: &str) -> Vec<String> {
        let crates = crates(&[file("crates/x/src/a.rs", text)]);
        places(&check(&crates[0]))
    }

    #[test]
    fn functions_without_flags_pass() {
        let text = "fn f(a: u8) -> bool { let g = |b: bool| b; g(a == 1) }\n\
            fn g(set: &mut bool, is_it: impl Fn(u8) -> bool, flags: [bool; 2]) {}\n\
            impl From<bool> for X { fn from(value: bool) -> X {} }\n\
            #[pymethods]\nimpl X {\n    fn solve(&self, certificate: bool) {}\n}\n\
            #[pyfunction]\n#[pyo3(signature = (a))]\nfn draw(a: bool) {}\n\
            #[cfg(test)]\nmod tests { fn f(a: bool) {} }\n";
        assert_eq!(found(text), [""; 0]);
    }

    #[test]
    fn a_function_that_takes_a_bool_is_found() {
        let place = ["crates/x/src/a.rs:2"];
        assert_eq!(found("\nfn f(a: u8, all: bool) {}\n"), place);
        assert_eq!(
            found("\ntrait X { fn f<'a, F: Fn() -> u8>(&self, all: &'a bool); }\n"),
            place
        );
        assert_eq!(
            found("\nfn f<F>(then: F) where F: FnOnce(u8, bool) {}\n"),
            place
        );
        assert_eq!(
            found("\nfn f(then: &mut dyn FnMut(&str, bool)) {}\n"),
            place
        );
        assert_eq!(
            found("\nimpl X<{ 1 }> { const fn f(self, on: bool) -> Self {} }\n"),
            place
        );
    }
}
