//! Walks through certificates, whole ones and damaged ones.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

use std::collections::HashMap;
use std::error::Error as _;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use shomei::certificates::{Certificate, Node, NodeContent, Size};
use shomei::game::corpus::{self, Case};
use shomei::game::{Fault, Key, NotationError, Outcome, Rules, Texts};
use shomei::proof::{Child, Claim, Reader, Record, Rejection, Verified, Writer};
use shomei::{
    Aim, AnyGame, AnyPosition, CheckLimits, Checked, Error, ErrorKind, Kinds, Session, Side,
    Verdict,
};
use shomei_testkit::random::{self, Dice, Shape};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// The counts of a walk over every record.
#[derive(Debug, Default)]
struct Walked {
    nodes: HashMap<u64, (NodeContent, AnyPosition, Vec<Child>)>,
    edges: u64,
    terminals: u64,
}

/// Visits every reachable record once.
fn walk(certificate: &mut Certificate) -> Result<Walked, Error> {
    let mut walked = Walked::default();
    let mut open = vec![certificate.root()?];
    while let Some(node) = open.pop() {
        let branches = certificate.children(&node)?;
        let Some(number) = node.number() else {
            assert!(branches.is_empty());
            continue;
        };
        if walked.nodes.contains_key(&number) {
            continue;
        }
        let to = branches.iter().map(|branch| branch.to).collect();
        let known = (node.content(), node.position().clone(), to);
        walked.nodes.insert(number, known);
        for branch in branches {
            walked.edges += 1;
            match branch.to {
                Child::Terminal => walked.terminals += 1,
                Child::Record(number) => {
                    if let Some((_, known, _)) = walked.nodes.get(&number) {
                        // The texts of equal positions can differ: see the page on the format.
                        let moves = [known, &branch.position].map(AnyPosition::moves);
                        assert_eq!(moves[0], moves[1], "record {number}");
                        continue;
                    }
                }
            }
            open.push(certificate.at(&branch)?);
        }
    }
    Ok(walked)
}

/// The sizes by their definition, if no line repeats; the parents of every record.
#[derive(Default)]
struct Measured {
    sizes: HashMap<u64, Option<(u64, u64)>>,
    parents: HashMap<u64, u64>,
}

impl Measured {
    fn of(walked: &Walked) -> Measured {
        let mut measured = Measured::default();
        let mut numbers: Vec<u64> = walked.nodes.keys().copied().collect();
        numbers.sort_unstable();
        for &number in numbers.iter().rev() {
            measured.size(walked, number, &mut Vec::new());
            for child in &walked.nodes[&number].2 {
                if let Child::Record(child) = child {
                    *measured.parents.entry(*child).or_default() += 1;
                }
            }
        }
        measured
    }

    /// The longest line and the tree size; `None` if a line repeats.
    fn size(&mut self, walked: &Walked, number: u64, path: &mut Vec<u64>) -> Option<(u64, u64)> {
        if let Some(&known) = self.sizes.get(&number) {
            return known;
        }
        if path.contains(&number) {
            return None;
        }
        path.push(number);
        let mut size = Some((0, 1_u64));
        for child in &walked.nodes[&number].2 {
            let below = match *child {
                Child::Terminal => Some((0, 0)),
                Child::Record(child) => self.size(walked, child, path),
            };
            size = size.zip(below).map(|((line, records), (longer, more))| {
                (line.max(longer + 1), records.saturating_add(more))
            });
        }
        path.pop();
        // A record on a cycle has no size, however it is reached.
        self.sizes.insert(number, size);
        size
    }
}

fn certify(game: &AnyGame, root: &AnyPosition, attacker: Side) -> Vec<u8> {
    certify_by("auto", game, root, attacker)
}

fn certify_by(algorithm: &str, game: &AnyGame, root: &AnyPosition, attacker: Side) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut session = Session::new(game).unwrap();
    session.set_algorithm(algorithm).unwrap();
    session.set_nodes(Some(400_000));
    session
        .certify(root, Aim::win(attacker), &mut bytes)
        .unwrap();
    bytes
}

fn accepted(verdict: Verdict) -> Box<Checked> {
    match verdict {
        Verdict::Accepted(checked) => checked,
        Verdict::Rejected(rejected) => panic!("{}", rejected.reason),
    }
}

