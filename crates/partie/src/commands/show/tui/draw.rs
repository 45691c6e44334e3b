//! The screen: board, moves, comments, and what is typed.

use partie_core::NodeId;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::{Line as Row, Text},
    widgets::{Clear, Paragraph},
};

use super::state::{Mode, State};
use crate::{
    board::{BoardStyle, ColourDepth, PieceGlyphs, StyledLine, StyledSpan, TextStyle, layout},
    commands::{
        full::full_screen::{paragraph, row},
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
    pub(super) colours: ColourDepth,
    pub(super) notation: partie_core::Notation,
}

/// Names of games for the rows of the list.
pub(super) type Titles<'a> = &'a mut dyn FnMut(u64) -> String;

/// Draws everything. `titles` gives the names of games for the list.
pub(super) fn screen(frame: &mut Frame<'_>, state: &State, view: View, titles: Titles<'_>) {
    let area = frame.area();
    let [top, middle, bottom] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)])
            .areas(area);
    frame.render_widget(title(state, view, usize::from(top.width)), top);
    match state.mode {
        Mode::Help => frame.render_widget(help(), middle),
        Mode::List(at) => list(frame, middle, state, view, at, titles),
        _ => game(frame, middle, state, view),
    }
    frame.render_widget(Clear, bottom);
    frame.render_widget(status(state, view), bottom);
    let prompt = match &state.mode {
        Mode::GoTo(text) | Mode::Search(text) => Some(text),
        _ => None,
    };
    if let Some(text) = prompt {
        let end = layout::width(&[StyledSpan::new(prompt_of(&state.mode), TextStyle::Plain)])
            + layout::width(&[StyledSpan::new(text.as_str(), TextStyle::Plain)]);
        let column = bottom.x.saturating_add(u16::try_from(end).unwrap_or(u16::MAX));
        frame.set_cursor_position((column.min(bottom.right().saturating_sub(1)), bottom.y));
    }
}

fn title(state: &State, view: View, columns: usize) -> Row<'static> {
    let ellipsis = ellipsis(view);
    let more = if state.counted { "" } else { "+" };
    let number = format!(" {}/{}{more}", state.number, state.games);
    let result = state.game.outcome.as_pgn();
    let mut text = format!("{}  {result}", header::title(&state.game));
    if let Some(event) = header::lines(&state.game).first() {
        text += &format!("  {event}");
    }
    let room = columns.saturating_sub(number.len());
    let line = vec![StyledSpan::new(layout::cut(&text, room, ellipsis), TextStyle::Strong)];
    let mut line = layout::padded(line, room);
    line.push(StyledSpan::new(number, TextStyle::Strong));
    let row = row(&line, view.colours);
    row.style(Style::new().add_modifier(Modifier::REVERSED))
}

const fn ellipsis(view: View) -> &'static str {
    match view.look.figures {
        PieceGlyphs::Unicode => "…",
        PieceGlyphs::Ascii => "...",
    }
}

/// Draws the board with the players, the moves next to it or below, and the comment at the
/// bottom.
fn game(frame: &mut Frame<'_>, area: Rect, state: &State, view: View) {
    let columns = usize::from(area.width);
    let page = Page {
        game: &state.game,
        look: view.look,
        flip: state.flip,
        width: columns,
        notation: view.notation,
        replay: Replay::default(),
    };
    let boards = page.replay.at(&state.game, state.node);
    let block = page.boards_with_players(state.node, &boards);
    let wide = block.iter().map(|line| layout::width(line)).max().unwrap_or(0);
    let beside = columns >= wide + GAP + MOVES;
    let rows = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);

    let mut below = Vec::new();
    let next = choices(state, &page);
    if !next.is_empty() {
        below.extend(layout::filled(&next, |_| columns));
    }
    below.extend(page.caption(state.node, &boards));
    below.extend(page.comments(state.node));

    let [upper, lower] = Layout::vertical([
        Constraint::Length(rows(block.len()).min(area.height)),
        Constraint::Min(0),
    ])
    .areas(area);
    let (moves, text) = if beside {
        let [left, _, right] = Layout::horizontal([
            Constraint::Length(rows(wide)),
            Constraint::Length(rows(GAP)),
            Constraint::Min(0),
        ])
        .areas(upper);
        frame.render_widget(paragraph(&block, view.colours), left);
        (right, lower)
    } else {
        frame.render_widget(paragraph(&block, view.colours), upper);
        // At least three rows of moves; the comment may have the rest.
        let wanted = rows(below.len()).min(lower.height.saturating_sub(3));
        let [moves, text] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(wanted)]).areas(lower);
        (moves, text)
    };
    move_list(frame, moves, state, &page, view);
    frame.render_widget(paragraph(&below, view.colours), text);
}

