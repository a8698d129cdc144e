//! The rules again, slow and readable: arrays of squares, no tables, nothing
//! carried along. Shares no code with the crate.

#![allow(dead_code, reason = "not every test needs all of it")]

/// What stands in a cell: `X`, `O`, `#` (a drawn board) or `.`.
pub(crate) type Mark = char;

pub(crate) const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Nine boards with the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) cells: [[Mark; 9]; 9],
    pub(crate) to_move: Mark,
    /// The cell that was marked last.
    pub(crate) last: Option<usize>,
}

impl Board {
    pub(crate) fn start() -> Board {
        Board {
            cells: [['.'; 9]; 9],
            to_move: 'X',
            last: None,
        }
    }

    /// Who owns a board: `X`, `O`, `#` when it is full, `.` when it is open.
    pub(crate) fn owner(&self, board: usize) -> Mark {
        owner(&self.cells[board])
    }

    fn owners(&self) -> [Mark; 9] {
        std::array::from_fn(|board| self.owner(board))
    }

    /// `X`, `O` or `#` when the game is over, `.` while it goes on.
    pub(crate) fn outcome(&self) -> Mark {
        owner(&self.owners())
    }

    /// The only board to play in, if the last move names an open one.
    pub(crate) fn target(&self) -> Option<usize> {
        let goes_on = self.outcome() == '.';
        self.last
            .filter(|&board| goes_on && self.owner(board) == '.')
    }

    /// Board and cell of every legal move.
    pub(crate) fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for board in 0..9 {
            let may = match self.target() {
                Some(target) => board == target,
                None => self.owner(board) == '.',
            };
            for cell in 0..9 {
                if may && self.cells[board][cell] == '.' {
                    moves.push((board, cell));
                }
            }
        }
        moves
    }

    pub(crate) fn play(&self, (board, cell): (usize, usize)) -> Board {
        let mut after = self.clone();
        after.cells[board][cell] = self.to_move;
        after.to_move = if self.to_move == 'X' { 'O' } else { 'X' };
        after.last = Some(cell);
        after
    }

    pub(crate) fn text(&self) -> String {
        let mut global = self.owners();
        if let Some(target) = self.target() {
            global[target] = '@';
        }
        let boards: Vec<String> = self.cells.iter().map(|b| b.iter().collect()).collect();
        let global: String = global.iter().collect();
        format!("{};{global};{}", self.to_move, boards.join("/"))
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome() != '.' {
            return 0;
        }
        let moves = self.moves().into_iter();
        moves.map(|mv| self.play(mv).perft(depth - 1)).sum()
    }
}

fn owner(cells: &[Mark; 9]) -> Mark {
    for side in ['X', 'O'] {
        if LINES
            .iter()
            .any(|line| line.iter().all(|&i| cells[i] == side))
        {
            return side;
        }
    }
    if cells.contains(&'.') { '.' } else { '#' }
}
