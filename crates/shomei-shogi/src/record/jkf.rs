//! Reads JKF, the JSON Kifu Format that tools in browsers write.
//!
//! Moves may be complete or say as little as the format allows: `color`, `piece`, `promote` and
//! `capture` may be missing where the position has them, `same` may replace `to`, and without
//! `from` a piece is dropped. What is said twice must agree. The form of what is written is in
//! `write/jkf.rs`.

mod json;
mod moves;
mod node;

use shomei_game::{Ending, NotationError, Side};

use super::ShogiRecord;
use super::ending::{CSA_ENDS, FOULED, of_csa};
use super::lines::Lines;
use super::moves::Read;
use super::names::{CSA_PIECES, handicap};
use super::scan::{Spot, shown};
use super::setup::Setup;
use crate::{Position, Square};
use json::Json;
use node::{Node, Object};

/// Whether a text is a JSON object with moves.
pub(super) fn looks_like_jkf(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("\"moves\"")
}

/// Reads a record.
///
/// # Errors
///
/// With the line and column.
pub(super) fn read(text: &str) -> Result<ShogiRecord, NotationError> {
    let json = Json::parse(text)?;
    let whole = Node::whole(&json).object("a record of JKF, an object")?;
    let root = match whole.get("initial") {
        Some(initial) => position(initial)?,
        None => preset("HIRATE", whole.spot())?,
    };
    let headers = match whole.get("header") {
        Some(header) => headers(header, &root)?,
        None => Vec::new(),
    };
    let Some(moves) = whole.get("moves") else {
        return Err(whole
            .spot()
            .error("this object has no \"moves\": it is no record of JKF"));
    };
    let mut reader = Reader {
        lines: Lines::new(root),
        illegal: None,
    };
    reader.lists(moves)?;
    Ok(ShogiRecord {
        headers,
        ..reader.lines.record()
    })
}

/// What is said about the record; a text of several lines is one header for each.
fn headers(header: Node<'_>, root: &Position) -> Result<Vec<(String, String)>, NotationError> {
    let mut headers = Vec::new();
    for (name, value) in header.object("the headers, an object")?.members() {
        let text = value.text("the text of a header")?;
        if name == "手合割" {
            check_handicap(text.trim(), value.spot(), root)?;
            continue;
        }
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            headers.push((name.trim().to_string(), line.to_string()));
        }
    }
    Ok(headers)
}

