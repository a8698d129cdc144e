//! Lines of KIF and KI2 that begin with a word: headings, hands, the side to move, and what says
//! that a line of moves begins or ends.

use shomei_game::{NotationError, Side};

use super::{Handicap, Reader};
use crate::record::bod;
use crate::record::moves::SIGNS;
use crate::record::names::{HOLDS, SIDES, handicap, side_name};
use crate::record::scan::{Scan, Spot, shown};

impl Reader {
    /// A line that begins with a word.
    pub(super) fn words(&mut self, mut scan: Scan<'_>) -> Result<(), NotationError> {
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
        if scan.accept("手数＝") || scan.accept("手数=") {
            return self.last_move(scan);
        }
        let side = scan.accept_any(SIDES);
        if let Some(side) = side {
            if scan.accept("番") {
                scan.skip_blanks();
                return match scan.peek() {
                    None => self.turn(side, begin.spot()),
                    Some(_) => Err(scan.expected("nothing behind the side to move")),
                };
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
            // Something about the record.
            Some(name) => {
                let value = scan.rest().trim();
                if !value.is_empty() {
                    self.headers.push((name.to_string(), value.to_string()));
                }
                Ok(())
            }
            None => Err(begin
                .expected("a heading such as 手合割：, a board, a move, or a comment behind *")),
        }
    }

    /// The move that leads to a diagram, `手数＝171  ▲５三歩  まで`: the other side is to move.
    fn last_move(&mut self, mut scan: Scan<'_>) -> Result<(), NotationError> {
        self.played = scan.number().unwrap_or(0);
        scan.accept("手");
        scan.skip_blanks();
        let spot = scan.spot();
        match scan.accept_any(SIGNS) {
            Some(side) => self.turn(side.opponent(), spot),
            None => Ok(()),
        }
    }

    /// The side behind 手番：.
    fn named_turn(&mut self, mut scan: Scan<'_>) -> Result<(), NotationError> {
        scan.skip_blanks();
        let begin = scan;
        if let Some(side) = scan.accept_any(SIDES) {
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

    fn turn(&mut self, side: Side, spot: Spot) -> Result<(), NotationError> {
        if self.lines.is_some() {
            return Err(spot.error("whose turn it is, behind the first move"));
        }
        if self.turn.is_some_and(|other| other != side) {
            return Err(spot.error("the other side is said to be to move already"));
        }
        self.turn = Some(side);
        Ok(())
    }

    fn hand(&mut self, mut scan: Scan<'_>, side: Side, spot: Spot) -> Result<(), NotationError> {
        scan.skip_blanks();
        if !scan.accept("：") && !scan.accept(":") {
            return Err(scan.expected("'：'"));
        }
        if self.lines.is_some() {
            return Err(spot.error("a hand behind the first move"));
        }
        if let Some(first) = self.hands[side.index()].replace(spot) {
            let (name, line) = (side_name(side), first.line);
            let message = format!("a second hand of {name}; the first is in line {line}");
            return Err(spot.error(message));
        }
        bod::parse_hand(scan, side, &mut self.setup)
    }

    fn handicap(&mut self, mut scan: Scan<'_>) -> Result<(), NotationError> {
        scan.skip_blanks();
        let name = scan.rest().trim_end();
        if self.lines.is_some() {
            return Err(scan.error("a handicap behind the first move"));
        }
        if let Some((first, _)) = self.handicap {
            let message = format!("a second 手合割; the first is in line {}", first.line);
            return Err(scan.error(message));
        }
        let handicap = handicap(name).map_or(Handicap::Other, Handicap::Given);
        self.handicap = Some((scan.spot(), handicap));
        Ok(())
    }
}

/// The names of sides, for errors.
fn sides() -> String {
    let names: Vec<&str> = SIDES.iter().map(|&(name, _)| name).collect();
    names.join(", ")
}
