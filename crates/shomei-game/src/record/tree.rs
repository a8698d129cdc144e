//! All lines of a record as one tree, in which moves that lines share are there once.
//!
//! Writers of files with branches, comparisons of records and additions to them work on the tree;
//! [`Record`] is the same as a list of lines.

use super::{Branch, Ending, Line, Record};

/// The lines of a record. Node 0 is the root, and every parent has a smaller number than its
/// children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordTree<M> {
    nodes: Vec<RecordNode<M>>,
    /// The last node of the main line; the nodes before it are those of the main line, in order.
    main_end: usize,
}

/// A position of a record: the root, or the position after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordNode<M> {
    /// The move that leads here; the root has none.
    pub mv: Option<M>,
    /// The node before that move; the root is its own.
    pub parent: usize,
    /// What is said about the move, or, at the root, about the record.
    pub comment: String,
    /// What is played next: first the line that goes on, then what may be played in its place.
    pub children: Vec<usize>,
    /// How a line ends here, if one does. All children of such a node are branches.
    pub end: Option<LineEnd>,
}

/// The end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEnd {
    /// How it ends.
    pub ending: Ending,
    /// What is said about the end itself, after the last move.
    pub comment: String,
}

impl<M: Clone + PartialEq> Default for RecordTree<M> {
    fn default() -> RecordTree<M> {
        RecordTree::new()
    }
}

impl<M: Clone + PartialEq> RecordTree<M> {
    /// A root without moves. The main line is added first, then [`end_main`](Self::end_main) ends
    /// it, then come branches.
    #[must_use]
    pub fn new() -> RecordTree<M> {
        let mut tree = RecordTree {
            nodes: Vec::new(),
            main_end: 0,
        };
        tree.push(None, 0);
        tree
    }

    /// The lines of a record.
    #[must_use]
    pub fn of<P>(record: &Record<P, M>) -> RecordTree<M> {
        let mut tree = RecordTree::new();
        let Line {
            moves,
            comment,
            comments,
        } = &record.main;
        tree.say(0, comment);
        let end = tree.add(moves.iter(), "", 0, comments, &record.ending);
        tree.end_main(end);
        for branch in &record.branches {
            let Branch {
                at,
                comment,
                comments,
                ending,
                ..
            } = branch;
            let moves = moves.iter().take(*at).chain(&branch.moves);
            tree.add(moves, comment, *at, comments, ending);
        }
        tree
    }

    fn push(&mut self, mv: Option<M>, parent: usize) -> usize {
        self.nodes.push(RecordNode {
            mv,
            parent,
            comment: String::new(),
            children: Vec::new(),
            end: None,
        });
        self.nodes.len() - 1
    }

