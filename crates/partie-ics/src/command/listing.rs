//! Lists of games, and data about one.

use partie_core::{ByColor, CastlingSide, Color, openings::Opening};
use partie_wire::{
    command::watch::OpeningQuestion,
    notice::{
        eco::{Book, BookEntry, GameOpening, OpeningTable},
        games::{Clocks, GameRow, GamesTable, TypeCell},
        ginfo::GameFacts,
        watch::WatchNotice,
    },
};

use crate::{
    category::Category,
    game::{
        model::{Game, Games, Terms},
        observe,
    },
    ids::GameNumber,
    openings,
    outbox::Outbox,
    state::State,
    time::{Tick, Zone},
};

/// Maximum number of openings listed at once.
const SHOWN: usize = 50;

impl Terms {
    /// The category's letter in lists.
    pub(crate) fn letter(&self) -> char {
        self.category().letter()
    }

    /// The terms of the game, as lists show them.
    pub(crate) fn cell(&self) -> TypeCell {
        TypeCell {
            private: self.private,
            letter: self.letter(),
            rated: self.rated,
            minutes: u32::try_from(self.minutes()).unwrap_or(0),
            increment: u32::try_from(self.increment()).unwrap_or(0),
        }
    }
}

impl Game {
    /// The category's letter in lists; `e` where it is examined.
    pub(crate) fn letter(&self) -> char {
        if self.is_played() { self.terms.letter() } else { Category::Examined.letter() }
    }
}

/// The table of games: all, one, a player's, or some categories.
pub(crate) fn games_table(state: &mut State, which: Option<&str>) {
    let wanted: Vec<GameNumber> = match which {
        None => state.games.iter().map(|g| g.number).collect(),
        Some(letters) if letters.starts_with('/') => state
            .games
            .iter()
            .filter(|g| letters[1..].contains(g.letter()))
            .map(|g| g.number)
            .collect(),
        Some(word) => match word.parse() {
            Ok(number) => {
                let number = GameNumber(number);
                if state.games.get(number).is_none() {
                    return state.out.reply(WatchNotice::NoSuchGame);
                }
                vec![number]
            }
            Err(_) => games_of(state, &word.to_ascii_lowercase()),
        },
    };
    let rows = wanted
        .iter()
        .filter_map(|n| state.games.get(*n))
        .map(|g| row(&state.games, state.out.now, g))
        .collect();
    let of = which.is_some().then_some(state.games.len());
    state.out.reply(GamesTable { rows, of });
}

/// Games of players whose names begin with `beginning`.
fn games_of(state: &State, beginning: &str) -> Vec<GameNumber> {
    let named = |game: &Game| {
        let examiners = game.examiners().iter().map(|id| state.players.name(*id));
        let names = game.sides.as_ref().map(|s| s.name.clone());
        examiners
            .chain([names.white, names.black])
            .any(|name| name.to_ascii_lowercase().starts_with(beginning))
    };
    state.games.iter().filter(|g| named(g)).map(|g| g.number).collect()
}

pub(crate) fn row(games: &Games, now: Tick, game: &Game) -> GameRow {
    let moment = game.moment(now);
    let clocks = game
        .is_played()
        .then_some(Clocks { left: moment.line.clock, strength: moment.line.strength });
    GameRow {
        game: game.number.0,
        names: game.sides.as_ref().map(|s| s.name.clone()),
        ratings: game.sides.as_ref().map(|s| s.rating),
        cell: game.terms.cell(),
        clocks,
        setup: games.is_setting_up(game.number),
        turn: game.turn(),
        move_number: game.position().fullmoves(),
    }
}

/// Clocks, castling and counts of a game.
pub(crate) fn ginfo(state: &mut State, word: Option<&str>) {
    let Some(number) = observe::seen_game(state, word) else { return };
    let Some(game) = state.games.get(number) else { return };
    let moment = game.moment(state.out.now);
    let position = game.position();
    let may = |color: Color, side| position.castling_rook(color, side).is_some();
    let facts = GameFacts {
        game: game.number.0,
        players: game.as_match(),
        began: game.since.ics(Zone::SERVER),
        clocks: moment.line.clock,
        examined: !game.is_played(),
        paused: game.clock.is_paused(),
        plies: game.at as u32,
        quiet: position.halfmoves(),
        castling: ByColor::new_with(|color| {
            (may(color, CastlingSide::KingSide), may(color, CastlingSide::QueenSide))
        }),
        double_push: moment.line.double_push.map(partie_core::File::char),
    };
    state.out.reply(facts);
}

/// The opening of a game, or openings by code or name.
pub(crate) fn eco(state: &mut State, what: &OpeningQuestion) {
    let word = match what {
        OpeningQuestion::Game(word) => word.as_deref(),
        OpeningQuestion::Code(wanted) => {
            return openings(&mut state.out, wanted, &openings::of_code(wanted));
        }
        OpeningQuestion::Name(wanted) => {
            return openings(&mut state.out, wanted, &openings::with_name(wanted));
        }
    };
    let Some(number) = observe::seen_game(state, word) else { return };
    let Some(game) = state.games.get(number) else { return };
    let number = game.number.0;
    let Some((opening, ply)) = openings::of_line(&game.start, &game.line[..game.at]) else {
        state.out.reply(WatchNotice::NoOpening { game: number });
        return;
    };
    let entry = |(book, name): (Book, &str)| BookEntry { book, ply: ply as u32, name: name.into() };
    state.out.reply(GameOpening {
        game: number,
        names: game.sides.as_ref().map(|side| side.name.clone()),
        entries: [(Book::Eco, opening.code), (Book::Long, opening.name)].map(entry).to_vec(),
    });
}

/// Lists the requested openings.
fn openings(out: &mut Outbox, wanted: &str, found: &[Opening]) {
    let wanted = wanted.to_owned();
    if found.is_empty() {
        out.reply(WatchNotice::NoSuchOpening { wanted });
        return;
    }
    let of = (found.len() > SHOWN).then_some(found.len());
    let row = |opening: &Opening| (opening.code.to_owned(), opening.name.to_owned());
    let rows = found.iter().take(SHOWN).map(row).collect();
    out.reply(OpeningTable { wanted, rows, of });
}

/// Shows the time left on the clocks of a game.
pub(crate) fn show_time(state: &mut State, word: Option<&str>) {
    let who = state.out.who;
    let Some(number) = observe::seen_game(state, word) else { return };
    observe::send_game_line(state, who, number);
    let Some(game) = state.games.get(number) else { return };
    let clocks = game.moment(state.out.now).line.clock;
    let left = |color| crate::time::Span(*clocks.get(color)).short_words();
    let (white, black) = (game.name(Color::White), game.name(Color::Black));
    state.out.reply(WatchNotice::WhiteClock { name: white, left: left(Color::White) });
    state.out.reply(WatchNotice::BlackClock { name: black, left: left(Color::Black) });
}
