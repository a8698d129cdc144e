//! Lines of play are complete: `shogi_legality_lite`, an independent implementation of the rules,
//! plays them to a mate.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
#![allow(clippy::print_stdout, reason = "prints how many lines were played")]

use std::path::{Path, PathBuf};

use shogi_core::{PartialPosition, Piece, PieceKind};
use shogi_legality_lite::{all_checks_partial, all_legal_moves_partial};
use shomei::SearchConfig;
use shomei::solving::{Solution, Task, solve};
use shomei_game::{Game, Goal, Notation, Role, Side, Status};
use shomei_search::registry::{Settings, find};
use shomei_search::{Answer, Limits, Silent};
use shomei_shogi::{Kind, Move, Position, Rules, Shogi, Square};

mod theirs;

use theirs::{KINDS, theirs};

/// A position for which a cyclic line of 101 plies or more was found: its table leads back to
/// positions of the line.
const ROUND: &str = "2B1n1R2/7Gp/4+N4/6rk1/4sNl2/9/2+p2NsG1/5+B3/1s1P3s1 b 2g3l15p 1";

fn ours(mv: shogi_core::Move) -> Move {
    let square = |s: shogi_core::Square| Square::at(s.file(), s.rank()).unwrap();
    let kind = |kind: PieceKind| -> Kind { KINDS.iter().find(|known| known.1 == kind).unwrap().0 };
    match mv {
        shogi_core::Move::Normal { from, to, promote } => match promote {
            true => Move::promoting(square(from), square(to)),
            false => Move::new(square(from), square(to)),
        },
        shogi_core::Move::Drop { piece, to } => Move::drop(kind(piece.piece_kind()), square(to)),
    }
}

/// The pawn drops of the side to move whose opponent has no king: computed by the rules for a
/// lance, on files without a pawn of that side.
fn pawn_drops(board: &PartialPosition) -> Vec<shogi_core::Move> {
    let side = board.side_to_move();
    let [pawn, lance] = [PieceKind::Pawn, PieceKind::Lance].map(|kind| Piece::new(kind, side));
    let mut with_lance = board.clone();
    let hand = with_lance.hand_of_a_player_mut(side);
    if hand.count(PieceKind::Pawn).unwrap_or(0) == 0 {
        return Vec::new();
    }
    if hand.count(PieceKind::Lance) == Some(0) {
        *hand = hand.added(PieceKind::Lance).unwrap();
    }
    let has_pawn = |file| {
        let mut squares = shogi_core::Square::all().filter(|square| square.file() == file);
        squares.any(|square| board.piece_at(square) == Some(pawn))
    };
    let drops = all_legal_moves_partial(&with_lance).into_iter();
    let drops = drops.filter_map(|mv| match mv {
        shogi_core::Move::Drop { piece, to } if piece == lance && !has_pawn(to.file()) => {
            Some(shogi_core::Move::Drop { piece: pawn, to })
        }
        _ => None,
    });
    drops.collect()
}

/// Whether a line mates by the independent rules, with a check at each move of the attacker.
fn mates(game: &Shogi, root: &Position, line: &[String]) -> bool {
    let (mut position, mut board) = (*root, theirs(root));
    for text in line {
        let mv = game.parse_move(&position, text).unwrap();
        let side = position.to_move();
        let mut allowed = all_legal_moves_partial(&board);
        if game.role(&position) == Role::Attacker {
            // The other crate includes moves that leave the mover's own king in check.
            let checks = all_checks_partial(&board);
            allowed.retain(|mv| checks.contains(mv));
        } else if position.king(side.opponent()).is_none() {
            // The other crate drops no pawn if there is no king to mate. With a lance instead, it
            // shows whether the square allows a drop.
            allowed.extend(pawn_drops(&board));
        }
        let Some(their) = allowed.into_iter().find(|&their| ours(their) == mv) else {
            println!("not allowed by the others: {text}");
            return false;
        };
        board.make_move(their).unwrap();
        position = game.play(&position, mv);
    }
    game.status(&position) == Status::Won
        && all_legal_moves_partial(&board).is_empty()
        && (position.king(position.to_move().opponent()).is_some() || pawn_drops(&board).is_empty())
}

fn solved(game: &Shogi, root: &Position, memory: usize, nodes: Option<u64>) -> Solution {
    let mut settings = Settings::default();
    settings.set("schedule", "sum/weak");
    let task = Task::from(SearchConfig {
        memory,
        limits: Limits {
            nodes,
            ..Limits::default()
        },
        ..SearchConfig::new(find("df-pn").unwrap(), settings)
    });
    solve(game, root, &task, &mut Silent, None).unwrap()
}

/// Solves a position within a limit of nodes; returns the plies of its line if there is a mate.
fn plies(text: &str, memory: usize, nodes: Option<u64>) -> Option<usize> {
    let game = Shogi::new(Rules::Tsume, Goal::win(Side::First));
    let root = game.parse_position(text).unwrap();
    let game = Shogi::new(Rules::Tsume, Goal::win(root.to_move()));
    if game.check_goal(&root).is_err() {
        return None;
    }
    let solution = solved(&game, &root, memory, nodes);
    if solution.report.answer != Answer::Proved {
        return None;
    }
    if solution.line.is_cut {
        assert!(nodes.is_some(), "cut without a limit: {text}");
        println!("cut by the limit: {text}");
        return None;
    }
    assert!(
        mates(&game, &root, &solution.line.moves),
        "{text}: {solution:?}"
    );
    Some(solution.line.moves.len())
}

/// The position in a line of a list, in any notation.
fn position_of(line: &str) -> Option<&str> {
    let line = line.split(" ; ").next()?.split(" moves ").next()?;
    let text = line.split('\t').find(|part| part.contains('/'))?;
    (!line.starts_with('#')).then_some(text.trim())
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/shogi.txt")
}

#[test]
fn lines_of_the_corpus_end_in_mate() {
    let text = std::fs::read_to_string(corpus()).unwrap();
    let mut lines = 0;
    for position in text.lines().filter_map(position_of) {
        for memory in [64 << 10, 4 << 20] {
            lines += usize::from(plies(position, memory, Some(1_000_000)).is_some());
        }
    }
    assert!(lines > 40, "{lines}");
}

#[test]
#[ignore = "a million nodes"]
fn a_table_that_leads_round_has_a_whole_line() {
    for memory in [64 << 20, 1 << 30] {
        assert!(plies(ROUND, memory, None).is_some());
    }
}

/// All positions of the files in `SHOMEI_LINES`, one per line; the file names are separated like
/// paths.
#[test]
#[ignore = "reads the files named in SHOMEI_LINES"]
fn lines_of_many_files_end_in_mate() {
    let files = std::env::var_os("SHOMEI_LINES").expect("SHOMEI_LINES names files");
    let (mut lines, mut longest) = (0, 0);
    for file in std::env::split_paths(&files) {
        let text = std::fs::read_to_string(&file).unwrap();
        for position in text.lines().filter_map(position_of) {
            if let Some(plies) = plies(position, 64 << 20, Some(4_000_000)) {
                lines += 1;
                longest = longest.max(plies);
            }
        }
        println!("{lines} whole lines, the longest of {longest} plies");
    }
    assert!(lines > 0);
}
