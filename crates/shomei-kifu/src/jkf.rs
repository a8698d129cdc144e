//! Reads JKF, the JSON Kifu Format that tools in browsers write.
//!
//! Moves may be complete or say as little as the format allows: `color`, `piece`, `promote` and
//! `capture` may be missing where the position has them, `same` may replace `to`, and without
//! `from` a piece is dropped. What is said twice must agree. The form of what is written is in
//! `write/jkf.rs`.

mod moves;
mod node;

use node::Node;
use shomei_game::Side;
use shomei_shogi::{Position, Square};

use crate::builder::Builder;
use crate::ending::CSA_ENDS;
use crate::names::{CSA_PIECES, SIDES, handicap};
use crate::scan::shown;
use crate::setup::Setup;
use crate::{Error, Kifu, Spot};

/// Whether a text is a JSON object with moves.
pub(crate) fn looks_like_jkf(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("\"moves\"")
}

/// How deep forks may lie in forks. To read a fork is to read again all that lies in it, so what
/// is deeper would take too much time.
const DEEPEST: usize = 200;

/// Reads a record.
///
/// # Errors
///
/// With the line and column.
pub(crate) fn read(text: &str) -> Result<Kifu, Error> {
    let whole = Node::whole(text)?.object("a record of JKF, an object")?;
    let root = whole.read("initial", position)?;
    let root = root.map_or_else(|| preset("HIRATE", whole.node.spot()), Ok)?;
    let headers = whole.read("header", |header| headers(header, &root))?;
    let Some(moves) = whole.get("moves") else {
        let message = "this object has no \"moves\": it is no record of JKF";
        return Err(whole.node.error(message));
    };
    let mut reader = JkfReader(Builder::new(root, Vec::new()));
    reader.lists(moves)?;
    Ok(Kifu {
        headings: headers.unwrap_or_default(),
        ..reader.0.kifu()?
    })
}

/// What is said about the record; a text of several lines is one header for each.
fn headers(header: Node<'_>, root: &Position) -> Result<Vec<(String, String)>, Error> {
    let mut headers = Vec::new();
    for (name, value) in header.object("the headers, an object")?.members {
        let text = value.text("the text of a header")?;
        if name == "手合割" {
            check_handicap(text.trim(), value.spot(), root)?;
            continue;
        }
        let side = SIDES
            .iter()
            .find(|(known, _)| text.trim().starts_with(known));
        if name.ends_with("手番") && side.is_some_and(|(_, side)| *side != root.to_move()) {
            return Err(value.error("\"initial\" says that the other side is to move"));
        }
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            headers.push((name.trim().to_string(), line.to_string()));
        }
    }
    Ok(headers)
}

/// Refuses a handicap with a name that is known where the position is another one.
fn check_handicap(name: &str, spot: Spot, root: &Position) -> Result<(), Error> {
    match handicap(name) {
        Some(given) if without(given, spot)? != *root => {
            let message = format!("\"initial\" is not the position of {name}");
            Err(spot.error(message))
        }
        _ => Ok(()),
    }
}

