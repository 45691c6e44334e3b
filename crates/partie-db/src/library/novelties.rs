//! Novelties: the first moves of games that make positions which no earlier game had.

use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet, hash_map::Entry},
};

use partie_core::{Boards, Date, Game, Ply, Position, moves::san, rules::PositionKey};
use partie_formats::{WriteOptions, fen};
use serde_json::{Value, json};

use super::{
    ExploreFilter, ExploredGame, ExploredMove, GameSummary, Libraries, Problem, Result,
    explore::{by_frequency, explored_move, games_of_names},
    replayed::Sought,
    segment::Segment,
    tally::{Tallied, Tally},
};
use crate::query::{date_of_tag, text::words};

/// Most games that ended in a position among which a record of the same game is looked for.
const RECORDS: usize = 1000;

/// A move that makes a position which no earlier game of a library had.
#[derive(Clone, Debug, PartialEq)]
pub struct Novelty {
    /// Number of moves before it, from 0.
    pub ply: usize,
    /// The move.
    pub played: Ply,
    /// The move in short algebraic notation.
    pub san: String,
    /// The position before it.
    pub before: Position,
    /// The new position.
    pub after: Position,
    /// Number of earlier games that had the position before it.
    pub games: u64,
    /// The moves that they made there, the most frequent first. Games that ended there made none.
    pub moves: Vec<ExploredMove>,
    /// The last of these games that has a result, by year and month.
    pub last_game: Option<ExploredGame>,
}

impl Novelty {
    /// Returns the novelty as a JSON object; its game is of these libraries.
    #[must_use]
    pub fn json(&self, libraries: Libraries<'_>) -> Value {
        let moves = self.moves.iter().map(|played| {
            json!({
                "san": played.san,
                "uci": played.uci,
                "games": played.results.games(),
            })
        });
        let last = self.last_game.as_ref().map(|game| {
            let own = libraries.library_of(game.number).map_or(game.number, |(_, own)| own);
            let mut object = json!({
                "id": own,
                "year": Some(game.summary.year).filter(|year| *year > 0),
                "result": game.summary.outcome.to_string(),
            });
            if let Some(library) = libraries.library_name(game.number) {
                object["library"] = json!(library);
            }
            object
        });
        json!({
            "ply": self.ply,
            "number": self.before.fullmoves(),
            "color": self.before.turn().fold_wb("white", "black"),
            "move": self.san,
            "fen": fen::position(&self.before, &WriteOptions::default()),
            "games": self.games,
            "moves": moves.collect::<Vec<_>>(),
            "last_game": last,
        })
    }
}

/// A game whose novelty is looked for.
struct AskedGame {
    date: Option<Date>,
    /// Numbers of the records of the same game.
    own: Vec<u64>,
}

impl AskedGame {
    /// Returns true if a date, the first that a game may have, is earlier; it is if one of the dates is
    /// not known.
    fn follows(&self, other: Option<Date>) -> bool {
        self.date.zip(other).is_none_or(|(own, other)| other.earliest() < own.earliest())
    }
}

/// Facts of the games of a segment.
#[derive(Debug)]
struct SegmentFacts {
    /// Games with the names of the filter, if it has any.
    named: Option<HashSet<u64>>,
    /// Dates of all games in their order, read when a day first decides.
    dates: OnceCell<Vec<Option<Date>>>,
}

/// Looks for novelties of games among the games of libraries.
#[derive(Debug)]
pub struct NoveltySearch<'a> {
    libraries: Libraries<'a>,
    filter: &'a ExploreFilter,
    /// Positions that are known, each with the date and the number of a game that had it.
    known: HashMap<PositionKey, (Option<Date>, u64)>,
    /// Facts of the games of each segment, when they were looked up.
    facts: HashMap<usize, SegmentFacts>,
    problems: Vec<Problem>,
}

/// Most positions that are kept.
const KEPT: usize = 1 << 20;

