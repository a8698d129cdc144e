//! What the game knows beyond its rules.

use shomei_game::{EdgeCost, Estimate, Game, Init, NotationError, Place, Series, Status, Visit};

use crate::bits::count;
use crate::endgame::Leaves;
use crate::evaluation::Regression;
use crate::evaluation::costs::Factors;
use crate::{Move, Othello, Position, Rules, Size};

/// What the numbers of `--set init=eval` are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Initial {
    /// Thresholds with which df-pn solved positions, by one of the regressions.
    Fitted(Regression),
    /// What alpha-beta is predicted to need.
    Costs,
}

/// The options that the game adds to a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hints {
    /// Positions with at most this number of empty squares are decided by a search of
    /// their own.
    pub(crate) leaf: u32,
    /// So are positions that a search visits, with at most this number; `None`: a number
    /// that suits the root.
    pub(crate) split: Option<u32>,
    /// What gives the numbers of `--set init=eval`.
    pub(crate) initial: Initial,
    /// How predicted costs differ from what was fitted.
    pub(crate) factors: Factors,
    /// What every move costs: `cost_phi`.
    pub(crate) cost: i32,
    /// How alpha-beta works.
    pub(crate) leaves: Leaves,
}

impl Default for Hints {
    fn default() -> Hints {
        Hints {
            leaf: 10,
            split: Some(0),
            initial: Initial::Fitted(Regression::Both),
            factors: Factors::default(),
            cost: -1,
            leaves: Leaves::default(),
        }
    }
}

impl Hints {
    /// The forms that [`Hints::with`] reads.
    pub(crate) const HELP: &'static str = "words with commas between: leaf=N (positions with at most N empty \
        squares, 0 to 12, are decided by alpha-beta as they are made; usually 10); split=N|auto (so are positions with at most N, 0 to 60, or \
        as many as suit the root, that df-pn comes to; usually 0); h=naive|double|smooth|both (how the sigmoids of \
        --set init=eval were fitted; usually both) or h=costs (the nodes that alpha-beta is \
        predicted to need), with slope=N (percent of how these change with the evaluation, usually 200) and \
        size=N (the empty squares for which they are predicted, 8 to 30, usually 20; 0: those of each position); cost=N (what a move costs with --set edge-costs=on, -1000 to 1000; \
        usually -1); simd=on|off (whether alpha-beta \
        uses what this processor has and others have not; usually on)";

    /// Reads hints; those that are not named stay as they are.
    pub(crate) fn with(self, text: &str) -> Result<Hints, NotationError> {
        let mut hints = self;
        let mut column = 1;
        let mut named: Vec<&str> = Vec::new();
        for word in text.split(',') {
            if !text.trim().is_empty() {
                let blanks = word.chars().take_while(|c| c.is_whitespace()).count();
                let fault = |message| NotationError::new(Place::Column(column + blanks), message);
                let word = word.trim();
                let name = word.split('=').next().unwrap_or(word);
                if named.contains(&name) {
                    return Err(fault(format!("{name} is given twice")));
                }
                named.push(name);
                hints.set(word).map_err(fault)?;
            }
            column += word.chars().count() + 1;
        }
        Ok(hints)
    }

