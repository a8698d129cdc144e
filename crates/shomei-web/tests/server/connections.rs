//! Many connections, slow senders, and slow readers.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::support::{certificate, exploring};

const SMALL: &str = "r = OR { a }  a = AND { Won }";

#[test]
fn a_thousand_connections_leave_the_server_alive() {
    let server = exploring(&certificate("tree", SMALL, None));
    let mut open: Vec<TcpStream> = Vec::new();
    for _ in 0..1_000 {
        // The system may refuse some of them.
        open.extend(TcpStream::connect(&server.host));
    }
    assert!(open.len() > 300, "{}", open.len());
    // Connections above the maximum receive an error reply.
    let mut refused = 0;
    for stream in open.iter_mut().skip(300) {
        let mut start = [0; 12];
        if stream.read_exact(&mut start).is_ok() {
            assert_eq!(&start, b"HTTP/1.1 503");
            refused += 1;
        }
    }
    assert!(refused > 0);
    drop(open);
    let end = Instant::now() + Duration::from_secs(60);
    while server.get("/api/about").status != 200 {
        assert!(Instant::now() < end);
    }
}

#[test]
fn a_request_that_does_not_come_is_not_waited_for() {
    let server = exploring(&certificate("tree", SMALL, None));
    let mut silent = server.connect();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nhost: ").unwrap();
    // Other clients are served in the meantime.
    assert_eq!(server.get("/api/about").status, 200);
    let mut rest = Vec::new();
    // The server closes both; otherwise the read timeout fails the test.
    silent.read_to_end(&mut rest).unwrap();
    let closed = slow.read_to_end(&mut rest);
    assert!(closed.is_ok_and(|_| rest.is_empty() || rest.starts_with(b"HTTP/1.1 408")));
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let server = exploring(&certificate("tree", SMALL, None));
    let (host, token) = (&server.host, &server.token);
    let reply = server.raw(&format!(
        "POST /api/read?game=loa HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
         x-shomei-token: {token}\r\ncontent-length: 100\r\nconnection: close\r\n\r\nhalf"
    ));
    assert_eq!(reply.status, 408, "{reply:?}");
}

/// The memory of this process in bytes, if the system provides it.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<usize>()
        .ok()
        .map(|kib| kib << 10)
}

/// Senders that stop in the middle of large bodies use at most the memory limit for bodies. Each
/// connection ends.
#[test]
fn bodies_that_do_not_come_take_bounded_memory() {
    const SENDERS: usize = 200;
    let server = exploring(&certificate("tree", SMALL, None));
    let (host, token) = (&server.host, &server.token);
    let head = format!(
        "POST /api/read?game=loa HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
         x-shomei-token: {token}\r\ncontent-length: 1048576\r\nconnection: close\r\n\r\n"
    );
    let almost = vec![b'x'; (1 << 20) - 1];
    let before = memory();
    let mut senders: Vec<TcpStream> = Vec::new();
    for _ in 0..SENDERS {
        let mut sender = server.connect();
        sender
            .set_write_timeout(Some(Duration::from_millis(100)))
            .unwrap();
        sender.write_all(head.as_bytes()).unwrap();
        // If the limit is reached, the server closes the connection before the whole body is sent.
        let _ = sender.write_all(&almost);
        senders.push(sender);
    }
    if let (Some(before), Some(now)) = (before, memory()) {
        let taken = now.saturating_sub(before) >> 20;
        assert!(taken < 80, "{taken} MiB");
    }
    // A request without a body is answered.
    assert_eq!(server.get("/api/about").status, 200);
    let (mut late, mut refused) = (0, 0);
    for mut sender in senders {
        let mut reply = Vec::new();
        let _ = sender.read_to_end(&mut reply);
        match reply.starts_with(b"HTTP/1.1 408") {
            true => late += 1,
            // The reply may be lost, because the client had not sent its whole body.
            false => refused += usize::from(reply.is_empty() || reply.starts_with(b"HTTP/1.1 503")),
        }
    }
    assert_eq!(late + refused, SENDERS);
    assert!(late >= 10, "{late} were waited for");
    assert_eq!(server.post("/api/read?game=loa", "start").status, 200);
}

#[test]
fn who_does_not_read_is_left() {
    // More than the buffers of both ends.
    let text: String = (0..9_000)
        .map(|i| {
            format!(
                "a_node_with_a_long_name_{i} = OR {{ a_node_with_a_long_name_{} }}\n",
                i + 1
            )
        })
        .collect();
    let text = format!("{text}a_node_with_a_long_name_9000 = OR {{ Won }}");
    let server = exploring(&certificate("tree", &text, None));
    let line = server.get("/api/certificates/0/line").json()["path"].clone();
    let path = line.as_str().unwrap();
    let mut reader = server.connect();
    let request = format!(
        "GET /api/certificates/0/node?line=1&path={path} HTTP/1.1\r\nhost: {}\r\n\r\n",
        server.host
    );
    reader
        .set_write_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    // Forty replies of almost a megabyte exceed the buffers between both ends, so the server waits
    // for the reader and then closes the connection.
    let (requests, mut sent) = (request.repeat(40), 0);
    let end = Instant::now() + Duration::from_secs(120);
    loop {
        let left = &requests.as_bytes()[sent.min(requests.len() - 1)..];
        match reader.write(left) {
            Ok(written) => sent += written,
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut => {}
                _ => break,
            },
        }
        assert!(Instant::now() < end, "the server still waits");
        std::thread::sleep(Duration::from_millis(20));
        if sent >= requests.len() {
            sent = requests.len();
        }
    }
    assert_eq!(server.get("/api/about").status, 200);
}
