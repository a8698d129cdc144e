//! Hints of Connect Four: which positions alpha-beta decides, and first numbers.

use shomei_game::{Estimate, LeafSolver, NotationError, Rules, Series, Side, Visit};

use super::ConnectFour;
use super::board::Stones;
use super::solver::{Question, TableSize};
use crate::grid::to_move;
use crate::tuned::Tips;

/// The options that the game adds to a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints {
    /// Alpha-beta decides positions with at most this number of moves to come. A certificate leaves
    /// them to the plain search of its checker.
    leaf: u32,
    /// Alpha-beta finds the winner of positions with at most this number, for their first numbers.
    known: u32,
    /// And of positions with at most this number in which the attacker is to move. If the defender
    /// is to move, it has [`UPPER_NODES`].
    upper: u32,
    /// The most nodes of alpha-beta for one first number, in millions. No limit of the search is
    /// checked meanwhile, and the nodes are not counted.
    nodes: u32,
    /// The memory of alpha-beta, in megabytes.
    table: u32,
}

impl Default for Hints {
    fn default() -> Hints {
        Hints {
            leaf: 8,
            known: 22,
            upper: 0,
            nodes: 64,
            table: 256,
        }
    }
}

/// The largest leaf: no limit is checked while one is decided.
const MOST_LEAF: u32 = 16;

/// The largest of the other numbers: all squares.
const MOST_SQUARES: u32 = 56;

/// The nodes of alpha-beta for a move of the attacker in the upper part of the tree. They suffice
/// where the values below are known from the search of the position before.
const UPPER_NODES: u64 = 5_000;

impl Hints {
    /// The forms that [`Hints::with`] reads, for a help page.
    pub(crate) const HELP: &'static str = "settings separated by commas. leaf=N (0 to 16, usually \
        8): alpha-beta decides positions with at most N moves to come, and certificates leave them \
        to the checker. With --set init=eval, alpha-beta also finds winners for the first numbers: \
        known=N (0 to 56, usually 22): of positions with at most N moves to come. upper=N (0 to \
        56, usually 0): of positions with at most N moves to come in which the attacker is to \
        move, and with few nodes of those in which the defender is to move. nodes=N (1 to 1000000, \
        usually 64): at most N million nodes, some seconds for each 64 million, for one such \
        winner; limits of the search wait for it. table=N (16 to 65536, usually 256): megabytes \
        for the table of alpha-beta in each thread, besides --memory";

    /// Reads hints; others are unchanged.
    fn with(self, text: &str) -> Result<Hints, NotationError> {
        let mut hints = self;
        for word in text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let (hint, allowed) = match name {
                "leaf" => (&mut hints.leaf, 0..=MOST_LEAF),
                "known" => (&mut hints.known, 0..=MOST_SQUARES),
                "upper" => (&mut hints.upper, 0..=MOST_SQUARES),
                "nodes" => (&mut hints.nodes, 1..=1_000_000),
                "table" => (&mut hints.table, 16..=65_536),
                _ => {
                    let names = "expected leaf=N, known=N, upper=N, nodes=N or table=N";
                    return Err(fault(word, names));
                }
            };
            let number = value.parse().ok().filter(|number| allowed.contains(number));
            let (least, most) = (allowed.start(), allowed.end());
            *hint = number.ok_or_else(|| fault(word, &format!("expected {least} to {most}")))?;
        }
        Ok(hints)
    }
}

fn fault(word: &str, expected: &str) -> NotationError {
    NotationError::whole(format!("the hint \"{word}\": {expected}"))
}

/// The number for a side that has lost by force.
const HOPELESS: u32 = 1 << 24;

impl Tips for ConnectFour {
    const HINTS_HELP: &'static str = Hints::HELP;
    const LEAF_SOLVER: LeafSolver = LeafSolver::WhenVisited;

    fn with_hints(&self, text: &str) -> Result<ConnectFour, NotationError> {
        let mut rules = self.clone();
        rules.hints = self.hints.with(text)?;
        Ok(rules)
    }

    fn for_series(&self, series: &Series) -> Option<ConnectFour> {
        let mut rules = self.clone();
        rules.series = series.number();
        Some(rules)
    }

