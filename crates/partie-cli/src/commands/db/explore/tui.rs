//! `--tui`: the explorer on the whole terminal, walked with keys.

use std::io::{self, IsTerminal as _};

use anyhow::{Context as _, bail};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use partie_core::{Color, Ply, Position, Square, moves::san};
use partie_db::{
    library::{ExploreFilter, ExploreLimits, Explored, Libraries, Library},
    query::PositionLine,
};

use super::page::{self, PageStyle};
use crate::{
    board::{ColourDepth, StyledLine, StyledSpan, TextStyle, touched},
    commands::full::full_screen::{FullScreen, Screen, Size},
    exit::Exit,
};

/// The most important keys.
const KEYS: &str =
    "up, down choose  right, Enter play  left back  1-9 play  Home start  f turn board  q quit";

/// The libraries, and where to begin.
pub(super) struct Request {
    pub(super) libraries: Vec<Library>,
    pub(super) filter: ExploreFilter,
    pub(super) limits: ExploreLimits,
    pub(super) line: PositionLine,
    pub(super) style: PageStyle<'static>,
    pub(super) colours: ColourDepth,
}

/// Shows positions until the user has seen enough.
pub(super) fn run(request: Request) -> anyhow::Result<Exit> {
    if !io::stdout().is_terminal() {
        bail!("--tui requires a terminal; omit it to print the position");
    }
    let Request { libraries, filter, limits, line, style, colours } = request;
    let walk = Walk::new(line, style.below);
    let explored = sound(Libraries::from(&libraries).explore(&walk.position, &filter, limits))?;
    let mut session = Session { libraries, filter, limits, style, walk, explored };
    session.run(FullScreen::take(colours).context("cannot use the terminal")?)?;
    Ok(Exit::Clean)
}

/// Refuses an answer without the games of a damaged file, which the screen could not name.
fn sound(explored: Explored) -> anyhow::Result<Explored> {
    match explored.problems.first() {
        None => Ok(explored),
        Some(problem) => bail!("{problem}; `partie db explore` without --tui leaves it out"),
    }
}

/// The way from the start to the position that is shown.
#[derive(Clone, Debug)]
struct Walk {
    start: Position,
    /// Moves with their words, and the row that was chosen before each.
    moves: Vec<(Ply, String, usize)>,
    position: Position,
    /// Squares of the last move.
    last: Vec<Square>,
    /// Row of the table, from 0.
    chosen: usize,
    below: Color,
}

/// Effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    None,
    /// Another position is shown.
    Moved,
    Quit,
}

impl Walk {
    fn new(line: PositionLine, below: Color) -> Walk {
        let PositionLine { start, plies } = line;
        let position = start.clone();
        let (moves, last) = (Vec::new(), Vec::new());
        let mut walk = Walk { start, moves, position, last, chosen: 0, below };
        for ply in plies {
            walk.play(ply);
        }
        walk
    }

    /// Plays a move, if it is legal.
    fn play(&mut self, ply: Ply) -> bool {
        let words = san::write(&self.position, ply);
        let last = touched(&self.position, ply);
        let plays = self.position.play(ply).is_ok();
        if plays {
            self.last = last;
            self.moves.push((ply, words, self.chosen));
            self.chosen = 0;
        }
        plays
    }

    /// Returns to the position after the first `moves` moves. Returns true if it is another one.
    fn back_to(&mut self, moves: usize) -> bool {
        let Some((_, _, chosen)) = self.moves.get(moves) else { return false };
        let chosen = *chosen;
        let before = std::mem::take(&mut self.moves);
        (self.position, self.last) = (self.start.clone(), Vec::new());
        for (ply, _, chosen) in before.into_iter().take(moves) {
            self.chosen = chosen;
            self.play(ply);
        }
        self.chosen = chosen;
        true
    }

