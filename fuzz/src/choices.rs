//! Decisions from a string of bytes; all are zero after its end.

#[derive(Debug)]
pub(crate) struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// A number below `bound`, which is at least 1 and fits into two bytes.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let wide = usize::from(u16::from_le_bytes([self.byte(), self.byte()]));
        wide % bound
    }
}
