//! What a search may ask of a game: the functions and constants of the traits that `Game`
//! combines.

use super::crates::Crate;
use super::source::{Source, identifier, item_end, words};

const CRATE: &str = "shomei-game";
const TRAIT: &str = "Game";

/// The questions of one trait, in the order of its source.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Questions<'a> {
    pub(crate) name: &'a str,
    pub(crate) functions: Vec<&'a str>,
    pub(crate) constants: Vec<&'a str>,
}

/// The traits that make a game solvable.
pub(crate) fn of_solvable(crates: &[Crate]) -> Vec<Questions<'_>> {
    let of_game = crates.iter().filter(|of| of.name == CRATE);
    let sources: Vec<&Source> = of_game
        .flat_map(|of| &of.files)
        .map(|f| &f.source)
        .collect();
    let declared = |name: &str| sources.iter().find_map(|source| trait_of(source, name));
    let Some((combined, _)) = declared(TRAIT) else {
        return Vec::new();
    };
    let names = combined.split_once(':').map_or("", |(_, names)| names);
    let names = names.split('+').map(|name| identifier(name.trim()));
    names
        .filter_map(|name| {
            let (_, body) = declared(name)?;
            Some(Questions {
                name,
                functions: items(body, "fn"),
                constants: items(body, "const"),
            })
        })
        .collect()
}

/// The head and the body of a trait, if it is declared here.
fn trait_of<'a>(source: &'a Source, name: &str) -> Option<(&'a str, &'a str)> {
    let code = source.code();
    let named = |&at: &usize| identifier(code[at + "trait".len()..].trim_start()) == name;
    let at = source.words("trait").find(named)?;
    let item = &code[at..item_end(code, at)?];
    item.split_once('{')
}

/// The names behind a keyword outside the bodies of functions.
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
    fn the_questions_of_all_combined_traits_are_listed() {
        let files = [
            file(
                "crates/shomei-game/src/lib.rs",
                "/// x\npub trait Game: Game + Hints {}\nimpl<G: Game + Hints> Game for G {}\n",
            ),
            file(
                "crates/shomei-game/src/game.rs",
                "pub trait Hints: Game {\n  const KEEPS: bool = { true };\n  fn f(of: fn(u8)) -> u8 {\n    \
                 const A: u8 = 1; fn g() {} A\n  }\n  fn h(&self) { 1 }\n}\n\
                 pub trait Game { type Move; fn role(&self); }\nfn other() {}\n",
            ),
        ];
        let crates = crates(&files);
        let game = Questions {
            name: "Game",
            functions: vec!["role"],
            constants: vec![],
        };
        let hints = Questions {
            name: "Hints",
            functions: vec!["f", "h"],
            constants: vec!["KEEPS"],
        };
        assert_eq!(of_solvable(&crates), [game, hints]);
    }
}
