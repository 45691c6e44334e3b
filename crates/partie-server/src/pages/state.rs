//! State that the handlers of requests share.

use std::sync::Arc;

use axum::{
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use partie_page::{Languages, Shell};
use tokio::sync::Semaphore;

use super::{game_list::GameList, imports::Imports, live::LiveSessions, shared::Shared};

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
    /// Returns true if there are lists of players and tournaments.
    pub(super) fn has_names(&self) -> bool {
        self.games.as_ref().is_some_and(|games| games.is_searched())
    }

    /// Works on a text beside the tasks of the server, together with few others.
    pub(super) async fn work(
        self,
        shell: Shell,
        work: impl FnOnce(&Pages, &Shell) -> Response + Send + 'static,
    ) -> Response {
        let readers = Arc::clone(&self.readers);
        self.with(readers, shell, work).await
    }

    /// Makes a page that reads no text of a request.
    pub(super) async fn look(
        self,
        shell: Shell,
        work: impl FnOnce(&Pages, &Shell) -> Response + Send + 'static,
    ) -> Response {
        let lookups = Arc::clone(&self.lookups);
        self.with(lookups, shell, work).await
    }

    /// Runs page jobs that scan all games, one at a time.
    pub(super) async fn count(
        self,
        shell: Shell,
        work: impl FnOnce(&Pages, &Shell) -> Response + Send + 'static,
    ) -> Response {
        let counts = Arc::clone(&self.counts);
        self.with(counts, shell, work).await
    }

    async fn with(
        self,
        permits: Arc<Semaphore>,
        shell: Shell,
        work: impl FnOnce(&Pages, &Shell) -> Response + Send + 'static,
    ) -> Response {
        let permit = permits.acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&self, &shell)
        });
        done.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
    }
}
