//! Hosts, origins, tokens, paths, bodies, and malicious text in certificates.

use std::time::Duration;

use shomei::proof::{Child, Claim, Header, Record, Writer};
use shomei::{CheckLimits, Kinds};
use shomei_web::certificate::CheckBudget;
use shomei_web::{Limits, Options};

use super::support::{D4, certificate, exploring, file, run, serving};

const SMALL: &str = "r = OR { a, b }  a = AND { Won, c }  b = OR { Failed }  c = OR { Won }";

#[test]
fn another_host_is_refused_everywhere() {
    let server = exploring(&certificate("tree", SMALL, None));
    for path in ["/", "/api/about", "/api/certificates/0", "/nothing"] {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: example.org\r\nconnection: close\r\n\r\n");
        let reply = server.raw(&request);
        assert_eq!(reply.status, 403, "{path}");
        assert!(reply.message().contains("does not answer to that name"));
        let request = format!("GET {path} HTTP/1.1\r\nconnection: close\r\n\r\n");
        assert!([400, 403].contains(&server.raw(&request).status), "{path}");
    }
    assert_eq!(server.get("/api/about").status, 200);
}

#[test]
fn a_page_of_another_origin_reads_nothing() {
    let server = exploring(&certificate("tree", SMALL, None));
    let foreign = [
        "origin: http://example.org\r\n",
        "origin: null\r\n",
        "sec-fetch-site: cross-site\r\n",
    ];
    for headers in foreign {
        let reply = server.ask("GET", "/api/certificates/0", headers, "");
        assert_eq!(reply.status, 403, "{headers}");
        assert!(!reply.head.contains("access-control"), "{reply:?}");
    }
    // A preflight request is refused, too.
    let reply = server.ask("OPTIONS", "/api/questions", foreign[0], "");
    assert_eq!(reply.status, 403);
}

#[test]
fn work_needs_the_token_and_the_origin() {
    let server = serving(Limits::default());
    let question = format!(r#"{{"game":"loa","position":"{D4}","ask":"win"}}"#);
    let own = format!("origin: http://{}\r\n", server.host);
    let token = format!("x-shomei-token: {}\r\n", server.token);
    let wrong = format!("x-shomei-token: {}\r\n", "0".repeat(32));
    let foreign = "origin: http://example.org\r\n";
    for path in [
        "/api/questions",
        "/api/read?game=loa",
        "/api/certificates",
        "/api/certificates/0/check",
        "/api/questions/0/stop",
    ] {
        for headers in [
            own.clone(),
            token.clone(),
            format!("{own}{wrong}"),
            format!("{foreign}{token}"),
        ] {
            let reply = server.ask("POST", path, &headers, &question);
            assert_eq!(reply.status, 403, "{path} {headers}");
        }
    }
    let events = server.get("/api/questions/0/events");
    assert_eq!(events.status, 403);
    assert_eq!(server.post("/api/questions", &question).status, 201);
}

#[test]
fn every_answer_restricts_the_browser() {
    let server = exploring(&certificate("tree", SMALL, None));
    for path in [
        "/",
        "/api/about",
        "/api/nothing",
        "/api/certificates/0/node?path=9",
    ] {
        let head = server.get(path).head;
        for part in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(part), "{path}: {head}");
        }
        assert!(!head.contains("unsafe"), "{head}");
    }
}

#[test]
fn no_path_leads_to_a_file_of_the_machine() {
    let server = exploring(&certificate("tree", SMALL, None));
    for path in [
        "/assets/../Cargo.toml",
        "/assets/../../../../../../../../etc/passwd",
        "/assets/%2e%2e/%2e%2e/Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets//etc/passwd",
        "/assets/%00",
        "/../Cargo.toml",
        "/api/certificates/..%2f0",
        "/api/certificates/18446744073709551616",
        "/api/certificates/-1/node",
    ] {
        let reply = server.get(path);
        assert!([400, 404].contains(&reply.status), "{path}: {reply:?}");
        assert!(!reply.body.contains("[package]") && !reply.body.contains("root:"));
    }
}

#[test]
fn a_large_body_is_refused_before_it_is_read() {
    let server = serving(Limits::default());
    let (host, token) = (&server.host, &server.token);
    let head = format!(
        "POST /api/read?game=loa HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
         x-shomei-token: {token}\r\nconnection: close\r\n"
    );
    // A request with a content length is refused before its body is sent.
    let reply = server.raw(&format!("{head}content-length: 104857600\r\n\r\n"));
    assert_eq!(reply.status, 413);
    // A request without a content length is refused when the body exceeds the limit.
    let piece = format!("{:x}\r\n{}\r\n", 1 << 16, "a".repeat(1 << 16));
    let pieces = piece.repeat(64);
    let reply = server.raw(&format!("{head}transfer-encoding: chunked\r\n\r\n{pieces}"));
    assert!([413, 0].contains(&reply.status), "{reply:?}");
    assert_eq!(server.get("/api/about").status, 200);
}

