//! Reads JKF, the JSON Kifu Format of browser tools.
//!
//! Moves may be complete or minimal: `color`, `piece`, `promote` and `capture` may be omitted if
//! the position determines them, `same` may replace `to`, and a move without `from` is a drop.
//! Redundant members must agree. `write/jkf.rs` describes the written form.

mod moves;
mod node;

use node::Node;
use shomei_game::{Side, error_text};
use shomei_shogi::{Position, Square};

use crate::builder::Builder;
use crate::csa::unknown_end;
use crate::ending::CSA_ENDS;
use crate::names::{CSA_PIECES, SIDES, handicap};
use crate::scan::shown;
use crate::setup::{Setup, start_without};
use crate::{Error, Kifu, Spot};

/// Whether a text is a JSON object with moves.
pub(crate) fn looks_like_jkf(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("\"moves\"")
}

/// The deepest nesting of forks. Each level parses everything inside it again, so deeper nesting
/// would take too much time.
const DEEPEST: usize = 200;

/// Reads a record.
///
/// # Errors
///
/// If it is not a valid record; the error has the line and column.
pub(crate) fn read(text: &str) -> Result<Kifu, Error> {
    let whole =
        Node::whole(text)?.object(|| error_text!("jkf-record", "a record of JKF, an object"))?;
    let root = whole.read("initial", position)?;
    let root = root.map_or_else(|| preset("HIRATE", whole.node.spot()), Ok)?;
    let headers = whole.read("header", |header| headers(header, &root))?;
    let Some(moves) = whole.get("moves") else {
        let message = error_text!(
            "jkf-no-moves",
            "this object has no \"moves\": it is not a record of JKF"
        );
        return Err(whole.node.error(message));
    };
    let mut reader = JkfReader(Builder::new(root, Vec::new()));
    reader.lists(moves)?;
    Ok(Kifu {
        headings: headers.unwrap_or_default(),
        ..reader.0.kifu()?
    })
}

/// The headers of the record; a text of several lines becomes several headers.
fn headers(header: Node<'_>, root: &Position) -> Result<Vec<(String, String)>, Error> {
    let mut headers = Vec::new();
    for (name, value) in header
        .object(|| error_text!("jkf-headers", "the headers, an object"))?
        .members
    {
        let text = value.text(|| error_text!("jkf-header", "the text of a header"))?;
        if name == "手合割" {
            check_handicap(text.trim(), value.spot(), root)?;
            continue;
        }
        let side = SIDES
            .iter()
            .find(|(known, _)| text.trim().starts_with(known));
        if name.ends_with("手番") && side.is_some_and(|(_, side)| *side != root.to_move()) {
            return Err(value.error(error_text!(
                "jkf-other-side-to-move",
                "\"initial\" says that the other side is to move"
            )));
        }
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            headers.push((name.trim().to_string(), line.to_string()));
        }
    }
    Ok(headers)
}

/// Refuses a known name of a handicap if the position is a different one.
fn check_handicap(name: &str, spot: Spot, root: &Position) -> Result<(), Error> {
    match handicap(name) {
        Some(given) if start_without(given, spot)? != *root => Err(spot.error(error_text!(
            "jkf-other-handicap",
            "\"initial\" is not the position of {name}",
            name = name
        ))),
        _ => Ok(()),
    }
}

