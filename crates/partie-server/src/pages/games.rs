//! Games to browse and play through.

use std::borrow::Cow;

use axum::{
    extract::{Path, Query, State},
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use partie_page::{
    ExploreSearch, File, Link, ListedGame, MoveLinks, Search, Sheet, Shell, board_address,
    pages::{self, GamePage, GamesPage},
};
use serde::Deserialize;

use super::{
    game_list::{GameList, Names},
    shell::{PageShell, attachment, message},
    state::Pages,
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
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Query(ListPlace { page, after, sort, skip }): Query<ListPlace>,
    Query(search): Query<Search>,
) -> Response {
    if !sort.is_empty() {
        let skip = skip.unwrap_or(0);
        return pages
            .count(shell, move |pages, shell| sorted(pages, shell, &search, &sort, skip))
            .await;
    }
    pages
        .look(shell, move |pages, shell| {
            let Some(games) = &pages.games else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            if games.is_searched() && !search.is_empty() || !games.is_counted() {
                let import = pages.imports.is_some();
                return found(shell, &**games, &search, after.unwrap_or(0), import);
            }
            let count = games.len();
            let last = count.div_ceil(ROWS).max(1);
            let page = page.unwrap_or(1).clamp(1, last);
            let first = (page - 1) * ROWS + 1;
            let rows = games.rows(first..(first + ROWS).min(count + 1));
            let rows: Vec<_> = rows.into_iter().map(addressed).collect();
            let links = page_links(page, last);
            let title = games.title();
            let list = GamesPage {
                title: &title,
                games: Some(count),
                rows: &rows,
                pages: &links,
                next: (page < last).then(|| list_address(page + 1)),
                partial: games.is_searched() && links.len() > 1,
                search: games.is_searched().then_some(&search),
                players: games.has_players(),
                tournaments: games.is_searched(),
                import: pages.imports.is_some(),
                ..GamesPage::default()
            };
            Html(pages::games(&shell_of(shell, &**games), &list)).into_response()
        })
        .await
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

/// The games that were looked for, after a number.
fn found(
    shell: &Shell,
    games: &dyn GameList,
    search: &Search,
    after: u64,
    import: bool,
) -> Response {
    let title = games.title();
    let mut list = GamesPage {
        title: &title,
        search: games.is_searched().then_some(search),
        players: games.has_players(),
        tournaments: games.is_searched(),
        import,
        ..GamesPage::default()
    };
    let rows: Vec<ListedGame>;
    let most = ROWS as usize;
    match games.find(search, after, most) {
        Ok(found) => {
            rows = found.into_iter().map(addressed).collect();
            // Of few games all are listed.
            let all = after == 0 && rows.len() < most && games.is_counted();
            let count = if all { Ok((rows.len() as u64, true)) } else { games.count(search) };
            list.games = count.as_ref().ok().map(|(games, _)| *games);
            list.more = count.is_ok_and(|(_, all)| !all);
            let last = rows.last().filter(|_| rows.len() == most);
            list.partial = list.search.is_some() && (after > 0 || last.is_some());
            list.next = last.map(|last| format!("/games?{}&after={}", search.query(), last.number));
            list.rows = &rows;
        }
        Err(error) => list.error = Some(error),
    }
    listed(&shell_of(shell, games), &list)
}

/// The page of a list; a search that cannot be read is the reader's mistake.
fn listed(shell: &Shell, list: &GamesPage<'_>) -> Response {
    let status = if list.error.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    (status, Html(pages::games(shell, list))).into_response()
}

/// The games that were looked for, or all, in the order of a column.
fn sorted(pages: &Pages, shell: &Shell, search: &Search, sort: &str, skip: usize) -> Response {
    let Some(games) = pages.games.as_deref().filter(|games| games.is_searched()) else {
        return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
    };
    let title = games.title();
    let mut list = GamesPage {
        title: &title,
        search: Some(search),
        sort,
        players: games.has_players(),
        tournaments: true,
        import: pages.imports.is_some(),
        ..GamesPage::default()
    };
    let rows: Vec<ListedGame>;
    let most = ROWS as usize;
    match games.sorted(search, sort, skip, most) {
        Ok(found) => {
            rows = found.into_iter().map(addressed).collect();
            let all = search.is_empty();
            let count = if all { Ok((games.len(), true)) } else { games.count(search) };
            list.games = count.as_ref().ok().map(|(games, _)| *games);
            list.more = count.is_ok_and(|(_, all)| !all);
            let goes_on = rows.len() == most;
            list.partial = skip > 0 || goes_on;
            list.next = goes_on.then(|| search.sorted_address(sort, skip + most));
            list.rows = &rows;
        }
        Err(error) => list.error = Some(error),
    }
    listed(&shell_of(shell, games), &list)
}

/// Statistics of the games that are looked for.
pub(super) async fn statistics(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Query(search): Query<Search>,
) -> Response {
    pages
        .count(shell, move |pages, shell| {
            let Some(games) = pages.games.as_ref().filter(|games| games.is_searched()) else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            let found = games.statistics(&search, shell.words);
            let (status, found) = match &found {
                Ok(plots) => (StatusCode::OK, Ok(plots)),
                Err(error) => (StatusCode::BAD_REQUEST, Err(error.as_str())),
            };
            let shell = shell_of(shell, &**games);
            (status, Html(partie_page::statistics(&shell, &search, found))).into_response()
        })
        .await
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
pub(super) async fn explore(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Query(PositionQuery { fen, play, search }): Query<PositionQuery>,
) -> Response {
    pages
        .look(shell, move |pages, shell| {
            let Some(games) = pages.games.as_ref().filter(|games| games.is_searched()) else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            let moves: Vec<_> = play.split(',').filter(|word| !word.is_empty()).collect();
            match games.explore(fen.as_deref(), &moves, &search) {
                Ok(mut exploration) => {
                    exploration.top = exploration.top.into_iter().map(addressed).collect();
                    let shell = shell_of(shell, &**games);
                    Html(partie_page::explore(&shell, &exploration)).into_response()
                }
                Err(error) => {
                    let title = &shell.words.error_request;
                    message(shell, StatusCode::BAD_REQUEST, title, Some(&error))
                }
            }
        })
        .await
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
pub(super) async fn player(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Query(asked): Query<NameQuery>,
) -> Response {
    if asked.name.is_empty() && pages.has_names() {
        return names(pages, shell, Names::Players, asked).await;
    }
    let NameQuery { name, .. } = asked;
    pages
        .look(shell, move |pages, shell| {
            let games = pages.games.as_ref().filter(|games| games.has_players());
            let sheet_of = |games: &dyn GameList| games.player(&name, shell.words);
            let search = Search { player: name.clone(), ..Search::default() };
            sheet(shell, games.map(|games| &**games), sheet_of, &name, &search)
        })
        .await
}

/// The crosstable of an event, or the list of events.
pub(super) async fn tournament(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Query(asked): Query<NameQuery>,
) -> Response {
    if asked.name.is_empty() && pages.has_names() {
        return names(pages, shell, Names::Tournaments, asked).await;
    }
    let NameQuery { name: event, .. } = asked;
    pages
        .look(shell, move |pages, shell| {
            let games = pages.games.as_ref().filter(|games| games.is_searched());
            let sheet_of = |games: &dyn GameList| games.tournament(&event, shell.words);
            let search = Search { event: format!("\"{event}\""), ..Search::default() };
            sheet(shell, games.map(|games| &**games), sheet_of, &event, &search)
        })
        .await
}

/// A part of the list of players or events.
async fn names(pages: Pages, shell: Shell, list: Names, asked: NameQuery) -> Response {
    pages
        .count(shell, move |pages, shell| {
            let Some(games) = &pages.games else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            let page = asked.page.unwrap_or(1).max(1);
            let sheet = games.names(list, &asked.part, page, shell.words);
            Html(pages::sheet(&shell_of(shell, &**games), &sheet)).into_response()
        })
        .await
}

/// The page of a report with a link to its games, or why there is none; `None` if there are no such pages.
fn sheet(
    shell: &Shell,
    games: Option<&dyn GameList>,
    sheet_of: impl Fn(&dyn GameList) -> Result<Option<Sheet>, String>,
    asked: &str,
    search: &Search,
) -> Response {
    let words = shell.words;
    let Some(games) = games else {
        return message(shell, StatusCode::NOT_FOUND, &words.error_not_found, None);
    };
    if asked.is_empty() {
        return message(shell, StatusCode::BAD_REQUEST, &words.error_request, None);
    }
    let found = sheet_of(games);
    let shell = shell_of(shell, games);
    match found {
        Ok(Some(mut sheet)) => {
            if games.is_searched() {
                let href = format!("/games?{}", search.query());
                sheet.links.push(Link { href, text: words.list_games.clone(), current: false });
            }
            Html(pages::sheet(&shell, &sheet)).into_response()
        }
        Ok(None) => message(&shell, StatusCode::NOT_FOUND, &words.none_found, Some(asked)),
        Err(error) => message(&shell, StatusCode::BAD_REQUEST, &words.error_request, Some(&error)),
    }
}

/// Position of a game.
#[derive(Deserialize)]
pub(super) struct GameQuery {
    at: Option<usize>,
}

/// The page of a game.
pub(super) async fn one(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Path(number): Path<u64>,
    Query(GameQuery { at }): Query<GameQuery>,
) -> Response {
    pages
        .look(shell, move |pages, shell| {
            let Some(games) = &pages.games else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            let found = games.game(number);
            let shell = &*shell_of(shell, &**games);
            let Some(game) = found else {
                return message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None);
            };
            let link = |number: u64| {
                let row = games.row(number)?;
                let text = row.name(shell.words);
                Some(Link { href: format!("/games/{number}"), text, current: false })
            };
            let before = number.checked_sub(1).filter(|number| *number > 0).and_then(link);
            let after = link(number + 1);
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
        })
        .await
}

/// A game as a file.
pub(super) async fn file(
    State(pages): State<Pages>,
    PageShell(shell): PageShell,
    Path(number): Path<u64>,
) -> Response {
    pages
        .look(shell, move |pages, shell| match pages.games.as_ref().and_then(|g| g.game(number)) {
            Some(game) => attachment(File::of_game(&game)),
            None => message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None),
        })
        .await
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
