//! The page and its files, which are built into the program.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::replies::Failure;

/// The built client. It is embedded in debug builds, too, so that no request can read a file of
/// this machine.
#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// The page.
pub(crate) async fn page() -> Response {
    send("index.html", "no-cache")
}

/// A file of the page. Its name contains a hash of its content.
pub(crate) async fn asset(Path(name): Path<String>) -> Response {
    send(&format!("assets/{name}"), "max-age=31536000, immutable")
}

fn send(name: &str, caching: &'static str) -> Response {
    let Some(found) = Assets::get(name) else {
        return Failure::nothing_here().into_response();
    };
    let headers = [(CONTENT_TYPE, kind_of(name)), (CACHE_CONTROL, caching)];
    (headers, found.data).into_response()
}

/// The media type of a file, by its extension. A header forbids the browser to guess another one.
fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" | "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_and_every_part_has_a_kind() {
        assert!(Assets::get("index.html").is_some());
        for name in Assets::iter() {
            assert_ne!(kind_of(&name), "application/octet-stream", "{name}");
        }
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for name in [
            "../Cargo.toml",
            "assets/../../Cargo.toml",
            "/etc/passwd",
            "",
        ] {
            assert!(Assets::get(name).is_none(), "{name}");
        }
    }
}
