//! The allocation of a table or store. This file contains the only `unsafe` code of the crate.
//!
//! The memory comes from an anonymous map: the kernel provides zeroed pages when they are first
//! touched, so a large table costs nothing at the start. Huge pages avoid most of the
//! address-translation misses of random probes. If the kernel refuses them, the table is slower,
//! and no error is reported.

use std::io;

#[cfg(not(any(miri, loom, target_family = "wasm")))]
pub(crate) use mapped::MappedMemory as Memory;
#[cfg(any(miri, loom, target_family = "wasm"))]
pub(crate) use owned::OwnedMemory as Memory;

/// Two cache lines of words; each store defines their meaning.
#[cfg_attr(any(loom, test), derive(Default))]
#[repr(C, align(128))]
pub(crate) struct CacheLines(pub(crate) [std::sync::atomic::AtomicU64; 16]);

/// A type that can fill zeroed memory.
///
/// # Safety
///
/// The type consists only of atomic integers.
#[cfg(not(loom))]
#[allow(unsafe_code)] // Its implementations promise this.
pub(crate) unsafe trait Atomics: Sized {}

// SAFETY: both are arrays of atomic integers.
#[cfg(not(loom))]
#[allow(unsafe_code)]
unsafe impl Atomics for super::bucket::Bucket {}
// SAFETY: the same.
#[cfg(not(loom))]
#[allow(unsafe_code)]
unsafe impl Atomics for CacheLines {}

#[cfg(not(any(miri, loom, target_family = "wasm")))]
#[allow(unsafe_code)] // A map has no type, and a prefetch takes an address.
mod mapped {
    use std::marker::PhantomData;
    use std::slice;

    use memmap2::{MmapMut, MmapRaw};

    use super::{Atomics, io};

    /// An array of buckets, initially all zero.
    pub(crate) struct MappedMemory<B> {
        /// The raw form never creates a reference to the bytes, which are written through shared
        /// references to atomics.
        map: MmapRaw,
        buckets: usize,
        kind: PhantomData<B>,
    }

    impl<B: Atomics> MappedMemory<B> {
        /// Maps `buckets` buckets, at least one.
        pub(crate) fn new(buckets: usize) -> io::Result<MappedMemory<B>> {
            let bytes = buckets
                .checked_mul(size_of::<B>())
                .filter(|&bytes| buckets > 0 && isize::try_from(bytes).is_ok())
                .ok_or(io::ErrorKind::InvalidInput)?;
            let map = MmapRaw::from(MmapMut::map_anon(bytes)?);
            if map.len() < bytes || !map.as_mut_ptr().cast::<B>().is_aligned() {
                return Err(io::ErrorKind::OutOfMemory.into());
            }
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            Ok(MappedMemory {
                map,
                buckets,
                kind: PhantomData,
            })
        }

        /// All buckets.
        #[inline]
        pub(crate) fn buckets(&self) -> &[B] {
            let first = self.map.as_mut_ptr().cast::<B>();
            // SAFETY: `new` checked that the map is aligned for a bucket and
            // holds `self.buckets` of them, no more than `isize::MAX` bytes. A
            // bucket is made of atomic integers only, for which all bytes are
            // valid, and the map begins zeroed. The bytes are reached through
            // this function alone, hence through atomics alone, so sharing and
            // writing them is sound; the borrow of `self` keeps the map alive.
            unsafe { slice::from_raw_parts(first, self.buckets) }
        }

        /// Returns the memory of all buckets from index `from` on to the system, as far as it
        /// consists of whole pages. These buckets are empty afterwards.
        pub(crate) fn release(&self, from: usize) {
            #[cfg(target_os = "linux")]
            {
                use memmap2::UncheckedAdvice::DontNeed;
                let start = (from * size_of::<B>()).next_multiple_of(Self::PAGE);
                let end = self.buckets * size_of::<B>();
                if start < end {
                    // SAFETY: the map is private, anonymous, and as long as `end`, so
                    // that its pages are read as zeros from now on. All bytes, zeros
                    // too, are valid for the atomic integers in which alone they are
                    // read and written; no reference to plain bytes exists.
                    let _ = unsafe {
                        self.map
                            .unchecked_advise_range(DontNeed, start, end - start)
                    };
                }
            }
            #[cfg(not(target_os = "linux"))]
            let _ = from;
        }

        /// The granularity of returned memory; no page is larger.
        #[cfg(target_os = "linux")]
        const PAGE: usize = 2 << 20;

