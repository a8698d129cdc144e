//! The workbench of composers, compared with single examinations and with a brute force over mates
//! of 1 and 3 plies.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use shomei::composers::{Change, Examination, ExaminationKind, Word, Workbench, WorkbenchQuery};
use shomei::search::{Knowledge, Limits};
use shomei::{Aim, AnyGame, AnyPosition, Error, Kinds, PositionStore, Session, Silent};

/// Mates in 1 and 3 plies; the defender holds the rest of the set of the problem.
const PROBLEMS: [&str; 4] = [
    "7k1/9/7P1/9/9/9/9/9/9 b G2g 1",
    "9/8k/6B2/9/9/9/9/9/9 b GSg 1",
    "7nl/7k1/9/7P1/9/9/9/9/9 b GSp 1",
    "8k/6+R2/9/8P/9/9/9/9/9 b Pg 1",
];

fn game() -> AnyGame {
    Kinds::builtin().open("shogi", "").unwrap()
}

fn at_bench<T>(root: &str, work: impl Fn(&mut Workbench<'_>) -> Result<T, Error>) -> T {
    let game = game();
    let root = game.position(root).unwrap();
    let mut result = None;
    let query = WorkbenchQuery::default();
    let mut session = Session::new(&game).unwrap();
    session.set_memory(8 << 20);
    session
        .at_workbench(&root, None, &query, &mut Silent, &mut |bench| {
            result = Some(work(bench)?);
            Ok(())
        })
        .unwrap();
    result.unwrap()
}

/// The shortest win in plies by trying all moves, up to `most`.
fn brute(position: &AnyPosition, most: u16) -> Option<u16> {
    let attacker = position.attacker();
    let attacks = position.to_move() == attacker;
    let children = position.children_for(attacker);
    if children.is_empty() {
        return (!attacks).then_some(0);
    }
    let deeper = most.checked_sub(1)?;
    let lengths = children
        .iter()
        .map(|(_, child)| brute(&child.for_attacker(attacker), deeper));
    let length = match attacks {
        true => lengths.flatten().min(),
        false => lengths.collect::<Option<Vec<_>>>()?.into_iter().max(),
    };
    length.map(|plies| plies + 1)
}

/// The parts of a verdict that do not depend on earlier searches.
fn verdict(examined: &Examination) -> (String, Option<u16>, Option<Word>, bool, Vec<String>) {
    (
        examined.answer.to_string(),
        examined.plies(),
        examined.first_flaw,
        examined.is_sound(),
        examined.line.clone(),
    )
}

#[test]
fn verdicts_are_those_of_single_examinations() {
    let all = Change::ALL;
    for root in PROBLEMS {
        let together = at_bench(root, |bench| {
            let variants = bench.root().variants(bench.attacker(), &all);
            let examine = |(at, one): (usize, &shomei::composers::Variant<AnyPosition>)| {
                let examined = bench.examine(&one.position)?;
                Ok((at % 7 == 0).then(|| (one.position.text(), examined)))
            };
            variants
                .iter()
                .enumerate()
                .map(examine)
                .collect::<Result<Vec<_>, Error>>()
        });
        let mut compared = 0;
        for (position, examined) in together.into_iter().flatten() {
            let alone = at_bench(&position, |bench| bench.examine(&bench.root().clone()));
            assert_eq!(verdict(&alone), verdict(&examined), "{position}");
            compared += 1;
        }
        assert!(compared >= 5, "{root}: {compared}");
    }
}

#[test]
fn lengths_are_those_of_a_brute_force() {
    for root in PROBLEMS {
        let changes = [Change::Move, Change::Remove, Change::Hand];
        let variants = at_bench(root, |bench| {
            let variants = bench.root().variants(bench.attacker(), &changes);
            let examine = |one: shomei::composers::Variant<AnyPosition>| {
                let plies = bench.examine(&one.position)?.plies();
                Ok((one.position, plies))
            };
            variants
                .into_iter()
                .map(examine)
                .collect::<Result<Vec<_>, Error>>()
        });
        let mut mates = 0;
        for (position, plies) in variants {
            let within = plies.filter(|&plies| plies <= 3);
            assert_eq!(brute(&position, 3), within, "{position}");
            mates += usize::from(within.is_some());
        }
        assert!(mates > 0, "{root}");
    }
}

/// The problems that removing pieces one by one reaches, by examining each alone.
fn trimmed_by_brute_force(root: &str) -> BTreeSet<String> {
    let game = game();
    let alone = |text: &str| {
        let examined = at_bench(text, |bench| bench.examine(&bench.root().clone()));
        verdict(&examined)
    };
    let base = alone(root);
    let mut kept = BTreeSet::from([game.position(root).unwrap().text()]);
    let mut open = vec![game.position(root).unwrap()];
    while let Some(position) = open.pop() {
        for one in position.variants(position.attacker(), &[Change::Remove]) {
            let text = one.position.text();
            if !kept.contains(&text) && alone(&text) == base {
                kept.insert(text);
                open.push(one.position);
            }
        }
    }
    kept
}

#[test]
fn trimming_agrees_with_a_brute_force() {
    for root in [
        "7k1/9/7P1/9/9/9/9/P7P/9 b G2g 1",
        "9/8k/6B2/9/9/9/4P4/8p/9 b GSg 1",
    ] {
        let trimming = at_bench(root, |bench| bench.trim(1_000));
        assert!(!trimming.is_truncated);
        let kept = trimming
            .kept
            .iter()
            .map(|kept| kept.examined.position.clone());
        assert_eq!(kept.collect::<BTreeSet<_>>(), trimmed_by_brute_force(root));
        assert!(trimming.kept.len() > 2, "{root}");
        let minimal = trimming
            .kept
            .iter()
            .filter(|kept| kept.is_minimal == Some(true));
        assert!(minimal.count() >= 1);
        let truncated = at_bench(root, |bench| bench.trim(2));
        assert!(truncated.is_truncated && truncated.kept.len() <= 2);
    }
}

/// A limit on the nodes of each problem makes no problem minimal.
#[test]
fn problems_are_not_called_minimal_within_limits() {
    let root = "7nk/6B2/6l2/8S/9/9/9/9/9 b GPgn 1";
    let minimal = |nodes: Option<u64>| {
        let trimming = at_bench(root, |bench| {
            let limits = nodes.map_or(Limits::default(), Limits::nodes);
            bench.set_limits(limits);
            bench.trim(1_000)
        });
        let kept = trimming.kept.into_iter();
        let minimal = kept.filter(|kept| kept.is_minimal == Some(true));
        let texts = minimal.map(|kept| kept.examined.position);
        (texts.collect::<BTreeSet<_>>(), trimming.is_truncated)
    };
    let (all, _) = minimal(None);
    let mut truncated = 0;
    for nodes in (50..2_000).step_by(50) {
        let (some, is_truncated) = minimal(Some(nodes));
        assert!(some.is_subset(&all), "{nodes} nodes: {some:?}");
        truncated += u32::from(is_truncated);
    }
    assert!(truncated > 0);
}

/// A position without a solution has variants, and cannot be trimmed.
#[test]
fn a_problem_without_solution_has_variants() {
    let root = "8k/9/9/8P/9/9/9/9/9 b 2Gg 1";
    let (plies, variants) = at_bench(root, |bench| {
        let root = bench.root().clone();
        let variants = root.variants(bench.attacker(), &[Change::Hand, Change::Move]);
        let mates: Result<Vec<_>, Error> = variants
            .iter()
            .map(|one| Ok(bench.examine(&one.position)?.plies()))
            .collect();
        Ok((bench.examine(&root)?.plies(), mates?))
    });
    assert_eq!(plies, None);
    assert!(variants.iter().any(Option::is_some));
    assert!(at_bench(root, |bench| bench.trim(10)).kept.is_empty());
    assert!(at_bench(root, |bench| bench.back(10)).found.is_empty());
}

/// No hand has the attacker's king, which a change removes.
#[test]
fn the_attackers_king_can_be_removed() {
    let root = "7k1/9/7P1/9/9/9/9/9/K8 b G2g 1";
    let removed = at_bench(root, |bench| {
        let root = bench.root().clone();
        let all = [Change::Remove, Change::Move, Change::Exchange, Change::Hand];
        let variants = root.variants(bench.attacker(), &all);
        for variant in &variants {
            bench.examine(&variant.position)?;
        }
        let without = |text: &String| !text.contains('K');
        Ok(variants
            .iter()
            .map(|one| one.position.text())
            .filter(without)
            .count())
    });
    assert_eq!(removed, 1);
    at_bench(root, |bench| bench.trim(10));
    at_bench(root, |bench| bench.back(10));
}

/// All positions with the same set of pieces, a king and two others, from which two plies lead to
/// the root. The moves of the attacker and all longest answers are tried.
fn before_by_brute_force(root: &AnyPosition) -> BTreeMap<String, Vec<String>> {
    let game = game();
    let text = root.text();
    let mut found = BTreeMap::<String, Vec<String>>::new();
    let squares = || 0..81_usize;
    let board = |pieces: &[(usize, char)]| {
        let cell = |at: usize| {
            pieces
                .iter()
                .find(|piece| piece.0 == at)
                .map(|piece| piece.1)
        };
        let row = |rank: usize| {
            let cells = (0..9).map(|file| cell(9 * rank + file).map_or("1".into(), String::from));
            cells.collect::<String>()
        };
        (0..9).map(row).collect::<Vec<_>>().join("/")
    };
    // The king of the defender, and each of two golds on the board or in a hand.
    let king = squares().filter(|at| at % 9 >= 6 && at / 9 <= 3);
    for king in king {
        for first in squares().filter(|at| at % 9 >= 5 && at / 9 <= 4) {
            for (piece, hand) in [('G', "G"), ('g', "G"), ('G', "g"), ('g', "g")] {
                let position = format!("{} b {hand} 1", board(&[(king, 'k'), (first, piece)]));
                add_if_before(&game, &position, &text, &mut found);
            }
            for second in squares().filter(|at| at % 9 >= 5 && at / 9 <= 4 && *at > first) {
                for (one, two) in [('G', 'G'), ('G', 'g'), ('g', 'G'), ('g', 'g')] {
                    let pieces = [(king, 'k'), (first, one), (second, two)];
                    let position = format!("{} b - 1", board(&pieces));
                    add_if_before(&game, &position, &text, &mut found);
                }
            }
        }
        for hand in ["2G", "Gg", "2g"] {
            let position = format!("{} b {hand} 1", board(&[(king, 'k')]));
            add_if_before(&game, &position, &text, &mut found);
        }
    }
    found
}

/// Adds a position from which two plies lead to the text, with the first of the two moves.
fn add_if_before(
    game: &AnyGame,
    position: &str,
    after: &str,
    found: &mut BTreeMap<String, Vec<String>>,
) {
    let Ok(before) = game.position(position) else {
        return;
    };
    let attacker = before.to_move();
    for (mv, answered) in before.children_for(attacker) {
        let answers = answered.for_attacker(attacker).children_for(attacker);
        if answers.iter().any(|(_, child)| child.text() == after) {
            found.entry(before.text()).or_default().push(mv);
        }
    }
}

#[test]
fn going_back_agrees_with_a_brute_force() {
    // A mate in 1 with a gold on the board and one in hand.
    let root = game().position("8k/9/7G1/9/9/9/9/9/9 b G 1").unwrap();
    assert_eq!(brute(&root, 1), Some(1));
    let expected = before_by_brute_force(&root);
    let near = |text: &String| {
        let rows: Vec<&str> = text.split([' ', '/']).take(9).collect();
        rows[5..].iter().all(|row| *row == "9")
            && rows
                .iter()
                .all(|row| row.starts_with(['5', '6', '7', '8', '9']))
    };
    let generated = root.two_plies_before(root.to_move(), usize::MAX);
    let generated: BTreeSet<String> = generated.iter().map(AnyPosition::text).collect();
    let all = expected.keys().cloned().collect::<BTreeSet<_>>();
    assert!(all.len() > 5);
    assert_eq!(
        generated
            .iter()
            .filter(|text| near(text))
            .cloned()
            .collect::<BTreeSet<_>>(),
        all
    );
    let back = at_bench(&root.text(), |bench| bench.back(100_000));
    assert!(!back.is_truncated && back.examined == generated.len());
    let found: BTreeSet<String> = back.found.iter().map(|one| one.position.clone()).collect();
    for examined in &back.found {
        let position = game().position(&examined.position).unwrap();
        assert_eq!(brute(&position, 3), Some(3), "{position}");
    }
    // A mate in 3 with one key move and one longest answer leads here.
    for (text, moves) in &expected {
        let position = game().position(text).unwrap();
        let attacker = position.to_move();
        if brute(&position, 3) != Some(3) {
            assert!(!found.contains(text));
            continue;
        }
        let children = position.children_for(attacker);
        let keys = children
            .iter()
            .filter(|(_, child)| brute(&child.for_attacker(attacker), 2).is_some());
        let keys: Vec<_> = keys.collect();
        let [(key, answered)] = &keys[..] else {
            continue;
        };
        let answers = answered.for_attacker(attacker).children_for(attacker);
        if moves.contains(key) && answers.len() == 1 {
            assert!(found.contains(text), "{text}");
        }
    }
    let truncated = at_bench(&root.text(), |bench| bench.back(3));
    assert!(truncated.is_truncated && truncated.examined == 3);
    // The wanted lengths stay as they were.
    let after = at_bench(&root.text(), |bench| {
        bench.back(1)?;
        bench.examine(&bench.root().clone())
    });
    assert!(after.is_decided(), "{after:?}");
}

#[test]
fn a_position_with_other_pieces_or_another_side_to_move_is_refused() {
    let others = [
        // A pawn more, a gold in the other hand, and the defender to move.
        ("7k1/9/7P1/9/9/9/9/9/9 b GP2g 1", false),
        ("7k1/9/7P1/9/9/9/9/9/9 b 2Gg 1", true),
        ("7k1/9/7+P1/9/9/9/9/9/9 b G2g 1", true),
        ("7k1/9/7P1/9/9/9/9/9/9 w G2g 1", false),
    ];
    at_bench(PROBLEMS[0], |bench| {
        for (text, is_variant) in others {
            let position = game().position(text).unwrap();
            assert_eq!(bench.can_examine(&position), is_variant, "{text}");
            let examined = bench.examine(&position);
            match (is_variant, examined) {
                (true, examined) => assert!(examined.is_ok(), "{text}"),
                (false, Ok(_)) => panic!("{text} was examined"),
                (false, Err(error)) => assert!(error.to_string().contains("not a variant")),
            }
        }
        Ok(())
    });
}

#[test]
fn new_limits_hold_for_the_next_problems() {
    at_bench(PROBLEMS[2], |bench| {
        let root = bench.root().clone();
        bench.set_limits(shomei::search::Limits::nodes(1));
        assert_eq!(bench.examine(&root)?.kind(), ExaminationKind::Open);
        bench.set_limits(shomei::search::Limits::default());
        assert_ne!(bench.examine(&root)?.kind(), ExaminationKind::Open);
        Ok(())
    });
}

/// Positions by their aim and their id.
type KnowledgeByKey = HashMap<(Aim, (u64, u64)), Knowledge>;

/// A store in memory.
#[derive(Default)]
struct Map(Mutex<KnowledgeByKey>);

impl PositionStore for Map {
    fn known(&self, aim: Aim, most: usize, show: &mut dyn FnMut(Knowledge)) {
        let map = self.0.lock().unwrap();
        let known = map.iter().filter(|((of, _), _)| *of == aim);
        let mut known: Vec<Knowledge> = known.map(|(_, solved)| *solved).collect();
        known.sort_by_key(|solved| Reverse(solved.work));
        known.into_iter().take(most).for_each(show);
    }

    fn least_work(&self) -> u64 {
        0
    }

    fn keep(&self, aim: Aim, solved: Knowledge) {
        self.0.lock().unwrap().insert((aim, solved.id()), solved);
    }
}

/// The verdicts on all variants of a problem with this store, and the nodes.
fn examined_with(root: &str, store: Option<Arc<Map>>) -> (Vec<String>, u64) {
    let game = game();
    let root = game.position(root).unwrap();
    let mut session = Session::new(&game).unwrap();
    session.set_memory(8 << 20);
    session.set_position_store(store.map(|store| store as Arc<dyn PositionStore>));
    let (mut verdicts, mut nodes) = (Vec::new(), 0);
    let query = WorkbenchQuery::default();
    let examined = session.at_workbench(&root, None, &query, &mut Silent, &mut |bench| {
        for variant in root.variants(bench.attacker(), &Change::ALL) {
            let examined = bench.examine(&variant.position)?;
            nodes += examined.nodes;
            verdicts.push(format!("{:?}", verdict(&examined)));
        }
        Ok(())
    });
    examined.unwrap();
    (verdicts, nodes)
}

/// A store changes no verdict, also one that the variants of other problems have filled, and makes
/// a second run shorter.
#[test]
fn a_store_makes_a_second_run_shorter() {
    let shared = Arc::new(Map::default());
    for root in PROBLEMS {
        let (expected, nodes) = examined_with(root, None);
        let store = Arc::new(Map::default());
        let (first, _) = examined_with(root, Some(store.clone()));
        assert_eq!(first, expected, "{root}");
        assert!(store.0.lock().unwrap().len() > 20);
        let (second, fewer) = examined_with(root, Some(store));
        assert_eq!(second, expected, "{root}");
        assert!(fewer < nodes, "{root}: {fewer} of {nodes}");
        let (third, _) = examined_with(root, Some(shared.clone()));
        assert_eq!(third, expected, "{root}");
        println!("{root}: {nodes} nodes, then {fewer}");
    }
}

/// Without a win there is nothing to search in the second run.
#[test]
fn variants_without_a_win_are_not_searched_again() {
    let game = game();
    // The king escapes.
    let root = game.position("4k4/9/9/9/9/9/9/9/9 b RG2g 1").unwrap();
    let store = Arc::new(Map::default());
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let mut session = Session::new(&game).unwrap();
        session.set_memory(8 << 20);
        session.set_position_store(Some(store.clone() as Arc<dyn PositionStore>));
        let query = WorkbenchQuery::default();
        let mut examined = None;
        let done = session.at_workbench(&root, None, &query, &mut Silent, &mut |bench| {
            examined = Some(bench.examine(&root)?);
            Ok(())
        });
        done.unwrap();
        let examined = examined.unwrap();
        assert_eq!(examined.answer.to_string(), "disproved");
        nodes.push(examined.nodes);
    }
    assert!(nodes[0] > 100 && nodes[1] == 0, "{nodes:?}");
}
