//! Compares records with the rules: the kind of a record, the existence of its moves, and the
//! records that its moves lead to.

use shomei_game::Status;
use shomei_proof::{Child, Claim, Header, Record, Rejection};

use super::{Branch, Certificate, Node, of_content, of_reading};
use crate::any::AnyPosition;
use crate::error::Error;

impl Certificate {
    /// The node of a record, for its position under the goal of the certificate.
    pub(super) fn fetch(&mut self, number: u64, position: AnyPosition) -> Result<Node, Error> {
        let records = self.totals().records;
        let record = self.reader.record(number).map_err(of_reading)?;
        let Some(record) = record else {
            let message = format!("there is no record {number}, there are {records} records");
            return Err(Error::input(message));
        };
        if position.status() != Status::Open {
            let message =
                format!("record {number}: the rules decide the position, so it has no record");
            return Err(Error::input(message));
        }
        let (role, claim) = (position.role(), self.claim());
        let is_right = match record {
            Record::Choice { .. } => role == claim.chooser(),
            Record::All { .. } => role != claim.chooser(),
            Record::Resolved { .. } => true,
        };
        if !is_right {
            return Err(of_content(Rejection::WrongKind {
                record: number,
                role,
                claim,
            }));
        }
        Ok(Node {
            position,
            record: Some((number, record)),
        })
    }

    pub(super) fn branches(
        &self,
        number: u64,
        record: &Record,
        position: &AnyPosition,
    ) -> Result<Vec<Branch>, Rejection> {
        let played = match record {
            Record::Resolved { .. } => Vec::new(),
            Record::Choice { mv, .. } => {
                let no_such = |moves| Rejection::NoSuchMove {
                    record: number,
                    mv: *mv,
                    moves,
                };
                vec![position.after(*mv).map_err(no_such)?]
            }
            Record::All { children } => {
                let played = position.children();
                let (moves, listed) = (played.len(), children.len());
                if listed != moves {
                    return Err(Rejection::WrongCount {
                        record: number,
                        moves,
                        listed,
                    });
                }
                played
            }
        };
        let branch = |((mv, position), (place, to)): ((String, AnyPosition), (u32, Child))| {
            self.fits(number, place, to, position.status())?;
            Ok(Branch { mv, position, to })
        };
        played
            .into_iter()
            .zip(record.children())
            .map(branch)
            .collect()
    }

    /// Checks that a move may lead to this child, given the status of the position after it.
    fn fits(&self, record: u64, mv: u32, to: Child, status: Status) -> Result<(), Rejection> {
        let claim = self.claim();
        match to {
            Child::Terminal if status == claim.end() => Ok(()),
            // Only a check knows whether too few plies remain after the move.
            Child::Terminal if status == Status::Open && self.ends_out_of_plies() => Ok(()),
            Child::Terminal => Err(Rejection::WrongTerminal {
                record,
                mv,
                status,
                claim,
            }),
            Child::Record(_) if status != Status::Open => {
                Err(Rejection::ChildIsOver { record, mv, status })
            }
            Child::Record(child) => {
                may_name(self.header(), self.totals().records, (record, mv, child))
            }
        }
    }

    /// Whether a line can end in an open position because too few plies remain.
    fn ends_out_of_plies(&self) -> bool {
        self.claim() == Claim::Disproved && self.header().plies.is_some()
    }
}

/// Checks that a record may refer to this record.
pub(super) fn may_name(
    header: &Header,
    records: u64,
    (record, mv, child): (u64, u32, u64),
) -> Result<(), Rejection> {
    if child >= records {
        return Err(Rejection::MissingRecord {
            record,
            child,
            records,
        });
    }
    // In a disproof about a number of plies, only a check knows whether the child has enough.
    if child <= record && header.claim == Claim::Proved {
        return Err(Rejection::BackwardChild { record, mv, child });
    }
    Ok(())
}
