//! State of the screen and the effect of keys, independent of a terminal.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use partie_core::{Boards, Game, NodeId};

use crate::commands::show::place;

/// Number of plies of the page keys.
const PAGE: usize = 10;

/// Target of the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The game.
    Board,
    /// A move number is being typed.
    GoTo(String),
    /// Part of a player's name is being typed.
    Search(String),
    /// The list of games; the one under the bar.
    List(u64),
    /// The list of keys.
    Help,
}

/// Action to be performed by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Only draw.
    None,
    /// The end.
    Quit,
    /// Show the game of this number, from 1, if there is one.
    Load(u64),
    /// Look for a player among the other games.
    Search(String),
    /// Give up looking.
    StopSearch,
}

/// State of the screen.
#[derive(Debug)]
pub(super) struct ScreenState {
    pub(super) game: Game,
    /// The number of the game in its file, from 1.
    pub(super) number: u64,
    /// Number of games found in the file so far.
    pub(super) games: u64,
    /// True if these are all.
    pub(super) counted: bool,
    pub(super) node: NodeId,
    /// Selected continuation; 0 is the mainline.
    pub(super) choice: usize,
    pub(super) flip: bool,
    pub(super) mode: Mode,
    /// Text of the last search.
    pub(super) wanted: String,
    /// True if a search is on.
    pub(super) searching: bool,
    /// Message shown until the next key.
    pub(super) message: Option<String>,
}

impl ScreenState {
    /// A game at one of its positions.
    pub(super) fn new(game: Game, number: u64, node: NodeId, flip: bool) -> ScreenState {
        ScreenState {
            game,
            number,
            games: number,
            counted: false,
            node,
            choice: 0,
            flip,
            mode: Mode::Board,
            wanted: String::new(),
            searching: false,
            message: None,
        }
    }

    /// Another game, at its start.
    pub(super) fn open(&mut self, game: Game, number: u64) {
        self.game = game;
        self.number = number;
        self.go(NodeId::ROOT);
        self.mode = Mode::Board;
    }

