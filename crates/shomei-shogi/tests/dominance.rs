//! Hands and chains against a search that knows of neither.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Key, Notation, Side};
use shomei_search::registry::{self, Settings};
use shomei_search::{Answer, Limits, Silent};
use shomei_shogi::{Position, Shogi};

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = Key::of(self.0).0;
        self.0 as usize % n
    }
}

/// The unpromoted kinds of a pool that is split between the hands.
const POOL: [char; 8] = ['P', 'P', 'L', 'N', 'S', 'G', 'B', 'R'];

/// A board with the defender's king near its edge, some pieces around it, and four
/// pieces of the pool.
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

/// The same board with every split of the pool, as far as it is a position.
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

/// One df-pn is asked about a board with all splits of some pieces between the
/// hands, so that what it knows of one decides others; proof-number search without
/// dominance and chains starts anew for each.
#[test]
fn what_is_known_of_other_hands_is_right() {
    let game = Shogi::open("", Goal::win(Side::First)).unwrap();
    let (mut compared, mut mates) = (0, 0);
    for seed in 0..50 {
        let mut dice = Dice(seed);
        let (board, pool) = board(&mut dice);
        let mut settings = Settings::default();
        let rule = ["sum", "weak"][(seed % 2) as usize];
        settings.set("rule", rule);
        settings.set("init", ["mobility", "eval"][(seed / 2 % 2) as usize]);
        let mut asked = registry::open("df-pn", &game, &settings, 4 << 20).unwrap();
        for position in splits(&game, &board, &pool) {
            let mut plain = registry::open("pn", &game, &Settings::default(), 8 << 20).unwrap();
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
