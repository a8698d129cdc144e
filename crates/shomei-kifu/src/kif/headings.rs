//! Lines of KIF and KI2 that begin with a word: headings, hands, the side to move, and what says
//! that a line of moves begins or ends.

use shomei_game::Side;

use super::KifReader;
use super::numbered::NO_NUMBER;
use crate::ending::begins_square;
use crate::moves::{SIGNS, accept_sign, skip_move};
use crate::names::{HOLDS, NOTHING, SIDES, handicap, side_name};
use crate::scan::{Scan, shown};
use crate::setup::Setup;
use crate::{Error, Spot, bod};

impl KifReader {
    /// A line that begins with a word.
    pub(super) fn words(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        let begin = scan;
        if scan.accept("変化：") || scan.accept("変化:") {
            return self.branch(scan, begin.spot());
        }
        if scan.accept("まで") {
            return self.summary(scan, begin.spot());
        }
        // The heading of the moves.
        if scan.accept("手数--") {
            return Ok(());
        }
        if scan.accept("手数＝") || scan.accept("手数=") || has_last_move(&mut scan) {
            return self.last_move(scan);
        }
        let side = scan.accept_any(SIDES).or_else(|| scan.accept_any(SIGNS));
        if let Some(side) = side {
            if scan.accept("番") {
                scan.skip_blanks();
                scan.end("nothing after the side to move")?;
                return self.turn(side, begin.spot());
            }
            scan.accept("の");
        }
        if HOLDS.iter().any(|word| scan.accept(word)) {
            // Without a side it is what the attacker holds.
            return self.hand(scan, side.unwrap_or(Side::First), begin.spot());
        }
        scan = begin;
        match scan.heading() {
            Some("手合割") => self.handicap(scan),
            Some(name) if name.ends_with("手番") => self.named_turn(scan),
            // Without it this would be another problem.
            Some(name) if HOLDS.iter().any(|word| name.contains(word)) => {
                let (name, known) = (shown(name), sides());
                let message =
                    format!("a hand of no side that is known: \"{name}\"; known are {known}");
                Err(begin.error(message))
            }
            Some(name) if has_pieces(name, scan) => {
                let (name, known) = (shown(name), HOLDS.join(", "));
                let message =
                    format!("pieces of an unknown heading: \"{name}\"; hands are {known}");
                Err(begin.error(message))
            }
            // Something about the record.
            Some(name) => {
                let value = scan.rest().trim();
                if !value.is_empty() {
                    self.headings.push((name.to_string(), value.to_string()));
                }
                Ok(())
            }
            None if begin.rest().starts_with('同') => Err(begin.error(NO_NUMBER)),
            None => {
                Err(begin
                    .expected("a heading such as 手合割：, a board, a move, or a comment after *"))
            }
        }
    }

    /// The move that leads to a diagram, `手数＝171  ▲５三歩  まで`: the other side is to move. The
    /// number says nothing about that, since a game with a handicap begins with the other side.
    fn last_move(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        scan.skip_blanks();
        self.played = scan.number().unwrap_or(0);
        COUNTED.iter().any(|word| scan.accept(word));
        scan.skip_blanks();
        let spot = scan.spot();
        let side = accept_sign(&mut scan);
        let has_move = side.is_some() || scan.peek().is_some_and(begins_square);
        if has_move {
            skip_move(&mut scan)?;
        }
        scan.skip_blanks();
        scan.accept("まで");
        scan.skip_blanks();
        scan.end("the last move, such as ▲５三歩 まで, and nothing after it")?;
        match side {
            Some(side) => self.turn(side.opponent(), spot),
            None if self.lines.is_some() => Ok(()),
            None => {
                self.unsigned = self.unsigned.or(has_move.then_some(spot));
                Ok(())
            }
        }
    }

    /// The side after 手番：.
    fn named_turn(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        scan.skip_blanks();
        let begin = scan;
        let side = scan.accept_any(SIDES).or_else(|| scan.accept_any(SIGNS));
        if let Some(side) = side {
            scan.accept("番");
            scan.skip_blanks();
            if scan.peek().is_none() {
                return self.turn(side, begin.spot());
            }
        }
        let (found, known) = (shown(begin.rest().trim_end()), sides());
        let message = format!("expected the side to move, found \"{found}\"; known are {known}");
        Err(begin.error(message))
    }

    fn turn(&mut self, side: Side, spot: Spot) -> Result<(), Error> {
        if self.lines.is_some() {
            return Err(spot.error("the side to move, after the first move"));
        }
        if self.turn.is_some_and(|other| other != side) {
            return Err(spot.error("another line says that the other side is to move"));
        }
        self.turn = Some(side);
        Ok(())
    }

    fn hand(&mut self, mut scan: Scan<'_>, side: Side, spot: Spot) -> Result<(), Error> {
        scan.skip_blanks();
        if !scan.accept("：") && !scan.accept(":") {
            return Err(scan.expected("'：'"));
        }
        if self.lines.is_some() {
            return Err(spot.error("a hand after the first move"));
        }
        if let Some(first) = self.hands[side.index()].replace(spot) {
            let (name, line) = (side_name(side), first.line);
            let message = format!("a second hand of {name}; the first is in line {line}");
            return Err(spot.error(message));
        }
        bod::parse_hand(scan, side, &mut self.setup)
    }

    fn handicap(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        scan.skip_blanks();
        let name = scan.rest().trim_end();
        if self.lines.is_some() {
            return Err(scan.error("a handicap after the first move"));
        }
        if let Some((first, _)) = self.handicap {
            let message = format!("a second 手合割; the first is in line {}", first.line);
            return Err(scan.error(message));
        }
        self.handicap = Some((scan.spot(), handicap(name)));
        Ok(())
    }
}

/// What may follow the number of moves in a line 手数＝.
const COUNTED: [&str; 4] = ["手目", "手詰め", "手詰", "手"];

/// Reads 手数： with a colon, if the move that leads to a diagram follows. A number alone is
/// something about the record.
fn has_last_move(scan: &mut Scan<'_>) -> bool {
    let mut after = *scan;
    if after.heading() != Some("手数") {
        return false;
    }
    let value = after.rest().trim_end();
    let has_sign = SIGNS.iter().any(|(sign, _)| value.contains(sign));
    let is_move = has_sign || value.ends_with("まで");
    if is_move {
        *scan = after;
    }
    is_move
}

/// Whether a heading says that its value are pieces, and it is some.
fn has_pieces(name: &str, value: Scan<'_>) -> bool {
    let words = value.rest().trim();
    ["駒", "ごま"].iter().any(|word| name.contains(word))
        && !words.is_empty()
        && !NOTHING.contains(&words)
        && bod::parse_hand(value, Side::First, &mut Setup::default()).is_ok()
}

/// The names of sides, for errors.
fn sides() -> String {
    let names: Vec<&str> = SIDES.iter().map(|&(name, _)| name).collect();
    names.join(", ")
}
