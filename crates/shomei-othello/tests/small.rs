//! The board of 6 by 6 squares: texts, errors of refused texts, and values.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Game, Goal, Kind, KnownScore, Notation, Records, Scored, Side};
use shomei_othello::endgame::Solver;
use shomei_othello::{Move, Othello, Position, PositionError, Size, obf};
use shomei_testkit::conformance;

const START: &str = "--------------OX----XO-------------- X";
/// After b3.
const ONE: &str = "-------------XXX----XO-------------- O";
const USUAL: &str = "---------------------------OX------XO--------------------------- X";

fn game(rules: &str) -> Othello {
    Othello::open(rules, Goal::win(Side::First)).unwrap()
}

fn read(text: &str) -> String {
    let game = game("board=6");
    let position = game.parse_position(text);
    game.format_position(&position.unwrap_or_else(|e| panic!("{text}: {e}")))
}

fn error(text: &str) -> String {
    let error = game("board=6").parse_position(text).unwrap_err();
    error.to_string()
}

#[test]
fn rules_and_starts() {
    let game = game("board=6");
    assert_eq!(game.rules(), "standard,board=6");
    assert_eq!(game.start(), Position::start_on(Size::Six));
    assert_eq!(game.format_position(&game.start()), START);
    assert_eq!(game.size(), Size::Six);
    let asked = game.with_least_score(Side::Second, 4).unwrap();
    assert_eq!(asked.rules(), "white>=4,board=6");
    assert_eq!(asked.start(), game.start());
    assert_eq!(game.range().unwrap().greatest, 36);
    let games = ["", "black>=0", "board=6", "black>=0,board=6", "black>=2"].map(self::game);
    conformance::check_rules(&games).unwrap_or_else(|breach| panic!("{breach}"));
}

#[test]
fn forms() {
    for text in [START, "start", " start moves ", "start moves"] {
        assert_eq!(read(text), START, "{text}");
    }
    for text in [
        "b3",
        "start moves B3",
        &format!("{START} moves b3"),
        ONE,
        &format!("{ONE}; B2:+4; D2:-4; % text"),
    ] {
        assert_eq!(read(text), ONE, "{text}");
    }
    let game = game("board=6");
    let position = game.parse_position(ONE).unwrap();
    let moves = ["B2", "D2", "B4"].map(|text| game.parse_move(&position, text).unwrap());
    assert!(moves.iter().all(|&mv| position.is_legal(mv)));
    let scores = [KnownScore {
        mv: "B2".into(),
        score: -36,
    }];
    let line = obf(&position, &scores, None);
    assert_eq!(line, format!("{ONE}; B2:-36;"));
    assert_eq!(game.known_scores(&line).unwrap(), scores);
}

#[test]
fn diagrams() {
    let game = game("board=6");
    let diagram = game.diagram(&game.start());
    let expected = "  a b c d e f
1 - - - - - - 1
2 - - + - - - 2
3 - + O X - - 3
4 - - X O + - 4
5 - - - + - - 5
6 - - - - - - 6
  a b c d e f
X Black 2, O White 2, empty 32
Black to move: + marks its moves";
    assert_eq!(diagram, expected);
    assert_eq!(read(&diagram), START);
    assert_eq!(
        error(&self::game("").diagram(&Position::start())),
        "line 1, column 3: expected the letters of the files, a b c d e f"
    );
    assert_eq!(
        self::game("")
            .parse_position(&diagram)
            .unwrap_err()
            .to_string(),
        "line 1, column 3: expected the letters of the files, a b c d e f g h"
    );
}

#[test]
fn squares_outside_the_board() {
    assert_eq!(
        error("g3"),
        "move 1 (g3): G3 lies beyond the board of 6x6 squares, A1 to F6"
    );
    assert_eq!(
        error("b3 a7"),
        "move 2 (a7): A7 lies beyond the board of 6x6 squares, A1 to F6"
    );
    assert_eq!(
        error("b3 z9"),
        "move 2 (z9): \"z9\" is not a move; expected a square from A1 to F6, or -- for a pass"
    );
    assert_eq!(
        error(USUAL),
        "column 65: the number of squares is 64, expected 36 (a board of 8x8 squares is played under the rule board=8)"
    );
    assert_eq!(
        game("").parse_position(START).unwrap_err().to_string(),
        "column 37: the number of squares is 36, expected 64 (a board of 6x6 squares is played under the rule board=6)"
    );
    assert_eq!(
        error("-X X"),
        "column 3: the number of squares is 2, expected 36"
    );
    assert_eq!(
        error(&format!("{ONE}; B2:+38")),
        "column 41: B2: a score is an even number from -36 to 36, not 38"
    );
    let beyond = Position::on(Size::Six, 1, 1 << 6, Side::First).unwrap_err();
    assert_eq!(beyond, PositionError::Beyond("G1".into(), Size::Six));
    assert_eq!(
        beyond.to_string(),
        "G1 lies beyond the board of 6x6 squares, A1 to F6"
    );
    assert!(!Position::start_on(Size::Six).is_legal(Move::to(63)));
}

