//! Records inside other formats: strings of programs and JSON, web pages, mail, Markdown, LaTeX,
//! forum posts, RTF, and lichess exports.
//!
//! A container is unpacked before its records are read: [`detect`] recognises it by the beginning
//! of a file, and [`read`] returns the records inside with their places in the file. The container
//! itself (code, markup, technical headers) is left out.
//!
//! | container | what is read |
//! |---|---|
//! | `Quoted` | strings of JavaScript, TypeScript, JSON, Python and SQL that begin with a tag or are moves, moves in calls, and games in YAML, TOML and INI |
//! | `Html` | the text of a page or of XML, games and positions in attributes, and strings in scripts |
//! | `Mail` | quoted-printable, base64 and plain text, part by part |
//! | `Markdown` | the text, and fenced blocks with records |
//! | `Latex` | the text; games of skak and xskak |
//! | `Forum` | the text without `BBCode` |
//! | `Rtf` | the text |
//! | `Json` | objects with moves inside another value, or on several lines |
//! | `Lichess` | games of lichess's API, one object a line (`"moves":"d4 d5"`) |
//! | `Puzzles` | lichess's table of puzzles |
//! | `Layout` | moves in a layout that no reader knows as it stands |
//! | `Log` | the lines of a chess server in a log that writes times or other words before them |

mod calls;
mod forum;
mod html;
mod json;
pub(crate) mod keys;
mod latex;
mod layout;
mod lichess;
mod log;
mod mail;
mod markdown;
mod members;
mod moves;
mod quoted;
mod rtf;
mod unpacked;
mod xml;

use std::{
    io::{self, BufRead, Read},
    ops::Range,
};

use crate::{detect::HEAD, dispatch, hidden};
pub use layout::Layout;
use partie_formats::{Diagnostic, Format, GameView, ReadOptions, Record, Severity, decode};
use partie_pgn::token;
pub use unpacked::Unpacked;
use unpacked::Unpacking;

/// A file that holds records and is not a record itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// Strings of a program or of JSON.
    Quoted,
    /// A web page.
    Html,
    /// A mail with encoded parts, or with several parts.
    Mail,
    /// Markdown with fences.
    Markdown,
    /// LaTeX with the commands of chess packages.
    Latex,
    /// A post of a forum, with `BBCode`.
    Forum,
    /// Rich Text Format.
    Rtf,
    /// Games in one JSON document.
    Json,
    /// Games of lichess as JSON, one a line.
    Lichess,
    /// Puzzles of lichess, one a line.
    Puzzles,
    /// A log with something before each line of a chess server.
    Log,
    /// Moves in a layout that no reader knows as it stands.
    Layout(Layout),
}

impl Container {
    /// Describes it in a few words.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Container::Quoted => "strings in a program or in JSON",
            Container::Html => "a web page",
            Container::Mail => "a mail",
            Container::Markdown => "Markdown",
            Container::Latex => "LaTeX",
            Container::Forum => "a post with BBCode",
            Container::Rtf => "RTF",
            Container::Json => "a JSON document",
            Container::Lichess => "JSON of lichess",
            Container::Puzzles => "a table of puzzles",
            Container::Log => "a log",
            Container::Layout(_) => "another layout",
        }
    }

    /// Returns true if the text of its records stands in it as it is, apart from escapes.
    pub(crate) const fn keeps_text(self) -> bool {
        use Container::{Forum, Html, Latex, Markdown, Quoted, Rtf};
        matches!(self, Quoted | Html | Markdown | Latex | Forum | Rtf)
    }

    /// Returns true if a game that was not unpacked is no part that says the same again, as a mail
    /// has.
    const fn leaves_out_nothing(self) -> bool {
        self.keeps_text() || matches!(self, Container::Json)
    }

    /// Returns true if every line can be unpacked without the others.
    const fn is_of_lines(self) -> bool {
        matches!(self, Container::Lichess | Container::Puzzles)
    }
}

/// A format of records, and the container around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Container of the records, if they do not make up the file.
    pub container: Option<Container>,
    /// Format of the records.
    pub format: Format,
}

impl From<Format> for Layers {
    fn from(format: Format) -> Layers {
        Layers { container: None, format }
    }
}

