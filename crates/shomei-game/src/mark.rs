//! The mark of a record that shomei wrote.
//!
//! Each form has a place for the mark that is not part of the record. The readers skip it.

/// SGF and GGF: the program.
pub const SGF: &str = "AP[shomei]";

/// KIF, KI2 and diagrams: a comment of the file.
pub const KIF: &str = "# shomei\n";

/// CSA: a comment of the file.
pub const CSA: &str = "'shomei\n";

/// JKF: a member of the outer object.
pub const JKF: &str = "\"generator\":\"shomei\"";

/// The number of bytes at the beginning of a file that are searched for the mark.
const HEAD: usize = 64;

/// Whether a file contains the mark in any form.
#[must_use]
pub fn is_in(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    [SGF, KIF, CSA, JKF].iter().any(|mark| {
        let mut windows = head.windows(mark.len());
        windows.any(|window| window == mark.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_at_the_beginning() {
        for mark in [SGF, KIF, CSA, JKF] {
            assert!(is_in(mark.as_bytes()));
            let later = format!("{}{mark}", " ".repeat(HEAD));
            assert!(!is_in(later.as_bytes()));
        }
        for other in [
            "",
            "(;GM[2]PB[shomei]",
            "#KIF version=2.0\n# shomei!\n",
            "'*shomei\n",
        ] {
            assert!(!is_in(other.as_bytes()), "{other}");
        }
    }
}
