//! What the defender answers, as lists within lists.

use shomei::AnyPosition;
use shomei::data::{RefutationData, ThenData};
use shomei::words::plies_in;
use shomei_game::Lang;

use super::html::Html;
use super::line;

/// Adds the refutation.
pub(super) fn write(html: &mut Html, root: &AnyPosition, found: &RefutationData, lang: Lang) {
    let heading = lang.pick("What the defender answers", "受方の応手");
    let depth = plies_in(u64::from(found.depth), lang);
    let depth = lang.pick(format!("({depth} deep)"), format!("（{depth}まで）"));
    html.element("h2", &[], &format!("{heading} {depth}"));
    let walk = Walk { root, lang };
    walk.then(html, Some(root), None, &found.then);
}

/// A walk through the answers.
struct Walk<'a> {
    root: &'a AnyPosition,
    lang: Lang,
}

impl Walk<'_> {
    /// Adds what comes behind a position; `last` is the move that led to it.
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
            // Single replies stand on one line.
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

    /// Why no moves follow.
    fn end(&self, what: &ThenData) -> String {
        let lang = self.lang;
        match what.then {
            "over" => lang.pick("(the game is over)", "（終局）").to_string(),
            "decided" => lang
                .pick("(decided by plain search)", "（単純な探索で確定）")
                .to_string(),
            "as_after" => {
                let moves = what.as_after.as_deref().unwrap_or_default();
                let names = line::names(&line::steps(self.root, moves, lang));
                match names.is_empty() {
                    true => lang.pick("(as at the start)", "（最初と同じ）").to_string(),
                    false => lang.pick(
                        format!("(as after {names})"),
                        format!("（{names}の後と同じ）"),
                    ),
                }
            }
            "all" => lang.pick("(no move)", "（手なし）").to_string(),
            _ => "…".to_string(),
        }
    }
}
