//! Reads lines from an untrusted source.

use std::io::{self, BufRead, Read};

/// The length limit of a line, in bytes.
pub const LONGEST: u64 = 1 << 20;

/// The message for a line that is too long.
pub const TOO_LONG: &str = "the line is longer than 1 MiB";

/// A line as it was read.
#[derive(Debug, PartialEq, Eq)]
pub enum RawLine {
    /// The whole line, without its end.
    Whole(Vec<u8>),
    /// The first bytes of a line that exceeds the limit.
    TooLong(Vec<u8>),
}

/// Reads the next line of an untrusted source; `None` at its end. The rest of a line that is too
/// long is skipped, so that the next call reads the next line.
///
/// # Errors
///
/// The errors of the source.
pub fn read_line(source: &mut impl BufRead) -> io::Result<Option<RawLine>> {
    let mut bytes = Vec::new();
    if source
        .by_ref()
        .take(LONGEST + 1)
        .read_until(b'\n', &mut bytes)?
        == 0
    {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        return Ok(Some(RawLine::Whole(bytes)));
    }
    if bytes.len() as u64 <= LONGEST {
        return Ok(Some(RawLine::Whole(bytes)));
    }
    loop {
        let found = source.fill_buf()?;
        let end = found.iter().position(|&byte| byte == b'\n');
        let passed = end.map_or(found.len(), |end| end + 1);
        source.consume(passed);
        if end.is_some() || passed == 0 {
            bytes.truncate(1 << 10);
            return Ok(Some(RawLine::TooLong(bytes)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let longest = LONGEST as usize;
        let text = [
            vec![b'a'; longest],
            vec![b'b'; longest + 1],
            vec![b'c'; 3 * longest],
        ];
        let text = [text.join(&b'\n'), b"\nlast".to_vec()].concat();
        let mut source = io::Cursor::new(text);
        let mut next = || read_line(&mut source).unwrap();
        assert!(matches!(next(), Some(RawLine::Whole(line)) if line.len() == longest));
        for letter in *b"bc" {
            let start = vec![letter; 1 << 10];
            assert_eq!(next(), Some(RawLine::TooLong(start)));
        }
        assert_eq!(next(), Some(RawLine::Whole(b"last".to_vec())));
        assert_eq!(next(), None);
        // The last line can be too long, too.
        let mut end = io::Cursor::new(vec![b'd'; 2 * longest]);
        assert!(
            matches!(read_line(&mut end), Ok(Some(RawLine::TooLong(start))) if start.len() == 1 << 10)
        );
        assert_eq!(read_line(&mut end).unwrap(), None);
    }
}
