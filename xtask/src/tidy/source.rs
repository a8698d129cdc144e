//! A Rust source with comments and literals blanked, so that the other checks can search for words
//! and count braces.
//!
//! This is a scanner, not a parser: it recognises comments, strings and characters, finds bodies by
//! their braces, and relies on the compiler for the rest. A parser (`syn`) would lose comments and
//! lines and take seconds to build.

use std::ops::Range;

/// A source text and its code.
#[derive(Debug)]
pub(crate) struct Source {
    /// The text with spaces in place of comments and literals; byte offsets are unchanged.
    code: String,
    /// Byte offset of the start of each line.
    lines: Vec<usize>,
    /// Byte ranges of the items under `#[cfg(test)]`.
    tests: Vec<Range<usize>>,
}

impl Source {
    pub(crate) fn new(text: &str) -> Source {
        let code = blank(text);
        let lines = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(i, _)| i + 1))
            .filter(|&start| start < text.len())
            .collect();
        let tests = test_items(&code);
        Source { code, lines, tests }
    }

    /// The code with the byte offsets of the text.
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// The number of lines.
    pub(crate) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The line, from 1, of a byte offset.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset)
    }

    /// The lines of each item under `#[cfg(test)]`, both ends included.
    pub(crate) fn test_lines(&self) -> impl Iterator<Item = (usize, usize)> {
        self.tests
            .iter()
            .map(|item| (self.line_of(item.start), self.line_of(item.end - 1)))
    }

    /// The byte ranges of the items under `#[cfg(test)]`.
    pub(crate) fn tests(&self) -> &[Range<usize>] {
        &self.tests
    }

    /// Whether the offset lies in an item under `#[cfg(test)]`.
    pub(crate) fn in_tests(&self, offset: usize) -> bool {
        self.tests.iter().any(|item| item.contains(&offset))
    }

    /// The offsets of `word` as a whole word in the code.
    pub(crate) fn words<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        words(&self.code, word)
    }
}

/// The offsets of `word` in `text` without a letter, digit or `_` beside it.
pub(crate) fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(word)
        .map(|(start, _)| start)
        .filter(move |&start| {
            let before = text[..start].chars().next_back();
            let after = text[start + word.len()..].chars().next();
            !before.is_some_and(in_word) && !after.is_some_and(in_word)
        })
}

/// The identifier at the start of `text`; empty if there is none.
pub(crate) fn identifier(text: &str) -> &str {
    &text[..text.find(|c| !in_word(c)).unwrap_or(text.len())]
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The offset after the item or body that begins at `from`: after the match of its first brace, or
/// after a `;` outside all brackets.
pub(crate) fn item_end(code: &str, from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (i, byte) in code.bytes().enumerate().skip(from) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 && byte == b'}' {
                    return Some(i + 1);
                }
            }
            b';' if depth == 0 => return Some(i + 1),
            _ => {}
        }
    }
    None
}

/// The items under `#[cfg(test)]` or `#[cfg(all(test, ...))]`.
fn test_items(code: &str) -> Vec<Range<usize>> {
    const ATTRIBUTE: &str = "#[cfg(";
    let mut items: Vec<Range<usize>> = Vec::new();
    for (start, _) in code.match_indices(ATTRIBUTE) {
        let open = start + ATTRIBUTE.len();
        let Some(close) = code[open..].find(']') else {
            continue;
        };
        let condition: String = code[open..open + close].split_whitespace().collect();
        let is_test = words(&condition, "test").next().is_some();
        if !is_test || condition.contains("not(test") || condition.starts_with("any(") {
            continue;
        }
        let mut body = open + close + 1;
        while let Some(skipped) = attribute_end(code, body) {
            body = skipped;
        }
        if let Some(end) = item_end(code, body) {
            items.push(start..end);
        }
    }
    items
}

