//! Pages for browsers: a text that is pasted and read, games to play through, and files for both.
//!
//! A text is not stored unless its author asks for it ([`PageOptions::shared`]). Reading runs
//! beside the tasks of the server, a few texts at a time.

mod games;
pub(crate) mod guard;
mod import;
mod imports;
mod live;
mod paste;
mod play;
mod shared;
mod shell;
mod state;
#[cfg(test)]
mod tests;

use std::{path::PathBuf, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, Query, State},
    http::{HeaderMap, StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use partie_page::{BoardRequest, POLICY, PieceLetters, WORKER_POLICY, assets};
use serde::Deserialize;
use tokio::{net::TcpListener, sync::Semaphore};
use tower_http::{
    compression::CompressionLayer,
    timeout::{RequestBodyTimeoutLayer, TimeoutLayer},
};

use crate::{
    http_port::{self, ApiReply},
    transport::LIVE,
};
pub use imports::{GameImport, ImportProgress, SENT, SentFile};
use live::LiveSessions;
pub use live::{ChessServer, LiveLimits};
pub use partie_page::{
    DamagedFile, Exploration, GameList, ImportDiagnostic, ImportEnd, ImportMessage, ImportResult,
    Languages, ListedGame, Names, Plots, Search, Sheet, UnreadCause, Words,
};
use shared::Shared;
use shell::{message, not_found};
use state::{Asked, Pages};

/// The most bytes of any other request.
const REQUEST: usize = 64 << 10;
/// Number of texts that are read at the same time.
const READERS: usize = 4;
/// Number of pages of games that are made at the same time.
const LOOKUPS: usize = 8;
/// The most bytes of texts that are held at the same time.
const HELD: usize = 192 << 20;
/// Longest silence within a text that is sent.
const SILENCE: Duration = Duration::from_secs(10);
/// Longest silence within files that are sent.
const FILE_SILENCE: Duration = Duration::from_secs(30);
/// Longest time for a text to arrive and be answered.
const ANSWER: Duration = Duration::from_mins(2);
/// Maximum number of connections to a port that only serves pages.
const CONNECTIONS: usize = 256;
/// Caching of files under an address that changes with them.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Caching of the same files under an address that stays.
const AN_HOUR: &str = "public, max-age=3600";

/// Options of pages.
#[derive(Default)]
#[non_exhaustive]
pub struct PageOptions {
    /// The folder for texts that are shared; without it none are.
    pub shared: Option<PathBuf>,
    /// Games to browse and play through.
    pub games: Option<Arc<dyn GameList>>,
    /// The collection of these games, if files may be sent to it.
    pub import: Option<Arc<dyn GameImport>>,
    /// The server on which games are played.
    pub chess_server: Option<ChessServer>,
    /// Limits for live play.
    pub live: LiveLimits,
    /// Languages of the pages.
    pub languages: Languages,
}

partie_core::setters! { PageOptions:
    /// Sets the folder for texts that are shared.
    shared: Option<PathBuf>;
    /// Sets the games to browse and play through.
    games: Option<Arc<dyn GameList>>;
    /// Sets the collection to which files may be sent.
    import: Option<Arc<dyn GameImport>>;
    /// Sets the server on which games are played.
    chess_server: Option<ChessServer>;
    /// Sets the limits for live play.
    live: LiveLimits;
    /// Sets the languages of the pages.
    languages: Languages;
}

/// Serves pages on a port, for ever.
pub async fn serve_pages(listener: TcpListener, options: PageOptions) {
    http_port::serve(listener, CONNECTIONS, router(options)).await;
}

/// Serves pages and the explorer's API on a port, for ever. The function answers like the one of
/// [`serve_api`](crate::serve_api).
pub async fn serve_library(
    listener: TcpListener,
    options: PageOptions,
    answer: impl Fn(&str, &str) -> ApiReply + Send + Sync + 'static,
) {
    let mut paths = Router::new();
    for first in ["masters", "master", "lichess", "player", "personal"] {
        for path in [format!("/{first}"), format!("/{first}/{{*rest}}")] {
            paths = paths.route(&path, any(http_port::api));
        }
    }
    let api = http_port::Api::new(answer);
    let paths = paths.layer(middleware::from_fn(guard::own_names)).with_state(api);
    let router = router(options).merge(paths);
    http_port::serve(listener, CONNECTIONS, router).await;
}

/// Routes requests for pages.
pub(crate) fn router(options: PageOptions) -> Router {
    let state = Pages {
        shared: options.shared.map(|folder| Arc::new(Shared::new(folder))),
        games: options.games,
        imports: options.import.map(imports::Imports::new),
        live: options
            .chess_server
            .map(|server| LiveSessions::new(server, options.live, options.languages.clone())),
        languages: options.languages,
        readers: Arc::new(Semaphore::new(READERS)),
        lookups: Arc::new(Semaphore::new(LOOKUPS)),
        counts: Arc::new(Semaphore::new(1)),
        held: Arc::new(Semaphore::new(HELD >> 10)),
    };
    let texts = Router::new()
        .route("/read", post(paste::read).get(paste::front))
        .route("/download", post(paste::download).get(paste::front))
        .route("/share", post(paste::share).get(paste::front))
        .layer(DefaultBodyLimit::max(paste::TEXT))
        .layer(RequestBodyTimeoutLayer::new(SILENCE))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, ANSWER))
        .route("/", get(first))
        .route("/shared/{id}", get(paste::shared))
        .layer(middleware::map_response(guard::pasted));
    let embedded = Router::new()
        .route("/embed/games/{number}", get(games::one))
        .route("/embed/shared/{id}", get(paste::shared))
        .layer(middleware::map_response(guard::embedded));
    // Without live play, its addresses are not found.
    let live = match &state.live {
        Some(_) => Router::new().route("/play", get(play::page)).route(LIVE, get(play::socket)),
        None => Router::new(),
    };
    let import = match &state.imports {
        Some(_) => Router::new()
            .route("/import", post(import::receive).get(import::page))
            .layer(DefaultBodyLimit::disable())
            .layer(RequestBodyTimeoutLayer::new(FILE_SILENCE))
            .route("/import/cancel", post(import::cancel)),
        None => Router::new(),
    };
    Router::new()
        .route("/games", get(games::list))
        .route("/games/{number}", get(games::one))
        .route("/games/{number}/pgn", get(games::file))
        .route("/explore", get(games::explore))
        .route("/statistics", get(games::statistics))
        .route("/players", get(games::player))
        .route("/tournaments", get(games::tournament))
        .route("/board.svg", get(board))
        .route("/assets/{name}", get(asset))
        .route("/settings", get(settings))
        .route("/robots.txt", get(robots))
        .route("/favicon.ico", get(icon))
        .layer(DefaultBodyLimit::max(REQUEST))
        .merge(texts)
        .merge(embedded)
        .merge(live)
        .merge(import)
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(state.clone(), guard::requests))
        .layer(CompressionLayer::new())
        .layer(middleware::map_response(guard::headers))
        .with_state(state)
}

