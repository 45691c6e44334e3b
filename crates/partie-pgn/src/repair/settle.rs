//! Repair until the text no longer changes, and joining of repaired records.

use super::{
    change::{Change, RepairOptions, Repaired, is_games, re_encoded, says_anything},
    line, pgn,
};
use crate::{codes, fast::single, games, raw::RawRecord};
use partie_formats::text::is_whitespace;
use partie_formats::{
    Code, Confidence, Diagnostic, Format, ReadOptions, Record, decode, lines, message,
};

/// Number of times that a repaired text is read as a new one. A repair may uncover what looks like
/// HTML, quoted mail or the start of another game.
const PASSES: usize = 16;

/// Repairs a record's text until it comes to rest.
pub(super) fn record(record: &Record, options: RepairOptions, read: &ReadOptions) -> Repaired {
    let diagnostics = &record.parsed.diagnostics;
    if record.format == Format::Pgn
        && diagnostics.iter().all(single::is_unfixable)
        && let Ok(text) = str::from_utf8(&record.text)
        && single::is_clean(text, read)
    {
        let unchanged = Repaired::unchanged(text.to_owned(), diagnostics.clone());
        return Repaired { faultless: true, ..unchanged };
    }
    let lacks_roster = |d: &Diagnostic| d.code == &codes::MISSING_ROSTER;
    if record.format == Format::Pgn
        && diagnostics.iter().all(lacks_roster)
        && let Some(repaired) = pgn::add_tags(&record.text, read)
    {
        return repaired;
    }
    let levels = [Confidence::Guess, Confidence::Likely, Confidence::Safe];
    let mut why = unsettled();
    for level in levels.into_iter().filter(|level| *level <= options.level) {
        match text(record.format, &record.text, options.level(level), read) {
            Some(repaired) if keeps_game(record, &repaired) => return repaired,
            Some(_) => {
                let message =
                    message!("repairs would change the games or a result; nothing was changed");
                why = Diagnostic::new(&codes::UNSETTLED, 0..0, message);
            }
            None => break,
        }
    }
    let decoded = decode::decode(&record.text, read.encoding.as_deref());
    let changes = re_encoded(&record.text, &decoded).into_iter().collect();
    let mut left = vec![why];
    left.extend_from_slice(&record.parsed.diagnostics);
    Repaired { changes, ..Repaired::unchanged(decoded.text.into_owned(), left) }
}

/// Returns true if a record is still one game with its result. A diagnostic announces that games
/// are parted, or that the final position decides.
fn keeps_game(record: &Record, repaired: &Repaired) -> bool {
    let says = |code: &Code| record.parsed.diagnostics.iter().any(|d| d.code == code);
    let is_changed = repaired.changes.iter().any(|change| change.code != &codes::EIGHT_BIT);
    if record.format != Format::Pgn || !is_changed || says(&codes::SECOND_GAME) {
        return true;
    }
    let before = says_anything(record.game()).then_some(record.game().outcome);
    match (before, &repaired.results[..]) {
        (None, _) => true,
        (Some(before), [after]) => {
            !before.is_known()
                || before == *after
                || says(&codes::CONFLICT)
                || says(&codes::BOARD_CONFLICT)
        }
        _ => false,
    }
}

/// Repairs a text until it comes to rest; `None` if it does not.
pub(super) fn text(
    format: Format,
    bytes: &[u8],
    options: RepairOptions,
    read: &ReadOptions,
) -> Option<Repaired> {
    let mut repaired = once(format, bytes, options, read);
    let known = repaired.changes.len();
    if known > 0 {
        if !settle(&mut repaired, |text| again(format, text, options, read)) {
            return None;
        }
        put_within(&mut repaired.changes[known..], bytes.len());
    }
    Some(repaired)
}

/// Changes of a later text: their places in the record as it was read are not known exactly.
fn put_within(changes: &mut [Change], length: usize) {
    for change in changes {
        let at = change.span.start.min(length);
        change.span = at..at;
    }
}

/// Repairs a repaired text until nothing changes; returns false if this does not end. Places of
/// changes refer to the text of their pass.
fn settle(repaired: &mut Repaired, pass: impl Fn(&str) -> Repaired) -> bool {
    for _ in 1..PASSES {
        let again = pass(&repaired.text);
        repaired.faultless = again.faultless;
        // The results of a faultless game are known.
        if !again.faultless {
            repaired.results = again.results;
        }
        if again.text == repaired.text {
            return true;
        }
        repaired.changes.extend(again.changes);
        repaired.text = again.text;
        repaired.left = again.left;
    }
    false
}

/// One more pass over a repaired text, which is UTF-8 now.
fn again(format: Format, text: &str, options: RepairOptions, read: &ReadOptions) -> Repaired {
    if format == Format::Pgn && single::is_clean(text, read) {
        return Repaired { faultless: true, ..Repaired::unchanged(text.to_owned(), Vec::new()) };
    }
    games_once(format, text, options, &read.clone().encoding(None))
}

