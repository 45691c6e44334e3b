//! The opening of moves or of a position, as typed.

use std::io::{self, Write as _};

use partie_core::{
    Game, NodeId,
    openings::{self, OpeningLine},
};
use partie_db::query::game_of_fen;
use partie_formats::{GameView as _, Record, Severity};
use serde_json::json;

use super::list::in_words;
use crate::{
    args::EcoArguments,
    commands::{note, print_message, show},
    exit::Exit,
    terminal,
    visible::json_line,
};

/// Names the opening of moves.
pub(super) fn moves(record: &Record, json: bool) -> anyhow::Result<Exit> {
    let game = record.game();
    let found = named(game);
    if json {
        object(found.map(|(line, _)| line), found.map(|(_, ply)| ply), Some(game.ply_count()))?;
    } else if let Some((line, ply)) = found {
        print(line, game, game.tree.mainline().nth(ply - 1).unwrap_or(NodeId::ROOT))?;
    }
    let problems = record.parsed.diagnostics.iter().filter(|d| d.severity >= Severity::Warning);
    let mut exit = Exit::Clean;
    for problem in problems {
        print_message(format_args!("{} ({})", problem.message, problem.code.id));
        exit = Exit::Problems;
    }
    if found.is_none() && exit == Exit::Clean {
        note("no opening has these moves");
        exit = Exit::Problems;
    }
    Ok(exit)
}

/// Names the opening of a position.
pub(super) fn position(text: &str, arguments: &EcoArguments) -> anyhow::Result<Exit> {
    let record = game_of_fen(text, &arguments.reading.options())?;
    let game = record.game();
    let found = openings::line_at(game.start.first());
    if arguments.form.is_json() {
        object(found, None, None)?;
    } else if let Some(line) = found {
        print(line, game, NodeId::ROOT)?;
    }
    if found.is_none() {
        note("no opening has this position; give the moves, and the last known position is named");
        return Ok(Exit::Problems);
    }
    Ok(Exit::Clean)
}

/// Returns the last position of the mainline that has a name, and the number of plies before it.
fn named(game: &Game) -> Option<(OpeningLine, usize)> {
    let (_, ply) = game.opening()?;
    let node = game.tree.mainline().nth(ply.checked_sub(1)?)?;
    Some((openings::line_at(game.boards_at(node).first())?, ply))
}

/// Prints a line and its position, on a terminal with a board.
fn print(line: OpeningLine, game: &Game, node: NodeId) -> io::Result<()> {
    let head = format!("{} {}\n{}", line.opening.code, line.opening.name, in_words(line.moves));
    show::print_position(&head, game, node, terminal::is_terminal(false))
}

/// Prints an opening as JSON.
fn object(line: Option<OpeningLine>, ply: Option<usize>, plies: Option<usize>) -> io::Result<()> {
    let object = json!({
        "code": line.map(|line| line.opening.code),
        "name": line.map(|line| line.opening.name),
        "moves": line.map(|line| line.moves),
        "ply": ply,
        "plies": plies,
    });
    writeln!(anstream::stdout(), "{}", json_line(&object))
}
