//! A second implementation of the rules, slow and readable: arrays of squares, no tables, no
//! incremental updates. It shares no code with the crate.

#![allow(dead_code, reason = "not every test needs all of it")]

/// The content of a cell: `X`, `O`, `#` (a drawn board) or `.`.
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
    /// Whether won boards stay open.
    pub(crate) stay_open: bool,
    /// The side with the first line in each board, or `.`.
    pub(crate) first_lines: [Mark; 9],
}

impl Board {
    pub(crate) fn start() -> Board {
        Board {
            cells: [['.'; 9]; 9],
            to_move: 'X',
            last: None,
            stay_open: false,
            first_lines: ['.'; 9],
        }
    }

    pub(crate) fn start_of(rules: &str) -> Board {
        Board {
            stay_open: rules.starts_with("open"),
            ..Board::start()
        }
    }

    /// The owner of a board: `X`, `O`, `#` if it is full without a line, otherwise `.`.
    pub(crate) fn owner(&self, board: usize) -> Mark {
        match self.first_lines[board] {
            '.' if !self.cells[board].contains(&'.') => '#',
            owner => owner,
        }
    }

    /// Whether moves can be played in a board.
    pub(crate) fn is_open(&self, board: usize) -> bool {
        let has_room = self.cells[board].contains(&'.');
        has_room && (self.stay_open || self.first_lines[board] == '.')
    }

    fn owners(&self) -> [Mark; 9] {
        std::array::from_fn(|board| self.owner(board))
    }

    /// `X`, `O` or `#` if the game is over, otherwise `.`.
    pub(crate) fn outcome(&self) -> Mark {
        let mut sides = ['X', 'O'].into_iter();
        match sides.find(|&side| has_line(&self.owners(), side)) {
            Some(side) => side,
            None if (0..9).any(|board| self.is_open(board)) => '.',
            None => '#',
        }
    }

    /// The only board to play in, if the last move sends to an open one.
    pub(crate) fn target(&self) -> Option<usize> {
        let goes_on = self.outcome() == '.';
        self.last.filter(|&board| goes_on && self.is_open(board))
    }

    /// Board and cell of every legal move.
    pub(crate) fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for board in 0..9 {
            let may = match self.target() {
                Some(target) => board == target,
                None => self.is_open(board),
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
        if self.first_lines[board] == '.' && has_line(&after.cells[board], self.to_move) {
            after.first_lines[board] = self.to_move;
        }
        after.to_move = if self.to_move == 'X' { 'O' } else { 'X' };
        after.last = Some(cell);
        after
    }

    pub(crate) fn text(&self) -> String {
        let mut global = self.owners();
        if let Some(target) = self.target() {
            global[target] = match global[target] {
                '.' => '@',
                owner => owner.to_ascii_lowercase(),
            };
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

fn has_line(cells: &[Mark; 9], side: Mark) -> bool {
    let is_line = |line: &[usize; 3]| line.iter().all(|&i| cells[i] == side);
    LINES.iter().any(is_line)
}
