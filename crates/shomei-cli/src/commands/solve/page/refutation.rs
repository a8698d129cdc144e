//! The defender's answers as nested lists.

use shomei::AnyPosition;
use shomei::data::{RefutationData, ThenData};
use shomei::messages::plies_in;
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

use super::html::Html;
use super::line;

/// Adds the refutation.
pub(super) fn write(html: &mut Html, root: &AnyPosition, found: &RefutationData, lang: Lang) {
    let plies = plies_in(u64::from(found.depth), lang);
    html.element("h2", &[], &msg::ReportRefutation { plies }.text(lang));
    let walk = Walk { root, lang };
    walk.then(html, Some(root), None, &found.then);
}

/// The traversal of the answers.
struct Walk<'a> {
    root: &'a AnyPosition,
    lang: Lang,
}

impl Walk<'_> {
    /// Adds the moves after a position; `last` is the move that led to it.
    fn then(
        &self,
        html: &mut Html,
        position: Option<&AnyPosition>,
        last: Option<&str>,
        what: &ThenData,
    ) {
        if what.moves.is_empty() {
            html.element("span", &[], &self.end(what));
            return;
        }
        html.open("ul", &[]);
        for branch in &what.moves {
            html.open("li", &[]);
            let (mut position, mut last) = (position.cloned(), last);
            let mut branch = branch;
            // A move with a single reply continues the line.
            loop {
                html.text(&self.name(position.as_ref(), &branch.mv, last));
                html.raw(" ");
                position = position.and_then(|position| position.play(&branch.mv).ok());
                last = Some(&branch.mv);
                match &branch.then.moves[..] {
                    [reply] if branch.then.then == "reply" => branch = reply,
                    _ => break,
                }
            }
            self.then(html, position.as_ref(), last, &branch.then);
            html.close("li");
        }
        html.close("ul");
    }

    fn name(&self, position: Option<&AnyPosition>, mv: &str, last: Option<&str>) -> String {
        let name = position.and_then(|position| position.move_name(mv, last, self.lang).ok());
        name.unwrap_or_else(|| mv.to_string())
    }

    /// The reason why no moves follow.
    fn end(&self, what: &ThenData) -> String {
        let lang = self.lang;
        match what.then {
            "over" => msg::ReportOver.text(lang),
            "decided" => msg::ReportDecided.text(lang),
            "as_after" => {
                let moves = what.as_after.as_deref().unwrap_or_default();
                let moves = line::names(&line::steps(self.root, moves, lang));
                match moves.is_empty() {
                    true => msg::ReportAsStart.text(lang),
                    false => msg::ReportAsAfter { moves }.text(lang),
                }
            }
            "all" => msg::ReportNoMove.text(lang),
            _ => "…".to_string(),
        }
    }
}