    /// The predicted sizes of a proof and of a disproof, a power of the moves above a leaf,
    /// times the moves that must be answered. They are less for the side with more threats of the
    /// right parity. If the winner is known, the other number is hopeless.
    fn estimate(&self, attacker: Side, stones: &Stones) -> Estimate {
        let is_attacker = to_move(stones) == attacker;
        let seen = |mover: u32, opponent: u32| match is_attacker {
            true => Estimate {
                proof: mover,
                disproof: opponent,
            },
            false => Estimate {
                proof: opponent,
                disproof: mover,
            },
        };
        let safe = match self.look(stones) {
            Outlook::Wins => return seen(1, HOPELESS),
            Outlook::Loses(moves) => return seen(HOPELESS, moves),
            Outlook::Open { safe } => safe,
        };
        let forced = if safe == 1 { 1.0 } else { 0.0 };
        let above = self.left(stones) as f32 - forced - self.hints.leaf as f32;
        let lead = match to_move(stones) {
            Side::First => self.lead(stones),
            Side::Second => -self.lead(stones),
        };
        let number = |exponent: f32| exponent.clamp(0.0, 23.0).exp2() as u32;
        let (size, lean) = (0.5 * above, 0.5 * lead as f32);
        let numbers = seen(
            number(size - lean),
            number(size + lean + (safe as f32).log2()),
        );
        match self.known_winner(attacker, stones) {
            None => numbers,
            Some(Some(true)) => Estimate {
                disproof: HOPELESS,
                ..numbers
            },
            Some(Some(false)) => Estimate {
                proof: HOPELESS,
                ..numbers
            },
            Some(None) => Estimate {
                proof: HOPELESS / 2,
                ..numbers
            },
        }
    }

    /// Moves that make squares to complete four come first, then those near the middle.
    fn rank(&self, stones: &Stones, column: u32) -> i32 {
        let after = self.play(stones, column);
        let own = after[to_move(stones).index()];
        let fours = self.board.fours(own, after[0] | after[1]).count_ones() as i32;
        16 * fours - (2 * column as i32 + 1 - self.board.columns() as i32).abs()
    }

    fn solve_leaf(
        &self,
        attacker: Side,
        stones: &Stones,
        visit: Visit,
        nodes: &mut u64,
    ) -> Option<bool> {
        let most = match visit {
            Visit::Made => u64::MAX,
            Visit::Chosen(most) => most,
        };
        let is_leaf = self.left(stones) <= self.hints.leaf;
        is_leaf.then(|| self.question(attacker).decide(stones, most, nodes))?
    }
}

impl ConnectFour {
    /// The most moves that can follow: all free squares, unless the game ends earlier.
    fn left(&self, stones: &Stones) -> u32 {
        self.board.left(stones[0] | stones[1])
    }

    fn question(&self, attacker: Side) -> Question {
        Question {
            board: self.board,
            attacker,
            series: self.series,
            table: TableSize::within(self.hints.table),
        }
    }

    /// The winner, if alpha-beta is to find it for the first numbers: `Some(None)` if it has not
    /// found the winner.
    fn known_winner(&self, attacker: Side, stones: &Stones) -> Option<Option<bool>> {
        let left = self.left(stones);
        let nodes = u64::from(self.hints.nodes) << 20;
        let most = if left <= self.hints.known {
            nodes
        } else if left > self.hints.upper {
            return None;
        } else if to_move(stones) == attacker {
            nodes
        } else {
            UPPER_NODES
        };
        Some(self.question(attacker).decide(stones, most, &mut 0))
    }

    /// The squares of odd rows in which the first side would complete four, less those of even rows
    /// in which the second side would. If both sides fill all other squares, the first side gets
    /// the odd rows of the last column, and the second side the even ones.
    fn lead(&self, stones: &Stones) -> i32 {
        let all = stones[0] | stones[1];
        let odd = self.board.odd_rows();
        let [first, second] = stones.map(|own| self.board.fours(own, all));
        let counted = |squares: u64| (squares.count_ones() as i32).min(2);
        counted(first & odd) - counted(second & !odd)
    }

    fn look(&self, stones: &Stones) -> Outlook {
        let all = stones[0] | stones[1];
        let own = stones[to_move(stones).index()];
        let landing = self.board.landing(all);
        if self.board.fours(own, all) & landing != 0 {
            return Outlook::Wins;
        }
        match self.board.safe(all ^ own, all).count_ones() {
            0 => Outlook::Loses(landing.count_ones()),
            safe => Outlook::Open { safe },
        }
    }
}

/// What the side to move can expect from the next two plies.
enum Outlook {
    /// It completes four.
    Wins,
    /// After each of this number of moves the opponent completes four.
    Loses(u32),
    /// It has this number of safe moves.
    Open { safe: u32 },
}
