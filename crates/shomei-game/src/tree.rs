//! A game written as text: trees, DAGs and graphs with cycles.
//!
//! ```text
//! # The attacker moves at OR nodes, the defender at AND nodes.
//! root = OR  { left, right }
//! left = AND { Won, root }      # Won and Failed are finished positions
//! right = AND[2,5] { Won }      # initial proof number 2, disproof number 5
//! ```
//!
//! The node defined first is the start. A node without children is a dead end
//! and counts as failed.

mod parse;

use std::collections::HashMap;

use crate::{
    Estimate, Game, Goal, Init, Key, Kind, Notation, NotationError, Outcome, Role, Scored, Side,
    Status, error_text,
};

/// A position of a [`TreeGame`]: the index of a node in the order of definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeNode(pub u32);

/// A game that is described by a text: nodes of the attacker and of the defender, with names and
/// children.
///
/// ```
/// use shomei_game::{Game, Goal, Kind, Notation, Role, Side, TreeGame};
///
/// let game = TreeGame::open("root = OR { Failed, Won }", Goal::win(Side::First)).unwrap();
/// assert_eq!(game.role(&game.start()), Role::Attacker);
/// ```
#[derive(Clone, Debug)]
pub struct TreeGame {
    nodes: Vec<NodeData>,
    names: HashMap<String, u32>,
    attacker: Side,
}

#[derive(Clone, Debug, PartialEq)]
struct NodeData {
    name: String,
    kind: NodeKind,
    estimate: Estimate,
    children: Vec<u32>,
    /// How many of the children up to each one are this child; empty if no child occurs twice.
    times: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum NodeKind {
    Or,
    And,
    Won,
    Failed,
}

impl TreeGame {
    /// Reads the description of a game; the attacker is the side of the OR nodes.
    ///
    /// # Errors
    ///
    /// If the text does not describe a game; the error has the line and the column.
    pub fn parse(text: &str) -> Result<TreeGame, NotationError> {
        parse::nodes(text).map(|nodes| TreeGame::from_nodes(nodes, Side::First))
    }

    fn from_nodes(mut nodes: Vec<NodeData>, attacker: Side) -> TreeGame {
        nodes.iter_mut().for_each(NodeData::count_children);
        let names = (0..)
            .zip(&nodes)
            .map(|(i, node)| (node.name.clone(), i))
            .collect();
        TreeGame {
            nodes,
            names,
            attacker,
        }
    }

    /// All positions, in order of definition; the first is the start.
    pub fn positions(&self) -> impl Iterator<Item = TreeNode> + use<> {
        (0..self.nodes.len() as u32).map(TreeNode)
    }

    fn node(&self, position: TreeNode) -> &NodeData {
        &self.nodes[position.0 as usize]
    }
}

impl NodeData {
    /// Fills in `times`.
    fn count_children(&mut self) {
        let mut counts = HashMap::new();
        let mut count = |child: &u32| {
            let times = counts.entry(*child).or_insert(0);
            *times += 1;
            *times
        };
        self.times = self.children.iter().map(&mut count).collect();
        if self.times.iter().all(|&times| times == 1) {
            self.times = Vec::new();
        }
    }
}

impl Game for TreeGame {
    type Position = TreeNode;
    type Move = u32;

    fn role(&self, position: &TreeNode) -> Role {
        if self.to_move(position) == self.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    fn status(&self, position: &TreeNode) -> Status {
        match self.outcome(position) {
            None => Status::Open,
            Some(Outcome::Win(side)) if side == self.attacker => Status::Won,
            Some(_) => Status::Failed,
        }
    }

    fn moves(&self, position: &TreeNode, out: &mut Vec<u32>) {
        out.extend(0..self.node(*position).children.len() as u32);
    }

    fn play(&self, position: &TreeNode, mv: u32) -> TreeNode {
        TreeNode(self.node(*position).children[mv as usize])
    }

    fn key(&self, position: &TreeNode) -> Key {
        Key::of(u64::from(position.0))
    }

    fn estimate(&self, position: &TreeNode, init: Init) -> Estimate {
        let node = self.node(*position);
        match init {
            Init::Unit => Estimate::UNIT,
            Init::Eval => node.estimate,
            Init::Mobility | Init::Learned => {
                Estimate::of_mobility(self.role(position), node.children.len() as u32)
            }
        }
    }
}

impl Scored for TreeGame {}

impl Notation for TreeGame {
    const READ_BACK: bool = false;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    fn rules(&self) -> String {
        parse::text(&self.nodes)
    }