/// The moves of the game, scrolled so that the current one is seen.
fn move_list(frame: &mut Frame<'_>, area: Rect, state: &State, page: &Page<'_>, view: View) {
    let style = moves::MoveStyle { variations: true, ..page.style(false) };
    let current = (state.node != NodeId::ROOT).then_some(state.node);
    let words = moves::words(&state.game, current, style);
    let columns = usize::from(area.width);
    let lines = layout::filled(&words, |_| columns);
    let at = lines
        .iter()
        .position(|line| line.iter().any(|span| span.style == TextStyle::Current))
        .unwrap_or(0);
    let height = usize::from(area.height);
    let first = at.saturating_sub(height / 2).min(lines.len().saturating_sub(height));
    frame.render_widget(paragraph(&lines[first..], view.colours), area);
}

/// The moves that may follow, the chosen one marked.
fn choices(state: &State, page: &Page<'_>) -> Vec<StyledLine> {
    let moves = state.choices();
    if moves.is_empty() {
        return moves.iter().map(|_| StyledLine::new()).collect();
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

fn list(frame: &mut Frame<'_>, area: Rect, state: &State, view: View, at: u64, titles: Titles<'_>) {
    let height = u64::from(area.height).max(1);
    let last = state.games.max(1);
    let first = at.saturating_sub(height / 2).min((last + 1).saturating_sub(height)).max(1);
    let digits = last.to_string().len();
    let lines: Vec<StyledLine> = (first..=last)
        .take(height as usize)
        .map(|number| {
            let mark = if number == at { '>' } else { ' ' };
            let style = if number == at { TextStyle::Current } else { TextStyle::Plain };
            let text = format!("{mark} {number:>digits$}  {}", titles(number));
            vec![StyledSpan::new(
                layout::cut(&text, usize::from(area.width), ellipsis(view)),
                style,
            )]
        })
        .collect();
    frame.render_widget(paragraph(&lines, view.colours), area);
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

fn help() -> Paragraph<'static> {
    Paragraph::new(Text::raw(KEYS.trim_start_matches('\n')))
        .wrap(ratatui::widgets::Wrap { trim: false })
}

const fn prompt_of(mode: &Mode) -> &'static str {
    match mode {
        Mode::GoTo(_) => "go to move: ",
        Mode::Search(_) => "player: ",
        _ => "",
    }
}

/// The last line: what is typed, what there is to say, or the most important keys.
fn status(state: &State, view: View) -> Row<'static> {
    let line = match (&state.mode, &state.message) {
        (Mode::GoTo(text) | Mode::Search(text), _) => {
            vec![StyledSpan::new(format!("{}{text}", prompt_of(&state.mode)), TextStyle::Strong)]
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
    };
    row(&line, view.colours)
}

#[cfg(test)]
mod tests {
    use partie_core::{Language, Notation};
    use partie_formats::ReadOptions;
    use partie_pgn as pgn;
    use ratatui::{Terminal, backend::TestBackend, buffer::Buffer, style::Color};

    use super::*;

    const GAME: &str = "[White \"Anna\"]\n[Black \"Bert\"]\n[Event \"Club\"]\n\n\
        1. e4 {[%clk 0:04:58] best by test} 1... e5 (1... c5 2. Nf3) 2. Nf3 $1 1-0";

    const PLAIN: View = View {
        look: BoardStyle { figures: PieceGlyphs::Ascii, coloured: false, coordinates: true },
        colours: ColourDepth::None,
        notation: Notation::San(Language::English),
    };

    /// The state after the first so many half-moves of the main line.
    fn state(plies: usize) -> State {
        let game = pgn::parse(GAME.as_bytes(), &ReadOptions::default()).value;
        let node = plies.checked_sub(1).and_then(|n| game.tree.mainline().nth(n));
        let mut state = State::new(game, 1, node.unwrap_or(NodeId::ROOT), false);
        state.games = 3;
        state
    }

    fn drawn(state: &State, view: View, width: u16, height: u16) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        let mut titles = |number| format!("game {number}");
        terminal.draw(|frame| screen(frame, state, view, &mut titles)).expect("drawn");
        terminal.backend().buffer().clone()
    }

    fn text(state: &State, width: u16, height: u16) -> String {
        let buffer = drawn(state, PLAIN, width, height);
        let rows = buffer.content.chunks(usize::from(width));
        rows.map(|row| {
            let row: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
            row.trim_end().to_owned() + "\n"
        })
        .collect()
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
                assert_eq!(text(&state, width, height).lines().count(), usize::from(height));
            }
        }
    }

    #[test]
    fn colours_of_squares_and_pieces() {
        let look = BoardStyle { figures: PieceGlyphs::Unicode, coloured: true, coordinates: true };
        let view = View { look, colours: ColourDepth::True, ..PLAIN };
        let buffer = drawn(&state(1), view, 80, 20);
        // The white pawn that has just come to e4, a light square.
        let pawn = &buffer[(2 + 4 * 3 + 1, 6)];
        assert_eq!((pawn.symbol(), pawn.fg), ("♟", Color::Rgb(255, 255, 255)));
        assert_eq!(pawn.bg, Color::Rgb(172, 172, 92));
    }
}
