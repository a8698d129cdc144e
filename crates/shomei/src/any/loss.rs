//! The losses of a conversion between forms of records.

/// A kind of difference between a record and a file. If a branch is omitted, its comments and its
/// end are not reported as separate losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LossKind {
    /// Moves of the main line are left out.
    Moves,
    /// A branch that began after the end of the main line continues the main line.
    MainLine,
    /// Branches are left out.
    Branches,
    /// The end of the main line is left out.
    Ending,
    /// Ends of branches are left out.
    BranchEndings,
    /// Comments are left out.
    Comments,
    /// Comments are moved, for example from an end to the last move.
    MovedComments,
    /// Headers are left out.
    Headers,
    /// Headers are kept as comments.
    HeadersAsComments,
    /// Characters are replaced by others.
    Characters,
}

impl LossKind {
    /// All kinds.
    pub const ALL: [LossKind; 10] = [
        LossKind::Moves,
        LossKind::MainLine,
        LossKind::Branches,
        LossKind::Ending,
        LossKind::BranchEndings,
        LossKind::Comments,
        LossKind::MovedComments,
        LossKind::Headers,
        LossKind::HeadersAsComments,
        LossKind::Characters,
    ];

    /// The name in JSON and in the table of `docs/reference/records.md`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LossKind::Moves => "moves",
            LossKind::MainLine => "main-line",
            LossKind::Branches => "branches",
            LossKind::Ending => "ending",
            LossKind::BranchEndings => "branch-endings",
            LossKind::Comments => "comments",
            LossKind::MovedComments => "moved-comments",
            LossKind::Headers => "headers",
            LossKind::HeadersAsComments => "headers-as-comments",
            LossKind::Characters => "characters",
        }
    }
}

/// The losses of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The kind.
    pub kind: LossKind,
    /// Their number.
    pub count: usize,
    /// The first: a move, the word for an end, the first line of a comment, the name of a header,
    /// or a character.
    pub first: String,
}
