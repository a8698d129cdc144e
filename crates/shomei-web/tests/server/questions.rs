//! Questions over the wire: asked, listened to, left.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use serde_json::Value;
use shomei_web::Limits;

use super::support::{D4, Running, certificate, exploring, serving};

/// Listens to a question; the reader of its events.
fn listen(server: &Running, id: &str) -> BufReader<std::net::TcpStream> {
    let mut stream = server.connect();
    let (host, token) = (&server.host, &server.token);
    let path = format!("/api/questions/{id}/events?token={token}");
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n").unwrap();
    BufReader::new(stream)
}

/// The next event of this name, others passed over.
fn event(reader: &mut impl BufRead, name: &str) -> Value {
    let mut is_next = false;
    loop {
        let mut line = String::new();
        assert!(reader.read_line(&mut line).unwrap() > 0, "no event {name}");
        match line.trim_end().split_once(": ") {
            Some(("event", found)) => is_next = found == name,
            Some(("data", data)) if is_next => return serde_json::from_str(data).unwrap(),
            _ => {}
        }
    }
}

fn ask(server: &Running, question: &str) -> String {
    let reply = server.post("/api/questions", question);
    assert_eq!(reply.status, 201, "{reply:?}");
    reply.json()["id"].as_str().unwrap().to_string()
}

fn hard() -> String {
    r#"{"game":"loa","position":"start","ask":"win","memory":8388608}"#.to_string()
}

#[test]
fn an_answer_comes_with_its_certificate() {
    let server = serving(Limits::default());
    let question = format!(r#"{{"game":"loa","position":"{D4}","ask":"win"}}"#);
    let id = ask(&server, &question);
    let answer = event(&mut listen(&server, &id), "answer");
    assert_eq!(answer["words"], "Black can force a win.");
    assert_eq!(answer["data"]["answer"], "proved");
    let certificate = answer["certificates"][0]["id"].as_str().unwrap();
    let check = format!("/api/certificates/{certificate}/check");
    server.until(&check, |check| check["state"] == "accepted");
    let node = server
        .get(&format!("/api/certificates/{certificate}/node"))
        .json();
    assert_eq!(node["says"], "choice");
    // Who comes late hears the same.
    assert_eq!(
        event(&mut listen(&server, &id), "answer")["data"]["answer"],
        "proved"
    );
}

/// Waits until there is room for a hard question again: the one before it has ended.
fn until_room(server: &Running) {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let reply = server.post("/api/questions", &hard());
        if reply.status == 201 {
            return;
        }
        assert_eq!(reply.status, 429, "{reply:?}");
        assert!(Instant::now() < end, "the search goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn one_at_once() -> Limits {
    Limits {
        questions: 1,
        ..Limits::default()
    }
}

#[test]
fn a_search_stops_when_its_page_goes() {
    let server = serving(one_at_once());
    let id = ask(&server, &hard());
    let mut reader = listen(&server, &id);
    let progress = event(&mut reader, "progress");
    assert!(progress["seconds"].is_f64(), "{progress}");
    assert_eq!(server.post("/api/questions", &hard()).status, 429);
    drop(reader);
    until_room(&server);
}

#[test]
fn a_search_that_nobody_listens_to_stops() {
    let server = serving(Limits {
        unheard: Duration::from_secs(1),
        ..one_at_once()
    });
    ask(&server, &hard());
    until_room(&server);
}

/// Two questions of pages that have gone take all room for no longer than a moment.
#[test]
fn a_question_without_a_page_gives_way_to_a_new_one() {
    let limits = Limits {
        questions: 2,
        ..Limits::default()
    };
    let server = serving(limits);
    let heard = ask(&server, &hard());
    let mut reader = listen(&server, &heard);
    ask(&server, &hard());
    assert_eq!(server.post("/api/questions", &hard()).status, 429);
    std::thread::sleep(Duration::from_millis(2100));
    let next = ask(&server, &hard());
    listen(&server, &next);
    // The question that a page listens to goes on.
    for _ in 0..3 {
        event(&mut reader, "progress");
    }
}

/// A browser opens few streams at a time, so a page may have to wait for one.
#[test]
fn a_page_may_take_a_while_to_listen() {
    let server = serving(one_at_once());
    let id = ask(&server, &hard());
    std::thread::sleep(Duration::from_secs(4));
    let mut reader = listen(&server, &id);
    for _ in 0..3 {
        event(&mut reader, "progress");
    }
    assert_eq!(server.post("/api/questions", &hard()).status, 429);
}

#[test]
fn a_number_that_is_none_is_refused_with_its_field() {
    let server = serving(Limits::default());
    for (field, number) in [("threads", "0"), ("memory", "0"), ("seconds", "-1")] {
        let question =
            format!(r#"{{"game":"loa","position":"start","ask":"win","{field}":{number}}}"#);
        let reply = server.post("/api/questions", &question);
        assert_eq!(reply.status, 422, "{reply:?}");
        let expected = format!("{field}: expected ");
        assert!(reply.message().starts_with(&expected), "{reply:?}");
    }
}

/// A side has its Japanese names in requests, too.
#[test]
fn a_side_may_be_named_in_any_way() {
    let server = serving(Limits::default());
    for (side, wins) in [
        ("黒", true),
        ("赤", false),
        ("先手", true),
        ("Sente", true),
        ("後手", false),
    ] {
        let question = format!(r#"{{"game":"loa","position":"{D4}","ask":"win","side":"{side}"}}"#);
        if side == "赤" {
            assert_eq!(server.post("/api/questions", &question).status, 422);
            continue;
        }
        let id = ask(&server, &question);
        let answer = event(&mut listen(&server, &id), "answer");
        let expected = if wins { "proved" } else { "disproved" };
        assert_eq!(answer["data"]["answer"], expected, "{side}");
    }
}

#[test]
fn a_search_is_stopped_by_who_asked() {
    let server = serving(one_at_once());
    let id = ask(&server, &hard());
    let mut reader = listen(&server, &id);
    event(&mut reader, "progress");
    assert_eq!(
        server.post(&format!("/api/questions/{id}/stop"), "").status,
        200
    );
    let answer = event(&mut reader, "answer");
    assert_eq!(answer["data"]["stopped_by"], "interrupt");
    assert!(
        answer["words"]
            .as_str()
            .unwrap()
            .ends_with("The search was stopped.")
    );
    assert_eq!(answer["certificates"], Value::Array(Vec::new()));
}

#[test]
fn a_server_for_certificates_answers_no_questions() {
    let server = exploring(&certificate("loa", "", Some(D4)));
    let reply = server.post("/api/questions", &hard());
    assert_eq!(reply.status, 403);
    assert!(reply.message().contains("shomei serve"));
}

#[test]
fn a_record_is_read_and_its_faults_have_a_place() {
    let server = serving(Limits::default());
    let read = server.post("/api/read?game=loa&name=x.txt", "start");
    assert_eq!((read.status, &read.json()["mover"]), (200, &"black".into()));
    let bad = server.post("/api/read?game=shogi&name=x.csa", "V2.2\nPI\n+\n+0000XX\n");
    assert_eq!(
        (bad.status, &bad.json()["error"]["line"]),
        (422, &4.into()),
        "{bad:?}"
    );
}
