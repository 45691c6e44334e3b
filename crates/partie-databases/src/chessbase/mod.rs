//! Databases of `ChessBase`: `cbh` and the files beside it.
//!
//! Source of the formats: the description in Morphy (<https://github.com/Yarin78/morphy>,
//! `morphy-cbh/docs/cbh-format`), which was found by looking at databases, and what its readers and
//! cbh2pgn (<https://github.com/asdfjkl/cbh2pgn>) do. Signs in texts are those of real annotations.
//!
//! | file | what it has |
//! |---|---|
//! | `cbh` | 46 bytes a game: numbers of names, date, result, round, ratings, ECO, medals, and places in the next two |
//! | `cbg` | start positions and moves |
//! | `cba` | annotations |
//! | `cbp` `cbt` `cbc` `cbs` `cbe` `cbl` | players, tournaments, annotators, sources, teams, titles |
//! | `cbj` | teams, the types of ratings, and titles |
//!
//! Other files (`cib`, `cit`, `cko`, `ini`, ...) help to search and hold nothing of the games.

mod annotations;
mod entities;
mod moves;
mod nations;
mod signs;
mod stones;
mod tables;
#[cfg(test)]
mod tests;

use std::io;

use partie_core::{Color, Game, Nag, NodeId, Outcome};
use partie_formats::{Code, database::codes};

use crate::{
    files::{Files, Part},
    found::{Found, Problems, Records, with_first_game},
};
use entities::{Entities, Entity, date, text};
use nations::nation;

/// Number of bytes of the head of the main file, and of each game.
const SIZE: usize = 46;

/// Number of bytes of the head of the file of more data.
const MORE_HEAD: u64 = 32;

/// Byte of the number of a game's title in the data of the file of more data.
const TITLE: usize = 116;

/// Most bytes of the moves, and of the annotations, of a game that are read.
const MOST: usize = 2 << 20;

/// A database of `ChessBase`.
struct ChessBase {
    games: Part,
    count: u64,
    moves: Result<Part, String>,
    annotations: Result<Part, String>,
    players: Result<Entities, String>,
    tournaments: Result<Entities, String>,
    annotators: Result<Entities, String>,
    sources: Result<Entities, String>,
    teams: Result<Entities, String>,
    titles: Result<Entities, String>,
    /// The file of more data, with the size of an entry.
    more: Option<(Part, usize)>,
    /// Problems of the database, which are named with its first game.
    problems: Vec<(&'static Code, String)>,
}

pub(crate) fn open(name: &str, files: &dyn Files) -> io::Result<impl Records + use<>> {
    let games = Part::open(files, name, "cbh")?;
    let games = games.map_err(|_| io::Error::from(io::ErrorKind::NotFound))?;
    let head = games.bytes(0, SIZE)?;
    if head.len() < SIZE || head[3..5] != (SIZE as u16).to_be_bytes() {
        return Err(io::Error::other("this is no list of games of a ChessBase database"));
    }
    let announced = u64::from(number(&head, 6)).saturating_sub(1);
    let there = games.length / SIZE as u64 - 1;
    let mut problems = Vec::new();
    if there < announced {
        let words = format!(
            "{}, byte {}: {announced} games are announced, but the file ends after {there}",
            games.name, games.length
        );
        problems.push((&codes::CUT_INDEX, words));
    } else if there > announced {
        let words = format!(
            "{}, byte 6: {announced} games are announced, but more bytes follow; they were not read",
            games.name
        );
        problems.push((&codes::BROKEN_DATA, words));
    }
    let mut problems = with_first_game(problems, announced.min(there))?;
    let missing = |found: Result<Part, String>| found.map_err(|name| format!("{name} is missing"));
    let entities = |extension: &str| Entities::open(files, name, extension);
    let more = Part::open(files, name, "cbj")?.ok();
    let more = match more {
        Some(more) => {
            let size = number(&more.bytes(4, 4)?, 0) as usize;
            if (8..=1 << 12).contains(&size) {
                Some((more, size))
            } else {
                let words = format!(
                    "{}, byte 4: entries of {size} bytes; teams, titles and types of ratings were not read",
                    more.name
                );
                problems.push((&codes::BROKEN_DATA, words));
                None
            }
        }
        None => None,
    };
    Ok(ChessBase {
        count: announced.min(there),
        moves: missing(Part::open(files, name, "cbg")?),
        annotations: missing(Part::open(files, name, "cba")?),
        players: entities("cbp")?,
        tournaments: entities("cbt")?,
        annotators: entities("cbc")?,
        sources: entities("cbs")?,
        teams: entities("cbe")?,
        titles: entities("cbl")?,
        more,
        problems,
        games,
    })
}

/// A number of four bytes, the high one first; 0 after the end.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
}

