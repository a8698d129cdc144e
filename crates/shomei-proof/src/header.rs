//! What stands in front of a certificate: the question and the answer.

use std::fmt;
use std::io::Read;

use shomei_game::escape::one_line;
use shomei_game::{Goal, Kind, Notation, NotationError, Role, Side, Status};

use crate::format::{FORMAT_VERSION, MAGIC, MAX_NAME, MAX_ROOT, MAX_RULES};
use crate::source::{Fields, Source};
use crate::{Damage, Field, Part, ReadError, WriteError};

/// The answer that a certificate supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The attacker can force a won terminal position in finitely many moves.
    Proved,
    /// The attacker cannot: the defender can reach a failed terminal position or play on
    /// for ever.
    Disproved,
}

impl Claim {
    /// The player who supports the claim with one good move in each position: the attacker in
    /// a proof, the defender in a disproof.
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

/// The problem, as text, and what is claimed about it.
///
/// The texts come from a file that anybody may have written, so show them through
/// [`one_line`].
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
    /// The entry of [`Notation::sides`] that must win, at most 64 bytes.
    pub attacker: String,
    /// [`Notation::format_position`] of record 0, at most 64 KiB.
    pub root: String,
    /// The answer.
    pub claim: Claim,
}

/// Why the texts of a header do not describe a problem of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// The certificate is about another game.
    #[error("the certificate is about the game {}, not {expected:?}", quoted(.found))]
    OtherGame {
        /// The game that was asked for.
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
    /// The certificate is about other rules than those of the game at hand.
    #[error("the rules are {}, those of this game are {}", quoted(.found), quoted(.expected))]
    OtherRules {
        /// The rules of the game at hand.
        expected: String,
        /// The rules of the header.
        found: String,
    },
    /// The game does not accept the text.
    #[error("the {field}: {error}")]
    Notation {
        /// Which text.
        field: Field,
        /// What the game says.
        error: NotationError,
    },
    /// The text is accepted but is not what the game itself would write, so a
    /// person may read something else into it.
    #[error("the {field} reads {}, the game writes {}", quoted(.found), quoted(.canonical))]
    NotCanonical {
        /// Which text.
        field: Field,
        /// The text of the header.
        found: String,
        /// The text of the game.
        canonical: String,
    },
}

/// The text of a stranger, which may be anything.
fn quoted(text: &str) -> String {
    one_line(&format!("{text:?}")).into_owned()
}

impl Header {
    /// The header of a certificate about `root` under the rules and the goal
    /// of `game`.
    #[must_use]
    pub fn of<G: Notation>(game: &G, root: &G::Position, claim: Claim) -> Header {
        Header {
            game: game.name().into(),
            rules: game.rules(),
            attacker: game.sides()[game.goal().attacker.index()].into(),
            root: game.format_position(root),
            claim,
        }
    }

    /// The game and the root position that the header describes, which are
    /// what a certificate must be checked against.
    ///
    /// # Errors
    ///
    /// When the certificate is about another game, the game does not accept a
    /// text, or a text is not in the form in which the game writes it.
    pub fn open<G: Kind>(&self) -> Result<(G, G::Position), HeaderError> {
        self.is_about(G::NAME)?;
        let goal = self.goal(G::SIDES)?;
        let game = G::open(&self.rules, goal).map_err(fault(Field::Rules))?;
        let root = self.parse_root(&game)?;
        canonical(Field::Rules, &self.rules, game.rules())?;
        canonical(Field::Root, &self.root, game.format_position(&root))?;
        Ok((game, root))
    }

    /// What [`open`](Header::open) returns, for a game that is at hand as a value, such as one
    /// that was made while the program runs. The goal of `game` does not matter: the one that
    /// is returned has the goal of the header.
    ///
    /// # Errors
    ///
    /// When the certificate is about another game or other rules than those of `game`, the
    /// game does not accept a text, or a text is not in the form in which the game writes it.
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
        out.extend(FORMAT_VERSION.to_le_bytes());
        out.push(self.claim.byte());
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
        // The version before anything else: later versions may change the rest.
        let version = source.array(Part::Header)?;
        let found = u16::from_le_bytes(version);
        if found != FORMAT_VERSION {
            return Err(Damage::UnsupportedVersion {
                found,
                supported: FORMAT_VERSION,
            }
            .into());
        }
        let [claim] = source.array(Part::Header)?;
        let mut read = Vec::from(magic);
        read.extend(version);
        read.push(claim);
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
        })
    }
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

/// The bytes of a text; `read` collects everything for the checksum.
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
