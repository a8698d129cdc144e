//! A second implementation of the rules, slow and readable: rows of squares, no tables, no
//! incremental updates, boards of any size. It shares no code with the crate.

use shomei_game::{Outcome, Side};

/// A square as (file, rank), both from 0.
pub(crate) type At = (i32, i32);

/// A board with the side to move.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) cells: Vec<Vec<Option<Side>>>,
    pub(crate) to_move: Side,
}

impl Board {
    /// Reads the one-line form.
    pub(crate) fn parse(text: &str) -> Board {
        let (squares, side) = text.split_once(' ').unwrap();
        let cells: Vec<Option<Side>> = squares
            .chars()
            .map(|character| match character {
                'x' => Some(Side::First),
                'o' => Some(Side::Second),
                _ => None,
            })
            .collect();
        let edge = cells.len().isqrt();
        assert_eq!(edge * edge, cells.len(), "{text}");
        Board {
            cells: cells.chunks(edge).map(<[_]>::to_vec).collect(),
            to_move: match side {
                "x" => Side::First,
                _ => Side::Second,
            },
        }
    }

    /// The one-line form.
    pub(crate) fn text(&self) -> String {
        let letter = |piece: &Option<Side>| match piece {
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
            None => '.',
        };
        let mut text: String = self.cells.iter().flatten().map(letter).collect();
        text.push(' ');
        text.push(letter(&Some(self.to_move)));
        text
    }

    /// The number of files and of ranks.
    fn edge(&self) -> i32 {
        self.cells.len() as i32
    }

    /// The squares, rank 1 first, each rank from file a.
    fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let edge = self.edge();
        (0..edge).flat_map(move |rank| (0..edge).map(move |file| (file, rank)))
    }

    pub(crate) fn at(&self, (file, rank): At) -> Option<Side> {
        self.cells[rank as usize][file as usize]
    }

    /// Every move of the pieces of `side`, by origin, then by destination.
    pub(crate) fn moves(&self, side: Side) -> Vec<(At, At)> {
        let mut moves = Vec::new();
        for from in self.squares().filter(|&at| self.at(at) == Some(side)) {
            for to in self.squares() {
                if self.is_legal(side, from, to) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    fn is_legal(&self, side: Side, from: At, to: At) -> bool {
        let (across, up) = (to.0 - from.0, to.1 - from.1);
        let on_a_line = across == 0 || up == 0 || across.abs() == up.abs();
        let distance = across.abs().max(up.abs());
        if distance == 0 || !on_a_line || self.at(to) == Some(side) {
            return false;
        }
        let step = (across.signum(), up.signum());
        let way = (1..distance).map(|i| (from.0 + i * step.0, from.1 + i * step.1));
        let free = way
            .into_iter()
            .all(|at| self.at(at) != Some(side.opponent()));
        free && distance == self.pieces_on_line(from, step)
    }

    /// The pieces on the whole line through a square.
    fn pieces_on_line(&self, at: At, step: At) -> i32 {
        let inside = 0..self.edge();
        (-self.edge()..self.edge())
            .map(|i| (at.0 + i * step.0, at.1 + i * step.1))
            .filter(|(file, rank)| inside.contains(file) && inside.contains(rank))
            .filter(|&at| self.at(at).is_some())
            .count() as i32
    }

    pub(crate) fn play(&self, from: At, to: At) -> Board {
        let mut board = self.passed();
        board.cells[to.1 as usize][to.0 as usize] = self.at(from);
        board.cells[from.1 as usize][from.0 as usize] = None;
        board
    }

    pub(crate) fn passed(&self) -> Board {
        Board {
            to_move: self.to_move.opponent(),
            ..self.clone()
        }
    }

    /// Whether the pieces of a side form one unit.
    pub(crate) fn is_connected(&self, side: Side) -> bool {
        let pieces: Vec<At> = self
            .squares()
            .filter(|&at| self.at(at) == Some(side))
            .collect();
        let mut unit = vec![pieces[0]];
        let mut next = 0;
        while next < unit.len() {
            let (file, rank) = unit[next];
            for &at in &pieces {
                let beside = (at.0 - file).abs() <= 1 && (at.1 - rank).abs() <= 1;
                if beside && !unit.contains(&at) {
                    unit.push(at);
                }
            }
            next += 1;
        }
        unit.len() == pieces.len()
    }

    /// How the game ended; the arguments are the switches of the rules.
    #[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
    pub(crate) fn outcome(&self, both_is_a_draw: bool, no_move_passes: bool) -> Option<Outcome> {
        let mover = self.to_move.opponent();
        let black = self.is_connected(Side::First);
        let white = self.is_connected(Side::Second);
        if black && white {
            return Some(if both_is_a_draw {
                Outcome::Draw
            } else {
                Outcome::Win(mover)
            });
        }
        if black {
            return Some(Outcome::Win(Side::First));
        }
        if white {
            return Some(Outcome::Win(Side::Second));
        }
        let stuck = self.moves(self.to_move).is_empty();
        (stuck && !no_move_passes).then_some(Outcome::Win(mover))
    }
}
