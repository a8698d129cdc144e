//! The certificates of an answer, in one temporary file until a page asks for the bundle.

use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use shomei::bundles::{self, CheckedBundle, Manifest};
use shomei::proof::Header;
use shomei::{CheckLimits, Error, Kinds};

use crate::about::MOST_CERTIFICATE;
use crate::certificate::{Scratch, Stored};
use crate::texts;

/// The certificates of an answer and the question.
#[derive(Debug)]
pub(crate) struct Parts {
    manifest: Manifest,
    stored: Stored,
    places: Vec<Range<u64>>,
}

impl Parts {
    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.stored.bytes()
    }

    /// Checks the certificates and writes the bundle.
    pub(super) fn write(
        &self,
        kinds: &Kinds,
        limits: &dyn Fn(CheckLimits) -> CheckLimits,
    ) -> Result<(CheckedBundle, Stored), Error> {
        let read = |place: &Range<u64>| {
            let mut reader = self.stored.reader();
            let mut bytes = Vec::new();
            reader.seek(SeekFrom::Start(place.start))?;
            reader
                .take(place.end - place.start)
                .read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let parts: io::Result<Vec<Vec<u8>>> = self.places.iter().map(read).collect();
        let kind = kinds.find(&self.manifest.game)?;
        let mut out = BufWriter::new(Scratch::new().map_err(Error::run)?);
        let parts = parts.map_err(Error::run)?;
        let checked = bundles::write(kind, &self.manifest, parts, &mut out, limits)?;
        let file = out
            .into_inner()
            .map_err(|error| Error::run(error.into_error()))?;
        Ok((checked, file.store().map_err(Error::run)?))
    }
}

/// Collects the certificates of a search.
#[derive(Debug, Default)]
pub(crate) struct PartWriter {
    file: Option<Scratch>,
    length: u64,
    parts: Vec<(Header, Range<u64>)>,
    /// Why there is no bundle.
    problem: Option<Error>,
}

impl PartWriter {
    /// Adds a certificate, which replaces an earlier one with the same claim.
    pub(crate) fn add(&mut self, header: Header, certificate: &Stored) {
        if self.problem.is_none()
            && let Err(error) = self.try_add(header, certificate)
        {
            self.problem = Some(error);
        }
    }

    fn try_add(&mut self, header: Header, certificate: &Stored) -> Result<(), Error> {
        let (begin, end) = (self.length, self.length + certificate.bytes());
        if end > MOST_CERTIFICATE {
            return Err(Error::input(texts::certificate_too_long()));
        }
        let mut file = match self.file.take() {
            Some(file) => file,
            None => Scratch::new().map_err(Error::run)?,
        };
        io::copy(&mut certificate.reader(), &mut file).map_err(Error::run)?;
        self.file = Some(file);
        self.length = end;
        self.parts.retain(|(known, _)| *known != header);
        self.parts.push((header, begin..end));
        Ok(())
    }

    /// The parts of a bundle about this question; `None` if there are none.
    pub(crate) fn finish(self, manifest: Manifest) -> Result<Option<Parts>, Error> {
        let (None, Some(file)) = (&self.problem, self.file) else {
            return self.problem.map_or(Ok(None), Err);
        };
        Ok(Some(Parts {
            manifest,
            stored: file.store().map_err(Error::run)?,
            places: self.parts.into_iter().map(|(_, place)| place).collect(),
        }))
    }
}

/// A temporary file with these bytes.
pub(super) fn file_of(bytes: &[u8]) -> Result<Stored, Error> {
    let write = || {
        let mut file = Scratch::new()?;
        file.write_all(bytes)?;
        file.store()
    };
    write().map_err(Error::run)
}
