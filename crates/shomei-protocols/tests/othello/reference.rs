//! A simple implementation of Othello: a list of squares, scans along lines, and an exhaustive
//! search.

use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Disc {
    None,
    Black,
    White,
}

impl Disc {
    pub(crate) fn other(self) -> Disc {
        match self {
            Disc::None => Disc::None,
            Disc::Black => Disc::White,
            Disc::White => Disc::Black,
        }
    }
}

/// A board with the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    squares: Vec<Disc>,
    pub(crate) mover: Disc,
}

/// A square, or a pass.
pub(crate) type Move = Option<usize>;

impl Board {
    pub(crate) fn start() -> Board {
        let mut squares = vec![Disc::None; 64];
        (squares[27], squares[36]) = (Disc::White, Disc::White);
        (squares[28], squares[35]) = (Disc::Black, Disc::Black);
        Board {
            squares,
            mover: Disc::Black,
        }
    }

    pub(crate) fn empties(&self) -> usize {
        let is_empty = |disc: &&Disc| **disc == Disc::None;
        self.squares.iter().filter(is_empty).count()
    }

    /// The squares that a disc on this square flips.
    fn flips(&self, square: usize) -> Vec<usize> {
        let mut flipped = Vec::new();
        if self.squares[square] != Disc::None {
            return flipped;
        }
        for (dx, dy) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            let (mut x, mut y) = ((square % 8) as i32, (square / 8) as i32);
            let mut walked = Vec::new();
            loop {
                (x, y) = (x + dx, y + dy);
                if !(0..8).contains(&x) || !(0..8).contains(&y) {
                    break;
                }
                let at = (8 * y + x) as usize;
                if self.squares[at] == self.mover.other() {
                    walked.push(at);
                    continue;
                }
                if self.squares[at] == self.mover {
                    flipped.append(&mut walked);
                }
                break;
            }
        }
        flipped
    }

    /// The squares to which the side to move can play.
    pub(crate) fn squares_to_move(&self) -> Vec<usize> {
        let can = |square: &usize| !self.flips(*square).is_empty();
        (0..64).filter(can).collect()
    }

    fn turned(&self) -> Board {
        Board {
            mover: self.mover.other(),
            ..self.clone()
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.squares_to_move().is_empty() && self.turned().squares_to_move().is_empty()
    }

    /// The legal moves: a pass only if there is no other move; none if the game is over.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let squares = self.squares_to_move();
        if !squares.is_empty() {
            return squares.into_iter().map(Some).collect();
        }
        let can_pass = !self.turned().squares_to_move().is_empty();
        can_pass.then_some(None).into_iter().collect()
    }

    /// The position after a legal move.
    pub(crate) fn play(&self, mv: Move) -> Board {
        let mut next = self.turned();
        if let Some(square) = mv {
            for flipped in self.flips(square) {
                next.squares[flipped] = self.mover;
            }
            next.squares[square] = self.mover;
        }
        next
    }

    /// The disc difference for the side to move; empty squares count for the winner.
    fn ahead(&self) -> i32 {
        let count = |of: Disc| self.squares.iter().filter(|&&disc| disc == of).count() as i32;
        let ahead = count(self.mover) - count(self.mover.other());
        ahead + ahead.signum() * count(Disc::None)
    }
}

/// Exact scores by exhaustive search.
#[derive(Debug, Default)]
pub(crate) struct Truth(HashMap<Board, i32>);

impl Truth {
    /// The score for the side to move.
    pub(crate) fn score(&mut self, board: &Board) -> i32 {
        if let Some(known) = self.0.get(board) {
            return *known;
        }
        let moves = board.moves();
        let score = match moves.is_empty() {
            true => board.ahead(),
            false => {
                let scores = moves.into_iter().map(|mv| -self.score(&board.play(mv)));
                scores.max().unwrap()
            }
        };
        self.0.insert(board.clone(), score);
        score
    }

    /// The score of a move for the side that plays it.
    pub(crate) fn of_move(&mut self, board: &Board, mv: Move) -> i32 {
        -self.score(&board.play(mv))
    }
}

/// The name of a move, with the protocol's name of a pass.
pub(crate) fn name(mv: Move, pass: &str) -> String {
    match mv {
        None => pass.into(),
        Some(square) => {
            let column = char::from(b'A' + (square % 8) as u8);
            format!("{column}{}", square / 8 + 1)
        }
    }
}

