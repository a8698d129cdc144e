//! The processor-dependent operations of the endgame solver, so that it can be compiled once for
//! each kind of processor.
//!
//! ```text
//! P::decide(cpu, ..)            generic, always inlined
//!   cpu.flips(..)               an operation in its fastest version
//!   cpu.enter::<Q>(..)          a call: Q::decide compiled for the processor
//! ```
//!
//! A value of a type that implements [`Cpu`] proves that the processor supports the instructions of
//! that type. [`Processor::best`] detects them once and returns the value. All kinds give the same
//! results.

#[cfg(target_arch = "x86_64")]
mod x86;

use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::bits::{self, Set, squares};
use crate::size::Size;

/// A kind of processor, together with the size of the board.
pub(crate) trait Cpu: Copy {
    /// The board.
    const SIZE: Size = Size::Eight;

    /// [`bits::moves`].
    fn moves(self, own: Set, opponent: Set) -> Set;

    /// [`bits::flips`].
    fn flips(self, own: Set, opponent: Set, square: u8) -> Set;

    /// Whether [`extract`](Cpu::extract) is fast.
    const EXTRACTS: bool = false;

    /// The bits of a set that are in the mask, moved together.
    fn extract(self, set: Set, mask: Set) -> u64 {
        let bits = squares(mask).zip(0..);
        bits.fold(0, |bits, (square, place)| {
            bits | (set >> square & 1) << place
        })
    }

    /// Prefetches a value from memory.
    fn prefetch<T>(self, of: &T);

    /// Decides a position in a separate function, so that inlining ends here.
    fn enter<P: Ply>(
        self,
        search: &mut P::Search,
        own: Set,
        opponent: Set,
        rest: P::Rest,
        target: i32,
    ) -> P::Output;
}

/// A part of a search, for positions with some number of empty squares.
pub(crate) trait Ply {
    /// The state of the search.
    type Search;
    /// The empty squares and data that depends on them.
    type Rest: Copy;
    /// The answer.
    type Output;

    /// Whether the side to move can reach at least this score, or its value up to a bound. Must
    /// always be inlined: it is compiled for the processor of its caller.
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Self::Search,
        own: Set,
        opponent: Set,
        rest: Self::Rest,
        target: i32,
    ) -> Self::Output;
}

/// A short operation that is called from outside the search.
pub(crate) trait Task {
    /// The result.
    type Output;

    /// Runs the operation. Must always be inlined, as [`Ply::decide`].
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn moves(self, own: Set, opponent: Set) -> Set {
        bits::moves(own, opponent)
    }

    #[inline(always)]
    fn flips(self, own: Set, opponent: Set, square: u8) -> Set {
        bits::flips(own, opponent, square)
    }

    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}

    #[inline]
    fn enter<P: Ply>(
        self,
        search: &mut P::Search,
        own: Set,
        opponent: Set,
        rest: P::Rest,
        target: i32,
    ) -> P::Output {
        P::decide(self, search, own, opponent, rest, target)
    }
}

/// A kind of processor, for the board of 6 by 6 squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small<C>(C);

impl<C: Cpu> Cpu for Small<C> {
    const SIZE: Size = Size::Six;

    #[inline(always)]
    fn moves(self, own: Set, opponent: Set) -> Set {
        self.0.moves(own, opponent) & Size::Six.mask()
    }

    #[inline(always)]
    fn flips(self, own: Set, opponent: Set, square: u8) -> Set {
        self.0.flips(own, opponent, square)
    }

    const EXTRACTS: bool = C::EXTRACTS;

    #[inline(always)]
    fn extract(self, set: Set, mask: Set) -> u64 {
        self.0.extract(set, mask)
    }

    #[inline(always)]
    fn prefetch<T>(self, of: &T) {
        self.0.prefetch(of);
    }

    #[inline(always)]
    fn enter<P: Ply>(
        self,
        search: &mut P::Search,
        own: Set,
        opponent: Set,
        rest: P::Rest,
        target: i32,
    ) -> P::Output {
        self.0
            .enter::<OnSmall<P>>(search, own, opponent, rest, target)
    }
}

/// A part of a search on the board of 6 by 6 squares.
pub(crate) struct OnSmall<P>(PhantomData<P>);

impl<P: Ply> Ply for OnSmall<P> {
    type Search = P::Search;
    type Rest = P::Rest;
    type Output = P::Output;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut P::Search,
        own: Set,
        opponent: Set,
        rest: P::Rest,
        target: i32,
    ) -> P::Output {
        P::decide(Small(cpu), search, own, opponent, rest, target)
    }
}

/// One of the kinds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Processor {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
}

impl Processor {
    /// The fastest kind that this processor supports.
    #[inline]
    pub(crate) fn best() -> Processor {
        static BEST: OnceLock<Processor> = OnceLock::new();
        *BEST.get_or_init(|| *Processor::all().last().unwrap_or(&Processor::Portable))
    }

    /// All kinds that this processor supports, the fastest last.
    pub(crate) fn all() -> Vec<Processor> {
        #[cfg(target_arch = "x86_64")]
        let further = [
            x86::Avx2::found().map(Processor::Avx2),
            x86::Avx512::found().map(Processor::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let further: [Option<Processor>; 0] = [];
        let portable = std::iter::once(Processor::Portable);
        portable.chain(further.into_iter().flatten()).collect()
    }

    /// Runs an operation compiled for this kind.
    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Processor::Portable => task.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(cpu) => cpu.run(task),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(cpu) => cpu.run(task),
        }
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Processor::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(_) => "avx512",
        }
    }

    /// [`Cpu::enter`] of this kind.
    #[inline]
    pub(crate) fn enter<P: Ply>(
        self,
        search: &mut P::Search,
        own: Set,
        opponent: Set,
        rest: P::Rest,
        target: i32,
    ) -> P::Output {
        match self {
            Processor::Portable => Portable.enter::<P>(search, own, opponent, rest, target),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(cpu) => cpu.enter::<P>(search, own, opponent, rest, target),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(cpu) => cpu.enter::<P>(search, own, opponent, rest, target),
        }
    }
}
