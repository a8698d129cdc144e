//! What `shomei show` prints of a position, and how that is read again.

use crate::games::Entry;
use crate::output::counted;
use shomei::words::{outcome_in, side_in, why_over_in};
use shomei::{AnyGame, AnyPosition};
use shomei_game::Lang;

/// What stands before the position on one line.
fn label(lang: Lang) -> &'static str {
    lang.pick("position: ", "局面：")
}

/// The diagram, and the position on one line.
pub(crate) fn head(position: &AnyPosition, lang: Lang) -> String {
    let diagram = position.diagram_in(lang);
    let diagram = diagram.trim_end();
    format!("{diagram}\n\n{}{}", label(lang), position.text())
}

/// How the position stands: its moves, or why there are none.
pub(crate) fn end(entry: &Entry, position: &AnyPosition, lang: Lang) -> String {
    let (game, sides) = (entry.kind.name, entry.kind.sides);
    match (position.outcome(), position.why_over()) {
        (Some(_), Some(why)) => why_over_in(&why, lang),
        (Some(outcome), None) => {
            let outcome = outcome_in(outcome, game, sides, lang);
            lang.pick(
                format!("the game is over: {outcome}"),
                format!("終局：{outcome}"),
            )
        }
        (None, _) => {
            let moves = position.moves();
            let side = side_in(game, sides[position.to_move().index()], lang);
            let name = |mv: &String| position.move_name(mv, None, lang).ok();
            let names = moves
                .iter()
                .map(|mv| name(mv).unwrap_or_else(|| mv.clone()));
            let names = names.collect::<Vec<_>>().join(" ");
            let count = moves.len() as u64;
            match lang {
                Lang::En => format!("{side} to move, {}: {names}", counted(count, "move")),
                Lang::Ja => format!("{side}の番、{count}手：{names}"),
            }
        }
    }
}

/// The position of a text that is all that `show` prints of it, in any language; `None` for any
/// other text, also where a letter of it differs.
pub(crate) fn read(text: &str, entry: &Entry, game: &AnyGame) -> Option<String> {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let read = |lang| {
        let mut found = lines
            .iter()
            .filter_map(|line| line.strip_prefix(label(lang)));
        let line = found.next()?;
        let position = game.position(line).ok()?;
        let shown = format!("{}\n{}", head(&position, lang), end(entry, &position, lang));
        shown
            .lines()
            .eq(lines.iter().copied())
            .then(|| line.to_string())
    };
    Lang::ALL.into_iter().find_map(read)
}
