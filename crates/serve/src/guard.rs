//! Who may ask: the checks before any route.
//!
//! * `Host` must name this server. A page of another name that resolves to this address (DNS rebinding) has that other
//!   name in `Host`.
//! * `Origin`, where it is given, must be this server, and `Sec-Fetch-Site` must not tell of another site. So no other
//!   page can post here with the user's cookie, which is `SameSite=Strict` besides.
//! * Everything below `/api` but the exchange of the token needs the cookie, since every user of a computer reaches its
//!   loopback address.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri};

use crate::reply::Refusal;
use crate::secret::same;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// What a request is checked against.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The authorities by which this server may be called, in lower case.
    names: Vec<String>,
    /// The port, if any address of this computer will do.
    any_address: Option<u16>,
    /// The secret of the printed address.
    token: String,
    /// The name and the value of the cookie.
    cookie: (String, String),
}

impl Guard {
    /// The guard of a server that listens at a port of the loopback address, or of a host that was asked for.
    pub(crate) fn new(
        host: Option<&str>,
        address: IpAddr,
        port: u16,
        token: String,
        session: String,
    ) -> Self {
        let mut names: Vec<String> = ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned).into();
        names.extend(host.map(bracketed));
        names.push(bracketed(&address.to_string()));
        let with_port: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        // Browsers leave out the port of the protocol.
        let without = names.into_iter().filter(|_| port == 80);
        let names = with_port.into_iter().chain(without).collect();
        let any_address = address.is_unspecified().then_some(port);
        Self { names, any_address, token, cookie: (format!("sixfold-{port}"), session) }
    }

    /// Whether a word is the token.
    pub(crate) fn is_token(&self, word: &str) -> bool {
        same(&self.token, word)
    }

    /// The token.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// The header that sets the cookie.
    pub(crate) fn set_cookie(&self) -> String {
        let (name, value) = &self.cookie;
        format!("{name}={value}; HttpOnly; SameSite=Strict; Path=/")
    }

    /// Refuses what another site or an unknown client sent.
    ///
    /// # Errors
    /// If it is to be refused.
    pub(crate) fn admit(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        let host = self.host(uri, headers)?;
        let api = uri.path().starts_with("/api/");
        check_origin(host, headers)?;
        check_site(api, method, headers)?;
        if api && uri.path() != "/api/session" && !self.has_cookie(headers) {
            let refusal = Refusal::new(StatusCode::UNAUTHORIZED, "this browser has no session");
            return Err(refusal.help("open the address that the server has printed"));
        }
        Ok(())
    }

    /// The name by which the server is called.
    fn host<'a>(&self, uri: &Uri, headers: &'a HeaderMap) -> Result<&'a str, Refusal> {
        let refuse =
            || Refusal::new(StatusCode::FORBIDDEN, "the request is for a host of another name");
        let host = only(headers, &HOST).and_then(Result::ok).ok_or_else(refuse)?;
        // A request line with a whole address must agree with the header.
        let agrees = uri.authority().is_none_or(|authority| authority.as_str() == host);
        if agrees && self.is_own(&host.to_ascii_lowercase()) { Ok(host) } else { Err(refuse()) }
    }

    fn is_own(&self, host: &str) -> bool {
        // A page cannot choose the address of another server as its name, so any address is safe.
        let address = |port| {
            let (name, own) = host.rsplit_once(':')?;
            let name = name.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(name);
            Some(own.parse() == Ok(port) && name.parse::<IpAddr>().is_ok())
        };
        self.names.iter().any(|name| name == host)
            || self.any_address.and_then(address).unwrap_or(false)
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let (name, value) = &self.cookie;
        let texts = headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok());
        let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.split_once('='));
        let mut own = pairs.filter(|(key, _)| key.trim() == name);
        own.any(|(_, word)| same(value, word.trim()))
    }
}

/// A name as it stands before a port.
fn bracketed(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    if name.contains(':') && !name.starts_with('[') { format!("[{name}]") } else { name }
}

/// The address to print: where a browser of this computer reaches the server.
pub(crate) fn reachable(host: Option<&str>, address: IpAddr) -> String {
    match host {
        Some(host) if !address.is_unspecified() => bracketed(host),
        _ => Ipv4Addr::LOCALHOST.to_string(),
    }
}

/// The value of a header that may be given once; nothing if it is absent, an error if it is no text or given twice.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Result<&'a str, ()>> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().map_err(drop);
    Some(if values.next().is_some() { Err(()) } else { value })
}

fn check_origin(host: &str, headers: &HeaderMap) -> Result<(), Refusal> {
    let own = |origin: &str| {
        let name = origin.strip_prefix("http://");
        name.is_some_and(|name| name.eq_ignore_ascii_case(host))
    };
    match only(headers, &ORIGIN) {
        None => Ok(()),
        Some(Ok(origin)) if own(origin) => Ok(()),
        Some(_) => Err(Refusal::new(StatusCode::FORBIDDEN, "the request is from another site")),
    }
}

