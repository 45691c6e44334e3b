//! Assembles a server's lines into notices: each table, list of moves or other block is one typed
//! notice, as is every other line.
//!
//! A [`NoticeReader`] follows a [`Client`](crate::client::Client). It keeps lines until they are
//! certainly complete: until a prompt, a question, or the end of an answer in block mode. Servers
//! write their prompt together with the text before it, so lines do not wait long; packet
//! boundaries change nothing; a table needs no end mark, and may be followed by other notices if it
//! has one. A player's own prompt must be known to the client's reader ([`line::shown::LineReader`]),
//! or be switched off by `iset defprompt 1`.
//!
//! [`line::shown::LineReader`]: crate::line::shown::LineReader
//!
//! No text is lost: [`ReadNotice::text`] is the received text, letter by letter, and the texts of
//! all notices together are the whole input. Lines cut at the player's width are joined for
//! reading, and entities (`&#x263a;`) are read; the text keeps them as received.
//!
//! Some tables do not show all of their data: long names are cut, letters of ratings are left out.
//! Each documents its losses; all other data reads back unchanged. Consecutive lines of unknown
//! wording are one [`Notice::Page`]. The whole answer to `help` is one such notice, including
//! quoted notices.
//!
//! ```
//! use partie_wire::client::Client;
//! use partie_wire::notice_reader::{NoticeReader, ServerEvent};
//! use partie_wire::notice::Notice;
//!
//! let mut client = Client::plain();
//! let mut reader = NoticeReader::default();
//! let sent = b"\n\r  1 ++++ Ann         ++++ Boris      [ bu  3   2]   2:59 -  3:00 (39-39) W:  1\n\r\
//!     \n\r  1 game displayed.\n\rfics% ";
//! client.receive(sent, &mut Vec::new());
//! while let Some(incoming) = client.poll() {
//!     reader.receive(incoming);
//! }
//! let Some(ServerEvent::Notice(read)) = reader.poll() else { panic!() };
//! let Notice::Games(table) = read.notice else { panic!() };
//! assert_eq!(table.rows[0].names.black, "Boris");
//! assert!(matches!(reader.poll(), Some(ServerEvent::Other(_))), "the prompt");
//! ```

use std::collections::VecDeque;

use crate::{
    char_escapes,
    client::{Answer, Incoming},
    command,
    line::shown::Shown,
    notice::{
        Notice,
        lines::{Lines, Seen},
        parse_all,
    },
    prompt,
    wrap::{self, Joined, Unwrapper},
};

/// Maximum number of bytes kept if no prompt comes; then the text is read as it is. Long tables of
/// games fit.
pub const LIMIT: usize = 1 << 20;

/// A notice with the text that it was read from.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReadNotice {
    /// The lines as they came, each with `\n` after it, and the empty ones around them.
    pub text: String,
    /// The notice that the text means.
    pub notice: Notice,
}

/// An event that a server's text completes.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerEvent {
    /// A notice sent unasked, or to a client without block mode.
    Notice(ReadNotice),
    /// The whole answer to a command in block mode.
    Answer(Reply),
    /// Events without text to read: prompts, questions, pings, the bell, lines that were too long.
    /// Pings and the bell do not wait for lines that came before them.
    Other(Incoming),
}

/// The whole answer to a command.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Reply {
    /// The command's number; 0 if it had none, or if it was not the player's.
    pub number: u32,
    /// The command's code, or the error's (see [`block::code`](crate::block::code)).
    pub code: u16,
    /// The notices; none where the answer is empty.
    pub notices: Vec<ReadNotice>,
    /// It was done in the player's name.
    pub posed: bool,
    /// The end of it is missing.
    pub cut: bool,
}

/// Puts a server's lines together.
#[derive(Clone, Debug)]
pub struct NoticeReader {
    limit: usize,
    /// Lines with their ends, not yet read.
    lines: Vec<String>,
    /// Total length of the lines, in bytes.
    size: usize,
    ready: VecDeque<ServerEvent>,
}

impl Default for NoticeReader {
    fn default() -> NoticeReader {
        NoticeReader::new(LIMIT)
    }
}

impl NoticeReader {
    /// With a limit to the bytes that are kept while there is no prompt.
    #[must_use]
    pub const fn new(limit: usize) -> NoticeReader {
        NoticeReader { limit, lines: Vec::new(), size: 0, ready: VecDeque::new() }
    }