/// Detects the format of a file's records and their container from its beginning; see
/// [`detect::detect`](crate::detect::detect).
///
/// ```
/// use partie_formats::Format;
/// use partie_records::container::{Container, layers};
/// let found = layers(b"const game = '[Event \"x\"]\\n\\n1. e4 *';\n", Some("game.js"));
/// assert_eq!((found.container, found.format), (Some(Container::Quoted), Format::Pgn));
/// assert_eq!(layers(b"[Event \"x\"]\n", None).container, None);
/// ```
#[must_use]
pub fn layers(head: &[u8], name: Option<&str>) -> Layers {
    let is_markdown = || {
        let extension = name.and_then(|name| name.rsplit_once('.'));
        extension.is_some_and(|(_, extension)| matches!(extension, "md" | "markdown"))
            && markdown::has_open_brace(without_mark(&decode::as_utf8(head)))
    };
    let found = detect(head).or_else(|| is_markdown().then_some(Container::Markdown));
    let found = match found {
        None => crate::detect::detect(head, name).into(),
        Some(container) => within(container, head, name),
    };
    let text = decode::as_utf8(head);
    let text = if head.len() < HEAD { &text[..] } else { whole_games(&text) };
    // Nearly all files begin with a tag, and their first game can be read to its end.
    let has_tag = token::tag_name(without_mark(text)).is_some()
        || crate::detect::has_tags(&decode::lossy(text));
    let layout = if !has_tag {
        better_layout(text, found)
    } else if first_game_stops(text, found) {
        // Of long files a few games tell.
        let few = if head.len() < HEAD { text } else { whole_games(&text[..text.len().min(FEW)]) };
        better_layout(few, found)
    } else {
        None
    };
    match layout {
        Some(layout) => within(Container::Layout(layout), head, name),
        None if !has_tag && is_scoresheet(text, found) => Format::Scoresheet.into(),
        None => found,
    }
}

/// Number of bytes of a long file with tags in which layouts are tried.
const FEW: usize = 16 << 10;

/// Returns the beginning of a file up to an empty line, or at least to the end of a line: the game
/// after it is torn.
fn whole_games(head: &[u8]) -> &[u8] {
    let ends = [&b"\n\n"[..], b"\n\r\n", b"\n"];
    let end = ends.iter().find_map(|end| {
        // Of one long game more is seen than of its first lines.
        let at = memchr::memmem::rfind(head, end).filter(|at| *at > head.len() / 2)?;
        Some(at + end.len())
    });
    &head[..end.unwrap_or(head.len())]
}

/// Returns true if the first game of PGN is read no further than to a word before its end.
fn first_game_stops(head: &[u8], detected: Layers) -> bool {
    let options = ReadOptions::default();
    let is_pgn = detected == Format::Pgn.into();
    let mut games = partie_pgn::cut(head, &options.limits).flatten();
    let first = is_pgn.then(|| games.find(|raw| raw.holds_game(&options))).flatten();
    first.is_some_and(|raw| partie_pgn::parse(&raw.text, &options).value.unread.is_some())
}

/// Detects how a text that is known to be a free scoresheet is laid out.
pub(crate) fn layers_of_scoresheet(head: &[u8], name: Option<&str>) -> Layers {
    let found = layers(head, name);
    let is_layout = matches!(found.container, Some(Container::Layout(_)));
    let is_free = found == Format::ChessGamePlayer.into();
    if is_layout || is_free { found } else { Format::Scoresheet.into() }
}

/// Detects the format of the records in a container.
fn within(container: Container, head: &[u8], name: Option<&str>) -> Layers {
    let inner = unpack(container, &decode::as_utf8(head));
    // A page's extension marks a piece of a page as one; other containers' extensions do not count.
    let is_text = |name: &&str| {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        container == Container::Html && extension.eq_ignore_ascii_case("txt")
    };
    let format = crate::detect::detect(&inner.text, name.filter(is_text));
    Layers { container: Some(container), format }
}

/// Numbers of plies in main lines, and of players' names and results, that were read of a text; and
/// whether some of it could not be read.
type Found = (usize, usize, bool);

/// Fewest plies that a layout must add to what is read without it, unless it tells names and results
/// of the same games.
const LEAST_GAIN: usize = 2;

