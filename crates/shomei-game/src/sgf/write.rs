//! Writing records: nodes with moves, comments and variations.

use super::headers::is_header;
use super::result::{self, EndingWord};
use crate::{Ending, Notation, Record, RecordNode, RecordTree, Side};

/// A text as a value: `]` and `\` are escaped with a backslash, and control characters other than
/// line ends become blanks.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ']' | '\\' => value.extend(['\\', letter]),
            '\n' => value.push('\n'),
            letter if letter.is_control() => value.push(' '),
            letter => value.push(letter),
        }
    }
    value
}

/// The name and the text of a header.
type Header<'w> = (&'w str, String);

/// Writes the nodes of a record.
#[derive(Debug)]
pub struct Writer<'w, G: Notation> {
    game: &'w G,
    record: &'w Record<G::Position, G::Move>,
    lines: RecordTree<G::Move>,
}

impl<'w, G: Notation> Writer<'w, G>
where
    G::Move: PartialEq,
{
    /// A writer for a record of this game.
    pub fn of(game: &'w G, record: &'w Record<G::Position, G::Move>) -> Writer<'w, G> {
        Writer {
            game,
            record,
            lines: RecordTree::of(record),
        }
    }

    /// The headers that are properties, and the result; `result` formats a known result word, such
    /// as `B+12`.
    pub fn headers(&self, result: impl Fn(&str) -> String) -> String {
        let mut text = String::new();
        for (name, value) in self.sorted_headers().0 {
            text += &format!("{name}[{}]", escaped(&value));
        }
        if let Some(word) = self.result() {
            text += &format!("RE[{}]", escaped(&result(&word)));
        }
        text
    }

    /// The headers that are properties, and the others: names that are not properties, repeated
    /// names, and a result in words if there is a known result.
    fn sorted_headers(&self) -> (Vec<Header<'w>>, Vec<Header<'w>>) {
        let record: &'w Record<G::Position, G::Move> = self.record;
        let (mut properties, mut others): (Vec<Header<'_>>, Vec<Header<'_>>) = Default::default();
        for (name, value) in &record.headers {
            // Line ends other than LF would not be read back unchanged.
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_written =
                name == "RE" && (self.result().is_some() || result::read(&value).is_some());
            let is_second = properties.iter().any(|(known, _)| *known == name);
            match is_header(name) && !is_written && !is_second {
                _ if value.is_empty() => {}
                true => properties.push((name, value)),
                false => others.push((name, value)),
            }
        }
        (properties, others)
    }

    /// The ending of the main line as a word.
    fn result(&self) -> Option<EndingWord> {
        match &self.record.ending {
            Ending::Over(word) => result::read(word),
            Ending::Won => Some(result::by_play(self.game.goal().attacker).into()),
            Ending::Failed | Ending::Open => None,
        }
    }

    /// The comment on the whole record, after the headers that are not properties.
    pub fn comment(&self) -> String {
        let others = self.sorted_headers().1.into_iter();
        let mut lines: Vec<String> = others
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        let comment = &self.lines.node(0).comment;
        if !comment.is_empty() {
            lines.push(comment.clone());
        }
        comment_of(&lines.join("\n"))
    }

    /// The nodes after the first one, one per line, with all variations; `value` formats a move.
    pub fn nodes(&self, value: impl Fn(&G::Position, G::Move) -> String) -> String {
        let mut text = String::new();
        let mut waiting = vec![Next::Below(0, self.record.root.clone())];
        while let Some(next) = waiting.pop() {
            match next {
                Next::Text(part) => text += part,
                Next::Below(number, position) => {
                    let node = self.lines.node(number);
                    let end = self.end(node);
                    self.below(node, &end, position, &mut waiting, &mut text);
                }
                Next::Move(number, position) => {
                    let node = self.lines.node(number);
                    let Some(mv) = node.mv else { continue };
                    let mover = letter(self.game.to_move(&position));
                    let mv_text = value(&position, mv);
                    text += &format!(";{mover}[{mv_text}]{}\n", comment_of(&node.comment));
                    let after = self.game.play(&position, mv);
                    waiting.push(Next::Below(number, after));
                }
            }
        }
        text
    }

    /// The nodes below a node: one move continues the line, several are variations. If a line ends
    /// at a node from which other lines continue, its end is a variation of its own.
    fn below(
        &self,
        node: &RecordNode<G::Move>,
        end: &str,
        position: G::Position,
        waiting: &mut Vec<Next<G::Position>>,
        text: &mut String,
    ) {
        match node.children[..] {
            [] => *text += end,
            [only] if node.end.is_none() => waiting.push(Next::Move(only, position)),
            _ => {
                if node.end.is_some() {
                    let end = if end.is_empty() { ";" } else { end };
                    *text += &format!("({})\n", end.trim_end());
                }
                for &child in node.children.iter().rev() {
                    waiting.push(Next::Text(")\n"));
                    waiting.push(Next::Move(child, position.clone()));
                    waiting.push(Next::Text("("));
                }
            }
        }
    }

    /// The node for the end of a line: a resignation in a variation, since `RE` is about the main
    /// line, and the comment on the end.
    fn end(&self, node: &RecordNode<G::Move>) -> String {
        let Some(end) = &node.end else {
            return String::new();
        };
        let is_main = std::ptr::eq(node, self.lines.node(self.lines.main_end()));
        let resigned = match &end.ending {
            Ending::Over(word) if !is_main => result::resigned(word),
            _ => None,
        };
        let comment = comment_of(&end.comment);
        match resigned {
            Some(side) => format!(";{}[resign]{comment}\n", letter(side)),
            None if comment.is_empty() => String::new(),
            None => format!(";{comment}\n"),
        }
    }

    /// The comment on the end of the main line.
    #[must_use]
    pub fn end_of_main(&self) -> String {
        let end = &self.lines.node(self.lines.main_end()).end;
        end.as_ref()
            .map_or_else(String::new, |end| comment_of(&end.comment))
    }

    /// The moves of the main line with their comments, one property after another as in GGF.
    pub fn main_line(&self, value: impl Fn(&G::Position, G::Move) -> String) -> String {
        let mut text = String::new();
        let mut position = self.record.root.clone();
        for number in 1..=self.lines.main_end() {
            let node = self.lines.node(number);
            let Some(mv) = node.mv else { continue };
            let mover = letter(self.game.to_move(&position));
            let mv_text = value(&position, mv);
            text += &format!("{mover}[{mv_text}]{}", comment_of(&node.comment));
            position = self.game.play(&position, mv);
        }
        text
    }
}

enum Next<P> {
    Text(&'static str),
    /// Write the nodes after a node; the position is that of the node.
    Below(usize, P),
    /// Write the move of a node, played in this position.
    Move(usize, P),
}

/// The letter of a side in SGF and GGF.
fn letter(side: Side) -> char {
    match side {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

fn comment_of(text: &str) -> String {
    match text.trim_end() {
        "" => String::new(),
        text => format!("C[{}]", escaped(text)),
    }
}
