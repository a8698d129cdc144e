//! Ultimate tic-tac-toe with won boards left open, in which X must win within a number of plies.
//! The rules of play and the texts are those of shomei-uttt.
//!
//! A search for a shorter win asks the same question, but follows each line to its last ply. Here a
//! game ends as soon as X has too few moves left: one expansion instead of 152 million shows that X
//! cannot win within 17 plies. So it is a game of its own, and a check of its certificates needs this
//! rule.

use std::cmp::Ordering;

use shomei_game::{
    Estimate, Game, Goal, Key, LeafSolver, Notation, NotationError, Outcome, Rules, Side, Texts,
    Visit,
};
use shomei_uttt::{Cell, Hopeless, Move, Position, State, Uttt, WonBoards};

use crate::tuned::Tips;

/// The game, and the number of plies.
#[derive(Clone, Debug)]
pub struct UtttWithin {
    game: Uttt,
    plies: u32,
    keys: Keys,
}

/// Which positions have the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    /// Equal ones.
    Exact,
    /// Also the images under the symmetries of the board. A search finds the same answer with a
    /// sixth of the expansions (21 plies), but no certificate: the moves of a record would be those
    /// of an image.
    Symmetric,
}

/// The hint for [`Keys::Symmetric`].
const SYMMETRIC: &str = "symmetric";

/// More plies than a game can have.
const MOST: u32 = 81;

/// All cells of a board.
const FULL: u16 = 0o777;

/// The rows, columns and diagonals of three cells or boards: bit 0 for cell a to bit 8 for cell i.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl UtttWithin {
    fn new(plies: u32) -> UtttWithin {
        let rules = shomei_uttt::Rules::of(WonBoards::Open, Hopeless::PlayedOut);
        UtttWithin {
            game: Uttt::new(rules, Goal::win(Side::First)),
            plies,
            keys: Keys::Exact,
        }
    }

    /// The number of moves of X among the plies that are left.
    fn moves_left(&self, position: &Position) -> u32 {
        let played: u32 = Cell::all()
            .map(|board| taken(position, board).count_ones())
            .sum();
        let left = self.plies.saturating_sub(played);
        match position.to_move() {
            Side::First => left.div_ceil(2),
            Side::Second => left / 2,
        }
    }

    /// For each line of three boards that X can make in time, the moves that X can waste.
    fn spare(&self, position: &Position) -> impl Iterator<Item = u32> {
        let left = self.moves_left(position);
        lacking(lacking_in_boards(position)).filter_map(move |(_, marks)| left.checked_sub(marks))
    }

    /// Whether O, who is to move, can send X to a board where every move of X comes too late.
    fn can_make_late(&self, position: &Position) -> bool {
        let left = self.moves_left(position);
        let boards = lacking_in_boards(position);
        let mut in_time = 0;
        for (line, marks) in lacking(boards) {
            match marks.cmp(&left) {
                Ordering::Less => return false,
                Ordering::Equal => in_time |= line,
                Ordering::Greater => {}
            }
        }
        // A move of X helps where a mark is lacking. In a full board X would choose another one.
        let is_late = |board: &Cell| {
            let is_complete = boards[board.index()] == Some(0);
            taken(position, *board) != FULL && (in_time & board.bit() == 0 || is_complete)
        };
        let mut late = Cell::all().filter(is_late);
        let can_send = |from: Cell, to: Cell| from != to && taken(position, from) & to.bit() == 0;
        late.any(|to| match position.target() {
            Some(from) => can_send(from, to),
            None => Cell::all().any(|from| can_send(from, to)),
        })
    }

    /// Whether X wins, by a plain search. Adds its positions to `nodes`.
    fn x_wins(&self, position: &Position, nodes: &mut u64) -> bool {
        *nodes += 1;
        if let Some(outcome) = self.outcome(position) {
            return outcome == Outcome::Win(Side::First);
        }
        if position.to_move() == Side::Second && self.can_make_late(position) {
            return false;
        }
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let mut children = moves.into_iter().map(|mv| position.play(mv));
        match position.to_move() {
            Side::First => children.any(|child| self.x_wins(&child, nodes)),
            Side::Second => children.all(|child| self.x_wins(&child, nodes)),
        }
    }
}

