//! Tournaments as crosstables.

#[cfg(feature = "pages")]
pub(crate) mod sheet;

use partie_core::Color;
use partie_db::{
    query::Date,
    tournament::{
        LeftOutReason, Pairing, Points, RoundSource, Standing, TieBreak, Tournament, TournamentKind,
    },
};
use partie_formats::text::count;

#[cfg(feature = "pages")]
pub use sheet::sheet;

use crate::{
    report::{Part, Report},
    text_table::{Column, TextTable},
};

/// Maximum number of games with one name and place for a table without a given kind.
pub const MOST: usize = 20_000;

/// The most rounds of a table with a column for each.
const ROUNDS: usize = 30;

/// The sign where a player would play against themselves.
const SELF: char = '×';

/// The most records that are left out and named.
const FEW: usize = 3;

/// Words of a table.
#[derive(Clone, Copy)]
struct Terms<'a> {
    player: &'a str,
    rating: &'a str,
    /// Letter before the number of a round.
    round: &'a str,
    results: [&'a str; 3],
    points: &'a str,
    games: &'a str,
    /// Heading and its meaning.
    performance: [&'a str; 2],
    /// Letters of the colours.
    colours: [&'a str; 2],
    bye: &'a str,
    decimal: &'a str,
    /// The most games of a pair with a sign for each; of more the points are shown.
    signs: usize,
    tie_break: &'a dyn Fn(TieBreak) -> String,
}

/// The name of games whose event is not known.
pub const NAMELESS: &str = "Games without an event";

const ENGLISH: Terms<'static> = Terms {
    player: "player",
    rating: "rating",
    round: "R",
    results: ["won", "drawn", "lost"],
    points: "points",
    games: "games",
    performance: ["perf", "rating performance"],
    colours: ["w", "b"],
    bye: "bye",
    decimal: ".",
    signs: usize::MAX,
    tie_break: &TieBreak::name,
};

/// Reports on a tournament with some tie-breaks, in a language of the pages or in English; the results can
/// be in ASCII.
#[must_use]
pub fn report(
    tournament: &Tournament,
    tie_breaks: &[TieBreak],
    ascii: bool,
    language: Option<&str>,
) -> Report {
    #[cfg(feature = "pages")]
    if let Some(words) = language.map(partie_page::Words::of) {
        let form = (tie_breaks, ascii);
        return sheet::sheet_by(tournament, form, words, |_| None, |_| String::new()).into();
    }
    let _ = language;
    let (table, _) = table(tournament, tie_breaks, ascii, ENGLISH);
    Report {
        title: title(tournament),
        facts: vec![facts(tournament)],
        parts: vec![Part { table, ..Part::default() }],
        notes: notes(tournament, tie_breaks),
        ..Report::default()
    }
}

/// Returns the name of a tournament with its place and days.
#[must_use]
pub fn title(tournament: &Tournament) -> String {
    label(tournament, NAMELESS, span)
}

/// Returns the name of a tournament with its place and days, given what writes the first and the last.
fn label(tournament: &Tournament, nameless: &str, days: impl Fn(Date, Date) -> String) -> String {
    let event = match tournament.event.as_str() {
        "" => nameless,
        event => event,
    };
    let mut parts = vec![event.to_owned()];
    if !tournament.site.is_empty() {
        parts.push(tournament.site.clone());
    }
    parts.extend(tournament.dates.map(|(first, last)| days(first, last)));
    parts.join(", ")
}

/// Returns a date without the parts that are not known.
pub(crate) fn date(date: Date) -> String {
    date.to_string().trim_end_matches(".??").to_owned()
}

/// Returns the year of a date.
pub(crate) fn year(date: Date) -> String {
    date.year().to_string()
}

/// Returns two dates, or one.
pub(crate) fn span(first: Date, last: Date) -> String {
    let [first, last] = [first, last].map(date);
    if first == last { first } else { format!("{first} – {last}") }
}

/// Returns the kind of a tournament and its numbers.
fn facts(tournament: &Tournament) -> String {
    let kind = match (tournament.kind, tournament.cycles) {
        (TournamentKind::Match, _) => "match".to_owned(),
        (TournamentKind::AllPlayAll, 2) => "double all-play-all".to_owned(),
        (TournamentKind::AllPlayAll, cycles @ 3..) => {
            format!("all-play-all, {cycles} games a pair")
        }
        (TournamentKind::AllPlayAll, _) => "all-play-all".to_owned(),
        (TournamentKind::Scheveningen, 1) => "Scheveningen".to_owned(),
        (TournamentKind::Scheveningen, cycles) => format!("Scheveningen, {cycles} games a pair"),
        (TournamentKind::Swiss, _) => "Swiss".to_owned(),
        (TournamentKind::Knockout, _) => "knockout".to_owned(),
        (TournamentKind::Simultaneous, _) => "simultaneous display".to_owned(),
        (TournamentKind::Other, _) => "games".to_owned(),
    };
    let mut facts = format!(
        "{kind}, {}, {}",
        count(tournament.players.len() as u64, "player"),
        count(tournament.games.len() as u64, "game")
    );
    if is_by_rounds(tournament) {
        facts += &format!(", {}", count(tournament.rounds.len() as u64, "round"));
    }
    facts
}

/// Returns true if the table has a column for each round.
fn is_by_rounds(tournament: &Tournament) -> bool {
    matches!(tournament.kind, TournamentKind::Swiss | TournamentKind::Knockout)
        && tournament.rounds.len() <= ROUNDS
}

/// Numbers of the games of a row, for each cell that stands for a single one.
type GameNumbers = Vec<Option<u64>>;

/// Returns the table, players by their ranks, and the games of its rows.
fn table(
    tournament: &Tournament,
    tie_breaks: &[TieBreak],
    ascii: bool,
    terms: Terms<'_>,
) -> (TextTable, Vec<GameNumbers>) {
    let standings = tournament.standings(tie_breaks);
    let mut places = vec![0; standings.len()];
    for (place, standing) in standings.iter().enumerate() {
        places[standing.player] = place;
    }
    let uneven = standings.windows(2).any(|pair| pair[0].games != pair[1].games);
    let rated = tournament.players.iter().any(|player| player.elo.is_some());
    let mut table = TextTable { fixed: 2, shortened: 1, ..TextTable::default() };
    table.column("", true);
    table.column(terms.player, false);
    if rated {
        table.column(terms.rating, true);
    }
    let columns = match tournament.kind {
        TournamentKind::Match | TournamentKind::AllPlayAll | TournamentKind::Scheveningen => {
            (1..=standings.len()).map(|n| n.to_string()).collect()
        }
        _ if is_by_rounds(tournament) => {
            tournament.rounds.iter().map(|round| format!("{}{round}", terms.round)).collect()
        }
        _ => terms.results.map(str::to_owned).to_vec(),
    };
    for heading in columns {
        table.columns.push(Column { heading, right: true, close: true, ..Column::default() });
    }
    table.column(terms.points, true);
    if uneven {
        table.column(terms.games, true);
    }
    for tie_break in tie_breaks {
        let (heading, meaning) = (tie_break.code(), (terms.tie_break)(*tie_break));
        table.columns.push(Column { heading, meaning, right: true, ..Column::default() });
    }
    if rated {
        let [heading, meaning] = terms.performance.map(str::to_owned);
        table.columns.push(Column { heading, meaning, right: true, ..Column::default() });
    }
    let games = games_of_players(tournament);
    let mut numbers = Vec::new();
    for (place, standing) in standings.iter().enumerate() {
        let player = &tournament.players[standing.player];
        let named = format!("{} {}", player.title, player.name);
        let mut row = vec![(place + 1).to_string(), named.trim_start().to_owned()];
        if rated {
            row.push(number(player.elo));
        }
        let games = &games[standing.player];
        let own = Own { tournament, places: &places, games, ascii, terms };
        numbers.push([vec![None; row.len()], own.numbers()].concat());
        row.extend(own.cells(standing));
        row.push(own.points(standing.points));
        if uneven {
            row.push(standing.games.to_string());
        }
        row.extend(standing.tie_breaks.iter().map(|value| {
            value.map_or(String::new(), |value| decimal(value).replace('.', terms.decimal))
        }));
        if rated {
            row.push(number(standing.performance));
        }
        table.rows.push(row);
    }
    (table, numbers)
}

fn number(number: Option<impl ToString>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// Returns a value without zeros after the point: `7`, `7.25`.
fn decimal(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the games of each player in the order of the rounds.
fn games_of_players(tournament: &Tournament) -> Vec<Vec<(Color, Pairing)>> {
    let mut games = vec![Vec::new(); tournament.players.len()];
    let mut order = tournament.games.clone();
    order.sort_by_key(|game| game.round);
    for game in order {
        for color in Color::ALL {
            games[game.player(color)].push((color, game));
        }
    }
    games
}

/// The games of a player.
struct Own<'a> {
    tournament: &'a Tournament,
    /// Places of all players in the table, from 0.
    places: &'a [usize],
    games: &'a [(Color, Pairing)],
    ascii: bool,
    terms: Terms<'a>,
}

impl Own<'_> {
    /// Returns the games against each player, by their places.
    fn opponents(&self) -> Vec<Vec<&(Color, Pairing)>> {
        let mut games = vec![Vec::new(); self.places.len()];
        for own in self.games {
            games[self.places[own.1.player(!own.0)]].push(own);
        }
        games
    }

    /// Returns the cells of the results.
    fn cells(&self, standing: &Standing) -> Vec<String> {
        match self.tournament.kind {
            TournamentKind::Match | TournamentKind::AllPlayAll | TournamentKind::Scheveningen => {
                let games = self.opponents();
                let cell = |games: &Vec<&(Color, Pairing)>| {
                    if games.len() > self.terms.signs {
                        self.sum(games)
                    } else {
                        games.iter().map(|(color, game)| self.sign(*color, game)).collect()
                    }
                };
                let mut cells: Vec<String> = games.iter().map(cell).collect();
                cells[self.places[standing.player]].push(if self.ascii { 'x' } else { SELF });
                cells
            }
            _ if is_by_rounds(self.tournament) => {
                self.tournament.rounds.iter().map(|round| self.round(standing, *round)).collect()
            }
            _ => [2, 1, 0]
                .map(|halves| {
                    let points = |(color, game): &&(Color, Pairing)| game.points(*color);
                    let games = self.games.iter();
                    games.filter(|game| points(game) == Some(Points { halves })).count().to_string()
                })
                .to_vec(),
        }
    }

    /// Returns the number of the game of each cell that stands for a single one.
    fn numbers(&self) -> GameNumbers {
        let only = |games: Vec<&(Color, Pairing)>| match games[..] {
            [(_, game)] if game.number > 0 => Some(game.number),
            _ => None,
        };
        match self.tournament.kind {
            TournamentKind::Match | TournamentKind::AllPlayAll | TournamentKind::Scheveningen => {
                self.opponents().into_iter().map(only).collect()
            }
            _ if is_by_rounds(self.tournament) => {
                let of = |round| self.games.iter().filter(move |own| own.1.round == round);
                self.tournament.rounds.iter().map(|round| only(of(*round).collect())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns points with `½`, or with `.5` in ASCII.
    fn points(&self, points: Points) -> String {
        if self.ascii { decimal(f64::from(points.halves) / 2.0) } else { points.to_string() }
    }

    /// Returns the points of some games and their number: `2½/4`.
    fn sum(&self, games: &[&(Color, Pairing)]) -> String {
        let points = games.iter().filter_map(|(color, game)| game.points(*color));
        let halves = points.map(|points| points.halves).sum();
        format!("{}/{}", self.points(Points { halves }), games.len())
    }

    /// Returns the cell of a round: `12w1`, `bye½`, or `12 2½/4` if an opponent was played several
    /// times.
    fn round(&self, standing: &Standing, round: usize) -> String {
        let byes = self.tournament.byes.iter();
        let bye = byes.into_iter().find(|bye| (bye.player, bye.round) == (standing.player, round));
        let games: Vec<_> = self.games.iter().filter(|(_, game)| game.round == round).collect();
        let place = |(color, game): &(Color, Pairing)| self.places[game.player(!*color)] + 1;
        match games[..] {
            [] => bye.map_or("-".to_owned(), |bye| {
                format!("{}{}", self.terms.bye, self.points(bye.points))
            }),
            [one, _, ..] if games.iter().all(|game| place(game) == place(one)) => {
                format!("{} {}", place(one), self.sum(&games))
            }
            _ => {
                let cells = games.iter().map(|game| {
                    let (color, pairing) = **game;
                    let [white, black] = self.terms.colours;
                    let letter = color.fold_wb(white, black);
                    format!("{}{letter}{}", place(game), self.sign(color, &pairing))
                });
                cells.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Returns the sign of a result, for a forfeit `+` or `-`.
    fn sign(&self, color: Color, game: &Pairing) -> &'static str {
        match game.points(color).map(|points| points.halves) {
            None => "*",
            Some(2) if game.forfeit => "+",
            Some(0) if game.forfeit => "-",
            Some(2) => "1",
            Some(0) => "0",
            Some(_) if self.ascii => "=",
            Some(_) => "½",
        }
    }
}

/// Returns the places of players who share a rank, such as `4–5`.
fn equal_places(standings: &[Standing]) -> Vec<String> {
    let mut places = Vec::new();
    for (at, standing) in standings.iter().enumerate() {
        let is_last = standings.get(at + 1).is_none_or(|next| next.rank != standing.rank);
        if is_last && standing.rank <= at {
            places.push(format!("{}–{}", standing.rank, at + 1));
        }
    }
    places
}

/// Records that the games of a tournament lack.
#[derive(Clone, Copy)]
enum Missing {
    /// Number of missing games.
    Games(u64),
    /// Number of missing rounds, counted for each player.
    Rounds(u64),
    /// Byes and forfeits, as far as there were any.
    Byes,
}

/// Returns the results that the games lack.
fn missing(tournament: &Tournament) -> Option<Missing> {
    let (players, games) = (tournament.players.len(), tournament.games.len());
    let missing = match tournament.kind {
        TournamentKind::Match | TournamentKind::Simultaneous => return None,
        TournamentKind::AllPlayAll | TournamentKind::Scheveningen => {
            let pairs = match tournament.teams() {
                Some([one, other]) => one.len() * other.len(),
                None => players * players.saturating_sub(1) / 2,
            };
            Missing::Games((pairs * tournament.cycles).saturating_sub(games) as u64)
        }
        TournamentKind::Swiss => {
            let recorded = 2 * games + tournament.byes.len();
            let all = players * tournament.rounds.len();
            Missing::Rounds(all.saturating_sub(recorded) as u64)
        }
        TournamentKind::Knockout | TournamentKind::Other => Missing::Byes,
    };
    (!matches!(missing, Missing::Games(0) | Missing::Rounds(0))).then_some(missing)
}

fn missing_in_words(missing: Missing, tournament: &Tournament) -> String {
    let missing = match missing {
        Missing::Games(missing) => {
            let whole = if tournament.teams().is_some() { "match" } else { "all-play-all" };
            let missing = count(missing, "game");
            format!("{missing} of the {whole}, or forfeits without a record, are missing")
        }
        Missing::Rounds(empty) => {
            let rounds = count(empty, "round");
            format!("{rounds} of players have no record; points of byes and forfeits are missing")
        }
        Missing::Byes => "byes, and forfeits without a record, are missing".to_owned(),
    };
    format!("From the games alone: {missing}.")
}

/// Returns the members of the two teams of a match with their points.
fn teams(tournament: &Tournament, standings: &[Standing]) -> Option<String> {
    let teams = tournament.teams()?.map(|team| {
        let of_team = || standings.iter().filter(|standing| team.contains(&standing.player));
        let names = of_team().map(|standing| &*tournament.players[standing.player].name);
        let halves = of_team().map(|standing| standing.points.halves).sum();
        format!("{} {}", names.collect::<Vec<_>>().join("; "), Points { halves })
    });
    Some(teams.join(" – "))
}

/// Returns the number of records that were left out for each reason, and the players of the first.
fn left_out(
    tournament: &Tournament,
    round: impl Fn(&str) -> String,
) -> Vec<(LeftOutReason, u64, String)> {
    let mut reasons: Vec<_> = tournament.left_out.iter().map(|out| out.reason).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let of_reason = |reason| {
        let records: Vec<_> =
            tournament.left_out.iter().filter(|out| out.reason == reason).collect();
        let named = records.iter().take(FEW).map(|out| {
            let [white, black] = out.game.sides.each_ref().map(|side| match side.name.as_str() {
                "" => "?",
                name => name,
            });
            let round = match out.game.round.as_str() {
                "" => String::new(),
                number => round(number),
            };
            format!("{white} – {black}{round}")
        });
        let more = if records.len() > FEW { "; …" } else { "" };
        (reason, records.len() as u64, named.collect::<Vec<_>>().join("; ") + more)
    };
    reasons.into_iter().map(of_reason).collect()
}

/// Returns the notes needed to read the table.
fn notes(tournament: &Tournament, tie_breaks: &[TieBreak]) -> Vec<String> {
    let mut notes = Vec::new();
    let meanings = tie_breaks.iter().map(|tie_break| format!("{tie_break} {}", tie_break.name()));
    let mut meanings: Vec<String> = meanings.collect();
    if tournament.players.iter().any(|player| player.elo.is_some()) {
        meanings.push("perf rating performance".to_owned());
    }
    if !meanings.is_empty() {
        notes.push(meanings.join("; "));
    }
    let standings = tournament.standings(tie_breaks);
    notes.extend(teams(tournament, &standings).map(|teams| format!("Teams: {teams}.")));
    let equal = equal_places(&standings);
    if !equal.is_empty() {
        notes.push(format!("Still tied: {}.", equal.join(", ")));
    }
    notes.extend(missing(tournament).map(|missing| missing_in_words(missing, tournament)));
    if is_by_rounds(tournament) {
        notes.extend(match tournament.round_source {
            RoundSource::Tags => None,
            RoundSource::Dates => Some("Rounds by the dates of the games.".to_owned()),
            RoundSource::Order => Some("Rounds by the order of the games.".to_owned()),
        });
    }
    let unfinished = tournament.unfinished() as u64;
    if unfinished > 0 {
        notes.push(format!("{} without a result (*) without points.", count(unfinished, "game")));
    }
    for (reason, records, named) in left_out(tournament, |round| format!(", round {round}")) {
        let records = count(records, "game");
        notes.push(format!("{records} left out, because {reason} ({named})."));
    }
    notes
}
