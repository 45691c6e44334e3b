//! Lines and prompts from a server.
//!
//! A server ends its lines with `\n\r`, and leaves its prompts without an end: they are
//! reported as soon as they are complete. Text after a prompt on the same line
//! (`fics% Challenge: …`) is a line of its own.
//!
//! Before the first [`PromptText`] the questions of the login are known as well, see
//! [`Shown`]; after it they are ordinary text, no matter who writes them.
//!
//! ```
//! use partie_wire::line::shown::{LineReader, Shown};
//! use partie_wire::prompt::PromptText;
//!
//! let mut reader = LineReader::default();
//! let seen: Vec<Shown> = reader.receive(b"\n\rStyle 12 set.\n\rfics% ").collect();
//! assert_eq!(
//!     seen,
//!     [
//!         Shown::Line(String::new()),
//!         Shown::Line("Style 12 set.".into()),
//!         Shown::Prompt(PromptText::default()),
//!     ]
//! );
//! ```

use partie_formats::decode;

use crate::prompt::{self, PromptText};

/// The longest line from a server, in bytes.
pub const LIMIT: usize = 64 * 1024;

const PRESS_RETURN: &str = "Press return to enter the ";

/// An event in the text of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A line, without its end and without control characters. Empty lines are lines.
    Line(String),
    /// The server is ready for a command.
    Prompt(PromptText),
    /// `login: `, the question for a name.
    Login,
    /// `password: `.
    Password,
    /// `Press return to enter the server as "NAME":`, asked of a guest by this name.
    PressReturn(String),
    /// The bell rang (a board arrived, with `set bell 1`).
    Bell,
    /// A line grew beyond the limit; the whole of it is skipped.
    TooLong,
}

/// Cuts what a server sends, without TELNET and block marks, into lines and prompts.
/// Holds one unfinished line and no more.
#[derive(Clone, Debug)]
pub struct LineReader {
    limit: usize,
    prompts: Vec<String>,
    line: Vec<u8>,
    skipping: bool,
    logged_in: bool,
}

impl Default for LineReader {
    fn default() -> LineReader {
        LineReader::new(LIMIT, Vec::new())
    }
}

impl LineReader {
    /// A reader for lines of up to `limit` bytes, and for these prompts beside [`prompt::KNOWN`],
    /// without the space after them.
    #[must_use]
    pub fn new(limit: usize, prompts: Vec<String>) -> LineReader {
        LineReader { limit, prompts, line: Vec::new(), skipping: false, logged_in: false }
    }

    /// The events that some received bytes complete.
    pub fn receive<'a>(&'a mut self, bytes: &'a [u8]) -> impl Iterator<Item = Shown> + 'a {
        bytes.iter().filter_map(|byte| self.byte(*byte))
    }

    /// Takes the next byte of the stream.
    pub fn byte(&mut self, byte: u8) -> Option<Shown> {
        match byte {
            b'\n' => {
                let shown = Shown::Line(text(&self.line));
                self.line.clear();
                return (!std::mem::take(&mut self.skipping)).then_some(shown);
            }
            b'\x07' => return Some(Shown::Bell),
            // `\r` is the second half of a line's end; a tab is text.
            0..=0x08 | 0x0b..=0x1f => return None,
            _ if self.skipping => return None,
            _ => {}
        }
        if self.line.len() == self.limit {
            self.line = Vec::new();
            self.skipping = true;
            return Some(Shown::TooLong);
        }
        self.line.push(byte);
        let question = match byte {
            b' ' => self.prompt(),
            b':' if !self.logged_in => self.press_return(),
            _ => None,
        };
        if question.is_some() {
            self.line.clear();
        }
        question
    }

    /// The beginning of a line that is not complete, as far as it has come.
    #[must_use]
    pub fn unfinished(&self) -> &[u8] {
        &self.line
    }

    fn prompt(&mut self) -> Option<Shown> {
        match &self.line[..] {
            line if line.len() > prompt::LIMIT => return None,
            b"login: " if !self.logged_in => return Some(Shown::Login),
            b"password: " if !self.logged_in => return Some(Shown::Password),
            _ => {}
        }
        let prompt = PromptText::parse(str::from_utf8(&self.line).ok()?, &self.prompts)?;
        self.logged_in = true;
        Some(Shown::Prompt(prompt))
    }

