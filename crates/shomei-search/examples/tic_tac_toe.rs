//! Tic-tac-toe: the smallest complete game. Read it together with `docs/guides/adding-a-game.md`.
//!
//! ```sh
//! cargo run -p shomei-search --example tic_tac_toe
//! ```

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;
use std::sync::Arc;

use shomei_extract::Extractor;
use shomei_game::{
    Game, Goal, Key, Kind, Notation, NotationError, Outcome, Place, Role, Scored, Side, Status,
};
use shomei_proof::{Claim, Header, Reader, check};
use shomei_search::registry::{self, Settings};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Answer, Limits, Silent};

/// The game, whose rules have no options, and the side that must win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TicTacToe {
    goal: Goal,
}

/// The squares of X and of O. Bit 0 is a1, bit 2 is c1, bit 8 is c3. X begins, so the numbers of
/// pieces determine the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Board {
    pieces: [u16; 2],
}

/// The square to occupy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Square(u8);

const FULL: u16 = 0o777;

/// Rows, columns and diagonals. Each row takes three bits, which is one octal digit.
const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

impl Board {
    fn turn(&self) -> Side {
        let [x, o] = self.pieces.map(u16::count_ones);
        if x == o { Side::First } else { Side::Second }
    }

    fn empty(&self) -> u16 {
        FULL & !(self.pieces[0] | self.pieces[1])
    }

    fn has_line(&self, side: Side) -> bool {
        let pieces = self.pieces[side.index()];
        LINES.iter().any(|line| pieces & line == *line)
    }

