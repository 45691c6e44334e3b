//! A cookie by which a browser shows that a WebSocket comes from the same client as an earlier
//! one: what a guest needs to take their seat again after a lost connection.
//!
//! It is random, set with the answer to the first handshake, and forgotten when the browser
//! closes. It counts only together with the page's `Origin`, so that no other page that the
//! browser shows can use it. Over TLS it is sent to pages of other sites, too, whose client this
//! server may be; in clear only to pages of the same host.

use hyper::header::{self, HeaderMap, HeaderValue};

use crate::password;

const NAME: &str = "partie";

/// Number of random words in a cookie, and the characters of each.
const WORDS: usize = 2;
const WORD: usize = 12;

/// The client as its handshake shows it.
#[derive(Debug)]
pub(super) struct Client {
    /// The secret that only this client can present again; none if the system has no random
    /// bytes.
    pub(super) token: Option<String>,
    /// The cookie to set, where the client had none.
    pub(super) set: Option<HeaderValue>,
}

/// Reads the cookie of a request, or makes one. `secure` says that the browser speaks TLS.
pub(super) fn client(headers: &HeaderMap, secure: bool) -> Client {
    let known = presented(headers).map(str::to_owned);
    let made = || (0..WORDS).map(|_| password::random()).collect::<Option<String>>();
    let scope = if secure { "SameSite=None; Secure; Partitioned" } else { "SameSite=Lax" };
    let (cookie, new) = if known.is_some() { (known, false) } else { (made(), true) };
    let set = cookie.as_ref().filter(|_| new).and_then(|cookie| {
        HeaderValue::try_from(format!("{NAME}={cookie}; Path=/; HttpOnly; {scope}")).ok()
    });
    let origin = headers.get(header::ORIGIN).map(HeaderValue::as_bytes).unwrap_or_default();
    let token = cookie.map(|cookie| format!("{cookie} {}", String::from_utf8_lossy(origin)));
    Client { token, set }
}

/// The cookie that a client presents, if it looks like one of ours.
fn presented(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies.flat_map(|value| value.split(';')).find_map(|cookie| {
        let value = cookie.trim().strip_prefix(NAME)?.strip_prefix('=')?;
        let ours = value.len() == WORDS * WORD && value.bytes().all(|b| b.is_ascii_alphanumeric());
        ours.then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let value = |text: &str| HeaderValue::try_from(text).expect("a value");
        pairs.iter().map(|(name, text)| (name.parse().expect("a name"), value(text))).collect()
    }

    #[test]
    fn a_client_without_a_cookie_is_given_one() {
        for (secure, scope) in [
            (false, "; Path=/; HttpOnly; SameSite=Lax"),
            (true, "; Path=/; HttpOnly; SameSite=None; Secure; Partitioned"),
        ] {
            for cookies in ["", "partie=", "partie=short", "other=abcdefghijklmnopqrstuvwx"] {
                let client = client(&headers(&[("cookie", cookies)]), secure);
                let set = client.set.expect("a cookie");
                let set = set.to_str().expect("text");
                let value = set.strip_prefix("partie=").and_then(|s| s.strip_suffix(scope));
                assert_eq!(value.map(str::len), Some(24), "{set}");
                assert_eq!(client.token, value.map(|value| format!("{value} ")));
            }
        }
    }

    #[test]
    fn the_same_cookie_on_another_page_is_another_client() {
        const COOKIE: &str = "a=b; partie=ABCDEFGHabcdefgh12345678; c=d";
        let token = |origin: &str| {
            let client = client(&headers(&[("cookie", COOKIE), ("origin", origin)]), true);
            assert!(client.set.is_none());
            client.token
        };
        let page = "https://chess.example.org";
        assert_eq!(token(page), Some(format!("ABCDEFGHabcdefgh12345678 {page}")));
        assert_eq!(token(page), token(page));
        assert_ne!(token(page), token("https://other.example.org"));
    }
}