#[test]
fn an_endless_address_and_endless_headers_are_refused() {
    let server = exploring(&certificate("tree", SMALL, None));
    let long = "0.".repeat(200_000);
    let reply = server.get(&format!("/api/certificates/0/node?path={long}"));
    assert!([400, 414, 431].contains(&reply.status), "{}", reply.status);
    let headers = format!("x-long: {}\r\n", "a".repeat(200_000));
    let reply = server.ask("GET", "/api/about", &headers, "");
    assert!([400, 431].contains(&reply.status), "{}", reply.status);
    let many = "x-many: 1\r\n".repeat(1_000);
    let reply = server.ask("GET", "/api/about", &many, "");
    assert!([400, 431].contains(&reply.status), "{}", reply.status);
    let deep = vec!["0"; 10_001].join(".");
    let reply = server.get(&format!("/api/certificates/0/node?path={deep}"));
    assert_eq!(reply.status, 422);
    assert!(reply.message().contains("more than 10,000 moves"));
}

#[test]
fn what_is_not_a_question_is_refused_with_the_reason() {
    let server = serving(Limits::default());
    let asked = |body: &str| server.post("/api/questions", body);
    for (body, part) in [
        ("", "the question"),
        ("{}", "missing field"),
        (
            r#"{"game":"loa","position":"start","ask":"all"}"#,
            "unknown variant",
        ),
        (
            r#"{"game":"lao","position":"start","ask":"win"}"#,
            "did you mean",
        ),
        (
            r#"{"game":"loa","position":"start","ask":"win","memory":1e99}"#,
            "memory: expected",
        ),
        (
            r#"{"game":"loa","position":"start","ask":"win","nodes":5}"#,
            "unknown field `nodes`",
        ),
        (
            r#"{"game":"loa","position":"start","ask":"win","threads":100000}"#,
            "at most",
        ),
    ] {
        let reply = asked(body);
        assert_eq!(reply.status, 422, "{body}: {reply:?}");
        assert!(
            reply.message().contains(part),
            "{body}: {}",
            reply.message()
        );
    }
    let reply = asked(r#"{"game":"shogi","position":"9/9/9/9/9/9/9/9/x8 b - 1","ask":"win"}"#);
    assert_eq!(
        (reply.status, &reply.json()["error"]["column"]),
        (422, &17.into())
    );
    let nested = "[".repeat(100_000);
    assert_eq!(asked(&nested).status, 422);
}

/// A certificate with an arbitrary header.
fn forged(game: &str, rules: &str, root: &str) -> Vec<u8> {
    let header = Header {
        game: game.to_string(),
        rules: rules.to_string(),
        attacker: "or".to_string(),
        root: root.to_string(),
        claim: Claim::Proved,
        plies: None,
    };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    writer
        .write(&Record::Choice {
            mv: 0,
            child: Child::Terminal,
        })
        .unwrap();
    writer.finish().unwrap().0
}

#[test]
fn a_forged_header_is_refused_with_its_text_escaped() {
    let server = shomei_web::Server::bind(Kinds::builtin(), &Options::default()).unwrap();
    for bytes in [
        forged("<script>\u{1b}[2J\u{202e}", "", "r"),
        forged("tree", "r = OR { Won }", "\u{1b}]0;x\u{7}"),
        forged("tree", "\u{1b}[31m", "r"),
    ] {
        let error = server.show("x", file(&bytes)).unwrap_err().to_string();
        assert!(
            !error.contains(['\u{1b}', '\u{202e}', '\u{7}']),
            "{error:?}"
        );
        assert!(!error.contains('\n'));
    }
}

#[test]
fn script_comes_back_as_text() {
    let server = exploring(&certificate("tree", SMALL, None));
    let script = "%3Cscript%3Ealert(1)%3C/script%3E";
    for path in [
        format!("/api/board?game=tree&rules={script}&position=r"),
        format!("/api/board?game={script}&position=r"),
        format!("/api/certificates/0/find?position={script}"),
        format!("/api/certificates/0/node?path={script}"),
        format!("/api/certificates/0/export?form={script}"),
        format!("/api/certificates/{script}"),
        format!("/{script}"),
    ] {
        let reply = server.get(&path);
        assert!(reply.status >= 400, "{path}");
        assert!(
            reply.head.contains("content-type: application/json"),
            "{path}: {reply:?}"
        );
        assert!(!reply.message().is_empty());
    }
}

#[test]
fn a_certificate_that_takes_hours_to_check_is_left_unfinished() {
    // A certificate of one record, for which the checker would have to search millions of nodes
    // from the starting position of an unsolved game.
    let game = Kinds::builtin().open("othello", "").unwrap();
    let header = game
        .start()
        .header(shomei::Aim::win(shomei::Side::First), Claim::Proved)
        .unwrap();
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    let nodes = CheckLimits::for_file(0).leaf_nodes;
    writer.write(&Record::Resolved { nodes }).unwrap();
    let bytes = writer.finish().unwrap().0;
    let options = Options {
        check: CheckBudget {
            time: Some(Duration::from_millis(200)),
            ..CheckBudget::default()
        },
        ..Options::default()
    };
    let server = run(&options, Some(&bytes));
    // The server answers requests during the check.
    assert_eq!(
        server.get("/api/certificates/0/node").json()["says"],
        "resolved"
    );
    let check = server.until("/api/certificates/0/check", |check| {
        !["waiting", "running"].contains(&check["state"].as_str().unwrap())
    });
    assert_eq!(check["state"], "unfinished", "{check}");
    assert!(
        check["reason"]
            .as_str()
            .unwrap()
            .contains("a limit of the check"),
        "{check}"
    );
    assert_eq!(server.get("/api/about").status, 200);
}