/// Refuses a handicap with a name that is known where the position is another one.
fn check_handicap(name: &str, spot: Spot, root: &Position) -> Result<(), NotationError> {
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
fn position(initial: Node<'_>) -> Result<Position, NotationError> {
    let object = initial.object("the first position, an object")?;
    object.only(&["preset", "data"])?;
    let named = match object.get("preset") {
        Some(name) => match name.text("the name of a preset")? {
            "OTHER" => None,
            known => Some(preset(known, name.spot())?),
        },
        None => None,
    };
    let given = object.get("data");
    let given = given.map(|data| Ok((data_position(data)?, data.spot())));
    match (named, given.transpose()?) {
        (Some(named), Some((given, spot))) if named != given => {
            Err(spot.error("\"data\" is another position than that of \"preset\""))
        }
        (Some(position), _) | (None, Some((position, _))) => Ok(position),
        (None, None) => {
            let message = "expected the name of a preset, or \"data\" with the board and the hands";
            Err(object.spot().error(message))
        }
    }
}

/// A usual start by its name.
fn preset(name: &str, spot: Spot) -> Result<Position, NotationError> {
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

/// The usual start without these pieces; who gives pieces away begins.
fn without(given: &[(u8, u8)], spot: Spot) -> Result<Position, NotationError> {
    let mut setup = Setup::empty();
    setup.put_start(spot)?;
    for square in given
        .iter()
        .filter_map(|&(file, rank)| Square::at(file, rank))
    {
        setup.remove(square);
    }
    setup.position(match given.is_empty() {
        true => Side::First,
        false => Side::Second,
    })
}

/// A board, hands and the side to move.
fn data_position(data: Node<'_>) -> Result<Position, NotationError> {
    let object = data.object("a position, an object")?;
    object.only(&["color", "board", "hands"])?;
    let mut setup = Setup::empty();
    let Some(board) = object.get("board") else {
        return Err(object.spot().error("this position has no \"board\""));
    };
    for (file, column) in (1..).zip(board.list_of(9, "the board, a list of nine files")?) {
        for (rank, cell) in
            (1..).zip(column.list_of(9, "a file of the board, a list of nine squares")?)
        {
            if let Some(square) = Square::at(file, rank) {
                put(cell, square, &mut setup)?;
            }
        }
    }
    if let Some(hands) = object.get("hands") {
        let hands = hands.list_of(2, "the hands, a list of two")?;
        for (side, hand) in Side::BOTH.into_iter().zip(hands) {
            for (name, count) in hand.object("a hand, an object")?.members() {
                let spot = count.spot();
                let kind = CSA_PIECES.iter().find(|(known, _)| *known == name);
                let Some(&(_, kind)) = kind else {
                    return Err(spot.error(format!("no piece \"{}\" can be in hand", shown(name))));
                };
                let count = count.whole_number(0..=18, "a number of pieces, 0 to 18")?;
                if count > 0 {
                    setup.hold(side, kind, usize::from(count), spot)?;
                }
            }
        }
    }
    let turn = object.get("color").map(Node::side).transpose()?;
    let position = setup.position(turn.unwrap_or(Side::First));
    position.map_err(|error| object.placed(error))
}

/// Puts what stands on a square.
fn put(cell: Node<'_>, square: Square, setup: &mut Setup) -> Result<(), NotationError> {
    if cell.is_null() {
        return Ok(());
    }
    let object = cell.object("a square, an object")?;
    object.only(&["color", "kind"])?;
    match (object.get("color"), object.get("kind")) {
        (None, None) => Ok(()),
        (Some(color), Some(kind)) => setup.put(square, color.side()?, kind.kind()?, kind.spot()),
        (None, Some(_)) => Err(object.spot().error("this piece has no \"color\"")),
        (Some(_), None) => Err(object.spot().error("this piece has no \"kind\"")),
    }
}

/// What has been read of the moves.
struct Reader {
    lines: Lines,
    /// A move that is not legal, which is refused unless the line ends by it.
    illegal: Option<NotationError>,
}

impl Reader {
    /// All lines: the main line, then the forks of each line from its last move to its first, as
    /// KIF has branches.
    fn lists(&mut self, main: Node<'_>) -> Result<(), NotationError> {
        let mut waiting = vec![(None, main)];
        while let Some((branch, list)) = waiting.pop() {
            if let Some(plies) = branch {
                self.lines.branch(plies);
            }
            let mut forks = Vec::new();
            for (number, step) in list.list("a list of moves")?.enumerate() {
                let step = step.object("a move, an object")?;
                let is_root = branch.is_none() && number == 0;
                let plies = self.lines.plies();
                for fork in self.step(&step, is_root)?.into_iter().rev() {
                    forks.push((Some(plies), fork));
                }
            }
            self.no_illegal_move()?;
            waiting.extend(forks);
        }
        Ok(())
    }

    fn no_illegal_move(&mut self) -> Result<(), NotationError> {
        self.illegal.take().map_or(Ok(()), Err)
    }

    /// A move, an end, or at the root what is said about the record. Returns what may be played
    /// in place of it.
    fn step<'j>(
        &mut self,
        step: &Object<'j>,
        is_root: bool,
    ) -> Result<Vec<Node<'j>>, NotationError> {
        let (mv, special) = (step.get("move"), step.get("special"));
        if mv.is_none() && special.is_none() && !is_root {
            let message = "expected \"move\" or \"special\" in this object";
            return Err(step.spot().error(message));
        }
        if let Some(mv) = mv {
            self.play(mv)?;
        }
        if let Some(special) = special {
            self.end(special)?;
        }
        if let Some(comments) = step.get("comments") {
            for line in comments.list("comments, a list of texts")? {
                let text = line.text("a comment, a text")?;
                let lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
                lines.for_each(|line| self.lines.comment(line));
            }
        }
        let Some(forks) = step.get("forks") else {
            return Ok(Vec::new());
        };
        let spot = forks.spot();
        let forks: Vec<Node<'j>> = forks.list("forks, a list of lists of moves")?.collect();
        match mv.or(special) {
            None if !forks.is_empty() => {
                Err(spot.error("there is no move that these could replace"))
            }
            _ => Ok(forks),
        }
    }

    fn play(&mut self, mv: Node<'_>) -> Result<(), NotationError> {
        self.no_illegal_move()?;
        if self.lines.over().is_some() {
            return Err(mv.spot().error("a move behind the end of the line"));
        }
        match moves::parse(mv, self.lines.position(), self.lines.last_square())? {
            Read::Legal(mv) => self.lines.play(mv),
            Read::Illegal(error) => self.illegal = Some(error),
        }
        Ok(())
    }

    /// How a line ends, by the words of CSA.
    fn end(&mut self, special: Node<'_>) -> Result<(), NotationError> {
        let name = special.text("how the line ends, a text")?;
        let spot = special.spot();
        let is_known = |known: &&str| known.trim_start_matches('%') == name;
        // The sign of the side is missing where KIF was converted without the position.
        if !CSA_ENDS.iter().any(is_known) && name != "ILLEGAL_ACTION" {
            let known: Vec<&str> = CSA_ENDS
                .iter()
                .map(|name| name.trim_start_matches('%'))
                .collect();
            let (found, known) = (shown(name), known.join(", "));
            return Err(spot.error(format!(
                "\"{found}\" is no end of a game; known are {known}"
            )));
        }
        if self.lines.over().is_some() {
            return Err(spot.error("a second end of the line"));
        }
        let is_foul = match name.contains("ILLEGAL") {
            true => self.illegal.take().is_some(),
            false => {
                self.no_illegal_move()?;
                false
            }
        };
        let ending: Ending = match is_foul {
            true => FOULED,
            false => of_csa(name, self.lines.position().to_move()),
        };
        self.lines.end(ending);
        Ok(())
    }
}
