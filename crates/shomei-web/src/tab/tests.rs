use std::sync::Mutex;
use std::sync::mpsc::channel;

use super::*;
use crate::certificate::samples;

/// A mate in one ply.
const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn answer(tab: &Tab, request: &Value) -> Value {
    parsed(&tab.answer(&request.to_string(), &[]).unwrap())
}

fn failure(found: Result<impl Sized, TabFailure>) -> Value {
    match found {
        Ok(_) => panic!("no failure"),
        Err(failure) => json!(failure),
    }
}

#[test]
fn a_certificate_is_walked_and_has_lengths_once_they_are_asked_for() {
    let mut tab = Tab::new();
    let bytes = samples::certificate("shogi", "", Some(MATE));
    let name = tab.open(7, "", Vec::new(), bytes).unwrap();
    assert_eq!(name, "Black can force mate.");
    let about = |lang| {
        answer(
            &tab,
            &json!({ "what": "certificate", "id": 7, "lang": lang }),
        )
    };
    assert_eq!(about("en")["sizes"], "making");
    assert_eq!(about("en")["check"]["state"], "waiting");
    assert_ne!(about("ja")["words"], about("en")["words"]);
    answer(&tab, &json!({ "what": "sizes", "id": 7 }));
    assert_eq!(about("en")["sizes"], "ready");
    let node = answer(
        &tab,
        &json!({ "what": "node", "id": 7, "path": "", "line": 1 }),
    );
    assert_eq!(node["moves"][0]["mv"], "G*1b");
    let line = answer(&tab, &json!({ "what": "line", "id": 7, "path": "" }));
    assert_eq!(line["path"], "0");
    let parents = answer(&tab, &json!({ "what": "parents", "id": 7, "number": 0 }));
    assert_eq!(parents["parents"], json!([]));
    let file = tab
        .export(r#"{"id": 7, "path": "0", "form": "txt"}"#)
        .unwrap();
    assert!(String::from_utf8(file.bytes).unwrap().contains("G*1b"));
}

#[test]
fn positions_are_drawn_edited_and_read() {
    let tab = Tab::new();
    assert_eq!(answer(&tab, &json!({ "what": "about" }))["mode"], "serve");
    let board = json!({ "what": "board", "game": "shogi", "rules": "", "position": MATE });
    assert_eq!(answer(&tab, &board)["position"], MATE);
    let edit = json!({
        "what": "edit", "game": "shogi", "rules": "", "position": MATE, "square": "1c", "piece": "",
    });
    assert!(
        answer(&tab, &edit)["position"]
            .as_str()
            .unwrap()
            .starts_with("8k/9/9/")
    );
    let read = json!({ "what": "read", "game": "", "rules": "", "name": "" });
    let read = tab.answer(&read.to_string(), MATE.as_bytes()).unwrap();
    assert_eq!(parsed(&read)["game"], "shogi");
}

#[test]
fn wrong_requests_have_the_status_of_the_server() {
    let mut tab = Tab::new();
    let node = tab.answer(r#"{"what": "node", "id": 1, "path": ""}"#, &[]);
    assert_eq!(failure(node)["status"], 404);
    let board = tab.answer(
        r#"{"what": "board", "game": "shogi", "position": "9/9"}"#,
        &[],
    );
    let board = failure(board);
    assert_eq!(board["status"], 422);
    assert_ne!(
        board["error"]["en"]["message"],
        board["error"]["ja"]["message"]
    );
    assert_eq!(failure(tab.answer("{}", &[]))["status"], 422);
    let damaged = tab.open(1, "x", Vec::new(), b"damaged".to_vec());
    assert_eq!(failure(damaged)["error"]["en"]["type"], "input");
    assert_eq!(failure(ask(r#"{"game": "shogi"}"#, |_| {}))["status"], 422);
    assert_eq!(failure(certificate_of(b"PK", "x"))["status"], 422);
}

#[test]
fn a_check_accepts_a_proof_and_rejects_a_damaged_one_with_the_reason() {
    let bytes = samples::certificate("shogi", "", Some(MATE));
    let state = parsed(&check(bytes.clone(), |_| {}).unwrap());
    assert_eq!(
        (&state["en"]["state"], &state["ja"]["of"]),
        (&json!("accepted"), &json!(1))
    );
    let whole = samples::proof(samples::SMALL);
    let damaged = (0..whole.len()).filter_map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        check(bytes, |_| {}).ok()
    });
    let states: Vec<Value> = damaged.map(|state| parsed(&state)).collect();
    assert!(!states.is_empty());
    for state in states {
        assert_eq!(state["en"]["state"], "rejected", "{state}");
        assert_ne!(state["en"]["reason"], state["ja"]["reason"]);
    }
}

#[test]
fn a_position_is_found_with_its_path() {
    let found = find(samples::proof(samples::SMALL), "c", |_| {}).unwrap();
    assert_eq!(parsed(&found)["en"]["path"], "0.1");
    assert!(find(samples::proof(samples::SMALL), "nowhere", |_| {}).is_err());
}

#[test]
fn an_answer_has_certificates_and_a_bundle_that_are_accepted() {
    let question = json!({ "game": "shogi", "position": MATE, "ask": "shortest" });
    let answer = ask(&question.to_string(), |_| {}).unwrap();
    let data = parsed(answer.data());
    assert_eq!(data["en"]["data"]["length"], 1);
    assert!(data["ja"]["words"].as_str().unwrap().contains("手"));
    assert_eq!(answer.files()[0].line, ["G*1b"]);
    let state = parsed(&check(answer.files()[0].bytes.clone(), |_| {}).unwrap());
    assert_eq!(state["en"]["state"], "accepted");
    let bundle = answer.bundle().unwrap().unwrap();
    assert_eq!(parsed(&bundle.data)["en"]["state"], "accepted");
    let again = check_bundle("x.zip", bundle.bytes.clone().unwrap()).unwrap();
    let again = parsed(&again.data);
    let name = again["en"]["results"]["rows"][0]["certificates"][0]
        .as_str()
        .unwrap();
    let certificate = certificate_of(&bundle.bytes.unwrap(), name).unwrap();
    assert!(Tab::new().open(1, "", Vec::new(), certificate).is_ok());
}

#[test]
fn a_question_reports_its_moves_and_numbers() {
    let (sender, events) = channel();
    let sender = Mutex::new(sender);
    let question = json!({ "game": "shogi", "position": MATE, "ask": "moves" });
    let report = move |text: &str| sender.lock().unwrap().send(parsed(text)).unwrap();
    let answer = ask(&question.to_string(), report).unwrap();
    let moves = parsed(answer.data())["en"]["data"]["moves"]
        .as_array()
        .unwrap()
        .len();
    let rows = events
        .try_iter()
        .filter(|event| event["row"]["ja"]["name"].is_string());
    assert_eq!(rows.count(), moves);
    let (sender, events) = channel();
    let sender = Mutex::new(sender);
    let question = json!({ "game": "loa", "position": "start", "ask": "win", "seconds": 1 });
    let report = move |text: &str| sender.lock().unwrap().send(parsed(text)).unwrap();
    ask(&question.to_string(), report).unwrap();
    assert!(
        events
            .try_iter()
            .any(|event| event["progress"]["nodes"].as_u64() > Some(0))
    );
}

#[test]
fn a_problem_is_judged_and_varied_without_a_thread() {
    let question = |ask: &str| {
        json!({
            "game": "shogi", "position": MATE, "ask": ask, "bench": "x", "changes": ["hand"],
        })
    };
    let judged = ask(&question("judge").to_string(), |_| {}).unwrap();
    assert!(parsed(judged.data())["en"]["data"]["kind"].is_string());
    assert!(judged.bundle().unwrap().is_none());
    let (sender, events) = channel();
    let sender = Mutex::new(sender);
    let report = move |text: &str| sender.lock().unwrap().send(parsed(text)).unwrap();
    let varied = ask(&question("vary").to_string(), report).unwrap();
    let examined = parsed(varied.data())["en"]["data"]["examined"].as_u64();
    let rows = events.try_iter().filter(|event| !event["row"].is_null());
    assert_eq!(Some(rows.count() as u64), examined);
}
