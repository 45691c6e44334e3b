//! Output of selected games: verbatim, byte for byte, or in another form.

use partie_core::Variant;
use partie_db::query::Subject as _;
use partie_formats::{Format, WriteOptions};

use super::{
    game_writer::{GameWriter, named_format},
    games::Games,
    lazy_game::LazyGame,
    messages::Messages,
    table_output::TableOutput,
};
use crate::{
    args::{Copying, OutputFormat, Target, Writing},
    output::Permission,
};

/// Writes games of collections. The first game decides the format by default.
pub(super) struct GameOutput<'a> {
    target: &'a Target,
    writing: &'a Writing,
    permission: Permission,
    live: bool,
    games: Option<GameWriter>,
    /// The games are rows of a table instead.
    table: Option<TableOutput>,
    /// The format that OUT or `--to` names.
    named: Option<Format>,
    /// True if no option changes the games.
    verbatim: bool,
    /// The last game that was copied: its file, where it ended, and whether an empty
    /// line ended it.
    last: Option<(usize, u64, End)>,
}

/// Text that is missing at the end of a copied game before another may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End(&'static str);

impl<'a> GameOutput<'a> {
    /// Opens no file yet, but reports at once an output that could not be opened later.
    pub(super) fn new(
        target: &'a Target,
        writing: &'a Writing,
        permission: Permission,
    ) -> anyhow::Result<GameOutput<'a>> {
        permission.check_target(&target.output)?;
        // Rows are encoded while games are read.
        let table = TableOutput::create(target, writing, &permission, 1)?;
        let named = match target.format() {
            None if table.is_some() => None,
            None => named_format(&target.output)?,
            to => to,
        };
        let verbatim = writing.options() == WriteOptions::default();
        Ok(GameOutput {
            target,
            writing,
            permission,
            live: false,
            games: None,
            table,
            named,
            verbatim,
            last: None,
        })
    }

    /// The games to copy, and the output for them.
    pub(super) fn of(copying: &'a Copying) -> anyhow::Result<(Games, GameOutput<'a>)> {
        let entries = Games::new(&copying.collection)?;
        let output = GameOutput::for_games(&entries, copying)?;
        Ok((entries, output))
    }

    /// The output for games that are read.
    pub(super) fn for_games(
        entries: &Games,
        Copying { target, writing, .. }: &'a Copying,
    ) -> anyhow::Result<GameOutput<'a>> {
        let permission = Permission::new(target.force).reading(entries.readable());
        GameOutput::new(target, writing, permission)
    }

    /// Returns true if the games appear on the terminal.
    pub(super) fn on_terminal(&self) -> bool {
        self.target.output.as_os_str() == "-" && crate::terminal::is_terminal(false)
    }

    /// Passes each game on as it comes, if the games may come as they are played.
    pub(super) fn live(self, live: bool) -> GameOutput<'a> {
        GameOutput { live, ..self }
    }

    /// Writes a game, unchanged unless an option says otherwise.
    pub(super) fn write(&mut self, entry: &LazyGame) -> anyhow::Result<()> {
        self.put(entry, self.verbatim && !entry.is_of_database())
    }

    /// Formats a game, because it differs from its text.
    pub(super) fn rewrite(&mut self, entry: &LazyGame) -> anyhow::Result<()> {
        self.put(entry, false)
    }

    fn put(&mut self, entry: &LazyGame, verbatim: bool) -> anyhow::Result<()> {
        if let Some(table) = &mut self.table {
            return table.add(entry.file(), entry.record());
        }
        let (own, in_one_piece) = match &self.games {
            // PGN and BPGN are copied alike, and distinguishing them is slow.
            Some(games) if entry.is_cut() && self.named.is_none() && is_pgn(games.format()) => {
                (games.format(), true)
            }
            _ => match entry.format() {
                // The games of a transcript do not stand in one piece.
                Format::Style12 if entry.game().variant == Variant::Bughouse => {
                    (Format::Bpgn, false)
                }
                Format::Style12 => (Format::Pgn, false),
                own => (own, true),
            },
        };
        let named = self.named;
        if self.games.is_none() {
            self.games = Some(self.open(named.unwrap_or(own))?);
        }
        let Some(games) = &mut self.games else { return Ok(()) };
        let same =
            own == games.format() || named.is_none() && is_pgn(own) && is_pgn(games.format());
        if !(verbatim && same && in_one_piece) {
            self.last = None;
            return games.write(entry.file(), entry.record());
        }
        let mut text = entry.bytes();
        let goes_on = self.last.is_some_and(|(input, byte, _)| {
            (input, byte) == (entry.input(), entry.byte()) && is_pgn(own)
        });
        if let Some((_, _, End(missing))) = self.last.filter(|_| !goes_on) {
            games.put(missing.as_bytes())?;
        }
        if games.written() > 0 {
            // A byte order mark belongs at the start of a file only.
            text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        }
        games.copy(text)?;
        if line_by_line(own) && !text.ends_with(b"\n") {
            games.put(b"\n")?;
        }
        let after = entry.byte() + entry.bytes().len() as u64;
        self.last = Some((entry.input(), after, End(missing_end(own, text))));
        Ok(())
    }

    fn open(&self, format: Format) -> anyhow::Result<GameWriter> {
        let target = Target {
            output: self.target.output.clone(),
            to: Some(OutputFormat::Format(format)),
            force: self.target.force,
        };
        Ok(GameWriter::new(&target, self.writing, None, self.permission.clone())?.live(self.live))
    }

    /// Finishes the file and reports the outcome. Returns true if every game was written.
    pub(super) fn finish(self, messages: Messages) -> anyhow::Result<bool> {
        if let Some(table) = self.table {
            table.finish(messages)?;
            return Ok(true);
        }
        if let Some(games) = self.games {
            return games.finish(messages);
        }
        messages.nothing_to_write(&self.target.output);
        Ok(true)
    }
}

