//! A game written with the short traits, as rules and texts, is solved by every algorithm, and a
//! certificate is checked against a value of the game.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use shomei_extract::Extractor;
use shomei_game::{Goal, Key, Notation, NotationError, Outcome, Rules, Side, Simple, Texts};
use shomei_proof::{Claim, Header, HeaderError, Reader, check};
use shomei_search::registry::{ALGORITHMS, Settings, open};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Answer, Limits, Silent};

/// The players take turns to remove 1 to `most` sticks, and the player who takes the last one wins.
/// The side to move loses exactly if `most + 1` divides the number of sticks. The name and the
/// number are known only at run time.
#[derive(Clone)]
struct Sticks {
    name: String,
    most: u32,
}

type Heap = (u32, Side);

impl Rules for Sticks {
    type Position = Heap;
    type Move = u32;

    fn to_move(&self, &(_, turn): &Heap) -> Side {
        turn
    }
    fn outcome(&self, &(sticks, turn): &Heap) -> Option<Outcome> {
        (sticks == 0).then_some(Outcome::Win(turn.opponent()))
    }
    fn moves(&self, &(sticks, _): &Heap, out: &mut Vec<u32>) {
        out.extend(1..=sticks.min(self.most));
    }
    fn play(&self, &(sticks, turn): &Heap, taken: u32) -> Heap {
        (sticks - taken, turn.opponent())
    }
    fn key(&self, &(sticks, turn): &Heap) -> Key {
        Key::of(2 * u64::from(sticks) + turn.index() as u64)
    }
}

impl Texts for Sticks {
    const NAME: &'static str = "sticks";

    fn name(&self) -> &str {
        &self.name
    }
    fn rules(&self) -> String {
        format!("up to {}", self.most)
    }
    fn start(&self) -> Heap {
        (12, Side::First)
    }
    fn format_position(&self, &(sticks, turn): &Heap) -> String {
        format!("{sticks} {}", Self::SIDES[turn.index()])
    }
    fn parse_position(&self, text: &str) -> Result<Heap, NotationError> {
        let expected = || NotationError::whole("expected sticks and a side");
        let (sticks, side) = text.split_once(' ').ok_or_else(expected)?;
        let turn = Side::named(side, Self::SIDES).ok_or_else(expected)?;
        Ok((sticks.parse().map_err(|_| expected())?, turn))
    }
    fn format_move(&self, _: &Heap, taken: u32) -> String {
        taken.to_string()
    }
}

fn sticks(name: &str, most: u32, attacker: Side) -> Simple<Sticks> {
    let name = name.into();
    Simple::new(Sticks { name, most }, Goal::win(attacker))
}

#[test]
fn every_algorithm_solves_plain_rules() {
    let mut solved = 0;
    for algorithm in ALGORITHMS {
        for most in [2, 3] {
            for left in 1..=12 {
                let game = sticks("heap", most, Side::First);
                let settings = Settings::default();
                let mut search = open(algorithm.name, &game, &settings, 1 << 20).unwrap();
                let root = (left, Side::First);
                let report = search.search(&root, &Limits::default(), &mut Silent);
                let expected = match left % (most + 1) {
                    0 => Answer::Disproved,
                    _ => Answer::Proved,
                };
                assert_eq!(report.answer, expected, "{} {left}", algorithm.name);
                solved += 1;
            }
        }
    }
    assert!(solved >= 24 * 5, "{solved}");
}

/// A certificate about a game that has no kind is opened with a value of the game, and with no
/// other value.
#[test]
fn a_certificate_is_opened_with_a_value() {
    let game = sticks("heap", 3, Side::Second);
    let root = game.start();
    let settings = Settings::default();
    let limits = Limits::default();
    let mut search = open("df-pn", &game, &settings, 1 << 20).unwrap();
    let report = search.search(&root, &limits, &mut Silent);
    assert_eq!(report.answer, Answer::Proved);
    let table = Arc::clone(search.table());
    let mut extractor = Extractor::new(&game, table, DfPnOptions::default(), &limits);
    let strategy = extractor.strategy(&root, Claim::Proved).unwrap();
    let header = Header::of(&game, &root, Claim::Proved);
    let (bytes, _) = strategy.write(&header, Vec::new()).unwrap();

    let reader = Reader::open(&bytes[..]).unwrap();
    // The goal comes from the certificate, not from the value.
    let asked = sticks("heap", 3, Side::First);
    let (opened, start) = reader.header().open_with(&asked).unwrap();
    assert_eq!((opened.goal(), start), (game.goal(), root));
    check(&opened, &start, reader).unwrap();

    let refused = |game: &Simple<Sticks>| header.open_with(game).map(|_| ()).unwrap_err();
    let error = refused(&sticks("pile", 3, Side::Second));
    assert!(matches!(error, HeaderError::OtherGame { .. }), "{error}");
    let error = refused(&sticks("heap", 4, Side::Second));
    assert!(matches!(error, HeaderError::OtherRules { .. }), "{error}");
    let text = "the rules are \"up to 3\", those of this game are \"up to 4\"";
    assert_eq!(error.to_string(), text);
}
