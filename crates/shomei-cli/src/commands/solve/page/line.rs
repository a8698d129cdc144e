//! A line of play as names of moves and as boards.

use shomei::AnyPosition;
use shomei::messages::plies_in;
use shomei_board::{View, still};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

use super::html::Html;

/// The greatest number of drawn positions. Longer lines show the first ones and the last one.
const DRAWN: usize = 120;

/// The width of the boards of a line in CSS pixels.
const SMALL: u32 = 240;

/// A move of a line and the position after it.
pub(super) struct Step {
    pub(super) mv: String,
    pub(super) name: String,
    pub(super) after: AnyPosition,
}

/// The moves of a line with their names, up to the first one that cannot be played.
pub(super) fn steps(root: &AnyPosition, line: &[String], lang: Lang) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::with_capacity(line.len());
    for mv in line {
        let before = steps.last().map_or(root, |step| &step.after);
        let last = steps.last().map(|step| step.mv.as_str());
        let name = before.move_name(mv, last, lang);
        let (Ok(name), Ok(after)) = (name, before.play(mv)) else {
            break;
        };
        let mv = mv.clone();
        steps.push(Step { mv, name, after });
    }
    steps
}

/// The names of the moves, numbered by pairs or one by one.
pub(super) fn names(steps: &[Step]) -> String {
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    names.join(" ")
}

/// Adds a board; adds the diagram if the game has no pictures.
pub(super) fn board(
    html: &mut Html,
    position: &AnyPosition,
    last_move: Option<&str>,
    size: u32,
    lang: Lang,
) {
    let (game, rules, text) = (
        position.game().name(),
        position.game().rules(),
        position.text(),
    );
    let view = View {
        game: &game,
        rules: &rules,
        position: &text,
        last_move,
        lang,
    };
    match still(&view, size) {
        Some(drawing) => html.raw(&drawing.svg),
        None => html.element("div", &[("class", "text")], &position.diagram()),
    }
}

/// Adds the boards after the moves of a line.
pub(super) fn boards(html: &mut Html, steps: &[Step], lang: Lang) {
    html.open("div", &[("class", "boards")]);
    let is_drawn = |at: usize| at < DRAWN || at + 1 == steps.len();
    for (at, step) in steps.iter().enumerate() {
        if is_drawn(at) {
            html.open("figure", &[]);
            board(html, &step.after, Some(&step.mv), SMALL, lang);
            let caption = format!("{}. {}", at + 1, step.name);
            html.element("figcaption", &[], &caption);
            html.close("figure");
        } else if at == DRAWN {
            let plies = plies_in((steps.len() - DRAWN - 1) as u64, lang);
            html.element("p", &[], &msg::ReportBoardsLeftOut { plies }.text(lang));
        }
    }
    html.close("div");
}