    fn press(&mut self, key: KeyEvent, explored: &Explored) -> Effect {
        let moved = |is: bool| if is { Effect::Moved } else { Effect::None };
        let rows = explored.moves.len();
        let nth = |at: usize| explored.moves.get(at).map(|m| m.ply);
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Effect::Quit,
            KeyCode::Char('q') | KeyCode::Esc => Effect::Quit,
            KeyCode::Down | KeyCode::Char('j') => {
                self.chosen = (self.chosen + 1).min(rows.saturating_sub(1));
                Effect::None
            }
            KeyCode::Up | KeyCode::Char('k') => {
                self.chosen = self.chosen.saturating_sub(1);
                Effect::None
            }
            KeyCode::Right | KeyCode::Enter | KeyCode::Char('l' | ' ') => {
                moved(nth(self.chosen).is_some_and(|ply| self.play(ply)))
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let at = usize::from(digit as u8 - b'1');
                let ply = nth(at);
                if ply.is_some() {
                    self.chosen = at;
                }
                moved(ply.is_some_and(|ply| self.play(ply)))
            }
            KeyCode::Left | KeyCode::Backspace | KeyCode::Char('h') => {
                moved(self.moves.len().checked_sub(1).is_some_and(|to| self.back_to(to)))
            }
            KeyCode::Home => moved(self.back_to(0)),
            KeyCode::Char('f') => {
                self.below = !self.below;
                Effect::None
            }
            _ => Effect::None,
        }
    }

    /// Returns the moves in words, with their numbers.
    fn words(&self) -> String {
        let mut number = self.start.fullmoves();
        let mut turn = self.start.turn();
        let mut text = String::new();
        for (at, (_, words, _)) in self.moves.iter().enumerate() {
            if turn.is_white() {
                text += &format!("{number}. ");
            } else if at == 0 {
                text += &format!("{number}... ");
            }
            text += words;
            text.push(' ');
            number = number.saturating_add(u32::from(turn.is_black()));
            turn = !turn;
        }
        if text.is_empty() { "Start".to_owned() } else { text.trim_end().to_owned() }
    }
}

struct Session {
    libraries: Vec<Library>,
    filter: ExploreFilter,
    limits: ExploreLimits,
    style: PageStyle<'static>,
    walk: Walk,
    explored: Explored,
}

impl Session {
    fn run(&mut self, mut terminal: FullScreen) -> anyhow::Result<()> {
        loop {
            let size = terminal.size()?;
            terminal.draw(&screen(&self.walk, self.lines(size.0)?, size))?;
            let Some(key) = terminal.key(None)? else { continue };
            match self.walk.press(key, &self.explored) {
                Effect::None => {}
                Effect::Moved => {
                    let Session { libraries, filter, limits, walk, .. } = self;
                    let libraries = Libraries::from(&*libraries);
                    self.explored = sound(libraries.explore(&walk.position, filter, *limits))?;
                }
                Effect::Quit => return Ok(()),
            }
        }
    }

    fn lines(&self, columns: usize) -> anyhow::Result<Vec<StyledLine>> {
        let Session { libraries, walk, explored, .. } = self;
        let (chosen, last) = (Some(walk.chosen), &*walk.last);
        let style = PageStyle { below: walk.below, chosen, columns, last, ..self.style };
        page::lines(Libraries::from(libraries), &walk.position, explored, style)
    }
}

/// Returns a screen with the moves so far, the page, and the keys.
fn screen(walk: &Walk, lines: Vec<StyledLine>, size: Size) -> Screen {
    let (columns, _) = size;
    // The last moves matter most.
    let words = walk.words();
    let from = words.chars().count().saturating_sub(columns);
    let words: String = words.chars().skip(from).collect();
    Screen::framed([&words, ""], lines, vec![StyledSpan::new(KEYS, TextStyle::Faint)], size)
}

#[cfg(test)]
mod tests {
    use partie_core::{Variant, moves::uci};
    use partie_db::{columns::Row, library::LibraryWriter};
    use partie_formats::ReadOptions;

    use super::*;
    use crate::board::{BoardStyle, PieceGlyphs};