impl<'a> NoveltySearch<'a> {
    /// Starts looking among the games that meet conditions.
    #[must_use]
    pub fn new(libraries: Libraries<'a>, filter: &'a ExploreFilter) -> NoveltySearch<'a> {
        let (known, facts) = (HashMap::new(), HashMap::new());
        NoveltySearch { libraries, filter, known, facts, problems: Vec::new() }
    }

    /// Returns the files that could not be read or are damaged: games of their segments were not
    /// counted.
    #[must_use]
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// Returns the first move of a game's main line that makes a position which no earlier game had;
    /// `None` if there is none, and of games of two boards. The game has players, empty if they are not
    /// known, and a date.
    ///
    /// Games are earlier by their dates, where an unknown month or day counts as the first; if one of the
    /// dates is not known at all, every other game is. A record of the game itself never counts: one with
    /// the same number of moves and the same last position, in whose names of players a word is the same.
    pub fn of(&mut self, game: &Game, names: [&str; 2], date: Option<Date>) -> Option<Novelty> {
        let Boards::One(start) = &game.start else { return None };
        let plies: Vec<Ply> = game.plies().map(|(_, ply)| ply).collect();
        let mut end = start.clone();
        let legal = plies.iter().take_while(|ply| end.play(**ply).is_ok()).count();
        let own = self.own_records(PositionKey::of(&end), legal, names);
        let asked = AskedGame { date, own };
        let mut position = start.clone();
        for (ply, played) in plies[..legal].iter().enumerate() {
            let before = position.clone();
            position.play(*played).ok()?;
            if !self.is_known((&position).into(), &asked) {
                return Some(self.describe(ply, *played, before, position, &asked));
            }
        }
        None
    }

    /// Returns the numbers of the records of a game, by its last position and number of moves.
    fn own_records(&mut self, end: PositionKey, plies: usize, names: [&str; 2]) -> Vec<u64> {
        let mut own = Vec::new();
        let names = names.map(words);
        for (segment, before) in self.libraries.segments() {
            match records(segment, end, plies, &names) {
                Ok(records) => own.extend(records.into_iter().map(|number| before + number)),
                Err(error) => self.problem(segment, error),
            }
        }
        own
    }

    fn problem(&mut self, segment: &Segment, error: super::LibraryError) {
        let problem = Problem::of(segment, error);
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Returns true if an earlier game had a position.
    fn is_known(&mut self, sought: Sought, asked: &AskedGame) -> bool {
        if let Some((date, number)) = self.known.get(&sought.key)
            && asked.follows(*date)
            && !asked.own.contains(number)
        {
            return true;
        }
        let filter = self.filter;
        for (at, (segment, before)) in self.libraries.segments().enumerate() {
            let found = self.facts(at, segment).and_then(|facts| {
                let meets = (filter, facts);
                segment.first_among(sought, |games| {
                    earliest_found(segment, before, games, meets, asked)
                })
            });
            match found {
                Ok(Some(found)) => {
                    if self.known.len() < KEPT {
                        self.known.insert(sought.key, found);
                    }
                    return true;
                }
                Ok(None) => {}
                Err(error) => self.problem(segment, error),
            }
        }
        false
    }

    /// Returns the facts of a segment, which has a number.
    fn facts(&mut self, at: usize, segment: &Segment) -> Result<&SegmentFacts> {
        match self.facts.entry(at) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let named = games_of_names(segment, self.filter)?;
                Ok(place.insert(SegmentFacts { named, dates: OnceCell::new() }))
            }
        }
    }

    /// Counts the earlier games of the position before a novelty.
    fn describe(
        &mut self,
        ply: usize,
        played: Ply,
        before: Position,
        after: Position,
        asked: &AskedGame,
    ) -> Novelty {
        let key = PositionKey::of(&before);
        let mut tally = Tally::new(0, 1);
        let (mut games, filter) = (0, self.filter);
        for (at, (segment, offset)) in self.libraries.segments().enumerate() {
            tally.before = offset;
            let added = self
                .facts(at, segment)
                .and_then(|facts| add_earlier(segment, key, (filter, facts), asked, &mut tally));
            match added {
                Ok(added) => games += added,
                Err(error) => self.problem(segment, error),
            }
        }
        let Tallied { counted, mut recent_games, .. } = tally.finish();
        let moves = counted.into_iter();
        let mut moves: Vec<ExploredMove> = moves
            .filter_map(|(packed, counted)| explored_move(&before, packed, &counted))
            .collect();
        moves.sort_by(|a, b| by_frequency(a, b, true));
        let san = san::write(&before, played);
        let last_game = recent_games.pop();
        Novelty { ply, played, san, before, after, games, moves, last_game }
    }
}

/// Conditions of games: a filter, and facts of the games of a segment.
type Meets<'a> = (&'a ExploreFilter, &'a SegmentFacts);