    /// Adds a line and returns its last node. `comment` goes to its first own move, or to its
    /// last one where it has none; `comments` are those of moves counted from `at`.
    fn add<'m>(
        &mut self,
        moves: impl Iterator<Item = &'m M>,
        comment: &str,
        at: usize,
        comments: &[(usize, String)],
        ending: &Ending,
    ) -> usize
    where
        M: 'm,
    {
        let (mut path, mut own) = (vec![0], None);
        let mut node = 0;
        for mv in moves {
            let known = self.nodes.len();
            node = self.play(node, mv.clone());
            if node == known {
                own.get_or_insert(node);
            }
            path.push(node);
        }
        self.say(own.unwrap_or(node), comment);
        let mut about_end = "";
        for (played, comment) in comments {
            match path.get(at.saturating_add(*played)) {
                Some(&place) => self.say(place, comment),
                None => about_end = comment,
            }
        }
        if *ending != Ending::Open || !about_end.is_empty() {
            self.end(node, ending, about_end);
        }
        node
    }

    /// The node after a move, which is added where it is missing.
    pub fn play(&mut self, node: usize, mv: M) -> usize {
        if let Some(child) = self.find(node, &mv) {
            return child;
        }
        let child = self.push(Some(mv), node);
        self.nodes[node].children.push(child);
        child
    }

    fn find(&self, node: usize, mv: &M) -> Option<usize> {
        let mut children = self.nodes[node].children.iter().copied();
        children.find(|&child| self.nodes[child].mv.as_ref() == Some(mv))
    }

    /// Adds to what is said at a node.
    pub fn say(&mut self, node: usize, comment: &str) {
        add_text(&mut self.nodes[node].comment, comment);
    }

    /// Ends the main line at a node. It is open unless [`end`](Self::end) has said how it ends.
    pub fn end_main(&mut self, node: usize) {
        self.end(node, &Ending::Open, "");
        self.main_end = node;
    }

    /// Ends a line at a node; the first end that is said of a node counts. Within the main line no
    /// line can end: what is said about such an end stays at the move.
    pub fn end(&mut self, node: usize, ending: &Ending, comment: &str) {
        if node < self.main_end {
            return self.say(node, comment);
        }
        let end = self.nodes[node].end.get_or_insert_with(|| LineEnd {
            ending: ending.clone(),
            comment: String::new(),
        });
        add_text(&mut end.comment, comment);
    }

    /// The node with this number.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    pub fn node(&self, number: usize) -> &RecordNode<M> {
        &self.nodes[number]
    }

    /// All nodes, each after its parent.
    pub fn nodes(&self) -> impl Iterator<Item = &RecordNode<M>> {
        self.nodes.iter()
    }

    /// The number of the node at the end of the main line.
    #[must_use]
    pub fn main_end(&self) -> usize {
        self.main_end
    }

    /// The node at the end of these moves, if the record has them.
    #[must_use]
    pub fn at<'m>(&self, moves: impl IntoIterator<Item = &'m M>) -> Option<usize>
    where
        M: 'm,
    {
        let mut moves = moves.into_iter();
        moves.try_fold(0, |node, mv| self.find(node, mv))
    }

    /// Adds what another tree has at one of its nodes and below it, as if that node were the root
    /// of this tree. The main line stays as it is: what goes elsewhere becomes a branch, what is
    /// said about moves stays at these moves, and only an end within the main line is dropped.
    pub fn merge(&mut self, other: &RecordTree<M>, from: usize) {
        let mut waiting = vec![(from, 0)];
        while let Some((theirs, parent)) = waiting.pop() {
            let RecordNode {
                mv,
                comment,
                children,
                end,
                ..
            } = other.node(theirs);
            let ours = match mv.clone().filter(|_| theirs != from) {
                Some(mv) => self.play(parent, mv),
                None => 0,
            };
            // What is there already is not said twice.
            if self.nodes[ours].comment != *comment {
                self.say(ours, comment);
            }
            let is_said = |end: &&LineEnd| end.ending != Ending::Open || !end.comment.is_empty();
            if let Some(end) = end.as_ref().filter(is_said) {
                self.end(ours, &end.ending, &end.comment);
            }
            waiting.extend(children.iter().rev().map(|&child| (child, ours)));
        }
    }

    /// What is said everywhere but at a node and below it, in the order of the lines.
    #[must_use]
    pub fn said_outside(&self, node: usize) -> Vec<&str> {
        let mut is_inside = vec![false; self.nodes.len()];
        let mut said = Vec::new();
        for (number, found) in self.nodes.iter().enumerate() {
            is_inside[number] = number == node || is_inside[found.parent];
            if !is_inside[number] {
                said.push(found.comment.as_str());
                said.extend(found.end.iter().map(|end| end.comment.as_str()));
            }
        }
        said.retain(|text| !text.is_empty());
        said
    }

    /// The lines as a record from this root, branches in the order in which they came.
    #[must_use]
    pub fn record<P>(&self, root: P, headers: Vec<(String, String)>) -> Record<P, M> {
        let mut record = Record::of(root);
        record.headers = headers;
        record.main.comment.clone_from(&self.nodes[0].comment);
        let main: Vec<usize> = (1..=self.main_end).collect();
        self.keep(&main, &mut record.main.moves, &mut record.main.comments);
        record.ending = self.keep_end(self.main_end, main.len(), &mut record.main.comments);
        let mut known = vec![false; self.nodes.len()];
        for number in self.main_end + 1..self.nodes.len() {
            if self.nodes[number].end.is_some() || self.nodes[number].children.is_empty() {
                record.branches.push(self.branch(number, &mut known));
            }
        }
        record
    }

    /// The branch that ends at a node. `known` are the nodes of lines before it, whose comments
    /// are there.
    fn branch(&self, last: usize, known: &mut [bool]) -> Branch<M> {
        let mut path = vec![last];
        let mut at = self.nodes[last].parent;
        while at > self.main_end {
            path.push(at);
            at = self.nodes[at].parent;
        }
        path.reverse();
        let mut branch = Branch {
            at,
            moves: Vec::new(),
            comment: String::new(),
            comments: Vec::new(),
            ending: Ending::Open,
        };
        let shared = path.partition_point(|&number| known[number]);
        path.iter().for_each(|&number| known[number] = true);
        self.keep(&path, &mut branch.moves, &mut branch.comments);
        branch.comments.retain(|(played, _)| *played > shared);
        if let Some(&first) = path.get(shared)
            && !self.nodes[first].comment.is_empty()
        {
            branch.comment = branch.comments.remove(0).1;
        }
        branch.ending = self.keep_end(last, path.len(), &mut branch.comments);
        branch
    }

    /// Adds the moves of a line, and what is said about them.
    fn keep(&self, path: &[usize], moves: &mut Vec<M>, comments: &mut Vec<(usize, String)>) {
        for (played, &number) in (1..).zip(path) {
            let RecordNode { mv, comment, .. } = &self.nodes[number];
            moves.extend(mv.clone());
            if !comment.is_empty() {
                comments.push((played, comment.clone()));
            }
        }
    }

    /// How a line of N moves ends; adds what is said about the end.
    fn keep_end(&self, last: usize, plies: usize, comments: &mut Vec<(usize, String)>) -> Ending {
        let Some(LineEnd { ending, comment }) = &self.nodes[last].end else {
            return Ending::Open;
        };
        if !comment.is_empty() {
            comments.push((plies + 1, comment.clone()));
        }
        ending.clone()
    }
}

