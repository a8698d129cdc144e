//! What a page hears of a question: its numbers now and then, and its answer.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::Event;
use futures_core::Stream;
use serde_json::{Value, json};
use shomei::Error;
use shomei::words::why_over_in;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::replies::error_object;
use crate::names;
use crate::questions::{Heard, Listener};
use crate::state::Shared;
use crate::words::{self, Lang};

/// Between two looks at a search.
const EVERY: Duration = Duration::from_millis(250);

/// The events of one listener. When it is dropped, since its page has gone, the search stops.
pub(crate) struct Events {
    listener: Listener,
    shared: Shared,
    lang: Lang,
    ticks: Interval,
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
            is_over: false,
        }
    }

    fn next(&mut self) -> Event {
        let live = self.listener.live();
        let (name, data) = match live.ended() {
            None => ("progress", json!(live.look())),
            Some(Ok(heard)) => ("answer", self.answer(heard)),
            Some(Err(error)) => ("failed", failed(error, self.lang)),
        };
        self.is_over = name != "progress";
        Event::default().event(name).data(data.to_string())
    }

    fn answer(&self, heard: &Heard) -> Value {
        let position = self.listener.live().position();
        let certificate = |&id: &u64| {
            let explored = self.shared.certificates.get(id)?;
            Some(json!({
                "id": id.to_string(),
                "name": explored.claim(self.lang),
                "check": explored.check(self.lang),
            }))
        };
        let certificates = heard.certificates.iter();
        let problems = heard
            .answered
            .composition
            .problems
            .iter()
            .chain(&heard.problems);
        let problems = problems.map(|problem| words::error_text(problem, self.lang));
        let mut data = json!(heard.data);
        if let Some(why) = &heard.answered.result.why_over {
            data["over"] = json!(why_over_in(why, self.lang));
        }
        let attacker = heard.answered.result.aim.attacker;
        names::put(&mut data, &position.for_attacker(attacker), self.lang);
        json!({
            "data": data,
            "words": words::answer(position, &heard.answered, self.lang),
            "certificates": certificates.filter_map(certificate).collect::<Vec<_>>(),
            "problems": problems.collect::<Vec<String>>(),
        })
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
        match self.ticks.poll_tick(context) {
            Poll::Ready(_) => Poll::Ready(Some(Ok(self.next()))),
            Poll::Pending => Poll::Pending,
        }
    }
}
