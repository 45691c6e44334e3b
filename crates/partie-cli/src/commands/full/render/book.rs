//! `partie render -t pdf`: games as a book.

use std::collections::BTreeSet;

use partie_core::{Game, Language};
use partie_db::tournament::{EventGame, Tournament, events, is_casual};
use partie_render::{Book, BookOptions, BookTable, Diagrams, FinishedBook, Theme};
use partie_site::crosstable;

use super::{
    chosen,
    picture::{look, words},
};
use crate::{
    args::{RenderArguments, RenderText},
    commands::note,
    exit::Exit,
    report::{count, visible},
};

/// The fewest games of an event that make a bulletin.
const FEWEST: usize = 3;
/// The fewest games of a book with an index of players.
const INDEXED: usize = 10;

/// Makes the book, unless there are no games for it.
pub(super) fn make(arguments: &RenderArguments) -> anyhow::Result<(Option<Vec<u8>>, Exit)> {
    let mut options = options(arguments);
    let mut games: Vec<Game> = Vec::new();
    let mut facts: Vec<EventGame> = Vec::new();
    let seen = chosen::each(arguments, |record| {
        games.push(record.game().clone());
        let mut game = EventGame::of(record);
        game.number = games.len() as u64;
        facts.push(game);
        Ok(())
    })?;
    let exit = seen.exit(arguments);
    if games.is_empty() {
        return Ok((None, exit));
    }
    note(format_args!("{} in the book", count(games.len() as u64, "game")));
    let Some(tournament) = tournament(facts) else {
        let mut book = Book::new(options);
        let is_indexed = games.len() >= INDEXED;
        for game in games {
            book.add(game);
        }
        if is_indexed {
            book.index();
        }
        return Ok((Some(finished(book)?), exit));
    };
    let words = words(arguments.text.language.or(arguments.text.to_lang));
    let sheet = crosstable::sheet(&tournament, words, |_| None, |_| String::new());
    if options.title.is_none() {
        options.title = Some(sheet.title.clone());
    }
    let mut book = Book::new(options);
    // The book has the games of the match.
    if let Some(table) = sheet.tables.first() {
        book.table(BookTable {
            heading: String::new(),
            facts: sheet.facts.clone(),
            columns: table.columns.iter().map(|c| (c.heading.clone(), c.right)).collect(),
            rows: table
                .rows
                .iter()
                .map(|row| row.iter().map(|cell| cell.text.clone()).collect())
                .collect(),
            notes: sheet.notes.clone(),
        });
    }
    add_by_rounds(&mut book, games, &tournament);
    book.index();
    Ok((Some(finished(book)?), exit))
}

/// Adds the games by round, with a heading for each; games that the crosstable leaves out come
/// last.
fn add_by_rounds(book: &mut Book, games: Vec<Game>, tournament: &Tournament) {
    let is_parted = tournament.rounds.len() > 1;
    let mut left: Vec<Option<Game>> = games.into_iter().map(Some).collect();
    for round in &tournament.rounds {
        let of_round = tournament.games.iter().filter(|game| game.round == *round);
        let of_round: Vec<usize> = of_round.map(|game| game.number as usize - 1).collect();
        if is_parted && *round > 0 && !of_round.is_empty() {
            book.round(*round);
        }
        for game in of_round.into_iter().filter_map(|index| left[index].take()) {
            book.add(game);
        }
    }
    for game in left.into_iter().flatten() {
        book.add(game);
    }
}

/// Returns the tournament of all games, if they are of one.
fn tournament(facts: Vec<EventGame>) -> Option<Tournament> {
    if facts.len() < FEWEST {
        return None;
    }
    let mut parts = events(facts);
    let only = parts.pop().filter(|only| parts.is_empty() && !is_casual(only))?;
    let tournament = Tournament::new(only, None);
    (!tournament.event.is_empty() && tournament.games.len() >= FEWEST).then_some(tournament)
}

/// The book of one game.
pub(super) fn of_one(arguments: &RenderArguments, game: &Game) -> anyhow::Result<Vec<u8>> {
    let mut book = Book::new(options(arguments));
    book.add(game.clone());
    finished(book)
}

fn finished(book: Book) -> anyhow::Result<Vec<u8>> {
    let FinishedBook { file, lacking } = book.finish()?;
    if !lacking.is_empty() {
        note(lacking_glyphs(&lacking));
    }
    Ok(file)
}

/// Formats the list of characters that the book's font lacks.
fn lacking_glyphs(lacking: &BTreeSet<char>) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = lacking.iter().take(SHOWN).map(char::to_string).collect();
    let more = if lacking.len() > SHOWN { " …" } else { "" };
    format!(
        "{} missing from the book's fonts, shown as boxes: {}{more}",
        count(lacking.len() as u64, "character"),
        visible(&shown.join(" ")),
    )
}

fn options(arguments: &RenderArguments) -> BookOptions {
    let RenderText { to_lang, language, diagrams, title, paper, large_print } = &arguments.text;
    let drawing = &arguments.drawing;
    // Weak eyes see pieces better on a plain colour than on hatches.
    let theme = if *large_print { Theme::Contrast } else { Theme::Print };
    BookOptions::default()
        .title(title.clone())
        .paper(paper.unwrap_or_default())
        .large_print(*large_print)
        // The text says which move was the last, and a sign who is to move.
        .look(look(drawing, theme).turn(true).hide_move(true))
        .language(to_lang.unwrap_or(Language::Figurine))
        .words(*language)
        .diagrams(diagrams.unwrap_or(Diagrams::BOOK))
}
