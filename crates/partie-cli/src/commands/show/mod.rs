//! `partie show`: a game or a position on a board in the terminal.

mod header;
mod moves;
#[cfg(feature = "full")]
mod open;
mod page;
pub(super) mod place;
mod replay;
pub(super) mod source;
mod speak;
#[cfg(feature = "full")]
mod tui;

use std::io::{self, Write as _};

use partie_core::{Game, Language, NodeId, Notation};
use partie_formats::{Severity, WriteOptions, fen};

use super::{note, print_message};
use crate::{
    args::{ColourChoice, Drawing, ShowArguments},
    board::{BoardStyle, ColourDepth, PieceGlyphs, StyledLine, style},
    exit::Exit,
    terminal,
};
use page::Page;
use replay::Replay;
use source::{GameChoice, ShownGame};

pub(super) fn run(arguments: &ShowArguments) -> anyhow::Result<Exit> {
    let ShowArguments { what, place, drawing, speaking, reading } = arguments;
    let colours = colours(drawing.colors);
    let notation = match drawing.to_lang {
        Some(language) => drawing.notation.in_language(language),
        None => drawing.notation,
    };
    #[cfg(feature = "full")]
    if drawing.interactive.tui {
        return tui::run(tui::Request {
            named: source::input(what, reading)?,
            place,
            reading,
            flip: drawing.flip,
            look: look(drawing, colours),
            colours,
            notation,
        });
    }
    #[cfg(feature = "full")]
    if drawing.interactive.open {
        return open::run(&source::input(what, reading)?, arguments);
    }
    let wanted = GameChoice { number: place.game, ..GameChoice::default() };
    let Some(shown) = source::find(what, wanted, reading)? else { return Ok(Exit::Problems) };
    let game = shown.record.game();
    let nodes = match place::chosen(game, place) {
        Ok(nodes) => nodes,
        Err(why) => {
            note(why);
            return Ok(Exit::Problems);
        }
    };
    if speaking.speak {
        speak::speak(game, &nodes, place, speaking)?;
        return Ok(remarks(&shown, place.game));
    }
    let page = Page {
        game,
        look: look(drawing, colours),
        flip: drawing.flip,
        width: drawing.columns.map_or_else(terminal::width, usize::from),
        notation,
        replay: Replay::default(),
    };
    let lines = if drawing.print_fen {
        let options = WriteOptions::default();
        nodes.iter().map(|n| line(fen::boards(&page.replay.at(game, *n), &options))).collect()
    } else if drawing.movetext {
        let chosen = place.ply.is_some() || place.move_number.is_some();
        page.text(nodes.first().copied().filter(|_| chosen))
    } else if place.every.is_some() || place.all {
        page.boards(&nodes)
    } else {
        nodes.first().map(|node| page.position(*node)).unwrap_or_default()
    };
    print(&lines, colours)?;
    Ok(remarks(&shown, place.game))
}

fn line(text: String) -> StyledLine {
    vec![style::StyledSpan::new(text, style::TextStyle::Plain)]
}

/// Chooses the style of boards for this terminal.
fn look(drawing: &Drawing, colours: ColourDepth) -> BoardStyle {
    let figures = drawing.unicode || !drawing.ascii && terminal::unicode();
    BoardStyle {
        figures: if figures { PieceGlyphs::Unicode } else { PieceGlyphs::Ascii },
        coloured: colours != ColourDepth::None,
        coordinates: !drawing.no_coordinates,
    }
}

/// Returns the colours that are chosen for this terminal.
pub(super) fn colours(choice: ColourChoice) -> ColourDepth {
    match choice {
        ColourChoice::Auto => terminal::colours(),
        ColourChoice::Always => terminal::depth(),
        ColourChoice::Never => ColourDepth::None,
        ColourChoice::Sixteen => ColourDepth::Sixteen,
        ColourChoice::Indexed => ColourDepth::Indexed,
        ColourChoice::True => ColourDepth::True,
    }
}

/// Prints lines in these colours.
pub(super) fn print(lines: &[StyledLine], colours: ColourDepth) -> io::Result<()> {
    let choice = match colours {
        ColourDepth::None => anstream::ColorChoice::Never,
        _ => anstream::ColorChoice::Always,
    };
    let mut out = anstream::AutoStream::new(io::stdout(), choice).lock();
    for line in lines {
        writeln!(out, "{}", style::paint(line, colours))?;
    }
    out.flush()
}

/// Prints some lines of text and the position of a node, with a board if that is `drawn`.
pub(super) fn print_position(head: &str, game: &Game, node: NodeId, drawn: bool) -> io::Result<()> {
    let colours = terminal::colours();
    let figures = if terminal::unicode() { PieceGlyphs::Unicode } else { PieceGlyphs::Ascii };
    let page = Page {
        game,
        look: BoardStyle { figures, coloured: colours != ColourDepth::None, coordinates: true },
        flip: false,
        width: terminal::width(),
        notation: Notation::San(Language::English),
        replay: Replay::default(),
    };
    let mut lines: Vec<_> = head.lines().map(|text| line(text.to_owned())).collect();
    let boards = page.replay.at(game, node);
    if drawn {
        lines.push(StyledLine::new());
        lines.extend(page.bare_boards(node, &boards));
        lines.push(StyledLine::new());
    }
    lines.extend(page.caption(node, &boards));
    print(&lines, colours)
}

/// Names the game if there are several and none was selected, and reports its diagnostics.
pub(super) fn remarks(shown: &ShownGame, asked: Option<u64>) -> Exit {
    let ShownGame { record, name, games } = shown;
    if let Some(games) = games.filter(|games| games.at_least > 1 && asked.is_none()) {
        let more = if games.counted { "" } else { "more than " };
        note(format_args!(
            "game {} of {more}{} in {name}; use --game N for another",
            record.number, games.at_least
        ));
    }
    let errors: Vec<_> =
        record.parsed.diagnostics.iter().filter(|d| d.severity >= Severity::Error).collect();
    for error in errors.iter().take(3) {
        let line = record.place(error.span.start).line;
        print_message(format_args!("{name}:{line}: {} ({})", error.message, error.code.id));
    }
    if errors.is_empty() { Exit::Clean } else { Exit::Problems }
}
