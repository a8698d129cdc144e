//! The properties that a record keeps as words.

use super::{Property, PropertyValue, result};

/// Properties that a record keeps as words: those of SGF about a game, and those of GGF.
const HEADERS: [&str; 27] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GN", "GC", "LT", "ON", "OT", "PB", "PC", "PW", "RB", "RE",
    "RO", "RU", "RW", "SO", "TB", "TI", "TM", "TW", "US", "WR", "WT",
];

/// The header that the writer of GGF adds to a file without `PC`.
const OWN_PLACE: (&str, &str) = ("PC", "shomei");

/// Whether a record keeps a property of this name as words.
pub(super) fn is_header(name: &str) -> bool {
    HEADERS.contains(&name)
}

/// The headers among the properties of an opening.
pub(super) fn of_opening(properties: &[&Property<'_>]) -> Vec<(String, String)> {
    let mut headers: Vec<(String, String)> = Vec::new();
    for property in properties {
        let texts: Vec<String> = property.values.iter().map(PropertyValue::line).collect();
        let text = texts.join(", ");
        let name = property.name.as_str();
        let is_result = name == "RE" && result::read(&text).is_some();
        let is_own = (name, text.as_str()) == OWN_PLACE;
        if is_header(name) && !text.is_empty() && !is_result && !is_own {
            add_header(&mut headers, name, &text);
        }
    }
    headers
}

/// Adds a header. Values with the same name are joined, because a node has each property once.
fn add_header(headers: &mut Vec<(String, String)>, name: &str, text: &str) {
    match headers.iter_mut().find(|(known, _)| known == name) {
        Some((_, previous)) => *previous += &format!(", {text}"),
        None => headers.push((name.to_string(), text.to_string())),
    }
}
