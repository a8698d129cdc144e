//! Questions over HTTP: ask, listen, disconnect.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use serde_json::Value;
use shomei_web::Limits;

use super::support::{D4, Running, certificate, exploring, serving};

/// Listens to a question. Returns the reader of its events.
fn listen(server: &Running, id: &str) -> BufReader<std::net::TcpStream> {
    let mut stream = server.connect();
    let (host, token) = (&server.host, &server.token);
    let path = format!("/api/questions/{id}/events?token={token}");
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n").unwrap();
    BufReader::new(stream)
}

/// The next event with this name; other events are skipped.
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
    // A late listener receives the same events.
    assert_eq!(
        event(&mut listen(&server, &id), "answer")["data"]["answer"],
        "proved"
    );
}

#[test]
fn a_certificate_of_a_bundle_opens_once() {
    let server = serving(Limits::default());
    let mate = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let question = format!(r#"{{"game":"shogi","position":"{mate}","ask":"shortest"}}"#);
    let id = ask(&server, &question);
    let answer = event(&mut listen(&server, &id), "answer");
    let bundle = format!("/api/bundles/{}", answer["bundle"].as_str().unwrap());
    let about = server.until(&bundle, |about| about["state"] == "accepted");
    let name = about["results"]["rows"][0]["certificates"][0].as_str();
    let path = format!("{bundle}/certificates/{}", name.unwrap());
    let opened = [(); 2].map(|()| server.post(&path, "").json()["id"].clone());
    assert!(opened[0].is_string(), "{opened:?}");
    assert_eq!(opened[0], opened[1]);
}

/// The moves of a mating problem arrive one by one, in the form of the answer.
#[test]
fn moves_arrive_as_they_are_decided() {
    let server = serving(Limits::default());
    let position = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let question = format!(r#"{{"game":"shogi","position":"{position}","ask":"moves"}}"#);
    let id = ask(&server, &question);
    let answer = event(&mut listen(&server, &id), "answer");
    let moves = answer["data"]["moves"].as_array().unwrap();
    assert_eq!(moves[0]["move"], "G*5b");
    let mut events = listen(&server, &id);
    let mut rows: Vec<Value> = moves.iter().map(|_| event(&mut events, "row")).collect();
    assert!(rows.iter().all(|row| row["name"].is_string()), "{rows:?}");
    for known in moves {
        let place = rows.iter().position(|row| row == known);
        rows.swap_remove(place.unwrap_or_else(|| panic!("{known} is not in {rows:?}")));
    }
}

/// Waits until there is room for a hard question, because the one before it has ended.
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
fn a_search_without_a_listener_stops() {
    let server = serving(Limits {
        without_listener: Duration::from_secs(1),
        ..one_at_once()
    });
    ask(&server, &hard());
    until_room(&server);
}

/// Two questions without a listener occupy the limits only for a short time.
#[test]
fn a_question_without_a_page_gives_way_to_a_new_one() {
    let limits = Limits {
        questions: 2,
        ..Limits::default()
    };
    let server = serving(limits);
    let asked = ask(&server, &hard());
    let mut reader = listen(&server, &asked);
    ask(&server, &hard());
    assert_eq!(server.post("/api/questions", &hard()).status, 429);
    std::thread::sleep(Duration::from_millis(2100));
    let next = ask(&server, &hard());
    listen(&server, &next);
    // The question with a listener continues.
    for _ in 0..3 {
        event(&mut reader, "progress");
    }
}

/// Browsers limit the number of streams, so a page may have to wait for one.
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

/// Requests accept the Japanese names of a side, too.
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

/// The moves of the main line of the first certificate.
fn main_line(server: &Running, id: &str) -> Vec<String> {
    let certificate = format!("/api/certificates/{id}");
    server.until(&certificate, |about| about["sizes"] == "ready");
    let path = server.get(&format!("{certificate}/line")).json()["path"].clone();
    let path = path.as_str().unwrap();
    let node = server.get(&format!("{certificate}/node?line=1&path={path}"));
    let line = node.json()["line"].clone();
    let moves = line.as_array().unwrap().iter();
    moves
        .map(|mv| mv["mv"].as_str().unwrap().to_string())
        .collect()
}

/// The positions of a file in the tsume-shogi corpus.
fn problems_of(name: &str) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/shogi");
    let corpus = std::fs::read_to_string(format!("{folder}/{name}.txt")).unwrap();
    let lines = corpus.lines().filter(|line| !line.starts_with('#'));
    let problems = lines.filter_map(|line| line.split([';', '%']).next());
    let problems = problems.map(|problem| problem.trim().to_string());
    problems.filter(|problem| !problem.is_empty()).collect()
}

#[test]
fn the_main_line_of_a_certificate_is_that_of_its_answer() {
    for problem in problems_of("interpositions").iter().take(8) {
        let server = serving(Limits::default());
        let question = format!(r#"{{"game":"shogi","position":"{problem}","ask":"shortest"}}"#);
        let id = ask(&server, &question);
        let answer = event(&mut listen(&server, &id), "answer");
        let line = answer["data"]["line"].as_array().unwrap();
        let line: Vec<String> = line.iter().map(|mv| mv.as_str().unwrap().into()).collect();
        let certificate = answer["certificates"][0]["id"].as_str().unwrap();
        assert_eq!(main_line(&server, certificate), line, "{problem}");
    }
}

/// The fewest pieces that the attacker has left at the end of a longest line below a path, and the
/// number at the end of the first of the longest lines.
fn left_below(server: &Running, path: &str) -> (usize, usize) {
    let node = server
        .get(&format!("/api/certificates/0/node?path={path}"))
        .json();
    let game = shomei::Kinds::builtin().open("shogi", "").unwrap();
    let position = game.position(node["position"].as_str().unwrap()).unwrap();
    let position = position.for_attacker(shomei::Side::First);
    let moves = node["moves"].as_array().unwrap();
    let onward: Vec<_> = moves.iter().filter(|mv| mv["child"].is_u64()).collect();
    let length = |mv: &Value| match mv["finished"] == true {
        true => 0,
        false => mv["size"]["longest_line"].as_u64().unwrap() + 1,
    };
    let Some(most) = onward.iter().map(|mv| length(mv)).max() else {
        return position.surplus().map_or((0, 0), |left| {
            let pieces = left
                .chars()
                .map(|letter| letter.to_digit(10).map_or(1, |n| n as usize - 1));
            let pieces = pieces.sum();
            (pieces, pieces)
        });
    };
    let dot = if path.is_empty() { "" } else { "." };
    let longest = onward.iter().filter(|mv| length(mv) == most);
    let below: Vec<_> = longest
        .map(|mv| left_below(server, &format!("{path}{dot}{}", mv["child"])))
        .collect();
    (
        below.iter().map(|(least, _)| *least).min().unwrap(),
        below[0].1,
    )
}

#[test]
fn a_main_line_leaves_the_fewest_pieces_of_the_longest_lines() {
    // In each of them the first of the longest defences leaves more pieces than another one.
    let problems = [
        "6S1k/9/9/3+B5/9/9/9/9/9 b P2rb4g3s4n4l17p 1",
        "8l/6Pk1/9/6+R1g/5b3/9/9/9/9 b Srb3g3s4n3l17p 1",
        "9/5B2p/5n2k/1LB1p4/3n2s2/7+R1/4S4/9/9 b r4g2s2n3l16p 1",
    ];
    for problem in problems {
        let server = exploring(&certificate("shogi", "", Some(problem)));
        let moves = main_line(&server, "0");
        let game = shomei::Kinds::builtin().open("shogi", "").unwrap();
        let play = |position: shomei::AnyPosition, mv: &String| position.play(mv).unwrap();
        let root = game.position(problem).unwrap();
        let end = moves.iter().fold(root, play);
        let left = end.surplus().map_or(0, |left| {
            let pieces = left
                .chars()
                .map(|letter| letter.to_digit(10).map_or(1, |n| n as usize - 1));
            pieces.sum()
        });
        let (least, first) = left_below(&server, "");
        assert_eq!(left, least, "{problem}: {moves:?}");
        assert!(first > least, "{problem}");
    }
}