/// Returns the diagnostic of a text that does not come to rest.
fn unsettled() -> Diagnostic {
    let message = message!(
        "{passes} passes of repairs did not converge; nothing was changed",
        passes = PASSES
    );
    Diagnostic::new(&codes::UNSETTLED, 0..0, message)
}

/// One pass over the text of a record.
fn once(format: Format, text: &[u8], options: RepairOptions, read: &ReadOptions) -> Repaired {
    match format {
        Format::Pgn => pgn::pass(text, options, read),
        _ => line::repair(format, text, options, read),
    }
}

/// One pass over a text that was repaired, and in which more than one game may be found now.
fn games_once(format: Format, text: &str, options: RepairOptions, read: &ReadOptions) -> Repaired {
    if !is_games(format) {
        return once(format, text.as_bytes(), options, read);
    }
    let mut repaired = Repaired::unchanged(String::new(), Vec::new());
    let mut at = 0;
    for game in cut(text, read) {
        let start = usize::try_from(game.byte).expect("within the text");
        let mut one = once(game.format(read), &game.text, options, read);
        // Line ends and escaped lines stand between games.
        repaired.text.push_str(&text[at..start]);
        repaired.text.push_str(separator(&repaired.text, &one.text));
        lines::shift(&mut one.left, repaired.text.len());
        repaired.text.push_str(&one.text);
        repaired.changes.extend(one.changes);
        repaired.left.extend(one.left);
        repaired.results.extend(one.results);
        at = start + game.text.len();
    }
    repaired.text.push_str(&text[at..]);
    repaired
}

/// Returns the games of a text. Reading from memory does not fail.
fn cut(text: &str, read: &ReadOptions) -> impl Iterator<Item = RawRecord> {
    games::cut(text.as_bytes(), &read.limits).flatten()
}

/// Returns the line ends that must stand between a repaired game and the text before it: an empty
/// line separates two games.
fn separator(before: &str, game: &str) -> &'static str {
    if before.is_empty() || game.starts_with(['\n', '\r']) {
        return "";
    }
    let Some(lines) = without_line_end(before) else { return "\n\n" };
    if lines.is_empty() || without_line_end(lines).is_some() { "" } else { "\n" }
}

/// Returns a text without its last line end and the spaces around it; `None` if there is none, or
/// if other text follows it.
fn without_line_end(text: &str) -> Option<&str> {
    let ends_no_line = |c: char| is_whitespace(c) && !matches!(c, '\n' | '\r');
    let text = text.trim_end_matches(ends_no_line);
    let before = text.strip_suffix('\n').map(|t| t.strip_suffix('\r').unwrap_or(t));
    Some(before?.trim_end_matches(ends_no_line))
}

/// Joins the repaired records of a stream, so that the text reads back as the same records, and
/// repairing it changes nothing.
///
/// Two records whose boundary would move in the repaired text (for example because a tag that
/// contained the next game's first line was closed) are repaired again as one text.
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_pgn as pgn;
/// use partie_pgn::repair::{Joiner, RepairOptions, repair};
/// let text = "1. e4 *\n1. d4 1/2\n";
/// let (options, read) = (RepairOptions::default(), ReadOptions::default());
/// let mut joiner = Joiner::new(options, &read);
/// let mut joined = String::new();
/// for record in pgn::read(text.as_bytes(), &read) {
///     let record = record.expect("memory does not fail");
///     let mut repaired = repair(&record, &options, &read);
///     joined.extend(joiner.add(b"", &record, &mut repaired));
/// }
/// let (rest, _) = joiner.finish(b"");
/// joined.push_str(str::from_utf8(&rest).expect("UTF-8"));
/// assert!(joined.ends_with("[Result \"1/2-1/2\"]\n\n1. d4 1/2-1/2\n"), "{joined}");
/// ```
#[derive(Debug)]
pub struct Joiner {
    options: RepairOptions,
    read: ReadOptions,
    /// The text that may still change with what follows.
    held: String,
    /// Offset of the last record, or of one before the last.
    last: usize,
    /// The last record stands in it as it was read.
    as_read: bool,
    /// True if the text from the last record on is known to be one game without diagnostics.
    faultless: bool,
    /// The last record was a game, not a line.
    games: bool,
    /// Length of the last record as it was read, in bytes.
    length: usize,
}

impl Joiner {
    /// Begins a stream.
    #[must_use]
    pub fn new(options: RepairOptions, read: &ReadOptions) -> Joiner {
        Joiner {
            options,
            read: read.clone(),
            held: String::new(),
            last: 0,
            as_read: true,
            faultless: false,
            games: false,
            length: 0,
        }
    }

    /// Adds the next record, and before it the text that stood between it and the record
    /// before. Gives all text before the record once that is certain; `None` if the
    /// record became one with the text before it; `repaired` has the changes.
    /// The repaired text is taken out of `repaired`.
    pub fn add(
        &mut self,
        between: &[u8],
        record: &Record,
        repaired: &mut Repaired,
    ) -> Option<String> {
        let as_read = repaired.text.as_bytes() == record.text;
        // Text that is no game stays as it is.
        let stays = self.as_read && as_read && !record.holds_game();
        self.add_text(between, (record.format, record.text.len()), (as_read, stays), repaired)
    }

