//! Records as trees, as a program without a solver uses them.

use shomei_game::NotationError;
use shomei_kifu::{Encoding, Ending, Format, Kifu, Place};
use shomei_shogi::{Move, Position};
use shomei_testkit::random::Dice;

use crate::written::random_record;

fn random_kifu(dice: &mut Dice) -> Kifu {
    Kifu::from(&random_record(dice))
}

fn moves(texts: &[&str]) -> Vec<Move> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn a_tree_is_written_as_it_is_read() {
    let mut dice = Dice::new(31);
    let mut variations = 0;
    for _ in 0..200 {
        let kifu = random_kifu(&mut dice);
        variations += kifu.lines().count() - 1;
        for format in [Format::Kif, Format::Ki2, Format::Jkf] {
            let text = kifu.to_text(format);
            let again = Kifu::parse(&text).unwrap();
            assert_eq!(again.to_text(format), text);
            assert_eq!(again.moves(), kifu.moves(), "{text}");
            assert_eq!(again.ending(), kifu.ending(), "{text}");
            assert_eq!(again.comment(), kifu.comment(), "{text}");
            for encoding in [Encoding::Utf8, Encoding::ShiftJis] {
                let read = Kifu::read(&kifu.to_bytes(format, encoding)).unwrap();
                assert_eq!(read, again, "{text}");
            }
        }
        let csa = Kifu::parse(&kifu.to_text(Format::Csa)).unwrap();
        assert_eq!(csa.moves(), kifu.moves());
        let bod = Kifu::parse(&kifu.to_text(Format::Bod)).unwrap();
        assert_eq!((bod.start, bod.moves()), (kifu.start, Vec::new()));
    }
    assert!(variations > 200, "{variations}");
}

#[test]
fn lines_are_the_whole_tree() {
    let mut dice = Dice::new(32);
    for _ in 0..200 {
        let kifu = random_kifu(&mut dice);
        let mut nodes = vec![0];
        for line in kifu.lines() {
            let mut at = line.begin;
            for step in &line.steps {
                let Place { node, position, .. } = step.before;
                assert_eq!(node, at.node);
                assert_eq!(position, kifu.position(node));
                assert!(position.check_legal(step.mv).is_ok());
                at = step.after();
                nodes.push(at.node);
            }
            assert_eq!(line.last().node, at.node);
        }
        nodes.sort_unstable();
        assert!(nodes.into_iter().eq(0..kifu.tree.nodes().count()));
        assert_eq!(kifu.positions().count(), kifu.moves().len() + 1);
    }
}

#[test]
fn a_record_is_built_of_legal_moves() {
    let start = Position::start();
    let mut kifu = Kifu::of_moves(start, moves(&["7g7f", "3c3d"])).unwrap();
    let variation = kifu.add(1, moves(&["8c8d"])[0]).unwrap();
    let further = kifu.add(variation, moves(&["2g2f"])[0]).unwrap();
    assert_eq!(kifu.add(1, moves(&["8c8d"])[0]), Ok(variation));
    kifu.tree.end(further, &Ending::over("投了"), "");
    kifu.headings.push(("先手".into(), "甲".into()));
    let text = kifu.to_text(Format::Ki2);
    let tail = "先手：甲\n後手：\n▲７六歩      △３四歩\nまで2手で中断\n\n\
        変化：2手\n△８四歩      ▲２六歩\nまで3手で先手の勝ち\n";
    assert!(text.ends_with(tail), "{text}");
    let error = kifu.add(0, moves(&["3c3d"])[0]).unwrap_err();
    assert_eq!(error.to_string(), "3c3d is not legal here");
    let error = Kifu::of_moves(start, moves(&["7g7f", "7f7e"])).unwrap_err();
    assert_eq!(
        (error.spot, error.message.id(), error.to_string().as_str()),
        (None, "illegal-move", "7f7e is not legal here")
    );
}

#[test]
fn errors_are_shown_as_those_of_other_games() {
    for text in [
        "",
        "1. e4",
        "手合割：平手\n   1 ７六歩(67)\n",
        "手合割：\u{1b}[31m\n   1 ７六歩(77)\n   2 \u{202e}\n",
        "V2.2\nPI\n+\n+7775FU\n",
        "{\"moves\":[{},{\"move\":{\"to\":{\"x\":0,\"y\":1}}}]}",
    ] {
        let error = Kifu::parse(text).unwrap_err();
        let other = NotationError::from(error.clone());
        assert_eq!(error.to_string(), other.to_string());
        let named = error
            .spot
            .map(|spot| format!("line {}, column {}: ", spot.line, spot.column));
        assert!(error.to_string().starts_with(&named.unwrap_or_default()));
    }
}