/// A number of three bytes, the high one first.
fn three(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 3).map_or(0, |b| u32::from_be_bytes([0, b[0], b[1], b[2]]))
}

/// A number of two bytes, the high one first.
fn two(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |b| u16::from_be_bytes([b[0], b[1]]))
}

/// Finds an entry; what is missing is a problem.
fn entity(
    file: &Result<Entities, String>,
    number: u32,
    kind: &str,
    problems: &mut Problems,
) -> io::Result<Option<Entity>> {
    match file {
        Ok(entities) => {
            let found = entities.get(number)?;
            if found.is_none() {
                let words = format!("{}: there is no {kind} {number}", entities.name());
                problems.add(&codes::BAD_NAME, words);
            }
            Ok(found)
        }
        Err(missing) => {
            let words = format!("{missing}: the {kind} was not read");
            problems.add(&codes::MISSING_FILE, words);
            Ok(None)
        }
    }
}

/// Adds a tag that has a value.
fn push(game: &mut Game, name: &str, value: impl Into<String>) {
    let value = value.into();
    if !value.is_empty() {
        game.tags.push(name, value);
    }
}

impl Records for ChessBase {
    fn records(&self) -> u64 {
        self.count
    }

    fn name(&self) -> &str {
        &self.games.name
    }

    fn read(&self, index: u64) -> io::Result<Found> {
        let mut found = Found::new();
        for (code, words) in self.problems.iter().filter(|_| index == 0) {
            found.problems.add(code, words.clone());
        }
        let entry = self.games.bytes((index + 1) * SIZE as u64, SIZE)?;
        if entry.len() < SIZE {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let place = format!("{}, game {}", self.name(), index + 1);
        let Found { game, problems } = &mut found;
        if entry[0] & 0x80 != 0 {
            problems.add(&codes::DELETED, format!("{place}: marked as deleted"));
            game.tags.push("ChessBaseFlags", "D");
        }
        if entry[0] & 2 != 0 {
            self.guiding_text(&entry, &place, game, problems)?;
            return Ok(found);
        }
        let more = match &self.more {
            Some((part, size)) => part.bytes(MORE_HEAD + index * *size as u64, *size)?,
            None => Vec::new(),
        };
        self.names(&entry, &more, game, problems)?;
        header(&entry, &more, &place, game, problems);
        let (moves, notes) = (number(&entry, 1).into(), number(&entry, 5).into());
        let nodes = self.read_moves(long(&more, 30, moves), game, problems)?;
        // Without moves, the annotations have no places.
        if notes != 0 && self.moves.is_ok() {
            self.read_annotations(long(&more, 12, notes), &nodes, game, problems)?;
        }
        if entry[27] == LINE && entry[28] != 0 {
            let end = game.tree.mainline_end();
            game.tree.annotations_mut(end).add_nag(Nag(entry[28]));
        }
        Ok(found)
    }
}

/// Returns the long form of an offset, if it goes on from the short one.
fn long(more: &[u8], at: usize, short: u64) -> u64 {
    let Some(bytes) = more.get(at..at + 8) else { return short };
    let long = u64::from(number(bytes, 0)) << 32 | u64::from(number(bytes, 4));
    if long & 0xffff_ffff == short { long } else { short }
}

impl ChessBase {
    /// Adds the tags of entries in other files.
    fn names(
        &self,
        entry: &[u8],
        more: &[u8],
        game: &mut Game,
        problems: &mut Problems,
    ) -> io::Result<()> {
        self.tournament(three(entry, 15), game, problems)?;
        for (tag, at) in [("White", 9), ("Black", 12)] {
            let player = entity(&self.players, three(entry, at), "player", problems)?;
            let name = player.map(|player| {
                let (last, first) = (player.text(0, 30), player.text(30, 20));
                if first.is_empty() { last.into_owned() } else { format!("{last}, {first}") }
            });
            game.tags
                .push(tag, name.filter(|name| !name.is_empty()).unwrap_or_else(|| "?".to_owned()));
        }
        if let Some(annotator) = entity(&self.annotators, three(entry, 18), "annotator", problems)?
        {
            push(game, "Annotator", annotator.text(0, 45));
        }
        self.source(three(entry, 21), game, problems)?;
        for (tag, at) in [("WhiteTeam", 0), ("BlackTeam", 4)] {
            let team = number(more, at);
            if more.is_empty() || team == u32::MAX {
                continue;
            }
            if let Some(team) = entity(&self.teams, team, "team", problems)? {
                push(game, tag, team.text(0, 45));
                push(game, &format!("{tag}Country"), nation(team.byte(54)).unwrap_or_default());
                let number = team.number(45);
                let number = if number == 0 { String::new() } else { number.to_string() };
                push(game, &format!("{tag}Number"), number);
            }
        }
        let title = number(more, TITLE);
        if more.len() >= TITLE + 4
            && title != u32::MAX
            && let Some(title) = entity(&self.titles, title, "title", problems)?
        {
            // Titles in six languages, English first.
            let mut titles = (0..6).map(|language| title.text(200 * language, 200));
            push(game, "Title", titles.find(|title| !title.is_empty()).unwrap_or_default());
        }
        Ok(())
    }

