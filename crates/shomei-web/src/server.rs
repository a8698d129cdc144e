//! The server: its address, its certificates, and the loop that serves requests.

use std::fs::File;
use std::io::ErrorKind as IoErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use shomei::game::error_text;
use shomei::{Error, ErrorKind, Kinds};
use tokio::sync::Semaphore;

use crate::bundle::is_archive;
use crate::certificate::{Stored, Wanted};
use crate::http::{self, Bounds};
use crate::opened::Opened;
use crate::options::Options;
use crate::questions::Questions;
use crate::security::Guard;
use crate::state::{MOST_BODIES, PASSES, Shared, State, UPLOADS};

/// A server that listens and does not serve requests yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Shared,
}

/// The maximum number of threads that read files and prepare replies. They begin on demand. A request
/// whose function of a game of the user does not return keeps one.
const WORKERS: usize = 32;

/// The maximum time for which an ending server waits for its work. Searches and checks of built-in
/// games stop within milliseconds; a function of a game of the user may never return.
const LEAVE: Duration = Duration::from_secs(1);

/// The interval at which it tests whether the work has ended.
const LOOK: Duration = Duration::from_millis(5);

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// [`Usage`](shomei::ErrorKind::Usage) when the address is not one of a single network
    /// interface; [`Run`](shomei::ErrorKind::Run) when the port is in use or the address is not one
    /// of this machine.
    pub fn bind(kinds: Kinds, options: &Options) -> Result<Server, Error> {
        if options.host.is_unspecified() {
            return Err(Error::usage(error_text!(
                "host-is-all-addresses",
                "the host {host} means all addresses of this machine: give one of them, so that \
                 the server knows its name",
                host = options.host
            )));
        }
        let wanted = SocketAddr::new(options.host, options.port);
        let listener = TcpListener::bind(wanted).map_err(|error| unbound(wanted, &error))?;
        let address = listener.local_addr().map_err(Error::run)?;
        let kinds = Arc::new(kinds);
        let certificates = Arc::new(Opened::new(Arc::clone(&kinds), options.check));
        let opened = Arc::clone(&certificates);
        let shared = State {
            certificates,
            questions: Questions::new(Arc::clone(&kinds), options.limits, opened),
            guard: Guard::new(address)?,
            options: *options,
            passes: Arc::new(Semaphore::new(PASSES)),
            bodies: Arc::new(Semaphore::new(MOST_BODIES)),
            uploads: Arc::new(Semaphore::new(UPLOADS)),
            kinds,
        };
        Ok(Server {
            listener,
            address,
            shared: Arc::new(shared),
        })
    }

    /// Adds this certificate or bundle. The check of a certificate begins, that of a bundle begins
    /// with the first request.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::open`](crate::certificate::Explored::open).
    pub fn show(&self, name: &str, file: File) -> Result<(), Error> {
        let stored = Stored::new(file).map_err(|error| Error::input(error.to_string()))?;
        if is_archive(&stored).map_err(Error::run)? {
            self.shared.certificates.add_bundle(name, stored);
            return Ok(());
        }
        self.shared.certificates.add(name, stored, Wanted::Always)?;
        Ok(())
    }

    /// The address of the page, with the token after the `#`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/#t={}", self.address, self.shared.guard.token())
    }

    /// Serves requests until `stop` is set, and then stops all searches and checks. Returns after
    /// they have ended, after a second at the latest: the rest ends as soon as the current function
    /// of its game returns.
    ///
    /// # Errors
    ///
    /// When the system provides no thread, or the listener fails.
    pub fn run(self, stop: &Arc<AtomicBool>) -> Result<(), Error> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(WORKERS)
            .build()
            .map_err(Error::run)?;
        self.listener.set_nonblocking(true).map_err(Error::run)?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener).map_err(Error::run)?;
            let app = http::router(&self.shared);
            http::serve(listener, app, Bounds::default(), Arc::clone(stop)).await;
            Ok(())
        });
        let (questions, certificates) = (&self.shared.questions, &self.shared.certificates);
        questions.end();
        certificates.end();
        let end = Instant::now() + LEAVE;
        while Instant::now() < end && (questions.are_running() || certificates.are_worked_on()) {
            thread::sleep(LOOK);
        }
        runtime.shutdown_timeout(end.saturating_duration_since(Instant::now()));
        served
    }
}

