//! Exports of the explorer: a line as a game record or as text, a board as a picture.

mod lines;

use serde::Serialize;
use shomei::game::error_text;
use shomei::game::{Ending, Line};
use shomei::{Error, Kind, TextRecord};

use super::walk::Walk;
use crate::boards;
use crate::texts::{self, InEachLang, Lang};

/// An exported file.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The extension of the file name.
    pub ending: String,
    /// The media type.
    pub kind: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
}

/// A file format of an export.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Form {
    /// The extension of the file name, without the dot.
    pub(crate) form: &'static str,
    /// The name of the form: the content and the format.
    name: InEachLang,
}

/// The content of an exported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// A line from the first position.
    Line,
    /// All positions of a line.
    Positions,
    /// The first position and a list of moves with their names.
    Moves,
    /// The drawing of a board.
    Board,
}

/// The export formats of a game.
pub(crate) fn forms(kind: &Kind) -> Vec<Form> {
    let own: &[(&str, Holds)] = match kind.name {
        "othello" => &[("obf", Holds::Positions)],
        _ => &[],
    };
    let records = kind
        .record_forms
        .iter()
        .filter(|form| !kind.diagram_forms.contains(form));
    let records = records.map(|&form| (form, Holds::Line));
    let has_board = !boards::pieces(kind.name).is_empty();
    let board = has_board.then_some(("svg", Holds::Board));
    let all = records.chain(own.iter().copied());
    all.chain([("txt", Holds::Moves)])
        .chain(board)
        .map(|(form, holds)| Form {
            form,
            name: InEachLang::of(|lang| texts::form(holds, form, lang)),
        })
        .collect()
}

/// Exports the line or the board at the current position of a walk in one of the [`forms`] of the
/// game.
pub(crate) fn export(walk: &Walk, form: &str, lang: Lang) -> Result<Exported, Error> {
    let position = walk.position_before(walk.steps().len());
    let last = walk.steps().last().map(|step| step.mv.as_str());
    let text = |bytes: String, ending: &str| Exported {
        ending: ending.to_string(),
        kind: "text/plain; charset=utf-8",
        bytes: bytes.into_bytes(),
    };
    let game = position.game().name();
    let made = |line: Option<String>| match line {
        Some(line) => Ok(text(line, form)),
        None => {
            let form = form.to_uppercase();
            Err(Error::usage(error_text!(
                "no-form",
                "{game} cannot be written as {form}",
                game = game,
                form = form
            )))
        }
    };
    match form {
        "txt" => Ok(text(moves(walk, lang), form)),
        "svg" => {
            let Some(svg) = boards::file(position, last, lang) else {
                return Err(Error::usage(error_text!(
                    "no-pictures",
                    "there are no pictures of {game}",
                    game = game
                )));
            };
            Ok(Exported {
                kind: "image/svg+xml",
                ..text(svg, form)
            })
        }
        "obf" => made(lines::obf(walk)),
        _ => record(walk, form),
    }
}

/// The line as a list of moves after its first position.
fn moves(walk: &Walk, lang: Lang) -> String {
    let mut text = format!("{}\n", walk.certificate().position().text());
    let mut last = None;
    for (place, step) in walk.steps().iter().enumerate() {
        let before = walk.position_before(place);
        let name = boards::move_name(before, &step.mv, last, lang);
        let both = if name == step.mv {
            String::new()
        } else {
            format!("\t{name}")
        };
        text += &format!("{}\t{}{both}\n", place + 1, step.mv);
        last = Some(step.mv.as_str());
    }
    text
}

