//! The explorer's answers in the shapes of lichess' opening explorer, so that its clients work
//! with a library.
//!
//! | path | what it answers |
//! |---|---|
//! | `/masters`, `/master` | moves, and the games with the highest ratings |
//! | `/lichess` | the same with filters, and the games that were played last |
//! | `/player`, `/personal` | games of one player; one line of JSON |
//! | `/lichess/history` | results by month |
//! | `/masters/pgn/ID`, `/master/pgn/ID` | a game as PGN |
//!
//! Shapes and parameters follow the source of lichess-org/lila-openingexplorer and lichess' API
//! documentation, as of 2026. Differences: all games of the library answer to all paths; dates
//! before 1952 are allowed; players are found by any spelling of their names; a game's id is its
//! number in the library, in base 62.

use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use partie_core::{
    Boards, Color, Move, Outcome, Ply, Position, Variant, moves::uci, openings::Opening,
};
use partie_formats::fen;
use serde_json::{Value, json};

use super::{
    ExploreFilter, ExploreLimits, Explored, ExploredGame, ExploredMove, GameSummary, Libraries,
    Library, LibraryError, Problem, Results, Speed, stored::written,
};
use crate::{
    columns::moves as packed,
    query::{Name, YearMonth},
};

/// Number of answers that are kept.
const CACHED: usize = 16 << 10;

/// An answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiAnswer {
    /// Status of HTTP.
    pub status: u16,
    /// Media type of the body.
    pub content_type: &'static str,
    /// The body.
    pub body: Arc<[u8]>,
}

/// Answers requests for a library, also while it grows.
#[derive(Debug)]
pub struct ExplorerApi {
    folder: PathBuf,
    state: Mutex<ApiState>,
}

#[derive(Debug)]
struct ApiState {
    library: Arc<Library>,
    problems: Vec<Problem>,
    answers: HashMap<String, ApiAnswer>,
}

/// Reason why a request is refused.
#[derive(Debug)]
enum ApiRefusal {
    BadRequest(String),
    NotFound,
    Library(LibraryError),
}

impl From<LibraryError> for ApiRefusal {
    fn from(error: LibraryError) -> ApiRefusal {
        ApiRefusal::Library(error)
    }
}

fn bad(why: impl Into<String>) -> ApiRefusal {
    ApiRefusal::BadRequest(why.into())
}

impl ExplorerApi {
    /// Opens a library.
    ///
    /// # Errors
    ///
    /// As [`Library::open`].
    pub fn open(folder: &Path) -> super::Result<ExplorerApi> {
        let library = Arc::new(Library::open(folder)?);
        let state = Mutex::new(ApiState { library, answers: HashMap::new(), problems: Vec::new() });
        Ok(ExplorerApi { folder: folder.to_owned(), state })
    }

    /// Reopens the library if games were added since it was opened.
    ///
    /// # Errors
    ///
    /// Fails as [`Library::open`] does; queries then use the older state.
    pub fn refresh(&self) -> super::Result<()> {
        let newest = super::Manifest::read(&self.folder)?.number;
        if newest != self.library().manifest().number {
            let library = Arc::new(Library::open(&self.folder)?);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            *state = ApiState { library, answers: HashMap::new(), problems: Vec::new() };
        }
        Ok(())
    }

