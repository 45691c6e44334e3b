//! What the handlers of requests share.

use std::sync::Arc;

use axum::{
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use partie_page::Shell;
use tokio::sync::Semaphore;

use super::{game_list::GameList, shared::Shared};

/// What the handlers of requests share.
#[derive(Clone)]
pub(super) struct Pages {
    pub(super) shared: Option<Arc<Shared>>,
    pub(super) games: Option<Arc<dyn GameList>>,
    pub(super) readers: Arc<Semaphore>,
}

impl Pages {
    /// Does work beside the tasks of the server, together with few others.
    pub(super) async fn work(
        self,
        shell: Shell,
        work: impl FnOnce(&Pages, &Shell) -> Response + Send + 'static,
    ) -> Response {
        let permit = Arc::clone(&self.readers).acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&self, &shell)
        });
        done.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
    }
}