    /// Handles a key.
    pub(super) fn press(&mut self, key: KeyEvent) -> Effect {
        self.message = None;
        if key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c')) {
            return Effect::Quit;
        }
        if self.searching {
            self.searching = false;
            self.message = Some("search cancelled".to_owned());
            return Effect::StopSearch;
        }
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Board => self.on_board(key.code),
            // Any key leads back.
            Mode::Help => Effect::None,
            Mode::GoTo(text) => match typed(text, key.code) {
                Typed::More(text) => {
                    self.mode = Mode::GoTo(text);
                    Effect::None
                }
                Typed::Done(text) => {
                    self.go_to(&text);
                    Effect::None
                }
                Typed::Given => Effect::None,
            },
            Mode::Search(text) => match typed(text, key.code) {
                Typed::More(text) => {
                    self.mode = Mode::Search(text);
                    Effect::None
                }
                Typed::Done(text) => {
                    if !text.trim().is_empty() {
                        text.trim().clone_into(&mut self.wanted);
                    }
                    if self.wanted.is_empty() {
                        return Effect::None;
                    }
                    Effect::Search(self.wanted.clone())
                }
                Typed::Given => Effect::None,
            },
            Mode::List(at) => self.in_list(at, key.code),
        }
    }

    fn on_board(&mut self, key: KeyCode) -> Effect {
        match key {
            KeyCode::Char('q') => return Effect::Quit,
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.forward(1),
            KeyCode::Left | KeyCode::Char('h') => self.back(1),
            KeyCode::PageDown => self.forward(PAGE),
            KeyCode::PageUp => self.back(PAGE),
            KeyCode::Down | KeyCode::Char('j') => self.choose(1),
            KeyCode::Up | KeyCode::Char('k') => self.choose(-1),
            KeyCode::Home | KeyCode::Char('0') => self.go(NodeId::ROOT),
            KeyCode::End | KeyCode::Char('$') => self.forward(usize::MAX),
            KeyCode::Backspace | KeyCode::Char('u') => self.leave_variation(),
            KeyCode::Char('f') => self.flip = !self.flip,
            KeyCode::Char('g') => self.mode = Mode::GoTo(String::new()),
            KeyCode::Char('/') => self.mode = Mode::Search(String::new()),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Enter | KeyCode::Char('L') | KeyCode::Tab => {
                self.mode = Mode::List(self.number);
            }
            KeyCode::Char('n') => return Effect::Load(self.number + 1),
            KeyCode::Char('p') if self.number > 1 => return Effect::Load(self.number - 1),
            KeyCode::Char('p') => self.message = Some("this is the first game".to_owned()),
            _ => {}
        }
        Effect::None
    }

    fn in_list(&mut self, at: u64, key: KeyCode) -> Effect {
        let last = self.games.max(1);
        let at = match key {
            KeyCode::Down | KeyCode::Char('j') => at.saturating_add(1),
            KeyCode::Up | KeyCode::Char('k') => at.saturating_sub(1),
            KeyCode::PageDown => at.saturating_add(PAGE as u64),
            KeyCode::PageUp => at.saturating_sub(PAGE as u64),
            KeyCode::Home => 1,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('l' | ' ') => {
                return Effect::Load(at);
            }
            KeyCode::Esc | KeyCode::Char('q' | 'L' | 'h') | KeyCode::Tab | KeyCode::Left => {
                return Effect::None;
            }
            KeyCode::Char('/') => {
                self.mode = Mode::Search(String::new());
                return Effect::None;
            }
            _ => at,
        };
        self.mode = Mode::List(at.clamp(1, last));
        Effect::None
    }

    fn go(&mut self, node: NodeId) {
        self.node = node;
        self.choice = 0;
    }

    /// Plays the chosen move, and then main moves.
    fn forward(&mut self, plies: usize) {
        for _ in 0..plies {
            let Some(next) = self.game.tree.children(self.node).nth(self.choice) else { break };
            self.go(next);
        }
    }

    fn back(&mut self, plies: usize) {
        for _ in 0..plies {
            let Some(parent) = self.game.tree.parent(self.node) else { break };
            // The way back is the way forward.
            let came = self.node;
            self.go(parent);
            self.choice =
                self.game.tree.children(parent).position(|n| n == came).unwrap_or_default();
        }
    }

    /// Moves the selection among the next moves. Does nothing if there is only one.
    fn choose(&mut self, step: isize) {
        let moves = self.game.tree.children(self.node).count();
        if moves > 1 {
            self.choice = (self.choice as isize + step).rem_euclid(moves as isize) as usize;
        }
    }

    /// Returns to the move that this variation replaces.
    fn leave_variation(&mut self) {
        let tree = &self.game.tree;
        let mut node = self.node;
        while let Some(parent) = tree.parent(node) {
            if tree.next(parent) != Some(node) {
                self.go(parent);
                return;
            }
            node = parent;
        }
        self.message = Some("this is the main line".to_owned());
    }

    fn go_to(&mut self, text: &str) {
        match text.trim().parse().and_then(|number| place::at_move(&self.game, number)) {
            Ok(node) => self.go(node),
            Err(why) => self.message = Some(why),
        }
    }

    /// The moves that may follow, if there are several.
    pub(super) fn choices(&self) -> Vec<NodeId> {
        let moves: Vec<_> = self.game.tree.children(self.node).collect();
        if moves.len() > 1 { moves } else { Vec::new() }
    }

    /// Returns true if the game has two boards.
    pub(super) const fn is_bughouse(&self) -> bool {
        matches!(self.game.start, Boards::Two(_))
    }
}

/// Outcome of a key while a line is typed.
enum Typed {
    More(String),
    Done(String),
    Given,
}