    /// Returns the files that could not be read or are damaged, so that answers were made without
    /// the games of their segments.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).problems.clone()
    }

    /// Adds problems of a state of the library to [`problems`](ExplorerApi::problems), and drops
    /// problems of older states.
    pub fn note(&self, library: &Arc<Library>, problems: impl IntoIterator<Item = Problem>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&state.library, library) {
            return;
        }
        for problem in problems {
            if !state.problems.contains(&problem) {
                state.problems.push(problem);
            }
        }
    }

    /// Returns the library in its newest state that was opened.
    #[must_use]
    pub fn library(&self) -> Arc<Library> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).library.clone()
    }

    /// Answers a GET request for a path and a query, both as they stand in the request.
    #[must_use]
    pub fn answer(&self, path: &str, query: &str) -> ApiAnswer {
        let key = format!("{path}?{query}");
        let library = {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(answer) = state.answers.get(&key) {
                return answer.clone();
            }
            state.library.clone()
        };
        let mut problems = Vec::new();
        let answer = match answer(&library, path, &Parameters::parse(query), &mut problems) {
            Ok(answer) => answer,
            Err(ApiRefusal::BadRequest(why)) => text(400, format!("bad request: {why}")),
            Err(ApiRefusal::NotFound) => text(404, "not found".to_owned()),
            // It may be better next time.
            Err(ApiRefusal::Library(error)) => return text(500, error.to_string()),
        };
        self.note(&library, problems);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&state.library, &library) {
            if state.answers.len() >= CACHED {
                state.answers.clear();
            }
            state.answers.insert(key, answer.clone());
        }
        answer
    }
}

fn text(status: u16, text: String) -> ApiAnswer {
    let body = text.into_bytes().into();
    ApiAnswer { status, content_type: "text/plain; charset=utf-8", body }
}

/// Parameters of a query.
struct Parameters(HashMap<String, String>);

