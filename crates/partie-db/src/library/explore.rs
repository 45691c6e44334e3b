//! Answers of the opening explorer: moves played in a position, and their results.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use partie_core::{
    Color, Ply, Position,
    moves::uci,
    openings::{self, Opening},
};

use super::{
    GameSummary, Libraries, Library, LibraryError, Problem, Result, Speed,
    replayed::Sought,
    rollup::KEPT_GAMES,
    segment::Segment,
    tally::{Counted, ExploredGame, Results, Tallied, Tally},
};
use crate::{
    columns::moves,
    performance::performance,
    query::{Name, Numbers, YearMonth},
};

/// Conditions that games must meet to be counted.
#[derive(Clone, Debug, Default)]
pub struct ExploreFilter {
    /// First month: year and month, from 1. Games without a year do not meet it; in games without a
    /// month, only the year counts.
    pub since: Option<(u16, u8)>,
    /// Last month.
    pub until: Option<(u16, u8)>,
    /// Speeds; games of an unknown one count as classical.
    pub speeds: Option<Vec<Speed>>,
    /// Lowest and highest mean rating of the two players; see [`GameSummary::mean_elo`]. Any of
    /// these ranges is enough.
    pub ratings: Option<Vec<(u16, u16)>>,
    /// Only rated games, or only casual ones.
    pub casual: Option<bool>,
    /// A player must bear a title.
    pub titled: bool,
    /// A player, and the colour if it matters.
    pub player: Option<(Name, Option<Color>)>,
    /// Text of the event's name.
    pub event: Option<Name>,
    /// Numbers of the games that may be counted, among those of all libraries.
    pub games: Option<Arc<HashSet<u64>>>,
}

impl ExploreFilter {
    /// Sets the first and the last month; of a year all months count.
    #[must_use]
    pub fn between(self, since: Option<YearMonth>, until: Option<YearMonth>) -> ExploreFilter {
        let since = since.map(|since| (since.year, since.month.unwrap_or(1)));
        let until = until.map(|until| (until.year, until.month.unwrap_or(12)));
        ExploreFilter { since, until, ..self }
    }

    /// Sets the range of mean ratings.
    #[must_use]
    pub fn mean_elo(self, range: Option<Numbers>) -> ExploreFilter {
        // Ratings are smaller than this.
        let within = |number| u16::try_from(number).unwrap_or(u16::MAX);
        let ratings = range.map(|elo| vec![(within(elo.least()), within(elo.most()))]);
        ExploreFilter { ratings, ..self }
    }

    /// Returns true if every game is counted.
    pub(super) fn admits_all(&self) -> bool {
        let ExploreFilter { since, until, speeds, ratings, casual, titled, player, event, games } =
            self;
        since.is_none()
            && until.is_none()
            && speeds.is_none()
            && ratings.is_none()
            && casual.is_none()
            && !titled
            && player.is_none()
            && event.is_none()
            && games.is_none()
    }

    /// Returns true if the game of a number, among those of all libraries, may be counted.
    pub(super) fn admits_number(&self, number: u64) -> bool {
        self.games.as_ref().is_none_or(|games| games.contains(&number))
    }

    /// Returns true if a game may be counted; does not check names and numbers.
    pub(super) fn admits(&self, game: &GameSummary) -> bool {
        let date = (game.year, game.month);
        let after = |since: (u16, u8)| date.0 > 0 && (date >= since || date == (since.0, 0));
        self.since.is_none_or(after)
            && self.until.is_none_or(|until| date.0 > 0 && date <= until)
            && self
                .speeds
                .as_ref()
                .is_none_or(|speeds| speeds.contains(&game.speed.unwrap_or(Speed::Classical)))
            && self.ratings.as_ref().is_none_or(|ratings| {
                let elo = game.mean_elo();
                elo > 0 && ratings.iter().any(|(least, most)| (*least..=*most).contains(&elo))
            })
            && self.casual.is_none_or(|casual| game.casual == casual)
            && (!self.titled || game.titled)
    }
}

