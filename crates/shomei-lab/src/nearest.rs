//! What a mistyped name may have meant.

/// The end of a message about an unknown name: the nearest known one, or all
/// of them when none is near.
#[must_use]
pub fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let name = name.to_lowercase();
    let distance = |other: &str| strsim::damerau_levenshtein(&name, &other.to_lowercase());
    // More than a third of the letters wrong is another word.
    let near = |other: &str| distance(other) <= (other.len().max(name.len()) / 3).max(1);
    match known.iter().copied().min_by_key(|other| distance(other)) {
        Some(nearest) if near(nearest) => format!("; did you mean \"{nearest}\"?"),
        _ => format!("; known are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_or_all() {
        let names = ["pn", "df-pn", "alpha-beta"];
        assert_eq!(hint("dfpn", names), "; did you mean \"df-pn\"?");
        assert_eq!(hint("Alphabeta", names), "; did you mean \"alpha-beta\"?");
        assert_eq!(hint("uct", names), "; known are pn, df-pn, alpha-beta");
    }
}
