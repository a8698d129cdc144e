//! The order in which a game lists its moves, which is part of its certificates.

use shomei_game::{KeyStream, Notation};

/// The largest number of moves of a random game.
const PLIES: usize = 60;

/// A hash of the moves along random games from each of these positions, in the order in which the
/// rules list them.
///
/// The games are the same on every machine, and do not depend on the order: the next move is chosen
/// among the texts of the moves in alphabetical order.
///
/// # Panics
///
/// If a start is not a position.
#[must_use]
pub fn hash<G: Notation>(game: &G, starts: &[&str], games: usize) -> u64 {
    let mut hash = Fnv::default();
    let mut stream = KeyStream::new(2026);
    for start in starts {
        let root = game
            .parse_position(start)
            .unwrap_or_else(|error| panic!("{start}: {error}"));
        for _ in 0..games {
            let mut position = root.clone();
            for _ in 0..PLIES {
                if game.is_over(&position) {
                    break;
                }
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let mut texts: Vec<(String, G::Move)> = moves
                    .into_iter()
                    .map(|mv| (game.format_move(&position, mv), mv))
                    .collect();
                hash.add(&game.format_position(&position));
                texts.iter().for_each(|(text, _)| hash.add(text));
                texts.sort_by(|a, b| a.0.cmp(&b.0));
                let choice = stream.next_key().0 % texts.len() as u64;
                position = game.play(&position, texts[choice as usize].1);
            }
        }
    }
    hash.0
}

/// Compares the order of moves with the recorded hash.
///
/// # Panics
///
/// If the hash differs.
pub fn assert_frozen<G: Notation>(game: &G, starts: &[&str], games: usize, recorded: u64) {
    let found = hash(game, starts, games);
    assert!(
        found == recorded,
        "the order of moves of {} under the rules \"{}\" has the hash {found:#018x}, on record is \
         {recorded:#018x}.\n\
         Certificates name moves by their place in this order, and plain search counts nodes \
         along it: with another order every certificate of the game that was ever written is \
         rejected, or read as one of other moves. Restore the order. If it has to change (or \
         positions or moves get other texts), give the rules another name, so that certificates \
         of the old order are refused as such, describe the new one in section 3 of \
         docs/reference/certificate-format.md, and record the new hash here.",
        game.name(),
        game.rules(),
    );
}

/// The FNV-1a hash of texts, each with a line feed at its end.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, text: &str) {
        for &byte in text.as_bytes().iter().chain(b"\n") {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}