fn open(bytes: &[u8]) -> Result<Certificate, Error> {
    Certificate::open(&Kinds::builtin(), Cursor::new(bytes.to_vec()))
}

/// Walks all of an accepted certificate and compares it with the totals of the checker. Returns the
/// walk, and whether every record has a size.
fn compare(mut certificate: Certificate, verified: &Verified) -> (Walked, bool) {
    let totals = verified.totals;
    assert_eq!(certificate.totals(), totals);
    let walked = walk(&mut certificate).unwrap();
    assert_eq!(walked.nodes.len() as u64, totals.records);
    assert_eq!(
        (walked.edges, walked.terminals),
        (totals.edges, totals.terminals)
    );
    let resolved = walked.nodes.values();
    let resolved = resolved.filter(|(content, ..)| matches!(content, NodeContent::Resolved { .. }));
    assert_eq!(resolved.count() as u64, totals.resolved);

    let sizes = certificate.sizes(&GO_ON).unwrap();
    assert_eq!(sizes.len(), totals.records);
    assert_eq!(sizes.of(totals.records), None);
    let measured = Measured::of(&walked);
    let mut are_all_known = true;
    for number in 0..totals.records {
        let size = sizes.of(number).unwrap();
        let parents = measured.parents.get(&number).copied().unwrap_or(0);
        assert_eq!(size.parents, parents, "record {number}");
        match size.longest_line.zip(size.as_tree) {
            None => {
                assert_eq!((size.longest_line, size.as_tree), (None, None));
                are_all_known = false;
            }
            known => assert_eq!(known, measured.sizes[&number], "record {number}"),
        }
    }
    if verified.claim == Claim::Proved && totals.records > 0 {
        assert!(are_all_known);
        assert_eq!(sizes.of(0).unwrap().longest_line, verified.longest_line);
    }
    (walked, are_all_known)
}

/// Certifies, checks and walks a position.
fn certify_and_compare(
    algorithm: &str,
    (game, root, attacker): (&AnyGame, &AnyPosition, Side),
) -> (Walked, bool) {
    let bytes = certify_by(algorithm, game, root, attacker);
    let verdict = Kinds::builtin().check(&bytes[..], &CheckLimits::default());
    let checked = accepted(verdict.unwrap());
    let certificate = open(&bytes).unwrap();
    assert_eq!(certificate.header(), &checked.header);
    assert_eq!(certificate.attacker(), attacker);
    assert_eq!(certificate.position(), &root.for_attacker(attacker));
    compare(certificate, &checked.verified)
}

