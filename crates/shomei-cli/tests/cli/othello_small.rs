//! Scores on the 6x6 board, compared with an independent exhaustive search.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::support::shomei_reading;

/// The offsets of the eight directions on a board of eight by eight squares, edge included.
const STEPS: [i32; 8] = [-9, -8, -7, -1, 1, 7, 8, 9];

/// The squares, seen from the side to move: 1 for its own discs, -1 for the opponent's, 0 for
/// empty, 2 for the edge.
type Board = [i8; 64];

/// The indices of the squares, beginning with A1.
fn squares() -> impl Iterator<Item = usize> {
    (1..7).flat_map(|row| (1..7).map(move |column| 8 * row + column))
}

fn start() -> Board {
    let mut board = [2; 64];
    squares().for_each(|at| board[at] = 0);
    [board[27], board[36], board[28], board[35]] = [-1, -1, 1, 1];
    board
}

/// The board after a move, seen from the other side; `None` if the move is illegal.
fn play(board: &Board, at: usize) -> Option<Board> {
    if board[at] != 0 {
        return None;
    }
    let mut next = *board;
    for step in STEPS {
        let on = |times: i32| (at as i32 + times * step) as usize;
        let others = (1..).take_while(|&times| board[on(times)] == -1).count() as i32;
        if board[on(others + 1)] == 1 {
            (1..=others).for_each(|times| next[on(times)] = 1);
        }
    }
    (next != *board).then(|| {
        next[at] = 1;
        seen_from_the_other_side(&next)
    })
}

fn seen_from_the_other_side(board: &Board) -> Board {
    board.map(|square| if square == 2 { 2 } else { -square })
}

/// The moves with the boards after them; only a pass if no other move is legal; empty at the end of
/// the game.
fn moves(board: &Board) -> Vec<(String, Board)> {
    let name = |at: usize| format!("{}{}", char::from(b'A' + (at % 8) as u8 - 1), at / 8);
    let own = squares().filter_map(|at| Some((name(at), play(board, at)?)));
    let own: Vec<_> = own.collect();
    let other = seen_from_the_other_side(board);
    let may_pass = own.is_empty() && squares().any(|at| play(&other, at).is_some());
    match may_pass {
        true => vec![("--".to_string(), other)],
        false => own,
    }
}

/// The final lead. Empty squares count for the side with more discs.
fn lead(board: &Board) -> i32 {
    let count = |wanted: i8| squares().filter(|&at| board[at] == wanted).count() as i32;
    let (own, other, empty) = (count(1), count(-1), count(0));
    own - other + (own - other).signum() * empty
}

/// The exact score for the side to move.
fn score(board: &Board, known: &mut HashMap<Board, i32>) -> i32 {
    if let Some(&score) = known.get(board) {
        return score;
    }
    let moves = moves(board);
    let best = moves.iter().map(|(_, next)| -score(next, known)).max();
    let found = best.unwrap_or_else(|| lead(board));
    known.insert(*board, found);
    found
}

/// Deterministic random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A board and the side to move: 0 for Black.
type Place = (Board, usize);

fn text((board, mover): &Place) -> String {
    let [own, other] = [["X", "O"], ["O", "X"]][*mover];
    let square = |at: usize| match board[at] {
        1 => own,
        -1 => other,
        _ => "-",
    };
    squares().map(square).collect::<String>() + " " + own
}

/// A position of a random game with at most `most` empty squares, and a random line from it to the
/// end; `None` if the game ends before.
fn position(random: &mut Random, most: usize) -> Option<(Place, Vec<(String, Place)>)> {
    let empties = |board: &Board| squares().filter(|&at| board[at] == 0).count();
    let mut place = (start(), 0);
    while empties(&place.0) > most {
        place = step(random, &place)?.1;
    }
    let (root, mut line) = (place, Vec::new());
    while let Some((mv, next)) = step(random, &place) {
        line.push((mv, next));
        place = next;
    }
    Some((root, line))
}

fn step(random: &mut Random, (board, mover): &Place) -> Option<(String, Place)> {
    let mut moves = moves(board);
    if moves.is_empty() {
        return None;
    }
    let (mv, next) = moves.swap_remove(random.below(moves.len()));
    Some((mv, (next, 1 - mover)))
}

