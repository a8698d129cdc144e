//! Formats a position as `shomei show` prints it, and parses such a text: `-` accepts it as a
//! position.

use shomei::messages::{outcome_in, side_in, why_over_in};
use shomei::{AnyGame, AnyPosition, Kind};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message, languages};

/// The label before the position on one line.
fn label(lang: Lang) -> String {
    let labelled = msg::ShowPosition { position: "" };
    labelled.text(lang)
}

/// The diagram, and the position on one line.
pub(crate) fn position_text(position: &AnyPosition, lang: Lang) -> String {
    let diagram = position.diagram_in(lang);
    let diagram = diagram.trim_end();
    let position = position.text();
    let labelled = msg::ShowPosition { position }.text(lang);
    format!("{diagram}\n\n{labelled}")
}

/// The legal moves of the position, or the result of a finished game.
pub(crate) fn moves_text(kind: &Kind, position: &AnyPosition, lang: Lang) -> String {
    let (game, sides) = (kind.name, kind.sides);
    match (position.outcome(), position.why_over()) {
        (Some(_), Some(why)) => why_over_in(&why, lang),
        (Some(outcome), None) => {
            let outcome = outcome_in(outcome, game, sides, lang);
            msg::GameOver { outcome }.text(lang)
        }
        (None, _) => {
            let moves = position.moves();
            let side = side_in(game, sides[position.to_move().index()], lang);
            let name = |mv: &String| position.move_name(mv, None, lang).ok();
            let names = moves
                .iter()
                .map(|mv| name(mv).unwrap_or_else(|| mv.clone()));
            let names = names.collect::<Vec<_>>().join(" ");
            let moves = msg::CountMoves { count: moves.len() }.text(lang);
            msg::ShowToMove { side, moves, names }.text(lang)
        }
    }
}

/// The position of a text that is exactly the output of `shomei show`, in any language. `None` for
/// any other text.
pub(crate) fn parse(text: &str, kind: &Kind, game: &AnyGame) -> Option<String> {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let parse = |lang| {
        let label = label(lang);
        let mut found = lines
            .iter()
            .filter_map(|line| line.strip_prefix(label.trim_end()))
            .map(str::trim_start);
        let line = found.next()?;
        let position = game.position(line).ok()?;
        let shown = format!(
            "{}\n{}",
            position_text(&position, lang),
            moves_text(kind, &position, lang)
        );
        shown
            .lines()
            .eq(lines.iter().copied())
            .then(|| line.to_string())
    };
    languages().iter().copied().find_map(parse)
}
