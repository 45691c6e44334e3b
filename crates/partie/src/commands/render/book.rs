//! `partie render -t pdf`: games as a book.

use std::collections::BTreeSet;

use anyhow::anyhow;
use partie_core::Language;
use partie_formats::{Severity, detect, dispatch};
use partie_render::{Book, BookOptions, Diagrams, FinishedBook, Look, Paper, Theme};

use super::look;
use crate::{
    args::{PaperName, RenderArguments, RenderText},
    commands::{
        show::source::{self, Found, Named},
        tell,
    },
    exit::Exit,
    input::{self, Input},
    progress::Progress,
    report::{count, visible},
};

/// Makes the book, unless there are no games for it.
pub(super) fn make(arguments: &RenderArguments) -> anyhow::Result<(Option<Vec<u8>>, Exit)> {
    let mut book = Book::new(options(arguments));
    let mut errors = 0;
    match source::input(&arguments.what)? {
        Named::Input(input) => read(&input, arguments, &mut book, &mut errors)?,
        Named::Fen(_) => {
            if let Found::Game(shown) = source::find(&arguments.what, 1, &arguments.reading)? {
                book.add(shown.record.game());
            }
        }
    }
    if book.is_empty() {
        return Ok((None, Exit::Findings));
    }
    if errors > 0 {
        tell(format_args!(
            "{} could not be read in full; `partie check` says why",
            count(errors, "game")
        ));
    }
    tell(format_args!("{} in the book", count(book.len() as u64, "game")));
    let exit = if errors > 0 { Exit::Findings } else { Exit::Clean };
    let FinishedBook { file, lacking } = book.finish()?;
    if !lacking.is_empty() {
        tell(lacking_glyphs(&lacking));
    }
    Ok((Some(file), exit))
}

/// Says which characters are not to be seen in the book.
fn lacking_glyphs(lacking: &BTreeSet<char>) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = lacking.iter().take(SHOWN).map(char::to_string).collect();
    let more = if lacking.len() > SHOWN { " …" } else { "" };
    format!(
        "boxes stand for {} that the book's fonts do not have: {}{more}",
        count(lacking.len() as u64, "character"),
        visible(&shown.join(" ")),
    )
}

fn options(arguments: &RenderArguments) -> BookOptions {
    let RenderText { to_lang, diagrams, title, paper, large_print } = &arguments.text;
    let drawing = &arguments.drawing;
    // Weak eyes see pieces better on a plain colour than on hatches.
    let theme = if *large_print { Theme::Contrast } else { Theme::Print };
    BookOptions {
        title: title.clone(),
        paper: match paper {
            None | Some(PaperName::A4) => Paper::A4,
            Some(PaperName::A5) => Paper::A5,
            Some(PaperName::Letter) => Paper::Letter,
        },
        large_print: *large_print,
        // The text says which move was the last, and a sign who is to move.
        look: Look { turn: true, hide_move: true, ..look(drawing, theme) },
        language: to_lang.unwrap_or(Language::Figurine),
        diagrams: diagrams.unwrap_or(Diagrams::BOOK),
    }
}

/// Sets the games of a file, or the one that is asked for.
fn read(
    input: &Input,
    arguments: &RenderArguments,
    book: &mut Book,
    errors: &mut u64,
) -> anyhow::Result<()> {
    let reading = &arguments.reading;
    let name = visible(&input.name());
    let progress = Progress::new(input::total_size(&[Ok(input.clone())]), true);
    let source = input
        .open(&progress, reading.from.is_none(), 1)
        .map_err(|unreadable| anyhow!(unreadable.message()))?;
    let format = reading
        .from
        .unwrap_or_else(|| detect::detect(&source.head, input.unpacked_name().as_deref()));
    let mut games = 0;
    for record in dispatch::read(format, source.reader, &reading.options()) {
        let record = record.map_err(|error| anyhow!(input.unreadable(error).message()))?;
        games += 1;
        if arguments.place.game.is_some_and(|game| game != games) {
            continue;
        }
        *errors += u64::from(record.parsed.worst() >= Some(Severity::Error));
        book.add(record.game());
        if arguments.place.game == Some(games) {
            return Ok(());
        }
    }
    drop(progress);
    if book.is_empty() {
        match (games, arguments.place.game) {
            (1.., Some(game)) => {
                tell(format_args!(
                    "{name}: there is no game {game}, only {}",
                    count(games, "game")
                ));
            }
            _ => tell(format_args!("{name}: no games in this file")),
        }
    }
    Ok(())
}
