//! Checks that the list of chapters contains every page and that its pages exist.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use super::SOURCE;
use crate::tidy::TextFile;

const SUMMARY: &str = "SUMMARY.md";

/// Reports missing pages and chapters. Returns their number.
pub(super) fn check(root: &Path, documents: &[TextFile]) -> Result<usize> {
    let summary = std::fs::read_to_string(root.join(SOURCE).join(SUMMARY))?;
    let prefix = format!("{SOURCE}/");
    let pages: BTreeSet<&str> = documents
        .iter()
        .filter_map(|file| file.path.strip_prefix(&prefix))
        .filter(|path| *path != SUMMARY)
        .collect();
    let chapters = chapters(&summary);
    let mut faults = 0;
    for page in pages.difference(&chapters) {
        println!("{SOURCE}/{SUMMARY}: {page} is not a chapter");
        faults += 1;
    }
    for chapter in chapters.difference(&pages) {
        println!("{SOURCE}/{SUMMARY}: there is no page {chapter}");
        faults += 1;
    }
    Ok(faults)
}

/// The targets of all links.
fn chapters(summary: &str) -> BTreeSet<&str> {
    let links = summary.split("](").skip(1);
    links.filter_map(|link| link.split(')').next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_the_targets_of_links() {
        let text = "# Book\n\n[a](README.md)\n\n- [b](x/y.md)\n  - [c](z.md)\n";
        let expected = ["README.md", "x/y.md", "z.md"];
        assert_eq!(chapters(text), expected.into_iter().collect());
    }
}
