//! The syntax of one game: nodes, properties and values, with their places.

use crate::{ErrorText, NotationError, Place, error_text};

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub(super) line: usize,
    pub(super) column: usize,
    /// Errors in a text of one line contain only the column.
    is_one_line: bool,
}

impl Mark {
    /// The beginning of a text.
    #[must_use]
    pub fn of(text: &str) -> Mark {
        let is_one_line = !text.trim_end().contains(['\n', '\r']);
        Mark {
            line: 1,
            column: 1,
            is_one_line,
        }
    }

    /// The place after a part of the text that begins here.
    #[must_use]
    pub fn after(self, part: &str) -> Mark {
        let mut letters = part.chars().peekable();
        let mut mark = self;
        while let Some(letter) = letters.next() {
            let ends_line =
                letter == '\n' || letter == '\r' && letters.peek().is_some_and(|&c| c != '\n');
            if ends_line {
                (mark.line, mark.column) = (mark.line + 1, 1);
            } else {
                mark.column += 1;
            }
        }
        mark
    }

    /// The place after a part of the text, where `rest` follows the part: a line may end with CR
    /// LF.
    pub(super) fn after_in(self, part: &str, rest: &str) -> Mark {
        match part.ends_with('\r') && !rest.starts_with('\n') {
            true => Mark {
                line: self.after(part).line + 1,
                column: 1,
                ..self
            },
            false => self.after(part),
        }
    }

    /// The place for an error.
    #[must_use]
    pub fn place(self) -> Place {
        match self.is_one_line {
            true => Place::Column(self.column),
            false => Place::LineColumn(self.line, self.column),
        }
    }

    /// An error here.
    pub fn error(self, message: impl Into<ErrorText>) -> NotationError {
        NotationError::new(self.place(), message)
    }
}

/// The text between two brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyValue<'a> {
    /// The text as in the file, with its escapes.
    pub raw: &'a str,
    /// The place of its beginning, after the bracket.
    pub mark: Mark,
}

impl PropertyValue<'_> {
    /// The text, which may have several lines, without escapes: the letter after a backslash is
    /// kept, and a line break after it is removed.
    #[must_use]
    pub fn text(&self) -> String {
        let raw = self.raw.replace("\r\n", "\n").replace('\r', "\n");
        let mut text = String::with_capacity(raw.len());
        let mut letters = raw.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => text.extend(letters.next().filter(|&kept| kept != '\n')),
                letter => text.push(letter),
            }
        }
        text.trim_end().to_string()
    }

    /// The text on one line.
    #[must_use]
    pub fn line(&self) -> String {
        let text = self.text();
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ")
    }

    /// The raw text without blanks around it.
    #[must_use]
    pub fn trimmed(&self) -> &str {
        self.raw.trim()
    }
}

/// `AB[c3][d4]`: a name and at least one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property<'a> {
    /// The capitals of the name: older versions of SGF write `Black` for `B`.
    pub name: String,
    /// The values.
    pub values: Vec<PropertyValue<'a>>,
    /// The place of the name.
    pub mark: Mark,
}

impl<'a> Property<'a> {
    /// An error at the name.
    pub fn error(&self, message: impl Into<ErrorText>) -> NotationError {
        self.mark.error(message)
    }

    /// The only value of a property.
    ///
    /// # Errors
    ///
    /// If there are several.
    pub fn value(&self) -> Result<PropertyValue<'a>, NotationError> {
        match self.values[..] {
            [value] => Ok(value),
            _ => {
                let (name, found) = (&self.name, self.values.len());
                Err(self.error(error_text!(
                    "sgf-several-values",
                    "{name} has {count} values, expected one",
                    name = name,
                    count = found
                )))
            }
        }
    }
}

/// A node, with the numbers of its parent and children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<'a> {
    /// The properties, in the order of the file.
    pub properties: Vec<Property<'a>>,
    /// The node before it; `None` for the first one.
    pub parent: Option<usize>,
    /// The nodes after it: the first one continues the main line.
    pub children: Vec<usize>,
}

/// The nodes of a game in the order of the file: each after its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<'a> {
    /// The nodes; at least one.
    pub nodes: Vec<Node<'a>>,
}

impl<'a> Tree<'a> {
    /// Reads a text that is one game and nothing else; a number of games before it must be 1.
    ///
    /// # Errors
    ///
    /// Contains the line and the column of the syntax error.
    pub fn read(text: &'a str) -> Result<Tree<'a>, NotationError> {
        let mut reader = Reader::of(text);
        reader.count()?;
        reader.game()
    }

    /// For each node, whether it is on the main line, which follows the first variation at every
    /// branching.
    pub(super) fn on_main_line(&self) -> Vec<bool> {
        let mut is_main = vec![false; self.nodes.len()];
        let mut next = (!self.nodes.is_empty()).then_some(0);
        while let Some(node) = next {
            is_main[node] = true;
            next = self.nodes[node].children.first().copied();
        }
        is_main
    }
}

/// Reads a text from left to right.
struct Reader<'a> {
    rest: &'a str,
    /// The place of the rest.
    mark: Mark,
    /// The place of the last letter read that is not blank.
    last: Mark,
}

