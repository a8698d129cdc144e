//! Aligns the columns of a text table.

/// The rows as lines, each column as wide as its widest cell. The first `left_columns` columns are
/// aligned to the left, the others to the right.
pub(crate) fn aligned(rows: &[Vec<String>], left_columns: usize) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for (column, word) in rows.iter().flat_map(|row| row.iter().enumerate()) {
        widths.resize(widths.len().max(column + 1), 0);
        widths[column] = widths[column].max(width_of(word));
    }
    let line = |row: &Vec<String>| {
        let words = row.iter().enumerate().map(|(column, word)| {
            let blanks = " ".repeat(widths[column] - width_of(word));
            if column < left_columns {
                format!("{word}{blanks}")
            } else {
                format!("{blanks}{word}")
            }
        });
        words.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The width of a text on a terminal. Kanji, kana and full-width letters are two columns wide.
pub(crate) fn width_of(text: &str) -> usize {
    text.chars()
        .map(|letter| 1 + usize::from(is_wide(letter)))
        .sum()
}

/// Whether a letter is two columns wide.
pub(crate) fn is_wide(letter: char) -> bool {
    matches!(letter,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3fffd}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kanji_take_two_columns() {
        let row = |words: [&str; 3]| words.map(String::from).to_vec();
        let rows = [row(["手", "局面数", "x"]), row(["▲５二金", "7", "x"])];
        assert_eq!(aligned(&rows, 1), "手       局面数  x\n▲５二金       7  x");
    }

    #[test]
    fn names_begin_and_numbers_end_together() {
        let row = |words: [&str; 3]| words.map(String::from).to_vec();
        let rows = [row(["move", "nodes", ""]), row(["d3", "1,234,567", "x"])];
        assert_eq!(aligned(&rows, 1), "move      nodes\nd3    1,234,567  x");
        assert_eq!(aligned(&[], 0), "");
    }
}
