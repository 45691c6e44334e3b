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
use partie_page::{
    Download, File, Reading, Shell,
    pages::{self, ReadingView},
};
use serde::Deserialize;
use tokio::sync::OwnedSemaphorePermit;

use super::{
    form::TextForm,
    shell::{PageShell, message},
    state::Pages,
};

/// A form, or why there is none.
type Form = Result<Multipart, MultipartRejection>;

/// The size of a request's body, as far as it says.
pub(super) struct Size(usize);

impl<S: Sync> FromRequestParts<S> for Size {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Size, Self::Rejection> {
        let length = parts.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|value| value.to_str().ok()?.parse().ok());
        Ok(Size(length.unwrap_or(super::TEXT).min(super::TEXT)))
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
    let read = move |pages: &Pages, shell: &Shell| {
        let _held = held;
        read_text(pages, shell, &form)
    };
    pages.work(shell, read).await
}

fn read_text(served: &Pages, shell: &Shell, form: &TextForm) -> Response {
    let game = form.game.unwrap_or(1);
    let mut reading = match Reading::of(&form.text, form.name.as_deref(), game) {
        Ok(reading) => reading,
        Err(other) => return foreign(shell, other),
    };
    let mended = match (form.mend, form.fix) {
        (Some(level), _) if reading.can_mend() => Some(reading.mended(level)),
        (_, Some((record, index))) => reading.mended_at(record, index),
        _ => None,
    };
    if let Some(mended) = &mended {
        // What was chess stays chess.
        if let Ok(again) = Reading::of(mended, form.name.as_deref(), game) {
            reading = again;
        }
    }
    let view = ReadingView {
        before: mended.is_some().then_some(&form.text[..]),
        can_share: served.shared.is_some(),
        ..ReadingView::default()
    };
    Html(pages::reading(shell, &reading, view)).into_response()
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
            let _held = held;
            let name = form.name.as_deref();
            let reading = match Reading::of(&form.text, name, form.game.unwrap_or(1)) {
                Ok(reading) => reading,
                Err(other) => return foreign(shell, other),
            };
            let kind = form.to.unwrap_or(Download::ALL[0]);
            match kind.file(&reading) {
                Ok(file) => attachment(file),
                Err(error) => {
                    let title = &shell.words.nothing_read;
                    message(shell, StatusCode::UNPROCESSABLE_ENTITY, title, Some(&error))
                }
            }
        })
        .await
}

fn attachment(File { name, media_type, content }: File) -> Response {
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'".to_owned()),
    ];
    (headers, content).into_response()
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
        .work(shell, move |_, shell| match (shared.keep(&form.text), held).0 {
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

/// Which game of a text, and which position of it.
#[derive(Deserialize)]
pub(super) struct Place {
    game: Option<u64>,
    at: Option<usize>,
}

/// The page of a text that was shared.
pub(super) async fn shared(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Path(id): Path<String>,
    Query(Place { game, at }): Query<Place>,
) -> Response {
    pages
        .work(shell, move |pages, shell| {
            let text = pages.shared.as_ref().and_then(|shared| shared.text(&id));
            let game = game.unwrap_or(1);
            let reading = text.as_deref().map(|text| Reading::of(text, None, game));
            let Some(Ok(reading)) = reading else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            let address = format!("/shared/{id}");
            let links = format!("?game={game}&at=");
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
    /// The form of a request, or the answer that refuses it. Before it is read, its size is added to
    /// those of all texts that are held; they may not be more than some.
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
        let form = TextForm::of(form).await;
        Ok((form.map_err(|error: MultipartError| refuse(error.status()))?, held))
    }
}

fn foreign(shell: &Shell, other: &str) -> Response {
    message(shell, StatusCode::UNPROCESSABLE_ENTITY, &shell.words.foreign, Some(other))
}
