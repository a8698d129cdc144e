//! Blocks of code in documents, and the comment before each.

use std::path::Path;

use anyhow::{Context, Result};

/// A block of code.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block<'a> {
    /// The word after the backticks.
    pub(super) language: &'a str,
    /// The comment in the line before it, without its marks.
    pub(super) comment: Option<&'a str>,
    /// Its first line, from 0.
    pub(super) begin: usize,
    pub(super) lines: Vec<&'a str>,
}

/// All blocks of a text that begin at the left edge.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(language) = lines[at].strip_prefix("```") else {
            at += 1;
            continue;
        };
        let before = at.checked_sub(1).map(|before| lines[before]);
        let begin = at + 1;
        let length = lines[begin..].iter().take_while(|line| **line != "```");
        let inside: Vec<&str> = length.copied().collect();
        at = begin + inside.len() + 1;
        blocks.push(Block {
            language,
            comment: before.and_then(comment),
            begin,
            lines: inside,
        });
    }
    blocks
}

/// The text of a line that is a Markdown comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.strip_prefix("<!--")?.strip_suffix("-->")?;
    Some(text.trim())
}

/// The text with the lines of a block replaced.
pub(super) fn replace(text: &str, block: &Block<'_>, lines: &[String]) -> String {
    let before = text.lines().take(block.begin);
    let after = text.lines().skip(block.begin + block.lines.len());
    let all = before.chain(lines.iter().map(String::as_str)).chain(after);
    all.map(|line| format!("{line}\n")).collect()
}

/// Replaces each block after `<!-- copy of PATH -->` by that file of the repository.
pub(super) fn with_copies(root: &Path, text: &str) -> Result<String> {
    let mut text = text.to_owned();
    let count = blocks(&text).len();
    for index in 0..count {
        let all = blocks(&text);
        let block = &all[index];
        let Some(path) = block.comment.and_then(|text| text.strip_prefix("copy of ")) else {
            continue;
        };
        let file = std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
        let lines: Vec<String> = file.lines().map(str::to_owned).collect();
        text = replace(&text, block, &lines);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\n<!-- copy of Cargo.toml -->\n```toml\nb\nc\n```\nd\n```\n```\n";

    #[test]
    fn blocks_have_their_language_and_comment() {
        let found = blocks(TEXT);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].language, "toml");
        assert_eq!(found[0].comment, Some("copy of Cargo.toml"));
        assert_eq!((found[0].begin, &found[0].lines[..]), (3, &["b", "c"][..]));
        assert_eq!((found[1].comment, found[1].lines.len()), (None, 0));
    }

    #[test]
    fn a_block_gets_other_lines() {
        let text = replace(TEXT, &blocks(TEXT)[0], &["x".to_owned()]);
        assert_eq!(
            text,
            "a\n<!-- copy of Cargo.toml -->\n```toml\nx\n```\nd\n```\n```\n"
        );
    }

    #[test]
    fn a_copy_of_a_missing_file_is_an_error() {
        let text = "<!-- copy of no/such/file -->\n```\n```\n";
        assert!(with_copies(Path::new("."), text).is_err());
        let text = "<!-- copy of Cargo.toml -->\n```\n```\n";
        let copied = with_copies(Path::new("."), text).unwrap();
        assert!(copied.contains("[package]"), "{copied}");
    }
}
