//! Records of play with an erased game type.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

use shomei::{AnyGame, Kinds, Side};

const GAME: &str = "手合割：平手\n先手：甲\n*about all\n1 ７六歩(77)\n*opens\n2 ３四歩(33)\n3 ２二角成(88)\n4 投了\n\
    変化：2手\n2 ８四歩(83)\n*another\n3 ２六歩(27)\n*later\n";

fn full() -> AnyGame {
    Kinds::builtin().open("shogi", "full").unwrap()
}

/// Writes and reads KI2: moves, branches, headers, comments and the end.
#[test]
fn a_record_goes_into_another_form_and_back() {
    let game = full();
    let record = game.read_record(GAME.as_bytes()).unwrap();
    let ki2 = game
        .write_record(Side::First, &record.text, "ki2u")
        .unwrap();
    let shown = String::from_utf8(ki2.clone()).unwrap();
    assert!(shown.contains("▲７六歩\n*opens\n△３四歩"), "{shown}");
    assert!(shown.contains("\nまで3手で先手の勝ち\n"), "{shown}");
    assert!(shown.contains("*later\n"), "{shown}");
    let again = game.read_record(&ki2).unwrap();
    assert_eq!(again.text, record.text);
    let csa = game.write_record(Side::First, &record.text, "csa").unwrap();
    let csa = String::from_utf8(csa).unwrap();
    assert!(csa.ends_with("+8822UM\n%TORYO\n"), "{csa}");
}