/// The error when the server cannot listen.
fn unbound(wanted: SocketAddr, error: &std::io::Error) -> Error {
    let why = match error.kind() {
        IoErrorKind::AddrInUse => error_text!(
            "port-is-taken",
            "port {port} is taken by another program: give another one, or none to use a free one",
            port = wanted.port()
        ),
        IoErrorKind::AddrNotAvailable => error_text!(
            "host-is-elsewhere",
            "{host} is not an address of this machine",
            host = wanted.ip()
        ),
        IoErrorKind::PermissionDenied => error_text!(
            "port-is-reserved",
            "ordinary users cannot use port {port}: give one above 1023, or none to use a free one",
            port = wanted.port()
        ),
        _ => error.to_string().into(),
    };
    Error::new(
        ErrorKind::Run,
        error_text!(
            "cannot-listen",
            "cannot listen on {address}: {why}",
            address = wanted,
            why = why
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;
    use crate::opened::MOST;
    use crate::texts::{self, Lang};
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::sync::atomic::Ordering;
    use std::thread;

    #[test]
    fn a_port_that_is_taken_is_named_with_what_to_do() {
        let first = Server::bind(Kinds::builtin(), &Options::default()).unwrap();
        let port = first.address.port();
        let options = Options {
            port,
            ..Options::default()
        };
        let error = Server::bind(Kinds::builtin(), &options).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(&format!("port {port} is taken")), "{text}");
        assert!(text.contains("give another one, or none"), "{text}");
        let japanese = error.text_in(Lang::JA);
        assert!(japanese.contains(&format!("ポート{port}は")), "{japanese}");
        assert_eq!(error.kind(), ErrorKind::Run);
    }

    #[test]
    fn a_host_of_all_addresses_is_refused() {
        let options = Options {
            host: "0.0.0.0".parse().unwrap(),
            ..Options::default()
        };
        let error = Server::bind(Kinds::builtin(), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage);
        let japanese = error.text_in(Lang::JA);
        assert!(japanese.starts_with("--host 0.0.0.0"), "{japanese}");
    }

    #[test]
    fn the_address_is_a_loopback_with_the_token_in_the_fragment() {
        let server = Server::bind(Kinds::builtin(), &Options::default()).unwrap();
        let address = server.address();
        let (page, token) = address.split_once("/#t=").unwrap();
        assert!(page.starts_with("http://127.0.0.1:"), "{address}");
        assert_eq!(token, server.shared.guard.token());
    }

    #[test]
    fn an_answer_that_is_not_kept_says_so_in_the_language_of_its_reader() {
        let server = Server::bind(Kinds::builtin(), &Options::default()).unwrap();
        let stored = samples::stored(&samples::proof(samples::SMALL));
        for _ in 0..=MOST {
            let certificates = &server.shared.certificates;
            certificates
                .add("x", stored.clone(), Wanted::WhileAsked)
                .unwrap();
        }
        let address = server.address;
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let running = thread::spawn(move || server.run(&flag));
        let get = |path: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            let head = format!("host: {address}\r\nconnection: close");
            write!(stream, "GET {path} HTTP/1.1\r\n{head}\r\n\r\n").unwrap();
            let mut reply = String::new();
            stream.read_to_string(&mut reply).unwrap();
            reply
        };
        for part in ["", "/check", "/node", "/line", "/parents", "/export"] {
            for lang in [Lang::EN, Lang::JA] {
                let name = lang.code();
                let gone = get(&format!("/api/certificates/0{part}?lang={name}"));
                assert!(gone.starts_with("HTTP/1.1 404 "), "{part}: {gone}");
                assert!(
                    gone.contains(&Error::input(texts::not_kept()).text_in(lang)),
                    "{part}: {gone}"
                );
            }
        }
        let never = get("/api/certificates/9999/node?lang=en");
        assert!(never.contains(texts::no_certificate().english()), "{never}");
        assert!(get("/api/certificates/1/node").starts_with("HTTP/1.1 200 "));
        stop.store(true, Ordering::Relaxed);
        running.join().unwrap().unwrap();
    }
}