impl<'a> Reader<'a> {
    fn of(text: &'a str) -> Reader<'a> {
        let mark = Mark::of(text);
        Reader {
            rest: text,
            mark,
            last: mark,
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads this number of bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.mark = self.mark.after_in(taken, rest);
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest.find(|c| !fits(c));
        self.take(length.unwrap_or(self.rest.len()))
    }

    fn skip_blanks(&mut self) {
        self.take_while(|c| c.is_whitespace() || c == '\u{feff}');
    }

    fn peek_visible(&mut self) -> Option<char> {
        self.skip_blanks();
        self.peek()
    }

    /// Reads the next letter that is not blank.
    fn next(&mut self) -> Option<char> {
        self.skip_blanks();
        let letter = self.peek()?;
        self.last = self.mark;
        self.take(letter.len_utf8());
        Some(letter)
    }

    /// Reads the number of games before the first.
    fn count(&mut self) -> Result<(), NotationError> {
        self.skip_blanks();
        let mark = self.mark;
        match self.take_while(|c| c.is_ascii_digit()) {
            "" | "1" => Ok(()),
            count => Err(mark.error(error_text!(
                "sgf-several-games",
                "the file has {count} games, expected one",
                count = count
            ))),
        }
    }

    fn game(mut self) -> Result<Tree<'a>, NotationError> {
        let mut nodes: Vec<Node<'a>> = Vec::new();
        // For each open `(`, the node before it.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut last = None;
        // A sequence of nodes must precede its variations.
        let mut is_sequence = false;
        let mut is_over = false;
        if self.peek_visible() != Some('(') {
            return Err(self.mark.error(error_text!(
                "sgf-no-game",
                "this is not a record in SGF: expected (; at the beginning"
            )));
        }
        while let Some(letter) = self.next() {
            match letter {
                '(' if is_over => {
                    let message = error_text!(
                        "sgf-second-game",
                        "the file contains several games; expected one, and here begins another"
                    );
                    return Err(self.last.error(message));
                }
                c if is_over => {
                    let message = error_text!(
                        "sgf-after-game",
                        "there is '{letter}' after the end of the game",
                        letter = c
                    );
                    return Err(self.last.error(message));
                }
                '(' => {
                    if let Some(c) = self.peek_visible()
                        && c != ';'
                    {
                        return Err(self.mark.error(error_text!(
                            "sgf-no-semicolon",
                            "expected ; after (, not '{letter}'",
                            letter = c
                        )));
                    }
                    open.push(last);
                    is_sequence = true;
                }
                ')' if !open.is_empty() => {
                    last = open.pop().flatten();
                    is_sequence = false;
                    is_over = open.is_empty();
                }
                ';' if is_sequence => {
                    let number = nodes.len();
                    nodes.push(Node {
                        properties: Vec::new(),
                        parent: last,
                        children: Vec::new(),
                    });
                    if let Some(parent) = last {
                        nodes[parent].children.push(number);
                    }
                    last = Some(number);
                }
                c if c.is_ascii_alphabetic() && is_sequence => {
                    let property = self.property(c)?;
                    if let Some(node) = last {
                        nodes[node].properties.push(property);
                    }
                }
                c => {
                    return Err(self.last.error(error_text!(
                        "sgf-letter",
                        "'{letter}' was not expected here",
                        letter = c
                    )));
                }
            }
        }
        match is_over {
            true => Ok(Tree { nodes }),
            false => Err(self.last.error(error_text!(
                "sgf-open-game",
                "the text ends before the closing )"
            ))),
        }
    }

    /// Reads the property whose first letter has been read.
    fn property(&mut self, first: char) -> Result<Property<'a>, NotationError> {
        let mark = self.last;
        let rest = self.take_while(|c| c.is_ascii_alphanumeric());
        let letters = [first].into_iter().chain(rest.chars());
        let name: String = letters.filter(|c| !c.is_ascii_lowercase()).collect();
        if name.is_empty() {
            let message = error_text!(
                "sgf-no-property",
                "\"{name}\" names no property; names are in capitals, such as B",
                name = format!("{first}{rest}")
            );
            return Err(mark.error(message));
        }
        let mut values = Vec::new();
        while self.peek_visible() == Some('[') {
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(mark.error(error_text!(
                "sgf-no-value",
                "expected [ after {name}",
                name = name
            )));
        }
        Ok(Property { name, values, mark })
    }

    /// Reads a value from its opening bracket; the letter after a backslash is kept.
    fn value(&mut self) -> Result<PropertyValue<'a>, NotationError> {
        let opening = self.mark;
        self.take(1);
        let mark = self.mark;
        let mut is_escaped = false;
        let end = self.rest.find(|c| {
            let ends = c == ']' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let Some(end) = end else {
            return Err(opening.error(error_text!("open-bracket", "this [ is never closed")));
        };
        let raw = self.take(end);
        self.last = self.mark;
        self.take(1);
        Ok(PropertyValue { raw, mark })
    }
}
