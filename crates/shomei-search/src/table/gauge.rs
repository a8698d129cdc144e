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
    /// Entries that its readings have cleared and that nobody has taken note of.
    pub(crate) cleared: u64,
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
