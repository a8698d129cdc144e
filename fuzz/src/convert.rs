//! Conversion of records between forms.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use shomei::{AnyGame, Kinds, LossKind};

/// The document that lists what a form cannot express.
const DOCUMENT: &str = include_str!("../../docs/reference/records.md");

/// The conversion never panics. A record of a game can be written in every form of the game and
/// read again. Only the losses that the document lists for the form occur, and none the second
/// time.
pub fn convert(bytes: &[u8]) {
    for (game, forms) in games() {
        let Ok(record) = game.read_record(bytes) else {
            continue;
        };
        for form in *forms {
            let converted = game.convert(&record.text, form);
            let converted = converted.unwrap_or_else(|error| panic!("as {form}: {error}"));
            for loss in &converted.losses {
                let is_listed = may_lose().contains(&(loss.kind, (*form).to_string()));
                assert!(is_listed, "as {form}: {loss:?}");
            }
            let again = game
                .read_record(&converted.bytes)
                .expect("it was read before");
            let second = game
                .convert(&again.text, form)
                .expect("it was written before");
            assert_eq!(second.losses, [], "as {form} for the second time");
        }
    }
}

/// The games with forms of records, with rules that accept every game, and these forms.
fn games() -> &'static [(AnyGame, &'static [&'static str])] {
    static GAMES: OnceLock<Vec<(AnyGame, &'static [&'static str])>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let kinds = Kinds::builtin();
        let open = |(name, rules)| {
            let forms = kinds.find(name).expect("the game exists").record_forms;
            (kinds.open(name, rules).expect("the rules exist"), forms)
        };
        [("shogi", "full"), ("loa", ""), ("othello", "")]
            .map(open)
            .to_vec()
    })
}

/// The possible losses of each form.
fn may_lose() -> &'static BTreeSet<(LossKind, String)> {
    static LISTED: OnceLock<BTreeSet<(LossKind, String)>> = OnceLock::new();
    LISTED.get_or_init(|| {
        let lines = DOCUMENT
            .lines()
            .skip_while(|line| !line.starts_with("| lost |"));
        let table = lines.take_while(|line| line.starts_with('|'));
        let cells = |line: &str| -> Vec<String> {
            let cells = line.split('|').map(|cell| cell.trim().replace('`', ""));
            cells.collect()
        };
        let table: Vec<Vec<String>> = table.map(cells).collect();
        let mut listed = BTreeSet::new();
        for row in &table {
            for kind in LossKind::ALL
                .into_iter()
                .filter(|kind| kind.name() == row[1])
            {
                let lost = table[0].iter().zip(row).filter(|(_, cell)| *cell != "–");
                listed.extend(lost.map(|(form, _)| (kind, form.clone())));
            }
        }
        listed
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Choices;
    use crate::records::seeded_record;
    use crate::seeded_bytes;

    /// Records of every form except KIF and CSA, which `seeded_record` generates.
    const SAMPLES: &[&str] = &[
        r#"{"header":{"先手":"甲","Event":"x"},"initial":{"preset":"HIRATE"},"moves":[{"comments":["all"]},
        {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"}},
        {"move":{"to":{"x":3,"y":4},"from":{"x":3,"y":3}},"comments":["on","it"],
        "forks":[[{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4}}},{"special":"TORYO","comments":["why"]}]]},
        {"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"promote":true,"piece":"KA"}},
        {"move":{"from":{"x":3,"y":1},"same":true}},{"move":{"to":{"x":5,"y":5},"piece":"KA"}},{"special":"ERROR"}]}"#,
        r#"{"initial":{"preset":"2"},"moves":[{},{"special":"+ILLEGAL_ACTION","comments":["a"]}]}"#,
        "(;FF[4]GM[9]SZ[8]PB[a]RE[B+]C[root]\n;B[e1-e3]C[first](;W[a2-c2]C[x];C[end])(;W[a3-c3];W[resign]))",
        "(;GM[2]FF[4]PB[a]PW[b]RE[B+12]C[root]\n;B[fe](;W[df]C[on];C[the end])(;W[ff];B[ef]))",
        "(;GM[Othello]PC[GGS/os]DT[x]PB[a]PW[b]RE[+2.00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- \
         -------- -------- -------- *]B[f5//1.2]W[d6]C[on]B[c3];)",
        "▲７六歩 △３四歩\n*words\n▲２二角成\nまで3手で先手の勝ち\n*end\n変化：2手\n△８四歩\n△没収試合\n",
    ];

    #[test]
    fn holds_on_seeded_records() {
        let mut read = 0;
        for seed in 0..3_000 {
            convert(&seeded_record(seed));
            let bytes = seeded_bytes(seed, 48);
            let mut choices = Choices::new(&bytes);
            let mut text = SAMPLES[choices.below(SAMPLES.len())].as_bytes().to_vec();
            for _ in 0..choices.below(4) {
                let at = choices.below(text.len());
                match choices.below(3) {
                    0 => text[at] = choices.byte(),
                    1 => drop(text.remove(at)),
                    _ => text.insert(at, b" ]});,\"*"[choices.below(8)]),
                }
            }
            read += usize::from(
                games()
                    .iter()
                    .any(|(game, _)| game.read_record(&text).is_ok()),
            );
            convert(&text);
        }
        assert!(read > 500, "{read} of the records were good");
    }
}
