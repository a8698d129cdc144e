//! Compares the scores of all moves with an exhaustive search with independent rules.
//!
//! `SHOMEI_SCORES=50,16` uses fifty positions of sixteen empty squares instead of a few small ones.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

use shomei::{Kinds, Question, Session};
use shomei_testkit::random::Dice;

/// An independent, simple and slow implementation of Othello.
mod plain {
    /// The steps of the eight directions on a board of ten by ten squares with an edge.
    const STEPS: [i32; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

    /// The content of a square, from the view of the side to move: 1 its own disc, -1 the other's,
    /// 0 empty, 2 the edge.
    pub(super) type Board = [i8; 100];

    pub(super) fn start() -> Board {
        let mut board = [2; 100];
        for row in 1..9 {
            board[10 * row + 1..10 * row + 9].fill(0);
        }
        [board[44], board[55], board[45], board[54]] = [-1, -1, 1, 1];
        board
    }

    /// The square with a name of a letter and a digit.
    pub(super) fn name(at: usize) -> String {
        format!("{}{}", char::from(b'A' + (at % 10) as u8 - 1), at / 10)
    }

    pub(super) fn empties(board: &Board) -> usize {
        board.iter().filter(|&&square| square == 0).count()
    }

    fn flips(board: &Board, at: usize) -> Vec<usize> {
        let mut all = Vec::new();
        for step in STEPS {
            let on = |times: i32| (at as i32 + times * step) as usize;
            let others = (1..).take_while(|&times| board[on(times)] == -1).count() as i32;
            if others > 0 && board[on(others + 1)] == 1 {
                all.extend((1..=others).map(on));
            }
        }
        all
    }

    /// The board after a move, from the view of the other side; `None` for an illegal move.
    pub(super) fn play(board: &Board, at: usize) -> Option<Board> {
        if board[at] != 0 {
            return None;
        }
        let flips = flips(board, at);
        if flips.is_empty() {
            return None;
        }
        let mut next = *board;
        next[at] = 1;
        for square in flips {
            next[square] = 1;
        }
        Some(turned(&next))
    }

    pub(super) fn turned(board: &Board) -> Board {
        board.map(|square| if square == 2 { 2 } else { -square })
    }

    /// The moves and the boards after them, those with the fewest replies first.
    pub(super) fn moves(board: &Board) -> Vec<(usize, Board)> {
        (11..89)
            .filter_map(|at| Some((at, play(board, at)?)))
            .collect()
    }

    /// The discs of the side to move minus those of the other side; empty squares count for the
    /// winner.
    fn result(board: &Board) -> i32 {
        let discs = |side| board.iter().filter(|&&square| square == side).count() as i32;
        let (own, other, empty) = (discs(1), discs(-1), discs(0));
        own - other + empty * (own - other).signum()
    }

    /// The score of the side to move if it lies between these bounds, else a bound on the same
    /// side.
    pub(super) fn score(board: &Board, low: i32, high: i32) -> i32 {
        let mut moves = moves(board);
        if moves.is_empty() {
            let other = turned(board);
            return match self::moves(&other).is_empty() {
                true => result(board),
                false => -score(&other, -high, -low),
            };
        }
        if empties(board) > 5 {
            moves.sort_by_cached_key(|(_, next)| self::moves(next).len());
        }
        let mut best = -64;
        for (_, next) in moves {
            best = best.max(-score(&next, -high, -low.max(best)));
            if best >= high {
                break;
            }
        }
        best
    }
}

/// A position with this number of empty squares and a legal move, and its side to move.
fn somewhere(dice: &mut Dice, empties: usize) -> (plain::Board, bool) {
    loop {
        let (mut board, mut is_black) = (plain::start(), true);
        while plain::empties(&board) > empties {
            let moves = plain::moves(&board);
            board = match moves.len() {
                0 => plain::turned(&board),
                many => moves[dice.below(many)].1,
            };
            is_black = !is_black;
            let is_over =
                plain::moves(&board).is_empty() && plain::moves(&plain::turned(&board)).is_empty();
            if is_over {
                break;
            }
        }
        if plain::empties(&board) == empties && !plain::moves(&board).is_empty() {
            return (board, is_black);
        }
    }
}

#[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
fn text(board: &plain::Board, is_black: bool) -> String {
    let sign = |square: i8| match (square, is_black) {
        (1, true) | (-1, false) => Some('X'),
        (1, false) | (-1, true) => Some('O'),
        (0, _) => Some('-'),
        _ => None,
    };
    let squares: String = board.iter().copied().filter_map(sign).collect();
    format!("{squares} {}", if is_black { 'X' } else { 'O' })
}

#[test]
fn scores_of_moves_are_those_of_every_line_played_out() {
    let wanted = std::env::var("SHOMEI_SCORES").unwrap_or_else(|_| "12,9".into());
    let (positions, empties) = wanted.split_once(',').unwrap();
    let (positions, empties): (u64, usize) = (positions.parse().unwrap(), empties.parse().unwrap());
    let game = Kinds::builtin().open("othello", "").unwrap();
    let mut session = Session::new(&game).unwrap();
    let mut moves = 0;
    for seed in 0..positions {
        let mut dice = Dice::new(seed);
        let (board, is_black) = somewhere(&mut dice, empties);
        let text = text(&board, is_black);
        let root = game.position(&text).unwrap();
        let answered = session.ask(&root, Question::MoveScores).unwrap();
        let ranked = answered.moves();
        let all = plain::moves(&board);
        assert_eq!(ranked.len(), all.len(), "{text}");
        for (at, next) in all {
            let name = plain::name(at);
            let score = -plain::score(&next, -64, 64);
            let known = ranked.iter().find(|known| known.mv == name).unwrap();
            assert_eq!(known.bounds, Some([score, score]), "{text}: {name}");
            moves += 1;
        }
        let best = ranked[0].bounds.unwrap()[0];
        assert_eq!(answered.score().unwrap().bounds, [best, best], "{text}");
        assert!(
            ranked.is_sorted_by_key(|known| -known.bounds.unwrap()[0]),
            "{text}"
        );
    }
    println!("{positions} positions of {empties} empty squares, {moves} moves");
}
