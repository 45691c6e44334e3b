//! The screen: board, moves, comments, and the input line.

use partie_core::NodeId;

use super::state::{Mode, ScreenState};
use crate::{
    board::{BoardStyle, PieceGlyphs, StyledLine, StyledSpan, TextStyle, layout},
    commands::{
        full::full_screen::{Screen, Size},
        show::{header, moves, page::Page, replay::Replay},
    },
};

/// Minimum width of the column of moves.
const MOVES: usize = 20;

/// Spaces between board and moves.
const GAP: usize = 2;

/// Style of the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) look: BoardStyle,
    pub(super) notation: partie_core::Notation,
}

/// Names of games for the rows of the list.
pub(super) type Titles<'a> = &'a mut dyn FnMut(u64) -> String;

/// Returns the whole screen. `titles` gives the names of games for the list.
pub(super) fn screen(state: &ScreenState, view: View, size: Size, titles: Titles<'_>) -> Screen {
    let (columns, rows) = size;
    let area = (columns, rows.saturating_sub(2));
    let lines = match state.mode {
        Mode::Help => help(columns),
        Mode::List(at) => list(area, state, view, at, titles),
        _ => game(area, state, view),
    };
    let status = status(state);
    let end = layout::width(&status);
    let (title, number) = title(state, view, columns);
    let mut screen = Screen::framed([&title, &number], lines, status, size);
    if matches!(state.mode, Mode::GoTo(_) | Mode::Search(_)) {
        screen.cursor = Some((end, rows.saturating_sub(1)));
    }
    screen
}

/// Returns the title of the game, and its number.
fn title(state: &ScreenState, view: View, columns: usize) -> (String, String) {
    let more = if state.counted { "" } else { "+" };
    let number = format!(" {}/{}{more}", state.number, state.games);
    let result = state.game.outcome.as_pgn();
    let mut text = format!("{}  {result}", header::title(&state.game));
    if let Some(event) = header::lines(&state.game).first() {
        text += &format!("  {event}");
    }
    let room = columns.saturating_sub(number.len());
    (layout::cut(&text, room, ellipsis(view)), number)
}

const fn ellipsis(view: View) -> &'static str {
    match view.look.figures {
        PieceGlyphs::Unicode => "…",
        PieceGlyphs::Ascii => "...",
    }
}

/// Returns the board with the players, the moves next to it or below, and the comment at the
/// bottom.
fn game((columns, rows): Size, state: &ScreenState, view: View) -> Vec<StyledLine> {
    let page = Page {
        game: &state.game,
        look: view.look,
        flip: state.flip,
        width: columns,
        notation: view.notation,
        replay: Replay::default(),
    };
    let boards = page.replay.at(&state.game, state.node);
    let mut lines = page.boards_with_players(state.node, &boards);
    let wide = lines.iter().map(|line| layout::width(line)).max().unwrap_or(0);
    let beside = columns >= wide + GAP + MOVES;

    let mut below = layout::filled(&choices(state, &page), |_| columns);
    below.extend(page.caption(state.node, &boards));
    below.extend(page.comments(state.node));

    lines.truncate(rows);
    if beside {
        let moves = move_list((columns - wide - GAP, lines.len()), state, &page);
        let lines = lines.into_iter().map(|line| layout::padded(line, wide)).collect();
        return [layout::beside(vec![lines, moves], GAP), below].concat();
    }
    // At least three rows of moves; the comment may have the rest.
    let room = rows - lines.len();
    below.truncate(room.saturating_sub(3));
    let height = room - below.len();
    lines.extend(move_list((columns, height), state, &page));
    lines.resize(rows - below.len(), StyledLine::new());
    lines.extend(below);
    lines
}

/// The moves of the game, scrolled so that the current one is seen.
fn move_list((columns, height): Size, state: &ScreenState, page: &Page<'_>) -> Vec<StyledLine> {
    let style = moves::MoveStyle { variations: true, ..page.style(false) };
    let current = (state.node != NodeId::ROOT).then_some(state.node);
    let words = moves::words(&state.game, current, style);
    let lines = layout::filled(&words, |_| columns);
    let at = lines
        .iter()
        .position(|line| line.iter().any(|span| span.style == TextStyle::Current))
        .unwrap_or(0);
    let first = at.saturating_sub(height / 2).min(lines.len().saturating_sub(height));
    lines.into_iter().skip(first).take(height).collect()
}

