//! The manifest of a bundle: the question and the results.

use std::fmt;

use serde::{Deserialize, Serialize};
use shomei_game::{NotationError, Side};

use crate::any::{AnyGame, AnyPosition};
use crate::questions::{ExactLine, Query, Question, WinLength};

/// The question and the results of a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`Manifest::FORMAT`].
    pub format: String,
    /// [`Manifest::VERSION`].
    pub version: u32,
    /// The name of the game.
    pub game: String,
    /// The rules, as the game prints them.
    pub rules: String,
    /// The first position, as the game prints it.
    pub position: String,
    /// The question about every position of the bundle.
    pub question: BundleQuestion,
    /// The side that must win, if the question is about one side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<String>,
    /// Whether the results contain the lengths of wins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shortest: bool,
    /// The moves from the first position: those of a game, or the main line of a solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// For a review: the number of moves before the first reviewed position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// The results: one for the first position; in a review one for each position; in a solution
    /// one for each position of the line in which the attacker moves.
    pub results: Vec<PositionResult>,
    /// Whether a solution is the only one: `unique`, `unique but for the last move`, `not unique`,
    /// `not decided`, or `no solution`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
}

/// The question of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BundleQuestion {
    /// Can the attacker force a win?
    Win,
    /// Win, draw or loss for the side to move?
    Value,
    /// Which score for the side to move?
    Score,
    /// Can the attacker force a win, for every legal move?
    WinByMove,
    /// Win, draw or loss, for every legal move?
    ValueByMove,
    /// Which score, for every legal move?
    ScoreByMove,
    /// Is the main line the only solution of the problem?
    Solution,
}

impl fmt::Display for BundleQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The results for a position. Fields that the question does not ask for are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionResult {
    /// The number of moves of the line before the position.
    pub plies: usize,
    /// `proved`, `disproved` or `unknown`: whether the attacker can force a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// `win`, `draw`, `loss` or `unknown`, for the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The least and the greatest possible score for the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<[i32; 2]>,
    /// The least and the greatest number of plies of the shortest win; the greatest is null if it is
    /// not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<(u16, Option<u16>)>,
    /// In a review: the least and the greatest loss by the move that led to this position, in
    /// points, or in steps of win, draw and loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<[i32; 2]>,
    /// The files of the certificates that prove the results, without those of the moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<String>,
    /// The results for the moves, in the order of the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveResult>,
}

/// The results for a move. Fields that the question does not ask for are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveResult {
    /// The move, as the game prints it.
    #[serde(rename = "move")]
    pub mv: String,
    /// `proved`, `disproved` or `unknown`: whether the attacker can force a win after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// `win`, `draw`, `loss` or `unknown`, for the side that plays the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The least and the greatest possible score for the side that plays the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<[i32; 2]>,
    /// The least and the greatest number of plies of the shortest win that begins with the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<(u16, Option<u16>)>,
    /// In a solution, for a move that also wins: `another`, `promotion`, `order`, `last-move` or
    /// `detour`. This is the classification of the program. The check only ensures that the move
    /// wins, and that a `last-move` is at the end of the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The files of the certificates that prove the results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<String>,
}

impl PositionResult {
    /// Whether a part of the result is not known or not exact. The moves have their own results.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let PositionResult { score, length, .. } = *self;
        is_open([&self.answer, &self.value], score, length)
    }
}

impl MoveResult {
    /// Whether a part of the result is not known or not exact.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let MoveResult { score, length, .. } = *self;
        is_open([&self.answer, &self.value], score, length)
    }
}

fn is_open(
    texts: [&Option<String>; 2],
    score: Option<[i32; 2]>,
    length: Option<(u16, Option<u16>)>,
) -> bool {
    texts.into_iter().flatten().any(|text| text == "unknown")
        || score.is_some_and(|[low, high]| low != high)
        || length.is_some_and(|(least, most)| Some(least) != most)
}

