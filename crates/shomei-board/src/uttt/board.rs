//! The board of ultimate tic-tac-toe and its canonical text.

use shomei_game::Side;

/// The marks of the sides.
const MARKS: [&str; 2] = ["X", "O"];

/// The mark of a side.
pub(super) fn mark(side: Side) -> &'static str {
    MARKS[side.index()]
}

/// The side with a mark.
pub(super) fn side(mark: &str) -> Option<Side> {
    Side::named(mark, MARKS)
}

/// The winner of a board with this state letter.
pub(super) fn owner(state: char) -> Option<Side> {
    side(state.encode_utf8(&mut [0; 4]))
}

/// The marks, the side to move, and its target.
pub(super) struct UtttBoard {
    pub(super) mover: Side,
    /// The board in which the side to move must play.
    pub(super) target: Option<usize>,
    pub(super) marks: [[Option<Side>; 9]; 9],
    /// The owner of each board, under rules that leave won boards open: the marks do not show which
    /// line was first. `None` under other rules.
    owners: Option<[Option<Side>; 9]>,
}

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Whether one side has a line of these nine.
fn has_line(of: impl Fn(usize) -> bool) -> bool {
    LINES.iter().any(|line| line.iter().all(|&at| of(at)))
}

impl UtttBoard {
    /// Reads `SIDE;GLOBAL;B0/B1/.../B8`, in which the states of the boards must be correct.
    pub(super) fn parse(text: &str, rules: &str) -> Option<UtttBoard> {
        let mut parts = text.split(';');
        let (mover, states, boards) = (parts.next()?, parts.next()?, parts.next()?);
        let mut marks = [[None; 9]; 9];
        let mut rest = boards.split('/');
        for board in &mut marks {
            let mut letters = rest.next()?.chars();
            for cell in board.iter_mut() {
                *cell = match letters.next()? {
                    '.' => None,
                    letter => Some(owner(letter)?),
                };
            }
        }
        let stay_open = rules.trim_start().to_ascii_lowercase().starts_with("open");
        let is_target = |state: char| state == '@' || stay_open && matches!(state, 'x' | 'o');
        let mut board = UtttBoard {
            mover: side(mover)?,
            target: states.chars().position(is_target),
            marks,
            owners: stay_open.then_some([None; 9]),
        };
        if let Some(owners) = &mut board.owners {
            for (known, state) in owners.iter_mut().zip(states.chars()) {
                *known = owner(state.to_ascii_uppercase());
            }
        }
        board.settle();
        // Writing the board again detects every other deviation from the canonical form.
        (board.write() == text).then_some(board)
    }

    pub(super) fn write(&self) -> String {
        let states: String = (0..9)
            .map(|at| match self.target {
                Some(target) if target == at && self.may_play_in(at) => match self.state(at) {
                    '.' => '@',
                    owner => owner.to_ascii_lowercase(),
                },
                _ => self.state(at),
            })
            .collect();
        let boards = self.marks.map(|board| {
            let letters = board.iter().map(|cell| cell.map_or(".", mark));
            letters.collect::<String>()
        });
        format!("{};{states};{}", mark(self.mover), boards.join("/"))
    }

    /// The state of a local board: won by `X` or `O`, full `#`, or open `.`.
    pub(super) fn state(&self, at: usize) -> char {
        let owner = match self.owners {
            Some(owners) => owners[at],
            None => self.sides_with_line(at).next(),
        };
        match owner {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None if self.is_full(at) => '#',
            None => '.',
        }
    }

    /// Updates the owners after an edit: an owner without a line loses the board. It then goes to a
    /// side with a line, X before O, or to neither.
    pub(super) fn settle(&mut self) {
        let Some(mut owners) = self.owners else {
            return;
        };
        for (at, owner) in owners.iter_mut().enumerate() {
            let mut sides = self.sides_with_line(at);
            if !sides.clone().any(|side| Some(side) == *owner) {
                *owner = sides.next();
            }
        }
        self.owners = Some(owners);
    }

    fn sides_with_line(&self, at: usize) -> impl Iterator<Item = Side> + Clone {
        let cells = self.marks[at];
        Side::BOTH
            .into_iter()
            .filter(move |&side| has_line(|cell| cells[cell] == Some(side)))
    }

    fn is_full(&self, at: usize) -> bool {
        self.marks[at].iter().all(Option::is_some)
    }

    /// Whether moves can be played in a local board.
    pub(super) fn is_open(&self, at: usize) -> bool {
        match self.owners {
            Some(_) => !self.is_full(at),
            None => self.state(at) == '.',
        }
    }

    /// The side that has three boards in a line.
    pub(super) fn winner(&self) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| has_line(|at| owner(self.state(at)) == Some(side)))
    }

    pub(super) fn is_over(&self) -> bool {
        self.winner().is_some() || !(0..9).any(|at| self.is_open(at))
    }

    /// Whether the side to move can play in a local board.
    pub(super) fn may_play_in(&self, at: usize) -> bool {
        let is_sent_here = self.target.is_none_or(|target| target == at);
        is_sent_here && self.is_open(at) && self.winner().is_none()
    }
}

/// The letter of a board, or of a cell in it.
pub(super) fn name(at: usize) -> char {
    // At most eight.
    char::from(b'a' + at as u8)
}

/// A cell by its board and its place in it, such as `ei`.
pub(super) fn cell_name(at: usize, cell: usize) -> String {
    [name(at), name(cell)].iter().collect()
}

/// The index of the board with a letter.
pub(super) fn local(letter: &str) -> Option<usize> {
    match letter.as_bytes() {
        &[letter @ b'a'..=b'i'] => Some(usize::from(letter - b'a')),
        _ => None,
    }
}

/// The board and the cell of a name such as `ei`.
pub(super) fn cell(name: &str) -> Option<(usize, usize)> {
    Some((local(name.get(..1)?)?, local(name.get(1..)?)?))
}