/// The moves that may follow, the chosen one marked.
fn choices(state: &ScreenState, page: &Page<'_>) -> Vec<StyledLine> {
    let moves = state.choices();
    if moves.is_empty() {
        return Vec::new();
    }
    let mut words = vec![vec![StyledSpan::new("next:", TextStyle::Faint)]];
    for (i, node) in moves.into_iter().enumerate() {
        let name = page.named(node).unwrap_or_default();
        words.push(if i == state.choice {
            vec![StyledSpan::new(format!(">{name}<"), TextStyle::Strong)]
        } else {
            vec![StyledSpan::new(format!(" {name} "), TextStyle::Variation)]
        });
    }
    words
}

fn list(
    (columns, rows): Size,
    state: &ScreenState,
    view: View,
    at: u64,
    titles: Titles<'_>,
) -> Vec<StyledLine> {
    let height = (rows as u64).max(1);
    let last = state.games.max(1);
    let first = at.saturating_sub(height / 2).min((last + 1).saturating_sub(height)).max(1);
    let digits = last.to_string().len();
    (first..=last)
        .take(rows)
        .map(|number| {
            let mark = if number == at { '>' } else { ' ' };
            let style = if number == at { TextStyle::Current } else { TextStyle::Plain };
            let text = format!("{mark} {number:>digits$}  {}", titles(number));
            vec![StyledSpan::new(layout::cut(&text, columns, ellipsis(view)), style)]
        })
        .collect()
}

const KEYS: &str = "
  right, l, space   next half-move          left, h     half-move back
  down, j  up, k    choose among the next moves
  PgDn  PgUp        ten half-moves on and back
  Home  End         start of the game, end of the line
  u, backspace      out of the variation
  g                 go to a move: 23 or 23w, 23b; in bughouse 12A, 12a, 12B, 12b
  f                 turn the board
  n  p              next and previous game
  Enter, L          list of the games
  /                 search a player in the other games; again: / Enter
  ?                 this help
  q, Ctrl-C         quit

  In the list: up, down, PgUp, PgDn, Home, End, Enter shows a game, Esc leads back.
  The moves of a variation stand in parentheses; the move just played is marked.

  Any key leads back.";

fn help(columns: usize) -> Vec<StyledLine> {
    let filled = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        let (space, words) = line.split_at(indent);
        let mut words: Vec<_> = words.split(' ').map(str::to_owned).collect();
        words[0].insert_str(0, space);
        let words: Vec<_> =
            words.into_iter().map(|word| vec![StyledSpan::new(word, TextStyle::Plain)]).collect();
        layout::filled(&words, |_| columns)
    };
    KEYS.trim_start_matches('\n').lines().flat_map(filled).collect()
}

/// Returns the last line: the input, a message, or the most important keys.
fn status(state: &ScreenState) -> StyledLine {
    match (&state.mode, &state.message) {
        (Mode::GoTo(text), _) => {
            vec![StyledSpan::new(format!("go to move: {text}"), TextStyle::Strong)]
        }
        (Mode::Search(text), _) => {
            vec![StyledSpan::new(format!("player: {text}"), TextStyle::Strong)]
        }
        _ if state.searching => {
            vec![StyledSpan::new(
                format!("searching {} ... press any key to stop", state.wanted),
                TextStyle::Strong,
            )]
        }
        (_, Some(message)) => vec![StyledSpan::new(message.as_str(), TextStyle::Alert)],
        (Mode::List(_), None) => {
            vec![StyledSpan::new("Enter show  / search  Esc back", TextStyle::Faint)]
        }
        (Mode::Help, None) => Vec::new(),
        (Mode::Board, None) => {
            let board = if state.is_bughouse() { "boards" } else { "board" };
            vec![StyledSpan::new(
                format!("? help  q quit  g go to  f turn {board}  n p games  / search"),
                TextStyle::Faint,
            )]
        }
    }
}

#[cfg(test)]
mod tests {
    use partie_core::{Language, Notation};
    use partie_formats::ReadOptions;
    use partie_pgn as pgn;

    use super::*;
    use crate::board::{ColourDepth, style::paint_all};

    const GAME: &str = "[White \"Anna\"]\n[Black \"Bert\"]\n[Event \"Club\"]\n\n\
        1. e4 {[%clk 0:04:58] best by test} 1... e5 (1... c5 2. Nf3) 2. Nf3 $1 1-0";

    const PLAIN: View = View {
        look: BoardStyle { figures: PieceGlyphs::Ascii, coloured: false, coordinates: true },
        notation: Notation::San(Language::English),
    };

