//! The links of the built pages. A link to a file of the repository outside the book becomes a link
//! to the repository's web page. A link without a target is reported.

use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use super::SOURCE;

/// Where the files of the repository are on the web.
const REPOSITORY: &str = "https://github.com/shomei-solver/shomei";

/// Rewrites the links of all pages in a folder. Returns the number of links without a target.
pub(super) fn finish(root: &Path, book: &Path) -> Result<usize> {
    let mut faults = 0;
    for page in pages(book)? {
        let text = std::fs::read_to_string(&page)?;
        let folder = page.parent().and_then(|path| path.strip_prefix(book).ok());
        let folder = folder.context("a page is in the book")?;
        let (changed, lost) = with_links(&text, &|link| target(root, book, folder, link));
        for link in &lost {
            println!("{}: the link to {link} leads nowhere", page.display());
        }
        faults += lost.len();
        if changed != text {
            std::fs::write(&page, changed)?;
        }
    }
    Ok(faults)
}

/// All HTML files below a folder.
fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            pages.extend(self::pages(&path)?);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            pages.push(path);
        }
    }
    Ok(pages)
}

/// The page with other links, and the links without a target.
fn with_links(text: &str, target: &dyn Fn(&str) -> Option<String>) -> (String, Vec<String>) {
    const MARK: &str = " href=\"";
    let mut parts = text.split(MARK);
    let mut changed = parts.next().unwrap_or_default().to_owned();
    let mut lost = Vec::new();
    for part in parts {
        let (link, rest) = part.split_once('"').unwrap_or((part, ""));
        let new = target(link);
        if new.is_none() {
            lost.push(link.to_owned());
        }
        changed += &format!("{MARK}{}\"{rest}", new.as_deref().unwrap_or(link));
    }
    (changed, lost)
}

/// The corrected link of a page in this folder of the book; `None` if it has no target.
fn target(root: &Path, book: &Path, folder: &Path, link: &str) -> Option<String> {
    let (path, fragment) = match link.split_once('#') {
        Some((path, fragment)) => (path, format!("#{fragment}")),
        None => (link, String::new()),
    };
    let is_elsewhere = path.split('/').next()?.contains(':') || path.starts_with('/');
    if path.is_empty() || is_elsewhere {
        return Some(link.to_owned());
    }
    // From the root of the repository.
    let place = plain(&Path::new(SOURCE).join(folder).join(path))?;
    if let Ok(inside) = place.strip_prefix(SOURCE) {
        if book.join(inside).is_file() {
            return Some(link.to_owned());
        }
        // mdBook names this chapter `index.html` but does not change the links to it.
        let index = inside.with_file_name("index.html");
        if path.ends_with("README.html") && book.join(index).is_file() {
            return Some(link.replacen("README.html", "index.html", 1));
        }
    }
    let place = source(root, &place)?;
    let kind = if root.join(&place).is_dir() {
        "tree"
    } else {
        "blob"
    };
    let place = place.to_string_lossy().replace('\\', "/");
    Some(format!("{REPOSITORY}/{kind}/main/{place}{fragment}"))
}

/// A path without `.` and `..`; `None` if it leaves the repository.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop().then_some(())?;
            }
            part => plain.push(part),
        }
    }
    Some(plain)
}

/// The source of a linked page: mdBook turns links to any Markdown file into links to pages.
fn source(root: &Path, place: &Path) -> Option<PathBuf> {
    let markdown = place.with_extension("md");
    let readme = place.with_file_name("README.md");
    let candidates = [place.to_path_buf(), markdown, readme];
    let is_page = place
        .extension()
        .is_some_and(|extension| extension == "html");
    let count = if is_page { 3 } else { 1 };
    let mut candidates = candidates.into_iter().take(count);
    candidates.find(|path| root.join(path).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    #[test]
    fn links_out_of_the_book_lead_to_the_repository() {
        let (root, folder) = (root(), Path::new("guides"));
        let to = |link| target(&root, Path::new("no/such/book"), folder, link);
        let file = "https://github.com/shomei-solver/shomei/blob/main/";
        assert_eq!(to("../../Cargo.toml"), Some(format!("{file}Cargo.toml")));
        assert_eq!(
            to("../../README.html#x"),
            Some(format!("{file}README.md#x"))
        );
        let tree = "https://github.com/shomei-solver/shomei/tree/main/crates";
        assert_eq!(to("../../crates"), Some(tree.to_owned()));
        assert_eq!(to("../../no-such-file"), None);
        assert_eq!(to("../../../outside"), None);
        for link in ["#a", "https://example.org/a", "mailto:a@b"] {
            assert_eq!(to(link).as_deref(), Some(link));
        }
    }

    #[test]
    fn the_chapter_of_a_folder_is_its_index() {
        let book = std::env::temp_dir().join(format!("shomei-html-{}", std::process::id()));
        std::fs::create_dir_all(book.join("results")).unwrap();
        std::fs::write(book.join("results/index.html"), "").unwrap();
        let link = target(
            &root(),
            &book,
            Path::new("guides"),
            "../results/README.html#a",
        );
        std::fs::remove_dir_all(&book).unwrap();
        assert_eq!(link.as_deref(), Some("../results/index.html#a"));
    }

    #[test]
    fn links_are_replaced_in_the_page() {
        let page = "<a href=\"x\">1</a><a href=\"y\">2</a>";
        let (text, lost) = with_links(page, &|link| (link == "x").then(|| "z".to_owned()));
        assert_eq!(text, "<a href=\"z\">1</a><a href=\"y\">2</a>");
        assert_eq!(lost, ["y"]);
    }
}
