//! The beginning of a certificate: the problem and the claim.

use std::fmt;
use std::io::Read;

use shomei_game::escape::one_line;
use shomei_game::{Goal, Kind, Notation, NotationError, Role, Side, Status};

use crate::format::{FORMAT_VERSION, MAGIC, MAX_NAME, MAX_ROOT, MAX_RULES};
use crate::source::{Fields, Source};
use crate::{Damage, Field, Part, ReadError, WriteError};

/// The claim of a certificate. [`Header::plies`] can limit it to wins within a number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The attacker can force a won terminal position in finitely many moves.
    Proved,
    /// The attacker cannot: the defender can reach a failed terminal position or play on for ever.
    Disproved,
}

impl Claim {
    /// The side that shows the claim with one good move in each position: the attacker in a proof,
    /// the defender in a disproof.
    #[must_use]
    pub fn chooser(self) -> Role {
        match self {
            Claim::Proved => Role::Attacker,
            Claim::Disproved => Role::Defender,
        }
    }

    /// The status of the terminal positions of a certificate.
    #[must_use]
    pub fn end(self) -> Status {
        match self {
            Claim::Proved => Status::Won,
            Claim::Disproved => Status::Failed,
        }
    }

    fn byte(self) -> u8 {
        match self {
            Claim::Proved => 1,
            Claim::Disproved => 2,
        }
    }

    fn from_byte(byte: u8) -> Result<Claim, Damage> {
        match byte {
            1 => Ok(Claim::Proved),
            2 => Ok(Claim::Disproved),
            _ => Err(Damage::UnknownClaim(byte)),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::Proved => "proved",
            Claim::Disproved => "disproved",
        })
    }
}

/// A problem as text, and the claim about it.
///
/// The texts come from a file that anyone may have written, so print them with [`one_line`].
///
/// ```
/// use shomei_game::{Goal, Kind, Notation, Side, TreeGame};
/// use shomei_proof::{Claim, Header};
///
/// let game = TreeGame::parse("root = OR { Won }").unwrap();
/// let header = Header::of(&game, &game.start(), Claim::Proved);
/// assert_eq!(header.attacker, "or");
/// let (opened, root) = header.open::<TreeGame>().unwrap();
/// assert_eq!(Header::of(&opened, &root, Claim::Proved), header);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// [`Notation::name`], at most 64 bytes.
    pub game: String,
    /// [`Notation::rules`], at most 1 MiB.
    pub rules: String,
    /// The name of the side that must win, one of [`Notation::sides`], at most 64 bytes. The rules
    /// define a win: a certificate about a score has `black>=-2` there, for example.
    pub attacker: String,
    /// [`Notation::format_position`] of the position of record 0, at most 64 KiB.
    pub root: String,
    /// The claim.
    pub claim: Claim,
    /// The number of plies within which the attacker can win (or cannot win) according to the
    /// claim; `None` for any number.
    pub plies: Option<u16>,
}

/// Why the texts of a header do not describe a problem of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// The certificate is about another game.
    #[error("the certificate is about the game {}, not {expected:?}", quoted(.found))]
    OtherGame {
        /// The requested game.
        expected: String,
        /// The game of the header.
        found: String,
    },
    /// The game has no such side.
    #[error("the attacker is {}, expected {:?} or {:?}", quoted(.found), .sides[0], .sides[1])]
    UnknownSide {
        /// The names of the sides.
        sides: [String; 2],
        /// The side of the header.
        found: String,
    },
    /// The certificate is about other rules than those of the given game.
    #[error("the rules are {}, those of this game are {}", quoted(.found), quoted(.expected))]
    OtherRules {
        /// The rules of the given game.
        expected: String,
        /// The rules of the header.
        found: String,
    },
    /// The game does not accept the text.
    #[error("the {field}: {error}")]
    Notation {
        /// The text.
        field: Field,
        /// The error of the game.
        error: NotationError,
    },
    /// The game accepts the text, but writes it differently, so a reader could misunderstand it.
    #[error("the {field} reads {}, the game writes {}", quoted(.found), quoted(.canonical))]
    NotCanonical {
        /// The text.
        field: Field,
        /// The text of the header.
        found: String,
        /// The text as the game writes it.
        canonical: String,
    },
}

