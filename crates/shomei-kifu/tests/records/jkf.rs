//! Compares written JKF with the types and readers of another crate.

use shogi_core::ToUsi;
use shogi_kifu_converter::jkf::{JsonKifuFormat, MoveFormat, MoveSpecial};
use shogi_kifu_converter::parser::parse_kif_str;
use shomei_game::{Ending, Notation, Side};
use shomei_kifu::{Kifu, Records};
use shomei_testkit::random::Dice;

use crate::written::{lines, random_record, their_lines, without_ends};
use crate::{ShogiRecord, game, read};

fn jkf(record: &ShogiRecord) -> String {
    String::from_utf8(Kifu::write_record(&game(), record, "jkf").unwrap()).unwrap()
}

/// Each move with the moves before it and its contents, except times, endings and the nesting of
/// branches.
fn flat(moves: &[MoveFormat], before: &[String], out: &mut Vec<(String, MoveFormat)>) {
    let mut line = before.to_vec();
    for step in moves {
        for fork in step.forks.iter().flatten() {
            flat(fork, &line, out);
        }
        let bare = MoveFormat {
            move_: step.move_,
            comments: step.comments.clone(),
            ..MoveFormat::default()
        };
        if let Some(mv) = &step.move_ {
            let mv = shogi_core::Move::try_from(mv).unwrap();
            line.push(mv.to_usi_owned());
        }
        if bare != MoveFormat::default() {
            out.push((line.join(" "), bare));
        }
    }
}

fn steps(jkf: &JsonKifuFormat) -> Vec<(String, MoveFormat)> {
    let mut steps = Vec::new();
    flat(&jkf.moves, &[], &mut steps);
    steps.sort_by(|a, b| a.0.cmp(&b.0));
    steps
}

/// The other crate converts our KIF to JKF: the contents of all moves are the same.
#[test]
fn jkf_says_what_another_crate_makes_of_our_kif() {
    let game = game();
    let (mut dice, mut compared, mut branches, mut distinguished) = (Dice::new(23), 0, 0, 0);
    while compared < 200 {
        let record = random_record(&mut dice);
        let lacks_main = record.main.moves.is_empty() && !record.branches.is_empty();
        if record.root.to_move() != Side::First || lacks_main {
            continue;
        }
        let text = jkf(&record);
        let plain: JsonKifuFormat =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(plain.moves[0].move_, None);
        let specials: Vec<MoveSpecial> =
            plain.moves.iter().filter_map(|step| step.special).collect();
        match &record.ending {
            Ending::Won => assert_eq!(specials, [MoveSpecial::SpecialTsumi]),
            Ending::Failed => assert_eq!(specials, [MoveSpecial::SpecialFuzumi]),
            Ending::Over(word) if word == "投了" => {
                assert_eq!(specials, [MoveSpecial::SpecialToryo]);
            }
            Ending::Over(word) if word == "入玉勝ち" => {
                assert_eq!(specials, [MoveSpecial::SpecialKachi]);
            }
            Ending::Over(_) => {
                let by_white = record.main.moves.len().is_multiple_of(2);
                let expected = match by_white {
                    true => MoveSpecial::SpecialIllegalActionWhite,
                    false => MoveSpecial::SpecialIllegalActionBlack,
                };
                assert_eq!(specials, [expected]);
            }
            Ending::Open if record.main.moves.is_empty() => assert_eq!(specials, []),
            Ending::Open => assert_eq!(specials, [MoveSpecial::SpecialChudan]),
        }
        let position = shogi_core::Position::try_from(&plain).unwrap();
        let root = game.format_position(&record.root);
        assert_eq!(position.initial_position().to_sfen_owned(), root, "{text}");
        assert_eq!(their_lines(&plain), lines(&record), "{text}");

        let record = without_ends(record);
        let kif = String::from_utf8(Kifu::write_record(&game, &record, "kifu").unwrap()).unwrap();
        let theirs = parse_kif_str(&kif).unwrap_or_else(|error| panic!("{error}: {kif}"));
        let ours: JsonKifuFormat = serde_json::from_str(&jkf(&record)).unwrap();
        assert_eq!(steps(&ours), steps(&theirs), "{text}\n{kif}");
        compared += 1;
        branches += record.branches.len();
        distinguished += text.matches("\"relative\"").count();
    }
    assert!(
        branches > 150 && distinguished > 25,
        "{branches} {distinguished}"
    );
}

