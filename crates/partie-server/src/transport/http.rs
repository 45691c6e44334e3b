//! HTTP on the public port: a request becomes a WebSocket, or sees a page.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    body::Body,
    extract::Request,
    http::{
        StatusCode, Uri,
        header::{self, HeaderMap, HeaderValue},
        uri::Authority,
    },
    response::{IntoResponse, Response},
};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::service_fn,
    upgrade::{OnUpgrade, on},
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tower::ServiceExt as _;

use super::{ConnectionPermit, Refusal, TransportContext, Visitor, converse, cookie, ws};

/// Time limit for a request's head, and for an idle connection between requests.
pub(crate) const REQUEST: Duration = Duration::from_secs(15);
/// The most bytes of a request's head.
const HEAD: usize = 16 * 1024;

/// Answer to requests for another name of a port that only this machine reaches.
const OTHER_NAME: &str =
    "Open this server as localhost. Behind a proxy, set behind_proxy = true.\n";

/// Answer to pages of other places that are not listed.
const OTHER_ORIGIN: &str =
    "Pages of this place may not connect; the server's owner lists them in websocket_origins.\n";

/// The parts of a request that a WebSocket needs.
struct Upgrade {
    socket: OnUpgrade,
    /// The client, after a proxy as well.
    client: SocketAddr,
    token: Option<String>,
}

pub(super) async fn serve<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    shared: Arc<TransportContext>,
    mut permit: ConnectionPermit,
    stream: S,
    visitor: Visitor,
) {
    let Visitor { address: peer, transport, .. } = visitor;
    let requested = Box::pin(request(&shared, stream, visitor)).await;
    let Some(Upgrade { socket, client, token }) = requested else { return };
    let Ok(upgraded) = socket.await else { return };
    let Ok(parts) = upgraded.downcast::<TokioIo<S>>() else { return };
    if client != peer {
        // Limits hold for the client, not for the proxy.
        match shared.hub_access.limiter.acquire(client.ip()) {
            Ok(own) => permit = own,
            Err(refusal) => return shared.hub_access.metrics.refused(refusal),
        }
    }
    // Large and short-lived, as the request: neither is to be part of the idle task.
    let opening = ws::open(parts.io.into_inner(), parts.read_buf, shared.message_bytes);
    let socket = Box::pin(opening).await;
    converse(Arc::clone(&shared.hub_access), permit, client, transport, token, socket).await;
}