impl Manifest {
    /// The name of the format.
    pub const FORMAT: &'static str = "shomei-bundle";

    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// A question about one position, without results.
    #[must_use]
    pub fn of_position(position: &AnyPosition, query: Query) -> Manifest {
        let (question, attacker) = match query.question {
            Question::MoverWins => (BundleQuestion::Win, Some(position.attacker())),
            Question::Win(attacker) => (BundleQuestion::Win, Some(attacker)),
            Question::MovesFor(attacker) => (BundleQuestion::WinByMove, Some(attacker)),
            Question::Value => (BundleQuestion::Value, None),
            Question::Moves => (BundleQuestion::ValueByMove, None),
            Question::Score => (BundleQuestion::Score, None),
            Question::MoveScores => (BundleQuestion::ScoreByMove, None),
        };
        let game = position.game();
        Manifest {
            format: Manifest::FORMAT.into(),
            version: Manifest::VERSION,
            game: game.name(),
            rules: game.rules(),
            position: position.text(),
            question,
            attacker: attacker.map(|side| game.side_name(side)),
            shortest: query.length == WinLength::Shortest,
            line: Vec::new(),
            from: None,
            results: Vec::new(),
            verdict: None,
        }
    }

    /// The first position. If the question is about one side, it is the attacker.
    ///
    /// # Errors
    ///
    /// A text that this game cannot read.
    pub fn root(&self, game: &AnyGame) -> Result<AnyPosition, NotationError> {
        let root = game.position(&self.position)?;
        Ok(match self.query(game).map(|query| query.question) {
            Some(Question::Win(attacker)) => root.for_attacker(attacker),
            _ => root,
        })
    }

    /// The same question about the positions of a game after `from` and more moves.
    #[must_use]
    pub fn along(self, line: Vec<String>, from: usize) -> Manifest {
        Manifest {
            line,
            from: Some(from),
            ..self
        }
    }

    /// The question whether the line is the only solution of a problem. `kinds` contains the
    /// [kinds](MoveResult::kind) of other moves that win: the number of plies before the move, the
    /// move, the kind.
    pub(crate) fn of_solution(
        position: &AnyPosition,
        attacker: Side,
        line: Vec<String>,
        kinds: Vec<(usize, String, String)>,
    ) -> Manifest {
        let query = Query {
            question: Question::Win(attacker),
            length: WinLength::Shortest,
            line: ExactLine::Omit,
        };
        let mut results: Vec<PositionResult> = Vec::new();
        for (plies, mv, kind) in kinds {
            let row = MoveResult {
                mv,
                kind: Some(kind),
                ..MoveResult::default()
            };
            results.push(PositionResult {
                plies,
                moves: vec![row],
                ..PositionResult::default()
            });
        }
        Manifest {
            question: BundleQuestion::Solution,
            line,
            results,
            ..Manifest::of_position(position, query)
        }
    }

    /// The number of results that are not known or not exact.
    #[must_use]
    pub fn open_results(&self) -> usize {
        let positions = self.results.iter().filter(|row| row.is_open());
        let moves = self.results.iter().flat_map(|row| &row.moves);
        positions.count() + moves.filter(|row| row.is_open()).count()
    }

    /// The stated kind of a winning move.
    pub(super) fn kind_of(&self, plies: usize, mv: &str) -> Option<&str> {
        let results = self.results.iter().filter(|result| result.plies == plies);
        let mut moves = results.flat_map(|result| &result.moves);
        moves.find(|row| row.mv == mv)?.kind.as_deref()
    }

    /// The query about each position; `None` without the attacker that the question needs, or with
    /// one that it does not have.
    pub(super) fn query(&self, game: &AnyGame) -> Option<Query> {
        let sides = game.sides();
        let attacker = match &self.attacker {
            Some(name) => Some(Side::named(name, [&sides[0], &sides[1]])?),
            None => None,
        };
        let question = match (self.question, attacker) {
            (BundleQuestion::Win | BundleQuestion::Solution, Some(side)) => Question::Win(side),
            (BundleQuestion::WinByMove, Some(side)) => Question::MovesFor(side),
            (BundleQuestion::Value, None) => Question::Value,
            (BundleQuestion::ValueByMove, None) => Question::Moves,
            (BundleQuestion::Score, None) => Question::Score,
            (BundleQuestion::ScoreByMove, None) => Question::MoveScores,
            _ => return None,
        };
        Some(Query {
            question,
            length: WinLength::from(self.shortest),
            line: ExactLine::Omit,
        })
    }
}
