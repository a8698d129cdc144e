//! The requests of an explorer page.

use shomei::Kinds;
use shomei_web::{Options, Server};

use super::support::{D4, certificate, exploring, file};

#[test]
fn the_certificate_of_diagram_4_is_walked_to_its_end() {
    let server = exploring(&certificate("loa", "", Some(D4)));
    let check = server.until("/api/certificates/0/check", |check| {
        check["state"] == "accepted"
    });
    assert_eq!(check["records"], check["of"]);
    let about = server.get("/api/certificates/0?lang=ja").json();
    assert_eq!(about["words"], "黒の必勝。");
    assert_eq!(
        (&about["sizes"], &about["claim"]),
        (&"ready".into(), &"proved".into())
    );
    let line = server.get("/api/certificates/0/line").json();
    let path = line["path"].as_str().unwrap();
    let end = server
        .get(&format!("/api/certificates/0/node?path={path}&line=1"))
        .json();
    assert_eq!(
        (&end["says"], &end["words"]),
        (&"finished".into(), &"Black has won.".into())
    );
    let plies = end["ply"].as_u64().unwrap();
    assert_eq!(end["line"].as_array().unwrap().len() as u64, plies);
    assert_eq!(plies % 2, 1);
    let root = server.get("/api/certificates/0/node").json();
    assert_eq!(root["size"]["longest_line"], plies);
    assert!(root["board"]["svg"].as_str().unwrap().starts_with("<svg"));
}

#[test]
fn every_move_at_a_node_has_its_answer() {
    let server = exploring(&certificate("loa", "", Some(D4)));
    server.until("/api/certificates/0", |about| about["sizes"] == "ready");
    let node = server.get("/api/certificates/0/node?path=0").json();
    assert_eq!(node["says"], "all");
    for mv in node["moves"].as_array().unwrap() {
        let is_answered = mv["answer"]["mv"].is_string() || mv["finished"] == true;
        assert!(is_answered && mv["child"].is_u64(), "{mv}");
    }
}

#[test]
fn where_else_a_record_is_named_and_where_a_position_is() {
    let server = exploring(&certificate("loa", "", Some(D4)));
    server.until("/api/certificates/0", |about| about["sizes"] == "ready");
    let line = server.get("/api/certificates/0/line").json();
    let path = line["path"].as_str().unwrap();
    // At least one move from the line leads to a record with several parents.
    let plies = path.split('.').count();
    let node = |path: &str| {
        server
            .get(&format!("/api/certificates/0/node?path={path}"))
            .json()
    };
    let mut nodes = (0..plies).filter_map(|ply| {
        let path = path.split('.').take(ply).collect::<Vec<_>>().join(".");
        let moves = node(&path)["moves"].as_array().unwrap().clone();
        let shared = moves.into_iter().find(|mv| mv["also"] == true)?;
        let dot = if path.is_empty() { "" } else { "." };
        Some(node(&format!("{path}{dot}{}", shared["child"])))
    });
    let shared = nodes.next().unwrap();
    let number = &shared["number"];
    let related = server
        .get(&format!("/api/certificates/0/parents?number={number}"))
        .json();
    let parents = related["parents"].as_array().unwrap();
    assert_eq!(
        parents.len() as u64,
        shared["size"]["parents"].as_u64().unwrap().min(16)
    );
    for parent in parents {
        let path = parent["path"].as_str().unwrap();
        let node = server
            .get(&format!("/api/certificates/0/node?path={path}"))
            .json();
        let moves = node["moves"].as_array().unwrap();
        assert!(
            moves
                .iter()
                .any(|mv| mv["to"] == *number && mv["mv"] == parent["mv"])
        );
    }
    let position = shared["position"].as_str().unwrap().replace(' ', "%20");
    let find = format!("/api/certificates/0/find?position={position}");
    let found = server.until(&find, |found| found["state"] != "running");
    assert_eq!(found["state"], "found", "{found}");
    let path = found["path"].as_str().unwrap();
    let node = server
        .get(&format!("/api/certificates/0/node?path={path}"))
        .json();
    assert_eq!(node["position"], shared["position"]);
    let none = server.until("/api/certificates/0/find?position=start", |found| {
        found["state"] != "running"
    });
    assert_eq!(
        (&none["state"], &none["records"]),
        (&"none".into(), &none["of"])
    );
    assert_eq!(
        server.get("/api/certificates/0/find?position=..%3F").status,
        422
    );
}

