//! The size limit of a search at the second level.
//!
//! `docs/references.md [5]`, equations 1 and 2. The logistic function is from `docs/references.md
//! [7], [8]`: while the first level is small, the second is kept very small; when the first is
//! large, the second can become as large.

use libm::exp;

use crate::options::{OpenError, OptionInfo, Settings, TypedOption};

/// The constants of the logistic function f(x) = 1 / (1 + exp((a - x) / b)).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    /// The size of the first level, in nodes, at which f is one half.
    a: f64,
    /// The scale of the rise of f, in nodes: a larger value makes it slower.
    b: f64,
}

impl Growth {
    /// The number of nodes that the second level may store if the first level stores `x` and both
    /// may store `n`: min(x f(x), n - x).
    pub(crate) fn bound(self, x: usize, n: usize) -> usize {
        let size = x as f64;
        let fraction = 1.0 / (1.0 + exp((self.a - size) / self.b));
        ((size * fraction) as usize).min(n.saturating_sub(x))
    }
}

const fn constant(
    name: &'static str,
    default: &'static str,
    help: &'static str,
) -> TypedOption<f64> {
    let info = OptionInfo {
        name,
        values: "NUMBER of nodes above 0",
        default,
        help,
    };
    let read = |text: &str| {
        text.parse()
            .ok()
            .filter(|x: &f64| x.is_finite() && *x > 0.0)
    };
    TypedOption::read_by(read, info)
}

/// The options for both constants.
pub(crate) struct GrowthOptions {
    pub(crate) a: TypedOption<f64>,
    pub(crate) b: TypedOption<f64>,
}

impl GrowthOptions {
    pub(crate) const fn new(a: &'static str, b: &'static str) -> GrowthOptions {
        GrowthOptions {
            a: constant(
                "a",
                a,
                "the number of nodes of the first level at which the second level may have half \
                as many",
            ),
            b: constant(
                "b",
                b,
                "how gradually the second level grows around this size; a larger number is slower",
            ),
        }
    }

    pub(crate) fn get(&self, settings: &Settings) -> Result<Growth, OpenError> {
        Ok(Growth {
            a: self.a.get(settings)?,
            b: self.b.get(settings)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_at_a_and_never_more_than_is_left() {
        let growth = Growth {
            a: 1000.0,
            b: 100.0,
        };
        assert_eq!(growth.bound(1000, 1_000_000), 500);
        assert_eq!(growth.bound(1000, 1100), 100);
        assert_eq!(growth.bound(1000, 900), 0);
        assert_eq!(growth.bound(0, 1000), 0);
        assert_eq!(growth.bound(10_000, 1_000_000), 10_000);
        let usual = GrowthOptions::new("1800000", "240000");
        let usual = usual.get(&Settings::default()).unwrap();
        assert_eq!(usual.bound(1, 1_000_000), 0);
    }

    #[test]
    fn constants_are_positive() {
        let options = GrowthOptions::new("1", "1");
        for (option, value) in [("a", "0"), ("b", "inf"), ("a", "NaN"), ("b", "-1")] {
            let mut settings = Settings::default();
            settings.set(option, value);
            assert!(options.get(&settings).is_err(), "{option} {value}");
        }
    }
}
