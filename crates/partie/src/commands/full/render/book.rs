//! `partie render -t pdf`: games as a book.

use std::collections::BTreeSet;

use partie_core::{Game, Language};
use partie_render::{Book, BookOptions, Diagrams, FinishedBook, Theme};

use super::{chosen, picture::look};
use crate::{
    args::{RenderArguments, RenderText},
    commands::note,
    exit::Exit,
    report::{count, visible},
};

/// Makes the book, unless there are no games for it.
pub(super) fn make(arguments: &RenderArguments) -> anyhow::Result<(Option<Vec<u8>>, Exit)> {
    let mut book = Book::new(options(arguments));
    let seen = chosen::each(arguments, |record| {
        book.add(record.game());
        Ok(())
    })?;
    let exit = seen.exit(arguments);
    if book.is_empty() {
        return Ok((None, exit));
    }
    note(format_args!("{} in the book", count(book.len() as u64, "game")));
    Ok((Some(finished(book)?), exit))
}

/// The book of one game.
pub(super) fn of_one(arguments: &RenderArguments, game: &Game) -> anyhow::Result<Vec<u8>> {
    let mut book = Book::new(options(arguments));
    book.add(game);
    finished(book)
}

fn finished(book: Book) -> anyhow::Result<Vec<u8>> {
    let FinishedBook { file, lacking } = book.finish()?;
    if !lacking.is_empty() {
        note(lacking_glyphs(&lacking));
    }
    Ok(file)
}

/// Says which characters are not to be seen in the book.
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
    let RenderText { to_lang, diagrams, title, paper, large_print } = &arguments.text;
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
        .diagrams(diagrams.unwrap_or(Diagrams::BOOK))
}