#[test]
fn lines_boards_and_the_file_are_taken_away() {
    let bytes = certificate("shogi", "", Some("8k/9/8P/9/9/9/9/9/9 b G 1"));
    let server = exploring(&bytes);
    for (form, part) in [("csa", "+0012KI"), ("txt", "G*1b"), ("svg", "<svg")] {
        let taken = server.get(&format!("/api/certificates/0/export?path=0&form={form}"));
        assert!(
            taken.status == 200 && taken.body.contains(part),
            "{taken:?}"
        );
        let name = format!("attachment; filename=\"shomei-0.{form}\"");
        assert!(taken.head.contains(&name), "{}", taken.head);
    }
    let taken = server.get("/api/certificates/0/export?form=proof");
    assert!(
        taken.status == 200 && taken.body.contains("shomei"),
        "{taken:?}"
    );
    let taken = server.get("/api/certificates/0/export?form=pgn");
    assert_eq!(taken.status, 422);
}

#[test]
fn an_error_of_a_path_names_its_move() {
    let server = exploring(&certificate("loa", "", Some(D4)));
    let reply = server.get("/api/certificates/0/node?path=0.99");
    assert_eq!(reply.status, 422);
    assert!(
        reply.message().starts_with("move 2: "),
        "{}",
        reply.message()
    );
    assert_eq!(server.get("/api/certificates/7/node").status, 404);
    let reply = server.get("/api/certificates/0/node?lang=xx");
    assert_eq!(reply.status, 400);
}

#[test]
fn what_is_not_a_certificate_is_refused_with_the_reason() {
    let server = Server::bind(Kinds::builtin(), &Options::default()).unwrap();
    let bytes = certificate("loa", "", Some(D4));
    let mut other = bytes.clone();
    other[8] = 99;
    for bad in [
        &b""[..],
        b"no certificate",
        &bytes[..bytes.len() - 1],
        &bytes[..20],
        &other,
    ] {
        let error = server.show("x", file(bad)).unwrap_err();
        assert_eq!(error.kind(), shomei::ErrorKind::Input, "{error}");
    }
    assert!(server.show("x", file(&bytes)).is_ok());
}

#[test]
fn positions_are_drawn_and_set_up() {
    let server = exploring(&certificate("loa", "", Some(D4)));
    let board = server
        .get("/api/board?game=loa&position=start&lang=ja")
        .json();
    assert_eq!(
        (&board["mover"], &board["over"]),
        (&"black".into(), &serde_json::Value::Null)
    );
    let position = board["position"].as_str().unwrap().replace(' ', "%20");
    let edited = server.get(&format!(
        "/api/edit?game=loa&position={position}&square=b1&piece="
    ));
    assert_eq!(
        edited.json()["position"]
            .as_str()
            .unwrap()
            .matches('x')
            .count(),
        12
    );
    let bad = server.get("/api/board?game=shogi&position=9/9/9/9/9/9/9/9/x8%20b%20-%201");
    assert_eq!(
        (bad.status, &bad.json()["error"]["column"]),
        (422, &17.into())
    );
    assert_eq!(
        server.get("/api/board?game=chess&position=start").status,
        422
    );
}

#[test]
fn errors_that_the_server_makes_are_in_the_language_of_the_address() {
    let server = exploring(&certificate("loa", "", Some(D4)));
    for (path, status, ja) in [
        ("certificates/0/node?path=0.99&lang=ja", 422, "2手目"),
        (
            "certificates/0/node?lang=ja&path=0..1",
            422,
            "数ではありません",
        ),
        ("certificates/7?lang=ja", 404, "その証明書はありません"),
        ("nowhere?lang=ja", 404, "何もありません"),
        (
            "certificates/0/export?form=obf&lang=ja",
            422,
            "OBFでは書けません",
        ),
    ] {
        let reply = server.get(&format!("/api/{path}"));
        assert_eq!(reply.status, status, "{reply:?}");
        assert!(reply.message().contains(ja), "{}", reply.message());
        let reply = server.get(&format!("/api/{}", path.replace("lang=ja", "lang=en")));
        assert!(reply.message().is_ascii(), "{}", reply.message());
    }
    let host = &server.host;
    let foreign = "origin: http://example.org\r\n";
    let reply = server.ask("GET", "/api/about?lang=ja", foreign, "");
    assert_eq!(reply.status, 403, "{host}");
    assert!(reply.message().contains("自分のページ"), "{reply:?}");
}

