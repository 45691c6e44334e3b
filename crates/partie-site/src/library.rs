//! A library as the games of pages.

use std::{
    fmt::Display,
    ops::{ControlFlow, Range},
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

use partie_core::{Color, Game, Language, Move, Notation, Outcome, Square, moves::uci};
use partie_db::{
    library::{
        ExploreFilter, ExploreLimits, ExplorerApi, Library, LibraryError, Problem, Speed,
        StoredGame,
    },
    query::{
        Codes, Condition, Dates, Name, Numbers, OpeningName, ParseError, PositionLine, Query,
        SortKey, Subject as _, TagTest, Text, TimeClass, TimeControl,
    },
};
use partie_page::{
    DamagedFile, Exploration, ExploreSearch, ExploredMove, GameList, LineMove, ListedGame, Names,
    Plots, SORTED, Search, Sheet, Words,
};

use crate::{
    crosstable,
    kept_answers::KeptAnswers,
    player,
    statistics::{kept::KeptStatistics, plots},
};

/// Number of moves of an explorer's page.
const MOVES: usize = 30;
/// The longest line that is explored, in plies.
const LONGEST: usize = 600;
/// Longest time for counting the games that a search finds.
const COUNTING: Duration = Duration::from_millis(300);
/// Number of games of an explorer's page.
const GAMES: usize = 8;

/// The games of a library, in its newest state.
pub struct LibraryGames {
    title: String,
    api: Arc<ExplorerApi>,
    statistics: KeptStatistics,
    lists: KeptAnswers<Vec<ListedGame>>,
    counts: KeptAnswers<(u64, bool)>,
    now: fn() -> Instant,
}

impl LibraryGames {
    /// Takes the games of a library, which a list of games has this title. A clock tells when counting takes too long.
    #[must_use]
    pub fn new(title: String, api: Arc<ExplorerApi>, now: fn() -> Instant) -> LibraryGames {
        LibraryGames {
            title,
            api,
            statistics: KeptStatistics::default(),
            lists: KeptAnswers::default(),
            counts: KeptAnswers::default(),
            now,
        }
    }

    fn library(&self) -> Arc<Library> {
        self.api.library()
    }

    /// Reads data of a game, given its number.
    fn one<T>(
        &self,
        number: u64,
        read: impl FnOnce(&Library) -> Result<Option<T>, LibraryError>,
    ) -> Option<T> {
        let library = self.library();
        read(&library).unwrap_or_else(|error| {
            self.api.note(&library, library.problem(number, error));
            None
        })
    }
}

impl GameList for LibraryGames {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn len(&self) -> u64 {
        self.library().manifest().games()
    }

    fn row(&self, number: u64) -> Option<ListedGame> {
        self.one(number, |library| library.with_game(number, row))
    }

    fn rows(&self, places: Range<u64>) -> Vec<ListedGame> {
        let first = self.one(places.start, |library| library.number_at(places.start));
        // Games that stand together are read together.
        let most = (places.end - places.start) as usize;
        let found = first.map(|first| self.find(&Search::default(), first - 1, most));
        found.and_then(Result::ok).unwrap_or_default()
    }

    fn neighbours(&self, number: u64) -> [Option<u64>; 2] {
        let found = self.one(number, |library| library.neighbours(number).map(Some));
        found.unwrap_or_default()
    }

    fn game(&self, number: u64) -> Option<Game> {
        self.one(number, |library| library.game(number))
    }

    fn damaged(&self) -> Vec<DamagedFile> {
        let library = self.library();
        let file = |problem: Problem| DamagedFile {
            name: library.file(&problem).display().to_string(),
            remedy: problem.remedy(),
            problem: problem.what,
        };
        self.api.problems().into_iter().map(file).collect()
    }

    fn is_searched(&self) -> bool {
        true
    }

    fn saved(&self) -> Vec<String> {
        let searches = self.library().searches();
        searches.map_or_else(|_| Vec::new(), |all| all.names().map(str::to_owned).collect())
    }

    fn find(&self, search: &Search, after: u64, most: usize) -> Result<Vec<ListedGame>, String> {
        let library = self.library();
        let (query, key) = asked(&library, search)?;
        let found = || {
            let mut rows = Vec::new();
            let problems = library.find_readable_after(after, &query, |stored| {
                rows.push(row(stored)?);
                let end = rows.len() >= most;
                Ok::<_, LibraryError>(if end {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            });
            let problems = problems.map_err(|error| error.to_string())?;
            // All games are read one after the other.
            let is_kept = problems.is_empty() && !search.is_empty();
            self.api.note(&library, problems);
            Ok((rows, is_kept))
        };
        let question = format!("{after}+{most}?{key}");
        self.lists.of(library.manifest().number, &question, found)
    }

    fn sorted(
        &self,
        search: &Search,
        sort: &str,
        skip: usize,
        most: usize,
    ) -> Result<Vec<ListedGame>, String> {
        if !SORTED.contains(&sort.strip_prefix('-').unwrap_or(sort)) {
            return Err(format!("expected one of {}, but found `{sort}`", SORTED.join(", ")));
        }
        let order: SortKey = sort.parse().map_err(|error: ParseError| error.to_string())?;
        let library = self.library();
        let (query, key) = asked(&library, search)?;
        let end = skip.saturating_add(most);
        let found = || {
            let first = library.first_in_order(&query, &[order], end);
            let (first, problems) = first.map_err(|error| error.to_string())?;
            let is_kept = problems.is_empty();
            self.api.note(&library, problems);
            let numbers = first.into_iter().skip(skip);
            Ok((numbers.filter_map(|number| self.row(number)).collect(), is_kept))
        };
        let question = format!("{sort} {skip}+{most}?{key}");
        self.lists.of(library.manifest().number, &question, found)
    }

    fn count(&self, search: &Search) -> Result<(u64, bool), String> {
        let library = self.library();
        let (query, key) = asked(&library, search)?;
        let counted = || {
            let begun = (self.now)();
            let (mut games, mut all) = (0, true);
            let problems = library.find_readable_after(0, &query, |_| {
                games += 1;
                all = games % 1024 != 0 || (self.now)() - begun < COUNTING;
                Ok::<_, LibraryError>(if all {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                })
            });
            let problems = problems.map_err(|error| error.to_string())?;
            Ok(((games, all), problems.is_empty()))
        };
        self.counts.of(library.manifest().number, &key, counted)
    }

    fn statistics(&self, search: &Search, words: &Words) -> Result<Plots, String> {
        let library = self.library();
        let (query, key) = asked(&library, search)?;
        let counted = self.statistics.of(&library, &key, &query);
        self.api.note(&library, counted.problems.clone());
        let mut plots = plots::of(&counted.statistics, search, words);
        plots.title = self.title();
        let longest = counted.longest().and_then(|number| self.row(number));
        plots.longest =
            longest.map(|row| ListedGame { href: format!("/games/{}", row.number), ..row });
        Ok(plots)
    }

    fn names(&self, list: Names, part: &str, page: u64, words: &Words) -> Sheet {
        let library = self.library();
        let counted = self.statistics.of(&library, "", &Query::new(Vec::new()));
        self.api.note(&library, counted.problems.clone());
        plots::names(&counted.statistics, list, part, page, words)
    }

    fn player(&self, name: &str, words: &Words) -> Result<Option<Sheet>, String> {
        let library = self.library();
        let (sheet, problems) = player::library_sheet(&library, name, words)?;
        self.api.note(&library, problems);
        Ok(sheet)
    }

    fn tournament(&self, event: &str, words: &Words) -> Result<Option<Sheet>, String> {
        let library = self.library();
        let (sheet, problems) = crosstable::sheet::library_sheet(&library, event, words)?;
        self.api.note(&library, problems);
        Ok(sheet)
    }

    fn explore(
        &self,
        fen: Option<&str>,
        moves: &[&str],
        search: &ExploreSearch,
    ) -> Result<Exploration, String> {
        let filter = explore_filter(search)?;
        if moves.len() > LONGEST {
            return Err(format!("the line has more than {LONGEST} plies"));
        }
        let library = self.library();
        let start =
            PositionLine::read(fen.unwrap_or_default()).map_err(|error| error.to_string())?;
        let mut position = start.position();
        let mut played = Vec::new();
        let mut last = None;
        for word in moves {
            let read = uci::read(&position, word);
            let ply = read.map_err(|_| format!("`{word}` is no legal move in this position"))?.ply;
            let number = position.fullmoves();
            let white = position.turn() == Color::White;
            let san = Notation::San(Language::English).print(&position, ply);
            let label = match (white, played.is_empty()) {
                (true, _) => format!("{number}. {san}"),
                (false, true) => format!("{number}... {san}"),
                (false, false) => san,
            };
            played.push(LineMove { label, uci: Notation::Uci.print(&position, ply) });
            last = ply.to_move().map(squares);
            if position.play(ply).is_err() {
                break;
            }
        }
        let limits = ExploreLimits {
            moves: MOVES,
            top_games: GAMES,
            recent_games: 0,
            history: false,
            unfinished: true,
        };
        let explored = library.explore(&position, &filter, limits);
        self.api.note(&library, explored.problems);
        let made = explored.moves.into_iter().map(|made| ExploredMove {
            results: [made.results.white, made.results.draws, made.results.black],
            games: made.results.games(),
            rating: made.average_rating,
            performance: made.performance,
            last_year: made.last_played.map(|(year, _)| year),
            uci: made.uci,
            san: made.san,
        });
        let top = explored.top_games.iter().filter_map(|game| self.row(game.number));
        Ok(Exploration {
            start: fen.map(str::to_owned),
            line: played,
            last,
            opening: explored.opening.map(|opening| format!("{} {}", opening.code, opening.name)),
            games: explored.results.games(),
            results: [explored.results.white, explored.results.draws, explored.results.black],
            search: search.clone(),
            moves: made.collect(),
            top: top.collect(),
            position,
        })
    }
}

/// Returns the filter of the explorer's form, which has the fields of `partie db explore`.
fn explore_filter(search: &ExploreSearch) -> Result<ExploreFilter, String> {
    fn read<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<Option<T>, String> {
        let text = (!text.trim().is_empty()).then(|| text.trim());
        text.map(str::parse).transpose().map_err(|error| format!("{field}: {error}"))
    }
    let ExploreSearch { player, color, event, since, until, elo, speed, titled } = search;
    let color = match &**color {
        "" => None,
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        other => return Err(format!("color: expected white or black, but found `{other}`")),
    };
    let player: Option<String> = read("player", player)?;
    if color.is_some() && player.is_none() {
        return Err("color: expected a player, whose colour it is".to_owned());
    }
    let event: Option<String> = read("event", event)?;
    let months = (read("since", since)?, read("until", until)?);
    let elo = read("elo", elo)?;
    let speeds = speed.split(',').map(|speed| read("speed", speed));
    let speeds: Vec<Speed> = speeds.filter_map(Result::transpose).collect::<Result<_, _>>()?;
    let name = |name: String| Name::new(&name, false).map_err(|error| error.to_string());
    let filter = ExploreFilter {
        speeds: (!speeds.is_empty()).then_some(speeds),
        player: player.map(name).transpose()?.map(|name| (name, color)),
        event: event.map(name).transpose()?,
        titled: !titled.is_empty(),
        ..ExploreFilter::default()
    };
    Ok(filter.between(months.0, months.1).mean_elo(elo))
}

/// Origin and target of a move.
fn squares(m: Move) -> (Option<Square>, Square) {
    (m.from(), m.to())
}

/// The row of a stored game; it reads no moves.
fn row(stored: &StoredGame<'_>) -> Result<ListedGame, LibraryError> {
    stored.read(|view| {
        let known = |name: &str| view.known(name).unwrap_or_default().to_owned();
        let mut row = ListedGame::of_result(stored.number, view.outcome()).with_players(known);
        row.event = known("Event");
        let date = view.known("Date").or_else(|| view.known("UTCDate"));
        date.unwrap_or_default().clone_into(&mut row.date);
        row.plies = view.plies();
        row
    })
}

/// The question of a search, and a text that says which it is.
fn asked(library: &Library, search: &Search) -> Result<(Query, String), String> {
    let (query, key) = (query(search)?, search.query());
    if search.saved.is_empty() {
        return Ok((query, key));
    }
    let saved = library.searches().map_err(|error| error.to_string())?;
    let named = |error: &dyn Display| format!("{}: {error}", search.saved);
    let saved = saved.get(&search.saved).map_err(|error| named(&error))?;
    let also = saved.query().map_err(|error| named(&error))?;
    // The search of a name may become another one.
    Ok((query.with(also), format!("{key} {saved}")))
}

/// The question of the fields of a search.
fn query(search: &Search) -> Result<Query, String> {
    let Search { player, opening, event, since, until, result, time, .. } = search;
    let Search { rating, moves, termination, variant, .. } = search;
    let mut conditions = Vec::new();
    if !player.is_empty() {
        conditions.push(Condition::Player(Name::new(player, false).map_err(|e| e.to_string())?));
    }
    if !opening.is_empty() {
        conditions.push(match opening.parse::<Codes>() {
            Ok(codes) => Condition::Eco(codes),
            Err(_) => {
                Condition::Opening(OpeningName::new(opening, false).map_err(|e| e.to_string())?)
            }
        });
    }
    for (tag, text) in [("Event", event), ("Termination", termination)] {
        if !text.is_empty() {
            conditions.push(tag_condition(tag, text).map_err(|error| error.to_string())?);
        }
    }
    if !rating.is_empty() {
        conditions.push(Condition::EitherElo(numbers(rating)?));
    }
    if !since.is_empty() || !until.is_empty() {
        let dates: Dates =
            format!("{since}..{until}").parse().map_err(|error| format!("{error}"))?;
        conditions.push(Condition::Date(dates));
    }
    if !result.is_empty() {
        let outcome = Outcome::from_pgn(result)
            .ok_or_else(|| format!("`{result}` is no result; expected 1-0, 1/2-1/2, 0-1 or *"))?;
        conditions.push(Condition::Result(vec![outcome]));
    }
    if !time.is_empty() {
        let control = match time.parse::<TimeClass>() {
            Ok(class) => TimeControl::Class(class),
            Err(_) => TimeControl::Value(time.clone()),
        };
        conditions.push(Condition::TimeControl(vec![control]));
    }
    if !moves.is_empty() {
        conditions.push(Condition::Plies(numbers(moves)?.plies()));
    }
    if !variant.is_empty() {
        let known = variant.parse().map_err(|_| format!("`{variant}` is no variant"))?;
        conditions.push(Condition::Variant(known));
    }
    Ok(Query::new(conditions))
}

/// The condition for a part of a tag, or for all of it in quotes.
fn tag_condition(tag: &'static str, text: &str) -> Result<Condition, ParseError> {
    let whole = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    Ok(match whole {
        Some(whole) => Condition::Test(TagTest::equal(tag, whole)),
        None => Condition::Tag(tag, Text::new(text, false)?),
    })
}

fn numbers(text: &str) -> Result<Numbers, String> {
    text.parse().map_err(|error: ParseError| error.to_string())
}
