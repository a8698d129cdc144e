//! The shortest win compared with a brute-force search of every line of a number of plies, on
//! random trees, DAGs and graphs with cycles, with and without a resource.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod claims;

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use shomei_extract::Extractor;
use shomei_extract::shortest::{Bounded, Shortest, Within};
use shomei_game::{Board, Game, Key, Notation, Resource, Role, Status, TreeGame, TreeNode};
use shomei_proof::{Child, Claim, Header, Reader, check};
use shomei_search::Bracket;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Event, Limits, Observer, Silent};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Shape, game};

/// Searches every line to find whether the attacker wins within a number of plies.
struct Brute<'g, G: Game> {
    game: &'g G,
    known: HashMap<(Key, u16), bool>,
}

impl<'g, G: Game> Brute<'g, G> {
    fn new(game: &'g G) -> Brute<'g, G> {
        let known = HashMap::new();
        Brute { game, known }
    }

    fn wins(&mut self, position: &G::Position, plies: u16) -> bool {
        match self.game.status(position) {
            Status::Won => return true,
            Status::Failed => return false,
            Status::Open if plies == 0 => return false,
            Status::Open => {}
        }
        let place = (self.game.key(position), plies);
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut after = moves.into_iter().map(|mv| self.game.play(position, mv));
        let wins = match self.game.role(position) {
            Role::Attacker => after.any(|child| self.wins(&child, plies - 1)),
            Role::Defender => after.all(|child| self.wins(&child, plies - 1)),
        };
        self.known.insert(place, wins);
        wins
    }

    /// The plies of the shortest win of a won position.
    fn length(&mut self, position: &G::Position) -> u16 {
        (0..).find(|&plies| self.wins(position, plies)).unwrap()
    }
}

/// Checks that each move of a line leaves a win in one ply less.
fn assert_line<G: Game>(game: &G, root: &G::Position, line: &[G::Move], brute: &mut Brute<G>) {
    let mut position = root.clone();
    for (ply, &mv) in line.iter().enumerate() {
        let left = line.len() - ply;
        assert_eq!(usize::from(brute.length(&position)), left);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert!(moves.contains(&mv), "{mv:?} is not legal");
        position = game.play(&position, mv);
    }
    assert_eq!(game.status(&position), Status::Won);
}

/// A table with a proof of the position, whose length is not known.
fn won<G: Game>(game: &G, root: &G::Position) -> Arc<Table> {
    let table = Arc::new(Table::with_boards(1 << 16).unwrap());
    let mut search = DfPn::new(game, DfPnOptions::default(), Arc::clone(&table));
    let report = search.search(root, &Limits::default(), &mut Silent);
    assert_eq!(report.answer, Answer::Proved);
    table
}

/// The bracket and the line, by the same steps as in the command `solve`.
fn found<G: Game>(
    game: &G,
    root: &G::Position,
    limits: &Limits,
) -> (Bracket, Option<Vec<G::Move>>) {
    let within = Within::new(game);
    let options = DfPnOptions::default();
    let mut shortest = Shortest::new(&within, root, &options, 1 << 20, limits).unwrap();
    if !shortest.try_short(&mut Silent) {
        let table = won(game, root);
        let mut extractor = Extractor::new(game, table, options, &Limits::default());
        if let Ok(strategy) = extractor.strategy(root, Claim::Proved) {
            shortest.learn(strategy);
        }
        shortest.narrow(&mut Silent).unwrap();
    }
    let line = shortest.line(&Limits::default());
    (shortest.bracket(), line)
}

/// A tree game in which some of the attacker's moves cost or earn a coin. More coins never make a
/// win longer.
struct Market {
    tree: TreeGame,
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stall {
    node: TreeNode,
    coins: u8,
}

impl Market {
    fn price(&self, node: TreeNode, mv: u32) -> i8 {
        let key = Key::of(self.seed).mix(self.tree.key(&node));
        let key = key.mix(Key::of(u64::from(mv)));
        [-1, 0, 1, 1][(key.0 % 4) as usize]
    }

