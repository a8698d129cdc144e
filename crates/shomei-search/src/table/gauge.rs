//! When a searching thread looks how full the table is.

use super::Table;

/// Remembers the fill of a table between two measurements.
///
/// Measuring reads a thousand cache lines, so it is done at every
/// [`Gauge::INTERVAL`]th reading only; a full table is collected then.
#[derive(Debug, Default)]
pub struct Gauge {
    readings: u32,
    fill: f64,
    was_full: bool,
}

impl Gauge {
    /// Readings between two measurements.
    pub const INTERVAL: u32 = 64;

    /// Whether a measurement has found the table full: it forgets.
    #[must_use]
    pub fn was_full(&self) -> bool {
        self.was_full
    }

    /// The fill of the table as it was measured last, 0 to 1.
    pub fn read(&mut self, table: &Table) -> f64 {
        if self.readings.is_multiple_of(Self::INTERVAL) {
            self.was_full |= table.collect_if_full();
            self.fill = table.fill();
        }
        self.readings = self.readings.wrapping_add(1);
        self.fill
    }
}
