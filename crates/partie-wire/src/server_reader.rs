//! Turns a client's bytes into commands: removes TELNET, splits lines, opens timeseal, applies
//! corrections, and decodes entities. The server's half of [`client`](crate::client).
//!
//! The first line decides if the connection is sealed; if so, a line that does not open is reported
//! and never executed, so that nobody can bypass the seal.
//!
//! ```
//! use partie_wire::server_reader::{Input, ServerReader};
//!
//! let mut reader = ServerReader::default();
//! reader.receive(b"style 1\xff");
//! assert_eq!(reader.poll(), None);
//! reader.receive(b"\xf6\x081\x0812\r\n");
//! assert_eq!(reader.poll(), Some(Input::AreYouThere));
//! let Some(Input::Line { text, stamp: None }) = reader.poll() else { panic!() };
//! assert_eq!(text, "style 12");
//! ```

use std::collections::VecDeque;

use crate::{
    char_escapes,
    line::{self, Framed, Framer},
    telnet::{self, Signal, Verb},
    timeseal::{self, Hello, Stamp, Version},
};

/// An event that a client's bytes complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line.
    Line {
        /// As its writer saw it, without its end and without control characters.
        text: String,
        /// The client's clock when it was sent, if the connection is sealed.
        stamp: Option<Stamp>,
    },
    /// The connection is sealed. The first input, if it comes.
    Hello(Hello),
    /// The answer to a ping: the client's clock when the ping arrived.
    Pong(Stamp),
    /// A line grew beyond the limit, and is skipped.
    TooLong,
    /// A line of a sealed connection is not sealed, and is skipped.
    NotSealed,
    /// The client checks that the server is alive (TELNET).
    AreYouThere,
    /// Negotiation of a TELNET option. Answers to the server's `WILL ECHO` arrive here, too, and
    /// need no reply.
    Negotiate(Verb, u8),
}

/// Turns a client's bytes into [`Input`]s.
#[derive(Clone, Debug)]
pub struct ServerReader {
    telnet: telnet::Filter,
    framer: Framer,
    seal: Seal,
    ready: VecDeque<Input>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seal {
    /// No line has come.
    Unknown,
    Plain,
    Sealed(Version),
}

impl Default for ServerReader {
    fn default() -> ServerReader {
        ServerReader::new(line::LIMIT)
    }
}

impl ServerReader {
    /// For lines of up to `limit` bytes, sealed or not.
    #[must_use]
    pub fn new(limit: usize) -> ServerReader {
        ServerReader {
            telnet: telnet::Filter::default(),
            framer: Framer::new(limit),
            seal: Seal::Unknown,
            ready: VecDeque::new(),
        }
    }

    /// Takes bytes as they come. What waits to be [polled](ServerReader::poll) is never more
    /// than one input a byte.
    pub fn receive(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match self.telnet.byte(*byte) {
                None => {}
                Some(telnet::Item::Data(byte)) => self.byte(byte),
                Some(telnet::Item::Signal(signal)) => self.signal(signal),
            }
        }
    }

    /// The next input.
    pub fn poll(&mut self) -> Option<Input> {
        self.ready.pop_front()
    }

    /// The timeseal version of the client, if any.
    #[must_use]
    pub fn sealed(&self) -> Option<Version> {
        match self.seal {
            Seal::Sealed(version) => Some(version),
            Seal::Unknown | Seal::Plain => None,
        }
    }

    fn byte(&mut self, byte: u8) {
        match self.framer.byte(byte) {
            None => {}
            Some(Framed::Line(line)) => {
                let input = self.line(&line);
                self.ready.push_back(input);
            }
            Some(Framed::TooLong) => {
                if self.seal == Seal::Unknown {
                    self.seal = Seal::Plain;
                }
                self.ready.push_back(Input::TooLong);
            }
        }
    }

    fn line(&mut self, line: &[u8]) -> Input {
        match self.seal {
            Seal::Unknown => {
                if let Some((hello, _)) = timeseal::detect(line) {
                    self.seal = Seal::Sealed(hello.version);
                    return Input::Hello(hello);
                }
                self.seal = Seal::Plain;
                Input::Line { text: typed(line), stamp: None }
            }
            Seal::Plain => Input::Line { text: typed(line), stamp: None },
            Seal::Sealed(_) => match timeseal::open(line) {
                None => Input::NotSealed,
                Some(opened) if timeseal::is_pong(&opened.message) => Input::Pong(opened.stamp),
                Some(opened) => Input::Line {
                    text: typed(opened.message.as_bytes()),
                    stamp: Some(opened.stamp),
                },
            },
        }
    }