    fn tournament(&self, number: u32, game: &mut Game, problems: &mut Problems) -> io::Result<()> {
        let Some(tournament) = entity(&self.tournaments, number, "tournament", problems)? else {
            return Ok(());
        };
        push(game, "Event", tournament.text(0, 40));
        push(game, "Site", tournament.text(40, 30));
        push(game, "EventDate", date(tournament.number(70)).unwrap_or_default());
        let kinds = ["", "game", "match", "tourn", "swiss", "team", "k.o.", "simul", "schev"];
        let kind = tournament.byte(74);
        let system = kinds.get(usize::from(kind & 31)).copied().unwrap_or_default();
        let speeds = [(5, "blitz"), (6, "rapid"), (7, "corr")];
        let speed = speeds.into_iter().find(|(bit, _)| kind >> bit & 1 == 1);
        push(
            game,
            "EventType",
            match speed {
                Some((_, speed)) if system.is_empty() => speed.to_owned(),
                Some((_, speed)) => format!("{system} ({speed})"),
                None => system.to_owned(),
            },
        );
        push(game, "EventCountry", nation(tournament.byte(76)).unwrap_or_default());
        for (tag, at) in [("EventCategory", 78), ("EventRounds", 80)] {
            let value = tournament.byte(at);
            push(game, tag, if value == 0 { String::new() } else { value.to_string() });
        }
        Ok(())
    }

    fn source(&self, number: u32, game: &mut Game, problems: &mut Problems) -> io::Result<()> {
        let Some(source) = entity(&self.sources, number, "source", problems)? else {
            return Ok(());
        };
        push(game, "SourceTitle", source.text(0, 25));
        push(game, "Source", source.text(25, 16));
        push(game, "SourceDate", date(source.number(45)).unwrap_or_default());
        let version = source.byte(49);
        push(game, "SourceVersion", if version == 0 { String::new() } else { version.to_string() });
        let qualities = ["", "1", "2", "3"];
        push(game, "SourceQuality", *qualities.get(usize::from(source.byte(50))).unwrap_or(&""));
        Ok(())
    }

    fn read_moves(
        &self,
        offset: u64,
        game: &mut Game,
        problems: &mut Problems,
    ) -> io::Result<Vec<Option<NodeId>>> {
        let part = match &self.moves {
            Ok(part) => part,
            Err(missing) => {
                problems.add(
                    &codes::MISSING_FILE,
                    format!("{missing}: the moves and their annotations were not read"),
                );
                return Ok(Vec::new());
            }
        };
        let head = part.bytes(offset, 4)?;
        let length = three(&head, 1) as usize;
        let data = part.bytes(offset, length.min(MOST))?;
        if head.len() < 4 || data.len() < length {
            problems.add(&codes::OUTSIDE, outside(part, offset, length, "moves"));
            if head.len() < 4 {
                return Ok(Vec::new());
            }
        }
        Ok(moves::read(&data, (part, offset), game, problems))
    }

    fn read_annotations(
        &self,
        offset: u64,
        nodes: &[Option<NodeId>],
        game: &mut Game,
        problems: &mut Problems,
    ) -> io::Result<()> {
        let part = match &self.annotations {
            Ok(part) => part,
            Err(missing) => {
                let words = format!("{missing}: the annotations were not read");
                problems.add(&codes::MISSING_FILE, words);
                return Ok(());
            }
        };
        let length = annotations::length(&part.bytes(offset, 14)?).unwrap_or(0);
        let data = part.bytes(offset, length.min(MOST))?;
        if length == 0 || data.len() < length {
            problems.add(&codes::OUTSIDE, outside(part, offset, length, "annotations"));
            if length == 0 {
                return Ok(());
            }
        }
        annotations::read(&data, (part, offset), nodes, game, problems);
        Ok(())
    }

