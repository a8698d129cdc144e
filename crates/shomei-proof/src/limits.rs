//! Limits on the work and memory of a checker.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Limits on the work and memory that a checker spends on a certificate.
///
/// A certificate that needs more is rejected with a reason that refers to the limit
/// ([`Rejection::is_limit`](crate::Rejection::is_limit)).
///
/// A few bytes of a compressed block can represent ten thousand records and a million edges.
/// Therefore [`CheckLimits::for_file`] allows a number *for each byte* of a file, far more than
/// honest certificates need: to keep a checker busy, an attacker has to send a file as large as an
/// honest one. [`CheckLimits::default`] is for streams of unknown length, and allows as much as for
/// the largest file.
#[derive(Clone, Debug)]
pub struct CheckLimits {
    /// The largest number of nodes that a single record may ask to search: by default 10 million,
    /// which take some seconds.
    pub leaf_nodes: u64,
    /// The largest number of nodes searched for all records together: by default 10,000 million.
    pub search_nodes: u64,
    /// The largest number of positions held in memory: by default 100 million.
    pub positions: u64,
    /// The largest number of children of all records together, including terminal ones: by default
    /// 10,000 million.
    pub edges: u64,
    /// The largest number of bytes for positions: those of the records and, while a record is
    /// searched, those of the current path with their moves: by default 4 GiB.
    pub bytes: u64,
    /// The longest duration of a check: by default one hour.
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
    /// The amount for every file.
    free: u64,
    /// The additional amount for each byte of the file.
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

/// These certificates have up to 2.3 records for each byte; for a disproof, all positions are held
/// in memory.
const POSITIONS: Growth = Growth {
    free: 1_000_000,
    per_byte: 4,
};

/// Of 129 certificates of Othello with 20 empty squares and of ultimate tic-tac-toe, none needs
/// more than 376 nodes of plain search for each byte.
const SEARCH_NODES: Growth = Growth {
    free: 20_000_000,
    per_byte: 1 << 12,
};

/// The largest position, that of shogi, takes about 300 bytes.
const BYTES: Growth = Growth {
    free: 256 << 20,
    per_byte: 1 << 10,
};

impl CheckLimits {
    /// The limits for a file of `bytes` bytes: 20 million searched nodes plus 4,096 per byte, 10
    /// million edges plus 24 per byte, a million positions plus 4 per byte, and 256 MiB plus 1 KiB
    /// per byte. None exceeds the default, and all other limits are the default.
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