#[test]
fn every_form_of_a_game_is_listed_and_works() {
    let server = exploring(&certificate("loa", "", Some(D4)));
    let about = server.get("/api/about").json();
    let games = about["games"].as_array().unwrap();
    let forms = |name: &str| {
        let game = games.iter().find(|game| game["name"] == name).unwrap();
        let exports = game["exports"].as_array().unwrap().clone();
        let endings = exports.iter().map(|export| {
            assert!(export["name"]["ja"].is_string());
            format!(".{}", export["form"].as_str().unwrap())
        });
        let endings: Vec<String> = endings.collect();
        assert_eq!(game["forms"], serde_json::json!(endings));
        endings
    };
    assert_eq!(forms("loa"), [".sgf", ".txt", ".svg"]);
    assert_eq!(forms("othello"), [".ggf", ".sgf", ".obf", ".txt", ".svg"]);
    assert_eq!(forms("tree"), [".txt"]);
    let line = server.get("/api/certificates/0/line").json();
    let path = line["path"].as_str().unwrap();
    for form in forms("loa") {
        let form = form.trim_start_matches('.').to_string();
        let taken = server.get(&format!(
            "/api/certificates/0/export?path={path}&form={form}"
        ));
        assert_eq!(taken.status, 200, "{form}: {taken:?}");
    }
    let end = server.get(&format!("/api/certificates/0/node?path={path}"));
    // The game is over, so no side is to move.
    assert_eq!(end.json()["board"]["title"], "Black has won");
}

/// A position of Othello with twelve empty squares.
const ENDING: &str = "-XXX--O-XXXXXOOX--OXOOOXOOOOXXOXOOOXXXOOOOOOOOX--OOOOOOX--O-X-XO X";

#[test]
fn a_proof_of_othello_is_played_to_its_last_disc() {
    let server = exploring(&certificate("othello", "", Some(ENDING)));
    server.until("/api/certificates/0", |about| about["sizes"] == "ready");
    let about = server.get("/api/certificates/0").json();
    assert!(about["resolved"].as_u64().unwrap() > 0, "{about}");
    let line = server.get("/api/certificates/0/line").json();
    let path = line["path"].as_str().unwrap();
    let plies = path.split('.').count();
    let node = |ply: usize| {
        let path: Vec<&str> = path.split('.').take(ply).collect();
        let path = path.join(".");
        let node = server.get(&format!("/api/certificates/0/node?path={path}"));
        node.json()
    };
    let end = node(plies);
    assert_eq!(end["says"], "finished", "{end}");
    assert_eq!(end["moves"].as_array().unwrap().len(), 0);
    assert!(
        end["board"]["title"].as_str().unwrap().starts_with("N"),
        "{end}"
    );
    let leaf = (0..plies)
        .map(node)
        .find(|node| node["resolved_nodes"].is_u64());
    let leaf = leaf.unwrap();
    assert_eq!(leaf["searched"], true);
    assert!(["choice", "all"].contains(&leaf["says"].as_str().unwrap()));
    // The nodes below it are searched, too.
    for ply in leaf["ply"].as_u64().unwrap() as usize + 1..plies {
        let node = node(ply);
        assert_eq!(
            (&node["searched"], &node["number"]),
            (&true.into(), &().into()),
            "{node}"
        );
        let says = node["says"].as_str().unwrap();
        let linked = node["moves"].as_array().unwrap().iter();
        let linked: Vec<_> = linked.filter(|mv| mv["child"].is_u64()).collect();
        match says {
            "choice" => assert_eq!(linked.len(), 1, "{node}"),
            _ => assert!(
                linked.iter().all(|mv| mv["answer"]["mv"].is_string()
                    || mv["finished"] == true
                    || mv["says"] == "all"),
                "{node}"
            ),
        }
    }
    // The whole line can be exported as GGF.
    let text = server.get(&format!("/api/certificates/0/export?form=ggf&path={path}"));
    assert_eq!(text.status, 200);
}