    /// The state after the first `plies` plies of the main line.
    fn state(plies: usize) -> ScreenState {
        let game = pgn::parse(GAME.as_bytes(), &ReadOptions::default()).value;
        let node = plies.checked_sub(1).and_then(|n| game.tree.mainline().nth(n));
        let mut state = ScreenState::new(game, 1, node.unwrap_or(NodeId::ROOT), false);
        state.games = 3;
        state
    }

    fn drawn(state: &ScreenState, view: View, size: Size) -> Screen {
        screen(state, view, size, &mut |number| format!("game {number}"))
    }

    fn text(state: &ScreenState, columns: usize, rows: usize) -> String {
        drawn(state, PLAIN, (columns, rows)).text(columns)
    }

    #[test]
    fn a_game_on_eighty_columns() {
        assert_eq!(
            text(&state(1), 80, 20),
            "\
Anna - Bert  1-0  Club                                                      1/3+
  Bert                      1. [e4] e5 (1... c5 2. Nf3) 2. Nf3! 1-0
8  r  n  b  q  k  b  n  r
7  p  p  p  p  p  p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .  .
4  .  .  .  . [P] .  .  .
3  .  .  .  .  .  .  .  .
2  P  P  P  P [.] P  P  P
1  R  N  B  Q  K  B  N  R
   a  b  c  d  e  f  g  h
  Anna                4:58
next: >1... e5<  1... c5
After 1. e4 (ply 1 of 3). Black to move.
best by test




? help  q quit  g go to  f turn board  n p games  / search
"
        );
    }

    #[test]
    fn a_game_on_forty_columns() {
        assert_eq!(
            text(&state(3), 40, 18),
            "\
Anna - Bert  1-0  Club              1/3+
  Bert
8  r  n  b  q  k  b  n  r
7  p  p  p  p  .  p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  .  p  .  .  .
4  .  .  .  .  P  .  .  .
3  .  .  .  .  . [N] .  .
2  P  P  P  P  .  P  P  P
1  R  N  B  Q  K  B [.] R
   a  b  c  d  e  f  g  h
  Anna                4:58
1. e4 e5 (1... c5 2. Nf3) 2. [Nf3!] 1-0


After 2. Nf3! (ply 3 of 3). Black to
move. White wins.
? help  q quit  g go to  f turn board  n
"
        );
    }

    #[test]
    fn list_prompt_and_help() {
        let mut state = state(0);
        state.mode = Mode::List(2);
        assert_eq!(
            text(&state, 30, 6),
            "Anna - Bert  1-0  Club    1/3+\n  1  game 1\n> 2  game 2\n  3  game 3\n\n\
             Enter show  / search  Esc back\n"
        );
        state.games = 100;
        state.mode = Mode::List(100);
        assert!(
            text(&state, 30, 6).contains("   97  game 97\n   98  game 98\n   99  game 99\n> 100")
        );
        state.mode = Mode::GoTo("12".to_owned());
        assert!(text(&state, 60, 20).ends_with("\ngo to move: 12\n"));
        assert_eq!(drawn(&state, PLAIN, (60, 20)).cursor, Some((14, 19)));
        state.mode = Mode::Help;
        let help = text(&state, 80, 24);
        assert!(help.contains("Any key leads back."), "it must fit: {help}");
        state.mode = Mode::Board;
        state.message = Some("this is the first game".to_owned());
        assert!(text(&state, 60, 20).ends_with("\nthis is the first game\n"));
    }

    /// However small the screen is, it is drawn.
    #[test]
    fn any_size() {
        for (width, height) in [(1, 1), (2, 30), (26, 3), (200, 2), (300, 100)] {
            for mode in [Mode::Board, Mode::Help, Mode::List(2), Mode::Search("x".to_owned())] {
                let mut state = state(1);
                state.mode = mode;
                assert_eq!(text(&state, width, height).lines().count(), height);
            }
        }
    }

    #[test]
    fn colours_of_squares_and_pieces() {
        let look = BoardStyle { figures: PieceGlyphs::Unicode, coloured: true, coordinates: true };
        let screen = drawn(&state(1), View { look, ..PLAIN }, (80, 20));
        let row = paint_all(&screen.rows[6], ColourDepth::True);
        // The white pawn that has just come to e4, a light square.
        assert!(row.contains("\x1b[1;38;2;255;255;255;48;2;172;172;92m ♟ \x1b[0m"), "{row:?}");
    }
}