/// The names of the usual starts in JKF, and in KIF.
const PRESETS: [(&str, &str); 16] = [
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

/// The position that the record begins with.
fn position(initial: Node<'_>) -> Result<Position, Error> {
    let object = initial.object("the first position, an object")?;
    object.only(&["preset", "data"])?;
    let name = object.read("preset", |name| name.text("the name of a preset"))?;
    let name = name.filter(|name| name != "OTHER");
    let named = name.map(|name| preset(&name, object.spot("preset")));
    let (named, given) = (named.transpose()?, object.read("data", data_position)?);
    if named.is_some() && given.is_some() && named != given {
        let message = "\"data\" is another position than that of \"preset\"";
        return Err(object.spot("data").error(message));
    }
    let message = "expected the name of a preset, or \"data\" with the board and the hands";
    named.or(given).ok_or_else(|| initial.error(message))
}

/// A usual start by its name.
fn preset(name: &str, spot: Spot) -> Result<Position, Error> {
    let known = PRESETS.iter().find(|(known, _)| *known == name);
    match known.and_then(|(_, kif)| handicap(kif)) {
        Some(given) => without(given, spot),
        None => {
            let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
            let (found, known) = (shown(name), names.join(", "));
            Err(spot.error(format!("no preset \"{found}\"; known are {known}, OTHER")))
        }
    }
}

/// The usual start without these pieces.
fn without(given: &str, spot: Spot) -> Result<Position, Error> {
    let mut setup = Setup::default();
    let turn = setup.put_handicap(given, spot)?;
    setup.position(turn)
}

/// A board, hands and the side to move.
fn data_position(data: Node<'_>) -> Result<Position, Error> {
    let object = data.object("a position, an object")?;
    object.only(&["color", "board", "hands"])?;
    let mut setup = Setup::default();
    let Some(board) = object.get("board") else {
        return Err(data.error("this position has no \"board\""));
    };
    for (file, column) in (1..).zip(board.list_of::<9>("the board, a list of nine files")?) {
        let column = column.list_of::<9>("a file of the board, a list of nine squares")?;
        for (rank, cell) in (1..).zip(column) {
            if let Some(square) = Square::at(file, rank) {
                put(cell, square, &mut setup)?;
            }
        }
    }
    let hands = object.read("hands", |hands| {
        hands.list_of::<2>("the hands, a list of two")
    })?;
    for (side, hand) in Side::BOTH.into_iter().zip(hands.into_iter().flatten()) {
        for (name, count) in hand.object("a hand, an object")?.members {
            let known = CSA_PIECES.iter().find(|(known, _)| *known == name);
            let Some(&(_, kind)) = known else {
                let name = shown(&name);
                return Err(count.error(format!("no piece \"{name}\" can be in hand")));
            };
            let pieces = count.number(0..=18, "a number of pieces, 0 to 18")?;
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
    let object = cell.object("a square, an object")?;
    object.only(&["color", "kind"])?;
    match (
        object.read("color", Node::side)?,
        object.read("kind", Node::kind)?,
    ) {
        (None, None) => Ok(()),
        (Some(side), Some(kind)) => setup.put(square, side, kind, object.spot("kind")),
        (None, Some(_)) => Err(cell.error("this piece has no \"color\"")),
        (Some(_), None) => Err(cell.error("this piece has no \"kind\"")),
    }
}

/// What has been read of the moves.
struct JkfReader(Builder);

/// A line that is still to be read.
struct Waiting<'t> {
    list: Node<'t>,
    /// The moves before it; `None` for the main line.
    plies: Option<usize>,
    /// In how many forks it lies.
    depth: usize,
}

/// Refuses an object without a move and without an end, which only the root may be.
fn check_step(node: Node<'_>) -> Result<(), Error> {
    let step = node.object("a move, an object")?;
    match step.get("move").or(step.get("special")) {
        Some(_) => Ok(()),
        None => Err(node.error("expected \"move\" or \"special\" in this object")),
    }
}

impl JkfReader {
    /// All lines: the main line, then the forks of each line from its last move to its first, as
    /// KIF has branches.
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
            for (number, step) in line.list.list("a list of moves")?.into_iter().enumerate() {
                let is_root = line.plies.is_none() && number == 0;
                if !is_root {
                    check_step(step)?;
                }
                let plies = Some(self.0.place().plies);
                for list in self.step(step)?.into_iter().rev() {
                    if line.depth == DEEPEST {
                        let message = format!("forks lie in forks more than {DEEPEST} deep");
                        return Err(list.error(message));
                    }
                    let depth = line.depth + 1;
                    forks.push(Waiting { list, plies, depth });
                }
            }
            waiting.extend(forks);
        }
        Ok(())
    }

    /// A move, an end, or at the root what is said about the record. Returns what may be played
    /// in place of it.
    fn step<'t>(&mut self, node: Node<'t>) -> Result<Vec<Node<'t>>, Error> {
        let step = node.object("a move, an object")?;
        let (mv, special) = (step.get("move"), step.get("special"));
        if let Some(mv) = mv {
            self.play(mv)?;
        }
        if let Some(special) = special {
            self.end(special)?;
        }
        let comments = step.read("comments", |comments| {
            comments.list("comments, a list of texts")
        })?;
        for line in comments.into_iter().flatten() {
            let text = line.text("a comment, a text")?;
            let lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
            lines.for_each(|line| self.0.comment(line));
        }
        let forks = step.read("forks", |forks| {
            forks.list("forks, a list of lists of moves")
        })?;
        let forks = forks.unwrap_or_default();
        match mv.or(special) {
            None if !forks.is_empty() => {
                let message = "there is no move that these could replace";
                Err(step.spot("forks").error(message))
            }
            _ => Ok(forks),
        }
    }

    fn play(&mut self, mv: Node<'_>) -> Result<(), Error> {
        self.0.no_illegal_move()?;
        if self.0.over().is_some() {
            return Err(mv.error("a move after the end of the line"));
        }
        self.0.read(moves::parse(mv, &self.0.place())?);
        Ok(())
    }

    /// How a line ends, by the words of CSA.
    fn end(&mut self, special: Node<'_>) -> Result<(), Error> {
        let name = special.text("how the line ends, a text")?;
        let ends = CSA_ENDS.map(|end| end.trim_start_matches('%'));
        // The sign of the side is missing where KIF was converted without the position.
        if !ends.contains(&name.as_str()) && name != "ILLEGAL_ACTION" {
            let (found, known) = (shown(&name), ends.join(", "));
            let message = format!("\"{found}\" is no end of a game; known are {known}");
            return Err(special.error(message));
        }
        self.0.end_by_csa(&name, special.spot())
    }
}
