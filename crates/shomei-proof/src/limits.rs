//! How much work and memory a checker puts into a certificate.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How much work and memory a checker puts into a certificate.
///
/// A certificate that needs more is rejected, with a reason that says so
/// ([`Rejection::is_limit`](crate::Rejection::is_limit)).
///
/// A few bytes of a compressed block can stand for ten thousand records and a
/// million edges. [`CheckLimits::for_file`] therefore allows so much *for each
/// byte* of a file, far more than honest certificates need: a stranger who wants
/// to keep a checker busy has to send a file as large as an honest one.
/// [`CheckLimits::default`] is for streams of unknown length, and
/// allows what the largest file may have.
#[derive(Clone, Debug)]
pub struct CheckLimits {
    /// The most nodes a single record may ask to search: by default 10 million, which take
    /// some seconds.
    pub leaf_nodes: u64,
    /// The most nodes searched for all records together: by default 10,000 million.
    pub search_nodes: u64,
    /// The most positions held at once: by default 100 million.
    pub positions: u64,
    /// The most children of all records together, finished ones included: by default
    /// 10,000 million.
    pub edges: u64,
    /// The most bytes held for positions: those of the records and, while a
    /// record is searched, those of its line with their moves: by default 4 GiB.
    pub bytes: u64,
    /// The longest that a check may take: by default one hour.
    pub time: Option<Duration>,
    /// A flag that ends the check soon after it is set: by default none.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for CheckLimits {
    fn default() -> CheckLimits {
        CheckLimits {
            leaf_nodes: 10_000_000,
            search_nodes: 10_000_000_000,
            positions: 100_000_000,
            edges: 10_000_000_000,
            bytes: 4 << 30,
            time: Some(Duration::from_secs(3600)),
            stop: None,
        }
    }
}

/// A limit that grows with a file.
struct Growth {
    /// What every file may have.
    free: u64,
    /// And that for each of its bytes.
    per_byte: u64,
}

impl Growth {
    fn of(&self, bytes: u64, most: u64) -> u64 {
        let grown = self.per_byte.saturating_mul(bytes);
        self.free.saturating_add(grown).min(most)
    }
}

/// Certificates of the games here have 1 to 4 edges for each byte.
const EDGES: Growth = Growth {
    free: 10_000_000,
    per_byte: 24,
};

/// They have up to 2.3 records for each byte; a disproof holds all positions.
const POSITIONS: Growth = Growth {
    free: 1_000_000,
    per_byte: 4,
};

/// Of 129 certificates of Othello, 20 empty squares, and ultimate tic-tac-toe none asks for
/// more than 376 nodes of plain search for each byte.
const SEARCH_NODES: Growth = Growth {
    free: 20_000_000,
    per_byte: 1 << 12,
};

/// The largest position, that of shogi, takes some 300 bytes.
const BYTES: Growth = Growth {
    free: 256 << 20,
    per_byte: 1 << 10,
};

impl CheckLimits {
    /// The limits for a file of `bytes` bytes: 20 million searched nodes and 4,096 for
    /// each byte, 10 million edges and 24 for each byte, a million positions and 4 for each byte, 256 MiB and 1 KiB for each
    /// byte; at most, and for everything else, the default.
    ///
    /// ```
    /// use shomei_proof::CheckLimits;
    ///
    /// let limits = CheckLimits::for_file(1_000_000);
    /// assert_eq!(limits.edges, 34_000_000);
    /// assert_eq!(limits.positions, 5_000_000);
    /// assert_eq!(limits.bytes, (256 << 20) + 1_024_000_000);
    /// assert_eq!(CheckLimits::for_file(u64::MAX).edges, CheckLimits::default().edges);
    /// ```
    #[must_use]
    pub fn for_file(bytes: u64) -> CheckLimits {
        let most = CheckLimits::default();
        CheckLimits {
            search_nodes: SEARCH_NODES.of(bytes, most.search_nodes),
            edges: EDGES.of(bytes, most.edges),
            positions: POSITIONS.of(bytes, most.positions),
            bytes: BYTES.of(bytes, most.bytes),
            ..most
        }
    }
}
