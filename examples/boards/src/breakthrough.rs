//! Breakthrough: each side has pawns on its first two rows. A pawn steps forward, straight or
//! diagonally, and captures diagonally. The first pawn on the opponent's first row wins, and so
//! does a side that captures all pawns of the other.

use shomei_game::{Estimate, Key, NotationError, Outcome, Rules, Side, Texts};

use crate::grid::Grid;
use crate::tuned::Tips;

/// The board. The usual game has 8 columns and 8 rows; the default here has 5 of each.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    columns: u32,
    rows: u32,
    /// Whether the game ends when a pawn cannot be stopped.
    ends_by_races: bool,
}

/// The pawns of both sides, and whose turn it is. Bit `8 * row + column`, row 0 at the bottom, where
/// the first side begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pawns {
    sides: [u64; 2],
    turn: Side,
}

/// A step of a pawn: the bits of its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: u32,
    to: u32,
}

impl Default for Breakthrough {
    fn default() -> Breakthrough {
        Breakthrough {
            columns: 5,
            rows: 5,
            ends_by_races: false,
        }
    }
}

impl Breakthrough {
    fn row(&self, row: u32) -> u64 {
        ((1 << self.columns) - 1) << (8 * row)
    }

    /// The square on which a pawn of a side wins.
    fn goal(&self, side: Side) -> u64 {
        match side {
            Side::First => self.row(self.rows - 1),
            Side::Second => self.row(0),
        }
    }

    fn grid(&self) -> Grid<impl Fn(u32, u32) -> u64> {
        Grid {
            columns: self.columns,
            rows: self.rows,
            bit: |column, row| 1_u64 << (8 * row + column),
        }
    }

    fn name_of(square: u32) -> String {
        let column = char::from(b'a' + (square % 8) as u8);
        format!("{column}{}", square / 8 + 1)
    }
}

/// Pawns that cannot be stopped.
impl Breakthrough {
    /// Whether a pawn of a side reaches the last row by steps that are known in advance, whatever
    /// the opponent does, and before a pawn of the opponent does so.
    fn has_race(&self, side: Side, pawns: &Pawns) -> bool {
        // Seen by the side: it moves up.
        let [own, theirs] = [side, side.opponent()].map(|player| match side {
            Side::First => pawns.sides[player.index()],
            Side::Second => pawns.sides[player.index()].swap_bytes() >> (8 * (8 - self.rows)),
        });
        let row = |board: u64, row: u32| (board >> (8 * row)) as u8;
        // The opponent's moves before the n-th step are `n - 1 + lead`.
        let lead = u32::from(pawns.turn != side);
        let last = self.rows - 1;
        let limit = self.steps_left(Side::Second, theirs);
        (1..=last)
            .take_while(|steps| steps + lead <= limit)
            .any(|steps| {
                let first = last - steps;
                let mut runners = row(own, first) & !self.capturing(theirs, first, lead);
                for step in 1..=steps {
                    let (at, moves) = (first + step, step - 1 + lead);
                    let straight = runners & !self.standing(theirs, at, moves);
                    let aside = (runners << 1 | runners >> 1) & self.row(0) as u8;
                    runners =
                        (straight | aside) & !row(own, at) & !self.capturing(theirs, at, moves + 1);
                }
                runners != 0
            })
    }

    /// The squares of a row on which pawns that move down can be after at most the given moves.
    fn standing(&self, pawns: u64, row: u32, moves: u32) -> u8 {
        let reached = (0..=moves).map(|distance| self.reached(pawns, row, distance));
        reached.fold(0, |all, some| all | some)
    }

    /// The squares of a row on which they can capture within the given moves.
    fn capturing(&self, pawns: u64, row: u32, moves: u32) -> u8 {
        let beside = self.reached(pawns, row + 1, 0);
        let next = (beside << 1 | beside >> 1) & self.row(0) as u8;
        let reached = (2..=moves).map(|distance| self.reached(pawns, row, distance));
        reached.fold(if moves > 0 { next } else { 0 }, |all, some| all | some)
    }

    /// The squares of a row that are the given number of rows below a pawn, and not further aside.
    fn reached(&self, pawns: u64, row: u32, distance: u32) -> u8 {
        let from = pawns.checked_shr(8 * (row + distance)).unwrap_or(0) as u8;
        let aside = (0..=distance).map(|aside| {
            from.checked_shl(aside).unwrap_or(0) | from.checked_shr(aside).unwrap_or(0)
        });
        aside.fold(0, |all, some| all | some) & self.row(0) as u8
    }
}