impl Parameters {
    fn parse(query: &str) -> Parameters {
        Parameters(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    fn number(&self, name: &str, usual: usize) -> Result<usize, ApiRefusal> {
        let number = self.get(name).map(str::parse).transpose();
        let number = number.map_err(|_| bad(format!("`{name}` is not a number")))?;
        Ok(number.unwrap_or(usual))
    }

    /// The words of a list with commas; `None` if it is not given.
    fn list(&self, name: &str) -> Option<Vec<&str>> {
        let list = self.get(name)?;
        Some(list.split(',').filter(|word| !word.is_empty()).collect())
    }
}

/// Paths, and their differences.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExplorerPath {
    Masters,
    Lichess,
    Player,
}

fn answer(
    library: &Library,
    path: &str,
    query: &Parameters,
    problems: &mut Vec<Problem>,
) -> Result<ApiAnswer, ApiRefusal> {
    let path = path.trim_end_matches('/');
    let history = path == "/lichess/history";
    let source = match path {
        "/masters" | "/master" => ExplorerPath::Masters,
        "/lichess" | "/lichess/history" => ExplorerPath::Lichess,
        "/player" | "/personal" => ExplorerPath::Player,
        _ => return game_as_pgn(library, path),
    };
    let position = position(query)?;
    let filter = filter(query, source)?;
    let (moves, top, recent) = match source {
        ExplorerPath::Masters => (12, 15, 0),
        ExplorerPath::Lichess => (12, 4, 4),
        ExplorerPath::Player => (usize::MAX, 0, 8),
    };
    let limited =
        |name, usual, most: usize| Ok::<_, ApiRefusal>(query.number(name, usual)?.min(most));
    let wants_history =
        history || query.get("history").is_some_and(|h| matches!(h, "true" | "yes" | "on" | "1"));
    let limits = ExploreLimits {
        moves: if history { 0 } else { query.number("moves", moves)? },
        top_games: if history { 0 } else { limited("topGames", top, top)? },
        recent_games: if history || source == ExplorerPath::Masters {
            0
        } else {
            limited("recentGames", recent, 8)?
        },
        history: wants_history,
        unfinished: false,
    };
    let library = Libraries::from(library);
    let mut explored = library.explore(&position, &filter, limits);
    let damaged = damaged(library, &explored.problems);
    problems.append(&mut explored.problems);
    let months = wants_history.then(|| history_by_month(&explored.history, filter.until));
    let has_top =
        source == ExplorerPath::Masters || source == ExplorerPath::Lichess && limits.top_games > 0;
    let mut object = object(library, &position, source, has_top, explored)?;
    if let Some(months) = months {
        object["history"] = months;
    }
    if let Some(damaged) = damaged {
        object["problems"] = damaged;
    }
    let (content_type, end) = match source {
        ExplorerPath::Player => ("application/x-ndjson", "\n"),
        _ => ("application/json", ""),
    };
    let body = format!("{object}{end}").into_bytes().into();
    Ok(ApiAnswer { status: 200, content_type, body })
}

/// Reads the position of `fen`, `play` and `variant`.
fn position(query: &Parameters) -> Result<Position, ApiRefusal> {
    let variant = match query.get("variant").unwrap_or("chess") {
        "chess" | "standard" | "fromPosition" | "" => Variant::Standard,
        "chess960" => Variant::Chess960,
        name => name.parse().map_err(|_| bad(format!("unknown variant `{name}`")))?,
    };
    let mut position = match query.get("fen").map(str::trim).filter(|fen| !fen.is_empty()) {
        None => Boards::start(variant).first().clone(),
        Some(text) => {
            let text = text.replace('_', " ");
            // Rights to castle from other squares mean Chess960.
            let read = fen::parse_boards(&text, Some(variant)).value;
            let position = read.first().clone();
            if let Some(problem) = position.problem() {
                return Err(bad(format!("invalid fen: {problem}")));
            }
            position
        }
    };
    for word in query.list("play").unwrap_or_default() {
        let ply = uci::read(&position, word).map(|reading| reading.ply);
        let played = ply.ok().is_some_and(|ply| position.play(ply).is_ok());
        if !played {
            return Err(bad(format!("illegal move `{word}` in play")));
        }
    }
    Ok(position)
}

/// Lowest ratings of lichess' groups.
const GROUPS: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

fn filter(query: &Parameters, source: ExplorerPath) -> Result<ExploreFilter, ApiRefusal> {
    let mut filter = ExploreFilter::default();
    let month = |name: &str, month: u8| {
        let text = query.get(name).filter(|text| !text.is_empty());
        let read = text.map(str::parse::<YearMonth>).transpose();
        let read = read.map_err(|error| bad(format!("`{name}`: {error}")))?;
        Ok::<_, ApiRefusal>(read.map(|read| (read.year, read.month.unwrap_or(month))))
    };
    filter.since = month("since", 1)?;
    filter.until = month("until", 12)?;
    if source == ExplorerPath::Masters {
        return Ok(filter);
    }
    if let Some(speeds) = query.list("speeds") {
        let speed = |name: &&str| name.parse::<Speed>().map_err(|error| bad(error.to_string()));
        filter.speeds = Some(speeds.iter().map(speed).collect::<Result<_, _>>()?);
    }
    if let Some(ratings) = query.list("ratings") {
        let group = |text: &&str| {
            let rating: u16 = text.parse().map_err(|_| bad(format!("`{text}` is not a rating")))?;
            let at = GROUPS.partition_point(|lowest| *lowest <= rating) - 1;
            let most = GROUPS.get(at + 1).map_or(u16::MAX, |next| next - 1);
            Ok((GROUPS[at].max(1), most))
        };
        filter.ratings = Some(ratings.iter().map(group).collect::<Result<_, ApiRefusal>>()?);
    }
    if let Some(modes) = query.list("modes") {
        filter.casual = match (modes.contains(&"rated"), modes.contains(&"casual")) {
            (true, false) => Some(false),
            (false, true) => Some(true),
            (true, true) => None,
            (false, false) => return Err(bad("`modes` must be rated, casual or both")),
        };
    }
    if source == ExplorerPath::Player {
        let player = query.get("player").filter(|name| !name.trim().is_empty());
        let player = player.ok_or_else(|| bad("`player` is missing"))?;
        let color = match query.get("color") {
            Some("white") => Color::White,
            Some("black") => Color::Black,
            _ => return Err(bad("`color` must be white or black")),
        };
        let name = Name::new(player, false).map_err(|error| bad(error.to_string()))?;
        filter.player = Some((name, Some(color)));
    }
    Ok(filter)
}

fn object(
    libraries: Libraries<'_>,
    position: &Position,
    source: ExplorerPath,
    has_top: bool,
    explored: Explored,
) -> super::Result<Value> {
    let Explored { results, moves, top_games, recent_games, opening, .. } = explored;
    let mut object = json!({});
    add_counts(&mut object, &results);
    let one = |m: &ExploredMove| move_object(libraries, source, m);
    // Lichess has no games without a result.
    let finished = moves.iter().filter(|m| m.results.finished() > 0);
    object["moves"] = finished.map(one).collect::<super::Result<_>>()?;
    let games = |games: &[ExploredGame]| {
        let one = |game: &ExploredGame| {
            let mut object = game_object(libraries, source, game.number, &game.summary)?;
            let uci = takes_rook(position, game.packed_move);
            if let (Some(uci), Value::Object(fields)) = (uci, &mut object) {
                fields.shift_insert(0, "uci".to_owned(), json!(uci));
            }
            Ok(object)
        };
        games.iter().map(one).collect::<super::Result<Value>>()
    };
    if source != ExplorerPath::Masters {
        object["recentGames"] = games(&recent_games)?;
    }
    if has_top {
        object["topGames"] = games(&top_games)?;
    }
    object["opening"] = opening_object(opening);
    if source == ExplorerPath::Player {
        object["queuePosition"] = json!(0);
    }
    Ok(object)
}

/// Returns an answer in the shape of `/lichess`. If there are several libraries, games have a field
/// `library`, and their ids are those there.
///
/// # Errors
///
/// If a file cannot be read or is damaged.
pub fn explored_as_json<'a>(
    libraries: impl Into<Libraries<'a>>,
    position: &Position,
    explored: Explored,
) -> super::Result<Value> {
    let libraries = libraries.into();
    let damaged = damaged(libraries, &explored.problems);
    let mut object = object(libraries, position, ExplorerPath::Lichess, true, explored)?;
    if let Some(damaged) = damaged {
        object["problems"] = damaged;
    }
    Ok(object)
}

