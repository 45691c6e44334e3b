//! State that the handlers of requests share.

use std::sync::Arc;

use axum::{
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use partie_page::{GameList, Languages, Shell};
use tokio::sync::Semaphore;

use super::{imports::Imports, live::LiveSessions, shared::Shared};

/// State shared by the handlers of requests.
#[derive(Clone)]
pub(super) struct Pages {
    pub(super) shared: Option<Arc<Shared>>,
    pub(super) games: Option<Arc<dyn GameList>>,
    pub(super) imports: Option<Imports>,
    pub(super) live: Option<LiveSessions>,
    pub(super) languages: Languages,
    /// Texts that may be read at the same time.
    pub(super) readers: Arc<Semaphore>,
    /// Pages of games that may be made at the same time.
    pub(super) lookups: Arc<Semaphore>,
    /// Statistics that may be counted at the same time.
    pub(super) counts: Arc<Semaphore>,
    /// Kilobytes of texts that may be held at the same time.
    pub(super) held: Arc<Semaphore>,
}

impl Pages {
    /// The games, if they can be searched.
    pub(super) fn searched(&self) -> Option<&dyn GameList> {
        self.games.as_deref().filter(|games| games.is_searched())
    }
}

/// A request: what the handlers share, and the shell of the page, in the language and the colours that
/// the browser asks for.
pub(super) struct Asked {
    pub(super) pages: Pages,
    pub(super) shell: Shell,
}

impl Asked {
    /// Works on a text beside the tasks of the server, together with few others.
    pub(super) async fn work(self, work: impl Work) -> Response {
        let readers = Arc::clone(&self.pages.readers);
        self.with(readers, work).await
    }

    /// Makes a page that reads no text of a request.
    pub(super) async fn look(self, work: impl Work) -> Response {
        let lookups = Arc::clone(&self.pages.lookups);
        self.with(lookups, work).await
    }

    /// Runs page jobs that scan all games, one at a time.
    pub(super) async fn count(self, work: impl Work) -> Response {
        let counts = Arc::clone(&self.pages.counts);
        self.with(counts, work).await
    }

    async fn with(self, permits: Arc<Semaphore>, work: impl Work) -> Response {
        let permit = permits.acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&self.pages, &self.shell)
        });
        done.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
    }
}

/// Work on a request, on a thread of its own.
pub(super) trait Work: FnOnce(&Pages, &Shell) -> Response + Send + 'static {}
impl<F: FnOnce(&Pages, &Shell) -> Response + Send + 'static> Work for F {}
