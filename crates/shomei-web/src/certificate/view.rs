//! A node as JSON data: the position and every legal move with its answer.

use std::collections::HashMap;

use serde::Serialize;
use shomei::certificates::NodeContent;
use shomei::{AnyPosition, Error};

use super::tables::Tables;
use super::walk::{Spot, Walk, WalkMove, record_of, word_of};
use crate::boards::{self, Board};
use crate::texts::{self, Lang};

/// A node as JSON data.
#[derive(Clone, Debug, Serialize)]
pub struct NodeData {
    /// The path of the node.
    pub path: String,
    /// The number of moves from the root.
    pub ply: usize,
    /// The number of its record; null if it has none.
    pub number: Option<u64>,
    /// `choice`, `all`, `resolved` or `finished`.
    #[serde(rename = "says")]
    pub content: &'static str,
    /// The nodes of the exhaustive search of a re-solved leaf.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_nodes: Option<u64>,
    /// Whether the moves come from a search by the server: at a re-solved leaf and below it.
    pub searched: bool,
    /// The side to move; null if the game is over.
    pub mover: Option<String>,
    /// The position as text.
    pub position: String,
    /// The position as a drawing.
    pub board: Board,
    /// The moves from the root, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<LineData>>,
    /// The size of its subtree, if it has been computed.
    pub size: Option<SizeData>,
    /// The statement of the certificate as a sentence.
    pub words: String,
    /// Every legal move.
    pub moves: Vec<MoveData>,
}

/// A move of the line to a node.
#[derive(Clone, Debug, Serialize)]
pub struct LineData {
    /// The move in the notation of the game.
    pub mv: String,
    /// The readable name of the move.
    pub name: String,
    /// The side that plays it.
    pub mover: String,
}

/// A legal move and its node in the certificate.
#[derive(Clone, Debug, Serialize)]
pub struct MoveData {
    /// The move in the notation of the game.
    pub mv: String,
    /// The readable name of the move.
    pub name: String,
    /// Its number in a path; null if the certificate does not contain the move.
    pub child: Option<usize>,
    /// The number of the record to which it leads.
    pub to: Option<u64>,
    /// The kind of the position after it; null if the certificate does not contain the move.
    #[serde(rename = "says")]
    pub content: Option<&'static str>,
    /// Whether the game is over after it.
    pub finished: bool,
    /// Whether the certificate ends after the move because too few plies remain.
    pub out_of_plies: bool,
    /// The move that answers it, if one is enough.
    pub answer: Option<AnswerData>,
    /// The size of the subtree of its record.
    pub size: Option<SizeData>,
    /// The ply of the line at which its record occurs already, if the line repeats.
    pub back: Option<usize>,
    /// Whether other moves also lead to its record.
    pub also: bool,
}

/// A move that answers another one.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerData {
    /// The move in the notation of the game.
    pub mv: String,
    /// The readable name of the move.
    pub name: String,
}

/// The size of a record's subtree.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SizeData {
    /// The plies of the longest line below it; null if play can repeat.
    pub longest_line: Option<u64>,
    /// The number of records below it when transpositions are counted separately; at most 2^53.
    pub as_tree: Option<u64>,
    /// The number of moves that lead to it.
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

/// The options of a request for a node.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The language of the texts.
    pub lang: Lang,
    /// Whether the moves from the root are included.
    pub line: bool,
}

