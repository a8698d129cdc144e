//! A node as it is shown: the position, and every legal move with what answers it.

use std::collections::HashMap;

use serde::Serialize;
use shomei::certificates::{Branch, Node, Says};
use shomei::{AnyPosition, Error};

use super::tables::Tables;
use super::walk::{Walk, record_of, word_of};
use crate::boards::{self, Board};
use crate::words::{self, Lang};

/// A node as data.
#[derive(Clone, Debug, Serialize)]
pub struct NodeData {
    /// Its address.
    pub path: String,
    /// How many moves lead to it.
    pub ply: usize,
    /// The number of its record; null where the rules decide the position.
    pub number: Option<u64>,
    /// `choice`, `all`, `resolved` or `finished`.
    pub says: &'static str,
    /// The nodes of the plain search, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_nodes: Option<u64>,
    /// The side to move; null where the play is over.
    pub mover: Option<String>,
    /// The position as text.
    pub position: String,
    /// The position as a drawing.
    pub board: Board,
    /// The moves from the root, where they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<LineData>>,
    /// What hangs on it, as far as that is known by now.
    pub size: Option<SizeData>,
    /// What is said about it, as a sentence.
    pub words: String,
    /// Every legal move.
    pub moves: Vec<MoveData>,
}

/// A move of the line that leads to a node.
#[derive(Clone, Debug, Serialize)]
pub struct LineData {
    /// The move as the game writes it.
    pub mv: String,
    /// The move for people.
    pub name: String,
    /// The side that plays it.
    pub mover: String,
}

/// A legal move and what the certificate says of it.
#[derive(Clone, Debug, Serialize)]
pub struct MoveData {
    /// The move as the game writes it.
    pub mv: String,
    /// The move for people.
    pub name: String,
    /// Its number in a path; null where the certificate says nothing of it.
    pub child: Option<usize>,
    /// The record that it leads to.
    pub to: Option<u64>,
    /// What the certificate says about the position after it; null where it says nothing.
    pub says: Option<&'static str>,
    /// Whether the play is over after it.
    pub finished: bool,
    /// The one move that answers it.
    pub answer: Option<AnswerData>,
    /// What hangs on it.
    pub size: Option<SizeData>,
    /// At which ply of this line its record stands already: the play goes round.
    pub back: Option<usize>,
    /// Whether other moves lead to its record, too.
    pub also: bool,
}

/// A move that answers another one.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerData {
    /// The move as the game writes it.
    pub mv: String,
    /// The move for people.
    pub name: String,
}

/// What hangs on a record.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SizeData {
    /// The plies of the longest line below it; null where play may go round.
    pub longest_line: Option<u64>,
    /// How many records there are below it, when all lines are drawn apart; at most 2^53.
    pub as_tree: Option<u64>,
    /// How many moves lead to it.
    pub parents: u64,
}

/// Numbers above this are not exact in a browser.
const MOST_EXACT: u64 = 1 << 53;

impl SizeData {
    fn of(tables: Option<&Tables>, number: u64) -> Option<SizeData> {
        let size = tables?.size(number)?;
        Some(SizeData {
            longest_line: size.longest_line,
            as_tree: size.as_tree.map(|records| records.min(MOST_EXACT)),
            parents: size.parents,
        })
    }
}

/// What is wanted of a node.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The language of the texts.
    pub lang: Lang,
    /// Whether the moves from the root are wanted.
    pub line: bool,
}

/// The node where a walk is.
pub(crate) fn look(
    walk: &mut Walk,
    tables: Option<&Tables>,
    wish: Wish,
) -> Result<NodeData, Error> {
    let node = walk.node()?;
    let (says, position) = (node.says(), node.position().clone());
    let last = walk.steps().last().map(|step| step.mv.clone());
    let last = last.as_deref();
    let branches = walk.branches()?;
    let answer = match (says, branches.first()) {
        (Says::Choice, Some(branch)) => {
            Some(boards::move_name(&position, &branch.mv, last, wish.lang))
        }
        _ => None,
    };
    let words = words::node(
        &position,
        says,
        branches.len(),
        answer.as_deref(),
        wish.lang,
    );
    let moves = moves(walk, tables, &position, &branches, (last, wish.lang))?;
    let game = position.game();
    let is_over = says == Says::Finished;
    Ok(NodeData {
        path: walk.path().to_string(),
        ply: walk.steps().len(),
        number: node.number(),
        says: word_of(says),
        resolved_nodes: match says {
            Says::Resolved { nodes } => Some(nodes),
            _ => None,
        },
        mover: (!is_over).then(|| game.side_name(position.to_move())),
        position: position.text(),
        board: boards::draw(&position, last, wish.lang),
        line: wish.line.then(|| line(walk, wish.lang)),
        size: node
            .number()
            .and_then(|number| SizeData::of(tables, number)),
        words,
        moves,
    })
}