fn check_site(api: bool, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let word = |name: HeaderName| only(headers, &name).map(|value| value.unwrap_or("unreadable"));
    let own = matches!(word(FETCH_SITE), None | Some("same-origin" | "none"));
    // A link on another page may lead to this one.
    let link = !api && *method == Method::GET && word(FETCH_MODE) == Some("navigate");
    if own || link {
        return Ok(());
    }
    Err(Refusal::new(StatusCode::FORBIDDEN, "the request is from another site"))
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;

    use super::*;

    fn guard(host: Option<&str>, address: &str, port: u16) -> Guard {
        Guard::new(host, address.parse().unwrap(), port, "token".to_owned(), "secret".to_owned())
    }

    fn admitted(guard: &Guard, path: &str, headers: &[(&'static str, &str)]) -> Option<StatusCode> {
        let pair = |(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), value.parse().unwrap())
        };
        let mut map = HeaderMap::new();
        for (name, value) in headers.iter().map(pair) {
            map.append(name, value);
        }
        let refused = guard.admit(&Method::GET, &path.parse().unwrap(), &map).err()?;
        Some(refused.into_response().status())
    }

    #[test]
    fn only_own_names_are_answered() {
        let own = guard(None, "127.0.0.1", 8080);
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"] {
            assert_eq!(admitted(&own, "/", &[("host", host)]), None, "{host}");
        }
        for host in ["", "127.0.0.1", "localhost:8081", "evil.example:8080", "10.0.0.1:8080"] {
            let refused = admitted(&own, "/", &[("host", host)]);
            assert_eq!(refused, Some(StatusCode::FORBIDDEN), "{host}");
        }
        assert_eq!(admitted(&own, "/", &[]), Some(StatusCode::FORBIDDEN));
        let twice = [("host", "localhost:8080"), ("host", "localhost:8080")];
        assert_eq!(admitted(&own, "/", &twice), Some(StatusCode::FORBIDDEN));
        let address = admitted(&own, "http://evil.example/", &[("host", "localhost:8080")]);
        assert_eq!(address, Some(StatusCode::FORBIDDEN));
        let everywhere = guard(Some("0.0.0.0"), "0.0.0.0", 8080);
        assert_eq!(admitted(&everywhere, "/", &[("host", "10.0.0.1:8080")]), None);
        assert_eq!(admitted(&everywhere, "/", &[("host", "[fe80::1]:8080")]), None);
        let name = admitted(&everywhere, "/", &[("host", "evil.example:8080")]);
        assert_eq!(name, Some(StatusCode::FORBIDDEN));
        let named = guard(Some("box.example"), "10.0.0.1", 80);
        assert_eq!(admitted(&named, "/", &[("host", "box.example")]), None);
    }

    #[test]
    fn other_sites_are_refused_and_links_are_not() {
        let own = guard(None, "127.0.0.1", 8080);
        let ask =
            |path, name, value| admitted(&own, path, &[("host", "localhost:8080"), (name, value)]);
        for origin in ["null", "http://127.0.0.1:8080", "https://localhost:8080", "http://evil"] {
            assert_eq!(ask("/", "origin", origin), Some(StatusCode::FORBIDDEN), "{origin}");
        }
        assert_eq!(ask("/", "origin", "http://localhost:8080"), None);
        for site in ["cross-site", "same-site", "what"] {
            assert_eq!(ask("/", "sec-fetch-site", site), Some(StatusCode::FORBIDDEN), "{site}");
            let headers = [
                ("host", "localhost:8080"),
                ("sec-fetch-site", site),
                ("sec-fetch-mode", "navigate"),
            ];
            assert_eq!(admitted(&own, "/", &headers), None);
            assert_eq!(admitted(&own, "/api/jobs", &headers), Some(StatusCode::FORBIDDEN));
        }
    }

    #[test]
    fn the_cookie_opens_the_interface() {
        let own = guard(None, "127.0.0.1", 8080);
        let ask =
            |cookie| admitted(&own, "/api/jobs", &[("host", "localhost:8080"), ("cookie", cookie)]);
        assert_eq!(ask("a=b; sixfold-8080=secret"), None);
        for cookie in ["", "sixfold-8080=", "sixfold-8080=secre", "sixfold-8081=secret", "secret"] {
            assert_eq!(ask(cookie), Some(StatusCode::UNAUTHORIZED), "{cookie}");
        }
        assert_eq!(admitted(&own, "/api/session", &[("host", "localhost:8080")]), None);
        assert!(own.is_token("token") && !own.is_token("secret"));
    }
}
