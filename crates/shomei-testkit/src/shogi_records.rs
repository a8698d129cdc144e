//! Records of shogi as other programs write them, each with its meaning, for the tests of the
//! reader, the command line and the page.

mod rows;

pub use rows::EXAMPLES;

/// A record in the form of another program.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The name of its file.
    pub file: &'static str,
    /// Its text, with names in braces for [parts](Example::text) that many records share.
    parts: &'static str,
    /// Its meaning, or the error with line and column.
    pub meaning: Result<Meaning, &'static str>,
}

/// The meaning of a record.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// The initial position as SFEN.
    pub position: &'static str,
    /// The moves in USI notation.
    pub moves: &'static str,
    /// The word for its end: 詰み for mate, 不詰 for no mate; empty if the record breaks off.
    pub end: &'static str,
    /// The warning of the reader; empty if there is none.
    pub warning: &'static str,
}

/// The standard starting position.
pub const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A problem: mate by a gold.
pub const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// The moves of `{game}`.
pub const FOUR: &str = "7g7f 3c3d 8h2b+ 3a2b";

/// The names of shared parts in texts, and the parts.
const PARTS: [(&str, &str); 4] = [
    (
        "{game}",
        "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n\
         \u{20}  3 ２二角成(88)\n   4 同　銀(31)\n",
    ),
    (
        "{board}",
        "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
         | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
         | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n",
    ),
    ("{problem}", "後手の持駒：残り全部\n{board}先手の持駒：金\n"),
    (
        "{spoken}",
        "手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △同　銀\n",
    ),
];

impl Example {
    /// Its text.
    #[must_use]
    pub fn text(&self) -> String {
        // A part can contain another one.
        let expand = |text: String, _| {
            let parts = PARTS.iter();
            parts.fold(text, |text, (name, part)| text.replace(name, part))
        };
        (0..2).fold(self.parts.to_string(), expand)
    }
}

impl Meaning {
    /// The position and its moves as one position text.
    #[must_use]
    pub fn with_moves(&self) -> String {
        format!("{} moves {}", self.position, self.moves)
    }
}

const fn read(file: &'static str, parts: &'static str, meaning: Meaning) -> Example {
    Example {
        file,
        parts,
        meaning: Ok(meaning),
    }
}

const fn refused(file: &'static str, parts: &'static str, error: &'static str) -> Example {
    Example {
        file,
        parts,
        meaning: Err(error),
    }
}

const fn game(moves: &'static str, end: &'static str) -> Meaning {
    Meaning {
        position: START,
        moves,
        end,
        warning: "",
    }
}

const fn problem(moves: &'static str, end: &'static str) -> Meaning {
    Meaning {
        position: PROBLEM,
        ..game(moves, end)
    }
}

const fn at(position: &'static str) -> Meaning {
    Meaning {
        position,
        ..game("", "")
    }
}

const fn warned(meaning: Meaning, warning: &'static str) -> Meaning {
    Meaning { warning, ..meaning }
}