/// Part of the plies read without a layout that it must add at least. In a text of many games a few
/// more moves of one do not outweigh the others.
const LEAST_PART: usize = 4;

/// Returns the layout in which more can be read of a text than as it was detected: all of it, and no
/// name or result less.
fn better_layout(head: &[u8], detected: Layers) -> Option<Layout> {
    let text = str::from_utf8(head).ok()?;
    let is_json = text.trim_start().starts_with(['{', '[']);
    let is_quoted = detected.container == Some(Container::Quoted);
    let is_text = detected.container.is_none()
        && matches!(detected.format, Format::Scoresheet | Format::Pgn | Format::ChessGamePlayer);
    let fits = |(layout, _): &(Layout, Vec<u8>)| match layout {
        Layout::JsonMoves => is_json,
        // Moves in quotes may be cells of a table.
        Layout::Rows => is_text || is_quoted,
        _ => is_text,
    };
    if !is_text && !is_json && !is_quoted {
        return None;
    }
    let mut best: Option<(Layout, Found)> = None;
    let mut base = None;
    for (layout, respelled) in layout::respelled(text).filter(fits) {
        let base = base.get_or_insert_with(|| found(head, detected));
        let new = found(&respelled, crate::detect::detect(&respelled, None).into());
        let tells = matches!(layout, Layout::Rows | Layout::CapitalHeads | Layout::JsonMoves)
            && new.0 >= base.0
            && new.1 > base.1;
        let least = LEAST_GAIN.max(base.0 / LEAST_PART);
        let gains = new.0 >= base.0 + least || tells && new.0 > 0;
        let is_whole = !new.2 && new.1 >= base.1;
        if gains && is_whole && best.is_none_or(|(_, best)| new > best) {
            best = Some((layout, new));
        }
    }
    best.map(|(layout, _)| layout)
}

/// Returns true if a text without tags is no PGN, but a free scoresheet.
fn is_scoresheet(head: &[u8], detected: Layers) -> bool {
    detected == Format::Pgn.into()
        && found(head, detected).0 == 0
        && found(head, Format::Scoresheet.into()).0 >= LEAST_GAIN
}

/// Counts what is read of a text.
fn found(text: &[u8], layers: Layers) -> Found {
    let options = ReadOptions::default();
    let mut found = (0, 0, false);
    let mut add = |record: io::Result<Record>| {
        let Ok(record) = record else { return };
        let game = record.game();
        found.0 += GameView::ply_count(game);
        let named = ["White", "Black"].into_iter().filter(|name| game.tags.get(name).is_some());
        found.1 += named.count() + usize::from(game.outcome.is_known());
        found.2 |= record.parsed.diagnostics.iter().any(|d| d.severity == Severity::Error);
    };
    match layers.container {
        Some(container) => read(container, layers.format, text, &options).for_each(&mut add),
        None => dispatch::read_plain(layers, Box::new(text), &options).for_each(&mut add),
    }
    found
}

/// Detects the container of a file's records from its beginning; `None` if they make up the
/// file.
#[must_use]
pub fn detect(head: &[u8]) -> Option<Container> {
    let head = decode::as_utf8(head);
    let text = without_mark(&head);
    if mail::is_bare_quoted_printable(text) {
        return Some(Container::Mail);
    }
    if log::is_log(&head) {
        return Some(Container::Log);
    }
    if layout::has_numbered_lines(text) {
        return Some(Container::Layout(Layout::NumberedLines));
    }
    // Nearly all files begin with a tag.
    if token::tag_name(text).is_some() || text.is_empty() {
        return None;
    }
    if text.starts_with(b"{\\rtf") {
        return Some(Container::Rtf);
    }
    if lichess::is_puzzle_table(text) {
        return Some(Container::Puzzles);
    }
    if lichess::is_games(text) {
        return Some(Container::Lichess);
    }
    if memchr::memmem::find(text, b"\"pgn\":").is_none() && json::is_document(text) {
        return Some(Container::Json);
    }
    if html::is_page(text) || xml::is_xml(text) {
        return Some(Container::Html);
    }
    if mail::is_encoded(text) {
        return Some(Container::Mail);
    }
    if markdown::has_fenced_game(text) {
        return Some(Container::Markdown);
    }
    if latex::is_document(text) {
        return Some(Container::Latex);
    }
    // Partie's own JSON may quote a text that could not be read.
    let is_own = crate::detect::is_json(&decode::lossy(text), None)
        && memchr::memmem::find(text, b"\"pgn\":").is_none();
    let is_quoted = !is_own
        && (quoted::is_quoted(text)
            || quoted::has_strings_of_moves(text)
            || quoted::has_bare_moves(text))
        && !unpack(Container::Quoted, text).text.is_empty();
    if is_quoted {
        return Some(Container::Quoted);
    }
    forum::is_post(text).then_some(Container::Forum)
}