    /// Adds a game of PGN that stays as it was read, as [`Joiner::add`] does. `unchanged` is its
    /// text, without a change.
    pub fn add_unchanged(&mut self, between: &[u8], unchanged: &mut Repaired) -> Option<String> {
        let length = unchanged.text.len();
        self.add_text(between, (Format::Pgn, length), (true, false), unchanged)
    }

    /// Adds a record of a format and a length as it was read.
    fn add_text(
        &mut self,
        between: &[u8],
        (format, length): (Format, usize),
        (as_read, stays): (bool, bool),
        repaired: &mut Repaired,
    ) -> Option<String> {
        if !between.is_empty() {
            self.held.push_str(&self.decoded(between));
            self.faultless = false;
        }
        (self.games, self.length) = (is_games(format), length);
        if self.games && !self.held.is_empty() {
            let separator = if stays { "" } else { separator(&self.held, &repaired.text) };
            self.held.push_str(separator);
            let same = self.as_read && as_read && separator.is_empty();
            if !same && !self.fits(repaired) {
                let known = repaired.changes.len();
                self.join(format, repaired);
                put_within(&mut repaired.changes[known..], length);
                return None;
            }
        }
        (self.last, self.as_read, self.faultless) = (0, as_read, repaired.faultless);
        Some(std::mem::replace(&mut self.held, std::mem::take(&mut repaired.text)))
    }

    /// Decodes the text between records.
    fn decoded(&self, bytes: &[u8]) -> String {
        decode::decode(bytes, self.read.encoding.as_deref()).text.into_owned()
    }

    /// Returns true if the next game begins at its start, and the games before it begin where they
    /// do without it.
    fn fits(&self, next: &Repaired) -> bool {
        let before = &self.held[self.last..];
        let is_game = |text| single::is_clean(text, &self.read);
        if (before.ends_with("\n\n") || before.ends_with("\n\r\n"))
            && (self.faultless || is_game(before))
            && (next.faultless || is_game(&next.text))
        {
            return true;
        }
        let text = format!("{before}{}", next.text);
        let mut starts = cut(&text, &self.read).map(|game| game.byte);
        cut(before, &self.read).all(|game| starts.next() == Some(game.byte))
            && starts.next() == Some(before.len() as u64)
    }

    /// Repairs the end of the held text again, with the record after it.
    fn join(&mut self, format: Format, repaired: &mut Repaired) {
        self.held.push_str(&std::mem::take(&mut repaired.text));
        let text = self.held.split_off(self.last);
        let mut joined = Repaired::unchanged(text.clone(), Vec::new());
        if settle(&mut joined, |text| again(format, text, self.options, &self.read)) {
            repaired.changes.extend(joined.changes);
            repaired.left = joined.left;
        } else {
            joined.text = text;
            repaired.left.push(unsettled());
        }
        let last = cut(&joined.text, &self.read).last().map_or(0, |game| game.byte);
        self.last = self.held.len() + usize::try_from(last).expect("within the text");
        self.held.push_str(&joined.text);
        (self.as_read, self.faultless) = (false, false);
    }

    /// Returns true if the text that may still change is known to be one game without diagnostics.
    #[must_use]
    pub const fn holds_one_game(&self) -> bool {
        self.faultless && self.last == 0
    }

    /// Ends the stream with the bytes after its last record: gives all text that is left and
    /// the changes that the end of the stream called for; their places are in the last record.
    #[must_use]
    pub fn finish(mut self, rest: &[u8]) -> (Vec<u8>, Vec<Change>) {
        // Old systems put a byte at the end of a file that is no text.
        let length = rest.iter().rposition(|b| *b != 0xff).map_or(0, |i| i + 1);
        let (rest, end) = rest.split_at(length);
        if self.games && !self.as_read && !rest.is_empty() {
            let text = self.decoded(rest);
            let mut end_of_text = Repaired::unchanged(text, Vec::new());
            let length = self.length;
            self.join(Format::Pgn, &mut end_of_text);
            put_within(&mut end_of_text.changes, length);
            let mut text = self.held.into_bytes();
            text.extend_from_slice(end);
            return (text, end_of_text.changes);
        }
        let mut text = self.held.into_bytes();
        text.extend_from_slice(rest);
        text.extend_from_slice(end);
        (text, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> Repaired {
        Repaired::unchanged(text.to_owned(), Vec::new())
    }

    /// A pass that undoes the previous one is detected, and a terminating one is not.
    #[test]
    fn mending_that_goes_round_in_circles() {
        let toggled = |text: &str| repaired(if text == "a" { "b" } else { "a" });
        assert!(!settle(&mut repaired("a"), toggled));
        let shorter = |text: &str| repaired(text.strip_suffix('x').unwrap_or(text));
        let mut text = repaired("axxx");
        assert!(settle(&mut text, shorter));
        assert_eq!(text.text, "a");
        assert_eq!(unsettled().code.id, "PGN109");
    }
}
