//! Connections: limits for their number and for the time that each can delay.
//!
//! One thread serves all connections. A connection that sends its request slowly or does not read
//! its reply is closed after a time limit. A connection above the maximum number receives an error
//! reply and is closed immediately.

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

/// The limits of connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The maximum number of concurrent connections.
    pub(crate) connections: usize,
    /// The maximum time for the head of a request, and for an open connection without a request.
    pub(crate) request: Duration,
    /// The maximum time in which a client reads nothing of its reply.
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

/// The maximum number of bytes in the head of a request: a path of ten thousand plies fits.
const MOST_HEAD: usize = 64 << 10;

/// The reply if there are too many connections.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n";

/// The maximum delay until a stop is noticed.
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
            // For example too many open files; some will be closed soon.
            sleep(LOOK).await;
            continue;
        };
        let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
            let _ = stream.try_write(FULL);
            continue;
        };
        let app = app.clone();
        tokio::spawn(async move {
            // The error of a broken connection cannot be reported to the client.
            let _ = connection(stream, app, bounds).await;
            drop(permit);
        });
    }
}

async fn connection(stream: TcpStream, app: Router, bounds: Bounds) -> Result<(), hyper::Error> {
    // Replies are small, and the client waits for them.
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

/// A connection that fails if nothing can be written for too long.
struct Patient {
    stream: TcpStream,
    stall: Duration,
    /// A timer that runs while a write is blocked.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// The result of an attempt to write; an error after blocked attempts for too long.
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
