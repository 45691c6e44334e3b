//! Rules for all pages: which requests are answered, and what browsers may do with answers.

use axum::{
    body::to_bytes,
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode, header, header::HeaderValue},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{shell, state::Pages};
use crate::transport::{LIVE, Visitor, is_foreign, names_this_machine};

/// The most bytes of the router's sentences.
const SENTENCE: usize = 4096;

/// Refuses requests that another place makes a browser send.
pub(super) async fn requests(State(pages): State<Pages>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    let page = shell::of(&pages.languages, request.headers());
    if is_strangers_name(&request) {
        return shell::message(&page, StatusCode::FORBIDDEN, &page.words.error_local, None);
    }
    if !safe && is_foreign(request.headers()) {
        return shell::message(&page, StatusCode::FORBIDDEN, &page.words.error_method, None)
            .into_response();
    }
    // A WebSocket is answered to scripts, all other requests to readers.
    let to_reader = request.uri().path() != LIVE;
    let response = next.run(request).await;
    if to_reader && response.status().is_client_error() && is_plain_text(&response) {
        return refusal(&page, response).await;
    }
    response
}

/// Refuses requests to an API of this machine by another name.
pub(crate) async fn own_names(request: Request, next: Next) -> Response {
    if is_strangers_name(&request) {
        return (StatusCode::FORBIDDEN, "Ask this server as localhost.\n").into_response();
    }
    next.run(request).await
}

/// Returns true if a port that is only reachable from this machine is addressed by another host
/// name: a foreign page whose owner resolves the name to this machine to read answers (DNS
/// rebinding).
fn is_strangers_name(request: &Request) -> bool {
    let is_local = request.extensions().get::<Visitor>().is_none_or(|visitor| visitor.is_local);
    is_local && !names_this_machine(request.headers())
}

fn is_plain_text(response: &Response) -> bool {
    let media_type = response.headers().get(header::CONTENT_TYPE);
    media_type.is_some_and(|value| value.as_bytes().starts_with(b"text/plain"))
}

/// A page in place of the sentence with which the router refuses an address or a form.
async fn refusal(shell: &partie_page::Shell, response: Response) -> Response {
    let status = response.status();
    let sentence = to_bytes(response.into_body(), SENTENCE).await.unwrap_or_default();
    let sentence = String::from_utf8_lossy(&sentence);
    shell::message(shell, status, &shell.words.error_request, Some(sentence.trim_end()))
}

/// Returns true for a WebSocket that is not asked for by a page of this server: browsers do not
/// keep pages of other places from opening one, and programs have other ports.
pub(super) fn is_foreign_socket(headers: &HeaderMap) -> bool {
    !headers.contains_key(header::ORIGIN) || is_foreign(headers)
}

/// Lets a page start the worker that reads texts.
pub(super) async fn pasted(mut response: Response) -> Response {
    let policy = HeaderValue::from_static(partie_page::PASTE_POLICY);
    response.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    response
}

/// Lets pages of others show an answer in theirs.
pub(super) async fn embedded(mut response: Response) -> Response {
    let policy = HeaderValue::from_static(partie_page::EMBEDDED_POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// Adds what browsers must know of every answer, unless it says otherwise itself.
pub(super) async fn headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let common = [
        (header::CONTENT_SECURITY_POLICY, partie_page::POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in common {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.insert("permissions-policy", HeaderValue::from_static("interest-cohort=()"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}
