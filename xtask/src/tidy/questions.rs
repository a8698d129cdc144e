//! The operations that a search may call on a game: the functions and constants of one trait.

use super::crates::Crate;
use super::source::{Source, identifier, item_end, words};

const CRATE: &str = "shomei-game";
const TRAIT: &str = "Game";

/// The functions and constants of the trait, in the order of its source.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Questions<'a> {
    pub(crate) functions: Vec<&'a str>,
    pub(crate) constants: Vec<&'a str>,
}

/// The questions of the trait `Game`; `None` if it is not declared.
pub(crate) fn of_game(crates: &[Crate]) -> Option<Questions<'_>> {
    let of_game = crates.iter().filter(|of| of.name == CRATE);
    let mut sources = of_game.flat_map(|of| &of.files).map(|file| &file.source);
    let (_, body) = sources.find_map(|source| trait_of(source, TRAIT))?;
    Some(Questions {
        functions: items(body, "fn"),
        constants: items(body, "const"),
    })
}

/// The head and the body of a trait, if it is declared here.
fn trait_of<'a>(source: &'a Source, name: &str) -> Option<(&'a str, &'a str)> {
    let code = source.code();
    let named = |&at: &usize| identifier(code[at + "trait".len()..].trim_start()) == name;
    let at = source.words("trait").find(named)?;
    let item = &code[at..item_end(code, at)?];
    item.split_once('{')
}

/// The names after a keyword outside function bodies.
fn items<'a>(body: &'a str, keyword: &str) -> Vec<&'a str> {
    let is_outside = |at: usize| {
        let count = |brace| body[..at].matches(brace).count();
        count('{') == count('}')
    };
    let at = words(body, keyword).filter(|&at| is_outside(at));
    let names = at.map(|at| identifier(body[at + keyword.len()..].trim_start()));
    // `const fn` is a function, `fn(u8)` a type.
    names.filter(|name| !matches!(*name, "" | "fn")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::crates::crates;
    use crate::tidy::samples::file;

    #[test]
    fn the_questions_of_the_trait_are_listed() {
        let files = [file(
            "crates/shomei-game/src/game.rs",
            "pub trait Hints { fn other(); }\npub trait Game: Send {\n  type Move;\n  const KEEPS: \
             bool = { true };\n  fn f(of: fn(u8)) -> u8 {\n    const A: u8 = 1; fn g() {} A\n  }\n  \
             fn h(&self) { 1 }\n}\n",
        )];
        let expected = Questions {
            functions: vec!["f", "h"],
            constants: vec!["KEEPS"],
        };
        assert_eq!(of_game(&crates(&files)), Some(expected));
        assert_eq!(of_game(&crates(&[])), None);
    }
}
