//! A client's connection: a server's bytes to lines, prompts and numbered answers, and
//! commands to bytes. The other half of [`server_reader`](crate::server_reader).
//!
//! TELNET is answered, pings are taken out and counted, frames of block mode become
//! [`Incoming::Answer`]s. The caller has the socket and the clock.
//!
//! ```
//! use partie_wire::client::{Client, Incoming};
//! use partie_wire::line::shown::Shown;
//!
//! let mut client = Client::plain();
//! let mut to_server = Vec::new();
//! client.receive(b"\x152\x1656\x16ms set.\n\r\x17\n\rfics% ", &mut to_server);
//! let Some(Incoming::Answer(answer)) = client.poll() else { panic!() };
//! assert_eq!((answer.number, answer.code, answer.text.as_str()), (2, 56, "ms set.\n"));
//! assert_eq!(client.poll(), Some(Incoming::Shown(Shown::Line(String::new()))));
//! assert!(matches!(client.poll(), Some(Incoming::Shown(Shown::Prompt(_)))));
//!
//! client.send("3 who", None, &mut to_server);
//! assert_eq!(to_server, b"3 who\n");
//! ```

use std::collections::VecDeque;

use partie_formats::decode;

use crate::{
    block::{self, Event},
    line::shown::{LineReader, Shown},
    telnet::{self, Item, Signal},
    timeseal::{self, Hello, PingFilter, Stamp},
};

/// An event that a server's bytes complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A line, a prompt or a question.
    Shown(Shown),
    /// The answer to a numbered command (block mode).
    Answer(Answer),
    /// The server asks for the clock: the caller must send [`Client::pong`] at once.
    Ping,
    /// A frame of block mode was incomplete; its content follows as text.
    Broken,
}

/// The whole answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The command's number; 0 if it had none, or if it was not the player's.
    pub number: u32,
    /// The command's code, or the error's (see [`block::code`]).
    pub code: u16,
    /// The output, lines ending with `\n`, without other control characters.
    pub text: String,
    /// It was done in the player's name.
    pub posed: bool,
    /// The end of the text is missing: it was longer than [`block::Limits::output`].
    pub cut: bool,
}

/// External data for a sealed line: the clock, and random values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal {
    /// The client's clock.
    pub stamp: Stamp,
    /// The offset into the key, modulo [`timeseal::OFFSETS`].
    pub offset: u8,
    /// A letter or a digit to fill up with.
    pub padding: u8,
}

/// The protocol of one connection, without its socket.
#[derive(Clone, Debug)]
pub struct Client {
    hello: Option<Hello>,
    telnet: telnet::Filter,
    negotiator: telnet::Negotiator,
    pings: Option<PingFilter>,
    blocks: block::Parser,
    reader: LineReader,
    ready: VecDeque<Incoming>,
}

impl Client {
    /// A connection without timeseal.
    #[must_use]
    pub fn plain() -> Client {
        Client {
            hello: None,
            telnet: telnet::Filter::default(),
            negotiator: telnet::Negotiator::default(),
            pings: None,
            blocks: block::Parser::default(),
            reader: LineReader::default(),
            ready: VecDeque::new(),
        }
    }

    /// A connection with timeseal: the caller must first send [`Client::hello`].
    #[must_use]
    pub fn sealed(hello: Hello) -> Client {
        let pings = Some(PingFilter::new(hello.version));
        Client { hello: Some(hello), pings, ..Client::plain() }
    }

    /// The same connection with another reader (other limits, other prompts).
    #[must_use]
    pub fn with_reader(self, reader: LineReader) -> Client {
        Client { reader, ..self }
    }

    /// Takes bytes as they come, and appends what TELNET wants answered.
    pub fn receive(&mut self, bytes: &[u8], answer: &mut Vec<u8>) {
        let mut text = Vec::with_capacity(bytes.len());
        for byte in bytes {
            match self.telnet.byte(*byte) {
                Some(Item::Data(byte)) => match &mut self.pings {
                    None => text.push(byte),
                    Some(filter) => {
                        if filter.byte(byte, &mut text) {
                            self.text(&std::mem::take(&mut text));
                            self.ready.push_back(Incoming::Ping);
                        }
                    }
                },
                Some(Item::Signal(Signal::Negotiate(verb, option))) => {
                    self.negotiator.answer(verb, option, answer);
                }
                // A server has no line that it could erase.
                Some(Item::Signal(_)) | None => {}
            }
        }
        self.text(&text);
    }

    /// Returns the next message.
    pub fn poll(&mut self) -> Option<Incoming> {
        self.ready.pop_front()
    }

    /// Returns true if the server asks for a secret: input must not be echoed.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.negotiator.is_hidden()
    }

    /// Appends the first line of a sealed connection; nothing for a plain one.
    pub fn hello(&self, seal: Seal, out: &mut Vec<u8>) {
        if let Some(hello) = &self.hello {
            sealed(&hello.to_string(), seal, out);
        }
    }

    /// Appends a command as a line, with its number before it if block mode is on and
    /// with its end. A sealed connection needs a seal; without one the clock is said to
    /// stand at 0, for which there is no credit.
    pub fn send(&self, command: &str, seal: Option<Seal>, out: &mut Vec<u8>) {
        let command = command.replace(['\n', '\r'], " ");
        if self.hello.is_some() {
            let none = Seal { stamp: Stamp::default(), offset: 0, padding: b'1' };
            sealed(&command, seal.unwrap_or(none), out);
        } else {
            telnet::escape(command.as_bytes(), out);
            out.push(b'\n');
        }
    }

    /// Appends the answer to a [`Incoming::Ping`]; nothing on a plain connection.
    pub fn pong(&self, seal: Seal, out: &mut Vec<u8>) {
        if self.hello.is_some() {
            sealed(timeseal::PONG, seal, out);
        }
    }

    fn text(&mut self, bytes: &[u8]) {
        self.blocks.receive(bytes);
        while let Some(event) = self.blocks.poll() {
            match event {
                Event::Text(text) => {
                    self.ready.extend(self.reader.receive(&text).map(Incoming::Shown));
                }
                Event::Frame(frame) => self.ready.push_back(Incoming::Answer(answer(&frame))),
                Event::Broken => self.ready.push_back(Incoming::Broken),
            }
        }
    }
}

