//! Compares searches that use hands and groups with a search that uses neither.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::sync::Mutex;

use shomei_game::{
    Board, Decided, Estimate, Game, Goal, Init, Key, Kind as _, MoveHints, Notation, Resource,
    Role, Side, Status, own_resource,
};
use shomei_search::registry::{self, Settings};
use shomei_search::{Answer, Limits, Silent};
use shomei_shogi::{Hand, Kind, Move, Position, Shogi, Square};

/// Random numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = Key::of(self.0).0;
        self.0 as usize % n
    }
}

/// The unpromoted kinds of a pool that is divided between the hands.
const POOL: [char; 8] = ['P', 'P', 'L', 'N', 'S', 'G', 'B', 'R'];

/// A board with the defender's king near its edge and some pieces around it, and four random kinds
/// of `POOL` for the hands.
fn board(dice: &mut Dice) -> ([[String; 9]; 9], Vec<char>) {
    let mut board: [[String; 9]; 9] = Default::default();
    let (row, column) = (dice.below(3), dice.below(9));
    board[row][column] = "k".into();
    for _ in 0..4 + dice.below(5) {
        let (r, c) = (dice.below(5), (column + 6 + dice.below(7)) % 9);
        let piece = [
            "S", "G", "+P", "B", "R", "L", "N", "p", "s", "g", "l", "n", "P", "+R",
        ];
        let piece = piece[dice.below(piece.len())];
        let dead = match piece {
            "P" | "L" => r < 1,
            "N" => r < 2,
            _ => false,
        };
        let same_file = |square: &[String; 9]| square[c] == piece;
        let two_pawns = matches!(piece, "P" | "p") && board.iter().any(same_file);
        if board[r][c].is_empty() && !dead && !two_pawns {
            board[r][c] = piece.into();
        }
    }
    let pool = (0..4).map(|_| POOL[dice.below(POOL.len())]).collect();
    (board, pool)
}

