//! Hints of the game: options, leaf sizes, costs and ranks of moves.

use shomei_game::words::settings;
use shomei_game::{
    EdgeCost, ErrorText, Estimate, Game, Init, NotationError, Series, Status, Visit, error_text,
};

use crate::bits::count;
use crate::endgame::{Leaves, deep_bits};
use crate::evaluation::Regression;
use crate::evaluation::costs::Factors;
use crate::{Move, Othello, Position, Rules, Size};

/// The kind of initial numbers of `--set init=eval`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Initial {
    /// The thresholds with which df-pn solved positions, by one of the regressions.
    Fitted(Regression),
    /// The predicted work of alpha-beta.
    Costs,
}

/// The options that the game adds to a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hints {
    /// Positions with at most this number of empty squares are decided by alpha-beta when they are
    /// created.
    pub(crate) leaf: u32,
    /// Positions with at most this number are decided by alpha-beta when a search visits them;
    /// `None` selects a number that suits the root.
    pub(crate) split: Option<u32>,
    /// The source of the numbers of `--set init=eval`.
    pub(crate) initial: Initial,
    /// Modifications of the predicted costs.
    pub(crate) factors: Factors,
    /// The cost of every move: `cost_phi`.
    pub(crate) cost: i32,
    /// The settings of alpha-beta.
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
    /// The forms that [`Hints::with`] reads, for a help page.
    pub(crate) const HELP: &'static str = "settings separated by commas. leaf=N (0 to 12, usually \
        10): alpha-beta solves positions with at most N empty squares when they are generated. \
        split=N or split=auto (N from 0 to 60, usually 0): alpha-beta also solves positions with \
        at most N empty squares when df-pn expands them; auto chooses N for the root. \
        h=naive|double|smooth|both (usually both): how the sigmoids of --set init=eval were \
        fitted. h=costs: the initial numbers are instead the nodes that alpha-beta is predicted \
        to need, with slope=N (in percent, usually 200: how strongly they change with the \
        evaluation) and size=N (8 to 30, usually 20: the number of empty squares for which they \
        are predicted; 0: that of each position). cost=N (-1000 to 1000, usually -1): the cost of \
        a move with --set edge-costs=on. simd=on|off (usually on): whether alpha-beta uses \
        instructions that only some processors have";

    /// Reads hints; others are unchanged.
    pub(crate) fn with(self, text: &str) -> Result<Hints, NotationError> {
        let mut hints = self;
        let mut named: Vec<&str> = Vec::new();
        for word in settings(text) {
            let name = word.text.split('=').next().unwrap_or(word.text);
            if named.contains(&name) {
                let message = error_text!("given-twice", "{name} is given twice", name = name);
                return Err(word.error(0, message));
            }
            named.push(name);
            hints
                .set(word.text)
                .map_err(|message| word.error(0, message))?;
        }
        Ok(hints)
    }

    fn set(&mut self, word: &str) -> Result<(), ErrorText> {
        let unknown = || {
            error_text!(
                "unknown-hint",
                "unknown hint \"{word}\"; expected {help}",
                word = word,
                help = Hints::HELP
            )
        };
        let (name, value) = word.split_once('=').ok_or_else(unknown)?;
        let within = |least: i32, greatest: i32| {
            value
                .parse()
                .ok()
                .filter(|number| (least..=greatest).contains(number))
                .ok_or_else(|| {
                    error_text!(
                        "hint-range",
                        "{word}: a number from {least} to {greatest} is expected",
                        word = word,
                        least = least,
                        greatest = greatest
                    )
                })
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
                _ => {
                    return Err(error_text!(
                        "hint-on-off",
                        "{word}: on or off is expected",
                        word = word
                    ));
                }
            },
            "slope" => self.factors.slope = within(0, 1000)? as f32 / 100.0,
            "size" if value == "0" => self.factors.size = None,
            "size" => self.factors.size = Some(within(8, 30)? as u32),
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

/// The largest leaf that is allowed: no limit is checked while one is solved.
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

    /// The number of empty squares up to which positions are decided when they are created.
    #[inline]
    pub(crate) fn leaf_size(&self) -> u32 {
        self.hints.leaf
    }

    /// Fewest replies first, with corners counted twice; then by the square. In eighths of a reply.
    #[inline]
    pub(crate) fn rank(&self, position: &Position, mv: Move) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let replies = position.play(mv).mobility();
        let weight = count(replies) + count(replies & self.size().corners());
        square_value(self.size(), square) / 4 - 8 * weight as i32
    }

    /// The answer of alpha-beta for a position that is small enough: up to the hint `leaf` when it
    /// is created, up to `split` when a search visits it.
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
            Some(series) if self.is_part_of_score(root) => {
                let bits = deep_bits(root.empties());
                leaves.of_series(series).deep(bits)
            }
            Some(series) => leaves.of_series(series),
            None => leaves.of_series(&Series::begin()),
        };
        // Loads the default weights or costs now, so that this work does not count for the search.
        let _ = game.estimate(root, Init::Eval);
        game
    }

    /// The table size for two threads, as measured for alpha-beta below df-pn.
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

    /// Whether this is one of several questions about a score, and large enough to store shared
    /// results separately. With 16 empty squares that saves nothing; smaller boards were not
    /// measured.
    fn is_part_of_score(&self, root: &Position) -> bool {
        let is_large = root.size() == Size::Eight && root.empties() >= 18;
        is_large && matches!(self.rule_set(), Rules::AtLeast(..))
    }
}

/// The number of empty squares up to which positions are left to alpha-beta in a search from this
/// root. FFO 40 to 49, with 20 to 26 empty squares, take 0.91 (scores) and 0.90 (win, draw or loss)
/// of the nodes of 14 with 13. With 12 the scores of 50 positions with 20 empty squares take 0.91 of
/// the nodes of 13 and the same time, since df-pn needs more time for a node.
fn split_for(root: &Position) -> u32 {
    match root.empties() {
        0..=17 => 17,
        _ => 13,
    }
}

/// The typical value of squares, in thirty-seconds of a reply: high for corners, low for squares
/// that give corners away. Chosen by hand. The training games depend on these values: other values
/// lead to other weights.
static SQUARE_VALUES: [[i32; 64]; 2] = [square_values(Size::Eight), square_values(Size::Six)];

/// On the shorter edge the middle squares are omitted.
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

/// The value of a square for the order of moves.
#[inline]
pub(crate) fn square_value(size: Size, square: u8) -> i32 {
    SQUARE_VALUES[size as usize][usize::from(square)]
}
