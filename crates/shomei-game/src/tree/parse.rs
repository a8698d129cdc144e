//! The text form of a [`TreeGame`](super::TreeGame).

use std::collections::HashMap;
use std::fmt::Write;

use super::{NodeData, NodeKind};
use crate::{ErrorText, Estimate, NotationError, Place, error_text};

const WON: &str = "Won";
const FAILED: &str = "Failed";

/// Reads the nodes in the order of definition, followed by Won and Failed if the text uses them.
pub(super) fn nodes(text: &str) -> Result<Vec<NodeData>, NotationError> {
    let mut lexer = Lexer::new(text);
    let mut nodes: Vec<NodeData> = Vec::new();
    let mut children: Vec<Vec<Token>> = Vec::new();
    let mut names: HashMap<String, u32> = HashMap::new();
    while let Some(token) = lexer.next_token()? {
        let name = lexer.name(token)?;
        let at = name.at;
        if name.text == WON || name.text == FAILED {
            return Err(at.error(error_text!(
                "tree-reserved-name",
                "{name} is the name of a finished position",
                name = name.text
            )));
        }
        if names
            .insert(name.text.clone(), nodes.len() as u32)
            .is_some()
        {
            return Err(at.error(error_text!(
                "tree-second-definition",
                "\"{name}\" is defined twice",
                name = name.text
            )));
        }
        let (node, named) = lexer.definition(name.text)?;
        nodes.push(node);
        children.push(named);
    }
    if nodes.is_empty() {
        return Err(NotationError::whole(error_text!(
            "tree-empty",
            "a tree needs at least one node, such as \"root = OR {{ Won }}\""
        )));
    }
    for (i, named) in children.into_iter().enumerate() {
        for child in named {
            let index = resolve(&child, &mut nodes, &mut names)?;
            nodes[i].children.push(index);
        }
    }
    Ok(nodes)
}

/// The index of a named child; Won and Failed are added at their first use.
fn resolve(
    child: &Token,
    nodes: &mut Vec<NodeData>,
    names: &mut HashMap<String, u32>,
) -> Result<u32, NotationError> {
    if let Some(&index) = names.get(&child.text) {
        return Ok(index);
    }
    let kind = match child.text.as_str() {
        WON => NodeKind::Won,
        FAILED => NodeKind::Failed,
        name => {
            return Err(child.at.error(error_text!(
                "tree-undefined",
                "\"{name}\" is never defined",
                name = name
            )));
        }
    };
    let index = nodes.len() as u32;
    nodes.push(NodeData {
        name: child.text.clone(),
        kind,
        estimate: Estimate::UNIT,
        children: Vec::new(),
        times: Vec::new(),
    });
    names.insert(child.text.clone(), index);
    Ok(index)
}

/// All definitions on one line.
pub(super) fn text(nodes: &[NodeData]) -> String {
    let defined = nodes
        .iter()
        .filter(|node| matches!(node.kind, NodeKind::Or | NodeKind::And))
        .count();
    let lines: Vec<String> = (0..defined).map(|i| node_text(nodes, i)).collect();
    lines.join(" ")
}

/// The definition of one node.
pub(super) fn node_text(nodes: &[NodeData], index: usize) -> String {
    let node = &nodes[index];
    let kind = match node.kind {
        NodeKind::Or => "OR",
        NodeKind::And => "AND",
        NodeKind::Won | NodeKind::Failed => return node.name.clone(),
    };
    let mut out = format!("{} = {kind}", node.name);
    if node.estimate != Estimate::UNIT {
        let Estimate { proof, disproof } = node.estimate;
        // Writing to a string cannot fail.
        let _ = write!(out, "[{proof},{disproof}]");
    }
    let names: Vec<&str> = node
        .children
        .iter()
        .map(|&child| nodes[child as usize].name.as_str())
        .collect();
    out.push_str(" { ");
    out.push_str(&names.join(", "));
    out.push_str(if names.is_empty() { "}" } else { " }" });
    out
}

/// A position in its text form: a node name with an optional definition.
pub(super) struct Written<'a> {
    text: &'a str,
    /// The text before the definition.
    pub(super) name: &'a str,
    /// The definition, including `=`; empty if there is none.
    definition: &'a str,
}

