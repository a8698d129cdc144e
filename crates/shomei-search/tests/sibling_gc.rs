//! Removing the entries below decided nodes: less memory, the same answers. `oracle.rs` tests every
//! combination of options, `certificates.rs` tests certificates.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write;
use std::sync::Arc;

use shomei_game::{KeyStream, Notation, TreeGame};
use shomei_search::search::df_pn::{DfPn, DfPnOptions, Gc};
use shomei_search::search::{Init, Search};
use shomei_search::table::Table;
use shomei_search::{Answer, Bounds, Epsilon, Event, Limits, Number, Observer, Report, Silent};
use shomei_testkit::random::{Shape, game};

/// All of it is counted, even without the collection.
const TABLE: usize = 1_024 * 64;

fn search(game: &TreeGame, gc: Gc, observer: &mut dyn Observer) -> Report {
    let options = DfPnOptions {
        gc,
        epsilon: Epsilon::ZERO,
        init: Init::Unit,
        ..DfPnOptions::default()
    };
    let table = Arc::new(Table::new(TABLE).unwrap());
    let limits = Limits::nodes(2_000_000);
    DfPn::new(game, options, table).search(&game.start(), &limits, observer)
}

/// `d` is stored, and freed when `c` is decided; `c` is freed when `a` is decided. The same happens
/// below `b`. At the end the table contains `a`, `b` and the root.
#[test]
fn decided_nodes_are_kept_and_what_is_below_them_goes() {
    let text = "r = AND { a, b }  a = OR { c }  c = AND { d }  d = OR { Won }
                b = OR { e }  e = AND { f }  f = OR { Won }";
    let game = TreeGame::parse(text).unwrap();
    let [off, sibling] = [Gc::Off, Gc::Sibling].map(|gc| search(&game, gc, &mut Silent));
    assert_eq!(
        (off.answer, sibling.answer),
        (Answer::Proved, Answer::Proved)
    );
    assert_eq!((off.counters.stored, sibling.counters.stored), (7, 3));
}

/// A binary tree with this number of plies below the root. Its leaves are won or failed at random,
/// so that about as many nodes are proved as disproved.
fn binary_tree(seed: u64, plies: u32) -> TreeGame {
    let mut text = String::new();
    for i in 1_usize..1 << plies {
        let (kind, left) = (["OR", "AND"][i.ilog2() as usize % 2], 2 * i);
        writeln!(text, "t{i} = {kind} {{ t{left}, t{} }}", left + 1).unwrap();
    }
    let mut stream = KeyStream::new(seed);
    for i in 1_usize << plies..2 << plies {
        let leaf = ["Won", "Failed"][usize::from(stream.next_key().0 % 1_000 < 382)];
        writeln!(text, "t{i} = OR {{ {leaf} }}").unwrap();
    }
    TreeGame::parse(&text).unwrap()
}

/// In a tree, no freed entry is needed again.
#[test]
fn trees_are_searched_as_without_it() {
    let (mut all, mut most) = (0, 0);
    let random = (0..300).map(|seed| game(seed, Shape::Tree, 60));
    for game in random.chain((0..20).map(|seed| binary_tree(seed, 10))) {
        let [off, sibling] = [Gc::Off, Gc::Sibling].map(|gc| search(&game, gc, &mut Silent));
        assert_eq!(off.bounds, sibling.bounds);
        assert_eq!(off.counters.expanded, sibling.counters.expanded);
        assert!(sibling.counters.stored <= off.counters.stored);
        all += off.counters.stored;
        most += sibling.counters.stored;
    }
    assert!(10 * most < 9 * all, "{most} of {all}");
}

/// A search of another root of the same problem begins with the entries that are in the table.
#[test]
fn what_was_stored_before_counts() {
    let text = "r = AND { a, b }  a = OR { c }  c = AND { Won }  b = OR { e }  e = AND { Won }";
    let game = TreeGame::parse(text).unwrap();
    let options = DfPnOptions {
        gc: Gc::Sibling,
        ..DfPnOptions::default()
    };
    let table = Arc::new(Table::new(TABLE).unwrap());
    let mut search = DfPn::new(&game, options, Arc::clone(&table));
    let root = game.parse_position("a").unwrap();
    let first = search.search(&root, &Limits::default(), &mut Silent);
    assert_eq!((first.answer, first.counters.stored), (Answer::Proved, 2));
    let root = game.parse_position("b").unwrap();
    let second = search.search(&root, &Limits::default(), &mut Silent);
    assert_eq!((second.answer, second.counters.stored), (Answer::Proved, 4));
    assert_eq!(table.count(), 4);
}

/// The root's numbers that an observer receives.
#[derive(Default)]
struct Heard(Vec<Bounds>);

impl Observer for Heard {
    fn event(&mut self, event: &Event<'_>) {
        if let Event::Root(bounds) = event {
            self.0.push(*bounds);
        }
    }
}

#[test]
fn an_observer_hears_every_change_of_the_root() {
    let text = "r = OR { a, b }  a = AND { x, y }  b = AND { u, v, w }
                x = OR { Won }  y = OR { Failed }
                u = OR { Won }  v = OR { Won }  w = OR { Won }";
    let game = TreeGame::parse(text).unwrap();
    let mut heard = Heard::default();
    let report = search(&game, Gc::Off, &mut heard);
    let bounds = |pn, dn| Bounds::unsolved(Number::new(pn), Number::new(dn));
    // `b` is searched when `a` has the proof number 2; then `a` is refuted.
    let expected = [bounds(1, 2), bounds(2, 2), bounds(3, 1), Bounds::PROVED];
    assert_eq!(heard.0, expected);
    assert_eq!(report.bounds, Bounds::PROVED);
    let finite = heard.0.iter().filter(|bounds| !bounds.is_solved());
    assert_eq!(finite.map(|bounds| bounds.pn().get()).max(), Some(3));
}

/// The last numbers that the observer receives are those of the report, and none is repeated.
#[test]
fn an_observer_hears_no_number_twice_in_a_row() {
    for shape in Shape::ALL {
        for seed in 0..300 {
            let game = game(seed, shape, 40);
            let mut heard = Heard::default();
            let report = search(&game, Gc::Sibling, &mut heard);
            assert_eq!(
                heard.0.last(),
                Some(&report.bounds),
                "seed {seed}, {shape:?}"
            );
            assert!(heard.0.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }
}