/// The names of the usual starts in JKF and in KIF.
pub(crate) const PRESETS: [(&str, &str); 16] = [
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// The first position of the record.
fn position(initial: Node<'_>) -> Result<Position, Error> {
    let object = initial.object(|| error_text!("jkf-initial", "the first position, an object"))?;
    object.only(&["preset", "data"])?;
    let name = object.read("preset", |name| {
        name.text(|| error_text!("jkf-preset", "the name of a preset"))
    })?;
    let name = name.filter(|name| name != "OTHER");
    let named = name.map(|name| preset(&name, object.spot("preset")));
    let (named, given) = (named.transpose()?, object.read("data", data_position)?);
    if named.is_some() && given.is_some() && named != given {
        let message = error_text!(
            "jkf-data-and-preset",
            "\"data\" is another position than that of \"preset\""
        );
        return Err(object.spot("data").error(message));
    }
    named.or(given).ok_or_else(|| {
        initial.error(error_text!(
            "jkf-no-position",
            "expected the name of a preset, or \"data\" with the board and the hands"
        ))
    })
}

/// A usual start by its name.
fn preset(name: &str, spot: Spot) -> Result<Position, Error> {
    let known = PRESETS.iter().find(|(known, _)| *known == name);
    match known.and_then(|(_, kif)| handicap(kif)) {
        Some(given) => start_without(given, spot),
        None => {
            let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
            Err(spot.error(error_text!(
                "jkf-unknown-preset",
                "there is no preset \"{name}\"; known are {known}, OTHER",
                name = shown(name),
                known = names.join(", ")
            )))
        }
    }
}

/// A board, hands and the side to move.
fn data_position(data: Node<'_>) -> Result<Position, Error> {
    let object = data.object(|| error_text!("jkf-data", "a position, an object"))?;
    object.only(&["color", "board", "hands"])?;
    let mut setup = Setup::default();
    let Some(board) = object.get("board") else {
        return Err(data.error(error_text!(
            "jkf-no-board",
            "this position has no \"board\""
        )));
    };
    let files =
        board.list_of::<9>(|| error_text!("jkf-board", "the board, a list of nine files"))?;
    for (file, column) in (1..).zip(files) {
        let column = column.list_of::<9>(|| {
            error_text!("jkf-file", "a file of the board, a list of nine squares")
        })?;
        for (rank, cell) in (1..).zip(column) {
            if let Some(square) = Square::at(file, rank) {
                put(cell, square, &mut setup)?;
            }
        }
    }
    let hands = object.read("hands", |hands| {
        hands.list_of::<2>(|| error_text!("jkf-hands", "the hands, a list of two"))
    })?;
    for (side, hand) in Side::BOTH.into_iter().zip(hands.into_iter().flatten()) {
        for (name, count) in hand
            .object(|| error_text!("jkf-hand", "a hand, an object"))?
            .members
        {
            let known = CSA_PIECES.iter().find(|(known, _)| *known == name);
            let Some(&(_, kind)) = known else {
                return Err(count.error(error_text!(
                    "jkf-hand-piece",
                    "no piece \"{name}\" can be in hand",
                    name = shown(&name)
                )));
            };
            let pieces = count.number(0..=18, || {
                error_text!("jkf-hand-number", "a number of pieces, 0 to 18")
            })?;
            if pieces > 0 {
                setup.hold(side, kind, usize::from(pieces), count.spot())?;
            }
        }
    }
    let turn = object.read("color", Node::side)?;
    let position = setup.position(turn.unwrap_or(Side::First));
    position.map_err(|error| match error.spot {
        None => data.error(error.message),
        Some(_) => error,
    })
}

/// Puts a piece on its square.
fn put(cell: Node<'_>, square: Square, setup: &mut Setup) -> Result<(), Error> {
    if cell.is_null() {
        return Ok(());
    }
    let object = cell.object(|| error_text!("jkf-cell", "a square, an object"))?;
    object.only(&["color", "kind"])?;
    match (
        object.read("color", Node::side)?,
        object.read("kind", Node::kind)?,
    ) {
        (None, None) => Ok(()),
        (Some(side), Some(kind)) => setup.put(square, side, kind, object.spot("kind")),
        (None, Some(_)) => {
            Err(cell.error(error_text!("jkf-no-color", "this piece has no \"color\"")))
        }
        (Some(_), None) => {
            Err(cell.error(error_text!("jkf-no-kind", "this piece has no \"kind\"")))
        }
    }
}

/// The reader of the moves.
struct JkfReader(Builder);

/// A line that has not been read.
struct Waiting<'t> {
    list: Node<'t>,
    /// The number of moves before it; `None` for the main line.
    plies: Option<usize>,
    /// The nesting depth of its fork.
    depth: usize,
}

