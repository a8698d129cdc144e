//! Access control: the host, the origin, the token, and the security headers.
//!
//! The server listens on this machine, where every page in the browser can send requests to it.
//!
//! * **Host.** A foreign page whose name resolves to 127.0.0.1 ("DNS rebinding") has the same
//!   origin as this server, but its requests contain its own name: only known names are accepted.
//! * **Origin.** Requests for data from pages of other origins are refused if their headers show
//!   the origin, and no header allows these pages to read a reply.
//! * **Token.** A request that starts work needs a random token. The token is after the `#` of the
//!   address that the program prints, which browsers never send; the page sends the token in a
//!   header. The events of a question are the exception: a browser requests them without headers of
//!   the page, so the token is in the query of their address, which is sent only to this server.
//!   The browser receives the token from a file that only its user can read (`browser.rs`), because
//!   every user of the machine can read the arguments of programs.
//! * **Reads.** Requests that only read (certificates, positions, searches by position) need no
//!   token: every program on this machine can send them, for any user, and with `--host` every
//!   machine in the network. They return what the operator has chosen to show, and their work is
//!   limited.
//! * **Policy.** A page of this server runs scripts and loads files only from this server.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};
use std::net::{IpAddr, SocketAddr};

use shomei::Error;
use shomei::game::{ErrorText, error_text};

/// The header that contains the token.
pub(crate) const TOKEN: HeaderName = HeaderName::from_static("x-shomei-token");

/// The header in which a browser states the origin relation of a request.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The security headers of every reply.
pub(crate) const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
         img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), geolocation=(), microphone=()",
    ),
];

/// Decides which requests are allowed.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The names of this server, as in the Host header.
    hosts: Vec<String>,
    token: String,
}

/// The reason why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The host name is not one of this server.
    Host,
    /// The page is not one of this server.
    Origin,
    /// The token is missing or wrong.
    Token,
}

impl Refusal {
    /// The message of the refusal.
    pub(crate) fn message(self) -> ErrorText {
        match self {
            Refusal::Host => {
                error_text!("foreign-name", "this server does not answer to that name")
            }
            Refusal::Origin => {
                error_text!("foreign-page", "this server answers its own pages only")
            }
            Refusal::Token => error_text!(
                "no-token",
                "the token is missing or wrong: open the address that shomei has printed"
            ),
        }
    }
}

impl Guard {
    /// The guard of a server that listens on this address, with a new token.
    ///
    /// # Errors
    ///
    /// When the system provides no random bytes.
    pub(crate) fn new(address: SocketAddr) -> Result<Guard, Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| Error::run(format!("no random bytes: {error}")))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Guard {
            hosts: hosts(address),
            token,
        })
    }

    /// The token.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Checks that a request is addressed to this server.
    pub(crate) fn host(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let (host, further) = (hosts.next(), hosts.next());
        let named = host.and_then(|host| host.to_str().ok());
        let in_address = uri.authority().map(axum::http::uri::Authority::as_str);
        let is_ours = |name: &str| {
            let name = name.to_ascii_lowercase();
            self.hosts.contains(&name)
        };
        match (named, further, in_address) {
            (Some(named), None, None) if is_ours(named) => Ok(()),
            (Some(named), None, Some(address)) if is_ours(named) && is_ours(address) => Ok(()),
            _ => Err(Refusal::Host),
        }
    }

    /// Checks that a request for data comes from a page of this server or from no page.
    pub(crate) fn reads(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let site = headers.get(SITE).map(HeaderValue::as_bytes);
        let is_near = matches!(site, None | Some(b"same-origin" | b"none"));
        match headers.get(ORIGIN) {
            None if is_near => Ok(()),
            Some(origin) if is_near && self.is_own(origin) => Ok(()),
            _ => Err(Refusal::Origin),
        }
    }

    /// Checks that a request may start work: it has the token, and its origin is a page of this
    /// server.
    pub(crate) fn works(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        match headers.get(ORIGIN) {
            Some(_) => self.reads(headers)?,
            None => return Err(Refusal::Origin),
        }
        let given = headers.get(TOKEN).map_or(&b""[..], HeaderValue::as_bytes);
        self.knows(given)
    }

    /// Checks the token in constant time.
    pub(crate) fn knows(&self, given: &[u8]) -> Result<(), Refusal> {
        let token = self.token.as_bytes();
        let pairs = token.iter().zip(given);
        let differ = pairs.fold(token.len() ^ given.len(), |all, (a, b)| {
            all | usize::from(a ^ b)
        });
        match differ {
            0 => Ok(()),
            _ => Err(Refusal::Token),
        }
    }

    fn is_own(&self, origin: &HeaderValue) -> bool {
        let origin = origin.to_str().unwrap_or_default();
        let host = origin.strip_prefix("http://");
        host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }
}

