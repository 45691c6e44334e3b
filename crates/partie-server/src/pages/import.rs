//! Files that are sent, so that their games become part of a collection.
//!
//! One import runs at a time. Its files are written to the disk as they arrive; then a thread reads
//! their games. It goes on while no browser looks at its page.

use std::{
    io::{self, Write as _},
    sync::{Arc, atomic::Ordering::Relaxed},
    thread,
};

use axum::{
    body::Bytes,
    extract::{Multipart, State, multipart::MultipartRejection},
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use partie_page::{ImportEnd, ImportPage, ImportState, Shell};
use tokio::sync::mpsc;

use super::{
    imports::{Running, SENT, Slot, UploadedFile},
    shell::{message, not_found},
    state::{Asked, Pages},
};

/// The most files of an import.
const FILES: usize = 1000;
/// The longest name of a file, in bytes.
const NAME: usize = 255;
/// The longest field that is not a file, in bytes.
const FIELD: usize = 1 << 10;
/// Number of pieces of a file that wait for the disk.
const PIECES: usize = 16;

/// Reason why files are not taken.
enum UploadRefusal {
    Form(StatusCode),
    TooLarge,
    TooMany,
    Cancelled,
    Disk(io::Error),
}

impl From<io::Error> for UploadRefusal {
    fn from(error: io::Error) -> UploadRefusal {
        UploadRefusal::Disk(error)
    }
}

/// The page of imports: a form, and what comes of it.
pub(super) async fn page(Asked { pages, shell }: Asked) -> Response {
    let Some(imports) = &pages.imports else { return not_found(&shell) };
    let (running, last) = {
        let now = imports.now();
        (now.running.clone(), now.last.clone())
    };
    let state = match (&running, &last) {
        (Some(Running { since: None, names, arrived, .. }), _) => {
            ImportState::Arriving { files: names, bytes: *arrived }
        }
        (Some(Running { since: Some(since), names, arrived, progress }), _) => {
            ImportState::Reading {
                files: names,
                bytes: *arrived,
                read: progress.bytes.load(Relaxed),
                games: progress.games.load(Relaxed),
                since: since.elapsed(),
            }
        }
        (None, Some(last)) => ImportState::Ended(last),
        (None, None) => ImportState::Ready,
    };
    let most = imports.collection.most_bytes();
    Html(partie_page::import(&shell, &ImportPage { state, most })).into_response()
}

/// Takes files, and begins to read them.
pub(super) async fn receive(
    Asked { pages, shell }: Asked,
    headers: HeaderMap,
    form: Result<Multipart, MultipartRejection>,
) -> Response {
    let words = shell.words;
    let Some(imports) = pages.imports else { return not_found(&shell) };
    let form = match form {
        Ok(form) => form,
        Err(rejection) => {
            let status = rejection.into_response().status();
            return message(&shell, status, &words.error_request, None);
        }
    };
    let most = imports.collection.most_bytes();
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|length| length.parse::<u64>().ok()).is_some_and(|length| length > most) {
        return message(&shell, StatusCode::PAYLOAD_TOO_LARGE, &words.error_too_large, None);
    }
    let Some(slot) = imports.begin() else {
        return message(&shell, StatusCode::CONFLICT, &words.import_busy, None);
    };
    let collection = Arc::clone(&imports.collection);
    let refusal = tokio::task::spawn_blocking(move || collection.refusal()).await;
    if let Ok(Some(refusal)) = refusal {
        slot.refuse(ImportEnd::Failed, Some(&refusal));
        return message(&shell, StatusCode::CONFLICT, &words.import_failed, Some(&refusal));
    }
    let (files, again) = match keep(form, &slot).await {
        Ok((files, _)) if files.iter().all(|file| file.bytes == 0) => {
            return message(&shell, StatusCode::BAD_REQUEST, &words.import_no_file, None);
        }
        Ok(kept) => kept,
        Err(refusal) => return refused(&shell, &slot, &refusal),
    };
    // The runtime would wait for a task when the program is to end.
    let thread = thread::Builder::new().name("import".to_owned());
    let read = move || {
        slot.read(&files, again);
        // They are removed before the next import begins.
        drop(files);
        drop(slot);
    };
    if let Err(error) = thread.spawn(read) {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        return message(&shell, status, &words.import_failed, Some(&error.to_string()));
    }
    (StatusCode::SEE_OTHER, [(header::LOCATION, "/import")]).into_response()
}

