//! A game that is defined by a user's program.

use std::sync::Mutex;
use std::thread;

use shomei::game::{GridCell, Key, NotationError, Outcome, Picture, Rules, Side, Simple, Texts};
use shomei::{Aim, AnyGame, Kind, Kinds, Session};
use shomei_web::{Mode, Options};

use super::support::{Running, run_with};

/// Sticks: two players in turn take one or two sticks, and the player who takes the last one wins.
#[derive(Clone, Default)]
struct Sticks;

impl Rules for Sticks {
    type Position = (u32, Side);
    type Move = u32;

    fn to_move(&self, heap: &(u32, Side)) -> Side {
        heap.1
    }

    fn outcome(&self, &(left, turn): &(u32, Side)) -> Option<Outcome> {
        (left == 0).then_some(Outcome::Win(turn.opponent()))
    }

    fn moves(&self, heap: &(u32, Side), out: &mut Vec<u32>) {
        out.extend(1..=heap.0.min(2));
    }

    fn play(&self, &(left, turn): &(u32, Side), taken: u32) -> (u32, Side) {
        (left - taken, turn.opponent())
    }

    fn key(&self, &(left, turn): &(u32, Side)) -> Key {
        Key::of(2 * u64::from(left) + turn.index() as u64)
    }
}

impl Texts for Sticks {
    const NAME: &'static str = "sticks";

    fn start(&self) -> (u32, Side) {
        (7, Side::First)
    }

    fn format_position(&self, &(left, turn): &(u32, Side)) -> String {
        format!("{left} {}", Self::SIDES[turn.index()])
    }

    fn parse_position(&self, text: &str) -> Result<(u32, Side), NotationError> {
        let (left, side) = text.split_once(' ').unwrap_or((text, ""));
        let heap = left.parse().ok().zip(Side::named(side, Self::SIDES));
        heap.ok_or_else(|| NotationError::whole("expected sticks and a side, as in 7 first"))
    }

    fn format_move(&self, _: &(u32, Side), taken: u32) -> String {
        let thread = thread::current().name().unwrap_or_default().to_string();
        NAMING.lock().unwrap().push(thread);
        taken.to_string()
    }

    /// Even heaps have a grid as a picture, odd heaps only text.
    fn picture(&self, &(left, _): &(u32, Side)) -> Option<Picture> {
        let row = (0..left).map(|_| GridCell::from('|')).collect();
        (left % 2 == 0 && left > 0).then(|| Picture::Grid(vec![row]))
    }
}

/// The threads that have named a move, by their names.
static NAMING: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn server() -> Running {
    let kinds = Kinds::of([Kind::of::<Simple<Sticks>>()]).unwrap();
    let game = AnyGame::of(Simple::new(Sticks, shomei::game::Goal::win(Side::First)));
    let root = game.position("7 first").unwrap();
    let mut proof = Vec::new();
    let mut session = Session::new(&game).unwrap();
    session
        .certify(&root, Aim::win(Side::First), &mut proof)
        .unwrap();
    let options = Options {
        mode: Mode::Serve,
        ..Options::default()
    };
    run_with(kinds, &options, Some(&proof))
}

#[test]
fn it_is_listed_with_its_start_and_without_pieces() {
    let about = server().get("/api/about").json();
    let game = &about["games"][0];
    assert_eq!(
        (&game["name"], &game["start"]),
        (&"sticks".into(), &"7 first".into())
    );
    assert_eq!(game["pieces"].as_array().unwrap().len(), 0);
}

#[test]
fn its_board_is_its_grid_or_its_text() {
    let server = server();
    let board = |position: &str| {
        let asked = format!("/api/board?game=sticks&position={position}");
        server.get(&asked).json()["board"].clone()
    };
    let grid = board("6%20second");
    assert_eq!(grid["svg"].as_str().unwrap().matches("<rect").count(), 6);
    assert_eq!(
        (&grid["text"], &grid["title"]),
        (&"6 second".into(), &"Second to move".into())
    );
    let text = board("7%20first");
    assert_eq!(
        (&text["svg"], &text["text"]),
        (&"".into(), &"7 first".into())
    );
    let error = server.get("/api/board?game=sticks&position=7").json();
    assert_eq!(error["error"]["column"], 1, "{error}");
}

#[test]
fn it_is_asked_about_and_explored() {
    let server = server();
    let question = r#"{"game":"sticks","position":"4 first","ask":"win"}"#;
    assert_eq!(server.post("/api/questions", question).status, 201);
    server.until("/api/certificates/0/check", |check| {
        check["state"] == "accepted"
    });
    let node = server.get("/api/certificates/0/node?path=0").json();
    assert_eq!(node["position"], "6 second");
    assert!(node["board"]["svg"].as_str().unwrap().starts_with("<svg"));
    let line = server.get("/api/certificates/0/line").json();
    assert_eq!(line["path"].as_str().unwrap().split('.').count(), 5);
}

#[test]
fn its_moves_are_named_in_threads_that_may_wait() {
    let server = server();
    let question = r#"{"game":"sticks","position":"7 first","ask":"moves"}"#;
    let asked = server.post("/api/questions", question).json();
    let (id, token) = (asked["id"].as_str().unwrap(), &server.token);
    let events = server.get(&format!("/api/questions/{id}/events?token={token}"));
    for event in ["event: row", "event: answer"] {
        assert!(events.body.contains(event), "{events:?}");
    }
    assert_eq!(events.body.matches(r#""name":"#).count(), 4, "{events:?}");
    let naming = NAMING.lock().unwrap();
    assert!(
        naming.iter().any(|thread| thread == "question"),
        "{naming:?}"
    );
    // All connections share this thread.
    assert!(
        !naming.iter().any(|thread| thread == "server"),
        "{naming:?}"
    );
}