/// Five hundred positions with up to eight empty squares; some are finished.
fn positions() -> Vec<(Place, Vec<(String, Place)>)> {
    let mut random = Random(20_261_125);
    let mut all = Vec::new();
    while all.len() < 500 {
        let most = random.below(9);
        all.extend(position(&mut random, most));
    }
    all
}

fn objects_of(list: &str, command: &str, options: &[&str]) -> Vec<Map<String, Value>> {
    let usual = [
        command, "othello", "@-", "--rules", "board=6", "--memory", "1MiB", "--json",
    ];
    let run = shomei_reading(list, usual.into_iter().chain(options.iter().copied()));
    assert_eq!(run.code, 0, "{}", run.err);
    run.objects()
}

#[test]
fn scores_on_the_small_board_match_an_exhaustive_search() {
    let (positions, mut known) = (positions(), HashMap::new());
    let list: String = positions
        .iter()
        .map(|(place, _)| text(place) + "\n")
        .collect();
    let alone = objects_of(&list, "solve", &["--score"]);
    let with_moves = objects_of(&list, "solve", &["--moves", "--score"]);
    let mut finished = 0;
    for (i, (place, _)) in positions.iter().enumerate() {
        let (board, name) = (&place.0, text(place));
        let expected = score(board, &mut known);
        for object in [&alone[i], &with_moves[i]] {
            assert_eq!(object["position"], name);
            assert_eq!(object["rules"], "standard,board=6");
            assert_eq!(object["score"], expected, "{name}");
        }
        let found = with_moves[i]["moves"].as_array().unwrap();
        let expected = moves(board);
        assert_eq!(found.len(), expected.len(), "{name}");
        for (mv, next) in &expected {
            let same = |object: &&Value| object["move"] == mv.as_str();
            let object = found.iter().find(same).unwrap();
            assert_eq!(object["score"], -score(next, &mut known), "{name}: {mv}");
        }
        finished += usize::from(expected.is_empty());
    }
    assert_eq!((alone.len(), with_moves.len()), (500, 500));
    assert!(finished > 10, "{finished}");
}

#[test]
fn a_review_on_the_small_board_reports_the_loss_of_each_move() {
    let mut positions = positions();
    positions.retain(|(_, line)| !line.is_empty());
    let lines = positions.iter().map(|(place, line)| {
        let moves: Vec<&str> = line.iter().map(|(mv, _)| mv.as_str()).collect();
        format!("{} moves {}\n", text(place), moves.join(" "))
    });
    let list: String = lines.collect();
    let rows = objects_of(&list, "review", &[]);
    let (mut known, mut next, mut lost) = (HashMap::new(), rows.iter(), 0);
    for (place, line) in &positions {
        let mut before = *place;
        for (mv, after) in line {
            let row = next.next().unwrap();
            let name = format!("{} {mv}", text(&before));
            assert_eq!(
                (&row["position"], &row["move"]),
                (&text(&before).into(), &mv.as_str().into())
            );
            let [could, did] = [score(&before.0, &mut known), -score(&after.0, &mut known)];
            assert_eq!(row["before"], Value::from(vec![could, could]), "{name}");
            assert_eq!(row["after"], Value::from(vec![did, did]), "{name}");
            assert_eq!(
                row["loses"],
                Value::from(vec![could - did, could - did]),
                "{name}"
            );
            lost += i32::from(could > did);
            before = *after;
        }
    }
    assert!(next.next().is_none());
    assert!(lost > 300, "{lost}");
}

/// A line of a list may give the rules of the small board and the condition for a win. The score
/// does not depend on that condition.
#[test]
fn the_score_is_the_same_whatever_counts_as_a_win() {
    let mut known = HashMap::new();
    let some = positions().into_iter().take(40);
    let some: Vec<Place> = some.map(|(place, _)| place).collect();
    for rules in [
        "board=6",
        "black>=4,board=6",
        "white>=-6,board=6",
        "先手>=0,board=6",
    ] {
        let line = |place: &Place| {
            format!(
                "{} ; attacker=black ; value=unknown ; rules={rules}\n",
                text(place)
            )
        };
        let list: String = some.iter().map(line).collect();
        let run = shomei_reading(&list, ["solve", "othello", "@-", "--score", "--json"]);
        assert_eq!(run.code, 0, "{run:?}");
        for (object, place) in run.objects().iter().zip(&some) {
            assert_eq!(object["score"], score(&place.0, &mut known), "{rules}");
        }
    }
}
