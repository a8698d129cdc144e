//! The work of an entry in 8 bits: a small floating-point number of nodes.
//!
//! ```text
//! bit  7 6 5 4 3   2 1 0        0..=15   exact
//!      exponent e  mantissa m   e = 0    m
//!                               e > 0    (8 + m) << (e - 1)
//! ```
//!
//! The codes have the same order as the numbers, so the table compares codes without decoding them.
//! A step is at most 1/8 of the number. The last code, 15 << 30 (1.6e10 nodes), represents all
//! larger numbers too.

/// The largest code.
#[cfg(test)]
const LAST: u8 = u8::MAX;

/// The code of `nodes`, rounded up or down at random so that the mean is right: the probability of
/// rounding up is the covered fraction of the step.
///
/// A position that is visited repeatedly adds a few nodes to a large number each time. Rounding
/// down would never count them. Rounding up would count a whole step each time, so that eight
/// visits of one node would double the work. `dither` provides the random bits, of which only the
/// low ones are used; it should change from one visit to the next.
pub(super) fn encode(nodes: u64, dither: u64) -> u8 {
    if nodes < 16 {
        return nodes as u8;
    }
    let shift = step_bits(nodes);
    let nodes = nodes.saturating_add(dither & ((1 << shift) - 1));
    // The sum can reach the next power of two.
    let shift = step_bits(nodes);
    if shift > 30 {
        return u8::MAX;
    }
    // With e = shift + 1: the four remaining bits are 8 + m, and the 8 compensates for writing
    // `shift` instead of `e`.
    (u64::from(shift << 3) + (nodes >> shift)) as u8
}

/// The number of nodes that a code represents.
#[inline]
pub(super) fn decode(code: u8) -> u64 {
    let (exponent, mantissa) = (code >> 3, u64::from(code & 7));
    match exponent {
        0 => mantissa,
        e => (8 + mantissa) << (e - 1),
    }
}

/// The number of low bits of `nodes` that do not fit into the mantissa; `nodes` is at least 16.
fn step_bits(nodes: u64) -> u32 {
    nodes.ilog2() - 3
}

#[cfg(test)]
mod tests {
    use shomei_game::KeyStream;

    use super::*;

    #[test]
    fn codes_round_trip_and_increase() {
        for code in 0..=LAST {
            assert_eq!(encode(decode(code), 0), code);
            assert_eq!(encode(decode(code), u64::MAX), code);
            assert!(code == 0 || decode(code - 1) < decode(code));
        }
        assert_eq!(decode(LAST), 15 << 30);
    }

    #[test]
    fn more_nodes_never_have_a_smaller_code() {
        let mut numbers: Vec<u64> = (0..5_000).collect();
        numbers.extend((4..64).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1]));
        numbers.push(u64::MAX);
        numbers.sort_unstable();
        for dither in [0, u64::MAX] {
            let codes: Vec<u8> = numbers.iter().map(|&n| encode(n, dither)).collect();
            assert!(codes.is_sorted(), "dither {dither}");
        }
    }

    #[test]
    fn a_number_lies_between_its_two_codes() {
        let mut stream = KeyStream::new(3);
        for _ in 0..2_000 {
            let bits = stream.next_key().0;
            let nodes = bits >> (bits % 64).max(31);
            let (low, high) = (encode(nodes, 0), encode(nodes, u64::MAX));
            assert!(high - low <= 1, "{nodes}");
            assert!((decode(low)..=decode(high)).contains(&nodes), "{nodes}");
            let any = encode(nodes, stream.next_key().0);
            assert!((low..=high).contains(&any), "{nodes}");
        }
    }

    #[test]
    fn everything_large_has_the_last_code() {
        assert_eq!(encode(u64::MAX, 0), LAST);
        assert_eq!(encode(u64::MAX, u64::MAX), LAST);
        assert_eq!(encode(16 << 30, 0), LAST);
        assert_eq!(encode((15 << 30) - 1, 0), LAST - 1);
    }

    #[test]
    fn small_visits_count() {
        let mut stream = KeyStream::new(1);
        let mut code = 0;
        for _ in 0..20_000 {
            code = encode(decode(code) + 1, stream.next_key().0);
        }
        let counted = decode(code);
        assert!((10_000..40_000).contains(&counted), "{counted}");
    }
}
