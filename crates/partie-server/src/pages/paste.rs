//! A text is pasted, read, mended, taken away and shared.

use std::{io, sync::Arc};

use axum::{
    extract::{
        FromRequestParts, Multipart, Path, Query, State,
        multipart::{MultipartError, MultipartRejection},
    },
    http::{StatusCode, header, request::Parts},
    response::{Html, IntoResponse, Response},
};
use partie_core::Game;
use partie_page::{
    AlonePage, Download, MoveLinks, Reading, Shell, TextForm, board_address,
    pages::{self, GamePage, ReadingView},
};
use serde::Deserialize;
use tokio::sync::OwnedSemaphorePermit;

use super::{
    form,
    shell::{PageShell, attachment, message},
    state::Pages,
};

/// The most bytes of a request with a text.
pub(super) const TEXT: usize = 64 << 20;

/// A form, or why there is none.
type Form = Result<Multipart, MultipartRejection>;

/// The size of a request's body, as far as it says.
pub(super) struct Size(usize);

impl<S: Sync> FromRequestParts<S> for Size {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Size, Self::Rejection> {
        let length = parts.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|value| value.to_str().ok()?.parse().ok());
        Ok(Size(length.unwrap_or(TEXT).min(TEXT)))
    }
}

/// The first page.
pub(super) async fn front(PageShell(shell): PageShell) -> Html<String> {
    Html(pages::front(&shell))
}

/// The page of a text that was sent.
pub(super) async fn read(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    size: Size,
    form: Form,
) -> Response {
    let (form, held) = match pages.sent(&shell, size, form).await {
        Ok(form) => form,
        Err(refused) => return refused,
    };
    let read = move |_: &Pages, shell: &Shell| match (form.page(shell), held).0 {
        Ok(page) => Html(page).into_response(),
        Err(page) => unreadable(page),
    };
    pages.work(shell, read).await
}

/// A file made of a text that was sent.
pub(super) async fn download(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    size: Size,
    form: Form,
) -> Response {
    let (form, held) = match pages.sent(&shell, size, form).await {
        Ok(form) => form,
        Err(refused) => return refused,
    };
    pages
        .work(shell, move |_, shell| {
            let page = |game: &Game| {
                AlonePage { game, words: shell.words, letters: None, is_flipped: false }.render()
            };
            let make = |kind: Download, reading: &Reading| kind.file(reading, &page);
            match (form.file(shell, make), held).0 {
                Ok(file) => attachment(file),
                Err(page) => unreadable(page),
            }
        })
        .await
}

/// Keeps a text that was sent under an address of its own.
pub(super) async fn share(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    size: Size,
    form: Form,
) -> Response {
    let Some(shared) = pages.shared.clone() else {
        return message(&shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
    };
    let (form, held) = match pages.sent(&shell, size, form).await {
        Ok(form) => form,
        Err(refused) => return refused,
    };
    pages
        .work(shell, move |_, shell| match (shared.keep(form.text()), held).0 {
            Ok(id) => (StatusCode::SEE_OTHER, [(header::LOCATION, format!("/shared/{id}"))])
                .into_response(),
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                message(shell, StatusCode::PAYLOAD_TOO_LARGE, &shell.words.error_too_large, None)
            }
            Err(error) => {
                tracing::warn!(%error, "a shared text cannot be kept");
                let status = StatusCode::INSUFFICIENT_STORAGE;
                message(shell, status, &shell.words.error_not_kept, None)
            }
        })
        .await
}

/// Game of a text, and position of it.
#[derive(Deserialize)]
pub(super) struct SharedQuery {
    game: Option<u64>,
    at: Option<usize>,
}

/// The page of a text that was shared.
pub(super) async fn shared(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Path(id): Path<String>,
    Query(SharedQuery { game, at }): Query<SharedQuery>,
) -> Response {
    pages
        .work(shell, move |pages, shell| {
            let text = pages.shared.as_ref().and_then(|shared| shared.text(&id));
            let game = game.unwrap_or(1);
            let reading = text.as_deref().map(|text| Reading::of(text, None, game));
            let Some(Ok(reading)) = reading else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            let links = format!("?game={game}&at=");
            if let Some(record) = reading.record().filter(|_| shell.embedded.is_some()) {
                let page = GamePage {
                    game: record.game(),
                    node: at.unwrap_or(0),
                    links: MoveLinks::Page(links),
                    before: None,
                    after: None,
                    explorer: false,
                    file: None,
                    about: Vec::new(),
                    is_flipped: false,
                    packed: None,
                };
                let picture = |board: &_, flipped| board_address(&shell.root, board, flipped);
                return Html(pages::game(shell, &page, &picture)).into_response();
            }
            let address = format!("/shared/{id}");
            let view = ReadingView {
                shared: Some(&address),
                node: at.unwrap_or(0),
                links: Some(&links),
                ..ReadingView::default()
            };
            let mut response = Html(pages::reading(shell, &reading, view)).into_response();
            let robots = header::HeaderValue::from_static("noindex");
            response.headers_mut().insert("x-robots-tag", robots);
            response
        })
        .await
}

impl Pages {
    /// Returns the form of a request, or the response that refuses it. Before the form is read, its
    /// size is added to the total size of texts in memory, which is limited.
    async fn sent(
        &self,
        shell: &Shell,
        Size(size): Size,
        form: Form,
    ) -> Result<(TextForm, Option<OwnedSemaphorePermit>), Response> {
        let refuse = |status: StatusCode| {
            let title = match status {
                StatusCode::PAYLOAD_TOO_LARGE => &shell.words.error_too_large,
                _ => &shell.words.error_request,
            };
            message(shell, status, title, None)
        };
        let form = form.map_err(|rejection| refuse(rejection.into_response().status()))?;
        let kilobytes = u32::try_from(size >> 10).unwrap_or(u32::MAX);
        let held = Arc::clone(&self.held).acquire_many_owned(kilobytes).await.ok();
        let form = form::read(form).await;
        Ok((form.map_err(|error: MultipartError| refuse(error.status()))?, held))
    }
}

/// The page that says why there is none of a text.
fn unreadable(page: String) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response()
}