/// The first page: the list of games, or else a form for texts; on a chess server always the form.
async fn first(asked: Asked) -> Response {
    match asked.pages.games.as_ref().filter(|_| asked.pages.live.is_none()) {
        Some(_) => (StatusCode::SEE_OTHER, [(header::LOCATION, "/games")]).into_response(),
        None => paste::front(asked).await.into_response(),
    }
}

async fn nothing(Asked { shell, .. }: Asked) -> Response {
    not_found(&shell)
}

async fn wrong_method(Asked { shell, .. }: Asked) -> Response {
    message(&shell, StatusCode::METHOD_NOT_ALLOWED, &shell.words.error_method, None)
}

/// The version in the address of a file that pages load.
#[derive(Deserialize)]
struct Version {
    v: Option<String>,
}

async fn asset(Path(name): Path<String>, Query(version): Query<Version>, asked: Asked) -> Response {
    let script = asked.shell.languages.script(&name);
    let (media_type, content) = match (assets::named(&name), script) {
        (Some(asset), _) => (asset.media_type, asset.content),
        (None, Some(script)) => ("text/javascript; charset=utf-8", script.as_bytes()),
        (None, None) => return nothing(asked).await,
    };
    // A worker is ruled by the policy of its own script.
    let policy = if name == "reader.js" { WORKER_POLICY } else { POLICY };
    // Pages of others name `embed.js` without its version.
    let is_this = version.v.is_some_and(|version| version == assets::version(content));
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, if is_this { FOR_EVER } else { AN_HOUR }),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    let compressed = std::path::Path::new(&name).extension().is_some_and(|kind| kind == "gz");
    let encoding = compressed.then_some([(header::CONTENT_ENCODING, "gzip")]);
    (headers, encoding, Bytes::from_static(content)).into_response()
}

