//! Bundles state what the search has found, and a changed bundle is rejected.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

use std::io::{Cursor, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shomei::bundles::{self, CheckedBundle, Manifest};
use shomei::composers::{CompositionQuery, OtherSolutionsQuery};
use shomei::game::TreeGame;
use shomei::search::Silent;
use shomei::{
    AnyGame, AnyPosition, CertificateWish, CheckLimits, CollectingSink, ExactLine, Kinds, Query,
    QueryResult, Question, Rejected, Session, Side, Watching, WinLength,
};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// An Othello position with seven empty squares.
const OTHELLO: &str = "XXXXXXXXXOOOOOOXXOOXXOXXXOXOXXOXXXOXOXXXXXXOXX---XXXX---XXXXX-O- O";
/// A mate in three with the attacker to move.
const SHOGI: &str = "8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";

fn query(question: Question, length: WinLength) -> Query {
    Query {
        question,
        length,
        line: ExactLine::Omit,
    }
}

fn check(bytes: &[u8]) -> Result<CheckedBundle, Rejected> {
    bundles::check(&Kinds::builtin(), Cursor::new(bytes), &|usual| usual).unwrap()
}

/// The answer of a search, and its bundle.
fn bundle(position: &AnyPosition, query: Query) -> (QueryResult, Manifest, Vec<u8>) {
    let mut silent = Silent;
    let mut watching = Watching(&mut silent);
    let mut session = Session::new(position.game()).unwrap();
    let asked = session.ask_for_bundle(position, query, &mut watching);
    let (result, draft) = asked.unwrap();
    assert_eq!(draft.is_known, result.is_complete());
    let kinds = Kinds::builtin();
    let bundle = draft.finish(&kinds, &|usual| usual).unwrap();
    assert!(bundle.missing.is_none(), "{:?}", bundle.missing);
    (result, bundle.checked.manifest, bundle.bytes)
}

fn written(manifest: &Manifest, certificates: Vec<Vec<u8>>) -> (Manifest, Vec<u8>) {
    let kinds = Kinds::builtin();
    let kind = kinds.find(&manifest.game).unwrap();
    let mut file = Cursor::new(Vec::new());
    let bundle = bundles::write(kind, manifest, certificates, &mut file, &|usual| usual).unwrap();
    (bundle.manifest, file.into_inner())
}

fn position(game: &str, rules: &str, text: &str) -> AnyPosition {
    let game = Kinds::builtin().open(game, rules).unwrap();
    game.position(text).unwrap()
}

/// A position this number of moves before the end of a game.
fn near_the_end(game: &str, plies: usize) -> AnyPosition {
    let mut positions = vec![Kinds::builtin().open(game, "").unwrap().start()];
    loop {
        let mut children = positions.last().unwrap().children();
        if children.is_empty() {
            break;
        }
        let index = (positions.len() * 7 + 3) % children.len();
        positions.push(children.swap_remove(index).1);
    }
    positions.swap_remove(positions.len() - 1 - plies)
}

/// The results of a manifest agree with an answer in which everything is known.
fn agrees(result: &QueryResult, manifest: &Manifest) {
    let [row] = &manifest.results[..] else {
        panic!("{manifest:?}");
    };
    assert!(result.is_complete());
    if let Some(value) = result.value()
        && result.score().is_none()
    {
        assert_eq!(row.value, Some(value.to_string()));
    }
    if let Some(answer) = &row.answer {
        assert_eq!(*answer, result.answer.to_string());
    }
    assert_eq!(row.score, result.score().map(|known| known.bounds));
    assert_eq!(row.moves.len(), result.moves().len());
    for known in result.moves() {
        let stated = row
            .moves
            .iter()
            .find(|stated| stated.mv == known.mv)
            .unwrap();
        assert_eq!(stated.score, known.bounds);
        assert_eq!(stated.answer, known.answer.map(|answer| answer.to_string()));
        if known.bounds.is_none() {
            assert_eq!(stated.value, known.value.map(|value| value.to_string()));
        }
        let length = known.length.map(|length| (length.least, length.most));
        assert_eq!(stated.length, length, "{} {known:?}", stated.mv);
    }
}

#[test]
fn a_bundle_states_what_the_search_has_found() {
    use Question::{MoveScores, MoverWins, Moves, MovesFor, Score, Value, Win};
    use WinLength::{Any, Shortest};
    let cases = [
        (
            position("othello", "", OTHELLO),
            vec![(Score, Any), (MoveScores, Any), (Moves, Any), (Value, Any)],
        ),
        (
            near_the_end("uttt", 9),
            vec![(Value, Any), (Moves, Any), (MoverWins, Any)],
        ),
        (
            position("shogi", "", SHOGI),
            vec![
                (MoverWins, Shortest),
                (MovesFor(Side::First), Any),
                (MovesFor(Side::First), Shortest),
            ],
        ),
        (
            position(
                "tree",
                "r = OR { a, b, c }  a = AND { d, Won }  b = OR { Failed, d }  c = AND { Won }  d = OR { Won, Failed }",
                "r",
            ),
            vec![
                (Value, Any),
                (Moves, Any),
                (Win(Side::First), Shortest),
                (Moves, Shortest),
            ],
        ),
    ];
    for (position, queries) in cases {
        for (question, length) in queries {
            let (result, manifest, bytes) = bundle(&position, query(question, length));
            agrees(&result, &manifest);
            let checked = check(&bytes).unwrap();
            assert_eq!(checked.manifest, manifest);
            let checked = bundles::check(position.game(), Cursor::new(&bytes), &|usual| usual);
            assert_eq!(checked.unwrap().unwrap().manifest, manifest);
        }
    }
}

#[test]
fn a_review_states_what_each_move_loses() {
    let game = Kinds::builtin().open("othello", "").unwrap();
    let start = game.position(OTHELLO).unwrap();
    let mut silent = Silent;
    let mut watching = Watching(&mut silent);
    let mut collecting = CollectingSink::new(&mut watching, CertificateWish::OfMove);
    let mut session = Session::new(&game).unwrap();
    let (mut at, mut line) = (start.clone(), Vec::new());
    let query = query(Question::Score, WinLength::Any);
    let mut scores = Vec::new();
    loop {
        let result = session.ask_with(&at, query, &mut collecting).unwrap();
        scores.push((at.to_move(), result.score().unwrap().score().unwrap()));
        let Some((mv, next)) = at.children().pop() else {
            break;
        };
        line.push(mv);
        at = next;
    }
    let manifest = Manifest::of_position(&start, query).along(line, 0);
    let (manifest, bytes) = written(&manifest, collecting.into_certificates());
    check(&bytes).unwrap();
    assert_eq!(manifest.results.len(), scores.len());
    for (pair, rows) in scores.windows(2).zip(manifest.results.windows(2)) {
        let [(mover, before), (next, after)] = [pair[0], pair[1]];
        let after = if next == mover { after } else { -after };
        assert_eq!(rows[1].lost, Some([before - after; 2]));
        assert!(before >= after);
    }
    assert!(
        manifest
            .results
            .iter()
            .any(|row| row.lost.is_some_and(|lost| lost[0] > 0))
    );
}

/// A bundle that shows that a problem has one solution.
fn solution() -> (Manifest, Vec<u8>) {
    let root = position("shogi", "", SHOGI);
    let mut silent = Silent;
    let mut watching = Watching(&mut silent);
    let mut session = Session::new(root.game()).unwrap();
    let query = CompositionQuery {
        others: Some(OtherSolutionsQuery::default()),
        ..CompositionQuery::default()
    };
    let found = session.check_problem_for_bundle(&root, None, &query, &mut watching);
    let (checked, draft) = found.unwrap();
    let (manifest, bytes) = written(&draft.manifest, draft.certificates);
    let others = checked.composition.others.unwrap();
    assert_eq!(manifest.verdict, Some(others.verdict().to_string()));
    (manifest, bytes)
}

#[test]
fn a_solution_is_certified() {
    let (manifest, bytes) = solution();
    let checked = check(&bytes).unwrap();
    assert_eq!(checked.manifest, manifest);
    assert!(
        manifest
            .results
            .iter()
            .map(|row| row.moves.len())
            .sum::<usize>()
            > 5
    );
}

type Entries = Vec<(String, Vec<u8>)>;

fn entries(bytes: &[u8]) -> Entries {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let read = |index| {
        let mut entry = zip.by_index(index).unwrap();
        let mut bytes = Vec::new();
        std::io::copy(&mut entry, &mut bytes).unwrap();
        (entry.name().unwrap().to_string(), bytes)
    };
    let count = ZipArchive::new(Cursor::new(bytes)).unwrap().len();
    (0..count).map(read).collect()
}

fn zipped(entries: &Entries, method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = SimpleFileOptions::default().compression_method(method);
        zip.start_file(name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn stored(entries: &Entries) -> Vec<u8> {
    zipped(entries, CompressionMethod::Stored)
}

fn reason(bytes: &[u8]) -> String {
    check(bytes).unwrap_err().reason
}

#[test]
fn missing_foreign_and_misplaced_files_are_rejected() {
    let (_, bytes) = solution();
    let good = entries(&bytes);
    check(&stored(&good)).unwrap();
    for index in 1..good.len() {
        let mut without = good.clone();
        let (name, _) = without.remove(index);
        let reason = reason(&stored(&without));
        assert!(
            reason.contains("the certificates prove") || reason.contains("do not prove"),
            "{name}: {reason}"
        );
    }
    let (_, _, other) = bundle(
        &position("othello", "", OTHELLO),
        query(Question::Score, WinLength::Any),
    );
    let foreign = entries(&other)[1].1.clone();
    let with = |name: &str, bytes: &[u8]| {
        let mut more = good.clone();
        more.push((name.into(), bytes.to_vec()));
        reason(&stored(&more))
    };
    assert!(with("x.proof", &foreign).contains("another game"));
    assert!(with("x.proof", &good[1].1).contains("no result needs"));
    assert!(with("x.proof", b"").contains("x.proof"));
    for name in [
        "../x.proof",
        "/x.proof",
        "a/x.proof",
        "x.txt",
        ".proof",
        "manifest.json2",
    ] {
        assert!(
            with(name, &good[1].1).contains("expected the name"),
            "{name}"
        );
    }
    let mut swapped = good.clone();
    let first = swapped[1].1.clone();
    swapped[1].1 = std::mem::replace(&mut swapped[4].1, first);
    let swapped = reason(&stored(&swapped));
    assert!(swapped.contains(", the certificates prove "), "{swapped}");
    let mut turned = good.clone();
    turned.rotate_left(1);
    assert!(reason(&stored(&turned)).contains("expected manifest.json"));
    // The same name twice, which the writer of archives refuses to write.
    let twice = {
        let mut more = good.clone();
        more.push(("zzz.proof".into(), good[1].1.clone()));
        let name = good[1].0.clone();
        let mut bytes = stored(&more);
        for at in 0..bytes.len() - 9 {
            if bytes[at..at + 9] == *b"zzz.proof" {
                bytes[at..at + 9].copy_from_slice(name.as_bytes());
            }
        }
        bytes
    };
    let text = reason(&twice);
    assert!(
        text.contains("ends") || text.contains("twice") || text.contains("belong"),
        "{text}"
    );
}

/// The message of another version does not call the file damaged, whatever fields it has.
#[test]
fn another_version_is_named() {
    let (_, bytes) = solution();
    let mut entries = entries(&bytes);
    let mut manifest: serde_json::Value = serde_json::from_slice(&entries[0].1).unwrap();
    manifest["version"] = 2.into();
    manifest["new field"] = 1.into();
    entries[0].1 = serde_json::to_vec(&manifest).unwrap();
    let reason = check(&stored(&entries)).unwrap_err().reason;
    let expected = "manifest.json: the format is \"shomei-bundle\" 2, expected \"shomei-bundle\" 1";
    assert!(reason.starts_with(expected), "{reason}");
}

/// A manifest may not take more memory than the limit of the check, and its texts are no longer than
/// those of certificates.
#[test]
fn a_manifest_has_limits() {
    let (_, bytes) = solution();
    let little = |usual: CheckLimits| CheckLimits {
        bytes: 100_000,
        ..usual
    };
    let kinds = Kinds::builtin();
    let rejected = bundles::check(&kinds, Cursor::new(&bytes), &little).unwrap();
    let rejected = rejected.unwrap_err();
    assert!(rejected.is_limit, "{rejected:?}");
    let text = "manifest.json may take more than the 100000 bytes";
    assert!(rejected.reason.starts_with(text), "{rejected:?}");
    for (field, length) in [("rules", (1 << 20) + 1), ("position", (64 << 10) + 1)] {
        let mut entries = entries(&bytes);
        let mut manifest: serde_json::Value = serde_json::from_slice(&entries[0].1).unwrap();
        manifest[field] = " ".repeat(length).into();
        entries[0].1 = serde_json::to_vec(&manifest).unwrap();
        let reason = check(&stored(&entries)).unwrap_err().reason;
        let expected = format!("manifest.json: {field}: more than {} bytes", length - 1);
        assert!(reason.starts_with(&expected), "{reason}");
    }
}

/// A move can lead to the same position again. The claims about it then belong to the move alone.
#[test]
fn a_move_to_the_same_position_has_the_claims() {
    let root = position("tree", "r = OR { r, a }  a = AND { Won }", "r");
    let asked = query(Question::MovesFor(Side::First), WinLength::Any);
    let (_, manifest, bytes) = bundle(&root, asked);
    assert_eq!(manifest.results[0].certificates, [""; 0]);
    assert!(!manifest.results[0].moves[0].certificates.is_empty());
    assert!(check(&bytes).is_ok());
}

#[test]
fn bytes_around_the_entries_are_rejected() {
    let (_, bytes) = solution();
    let mut before = b"x".to_vec();
    before.extend(&bytes);
    reason(&before);
    let mut after = bytes.clone();
    after.extend(b"more");
    reason(&after);
    for length in 0..bytes.len() {
        if length % 97 == 0 {
            reason(&bytes[..length]);
        }
    }
}

#[test]
fn headers_that_differ_from_the_directory_are_rejected() {
    let (_, bytes) = solution();
    // The flags, the checksum, the two sizes, and the first letter of the name.
    for place in [6, 14, 18, 22, 30] {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        let reason = reason(&changed);
        assert!(reason.contains("header"), "byte {place}: {reason}");
    }
}

#[test]
fn changed_manifests_are_rejected_with_the_place() {
    let cases = [
        solution().1,
        bundle(
            &position("othello", "", OTHELLO),
            query(Question::MoveScores, WinLength::Any),
        )
        .2,
        bundle(
            &position("shogi", "", SHOGI),
            query(Question::MovesFor(Side::First), WinLength::Shortest),
        )
        .2,
    ];
    for bytes in cases {
        let good = entries(&bytes);
        let manifest: serde_json::Value = serde_json::from_slice(&good[0].1).unwrap();
        let mut changed = 0;
        for place in places(&manifest, String::new()) {
            let mut forged = manifest.clone();
            change(forged.pointer_mut(&place).unwrap());
            if forged == manifest {
                continue;
            }
            changed += 1;
            let mut entries = good.clone();
            entries[0].1 = serde_json::to_vec(&forged).unwrap();
            let bytes = stored(&entries);
            match bundles::check(&Kinds::builtin(), Cursor::new(&bytes), &|usual| usual) {
                Ok(Err(rejected)) => assert!(rejected.reason.contains("manifest.json"), "{place}"),
                Err(error) => assert!(place == "/game", "{place}: {error}"),
                Ok(Ok(_)) => panic!("{place} was changed, and the bundle accepted"),
            }
        }
        assert!(changed > 50, "{changed}");
    }
}

#[test]
fn a_difference_is_named_with_both_values() {
    let root = position("othello", "", OTHELLO);
    let (_, _, bytes) = bundle(&root, query(Question::MoveScores, WinLength::Any));
    let good = entries(&bytes);
    let manifest: serde_json::Value = serde_json::from_slice(&good[0].1).unwrap();
    let expect = |change: &dyn Fn(&mut serde_json::Value), text: &str| {
        let (mut forged, mut entries) = (manifest.clone(), good.clone());
        change(&mut forged["results"][0]);
        entries[0].1 = serde_json::to_vec(&forged).unwrap();
        assert_eq!(reason(&stored(&entries)), format!("manifest.json: {text}"));
    };
    let moves = manifest["results"][0]["moves"].as_array().unwrap();
    let ([mv, score], count) = (["move", "score"].map(|name| &moves[1][name]), moves.len());
    let text = format!(
        "results[0].moves[1] ({}).score is [0,2], the certificates prove {score}",
        mv.as_str().unwrap()
    );
    let change = |row: &mut serde_json::Value| row["moves"][1]["score"] = [0, 2].into();
    expect(&change, &text);
    let text = "results[0].answer is \"proved\", the certificates prove absent";
    expect(&|row| row["answer"] = "proved".into(), text);
    let text = format!(
        "results[0].moves is a list of {}, the certificates prove a list of {count}",
        count - 1
    );
    let shorter = |row: &mut serde_json::Value| {
        row["moves"].as_array_mut().unwrap().pop();
    };
    expect(&shorter, &text);
}

/// The pointers to all values.
fn places(value: &serde_json::Value, at: String) -> Vec<String> {
    use serde_json::Value::{Array, Object};
    let mut all: Vec<String> = match value {
        Array(values) => {
            let each = values.iter().enumerate();
            each.flat_map(|(index, value)| places(value, format!("{at}/{index}")))
                .collect()
        }
        Object(fields) => {
            let each = fields.iter();
            each.flat_map(|(name, value)| places(value, format!("{at}/{name}")))
                .collect()
        }
        _ => Vec::new(),
    };
    if !at.is_empty() {
        all.push(at);
    }
    all
}

/// Changes a value: another number, another word, one element less.
fn change(value: &mut serde_json::Value) {
    use serde_json::Value::{Array, Bool, Null, Number, Object, String};
    match value {
        Bool(flag) => *flag = !*flag,
        Number(number) => *value = (number.as_i64().unwrap() + 2).into(),
        String(text) => {
            *text = match &text[..] {
                "proved" => "disproved".into(),
                "disproved" => "proved".into(),
                "unique" => "not unique".into(),
                _ => format!("{text}x"),
            }
        }
        Array(values) => drop(values.pop()),
        Object(fields) => {
            let last = fields.keys().next_back().cloned();
            last.map(|name| fields.remove(&name));
        }
        Null => *value = 1.into(),
    }
}

#[test]
fn a_solution_is_not_a_review() {
    let (_, bytes) = solution();
    let mut entries = entries(&bytes);
    let mut manifest: serde_json::Value = serde_json::from_slice(&entries[0].1).unwrap();
    let fields = manifest.as_object_mut().unwrap();
    fields.remove("verdict");
    fields.insert("from".into(), 3.into());
    fields.insert(
        "results".into(),
        serde_json::json!([{"plies": 3, "answer": "proved"}]),
    );
    entries.truncate(1);
    entries[0].1 = serde_json::to_vec(&manifest).unwrap();
    let reason = reason(&stored(&entries));
    assert!(reason.contains("a solution has"), "{reason}");
}

#[test]
fn limits_end_a_check() {
    let (_, bytes) = solution();
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = |usual| CheckLimits {
        stop: Some(Arc::clone(&stop)),
        ..usual
    };
    let timed = |usual| CheckLimits {
        time: Some(Duration::ZERO),
        ..usual
    };
    // Without certificates, only the derivation can be stopped.
    let end = position("othello", "", "F5 D6 C3");
    let query = query(Question::Moves, WinLength::Any);
    let (_, without) = written(&Manifest::of_position(&end, query), Vec::new());
    for bytes in [bytes, without] {
        check(&bytes).unwrap();
        let limits: [&dyn Fn(CheckLimits) -> CheckLimits; 2] = [&stopped, &timed];
        for limits in limits {
            let checked = bundles::check(&Kinds::builtin(), Cursor::new(&bytes), limits);
            assert!(checked.unwrap().unwrap_err().is_limit);
        }
    }
}

#[test]
fn a_check_without_a_line_certifies_the_win_alone() {
    let root = position("shogi", "", "4k4/9/9/9/9/9/9/9/9 b R2G 1");
    let mut silent = Silent;
    let mut watching = Watching(&mut silent);
    let mut collecting = CollectingSink::new(&mut watching, CertificateWish::OfMove);
    let mut session = Session::new(root.game()).unwrap();
    session.set_nodes(Some(60));
    let query = CompositionQuery {
        others: Some(OtherSolutionsQuery::default()),
        ..CompositionQuery::default()
    };
    let checked = session
        .check_problem_with(&root, None, &query, &mut collecting)
        .unwrap();
    assert!(checked.result.line.moves.len() != 5, "{checked:?}");
    let made = session
        .certify_solution(&root, &checked, &mut collecting)
        .unwrap();
    let (manifest, bytes) = written(&made, collecting.into_certificates());
    assert_eq!(manifest.verdict, None);
    check(&bytes).unwrap();
}

#[test]
fn a_known_result_without_a_certificate_is_reported() {
    let root = position("othello", "", OTHELLO);
    let query = query(Question::Moves, WinLength::Any);
    let mut silent = Silent;
    let mut session = Session::new(root.game()).unwrap();
    let found = session.ask_for_bundle(&root, query, &mut Watching(&mut silent));
    let (result, mut draft) = found.unwrap();
    assert!(result.is_complete());
    draft.certificates.clear();
    let bundle = draft.finish(&Kinds::builtin(), &|usual| usual).unwrap();
    let count = bundle.checked.manifest.open_results();
    assert!(count > 1);
    let expected =
        format!("results without a certificate: {count}; they are unknown in the bundle");
    assert_eq!(bundle.missing.unwrap().to_string(), expected);
    assert_eq!(check(&bundle.bytes).unwrap().certificates, 0);
}

/// A game that is made at run time has no kind: its bundles are checked with the game.
#[test]
fn a_bundle_is_written_and_checked_with_a_game_alone() {
    let open = |text: &str| AnyGame::of(TreeGame::parse(text).unwrap());
    let game = open("r = OR { a, b }  a = AND { Won }  b = AND { Failed }");
    let other = open("r = OR { a, b }  a = AND { Won }  b = AND { Won }");
    let query = query(Question::Moves, WinLength::Shortest);
    let mut silent = Silent;
    let mut session = Session::new(&game).unwrap();
    let found = session.ask_for_bundle(&game.start(), query, &mut Watching(&mut silent));
    let (result, draft) = found.unwrap();
    let bundle = draft.finish(&game, &|usual| usual).unwrap();
    agrees(&result, &bundle.checked.manifest);
    let check = |game: &AnyGame| bundles::check(game, Cursor::new(&bundle.bytes), &|usual| usual);
    assert_eq!(
        check(&game).unwrap().unwrap().manifest,
        bundle.checked.manifest
    );
    assert!(check(&other).unwrap().is_err());
    let loa = Kinds::builtin().open("loa", "").unwrap();
    assert!(check(&loa).unwrap().is_err());
}