impl<'a> Written<'a> {
    pub(super) fn of(text: &'a str) -> Written<'a> {
        let trimmed = text.trim();
        let (name, definition) = trimmed.split_at(trimmed.find('=').unwrap_or(trimmed.len()));
        Written {
            text,
            name: name.trim_end(),
            definition,
        }
    }

    /// Refuses a definition that differs from this text of a node, which begins with the name.
    pub(super) fn agree(&self, node: &str) -> Result<(), NotationError> {
        if self.definition.is_empty() {
            return Ok(());
        }
        let visible = |c: &char| !c.is_whitespace();
        let mut expected = node.chars().skip(self.name.chars().count()).filter(visible);
        let begin = self.offset(self.definition);
        for (at, letter) in self.definition.char_indices().filter(|(_, c)| visible(c)) {
            if expected.next() != Some(letter) {
                let message = error_text!(
                    "tree-other-definition",
                    "this is not the node that is defined as \"{node}\"",
                    node = node
                );
                return Err(self.error(begin + at, message));
            }
        }
        match expected.next() {
            None => Ok(()),
            Some(_) => {
                let message = error_text!(
                    "tree-short-definition",
                    "the text ends before the definition \"{node}\" does",
                    node = node
                );
                Err(self.error(begin + self.definition.len(), message))
            }
        }
    }

    /// The byte offset of a part of the text.
    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// An error at a byte of the text; 0 means its first word.
    pub(super) fn error(&self, at: usize, message: impl Into<ErrorText>) -> NotationError {
        let begin = self.offset(self.name);
        let before = &self.text[..at.max(begin)];
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let place = match self.text.trim_end().contains('\n') {
            false => Place::Column(column),
            true => Place::LineColumn(before.matches('\n').count() + 1, column),
        };
        NotationError::new(place, message)
    }
}

#[derive(Clone, Copy)]
struct TextPlace {
    line: usize,
    column: usize,
}

impl Token {
    /// The error that this token is found where something else is expected.
    fn expected(&self, what: impl Into<ErrorText>) -> NotationError {
        self.at.error(error_text!(
            "expected-word",
            "expected {what}, found \"{found}\"",
            what = what.into(),
            found = self.text
        ))
    }
}

impl TextPlace {
    fn error(self, message: impl Into<ErrorText>) -> NotationError {
        NotationError::new(Place::LineColumn(self.line, self.column), message)
    }
}

struct Token {
    text: String,
    at: TextPlace,
}

/// Splits the text into names, numbers and the punctuation `= { } [ ] ,`.
struct Lexer<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    at: TextPlace,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text.chars().peekable(),
            at: TextPlace { line: 1, column: 1 },
        }
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.at = TextPlace {
                line: self.at.line + 1,
                column: 1,
            };
        } else {
            self.at.column += 1;
        }
        Some(c)
    }

    fn next_token(&mut self) -> Result<Option<Token>, NotationError> {
        // Only ASCII is allowed: otherwise two names that look alike could be two nodes.
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
        loop {
            let at = self.at;
            let Some(c) = self.bump() else {
                return Ok(None);
            };
            match c {
                '#' => {
                    while self.rest.peek().is_some_and(|&c| c != '\n') {
                        self.bump();
                    }
                }
                c if c.is_whitespace() || c == ';' => {}
                '=' | '{' | '}' | '[' | ']' | ',' => {
                    return Ok(Some(Token {
                        text: c.to_string(),
                        at,
                    }));
                }
                c if word(c) => {
                    let mut text = c.to_string();
                    while let Some(&c) = self.rest.peek().filter(|&&c| word(c)) {
                        text.push(c);
                        self.bump();
                    }
                    return Ok(Some(Token { text, at }));
                }
                c if c.is_ascii() => {
                    return Err(at.error(error_text!(
                        "tree-letter",
                        "'{letter}' has no meaning here",
                        letter = c
                    )));
                }
                c => {
                    return Err(at.error(error_text!(
                        "tree-name",
                        "'{letter}' (U+{code}): names consist of the letters A to Z and a to z, \
                         digits, _ and '",
                        letter = c,
                        code = format!("{:04X}", u32::from(c))
                    )));
                }
            }
        }
    }

    fn expect_token(&mut self, wanted: impl Into<ErrorText>) -> Result<Token, NotationError> {
        self.next_token()?.ok_or_else(|| {
            self.at.error(error_text!(
                "text-ends",
                "the text ends where {what} is expected",
                what = wanted.into()
            ))
        })
    }

    fn expect(&mut self, wanted: &str) -> Result<(), NotationError> {
        let token = self.expect_token(format!("\"{wanted}\""))?;
        if token.text == wanted {
            Ok(())
        } else {
            Err(token.expected(format!("\"{wanted}\"")))
        }
    }

    fn name(&self, token: Token) -> Result<Token, NotationError> {
        if token.text.starts_with(['=', '{', '}', '[', ']', ',']) {
            return Err(token.expected(error_text!("tree-a-name", "a name")));
        }
        Ok(token)
    }

    fn number(&mut self) -> Result<u32, NotationError> {
        let what = error_text!("tree-a-number", "a number of at least 1");
        let token = self.expect_token(what.clone())?;
        match token.text.parse() {
            Ok(number) if number >= 1 => Ok(number),
            _ => Err(token.expected(what)),
        }
    }

    /// The definition after the name: `= OR[proof,disproof] { child, child }`.
    fn definition(&mut self, name: String) -> Result<(NodeData, Vec<Token>), NotationError> {
        self.expect("=")?;
        let what = error_text!("tree-kind", "OR or AND");
        let token = self.expect_token(what.clone())?;
        let kind = match token.text.as_str() {
            "OR" => NodeKind::Or,
            "AND" => NodeKind::And,
            _ => return Err(token.expected(what)),
        };
        let mut estimate = Estimate::UNIT;
        let mut open = self.expect_token("\"{\"")?;
        if open.text == "[" {
            estimate.proof = self.number()?;
            self.expect(",")?;
            estimate.disproof = self.number()?;
            self.expect("]")?;
            open = self.expect_token("\"{\"")?;
        }
        if open.text != "{" {
            return Err(open.expected("\"{\""));
        }
        let children = self.children()?;
        let node = NodeData {
            name,
            kind,
            estimate,
            children: Vec::new(),
            times: Vec::new(),
        };
        Ok((node, children))
    }

    fn children(&mut self) -> Result<Vec<Token>, NotationError> {
        let mut children = Vec::new();
        loop {
            let what = error_text!("tree-child", "a child or \"}}\"");
            let token = self.expect_token(what)?;
            if token.text == "}" {
                return Ok(children);
            }
            children.push(self.name(token)?);
            let what = error_text!("tree-comma", "\",\" or \"}}\"");
            let token = self.expect_token(what.clone())?;
            match token.text.as_str() {
                "," => {}
                "}" => return Ok(children),
                _ => return Err(token.expected(what)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::nodes;

    #[test]
    fn errors_name_line_and_column() {
        let error = |text| nodes(text).unwrap_err().to_string();
        assert_eq!(
            error("r = OR { a }"),
            "line 1, column 10: \"a\" is never defined"
        );
        assert_eq!(
            error("r = OR { Won }\n r = AND { }"),
            "line 2, column 2: \"r\" is defined twice"
        );
        assert_eq!(
            error("r = NOR { }"),
            "line 1, column 5: expected OR or AND, found \"NOR\""
        );
        assert_eq!(
            error("r = OR[0,1] { }"),
            "line 1, column 8: expected a number of at least 1, found \"0\""
        );
        assert_eq!(
            error("r = OR { Won"),
            "line 1, column 13: the text ends where \",\" or \"}\" is expected"
        );
        assert_eq!(
            error("r = OR ( )"),
            "line 1, column 8: '(' has no meaning here"
        );
        assert_eq!(
            error("Won = OR { }"),
            "line 1, column 1: Won is the name of a finished position"
        );
        assert!(error("# nothing").contains("at least one node"));
    }

    /// A Cyrillic letter at the beginning and inside, an invisible character, and an escape.
    #[test]
    fn names_are_ascii() {
        let error = |text| nodes(text).unwrap_err().to_string();
        let rule = "names consist of the letters A to Z and a to z, digits, _ and '";
        assert_eq!(
            error("r = OR { W\u{43e}n }"),
            format!("line 1, column 11: '\u{43e}' (U+043E): {rule}")
        );
        assert_eq!(
            error("r = OR { Won\u{3164} }"),
            format!("line 1, column 13: '\\u{{3164}}' (U+3164): {rule}")
        );
        assert_eq!(
            error("r = OR { Won }\n\u{1b}"),
            "line 2, column 1: '\\u{1b}' has no meaning here"
        );
    }
}
