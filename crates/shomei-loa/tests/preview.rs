//! Compares the children of Lines of Action with those from playing the moves.

use shomei_game::{Children, Estimate, Game, Goal, Init, Key, LeafPolicy, Role, Side, Status};
use shomei_loa::{Loa, Move, Position, Rules, Size};
use shomei_testkit::random::Dice;

/// Lines of Action with the default ways to list and evaluate children.
struct Plain(Loa);

impl Game for Plain {
    type Position = Position;
    type Move = Move;

    fn role(&self, position: &Position) -> Role {
        self.0.role(position)
    }

    fn status(&self, position: &Position) -> Status {
        self.0.status(position)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.0.moves(position, out);
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        self.0.play(position, mv)
    }

    fn key(&self, position: &Position) -> Key {
        self.0.key(position)
    }

    fn estimate(&self, position: &Position, init: Init) -> Estimate {
        self.0.estimate(position, init)
    }
}

fn agree(game: Loa, position: &Position) {
    for init in [Init::Unit, Init::Mobility, Init::Eval] {
        let policy = LeafPolicy::new(init);
        let (mut own, mut plain) = (Children::new(), Children::new());
        game.children(position, policy, &mut own);
        for child in 0..own.len() {
            if own.listed()[child].evaluation.is_unknown() {
                game.evaluate(position, policy, child..child + 1, &mut own);
            }
        }
        Plain(game).children(position, policy, &mut plain);
        assert_eq!(own, plain, "{position:?}");
    }
}

fn games(board: Size) -> Vec<Loa> {
    let rules = [Rules::OLYMPIAD, Rules::SACKSON].map(|rules| Rules { board, ..rules });
    let all = rules.map(|rules| Side::BOTH.map(|side| Loa::new(rules, Goal::win(side))));
    all.concat()
}

#[test]
fn children_agree_in_random_games() {
    for size in Size::ALL {
        let mut dice = Dice::new(20);
        let mut positions = 0;
        for number in 0..400 {
            let game = games(size)[number % 4];
            let mut position = Position::start_on(size);
            while game.status(&position) == Status::Open && positions < 20_000 {
                agree(game, &position);
                positions += 1;
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                position = game.play(&position, moves[dice.below(moves.len())]);
            }
        }
        assert!(positions > 2_000, "{size}: {positions}");
    }
}

/// Boards of every density, most of them unreachable in a game.
#[test]
fn children_agree_on_random_boards() {
    let mut dice = Dice::new(21);
    let mut open = 0;
    for number in 0..20_000 {
        let percent = 3 + number % 90;
        let size = Size::ALL[number / 2 % 4];
        let (mut black, mut white) = (0u64, 0u64);
        for square in size.squares() {
            if dice.chance(percent) {
                let side = if dice.chance(50) {
                    &mut black
                } else {
                    &mut white
                };
                *side |= 1 << square.index();
            }
        }
        let side = Side::BOTH[number % 2];
        let Ok(position) = Position::on(size, black, white, side) else {
            continue;
        };
        for game in games(size) {
            if game.status(&position) == Status::Open {
                agree(game, &position);
                open += 1;
            }
        }
    }
    assert!(open > 10_000, "{open}");
}
