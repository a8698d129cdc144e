//! Uploads of certificates.

use std::io::{Read, Write};

use shomei_web::Limits;

use super::support::{Reply, Running, certificate, exploring, serving};

const SMALL: &str = "r = OR { a, b }  a = AND { Won, c }  b = OR { Failed }  c = OR { Won }";

/// Uploads bytes with the headers of the server's own page.
fn upload(server: &Running, query: &str, bytes: &[u8]) -> Reply {
    let (host, token) = (&server.host, &server.token);
    let mut stream = server.connect();
    let head = format!(
        "POST /api/certificates{query} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
         x-shomei-token: {token}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        bytes.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(bytes).unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    Reply::of(&reply)
}

#[test]
fn an_uploaded_certificate_is_checked_and_explored() {
    let small = certificate("tree", SMALL, None);
    for server in [serving(Limits::default()), exploring(&small)] {
        let reply = upload(&server, "?name=mine.proof", &small);
        assert_eq!(reply.status, 201, "{reply:?}");
        let uploaded = reply.json();
        let id = uploaded["id"].as_str().unwrap();
        assert_eq!(uploaded["name"], "mine.proof");
        assert_eq!(uploaded["address"], format!("#/c/{id}/").as_str());
        server.until(&format!("/api/certificates/{id}/check"), |check| {
            check["state"] == "accepted"
        });
        let root = server.get(&format!("/api/certificates/{id}/node")).json();
        assert_eq!(root["words"], "OR plays a. One move is enough.");
        let listed = server.get("/api/about").json();
        let listed = listed["certificates"].as_array().unwrap().last().cloned();
        assert_eq!(listed.unwrap()["name"], "mine.proof");
    }
}

#[test]
fn an_upload_without_a_name_is_called_by_its_claim() {
    let server = serving(Limits::default());
    let uploaded = upload(&server, "", &certificate("tree", SMALL, None)).json();
    assert_eq!(uploaded["name"], "OR can force a win.");
    let long = format!("?name=%0A%1B{}", "x".repeat(500));
    let uploaded = upload(&server, &long, &certificate("tree", SMALL, None)).json();
    let name = uploaded["name"].as_str().unwrap();
    assert!(
        name.starts_with("\\n\\u{1b}xxx") && name.len() == 200,
        "{name}"
    );
}

#[test]
fn what_is_not_a_certificate_is_refused() {
    let server = serving(Limits::default());
    for bytes in [&b""[..], b"4k4/9/9/9/9/9/9/9/9 b G 1", b"\x89shomei\n"] {
        let reply = upload(&server, "", bytes);
        assert_eq!(reply.status, 422, "{reply:?}");
    }
    let mut cut = certificate("tree", SMALL, None);
    cut.truncate(cut.len() / 2);
    assert_eq!(upload(&server, "", &cut).status, 422);
    let about = server.get("/api/about").json();
    assert_eq!(about["certificates"].as_array().unwrap().len(), 0);
    assert_eq!(about["limits"]["certificate"], 256 << 20);
}

#[test]
fn a_large_certificate_is_refused_before_it_is_read() {
    let server = serving(Limits::default());
    let (host, token) = (&server.host, &server.token);
    let head = format!(
        "POST /api/certificates HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
         x-shomei-token: {token}\r\nconnection: close\r\n"
    );
    let length = (256 << 20) + 1;
    let reply = server.raw(&format!("{head}content-length: {length}\r\n\r\n"));
    assert_eq!(reply.status, 413);
    assert!(reply.message().contains("256 MiB"));
}

#[test]
fn a_third_upload_waits_for_the_others() {
    let server = serving(Limits::default());
    let (host, token) = (&server.host, &server.token);
    let head = format!(
        "POST /api/certificates HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
         x-shomei-token: {token}\r\nconnection: close\r\nexpect: 100-continue\r\n\
         content-length: 100\r\n\r\n"
    );
    let open = || {
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        // The server requests the body, so the upload has begun.
        let mut asks = [0; 25];
        stream.read_exact(&mut asks).unwrap();
        assert!(asks.starts_with(b"HTTP/1.1 100 Continue"));
        stream
    };
    let running = [open(), open()];
    let small = certificate("tree", SMALL, None);
    assert_eq!(upload(&server, "", &small).status, 429);
    drop(running);
    let uploaded = (0..500).find(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        upload(&server, "", &small).status == 201
    });
    assert!(uploaded.is_some());
}