impl Rules for Breakthrough {
    type Position = Pawns;
    type Move = Step;

    fn to_move(&self, pawns: &Pawns) -> Side {
        pawns.turn
    }

    fn outcome(&self, pawns: &Pawns) -> Option<Outcome> {
        let has_won = |side: &Side| {
            let [own, theirs] = [*side, side.opponent()].map(|side| pawns.sides[side.index()]);
            own & self.goal(*side) != 0 || theirs == 0
        };
        let has_race = |side: &Side| self.ends_by_races && self.has_race(*side, pawns);
        let mut sides = Side::BOTH.into_iter();
        let winner = sides.clone().find(has_won).or_else(|| sides.find(has_race));
        winner.map(Outcome::Win)
    }

    /// By the square of the pawn from a1 on, row by row; of one pawn to the left first.
    fn moves(&self, pawns: &Pawns, out: &mut Vec<Step>) {
        let own = pawns.sides[pawns.turn.index()];
        let theirs = pawns.sides[pawns.turn.opponent().index()];
        let mut rest = own;
        while rest != 0 {
            let from = rest.trailing_zeros();
            rest &= rest - 1;
            for aside in [-1, 0, 1] {
                let column = (from % 8) as i32 + aside;
                if column < 0 || column >= self.columns as i32 {
                    continue;
                }
                // A pawn on the last row has ended the game.
                let to = match pawns.turn {
                    Side::First => from + 8,
                    Side::Second => from - 8,
                };
                let to = (to as i32 + aside) as u32;
                let blocked = if aside == 0 { own | theirs } else { own };
                if blocked >> to & 1 == 0 {
                    out.push(Step { from, to });
                }
            }
        }
    }

    fn play(&self, pawns: &Pawns, step: Step) -> Pawns {
        let mut sides = pawns.sides;
        let mover = pawns.turn.index();
        sides[mover] ^= 1 << step.from | 1 << step.to;
        sides[1 - mover] &= !(1 << step.to);
        Pawns {
            sides,
            turn: pawns.turn.opponent(),
        }
    }

    fn key(&self, pawns: &Pawns) -> Key {
        let [first, second] = pawns.sides.map(Key::of);
        match pawns.turn {
            Side::First => first.mix(second),
            Side::Second => first.mix(second).mix(Key::of(1)),
        }
    }

    /// Every move takes a pawn forward.
    fn can_repeat(&self) -> bool {
        false
    }
}

impl Texts for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const SUMMARY: &'static str = "Breakthrough on a small board: bring a pawn across";
    const RULES_HELP: &'static str = "columns and rows, 2 to 8 columns and 4 to 8 rows; 5x5 is the \
        usual here. 6x5,races: the game ends when a pawn cannot be stopped";
    const POSITION_HELP: &'static str = "the rows from the top with / between, x first (moving up), \
        o second, . empty; a blank; who moves, x or o";

    fn rules(&self) -> String {
        let ending = if self.ends_by_races { ",races" } else { "" };
        format!("{}x{}{ending}", self.columns, self.rows)
    }

    fn open(rules: &str) -> Result<Breakthrough, NotationError> {
        let text = rules.trim();
        if text.is_empty() {
            return Ok(Breakthrough::default());
        }
        let sizes = (2..=8).flat_map(|columns| (4..=8).map(move |rows| (columns, rows)));
        let mut boards = sizes.flat_map(|(columns, rows)| {
            [false, true].map(|ends_by_races| Breakthrough {
                columns,
                rows,
                ends_by_races,
            })
        });
        boards.find(|board| board.rules() == text).ok_or_else(|| {
            NotationError::whole(format!(
                "\"{text}\" is not a board; expected columns and rows, as in 6x5 or 6x5,races"
            ))
        })
    }

    fn start(&self) -> Pawns {
        Pawns {
            sides: [
                self.row(0) | self.row(1),
                self.row(self.rows - 1) | self.row(self.rows - 2),
            ],
            turn: Side::First,
        }
    }

    fn format_position(&self, pawns: &Pawns) -> String {
        let turn = ["x", "o"][pawns.turn.index()];
        format!("{} {turn}", self.grid().format(&pawns.sides))
    }

    fn parse_position(&self, text: &str) -> Result<Pawns, NotationError> {
        let size = self.rules();
        let fault = |what: &str| NotationError::whole(format!("{what}; the board is {size}"));
        let words: Vec<&str> = text.split_whitespace().collect();
        let (turn, rows) = words.split_last().ok_or_else(|| fault("expected rows"))?;
        let turn = match *turn {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return Err(fault("expected x or o, who moves, after the rows")),
        };
        let sides = self.grid().parse(&rows.join("/")).map_err(fault)?;
        let pawns = Pawns { sides, turn };
        let arrived = Side::BOTH.map(|side| sides[side.index()] & self.goal(side));
        let moved = arrived[turn.index()] != 0 || sides[turn.opponent().index()] == 0;
        if moved || arrived[turn.opponent().index()].count_ones() > 1 {
            return Err(fault("the game was over before the last move"));
        }
        Ok(pawns)
    }

    fn format_move(&self, _: &Pawns, step: Step) -> String {
        format!("{}{}", Self::name_of(step.from), Self::name_of(step.to))
    }

    fn diagram(&self, pawns: &Pawns) -> String {
        self.format_position(pawns).replace('/', "\n")
    }
}

