//! Games written with the short traits, as rules and texts, keep the contracts of games.

use shomei_game::{
    Fault, Game, Goal, Key, Kind, Notation, NotationError, Outcome, Place, Rules, Scored, Side,
    Simple, Texts, TreeGame, TreeNode,
};
use shomei_testkit::conformance::{Law, Sample, check, check_value};
use shomei_testkit::random::{Shape, game};

/// The example of the documents: one to three sticks are taken in turn, and the player who takes
/// the last one wins.
#[derive(Clone, Default)]
struct Sticks;

type Heap = (u32, Side);

impl Rules for Sticks {
    type Position = Heap;
    type Move = u32;

    fn to_move(&self, &(_, turn): &Heap) -> Side {
        turn
    }
    fn outcome(&self, &(sticks, turn): &Heap) -> Option<Outcome> {
        (sticks == 0).then_some(Outcome::Win(turn.opponent()))
    }
    fn moves(&self, &(sticks, _): &Heap, out: &mut Vec<u32>) {
        out.extend(1..=sticks.min(3));
    }
    fn play(&self, &(sticks, turn): &Heap, taken: u32) -> Heap {
        (sticks - taken, turn.opponent())
    }
    fn key(&self, &(sticks, turn): &Heap) -> Key {
        Key::of(2 * u64::from(sticks) + turn.index() as u64)
    }
}

impl Texts for Sticks {
    const NAME: &'static str = "sticks";

    fn start(&self) -> Heap {
        (21, Side::First)
    }
    fn format_position(&self, &(sticks, turn): &Heap) -> String {
        format!("{sticks} {}", Self::SIDES[turn.index()])
    }
    fn parse_position(&self, text: &str) -> Result<Heap, NotationError> {
        let expected = || NotationError::whole("expected sticks and a side, as in 21 first");
        let (sticks, side) = text.split_once(' ').ok_or_else(expected)?;
        let turn = Side::named(side, Self::SIDES).ok_or_else(expected)?;
        Ok((sticks.parse().map_err(|_| expected())?, turn))
    }
    fn format_move(&self, _: &Heap, taken: u32) -> String {
        taken.to_string()
    }
}

/// Rules created at run time, here a random graph: they have no default, and their name and sides
/// belong to a value.
#[derive(Clone)]
struct Graph {
    name: String,
    sides: [String; 2],
    tree: TreeGame,
    fault: Fault,
}

impl Graph {
    fn random(seed: u64, shape: Shape) -> Graph {
        Graph {
            name: format!("graph-{seed}"),
            sides: ["left", "right"].map(String::from),
            tree: game(seed, shape, 12),
            fault: Fault::default(),
        }
    }
}

impl Rules for Graph {
    type Position = TreeNode;
    type Move = u32;

    fn to_move(&self, node: &TreeNode) -> Side {
        self.tree.to_move(node)
    }
    fn outcome(&self, node: &TreeNode) -> Option<Outcome> {
        self.tree.outcome(node)
    }
    fn moves(&self, node: &TreeNode, out: &mut Vec<u32>) {
        self.tree.moves(node, out);
    }
    fn play(&self, node: &TreeNode, mv: u32) -> TreeNode {
        self.tree.play(node, mv)
    }
    fn key(&self, node: &TreeNode) -> Key {
        Key::of(u64::from(node.0))
    }
    fn fault(&self) -> Option<&Fault> {
        Some(&self.fault)
    }
}

impl Texts for Graph {
    const NAME: &'static str = "graph";

    fn name(&self) -> &str {
        &self.name
    }
    fn sides(&self) -> [&str; 2] {
        let [left, right] = &self.sides;
        [left, right]
    }
    fn rules(&self) -> String {
        self.tree.rules()
    }
    fn start(&self) -> TreeNode {
        self.tree.start()
    }
    fn format_position(&self, node: &TreeNode) -> String {
        self.tree.format_position(node)
    }
    fn parse_position(&self, text: &str) -> Result<TreeNode, NotationError> {
        self.tree.parse_position(text)
    }
    fn format_move(&self, _: &TreeNode, mv: u32) -> String {
        format!("to-{mv}")
    }
}

fn sticks() -> Simple<Sticks> {
    Simple::new(Sticks, Goal::win(Side::First))
}

#[test]
fn the_short_way_makes_every_trait() {
    fn is_all<G: Game + Scored + Kind>() {}
    is_all::<Simple<Sticks>>();
    fn is_all_but_kind<G: Game + Scored>() {}
    is_all_but_kind::<Simple<Graph>>();
}

#[test]
fn a_game_of_forty_lines_conforms() {
    let coverage = check(&sticks(), &Sample::default()).unwrap();
    assert!(
        coverage.finished >= 1 && coverage.positions >= 30,
        "{coverage:?}"
    );
    assert!(Simple::<Sticks>::open("misère", sticks().goal()).is_err());
}

#[test]
fn random_graphs_as_rules_conform() {
    let sample = Sample {
        lines: 10,
        plies: 40,
        ..Sample::default()
    };
    for shape in Shape::ALL {
        for seed in 0..100 {
            let graph = Simple::new(Graph::random(seed, shape), Goal::win(Side::First));
            let coverage = check_value(&graph, &[graph.start()], &sample)
                .unwrap_or_else(|breach| panic!("{shape:?} {seed}: {breach}"));
            assert!(coverage.positions > 0);
            assert_eq!(graph.name(), format!("graph-{seed}"));
        }
    }
}

/// A value has names that a kind cannot have, and the kit checks them.
#[test]
fn the_names_of_a_value_are_checked() {
    let breach = |graph: Graph| {
        let graph = Simple::new(graph, Goal::win(Side::First));
        check_value(&graph, &[graph.start()], &Sample::default()).unwrap_err()
    };
    let mut graph = Graph::random(1, Shape::Cyclic);
    graph.sides[1] = "left".into();
    assert_eq!(breach(graph.clone()).law, Law::Names);
    graph.sides[1] = "right\n".into();
    assert_eq!(breach(graph).law, Law::Names);
}

#[test]
fn the_start_and_moves_after_a_position_are_read() {
    let game = sticks();
    let read = |text: &str| game.parse_position(text);
    assert_eq!(read("start"), Ok((21, Side::First)));
    assert_eq!(read("start moves 3"), Ok((18, Side::Second)));
    assert_eq!(read("4 second moves 1 2"), Ok((1, Side::Second)));
    let error = read("4 second moves 1 4").unwrap_err();
    assert_eq!(error.place, Place::Move(2, "4".into()));
    let error = read("4 second moves 3 1 1").unwrap_err();
    assert_eq!(error.to_string(), "move 3 (1): the game is over");
    let error = read("four").unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 1: expected sticks and a side, as in 21 first"
    );
}

#[test]
fn a_fault_of_the_rules_is_one_of_the_game() {
    let graph = Simple::new(Graph::random(1, Shape::Tree), Goal::win(Side::First));
    graph.rules.fault.report("gone");
    assert!(
        graph
            .with_goal(graph.goal.swapped())
            .fault()
            .unwrap()
            .is_set()
    );
    assert!(sticks().fault().is_none());
}