    fn open_moves(&self, at: &Stall) -> Vec<u32> {
        let mut moves = Vec::new();
        self.tree.moves(&at.node, &mut moves);
        let affords = |mv: &u32| i16::from(at.coins) >= i16::from(self.price(at.node, *mv));
        moves.retain(|mv| self.role(at) == Role::Defender || affords(mv));
        moves
    }
}

impl Game for Market {
    type Position = Stall;
    type Move = u32;

    fn role(&self, at: &Stall) -> Role {
        self.tree.role(&at.node)
    }

    fn status(&self, at: &Stall) -> Status {
        match self.tree.status(&at.node) {
            Status::Open if self.open_moves(at).is_empty() => Status::Failed,
            status => status,
        }
    }

    fn moves(&self, at: &Stall, out: &mut Vec<u32>) {
        out.extend(self.open_moves(at));
    }

    fn play(&self, at: &Stall, mv: u32) -> Stall {
        let price = match self.role(at) {
            Role::Attacker => self.price(at.node, mv),
            Role::Defender => 0,
        };
        Stall {
            node: self.tree.play(&at.node, mv),
            coins: at.coins.saturating_add_signed(-price).min(6),
        }
    }

    fn key(&self, at: &Stall) -> Key {
        let coins = Key::of(u64::from(at.coins));
        self.tree.key(&at.node).mix(coins)
    }

    const DOMINATES: bool = true;

