//! `--open`: the games of a file in a web browser.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail};
use partie_core::Game;
use partie_db::query::game_of_fen;
use partie_server::pages::{GameList, PageOptions};

use super::{place, source::Named};
use crate::{
    args::ShowArguments,
    commands::full::{game_index::GameIndex, in_browser},
    exit::Exit,
};

/// Time to look for more games before a request is answered.
const SLICE: Duration = Duration::from_millis(20);

pub(super) fn run(named: &Named, arguments: &ShowArguments) -> anyhow::Result<Exit> {
    let ShowArguments { place, drawing, reading, .. } = arguments;
    let number = place.game.unwrap_or(1);
    let games: Arc<dyn GameList> = match named {
        Named::Fen(text) => {
            let record = game_of_fen(text, &reading.options())?;
            Arc::new(OneGame(record.parsed.value))
        }
        Named::Input(input) => {
            let mut games = GameIndex::open(input, reading)?;
            let found = games.game(number).with_context(|| input.name())?;
            if found.is_none() {
                let found = games.found();
                bail!("{}: game {} does not exist; found {found}", input.name(), number);
            }
            // A path would reveal the file's location on this machine.
            let name = input.path().and_then(Path::file_name);
            let name =
                name.map_or_else(|| input.name(), |name| name.to_string_lossy().into_owned());
            Arc::new(OpenFile { name, games: Mutex::new(games) })
        }
    };
    let first = games.game(number).ok_or_else(|| anyhow!("nothing to show"))?;
    let mut path = if games.len() == 1 || number > 1 {
        format!("/games/{number}")
    } else {
        "/games".to_owned()
    };
    if place.ply.is_some() || place.move_number.is_some() {
        let nodes = place::chosen(&first, place).map_err(|why| anyhow!(why))?;
        let node = nodes.first().map_or(0, |node| node.index());
        path = format!("/games/{number}?at={node}");
    }
    let options = PageOptions::default().games(Some(games));
    in_browser::serve(options, &drawing.interactive.page, &path)
}

/// The games of a file, found lazily.
struct OpenFile {
    name: String,
    games: Mutex<GameIndex>,
}

impl GameList for OpenFile {
    fn title(&self) -> String {
        self.name.clone()
    }

    fn len(&self) -> u64 {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        // What cannot be read ends the list.
        let _ = games.find_more(SLICE);
        games.found()
    }

    fn game(&self, number: u64) -> Option<Game> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        Some(games.game(number).ok()??.parsed.value)
    }
}

/// A position that was typed.
struct OneGame(Game);

impl GameList for OneGame {
    fn title(&self) -> String {
        "FEN".to_owned()
    }

    fn len(&self) -> u64 {
        1
    }

    fn game(&self, number: u64) -> Option<Game> {
        (number == 1).then(|| self.0.clone())
    }
}