/// The move with this name.
pub(crate) fn named(text: &str, pass: &str) -> Move {
    if text == pass {
        return None;
    }
    let [column @ b'A'..=b'H', row @ b'1'..=b'8'] = text.as_bytes() else {
        panic!("{text:?} is not a move");
    };
    Some(usize::from(row - b'1') * 8 + usize::from(column - b'A'))
}

/// A game: the positions from the start, and the moves between them.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) positions: Vec<Board>,
    pub(crate) moves: Vec<Move>,
}

impl Game {
    pub(crate) fn begin() -> Game {
        Game {
            positions: vec![Board::start()],
            moves: Vec::new(),
        }
    }

    pub(crate) fn now(&self) -> &Board {
        self.positions.last().unwrap()
    }

    pub(crate) fn play(&mut self, mv: Move) {
        let next = self.now().play(mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// A random game that ends at this number of empty squares, or earlier if it is over.
    pub(crate) fn random(dice: &mut Dice, empties: usize) -> Game {
        let mut game = Game::begin();
        while game.now().empties() > empties && !game.now().is_over() {
            let moves = game.now().moves();
            game.play(*dice.one_of(&moves));
        }
        game
    }

    /// The game without its first moves, as many as `first`.
    pub(crate) fn from(&self, first: usize) -> Game {
        Game {
            positions: self.positions[first..].to_vec(),
            moves: self.moves[first..].to_vec(),
        }
    }

    /// The game as NBoard sends it, in GGF.
    pub(crate) fn ggf(&self, pass: &str) -> String {
        let letter = |disc: &Disc| match disc {
            Disc::None => '-',
            Disc::Black => '*',
            Disc::White => 'O',
        };
        let root = &self.positions[0];
        let board: String = root.squares.iter().map(letter).collect();
        let mut text = format!(
            "(;GM[Othello]PC[NBoard]DT[2026-11-23 12:00:00 GMT]PB[one]PW[two]RE[?]TI[15:00]TY[8]\
             BO[8 {board} {}]",
            letter(&root.mover)
        );
        for (position, mv) in self.positions.iter().zip(&self.moves) {
            let side = if position.mover == Disc::Black {
                'B'
            } else {
                'W'
            };
            text += &format!("{side}[{}//0.5]", name(*mv, pass));
        }
        text + ";)"
    }

    /// The game as an SGF file, with row 1 at the top or, as in GoGui, at the bottom.
    #[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
    pub(crate) fn sgf(&self, from_top: bool) -> String {
        let mut text = String::from("(;FF[4]CA[UTF-8]GM[2]SZ[8]\n");
        for (position, mv) in self.positions.iter().zip(&self.moves) {
            let side = if position.mover == Disc::Black {
                'B'
            } else {
                'W'
            };
            let square = mv.map_or(String::new(), |square| {
                let letter = |number: usize| char::from(b'a' + number as u8);
                let row = if from_top { square / 8 } else { 7 - square / 8 };
                format!("{}{}", letter(square % 8), letter(row))
            });
            text += &format!(";{side}[{square}]\n");
        }
        text + ")\n"
    }
}

/// Pseudo-random numbers from a seed.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    pub(crate) fn one_of<'a, T>(&mut self, choice: &'a [T]) -> &'a T {
        &choice[self.below(choice.len())]
    }

    /// Random text on one line: words, numbers, control characters, and letters of several scripts.
    pub(crate) fn junk(&mut self) -> String {
        let pieces = [
            "set",
            "game",
            "hint",
            "7",
            "-1",
            "99999999999",
            "#",
            "\t",
            "\u{0}",
            "\u{1b}[2J",
            "é",
            "石",
            "(;GM[",
            "]",
            "/",
            "b",
            "w",
            "F5",
            "Z9",
            " ",
            "=",
            "?",
            "depth",
            "\r",
            "\u{202e}",
            "xyzzy",
        ];
        let count = self.below(6);
        let glue = if self.below(2) == 0 { " " } else { "" };
        let words: Vec<&str> = (0..count).map(|_| *self.one_of(&pieces)).collect();
        format!("~{}", words.join(glue))
    }
}