/// Returns the files whose games an answer lacks; `None` if there are none.
fn damaged(libraries: Libraries<'_>, problems: &[Problem]) -> Option<Value> {
    let one = |problem: &Problem| {
        let file = libraries.file(problem).display().to_string();
        json!({ "file": file, "problem": problem.what, "remedy": problem.remedy() })
    };
    (!problems.is_empty()).then(|| problems.iter().map(one).collect())
}

/// Returns a row for each month from the first one on. The last one may not be over, and is left
/// out unless requested.
fn history_by_month(history: &BTreeMap<(u16, u8), Results>, until: Option<(u16, u8)>) -> Value {
    let number = |(year, month): (u16, u8)| u32::from(year) * 12 + u32::from(month) - 1;
    let (Some(first), Some(last)) = (history.keys().next(), history.keys().next_back()) else {
        return json!([]);
    };
    let end = number(*last) + u32::from(until.is_some());
    let row = |number: u32| {
        let (year, month) = ((number / 12) as u16, (number % 12 + 1) as u8);
        let results = history.get(&(year, month)).copied().unwrap_or_default();
        let mut object = json!({ "month": format!("{year:04}-{month:02}") });
        add_counts(&mut object, &results);
        object
    };
    (number(*first)..end).map(row).collect()
}

/// Adds results; games without one are no part of them.
fn add_counts(object: &mut Value, results: &Results) {
    object["white"] = json!(results.white);
    object["draws"] = json!(results.draws);
    object["black"] = json!(results.black);
}

fn opening_object(opening: Option<Opening>) -> Value {
    opening.map_or(Value::Null, |opening| json!({ "eco": opening.code, "name": opening.name }))
}

/// Returns the UCI of a move in which a castling king takes its rook.
fn takes_rook(position: &Position, packed_move: u16) -> Option<String> {
    let (_, text) = packed::uci(packed_move.to_le_bytes())?;
    let ply = uci::read_as_written(position, &text).ok()?.ply;
    Some(uci_of(ply, text))
}

fn uci_of(ply: Ply, text: String) -> String {
    match ply {
        Ply::Move(Move::Castle { king, rook }) => format!("{king}{rook}"),
        _ => text,
    }
}