fn corpus(file: &str) -> Vec<Case> {
    let path = format!("{}/../../corpus/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    corpus::parse(file, &text, &Kinds::builtin().facts()).unwrap()
}

/// Walks certificates of these lines of a list; returns the result for each.
fn walk_corpus(name: &str, algorithm: &str, file: &str, every: usize) -> Vec<(Walked, bool)> {
    let cases = corpus(file);
    let cases = cases.iter().step_by(every);
    let walk = |case: &Case| {
        let game = Kinds::builtin().open(name, &case.rules).unwrap();
        let root = game.position(&case.position).unwrap();
        let attacker = game.side(&case.attacker).unwrap();
        certify_and_compare(algorithm, (&game, &root, attacker))
    };
    let walks: Vec<_> = cases.map(walk).collect();
    assert!(walks.len() > 5, "{file}");
    walks
}

#[test]
fn certificates_of_lines_of_action_are_walked_whole() {
    walk_corpus("loa", "auto", "loa.txt", 2);
}

/// Disproofs have cycles here, and then some records have no size. With the evaluation of `auto`
/// there are fewer cycles.
#[test]
fn disproofs_with_circles_are_walked_whole() {
    let walks = walk_corpus("loa", "df-pn", "loa-cycles.txt", 1);
    let without_size = walks.iter().filter(|(_, are_all_known)| !are_all_known);
    // Plain search solves the others, whose certificates have one record.
    let count = without_size.count();
    assert!(count > 3, "{count}");
}

#[test]
fn certificates_of_ultimate_tic_tac_toe_are_walked_whole() {
    walk_corpus("uttt", "auto", "uttt.txt", 12);
}

#[test]
fn certificates_of_othello_are_walked_whole() {
    let walks = walk_corpus("othello", "auto", "othello.txt", 12);
    let mut content = walks.iter().flat_map(|(walked, _)| walked.nodes.values());
    assert!(content.any(|(content, ..)| matches!(content, NodeContent::Resolved { .. })));
}

/// The legal moves depend on the attacker, also in the positions of the walk.
#[test]
fn certificates_of_shogi_are_walked_whole() {
    walk_corpus("shogi", "auto", "shogi.txt", 6);
}

#[test]
fn certificates_of_random_graphs_are_walked_whole() {
    let (mut proofs, mut circles) = (0, 0);
    for seed in 0..300 {
        let text = random::game_text(seed, Shape::ALL[seed as usize % 3], 14);
        let game = Kinds::builtin().open("tree", &text).unwrap();
        for attacker in Side::BOTH {
            let (walked, are_all_known) =
                certify_and_compare("auto", (&game, &game.start(), attacker));
            circles += u32::from(!are_all_known);
            proofs += u32::from(are_all_known && !walked.nodes.is_empty());
        }
    }
    assert!(proofs > 100 && circles > 20, "{proofs} {circles}");
}

/// The rules of a question about the score include the aim.
#[test]
fn a_certificate_of_a_score_is_walked_whole() {
    let case = &corpus("othello.txt")[0];
    let game = Kinds::builtin().open("othello", &case.rules).unwrap();
    let root = game.position(&case.position).unwrap();
    for least in [-20, 0, 20] {
        let mut bytes = Vec::new();
        let mut session = Session::new(&game).unwrap();
        let aim = Aim::score(root.to_move(), least);
        session.certify(&root, aim, &mut bytes).unwrap();
        let verdict = Kinds::builtin().check(&bytes[..], &CheckLimits::default());
        let checked = accepted(verdict.unwrap());
        let mut certificate = open(&bytes).unwrap();
        let first = certificate.root().unwrap();
        let error = certificate.node(0, &root).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
        assert!(certificate.children(&first).is_ok());
        compare(certificate, &checked.verified);
    }
}

/// The whole of a proof: a position with a record of each kind.
const PROOF: &str = "r = OR { x, a }  a = AND { Won, c }  c = OR { x, Won }  x = OR { Failed }";

fn tree(rules: &str) -> AnyGame {
    Kinds::builtin().open("tree", rules).unwrap()
}

fn message<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input, "{error}");
    error.to_string()
}

#[test]
fn moves_are_followed_and_other_moves_are_errors() {
    let game = tree(PROOF);
    let mut certificate = open(&certify(&game, &game.start(), Side::First)).unwrap();
    assert_eq!(
        certificate.follow(&["a"]).unwrap().content(),
        NodeContent::All
    );
    let end = certificate.follow(&["a", "c", "Won"]).unwrap();
    assert_eq!((end.content(), end.number()), (NodeContent::Finished, None));
    let none: [&str; 0] = [];
    assert_eq!(certificate.follow(&none).unwrap().number(), Some(0));

    let other = certificate.follow(&["a", "c", "x"]).unwrap_err();
    let place = shomei::game::Place::Move(3, "x".into());
    assert_eq!(other.place(), Some(&place));
    assert_eq!(
        other.to_string(),
        "move 3 (x): the certificate answers with Won here and says nothing of other moves"
    );
    let illegal = message(certificate.follow(&["a", "r"]));
    assert!(illegal.starts_with("move 2 (r): "), "{illegal}");
    let after = message(certificate.follow(&["a", "Won", "c"]));
    assert!(after.starts_with("move 3 (c): "), "{after}");
}

#[test]
fn a_game_at_hand_opens_its_certificates_only() {
    let [game, other] = [PROOF, "r = OR { Won }"].map(tree);
    let bytes = certify(&game, &game.start(), Side::First);
    let verdict = Kinds::builtin().check(&bytes[..], &CheckLimits::default());
    let source = || Cursor::new(bytes.clone());
    let certificate = Certificate::open_with(&game, source()).unwrap();
    compare(certificate, &accepted(verdict.unwrap()).verified);
    let wrong = message(Certificate::open_with(&other, source()));
    assert!(
        wrong.starts_with("the rules are \"r = OR { x, a }"),
        "{wrong}"
    );

    let kinds = Kinds::of([]).unwrap();
    let unknown = message(Certificate::open(&kinds, source()));
    assert!(
        unknown.contains("\"tree\", which is not known here"),
        "{unknown}"
    );

    let mut certificate = open(&bytes).unwrap();
    let error = certificate.node(0, &other.start()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Usage);
    assert!(
        error
            .to_string()
            .contains("the certificate is about tree (r = OR")
    );
    let start = game.start();
    let far = message(certificate.node(1 << 40, &start));
    assert_eq!(far, "there is no record 1099511627776, there are 3 records");
    let finished = game.start().play("a").unwrap().play("Won").unwrap();
    let finished = message(certificate.node(1, &finished));
    assert_eq!(
        finished,
        "record 1: the rules decide the position, so it has no record"
    );
}