    fn goal(&self) -> Goal {
        Goal::win(self.attacker)
    }

    fn with_goal(&self, goal: Goal) -> TreeGame {
        TreeGame {
            attacker: goal.attacker,
            ..self.clone()
        }
    }

    fn start(&self) -> TreeNode {
        TreeNode(0)
    }

    fn to_move(&self, position: &TreeNode) -> Side {
        match self.node(*position).kind {
            NodeKind::And => Side::Second,
            NodeKind::Or | NodeKind::Won | NodeKind::Failed => Side::First,
        }
    }

    fn outcome(&self, position: &TreeNode) -> Option<Outcome> {
        let node = self.node(*position);
        match node.kind {
            NodeKind::Won => Some(Outcome::Win(Side::First)),
            NodeKind::Failed => Some(Outcome::Win(Side::Second)),
            NodeKind::Or | NodeKind::And if node.children.is_empty() => Some(Outcome::Draw),
            NodeKind::Or | NodeKind::And => None,
        }
    }

    fn parse_position(&self, text: &str) -> Result<TreeNode, NotationError> {
        let written = parse::Written::of(text);
        let name = written.name;
        let Some(&index) = self.names.get(name) else {
            let message = error_text!(
                "tree-no-node",
                "there is no node named \"{name}\"",
                name = name
            );
            return Err(written.error(0, message));
        };
        written.agree(&parse::node_text(&self.nodes, index as usize))?;
        Ok(TreeNode(index))
    }

    fn format_position(&self, position: &TreeNode) -> String {
        self.node(*position).name.clone()
    }

    fn parse_move(&self, position: &TreeNode, text: &str) -> Result<u32, NotationError> {
        let text = text.trim();
        let node = self.node(*position);
        let find = |name: &str, time: u32| {
            let child = self.names.get(name)?;
            let is_it = |at: &usize| {
                node.children[*at] == *child && *node.times.get(*at).unwrap_or(&1) == time
            };
            (0..node.children.len()).find(is_it).map(|at| at as u32)
        };
        let numbered = || {
            let (name, time) = text.rsplit_once('#')?;
            find(name, time.parse().ok()?)
        };
        find(text, 1)
            .or_else(numbered)
            .filter(|&mv| self.format_move(position, mv) == text)
            .ok_or_else(|| {
                let name = &self.node(*position).name;
                NotationError::whole(error_text!(
                    "tree-no-child",
                    "\"{node}\" has no child named \"{name}\"",
                    node = name,
                    name = text
                ))
            })
    }

    /// The name of the child; `#2`, `#3` and so on follow it if a node has the child more than
    /// once.
    fn format_move(&self, position: &TreeNode, mv: u32) -> String {
        let node = self.node(*position);
        let child = node.children[mv as usize];
        let name = &self.nodes[child as usize].name;
        match node.times.get(mv as usize) {
            None | Some(1) => name.clone(),
            Some(time) => format!("{name}#{time}"),
        }
    }