/// An untrusted text on one line, in quotes.
fn quoted(text: &str) -> String {
    one_line(&format!("{text:?}")).into_owned()
}

impl Header {
    /// The header of a certificate about `root` with the rules and the goal of `game`.
    #[must_use]
    pub fn of<G: Notation>(game: &G, root: &G::Position, claim: Claim) -> Header {
        Header {
            game: game.name().into(),
            rules: game.rules(),
            attacker: game.sides()[game.goal().attacker.index()].into(),
            root: game.format_position(root),
            claim,
            plies: None,
        }
    }

    /// The same header with the claim limited to a win within this number of plies.
    #[must_use]
    pub fn within(self, plies: u16) -> Header {
        Header {
            plies: Some(plies),
            ..self
        }
    }

    /// The game and the root position that the header describes. The certificate must be checked
    /// against these.
    ///
    /// # Errors
    ///
    /// If the certificate is about another game, the game does not accept a text, or a text is not
    /// in the form in which the game writes it.
    pub fn open<G: Kind>(&self) -> Result<(G, G::Position), HeaderError> {
        self.is_about(G::NAME)?;
        let goal = self.goal(G::SIDES)?;
        let game = G::open(&self.rules, goal).map_err(fault(Field::Rules))?;
        let root = self.parse_root(&game)?;
        canonical(Field::Rules, &self.rules, game.rules())?;
        canonical(Field::Root, &self.root, game.format_position(&root))?;
        Ok((game, root))
    }

    /// Like [`open`](Header::open), for a game that exists as a value, such as one that was created
    /// at run time. The goal of `game` is ignored: the returned game has the goal of the header.
    ///
    /// # Errors
    ///
    /// If the certificate is about another game or has other rules than `game`, the game does not
    /// accept a text, or a text is not in the form in which the game writes it.
    ///
    /// ```
    /// use shomei_game::{Goal, Kind, Notation, Side, TreeGame};
    /// use shomei_proof::{Claim, Header, HeaderError};
    ///
    /// let game = TreeGame::parse("root = OR { Won }").unwrap();
    /// let header = Header::of(&game, &game.start(), Claim::Proved);
    /// let (opened, root) = header.open_with(&game.with_goal(Goal::win(Side::Second))).unwrap();
    /// assert_eq!(Header::of(&opened, &root, Claim::Proved), header);
    ///
    /// let other = TreeGame::parse("root = OR { Failed }").unwrap();
    /// let error = header.open_with(&other).unwrap_err();
    /// assert!(matches!(error, HeaderError::OtherRules { .. }));
    /// ```
    pub fn open_with<G: Notation>(&self, game: &G) -> Result<(G, G::Position), HeaderError> {
        self.is_about(game.name())?;
        let goal = self.goal(game.sides())?;
        let expected = game.rules();
        if self.rules != expected {
            let found = self.rules.clone();
            return Err(HeaderError::OtherRules { expected, found });
        }
        let game = game.with_goal(goal);
        let root = self.parse_root(&game)?;
        canonical(Field::Root, &self.root, game.format_position(&root))?;
        Ok((game, root))
    }

    fn is_about(&self, name: &str) -> Result<(), HeaderError> {
        if self.game == name {
            return Ok(());
        }
        Err(HeaderError::OtherGame {
            expected: name.into(),
            found: self.game.clone(),
        })
    }

    fn goal(&self, sides: [&str; 2]) -> Result<Goal, HeaderError> {
        Side::named(&self.attacker, sides)
            .map(Goal::win)
            .ok_or_else(|| HeaderError::UnknownSide {
                sides: sides.map(String::from),
                found: self.attacker.clone(),
            })
    }

    fn parse_root<G: Notation>(&self, game: &G) -> Result<G::Position, HeaderError> {
        game.parse_position(&self.root).map_err(fault(Field::Root))
    }