/// Returns the response to a refused browser, for any request.
pub(super) fn refusal(refusal: Refusal) -> String {
    let text = refusal.sentence();
    let kind = "Content-Type: text/plain\r\nRetry-After: 60\r\nConnection: close";
    format!(
        "HTTP/1.1 503 Service Unavailable\r\n{kind}\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    )
}

/// Answers requests until one becomes a WebSocket, or the connection ends.
async fn request<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    shared: &TransportContext,
    stream: S,
    visitor: Visitor,
) -> Option<Upgrade> {
    let upgrade = Mutex::new(None);
    let answer = async |request: hyper::Request<Incoming>| {
        if visitor.is_local && !names_this_machine(request.headers()) {
            return Ok((StatusCode::FORBIDDEN, OTHER_NAME).into_response());
        }
        let mut request = request.map(Body::new);
        let mut visitor = visitor;
        if shared.behind_proxy
            && visitor.address.ip().to_canonical().is_loopback()
            && let Some(client) = forwarded_for(request.headers())
        {
            visitor.address = SocketAddr::new(client, 0);
        }
        request.extensions_mut().insert(visitor);
        if asks_for_websocket(&request) && !is_for_a_page(&request) {
            if !may_connect(request.headers(), &shared.websocket_origins) {
                return Ok((StatusCode::FORBIDDEN, OTHER_ORIGIN).into_response());
            }
            let secure =
                visitor.transport.is_secret() || shared.behind_proxy && is_https(request.headers());
            let (response, asked) = websocket(request, secure, visitor.address);
            *upgrade.lock().unwrap_or_else(PoisonError::into_inner) = asked;
            return Ok(response);
        }
        shared.pages.clone().oneshot(request).await
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service_fn(answer))
        .with_upgrades();
    if let Err(fault) = connection.await {
        tracing::debug!(%fault, "an HTTP connection");
        return None;
    }
    upgrade.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Returns true if the host of a request is this machine by name: another name for it belongs to a
/// page of another place, whose owner made it lead here.
pub(crate) fn names_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.and_then(|host| host.parse::<Authority>().ok());
    let host = host.as_ref().map(Authority::host).unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// Returns true if a browser marks the request as sent by another site's page. Other programs do
/// not mark requests.
pub(crate) fn is_foreign(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return !(site == "same-origin" || site == "none");
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
    let origin = origin.as_ref().and_then(Uri::authority).map(Authority::as_str);
    origin.is_none() || origin != host
}

fn asks_for_websocket(request: &Request) -> bool {
    let upgrade = request.headers().get(header::UPGRADE);
    upgrade.is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

/// Returns true if a WebSocket is requested by a program, a page of this server, or a listed site.
/// Browsers let pages of other sites open one.
fn may_connect(headers: &HeaderMap, listed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    listed
        .iter()
        .any(|known| known == "*" || origin.as_bytes().eq_ignore_ascii_case(known.as_bytes()))
        || !is_foreign(headers)
}

/// Returns true for a WebSocket of a page of this server, as opposed to the byte stream that other
/// clients read.
fn is_for_a_page(request: &Request) -> bool {
    request.uri().path() == super::LIVE
}

/// The answer to a request for a WebSocket, and what becomes of it unless it is refused.
fn websocket(
    mut request: Request,
    secure: bool,
    client: SocketAddr,
) -> (Response, Option<Upgrade>) {
    let mut response = match create_response_with_body(&request, Body::default) {
        Ok(response) => response,
        Err(fault) => {
            let refused = (StatusCode::BAD_REQUEST, format!("{fault}\n"));
            return (refused.into_response(), None);
        }
    };
    // The client's first subprotocol is as good as any: the stream is the same.
    if let Some(first) = subprotocol(request.headers()) {
        response.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, first);
    }
    let cookie::Client { token, set } = cookie::client(request.headers(), secure);
    if let Some(set) = set {
        response.headers_mut().insert(header::SET_COOKIE, set);
    }
    (response, Some(Upgrade { socket: on(&mut request), client, token }))
}

/// Returns true if a proxy says that the browser speaks TLS with it.
fn is_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
}

fn subprotocol(headers: &HeaderMap) -> Option<HeaderValue> {
    let offered = headers.get(header::SEC_WEBSOCKET_PROTOCOL)?.to_str().ok()?;
    HeaderValue::from_str(offered.split(',').next()?.trim()).ok()
}

/// Returns the last address in `X-Forwarded-For`: the peer of the nearest proxy.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    all.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_few_names() {
        for (host, is_it) in [
            ("localhost:8080", true),
            ("127.0.0.1:8080", true),
            ("[::1]:8080", true),
            ("evil.example:8080", false),
            ("127.0.0.1.evil.example", false),
            ("192.168.1.7", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            assert_eq!(names_this_machine(&headers), is_it, "{host}");
        }
    }

    #[test]
    fn only_pages_of_the_server_may_post() {
        for (pairs, foreign) in [
            (&[("sec-fetch-site", "same-origin")][..], false),
            (&[("sec-fetch-site", "none")], false),
            (&[("sec-fetch-site", "cross-site")], true),
            (&[("sec-fetch-site", "same-site")], true),
            (&[("host", "a.example:80"), ("origin", "http://a.example:80")], false),
            (&[("host", "a.example"), ("origin", "http://b.example")], true),
            (&[("host", "a.example"), ("origin", "null")], true),
            (&[("host", "a.example")], false),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            assert_eq!(is_foreign(&headers), foreign, "{pairs:?}");
        }
    }
}