/// The end of the attribute at `from`, if there is one.
fn attribute_end(code: &str, from: usize) -> Option<usize> {
    let rest = code[from..].trim_start();
    let start = code.len() - rest.len();
    rest.starts_with("#[").then_some(())?;
    let mut depth = 0_usize;
    for (i, byte) in code.bytes().enumerate().skip(start + 1) {
        match byte {
            b'[' => depth += 1,
            b']' if depth == 1 => return Some(i + 1),
            b']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Replaces comments and literals by spaces, byte for byte, and keeps line ends.
fn blank(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let prefixes: &[&str] = match code.chars().next_back().is_some_and(in_word) {
            true => &[],
            false => &["br", "cr", "b", "c", "r"],
        };
        let skip = comment(rest)
            .or_else(|| string(rest, prefixes))
            .or_else(|| character(rest));
        if let Some(length) = skip {
            let blank = |byte| if byte == b'\n' { '\n' } else { ' ' };
            code.extend(rest.bytes().take(length).map(blank));
            at += length;
        } else if let Some(c) = rest.chars().next() {
            code.push(c);
            at += c.len_utf8();
        }
    }
    code
}

/// The length of the comment at the start of `rest`. Block comments nest.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if !rest.starts_with("/*") {
        return None;
    }
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        if here.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += 1;
        }
    }
    Some(rest.len())
}

/// The length of the string literal, raw or not, at the start of `rest`. `prefixes` are the
/// prefixes that are possible here.
fn string(rest: &str, prefixes: &[&str]) -> Option<usize> {
    let mut prefixes = prefixes.iter();
    let prefix = *prefixes
        .find(|prefix| rest.starts_with(**prefix))
        .unwrap_or(&"");
    let body = &rest[prefix.len()..];
    let length = if prefix.ends_with('r') {
        let hashes = body.bytes().take_while(|&byte| byte == b'#').count();
        let text = body[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        let end = text
            .find(&close)
            .map_or(text.len(), |end| end + close.len());
        hashes + 1 + end
    } else {
        let text = body.strip_prefix('"')?;
        let mut escaped = false;
        let end = text.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        1 + end.map_or(text.len(), |end| end + 1)
    };
    Some(prefix.len() + length)
}

/// The length of the character literal at the start of `rest`; `None` for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    let width = if first == '\\' {
        // The escaped character may itself be a quote.
        let escaped = inner[1..].chars().next()?.len_utf8();
        1 + escaped + inner[1 + escaped..].find('\'')?
    } else {
        first.len_utf8()
    };
    inner[width..].starts_with('\'').then_some(width + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank_and_nothing_moves() {
        let text =
            "let a = \"{ // \\\" \"; // {\nlet b = '{'; /* { /* { */ } */ let c = r#\"\"}\"#;";
        let code = blank(text);
        assert_eq!(code.len(), text.len());
        assert!(!code.contains(['{', '}', '"']), "{code}");
        let words: Vec<&str> = code.split_whitespace().collect();
        assert_eq!(words.join(" "), "let a = ; let b = ; let c = ;");
    }

    #[test]
    fn lifetimes_are_not_literals() {
        let code = blank("fn f<'a>(x: &'a str) -> char { '\\'' } // é\nb'\"' 'é' \"\\\\\" end");
        assert!(code.starts_with("fn f<'a>(x: &'a str) -> char {"));
        assert!(code.ends_with("end"), "{code:?}");
        assert!(code.contains('}'));
    }

    #[test]
    fn a_raw_identifier_is_not_a_string() {
        assert_eq!(
            blank("let r#type = car\"{\";").trim_end(),
            "let r#type = car   ;"
        );
    }

    #[test]
    fn words_are_whole() {
        let source = Source::new("unsafe_code; unsafe { not_unsafe } // unsafe");
        assert_eq!(source.words("unsafe").collect::<Vec<_>>(), [13]);
    }

    #[test]
    fn test_items_are_found_with_their_attributes() {
        let text =
            "fn a() {}\n#[cfg(test)]\n#[allow(x[1])]\nmod tests {\n fn b() {}\n}\nfn c() {}\n";
        let source = Source::new(text);
        assert_eq!(source.test_lines().collect::<Vec<_>>(), [(2, 6)]);
        let other =
            Source::new("#[cfg(not(test))]\nfn a() {}\n#[cfg(feature = \"test\")] mod b {}");
        assert_eq!(other.test_lines().count(), 0);
    }
}
