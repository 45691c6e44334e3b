//! Games to browse and play through.

use axum::{
    extract::{Path, Query, State},
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use partie_core::Game;
use partie_page::{
    Link, MoveLinks,
    pages::{self, GamePage},
};
use serde::Deserialize;

use super::{PageShell, Pages, message};

pub use partie_page::pages::ListedGame;

/// Number of games on a page.
const ROWS: u64 = 200;

/// Games that pages show, by their numbers from 1.
pub trait GameList: Send + Sync {
    /// Returns the title of the list.
    fn title(&self) -> String;

    /// Returns the number of games.
    fn len(&self) -> u64;

    /// Returns true if there are no games.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the row of a game; its address is filled in by the caller.
    fn row(&self, number: u64) -> Option<ListedGame>;

    /// Returns a game.
    fn game(&self, number: u64) -> Option<Game>;
}

/// Which page of the list.
#[derive(Deserialize)]
pub(super) struct ListQuery {
    page: Option<u64>,
}

/// A page of the list of games.
pub(super) async fn list(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Query(query): Query<ListQuery>,
) -> Response {
    pages
        .work(shell, move |pages, shell| {
            let Some(games) = &pages.games else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            let count = games.len();
            let last = count.div_ceil(ROWS).max(1);
            let page = query.page.unwrap_or(1).clamp(1, last);
            let first = (page - 1) * ROWS + 1;
            let numbers = first..(first + ROWS).min(count + 1);
            let rows = numbers.filter_map(|number| {
                Some(ListedGame { href: format!("/games/{number}"), ..games.row(number)? })
            });
            let rows: Vec<_> = rows.collect();
            let near = |n: &u64| *n == 1 || *n == last || n.abs_diff(page) < 4;
            let links = (1..=last).filter(near).map(|n| Link {
                href: format!("/games?page={n}"),
                text: n.to_string(),
                current: n == page,
            });
            let links: Vec<_> = links.collect();
            Html(pages::games(shell, &games.title(), count, &rows, &links)).into_response()
        })
        .await
}

/// Which position of a game.
#[derive(Deserialize)]
pub(super) struct Place {
    at: Option<usize>,
}

/// The page of a game.
pub(super) async fn one(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Path(number): Path<u64>,
    Query(Place { at }): Query<Place>,
) -> Response {
    pages
        .work(shell, move |pages, shell| {
            let found = pages.games.as_ref().and_then(|games| Some((games, games.game(number)?)));
            let Some((games, game)) = found else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            let link = |number: u64| {
                let row = games.row(number)?;
                let text = format!("{} – {}", row.white, row.black);
                Some(Link { href: format!("/games/{number}"), text, current: false })
            };
            let before = number.checked_sub(1).filter(|number| *number > 0).and_then(link);
            let after = link(number + 1);
            let page = GamePage {
                game: &game,
                node: at.unwrap_or(0),
                links: MoveLinks::Page("?at=".to_owned()),
                before: before.as_ref(),
                after: after.as_ref(),
            };
            let picture = |board: &_, flipped| pages::board_address(shell, board, flipped);
            Html(pages::game(shell, &page, &picture)).into_response()
        })
        .await
}