/// The node at the current position of a walk.
pub(crate) fn look(
    walk: &mut Walk,
    tables: Option<&Tables>,
    wish: Wish,
) -> Result<NodeData, Error> {
    let spot = walk.spot()?;
    let (written, position) = (spot.content(), spot.position().clone());
    let last = walk.steps().last().map(|step| step.mv.clone());
    let last = last.as_deref();
    let branches = walk.branches()?;
    let is_searched = matches!(written, NodeContent::Resolved { .. }) && !branches.is_empty();
    let content = match is_searched {
        true => walk.kind_of(&position),
        false => written,
    };
    let answer = match (content, branches.first()) {
        (NodeContent::Choice, Some(branch)) => {
            Some(boards::move_name(&position, &branch.mv, last, wish.lang))
        }
        _ => None,
    };
    let words = texts::node(
        &position,
        content,
        branches.len(),
        answer.as_deref(),
        wish.lang,
    );
    let moves = moves(walk, tables, &position, &branches, (last, wish.lang))?;
    let game = position.game();
    let is_over = matches!(content, NodeContent::Finished | NodeContent::OutOfPlies);
    Ok(NodeData {
        path: walk.path().to_string(),
        ply: walk.steps().len(),
        number: spot.number(),
        content: word_of(content),
        resolved_nodes: match written {
            NodeContent::Resolved { nodes } => spot.number().map(|_| nodes),
            _ => None,
        },
        searched: is_searched || matches!(spot, Spot::Searched { .. }),
        mover: (!is_over).then(|| game.side_name(position.to_move())),
        position: position.text(),
        board: boards::draw(&position, last, wish.lang),
        line: wish.line.then(|| line(walk, wish.lang)),
        size: spot
            .number()
            .and_then(|number| SizeData::of(tables, number)),
        words,
        moves,
    })
}

/// The moves from the root to the current position of a walk.
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

/// Every legal move of the current position of a walk, with its node in the certificate.
fn moves(
    walk: &mut Walk,
    tables: Option<&Tables>,
    position: &AnyPosition,
    branches: &[WalkMove],
    (last, lang): (Option<&str>, Lang),
) -> Result<Vec<MoveData>, Error> {
    let numbers: HashMap<&str, usize> = branches
        .iter()
        .enumerate()
        .map(|(number, branch)| (branch.mv.as_str(), number))
        .collect();
    // The reader caches its last block, so records are fetched in their order.
    let mut order: Vec<usize> = (0..branches.len()).collect();
    order.sort_by_key(|&number| record_of(&branches[number]));
    let mut nodes: Vec<Option<Spot>> = vec![None; branches.len()];
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
            None => unanswered(position, mv, name),
        });
    }
    Ok(moves)
}

/// A move that the certificate contains.
fn after(
    walk: &Walk,
    tables: Option<&Tables>,
    (branch, node): (&WalkMove, &Spot),
    name: String,
    lang: Lang,
) -> Result<MoveData, Error> {
    let to = record_of(branch);
    let content = match (node, node.content()) {
        (Spot::Searched { position, .. }, NodeContent::Resolved { .. }) => walk.kind_of(position),
        (_, content) => content,
    };
    let answer = match content {
        NodeContent::Choice => walk.children(node)?.into_iter().next(),
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
        content: Some(word_of(content)),
        finished: matches!(content, NodeContent::Finished | NodeContent::OutOfPlies),
        out_of_plies: content == NodeContent::OutOfPlies,
        answer,
        size,
        back: to.and_then(|to| walk.ply_of(to)),
        also: size.is_some_and(|size| size.parents > 1),
    })
}

/// A legal move that the certificate does not contain.
fn unanswered(position: &AnyPosition, mv: String, name: String) -> MoveData {
    let after = position.play(&mv);
    MoveData {
        name,
        child: None,
        to: None,
        content: None,
        finished: after.is_ok_and(|after| after.outcome().is_some()),
        out_of_plies: false,
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
        lang: Lang::EN,
        line: true,
    };

    #[test]
    fn a_choice_shows_the_other_moves_as_unanswered() {
        let mut walk = samples::walk(samples::SMALL);
        let node = look(&mut walk, None, EN).unwrap();
        assert_eq!(
            (node.content, node.number, node.ply),
            ("choice", Some(0), 0)
        );
        let moves: Vec<_> = node.moves.iter().map(|mv| (&mv.mv[..], mv.child)).collect();
        assert_eq!(moves, [("a", Some(0)), ("b", None)]);
        assert_eq!(node.moves[0].content, Some("all"));
        assert_eq!(node.words, "OR plays a. One move is enough.");
    }

    #[test]
    fn every_answer_is_next_to_its_move() {
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
