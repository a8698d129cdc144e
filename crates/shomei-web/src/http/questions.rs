//! The routes of questions: ask, listen, stop.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::sse::Sse;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use tokio::runtime::Handle;

use super::bodies::body;
use super::events::Events;
use super::replies::{Failure, json, query, waiting};
use crate::options::Mode;
use crate::questions::{Live, QuestionRequest, Refused};
use crate::state::Shared;
use crate::texts::{self, Lang};
use shomei::Error;
use shomei::game::error_text;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Listening {
    #[serde(deserialize_with = "texts::lang")]
    lang: Lang,
    token: String,
}

pub(crate) async fn ask(State(shared): State<Shared>, request: Request) -> Response {
    let uri = request.uri().clone();
    let begun = begin(&shared, &uri, request).await;
    match begun {
        Ok(id) => json(StatusCode::CREATED, &json!({ "id": id.to_string() })),
        Err(failure) => failure.into_response(),
    }
}

async fn begin(shared: &Shared, uri: &Uri, request: Request) -> Result<u64, Failure> {
    if shared.options.mode != Mode::Serve {
        let error = Error::usage(error_text!(
            "no-questions",
            "this server shows certificates; `shomei serve` answers questions"
        ));
        return Err(Failure::new(StatusCode::FORBIDDEN, error));
    }
    // An unknown language is refused here, too.
    query::<Listening>(uri)?;
    let bytes = body(shared, request).await?;
    let asked = QuestionRequest::read(&bytes)?;
    let (asking, runtime) = (Arc::clone(shared), Handle::current());
    let without_listener = shared.options.limits.without_listener;
    waiting(move || match asking.questions.ask(&asked) {
        Ok(id) => {
            // Started here because the page may be gone when the reply is sent. A page can need
            // some time to listen, because browsers limit the number of streams.
            if let Some(live) = asking.questions.get(id) {
                runtime.spawn(async move {
                    tokio::time::sleep(without_listener).await;
                    live.stop_without_listener();
                });
            }
            Ok(id)
        }
        Err(Refused::Busy) => Err(Failure::busy(error_text!(
            "busy",
            "other questions use all threads, memory or questions that this server allows: wait, or stop one"
        ))),
        Err(Refused::Error(error)) => Err(error.into()),
    })
    .await
}

/// The question with this number.
fn find(shared: &Shared, id: &str) -> Result<Arc<Live>, Failure> {
    let id: Option<u64> = id.parse().ok();
    let found = id.and_then(|id| shared.questions.get(id));
    found.ok_or_else(|| {
        let text = error_text!("no-such-question", "there is no such question");
        Failure::not_found(text)
    })
}

pub(crate) async fn events(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    let listen = || {
        let Listening { lang, token } = query(&uri)?;
        // An event source cannot send headers of its own.
        shared.guard.knows(token.as_bytes())?;
        let live = find(&shared, &id)?;
        Ok(Events::new(live.listen(), Arc::clone(&shared), lang))
    };
    match listen() {
        Ok(events) => Sse::new(events).into_response(),
        Err(failure) => Failure::into_response(failure),
    }
}

pub(crate) async fn stop(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    match find(&shared, &id) {
        Ok(live) => {
            live.stop();
            json(StatusCode::OK, &json!({ "stopped": true }))
        }
        Err(failure) => failure.into_response(),
    }
}