#[test]
fn a_finished_root_has_a_node_and_no_sizes() {
    let game = tree("r = OR { Won }");
    let end = game.position("Won").unwrap();
    let mut certificate = open(&certify(&game, &end, Side::First)).unwrap();
    let root = certificate.root().unwrap();
    assert_eq!(
        (root.content(), root.number()),
        (NodeContent::Finished, None)
    );
    assert!(certificate.children(&root).unwrap().is_empty());
    assert!(certificate.sizes(&GO_ON).unwrap().is_empty());
}

/// A table of many blocks. The bytes are those of a proof with a chain of 300,000 records, each of
/// which names the next one three times.
#[test]
fn sizes_of_many_records_are_made_and_stopped() {
    const RECORDS: u64 = 300_000;
    let game = tree("r = AND { r, r, r }");
    let start = game.start();
    let header = start.header(Aim::win(Side::First), Claim::Proved).unwrap();
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    for number in 0..RECORDS {
        let child = match number + 1 {
            RECORDS => Child::Terminal,
            next => Child::Record(next),
        };
        let children = vec![child; 3];
        writer.write(&Record::All { children }).unwrap();
    }
    let bytes = writer.finish().unwrap().0;
    let mut certificate = open(&bytes).unwrap();
    let stopped = certificate.sizes(&AtomicBool::new(true)).unwrap_err();
    assert_eq!(stopped.kind(), ErrorKind::Limit);
    let sizes = certificate.sizes(&GO_ON).unwrap();
    let size = |number| sizes.of(number).unwrap();
    let expected = |from_end, as_tree, parents| Size {
        longest_line: Some(from_end),
        as_tree: Some(as_tree),
        parents,
    };
    assert_eq!(size(0), expected(RECORDS, u64::MAX, 0));
    assert_eq!(size(RECORDS - 3), expected(3, 13, 3));
}

/// Every byte of a file is under a checksum or has a known value, and a walk and the sizes read all
/// bytes.
#[test]
fn every_altered_byte_is_an_error() {
    let text = random::game_text(7, Shape::Cyclic, 40);
    let game = tree(&text);
    let loa = corpus("loa.txt");
    let loa_game = Kinds::builtin().open("loa", &loa[0].rules).unwrap();
    let root = loa_game.position(&loa[0].position).unwrap();
    let certificates = [
        certify(&game, &game.start(), Side::First),
        certify(&game, &game.start(), Side::Second),
        certify(&loa_game, &root, loa_game.side(&loa[0].attacker).unwrap()),
    ];
    let mut dice = Dice::new(3);
    let mut flips = 0;
    for bytes in certificates {
        for at in 0..bytes.len().min(1_500) {
            // Every byte of a short file, and samples of a long one.
            let at = if bytes.len() <= 1_500 {
                at
            } else {
                dice.below(bytes.len())
            };
            let mut altered = bytes.clone();
            altered[at] ^= 1 << dice.below(8);
            let walked = open(&altered).and_then(|mut certificate| {
                certificate.sizes(&GO_ON)?;
                walk(&mut certificate)
            });
            message(walked);
            flips += 1;
        }
    }
    assert!(flips >= 2_000, "{flips}");
    let whole = certify(&game, &game.start(), Side::First);
    for length in 0..whole.len() {
        message(open(&whole[..length]));
    }
}