        /// Prefetches the cache lines of a bucket.
        #[inline]
        pub(crate) fn prefetch(&self, bucket: usize) {
            #[cfg(target_arch = "x86_64")]
            {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                let first = self.map.as_mut_ptr().cast::<B>();
                let first = first.wrapping_add(bucket).cast::<i8>();
                for line in (0..size_of::<B>()).step_by(64) {
                    let line = first.wrapping_add(line);
                    // SAFETY: a prefetch reads nothing that the program can see
                    // and faults at no address; SSE is part of x86-64.
                    unsafe { _mm_prefetch::<_MM_HINT_T0>(line) };
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = bucket;
        }
    }
}

/// Ordinary memory: WebAssembly has no maps, and Miri does not support `madvise`. Loom's atomics are
/// larger than a word and must be constructed one by one.
#[cfg(any(miri, loom, target_family = "wasm"))]
mod owned {
    use super::io;

    /// An array of buckets, initially all empty.
    pub(crate) struct OwnedMemory<B>(Box<[B]>);

    #[cfg(not(loom))]
    #[allow(unsafe_code)] // Zeroed memory has no type.
    impl<B: super::Atomics> OwnedMemory<B> {
        /// Allocates `buckets` buckets, at least one. The allocator clears them as one block. With
        /// one write per bucket, and 128-bit products in `index_of`, a search of 120,000 nodes of
        /// tsume-shogi takes 7 % more time.
        pub(crate) fn new(buckets: usize) -> io::Result<OwnedMemory<B>> {
            use std::alloc::{Layout, alloc_zeroed};
            use std::ptr::slice_from_raw_parts_mut;

            let layout = Layout::array::<B>(buckets).map_err(|_| io::ErrorKind::InvalidInput)?;
            if layout.size() == 0 {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            // SAFETY: the layout is not empty.
            let first = unsafe { alloc_zeroed(layout) };
            if first.is_null() {
                return Err(io::ErrorKind::OutOfMemory.into());
            }
            let all = slice_from_raw_parts_mut(first.cast::<B>(), buckets);
            // SAFETY: the global allocator gave this memory for `buckets` values of type `B`.
            // These are atomic integers, for which zeros are valid. Nothing else owns it.
            Ok(OwnedMemory(unsafe { Box::from_raw(all) }))
        }
    }

    #[cfg(loom)]
    impl<B: Default> OwnedMemory<B> {
        /// Creates `buckets` buckets, at least one.
        pub(crate) fn new(buckets: usize) -> io::Result<OwnedMemory<B>> {
            let memory = (0..buckets).map(|_| B::default()).collect();
            Ok(OwnedMemory(memory))
        }
    }

    impl<B> OwnedMemory<B> {
        /// All buckets.
        pub(crate) fn buckets(&self) -> &[B] {
            &self.0
        }

        /// Does nothing.
        pub(crate) fn release(&self, _from: usize) {}

        /// Reads the cache lines of a bucket, since WebAssembly has no prefetch: the processor goes
        /// on before they arrive. Searches take 11 % less time in tsume-shogi and in Lines of Action.
        #[inline]
        #[allow(unsafe_code)] // An ordinary read of an unused value is removed.
        #[cfg(target_family = "wasm")]
        pub(crate) fn prefetch(&self, bucket: usize) {
            let first = (&raw const self.0[bucket]).cast::<u8>();
            for line in (0..size_of::<B>()).step_by(64) {
                // SAFETY: the byte is one of the bucket, and the module has one thread.
                let _ = unsafe { first.add(line).read_volatile() };
            }
        }

        /// Does nothing.
        #[cfg(not(target_family = "wasm"))]
        pub(crate) fn prefetch(&self, _bucket: usize) {}
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::bucket::Bucket;
    use super::*;

    #[test]
    fn memory_begins_empty() {
        for buckets in [1, 2, 63] {
            let memory = Memory::<Bucket>::new(buckets).unwrap();
            assert_eq!(memory.buckets().len(), buckets);
            assert!(memory.buckets().iter().all(|b| b.entries().count() == 0));
            memory.prefetch(buckets - 1);
        }
    }

    #[test]
    fn impossible_sizes_are_errors() {
        assert!(Memory::<Bucket>::new(usize::MAX).is_err());
        assert!(Memory::<Bucket>::new(usize::MAX / 64).is_err());
    }
}