/// Returns a text without the byte order mark and the whitespace before its first word.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start()
}

/// Unpacks a whole file, or some lines of one that can be unpacked by lines.
#[must_use]
pub fn unpack(container: Container, bytes: &[u8]) -> Unpacked {
    let mut out = Unpacking::new(bytes);
    match container {
        Container::Quoted => quoted::unpack(bytes, 0..bytes.len(), &mut out),
        Container::Html if xml::is_xml(without_mark(bytes)) => xml::unpack(bytes, &mut out),
        Container::Html => html::unpack(bytes, &mut out),
        Container::Mail => mail::unpack(bytes, &mut out),
        Container::Markdown => markdown::unpack(bytes, &mut out),
        Container::Latex => latex::unpack(bytes, &mut out),
        Container::Forum => forum::unpack(bytes, &mut out),
        Container::Rtf => rtf::unpack(bytes, &mut out),
        Container::Json => json::unpack(bytes, &mut out),
        Container::Lichess => lichess::unpack_games(bytes, &mut out),
        Container::Puzzles => lichess::unpack_puzzles(bytes, &mut out),
        Container::Log => log::unpack(bytes, &mut out),
        Container::Layout(layout) => layout::unpack(layout, bytes, &mut out),
    }
    out.finished()
}

/// Reads the records of a container, with their places in the file.
pub fn read<R: Read>(
    container: Container,
    format: Format,
    source: R,
    options: &ReadOptions,
) -> Records<R> {
    Records {
        container,
        format,
        options: options.clone(),
        source: io::BufReader::new(decode::Utf8Stream::new(source)),
        number: 0,
        byte: 0,
        line: 1,
        ready: Vec::new().into_iter(),
        ended: false,
    }
}

/// A text beside the games of a container.
enum Beside {
    /// A game, or several.
    Game(Unpacked),
    /// A part of a game, which nobody can read but that must not be lost.
    Part(Unpacked),
}

/// Returns the texts of games that stand beside those that were unpacked.
fn beside(container: Container, source: &[u8], unpacked: &Unpacked) -> Vec<Beside> {
    let mut found = Vec::new();
    if !container.leaves_out_nothing() {
        return found;
    }
    let copy = |place: Range<usize>| {
        let mut out = Unpacking::new(source);
        out.copy(place);
        out.finished()
    };
    let part = |left: Range<usize>| {
        let part = hidden::part_of_game(&source[left.clone()])?;
        Some(Beside::Part(copy(left.start + part.start..left.start + part.end)))
    };
    for left in unpacked.left_out(source) {
        let mut at = left.start;
        for game in hidden::games_in_lines(&source[left.clone()]) {
            let game = left.start + game.start..left.start + game.end;
            found.extend(part(at..game.start));
            at = game.end;
            found.push(Beside::Game(copy(game)));
        }
        found.extend(part(at..left.end));
    }
    found
}

