//! Properties of texts of positions and moves.

use shomei_game::{Children, Game, Goal, Init, Kind, LeafPolicy, Notation, Scored, Side, Status};
use shomei_loa::Loa;
use shomei_othello::{Othello, obf, wthor};
use shomei_shogi::Shogi;
use shomei_uttt::Uttt;

/// The parsers of Lines of Action never panic. An accepted text is also accepted as it is printed
/// and as its diagram, with the same meaning. Text after it is rejected.
///
/// The first line chooses the rules if it contains some, and the last line is also parsed as a
/// move. The whole text is a position.
pub fn loa_notation(bytes: &[u8]) {
    notation::<Loa>(bytes);
}

/// The property of [`loa_notation`] for Othello. Scores after a position are written as they were
/// read. The bytes are also read as a file of games, whose positions must be valid.
pub fn othello_notation(bytes: &[u8]) {
    notation::<Othello>(bytes);
    let game = Othello::open("", Goal::win(Side::First)).expect("the usual rules exist");
    let text = std::str::from_utf8(bytes).unwrap_or("");
    if let Ok(scores) = game.known_scores(text)
        && let Ok(position) = game.parse_position(text)
        && !scores.is_empty()
    {
        let line = obf(&position, &scores, Some(text));
        assert_eq!(game.parse_position(&line), Ok(position), "from {line:?}");
        assert_eq!(game.known_scores(&line), Ok(scores), "from {line:?}");
    }
    for game in wthor::games(bytes).into_iter().flatten().flatten() {
        for (position, &mv) in game.positions().zip(game.moves()) {
            assert!(position.is_legal(mv), "{mv} in {position:?}");
        }
    }
}

/// The property of [`loa_notation`] for ultimate tic-tac-toe.
pub fn uttt_notation(bytes: &[u8]) {
    notation::<Uttt>(bytes);
}

/// The property of [`loa_notation`] for shogi. From an accepted position the bytes also choose
/// moves, under the rules of problems with either side as attacker and under all rules. Each
/// position is read back as it is written and equals the prediction of its parent.
pub fn shogi_notation(bytes: &[u8]) {
    notation::<Shogi>(bytes);
    let text = std::str::from_utf8(bytes).unwrap_or("");
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    for rules in ["tsume", "full"] {
        for side in Side::BOTH {
            let game = Shogi::open(rules, Goal::win(side)).expect("the rules exist");
            if let Ok(position) = game.parse_position(line) {
                play(&game, position, rest.as_bytes());
            }
        }
    }
}

/// Plays moves chosen by the bytes, and checks every position.
fn play(game: &Shogi, mut position: shomei_shogi::Position, choices: &[u8]) {
    for &choice in choices.iter().take(64) {
        let text = game.format_position(&position);
        let again = game.parse_position(&text);
        assert_eq!(again.as_ref(), Ok(&position), "from {text:?}");
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let is_open = game.status(&position) == Status::Open;
        assert_eq!(is_open, !moves.is_empty(), "in {text}");
        assert_eq!(
            game.why_over(&position).is_some(),
            !is_open && game.rules_depend_on_goal()
        );
        if moves.is_empty() {
            return;
        }
        let place = usize::from(choice) % moves.len();
        let mv = moves[place];
        let name = game.format_move(&position, mv);
        assert_eq!(game.parse_move(&position, &name), Ok(mv), "in {text}");
        let policy = LeafPolicy::new(Init::Mobility);
        let mut children = Children::new();
        game.children(&position, policy, &mut children);
        if children.listed()[place].evaluation.is_unknown() {
            game.evaluate(&position, policy, place..place + 1, &mut children);
        }
        let child = game.play(&position, mv);
        assert_eq!(
            children.listed()[place].key,
            game.key(&child),
            "{name} in {text}"
        );
        let status = children.listed()[place].evaluation.status();
        let by_rules = game.status(&child);
        assert!(
            status == Some(by_rules) || by_rules == Status::Open,
            "{name} in {text}"
        );
        position = child;
    }
}