    pub(crate) fn encode(&self) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::from(MAGIC);
        let version: u16 = if self.plies.is_some() { 2 } else { 1 };
        out.extend(version.to_le_bytes());
        out.push(self.claim.byte());
        out.extend(
            self.plies
                .iter()
                .flat_map(|&plies| u32::from(plies).to_le_bytes()),
        );
        put_text(&self.game, Field::Game, &mut out)?;
        put_text(&self.rules, Field::Rules, &mut out)?;
        put_text(&self.attacker, Field::Attacker, &mut out)?;
        put_text(&self.root, Field::Root, &mut out)?;
        out.extend(crc32fast::hash(&out).to_le_bytes());
        Ok(out)
    }

    pub(crate) fn read<R: Read>(source: &mut Source<R>) -> Result<Header, ReadError> {
        let magic: [u8; MAGIC.len()] = source.array(Part::Header)?;
        if magic != MAGIC {
            return Err(Damage::NotACertificate.into());
        }
        // The version is checked first, because later versions may change the rest.
        let version = source.array(Part::Header)?;
        let found = u16::from_le_bytes(version);
        if !(1..=FORMAT_VERSION).contains(&found) {
            return Err(Damage::UnsupportedVersion {
                found,
                supported: FORMAT_VERSION,
            }
            .into());
        }
        let mut read = Vec::from(magic);
        read.extend(version);
        let [claim] = source.array(Part::Header)?;
        read.push(claim);
        let mut plies = None;
        if found == 2 {
            let bytes = source.array::<4>(Part::Header)?;
            read.extend(bytes);
            plies = Some(Fields(&bytes).u32());
        }
        let mut text = |field| take_text(field, source, &mut read);
        let [game, rules, attacker, root] = [
            text(Field::Game)?,
            text(Field::Rules)?,
            text(Field::Attacker)?,
            text(Field::Root)?,
        ];
        if Fields(&source.array::<4>(Part::Header)?).u32() != crc32fast::hash(&read) {
            let part = Part::Header;
            return Err(Damage::Checksum { part }.into());
        }
        Ok(Header {
            game: utf8(Field::Game, game)?,
            rules: utf8(Field::Rules, rules)?,
            attacker: utf8(Field::Attacker, attacker)?,
            root: utf8(Field::Root, root)?,
            claim: Claim::from_byte(claim)?,
            plies: plies.map(few).transpose()?,
        })
    }
}

/// A number of plies within the limit of the format.
fn few(plies: u32) -> Result<u16, Damage> {
    u16::try_from(plies).map_err(|_| Damage::TooManyPlies(plies))
}

fn fault(field: Field) -> impl FnOnce(NotationError) -> HeaderError {
    move |error| HeaderError::Notation { field, error }
}

fn canonical(field: Field, found: &str, canonical: String) -> Result<(), HeaderError> {
    if found == canonical {
        return Ok(());
    }
    Err(HeaderError::NotCanonical {
        field,
        found: found.into(),
        canonical,
    })
}

fn limit(field: Field) -> u32 {
    match field {
        Field::Game | Field::Attacker => MAX_NAME,
        Field::Rules => MAX_RULES,
        Field::Root => MAX_ROOT,
    }
}

fn put_text(text: &str, field: Field, out: &mut Vec<u8>) -> Result<(), WriteError> {
    let limit = limit(field);
    match u32::try_from(text.len()) {
        Ok(length) if length <= limit => {
            out.extend(length.to_le_bytes());
            out.extend(text.as_bytes());
            Ok(())
        }
        _ => Err(WriteError::TextTooLong {
            field,
            length: text.len(),
            limit,
        }),
    }
}

/// Reads the bytes of a text; `read` collects all bytes for the checksum.
fn take_text<R: Read>(
    field: Field,
    source: &mut Source<R>,
    read: &mut Vec<u8>,
) -> Result<Vec<u8>, ReadError> {
    let prefix = source.array::<4>(Part::Header)?;
    let length = Fields(&prefix).u32();
    let limit = limit(field);
    if length > limit {
        return Err(Damage::TextTooLong {
            field,
            length,
            limit,
        }
        .into());
    }
    read.extend(prefix);
    let start = read.len();
    source.append(length, read, Part::Header)?;
    Ok(read[start..].to_vec())
}

fn utf8(field: Field, bytes: Vec<u8>) -> Result<String, Damage> {
    String::from_utf8(bytes).map_err(|_| Damage::NotUtf8 { field })
}