/// Unpacks a whole source to the text of its records, one after another. What stands beside the games
/// of PGN comes last, a part of a game as a comment.
///
/// # Errors
///
/// Errors of the source.
pub fn plain(container: Container, source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    decode::Utf8Stream::new(source).read_to_end(&mut bytes)?;
    let unpacked = unpack(container, &bytes);
    let beside = beside(container, &bytes, &unpacked);
    let mut text = unpacked.text;
    let is_pgn = |text: &[u8]| crate::detect::detect(text, None) == Format::Pgn;
    if beside.is_empty() || !is_pgn(&text) {
        return Ok(text);
    }
    let ends = |text: &[u8]| {
        let last = partie_pgn::read(text, &ReadOptions::default()).last().and_then(Result::ok);
        let lacks_end = |d: &Diagnostic| *d.code == partie_pgn::codes::MISSING_RESULT;
        last.is_none_or(|last| !last.parsed.diagnostics.iter().any(lacks_end))
    };
    let mut parts = Vec::new();
    let mut last = 0;
    for beside in beside {
        match beside {
            Beside::Game(game) if is_pgn(&game.text) => {
                // A game without an end would go on with what follows it.
                if !text[last..].trim_ascii().is_empty() && !ends(&text[last..]) {
                    text.extend_from_slice(b"\n\n*\n");
                }
                last = text.len();
                // Moves alone would go on with the game before.
                let is_bare = !game.text.trim_ascii_start().starts_with(b"[");
                let tag: &[u8] = if is_bare { b"\n\n[Event \"?\"]\n\n" } else { b"\n\n" };
                text.extend_from_slice(tag);
                text.extend_from_slice(&game.text);
            }
            Beside::Game(words) | Beside::Part(words) => {
                let braceless = |b: &u8| !matches!(b, b'{' | b'}');
                parts.extend_from_slice(b"\n\n{");
                parts.extend(words.text.trim_ascii().iter().copied().filter(braceless));
                parts.extend_from_slice(b"}\n");
            }
        }
    }
    text.extend(parts);
    Ok(text)
}

/// Number of games' worth of a container that is read at once, if it has no lines.
const FACTOR: usize = 4;

/// An iterator over the records of a container; made by [`read`].
#[derive(Debug)]
pub struct Records<R> {
    container: Container,
    format: Format,
    options: ReadOptions,
    source: io::BufReader<decode::Utf8Stream<R>>,
    number: u64,
    /// Start of the next piece.
    byte: u64,
    line: u64,
    ready: std::vec::IntoIter<Record>,
    ended: bool,
}

impl<R: Read> Records<R> {
    /// Reads the records of an unpacked text, with their places in the file.
    fn read_piece(&self, format: Format, unpacked: &Unpacked) -> io::Result<Vec<Record>> {
        let source: Box<dyn Read + Send> = Box::new(&unpacked.text[..]);
        let mut records = Vec::new();
        for record in dispatch::read(format, source, &self.options) {
            let mut record = record?;
            if self.container.keeps_text() {
                dispatch::say_comments(&mut record);
            }
            unpacked.place(&mut record, self.byte, self.line);
            records.push(record);
        }
        Ok(records)
    }

    /// Reads and unpacks the next piece. Returns false at the end.
    fn load(&mut self) -> io::Result<bool> {
        let mut piece = Vec::new();
        let limit = self.options.limits.game_bytes as u64;
        if self.container.is_of_lines() {
            (&mut self.source).take(limit).read_until(b'\n', &mut piece)?;
        } else {
            (&mut self.source).take(limit.saturating_mul(FACTOR as u64)).read_to_end(&mut piece)?;
        }
        if piece.is_empty() {
            return Ok(false);
        }
        let unpacked = unpack(self.container, &piece);
        let mut records = self.read_piece(self.format, &unpacked)?;
        let inside = records.len();
        for beside in beside(self.container, &piece, &unpacked) {
            match beside {
                Beside::Game(game) => {
                    let format = crate::detect::detect(&game.text, None);
                    records.extend(self.read_piece(format, &game)?);
                }
                Beside::Part(part) => {
                    let mut record = partie_scoresheet::part_of_game(part.text.clone());
                    part.place(&mut record, self.byte, self.line);
                    records.push(record);
                }
            }
        }
        if records.len() > inside {
            records.sort_by_key(|record| record.byte);
        }
        for record in &mut records {
            self.number += 1;
            record.number = self.number;
        }
        self.byte += piece.len() as u64;
        self.line += memchr::memchr_iter(b'\n', &piece).count() as u64;
        self.ready = records.into_iter();
        Ok(true)
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            if let Some(record) = self.ready.next() {
                return Some(Ok(record));
            }
            if self.ended {
                return None;
            }
            match self.load() {
                Ok(true) => {}
                Ok(false) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
    }
}
