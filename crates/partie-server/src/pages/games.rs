//! Games to browse and play through.

use std::borrow::Cow;

use axum::{
    extract::{Path, Query},
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use partie_page::{
    ExploreSearch, File, GameList, Link, ListedGame, MoveLinks, Names, Search, Shell,
    board_address,
    pages::{self, GamePage, GamesPage},
};
use serde::Deserialize;

use super::{
    shell::{attachment, message, not_found},
    state::{Asked, Pages},
};

/// Number of games on a page.
const ROWS: u64 = partie_page::LISTED;

/// A place in the list.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ListPlace {
    page: Option<u64>,
    after: Option<u64>,
    sort: String,
    skip: Option<usize>,
}

/// A page of the list of games.
pub(super) async fn list(
    asked: Asked,
    Query(place): Query<ListPlace>,
    Query(search): Query<Search>,
) -> Response {
    if !place.sort.is_empty() {
        let sorted = move |pages: &Pages, shell: &Shell| match pages.searched() {
            Some(games) => found(pages, shell, games, &search, &place),
            None => not_found(shell),
        };
        return asked.count(sorted).await;
    }
    let list = move |pages: &Pages, shell: &Shell| {
        let Some(games) = pages.games.as_deref() else { return not_found(shell) };
        if games.is_searched() && !search.is_empty() || !games.is_counted() {
            return found(pages, shell, games, &search, &place);
        }
        let count = games.len();
        let last = count.div_ceil(ROWS).max(1);
        let page = place.page.unwrap_or(1).clamp(1, last);
        let first = (page - 1) * ROWS + 1;
        let rows = games.rows(first..(first + ROWS).min(count + 1));
        let rows: Vec<_> = rows.into_iter().map(addressed).collect();
        let links = page_links(page, last);
        let title = games.title();
        let list = GamesPage {
            games: Some(count),
            rows: &rows,
            pages: &links,
            next: (page < last).then(|| list_address(page + 1)),
            partial: games.is_searched() && links.len() > 1,
            ..games_page(pages, games, &title, &search)
        };
        Html(pages::games(&shell_of(shell, games), &list)).into_response()
    };
    asked.look(list).await
}

/// Returns what all pages of a list have.
fn games_page<'a>(
    pages: &Pages,
    games: &dyn GameList,
    title: &'a str,
    search: &'a Search,
) -> GamesPage<'a> {
    GamesPage {
        title,
        search: games.is_searched().then_some(search),
        players: games.has_players(),
        tournaments: games.is_searched(),
        import: pages.imports.is_some(),
        saved: games.saved(),
        ..GamesPage::default()
    }
}

/// The address of a page of the list.
fn list_address(page: u64) -> String {
    format!("/games?page={page}")
}

/// Links to the first and the last page of the list, and to the pages near the current one. A gap
/// is a link without an address.
fn page_links(page: u64, last: u64) -> Vec<Link> {
    let near = |n: &u64| *n == 1 || *n == last || n.abs_diff(page) < 4;
    let mut links: Vec<Link> = Vec::new();
    let mut before = 0;
    for n in (1..=last).filter(near) {
        if n > before + 1 {
            links.push(Link { href: String::new(), text: "…".to_owned(), current: false });
        }
        links.push(Link { href: list_address(n), text: n.to_string(), current: n == page });
        before = n;
    }
    links
}

/// The shell of a page of games that were read just now.
fn shell_of<'a>(shell: &'a Shell, games: &dyn GameList) -> Cow<'a, Shell> {
    let damaged = games.damaged();
    if damaged.is_empty() {
        return Cow::Borrowed(shell);
    }
    let mut shell = shell.clone();
    shell.damaged = damaged;
    Cow::Owned(shell)
}

fn addressed(row: ListedGame) -> ListedGame {
    ListedGame { href: format!("/games/{}", row.number), ..row }
}