#[test]
fn headers_comments_and_the_usual_start_are_kept() {
    let record = read(
        "手合割：平手\n先手：甲 \"one\"\n備考：a\n備考：b\n*about all\n*and more\n1 ７六歩(77)\n2 ３四歩(33)\n\
         3 ２二角成(88)\n変化：2手\n2 ８四歩(83)\n*a branch\n変化：1手\n1 ２六歩(27)\n",
    );
    let expected = "{\"generator\":\"shomei\",\n\"header\":{\"備考\":\"a\\nb\",\"先手\":\"甲 \\\"one\\\"\"},\n\
        \"initial\":{\"preset\":\"HIRATE\"},\n\"moves\":[\n{\"comments\":[\"about all\",\"and more\"]},\n\
        {\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"piece\":\"FU\",\"to\":{\"x\":7,\"y\":6}},\"forks\":[\
        [{\"move\":{\"color\":0,\"from\":{\"x\":2,\"y\":7},\"piece\":\"FU\",\"to\":{\"x\":2,\"y\":6}}}]]},\n\
        {\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":3},\"piece\":\"FU\",\"to\":{\"x\":3,\"y\":4}},\"forks\":[\
        [{\"comments\":[\"a branch\"],\"move\":{\"color\":1,\"from\":{\"x\":8,\"y\":3},\"piece\":\"FU\",\
        \"to\":{\"x\":8,\"y\":4}}}]]},\n\
        {\"move\":{\"capture\":\"KA\",\"color\":0,\"from\":{\"x\":8,\"y\":8},\"piece\":\"KA\",\"promote\":true,\
        \"to\":{\"x\":2,\"y\":2}}},\n{\"special\":\"CHUDAN\"}]}\n";
    let text = jkf(&record);
    let of = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(of(&text), of(expected), "{text}");
    assert_eq!(text.lines().count(), expected.lines().count(), "{text}");
    assert_eq!(
        Kifu::write_record(&game(), &record, "json").unwrap(),
        text.as_bytes()
    );
}

/// Branches can be nested to any depth without recursion: each branches one move later from the one
/// before it.
#[test]
fn many_branches_of_branches_are_written() {
    let plies = 200;
    let mut text = "手合割：平手\n".to_string();
    for branch in 0..=plies / 2 {
        let from = 2 * branch.max(1) - 2;
        if branch > 0 {
            text += &format!("変化：{}手\n", from + 1);
        }
        // The left gold moves to and fro for a while, then the right one.
        let mut played = [0, 0];
        for ply in 0..plies {
            let side = usize::from(ply / 2 >= branch);
            let (file, is_back) = ([6, 4][side], played[side] % 2 == 1);
            let (wide, other) = (['６', '４'][side], played.iter().sum::<usize>() % 2 == 1);
            let mv = match (ply % 2, is_back, other) {
                (0, false, _) => format!("{wide}八金({file}9)"),
                (0, true, _) => format!("{wide}九金({file}8)"),
                (_, _, true) => "５二玉(51)".to_string(),
                (_, _, false) => "５一玉(52)".to_string(),
            };
            if ply % 2 == 0 {
                played[side] += 1;
            }
            if ply >= from {
                text += &format!("{} {mv}\n", ply + 1);
            }
        }
    }
    let record = read(&text);
    assert_eq!(record.branches.len(), plies / 2);
    let written = jkf(&record);
    assert_eq!(written.matches("\"forks\"").count(), plies / 2);
    // The last branch is nested within as many brackets.
    let inner = written.rfind("\"forks\"").unwrap();
    let count = |bracket: char| written[..inner].matches(bracket).count();
    assert!(count('{') - count('}') > plies / 2, "{written}");
    assert_eq!(written.matches('[').count(), written.matches(']').count());
    assert_eq!(written.matches('{').count(), written.matches('}').count());
}