    const GAMES: &str = "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
        [White \"Carl\"]\n[Black \"Dora\"]\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n\
        [White \"Emil\"]\n[Black \"Fay\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n";

    fn session(folder: &std::path::Path) -> Session {
        let mut writer = LibraryWriter::create(&folder.join("library")).expect("a library");
        for record in partie_pgn::read(GAMES.as_bytes(), &ReadOptions::default()) {
            writer.add("games.pgn", &Row::of_library(&record.expect("memory"))).expect("a disk");
        }
        writer.commit(&[]).expect("a disk");
        drop(writer);
        let libraries = Libraries::open(&[folder.join("library")]).expect("a library");
        let look = BoardStyle { figures: PieceGlyphs::Ascii, coloured: false, coordinates: true };
        let style = PageStyle { look, below: Color::White, chosen: None, columns: 0, last: &[] };
        let limits = ExploreLimits {
            moves: 9,
            top_games: 2,
            recent_games: 0,
            history: false,
            unfinished: false,
        };
        let line = PositionLine { start: Position::start(Variant::Standard), plies: Vec::new() };
        let walk = Walk::new(line, Color::White);
        let filter = ExploreFilter::default();
        let explored = Libraries::from(&libraries).explore(&walk.position, &filter, limits);
        Session { libraries, filter, limits, style, walk, explored }
    }

    /// Presses keys and returns the screen.
    fn text(session: &mut Session, keys: &[KeyCode]) -> String {
        for key in keys {
            if session.walk.press(KeyEvent::from(*key), &session.explored) == Effect::Moved {
                let Session { libraries, filter, limits, walk, .. } = session;
                session.explored =
                    Libraries::from(&*libraries).explore(&walk.position, filter, *limits);
            }
        }
        let lines = session.lines(78).expect("a library");
        screen(&session.walk, lines, (78, 16)).text(78)
    }

    #[test]
    fn keys_walk_through_the_moves() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = session(folder.path());
        let start = text(&mut session, &[]);
        assert!(start.starts_with("Start\n"), "{start}");
        for words in
            ["3 games", "e4        2", "d4        1", "3: Emil – Fay  1/2-1/2", "right, Enter play"]
        {
            assert!(start.contains(words), "{words}: {start}");
        }
        // Of the two answers to 1. e4 the first in UCI comes first.
        let played = text(&mut session, &[KeyCode::Right, KeyCode::Down, KeyCode::Enter]);
        assert!(played.starts_with("1. e4 e5\n"), "{played}");
        let back = text(&mut session, &[KeyCode::Left]);
        assert!(back.starts_with("1. e4\n"), "{back}");
        assert_eq!(session.walk.chosen, 1, "the move that was taken back is chosen");
        let other = text(&mut session, &[KeyCode::Home, KeyCode::Char('2')]);
        assert!(other.starts_with("1. d4\n") && other.contains("1 game"), "{other}");
        let turned = text(&mut session, &[KeyCode::Char('f')]);
        assert!(turned.contains("h  g  f  e  d  c  b  a"), "{turned}");
        // No move is played where no game continued.
        let end = text(&mut session, &[KeyCode::Right, KeyCode::Right, KeyCode::Char('9')]);
        assert!(end.starts_with("1. d4 d5\n"), "{end}");
        let quit = session.walk.press(KeyEvent::from(KeyCode::Char('q')), &session.explored);
        assert_eq!(quit, Effect::Quit);
    }

    #[test]
    fn words_begin_with_the_number_of_the_start() {
        let record = partie_formats::fen::parse_position(
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7",
            None,
        );
        let start = record.value;
        let plies = ["e7e5", "g1f3"].iter().scan(start.clone(), |position, word| {
            let ply = uci::read(position, word).expect(word).ply;
            position.play(ply).expect("legal");
            Some(ply)
        });
        let walk = Walk::new(PositionLine { plies: plies.collect(), start }, Color::Black);
        assert_eq!(walk.words(), "7... e5 8. Nf3");
    }
}
