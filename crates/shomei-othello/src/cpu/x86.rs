//! Processors with AVX2 and with AVX-512: four directions of the board in one
//! register of 256 bits.

#![allow(
    unsafe_code,
    reason = "functions for optional instructions may be called only on processors that have them"
)]

use std::arch::x86_64::*;

use super::{Cpu, Ply, Task};
use crate::bits::{INNER, RAYS, Set};

/// A processor with AVX2, and BMI, LZCNT and POPCNT. PEXT is not used: it is very slow on some of
/// these processors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

/// A processor with the instructions of [`Avx2`] and AVX-512 F, VL and CD.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx2 {
    /// A value if this processor has the instructions.
    pub(super) fn found() -> Option<Avx2> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Avx2(()))
    }
}

impl Avx512 {
    /// A value if this processor has the instructions.
    pub(super) fn found() -> Option<Avx512> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512cd");
        Avx2::found().filter(|_| found).map(|_| Avx512(()))
    }
}

/// The operations of a kind of processor, compiled with its instructions.
macro_rules! compiled_with {
    ($instructions:literal, $kind:ident, $flips:ident, { $($extraction:tt)* }) => {
        impl $kind {
            /// Runs an operation with these instructions.
            pub(super) fn run<T: Task>(self, task: T) -> T::Output {
                #[target_feature(enable = $instructions)]
                fn compiled<T: Task>(cpu: $kind, task: T) -> T::Output {
                    task.run(cpu)
                }
                // SAFETY: a value of this type exists only if `found` has detected the
                // instructions that the function uses.
                unsafe { compiled(self, task) }
            }
        }

        impl Cpu for $kind {
            #[inline(always)]
            fn moves(self, own: Set, opponent: Set) -> Set {
                // SAFETY: as in `run`.
                unsafe { moves(own, opponent) }
            }

            #[inline(always)]
            fn flips(self, own: Set, opponent: Set, square: u8) -> Set {
                // SAFETY: as in `run`.
                unsafe { $flips(own, opponent, square) }
            }

            $($extraction)*

            #[inline(always)]
            fn prefetch<T>(self, of: &T) {
                // SAFETY: a prefetch is allowed for any address.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(of).cast()) }
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
                #[target_feature(enable = $instructions)]
                fn compiled<P: Ply>(
                    cpu: $kind,
                    search: &mut P::Search,
                    own: Set,
                    opponent: Set,
                    rest: P::Rest,
                    target: i32,
                ) -> P::Output {
                    P::decide(cpu, search, own, opponent, rest, target)
                }
                // SAFETY: as in `run`.
                unsafe { compiled::<P>(self, search, own, opponent, rest, target) }
            }
        }
    };
}

compiled_with!("avx2,bmi1,bmi2,lzcnt,popcnt", Avx2, flips, {});

compiled_with!(
    "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd",
    Avx512,
    flips_by_leading_zeros,
    {
        const EXTRACTS: bool = true;

        #[inline(always)]
        fn extract(self, set: Set, mask: Set) -> u64 {
            // SAFETY: as in `run`.
            unsafe { _pext_u64(set, mask) }
        }
    }
);

/// The steps between neighbours in the four directions, in the order of
/// [`crate::bits::RAYS`].
#[inline]
#[target_feature(enable = "avx2")]
fn steps(times: i64) -> __m256i {
    _mm256_set_epi64x(9 * times, 8 * times, 7 * times, times)
}

/// The four sets of an array.
#[inline]
#[target_feature(enable = "avx2")]
fn load(sets: &[Set; 4]) -> __m256i {
    let [a, b, c, d] = sets.map(|set| set as i64);
    _mm256_set_epi64x(d, c, b, a)
}

/// The union of four sets.
#[inline]
#[target_feature(enable = "avx2")]
fn union(sets: __m256i) -> Set {
    let both = _mm_or_si128(
        _mm256_castsi256_si128(sets),
        _mm256_extracti128_si256::<1>(sets),
    );
    let all = _mm_or_si128(both, _mm_unpackhi_epi64(both, both));
    _mm_cvtsi128_si64(all) as Set
}

/// [`crate::bits::moves`], all directions at once.
#[inline]
#[target_feature(enable = "avx2")]
fn moves(own: Set, opponent: Set) -> Set {
    let (one, two) = (steps(1), steps(2));
    let from = _mm256_set1_epi64x(own as i64);
    let inner = (opponent & INNER) as i64;
    let through = _mm256_set_epi64x(inner, opponent as i64, inner, inner);
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(from, one));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(from, one));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(through, _mm256_srlv_epi64(down, one)),
    );
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
    let pairs_down = _mm256_and_si256(through, _mm256_srlv_epi64(through, one));
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
        down = _mm256_or_si256(
            down,
            _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
        );
    }
    let found = _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one));
    union(found) & !(own | opponent)
}

/// Flips in the directions with increasing square numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn flips_up(own: __m256i, opponent: __m256i, ray: __m256i) -> __m256i {
    let ends = _mm256_andnot_si256(opponent, ray);
    let first = _mm256_and_si256(ends, _mm256_sub_epi64(_mm256_setzero_si256(), ends));
    let end = _mm256_and_si256(first, own);
    let none = _mm256_cmpeq_epi64(end, _mm256_setzero_si256());
    let below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    _mm256_andnot_si256(none, _mm256_and_si256(below, ray))
}

/// Flips in the other directions, given the ends of the lines that are own discs.
#[inline]
#[target_feature(enable = "avx2")]
fn above(end: __m256i, ray: __m256i) -> __m256i {
    let twice = _mm256_add_epi64(end, end);
    _mm256_and_si256(ray, _mm256_sub_epi64(_mm256_setzero_si256(), twice))
}

/// [`crate::bits::flips`], four directions at once.
#[inline]
#[target_feature(enable = "avx2")]
fn flips(own: Set, opponent: Set, square: u8) -> Set {
    let rays = &RAYS[usize::from(square)];
    let down = load(&rays.down);
    let (own, opponent) = (
        _mm256_set1_epi64x(own as i64),
        _mm256_set1_epi64x(opponent as i64),
    );
    let ends = _mm256_andnot_si256(opponent, down);
    // All squares beyond an end. Bits that leave a ray move beyond its last square and never back
    // onto it.
    let mut beyond = _mm256_srlv_epi64(ends, steps(1));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, steps(1)));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, steps(2)));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, steps(4)));
    let end = _mm256_and_si256(own, _mm256_andnot_si256(beyond, ends));
    let up = flips_up(own, opponent, load(&rays.up));
    union(_mm256_or_si256(up, above(end, down)))
}

/// The same, with the first square of a ray found by its leading zeros.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
fn flips_by_leading_zeros(own: Set, opponent: Set, square: u8) -> Set {
    let rays = &RAYS[usize::from(square)];
    let down = load(&rays.down);
    let (own, opponent) = (
        _mm256_set1_epi64x(own as i64),
        _mm256_set1_epi64x(opponent as i64),
    );
    let ends = _mm256_andnot_si256(opponent, down);
    let first = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(ends));
    let end = _mm256_and_si256(own, first);
    let up = flips_up(own, opponent, load(&rays.up));
    union(_mm256_or_si256(up, above(end, down)))
}