/// Refuses an object without a move and without an ending, unless it is the root.
fn check_step(node: Node<'_>) -> Result<(), Error> {
    let step = node.object(node::step_text)?;
    match step.get("move").or(step.get("special")) {
        Some(_) => Ok(()),
        None => Err(node.error(error_text!(
            "jkf-no-move",
            "expected \"move\" or \"special\" in this object"
        ))),
    }
}

impl JkfReader {
    /// Reads all lines: the main line, then the forks of each line from its last move to its first,
    /// as in KIF.
    fn lists(&mut self, main: Node<'_>) -> Result<(), Error> {
        let mut waiting = vec![Waiting {
            list: main,
            plies: None,
            depth: 0,
        }];
        while let Some(line) = waiting.pop() {
            if let Some(plies) = line.plies {
                self.0.branch(plies)?;
            }
            let mut forks = Vec::new();
            for (number, step) in line
                .list
                .list(|| error_text!("jkf-moves", "a list of moves"))?
                .into_iter()
                .enumerate()
            {
                let is_root = line.plies.is_none() && number == 0;
                if !is_root {
                    check_step(step)?;
                }
                let plies = Some(self.0.place().plies);
                for list in self.step(step)?.into_iter().rev() {
                    if line.depth == DEEPEST {
                        return Err(list.error(error_text!(
                            "jkf-deep-forks",
                            "there are more than {most} forks within each other",
                            most = DEEPEST
                        )));
                    }
                    let depth = line.depth + 1;
                    forks.push(Waiting { list, plies, depth });
                }
            }
            waiting.extend(forks);
        }
        Ok(())
    }

    /// Reads a move, an ending or, at the root, the comments on the record. Returns the
    /// alternatives to it.
    fn step<'t>(&mut self, node: Node<'t>) -> Result<Vec<Node<'t>>, Error> {
        let step = node.object(node::step_text)?;
        let (mv, special) = (step.get("move"), step.get("special"));
        if let Some(mv) = mv {
            self.play(mv)?;
        }
        if let Some(special) = special {
            self.end(special)?;
        }
        let comments = step.read("comments", |comments| {
            comments.list(|| error_text!("jkf-comments", "comments, a list of texts"))
        })?;
        for line in comments.into_iter().flatten() {
            let text = line.text(|| error_text!("jkf-comment", "a comment, a text"))?;
            let lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
            lines.for_each(|line| self.0.comment(line));
        }
        let forks = step.read("forks", |forks| {
            forks.list(|| error_text!("jkf-forks", "forks, a list of lists of moves"))
        })?;
        let forks = forks.unwrap_or_default();
        match mv.or(special) {
            None if !forks.is_empty() => {
                let message = error_text!(
                    "jkf-forks-without-move",
                    "there is no move that these forks could replace"
                );
                Err(step.spot("forks").error(message))
            }
            _ => Ok(forks),
        }
    }

    fn play(&mut self, mv: Node<'_>) -> Result<(), Error> {
        self.0.no_illegal_move()?;
        if self.0.over().is_some() {
            return Err(mv.error(error_text!(
                "move-after-end",
                "there is a move after the end of the line"
            )));
        }
        self.0.read(moves::parse(mv, &self.0.place())?);
        Ok(())
    }

    /// Reads how a line ends, by the names of CSA.
    fn end(&mut self, special: Node<'_>) -> Result<(), Error> {
        let name = special.text(|| error_text!("jkf-special", "how the line ends, a text"))?;
        let ends = CSA_ENDS.map(|end| end.trim_start_matches('%'));
        // Converters from KIF without the position omit the sign of the side.
        if !ends.contains(&name.as_str()) && name != "ILLEGAL_ACTION" {
            return Err(special.error(unknown_end(&name, &ends)));
        }
        self.0.end_by_csa(&name, special.spot())
    }
}