/// Alters a record in one place.
fn forge(record: &mut Record, records: u64, dice: &mut Dice) {
    let any = |dice: &mut Dice| match dice.below(8) {
        0 => Child::Terminal,
        1 => Child::Record(1 << dice.below(62)),
        _ => Child::Record(dice.below(records as usize + 2) as u64),
    };
    match (dice.below(6), &mut *record) {
        (0, _) => *record = Record::Resolved { nodes: 1_000 },
        (1, _) => {
            *record = Record::All {
                children: (0..=dice.below(4)).map(|_| any(dice)).collect(),
            }
        }
        (2, _) => {
            let mv = dice.below(5) as u32;
            *record = Record::Choice {
                mv,
                child: any(dice),
            };
        }
        (_, Record::Choice { mv, child }) => match dice.below(2) {
            0 => *mv = dice.below(12) as u32,
            _ => *child = any(dice),
        },
        (_, Record::All { children }) => {
            let place = dice.below(children.len());
            match dice.below(3) {
                0 => children.insert(place, any(dice)),
                1 if children.len() > 1 => drop(children.remove(place)),
                _ => children[place] = any(dice),
            }
        }
        (_, Record::Resolved { nodes }) => *nodes /= 2,
    }
}

/// Files with correct checksums and wrong records. A walk reports the same fault as the checker,
/// with its record, for every record that both read.
#[test]
fn forged_records_are_errors_or_harmless() {
    let kinds = Kinds::builtin();
    let limits = CheckLimits {
        leaf_nodes: 10_000,
        ..CheckLimits::default()
    };
    let (mut errors, mut fine, mut sizeless) = (0, 0, 0);
    let mut kinds_of_errors = std::collections::HashSet::new();
    for seed in 0..200 {
        let game = tree(&random::game_text(seed, Shape::ALL[seed as usize % 3], 16));
        let attacker = Side::BOTH[seed as usize % 2];
        let bytes = certify(&game, &game.start(), attacker);
        let mut reader = Reader::open(&bytes[..]).unwrap();
        let header = reader.header().clone();
        let mut records = Vec::new();
        while let Some(record) = reader.next_record().unwrap() {
            records.push(record);
        }
        if records.is_empty() {
            continue;
        }
        let mut dice = Dice::new(seed);
        for _ in 0..20 {
            let mut writer = Writer::new(Vec::new(), &header).unwrap();
            let forged = dice.below(records.len());
            for (number, record) in records.iter().enumerate() {
                let mut record = record.clone();
                if number == forged {
                    forge(&mut record, records.len() as u64, &mut dice);
                }
                writer.write(&record).unwrap();
            }
            let bytes = writer.finish().unwrap().0;
            let is_accepted = kinds.check(&bytes[..], &limits).unwrap().is_accepted();
            let mut certificate = open(&bytes).unwrap();
            sizeless += u32::from(certificate.sizes(&GO_ON).is_err());
            match walk_loosely(&mut certificate) {
                Ok(()) => fine += 1,
                Err(error) => {
                    assert!(!is_accepted, "{error}");
                    assert_eq!(error.kind(), ErrorKind::Input);
                    assert!(error.to_string().starts_with("record "), "{error}");
                    let fault = error
                        .source()
                        .and_then(|cause| cause.downcast_ref::<Rejection>());
                    kinds_of_errors.insert(fault.map(std::mem::discriminant));
                    errors += 1;
                }
            }
        }
    }
    assert!(
        errors > 1_000 && fine > 50 && sizeless > 100,
        "{errors} {fine} {sizeless}"
    );
    // Wrong kind, no such move, wrong count, wrong end, end with a record, no such record, and a
    // reference back in a proof.
    assert!(kinds_of_errors.len() >= 7, "{kinds_of_errors:?}");
}

/// Visits every reachable record, for any positions under which it is named.
fn walk_loosely(certificate: &mut Certificate) -> Result<(), Error> {
    let mut seen = std::collections::HashSet::new();
    let mut open: Vec<Node> = vec![certificate.root()?];
    while let Some(node) = open.pop() {
        if node.number().is_some_and(|number| !seen.insert(number)) {
            continue;
        }
        for branch in certificate.children(&node)? {
            open.push(certificate.at(&branch)?);
        }
    }
    Ok(())
}

/// A game that counts down from a number by one or two; the player who takes the last one has won.
/// A flag makes it fail.
#[derive(Clone)]
struct Count(Fault);

impl Rules for Count {
    type Position = (u32, Side);
    type Move = u32;