    fn set(&mut self, word: &str) -> Result<(), String> {
        let unknown = || format!("unknown hint \"{word}\"; expected {}", Hints::HELP);
        let (name, value) = word.split_once('=').ok_or_else(unknown)?;
        let within = |least: i32, greatest: i32| {
            value
                .parse()
                .ok()
                .filter(|number| (least..=greatest).contains(number))
                .ok_or_else(|| format!("{word}: a number from {least} to {greatest} is expected"))
        };
        match name {
            "leaf" => self.leaf = within(0, MOST_EMPTIES)? as u32,
            "split" if value == "auto" => self.split = None,
            "split" => self.split = Some(within(0, MOST_SPLIT)? as u32),
            "cost" => self.cost = within(-1000, 1000)?,
            "h" if value == "costs" => self.initial = Initial::Costs,
            "h" => {
                self.initial = Initial::Fitted(Regression::parse(value).ok_or_else(unknown)?);
            }
            "simd" => match value {
                "on" => self.leaves.portable = false,
                "off" => self.leaves.portable = true,
                _ => return Err(format!("{word}: on or off is expected")),
            },
            "slope" => self.factors.slope = within(0, 1000)? as f32 / 100.0,
            "size" if value == "0" => self.factors.size = None,
            "size" => self.factors.size = Some(within(8, 30)? as u32),
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

/// The largest leaf that is allowed: no limit is looked at while one is solved.
const MOST_EMPTIES: i32 = 12;

/// The largest split: all squares.
const MOST_SPLIT: i32 = 60;

impl Othello {
    /// The numbers of `--set init=eval`.
    #[inline]
    pub(crate) fn evaluate_by_hints(&self, position: &Position) -> Estimate {
        match self.hints.initial {
            Initial::Fitted(regression) => self.evaluation.estimate(self, position, regression),
            Initial::Costs => self
                .evaluation
                .leaf_costs(self, position, self.hints.factors),
        }
    }

    /// The cost of every move.
    #[inline]
    pub(crate) fn edge_cost(&self) -> EdgeCost {
        EdgeCost {
            phi: self.hints.cost,
            delta: 0,
        }
    }

    /// The empty squares up to which positions are decided when they are made.
    #[inline]
    pub(crate) fn leaf_size(&self) -> u32 {
        self.hints.leaf
    }

    /// Fewest replies first, corners twice; then the square. In eighths of a reply.
    #[inline]
    pub(crate) fn rank(&self, position: &Position, mv: Move) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let replies = position.play(mv).mobility();
        let weight = count(replies) + count(replies & self.size().corners());
        square_value(self.size(), square) / 4 - 8 * weight as i32
    }

    /// What alpha-beta says of a position that is small enough to ask it: up to the hint `leaf`
    /// when it is made, up to `split` when a search visits it.
    #[inline]
    pub(crate) fn decide_leaf(&self, position: &Position, visit: Visit, nodes: &mut u64) -> Status {
        let (largest, most) = match visit {
            Visit::Made => (self.hints.leaf, u64::MAX),
            Visit::Chosen(most) => (self.hints.split.unwrap_or(split_for(position)), most),
        };
        if position.empties() > largest {
            return Status::Open;
        }
        let target = self.target_of_mover(position);
        match self.hints.leaves.decide(position, target, most, nodes) {
            None => Status::Open,
            Some(true) => self.status_if_wins(position.to_move()),
            Some(false) => self.status_if_wins(position.to_move().opponent()),
        }
    }

    /// The game with hints that suit a search from this root.
    pub(crate) fn suited_to(&self, root: &Position, series: Option<&Series>) -> Othello {
        let mut game = self.clone();
        game.hints.split.get_or_insert(split_for(root));
        let leaves = game.hints.leaves;
        game.hints.leaves = match series {
            Some(series) if self.is_part_of_score(root) => leaves.of_series(series).deep(),
            Some(series) => leaves.of_series(series),
            None => leaves.of_series(&Series::begin()),
        };
        // What is unpacked at the first use is not a matter of the search.
        let _ = game.estimate(root, Init::Eval);
        game
    }

    /// A table that two threads fill, as measured for alpha-beta below df-pn.
    pub(crate) fn table_for(&self, root: &Position) -> Option<usize> {
        if self.hints.initial != Initial::Costs || self.hints.split == Some(0) {
            return None;
        }
        match root.empties() {
            0..=17 => Some(1 << 20),
            18..=20 => Some(4 << 20),
            21 | 22 => Some(16 << 20),
            23 | 24 => Some(64 << 20),
            _ => None,
        }
    }

    /// Whether this is one of several questions about a score, large enough for what they share
    /// to be kept apart. With 16 empty squares that saves nothing; smaller boards were not measured.
    fn is_part_of_score(&self, root: &Position) -> bool {
        let is_large = root.size() == Size::Eight && root.empties() >= 18;
        is_large && matches!(self.rule_set(), Rules::AtLeast(..))
    }
}

/// Up to how many empty squares positions are left to alpha-beta in a search from
/// this one. Measured.
fn split_for(root: &Position) -> u32 {
    match root.empties() {
        0..=17 => 17,
        18..=21 => 13,
        _ => 14,
    }
}

/// How good squares tend to be, in thirty-seconds of a reply: corners, then what
/// does not give them away. Chosen by hand. The games of the training follow from
/// them: other values make other weights.
static SQUARE_VALUES: [[i32; 64]; 2] = [square_values(Size::Eight), square_values(Size::Six)];

/// The middle squares of an edge are left out where it is shorter.
const fn square_values(size: Size) -> [i32; 64] {
    const QUARTER: [[i32; 4]; 4] = [
        [30, 6, 22, 18],
        [6, 0, 10, 12],
        [22, 10, 20, 16],
        [18, 12, 16, 8],
    ];
    let mut values = [0; 64];
    let mut square = 0;
    let edge = size.edge() as usize;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        if column < edge && row < edge {
            let x = if column < edge / 2 {
                column
            } else {
                edge - 1 - column
            };
            let y = if row < edge / 2 { row } else { edge - 1 - row };
            values[square] = QUARTER[y][x];
        }
        square += 1;
    }
    values
}

/// The value of a square, for the order of moves.
#[inline]
pub(crate) fn square_value(size: Size, square: u8) -> i32 {
    SQUARE_VALUES[size as usize][usize::from(square)]
}