/// The moves that lead to where a walk is.
fn line(walk: &Walk, lang: Lang) -> Vec<LineData> {
    let mut last = None;
    let steps = walk.steps().iter().enumerate();
    steps
        .map(|(place, step)| {
            let before = walk.position_before(place);
            let name = boards::move_name(before, &step.mv, last, lang);
            last = Some(step.mv.as_str());
            LineData {
                name,
                mv: step.mv.clone(),
                mover: before.game().side_name(before.to_move()),
            }
        })
        .collect()
}

/// Every legal move of the position where a walk is, with what the certificate says of it.
fn moves(
    walk: &mut Walk,
    tables: Option<&Tables>,
    position: &AnyPosition,
    branches: &[Branch],
    (last, lang): (Option<&str>, Lang),
) -> Result<Vec<MoveData>, Error> {
    let numbers: HashMap<&str, usize> = branches
        .iter()
        .enumerate()
        .map(|(number, branch)| (branch.mv.as_str(), number))
        .collect();
    // The block that was read last is kept, so records are fetched in their order.
    let mut order: Vec<usize> = (0..branches.len()).collect();
    order.sort_by_key(|&number| record_of(&branches[number]));
    let mut nodes: Vec<Option<Node>> = vec![None; branches.len()];
    for number in order {
        nodes[number] = Some(walk.after(&branches[number])?);
    }
    let mut moves = Vec::new();
    for mv in position.moves() {
        let name = boards::move_name(position, &mv, last, lang);
        let number = numbers.get(mv.as_str()).copied();
        let found = number.and_then(|number| Some((&branches[number], nodes[number].as_ref()?)));
        moves.push(match found {
            Some((branch, node)) => MoveData {
                child: number,
                ..after(walk, tables, (branch, node), name, lang)?
            },
            None => unspoken(position, mv, name),
        });
    }
    Ok(moves)
}

/// A move that the certificate speaks of.
fn after(
    walk: &Walk,
    tables: Option<&Tables>,
    (branch, node): (&Branch, &Node),
    name: String,
    lang: Lang,
) -> Result<MoveData, Error> {
    let to = record_of(branch);
    let answer = match node.says() {
        Says::Choice => walk.children(node)?.into_iter().next(),
        _ => None,
    };
    let answer = answer.map(|answer| AnswerData {
        name: boards::move_name(node.position(), &answer.mv, Some(&branch.mv), lang),
        mv: answer.mv,
    });
    let size = to.and_then(|to| SizeData::of(tables, to));
    Ok(MoveData {
        mv: branch.mv.clone(),
        name,
        child: None,
        to,
        says: Some(word_of(node.says())),
        finished: node.says() == Says::Finished,
        answer,
        size,
        back: to.and_then(|to| walk.ply_of(to)),
        also: size.is_some_and(|size| size.parents > 1),
    })
}

/// A legal move of which the certificate says nothing.
fn unspoken(position: &AnyPosition, mv: String, name: String) -> MoveData {
    let after = position.play(&mv);
    MoveData {
        name,
        child: None,
        to: None,
        says: None,
        finished: after.is_ok_and(|after| after.outcome().is_some()),
        answer: None,
        size: None,
        back: None,
        also: false,
        mv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;

    const EN: Wish = Wish {
        lang: Lang::En,
        line: true,
    };

    #[test]
    fn a_choice_shows_the_other_moves_as_unspoken() {
        let mut walk = samples::walk(samples::SMALL);
        let node = look(&mut walk, None, EN).unwrap();
        assert_eq!((node.says, node.number, node.ply), ("choice", Some(0), 0));
        let moves: Vec<_> = node.moves.iter().map(|mv| (&mv.mv[..], mv.child)).collect();
        assert_eq!(moves, [("a", Some(0)), ("b", None)]);
        assert_eq!(node.moves[0].says, Some("all"));
        assert_eq!(node.words, "OR plays a: one move is enough.");
    }

    #[test]
    fn every_answer_stands_beside_its_move() {
        let mut walk = samples::walk(samples::SMALL);
        walk.go(&"0".parse().unwrap()).unwrap();
        let node = look(&mut walk, None, EN).unwrap();
        let line = node.line.unwrap();
        assert_eq!(
            (line.len(), &line[0].mv[..], &line[0].mover[..]),
            (1, "a", "or")
        );
        let answers: Vec<_> = node.moves.iter().map(|mv| mv.answer.as_ref()).collect();
        assert!(answers[0].is_none() && node.moves[0].finished);
        assert_eq!(answers[1].unwrap().mv, "Won");
        assert_eq!(node.moves[1].child, Some(1));
    }

    #[test]
    fn a_move_that_leads_back_says_to_which_ply() {
        let mut walk = samples::walk(samples::LOOP);
        walk.go(&"0".parse().unwrap()).unwrap();
        let node = look(&mut walk, None, EN).unwrap();
        assert_eq!(node.moves[0].back, Some(0), "{node:?}");
    }
}
