//! A record: the answer at one open position.

use crate::RecordFault;
use crate::format::{MAX_CHILDREN, NUMBER_LIMIT};
use crate::varint;

/// The target of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// The rules settle the position after the move: won in a proof, failed in a disproof.
    Terminal,
    /// The game continues; this record answers the position after the move.
    Record(u64),
}

/// The answer of a certificate at one open position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// One move is sufficient: for the attacker in a proof, for the defender in a disproof.
    Choice {
        /// The place of the move in the game's move order, from 0.
        mv: u32,
        /// Its target.
        child: Child,
    },
    /// Every move is answered: those of the defender in a proof, those of the
    /// attacker in a disproof.
    All {
        /// The target of each legal move, in the game's move order.
        children: Vec<Child>,
    },
    /// The plain search of the format finds the claimed value within this number of nodes, and the
    /// certificate contains nothing below the position.
    Resolved {
        /// The number of nodes, as [`plain_search`](crate::plain_search) counts them.
        nodes: u64,
    },
}

const CHOICE: u8 = 0;
const ALL: u8 = 1;
const RESOLVED: u8 = 2;

impl Record {
    /// The moves of the record by place, and their targets.
    ///
    /// ```
    /// use shomei_proof::{Child, Record};
    ///
    /// let choice = Record::Choice { mv: 7, child: Child::Record(3) };
    /// assert_eq!(choice.children().collect::<Vec<_>>(), [(7, Child::Record(3))]);
    /// ```
    pub fn children(&self) -> impl Iterator<Item = (u32, Child)> + '_ {
        let (first, children) = match self {
            Record::Choice { mv, child } => (*mv, std::slice::from_ref(child)),
            Record::All { children } => (0, &children[..]),
            Record::Resolved { .. } => (0, &[][..]),
        };
        (first..).zip(children.iter().copied())
    }

    /// Appends the record with this number to `out`. On an error, `out` does not change.
    pub(crate) fn encode(&self, number: u64, out: &mut Vec<u8>) -> Result<(), RecordFault> {
        let start = out.len();
        let encoded = self.encode_body(number, out);
        if encoded.is_err() {
            out.truncate(start);
        }
        encoded
    }

    fn encode_body(&self, number: u64, out: &mut Vec<u8>) -> Result<(), RecordFault> {
        let mut base = number;
        match self {
            Record::Choice { mv, child } => {
                out.push(CHOICE);
                varint::put(out, u64::from(*mv));
                put_child(*child, &mut base, out)?;
            }
            Record::All { children } => {
                let count = children.len() as u64;
                check_count(count)?;
                out.push(ALL);
                varint::put(out, count);
                for &child in children {
                    put_child(child, &mut base, out)?;
                }
            }
            Record::Resolved { nodes } => {
                out.push(RESOLVED);
                varint::put(out, *nodes);
            }
        }
        Ok(())
    }

    /// Reads the record with this number from the front of `input`.
    pub(crate) fn decode(number: u64, input: &mut &[u8]) -> Result<Record, RecordFault> {
        let (&kind, rest) = input.split_first().ok_or(RecordFault::CutOff)?;
        *input = rest;
        let mut base = number;
        match kind {
            CHOICE => {
                let index = varint::take(input)?;
                let mv = u32::try_from(index).map_err(|_| RecordFault::MoveTooLarge(index))?;
                let child = take_child(&mut base, input)?;
                Ok(Record::Choice { mv, child })
            }
            ALL => {
                let count = varint::take(input)?;
                check_count(count)?;
                let children = (0..count).map(|_| take_child(&mut base, input));
                let children = children.collect::<Result<_, _>>()?;
                Ok(Record::All { children })
            }
            RESOLVED => varint::take(input).map(|nodes| Record::Resolved { nodes }),
            _ => Err(RecordFault::UnknownKind(kind)),
        }
    }
}

