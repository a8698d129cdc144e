//! Reads and writes positions (SFEN) and moves (USI).

mod address;
mod board;
mod record;
mod sfen;

use shomei_game::corpus::Fact;
use shomei_game::words::{Word, Words};
use shomei_game::{
    Change, ComposingRules, ErrorText, Game, Goal, Kind, Notation, NotationError, OneMore, Outcome,
    Side, Tuning, Variant, error_text,
};

use crate::texts::side_text;
use crate::{Move, Numbers, Position, Rules, Shogi, more, variants};
use address::Spaced;

pub(crate) use record::{allowed, written};
pub(crate) use sfen::{format as sfen, piece_text};

impl Notation for Shogi {
    const READ_BACK: bool = false;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    fn rules(&self) -> String {
        self.rule_set().to_string()
    }

    fn goal(&self) -> Goal {
        Goal::win(self.attacker())
    }

    fn with_goal(&self, goal: Goal) -> Shogi {
        self.asking(goal)
    }

    /// Reads the weights file of `shomei-lab train shogi`. The weights stay in memory until the
    /// program ends; equal files share one copy.
    fn with_weights(&self, bytes: &[u8]) -> Result<Shogi, NotationError> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| NotationError::whole("the file of weights is not text"))?;
        let numbers = Numbers::parse(text)?;
        Ok(self.with_numbers(numbers.kept()))
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.result(position)
    }

    fn rules_depend_on_goal(&self) -> bool {
        self.rule_set().only_checks()
    }

    fn why_over(&self, position: &Position) -> Option<String> {
        if !self.rule_set().only_checks() || !self.is_over(position) {
            return None;
        }
        let side = position.to_move();
        let (name, in_check) = (side_text(side), position.in_check(side));
        Some(match (side == self.attacker(), in_check) {
            (true, false) => format!("{name} has no check"),
            (true, true) => format!("{name} is in check and has no evasion that checks"),
            (false, true) if position.has_legal() => {
                format!("{name} is mated: every interposition would be wasted")
            }
            (false, true) => format!("{name} is mated"),
            (false, false) => format!("{name} has no legal move"),
        })
    }

    fn check_goal(&self, position: &Position) -> Result<(), NotationError> {
        let attacker = self.attacker();
        let defender = attacker.opponent();
        if position.king(defender).is_some() {
            return Ok(());
        }
        let [attacker, defender] = [attacker, defender].map(side_text);
        Err(NotationError::whole(error_text!(
            "shogi-no-king-to-mate",
            "{defender} has no king for {attacker} to mate",
            defender = defender,
            attacker = attacker
        )))
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        parse_position(text)
    }

    fn format_position(&self, position: &Position) -> String {
        sfen::format(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        record::parse_move(self, position, text).map_err(NotationError::whole)
    }

    fn format_move(&self, _position: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn composing_rules(&self) -> Option<&dyn ComposingRules<Shogi>> {
        Some(self)
    }

    fn diagram(&self, position: &Position) -> String {
        board::diagram(position)
    }
}

impl ComposingRules<Shogi> for Shogi {
    fn is_same_solution(&self, _position: &Position, a: Move, b: Move) -> bool {
        a.class() == b.class()
    }

    fn surplus(&self, end: &Position) -> Option<String> {
        let hand = end.hand(self.attacker());
        (!hand.is_empty()).then(|| sfen::format_hand(hand, Side::First))
    }

    fn with_one_more(&self, position: &Position) -> Vec<OneMore<Position>> {
        more::with_one_more(position, self.attacker())
    }

    fn spares_defences(&self) -> bool {
        self.rule_set() == Rules::Mudaai
    }

    fn instead(&self, position: &Position, mv: Move) -> Vec<Position> {
        position.instead_of_drop(mv)
    }

    fn variants(&self, position: &Position, changes: &[Change]) -> Vec<Variant<Position>> {
        variants::variants(position, self.attacker(), changes)
    }

    fn has_same_set(&self, a: &Position, b: &Position) -> bool {
        a.to_move() == b.to_move() && variants::set(a) == variants::set(b)
    }

    fn before(&self, position: &Position, most: usize) -> Vec<Position> {
        self.two_plies_before(position, most)
    }
}

impl Kind for Shogi {
    const NAME: &'static str = "shogi";
    const SUMMARY: &'static str = "Tsume-shogi: mate with checks alone";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const RULES_HELP: &'static str = Rules::HELP;
    const RULE_SETS: &'static [&'static str] = Rules::SETS;
    const POSITION_HELP: &'static str = "SFEN: the board from 9a, the side to move, the hands, \
        the move number; \"startpos\"; one of these after \"position\" or \"sfen\"; a diagram as \
        \"shomei show\" prints it; any of these followed by \"moves 7g7f ...\" with any legal \
        moves, and by an end such as \"resign\"; SFEN with _ or %20 instead of spaces; the \
        address of a board at lishogi.org";
    const FACTS: &'static [Fact] = &[
        Fact {
            key: "mudaai",
            what: "the plies of the shortest win with wasted interpositions left out",
            counts_plies: true,
        },
        Fact {
            key: "counted",
            what: "the same with those in the middle of a line left out, too",
            counts_plies: true,
        },
        Fact {
            key: "class",
            what: "which piece checks from afar where pieces are put between",
            counts_plies: false,
        },
        Fact {
            key: "words",
            what: "what composers call the problem, by the names of --tolerate, in alphabetical order",
            counts_plies: false,
        },
    ];
    /// Long works need the weak rule: Zuko 100 takes 0.7 million nodes with it, and 2.5 with sums.
    /// After a million nodes groups are split: Muso 73 is refuted with 3.4 million nodes, and takes
    /// 14 million without. A split after half a million nodes doubles those of Muso 1.
    const TUNING: Tuning = Tuning {
        options: &[(
            "schedule",
            "sum/weak+larger-dn,1048576:sum/weak+larger-dn+split-groups",
        )],
        ..Tuning::USUAL
    };

    fn open(rules: &str, goal: Goal) -> Result<Shogi, NotationError> {
        Rules::parse(rules).map(|rules| Shogi::new(rules, goal))
    }
}

/// Reads a position in any notation, with the moves after it.
pub(crate) fn parse_position(text: &str) -> Result<Position, NotationError> {
    match Spaced::of(text)? {
        Some(spaced) => parse(&spaced.text).map_err(|error| spaced.placed(error)),
        None => parse(text),
    }
}

/// Reads a position whose words are separated by blanks.
fn parse(text: &str) -> Result<Position, NotationError> {
    let mut words = Words::of(text);
    if let Some(position) = board::parse(&mut words)? {
        return record::play(position, words);
    }
    words.accept("position");
    let position = if words.accept("startpos") {
        Position::start()
    } else {
        words.accept("sfen");
        sfen::parse(&mut words)?
    };
    record::play(position, words)
}

/// The error that a word is found where something else is expected.
fn expected(what: &ErrorText, word: Word<'_>) -> NotationError {
    let message = error_text!(
        "expected-word",
        "expected {what}, found \"{found}\"",
        what = what,
        found = word.text
    );
    word.error(0, message)
}
