//! Walks through a certificate without loading it and without the type of its game.
//!
//! A [`Certificate`] reads one record at a time from a source that can seek, so a file of any
//! size opens at once. Positions are not stored in a certificate: they come from playing its
//! moves from the root, so a [`Node`] is a record together with its position.
//!
//! **Opening does not check.** Any file in the form of a certificate opens, also one whose records
//! do not support its claim. [`Kinds::check`](crate::Kinds::check) and
//! [`AnyGame::check`](crate::AnyGame::check) check.
//! Show only accepted certificates, or show that a certificate was not checked. A walk that meets a
//! fault, such as a move that does not exist, returns an error that names the record; no content of
//! a file causes a panic.
//!
//! ```
//! use std::io::Cursor;
//!
//! use shomei::certificates::{Certificate, NodeContent};
//! use shomei::{Aim, CheckLimits, Kinds, Session};
//!
//! let kinds = Kinds::builtin();
//! let game = kinds.open("tree", "r = OR { a, b }  a = AND { Won, c }  b = OR { Failed }  c = OR { Won }")?;
//! let root = game.start();
//! let mut bytes = Vec::new();
//! Session::new(&game)?.certify(&root, Aim::win(root.attacker()), &mut bytes)?;
//! assert!(kinds.check(&bytes[..], &CheckLimits::default())?.is_accepted());
//!
//! let mut certificate = Certificate::open(&kinds, Cursor::new(bytes))?;
//! let root = certificate.root()?;
//! assert_eq!(root.content(), NodeContent::Choice);
//! let answer = certificate.children(&root)?.remove(0);
//! assert_eq!(answer.mv, "a");
//! let after = certificate.at(&answer)?;
//! assert_eq!(certificate.children(&after)?.len(), 2);
//! assert_eq!(certificate.follow(&["a", "Won"])?.content(), NodeContent::Finished);
//! let error = certificate.follow(&["b"]).unwrap_err();
//! assert_eq!(error.to_string(), "move 1 (b): the certificate answers with a here and says nothing of other moves");
//! # Ok::<(), shomei::Error>(())
//! ```

mod content;
mod node;
mod sizes;

use std::fmt;
use std::io::{BufReader, Read, Seek};

use shomei_game::{NotationError, Place, Side, Status};
use shomei_proof::{
    Child, Claim, Header, HeaderError, IndexedReader, ReadError, Rejection, Totals,
};

use crate::any::{AnyGame, AnyPosition};
use crate::error::{Error, ErrorKind};
use crate::kinds::{Hints, Kinds};

pub use node::{Branch, Node, NodeContent};
pub use sizes::{Size, Sizes};

/// A source of certificates.
trait Source: Read + Seek + Send {}

impl<S: Read + Seek + Send> Source for S {}

/// A certificate that is walked through from its root.
///
/// The certificate holds the index of the file, 16 bytes for each block of about ten thousand
/// records, and the block that was read last. It can be sent to another thread.
///
/// Opening does not check: see [the module](self).
pub struct Certificate {
    reader: IndexedReader<BufReader<Box<dyn Source>>>,
    root: AnyPosition,
    attacker: Side,
}

impl Certificate {
    /// Opens a certificate about a game of these kinds; its header names the game and the rules.
    /// Reads the header, the index and the end. **It does not check:** see [the module](self).
    ///
    /// # Errors
    ///
    /// * [`Input`](ErrorKind::Input) when the game is not among the kinds, when one of these
    ///   parts is damaged, when the game does not accept a text of the header or would write it in
    ///   another way, or when the rules decide the root and records follow all the same;
    /// * [`Run`](ErrorKind::Run) when the source cannot be read.
    pub fn open(
        kinds: &Kinds,
        source: impl Read + Seek + Send + 'static,
    ) -> Result<Certificate, Error> {
        let reader = read_ends(source)?;
        let header = reader.header();
        let game = kinds
            .kind_of(header)?
            .open(&header.rules, &Hints::default())
            .map_err(|error| error.into_kind(ErrorKind::Input))?;
        Certificate::about(&game, reader)
    }

    /// Opens a certificate about a given game, for example a game made at run time. Its name and
    /// rules must be those of the header. **It does not check:** see [the module](self).
    ///
    /// # Errors
    ///
    /// The errors of [`Certificate::open`]; [`Input`](ErrorKind::Input), too, when the certificate
    /// is about another game or other rules, and [`Game`](ErrorKind::Game) when the game fails.
    pub fn open_with(
        game: &AnyGame,
        source: impl Read + Seek + Send + 'static,
    ) -> Result<Certificate, Error> {
        Certificate::about(game, read_ends(source)?)
    }

    fn about(
        game: &AnyGame,
        reader: IndexedReader<BufReader<Box<dyn Source>>>,
    ) -> Result<Certificate, Error> {
        let (header, records) = (reader.header(), reader.totals().records);
        let opened = game.question(header).map_err(of_header);
        let (root, attacker) = game.unless_failed(opened)?;
        let (status, claim) = (root.status(), header.claim);
        let fault = match status {
            Status::Open => (records == 0).then_some(Rejection::RootUnanswered),
            _ if status != claim.end() => Some(Rejection::RootValue { status, claim }),
            _ => (records > 0).then_some(Rejection::RootIsOver),
        };
        game.unless_failed(fault.map_or(Ok(()), |fault| Err(of_content(fault))))?;
        Ok(Certificate {
            reader,
            root,
            attacker,
        })
    }

    /// The header: the question and the claim. Its texts can come from an untrusted source.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    /// The claim.
    #[must_use]
    pub fn claim(&self) -> Claim {
        self.header().claim
    }

