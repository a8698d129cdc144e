//! Measures the fill of the table at intervals.

use super::Table;

/// Caches the fill of a table between two measurements.
///
/// A measurement reads a thousand cache lines, so it happens only at every [`Gauge::INTERVAL`]th
/// reading. A full table is collected at that time.
#[derive(Debug, Default)]
pub struct Gauge {
    readings: u32,
    fill: f64,
    was_full: bool,
    /// Number of entries cleared by the readings and not yet taken into account by the search.
    pub(crate) cleared: u64,
}

impl Gauge {
    /// Readings between two measurements.
    pub const INTERVAL: u32 = 64;

    /// Whether a measurement has ever found the table full, so that entries were lost.
    #[must_use]
    pub fn was_full(&self) -> bool {
        self.was_full
    }

    /// The fill of the table at the last measurement, 0 to 1.
    pub fn read(&mut self, table: &Table) -> f64 {
        if self.readings.is_multiple_of(Self::INTERVAL) {
            table.grow_if_full();
            if let Some(cleared) = table.collect_if_full() {
                self.was_full = true;
                self.cleared += cleared as u64;
            }
            self.fill = table.fill();
        }
        self.readings = self.readings.wrapping_add(1);
        self.fill
    }
}
