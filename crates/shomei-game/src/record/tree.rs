//! All lines of a record as one tree, in which a move that lines share occurs once.
//!
//! Writing files with branches, comparing records and merging them all use the tree; [`Record`]
//! contains the same lines as a list.

use super::{Branch, Ending, Line, Record};

/// The lines of a record. Node 0 is the root, and every parent has a smaller number than its
/// children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordTree<M> {
    nodes: Vec<RecordNode<M>>,
    /// The last node of the main line; nodes 1 to `main_end` are the main line, in order.
    main_end: usize,
}

/// A position of a record: the root, or the position after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordNode<M> {
    /// The move that leads here; the root has none.
    pub mv: Option<M>,
    /// The node before that move; for the root, the root itself.
    pub parent: usize,
    /// The comment on the move; at the root, on the record.
    pub comment: String,
    /// The next moves: first the one that continues the line, then its alternatives.
    pub children: Vec<usize>,
    /// How a line ends here, if one does. All children of such a node are branches.
    pub end: Option<LineEnd>,
}

/// The end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEnd {
    /// How it ends.
    pub ending: Ending,
    /// The comment on the end itself, after the last move.
    pub comment: String,
}

impl<M: Clone + PartialEq> Default for RecordTree<M> {
    fn default() -> RecordTree<M> {
        RecordTree::new()
    }
}

impl<M: Clone + PartialEq> RecordTree<M> {
    /// A root without moves. Add the main line first, call [`end_main`](Self::end_main), then add
    /// the branches.
    #[must_use]
    pub fn new() -> RecordTree<M> {
        let mut tree = RecordTree {
            nodes: Vec::new(),
            main_end: 0,
        };
        tree.push(None, 0);
        tree
    }

    /// The tree of all lines of a record.
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

    /// Adds a line and returns its last node. `comment` goes to the first move that only this line
    /// has, or to its last move if there is none; the numbers in `comments` count from `at`.
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

    /// The node after a move; it is added if it is missing.
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

    /// Appends text to the comment of a node.
    pub fn say(&mut self, node: usize, comment: &str) {
        add_text(&mut self.nodes[node].comment, comment);
    }

    /// Ends the main line at a node, as open unless [`end`](Self::end) has given an ending.
    pub fn end_main(&mut self, node: usize) {
        self.end(node, &Ending::Open, "");
        self.main_end = node;
    }

    /// Ends a line at a node. The first ending given for a node counts. No line can end within the
    /// main line, so the comment on such an end is appended to the comment of the move.
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
    /// If there is no such node.
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

    /// The node after these moves, if the record contains them.
    #[must_use]
    pub fn at<'m>(&self, moves: impl IntoIterator<Item = &'m M>) -> Option<usize>
    where
        M: 'm,
    {
        let mut moves = moves.into_iter();
        moves.try_fold(0, |node, mv| self.find(node, mv))
    }

    /// Merges the subtree of another tree at node `from`, as if that node were the root of this
    /// tree. The main line is unchanged: other moves become branches, comments are kept at their
    /// moves, and only an ending within the main line is dropped.
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
            // An equal comment is not added twice.
            if self.nodes[ours].comment != *comment {
                self.say(ours, comment);
            }
            let has_content =
                |end: &&LineEnd| end.ending != Ending::Open || !end.comment.is_empty();
            if let Some(end) = end.as_ref().filter(has_content) {
                self.end(ours, &end.ending, &end.comment);
            }
            waiting.extend(children.iter().rev().map(|&child| (child, ours)));
        }
    }

    /// All comments outside the subtree of a node, in the order of the nodes.
    #[must_use]
    pub fn comments_outside(&self, node: usize) -> Vec<&str> {
        let mut is_inside = vec![false; self.nodes.len()];
        let mut comments = Vec::new();
        for (number, found) in self.nodes.iter().enumerate() {
            is_inside[number] = number == node || is_inside[found.parent];
            if !is_inside[number] {
                comments.push(found.comment.as_str());
                comments.extend(found.end.iter().map(|end| end.comment.as_str()));
            }
        }
        comments.retain(|text| !text.is_empty());
        comments
    }

    /// The lines as a record with this root, branches in the order in which they were added.
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

    /// The branch that ends at a node. `known` marks the nodes of earlier lines, whose comments are
    /// already written.
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

    /// Adds the moves of a line and their comments.
    fn keep(&self, path: &[usize], moves: &mut Vec<M>, comments: &mut Vec<(usize, String)>) {
        for (played, &number) in (1..).zip(path) {
            let RecordNode { mv, comment, .. } = &self.nodes[number];
            moves.extend(mv.clone());
            if !comment.is_empty() {
                comments.push((played, comment.clone()));
            }
        }
    }

    /// The ending of a line of N moves; adds the comment on the end.
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

/// Appends a text on new lines.
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

    /// Branches of branches, ends within them, and comments at every possible place.
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
        assert_eq!(tree.comments_outside(tree.at(&[1, 20]).unwrap()), outside);
        assert_eq!(tree.at(&[1, 3]), None);
        assert_eq!(RecordTree::of(&tree.record((), Vec::new())), tree);
    }

    #[test]
    fn merged_lines_keep_their_place() {
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
        // The ending of a branch that the main line continues is dropped; its comment is kept.
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
