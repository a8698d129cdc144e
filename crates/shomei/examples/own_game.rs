//! A game of your own, solved by the library: who says 21?
//!
//! Two players count upwards in turn, each by one or two; the player who says 21 loses. The crate
//! in `examples/own-game` of the repository gives such a game the whole command line.
//!
//! ```sh
//! cargo run --example own_game
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use shomei::game::{Key, NotationError, Outcome, Rules, Texts};
use shomei::{AnyGame, Error, Question, Session, Side};

#[derive(Clone, Default)]
struct TwentyOne;

/// The last number, and the side to move.
type Count = (u32, Side);

impl Rules for TwentyOne {
    type Position = Count;
    type Move = u32;

    fn to_move(&self, &(_, turn): &Count) -> Side {
        turn
    }
    fn outcome(&self, &(number, turn): &Count) -> Option<Outcome> {
        // The side to move did not say the last number.
        (number == 21).then_some(Outcome::Win(turn))
    }
    fn moves(&self, &(number, _): &Count, out: &mut Vec<u32>) {
        out.extend((number + 1..=number + 2).filter(|&next| next <= 21));
    }
    fn play(&self, &(_, turn): &Count, next: u32) -> Count {
        (next, turn.opponent())
    }
    fn key(&self, &(number, turn): &Count) -> Key {
        Key::of(2 * u64::from(number) + turn.index() as u64)
    }
}

impl Texts for TwentyOne {
    const NAME: &'static str = "twenty-one";

    fn start(&self) -> Count {
        (0, Side::First)
    }
    fn format_position(&self, &(number, turn): &Count) -> String {
        format!("{number} {}", Self::SIDES[turn.index()])
    }
    fn parse_position(&self, text: &str) -> Result<Count, NotationError> {
        let (number, side) = text.split_once(' ').unwrap_or((text, ""));
        let count = number.parse().ok().zip(Side::named(side, Self::SIDES));
        let count = count.filter(|&(number, _)| number <= 21);
        count.ok_or_else(|| NotationError::whole("expected a number and a side, as in 0 first"))
    }
    fn format_move(&self, _: &Count, next: u32) -> String {
        next.to_string()
    }
}

fn main() -> Result<(), Error> {
    let game = AnyGame::of_rules(TwentyOne);
    let mut session = Session::new(&game)?;
    let answered = session.ask(&game.start(), Question::Moves)?;
    for known in answered.moves() {
        println!("{}: {}", known.mv, known.text());
    }
    println!("line: {}", answered.line.moves.join(" "));
    Ok(())
}
