//! Stores the knowledge of other searchers in a table.

use shomei_game::{Key, Resource};

use crate::Knowledge;
use crate::table::{BoardValue, Table, Value};

/// Stores the knowledge of other searchers in a table. An existing entry that is better remains.
pub fn store<'k>(table: &Table, known: impl IntoIterator<Item = &'k Knowledge>) {
    for (count, known) in known.into_iter().enumerate() {
        let key = Key(known.key);
        let Some(mut entry) = known.entry() else {
            continue;
        };
        learn_board(table, known);
        if let Some(there) = table.probe(key) {
            match (there.value, &mut entry.value) {
                // A shorter proof is better for a certificate.
                (Value::Proved { length: there, .. }, Value::Proved { length, .. })
                    if *length < there => {}
                (Value::Proved { .. } | Value::Disproved { .. }, _) => continue,
                (Value::Unsolved { twin, .. }, Value::Unsolved { twin: new, .. }) => {
                    if there.work >= known.work {
                        continue;
                    }
                    *new = twin;
                }
                _ => {}
            }
            entry.min_depth = there.min_depth;
        }
        table.store(key, entry);
        if count % (1 << 12) == 0 {
            table.grow_if_full();
        }
    }
}

/// Stores strategies that were checked to their ends. They replace contradicting entries.
pub fn correct(table: &Table, known: &[Knowledge]) {
    for known in known {
        let there = table.probe(Key(known.key)).map(|entry| entry.value);
        let is_contrary = match there {
            Some(Value::Proved { .. }) => known.bounds.is_disproved(),
            Some(Value::Disproved { .. }) => known.bounds.is_proved(),
            _ => false,
        };
        if is_contrary {
            table.remove(Key(known.key));
        }
    }
    store(table, known);
}

/// Stores knowledge that applies to all positions with the same board.
fn learn_board(table: &Table, known: &Knowledge) {
    let (Some(boards), Some((board, resource))) = (table.boards(), known.board) else {
        return;
    };
    // A counter of the resource is at most 127.
    let bound = Resource::from_bits(resource & 0x7f7f_7f7f_7f7f_7f7f);
    match known.is_solved() {
        false => boards.note(Key(board), bound, known.bounds),
        true => boards.insert(
            Key(board),
            BoardValue {
                bounds: known.bounds,
                length: known.length,
                bound,
            },
        ),
    }
}
