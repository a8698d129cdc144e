//! Short texts of results, shared by all front ends.

#[cfg(feature = "messages")]
mod answer;
#[cfg(all(feature = "messages", feature = "bundles"))]
mod bundle;
#[cfg(feature = "messages")]
mod examination;
#[cfg(feature = "messages")]
mod faults;
#[cfg(feature = "messages")]
mod in_lang;

#[cfg(feature = "messages")]
pub use answer::answer_in;
#[cfg(all(feature = "messages", feature = "bundles"))]
pub use bundle::{
    BundleRow, bundle_question_in, bundle_rows_in, bundle_verdict_in, tsume_result_in,
};
#[cfg(feature = "messages")]
pub use examination::{examined_flaw_in, examined_length_in, variant_in};
#[cfg(feature = "messages")]
pub(crate) use faults::damage_in;
#[cfg(feature = "messages")]
pub use faults::{rejected_in, rejection_in};
#[cfg(feature = "messages")]
pub use in_lang::{
    InLang, attacker_in, bounds_in, defender_in, is_tsume, line_note_in, outcome_in, plies_in,
    side_in, title_in, unit_in, why_over_in,
};

/// A name with a capital letter, for the beginning of a sentence.
#[must_use]
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// A score with its sign.
#[must_use]
pub fn score_text(score: i32) -> String {
    match score {
        0 => "0".to_string(),
        _ => format!("{score:+}"),
    }
}

/// A number with commas between the thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and the counted noun, which takes an s unless the number is 1.
#[must_use]
pub fn counted(number: u64, word: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {word}{s}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn counted_things_are_grouped() {
        assert_eq!(counted(1, "record"), "1 record");
        assert_eq!(counted(2_000, "record"), "2,000 records");
    }

    #[test]
    #[cfg(feature = "messages")]
    fn lengths_have_bounds() {
        use shomei_game::Lang;
        use shomei_search::Bracket;

        let text = |least, most| Bracket { least, most }.in_lang(Lang::EN);
        assert_eq!(text(1, Some(1)), "1 ply");
        assert_eq!(text(3, Some(21)), "at least 3 plies, at most 21");
        assert_eq!(text(3, None), "at least 3 plies");
    }
}
