//! Connections: how many there are at once, and how long each may keep the server waiting.
//!
//! One thread serves all of them. A connection that sends its request slowly, or does not read
//! its answer, is closed after a while; where there are as many as are allowed, a further one is
//! told so and closed at once.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Sleep, interval, sleep};

/// How connections are bounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The most connections at once.
    pub(crate) connections: usize,
    /// The longest that the line and the headers of a request may take, and that a connection may
    /// be open without one.
    pub(crate) request: Duration,
    /// The longest that a client may read nothing of what is sent to it.
    pub(crate) stall: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            connections: 256,
            request: Duration::from_secs(10),
            stall: Duration::from_secs(20),
        }
    }
}

/// The most bytes of the first line and the headers of a request: a path of ten thousand plies
/// fits.
const MOST_HEAD: usize = 64 << 10;

/// What is sent where there are too many connections.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n";

/// How long it takes at most until a stop is seen.
const LOOK: Duration = Duration::from_millis(50);

/// Serves connections until `stop` is set.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    bounds: Bounds,
    stop: Arc<AtomicBool>,
) {
    let room = Arc::new(Semaphore::new(bounds.connections));
    let mut look = interval(LOOK);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = look.tick() => match stop.load(Ordering::Relaxed) {
                true => return,
                false => continue,
            },
        };
        let Ok((stream, _)) = accepted else {
            // There are too many open files, for example: some will be closed soon.
            sleep(LOOK).await;
            continue;
        };
        let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
            let _ = stream.try_write(FULL);
            continue;
        };
        let app = app.clone();
        tokio::spawn(async move {
            // A connection that ends with an error has nobody left to tell.
            let _ = connection(stream, app, bounds).await;
            drop(permit);
        });
    }
}

async fn connection(stream: TcpStream, app: Router, bounds: Bounds) -> Result<(), hyper::Error> {
    // Answers are small and awaited.
    let _ = stream.set_nodelay(true);
    let patient = Patient {
        stream,
        stall: bounds.stall,
        waiting: None,
    };
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.request)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(patient), TowerToHyperService::new(app))
        .await
}

/// A connection that fails when nothing can be written for too long.
struct Patient {
    stream: TcpStream,
    stall: Duration,
    /// Runs out while something waits to be written.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// What comes of an attempt to write; an error once that has been in vain for too long.
    fn watched<T>(
        &mut self,
        context: &mut Context<'_>,
        tried: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if tried.is_ready() {
            self.waiting = None;
            return tried;
        }
        let stall = self.stall;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(stall)));
        match waiting.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, tried)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_flush(context);
        self.watched(context, tried)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