/// Returns the date and the number of the first of some games that is earlier than another.
fn earliest_found(
    segment: &Segment,
    before: u64,
    games: &[u64],
    (filter, facts): Meets<'_>,
    asked: &AskedGame,
) -> Result<Option<(Option<Date>, u64)>> {
    let summaries = segment.summaries_of(games.iter().copied())?;
    for (game, summary) in games.iter().zip(summaries) {
        let number = before + game;
        if !filter.admits(&summary)
            || !filter.admits_number(number)
            || facts.named.as_ref().is_some_and(|named| !named.contains(game))
            || asked.own.contains(&number)
        {
            continue;
        }
        let date = date_for(segment, *game, &summary, (asked, facts))?;
        if asked.follows(date) {
            return Ok(Some((date, number)));
        }
    }
    Ok(None)
}

/// Adds the games of a position that are earlier than another to a tally, and returns their number.
fn add_earlier(
    segment: &Segment,
    key: PositionKey,
    (filter, facts): Meets<'_>,
    asked: &AskedGame,
    tally: &mut Tally,
) -> Result<u64> {
    let visits = segment.moves(key.into())?;
    let summaries = segment.summaries_of(visits.iter().map(|(game, _)| *game))?;
    let mut games = 0;
    for ((game, packed), summary) in visits.into_iter().zip(summaries) {
        let named = facts.named.as_ref();
        let is_met = filter.admits(&summary) && named.is_none_or(|named| named.contains(&game));
        if is_met
            && filter.admits_number(tally.before + game)
            && !asked.own.contains(&(tally.before + game))
            && asked.follows(date_for(segment, game, &summary, (asked, facts))?)
        {
            games += 1;
            if let Some(packed) = packed {
                tally.add(game, summary, packed);
            }
        }
    }
    Ok(games)
}

/// Returns the date of a game, with its day only if the day decides.
fn date_for(
    segment: &Segment,
    game: u64,
    summary: &GameSummary,
    (asked, facts): (&AskedGame, &SegmentFacts),
) -> Result<Option<Date>> {
    let date = Date::of_month(summary.year, summary.month);
    let decides = |date: Date, own: Date| {
        (date.year(), date.month().max(1)) == (own.year(), own.month().max(1)) && own.day() > 0
    };
    if date.zip(asked.date).is_none_or(|(date, own)| !decides(date, own)) {
        return Ok(date);
    }
    let dates = if let Some(dates) = facts.dates.get() {
        dates
    } else {
        let dates = dates_of(segment)?;
        facts.dates.get_or_init(|| dates)
    };
    let row = segment.numbering()?.row_of(game).and_then(|row| usize::try_from(row).ok());
    // Where the date is of another tag, the month has to do.
    let whole = row.and_then(|row| dates.get(row).copied().flatten());
    let is_of_month = |whole: &Date| (whole.year(), whole.month()) == (summary.year, summary.month);
    Ok(whole.filter(is_of_month).or(date))
}

/// Reads the dates of all games of a segment.
fn dates_of(segment: &Segment) -> Result<Vec<Option<Date>>> {
    let mut scan = segment.scan(&["date"], 0..segment.entry.games)?;
    let mut dates = Vec::new();
    // Games of a day often follow each other.
    let mut last: (String, Option<Date>) = Default::default();
    while let Some(batch) = scan.next(8192)? {
        for row in 0..batch.len() {
            let text = batch.columns().first().and_then(|column| column.text(row));
            let text = text.unwrap_or_default();
            if last.0 != text {
                last = (text.to_owned(), date_of_tag(text));
            }
            dates.push(last.1);
        }
    }
    Ok(dates)
}

/// Returns the games of a segment with a last position, a number of moves, and players who share a word
/// with these names.
fn records(
    segment: &Segment,
    end: PositionKey,
    plies: usize,
    names: &[Vec<String>; 2],
) -> Result<Vec<u64>> {
    let visits = segment.moves(end.into())?;
    if plies == 0 || visits.len() > RECORDS {
        return Ok(Vec::new());
    }
    let mut own = Vec::new();
    for (game, _) in visits {
        let Some(row) = segment.row(game, &["plies", "white", "black"])? else { continue };
        let length = row.column("plies").and_then(|column| column.number(0));
        let same = |(side, names): (&str, &Vec<String>)| {
            let others = row.column(side).and_then(|column| column.text(0)).map(words);
            let others = others.unwrap_or_default();
            names.is_empty() || others.is_empty() || names.iter().any(|word| others.contains(word))
        };
        if length == i64::try_from(plies).ok()
            && ["white", "black"].into_iter().zip(names).all(same)
        {
            own.push(game);
        }
    }
    Ok(own)
}
