//! The openings of the games of files.

use std::{
    io::{BufWriter, Write as _},
    ops::ControlFlow,
    path::PathBuf,
};

use partie_core::openings::{self, Opening};
use partie_db::query::Subject as _;
use partie_formats::GameView;
use partie_pgn::{parallel::Relocate, view::GameSink};
use serde_json::json;

use crate::{
    args::EcoArguments,
    commands::{
        fold::{Fold, Needs},
        games::Games,
    },
    exit::Exit,
    terminal,
    visible::{json_line, visible},
};

/// Prints a line for each game.
pub(super) fn run(files: &[PathBuf], arguments: &EcoArguments) -> anyhow::Result<Exit> {
    let games = Games::of(files, &arguments.reading).bar(!terminal::is_terminal(false));
    let live = games.is_live();
    let several = games.inputs.len() > 1;
    let mut out = BufWriter::new(anstream::stdout());
    let find = Fold::new(Needs::Moves, |game, games: &mut Vec<_>| {
        let player = |tag| game.known(tag).map(str::to_owned);
        games.push(NamedGame {
            number: game.place().number,
            white: player("White"),
            black: player("Black"),
            found: game.view(&OpeningSink),
        });
    });
    let seen = games.ask(Fold { patient: !live, ..find }, |file, game| {
        if arguments.form.is_json() {
            writeln!(out, "{}", json_line(&game.object(file)))?;
        } else {
            let file = if several { format!("{file}:") } else { String::new() };
            writeln!(out, "{}", visible(&format!("{file}{}", game.line())))?;
        }
        if live {
            out.flush()?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    out.flush()?;
    Ok(seen.exit(seen.games == 0))
}

/// A game and its opening.
struct NamedGame {
    /// Number in the file, from 1.
    number: u64,
    white: Option<String>,
    black: Option<String>,
    found: FoundOpening,
}

/// The opening of a game.
struct FoundOpening {
    /// The opening, and the number of plies before its position.
    opening: Option<(Opening, usize)>,
    /// Length of the game in plies.
    plies: usize,
}

impl Relocate for NamedGame {
    fn offset_by(&mut self, records: u64, _: u64) {
        self.number += records;
    }
}

impl NamedGame {
    fn line(&self) -> String {
        let player = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let opening = match self.found.opening {
            Some((Opening { code, name }, ply)) => format!("{code} {name}, to ply {ply}"),
            None => "no known opening".to_owned(),
        };
        format!("{}: {} - {}: {opening}", self.number, player(&self.white), player(&self.black))
    }

    fn object(&self, file: &str) -> serde_json::Value {
        let FoundOpening { opening, plies } = self.found;
        json!({
            "file": file,
            "game": self.number,
            "white": self.white,
            "black": self.black,
            "code": opening.map(|(opening, _)| opening.code),
            "name": opening.map(|(opening, _)| opening.name),
            "ply": opening.map(|(_, ply)| ply),
            "plies": plies,
        })
    }
}

/// Finds openings by moves, and of a record without moves by its position.
struct OpeningSink;

impl GameSink for OpeningSink {
    type Made = FoundOpening;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> FoundOpening {
        let plies = game.ply_count();
        let start = game.start().filter(|_| plies == 0);
        let at_start = || Some((openings::at(start?.first())?, 0));
        FoundOpening { opening: game.opening().or_else(at_start), plies }
    }
}
