//! The whole terminal: taken, drawn row by row, and given back.

use std::{
    io::{self, Write as _},
    iter, panic,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use crossterm::{
    cursor,
    event::{self, Event, KeyEvent, KeyEventKind},
    execute, queue,
    terminal::{self, ClearType},
};
use unicode_width::UnicodeWidthStr as _;

use crate::{
    board::{ColourDepth, StyledLine, StyledSpan, TextStyle, layout, style::paint_all},
    interrupt,
};

/// True while the terminal is taken.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Columns and rows.
pub(in crate::commands) type Size = (usize, usize);

/// Content of the screen.
#[derive(Clone, Debug, Default)]
pub(in crate::commands) struct Screen {
    /// Rows from the top. Rows wider than the terminal are cut.
    pub(in crate::commands) rows: Vec<StyledLine>,
    /// Column and row of the cursor, from 0. Without, it is hidden.
    pub(in crate::commands) cursor: Option<(usize, usize)>,
}

impl Screen {
    /// Returns a screen with a reversed title, left and right, above lines, and a status below them.
    pub(in crate::commands) fn framed(
        [left, right]: [&str; 2],
        mut lines: Vec<StyledLine>,
        status: StyledLine,
        (columns, rows): Size,
    ) -> Screen {
        let gap = " ".repeat(columns.saturating_sub(left.width() + right.width()));
        let title = StyledSpan::new([left, &gap, right].concat(), TextStyle::Title);
        lines.resize(rows.saturating_sub(2), StyledLine::new());
        // The input line takes precedence over the title.
        let title = iter::once(vec![title]).take(rows.saturating_sub(1));
        let rows = title.chain(lines).chain(iter::once(status)).take(rows).collect();
        Screen { rows, cursor: None }
    }

    /// Returns the text, without trailing spaces, as a terminal of `columns` columns shows it.
    #[cfg(test)]
    pub(in crate::commands) fn text(&self, columns: usize) -> String {
        let rows = self.rows.iter().map(|row| layout::plain(&layout::clipped(row, columns)));
        rows.map(|row| row.trim_end().to_owned() + "\n").collect()
    }
}

/// The terminal, which is given back when this is dropped.
#[derive(Debug)]
pub(in crate::commands) struct FullScreen {
    colours: ColourDepth,
    size: Size,
    /// Rows as they were written.
    shown: Vec<String>,
}

impl FullScreen {
    /// Takes the terminal. An interrupt and a panic give it back, too.
    pub(in crate::commands) fn take(colours: ColourDepth) -> io::Result<FullScreen> {
        static HOOKS: Once = Once::new();
        HOOKS.call_once(|| {
            interrupt::before_exit(give_back);
            let print = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                give_back();
                print(panic);
            }));
        });
        terminal::enable_raw_mode()?;
        TAKEN.store(true, Relaxed);
        let screen = FullScreen { colours, size: (0, 0), shown: Vec::new() };
        // Terminals disagree on the width of some characters; a row must not go on in the next.
        execute!(
            io::stdout(),
            terminal::EnterAlternateScreen,
            terminal::DisableLineWrap,
            cursor::Hide
        )?;
        Ok(screen)
    }

    /// Returns the size of the terminal.
    pub(in crate::commands) fn size(&mut self) -> io::Result<Size> {
        let (columns, rows) = terminal::size()?;
        let size = (columns.into(), rows.into());
        if self.size != size {
            self.size = size;
            self.shown.clear();
        }
        Ok(size)
    }

    /// Draws a screen: writes the rows that are new, all at once.
    pub(in crate::commands) fn draw(&mut self, screen: &Screen) -> io::Result<()> {
        let changes = self.changes(screen)?;
        let mut out = io::stdout().lock();
        out.write_all(&changes)?;
        out.flush()
    }

    fn changes(&mut self, screen: &Screen) -> io::Result<Vec<u8>> {
        let (columns, rows) = self.size;
        let mut out = Vec::new();
        queue!(out, cursor::Hide)?;
        if self.shown.len() != rows {
            queue!(out, terminal::Clear(ClearType::All))?;
            self.shown = vec![String::new(); rows];
        }
        let lines = screen.rows.iter().map(Vec::as_slice).chain(iter::repeat(&[][..]));
        for ((at, shown), line) in (0..).zip(&mut self.shown).zip(lines) {
            let line = layout::clipped(line, columns);
            let text = paint_all(&line, self.colours);
            if text != *shown {
                queue!(out, cursor::MoveTo(0, at))?;
                out.extend(text.as_bytes());
                // After the last column the cursor is still on it.
                if layout::width(&line) < columns {
                    queue!(out, terminal::Clear(ClearType::UntilNewLine))?;
                }
                *shown = text;
            }
        }
        if let Some((column, row)) = screen.cursor {
            let cell = |at: usize, end: usize| at.min(end.saturating_sub(1)) as u16;
            queue!(out, cursor::MoveTo(cell(column, columns), cell(row, rows)), cursor::Show)?;
        }
        Ok(out)
    }

    /// Returns the next key. `None` means that none came within a time, if there is one, or that
    /// the screen is to be drawn again.
    pub(in crate::commands) fn key(
        &mut self,
        within: Option<Duration>,
    ) -> io::Result<Option<KeyEvent>> {
        if let Some(time) = within
            && !event::poll(time)?
        {
            return Ok(None);
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => return Ok(Some(key)),
            Event::Resize(..) => self.shown.clear(),
            _ => {}
        }
        Ok(None)
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, if it is taken.
fn give_back() {
    if TAKEN.swap(false, Relaxed) {
        let _ = execute!(
            io::stdout(),
            cursor::Show,
            terminal::EnableLineWrap,
            terminal::LeaveAlternateScreen
        );
        let _ = terminal::disable_raw_mode();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the output for a screen of plain rows.
    fn written(screen: &mut FullScreen, rows: &[&str], cursor: Option<(usize, usize)>) -> String {
        let row = |text: &&str| vec![StyledSpan::new(*text, TextStyle::Plain)];
        let next = Screen { rows: rows.iter().map(row).collect(), cursor };
        let changes = screen.changes(&next).expect("memory");
        let text = String::from_utf8(changes).expect("UTF-8").replace('\x1b', "");
        text.strip_prefix("[?25l").expect("the cursor is hidden").to_owned()
    }

    #[test]
    fn rows_that_changed_are_written() {
        let mut screen = FullScreen { colours: ColourDepth::None, size: (6, 3), shown: Vec::new() };
        assert_eq!(written(&mut screen, &["ab", "cd"], None), "[2J[1;1Hab[K[2;1Hcd[K");
        assert_eq!(written(&mut screen, &["ab", "ef"], Some((1, 2))), "[2;1Hef[K[3;2H[?25h");
        assert_eq!(written(&mut screen, &["ab", "ef"], None), "");
        assert_eq!(written(&mut screen, &["ab"], Some((9, 9))), "[2;1H[K[3;6H[?25h");
        // A row to the last column, a wide character that is cut there, and too many rows.
        let rows = ["abcdef", "abcde丁", "丁丁丁", "x"];
        assert_eq!(written(&mut screen, &rows, None), "[1;1Habcdef[2;1Habcde[K[3;1H丁丁丁");
        (screen.size, screen.shown) = ((1, 1), Vec::new());
        assert_eq!(written(&mut screen, &["丁", "x"], Some((0, 0))), "[2J[1;1H[?25h");
    }

    #[test]
    fn a_frame_of_any_height() {
        let row = |text: &str| vec![StyledSpan::new(text, TextStyle::Plain)];
        for (rows, text) in [
            (0, ""),
            (1, "s\n"),
            (2, "l   r\ns\n"),
            (3, "l   r\na\ns\n"),
            (5, "l   r\na\nb\n\ns\n"),
        ] {
            let lines = vec![row("a"), row("b")];
            let screen = Screen::framed(["l", "r"], lines, row("s"), (5, rows));
            assert_eq!(screen.text(5), text, "{rows}");
        }
    }
}
