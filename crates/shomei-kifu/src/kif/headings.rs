//! Lines of KIF and KI2 that begin with a word: headings, hands, the side to move, and the lines
//! that begin or end the moves.

use shomei_game::{Side, error_text};

use super::KifReader;
use super::numbered::no_number;
use crate::ending::begins_square;
use crate::moves::{SIGNS, accept_sign, skip_move};
use crate::names::{HOLDS, NOTHING, SIDES, handicap, side_name};
use crate::scan::{Scan, shown};
use crate::setup::Setup;
use crate::{Error, Spot, bod};

impl KifReader {
    /// Reads a line that begins with a word.
    pub(super) fn words(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        let begin = scan;
        if scan.accept("変化：") || scan.accept("変化:") {
            return self.branch(scan, begin.spot());
        }
        if scan.accept("まで") {
            return self.summary(scan, begin.spot());
        }
        // The column titles above the moves.
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
                scan.end(|| error_text!("kifu-after-side", "nothing after the side to move"))?;
                return self.turn(side, begin.spot());
            }
            scan.accept("の");
        }
        if HOLDS.iter().any(|word| scan.accept(word)) {
            // Without a side it is the attacker's hand.
            return self.hand(scan, side.unwrap_or(Side::First), begin.spot());
        }
        scan = begin;
        match scan.heading() {
            Some("手合割") => self.handicap(scan),
            Some(name) if name.ends_with("手番") => self.named_turn(scan),
            // If this line were ignored, the record would be another problem.
            Some(name) if HOLDS.iter().any(|word| name.contains(word)) => {
                let message = error_text!(
                    "kifu-hand-of-unknown-side",
                    "this hand has no known side: \"{name}\"; known are {known}",
                    name = shown(name),
                    known = sides()
                );
                Err(begin.error(message))
            }
            Some(name) if has_pieces(name, scan) => {
                let message = error_text!(
                    "kifu-pieces-of-unknown-heading",
                    "there are pieces after the unknown heading \"{name}\"; hands are {known}",
                    name = shown(name),
                    known = HOLDS.join(", ")
                );
                Err(begin.error(message))
            }
            // A heading of the record.
            Some(name) => {
                let value = scan.rest().trim();
                if !value.is_empty() {
                    self.headings.push((name.to_string(), value.to_string()));
                }
                Ok(())
            }
            None if begin.rest().starts_with('同') => Err(begin.error(no_number())),
            None => Err(begin.expected(error_text!(
                "kifu-line",
                "a heading such as 手合割：, a board, a move, or a comment after *"
            ))),
        }
    }

    /// Reads the last move before a diagram, `手数＝171  ▲５三歩  まで`: the other side is to move. The
    /// number does not determine that side, since in a handicap game the other side moves first.
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
        scan.end(|| {
            error_text!(
                "kifu-last-move",
                "the last move, such as ▲５三歩 まで, and nothing after it"
            )
        })?;
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
        let message = error_text!(
            "kifu-unknown-side-to-move",
            "expected the side to move, found \"{found}\"; known are {known}",
            found = shown(begin.rest().trim_end()),
            known = sides()
        );
        Err(begin.error(message))
    }

    fn turn(&mut self, side: Side, spot: Spot) -> Result<(), Error> {
        if self.lines.is_some() {
            return Err(spot.error(error_text!(
                "kifu-side-after-move",
                "the side to move is given after the first move"
            )));
        }
        if self.turn.is_some_and(|other| other != side) {
            return Err(spot.error(error_text!(
                "kifu-other-side-to-move",
                "another line says that the other side is to move"
            )));
        }
        self.turn = Some(side);
        Ok(())
    }

    fn hand(&mut self, mut scan: Scan<'_>, side: Side, spot: Spot) -> Result<(), Error> {
        scan.skip_blanks();
        if !scan.accept("：") && !scan.accept(":") {
            return Err(scan.expected(error_text!("kifu-colon", "'：'")));
        }
        if self.lines.is_some() {
            return Err(spot.error(error_text!(
                "kifu-hand-after-move",
                "there is a hand after the first move"
            )));
        }
        if let Some(first) = self.hands[side.index()].replace(spot) {
            let message = error_text!(
                "kifu-second-hand",
                "this is a second hand of {side}; the first is in line {line}",
                side = side_name(side),
                line = first.line
            );
            return Err(spot.error(message));
        }
        bod::parse_hand(scan, side, &mut self.setup)
    }

    fn handicap(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        scan.skip_blanks();
        let name = scan.rest().trim_end();
        if self.lines.is_some() {
            return Err(scan.error(error_text!(
                "kifu-handicap-after-move",
                "there is a handicap after the first move"
            )));
        }
        if let Some((first, _)) = self.handicap {
            let message = error_text!(
                "kifu-second-handicap",
                "this is a second 手合割; the first is in line {line}",
                line = first.line
            );
            return Err(scan.error(message));
        }
        self.handicap = Some((scan.spot(), handicap(name)));
        Ok(())
    }
}

/// Words after the number of moves in a line 手数＝.
const COUNTED: [&str; 4] = ["手目", "手詰め", "手詰", "手"];

/// Reads 手数： with a colon if the last move before a diagram follows. With only a number it is a
/// heading.
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

/// Whether a heading announces pieces and its value contains some.
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
