//! Lengths without wasted defences on small random graphs, compared with the literal rule.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::collections::HashMap;
use std::fmt::Write;

use shomei_compose::count;
use shomei_game::{Game, Notation, Role, Status, TreeGame, TreeNode};
use shomei_search::Bracket;
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Limits, Silent};
use shomei_testkit::random::Dice;

/// The number of nodes in addition to the two ends.
const NODES: usize = 14;

/// Edges lead only to later nodes, and so do the positions that replace a defence; these have the
/// same side to move.
struct Graph {
    game: TreeGame,
    /// The replacements, indexed by a position and its child.
    instead: HashMap<(TreeNode, TreeNode), Vec<TreeNode>>,
}

impl Graph {
    fn new(dice: &mut Dice) -> Graph {
        let mut text = String::new();
        let roles: Vec<bool> = (0..NODES)
            .map(|place| place > 0 && dice.chance(50))
            .collect();
        let mut links = Vec::new();
        for (place, &defends) in roles.iter().enumerate() {
            let count = 1 + dice.below(3);
            let mut all: Vec<String> = (0..count).map(|_| child(dice, place)).collect();
            all.sort_unstable();
            all.dedup();
            let kind = if defends { "AND" } else { "OR" };
            writeln!(text, "n{place} = {kind} {{ {} }}", all.join(", ")).unwrap();
            links.push(all);
        }
        let game = TreeGame::parse(&text).unwrap();
        let at = |name: &str| game.parse_position(name).unwrap();
        let mut instead = HashMap::new();
        for (place, all) in links.iter().enumerate().filter(|(place, _)| roles[*place]) {
            let later = (place + 1..NODES).filter(|&other| roles[other]);
            let later: Vec<usize> = later.collect();
            for name in all.iter().filter(|name| name.starts_with('n')) {
                if later.is_empty() || !dice.chance(50) {
                    continue;
                }
                let count = 1 + dice.below(2);
                let chosen = (0..count).map(|_| later[dice.below(later.len())]);
                let chosen = chosen.map(|place| at(&format!("n{place}"))).collect();
                instead.insert((at(&format!("n{place}")), at(name)), chosen);
            }
        }
        Graph { game, instead }
    }

    fn children(&self, node: TreeNode) -> Vec<TreeNode> {
        let mut moves = Vec::new();
        self.game.moves(&node, &mut moves);
        moves
            .into_iter()
            .map(|mv| self.game.play(&node, mv))
            .collect()
    }

    /// The literal rule; if no replacements are allowed, the plies of the shortest win.
    #[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
    fn is_won(&self, node: TreeNode, plies: u16, spares: bool) -> bool {
        match self.game.status(&node) {
            Status::Won => return true,
            Status::Failed => return false,
            Status::Open if plies == 0 => return false,
            Status::Open => {}
        }
        let children = self.children(node);
        let lost = |child: TreeNode, within: Option<u16>| {
            within.is_some_and(|within| self.is_won(child, within, spares))
                || self.game.status(&child) == Status::Won
        };
        if self.game.role(&node) == Role::Attacker {
            return children
                .iter()
                .any(|&child| self.is_won(child, plies - 1, spares));
        }
        let is_genuine = |child: &TreeNode| {
            let named = self.instead.get(&(node, *child)).filter(|_| spares);
            let mut named = named.into_iter().flatten();
            !named.any(|&instead| self.is_won(instead, plies, spares))
        };
        let (genuine, others): (Vec<TreeNode>, Vec<TreeNode>) =
            children.into_iter().partition(is_genuine);
        if !genuine.iter().all(|&child| lost(child, Some(plies - 1))) {
            return false;
        }
        let holds_out = genuine
            .iter()
            .any(|&child| !lost(child, plies.checked_sub(2)));
        holds_out || others.iter().all(|&child| lost(child, Some(plies - 1)))
    }

    #[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
    fn length(&self, spares: bool) -> Option<u16> {
        let root = self.game.start();
        (0..=2 * NODES as u16).find(|&plies| self.is_won(root, plies, spares))
    }
}

/// A later node, or an end.
fn child(dice: &mut Dice, place: usize) -> String {
    match dice.below(8) {
        0 | 1 => "Won".to_string(),
        2 => "Failed".to_string(),
        _ if place + 1 < NODES => {
            format!("n{}", place + 1 + dice.below((NODES - place - 1).min(5)))
        }
        _ => "Won".to_string(),
    }
}

#[test]
fn lengths_on_graphs_are_those_of_the_rule() {
    let mut dice = Dice::new(7);
    let (mut compared, mut shorter) = (0, 0);
    for _ in 0..40_000 {
        let graph = Graph::new(&mut dice);
        let Some(most) = graph.length(false).filter(|&most| most >= 3) else {
            continue;
        };
        let instead = |node: &TreeNode, mv| {
            let child = graph.game.play(node, mv);
            let named = graph.instead.get(&(*node, child));
            named.cloned().unwrap_or_default()
        };
        let (root, options) = (graph.game.start(), DfPnOptions::default());
        let limits = Limits::default();
        let found = count(
            &graph.game,
            &instead,
            (&root, most),
            &options,
            1 << 16,
            &limits,
            &mut Silent,
        );
        let found = found.unwrap();
        let expected = graph.length(true).unwrap();
        let exact = Bracket {
            least: expected,
            most: Some(expected),
        };
        assert_eq!(found.length, exact, "{:?} {:?}", graph.game, graph.instead);
        assert_eq!(found.line.len(), usize::from(expected), "{:?}", graph.game);
        compared += 1;
        shorter += usize::from(expected < most);
    }
    assert!(compared > 2_000 && shorter > 100, "{shorter} of {compared}");
}
