//! A text is pasted, read, mended, taken away and shared.

use std::{io, sync::Arc};

use axum::{
    extract::{FromRequest as _, Multipart, Path, Query, Request, multipart::MultipartError},
    http::{StatusCode, header},
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
    shell::{attachment, message, not_found},
    state::{Asked, Pages},
};

/// The most bytes of a request with a text.
pub(super) const TEXT: usize = 64 << 20;

/// The first page.
pub(super) async fn front(Asked { shell, .. }: Asked) -> Html<String> {
    Html(pages::front(&shell))
}

/// The page of a text that was sent.
pub(super) async fn read(asked: Asked, request: Request) -> Result<Response, Response> {
    let (form, held) = asked.sent(request).await?;
    let read = move |_: &Pages, shell: &Shell| match (form.page(shell), held).0 {
        Ok(page) => Html(page).into_response(),
        Err(page) => unreadable(page),
    };
    Ok(asked.work(read).await)
}

/// A file made of a text that was sent.
pub(super) async fn download(asked: Asked, request: Request) -> Result<Response, Response> {
    let (form, held) = asked.sent(request).await?;
    let download = move |_: &Pages, shell: &Shell| {
        let page = |game: &Game| {
            AlonePage { game, words: shell.words, letters: None, is_flipped: false }.render()
        };
        let make = |kind: Download, reading: &Reading| kind.file(reading, &page);
        match (form.file(shell, make), held).0 {
            Ok(file) => attachment(file),
            Err(page) => unreadable(page),
        }
    };
    Ok(asked.work(download).await)
}

/// Keeps a text that was sent under an address of its own.
pub(super) async fn share(asked: Asked, request: Request) -> Result<Response, Response> {
    let Some(shared) = asked.pages.shared.clone() else { return Ok(not_found(&asked.shell)) };
    let (form, held) = asked.sent(request).await?;
    let share = move |_: &Pages, shell: &Shell| match (shared.keep(form.text()), held).0 {
        Ok(id) => {
            let address = format!("/shared/{id}");
            (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response()
        }
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            message(shell, StatusCode::PAYLOAD_TOO_LARGE, &shell.words.error_too_large, None)
        }
        Err(error) => {
            tracing::warn!(%error, "a shared text cannot be kept");
            let status = StatusCode::INSUFFICIENT_STORAGE;
            message(shell, status, &shell.words.error_not_kept, None)
        }
    };
    Ok(asked.work(share).await)
}

/// Game of a text, and position of it.
#[derive(Deserialize)]
pub(super) struct SharedQuery {
    game: Option<u64>,
    at: Option<usize>,
}

/// The page of a text that was shared.
pub(super) async fn shared(
    asked: Asked,
    Path(id): Path<String>,
    Query(SharedQuery { game, at }): Query<SharedQuery>,
) -> Response {
    let read = move |pages: &Pages, shell: &Shell| {
        let text = pages.shared.as_ref().and_then(|shared| shared.text(&id));
        let game = game.unwrap_or(1);
        let reading = text.as_deref().map(|text| Reading::of(text, None, game));
        let Some(Ok(reading)) = reading else { return not_found(shell) };
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
    };
    asked.work(read).await
}

impl Asked {
    /// Returns the form of a request, or the response that refuses it. Before the form is read, its
    /// size is added to the total size of texts in memory, which is limited.
    async fn sent(
        &self,
        request: Request,
    ) -> Result<(TextForm, Option<OwnedSemaphorePermit>), Response> {
        let words = self.shell.words;
        let refuse = |status: StatusCode| {
            let title = match status {
                StatusCode::PAYLOAD_TOO_LARGE => &words.error_too_large,
                _ => &words.error_request,
            };
            message(&self.shell, status, title, None)
        };
        let length = request.headers().get(header::CONTENT_LENGTH);
        let length = length.and_then(|value| value.to_str().ok()?.parse().ok());
        let size: usize = length.unwrap_or(TEXT).min(TEXT);
        let fields = Multipart::from_request(request, &()).await;
        let fields = fields.map_err(|rejection| refuse(rejection.into_response().status()))?;
        let kilobytes = u32::try_from(size >> 10).unwrap_or(u32::MAX);
        let held = Arc::clone(&self.pages.held).acquire_many_owned(kilobytes).await.ok();
        Ok((read_form(fields).await.map_err(|error| refuse(error.status()))?, held))
    }
}

/// Reads the fields of a form.
async fn read_form(mut fields: Multipart) -> Result<TextForm, MultipartError> {
    let mut form = TextForm::default();
    while let Some(field) = fields.next_field().await? {
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().filter(|name| !name.is_empty()).map(str::to_owned);
        form.add(&name, file.as_deref(), field.bytes().await?.into());
    }
    Ok(form)
}

/// The page that says why there is none of a text.
fn unreadable(page: String) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response()
}