    fn press_return(&self) -> Option<Shown> {
        let line = self.line.strip_prefix(PRESS_RETURN.as_bytes())?;
        let line = str::from_utf8(line).ok()?.strip_suffix("\":")?;
        let (_, name) = line.split_once(" as \"")?;
        Some(Shown::PressReturn(name.to_owned()))
    }
}

fn text(line: &[u8]) -> String {
    let text = decode::decode(line, None).text;
    text.chars().filter(|c| *c == '\t' || !decode::steers_terminal(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(pieces: &[&[u8]]) -> Vec<Shown> {
        let mut reader = LineReader::new(60, vec!["mine>".to_owned()]);
        let mut seen = Vec::new();
        for piece in pieces {
            seen.extend(reader.receive(piece));
        }
        seen
    }

    fn line(text: &str) -> Shown {
        Shown::Line(text.to_owned())
    }

    fn prompt(text: &str) -> Shown {
        Shown::Prompt(PromptText::parse(text, &["mine>".to_owned()]).expect("a prompt"))
    }

    #[test]
    fn lines_and_prompts() {
        let table: &[(&str, &[Shown])] = &[
            ("fics% ", &[prompt("fics% ")]),
            ("fics%", &[]),
            ("fics% fics% ", &[prompt("fics% "), prompt("fics% ")]),
            (
                "\n\rfics% Anna tells you: hi\n\r",
                &[line(""), prompt("fics% "), line("Anna tells you: hi")],
            ),
            (
                "\x07\n\r<12> ...\n\r12:07_fics% ",
                &[Shown::Bell, line(""), line("<12> ..."), prompt("12:07_fics% ")],
            ),
            ("aics% mine> ", &[prompt("aics% "), prompt("mine> ")]),
            ("my fics% \n\r", &[line("my fics% ")]),
            ("a\r\nb\n\rc\n", &[line("a"), line("b"), line("c")]),
            ("\n\rlogin: ", &[line(""), Shown::Login]),
            ("password: ", &[Shown::Password]),
            (
                "Press return to enter the server as \"Anna\":\n\r",
                &[Shown::PressReturn("Anna".into()), line("")],
            ),
            ("Press return to enter the FICS as \"Bo\":", &[Shown::PressReturn("Bo".into())]),
            // After the login, no text can trick a player into typing a password.
            ("fics% password: \n\r", &[prompt("fics% "), line("password: ")]),
            ("fics% login: \n\r", &[prompt("fics% "), line("login: ")]),
        ];
        for (bytes, seen) in table {
            assert_eq!(shown(&[bytes.as_bytes()]), *seen, "{bytes:?}");
        }
    }

    #[test]
    fn a_long_line_is_said_once() {
        let mut text = "x".repeat(61);
        text.push_str("fics% \n\rfics% ");
        assert_eq!(shown(&[text.as_bytes()]), [Shown::TooLong, prompt("fics% ")]);
    }

    proptest! {
        #[test]
        fn packets_change_nothing(
            words in prop::collection::vec(prop::sample::select(vec![
                "fics% ", "\n\r", "12:", "07_", "login: ", "password: ", "a", " ", "\x07", ":", "\"",
                "Press return to enter the ", "server as \"", "ü",
            ]), 0..30),
            size in 1usize..7,
        ) {
            let text = words.concat();
            let pieces: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
            prop_assert_eq!(shown(&pieces), shown(&[text.as_bytes()]));
        }

        #[test]
        fn nothing_panics(bytes: Vec<u8>) {
            shown(&[&bytes]);
        }

        #[test]
        fn written_lines_are_read(lines in prop::collection::vec("[a-zA-Z<>{}12ü☺]{0,30}", 0..9)) {
            let mut sent = Vec::new();
            let text: String = lines.iter().flat_map(|l| [l.as_str(), "\n"]).collect();
            crate::line::write(&text, &mut sent);
            let seen: Vec<Shown> = LineReader::default().receive(&sent).collect();
            prop_assert_eq!(seen, lines.into_iter().map(Shown::Line).collect::<Vec<_>>());
        }
    }
}