    fn diagram(&self, position: &TreeNode) -> String {
        parse::node_text(&self.nodes, position.0 as usize)
    }
}

impl Kind for TreeGame {
    const NAME: &'static str = "tree";
    const SUMMARY: &'static str = "a graph of positions written as text, for tests and teaching";
    const SIDES: [&'static str; 2] = ["or", "and"];
    const RULES_HELP: &'static str =
        "the graph: \"root = OR { a, Won }  a = AND { root, Failed }\"";
    const POSITION_HELP: &'static str =
        "the name of a node, alone or followed by its definition as \"shomei show\" prints it";

    fn open(rules: &str, goal: Goal) -> Result<TreeGame, NotationError> {
        parse::nodes(rules).map(|nodes| TreeGame::from_nodes(nodes, goal.attacker))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> TreeGame {
        TreeGame::parse(text).unwrap()
    }

    #[test]
    fn the_text_form_round_trips() {
        let tree = game("r=OR[2,3]{a,b, Won}\n# a cycle\na=AND{r} b=AND{Failed,a}");
        assert_eq!(
            tree.rules(),
            "r = OR[2,3] { a, b, Won } a = AND { r } b = AND { Failed, a }"
        );
        let again = TreeGame::open(&tree.rules(), tree.goal()).unwrap();
        assert_eq!(again.nodes, tree.nodes);
    }

    #[test]
    fn the_other_goal_swaps_roles_and_results() {
        let tree = game("r = OR { Won, Failed }");
        let other = tree.with_goal(Goal::win(Side::Second));
        let r = tree.start();
        assert_eq!(tree.role(&r), Role::Attacker);
        assert_eq!(other.role(&r), Role::Defender);
        assert_eq!(tree.status(&tree.play(&r, 0)), Status::Won);
        assert_eq!(other.status(&other.play(&r, 0)), Status::Failed);
        assert_eq!(other.status(&other.play(&r, 1)), Status::Won);
    }

    #[test]
    fn a_dead_end_is_failed_for_both() {
        let tree = game("r = OR { d } d = AND { }");
        let d = tree.play(&tree.start(), 0);
        assert_eq!(tree.status(&d), Status::Failed);
        assert_eq!(
            tree.with_goal(Goal::win(Side::Second)).status(&d),
            Status::Failed
        );
    }

    #[test]
    fn diagrams_are_read() {
        let tree = game("r = OR[2,3] { x, Won } x = AND { r }");
        for position in tree.positions() {
            let diagram = tree.diagram(&position);
            assert_eq!(tree.parse_position(&diagram), Ok(position), "{diagram}");
        }
        let r = tree.start();
        assert_eq!(tree.parse_position(" r=OR[2,3]{x,Won}\n"), Ok(r));
        let error = |text: &str| tree.parse_position(text).unwrap_err().to_string();
        let other = "this is not the node that is defined as \"r = OR[2,3] { x, Won }\"";
        for (text, message) in [
            (
                "r x",
                "column 1: there is no node named \"r x\"".to_string(),
            ),
            (
                " r\nx",
                "line 1, column 2: there is no node named \"r\\nx\"".to_string(),
            ),
            (
                "s = OR { x }",
                "column 1: there is no node named \"s\"".to_string(),
            ),
            ("r = OR[2,3] { r }", format!("column 15: {other}")),
            ("r = OR[2,3]\n{ x }", format!("line 2, column 5: {other}")),
            ("r = OR[2,3] { x, Won } x", format!("column 24: {other}")),
            (
                "r = OR[2,3] { x,",
                "column 17: the text ends before the definition \"r = OR[2,3] { x, Won }\" does"
                    .into(),
            ),
            (
                "Won = OR",
                "column 5: this is not the node that is defined as \"Won\"".into(),
            ),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
    }

    #[test]
    fn positions_and_moves_are_names() {
        let tree = game("r = OR { x, Won } x = AND { r }");
        let r = tree.parse_position(" r ").unwrap();
        assert_eq!(tree.parse_move(&r, "Won"), Ok(1));
        assert_eq!(tree.format_move(&r, 0), "x");
        assert!(tree.parse_move(&r, "r").is_err());
        let twice = game("r = OR { x, x, Won } x = AND { r }");
        let texts: Vec<String> = (0..3).map(|mv| twice.format_move(&r, mv)).collect();
        assert_eq!(texts, ["x", "x#2", "Won"]);
        assert_eq!(twice.parse_move(&r, "x#2"), Ok(1));
        for text in ["x#1", "x#02", "x#3", "x#", "Won#2", "y"] {
            assert!(twice.parse_move(&r, text).is_err(), "{text}");
        }
        assert_eq!(
            tree.parse_position("y").unwrap_err().to_string(),
            "column 1: there is no node named \"y\""
        );
    }
}
