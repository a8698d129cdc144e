//! The bundle of a review.

use std::path::PathBuf;

use shomei::bundles::{BundleDraft, Manifest};
use shomei::files::Pending;
use shomei::{Aim, AnyPosition};

use crate::commands::solve::answer::{StoredCertificate, query_of};
use crate::commands::solve::bundle::{self, is_bundle};
use crate::commands::solve::request::Request;
use crate::failure::{Exit, Failure};
use crate::line_of_play::LineOfPlay;

/// The bundle of a review that is being written.
pub(super) struct ReviewBundle {
    file: Pending,
    path: PathBuf,
    pub(super) certificates: Vec<Vec<u8>>,
}

impl ReviewBundle {
    /// Begins the file, if a bundle is wanted.
    pub(super) fn begin(
        request: &Request,
        played: &LineOfPlay,
    ) -> Result<Option<ReviewBundle>, Failure> {
        let path = request.proof.clone().filter(|path| is_bundle(path));
        let begin = |path: PathBuf| {
            Ok(ReviewBundle {
                file: bundle::begin(request, &played.root.text(), &path)?,
                path,
                certificates: Vec::new(),
            })
        };
        path.map(begin).transpose()
    }

    /// Writes the file. A result without a certificate is reported and added to `exits`, which
    /// contains those of the positions.
    pub(super) fn finish(
        self,
        request: &Request,
        played: &LineOfPlay,
        first: usize,
        exits: &mut Vec<Exit>,
    ) -> Result<StoredCertificate, Failure> {
        let ReviewBundle {
            file,
            path,
            certificates,
        } = self;
        let text = |(at, (mv, _)): (usize, &(String, AnyPosition))| {
            let text = played.position(at).and_then(|from| from.move_text(mv).ok());
            text.unwrap_or_else(|| mv.clone())
        };
        let line = played.moves.iter().enumerate().map(text).collect();
        let manifest = Manifest::of_position(&played.root, query_of(request)).along(line, first);
        let limits = request.next().config.limits.started();
        let aim = Aim::win(played.root.to_move());
        let draft = BundleDraft {
            manifest,
            certificates,
            is_known: exits.iter().all(|&exit| exit == Exit::Done),
        };
        let (stored, problem) = bundle::finish(request, &limits, (file, &*path), draft, aim)?;
        if let Some(problem) = problem {
            problem.report();
            exits.push(problem.exit());
        }
        Ok(stored)
    }
}