/// A move that was made in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ExploredMove {
    /// The move.
    pub ply: Ply,
    /// In UCI; castling is the king's move (`e1g1`), in Chess960 the king takes the rook.
    pub uci: String,
    /// In short algebraic notation with check marks.
    pub san: String,
    /// Results of the games.
    pub results: Results,
    /// Mean rating of the players who made the move, if any is known.
    pub average_rating: Option<u32>,
    /// Mean rating of their opponents, if any is known.
    pub average_opponent_rating: Option<u32>,
    /// Rating performance of the players who made the move: their opponents' mean rating plus
    /// FIDE's difference for the score.
    pub performance: Option<i32>,
    /// Year and month in which it was last played; the month is 0 if it is not known.
    pub last_played: Option<(u16, u8)>,
    /// Number of the game, if only one has a result; see [`ExploredGame::number`].
    pub game: Option<u64>,
    /// Opening of the position after it.
    pub opening: Option<Opening>,
}

/// Games of a library in which a move was made in a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explored {
    /// Results of all games in which a move was made in the position.
    pub results: Results,
    /// Moves, sorted by number of games with a result, then by number of games without one, both
    /// descending, then by UCI.
    pub moves: Vec<ExploredMove>,
    /// Games with the highest mean ratings, the highest first; of equal ones the later.
    pub top_games: Vec<ExploredGame>,
    /// Latest games, the last first; games with the same date by import, the last first.
    pub recent_games: Vec<ExploredGame>,
    /// Opening of the position.
    pub opening: Option<Opening>,
    /// Results by year and month, of games whose month is known; empty if they are not wanted.
    pub history: BTreeMap<(u16, u8), Results>,
    /// Files that could not be read or are damaged: games of their segments are not counted.
    pub problems: Vec<Problem>,
}

/// Sizes of the parts of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploreLimits {
    /// Number of moves.
    pub moves: usize,
    /// Number of games with the highest ratings.
    pub top_games: usize,
    /// Number of games that were played last.
    pub recent_games: usize,
    /// True to count results by month.
    pub history: bool,
    /// True if moves are sorted by all games, false if by games with a result.
    pub unfinished: bool,
}

impl Library {
    /// Returns statistics of the moves played in a position. A game counts once, with the last move
    /// that it made there; one that only ended there does not count.
    #[must_use]
    pub fn explore(
        &self,
        position: &Position,
        filter: &ExploreFilter,
        limits: ExploreLimits,
    ) -> Explored {
        Libraries::from(self).explore(position, filter, limits)
    }
}

impl Libraries<'_> {
    /// Returns statistics of the moves played in a position, as [`Library::explore`] does.
    #[must_use]
    pub fn explore(
        self,
        position: &Position,
        filter: &ExploreFilter,
        limits: ExploreLimits,
    ) -> Explored {
        let sought = Sought::from(position);
        let mut problems = Vec::new();
        let mut tally = Tally::new(limits.top_games, limits.recent_games);
        let mut history = BTreeMap::new();
        let is_kept = filter.admits_all()
            && !limits.history
            && limits.top_games.max(limits.recent_games) <= KEPT_GAMES;
        for (segment, before) in self.segments() {
            tally.before = before;
            let mut read = || {
                if is_kept && segment.add_kept(sought.key, &mut tally)? {
                    return Ok::<_, LibraryError>((Vec::new(), Vec::new(), None));
                }
                let mut played = segment.moves(sought)?;
                played.retain(|(_, packed)| packed.is_some());
                if played.is_empty() {
                    return Ok((played, Vec::new(), None));
                }
                let summaries = segment.summaries_of(played.iter().map(|(game, _)| *game))?;
                Ok((played, summaries, games_of_names(segment, filter)?))
            };
            let (played, summaries, named) = match read() {
                Ok(read) => read,
                Err(error) => {
                    problems.push(Problem::of(segment, error));
                    continue;
                }
            };
            for ((game, packed), summary) in played.into_iter().zip(summaries) {
                let Some(packed_move) = packed else { continue };
                if !filter.admits(&summary) || named.as_ref().is_some_and(|n| !n.contains(&game)) {
                    continue;
                }
                if !filter.admits_number(before + game) {
                    continue;
                }
                if limits.history && summary.year > 0 && summary.month > 0 {
                    let month = history.entry((summary.year, summary.month));
                    month.or_insert_with(Results::default).add(summary.outcome);
                }
                tally.add(game, summary, packed_move);
            }
        }
        let Tallied { counted, top_games, recent_games } = tally.finish();
        let mut all = Counted::default();
        for (_, counted) in &counted {
            all.add(counted);
        }
        let mut moves: Vec<ExploredMove> = counted
            .into_iter()
            .filter_map(|(packed, counted)| explored_move(position, packed, &counted))
            .collect();
        moves.sort_by(|a, b| by_frequency(a, b, limits.unfinished));
        moves.truncate(limits.moves);
        Explored {
            results: all.results,
            moves,
            top_games,
            recent_games,
            opening: openings::at(position),
            history,
            problems,
        }
    }
}