fn notation<G: Kind>(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let (first, rest) = text.split_once('\n').unwrap_or(("", text));
    let goal = Goal::win(Side::First);
    match G::open(first, goal) {
        Ok(game) => {
            let again = G::open(&game.rules(), goal).expect("printed rules are accepted");
            assert_eq!(again.rules(), game.rules());
            position_and_move(&game, rest);
        }
        Err(_) => {
            let game = G::open("", goal).expect("the usual rules exist");
            position_and_move(&game, text);
        }
    }
}

fn position_and_move<G: Notation>(game: &G, text: &str) {
    let (before, last) = text.rsplit_once('\n').unwrap_or((text, text));
    moves(game, &game.start(), last);
    for part in [text, before] {
        let Ok(position) = game.parse_position(part) else {
            continue;
        };
        let line = game.format_position(&position);
        assert!(!line.contains('\n'), "a position is one line: {line:?}");
        let again = game.parse_position(&line);
        assert_eq!(again.as_ref(), Ok(&position), "from {line:?}");
        let diagram = game.diagram(&position);
        let again = game.parse_position(&diagram);
        assert_eq!(again.as_ref(), Ok(&position), "from {diagram:?}");
        for text in [part, &line, &diagram] {
            nothing_after(game, text, &line);
        }
        moves(game, &position, last);
    }
}

/// Text after a position is rejected or used. `line` is a position on one line.
fn nothing_after<G: Notation>(game: &G, text: &str, line: &str) {
    // A comment can contain any text.
    if text.contains('%') {
        return;
    }
    for after in [
        " GARBAGE",
        "\nGARBAGE",
        " ?",
        &format!(" {line}"),
        &format!("\n{line}"),
    ] {
        let whole = format!("{text}{after}");
        let read = game.parse_position(&whole);
        assert!(read.is_err(), "{whole:?} is read as {read:?}");
    }
}

