//! Sticks in the Python package shomei: two players take one to three sticks in turn, and the
//! player who takes the last one wins.
use shomei_game::{Key, NotationError, Outcome, Rules, Side, Simple, Texts};
#[derive(Clone, Default)]
struct Sticks;
impl Rules for Sticks {
    type Position = (u32, Side); // how many are left, and whose turn it is
    type Move = u32;
    fn to_move(&self, heap: &(u32, Side)) -> Side {
        heap.1
    }
    fn outcome(&self, &(left, turn): &(u32, Side)) -> Option<Outcome> {
        (left == 0).then_some(Outcome::Win(turn.opponent()))
    }
    fn moves(&self, heap: &(u32, Side), out: &mut Vec<u32>) {
        out.extend(1..=heap.0.min(3));
    }
    fn play(&self, &(left, turn): &(u32, Side), taken: u32) -> (u32, Side) {
        (left - taken, turn.opponent())
    }
    fn key(&self, &(left, turn): &(u32, Side)) -> Key {
        Key::of(2 * u64::from(left) + turn.index() as u64)
    }
}
impl Texts for Sticks {
    const NAME: &'static str = "sticks";
    fn start(&self) -> (u32, Side) {
        (21, Side::First)
    }
    fn format_position(&self, &(left, turn): &(u32, Side)) -> String {
        format!("{left} {}", Self::SIDES[turn.index()])
    }
    fn parse_position(&self, text: &str) -> Result<(u32, Side), NotationError> {
        let (left, side) = text.split_once(' ').unwrap_or((text, ""));
        let heap = left.parse().ok().zip(Side::named(side, Self::SIDES));
        heap.ok_or_else(|| NotationError::whole("expected sticks and a side, as in 21 first"))
    }
    fn format_move(&self, _: &(u32, Side), taken: u32) -> String {
        taken.to_string()
    }
}
shomei_python::module![Simple<Sticks>];