/// Game servers also support boards of this size.
#[test]
fn records() {
    let board = "------ ------ --O*-- --*O-- ------ ------";
    let record = format!("(;GM[Othello]TY[6]BO[6 {board} *]B[b3]W[b2];)");
    assert_eq!(read(&record), read("b3 b2"));
    let record = Othello::read_record(&game("board=6"), record.as_bytes()).unwrap();
    assert_eq!(record.main.moves.len(), 2);
    assert_eq!(
        error("(;GM[Othello]B[b3];)"),
        "without BO or SZ the board is 8x8 squares; expected SZ[6] or BO[6...]"
    );
    assert_eq!(
        error("(;GM[Othello]TY[8];)"),
        "column 14: the type is 8; expected a board of 6"
    );
    assert_eq!(
        error(&format!("(;GM[Othello]BO[8 {board} *];)")),
        "column 17: the size of the board is \"8\", expected 6"
    );
    assert_eq!(
        error(&format!("(;GM[Othello]BO[6 {board} *]AB[g7];)")),
        "column 66: \"g7\" is not a square; expected one from A1 to F6"
    );
}

/// The order of moves is part of every certificate.
#[test]
fn the_order_of_moves_is_that_of_squares() {
    use shomei_game::Game;
    let game = game("board=6");
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["C2", "B3", "E4", "D5"]);
}

/// A solver used on one board has no results for the other: the same discs may have another value
/// there.
#[test]
fn boards_do_not_mix() {
    let mut both = Solver::with_table(12);
    let game = game("board=6");
    for case in shomei_testkit::corpus::load::<Othello>("othello-small.txt").unwrap() {
        let small = game.parse_position(&case.position).unwrap();
        let [black, white] = Side::BOTH.map(|side| small.discs(side));
        let usual = Position::new(black, white, small.to_move()).unwrap();
        // The standard board has many empty squares then, so the search ends early.
        let few = |solver: &mut Solver| {
            let before = solver.nodes();
            (solver.decide(&usual, 2, 2_000), solver.nodes() - before)
        };
        let expected = few(&mut Solver::with_table(12));
        assert_eq!(few(&mut both), expected, "{}", case.name);
        let score = Solver::plain().score(&small, 0);
        assert_eq!(both.score(&small, 0), score, "{}", case.name);
        assert_eq!(few(&mut both), expected, "{}", case.name);
    }
}

/// The search for a score begins with a guess that is possible on this board.
#[test]
fn the_first_guess_is_a_score_of_this_board() {
    let game = game("board=6");
    for case in shomei_testkit::corpus::load::<Othello>("othello-small.txt").unwrap() {
        let small = game.parse_position(&case.position).unwrap();
        let guess = game.first_guess(&small);
        assert!((-36..=36).contains(&guess), "{}: {guess}", case.name);
        assert_eq!(guess, game.guess_score(&small), "{}", case.name);
    }
}

/// Shows that one certificate after b3 suffices for a win from the start (docs/results/solved.md).
#[test]
fn the_four_first_moves_are_one_but_for_the_symmetries_of_the_board() {
    let game = game("board=6");
    let start = game.start();
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let after = |mv| {
        let text = game.format_position(&game.play(&start, mv));
        let (board, mover) = text.split_once(' ').unwrap();
        assert_eq!((board.len(), mover), (36, "O"), "{text}");
        board.chars().collect::<Vec<char>>()
    };
    let mut named: Vec<(String, Vec<char>)> = moves
        .iter()
        .map(|&mv| (game.format_move(&start, mv).to_lowercase(), after(mv)))
        .collect();
    named.sort();
    let names: Vec<&str> = named.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["b3", "c2", "d5", "e4"]);
    // The reflection at the diagonal through a1, and the half turn.
    let mirrored =
        |board: &[char]| -> Vec<char> { (0..36).map(|at| board[at % 6 * 6 + at / 6]).collect() };
    let turned = |board: &[char]| -> Vec<char> { board.iter().rev().copied().collect() };
    let b3 = &named[0].1;
    assert_eq!(named[1].1, mirrored(b3));
    assert_eq!(named[3].1, turned(b3));
    assert_eq!(named[2].1, turned(&mirrored(b3)));
}
