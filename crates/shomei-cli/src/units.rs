//! Sizes, counts and times as people write them.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use bytesize::ByteSize;

/// Reads a size in bytes: `1GiB`, `512M`, `4096`.
///
/// # Errors
///
/// With what was expected.
pub fn bytes(text: &str) -> Result<usize, String> {
    let expected = "expected a size such as 256MiB, 1GiB or a number of bytes";
    let size: ByteSize = text.parse().map_err(|_| expected.to_string())?;
    usize::try_from(size.as_u64()).map_err(|_| "more than this machine can address".to_string())
}

/// Reads a count: `1000000`, `1_000_000`, `500k`, `5M`, `2G`.
///
/// # Errors
///
/// With what was expected.
pub fn count(text: &str) -> Result<u64, String> {
    let expected = || "expected a number such as 1000000, 1_000_000, 500k or 5M".to_string();
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1_000),
        Some((at, 'm' | 'M')) => (&text[..at], 1_000_000),
        Some((at, 'g' | 'G')) => (&text[..at], 1_000_000_000),
        _ => (text, 1),
    };
    let number: u64 = digits.replace('_', "").parse().map_err(|_| expected())?;
    number
        .checked_mul(unit)
        .ok_or_else(|| "the number is too large".to_string())
}

/// Reads a number of things of which at least one is needed, such as threads.
///
/// # Errors
///
/// With what was expected.
pub fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse();
    number.map_err(|_| "expected a whole number, at least 1".to_string())
}

/// Reads a whole number.
///
/// # Errors
///
/// With what was expected.
pub fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    let number = text.parse();
    number.map_err(|_| "expected a whole number that is not too large".to_string())
}

/// Reads the size of a table in bytes, as [`bytes`] does.
///
/// # Errors
///
/// With what was expected, and where the size is below that of one bucket.
pub fn memory(text: &str) -> Result<usize, String> {
    match bytes(text)? {
        size if size < LEAST_MEMORY => Err(format!(
            "tables need at least {LEAST_MEMORY} bytes; a usual size is 64MiB"
        )),
        size => Ok(size),
    }
}

/// One bucket of a table, in bytes.
const LEAST_MEMORY: usize = 64;

/// Reads a time: `60s`, `5m`, `1h 30m`, or a number of seconds.
///
/// # Errors
///
/// With what was expected.
pub fn duration(text: &str) -> Result<Duration, String> {
    let expected = "expected a time such as 60s, 5m, 500ms or a number of seconds";
    match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|_| expected.to_string()),
        Err(_) => sum_of_units(text).ok_or_else(|| expected.to_string()),
    }
}

/// Seconds in each unit of time, by its names.
const UNITS: [(&[&str], f64); 8] = [
    (&["ns", "nsec"], 1e-9),
    (&["us", "usec"], 1e-6),
    (&["ms", "msec"], 1e-3),
    (&["s", "sec", "secs", "second", "seconds"], 1.0),
    (&["m", "min", "mins", "minute", "minutes"], 60.0),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600.0),
    (&["d", "day", "days"], 86_400.0),
    (&["w", "week", "weeks"], 604_800.0),
];

/// A sum of numbers with units: `1h 30m`.
fn sum_of_units(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    let mut sum = Duration::ZERO;
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(char::is_alphabetic)?);
        let end = after.find(|c: char| !c.is_alphabetic());
        let (name, after) = after.split_at(end.unwrap_or(after.len()));
        let (_, seconds) = UNITS.iter().find(|(names, _)| names.contains(&name))?;
        let number: u64 = number.trim().parse().ok()?;
        let part = Duration::try_from_secs_f64(number as f64 * seconds).ok()?;
        sum = sum.checked_add(part)?;
        rest = after.trim_start();
    }
    (!text.trim().is_empty()).then_some(sum)
}

/// A time in whole seconds: `1h 2m 3s`.
#[must_use]
pub fn time_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [
        (seconds / 3600, "h"),
        (seconds / 60 % 60, "m"),
        (seconds % 60, "s"),
    ];
    let shown = parts.iter().filter(|(number, _)| *number > 0);
    let shown: Vec<String> = shown
        .map(|(number, unit)| format!("{number}{unit}"))
        .collect();
    match shown.is_empty() {
        true => "0s".to_string(),
        false => shown.join(" "),
    }
}

/// Reads a range of whole numbers: `16`, `12..20`, both ends included.
///
/// # Errors
///
/// With what was expected.
pub fn range(text: &str) -> Result<std::ops::RangeInclusive<u32>, String> {
    let expected = "expected a number such as 16, or a range such as 12..20";
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| expected.to_string());
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    if least > most {
        return Err(format!("{least} is more than {most}"));
    }
    Ok(least..=most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(bytes("1GiB"), Ok(1 << 30));
        assert_eq!(bytes("512M"), Ok(512_000_000));
        assert_eq!(bytes("64"), Ok(64));
        assert!(bytes("much").is_err());
        assert!(bytes("-1").is_err());
    }

    #[test]
    fn numbers_of_things() {
        assert_eq!(at_least_one("2").map(NonZeroUsize::get), Ok(2));
        for bad in ["0", "-1", "x", ""] {
            let error = at_least_one(bad).unwrap_err();
            assert_eq!(error, "expected a whole number, at least 1", "{bad}");
        }
        assert_eq!(whole::<u16>("7"), Ok(7));
        assert!(whole::<u16>("70000").is_err());
        assert_eq!(memory("64"), Ok(64));
        assert!(memory("63").unwrap_err().contains("at least 64 bytes"));
    }

    #[test]
    fn counts() {
        assert_eq!(count("1_000_000"), Ok(1_000_000));
        assert_eq!(count("2k"), Ok(2_000));
        assert_eq!(count("5M"), Ok(5_000_000));
        assert_eq!(
            count("18446744073709551615k"),
            Err("the number is too large".into())
        );
        for bad in ["", "k", "1.5M", "-3", "x"] {
            assert!(count(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1h 30m"), Ok(Duration::from_secs(5_400)));
        assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5_400)));
        assert_eq!(duration("1 hour"), Ok(Duration::from_secs(3_600)));
        assert_eq!(duration("90 seconds"), Ok(Duration::from_secs(90)));
        assert_eq!(time_text(Duration::from_secs(5_401)), "1h 30m 1s");
        assert_eq!(time_text(Duration::ZERO), "0s");
        for bad in ["", "-1", "soon", "inf", "NaN"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
