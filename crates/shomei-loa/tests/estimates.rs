//! A search does the same whether children are estimated together or separately.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::path::Path;
use std::sync::Arc;

use shomei_game::{Estimate, Game, Goal, Key, Kind, Notation, Role, Side, Status};
use shomei_loa::{Loa, Move, Position};
use shomei_search::registry::{self, Settings};
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::search::{Init, Search};
use shomei_search::table::Table;
use shomei_search::{Counters, Limits, Silent};

/// Lines of Action without the estimation of all children in one pass.
struct Alone(Loa);

impl Game for Alone {
    type Position = Position;
    type Move = Move;

    fn role(&self, position: &Position) -> Role {
        self.0.role(position)
    }

    fn status(&self, position: &Position) -> Status {
        self.0.status(position)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.0.moves(position, out);
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        self.0.play(position, mv)
    }

    fn key(&self, position: &Position) -> Key {
        self.0.key(position)
    }

    fn estimate(&self, position: &Position, init: Init) -> Estimate {
        self.0.estimate(position, init)
    }
}

/// The positions of the benchmark, each with the question whether the side to move wins.
fn questions() -> Vec<(Loa, Position)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shomei-cli/bench/loa.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let any = Loa::open("olympiad", Goal::win(Side::First)).unwrap();
            let position = any.parse_position(line).unwrap();
            let goal = Goal::win(position.to_move());
            (Loa::open("olympiad", goal).unwrap(), position)
        })
        .collect()
}

fn counted<G: Game>(search: &mut dyn Search<G>, root: &G::Position) -> Counters {
    search
        .search(root, &Limits::nodes(30_000), &mut Silent)
        .counters
}

fn df_pn<G: Game<Position = Position>>(game: &G, root: &Position) -> Counters {
    let options = DfPnOptions {
        init: Init::Eval,
        ..DfPnOptions::default()
    };
    let table = Arc::new(Table::growing(16 << 20).unwrap());
    counted(&mut DfPn::new(game, options, table), root)
}

fn pn<G: Game<Position = Position>>(game: &G, root: &Position) -> Counters {
    let mut settings = Settings::default();
    for (option, value) in [
        ("init", "eval"),
        ("store", "500000"),
        ("proved-table", "10000"),
    ] {
        settings.set(option, value);
    }
    let mut search = registry::open("pn", game, &settings, 64 << 20).unwrap();
    counted(&mut *search, root)
}

#[test]
fn searches_count_the_same() {
    let (mut by_df_pn, mut by_pn) = (0, 0);
    for (game, root) in questions() {
        let together = df_pn(&game, &root);
        assert_eq!(df_pn(&Alone(game), &root), together, "{root:?}");
        by_df_pn += together.expanded;
        let together = pn(&game, &root);
        assert_eq!(pn(&Alone(game), &root), together, "{root:?}");
        by_pn += together.expanded;
    }
    // A change of either number means that the searches or the evaluation changed: data that
    // depends on them must be made anew.
    assert_eq!((by_df_pn, by_pn), (205_468, 147_757));
}