    fn to_move(&self, &(_, turn): &(u32, Side)) -> Side {
        turn
    }
    fn outcome(&self, &(left, turn): &(u32, Side)) -> Option<Outcome> {
        (left == 0).then_some(Outcome::Win(turn.opponent()))
    }
    fn moves(&self, &(left, _): &(u32, Side), out: &mut Vec<u32>) {
        // A game that has failed can answer anything.
        let most = if self.0.is_set() { 0 } else { left.min(2) };
        out.extend(1..=most);
    }
    fn play(&self, &(left, turn): &(u32, Side), taken: u32) -> (u32, Side) {
        (left - taken, turn.opponent())
    }
    fn key(&self, &(left, turn): &(u32, Side)) -> Key {
        Key::of(2 * u64::from(left) + turn.index() as u64)
    }
    fn fault(&self) -> Option<&Fault> {
        Some(&self.0)
    }
}

impl Texts for Count {
    const NAME: &'static str = "count";

    fn start(&self) -> (u32, Side) {
        (7, Side::First)
    }
    fn format_position(&self, &(left, turn): &(u32, Side)) -> String {
        format!("{left} {}", Self::SIDES[turn.index()])
    }
    fn parse_position(&self, text: &str) -> Result<(u32, Side), NotationError> {
        let (left, side) = text.split_once(' ').unwrap_or((text, ""));
        let found = left.parse().ok().zip(Side::named(side, Self::SIDES));
        found.ok_or_else(|| NotationError::whole("expected a number and a side"))
    }
    fn format_move(&self, _: &(u32, Side), taken: u32) -> String {
        taken.to_string()
    }
}

#[test]
fn a_game_made_at_run_time_is_walked_until_it_fails() {
    let fault = Fault::default();
    let game = AnyGame::of_rules(Count(fault.clone()));
    let mut bytes = Vec::new();
    let mut session = Session::new(&game).unwrap();
    let aim = Aim::win(Side::First);
    session.certify(&game.start(), aim, &mut bytes).unwrap();
    let checked = accepted(game.check(&bytes[..], &CheckLimits::default()).unwrap());
    let source = || Cursor::new(bytes.clone());
    let certificate = Certificate::open_with(&game, source()).unwrap();
    compare(certificate, &checked.verified);

    let mut certificate = Certificate::open_with(&game, source()).unwrap();
    let root = certificate.root().unwrap();
    assert!(!certificate.children(&root).unwrap().is_empty());
    fault.report("no answer");
    let failed = |error: Error| assert_eq!(error.to_string(), "the game failed: no answer");
    failed(certificate.children(&root).unwrap_err());
    failed(certificate.root().unwrap_err());
    failed(certificate.follow(&["1"]).unwrap_err());
    failed(Certificate::open_with(&game, source()).unwrap_err());
}

/// An accepted certificate can be about another claim than the caller's.
#[test]
fn a_verdict_proves_one_claim_about_one_position() {
    let game = Kinds::builtin()
        .open(
            "tree",
            "r = OR { a, b } a = AND { Won, Failed } b = AND { Failed }",
        )
        .unwrap();
    let root = game.position("r").unwrap();
    let child = game.position("a").unwrap();
    let [aim, other] = Side::BOTH.map(Aim::win);
    let mut bytes = Vec::new();
    let mut session = Session::new(&game).unwrap();
    session.certify(&root, aim, &mut bytes).unwrap();
    let mut verdict = game.check(&bytes[..], &CheckLimits::default()).unwrap();
    assert!(verdict.is_accepted());
    assert!(verdict.proves(&root, aim, Claim::Disproved));
    assert!(!verdict.proves(&root, aim, Claim::Proved));
    assert!(!verdict.proves(&root, other, Claim::Disproved));
    assert!(!verdict.proves(&child, aim, Claim::Disproved));
    assert!(!verdict.proves(&root, Aim::score(Side::First, 0), Claim::Disproved));
    // That there is no win within some plies is less.
    let Verdict::Accepted(checked) = &mut verdict else {
        unreachable!("it was accepted");
    };
    checked.header.plies = Some(2);
    assert!(!verdict.proves(&root, aim, Claim::Disproved));
    let damaged = game.check(&bytes[1..], &CheckLimits::default()).unwrap();
    assert!(!damaged.proves(&root, aim, Claim::Disproved));
}
