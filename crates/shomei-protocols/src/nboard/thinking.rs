//! What is thought about in a thread of its own, and who may still speak of it.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shomei::Error;
use shomei::game::escape::one_line;

use crate::breakdown::survive;
use crate::othello::{Found, Watches};
use crate::out::Out;

/// How long the figures stand. A search tells about itself far more often.
const PERIOD: Duration = Duration::from_secs(1);

/// The longest text for people: a bad line may be of any length.
const LONGEST: usize = 400;

/// The voice of a thread: it is heard until it is taken away.
#[derive(Clone, Debug)]
pub(super) struct Voice {
    out: Out,
    is_heard: Arc<AtomicBool>,
}

impl Voice {
    /// Says a line, if it may.
    pub(super) fn say(&self, line: impl Display) {
        // Where nobody reads any more, the end of the input ends the program.
        let _ = self.out.print_if(&self.is_heard, line);
    }

    /// Says something to the people before the screen.
    pub(super) fn status(&self, text: &str) {
        self.say(status(text));
    }
}

/// A line for people: whatever they wrote, one line.
pub(super) fn status(text: &str) -> String {
    let text: String = one_line(text).chars().take(LONGEST).collect();
    format!("status {text}")
}

/// Something that is thought about.
#[derive(Debug)]
pub(super) struct NboardThinking {
    stop: Arc<AtomicBool>,
    is_heard: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl NboardThinking {
    /// Begins to think. `think` gets a voice and the flag that ends it.
    pub(super) fn begin(
        out: &Out,
        think: impl FnOnce(&Voice, &Arc<AtomicBool>) -> Result<(), Error> + Send + 'static,
    ) -> io::Result<NboardThinking> {
        let stop = Arc::new(AtomicBool::new(false));
        let is_heard = Arc::new(AtomicBool::new(true));
        let voice = Voice {
            out: out.clone(),
            is_heard: Arc::clone(&is_heard),
        };
        let flag = Arc::clone(&stop);
        let work = move || {
            if let Err(error) = survive(|| think(&voice, &flag)) {
                voice.status(&error.to_string());
            }
        };
        Ok(NboardThinking {
            thread: thread::Builder::new().name("search".into()).spawn(work)?,
            stop,
            is_heard,
        })
    }

    /// Asks it to end soon and to say what it has found.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends it, and takes its voice away: it says nothing more.
    pub(super) fn silence(&self) {
        self.stop();
        self.is_heard.store(false, Ordering::Release);
    }

    /// Waits until it has ended: it may need a moment to hear that it is to stop.
    pub(super) fn join(self) {
        // What broke down in it was said by it.
        let _ = self.thread.join();
    }
}

/// Tells about a search now and then.
pub(super) struct NboardReporter<'a> {
    voice: &'a Voice,
    told: Instant,
    /// What is done where more is proven.
    on_found: &'a mut dyn FnMut(&Found),
}

impl<'a> NboardReporter<'a> {
    pub(super) fn new(voice: &'a Voice, on_found: &'a mut dyn FnMut(&Found)) -> NboardReporter<'a> {
        NboardReporter {
            voice,
            told: Instant::now(),
            on_found,
        }
    }
}

impl Watches for NboardReporter<'_> {
    fn found(&mut self, found: &Found) {
        (self.on_found)(found);
    }

    fn worked(&mut self, nodes: u64, seconds: f64) {
        let now = Instant::now();
        if now - self.told >= PERIOD {
            self.told = now;
            self.voice.say(nodestats(nodes, seconds));
        }
    }
}

/// The work so far.
pub(super) fn nodestats(nodes: u64, seconds: f64) -> String {
    format!("nodestats {nodes} {seconds:.2}")
}
