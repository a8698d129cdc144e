//! What others have learnt, for a table.

use shomei_game::{Key, Resource};

use super::told::bounds;
use super::{Known, Says};
use crate::Bounds;
use crate::table::{Decided, Entry, Table, Value};

/// Puts what others have learnt into a table. What it knows better stays.
pub fn learn(table: &Table, known: &[Known]) {
    for (count, known) in known.iter().enumerate() {
        let key = Key(known.key);
        let Some(mut value) = known.says.value() else {
            continue;
        };
        learn_board(table, known);
        let mut min_depth = Entry::MAX_MIN_DEPTH;
        let mut work = known.work;
        let twin = known.says.twin();
        if let Some(there) = table.probe(key) {
            match (there.value, &mut value) {
                // Of proofs the shorter one is better for a certificate.
                (Value::Proved { length: there, .. }, Value::Proved { length, .. })
                    if *length < there => {}
                (Value::Proved { .. } | Value::Disproved { .. }, _) => continue,
                (Value::Unsolved { bounds, .. }, Value::Unsolved { bounds: new, .. })
                    if twin.is_some() =>
                {
                    *new = bounds;
                    work = work.max(there.work);
                }
                (Value::Unsolved { twin, .. }, Value::Unsolved { twin: new, .. }) => {
                    if there.work >= known.work {
                        continue;
                    }
                    *new = twin;
                }
                _ => {}
            }
            min_depth = there.min_depth;
        }
        let entry = |value| Entry {
            value,
            work,
            min_depth,
        };
        table.store(key, entry(value));
        if let Some(twin) = twin {
            // As `Path::twin_key` has it.
            table.store(key.mix(Key(known.check)), entry(twin));
        }
        if count % (1 << 12) == 0 {
            table.grow_if_full();
        }
    }
}

/// Puts positions of strategies into a table. They were followed to their ends, so they replace
/// what the table says to the contrary.
pub fn correct(table: &Table, known: &[Known]) {
    for known in known {
        let there = table.probe(Key(known.key)).map(|entry| entry.value);
        let is_contrary = matches!(
            (there, known.says),
            (Some(Value::Proved { .. }), Says::Disproved { .. })
                | (Some(Value::Disproved { .. }), Says::Proved { .. })
        );
        if is_contrary {
            table.remove(Key(known.key));
        }
    }
    learn(table, known);
}

/// What is known of one position says something about others with its board.
fn learn_board(table: &Table, known: &Known) {
    let (Some(boards), Some((board, resource))) = (table.boards(), known.board) else {
        return;
    };
    // A counter is at most 127.
    let resource = Resource::from_bits(resource & 0x7f7f_7f7f_7f7f_7f7f);
    match known.says {
        // It says nothing of other lines.
        Says::DisprovedOnLine { .. } => {}
        Says::Unsolved { pn, dn } => {
            if let Some(numbers) = bounds(pn, dn) {
                boards.note(Key(board), resource, numbers);
            }
        }
        Says::Proved { length, .. } | Says::Disproved { length, .. } => {
            let bounds = match known.says {
                Says::Proved { .. } => Bounds::PROVED,
                _ => Bounds::DISPROVED,
            };
            let reach = resource;
            boards.insert(
                Key(board),
                Decided {
                    bounds,
                    length,
                    reach,
                },
            );
        }
    }
}
