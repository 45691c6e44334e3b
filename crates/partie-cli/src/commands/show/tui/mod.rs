//! `--tui`: a game in full-screen mode, played through with keys.
//!
//! [`state`] handles keys, [`draw`] lays out the screen, and `game_index` finds the games; this
//! module connects them to the terminal.

mod draw;
mod state;

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal as _},
    time::Duration,
};

use anyhow::{Context as _, bail};
use partie_core::NodeId;
use partie_db::query::{Subject as _, record_of_fen};
use partie_formats::Record;

use super::{header, place, source};
use crate::{
    args::{PositionChoice, Reading},
    board::{BoardStyle, ColourDepth},
    commands::{
        full::{full_screen::FullScreen, game_index::GameIndex},
        games::LazyGames,
    },
    exit::Exit,
};
use draw::View;
use source::Named;
use state::{Effect, ScreenState};

/// Time to look for games before keys are handled again.
const SLICE: Duration = Duration::from_millis(40);

/// Time to wait for a key when idle.
const WAIT: Duration = Duration::from_secs(1);

/// Number of cached titles for the list.
const TITLES: usize = 4096;

/// Requested game and position.
pub(super) struct Request<'a> {
    pub(super) named: Named,
    pub(super) place: &'a PositionChoice,
    pub(super) reading: &'a Reading,
    pub(super) flip: bool,
    pub(super) look: BoardStyle,
    pub(super) colours: ColourDepth,
    pub(super) notation: partie_core::Notation,
}

/// Shows games until the user has seen enough.
pub(super) fn run(request: Request<'_>) -> anyhow::Result<Exit> {
    let Request { named, place, reading, flip, look, colours, notation } = request;
    if !io::stdout().is_terminal() {
        bail!("--tui requires a terminal; omit it to print the board");
    }
    let mut library = match &named {
        Named::Fen(_) => None,
        Named::Input(input) => Some(GameIndex::open(input, reading)?),
    };
    let record = match (&named, &mut library) {
        (Named::Input(input), Some(library)) => {
            let name = input.name();
            let number = place.game.unwrap_or(1);
            match library.game(number).with_context(|| name.clone())? {
                Some(record) => record,
                None => {
                    bail!("{name}: game {number} does not exist; found {}", library.found())
                }
            }
        }
        (Named::Fen(text), _) => record_of_fen(text, &reading.options()),
        (Named::Input(_), None) => bail!("nothing to show"),
    };
    // The game is shown from its start, unless a position was requested.
    let node = if place.ply.is_some() || place.move_number.is_some() {
        match place::chosen(record.game(), place) {
            Ok(nodes) => nodes.first().copied().unwrap_or(NodeId::ROOT),
            Err(why) => bail!(why),
        }
    } else {
        NodeId::ROOT
    };
    let state = ScreenState::new(record.parsed.value, record.number, node, flip);
    let mut session = Session {
        state,
        library,
        view: View { look, notation },
        search: None,
        titles: BTreeMap::new(),
    };
    session.run(FullScreen::take(colours).context("cannot use the terminal")?)?;
    Ok(Exit::Clean)
}

/// Search through the games after the current one, then through the games before it.
struct Search {
    wanted: String,
    games: LazyGames,
    /// The number of the next game.
    next: u64,
    /// True if it began again at the first game.
    again: bool,
}

struct Session {
    state: ScreenState,
    /// `None` for a position that was typed.
    library: Option<GameIndex>,
    view: View,
    search: Option<Search>,
    titles: BTreeMap<u64, String>,
}

impl Session {
    fn run(&mut self, mut terminal: FullScreen) -> anyhow::Result<()> {
        loop {
            self.count();
            let Session { state, library, view, titles, .. } = self;
            let mut title = |number| title(library.as_mut(), titles, number);
            let size = terminal.size()?;
            terminal.draw(&draw::screen(state, *view, size, &mut title))?;
            let busy = self.search.is_some()
                || self.library.as_ref().is_some_and(|library| !library.is_complete());
            if let Some(key) = terminal.key(Some(if busy { Duration::ZERO } else { WAIT }))? {
                let effect = self.state.press(key);
                if !self.answer(effect)? {
                    return Ok(());
                }
            } else if self.search.is_some() {
                self.search_on()?;
            } else if let Some(library) = &mut self.library {
                library.find_more(SLICE)?;
            }
        }
    }

    fn count(&mut self) {
        match &self.library {
            Some(library) => {
                self.state.games = library.found().max(self.state.number);
                self.state.counted = library.is_complete();
            }
            None => self.state.counted = true,
        }
    }

    /// Executes the effect of a key; false at the end.
    fn answer(&mut self, effect: Effect) -> anyhow::Result<bool> {
        match effect {
            Effect::None => {}
            Effect::Quit => return Ok(false),
            Effect::Load(number) => self.load(number)?,
            Effect::StopSearch => self.search = None,
            Effect::Search(wanted) => {
                let next = self.state.number + 1;
                let games = match &mut self.library {
                    Some(library) => library.games_from(next)?,
                    None => None,
                };
                let games = games.unwrap_or_else(|| Box::new(std::iter::empty()));
                self.state.searching = true;
                self.search =
                    Some(Search { wanted: wanted.to_lowercase(), games, next, again: false });
            }
        }
        Ok(true)
    }

    fn load(&mut self, number: u64) -> anyhow::Result<()> {
        let record = match &mut self.library {
            Some(library) => library.game(number)?,
            None => None,
        };
        match record {
            Some(Record { parsed, .. }) => self.state.open(parsed.value, number),
            None => self.state.message = Some("this is the last game".to_owned()),
        }
        Ok(())
    }

    /// Looks at games for a while.
    fn search_on(&mut self) -> anyhow::Result<()> {
        let started = std::time::Instant::now();
        while let Some(search) = &mut self.search {
            if started.elapsed() > SLICE {
                break;
            }
            let game = search.games.next().transpose()?;
            // Once round, and no further than the game that is shown.
            let over = search.again && search.next >= self.state.number;
            let Some(game) = game.filter(|_| !over) else {
                let first = match &mut self.library {
                    Some(library) if !search.again => library.games_from(1)?,
                    _ => None,
                };
                if let Some(games) = first {
                    (search.games, search.next, search.again) = (games, 1, true);
                    continue;
                }
                self.search = None;
                self.state.searching = false;
                self.state.message =
                    Some(format!("{} not found in the other games", self.state.wanted));
                break;
            };
            let number = search.next;
            search.next += 1;
            if header::title(game.game()).to_lowercase().contains(&search.wanted) {
                let again = search.again;
                self.search = None;
                self.state.searching = false;
                self.load(number)?;
                if again {
                    self.state.message = Some("search wrapped around to the first game".to_owned());
                }
            }
        }
        Ok(())
    }
}

/// The name of a game for the list.
fn title(
    library: Option<&mut GameIndex>,
    titles: &mut BTreeMap<u64, String>,
    number: u64,
) -> String {
    if let Some(title) = titles.get(&number) {
        return title.clone();
    }
    let record = library.and_then(|library| library.game(number).ok().flatten());
    let text = record.map_or_else(String::new, |record| {
        let game = record.game();
        let event = header::lines(game).into_iter().next().unwrap_or_default();
        format!("{}  {}  {event}", header::title(game), game.outcome.as_pgn())
    });
    if titles.len() >= TITLES {
        titles.clear();
    }
    titles.insert(number, text.clone());
    text
}