    fn at(&self, square: u8) -> char {
        let has = |side: Side| self.pieces[side.index()] >> square & 1 != 0;
        match (has(Side::First), has(Side::Second)) {
            (true, _) => 'x',
            (_, true) => 'o',
            _ => '.',
        }
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = Square;

    fn role(&self, board: &Board) -> Role {
        if board.turn() == self.goal.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    fn status(&self, board: &Board) -> Status {
        match self.outcome(board) {
            None => Status::Open,
            Some(Outcome::Win(side)) if side == self.goal.attacker => Status::Won,
            Some(_) => Status::Failed,
        }
    }

    fn moves(&self, board: &Board, out: &mut Vec<Square>) {
        let empty = board.empty();
        out.extend((0..9).filter(|i| empty >> i & 1 != 0).map(Square));
    }

    fn play(&self, board: &Board, mv: Square) -> Board {
        debug_assert!(board.empty() >> mv.0 & 1 != 0, "{mv:?} on {board:?}");
        let mut after = *board;
        after.pieces[board.turn().index()] |= 1 << mv.0;
        after
    }

    /// `Key::of` is a bijection: no two positions share a key.
    fn key(&self, board: &Board) -> Key {
        let [x, o] = board.pieces.map(u64::from);
        Key::of(x << 9 | o)
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

// The defaults of the other methods are used: the game gives no hints.

impl Notation for TicTacToe {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    fn rules(&self) -> String {
        String::new()
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn with_goal(&self, goal: Goal) -> TicTacToe {
        TicTacToe { goal }
    }

    fn start(&self) -> Board {
        Board::default()
    }

    fn to_move(&self, board: &Board) -> Side {
        board.turn()
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let winner = Side::BOTH.into_iter().find(|side| board.has_line(*side));
        match winner {
            Some(side) => Some(Outcome::Win(side)),
            None => (board.empty() == 0).then_some(Outcome::Draw),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Board, NotationError> {
        let text = text.trim();
        let form = if text.starts_with('3') { DIAGRAM } else { LINE };
        let mut board = Board::default();
        let (mut line, mut column) = (1, 1);
        let mut expected = form.chars();
        let mut squares = SQUARES.iter();
        let mut letters = text.chars();
        loop {
            let place = match form {
                LINE => Place::Column(column),
                _ => Place::LineColumn(line, column),
            };
            let fault = |message| Err(NotationError::new(place, message));
            let (found, wanted) = (letters.next(), expected.next());
            match (found, wanted) {
                (None, None) => break,
                (Some(c @ ('.' | 'x' | 'o')), Some('.')) => {
                    let square = squares.next().map_or(0, |square| 1 << square);
                    board.pieces[0] |= if c == 'x' { square } else { 0 };
                    board.pieces[1] |= if c == 'o' { square } else { 0 };
                }
                _ if found == wanted => {}
                (Some(c), _) => return fault(format!("'{c}' does not belong here")),
                (None, _) => return fault(format!("expected {}", Self::POSITION_HELP)),
            }
            (line, column) = match found {
                Some('\n') => (line + 1, 1),
                _ => (line, column + 1),
            };
        }
        let [x, o] = board.pieces.map(u16::count_ones);
        if x != o && x != o + 1 {
            let message = format!("{x} x and {o} o: X begins, then they take turns");
            return Err(NotationError::whole(message));
        }
        Ok(board)
    }

    fn format_position(&self, board: &Board) -> String {
        filled(LINE, board)
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<Square, NotationError> {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        let is_meant = |mv: &Square| self.format_move(board, *mv) == text.trim();
        moves.into_iter().find(is_meant).ok_or_else(|| {
            NotationError::whole(format!("\"{text}\" is not an empty square, a1 to c3"))
        })
    }

    fn format_move(&self, _board: &Board, mv: Square) -> String {
        let file = char::from(b'a' + mv.0 % 3);
        format!("{file}{}", mv.0 / 3 + 1)
    }

    fn diagram(&self, board: &Board) -> String {
        filled(DIAGRAM, board)
    }
}

impl Kind for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const SUMMARY: &'static str = "Tic-tac-toe: three in a row";
    const SIDES: [&'static str; 2] = ["x", "o"];
    const RULES_HELP: &'static str = "there is nothing to choose";
    const POSITION_HELP: &'static str = "three rows, the upper one first: x.o/.x./...";

    fn open(rules: &str, goal: Goal) -> Result<TicTacToe, NotationError> {
        if rules.trim().is_empty() {
            Ok(TicTacToe { goal })
        } else {
            Err(NotationError::new(Place::Column(1), Self::RULES_HELP))
        }
    }
}

impl Scored for TicTacToe {}

/// An empty board on one line, and as a diagram.
const LINE: &str = ".../.../...";
const DIAGRAM: &str = "3 . . .\n2 . . .\n1 . . .\n  a b c";

/// The squares in the order in which both forms list them.
const SQUARES: [u8; 9] = [6, 7, 8, 3, 4, 5, 0, 1, 2];

/// Fills a form with the pieces of the board.
fn filled(form: &str, board: &Board) -> String {
    let mut squares = SQUARES.iter();
    let cell = |c| match c {
        '.' => squares.next().map_or(c, |square| board.at(*square)),
        _ => c,
    };
    form.chars().map(cell).collect()
}

/// Solves and prints a position, and checks the certificate.
fn solve(position: &str, attacker: Side) -> Result<Answer, Box<dyn Error>> {
    let game = TicTacToe::open("", Goal::win(attacker))?;
    let root = game.parse_position(position)?;
    let mut search = registry::open(registry::AUTO, &game, &Settings::default(), 1 << 20)?;
    let report = search.search(&root, &Limits::default(), &mut Silent);

    let side = TicTacToe::SIDES[attacker.index()];
    println!("{}\n{side} wins: {}", game.diagram(&root), report.answer);
    println!("{} nodes expanded", report.counters.expanded);

    let claim = match report.answer {
        Answer::Proved => Claim::Proved,
        Answer::Disproved => Claim::Disproved,
        Answer::Unknown => return Ok(Answer::Unknown),
    };
    let table = Arc::clone(search.table());
    let limits = Limits::default();
    let mut extractor = Extractor::new(&game, table, DfPnOptions::default(), &limits);
    let mut position = root;
    for mv in extractor.line(&root, claim, None).moves {
        print!("{} ", game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    println!("-> {}", game.format_position(&position));
    let strategy = extractor.strategy(&root, claim)?;
    let header = Header::of(&game, &root, strategy.claim());
    let (certificate, _) = strategy.write(&header, Vec::new())?;
    let verified = check(&game, &root, Reader::open(&certificate[..])?)?;
    println!(
        "certificate of {} bytes, {} records: accepted\n",
        certificate.len(),
        verified.totals.records
    );
    Ok(report.answer)
}

fn main() -> Result<(), Box<dyn Error>> {
    // Neither side can force a win: a draw.
    solve(".../.../...", Side::First)?;
    solve(".../.../...", Side::Second)?;
    // O has answered a corner by the adjacent edge, and loses.
    solve(".../.../xo.", Side::First)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_testkit::conformance::{self, Sample};
    use shomei_testkit::perft;

    /// Nine plies fill the board. The numbers also count the games that end earlier.
    const PATHS: &str =
        "source from the well-known numbers of games of 5 to 9 plies: 1440, 5328, 47952, 72576, 127872
        position .../.../...
        1 9
        2 72
        3 504
        4 3024
        5 15120
        6 54720
        7 148176
        8 200448
        9 127872";

    #[test]
    fn conforms() {
        let game = TicTacToe::open("", Goal::win(Side::First)).unwrap();
        let coverage = conformance::check(&game, &Sample::default());
        let coverage = coverage.unwrap_or_else(|breach| panic!("{breach}"));
        assert!(coverage.finished >= 10);
    }

    #[test]
    fn move_paths() {
        for case in perft::parse("tic-tac-toe", PATHS).unwrap() {
            assert_eq!(case.run::<TicTacToe>(u64::MAX).unwrap(), 9);
        }
    }

    #[test]
    fn values() {
        for (position, attacker, answer) in [
            (".../.../...", Side::First, Answer::Disproved),
            (".../.../...", Side::Second, Answer::Disproved),
            (".../.../xo.", Side::First, Answer::Proved),
            (".../.../xo.", Side::Second, Answer::Disproved),
            (".../.o./x..", Side::First, Answer::Disproved),
        ] {
            assert_eq!(solve(position, attacker).unwrap(), answer, "{position}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        let game = TicTacToe::open("", Goal::win(Side::First)).unwrap();
        let error = |text| game.parse_position(text).unwrap_err().to_string();
        assert_eq!(error(".../.X./..."), "column 6: 'X' does not belong here");
        assert_eq!(
            error("x../.../x.."),
            "2 x and 0 o: X begins, then they take turns"
        );
        assert!(error("xx").starts_with("column 3: expected three rows"));
        let start = game.start();
        assert!(game.parse_move(&start, "d4").is_err());
    }
}
