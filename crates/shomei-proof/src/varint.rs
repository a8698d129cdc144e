//! Integers of one to ten bytes (LEB128), and signed ones folded into them.

use crate::RecordFault;

/// Appends `value`, seven bits per byte, the low ones first. The high bit of a byte is set if
/// another byte follows.
pub(crate) fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Reads one integer from the front of `input`.
///
/// A number has exactly one encoding: zeros at the high end are refused, so that two different
/// files never contain the same records because of such a difference.
pub(crate) fn take(input: &mut &[u8]) -> Result<u64, RecordFault> {
    let mut value = 0;
    for (i, &byte) in input.iter().enumerate().take(10) {
        if i == 9 && byte > 1 {
            return Err(RecordFault::BadInteger);
        }
        value |= u64::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            if byte == 0 && i > 0 {
                return Err(RecordFault::BadInteger);
            }
            *input = &input[i + 1..];
            return Ok(value);
        }
    }
    Err(RecordFault::CutOff)
}

/// Folds a signed number into an unsigned one: 0, -1, 1, -2, 2 become 0 to 4.
pub(crate) fn fold(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

/// The inverse of [`fold`].
pub(crate) fn unfold(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_round_trip() {
        for value in [0, 1, 127, 128, 300, 1 << 32, u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            put(&mut bytes, value);
            let mut rest = &bytes[..];
            assert_eq!(take(&mut rest), Ok(value));
            assert!(rest.is_empty());
            assert_eq!(fold(unfold(value)), value);
        }
        assert_eq!([0, -1, 1, -2, 2].map(fold), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn integers_have_one_spelling() {
        let read = |mut bytes: &[u8]| take(&mut bytes);
        assert_eq!(read(&[0x80, 0]), Err(RecordFault::BadInteger));
        assert_eq!(read(&[0xff; 10]), Err(RecordFault::BadInteger));
        assert_eq!(read(&[0xff; 9]), Err(RecordFault::CutOff));
        assert_eq!(read(&[]), Err(RecordFault::CutOff));
    }
}
