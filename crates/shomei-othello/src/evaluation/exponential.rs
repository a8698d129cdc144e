//! The exponential function for predicted costs: with additions and multiplications alone, so that
//! every machine computes the same numbers.

/// e to a power, with a relative error below 3e-7; powers below -80 and above 80 count as these.
///
/// `libm::expf` took 2% of the time of win, draw and loss with 20 empty squares, where two numbers
/// are predicted for each position.
#[inline]
pub(super) fn exp(power: f32) -> f32 {
    // e^x = 2^k e^y with |y| <= ln(2) / 2.
    let power = power.clamp(-80.0, 80.0);
    let doublings = power * std::f32::consts::LOG2_E;
    let k = (doublings + 0.5f32.copysign(doublings)) as i32;
    let y = power - k as f32 * LN_2_HIGH - k as f32 * LN_2_LOW;
    // The Taylor series.
    let series = COEFFICIENTS.iter().fold(0.0, |sum, c| sum * y + c);
    series * f32::from_bits(((k + 127) as u32) << 23)
}

/// ln(2) in two parts, of which the first has few digits, so that its multiples are exact.
const LN_2_HIGH: f32 = 0.693_359_4;
const LN_2_LOW: f32 = -2.121_944_4e-4;

/// 1/n!, for n from 6 to 0.
const COEFFICIENTS: [f32; 7] = [
    1.0 / 720.0,
    1.0 / 120.0,
    1.0 / 24.0,
    1.0 / 6.0,
    1.0 / 2.0,
    1.0,
    1.0,
];

#[cfg(test)]
mod tests {
    use super::exp;

    #[test]
    fn it_agrees_with_the_exact_function() {
        for i in -80_000..=80_000 {
            let power = i as f32 / 1_000.0;
            let (found, right) = (f64::from(exp(power)), f64::from(power).exp());
            assert!((found / right - 1.0).abs() < 3e-7, "{power}: {found}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(1e9), exp(80.0));
        assert_eq!(exp(-1e9), exp(-80.0));
    }
}
