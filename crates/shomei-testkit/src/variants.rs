//! Different SGF texts of one game, as programs write them, for tests of readers.

use crate::random::Dice;

/// A game that is written in many ways.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The properties of the first node, except comments, names and results.
    pub root: &'a [&'a str],
    /// The same properties with long names, as in older versions of SGF.
    pub long_root: &'a [&'a str],
    /// The values of the moves, beginning with Black, each in several notations.
    pub moves: &'a [&'a [&'a str]],
    /// Another first move, for a variation.
    pub other: &'a str,
}

/// `count` ways to write the game as a file, the same for each call.
#[must_use]
pub fn variants(game: &Game<'_>, count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|seed| variant(game, seed as u64)).collect()
}

/// The properties of a node in random order, with blanks around them.
fn node(dice: &mut Dice, mut properties: Vec<String>, blanks: &[&str]) -> String {
    let mut node = format!(";{}", dice.one_of(blanks));
    while !properties.is_empty() {
        let at = dice.below(properties.len());
        node += &properties.swap_remove(at);
        node += dice.one_of(blanks);
    }
    node
}

fn variant(game: &Game<'_>, seed: u64) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let line = dice.one_of(&["\n", "\r\n", "\r", "", "\n\n \t"]);
    let blanks = [[""; 3], ["", " ", line], [line, "\t", "  "]][dice.below(3)];
    let is_long = dice.below(4) == 0;
    let comments = [
        "C[a \\] bracket; and (more) \\\\]",
        "C[two\nlines;B[a1\\]]",
        "C[]",
        "N[a name]",
    ];
    let mut root: Vec<String> = match is_long {
        true => game.long_root.iter().map(ToString::to_string).collect(),
        false => game.root.iter().map(ToString::to_string).collect(),
    };
    let (encoding, name) = (
        dice.below(8),
        ["PB[Müller]", "PlayerBlack[Müller]"][usize::from(is_long)],
    );
    root.push(name.to_string());
    root.extend(
        ["CA[ISO-8859-1]", "CA[UTF-8]"]
            .get(encoding)
            .map(ToString::to_string),
    );
    if dice.below(2) == 0 {
        root.push(format!(
            "RE[{}]",
            dice.one_of(&["B+", "W+R", "0", "?", "b+Resign", "Void", "W+T"])
        ));
    }
    if dice.below(2) == 0 {
        root.push(dice.one_of(&comments).to_string());
    }
    let mut text = format!("({}", node(&mut dice, root, &blanks));
    let branch = dice.below(game.moves.len() + 1);
    let mut open = 0;
    for (ply, ways) in game.moves.iter().enumerate() {
        if ply == branch {
            text += "(";
            open = 1;
        }
        let names = if is_long {
            ["Black", "White"]
        } else {
            ["B", "W"]
        };
        let blank = dice.one_of(&["", "", " ", line]);
        let mv = format!("{}{blank}[{}]", names[ply % 2], dice.one_of(ways));
        let mut properties = vec![mv];
        if dice.below(3) == 0 {
            properties.push(dice.one_of(&comments).to_string());
        }
        text += line;
        text += &node(&mut dice, properties, &blanks);
    }
    if open == 1 {
        // The first variation at a branch is the main line.
        text += &format!("){line}(;C[nothing else])");
    } else if dice.below(3) == 0 {
        text += &format!("{line};");
    }
    text += &format!("{line}){}", dice.one_of(&["", "\n", " \r\n", "\n\n"]));
    if branch == 0 {
        let names = if is_long { "Black" } else { "B" };
        text = text.replace("(;C[nothing else])", &format!("(;{names}[{}])", game.other));
    }
    text.insert_str(0, dice.one_of(&["", "", " ", "\n", "\r\n\t"]));
    encoded(&text, encoding)
}

fn encoded(text: &str, encoding: usize) -> Vec<u8> {
    let utf16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes);
    match encoding {
        // The text declares its encoding, or does not.
        0 | 2 => text.chars().map(|letter| letter as u8).collect(),
        1 | 3 => text.as_bytes().to_vec(),
        4 => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        5 => [0xff, 0xfe]
            .into_iter()
            .chain(utf16(u16::to_le_bytes))
            .collect(),
        6 => [0xfe, 0xff]
            .into_iter()
            .chain(utf16(u16::to_be_bytes))
            .collect(),
        _ => utf16(u16::to_le_bytes).collect(),
    }
}