fn sfen(board: &[[String; 9]; 9], hands: &str) -> String {
    let row = |row: &[String; 9]| {
        let (mut text, mut empty) = (String::new(), 0);
        for square in row {
            if square.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += square;
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    let rows: Vec<String> = board.iter().map(row).collect();
    format!("{} b {hands}", rows.join("/"))
}

/// The positions of the same board with every valid division of the pool.
fn splits(game: &Shogi, board: &[[String; 9]; 9], pool: &[char]) -> Vec<Position> {
    let all = 0..1_u32 << pool.len();
    all.filter_map(|split| {
        let hand = |of: u32| {
            let chosen = pool.iter().enumerate();
            chosen
                .filter(move |(i, _)| (split >> i & 1) == of)
                .map(|(_, &kind)| kind)
        };
        let own: String = hand(1).collect();
        let other: String = hand(0).map(|kind| kind.to_ascii_lowercase()).collect();
        game.parse_position(&sfen(board, &(own + &other))).ok()
    })
    .collect()
}

fn answer(search: &mut dyn shomei_search::search::Search<Shogi>, position: &Position) -> Answer {
    search
        .search(position, &Limits::nodes(20_000), &mut Silent)
        .answer
}

/// One df-pn search solves a board with all divisions of some pieces between the hands, so that its
/// results for one division decide others. Proof-number search without dominance and groups solves
/// each anew.
#[test]
fn results_for_other_hands_are_right() {
    for rules in ["tsume", "tsume-mudaai"] {
        compare_splits(&Shogi::open(rules, Goal::win(Side::First)).unwrap());
    }
}

fn compare_splits(game: &Shogi) {
    let (mut compared, mut mates) = (0, 0);
    for seed in 0..50 {
        let mut dice = Dice(seed);
        let (board, pool) = board(&mut dice);
        let mut settings = Settings::default();
        let rule = ["sum", "weak"][(seed % 2) as usize];
        settings.set("rule", rule);
        settings.set("init", ["mobility", "eval"][(seed / 2 % 2) as usize]);
        let mut asked = registry::open("df-pn", game, &settings, 4 << 20).unwrap();
        for position in splits(game, &board, &pool) {
            let mut plain = registry::open("pn", game, &Settings::default(), 8 << 20).unwrap();
            let expected = answer(&mut *plain, &position);
            let found = answer(&mut *asked, &position);
            if expected == Answer::Unknown || found == Answer::Unknown {
                continue;
            }
            assert_eq!(found, expected, "{}", game.format_position(&position));
            compared += 1;
            mates += usize::from(found == Answer::Proved);
        }
    }
    assert!(compared > 250 && mates > 50, "{compared} {mates}");
}

/// A result that a search stores: a position, its winner, and the dominance bound of the attacker's
/// hand.
type Stored = (Position, Role, Resource);

/// Shogi that records the dominance bounds that it returns.
struct Spy {
    game: Shogi,
    stored: Mutex<Vec<Stored>>,
}

impl Spy {
    fn keep(&self, position: &Position, winner: Role, bound: Resource) -> Resource {
        self.stored.lock().unwrap().push((*position, winner, bound));
        bound
    }
}

impl Game for Spy {
    type Position = Position;
    type Move = Move;

    fn role(&self, position: &Position) -> Role {
        self.game.role(position)
    }

    fn status(&self, position: &Position) -> Status {
        self.game.status(position)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.game.moves(position, out);
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        self.game.play(position, mv)
    }

    fn key(&self, position: &Position) -> Key {
        self.game.key(position)
    }

    fn estimate(&self, position: &Position, init: Init) -> Estimate {
        self.game.estimate(position, init)
    }

    const GROUPS: bool = Shogi::GROUPS;

    fn hints(&self, position: &Position, mv: Move) -> MoveHints {
        self.game.hints(position, mv)
    }

    const DOMINATES: bool = Shogi::DOMINATES;

    fn resource(&self, position: &Position) -> Option<Board> {
        self.game.resource(position)
    }

    fn dominance_bound(&self, position: &Position, decided: Decided<'_, Move>) -> Resource {
        let winner = match decided {
            Decided::ByOne { winner, .. } | Decided::ByAll { winner, .. } => winner,
            _ if self.game.status(position) == Status::Won => Role::Attacker,
            _ => Role::Defender,
        };
        let bound = self.game.dominance_bound(position, decided);
        self.keep(position, winner, bound)
    }
}

/// The board with this hand of the attacker and the rest in the defender's hand; `None` if there
/// are too few pieces.
fn with_hand(position: &Position, attacker: Side, hand: [u8; 8]) -> Option<Position> {
    let mut hands = [Hand::EMPTY; 2];
    for kind in Kind::IN_HAND {
        let all: u8 = Side::BOTH
            .map(|side| position.hand(side).count(kind))
            .iter()
            .sum();
        let own = hand[kind as usize];
        for piece in 0..all.max(own) {
            let side = if piece < own {
                attacker
            } else {
                attacker.opponent()
            };
            hands[side.index()] = hands[side.index()].with(kind);
        }
        if own > all {
            return None;
        }
    }
    let pieces: Vec<_> = Square::all()
        .filter_map(|square| {
            position
                .piece(square)
                .map(|(side, kind)| (square, side, kind))
        })
        .collect();
    Position::new(&pieces, hands, position.to_move()).ok()
}

/// Proof-number search without dominance and groups.
fn plainly(game: &Shogi, position: &Position) -> Answer {
    match game.status(position) {
        Status::Won => return Answer::Proved,
        Status::Failed => return Answer::Disproved,
        Status::Open => {}
    }
    let mut plain = registry::open("pn", game, &Settings::default(), 8 << 20).unwrap();
    answer(&mut *plain, position)
}

/// Results that df-pn stores for random positions are solved anew at the bound, and with one piece
/// more or less on the side for which the bound holds.
#[test]
fn stored_results_hold_at_their_hand_and_one_piece_away() {
    for rules in ["tsume", "tsume-mudaai"] {
        solve_stored_anew(Shogi::open(rules, Goal::win(Side::First)).unwrap());
    }
}

fn solve_stored_anew(game: Shogi) {
    // The numbers of proofs and disproofs solved anew, and of other hands.
    let (mut solved, mut others) = ([0; 2], [0; 2]);
    for seed in 0..60 {
        let mut dice = Dice(1_000 + seed);
        let (board, pool) = board(&mut dice);
        let Some(&root) = splits(&game, &board, &pool).last() else {
            continue;
        };
        let spy = Spy {
            game,
            stored: Mutex::default(),
        };
        let mut search = registry::open("df-pn", &spy, &Settings::default(), 4 << 20).unwrap();
        search.search(&root, &Limits::nodes(3_000), &mut Silent);
        drop(search);
        let stored = spy.stored.into_inner().unwrap();
        for winner in [Role::Attacker, Role::Defender] {
            let of_winner: Vec<&Stored> = stored.iter().filter(|(_, w, _)| *w == winner).collect();
            for _ in 0..of_winner.len().min(6) {
                let (position, _, bound) = of_winner[dice.below(of_winner.len())];
                let (expected, place) = match winner {
                    Role::Attacker => (Answer::Proved, 0),
                    Role::Defender => (Answer::Disproved, 1),
                };
                let own = own_resource(&game, position);
                let holds = match winner {
                    Role::Attacker => own.covers(*bound),
                    Role::Defender => bound.covers(own),
                };
                let text = game.format_position(position);
                assert!(holds, "{winner:?} {bound:?} of {text}");
                let counters = bound.counters();
                let away = Kind::IN_HAND.into_iter().filter_map(|kind| {
                    let mut hand = counters;
                    let count = &mut hand[kind as usize];
                    *count = match winner {
                        Role::Attacker => *count + 1,
                        Role::Defender => count.checked_sub(1)?,
                    };
                    Some(hand)
                });
                for hand in std::iter::once(counters).chain(away) {
                    let Some(changed) = with_hand(position, Side::First, hand) else {
                        continue;
                    };
                    match plainly(&game, &changed) {
                        Answer::Unknown => continue,
                        found => {
                            let changed = game.format_position(&changed);
                            assert_eq!(found, expected, "{changed}, stored with {text}");
                        }
                    }
                    if hand == counters {
                        solved[place] += 1;
                    } else {
                        others[place] += 1;
                    }
                }
            }
        }
    }
    assert!(solved[0] > 100 && solved[1] > 60, "{solved:?} {others:?}");
    assert!(others[0] > 50 && others[1] > 50, "{solved:?} {others:?}");
}
