//! The routes. Each parses its arguments, calls a module that is independent of HTTP, and writes
//! the result as a reply.

mod assets;
mod bodies;
mod bundles;
mod certificates;
mod chunks;
mod connections;
mod events;
mod games;
mod questions;
mod replies;
mod uploads;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::security::HEADERS;
use crate::state::Shared;
use shomei_messages::language;

use crate::texts::Lang;

pub(crate) use connections::{Bounds, serve};
use replies::{Failure, speaking};

/// All routes.
pub(crate) fn router(shared: &Shared) -> Router {
    let api = Router::new()
        .route("/about", get(games::about))
        .route("/certificates", post(uploads::upload))
        .route("/certificates/{id}", get(certificates::about))
        .route(
            "/certificates/{id}/check",
            get(certificates::check).post(certificates::check_again),
        )
        .route("/certificates/{id}/node", get(certificates::node))
        .route("/certificates/{id}/line", get(certificates::line))
        .route("/certificates/{id}/parents", get(certificates::parents))
        .route("/certificates/{id}/find", get(certificates::find_position))
        .route("/certificates/{id}/export", get(certificates::export))
        .route("/bundles/{id}", get(bundles::about))
        .route("/bundles/{id}/file", get(bundles::file))
        .route("/bundles/{id}/certificates/{name}", post(bundles::open))
        .route("/board", get(games::board))
        .route("/edit", get(games::edit))
        .route("/read", post(games::read))
        .route("/questions", post(questions::ask))
        .route("/questions/{id}/events", get(questions::events))
        .route("/questions/{id}/stop", post(questions::stop));
    Router::new()
        .route("/", get(assets::page))
        .route("/assets/{*name}", get(assets::asset))
        .nest("/api", api)
        .fallback(|| async { Failure::nothing_here() })
        .layer(from_fn_with_state(shared.clone(), guarded))
        .with_state(shared.clone())
}

/// Refuses requests that the guard does not allow, and adds the security headers to the reply.
async fn guarded(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let lang = lang_of(request.uri());
    let answer = async {
        match refuse(&shared, &request) {
            Ok(()) => next.run(request).await,
            Err(failure) => failure.into_response(),
        }
    };
    let mut response = speaking(lang, answer).await;
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

/// The language that an address requests; English if it requests none or an unknown one.
fn lang_of(uri: &Uri) -> Lang {
    let languages = uri.query().unwrap_or_default().split('&');
    let languages = languages.filter_map(|part| part.strip_prefix("lang="));
    languages
        .filter_map(language)
        .next_back()
        .unwrap_or_default()
}

fn refuse(shared: &Shared, request: &Request) -> Result<(), Failure> {
    let (headers, uri) = (request.headers(), request.uri());
    shared.guard.host(headers, uri)?;
    if uri.path().starts_with("/api") {
        shared.guard.reads(headers)?;
    }
    if *request.method() != Method::GET && *request.method() != Method::HEAD {
        shared.guard.works(headers)?;
    }
    Ok(())
}
