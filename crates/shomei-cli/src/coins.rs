//! A game with scores, for tests. The side to move takes the first or the last coin of a row. A
//! side that takes a coin of value 9 moves again.

use shomei_game::{
    Game, Goal, Key, Kind, KnownScore, Notation, NotationError, Outcome, Place, Role, ScoreRange,
    Scored, Side, Status,
};

/// The rules, which define a win.
#[derive(Clone, Debug)]
pub(crate) struct Coins {
    goal: Goal,
    /// The side that needs at least this score; `None`: the greater sum wins.
    least: Option<(Side, i32)>,
}

/// A position: at most eight coins with values from 0 to 9.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    to_move: Side,
    /// The sum of the first side minus that of the second.
    ahead: i32,
    coins: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Take {
    First,
    Last,
}

impl Game for Coins {
    type Position = Row;
    type Move = Take;

    fn role(&self, row: &Row) -> Role {
        match row.to_move == self.goal.attacker {
            true => Role::Attacker,
            false => Role::Defender,
        }
    }

    fn status(&self, row: &Row) -> Status {
        match self.outcome(row) {
            None => Status::Open,
            Some(Outcome::Win(side)) if side == self.goal.attacker => Status::Won,
            Some(_) => Status::Failed,
        }
    }

    fn moves(&self, row: &Row, out: &mut Vec<Take>) {
        out.push(Take::First);
        if row.coins.len() > 1 {
            out.push(Take::Last);
        }
    }

    fn play(&self, row: &Row, take: Take) -> Row {
        let mut coins = row.coins.clone();
        let coin = match take {
            Take::First => coins.remove(0),
            Take::Last => coins.pop().unwrap(),
        };
        let sign = if row.to_move == Side::First { 1 } else { -1 };
        Row {
            to_move: match coin {
                9 => row.to_move,
                _ => row.to_move.opponent(),
            },
            ahead: row.ahead + sign * i32::from(coin),
            coins,
        }
    }

    fn key(&self, row: &Row) -> Key {
        let digits = row.coins.iter();
        let digits = digits.fold(0, |all, &coin| all << 4 | u64::from(coin + 1));
        let rest = (row.ahead + 100) as u64 * 2 + row.to_move.index() as u64;
        Key::of(digits << 16 | rest)
    }
}

impl Notation for Coins {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    fn rules(&self) -> String {
        let text = |(side, least): (Side, i32)| format!("{}>={least}", Self::SIDES[side.index()]);
        self.least.map(text).unwrap_or_default()
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn with_goal(&self, goal: Goal) -> Coins {
        Coins {
            goal,
            ..self.clone()
        }
    }

    fn with_hints(&self, text: &str) -> Result<Coins, NotationError> {
        match text {
            "none" => Ok(self.clone()),
            _ => Err(NotationError::new(Place::Column(1), "expected none")),
        }
    }

    fn start(&self) -> Row {
        Row {
            to_move: Side::First,
            ahead: 0,
            coins: vec![1, 2, 3],
        }
    }

    fn to_move(&self, row: &Row) -> Side {
        row.to_move
    }

    fn outcome(&self, row: &Row) -> Option<Outcome> {
        let (side, least) = self.least.unwrap_or((Side::First, 0));
        let score = self.score(row, side)?;
        Some(match score.cmp(&least) {
            _ if self.least.is_some() && score >= least => Outcome::Win(side),
            std::cmp::Ordering::Greater => Outcome::Win(side),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Win(side.opponent()),
        })
    }

    fn parse_position(&self, text: &str) -> Result<Row, NotationError> {
        let text = text.split('%').next().unwrap_or_default();
        let bad = || NotationError::new(Place::Column(1), "expected SIDE AHEAD COINS");
        let mut words = text.split_whitespace();
        let mut word = || words.next();
        let to_move = side_of(word().ok_or_else(bad)?)?;
        let ahead = word().and_then(|word| word.parse().ok()).ok_or_else(bad)?;
        let digits = word().unwrap_or_default().chars();
        let coins = digits.map(|digit| digit.to_digit(10).map(|digit| digit as u8));
        if words.next().is_some() {
            return Err(bad());
        }
        Ok(Row {
            to_move,
            ahead,
            coins: coins.collect::<Option<_>>().ok_or_else(bad)?,
        })
    }

    fn format_position(&self, row: &Row) -> String {
        let coins: String = row.coins.iter().map(ToString::to_string).collect();
        let side = Self::SIDES[row.to_move.index()];
        format!("{side} {} {coins}", row.ahead).trim_end().into()
    }

    fn parse_move(&self, _: &Row, text: &str) -> Result<Take, NotationError> {
        match text.to_lowercase().as_str() {
            "l" => Ok(Take::First),
            "r" => Ok(Take::Last),
            _ => Err(NotationError::whole("expected l or r")),
        }
    }

    fn format_move(&self, _: &Row, take: Take) -> String {
        match take {
            Take::First => "l".into(),
            Take::Last => "r".into(),
        }
    }

    fn diagram(&self, row: &Row) -> String {
        self.format_position(row)
    }
}

impl Kind for Coins {
    const NAME: &'static str = "coins";
    const SUMMARY: &'static str = "a row of coins";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const RULES_HELP: &'static str = "who needs how much: first>=4";
    const POSITION_HELP: &'static str = "first 0 352 % l:+4 r:0";
    const HINTS_HELP: &'static str = "none: as usual";

    fn open(rules: &str, goal: Goal) -> Result<Coins, NotationError> {
        let bad = || NotationError::whole("expected SIDE>=SCORE");
        let least = match rules {
            "" => None,
            rules => {
                let (side, least) = rules.split_once(">=").ok_or_else(bad)?;
                Some((side_of(side)?, least.parse().map_err(|_| bad())?))
            }
        };
        Ok(Coins { goal, least })
    }
}

/// The score of a side is twice the difference of the sums.
impl Scored for Coins {
    const RANGE: Option<ScoreRange> = Some(ScoreRange {
        greatest: 40,
        step: 2,
        unit: "points",
    });

    fn score(&self, row: &Row, side: Side) -> Option<i32> {
        let score = if side == Side::First {
            2 * row.ahead
        } else {
            -2 * row.ahead
        };
        row.coins.is_empty().then_some(score)
    }

    fn with_least_score(&self, side: Side, least: i32) -> Option<Coins> {
        Some(Coins {
            least: Some((side, least)),
            ..self.clone()
        })
    }

    fn guess_score(&self, row: &Row) -> i32 {
        let sign = if row.to_move == Side::First { 2 } else { -2 };
        sign * row.ahead
    }

    fn remaining(&self, row: &Row) -> Option<u32> {
        Some(row.coins.len() as u32)
    }

    fn known_scores(&self, text: &str) -> Result<Vec<KnownScore>, NotationError> {
        let words = text.split('%').nth(1).unwrap_or_default();
        let known = |word: &str| {
            let (mv, score) = word.split_once(':')?;
            Some(KnownScore {
                mv: mv.into(),
                score: score.parse().ok()?,
            })
        };
        let known: Option<_> = words.split_whitespace().map(known).collect();
        known.ok_or_else(|| NotationError::whole("expected MOVE:SCORE"))
    }
}

fn side_of(name: &str) -> Result<Side, NotationError> {
    let is = |side: &Side| Coins::SIDES[side.index()] == name;
    let side = Side::BOTH.into_iter().find(is);
    side.ok_or_else(|| NotationError::new(Place::Column(1), format!("no side \"{name}\"")))
}