/// The games that were looked for: after a number, or in the order of a column. A search that cannot be
/// read is the reader's mistake.
fn found(
    pages: &Pages,
    shell: &Shell,
    games: &dyn GameList,
    search: &Search,
    place: &ListPlace,
) -> Response {
    let title = games.title();
    let mut list = GamesPage { sort: &place.sort, ..games_page(pages, games, &title, search) };
    let rows: Vec<ListedGame>;
    let most = ROWS as usize;
    let (after, skip) = (place.after.unwrap_or(0), place.skip.unwrap_or(0));
    let is_sorted = !place.sort.is_empty();
    let found = if is_sorted {
        games.sorted(search, &place.sort, skip, most)
    } else {
        games.find(search, after, most)
    };
    let status = match found {
        Ok(found) => {
            rows = found.into_iter().map(addressed).collect();
            let goes_on = rows.len() == most;
            let is_first = if is_sorted { skip == 0 } else { after == 0 };
            // Of few games all are listed.
            let all = is_first && !goes_on && games.is_counted();
            let count = match is_sorted {
                true if search.is_empty() => Ok((games.len(), true)),
                false if all => Ok((rows.len() as u64, true)),
                _ => games.count(search),
            };
            list.games = count.as_ref().ok().map(|(games, _)| *games);
            list.more = count.is_ok_and(|(_, all)| !all);
            list.partial = list.search.is_some() && (goes_on || !is_first);
            list.next = rows.last().filter(|_| goes_on).map(|last| {
                if is_sorted {
                    search.sorted_address(&place.sort, skip + most)
                } else {
                    format!("/games?{}&after={}", search.query(), last.number)
                }
            });
            list.rows = &rows;
            StatusCode::OK
        }
        Err(error) => {
            list.error = Some(error);
            StatusCode::BAD_REQUEST
        }
    };
    (status, Html(pages::games(&shell_of(shell, games), &list))).into_response()
}

/// Statistics of the games that are looked for.
pub(super) async fn statistics(asked: Asked, Query(search): Query<Search>) -> Response {
    let statistics = move |pages: &Pages, shell: &Shell| {
        let Some(games) = pages.searched() else { return not_found(shell) };
        let found = games.statistics(&search, shell.words);
        let (status, found) = match &found {
            Ok(plots) => (StatusCode::OK, Ok(plots)),
            Err(error) => (StatusCode::BAD_REQUEST, Err(error.as_str())),
        };
        let shell = shell_of(shell, games);
        (status, Html(partie_page::statistics(&shell, &search, found))).into_response()
    };
    asked.count(statistics).await
}

/// A position: moves as words, parted by commas, from a FEN or the usual start; and the conditions of
/// games.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct PositionQuery {
    fen: Option<String>,
    play: String,
    #[serde(flatten)]
    search: ExploreSearch,
}

/// The page of a position in the explorer.
pub(super) async fn explore(asked: Asked, Query(position): Query<PositionQuery>) -> Response {
    let explore = move |pages: &Pages, shell: &Shell| {
        let Some(games) = pages.searched() else { return not_found(shell) };
        let PositionQuery { fen, play, search } = position;
        let moves: Vec<_> = play.split(',').filter(|word| !word.is_empty()).collect();
        match games.explore(fen.as_deref(), &moves, &search) {
            Ok(mut exploration) => {
                exploration.top = exploration.top.into_iter().map(addressed).collect();
                let shell = shell_of(shell, games);
                Html(partie_page::explore(&shell, &exploration)).into_response()
            }
            Err(error) => {
                let title = &shell.words.error_request;
                message(shell, StatusCode::BAD_REQUEST, title, Some(&error))
            }
        }
    };
    asked.look(explore).await
}

/// The requested player or event, or a part of the list of all.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct NameQuery {
    #[serde(alias = "event")]
    name: String,
    part: String,
    page: Option<u64>,
}

/// The page of a player, or the list of players.
pub(super) async fn player(asked: Asked, Query(name): Query<NameQuery>) -> Response {
    report(asked, Names::Players, name).await
}

/// The crosstable of an event, or the list of events.
pub(super) async fn tournament(asked: Asked, Query(name): Query<NameQuery>) -> Response {
    report(asked, Names::Tournaments, name).await
}