/// Adds a text on further lines.
fn add_text(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(at: usize, moves: &[u8], comment: &str, ending: Ending) -> Branch<u8> {
        Branch {
            at,
            moves: moves.to_vec(),
            comment: comment.to_string(),
            comments: Vec::new(),
            ending,
        }
    }

    /// Branches of branches, ends within them, and comments in every place.
    fn record() -> Record<(), u8> {
        let mut record = Record::of(());
        record.main = Line {
            moves: vec![1, 2, 3],
            comment: "about all".to_string(),
            comments: vec![(2, "on 2".to_string()), (4, "the end".to_string())],
        };
        record.ending = Ending::over("x");
        let mut first = line(1, &[20, 30], "on 20", Ending::Won);
        first.comments = vec![(2, "on 30".to_string()), (3, "its end".to_string())];
        let second = line(1, &[20, 30, 40], "on 40", Ending::Open);
        let after = line(3, &[4], "after all", Ending::Failed);
        record.branches = vec![
            first,
            second,
            line(1, &[20, 31], "other", Ending::Open),
            after,
        ];
        record
    }

    #[test]
    fn a_record_is_the_same_from_its_tree() {
        let record = record();
        let tree = RecordTree::of(&record);
        assert_eq!(tree.nodes().count(), 1 + 3 + 3 + 1 + 1);
        assert_eq!(tree.record((), Vec::new()), record);
        let at = tree.at(&[1, 20, 31]).unwrap();
        assert_eq!(tree.node(at).comment, "other");
        let outside = ["about all", "on 2", "the end", "after all"];
        assert_eq!(tree.said_outside(tree.at(&[1, 20]).unwrap()), outside);
        assert_eq!(tree.at(&[1, 3]), None);
        assert_eq!(RecordTree::of(&tree.record((), Vec::new())), tree);
    }

    #[test]
    fn what_is_merged_keeps_its_place() {
        let mut answer: Record<(), u8> = Record::of(());
        answer.main.moves = vec![20, 30, 41];
        answer.ending = Ending::Won;
        let mut tree = RecordTree::of(&answer);
        let other = RecordTree::of(&record());
        tree.merge(&other, other.at(&[1]).unwrap());
        let merged = tree.record((), Vec::new());
        assert_eq!(merged.main.moves, [20, 30, 41]);
        assert_eq!(merged.ending, Ending::Won);
        let own = |at: usize, text: &str| (at, text.to_string());
        // The end of a branch that the main line goes through is dropped, and its comment is not.
        let comments = [own(1, "on 20"), own(2, "on 30\nits end")];
        assert_eq!(merged.main.comments, comments);
        let lines: Vec<_> = merged
            .branches
            .iter()
            .map(|line| (line.at, &line.moves[..]))
            .collect();
        assert_eq!(
            lines,
            [(0, &[2, 3][..]), (0, &[2, 3, 4]), (2, &[40]), (1, &[31])]
        );
        assert_eq!(merged.branches[0].ending, Ending::over("x"));
        assert_eq!(merged.branches[0].comments, [own(3, "the end")]);
        assert_eq!(merged.branches[1].ending, Ending::Failed);
        assert_eq!(merged.branches[2].comment, "on 40");
    }
}
