//! The page on which games are played, and its WebSocket.

use axum::{
    Extension,
    extract::{Request, State},
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use super::{
    guard, live,
    state::{Asked, Pages},
};
use crate::transport::Visitor;

/// The page on which games are played.
pub(super) async fn page(Asked { pages, shell }: Asked) -> Response {
    let server = pages.live.as_ref().and_then(|live| live.server_name());
    Html(partie_page::pages::live(&shell, server)).into_response()
}

/// Makes a WebSocket of a request.
pub(super) async fn socket(
    State(pages): State<Pages>,
    visitor: Option<Extension<Visitor>>,
    mut request: Request,
) -> Response {
    let Some(live) = pages.live else { return StatusCode::NOT_FOUND.into_response() };
    // Another page must not play in the name of its reader.
    if guard::is_foreign_socket(request.headers()) {
        return (StatusCode::FORBIDDEN, "Only pages of this server may connect.\n").into_response();
    }
    let Some(Extension(visitor)) = visitor else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let response = match create_response_with_body(&request, axum::body::Body::default) {
        Ok(response) => response,
        Err(fault) => return (StatusCode::BAD_REQUEST, format!("{fault}\n")).into_response(),
    };
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        match upgrade.await {
            Ok(upgraded) => live::serve(live, visitor, TokioIo::new(upgraded)).await,
            Err(fault) => tracing::debug!(%fault, "a page's socket"),
        }
    });
    response.into_response()
}