/// The cells of a board that have a mark.
fn taken(position: &Position, board: Cell) -> u16 {
    position.marks(Side::First, board) | position.marks(Side::Second, board)
}

/// The number of marks that X lacks for a line in a board; `None` if X can make none.
fn lacking_in_board(position: &Position, board: Cell) -> Option<u32> {
    let [own, theirs] = Side::BOTH.map(|side| position.marks(side, board));
    match position.state(board) {
        State::Won(Side::First) => Some(0),
        State::Won(Side::Second) | State::Drawn => None,
        State::Open => {
            let free = LINES.into_iter().filter(|line| line & theirs == 0);
            free.map(|line| (line & !own).count_ones()).min()
        }
    }
}

/// The number of marks that X lacks for a line in each board.
fn lacking_in_boards(position: &Position) -> [Option<u32>; 9] {
    let mut boards = [None; 9];
    for board in Cell::all() {
        boards[board.index()] = lacking_in_board(position, board);
    }
    boards
}

/// The lines of three boards that X can still make, each with the number of marks that X lacks.
fn lacking(boards: [Option<u32>; 9]) -> impl Iterator<Item = (u16, u32)> {
    LINES.into_iter().filter_map(move |line| {
        let of_line = (0..9).filter(|board| line >> board & 1 == 1);
        let marks: Option<u32> = of_line.map(|board| boards[board]).sum();
        marks.map(|marks| (line, marks))
    })
}

/// The image of a cell under one of the eight symmetries of the board.
const fn image(cell: usize, symmetry: usize) -> usize {
    let (mut row, mut column) = (cell / 3, cell % 3);
    if symmetry & 1 != 0 {
        row = 2 - row;
    }
    if symmetry & 2 != 0 {
        column = 2 - column;
    }
    if symmetry & 4 != 0 {
        3 * column + row
    } else {
        3 * row + column
    }
}

/// The image of each set of cells under each symmetry.
static IMAGES: [[u16; 512]; 8] = {
    let mut images = [[0; 512]; 8];
    let mut at = 0;
    while at < 8 * 512 * 9 {
        let (symmetry, set, cell) = (at / 9 / 512, at / 9 % 512, at % 9);
        if set >> cell & 1 != 0 {
            images[symmetry][set] |= 1 << image(cell, symmetry);
        }
        at += 1;
    }
    images
};

/// A key of the contents of a board at this place. In a won board only the taken cells count.
fn key_of_board(place: usize, marks: [u16; 2], state: State) -> Key {
    let [x, o] = marks.map(u64::from);
    let (x, o, state) = match state {
        State::Open | State::Drawn => (x, o, 0),
        State::Won(Side::First) => (x | o, 0, 1),
        State::Won(Side::Second) => (x | o, 0, 2),
    };
    Key::of(x | o << 9 | state << 18 | (place as u64) << 20)
}

/// The least key of the images of a position.
fn symmetric_key(position: &Position) -> Key {
    let key_of = |images: &[u16; 512], symmetry| {
        let boards = Cell::all().map(|board| {
            let marks = Side::BOTH.map(|side| images[position.marks(side, board) as usize]);
            key_of_board(image(board.index(), symmetry), marks, position.state(board))
        });
        let target = position.target();
        let target = target.map_or(9, |board| image(board.index(), symmetry));
        let keys = boards.chain([Key::of(1 << 32 | target as u64)]);
        keys.fold(Key::default(), |all, key| all ^ key)
    };
    let keys = IMAGES
        .iter()
        .zip(0..)
        .map(|(images, symmetry)| key_of(images, symmetry));
    keys.min_by_key(|key| key.0).unwrap_or_default()
}

impl Default for UtttWithin {
    fn default() -> UtttWithin {
        UtttWithin::new(19)
    }
}

impl Rules for UtttWithin {
    type Position = Position;
    type Move = Move;