fn moves<G: Notation>(game: &G, position: &G::Position, text: &str) {
    if let Ok(mv) = game.parse_move(position, text) {
        let printed = game.format_move(position, mv);
        let again = game.parse_move(position, &printed);
        assert_eq!(again, Ok(mv), "from {printed:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Choices;
    use crate::seeded_bytes;

    /// Pieces of valid texts with changed bytes.
    #[test]
    fn holds_on_seeded_texts() {
        let game = Loa::open("", Goal::win(Side::First)).unwrap();
        let start = game.format_position(&game.start());
        let samples = [
            start.as_str(),
            "start moves d1-b3 h7-f7\n",
            "b1-b3",
            "\n",
            "olympiad\n",
            "sackson\n",
            "x",
            "...x....o.................oxx....o..ooo....ox................... x\n",
            "(;GM[9]SZ[8];B[b1b3])",
            "LOA 1. b1-b3 a2-c2",
            "sackson,board=5\n",
            ".xxx.o...oo...oo...o.xxx. x\n",
            ".xxxx. o....o o....o o....o o....o .xxxx. o\n",
            "(;GM[9]SZ[5];B[b1-d3])",
        ];
        near(&samples, loa_notation);
    }

    #[test]
    fn holds_on_seeded_texts_of_ultimate_tic_tac_toe() {
        let game = Uttt::open("", Goal::win(Side::First)).unwrap();
        let start = game.format_position(&game.start());
        let three = game.parse_position("ee ea ai").unwrap();
        let three = game.format_position(&three);
        let samples = [
            start.as_str(),
            three.as_str(),
            "start moves ee ea\n",
            " moves ",
            "ia",
            " ab ba",
            "\n",
            "standard,play-out\n",
            "open\n",
            "open\nX;....x....;X.O.....X/........./........./........./XXXOOO.../........./........./........./....O....",
            "O;XOXO#O.X.;.X.XXX.OX/.O..O..O./OO.XXXO.X/OOO.O..../OXXXOOOXX/..OXXOO.O/.XOXOXXXO/XXX...O../OXOO.XXXO",
        ];
        near(&samples, uttt_notation);
    }

    #[test]
    fn holds_on_seeded_texts_of_shogi() {
        let game = Shogi::open("", Goal::win(Side::First)).unwrap();
        let start = game.format_position(&game.start());
        let samples = [
            start.as_str(),
            "position sfen ",
            "4k4/9/4P4/9/9/9/9/9/9 b 2GP2s 1\n",
            "9/9/9/4r4/9/3k5/9/4K4/9 w RB4GS2N18p\nR*5c5a4ax",
            "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1\n",
            " moves ",
            "\n",
            "full\n",
            "G*5b",
            "+R",
            "/9",
        ];
        near(&samples, shogi_notation);
    }

    /// Long games from positions with all pieces in hand.
    #[test]
    fn holds_on_random_play_of_shogi() {
        for seed in 0..400 {
            let positions = [
                "startpos",
                "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
                "4k4/9/9/9/9/9/9/9/9 w RB2G2S2N2L9Prb2g2s2n2l9p 1",
                "4k4/2G3S2/9/4R4/4p4/9/9/9/9 b RB2G2N9P 1",
            ];
            let position = positions[seed as usize % positions.len()];
            let mut text = format!("{position}\n").into_bytes();
            // Only valid text is parsed.
            text.extend(seeded_bytes(seed, 64).iter().map(|byte| byte & 0x7f));
            shogi_notation(&text);
        }
    }

    #[test]
    fn holds_on_seeded_texts_of_othello() {
        let game = Othello::open("", Goal::win(Side::First)).unwrap();
        let start = game.format_position(&game.start());
        let line = format!("{start}; F5:+2; D3:-4; --:-127; % text");
        let board =
            "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
        let record = format!("(;GM[Othello]{board}B[f5]W[d6//0.5];)");
        let samples = [
            start.as_str(),
            line.as_str(),
            record.as_str(),
            "(;AB[e4][d5]AW[d4e5]TY[8]",
            "W[d6/1]B[pa]",
            ";)",
            "start moves f5 d6",
            " moves ",
            "F5D6C3",
            "--",
            "; D6:+2",
            "\n",
            "black>=-3\n",
            "white>=12\n",
            "white>=4,board=6\n",
            "--------------OX----XO-------------- X",
            "b3b2 a1",
            "(;GM[Othello]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[b3];)",
        ];
        near(&samples, othello_notation);
    }

    /// A file of three games with changed bytes.
    #[test]
    fn holds_on_seeded_files_of_othello_games() {
        let mut file = vec![0; 16 + 3 * 68];
        file[4] = 3;
        for (game, moves) in [[56, 64, 33], [56, 66, 65], [56, 46, 35]]
            .iter()
            .enumerate()
        {
            file[16 + 68 * game + 8..][..3].copy_from_slice(moves);
        }
        for seed in 0..2_000 {
            let changes = seeded_bytes(seed, 12);
            let mut choices = Choices::new(&changes);
            let mut file = file.clone();
            for _ in 0..choices.below(4) {
                let at = choices.below(file.len());
                file[at] = choices.byte();
            }
            othello_notation(&file);
        }
        assert_eq!(wthor::games(&file).unwrap().flatten().count(), 3);
    }

    fn near(samples: &[&str], property: fn(&[u8])) {
        for seed in 0..2_000 {
            let bytes = seeded_bytes(seed, 24);
            let mut choices = Choices::new(&bytes);
            let mut text = Vec::new();
            for _ in 0..=choices.below(4) {
                text.extend(samples[choices.below(samples.len())].bytes());
            }
            for _ in 0..choices.below(4) {
                let at = choices.below(text.len());
                text[at] = choices.byte() & 0x7f;
            }
            property(&text);
        }
    }
}
