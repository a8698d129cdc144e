//! Reads the blocks of a journal.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use serde::de::DeserializeOwned;

use super::{HEADER, MAGIC, Problem};
use crate::Record;

pub(super) fn from_block<T: DeserializeOwned>(content: &[u8], at: u64) -> Result<T, Problem> {
    let damaged = |why: String| Problem::Damaged { at, why };
    match postcard::take_from_bytes(content) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(damaged(format!("{} bytes too many", rest.len()))),
        Err(error) => Err(damaged(error.to_string())),
    }
}

/// The blocks of a file.
pub(super) struct Blocks {
    input: BufReader<File>,
    at: u64,
    length: u64,
}

impl Blocks {
    pub(super) fn open(mut file: File) -> Result<Blocks, Problem> {
        let length = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        let mut magic = [0; 16];
        let mut input = BufReader::new(file);
        match input.read_exact(&mut magic) {
            Ok(()) if &magic == MAGIC => {}
            Ok(()) => return Err(Problem::Foreign),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(Problem::Foreign);
            }
            Err(error) => return Err(error.into()),
        }
        let at = MAGIC.len() as u64;
        Ok(Blocks { input, at, length })
    }

    pub(super) fn first(&mut self) -> Result<(u64, Vec<u8>), Problem> {
        let at = self.at;
        let block = self.next_block()?;
        block.ok_or_else(|| Problem::Damaged {
            at,
            why: "it ends within its first block".into(),
        })
    }

    pub(super) fn next_record(&mut self) -> Result<Option<Record>, Problem> {
        match self.next_block()? {
            None => Ok(None),
            Some((at, content)) => from_block(&content, at).map(Some),
        }
    }

    /// The next block and where it begins; none at the end, or where the last one is cut off.
    fn next_block(&mut self) -> Result<Option<(u64, Vec<u8>)>, Problem> {
        let at = self.at;
        if self.length - at < HEADER {
            return Ok(None);
        }
        let (mut length, mut check, mut sum) = ([0; 4], [0; 4], [0; 4]);
        self.input.read_exact(&mut length)?;
        self.input.read_exact(&mut check)?;
        self.input.read_exact(&mut sum)?;
        if crc32fast::hash(&length) != u32::from_le_bytes(check) {
            return Err(Problem::Damaged {
                at,
                why: "the length of a block is wrong".into(),
            });
        }
        let length = u64::from(u32::from_le_bytes(length));
        if self.length - at - HEADER < length {
            return Ok(None);
        }
        let mut content = vec![0; length as usize];
        self.input.read_exact(&mut content)?;
        self.at += HEADER + length;
        if crc32fast::hash(&content) == u32::from_le_bytes(sum) {
            return Ok(Some((at, content)));
        }
        // The last block of a file that was being written when the system died may be there
        // in length alone.
        match self.at == self.length {
            true => Ok(None),
            false => Err(Problem::Damaged {
                at,
                why: "the checksum of a block is wrong".into(),
            }),
        }
    }
}
