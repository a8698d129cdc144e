//! Why a certificate is rejected, and what a form of records cannot express.

use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_proof::{Damage, Part, Rejection};

use super::InLang;
use crate::any::{Loss, LossKind};
use crate::checking::Rejected;

/// Why a certificate is rejected: in English the reason of the checker. Other languages have texts
/// for limits and damaged files, and for a wrong record its place before the English reason.
#[must_use]
pub fn rejected_in(rejected: &Rejected, lang: Lang) -> String {
    match &rejected.found {
        Some(fault) if lang != Lang::EN => {
            // The certificate of a bundle is named before the reason.
            let at = rejected.reason.find(&fault.to_string()).unwrap_or(0);
            let (file, reason) = rejected.reason.split_at(at);
            let text = limit_in(fault, lang).or_else(|| damage_in(fault, lang));
            file.to_string() + &text.unwrap_or_else(|| place_of_fault(fault, reason, lang))
        }
        _ => rejected.reason.clone(),
    }
}

/// A rejection of the checker, whose English text is `english`, in a sentence.
#[must_use]
pub fn rejection_in(fault: &Rejection, english: &str, lang: Lang) -> String {
    limit_in(fault, lang).unwrap_or_else(|| {
        let reason = match lang {
            Lang::EN => english.to_string(),
            _ => damage_in(fault, lang).unwrap_or_else(|| place_of_fault(fault, english, lang)),
        };
        msg::CertificateWrong { reason }.text(lang)
    })
}

/// The place of a wrong record, and the English reason, which is for the author of the certificate.
fn place_of_fault(fault: &Rejection, english: &str, lang: Lang) -> String {
    let Some(record) = fault.record() else {
        return english.to_string();
    };
    let reason = english.strip_prefix(&format!("record {record}: "));
    let reason = reason.unwrap_or(english);
    msg::CheckWrongRecord { record, reason }.text(lang)
}

/// A limit of the check; `None` for a fault of the certificate.
fn limit_in(fault: &Rejection, lang: Lang) -> Option<String> {
    let reason = match *fault {
        Rejection::LeafLimit {
            record,
            nodes,
            limit: most,
        } => msg::CheckLeafLimit {
            record,
            nodes,
            most,
        }
        .text(lang),
        Rejection::SearchLimit {
            record,
            limit: most,
        } => msg::CheckSearchLimit { record, most }.text(lang),
        Rejection::PositionLimit {
            record,
            limit: most,
        } => msg::CheckPositionLimit { record, most }.text(lang),
        Rejection::EdgeLimit {
            record,
            limit: most,
        } => msg::CheckEdgeLimit { record, most }.text(lang),
        Rejection::ByteLimit {
            record,
            limit: most,
        } => {
            let most = most >> 20;
            msg::CheckByteLimit { record, most }.text(lang)
        }
        Rejection::TimeLimit {
            record,
            limit: most,
        } => {
            let seconds = format!("{:.1}", most.as_secs_f64());
            msg::CheckTimeLimit { record, seconds }.text(lang)
        }
        Rejection::Stopped { record } => return Some(msg::CheckStopped { record }.text(lang)),
        _ => return None,
    };
    Some(msg::CheckLimit { reason }.text(lang))
}

/// Common damage of a file; `None` for other faults.
pub(crate) fn damage_in(fault: &Rejection, lang: Lang) -> Option<String> {
    let Rejection::Damaged(damage) = fault else {
        return None;
    };
    Some(match damage {
        Damage::NotACertificate => msg::CheckNoCertificate.text(lang),
        Damage::UnsupportedVersion { found, supported } => {
            let [found, supported] = [found, supported].map(u16::to_string);
            msg::CheckVersion { found, supported }.text(lang)
        }
        Damage::Truncated { part } => {
            let part = part_in(part, lang);
            msg::CheckTruncated { part }.text(lang)
        }
        Damage::Checksum { part } => {
            let part = part_in(part, lang);
            msg::CheckChecksum { part }.text(lang)
        }
        Damage::BadEnd => msg::CheckBadEnd.text(lang),
        Damage::TrailingData => msg::CheckTrailingData.text(lang),
        _ => return None,
    })
}

fn part_in(part: &Part, lang: Lang) -> String {
    match part {
        Part::Header => msg::PartHeader.text(lang),
        Part::Block { number, first } => {
            let (number, first) = (*number, *first);
            msg::PartBlock { number, first }.text(lang)
        }
        Part::Index => msg::PartIndex.text(lang),
        Part::Trailer => msg::PartTrailer.text(lang),
    }
}

impl InLang for Loss {
    fn in_lang(&self, lang: Lang) -> String {
        let (count, first) = (self.count, &self.first);
        match self.kind {
            LossKind::Moves => msg::LossMoves { count, first }.text(lang),
            LossKind::MainLine => msg::LossMainLine { count, first }.text(lang),
            LossKind::Branches => msg::LossBranches { count, first }.text(lang),
            LossKind::Ending => msg::LossEnding { count, first }.text(lang),
            LossKind::BranchEndings => msg::LossBranchEndings { count, first }.text(lang),
            LossKind::Comments => msg::LossComments { count, first }.text(lang),
            LossKind::MovedComments => msg::LossMovedComments { count, first }.text(lang),
            LossKind::Headers => msg::LossHeaders { count, first }.text(lang),
            LossKind::HeadersAsComments => msg::LossHeadersAsComments { count, first }.text(lang),
            LossKind::Characters => msg::LossCharacters { count, first }.text(lang),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_places_of_a_check_are_in_japanese() {
        let limit = std::time::Duration::from_secs(60);
        let fault = Rejection::TimeLimit { record: 5, limit };
        let ja = rejection_in(&fault, &fault.to_string(), Lang::JA);
        assert!(
            ja.starts_with("5番目の局面：上限の60.0秒を過ぎました"),
            "{ja}"
        );
        let wrong = Rejection::Unreachable { record: 3 };
        let ja = rejection_in(&wrong, &wrong.to_string(), Lang::JA);
        let expected = "証明書に誤りがあります：3番目の局面：no record before it names it";
        assert_eq!(ja, expected);
        let damage = Damage::Checksum { part: Part::Header };
        let ja = rejection_in(&damage.into(), "altered", Lang::JA);
        assert!(ja.contains("チェックサム"), "{ja}");
    }

    #[test]
    fn losses_have_texts_in_both_languages() {
        for kind in LossKind::ALL {
            for count in [1, 2] {
                let first = "x".to_string();
                let loss = Loss { kind, count, first };
                assert!(loss.in_lang(Lang::EN).is_ascii());
                assert!(!loss.in_lang(Lang::JA).is_ascii());
            }
        }
    }
}
