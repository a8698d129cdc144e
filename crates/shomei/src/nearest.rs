//! Suggestions for mistyped names.

use shomei_game::{ErrorText, error_text};

/// The end of a message about an unknown name: the nearest known name, or all of them if none is
/// near.
#[must_use]
pub fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> ErrorText {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(name, known.iter().copied()) {
        Some(nearest) => error_text!(
            "did-you-mean",
            "; did you mean \"{nearest}\"?",
            nearest = nearest
        ),
        None => error_text!(
            "known-names",
            "; known are {known}",
            known = known.join(", ")
        ),
    }
}

/// The known name that is nearest, if one is near.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let distance = |other: &str| strsim::damerau_levenshtein(&name, &other.to_lowercase());
    // A name that differs in more than a third of its letters is another word.
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
        assert_eq!(hint("dfpn", names).english(), "; did you mean \"df-pn\"?");
        assert_eq!(
            hint("Alphabeta", names).english(),
            "; did you mean \"alpha-beta\"?"
        );
        assert_eq!(
            hint("uct", names).english(),
            "; known are pn, df-pn, alpha-beta"
        );
    }
}