/// The page of a report with a link to its games, or a part of the list of reports.
async fn report(asked: Asked, list: Names, NameQuery { name, part, page }: NameQuery) -> Response {
    if name.is_empty() && asked.pages.searched().is_some() {
        let names = move |pages: &Pages, shell: &Shell| {
            let Some(games) = pages.searched() else { return not_found(shell) };
            let sheet = games.names(list, &part, page.unwrap_or(1).max(1), shell.words);
            Html(pages::sheet(&shell_of(shell, games), &sheet)).into_response()
        };
        return asked.count(names).await;
    }
    let report = move |pages: &Pages, shell: &Shell| {
        let words = shell.words;
        let Some(games) = pages.games.as_deref().filter(|games| match list {
            Names::Players => games.has_players(),
            Names::Tournaments => games.is_searched(),
        }) else {
            return not_found(shell);
        };
        if name.is_empty() {
            return message(shell, StatusCode::BAD_REQUEST, &words.error_request, None);
        }
        let (player, event) = (name.clone(), format!("\"{name}\""));
        let (found, search) = match list {
            Names::Players => (games.player(&name, words), Search { player, ..Search::default() }),
            Names::Tournaments => {
                (games.tournament(&name, words), Search { event, ..Search::default() })
            }
        };
        let shell = shell_of(shell, games);
        match found {
            Ok(Some(mut sheet)) => {
                if games.is_searched() {
                    let href = format!("/games?{}", search.query());
                    sheet.links.push(Link { href, text: words.list_games.clone(), current: false });
                }
                Html(pages::sheet(&shell, &sheet)).into_response()
            }
            Ok(None) => message(&shell, StatusCode::NOT_FOUND, &words.none_found, Some(&name)),
            Err(error) => {
                message(&shell, StatusCode::BAD_REQUEST, &words.error_request, Some(&error))
            }
        }
    };
    asked.look(report).await
}

/// Position of a game.
#[derive(Deserialize)]
pub(super) struct GameQuery {
    at: Option<usize>,
}

/// The page of a game.
pub(super) async fn one(
    asked: Asked,
    Path(number): Path<u64>,
    Query(GameQuery { at }): Query<GameQuery>,
) -> Response {
    let page = move |pages: &Pages, shell: &Shell| {
        let Some(games) = pages.games.as_deref() else { return not_found(shell) };
        let found = games.game(number);
        let shell = &*shell_of(shell, games);
        let Some(game) = found else { return not_found(shell) };
        let link = |number: u64| {
            let row = games.row(number)?;
            let text = row.name(shell.words);
            Some(Link { href: format!("/games/{number}"), text, current: false })
        };
        let [before, after] = games.neighbours(number).map(|number| number.and_then(link));
        let row = games.row(number).filter(|_| games.is_searched());
        let about = row.map(|row| row.links()).unwrap_or_default();
        let page = GamePage {
            game: &game,
            node: at.unwrap_or(0),
            links: MoveLinks::Page("?at=".to_owned()),
            before: before.as_ref(),
            after: after.as_ref(),
            explorer: games.is_searched(),
            file: Some(format!("/games/{number}/pgn")),
            about,
            is_flipped: false,
            packed: None,
        };
        let picture = |board: &_, flipped| board_address(&shell.root, board, flipped);
        Html(pages::game(shell, &page, &picture)).into_response()
    };
    asked.look(page).await
}

/// A game as a file.
pub(super) async fn file(asked: Asked, Path(number): Path<u64>) -> Response {
    let file = move |pages: &Pages, shell: &Shell| match pages
        .games
        .as_ref()
        .and_then(|games| games.game(number))
    {
        Some(game) => attachment(File::of_game(&game)),
        None => not_found(shell),
    };
    asked.look(file).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_pages_near_the_one_that_is_shown() {
        for (page, last, expected) in [
            (1, 1, "[1]"),
            (2, 4, "1 [2] 3 4"),
            (1, 9, "[1] 2 3 4 … 9"),
            (9, 20, "1 … 6 7 8 [9] 10 11 12 … 20"),
        ] {
            let links = page_links(page, last)
                .into_iter()
                .map(|link| if link.current { format!("[{}]", link.text) } else { link.text });
            assert_eq!(links.collect::<Vec<_>>().join(" "), expected);
        }
        assert!(page_links(9, 20)[1].href.is_empty(), "a gap leads nowhere");
    }
}
