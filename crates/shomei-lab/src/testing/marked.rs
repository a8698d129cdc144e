//! A game with hints: a tree whose leaves have the numbers of the text, or 1 and 1.

use shomei_game::{
    Estimate, Game, Goal, Init, Key, Kind, Notation, NotationError, Outcome, Role, Scored, Side,
    Status, TreeGame, TreeNode,
};

/// See the [module text](self). The hints are `plain` or empty.
pub(crate) struct Marked {
    tree: TreeGame,
    is_plain: bool,
}

impl Game for Marked {
    type Position = TreeNode;
    type Move = u32;

    fn role(&self, position: &TreeNode) -> Role {
        self.tree.role(position)
    }

    fn status(&self, position: &TreeNode) -> Status {
        self.tree.status(position)
    }

    fn moves(&self, position: &TreeNode, out: &mut Vec<u32>) {
        self.tree.moves(position, out);
    }

    fn play(&self, position: &TreeNode, mv: u32) -> TreeNode {
        self.tree.play(position, mv)
    }

    fn key(&self, position: &TreeNode) -> Key {
        self.tree.key(position)
    }

    fn estimate(&self, position: &TreeNode, init: Init) -> Estimate {
        match (init, self.is_plain) {
            (Init::Eval, true) => Estimate::UNIT,
            _ => self.tree.estimate(position, init),
        }
    }
}

impl Scored for Marked {}

impl Notation for Marked {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    fn rules(&self) -> String {
        self.tree.rules()
    }

    fn goal(&self) -> Goal {
        self.tree.goal()
    }

    fn with_goal(&self, goal: Goal) -> Marked {
        Marked {
            tree: self.tree.with_goal(goal),
            ..*self
        }
    }

    fn with_hints(&self, text: &str) -> Result<Marked, NotationError> {
        let is_plain = match text {
            "" => false,
            "plain" => true,
            _ => return Err(NotationError::whole(format!("\"{text}\" is not \"plain\""))),
        };
        let tree = self.tree.clone();
        Ok(Marked { tree, is_plain })
    }

    fn start(&self) -> TreeNode {
        self.tree.start()
    }

    fn to_move(&self, position: &TreeNode) -> Side {
        self.tree.to_move(position)
    }

    fn outcome(&self, position: &TreeNode) -> Option<Outcome> {
        self.tree.outcome(position)
    }

    fn parse_position(&self, text: &str) -> Result<TreeNode, NotationError> {
        self.tree.parse_position(text)
    }

    fn format_position(&self, position: &TreeNode) -> String {
        self.tree.format_position(position)
    }

    fn parse_move(&self, position: &TreeNode, text: &str) -> Result<u32, NotationError> {
        self.tree.parse_move(position, text)
    }

    fn format_move(&self, position: &TreeNode, mv: u32) -> String {
        self.tree.format_move(position, mv)
    }

    fn diagram(&self, position: &TreeNode) -> String {
        self.tree.diagram(position)
    }
}

impl Kind for Marked {
    const NAME: &'static str = "marked";
    const SUMMARY: &'static str = "a tree with hints";
    const SIDES: [&'static str; 2] = TreeGame::SIDES;
    const RULES_HELP: &'static str = TreeGame::RULES_HELP;
    const POSITION_HELP: &'static str = TreeGame::POSITION_HELP;
    const HINTS_HELP: &'static str = "plain";

    fn open(rules: &str, goal: Goal) -> Result<Marked, NotationError> {
        let tree = TreeGame::open(rules, goal)?;
        let is_plain = false;
        Ok(Marked { tree, is_plain })
    }
}