    fn to_move(&self, position: &Position) -> Side {
        position.to_move()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let too_late = || {
            let is_late = self.spare(position).next().is_none();
            is_late.then_some(Outcome::Win(Side::Second))
        };
        position.outcome().or_else(too_late)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.game.moves(position, out);
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv)
    }

    fn key(&self, position: &Position) -> Key {
        match self.keys {
            Keys::Exact => position.key(),
            Keys::Symmetric => symmetric_key(position),
        }
    }

    /// Every move fills a cell.
    fn can_repeat(&self) -> bool {
        false
    }
}

impl Texts for UtttWithin {
    const NAME: &'static str = "uttt-within";
    const SIDES: [&'static str; 2] = ["x", "o"];
    const SUMMARY: &'static str =
        "ultimate tic-tac-toe with won boards left open: X must win in time";
    const RULES_HELP: &'static str = "the number of plies within which X must win, 1 to 81; 19 is the \
        usual here";
    const POSITION_HELP: &'static str = "as for uttt with the rules open";

    fn rules(&self) -> String {
        self.plies.to_string()
    }

    fn open(rules: &str) -> Result<UtttWithin, NotationError> {
        let text = rules.trim();
        if text.is_empty() {
            return Ok(UtttWithin::default());
        }
        let plies = (1..=MOST).find(|plies| plies.to_string() == text);
        plies.map(UtttWithin::new).ok_or_else(|| {
            NotationError::whole(format!(
                "\"{text}\" is not a number of plies from 1 to {MOST}"
            ))
        })
    }

    fn start(&self) -> Position {
        Position::start(WonBoards::Open)
    }

    fn format_position(&self, position: &Position) -> String {
        self.game.format_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.game.parse_position(text)
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        self.game.format_move(position, mv)
    }

    fn diagram(&self, position: &Position) -> String {
        self.game.diagram(position)
    }
}

impl Tips for UtttWithin {
    const HINTS_HELP: &'static str = "symmetric: a position and its images have one key; a search takes \
        fewer nodes, and has no certificate";
    const LEAF_SOLVER: LeafSolver = LeafSolver::WhenMade;

    fn with_hints(&self, text: &str) -> Result<UtttWithin, NotationError> {
        let keys = match text.trim() {
            "" => Keys::Exact,
            SYMMETRIC => Keys::Symmetric,
            other => {
                let fault = format!("\"{other}\" is not a hint; expected {SYMMETRIC}");
                return Err(NotationError::whole(fault));
            }
        };
        Ok(UtttWithin {
            keys,
            ..self.clone()
        })
    }

    /// The moves that X can waste decide: the cube root of the sum of 8 to their power over the lines
    /// of boards. X's number is the same everywhere. With both numbers 1 the search takes twice as
    /// many expansions (21 plies).
    fn estimate(&self, attacker: Side, position: &Position) -> Estimate {
        let hope: f32 = self
            .spare(position)
            .map(|spare| 8_f32.powi(spare as i32))
            .sum();
        let (x, o) = (256, hope.cbrt().clamp(1.0, 1e6) as u32);
        let (proof, disproof) = match attacker {
            Side::First => (x, o),
            Side::Second => (o, x),
        };
        Estimate { proof, disproof }
    }

    /// X's moves that leave little to do come first, and O's moves that leave much.
    fn rank(&self, position: &Position, mv: Move) -> i32 {
        let after = lacking(lacking_in_boards(&position.play(mv)));
        let marks = after.map(|(_, marks)| marks as i32).min().unwrap_or(100);
        match position.to_move() {
            Side::First => -marks,
            Side::Second => marks,
        }
    }

    /// Decides positions in which X has no move to waste, so that at most nine moves of X follow.
    /// Without it, 21 plies take 22 times as many expansions and 9 times as long.
    fn solve_leaf(
        &self,
        attacker: Side,
        position: &Position,
        _: Visit,
        nodes: &mut u64,
    ) -> Option<bool> {
        let is_leaf = self.spare(position).max() == Some(0);
        is_leaf.then(|| self.x_wins(position, nodes) == (attacker == Side::First))
    }
}
