//! The events of a question for a page: progress at intervals, decided moves, and the answer.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::Stream;
use serde_json::{Value, json};
use shomei::Error;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::questions::Listener;
use crate::requests::error_object;
use crate::state::Shared;
use crate::texts::Lang;

/// The interval at which the question is looked at.
const EVERY: Duration = Duration::from_millis(50);

/// A progress event is sent at every fifth look.
const LOOKS: u32 = 5;

/// The events of one listener. If the page closes the connection, this is dropped and the search
/// stops.
pub(crate) struct Events {
    listener: Listener,
    shared: Shared,
    lang: Lang,
    ticks: Interval,
    /// The number of looks since the last progress event.
    looks: u32,
    /// The number of rows that were sent.
    rows: usize,
    is_over: bool,
}

impl Events {
    pub(crate) fn new(listener: Listener, shared: Shared, lang: Lang) -> Events {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Events {
            listener,
            shared,
            lang,
            ticks,
            looks: LOOKS,
            rows: 0,
            is_over: false,
        }
    }

    /// The event at a look: the end of the question, or progress at longer intervals.
    fn next(&mut self) -> Option<Event> {
        let live = self.listener.live();
        let (name, data) = match live.ended() {
            None if self.looks < LOOKS => {
                self.looks += 1;
                return None;
            }
            None => ("progress", json!(live.look())),
            Some(Ok(answer)) => ("answer", answer.data(&self.shared.certificates, self.lang)),
            Some(Err(error)) => ("failed", failed(error, self.lang)),
        };
        self.looks = 1;
        self.is_over = name != "progress";
        Some(Event::default().event(name).data(data.to_string()))
    }

    /// The next decided move, in the form of an element of `moves` of the answer.
    fn next_row(&mut self) -> Option<Event> {
        let live = self.listener.live();
        let row = live.row(self.rows, self.lang)?;
        self.rows += 1;
        Some(Event::default().event("row").data(row.to_string()))
    }
}

fn failed(error: &Error, lang: Lang) -> Value {
    json!({ "error": error_object(error, lang) })
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Event, Infallible>>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        loop {
            if let Some(row) = self.next_row() {
                return Poll::Ready(Some(Ok(row)));
            }
            match self.ticks.poll_tick(context) {
                Poll::Ready(_) => {
                    // The last rows precede the answer.
                    let is_ended = self.listener.live().is_ended();
                    let row = is_ended.then(|| self.next_row()).flatten();
                    if let Some(event) = row.or_else(|| self.next()) {
                        return Poll::Ready(Some(Ok(event)));
                    }
                }
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}