    /// The attacker: the side that can force a win, or cannot.
    #[must_use]
    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// The numbers of records, moves and finished positions, as stated at the end of the file. Only
    /// a check counts them.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.reader.totals()
    }

    /// The game, under the rules of the certificate.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.root.game()
    }

    /// The root position under the goal of the certificate. Records refer to its
    /// [moves](AnyPosition::children) by index.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.root
    }

    /// The node at the root.
    ///
    /// # Errors
    ///
    /// Record 0 cannot be read, or its kind is wrong for the root.
    pub fn root(&mut self) -> Result<Node, Error> {
        let root = self.root.clone();
        match root.status() {
            Status::Open => self.node(0, &root),
            _ => Ok(Node::finished(root)),
        }
    }

    /// The node of this record number, whose position must be this one. A certificate does not
    /// store the positions of its records, so a wrong position is usually not detected.
    ///
    /// # Errors
    ///
    /// [`Usage`](ErrorKind::Usage) when the position is of another game or of other rules;
    /// [`Input`](ErrorKind::Input) when there is no such record, when it is damaged, when the
    /// position is finished, or when the record is of a kind that cannot stand there.
    pub fn node(&mut self, number: u64, position: &AnyPosition) -> Result<Node, Error> {
        if !position.game().is_like(self.game()) {
            let [theirs, own] = [position.game(), self.game()].map(AnyGame::with_its_rules);
            let message =
                format!("the position is one of {theirs}, the certificate is about {own}");
            return Err(Error::usage(message));
        }
        let position = position.for_attacker(self.attacker);
        let node = self.fetch(number, position);
        self.game().unless_failed(node)
    }

    /// The node at the end of a branch.
    ///
    /// # Errors
    ///
    /// The errors of [`Certificate::node`].
    pub fn at(&mut self, branch: &Branch) -> Result<Node, Error> {
        match branch.to {
            Child::Terminal => Ok(Node::finished(branch.position.clone())),
            Child::Record(number) => self.node(number, &branch.position),
        }
    }

    /// The moves that a node answers, with the positions after them: one move for
    /// [`Choice`](NodeContent::Choice), every legal move in the order of the rules for [`All`](NodeContent::All),
    /// no move otherwise.
    ///
    /// # Errors
    ///
    /// [`Input`](ErrorKind::Input), with the number of the record, when the record names a move
    /// that does not exist, has a different number of moves than the rules, refers to a record that
    /// does not exist or (in a proof) to an earlier record, or states wrongly whether the position
    /// after a move is finished.
    pub fn children(&self, node: &Node) -> Result<Vec<Branch>, Error> {
        let branches = match &node.record {
            None => Ok(Vec::new()),
            Some((number, record)) => self.branches(*number, record, &node.position),
        };
        self.game().unless_failed(branches.map_err(of_content))
    }

    /// The node after these moves from the root, given as texts in the notation of the game.
    ///
    /// # Errors
    ///
    /// [`Input`](ErrorKind::Input), with the number of the move as its [place](Error::place), when
    /// the move is illegal or the certificate does not answer it; those of
    /// [`Certificate::children`].
    pub fn follow(&mut self, moves: &[impl AsRef<str>]) -> Result<Node, Error> {
        let mut node = self.root()?;
        for (ply, mv) in moves.iter().enumerate() {
            let mv = mv.as_ref();
            let at = |message: String| {
                Error::from(NotationError::new(Place::Move(ply + 1, mv.into()), message))
            };
            let text = node.position.move_text(mv);
            let text = self
                .game()
                .unless_failed(text.map_err(|error| at(error.to_string())))?;
            let mut branches = self.children(&node)?;
            let Some(place) = branches.iter().position(|branch| branch.mv == text) else {
                return Err(at(match (node.content(), branches.first()) {
                    (NodeContent::Finished, _) => {
                        "the certificate ends before it: the rules decide the position".into()
                    }
                    (NodeContent::OutOfPlies, _) => {
                        "the certificate ends before it: too few plies remain".into()
                    }
                    (NodeContent::Resolved { .. }, _) => {
                        "the certificate leaves the position before it to plain search".into()
                    }
                    (_, Some(Branch { mv, .. })) => format!(
                        "the certificate answers with {mv} here and says nothing of other moves"
                    ),
                    (_, None) => "the certificate says nothing of it".into(),
                }));
            };
            node = self.at(&branches.swap_remove(place))?;
        }
        Ok(node)
    }
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate")
            .field("header", self.header())
            .field("totals", &self.totals())
            .finish_non_exhaustive()
    }
}

/// Reads the header, the index and the end.
fn read_ends(
    source: impl Read + Seek + Send + 'static,
) -> Result<IndexedReader<BufReader<Box<dyn Source>>>, Error> {
    let source: Box<dyn Source> = Box::new(source);
    IndexedReader::open(BufReader::new(source)).map_err(of_reading)
}

fn of_reading(error: ReadError) -> Error {
    match error {
        ReadError::Io(error) => {
            let message = format!("cannot read the certificate: {error}");
            Error::caused(ErrorKind::Run, message, error)
        }
        error => Error::caused(ErrorKind::Input, error.to_string(), error),
    }
}

fn of_header(error: HeaderError) -> Error {
    match error {
        HeaderError::Notation { field, error } => {
            Error::from(error).context(format!("the {field}"))
        }
        error => Error::caused(ErrorKind::Input, error.to_string(), error),
    }
}

fn of_content(fault: Rejection) -> Error {
    Error::caused(ErrorKind::Input, fault.to_string(), fault)
}