fn sealed(message: &str, seal: Seal, out: &mut Vec<u8>) {
    timeseal::seal(message, seal.stamp, seal.offset, || seal.padding, out);
}

fn answer(frame: &block::Frame) -> Answer {
    let text = decode::decode(&frame.output, None).text;
    Answer {
        number: frame.number,
        code: frame.code,
        text: text
            .chars()
            .filter(|c| matches!(c, '\n' | '\t') || !decode::steers_terminal(*c))
            .collect(),
        posed: frame.posed,
        cut: frame.cut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        server_reader::{Input, ServerReader},
        timeseal::Version,
    };
    use proptest::prelude::*;

    const SEAL: Seal = Seal { stamp: Stamp::new(1234), offset: 31, padding: b'z' };

    fn hello(version: Version) -> Hello {
        Hello { version, name: "partie".to_owned(), system: "test".to_owned() }
    }

    fn incoming(client: &mut Client, pieces: &[&[u8]]) -> (Vec<Incoming>, Vec<u8>) {
        let (mut all, mut answer) = (Vec::new(), Vec::new());
        for piece in pieces {
            client.receive(piece, &mut answer);
            all.extend(std::iter::from_fn(|| client.poll()));
        }
        (all, answer)
    }

    #[test]
    fn a_secret_is_hidden_and_the_server_is_answered() {
        let mut client = Client::plain();
        let (seen, answer) = incoming(&mut client, &[b"password: \xff\xfb\x01"]);
        assert_eq!(seen, [Incoming::Shown(Shown::Password)]);
        assert!(client.is_hidden());
        assert_eq!(answer, b"\xff\xfd\x01");
        incoming(&mut client, &[&telnet::ECHO_ON]);
        assert!(!client.is_hidden());
    }

    #[test]
    fn pings_are_reported_at_their_place() {
        for version in [Version::V1, Version::V2] {
            let mut client = Client::sealed(hello(version));
            let sent = [b"\n\r", version.ping(), b"<12> r\n\rfics% "].concat();
            let (seen, _) = incoming(&mut client, &[&sent]);
            assert_eq!(seen.len(), 4);
            assert_eq!(seen[1], Incoming::Ping);
            assert_eq!(seen[2], Incoming::Shown(Shown::Line("<12> r".to_owned())));
        }
    }

    #[test]
    fn a_server_hears_what_a_client_says() {
        for client in [Client::plain(), Client::sealed(hello(Version::V2))] {
            let mut sent = Vec::new();
            client.hello(SEAL, &mut sent);
            client.send("7 tell bo ♘f3\nresign", Some(SEAL), &mut sent);
            client.pong(SEAL, &mut sent);
            let mut reader = ServerReader::default();
            reader.receive(&sent);
            let heard: Vec<Input> = std::iter::from_fn(|| reader.poll()).collect();
            let text = "7 tell bo ♘f3 resign".to_owned();
            if reader.sealed().is_some() {
                assert_eq!(
                    heard,
                    [
                        Input::Hello(hello(Version::V2)),
                        Input::Line { text, stamp: Some(SEAL.stamp) },
                        Input::Pong(SEAL.stamp),
                    ]
                );
            } else {
                assert_eq!(heard, [Input::Line { text, stamp: None }]);
            }
        }
    }

    proptest! {
        #[test]
        fn a_server_hears_every_command(
            commands in prop::collection::vec("[a-zA-Z0-9 ♘é!?+=-]{0,40}", 0..9), is_sealed: bool, size in 1usize..9,
        ) {
            let client = if is_sealed { Client::sealed(hello(Version::V1)) } else { Client::plain() };
            let mut sent = Vec::new();
            client.hello(SEAL, &mut sent);
            for command in &commands {
                client.send(command, Some(SEAL), &mut sent);
            }
            let mut reader = ServerReader::default();
            sent.chunks(size).for_each(|piece| reader.receive(piece));
            let heard: Vec<String> = std::iter::from_fn(|| reader.poll())
                .filter_map(|input| match input {
                    Input::Line { text, .. } => Some(text),
                    _ => None,
                })
                .collect();
            prop_assert_eq!(heard, commands);
        }

        #[test]
        fn packets_change_nothing(
            parts in prop::collection::vec(prop_oneof![
                Just(b"fics% ".to_vec()), Just(b"[G]\0".to_vec()), Just(b"\n\r".to_vec()),
                Just(b"\x151\x162\x16text\n\r\x17".to_vec()), Just(b"\xff\xfb\x01".to_vec()),
                prop::collection::vec(any::<u8>(), 0..5),
            ], 0..12),
            size in 1usize..9,
        ) {
            let bytes = parts.concat();
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            let client = Client::sealed(hello(Version::V2));
            prop_assert_eq!(
                incoming(&mut client.clone(), &pieces),
                incoming(&mut client.clone(), &[&bytes])
            );
        }
    }
}
