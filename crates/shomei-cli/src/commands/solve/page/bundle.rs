//! The certificates of a bundle: the certificate of each result, and what has none.

use shomei::AnyGame;
use shomei::bundles::Manifest;
use shomei::messages::{BundleRow, bundle_rows_in, bundle_verdict_in, grouped};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

use super::super::answer::StoredCertificate;
use super::answer::header;
use super::html::Html;
use crate::commands::verify::move_name;
use crate::language::MoveNames;

/// Adds the bundle.
pub(super) fn write(html: &mut Html, game: &AnyGame, stored: &StoredCertificate, lang: Lang) {
    let Some(bundle) = &stored.bundled else {
        return;
    };
    html.element("h2", &[], &msg::ReportCertificates.text(lang));
    html.open("dl", &[]);
    let name = stored.path.file_name().unwrap_or_default();
    html.term(&msg::ReportBundle.text(lang), &name.to_string_lossy());
    let size = msg::ReportBundleSize {
        count: bundle.files.len(),
        bytes: stored.bytes,
    };
    html.term(&msg::ReportBundleContent.text(lang), &size.text(lang));
    html.term("SHA-256", &bundle.sha256);
    html.close("dl");
    results(html, game, &bundle.manifest, lang);
    if let Some(verdict) = &bundle.manifest.verdict {
        let verdict = bundle_verdict_in(verdict, lang);
        html.element("p", &[], &msg::VerifySolution { verdict }.text(lang));
    }
    html.open("div", &[("class", "scroll")]);
    html.open("table", &[]);
    let headings = [
        msg::ReportCertificate.text(lang),
        msg::ReportBytes.text(lang),
        "SHA-256".to_string(),
    ];
    header(html, &headings);
    html.open("tbody", &[]);
    for file in &bundle.files {
        html.open("tr", &[]);
        html.element("td", &[], &file.name);
        html.element("td", &[("class", "number")], &grouped(file.bytes));
        html.open("td", &[]);
        html.element("code", &[], &file.sha256);
        html.close("td");
        html.close("tr");
    }
    html.close("tbody");
    html.close("table");
    html.close("div");
}

/// Adds the bundle of a problem in a list: its file, and the results without a certificate.
pub(super) fn write_line(html: &mut Html, stored: &StoredCertificate, lang: Lang) {
    let Some(bundle) = &stored.bundled else {
        return;
    };
    let name = stored.path.file_name().unwrap_or_default();
    let text = msg::ReportBundleLine {
        name: &*name.to_string_lossy(),
        count: bundle.files.len(),
        sha256: &bundle.sha256,
    };
    html.element("div", &[], &text.text(lang));
    let count = bundle.manifest.open_results();
    if count > 0 {
        html.element("div", &[], &msg::ReportUncertified { count }.text(lang));
    }
}

/// Adds the table of the results.
fn results(html: &mut Html, game: &AnyGame, manifest: &Manifest, lang: Lang) {
    let rows = bundle_rows_in(manifest, lang);
    let root = manifest.root(game).ok();
    let mut names = root.map(|root| MoveNames::of(root, lang));
    html.open("div", &[("class", "scroll")]);
    html.open("table", &[("class", "certified")]);
    let headings = [
        String::new(),
        msg::ReportMove.text(lang),
        msg::ReportResult.text(lang),
        String::new(),
        msg::ReportCertificate.text(lang),
    ];
    header(html, &headings);
    html.open("tbody", &[]);
    for row in &rows {
        html.open("tr", &[]);
        let number = row.number.map(|number| number.to_string());
        html.element("td", &[("class", "number")], &number.unwrap_or_default());
        html.element("td", &[], &move_name(row, manifest, names.as_mut()));
        html.element("td", &[], &row.result);
        html.element("td", &[], &row.note);
        html.element("td", &[], &certificates(row, lang));
        html.close("tr");
    }
    html.close("tbody");
    html.close("table");
    html.close("div");
    let open = rows.iter().filter(|row| row.is_open).count();
    html.element("p", &[], &msg::ReportUncertified { count: open }.text(lang));
}

/// The certificates of a result.
fn certificates(row: &BundleRow<'_>, lang: Lang) -> String {
    let names = row.certificates.join(" ");
    match (row.is_open, names.is_empty()) {
        (false, true) => msg::ReportByRules.text(lang),
        (false, false) => names,
        (true, true) => msg::ReportNotCertified.text(lang),
        (true, false) => msg::ReportPartlyCertified { names }.text(lang),
    }
}
