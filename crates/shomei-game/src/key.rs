//! Position keys: 64 bits, stable between versions.

use std::ops::{BitXor, BitXorAssign};

/// A 64-bit hash of a position. Tables use the high bits as an index and compare the others, so all
/// 64 bits must be well mixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl Key {
    /// Mixes a number into well-distributed bits: the finaliser of Steele, Lea
    /// and Flood's SplitMix64 (OOPSLA 2014). A bijection.
    #[must_use]
    pub const fn of(value: u64) -> Key {
        let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Key(z ^ (z >> 31))
    }

    /// A key for the ordered pair of two keys: `a.mix(b)` and `b.mix(a)` differ.
    #[must_use]
    pub const fn mix(self, other: Key) -> Key {
        Key::of(self.0.rotate_left(23) ^ Key::of(other.0).0)
    }

    /// A key for this key followed by a number.
    #[must_use]
    pub const fn with_number(self, number: u64) -> Key {
        // An odd factor, so that small numbers reach all bits.
        let spread = number.wrapping_mul(0xd6e8_feb8_6659_fd93);
        Key::of(self.0.rotate_left(23) ^ spread)
    }

    /// A key for this key followed by bytes and their number.
    #[must_use]
    pub fn with_bytes(self, bytes: &[u8]) -> Key {
        let begun = self.with_number(bytes.len() as u64);
        bytes.chunks(8).fold(begun, |key, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            key.with_number(u64::from_le_bytes(word))
        })
    }
}

impl BitXor for Key {
    type Output = Key;

    fn bitxor(self, rhs: Key) -> Key {
        Key(self.0 ^ rhs.0)
    }
}

impl BitXorAssign for Key {
    fn bitxor_assign(&mut self, rhs: Key) {
        self.0 ^= rhs.0;
    }
}

/// A reproducible stream of keys, for the Zobrist tables of a game.
///
/// Usable in constants, so that a table costs nothing at start-up and is the same in every version:
///
/// ```
/// use shomei_game::{Key, KeyStream};
///
/// static SQUARES: [Key; 64] = KeyStream::new(1).table();
/// assert_ne!(SQUARES[0], SQUARES[1]);
/// ```
#[derive(Clone, Debug)]
pub struct KeyStream {
    state: u64,
}

impl KeyStream {
    /// A stream that depends only on `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> KeyStream {
        KeyStream {
            state: Key::of(seed).0,
        }
    }

    /// The next key.
    pub const fn next_key(&mut self) -> Key {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        Key::of(self.state)
    }

    /// The next `N` keys.
    #[must_use]
    pub const fn table<const N: usize>(mut self) -> [Key; N] {
        let mut keys = [Key(0); N];
        let mut i = 0;
        while i < N {
            keys[i] = self.next_key();
            i += 1;
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mix_depends_on_the_order() {
        let (a, b) = (Key::of(1), Key::of(2));
        assert_ne!(a.mix(b), b.mix(a));
        assert_ne!(a.mix(a), Key(0));
    }

    #[test]
    fn bytes_that_differ_in_a_zero_at_the_end_have_different_keys() {
        let key = |bytes: &[u8]| Key(0).with_bytes(bytes);
        assert_ne!(key(b"12345678"), key(b"12345678\0"));
        assert_ne!(key(b"ab"), key(b"ba"));
        assert_eq!(key(b"ab"), key(b"ab"));
    }

    #[test]
    fn streams_with_other_seeds_differ() {
        let a: [Key; 4] = KeyStream::new(1).table();
        let b: [Key; 4] = KeyStream::new(2).table();
        assert!(a.iter().all(|k| !b.contains(k)));
    }
}
