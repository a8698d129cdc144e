//! Compares the handwritten text of a page with its tables: `reproduce --check` compares only the
//! generated parts.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// All intervals `0.85-0.91` of a text, each with its mean, which is before the parenthesis or in
/// it.
fn intervals(text: &str) -> Vec<(&str, &str)> {
    let is_number = |text: &str| text.contains('.') && text.parse::<f64>().is_ok();
    let mut found = Vec::new();
    for (at, _) in text.match_indices('(') {
        let inner = text[at + 1..].split([')', ';']).next().unwrap_or_default();
        // In the text the mean can be inside, before a comma.
        let (mean, interval) = match inner.split_once(", ") {
            Some((mean, interval)) if is_number(mean) => (mean, interval),
            _ => {
                let before = text[..at].trim_end();
                let begin = before.rfind(|c: char| !c.is_ascii_digit() && c != '.');
                (&before[begin.map_or(0, |at| at + 1)..], inner)
            }
        };
        let is_interval = interval
            .split_once('-')
            .is_some_and(|(low, high)| is_number(low) && is_number(high));
        if is_interval && is_number(mean) {
            found.push((mean, interval));
        }
    }
    found
}

#[test]
fn intervals_are_found() {
    assert_eq!(
        intervals("0.65 (0.62-0.69) and (0.76,\n0.68-0.82), | 0.45 (0.29-0.69; 30) | (five) [18]"),
        [("0.65", "0.62-0.69"), ("0.45", "0.29-0.69")]
    );
    let found = intervals("saves most (0.76, 0.68-0.82), less (0.90, 0.83-0.98)");
    assert_eq!(found, [("0.76", "0.68-0.82"), ("0.90", "0.83-0.98")]);
}

#[test]
fn intervals_in_the_text_on_the_family_are_in_its_tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results/family.md");
    let page = fs::read_to_string(path).unwrap();
    let (text, tables) = page
        .split_once("<!-- Above: written by hand. Below: made")
        .unwrap();
    let tables: HashSet<(&str, &str)> = intervals(tables).into_iter().collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let named = intervals(&text);
    assert!(named.len() > 20, "{named:?}");
    for one in named {
        assert!(tables.contains(&one), "{} ({})", one.0, one.1);
    }
}
