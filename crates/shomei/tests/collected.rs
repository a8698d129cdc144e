//! The certificates that a query leaves in memory, and why others are missing.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

use shomei::proof::CheckLimits;
use shomei::{
    Answer, CertificateWish, CollectedCertificate, CollectingSink, Error, Kinds, Query,
    QueryResult, Question, Session, Side, Silent, Watching, WinLength,
};

type Finished = (QueryResult, Vec<CollectedCertificate>, Vec<Error>);

fn ask(mut session: Session, position: &str, query: Query, wish: CertificateWish) -> Finished {
    let position = session.game().position(position).unwrap();
    let mut silent = Silent;
    let mut watching = Watching(&mut silent);
    let mut sink = CollectingSink::new(&mut watching, wish);
    let result = session.ask_with(&position, query, &mut sink).unwrap();
    let (certificates, problems) = sink.finish(&result);
    (result, certificates, problems)
}

#[test]
fn a_shortest_win_has_two_certificates_if_they_are_wanted() {
    let game = Kinds::builtin().open("shogi", "").unwrap();
    let mate = "8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";
    let query = Query {
        length: WinLength::Shortest,
        ..Question::Win(Side::First).into()
    };
    let session = || Session::new(&game).unwrap();
    let (_, certificates, problems) = ask(session(), mate, query, CertificateWish::Wanted);
    let parts: Vec<_> = certificates.iter().map(|one| one.part).collect();
    assert_eq!((parts, problems.len()), (vec!["whole", "no-shorter"], 0));
    for certificate in &certificates {
        let verdict = Kinds::builtin().check(&certificate.bytes[..], &CheckLimits::default());
        assert!(verdict.unwrap().is_accepted() && certificate.records > 0);
    }
    let (_, certificates, problems) = ask(session(), mate, query, CertificateWish::Unwanted);
    assert!(certificates.is_empty() && problems.is_empty());
}

/// Without path dependence, the search calls the root disproved. The certificate corrects this.
#[test]
fn a_corrected_answer_is_a_problem() {
    let rules = "R = AND { X, Y } Y = OR { P, Q } X = OR { S, P } P = AND { Y } S = AND { X } \
                 Q = AND { Won }";
    let game = Kinds::builtin().open("tree", rules).unwrap();
    let options = [
        ("init", "unit"),
        ("epsilon", "0"),
        ("path-dependence", "off"),
    ];
    let mut session = Session::new(&game).unwrap();
    session.set_algorithm("df-pn").unwrap();
    for (name, value) in options {
        session.set_option(name, value).unwrap();
    }
    let query = Question::Win(Side::First).into();
    let (result, certificates, problems) = ask(session, "R", query, CertificateWish::Wanted);
    assert_eq!((result.answer, certificates.len()), (Answer::Proved, 1));
    assert!(matches!(&problems[..], [problem] if problem.to_string().contains("corrected")));
}