    /// Reads a text, of which only the title and the tournament are kept.
    fn guiding_text(
        &self,
        entry: &[u8],
        place: &str,
        game: &mut Game,
        problems: &mut Problems,
    ) -> io::Result<()> {
        self.tournament(three(entry, 7), game, problems)?;
        if let Some(annotator) = entity(&self.annotators, three(entry, 13), "annotator", problems)?
        {
            push(game, "Annotator", annotator.text(0, 45));
        }
        let mut title = None;
        if let Ok(part) = &self.moves {
            let offset = number(entry, 1).into();
            let data = part.bytes(offset, 1 << 10)?;
            let little =
                |at: usize| data.get(at..at + 2).map_or(0, |b| u16::from_le_bytes([b[0], b[1]]));
            if little(6) > 0 {
                let length = usize::from(little(10));
                title = data.get(12..12 + length).map(|title| text(title).into_owned());
            }
        }
        if let Some(title) = title.filter(|title| !title.is_empty()) {
            push(game, "Title", title);
        }
        let words = format!("{place}: a text; its content was left out");
        problems.add(&codes::GUIDING_TEXT, words);
        Ok(())
    }
}

/// Words on data that are not in a file.
fn outside(part: &Part, offset: u64, length: usize, what: &str) -> String {
    if length > MOST {
        let name = &part.name;
        return format!("{name}, byte {offset}: {length} bytes of {what} are more than are read");
    }
    format!(
        "{}, byte {offset}: {length} bytes of {what} are announced, but the file ends at {}",
        part.name, part.length
    )
}

/// Number of the result of a game that is only a line of moves.
const LINE: u8 = 3;

/// Number of ECO codes from which on a position of Chess960 is meant.
const CHESS960: u16 = (0x1_0000_u32 - 960) as u16;

/// Adds the tags that the entry itself has.
fn header(entry: &[u8], more: &[u8], place: &str, game: &mut Game, problems: &mut Problems) {
    push(game, "Date", date(three(entry, 24)).unwrap_or_default());
    let (outcome, is_played) = match entry[27] {
        0 => (Outcome::Win(Color::Black), true),
        1 => (Outcome::Draw, true),
        2 => (Outcome::Win(Color::White), true),
        LINE => (Outcome::Unknown, true),
        4 => (Outcome::Win(Color::Black), false),
        5 => (Outcome::Draw, false),
        6 => (Outcome::Win(Color::White), false),
        7 => {
            let words =
                format!("{place}: the result is a loss for both sides, for which PGN has no sign");
            problems.add(&codes::CHANGED_TEXT, words);
            (Outcome::Unknown, true)
        }
        other => {
            problems
                .add(&codes::BROKEN_DATA, format!("{place}: the result {other} has no meaning"));
            (Outcome::Unknown, true)
        }
    };
    game.outcome = outcome;
    game.tags.push("Result", outcome.as_pgn());
    if !is_played {
        game.tags.push("Termination", "forfeit");
    }
    let round = match (entry[29], entry[30]) {
        (0, 0) => "?".to_owned(),
        (round, 0) => round.to_string(),
        (round, part) => format!("{round}.{part}"),
    };
    game.tags.push("Round", round);
    for (side, at, kind) in [("White", 31, 38), ("Black", 33, 54)] {
        let rating = two(entry, at);
        if rating == 0 {
            continue;
        }
        game.tags.push(format!("{side}Elo"), rating.to_string());
        let name = text(more.get(kind + 5..kind + 16).unwrap_or_default());
        if !name.is_empty() && name != "FIDE" && name.chars().all(|c| !c.is_control()) {
            game.tags.push(format!("{side}RatingType"), name);
        }
    }
    let eco = two(entry, 35);
    if let Some(code) = (eco >> 7).checked_sub(1).filter(|code| *code < 500 && eco < CHESS960) {
        let volume = char::from(b'A' + (code / 100) as u8);
        game.tags.push("ECO", format!("{volume}{:02}", code % 100));
        if eco & 0x7f != 0 {
            game.tags.push("ECOSub", format!("{:02}", eco & 0x7f));
        }
    }
    let medals = two(entry, 37);
    if medals != 0 {
        game.tags.push("Medals", medal_names(medals));
    }
}

/// Names medals, which are bits.
fn medal_names(medals: u16) -> String {
    let names = [
        "best game",
        "decided tournament",
        "model game",
        "novelty",
        "pawn structure",
        "strategy",
        "tactics",
        "with attack",
        "sacrifice",
        "defense",
        "material",
        "piece play",
        "endgame",
        "tactical blunder",
        "strategical blunder",
        "user",
    ];
    let named = names.into_iter().enumerate().filter(|(bit, _)| medals >> bit & 1 == 1);
    named.map(|(_, name)| name).collect::<Vec<_>>().join(", ")
}
