//! The results of an accepted bundle for a page.

use serde::Serialize;
use shomei::bundles::CheckedBundle;
use shomei::messages::{BundleRow, bundle_question_in, bundle_rows_in, bundle_verdict_in, capital};
use shomei::{Error, Kinds};

use crate::boards::{self, Board};
use crate::names;
use crate::texts::Lang;

/// The question and the results of an accepted bundle.
#[derive(Debug, Serialize)]
pub(super) struct ResultsData {
    game: String,
    rules: String,
    position: String,
    question: String,
    board: Board,
    /// The names of the moves of the line.
    line: Vec<String>,
    rows: Vec<RowData>,
    /// The verdict on a solution.
    verdict: Option<String>,
    certificates: usize,
    records: u64,
}

/// A result.
#[derive(Debug, Serialize)]
struct RowData {
    /// The number of the move in the line.
    number: Option<usize>,
    /// The name of the move; null for the result of the position.
    name: Option<String>,
    result: String,
    /// The kind of the move or its loss.
    note: String,
    /// The files of the certificates.
    certificates: Vec<String>,
}

impl ResultsData {
    pub(super) fn of(
        kinds: &Kinds,
        checked: &CheckedBundle,
        lang: Lang,
    ) -> Result<ResultsData, Error> {
        let manifest = &checked.manifest;
        let game = kinds.open(&manifest.game, &manifest.rules)?;
        let (line, positions) = names::along(&manifest.root(&game)?, &manifest.line, lang);
        let rows = bundle_rows_in(manifest, lang);
        let row = |row: BundleRow<'_>| RowData {
            number: row.number,
            name: row
                .mv
                .map(|mv| names::name_at(&positions, &manifest.line, (row.before, mv), lang)),
            result: row.result,
            note: row.note,
            certificates: row.certificates.to_vec(),
        };
        let verdict = manifest.verdict.as_deref();
        let data = ResultsData {
            game: manifest.game.clone(),
            rules: manifest.rules.clone(),
            position: manifest.position.clone(),
            question: capital(&bundle_question_in(manifest, lang)),
            board: boards::draw(&positions[0], None, lang),
            line,
            rows: rows.into_iter().map(row).collect(),
            verdict: verdict.map(|verdict| bundle_verdict_in(verdict, lang)),
            certificates: checked.certificates,
            records: checked.records,
        };
        game.unless_failed(Ok(data))
    }
}