/// The number for a side that has lost by force.
const HOPELESS: u32 = 1 << 24;

impl Breakthrough {
    /// The squares that pawns of a side attack.
    fn attacked(&self, side: Side, pawns: u64) -> u64 {
        let ahead = match side {
            Side::First => pawns << 8,
            Side::Second => pawns >> 8,
        };
        (ahead << 1 | ahead >> 1) & (0..self.rows).fold(0, |board, row| board | self.row(row))
    }

    /// The steps to the goal of the pawn that is nearest to it.
    fn steps_left(&self, side: Side, pawns: u64) -> u32 {
        let nearest = match side {
            Side::First => self.rows - 1 - (63 - pawns.leading_zeros()) / 8,
            Side::Second => pawns.trailing_zeros() / 8,
        };
        nearest.min(self.rows)
    }

    /// The number of moves of the side to move that do not lose at once.
    fn safe_moves(&self, pawns: &Pawns) -> u32 {
        let [mover, other] = [pawns.turn, pawns.turn.opponent()];
        let [own, theirs] = [mover, other].map(|side| pawns.sides[side.index()]);
        // The last row but one, as the opponent goes.
        let last = match other {
            Side::First => self.row(self.rows - 2),
            Side::Second => self.row(1),
        };
        let arriving = theirs & last;
        match arriving.count_ones() {
            0 => {
                let mut moves = Vec::new();
                self.moves(pawns, &mut moves);
                moves.len() as u32
            }
            // It must be captured.
            1 => (self.attacked(other, arriving) & own).count_ones(),
            _ => 0,
        }
    }
}

impl Tips for Breakthrough {
    /// A win is less work for a side whose nearest pawn is near its goal, if that of the opponent is
    /// not, and for a side with more pawns. Without the steps of the opponent, and with half the
    /// weight of the pawns, the win on 5x5 with races took 5,972,364 expansions instead of 2,356,301.
    fn estimate(&self, attacker: Side, pawns: &Pawns) -> Estimate {
        let mover = pawns.turn;
        let numbers = |side: Side| -> u32 {
            let [own, theirs] = [side, side.opponent()].map(|side| pawns.sides[side.index()]);
            let lead = own.count_ones() as i32 - theirs.count_ones() as i32;
            let [steps, their_steps] = [(side, own), (side.opponent(), theirs)]
                .map(|(side, pawns)| self.steps_left(side, pawns) as i32);
            let work = 2 * steps - 3 * their_steps / 2 - 2 * lead + 8;
            1 << work.clamp(0, 20)
        };
        let wins_at_once = self.steps_left(mover, pawns.sides[mover.index()]) == 1;
        let safe = self.safe_moves(pawns);
        let (own, theirs) = match safe {
            _ if wins_at_once => (1, HOPELESS),
            0 => (HOPELESS, 1),
            safe => (numbers(mover), numbers(mover.opponent()) * safe),
        };
        let (proof, disproof) = if mover == attacker {
            (own, theirs)
        } else {
            (theirs, own)
        };
        Estimate { proof, disproof }
    }
}
