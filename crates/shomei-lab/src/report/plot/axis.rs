//! The axes of a figure and the numbers beside them.

use shomei::messages::grouped;

/// An axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    logarithmic: bool,
    least: f64,
    most: f64,
}

impl Axis {
    /// A linear axis for all points, with a margin at both ends.
    pub(super) fn linear(places: impl Iterator<Item = f64>) -> Axis {
        let (least, most) = ends(places);
        let room = ((most - least) * 0.03).max(0.5);
        match most < least {
            true => Axis::of(0.0, 1.0),
            false => Axis::of(least - room, most + room),
        }
    }

    /// A linear axis from 0 to a little above `top`.
    pub(super) fn from_zero(top: f64) -> Axis {
        Axis::of(0.0, top * 1.02)
    }

    fn of(least: f64, most: f64) -> Axis {
        Axis {
            logarithmic: false,
            least,
            most,
        }
    }

    /// A logarithmic axis with a margin at both ends. It covers at least a factor of three, so that
    /// a flat line looks flat.
    pub(super) fn logarithmic(places: impl Iterator<Item = f64>) -> Axis {
        let (least, most) = ends(places.filter(|place| *place > 0.0));
        let (least, most) = match most < least {
            true => (1.0, 10.0),
            false => (least, most),
        };
        let wider = (3.0_f64.sqrt() / (most / least).sqrt()).max(1.0);
        Axis {
            logarithmic: true,
            least: least / wider / 1.12,
            most: most * wider * 1.12,
        }
    }

    /// The part of the axis below a number.
    pub(super) fn part(self, number: f64) -> f64 {
        let place = |number: f64| match self.logarithmic {
            true => number.max(self.least).ln(),
            false => number,
        };
        (place(number) - place(self.least)) / (place(self.most) - place(self.least))
    }

    /// The numbers beside the axis.
    pub(super) fn ticks(self) -> Vec<f64> {
        let inside = |tick: &f64| (self.least..=self.most).contains(tick);
        if self.logarithmic {
            let decades = (self.least.log10().floor() as i32)..=(self.most.log10().ceil() as i32);
            let ticks = |steps: &'static [f64]| -> Vec<f64> {
                let ticks = decades
                    .clone()
                    .flat_map(|decade| steps.iter().map(move |step| scaled(*step, decade)));
                ticks.filter(inside).collect()
            };
            // Uses as many numbers as fit.
            let fine = [&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0][..], &[1.0, 2.0, 5.0]];
            let some = fine.into_iter().map(ticks).find(|some| some.len() <= 8);
            return some.unwrap_or_else(|| ticks(&[1.0]));
        }
        let rough = (self.most - self.least) / 8.0;
        let tens = rough.log10().floor() as i32;
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| scaled(step, tens));
        let step = steps.into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(scaled(10.0, tens));
        let first = (self.least / step).ceil() as i64;
        let ticks = (first..).map(|count| count as f64 * step);
        ticks.take_while(|tick| *tick <= self.most).collect()
    }
}

/// `step` times a power of ten.
fn scaled(step: f64, exponent: i32) -> f64 {
    let power = 10_f64.powi(exponent.abs());
    if exponent < 0 {
        step / power
    } else {
        step * power
    }
}

/// The text of a number beside an axis: whole if the number is whole.
pub(super) fn label(number: f64) -> String {
    let whole = number.round();
    match number {
        // Sums of steps are inexact.
        _ if (number - whole).abs() > 1e-9 => {
            let text = format!("{number:.3}");
            text.trim_end_matches('0').into()
        }
        _ if whole >= 0.0 => grouped(whole as u64),
        _ => format!("{whole:.0}"),
    }
}

/// The smallest and the largest number; of no numbers infinity and minus infinity.
fn ends(places: impl Iterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    places.fold(none, |(least, most), x| (least.min(x), most.max(x)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_whole_where_numbers_are() {
        let labels = [
            0.0,
            0.1 * 3.0 + 0.7,
            0.999_999_999_999,
            12_000.0,
            -8.0,
            0.25,
            0.05,
        ]
        .map(label);
        assert_eq!(labels, ["0", "1", "1", "12,000", "-8", "0.25", "0.05"]);
    }

    #[test]
    fn axes_have_room() {
        assert_eq!(Axis::linear([48.0, 62.0].into_iter()), Axis::of(47.5, 62.5));
        assert_eq!(Axis::linear([7.0].into_iter()), Axis::of(6.5, 7.5));
        assert_eq!(Axis::linear(std::iter::empty()), Axis::of(0.0, 1.0));
        let flat = Axis::logarithmic([1.0, 1.01].into_iter());
        assert!(flat.most / flat.least > 3.0, "{flat:?}");
    }

    #[test]
    fn ticks_are_few_and_round() {
        let wide = Axis::logarithmic([10.0, 1e6].into_iter());
        assert_eq!(wide.ticks(), [10.0, 100.0, 1e3, 1e4, 1e5, 1e6]);
        let narrow = Axis::logarithmic([0.6, 2.0].into_iter());
        assert_eq!(narrow.ticks(), [0.7, 1.0, 1.5, 2.0]);
        assert_eq!(Axis::from_zero(40.0).ticks(), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(
            Axis::linear([-8.0, 4.0].into_iter()).ticks(),
            [-8.0, -6.0, -4.0, -2.0, 0.0, 2.0, 4.0]
        );
    }

    #[test]
    fn parts_of_an_axis() {
        let axis = Axis::logarithmic([1.0, 100.0].into_iter());
        assert!((axis.part(10.0) - 0.5).abs() < 1e-9);
        assert!((Axis::of(0.0, 4.0).part(1.0) - 0.25).abs() < 1e-9);
    }
}