    fn signal(&mut self, signal: Signal) {
        match signal {
            Signal::Interrupt | Signal::EraseLine => self.framer.drop_line(),
            Signal::EraseCharacter => self.byte(b'\x08'),
            Signal::AreYouThere => self.ready.push_back(Input::AreYouThere),
            Signal::Negotiate(verb, option) => {
                self.ready.push_back(Input::Negotiate(verb, option));
            }
        }
    }
}

fn typed(line: &[u8]) -> String {
    char_escapes::decode(&line::edit(line)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn inputs(pieces: &[&[u8]]) -> Vec<Input> {
        let mut reader = ServerReader::new(80);
        let mut inputs = Vec::new();
        for piece in pieces {
            reader.receive(piece);
            inputs.extend(std::iter::from_fn(|| reader.poll()));
        }
        inputs
    }

    fn line(text: &str, stamp: Option<u64>) -> Input {
        Input::Line { text: text.to_owned(), stamp: stamp.map(Stamp::new) }
    }

    fn sealed(messages: &[(&str, u64)]) -> Vec<u8> {
        let mut out = Vec::new();
        for (i, (message, stamp)) in messages.iter().enumerate() {
            timeseal::seal(message, Stamp::new(*stamp), i as u8 * 17, || b'q', &mut out);
        }
        out
    }

    #[test]
    fn a_plain_connection() {
        let sent =
            b"Anna\n\xff\xfd\x01\r\n1 tell bo caf\xc3\xa9 &#x263a;\n\rresi\xff\xf4draw\n\xff\xf6";
        assert_eq!(
            inputs(&[sent]),
            [
                line("Anna", None),
                Input::Negotiate(Verb::Do, telnet::ECHO),
                line("", None),
                line("1 tell bo café ☺", None),
                line("draw", None),
                Input::AreYouThere,
            ]
        );
    }

    #[test]
    fn a_sealed_connection() {
        let mut sent = sealed(&[
            ("TIMESEAL2|freeseal|icsgo|", 1),
            ("Anna", 2),
            (timeseal::PONG, 3),
            ("tell bo caf\u{e9}", 4),
        ]);
        sent.extend(b"resign\n");
        sent.extend(sealed(&[("e2e4\r", 5)]));
        let hello = Hello::parse("TIMESEAL2|freeseal|icsgo|").expect("a hello");
        assert_eq!(
            inputs(&[&sent]),
            [
                Input::Hello(hello),
                line("Anna", Some(2)),
                Input::Pong(Stamp::new(3)),
                line("tell bo café", Some(4)),
                Input::NotSealed,
                line("e2e4", Some(5)),
            ]
        );
    }

    #[test]
    fn only_the_first_line_can_seal() {
        let mut sent = b"Anna\n".to_vec();
        sent.extend(sealed(&[("TIMESTAMP|openseal|x|", 1)]));
        sent.extend(b"date\n");
        let inputs = inputs(&[&sent]);
        assert_eq!((inputs.len(), &inputs[2]), (3, &line("date", None)));
        assert!(!inputs.iter().any(|i| matches!(i, Input::Hello(_))));
    }

    #[test]
    fn a_long_line_is_no_command() {
        let long = [b'x'; 81];
        assert_eq!(inputs(&[&long, b"resign\ndate\n"]), [Input::TooLong, line("date", None)]);
    }

    #[test]
    fn control_characters_of_a_sealed_line_are_gone() {
        let sent = sealed(&[("TIMESTAMP|a|b|", 1), ("tell bo \x1b[2J&#x1b;", 2)]);
        assert_eq!(inputs(&[&sent])[1], line("tell bo [2J&#x1b;", Some(2)));
    }

    proptest! {
        #[test]
        fn packets_change_nothing(
            parts in prop::collection::vec(prop_oneof![
                Just(sealed(&[("TIMESEAL2|a|b|", 1)])),
                Just(sealed(&[(timeseal::PONG, 9)])),
                Just(b"date\r\n".to_vec()),
                Just(b"\xff\xf4\xff\xf6".to_vec()),
                prop::collection::vec(any::<u8>(), 0..9),
            ], 0..12),
            size in 1usize..9,
        ) {
            let bytes = parts.concat();
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            prop_assert_eq!(inputs(&pieces), inputs(&[&bytes]));
        }
    }
}