/// The names of a server that listens on this address, with its port; on port 80, which browsers
/// omit, also without it.
fn hosts(address: SocketAddr) -> Vec<String> {
    let (own, port) = (address.ip(), address.port());
    let mut names = vec![match own {
        IpAddr::V4(own) => own.to_string(),
        IpAddr::V6(own) => format!("[{own}]"),
    }];
    if own.is_loopback() {
        names.push("localhost".to_string());
    }
    let with_port = |name: &String| format!("{name}:{port}");
    let mut hosts: Vec<String> = names.iter().map(with_port).collect();
    if port == 80 {
        hosts.extend(names);
    }
    hosts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().unwrap()).unwrap()
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for &(name, value) in pairs {
            headers.append(name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_the_names_of_this_server_are_answered() {
        let guard = guard("127.0.0.1:7000");
        let asked = |host: &str, uri: &str| {
            let uri = uri.parse().unwrap();
            guard.host(&headers(&[("host", host)]), &uri).is_ok()
        };
        assert!(asked("127.0.0.1:7000", "/") && asked("LocalHost:7000", "/"));
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "127.0.0.1:7000.example.org",
            "example.org:7000",
            "localhost.:7000",
            "[::1]:7000",
            "0.0.0.0:7000",
            "",
        ] {
            assert!(!asked(host, "/"), "{host}");
        }
        // An absolute request address is accepted, too.
        assert!(asked("127.0.0.1:7000", "http://localhost:7000/"));
        assert!(!asked("127.0.0.1:7000", "http://example.org/"));
        let none = guard.host(&HeaderMap::new(), &Uri::from_static("/"));
        assert_eq!(none, Err(Refusal::Host));
        let two = headers(&[("host", "127.0.0.1:7000"), ("host", "example.org")]);
        assert!(guard.host(&two, &Uri::from_static("/")).is_err());
    }

    #[test]
    fn browsers_leave_the_usual_port_out() {
        assert_eq!(
            hosts("127.0.0.1:80".parse().unwrap()),
            ["127.0.0.1:80", "localhost:80", "127.0.0.1", "localhost"]
        );
        assert_eq!(
            hosts("[::1]:90".parse().unwrap()),
            ["[::1]:90", "localhost:90"]
        );
        assert_eq!(hosts("10.0.0.7:90".parse().unwrap()), ["10.0.0.7:90"]);
    }

    #[test]
    fn other_pages_read_nothing() {
        let guard = guard("127.0.0.1:7000");
        let reads = |pairs: &[_]| guard.reads(&headers(pairs)).is_ok();
        assert!(reads(&[]) && reads(&[("sec-fetch-site", "same-origin")]));
        assert!(reads(&[("origin", "http://127.0.0.1:7000")]));
        assert!(!reads(&[("sec-fetch-site", "cross-site")]));
        assert!(!reads(&[("sec-fetch-site", "same-site")]));
        for origin in [
            "null",
            "http://127.0.0.1",
            "https://127.0.0.1:7000",
            "http://example.org",
        ] {
            assert!(!reads(&[("origin", origin)]), "{origin}");
        }
    }

    #[test]
    fn work_needs_the_token_and_the_origin() {
        let guard = guard("127.0.0.1:7000");
        let token = guard.token().to_string();
        assert_eq!(token.len(), 32);
        let origin = ("origin", "http://localhost:7000");
        let works = |pairs: &[_]| guard.works(&headers(pairs));
        assert_eq!(works(&[origin, ("x-shomei-token", &token)]), Ok(()));
        assert_eq!(works(&[("x-shomei-token", &token)]), Err(Refusal::Origin));
        let foreign = ("origin", "http://example.org");
        let tried = works(&[foreign, ("x-shomei-token", &token)]);
        assert_eq!(tried, Err(Refusal::Origin));
        for wrong in ["", "0", &token[1..], &format!("{token}0"), &"0".repeat(32)] {
            let tried = works(&[origin, ("x-shomei-token", wrong)]);
            assert_eq!(tried, Err(Refusal::Token), "{wrong}");
        }
    }

    #[test]
    fn every_server_has_a_token_of_its_own() {
        assert_ne!(guard("127.0.0.1:1").token(), guard("127.0.0.1:1").token());
    }

    #[test]
    fn the_headers_are_valid() {
        for (name, value) in HEADERS {
            assert!(HeaderName::from_static(name).as_str() == name);
            assert!(HeaderValue::from_static(value).to_str().is_ok());
        }
    }
}
