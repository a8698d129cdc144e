//! The server: an address, what it shows, and a loop that answers.

use std::fs::File;
use std::io::ErrorKind as IoErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei::{Error, Kinds};
use tokio::sync::Semaphore;

use crate::certificate::{Stored, Wanted};
use crate::http::{self, Bounds};
use crate::opened::Opened;
use crate::options::Options;
use crate::questions::Questions;
use crate::security::Guard;
use crate::state::{MOST_BODIES, PASSES, Shared, State};

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Shared,
}

/// So many threads at most read files and make answers.
const WORKERS: usize = 8;

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// [`Usage`](shomei::ErrorKind::Usage) when the address is none of one network interface;
    /// [`Run`](shomei::ErrorKind::Run) when the port is taken or the address is none of this
    /// machine.
    pub fn bind(kinds: Kinds, options: &Options) -> Result<Server, Error> {
        if options.host.is_unspecified() {
            let message = format!(
                "the host {} stands for all addresses of this machine: give one of them, so that \
                 the server knows which name it has",
                options.host
            );
            return Err(Error::usage(message));
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
            kinds,
        };
        Ok(Server {
            listener,
            address,
            shared: Arc::new(shared),
        })
    }

    /// Shows this certificate, too, and begins to check it.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::open`](crate::certificate::Explored::open).
    pub fn show(&self, name: &str, file: File) -> Result<(), Error> {
        let stored = Stored::new(file).map_err(|error| Error::input(error.to_string()))?;
        self.shared.certificates.add(name, stored, Wanted::Always)?;
        Ok(())
    }

    /// The address of the page, with the token behind the `#`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/#t={}", self.address, self.shared.guard.token())
    }

    /// Answers until `stop` is set. All searches and checks end with it.
    ///
    /// # Errors
    ///
    /// When the system gives no thread, or takes the listener back.
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
        self.shared.questions.end();
        self.shared.certificates.end();
        // What reads a file ends by itself; nobody waits for it.
        runtime.shutdown_background();
        served
    }
}

/// What is said when the server cannot listen.
fn unbound(wanted: SocketAddr, error: &std::io::Error) -> Error {
    let why = match error.kind() {
        IoErrorKind::AddrInUse => format!(
            "port {} is taken by another program: give another one, or leave --port out for any \
             that is free",
            wanted.port()
        ),
        IoErrorKind::AddrNotAvailable => {
            format!("{} is no address of this machine", wanted.ip())
        }
        IoErrorKind::PermissionDenied => format!(
            "port {} is not for ordinary users: give one above 1023, or leave --port out",
            wanted.port()
        ),
        _ => error.to_string(),
    };
    Error::run(format!("cannot listen on {wanted}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;
    use crate::opened::MOST;
    use crate::words::{Lang, Said};
    use shomei::ErrorKind;
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
        assert!(text.contains("--port"), "{text}");
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
    }

    #[test]
    fn the_address_is_a_loopback_with_the_token_behind_the_fragment() {
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
            for lang in [Lang::En, Lang::Ja] {
                let name = lang.code();
                let gone = get(&format!("/api/certificates/0{part}?lang={name}"));
                assert!(gone.starts_with("HTTP/1.1 404 "), "{part}: {gone}");
                assert!(gone.contains(&Said::NotKept.text(lang)), "{part}: {gone}");
            }
        }
        let never = get("/api/certificates/9999/node?lang=en");
        assert!(
            never.contains(&Said::NoCertificate.text(Lang::En)),
            "{never}"
        );
        assert!(get("/api/certificates/1/node").starts_with("HTTP/1.1 200 "));
        stop.store(true, Ordering::Relaxed);
        running.join().unwrap().unwrap();
    }
}
