//! Plain lists of positions, as other programs write them: one per line, alone or in a column of a
//! table.
//!
//! The side to move is the attacker, and the answer is unknown. Moves after a position are its
//! solution and are ignored; moves after the usual start lead to the position.
//!
//! ```text
//! # comment
//! POSITION [moves SOLUTION]
//! NAME <tab> TEXT <tab> POSITION
//! ```

use shomei_game::corpus::{At, Case, LineFault, Value, lines};

use crate::game::LabGame;

/// The cases of a list; `file` is its name in messages.
pub(super) fn cases(
    file: &str,
    text: &str,
    rules: &str,
    game: LabGame,
) -> Result<Vec<Case>, LineFault> {
    lines(file, text)
        .map(|(at, line)| case(at, line, rules, game))
        .collect()
}

fn case(at: At, line: &str, rules: &str, game: LabGame) -> Result<Case, LineFault> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let mut readable = (0..).zip(&columns).filter_map(|(place, column)| {
        let asked = game.position_and_mover(rules, column).ok()?;
        Some((place, asked))
    });
    let Some((place, (position, attacker))) = readable.next() else {
        return Err(unreadable(&at, &columns, rules, game));
    };
    let name = (0..).zip(&columns).find(|&(other, _)| other != place);
    Ok(Case {
        name: name.map_or_else(|| at.to_string(), |(_, name)| (*name).into()),
        at,
        position,
        attacker: attacker.into(),
        rules: String::new(),
        value: Value::Unknown,
        skips: Vec::new(),
        facts: Vec::new(),
    })
}

/// The fault of a line: that of its longest column, which is most likely the position.
fn unreadable(at: &At, columns: &[&str], rules: &str, game: LabGame) -> LineFault {
    let longest = (1..)
        .zip(columns)
        .max_by_key(|(_, column)| column.chars().count());
    let (number, column) = longest.unwrap_or((1, &""));
    match game.position_and_mover(rules, column) {
        Err(error) if columns.len() > 1 => at.notation(
            format!("no position in any column; column {number}"),
            &error,
        ),
        Err(error) => at.notation("position", &error),
        Ok(_) => at.fault("no position"),
    }
}
