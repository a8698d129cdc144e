//! Parses and formats sizes, counts, times and ranges.

use std::num::{IntErrorKind, NonZeroUsize, ParseIntError};
use std::str::FromStr;
use std::time::Duration;

use shomei_game::error_text;

use crate::language::translated;

/// The units of size: the name in lower case without the final b, and the number of bytes.
const SIZES: [(&str, u64); 9] = [
    ("", 1),
    ("k", 1_000),
    ("m", 1_000_000),
    ("g", 1_000_000_000),
    ("t", 1_000_000_000_000),
    ("ki", 1 << 10),
    ("mi", 1 << 20),
    ("gi", 1 << 30),
    ("ti", 1 << 40),
];

/// Parses a size in bytes: `1GiB`, `512M`, `4096`.
///
/// # Errors
///
/// The message describes the expected form.
pub fn bytes(text: &str) -> Result<usize, String> {
    let expected = || {
        translated(&error_text!(
            "expected-size",
            "expected a size such as 256MiB, 1GiB or a number of bytes"
        ))
    };
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let unit = unit.trim_start().to_lowercase();
    let unit = unit.strip_suffix('b').unwrap_or(&unit);
    let unit = SIZES.iter().find(|(name, _)| *name == unit);
    let (_, bytes) = unit.ok_or_else(expected)?;
    let number: f64 = number.parse().map_err(|_| expected())?;
    let size = number * *bytes as f64;
    match size < usize::MAX as f64 {
        true => Ok(size as usize),
        false => Err(translated(&error_text!(
            "size-too-large",
            "more than this machine can address"
        ))),
    }
}

/// Formats a size in bytes with a binary unit: `1.5 KiB`.
#[must_use]
pub fn size_text(bytes: u64) -> String {
    let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.into_iter().find(|(bits, _)| bytes >> bits > 0) {
        None => format!("{bytes} B"),
        Some((bits, unit)) => format!("{:.1} {unit}", bytes as f64 / (1_u64 << bits) as f64),
    }
}

/// Parses a count: `1000000`, `1_000_000`, `500k`, `5M`, `2G`.
///
/// # Errors
///
/// The message describes the expected form.
pub fn count(text: &str) -> Result<u64, String> {
    let expected = || {
        translated(&error_text!(
            "expected-count",
            "expected a number such as 1000000, 1_000_000, 500k or 5M"
        ))
    };
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1_000),
        Some((at, 'm' | 'M')) => (&text[..at], 1_000_000),
        Some((at, 'g' | 'G')) => (&text[..at], 1_000_000_000),
        _ => (text, 1),
    };
    let number: u64 = digits.replace('_', "").parse().map_err(|_| expected())?;
    number.checked_mul(unit).ok_or_else(too_large)
}

/// Parses a positive number, such as a number of threads.
///
/// # Errors
///
/// The message describes the expected form.
pub fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse();
    number.map_err(|_| {
        translated(&error_text!(
            "expected-at-least-one",
            "expected a whole number, at least 1"
        ))
    })
}

/// Parses a whole number.
///
/// # Errors
///
/// The message describes the expected form, or says that the number is too large for its type.
pub fn whole<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => too_large(),
            _ => translated(&error_text!(
                "expected-whole-number",
                "expected a whole number"
            )),
        })
}

/// The error for a number that its type cannot hold.
fn too_large() -> String {
    translated(&error_text!("number-too-large", "the number is too large"))
}

/// Parses the size of a table in bytes, as [`bytes`] does.
///
/// # Errors
///
/// If the text is not a size, if the size is below that of one bucket (64 bytes), or if it is below
/// 1 MiB and has no unit: most likely MiB are meant. `64B` is 64 bytes.
pub fn memory(text: &str) -> Result<usize, String> {
    let size = bytes(text)?;
    let has_unit = text.ends_with(|letter: char| letter.is_alphabetic());
    if (1..LEAST_WITHOUT_UNIT).contains(&size) && !has_unit {
        return Err(translated(&error_text!(
            "memory-without-unit",
            "{size} has no unit; write {size}MiB, or {size}B for bytes",
            size = text.trim()
        )));
    }
    if size < LEAST_MEMORY {
        return Err(translated(&error_text!(
            "expected-memory",
            "tables need at least {least} bytes; a usual size is 64MiB",
            least = LEAST_MEMORY
        )));
    }
    Ok(size)
}