fn typed(mut text: String, key: KeyCode) -> Typed {
    match key {
        KeyCode::Enter => Typed::Done(text),
        KeyCode::Esc => Typed::Given,
        KeyCode::Backspace if text.is_empty() => Typed::Given,
        KeyCode::Backspace => {
            text.pop();
            Typed::More(text)
        }
        KeyCode::Char(c) if text.len() < 200 => {
            text.push(c);
            Typed::More(text)
        }
        _ => Typed::More(text),
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;
    use partie_pgn as pgn;

    use super::*;

    const GAME: &str = "1. e4 e5 (1... c5 2. Nf3 d6 (2... e6)) (1... e6) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *";

    fn state() -> ScreenState {
        let game = pgn::parse(GAME.as_bytes(), &ReadOptions::default()).value;
        ScreenState::new(game, 1, NodeId::ROOT, false)
    }

    /// Presses keys, named by their letters and these signs: `>` `<` `v` `^` arrows, `D` `U`
    /// pages, `H` `E` home and end, `B` backspace, `!` enter, `x` escape.
    fn press(state: &mut ScreenState, keys: &str) -> Effect {
        let mut effect = Effect::None;
        for key in keys.chars() {
            let code = match key {
                '>' => KeyCode::Right,
                '<' => KeyCode::Left,
                'v' => KeyCode::Down,
                '^' => KeyCode::Up,
                'D' => KeyCode::PageDown,
                'U' => KeyCode::PageUp,
                'H' => KeyCode::Home,
                'E' => KeyCode::End,
                'B' => KeyCode::Backspace,
                '!' => KeyCode::Enter,
                'x' => KeyCode::Esc,
                c => KeyCode::Char(c),
            };
            effect = state.press(KeyEvent::new(code, KeyModifiers::NONE));
        }
        effect
    }

    /// The moves that led to where the state is.
    fn line(state: &ScreenState) -> String {
        let tree = &state.game.tree;
        let mut nodes: Vec<_> =
            std::iter::successors(Some(state.node), |n| tree.parent(*n)).collect();
        nodes.reverse();
        let mut boards = state.game.start.clone();
        let mut words = Vec::new();
        for node in nodes {
            let Some(ply) = tree.ply(node) else { continue };
            words.push(partie_core::moves::san::write(boards.first(), ply));
            boards.play(tree.board(node), ply).expect("legal");
        }
        words.join(" ")
    }

    #[test]
    fn keys_through_the_game() {
        for (keys, wanted) in [
            (">", "e4"),
            ("l l", "e4 e5 Nf3"),
            (">><", "e4"),
            ("<", ""),
            ("D", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"),
            ("EU", "e4"),
            ("E", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1"),
            ("E>>H", ""),
            // Into variations and out of them.
            (">v>", "e4 c5"),
            (">vv>", "e4 e6"),
            (">vvv>", "e4 e5"),
            (">^>", "e4 e6"),
            (">v>>v>", "e4 c5 Nf3 e6"),
            (">v>>v>u", "e4 c5 Nf3"),
            (">v>>v>uu", "e4"),
            (">v><>", "e4 c5"),
            (">v>E", "e4 c5 Nf3 d6"),
            ("v>", "e4"),
            // By number.
            ("g3!", "e4 e5 Nf3 Nc6 Bb5"),
            ("g4b!", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"),
            ("g3B2b!", "e4 e5 Nf3 Nc6"),
            ("g3x", ""),
            ("gB>", "e4"),
        ] {
            let mut state = state();
            press(&mut state, keys);
            assert_eq!(line(&state), wanted, "{keys}");
            assert_eq!((&state.mode, &state.message), (&Mode::Board, &None), "{keys}");
        }
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        for (keys, words) in [
            ("g77!", "move 77w does not exist; the last is 6w"),
            ("gx!", ""),
            ("gq!", "expected a move such as 23w"),
            ("p", "this is the first game"),
            ("u", "this is the main line"),
        ] {
            let mut state = state();
            press(&mut state, keys);
            let message = state.message.clone().unwrap_or_default();
            assert!(message.starts_with(words), "{keys}: {message}");
        }
    }

    #[test]
    fn games_list_and_search() {
        let mut state = state();
        state.games = 40;
        state.number = 3;
        assert_eq!(press(&mut state, "n"), Effect::Load(4));
        assert_eq!(press(&mut state, "p"), Effect::Load(2));
        assert_eq!(press(&mut state, "!vv!"), Effect::Load(5));
        assert_eq!(press(&mut state, "LDD!"), Effect::Load(23));
        assert_eq!(press(&mut state, "LE!"), Effect::Load(40));
        assert_eq!(press(&mut state, "LHU!"), Effect::Load(1));
        press(&mut state, "L^^^^^^^^");
        assert_eq!(state.mode, Mode::List(1));
        assert_eq!(press(&mut state, "x/Tal!"), Effect::Search("Tal".to_owned()));
        // Empty input repeats the search.
        assert_eq!(press(&mut state, "/!"), Effect::Search("Tal".to_owned()));
        state.searching = true;
        assert_eq!(press(&mut state, "x"), Effect::StopSearch);
        assert!(!state.searching);
        press(&mut state, "?");
        assert_eq!(state.mode, Mode::Help);
        press(&mut state, "q");
        assert_eq!(state.mode, Mode::Board);
        press(&mut state, "f");
        assert!(state.flip);
        assert_eq!(press(&mut state, "q"), Effect::Quit);
        let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        state.mode = Mode::Search("abc".to_owned());
        assert_eq!(state.press(interrupt), Effect::Quit);
    }

    #[test]
    fn another_game_begins_at_its_start() {
        let mut state = state();
        press(&mut state, "E");
        let game = state.game.clone();
        state.open(game, 2);
        assert_eq!((state.node, state.number, line(&state)), (NodeId::ROOT, 2, String::new()));
    }
}