/// Answers a request whose files are not taken.
fn refused(shell: &Shell, slot: &Slot, refusal: &UploadRefusal) -> Response {
    let words = shell.words;
    let (status, end, title, why) = match refusal {
        UploadRefusal::Form(StatusCode::PAYLOAD_TOO_LARGE) | UploadRefusal::TooLarge => {
            (StatusCode::PAYLOAD_TOO_LARGE, ImportEnd::TooLarge, &words.error_too_large, None)
        }
        UploadRefusal::TooMany => {
            let why = format!("an import takes at most {FILES} files; send the others after it");
            (StatusCode::PAYLOAD_TOO_LARGE, ImportEnd::Failed, &words.import_failed, Some(why))
        }
        // The sender has gone.
        UploadRefusal::Form(status) => return message(shell, *status, &words.error_request, None),
        UploadRefusal::Cancelled => {
            (StatusCode::CONFLICT, ImportEnd::Cancelled, &words.import_cancelled, None)
        }
        UploadRefusal::Disk(error) => {
            let status = StatusCode::INSUFFICIENT_STORAGE;
            (status, ImportEnd::Failed, &words.error_not_kept, Some(error.to_string()))
        }
    };
    slot.refuse(end, why.as_deref());
    message(shell, status, title, why.as_deref())
}

/// Ends the import that is running.
pub(super) async fn cancel(State(pages): State<Pages>) -> Response {
    if let Some(running) = pages.imports.as_ref().and_then(|imports| imports.now().running.clone())
    {
        running.progress.cancelled.store(true, Relaxed);
    }
    (StatusCode::SEE_OTHER, [(header::LOCATION, "/import")]).into_response()
}

/// Writes the files of a form to the disk. Returns them, and true if files imported before are to
/// be imported again.
async fn keep(
    mut form: Multipart,
    slot: &Slot,
) -> Result<(Vec<UploadedFile>, bool), UploadRefusal> {
    let most = slot.imports.collection.most_bytes();
    let (mut files, mut again) = (Vec::new(), false);
    let mut arrived = 0;
    while let Some(mut field) =
        form.next_field().await.map_err(|e| UploadRefusal::Form(e.status()))?
    {
        match (field.name(), field.file_name()) {
            (Some("file"), Some(name)) if !name.is_empty() => {
                if files.len() == FILES {
                    return Err(UploadRefusal::TooMany);
                }
                let name = plain_name(name);
                slot.update(|running| running.names.push(name.clone()));
                let folder = slot.imports.collection.folder().to_owned();
                let (pieces, mut waiting) = mpsc::channel::<Bytes>(PIECES);
                let writer = tokio::task::spawn_blocking(move || {
                    let mut file = tempfile::Builder::new().prefix(SENT).tempfile_in(folder)?;
                    while let Some(piece) = waiting.blocking_recv() {
                        file.write_all(&piece)?;
                    }
                    Ok::<_, io::Error>(file)
                });
                let before = arrived;
                let taken = async {
                    while let Some(piece) =
                        field.chunk().await.map_err(|e| UploadRefusal::Form(e.status()))?
                    {
                        arrived += piece.len() as u64;
                        if arrived > most {
                            return Err(UploadRefusal::TooLarge);
                        }
                        if slot.is_cancelled() {
                            return Err(UploadRefusal::Cancelled);
                        }
                        slot.update(|running| running.arrived = arrived);
                        // The disk is full; its error comes below.
                        if pieces.send(piece).await.is_err() {
                            break;
                        }
                    }
                    Ok(())
                };
                let taken = taken.await;
                // Also a file that is refused is closed, and so removed, before the answer.
                drop(pieces);
                let file = writer.await.map_err(io::Error::other)?;
                taken?;
                let file = file?;
                files.push(UploadedFile::new(file, name, arrived - before));
            }
            (name, _) => {
                again |= name == Some("again");
                let mut left = FIELD;
                while let Some(piece) =
                    field.chunk().await.map_err(|e| UploadRefusal::Form(e.status()))?
                {
                    left = left.checked_sub(piece.len()).ok_or(UploadRefusal::TooLarge)?;
                }
            }
        }
    }
    Ok((files, again))
}

/// The name of a file without the folders before it.
fn plain_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let end = name.floor_char_boundary(NAME);
    name[..end].to_owned()
}