/// Asks robots to skip shared texts, and pages that only repeat other pages.
async fn robots() -> Response {
    const RULES: &str = "User-agent: *\nDisallow: /shared/\nDisallow: /embed/\nDisallow: /settings\n\
        Disallow: /download\nDisallow: /*?*sort=\n";
    ([(header::CACHE_CONTROL, AN_HOUR)], RULES).into_response()
}

/// Sends programs that do not read the page to its icon.
async fn icon(Asked { shell, .. }: Asked) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, shell.icon())]).into_response()
}

async fn board(Asked { shell, .. }: Asked, Query(request): Query<BoardRequest>) -> Response {
    match request.svg() {
        Some(svg) => {
            // A picture, even if opened as a page.
            let headers = [
                (header::CONTENT_TYPE, "image/svg+xml"),
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'"),
                (header::CACHE_CONTROL, "public, max-age=86400"),
            ];
            (headers, svg).into_response()
        }
        None => message(&shell, StatusCode::BAD_REQUEST, &shell.words.error_position, None),
    }
}

/// Choices of a reader of pages.
#[derive(Deserialize)]
struct Settings {
    lang: Option<String>,
    theme: Option<String>,
    notation: Option<String>,
}

/// Keeps the choices in cookies and goes back to the page where they were made.
async fn settings(
    State(pages): State<Pages>,
    Query(chosen): Query<Settings>,
    headers: HeaderMap,
) -> Response {
    const KEPT: &str = "Path=/; Max-Age=31536000; SameSite=Lax";
    let back = headers.get(header::REFERER).and_then(|value| value.to_str().ok());
    // Only the path: the address of another place is not gone to.
    let back = back.and_then(|address| address.parse::<axum::http::Uri>().ok());
    let back = back.as_ref().and_then(|uri| uri.path_and_query()).map_or("/", |path| path.as_str());
    let back = if back.starts_with("//") || back.starts_with("/\\") || back.starts_with("/settings")
    {
        "/"
    } else {
        back
    };
    let mut response =
        (StatusCode::SEE_OTHER, [(header::LOCATION, back.to_owned())]).into_response();
    let language = chosen.lang.map(|code| pages.languages.of(&code).code.as_str());
    let theme = chosen.theme.map(|theme| known(&theme, &["light", "dark"]));
    let letters = PieceLetters::ALL.map(PieceLetters::name);
    let notation = chosen.notation.map(|notation| known(&notation, &letters));
    let cookies = [("lang", language), ("theme", theme), ("notation", notation)];
    for (name, value) in cookies {
        let cookie = match value {
            None => continue,
            Some("") => format!("{name}=; Path=/; Max-Age=0; SameSite=Lax"),
            Some(value) => format!("{name}={value}; {KEPT}"),
        };
        if let Ok(cookie) = cookie.parse() {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}

/// The choice of this name; empty for the default one.
fn known(name: &str, choices: &[&'static str]) -> &'static str {
    choices.iter().find(|choice| **choice == name).copied().unwrap_or_default()
}
