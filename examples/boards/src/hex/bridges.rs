//! Winners that are certain by bridges.
//!
//! A bridge is a pair of free cells that both touch two groups of a side, or a group and an edge. If
//! the opponent takes one cell, the side takes the other. Bridges over different cells do not
//! disturb each other, so a side whose edges are joined by stones and such bridges wins
//! (docs/references.md [59] describes them). All choices of groups and cells are tried; their number
//! can grow exponentially with the number of groups. From random games on 7x7 the worst position
//! took 1,138 calls.

use shomei_game::Side;

use super::{Hex, Stones, around};

/// One side's part of a position.
struct Connection {
    own: u64,
    free: u64,
    /// The edge that the side must reach.
    to: u64,
}

impl Hex {
    /// The winner, if it is certain by bridges: the side that is not to move, if its edges are
    /// connected, or the side to move, if one more stone connects its edges.
    pub(super) fn bridged(&self, stones: &Stones, mover: Side) -> Option<Side> {
        let free = self.cells() & !(stones[0] | stones[1]);
        let is_connected = |side: Side, own: u64, free: u64| {
            let [from, to] = self.edges(side);
            let connection = Connection { own, free, to };
            connection.reaches_edge(from, connection.joined(own & from), 0)
        };
        let waiting = mover.opponent();
        if is_connected(waiting, stones[waiting.index()], free) {
            return Some(waiting);
        }
        let own = stones[mover.index()];
        let mut rest = free;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            if is_connected(mover, own | cell, free ^ cell) {
                return Some(mover);
            }
        }
        None
    }
}

impl Connection {
    /// A set of stones, with all stones that are connected to it.
    fn joined(&self, mut set: u64) -> u64 {
        loop {
            let more = set | around(set) & self.own;
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// Whether a connection that begins with an edge, its cells `from`, and has these stones, and bridges
    /// over the cells `used`, can reach the other edge.
    fn reaches_edge(&self, from: u64, stones: u64, used: u64) -> bool {
        let near = (from | around(stones)) & self.free & !used;
        if stones & self.to != 0 || (near & self.to).count_ones() >= 2 {
            return true;
        }
        // Groups that a bridge can reach.
        let mut rest = self.own & !stones & around(near);
        while rest != 0 {
            let group = self.joined(rest & rest.wrapping_neg());
            rest &= !group;
            let common = near & around(group);
            let mut firsts = common;
            while firsts != 0 {
                let first = firsts & firsts.wrapping_neg();
                firsts ^= first;
                let mut seconds = firsts;
                while seconds != 0 {
                    let second = seconds & seconds.wrapping_neg();
                    seconds ^= second;
                    if self.reaches_edge(from, stones | group, used | first | second) {
                        return true;
                    }
                }
            }
        }
        false
    }
}