fn check_count(count: u64) -> Result<(), RecordFault> {
    if count == 0 || count > MAX_CHILDREN as u64 {
        return Err(RecordFault::ChildCount(count));
    }
    Ok(())
}

/// Writes 0 for a terminal child, otherwise one more than the folded distance from `base`.
///
/// `base` is the record itself for its first child, and then the last child record: the children of
/// one position usually have successive numbers, so their distances are a run of ones, which
/// compresses to almost nothing.
fn put_child(child: Child, base: &mut u64, out: &mut Vec<u8>) -> Result<(), RecordFault> {
    match child {
        Child::Terminal => varint::put(out, 0),
        Child::Record(number) if number < NUMBER_LIMIT => {
            let distance = number as i64 - *base as i64;
            varint::put(out, varint::fold(distance) + 1);
            *base = number;
        }
        Child::Record(_) => return Err(RecordFault::ChildNumber),
    }
    Ok(())
}

fn take_child(base: &mut u64, input: &mut &[u8]) -> Result<Child, RecordFault> {
    let Some(folded) = varint::take(input)?.checked_sub(1) else {
        return Ok(Child::Terminal);
    };
    let number = base
        .checked_add_signed(varint::unfold(folded))
        .filter(|&number| number < NUMBER_LIMIT)
        .ok_or(RecordFault::ChildNumber)?;
    *base = number;
    Ok(Child::Record(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(record: &Record, number: u64) -> Vec<u8> {
        let mut out = Vec::new();
        record.encode(number, &mut out).unwrap();
        out
    }

    /// The examples of `docs/reference/certificate-format.md`.
    #[test]
    fn records_have_the_documented_bytes() {
        let choice = Record::Choice {
            mv: 300,
            child: Child::Terminal,
        };
        assert_eq!(bytes(&choice, 5), [0, 0xac, 2, 0]);
        let all = Record::All {
            children: vec![
                Child::Record(9),
                Child::Terminal,
                Child::Record(10),
                Child::Record(4),
            ],
        };
        assert_eq!(bytes(&all, 5), [1, 4, 9, 0, 3, 12]);
        assert_eq!(bytes(&Record::Resolved { nodes: 17 }, 5), [2, 17]);
    }

    #[test]
    fn records_round_trip_at_the_limits() {
        let far = NUMBER_LIMIT - 1;
        for number in [0, far] {
            let record = Record::All {
                children: vec![Child::Record(far), Child::Record(0), Child::Record(far)],
            };
            let bytes = bytes(&record, number);
            assert_eq!(Record::decode(number, &mut &bytes[..]), Ok(record));
        }
    }

    #[test]
    fn what_has_no_form_is_refused() {
        let mut out = vec![7];
        let empty = Record::All { children: vec![] };
        assert_eq!(empty.encode(0, &mut out), Err(RecordFault::ChildCount(0)));
        let far = Record::Choice {
            mv: 0,
            child: Child::Record(NUMBER_LIMIT),
        };
        assert_eq!(far.encode(0, &mut out), Err(RecordFault::ChildNumber));
        assert_eq!(out, [7]);
    }

    #[test]
    fn bad_bytes_are_refused_with_the_reason() {
        let read = |mut bytes: &[u8]| Record::decode(1, &mut bytes);
        assert_eq!(read(&[]), Err(RecordFault::CutOff));
        assert_eq!(read(&[3]), Err(RecordFault::UnknownKind(3)));
        assert_eq!(read(&[1, 0]), Err(RecordFault::ChildCount(0)));
        assert_eq!(read(&[1, 2, 0]), Err(RecordFault::CutOff));
        // Record 1 minus 2 is below 0.
        assert_eq!(read(&[0, 0, 4]), Err(RecordFault::ChildNumber));
        let large = [0, 0x80, 0x80, 0x80, 0x80, 0x10, 0];
        assert_eq!(read(&large), Err(RecordFault::MoveTooLarge(1 << 32)));
    }
}
