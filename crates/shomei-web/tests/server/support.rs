//! A server in a thread, and a client that can send arbitrary bytes.

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use serde_json::Value;
use shomei::{Aim, Kinds, Session};
use shomei_web::{Limits, Mode, Options, Server};

/// The time limit of a test's waits. The tests do not measure how soon a reply comes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Diagram 4 of Winands and Uiterwijk 2001: Black to move wins.
pub(crate) const D4: &str = "...x....o.................oxx....o..ooo....ox................... x";

/// A server that runs until this value is dropped.
pub(crate) struct Running {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// Address and port.
    pub(crate) host: String,
    pub(crate) token: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// A reply.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn of(bytes: &[u8]) -> Reply {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        let is_chunked = head.contains("transfer-encoding: chunked");
        Reply {
            status: status.unwrap_or(0),
            head: head.to_string(),
            body: if is_chunked {
                unchunked(body)
            } else {
                body.to_string()
            },
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn message(&self) -> String {
        self.json()["error"]["message"]
            .as_str()
            .unwrap()
            .to_string()
    }
}

fn unchunked(body: &str) -> String {
    let (mut rest, mut all) = (body, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap_or(0);
        let Some(piece) = after.get(..length).filter(|piece| !piece.is_empty()) else {
            break;
        };
        all += piece;
        rest = after.get(length + 2..).unwrap_or("");
    }
    all
}

/// Runs a server that shows this certificate.
pub(crate) fn exploring(certificate: &[u8]) -> Running {
    run(&Options::default(), Some(certificate))
}

/// Runs a server that answers questions within these limits.
pub(crate) fn serving(limits: Limits) -> Running {
    let options = Options {
        mode: Mode::Serve,
        limits,
        ..Options::default()
    };
    run(&options, None)
}

pub(crate) fn run(options: &Options, certificate: Option<&[u8]>) -> Running {
    run_with(Kinds::builtin(), options, certificate)
}

/// Runs a server with these games.
pub(crate) fn run_with(kinds: Kinds, options: &Options, certificate: Option<&[u8]>) -> Running {
    let server = Server::bind(kinds, options).unwrap();
    if let Some(bytes) = certificate {
        server.show("x.proof", file(bytes)).unwrap();
    }
    let address = server.address();
    let (host, token) = address
        .strip_prefix("http://")
        .unwrap()
        .split_once("/#t=")
        .unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let thread = thread::Builder::new().name("server".to_string());
    let thread = thread.spawn(move || server.run(&flag).unwrap()).unwrap();
    Running {
        stop,
        thread: Some(thread),
        host: host.to_string(),
        token: token.to_string(),
    }
}

/// These bytes as a file.
pub(crate) fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

/// A certificate for the question whether the side to move wins.
pub(crate) fn certificate(game: &str, rules: &str, position: Option<&str>) -> Vec<u8> {
    let game = Kinds::builtin().open(game, rules).unwrap();
    let root = position.map_or_else(|| game.start(), |text| game.position(text).unwrap());
    let mut bytes = Vec::new();
    let mut session = Session::new(&game).unwrap();
    session
        .certify(&root, Aim::win(root.to_move()), &mut bytes)
        .unwrap();
    bytes
}

impl Running {
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends these bytes and reads until the server closes the connection.
    pub(crate) fn raw(&self, request: &str) -> Reply {
        let mut stream = self.connect();
        // The server may close the connection of a refused request before everything is sent.
        let _ = stream.write_all(request.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Reply::of(&bytes)
    }

    /// Sends a request with these header lines in addition to its host.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let (host, length) = (&self.host, body.len());
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\
             content-length: {length}\r\n\r\n{body}"
        ))
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "", "")
    }

    /// Sends a request with the headers of the server's own page.
    pub(crate) fn post(&self, path: &str, body: &str) -> Reply {
        let (host, token) = (&self.host, &self.token);
        let headers = format!("origin: http://{host}\r\nx-shomei-token: {token}\r\n");
        self.ask("POST", path, &headers, body)
    }

    /// Requests an object until it satisfies the condition.
    pub(crate) fn until(&self, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let found = self.get(path).json();
            if is_there(&found) {
                return found;
            }
            assert!(Instant::now() < end, "{found}");
            sleep(Duration::from_millis(20));
        }
    }
}