    /// Takes an event of a [`Client`](crate::client::Client).
    pub fn receive(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Shown(Shown::Line(mut line)) => {
                line.push('\n');
                self.size += line.len();
                self.lines.push(line);
                if self.size > self.limit {
                    self.flush();
                }
            }
            Incoming::Answer(answer) => {
                self.flush();
                self.ready.push_back(ServerEvent::Answer(reply(answer)));
            }
            Incoming::Ping | Incoming::Shown(Shown::Bell) => {
                self.ready.push_back(ServerEvent::Other(incoming));
            }
            Incoming::Shown(_) | Incoming::Broken => {
                self.flush();
                self.ready.push_back(ServerEvent::Other(incoming));
            }
        }
    }

    /// The next complete event.
    pub fn poll(&mut self) -> Option<ServerEvent> {
        self.ready.pop_front()
    }

    /// Reads the kept lines as they are, because the connection is closed, or has been silent for
    /// so long that no prompt will come.
    pub fn flush(&mut self) {
        self.size = 0;
        let lines = std::mem::take(&mut self.lines);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        self.ready.extend(read_lines(&lines).into_iter().map(ServerEvent::Notice));
    }

    /// The lines that are not yet read.
    #[must_use]
    pub fn unread(&self) -> &[String] {
        &self.lines
    }
}

/// Reads a text of many lines, such as a whole answer: all its notices, in order.
#[must_use]
pub fn read(text: &str) -> Vec<ReadNotice> {
    read_lines(&text.split_inclusive('\n').collect::<Vec<_>>())
}

fn reply(answer: Answer) -> Reply {
    let Answer { number, code, text, posed, cut } = answer;
    let mut notices = read(&text);
    // A help page may quote any message of a server.
    let quotes = notices.iter().any(|t| matches!(t.notice, Notice::Page(_)));
    if code == command::session::HELP && quotes && notices.len() > 1 {
        let page = wrap::unwrap(&text);
        let page = char_escapes::decode(&page);
        notices =
            vec![ReadNotice { text, notice: Notice::Page(page.trim_matches('\n').to_owned()) }];
    }
    Reply { number, code, notices, posed, cut }
}

/// Reads lines with their ends.
fn read_lines(lines: &[&str]) -> Vec<ReadNotice> {
    let mut unwrapper = Unwrapper::default();
    let mut joined: Vec<Joined<usize>> = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        joined.extend(unwrapper.line(line.trim_end_matches('\n').into(), place));
    }
    joined.extend(unwrapper.end());
    // The start of each line that was cut; a continuation is no line of its own.
    let starts: Vec<usize> = joined.iter().map(|line| line.place).chain([lines.len()]).collect();
    // Some servers show prompts within their answers.
    let text = |line: &Joined<_>| {
        let text = String::from_utf8_lossy(&line.bytes[prompt::lead(&line.bytes)..]);
        char_escapes::decode(&text).into_owned()
    };
    let whole: Vec<String> = joined.iter().map(text).collect();
    let whole: Vec<&str> = whole.iter().map(String::as_str).collect();

    let mut all: Vec<ReadNotice> = Vec::new();
    let seen = Seen::default();
    let mut cursor = Lines::new(&whole, &seen);
    // Lines up to here were reported.
    let mut from = 0;
    // The first and the last unknown line after the quoted ones.
    let mut unknown: Option<(usize, usize)> = None;
    let mut push = |notice, to: usize| {
        let text = lines[starts[from]..starts[to]].concat();
        all.push(ReadNotice { text, notice });
        from = to;
    };
    let page = |(first, last): (usize, usize)| Notice::Page(whole[first..=last].join("\n"));
    loop {
        cursor.skip_empty();
        let begin = cursor.at();
        let known = parse_all::parse_next(&mut cursor);
        if (known.is_some() || begin == whole.len())
            && let Some((first, last)) = unknown.take()
        {
            push(page((first, last)), last + 1);
        }
        match known {
            Some(notice) => push(notice, cursor.at()),
            None if cursor.next().is_some() => {
                unknown = Some((unknown.map_or(begin, |(first, _)| first), begin));
            }
            None => break,
        }
    }
    let rest = lines[starts[from]..].concat();
    match all.last_mut() {
        Some(last) => last.text.push_str(&rest),
        None if rest.is_empty() => {}
        None => all.push(ReadNotice { text: rest, notice: Notice::Page(String::new()) }),
    }
    all
}
