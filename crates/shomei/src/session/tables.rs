//! The tables of a session, one for each aim, within its memory.

use std::sync::Arc;

use shomei_search::table::Table;

use crate::any::Aim;

/// Tables by aim, the most recently used last.
#[derive(Debug, Default)]
pub(super) struct AimTables(Vec<(Aim, Arc<Table>)>);

/// The start of a question.
#[derive(Debug)]
pub(super) struct Beginning {
    /// The table of the same aim.
    pub(super) table: Option<Arc<Table>>,
    /// The memory that the other tables leave, in bytes.
    pub(super) memory: usize,
}

impl AimTables {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes out the table of an aim, for a question that will use it. Tables of other aims are
    /// kept while they take at most a quarter of the memory together; the least recently used ones
    /// are dropped first. If the question's table stays within the returned memory, all tables
    /// together do not exceed `memory`.
    pub(super) fn begin(&mut self, aim: Aim, memory: usize) -> Beginning {
        let place = self.0.iter().position(|(known, _)| *known == aim);
        let table = place.map(|place| self.0.remove(place).1);
        while self.in_use() > memory / 4 {
            self.0.remove(0);
        }
        let memory = memory - self.in_use();
        Beginning { table, memory }
    }

    /// Keeps the table of a question.
    pub(super) fn keep(&mut self, aim: Aim, table: Arc<Table>) {
        self.0.push((aim, table));
    }

    fn in_use(&self) -> usize {
        self.0.iter().map(|(_, table)| table.bytes_in_use()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::Side;

    const MIB: usize = 1 << 20;

    fn aim(least: i32) -> Aim {
        Aim::score(Side::First, least)
    }

    /// A table that begins with 4 MiB.
    fn table(bytes: usize) -> Arc<Table> {
        Arc::new(Table::growing(bytes).unwrap())
    }

    #[test]
    fn small_tables_stay_and_leave_room() {
        let mut tables = AimTables::default();
        for least in 0..3 {
            let begun = tables.begin(aim(least), 64 * MIB);
            assert!(begun.table.is_none());
            assert_eq!(begun.memory, (64 - 4 * least as usize) * MIB);
            tables.keep(aim(least), table(begun.memory));
        }
        let begun = tables.begin(aim(1), 64 * MIB);
        assert!(begun.table.is_some());
        assert_eq!((begun.memory, tables.len()), (56 * MIB, 2));
    }

    #[test]
    fn the_oldest_goes_when_there_is_no_room() {
        let mut tables = AimTables::default();
        (0..4).for_each(|least| tables.keep(aim(least), table(8 * MIB)));
        // Three of four would take 12 of 32 MiB.
        let begun = tables.begin(aim(3), 32 * MIB);
        assert_eq!((begun.memory, tables.len()), (24 * MIB, 2));
        assert!(begun.table.is_some());
        assert!(tables.begin(aim(0), 32 * MIB).table.is_none());
        // A table that fills the memory leaves no room for others.
        let full = Arc::new(Table::new(32 * MIB).unwrap());
        tables.keep(aim(7), full);
        let begun = tables.begin(aim(2), 32 * MIB);
        assert!(begun.table.is_some());
        assert_eq!((begun.memory, tables.len()), (32 * MIB, 0));
    }
}