    fn resource(&self, at: &Stall) -> Option<Board> {
        let coins = Resource::new([at.coins, 0, 0, 0, 0, 0, 0, 0]);
        Some((self.tree.key(&at.node), coins))
    }
}

#[test]
fn it_is_that_of_trying_everything() {
    let mut lengths = HashMap::new();
    for shape in Shape::ALL {
        for seed in 0..400 {
            let game = game(seed, shape, 40);
            let root = game.start();
            let oracle = Oracle::solve(&game, &root);
            if game.status(&root) != Status::Open || !oracle.is_won(&game, &root).unwrap() {
                continue;
            }
            let mut brute = Brute::new(&game);
            let length = brute.length(&root);
            let (bracket, line) = found(&game, &root, &Limits::default());
            assert_eq!(bracket.exact(), Some(length), "seed {seed}, {shape:?}");
            let line = line.unwrap();
            assert_eq!(line.len(), usize::from(length), "seed {seed}, {shape:?}");
            assert_line(&game, &root, &line, &mut brute);
            *lengths.entry(length).or_insert(0) += 1;
        }
    }
    assert!(lengths.len() > 5, "{lengths:?}");
}

/// One searcher is used for all positions and plies, so that results for one position decide
/// others.
#[test]
fn what_is_known_of_other_plies_and_coins_is_right() {
    let (mut with, mut without) = (0, 0);
    for shape in Shape::ALL {
        for seed in 0..100 {
            let tree = game(seed, shape, 24);
            let start = tree.start();
            let market = Market { tree, seed };
            let within = Within::new(&market);
            let mut brute = Brute::new(&market);
            let ask = |search: &mut dyn Search<Within<Market>>, coins, plies| {
                let position = Stall { node: start, coins };
                let report = search.search(
                    &Bounded { position, plies },
                    &Limits::nodes(1_000_000),
                    &mut Silent,
                );
                (report.answer, report.counters.expanded)
            };
            let new = || {
                let table = Arc::new(Table::with_boards(1 << 16).unwrap());
                DfPn::new(&within, DfPnOptions::default(), table)
            };
            let mut asked = new();
            for plies in (0..12).chain([126, 127, 128, 129, 255, 256, 260]) {
                for coins in [0, 3, 1, 2] {
                    let position = Stall { node: start, coins };
                    let expected = match brute.wins(&position, plies) {
                        true => Answer::Proved,
                        false => Answer::Disproved,
                    };
                    let (answer, nodes) = ask(&mut asked, coins, plies);
                    let place = format!("seed {seed}, {shape:?}, {plies} plies, {coins} coins");
                    assert_eq!(answer, expected, "{place}");
                    let (alone, more) = ask(&mut new(), coins, plies);
                    assert_eq!(alone, expected, "{place}");
                    with += nodes;
                    without += more;
                }
            }
        }
    }
    assert!(with * 2 < without, "{with} together, {without} alone");
}

/// The strategy and the refutations of an earlier search without plies change no length.
#[test]
fn results_of_an_earlier_search_change_no_length() {
    let (mut compared, mut long) = (0, 0);
    for (shape, seed, coins) in Shape::ALL
        .into_iter()
        .flat_map(|shape| (0..80).flat_map(move |seed| [(shape, seed, 0), (shape, seed, 2)]))
    {
        let tree = game(seed, shape, 40);
        let root = Stall {
            node: tree.start(),
            coins,
        };
        let market = Market { tree, seed };
        if market.status(&root) != Status::Open {
            continue;
        }
        // A table so large that the position store has all bits of the board keys.
        let table = Arc::new(Table::with_boards(40 << 20).unwrap());
        let options = DfPnOptions::default();
        let mut plain = DfPn::new(&market, options.clone(), Arc::clone(&table));
        let report = plain.search(&root, &Limits::default(), &mut Silent);
        if report.answer != Answer::Proved {
            continue;
        }
        let within = Within::new(&market);
        let limits = Limits::default();
        let mut shortest = Shortest::new(&within, &root, &options, 40 << 20, &limits).unwrap();
        let mut extractor = Extractor::new(&market, Arc::clone(&table), options, &limits);
        shortest.learn(extractor.strategy(&root, Claim::Proved).unwrap());
        shortest.keep_failures(&table);
        let length = Brute::new(&market).length(&root);
        let place = format!("seed {seed}, {shape:?}, {coins} coins");
        let bracket = shortest.narrow(&mut Silent).unwrap();
        assert_eq!(bracket.exact(), Some(length), "{place}");
        let line = shortest.line(&limits).unwrap();
        assert_eq!(line.len(), usize::from(length), "{place}");
        compared += 1;
        long += usize::from(length > 6);
    }
    assert!(compared > 60 && long > 5, "{compared} {long}");
}

/// Writes the certificate that no win is shorter and checks it. Returns its plies, if there is one,
/// and whether a move in it leads back to an earlier record.
fn check_no_shorter<G: Game>(
    game: &G,
    root: &G::Position,
    shortest: &mut Shortest<'_, G>,
) -> Option<(u16, bool)> {
    let (strategy, plies) = shortest.no_shorter().unwrap()?;
    let header = Header {
        game: String::new(),
        rules: String::new(),
        attacker: String::new(),
        root: String::new(),
        claim: strategy.claim(),
        plies: Some(plies),
    };
    let (file, _) = strategy.write(&header, Vec::new()).unwrap();
    let verified = check(game, root, Reader::open(&file[..]).unwrap()).unwrap();
    assert_eq!(
        (verified.claim, verified.plies),
        (Claim::Disproved, Some(plies))
    );
    let mut reader = Reader::open(&file[..]).unwrap();
    let mut number = 0;
    let mut leads_back = false;
    while let Some(record) = reader.next_record().unwrap() {
        let is_back = |(_, child)| matches!(child, Child::Record(child) if child <= number);
        leads_back |= record.children().any(is_back);
        number += 1;
    }
    Some((plies, leads_back))
}

#[test]
fn a_certificate_shows_that_no_win_is_shorter() {
    let (mut certified, mut short, mut back) = (0, 0, 0);
    for (shape, seed, coins) in Shape::ALL
        .into_iter()
        .flat_map(|shape| (0..150).flat_map(move |seed| [(shape, seed, 0), (shape, seed, 2)]))
    {
        let tree = game(seed, shape, 40);
        let node = tree.start();
        let root = Stall { node, coins };
        let market = Market { tree, seed };
        let table = Arc::new(Table::with_boards(1 << 16).unwrap());
        let mut plain = DfPn::new(&market, DfPnOptions::default(), table);
        let is_open = market.status(&root) == Status::Open;
        let limits = Limits::default();
        if !is_open || plain.search(&root, &limits, &mut Silent).answer != Answer::Proved {
            continue;
        }
        let within = Within::new(&market);
        let options = DfPnOptions::default();
        let mut shortest = Shortest::new(&within, &root, &options, 1 << 20, &limits).unwrap();
        shortest.try_short(&mut Silent);
        let length = shortest.narrow(&mut Silent).unwrap().exact().unwrap();
        match check_no_shorter(&market, &root, &mut shortest) {
            Some((plies, leads_back)) => {
                assert_eq!(plies + 1, length);
                certified += 1;
                back += usize::from(leads_back);
            }
            None => {
                assert_eq!(length, 1);
                short += 1;
            }
        }
    }
    assert!(certified > 100 && short > 10, "{certified} {short}");
    // One record for each position, also if play returns to it with fewer plies.
    assert!(back > 3, "{back}");
}

/// A forced sequence of plies, in which some positions have one further, worse move.
fn long(plies: usize) -> TreeGame {
    let mut text = String::new();
    for i in 0..plies {
        let kind = if i % 2 == 0 { "OR" } else { "AND" };
        let next = match i + 1 {
            end if end == plies => "Won".to_string(),
            next => format!("n{next}"),
        };
        let back = match (i % 2, i) {
            (0, 2..) => format!("n{}, ", i - 2),
            _ => String::new(),
        };
        writeln!(text, "n{i} = {kind} {{ {back}{next} }}").unwrap();
    }
    TreeGame::parse(&text).unwrap()
}

#[test]
fn long_wins_cross_the_borders_of_blocks() {
    for plies in [127, 128, 129, 257, 601] {
        let game = long(plies);
        let (bracket, line) = found(&game, &game.start(), &Limits::default());
        assert_eq!(bracket.exact().map(usize::from), Some(plies));
        assert_eq!(line.unwrap().len(), plies);
    }
}

#[test]
fn a_search_that_is_stopped_claims_nothing_more() {
    let (mut open, mut proven) = (0, 0);
    for seed in 0..60 {
        let game = game(seed, Shape::Dag, 60);
        let root = game.start();
        let oracle = Oracle::solve(&game, &root);
        if game.status(&root) != Status::Open || !oracle.is_won(&game, &root).unwrap() {
            continue;
        }
        let length = Brute::new(&game).length(&root);
        for nodes in [0, 1, 2, 3, 5, 8, 13, 21, 34] {
            let (bracket, line) = found(&game, &root, &Limits::nodes(nodes));
            assert!(bracket.least <= length, "seed {seed}, {nodes} nodes");
            assert!(bracket.most.is_none_or(|most| most >= length));
            match bracket.exact() {
                Some(_) => proven += 1,
                None => open += 1,
            }
            if let Some(line) = line {
                assert_eq!(Some(line.len()), bracket.most.map(usize::from));
                let end = line.iter().fold(root, |at, &mv| game.play(&at, mv));
                assert_eq!(game.status(&end), Status::Won);
            }
        }
    }
    assert!(open > 50 && proven > 50, "{open} open, {proven} proven");
}

/// Records the length events.
#[derive(Default)]
struct LengthEvents(Vec<(Bracket, u16)>);

impl Observer for LengthEvents {
    fn event(&mut self, event: &Event<'_>) {
        if let Event::Length { known, next } = event {
            self.0.push((*known, *next));
        }
    }
}

#[test]
fn every_length_is_reported() {
    let game = long(5);
    let within = Within::new(&game);
    let (root, limits) = (game.start(), Limits::default());
    let options = DfPnOptions::default();
    let mut shortest = Shortest::new(&within, &root, &options, 1 << 20, &limits).unwrap();
    let mut events = LengthEvents::default();
    assert!(shortest.try_short(&mut events));
    let none = |least| Bracket { least, most: None };
    let expected: Vec<_> = (1..=5).map(|least| (none(least), least)).collect();
    assert_eq!(events.0, expected);
    let known = Bracket {
        least: 5,
        most: Some(5),
    };
    assert_eq!(shortest.bracket(), known);
    assert_eq!(shortest.strategy().unwrap().longest().unwrap().len(), 5);
}
