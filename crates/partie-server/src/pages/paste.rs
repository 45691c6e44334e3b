//! A text is pasted, read, mended, taken away and shared.

use axum::{
    extract::{
        Multipart, Path, Query, State,
        multipart::{MultipartError, MultipartRejection},
    },
    http::{StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use partie_page::{
    Download, File, Reading, Shell,
    pages::{self, ReadingView},
};
use serde::Deserialize;

use super::{
    form::TextForm,
    shell::{PageShell, message},
    state::Pages,
};

/// A form, or why there is none.
type Form = Result<Multipart, MultipartRejection>;

/// The first page.
pub(super) async fn front(PageShell(shell): PageShell) -> Html<String> {
    Html(pages::front(&shell))
}

/// The page of a text that was sent.
pub(super) async fn read(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    form: Form,
) -> Response {
    let form = match sent(&shell, form).await {
        Ok(form) => form,
        Err(refused) => return refused,
    };
    pages.work(shell, move |pages, shell| read_text(pages, shell, &form)).await
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
    form: Form,
) -> Response {
    let form = match sent(&shell, form).await {
        Ok(form) => form,
        Err(refused) => return refused,
    };
    pages
        .work(shell, move |_, shell| {
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
    form: Form,
) -> Response {
    let Some(shared) = pages.shared.clone() else {
        return message(&shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
    };
    let form = match sent(&shell, form).await {
        Ok(form) => form,
        Err(refused) => return refused,
    };
    pages
        .work(shell, move |_, shell| match shared.keep(&form.text) {
            Ok(id) => (StatusCode::SEE_OTHER, [(header::LOCATION, format!("/shared/{id}"))])
                .into_response(),
            Err(error) => {
                tracing::warn!(%error, "a shared text cannot be kept");
                let status = StatusCode::INSUFFICIENT_STORAGE;
                message(shell, status, &shell.words.error_too_large, None)
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

/// The form of a request, or the answer that refuses it.
async fn sent(shell: &Shell, form: Form) -> Result<TextForm, Response> {
    let refuse = |status: StatusCode| {
        let title = match status {
            StatusCode::PAYLOAD_TOO_LARGE => &shell.words.error_too_large,
            _ => &shell.words.error_method,
        };
        message(shell, status, title, None)
    };
    let form = form.map_err(|rejection| refuse(rejection.into_response().status()))?;
    TextForm::of(form).await.map_err(|error: MultipartError| refuse(error.status()))
}

fn foreign(shell: &Shell, other: &str) -> Response {
    message(shell, StatusCode::UNPROCESSABLE_ENTITY, &shell.words.foreign, Some(other))
}