/// Orders moves by their games, of equal ones by UCI; games without a result count if `unfinished`.
pub(super) fn by_frequency(a: &ExploredMove, b: &ExploredMove, unfinished: bool) -> Ordering {
    let games = |ExploredMove { results, .. }: &ExploredMove| {
        let first = if unfinished { results.games() } else { results.finished() };
        (first, results.finished(), results.unknown)
    };
    games(b).cmp(&games(a)).then_with(|| a.uci.cmp(&b.uci))
}

/// Returns the games of a segment with the filter's names; `None` if it has none.
pub(super) fn games_of_names(
    segment: &Segment,
    filter: &ExploreFilter,
) -> Result<Option<HashSet<u64>>> {
    if filter.player.is_none() && filter.event.is_none() {
        return Ok(None);
    }
    if let Some((name, color)) = &filter.player {
        let sides = [*color != Some(Color::Black), *color != Some(Color::White)];
        if let Some(rows) = segment.rows_of_player(name, sides)? {
            return with_event(segment, rows, filter.event.as_ref()).map(Some);
        }
    }
    let mut found = HashSet::new();
    let mut scan = segment.scan(&["white", "black", "event"], 0..segment.entry.games)?;
    let (numbering, mut at) = (segment.numbering()?, 0);
    // Names repeat, and comparing them takes longer than finding them again.
    let mut known: HashMap<Vec<u8>, bool> = HashMap::new();
    while let Some(batch) = scan.next(8192)? {
        // In the order of the table.
        let [events, white, black] = batch.columns() else { break };
        for row in 0..batch.len() {
            let mut means = |name: &Name, kind: u8, bytes: Option<&[u8]>| {
                let Some(bytes) = bytes else { return false };
                let mut key = bytes.to_vec();
                key.push(kind);
                *known.entry(key).or_insert_with(|| {
                    std::str::from_utf8(bytes).is_ok_and(|text| name.means(text))
                })
            };
            let player = filter.player.as_ref().is_none_or(|(name, color)| {
                let white = *color != Some(Color::Black) && means(name, 0, white.bytes(row));
                white || *color != Some(Color::White) && means(name, 0, black.bytes(row))
            });
            let event = filter.event.as_ref();
            let event = event.is_none_or(|name| means(name, 1, events.bytes(row)));
            if player && event {
                found.insert(numbering.at(at));
            }
            at += 1;
        }
    }
    Ok(Some(found))
}

/// Returns the games of rows, in ascending order, that are of an event.
fn with_event(segment: &Segment, rows: Vec<u64>, event: Option<&Name>) -> Result<HashSet<u64>> {
    let numbering = segment.numbering()?;
    let numbered = |row: u64| numbering.at(row);
    let Some(event) = event else { return Ok(rows.into_iter().map(numbered).collect()) };
    let mut found = HashSet::new();
    let mut scan = segment.scan(&["event"], 0..segment.entry.games)?;
    for row in rows {
        scan.skip_to(row)?;
        let batch = scan.next(1)?;
        let text = batch.as_ref().and_then(|batch| batch.columns().first()?.text(0));
        if text.is_some_and(|text| event.means(text)) {
            found.insert(numbered(row));
        }
    }
    Ok(found)
}

/// Returns the answer about a move; `None` if it is none of the position.
pub(super) fn explored_move(
    position: &Position,
    packed: u16,
    counted: &Counted,
) -> Option<ExploredMove> {
    let (_, uci) = moves::uci(packed.to_le_bytes())?;
    // Another position may have the same key.
    let ply = uci::read_as_written(position, &uci).ok()?.ply;
    let san = partie_core::moves::san::write(position, ply);
    let mut after = position.clone();
    after.play(ply).ok()?;
    let turn = position.turn();
    let [own, opponents] = turn.fold_wb([0, 1], [1, 0]).map(|side| counted.elo[side].rounded());
    let score = counted.results.score(turn);
    Some(ExploredMove {
        ply,
        uci,
        san,
        results: counted.results,
        average_rating: own,
        average_opponent_rating: opponents,
        performance: opponents.zip(score).map(|(mean, score)| performance(mean, score)),
        last_played: (counted.last_played.0 > 0).then_some(counted.last_played),
        game: (counted.results.finished() == 1).then_some(counted.last_game),
        opening: openings::at(&after),
    })
}