fn move_object(
    libraries: Libraries<'_>,
    source: ExplorerPath,
    explored: &ExploredMove,
) -> super::Result<Value> {
    let mut object = json!({
        "uci": uci_of(explored.ply, explored.uci.clone()),
        "san": explored.san,
    });
    if source == ExplorerPath::Player {
        object["averageOpponentRating"] = json!(explored.average_opponent_rating);
        object["performance"] = json!(explored.performance);
    } else {
        object["averageRating"] = json!(explored.average_rating.unwrap_or(0));
    }
    add_counts(&mut object, &explored.results);
    object["game"] = match explored.game {
        Some(number) => {
            let summary = libraries.summary(number)?.unwrap_or_default();
            game_object(libraries, source, number, &summary)?
        }
        None => Value::Null,
    };
    object["opening"] = opening_object(explored.opening);
    Ok(object)
}

fn game_object(
    libraries: Libraries<'_>,
    source: ExplorerPath,
    number: u64,
    summary: &GameSummary,
) -> super::Result<Value> {
    let names = libraries.names(number)?.unwrap_or_default();
    let winner = match summary.outcome {
        Outcome::Win(color) => Some(color.fold_wb("white", "black")),
        _ => None,
    };
    let own = libraries.library_of(number).map_or(number, |(_, own)| own);
    let mut object = json!({ "id": id_of(own), "winner": winner });
    if let (Some(name), Value::Object(fields)) = (libraries.library_name(number), &mut object) {
        fields.shift_insert(0, "library".to_owned(), json!(name));
    }
    if source != ExplorerPath::Masters {
        object["speed"] = json!(summary.speed.unwrap_or(Speed::Classical).name());
        object["mode"] = json!(if summary.casual { "casual" } else { "rated" });
    }
    let [white, black] = names;
    object["white"] = json!({ "name": white, "rating": summary.white_elo });
    object["black"] = json!({ "name": black, "rating": summary.black_elo });
    object["year"] = json!(summary.year);
    object["month"] = match (summary.year, summary.month) {
        (0, _) | (_, 0) => Value::Null,
        (year, month) => json!(format!("{year:04}-{month:02}")),
    };
    Ok(object)
}

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns the id of a game: its number with eight digits in base 62.
fn id_of(number: u64) -> String {
    let mut rest = number;
    let mut id = [b'0'; 8];
    for digit in id.iter_mut().rev() {
        *digit = DIGITS[(rest % 62) as usize];
        rest /= 62;
    }
    String::from_utf8_lossy(&id).into_owned()
}

fn number_of(id: &str) -> Option<u64> {
    if id.len() != 8 {
        return None;
    }
    id.bytes().try_fold(0_u64, |number, digit| {
        let digit = DIGITS.iter().position(|known| *known == digit)?;
        Some(number * 62 + digit as u64)
    })
}

fn game_as_pgn(library: &Library, path: &str) -> Result<ApiAnswer, ApiRefusal> {
    let id = path.strip_prefix("/masters/pgn/").or_else(|| path.strip_prefix("/master/pgn/"));
    let id = id.ok_or(ApiRefusal::NotFound)?;
    let number = number_of(id).ok_or_else(|| bad("an id has eight letters or digits"))?;
    let game = library.game(number)?.ok_or(ApiRefusal::NotFound)?;
    let body = written(&game);
    Ok(ApiAnswer { status: 200, content_type: "application/x-chess-pgn", body: body.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        for (number, id) in
            [(1, "00000001"), (61, "0000000z"), (62, "00000010"), (3843, "000000zz")]
        {
            assert_eq!(id_of(number), id);
            assert_eq!(number_of(id), Some(number));
        }
        assert_eq!(number_of("1"), None);
        assert_eq!(number_of("0000000-"), None);
    }

    #[test]
    fn queries() {
        let query = Parameters::parse("fen=8%2F8+w&play=&speeds=blitz,rapid&x");
        assert_eq!(query.get("fen"), Some("8/8 w"));
        assert_eq!(query.list("play"), Some(Vec::new()));
        assert_eq!(query.list("speeds"), Some(vec!["blitz", "rapid"]));
        assert_eq!(query.get("x"), Some(""));
        assert_eq!(query.list("ratings"), None);
    }
}
