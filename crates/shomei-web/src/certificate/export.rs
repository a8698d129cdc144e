//! What a reader takes away: a line as a record of play or as text, a board as a picture.

use shomei::game::{Ending, Line};
use shomei::{Error, TextRecord};

use super::walk::Walk;
use crate::boards;
use crate::words::Lang;

/// A file for the reader.
#[derive(Clone, Debug)]
pub struct Exported {
    /// What its name ends with.
    pub ending: String,
    /// What kind of file it is.
    pub kind: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// The forms that every game has.
pub(crate) const FORMS: [&str; 2] = ["txt", "svg"];

/// The line to where a walk is, or the board there, in this form: `txt`, `svg`, `obf` (Othello:
/// the position at its end), or one in which the game writes records of play.
pub(crate) fn export(walk: &Walk, form: &str, lang: Lang) -> Result<Exported, Error> {
    let position = walk.position_before(walk.steps().len());
    let last = walk.steps().last().map(|step| step.mv.as_str());
    let text = |bytes: String, ending: &str| Exported {
        ending: ending.to_string(),
        kind: "text/plain; charset=utf-8",
        bytes: bytes.into_bytes(),
    };
    match form {
        "txt" => Ok(text(moves(walk, lang), form)),
        "svg" => {
            let svg = boards::draw(position, last, lang).svg;
            if svg.is_empty() {
                let game = position.game().name();
                return Err(Error::usage(format!("there are no pictures of {game}")));
            }
            Ok(Exported {
                kind: "image/svg+xml",
                ..text(svg, form)
            })
        }
        "obf" => {
            let scores = position.format_scores(&[]);
            let line = scores.ok_or_else(|| {
                let game = position.game().name();
                Error::usage(format!("positions of {game} are not written in OBF"))
            })?;
            Ok(text(format!("{line}\n"), form))
        }
        _ => record(walk, form),
    }
}

/// The line as a list of moves below the position that it begins with.
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

/// The line as a record of play.
fn record(walk: &Walk, form: &str) -> Result<Exported, Error> {
    let certificate = walk.certificate();
    let steps = walk.steps().iter();
    let record = TextRecord {
        main: Line {
            moves: steps.map(|step| step.mv.clone()).collect(),
            comment: String::new(),
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
    use shomei::Kinds;
    use shomei::certificates::Certificate;

    fn walk(game: &str, position: &str) -> Walk {
        let bytes = samples::certificate(game, "", Some(position));
        let stored = samples::stored(&bytes);
        Walk::new(Certificate::open(&Kinds::builtin(), stored.reader()).unwrap())
    }

    fn exported(walk: &Walk, form: &str) -> String {
        String::from_utf8(export(walk, form, Lang::Ja).unwrap().bytes).unwrap()
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
        assert!(export(&walk, "pgn", Lang::En).is_err());
    }

    #[test]
    fn a_game_without_records_says_so() {
        let walk = samples::walk(samples::SMALL);
        for form in ["kif", "svg", "obf"] {
            let error = export(&walk, form, Lang::En).unwrap_err();
            assert!(!error.to_string().is_empty(), "{form}");
        }
        assert_eq!(exported(&walk, "txt"), "r\n");
    }
}
