//! Rows of words under each other.

/// The rows as lines, each column as wide as its widest word. So many columns
/// begin at the left, like names; the others end at the right, like numbers.
pub(crate) fn aligned(rows: &[Vec<String>], names: usize) -> String {
    let width = |column: usize| {
        let words = rows.iter().filter_map(|row| row.get(column));
        words.map(|word| word.chars().count()).max().unwrap_or(0)
    };
    let line = |row: &Vec<String>| {
        let words = row.iter().enumerate().map(|(column, word)| {
            let width = width(column);
            if column < names {
                format!("{word:width$}")
            } else {
                format!("{word:>width$}")
            }
        });
        words.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_and_numbers_end_together() {
        let row = |words: [&str; 3]| words.map(String::from).to_vec();
        let rows = [row(["move", "nodes", ""]), row(["d3", "1,234,567", "x"])];
        assert_eq!(aligned(&rows, 1), "move      nodes\nd3    1,234,567  x");
        assert_eq!(aligned(&[], 0), "");
    }
}