/// A size below this number of bytes needs a unit.
const LEAST_WITHOUT_UNIT: usize = 1 << 20;

/// The size of one bucket of a table, in bytes.
const LEAST_MEMORY: usize = 64;

/// Parses a time: `60s`, `5m`, `1h 30m`, or a number of seconds.
///
/// # Errors
///
/// The message describes the expected form.
pub fn duration(text: &str) -> Result<Duration, String> {
    let time = match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => sum_of_units(text),
    };
    time.ok_or_else(|| {
        translated(&error_text!(
            "expected-time",
            "expected a time such as 60s, 5m, 500ms or a number of seconds"
        ))
    })
}

/// The units of time: their names and the number of seconds.
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

/// Parses a sum of numbers with units: `1h 30m`.
fn sum_of_units(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    let mut sum = Duration::ZERO;
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(char::is_alphabetic)?);
        let end = after.find(|c: char| !c.is_alphabetic());
        let (name, after) = after.split_at(end.unwrap_or(after.len()));
        let (_, seconds) = UNITS.iter().find(|(names, _)| names.contains(&name))?;
        let number: f64 = number.trim().parse().ok()?;
        let part = Duration::try_from_secs_f64(number * seconds).ok()?;
        sum = sum.checked_add(part)?;
        rest = after.trim_start();
    }
    (!text.trim().is_empty()).then_some(sum)
}

/// Formats a time in whole seconds: `1h 2m 3s`.
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

/// Parses a range of whole numbers, both ends included: `16`, `12..20`.
///
/// # Errors
///
/// The message describes the expected form.
pub fn range(text: &str) -> Result<std::ops::RangeInclusive<u32>, String> {
    let expected = || {
        translated(&error_text!(
            "expected-range",
            "expected a number such as 16, or a range such as 12..20"
        ))
    };
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| expected());
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    if least > most {
        return Err(translated(&error_text!(
            "range-turned",
            "{least} is more than {most}",
            least = least,
            most = most
        )));
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
        assert_eq!(bytes("1.5 kB"), Ok(1_500));
        assert_eq!(bytes("2b"), Ok(2));
        assert_eq!(bytes("7 TiB"), Ok(7 << 40));
        for bad in [
            "",
            "MiB",
            "1iB",
            "1bb",
            "1MMiB",
            "1x",
            "1.5.2M",
            "1 MiB 2",
            "99999999TiB",
        ] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
        assert_eq!(size_text(0), "0 B");
        assert_eq!(size_text(1_023), "1023 B");
        assert_eq!(size_text(1_536), "1.5 KiB");
        assert_eq!(size_text(64 << 20), "64.0 MiB");
        assert_eq!(size_text(7 << 50), "7168.0 TiB");
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
        let refused = |text| whole::<u16>(text).unwrap_err();
        assert_eq!(refused("70000"), "the number is too large");
        for bad in ["3-5", "-1", "x", ""] {
            assert_eq!(refused(bad), "expected a whole number", "{bad}");
        }
        assert_eq!(memory("64B"), Ok(64));
        assert!(memory("63B").unwrap_err().contains("at least 64 bytes"));
    }

    #[test]
    fn a_small_size_needs_a_unit() {
        for text in ["64", "63", "1048575", "1.5"] {
            let message = format!("{text} has no unit; write {text}MiB, or {text}B for bytes");
            assert_eq!(memory(text), Err(message));
        }
        assert_eq!(memory("1048576"), Ok(1 << 20));
        assert_eq!(memory("64 b"), Ok(64));
        assert_eq!(memory("1k"), Ok(1_000));
        assert!(memory("0").unwrap_err().contains("at least 64 bytes"));
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
        assert_eq!(duration("0.5s"), Ok(Duration::from_millis(500)));
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
