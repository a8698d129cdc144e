//! Typical errors of games that are written in a hurry or in another language: moves that change
//! from call to call, positions that change in place, errors. The kit reports each.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use shomei_game::{
    Fault, Game, Goal, Key, Notation, NotationError, Outcome, Picture, Rules, Side, Simple, Texts,
};
use shomei_testkit::conformance::{Breach, Law, Sample, check_value};

/// One to three sticks are taken in turn; one of the methods is wrong.
#[derive(Clone)]
struct Sticks {
    wrong: Wrong,
    /// The number of calls of `moves`.
    asked: Arc<AtomicU32>,
    fault: Fault,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Nothing,
    /// Every other call, the moves come in another order.
    OrderChanges,
    /// Every other call, a move is missing.
    MoveComesAndGoes,
    /// A move occurs twice.
    MoveTwice,
    /// `moves` overwrites the list.
    ListIsEmptied,
    /// `play` takes the sticks away from the given position.
    PlayedInPlace,
    /// `moves` plays the moves and does not undo them.
    AskedInPlace,
    /// `picture` takes a stick away.
    DrawnInPlace,
    /// The rules fail, and return arbitrary values afterwards.
    Fails,
}

/// A position as a reference, as in languages with reference semantics: a clone is the same
/// position.
#[derive(Clone)]
struct Heap {
    sticks: Arc<AtomicU32>,
    turn: Side,
}

impl Heap {
    fn new(sticks: u32, turn: Side) -> Heap {
        let sticks = Arc::new(AtomicU32::new(sticks));
        Heap { sticks, turn }
    }

    fn sticks(&self) -> u32 {
        self.sticks.load(Ordering::Relaxed)
    }
}

impl PartialEq for Heap {
    fn eq(&self, other: &Heap) -> bool {
        (self.sticks(), self.turn) == (other.sticks(), other.turn)
    }
}

impl Eq for Heap {}

impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.sticks(), self.turn)
    }
}

impl Rules for Sticks {
    type Position = Heap;
    type Move = u32;

    fn to_move(&self, heap: &Heap) -> Side {
        heap.turn
    }
    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        (heap.sticks() == 0).then_some(Outcome::Win(heap.turn.opponent()))
    }
    fn moves(&self, heap: &Heap, out: &mut Vec<u32>) {
        let is_odd = self.asked.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        let most = heap.sticks().min(3);
        match self.wrong {
            Wrong::OrderChanges if is_odd => out.extend((1..=most).rev()),
            Wrong::MoveComesAndGoes if is_odd => out.extend(1..=most.min(2)),
            Wrong::MoveTwice => out.extend((1..=most).chain([1])),
            Wrong::ListIsEmptied => *out = (1..=most).collect(),
            Wrong::AskedInPlace => {
                heap.sticks.fetch_sub(most, Ordering::Relaxed);
                out.extend(1..=most);
            }
            Wrong::Fails if most < 3 => {
                self.fault.report("ValueError: no such heap");
                out.push(1);
            }
            _ => out.extend(1..=most),
        }
    }
    fn play(&self, heap: &Heap, taken: u32) -> Heap {
        if self.wrong == Wrong::PlayedInPlace {
            heap.sticks.fetch_sub(taken, Ordering::Relaxed);
            let sticks = Arc::clone(&heap.sticks);
            let turn = heap.turn.opponent();
            return Heap { sticks, turn };
        }
        Heap::new(heap.sticks() - taken, heap.turn.opponent())
    }
    fn key(&self, heap: &Heap) -> Key {
        Key::of(2 * u64::from(heap.sticks()) + heap.turn.index() as u64)
    }
    fn fault(&self) -> Option<&Fault> {
        Some(&self.fault)
    }
}

impl Texts for Sticks {
    const NAME: &'static str = "sticks";

    fn start(&self) -> Heap {
        Heap::new(10, Side::First)
    }
    fn format_position(&self, heap: &Heap) -> String {
        format!("{} {}", heap.sticks(), Self::SIDES[heap.turn.index()])
    }
    fn parse_position(&self, text: &str) -> Result<Heap, NotationError> {
        let expected = || NotationError::whole("expected sticks and a side");
        let (sticks, side) = text.split_once(' ').ok_or_else(expected)?;
        let turn = Side::named(side, Self::SIDES).ok_or_else(expected)?;
        Ok(Heap::new(sticks.parse().map_err(|_| expected())?, turn))
    }
    fn format_move(&self, _: &Heap, taken: u32) -> String {
        taken.to_string()
    }
    fn picture(&self, heap: &Heap) -> Option<Picture> {
        if self.wrong == Wrong::DrawnInPlace {
            heap.sticks.fetch_sub(1, Ordering::Relaxed);
        }
        None
    }
}

fn held(wrong: Wrong) -> Result<(), Breach> {
    let rules = Sticks {
        wrong,
        asked: Arc::default(),
        fault: Fault::default(),
    };
    let game = Simple::new(rules, Goal::win(Side::First));
    assert!(!game.is_over(&game.start()));
    check_value(&game, &[game.start()], &Sample::default()).map(|_| ())
}

#[test]
fn the_kit_names_what_a_careless_game_does() {
    assert_eq!(held(Wrong::Nothing), Ok(()));
    for (wrong, law) in [
        (Wrong::OrderChanges, Law::StableMoves),
        (Wrong::MoveComesAndGoes, Law::StableMoves),
        (Wrong::MoveTwice, Law::DistinctMoves),
        (Wrong::ListIsEmptied, Law::StableMoves),
        (Wrong::PlayedInPlace, Law::Unchanged),
        (Wrong::AskedInPlace, Law::Unchanged),
        (Wrong::DrawnInPlace, Law::Unchanged),
        (Wrong::Fails, Law::Fault),
    ] {
        assert_eq!(held(wrong).unwrap_err().law, law);
    }
}

/// The breach contains the position before the change, and the error that the game reported.
#[test]
fn a_breach_describes_what_happened() {
    let played = held(Wrong::PlayedInPlace).unwrap_err();
    assert_eq!(played.position, "10 first");
    assert!(
        played.detail.starts_with("playing a move changes it"),
        "{played}"
    );
    let asked = held(Wrong::AskedInPlace).unwrap_err();
    assert!(
        asked.detail.starts_with("asking for its moves changes it"),
        "{asked}"
    );
    let failed = held(Wrong::Fails).unwrap_err();
    assert_eq!(failed.detail, "ValueError: no such heap");
    // The moves of a heap of two are counted when a move first leads there.
    let (sticks, _) = failed.position.split_once(' ').unwrap();
    assert!(
        (1..=5).contains(&sticks.parse::<u32>().unwrap()),
        "{failed}"
    );
}
