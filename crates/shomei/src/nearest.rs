//! What a mistyped name may have meant.

/// The end of a message about an unknown name: the nearest known one, or all
/// of them when none is near.
#[must_use]
pub fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(name, known.iter().copied()) {
        Some(nearest) => format!("; did you mean \"{nearest}\"?"),
        None => format!("; known are {}", known.join(", ")),
    }
}

/// The known name that is nearest, if it is near.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let distance = |other: &str| strsim::damerau_levenshtein(&name, &other.to_lowercase());
    // More than a third of the letters wrong is another word.
    let near = |other: &str| distance(other) <= (other.len().max(name.len()) / 3).max(1);
    let nearest = known.into_iter().min_by_key(|other| distance(other))?;
    near(nearest).then_some(nearest)
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