/// The line as a game record.
fn record(walk: &Walk, form: &str) -> Result<Exported, Error> {
    let certificate = walk.certificate();
    let steps = walk.steps().iter();
    let record = TextRecord {
        main: Line {
            moves: steps.map(|step| step.mv.clone()).collect(),
            comment: String::new(),
            comments: Vec::new(),
        },
        ending: Ending::Open,
        ..TextRecord::of(certificate.position().text())
    };
    let game = certificate.game();
    let bytes = game.write_record(certificate.attacker(), &record, form)?;
    Ok(Exported {
        ending: form.to_string(),
        kind: "application/octet-stream",
        bytes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{Path, samples};
    use shomei::certificates::Certificate;
    use shomei::{Aim, AnyGame, Hints, Kinds, Session};

    fn walk(game: &str, position: &str) -> Walk {
        let bytes = samples::certificate(game, "", Some(position));
        let stored = samples::stored(&bytes);
        Walk::new(Certificate::open(&Kinds::builtin(), stored.reader()).unwrap())
    }

    fn exported(walk: &Walk, form: &str) -> String {
        String::from_utf8(export(walk, form, Lang::JA).unwrap().bytes).unwrap()
    }

    #[test]
    fn a_line_of_shogi_is_a_record() {
        let mut walk = walk("shogi", "8k/9/8P/9/9/9/9/9/9 b G 1");
        walk.go(&"0".parse::<Path>().unwrap()).unwrap();
        let csa = exported(&walk, "csa");
        assert!(csa.contains("+0012KI"), "{csa}");
        let text = exported(&walk, "txt");
        assert!(text.contains("1\tG*1b\t▲１二金"), "{text}");
        assert!(exported(&walk, "svg").starts_with("<svg"));
        assert!(export(&walk, "pgn", Lang::EN).is_err());
    }

    #[test]
    fn a_game_without_records_says_so() {
        let walk = samples::walk(samples::SMALL);
        for form in ["kif", "svg", "obf"] {
            let error = export(&walk, form, Lang::EN).unwrap_err();
            assert!(!error.to_string().is_empty(), "{form}");
        }
        assert_eq!(exported(&walk, "txt"), "r\n");
    }
    /// A walk to the end of the first line of a certificate without re-solved leaves.
    fn whole_line(game: &str, position: &str) -> Walk {
        let kinds = Kinds::builtin();
        let hints = Hints {
            text: "leaf=0".to_string(),
            ..Hints::default()
        };
        line_of(
            &kinds.find(game).unwrap().open("", &hints).unwrap(),
            position,
        )
    }

    /// A walk to the end of the first line of a certificate that this function creates.
    fn line_of(game: &AnyGame, position: &str) -> Walk {
        let root = game.position(position).unwrap();
        let mut bytes = Vec::new();
        let mut session = Session::new(game).unwrap();
        let aim = Aim::win(root.to_move());
        session.certify(&root, aim, &mut bytes).unwrap();
        let stored = samples::stored(&bytes);
        let mut walk = Walk::new(Certificate::open(&Kinds::builtin(), stored.reader()).unwrap());
        while !walk.branches().unwrap().is_empty() {
            walk.step(0).unwrap();
        }
        walk
    }

    /// A walk from a position to the end of the line in which each side plays the first move.
    fn line(game: &str, position: &str) -> Walk {
        let mut walk = walk(game, position);
        while !walk.branches().unwrap().is_empty() {
            walk.step(0).unwrap();
        }
        walk
    }

    #[test]
    fn a_line_of_lines_of_action_is_sgf_that_is_read_again() {
        let d4 = "...x....o.................oxx....o..ooo....ox................... x";
        let walk = line("loa", d4);
        let sgf = exported(&walk, "sgf");
        assert!(sgf.starts_with("(;FF[4]CA[UTF-8]AP[shomei]GM[9]"), "{sgf}");
        assert_eq!(sgf.matches("\n;").count(), walk.steps().len());
        assert!(walk.steps().len() > 2);
        let game = Kinds::builtin().open("loa", "").unwrap();
        let end = walk.position_before(walk.steps().len());
        assert_eq!(game.position(&sgf).unwrap().text(), end.text());
    }

    #[test]
    fn a_line_of_a_smaller_board_is_sgf_of_its_size() {
        let game = Kinds::builtin().open("loa", "board=5").unwrap();
        let walk = line_of(&game, ".x...o..........x.......o x");
        let sgf = exported(&walk, "sgf");
        assert!(
            sgf.contains("GM[9]SZ[5]SU[Custom]AB[b1][b4]AW[a2][e5]"),
            "{sgf}"
        );
        let end = walk.position_before(walk.steps().len());
        assert_eq!(game.position(&sgf).unwrap().text(), end.text());
    }

    #[test]
    fn a_line_of_othello_is_ggf_and_all_its_positions_are_obf() {
        // Black can play b1 and g8; White never has a move and passes in between.
        let walk = whole_line("othello", &format!("-O{}O- X", "X".repeat(60)));
        assert!(walk.steps().iter().any(|step| step.mv == "--"));
        let game = Kinds::builtin().open("othello", "").unwrap();
        let end = walk.position_before(walk.steps().len());
        let ggf = exported(&walk, "ggf");
        assert_eq!(game.position(&ggf).unwrap().text(), end.text(), "{ggf}");
        let obf = exported(&walk, "obf");
        assert_eq!(obf.lines().count(), walk.steps().len() + 1);
        for (ply, line) in obf.lines().enumerate() {
            let read = game.position(line).unwrap();
            assert_eq!(read.text(), walk.position_before(ply).text());
        }
        assert!(
            obf.contains(&format!("% 1. {}", walk.steps()[0].mv)),
            "{obf}"
        );
        let sgf = exported(&walk, "sgf");
        assert_eq!(game.position(&sgf).unwrap().text(), end.text(), "{sgf}");
    }

    #[test]
    fn a_line_of_small_othello_is_ggf_of_its_size() {
        let game = Kinds::builtin().open("othello", "board=6").unwrap();
        let walk = line_of(&game, &format!("-O{}O- X", "X".repeat(32)));
        let ggf = exported(&walk, "ggf");
        assert!(ggf.contains("TY[6]BO[6 -O**** ******"), "{ggf}");
        let end = walk.position_before(walk.steps().len());
        assert_eq!(game.position(&ggf).unwrap().text(), end.text(), "{ggf}");
    }

    #[test]
    fn every_form_that_is_offered_can_be_taken_away() {
        let mut walk = walk("shogi", "8k/9/8P/9/9/9/9/9/9 b G 1");
        walk.go(&"0".parse::<Path>().unwrap()).unwrap();
        let kinds = Kinds::builtin();
        let offered = forms(kinds.find("shogi").unwrap());
        assert!(offered.iter().any(|form| form.form == "kif"));
        for form in offered {
            assert!(export(&walk, form.form, Lang::EN).is_ok(), "{}", form.form);
        }
    }

    #[test]
    fn forms_say_what_the_file_holds() {
        let kinds = Kinds::builtin();
        let names = |game: &str| {
            let forms = forms(kinds.find(game).unwrap());
            forms
                .into_iter()
                .map(|form| form.name.0["en"].clone())
                .collect::<Vec<_>>()
        };
        let loa = ["Line: SGF", "List of moves: TXT", "Board: SVG"];
        assert_eq!(names("loa"), loa);
        assert!(names("othello").contains(&"Every position of the line: OBF".to_string()));
        // `shomei-board` does not draw this game.
        assert_eq!(names("tree"), ["List of moves: TXT"]);
    }
}