const fn is_pgn(format: Format) -> bool {
    matches!(format, Format::Pgn | Format::Bpgn)
}

const fn line_by_line(format: Format) -> bool {
    matches!(format, Format::Fen | Format::Epd | Format::Ndjson)
}

/// Text that is missing after a game before another may follow: an empty line, with the
/// game's own line ends.
fn missing_end(format: Format, text: &[u8]) -> &'static str {
    if line_by_line(format) {
        return "";
    }
    let end = text.len() - text.trim_ascii_end().len();
    let tail = &text[text.len() - end..];
    let (mut ends, mut before) = (0, 0);
    for byte in tail {
        ends += usize::from(*byte == b'\r' || *byte == b'\n' && before != b'\r');
        before = *byte;
    }
    let lines: [&str; 3] = match memchr::memchr2(b'\n', b'\r', text) {
        Some(at) if text[at..].starts_with(b"\r\n") => ["\r\n\r\n", "\r\n", ""],
        Some(at) if text[at] == b'\r' => ["\r\r", "\r", ""],
        _ => ["\n\n", "\n", ""],
    };
    lines[ends.min(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_line_between_games() {
        for (text, missing) in [
            ("1. e4 *", "\n\n"),
            ("1. e4 *\n", "\n"),
            ("1. e4 *\n\n", ""),
            ("1. e4 *\n \n", ""),
            ("[A \"b\"]\r\n1. e4 *\r\n", "\r\n"),
            ("[A \"b\"]\r\n1. e4 *", "\r\n\r\n"),
            ("[A \"b\"]\r1. e4 *\r", "\r"),
            ("", "\n\n"),
        ] {
            assert_eq!(missing_end(Format::Pgn, text.as_bytes()), missing, "{text:?}");
        }
        assert_eq!(missing_end(Format::Fen, b"8/8 w - -\n"), "");
    }
}
