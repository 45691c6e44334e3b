//! TELNET (RFC 854) as far as chess servers and their clients speak it.
//!
//! A server sends `IAC WILL ECHO` before a secret and `IAC WONT ECHO` after it, and waits for no
//! answer; all other TELNET commands of clients are removed from their lines. [`Filter`] serves
//! both roles; [`Negotiator`] answers for the client.
//!
//! A stray `IAC` (0xff, a `ÿ` typed in an 8-bit encoding) only loses itself: a byte after it that
//! is not a command stays in the text.
//!
//! ```
//! use partie_wire::telnet::{Filter, Item, Signal, Verb, ECHO};
//!
//! // What xboard sends in front of its first line: IAC DO ECHO.
//! let mut filter = Filter::default();
//! let items: Vec<Item> = filter.receive(b"\xff\xfd\x01e4\n").collect();
//! assert_eq!(items[0], Item::Signal(Signal::Negotiate(Verb::Do, ECHO)));
//! assert_eq!(items[1..], [Item::Data(b'e'), Item::Data(b'4'), Item::Data(b'\n')]);
//! ```

/// "Interpret as command": the next byte is not text.
pub const IAC: u8 = 255;
/// The option of RFC 857: which side echoes input.
pub const ECHO: u8 = 1;
/// Sent by a server before a secret: the client stops echoing input.
pub const ECHO_OFF: [u8; 3] = [IAC, Verb::Will as u8, ECHO];
/// Sent by a server after a secret: the client echoes input again.
pub const ECHO_ON: [u8; 3] = [IAC, Verb::Wont as u8, ECHO];
/// The bytes after which a subnegotiation that does not end is given up.
pub(crate) const SUBNEGOTIATION_LIMIT: usize = 512;

const SE: u8 = 240;
const SB: u8 = 250;
/// The first command: end of file, of the linemode option (RFC 1184).
const FIRST_COMMAND: u8 = 236;

/// A statement about an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// The sender does it, or offers to.
    Will = 251,
    /// The sender does not do it.
    Wont = 252,
    /// The sender wants it done, or agrees.
    Do = 253,
    /// The sender wants it not done.
    Dont = 254,
}

impl Verb {
    fn from_byte(byte: u8) -> Option<Verb> {
        [Verb::Will, Verb::Wont, Verb::Do, Verb::Dont].into_iter().find(|v| *v as u8 == byte)
    }

    /// The refusal of this: `WONT` for a `DO`, `DONT` for a `WILL`. A refusal needs none.
    pub(crate) const fn refusal(self) -> Option<Verb> {
        match self {
            Verb::Will => Some(Verb::Dont),
            Verb::Do => Some(Verb::Wont),
            Verb::Wont | Verb::Dont => None,
        }
    }
}

/// A TELNET command of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// Interrupt, break or abort: the line that is being typed is to be dropped.
    Interrupt,
    /// "Are you there": wants any visible answer.
    AreYouThere,
    /// Erase the last character of the line that is being typed.
    EraseCharacter,
    /// Erase the line that is being typed.
    EraseLine,
    /// A word about an option.
    Negotiate(Verb, u8),
}

/// One item of a [`Filter`]'s output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// A byte of text.
    Data(u8),
    /// A TELNET signal, at its place in the text.
    Signal(Signal),
}

/// Takes TELNET out of a stream of bytes. Keeps its place across packet boundaries,
/// and no bytes.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    state: TelnetState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TelnetState {
    #[default]
    Data,
    Command,
    Option(Verb),
    /// In a subnegotiation, after this many bytes.
    Inside(usize),
    /// In a subnegotiation, after an `IAC`.
    InsideCommand(usize),
}

impl Filter {
    /// The text and the signals of some received bytes, in order.
    pub fn receive<'a>(&'a mut self, bytes: &'a [u8]) -> impl Iterator<Item = Item> + 'a {
        bytes.iter().filter_map(|byte| self.byte(*byte))
    }

    /// The text alone of some received bytes, appended; the signals are for `signal`.
    pub fn text(&mut self, bytes: &[u8], out: &mut Vec<u8>, mut signal: impl FnMut(Signal)) {
        for item in self.receive(bytes) {
            match item {
                Item::Data(byte) => out.push(byte),
                Item::Signal(said) => signal(said),
            }
        }
    }

    /// Returns true between commands, where any byte but `IAC` is text.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.state == TelnetState::Data
    }

    /// Takes the next byte of the stream.
    pub fn byte(&mut self, byte: u8) -> Option<Item> {
        let (state, item) = match self.state {
            TelnetState::Data if byte == IAC => (TelnetState::Command, None),
            TelnetState::Data => (TelnetState::Data, Some(Item::Data(byte))),
            TelnetState::Option(verb) => {
                (TelnetState::Data, Some(Item::Signal(Signal::Negotiate(verb, byte))))
            }
            TelnetState::Inside(n) if n >= SUBNEGOTIATION_LIMIT => (TelnetState::Data, None),
            TelnetState::Inside(n) if byte == IAC => (TelnetState::InsideCommand(n + 1), None),
            TelnetState::Inside(n) => (TelnetState::Inside(n + 1), None),
            TelnetState::InsideCommand(n) if byte == IAC => (TelnetState::Inside(n + 1), None),
            TelnetState::InsideCommand(_) if byte == SE => (TelnetState::Data, None),
            // A command in the midst of a subnegotiation: its end was forgotten.
            TelnetState::Command | TelnetState::InsideCommand(_) => command(byte),
        };
        self.state = state;
        item
    }
}

fn command(byte: u8) -> (TelnetState, Option<Item>) {
    if let Some(verb) = Verb::from_byte(byte) {
        return (TelnetState::Option(verb), None);
    }
    let item = match byte {
        SB => return (TelnetState::Inside(0), None),
        IAC => Some(Item::Data(IAC)),
        // Suspend, abort, break, interrupt process.
        237 | 238 | 243 | 244 => Some(Item::Signal(Signal::Interrupt)),
        246 => Some(Item::Signal(Signal::AreYouThere)),
        247 => Some(Item::Signal(Signal::EraseCharacter)),
        248 => Some(Item::Signal(Signal::EraseLine)),
        FIRST_COMMAND.. => None,
        _ => Some(Item::Data(byte)),
    };
    (TelnetState::Data, item)
}

/// Appends text for a TELNET peer: its bytes 0xff doubled.
pub fn escape(text: &[u8], out: &mut Vec<u8>) {
    for byte in text {
        out.push(*byte);
        if *byte == IAC {
            out.push(IAC);
        }
    }
}

/// Appends the refusal of an option, if it can be refused.
pub fn refuse(verb: Verb, option: u8, out: &mut Vec<u8>) {
    if let Some(no) = verb.refusal() {
        out.extend([IAC, no as u8, option]);
    }
}

/// The client's side of option negotiation: the server may take over the echo, all other options
/// are refused. It only answers changes, so that two sides cannot answer each other for ever.
#[derive(Clone, Debug, Default)]
pub struct Negotiator {
    hidden: bool,
}

impl Negotiator {
    /// Returns true if the server asks for a secret: input must not be echoed.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Handles the server's command, and appends the answer.
    pub fn answer(&mut self, verb: Verb, option: u8, out: &mut Vec<u8>) {
        match (verb, option) {
            (Verb::Will | Verb::Wont, ECHO) => {
                let hide = verb == Verb::Will;
                if hide != self.hidden {
                    self.hidden = hide;
                    let word = if hide { Verb::Do } else { Verb::Dont };
                    out.extend([IAC, word as u8, ECHO]);
                }
            }
            _ => refuse(verb, option, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filtered(pieces: &[&[u8]]) -> (Vec<u8>, Vec<Signal>) {
        let mut filter = Filter::default();
        let (mut text, mut signals) = (Vec::new(), Vec::new());
        for piece in pieces {
            filter.text(piece, &mut text, |s| signals.push(s));
        }
        (text, signals)
    }

    #[test]
    fn text_and_signals() {
        use Signal::*;
        let table: &[(&[u8], &[u8], &[Signal])] = &[
            (b"e4\n", b"e4\n", &[]),
            // xboard, in front of the lines after the password.
            (b"\xff\xfd\x01alias $ @\r\n", b"alias $ @\r\n", &[Negotiate(Verb::Do, ECHO)]),
            (b"\xff\xfe\x01sought", b"sought", &[Negotiate(Verb::Dont, ECHO)]),
            (b"\xff\xfb\x1f", b"", &[Negotiate(Verb::Will, 31)]),
            (b"y\xff\xff", b"y\xff", &[]),
            (b"xyz\xff\xf4", b"xyz", &[Interrupt]),
            (b"\xff\xf3\xff\xee\xff\xed", b"", &[Interrupt, Interrupt, Interrupt]),
            (b"\xff\xf6", b"", &[AreYouThere]),
            (b"e5\xff\xf74", b"e54", &[EraseCharacter]),
            (b"e5\xff\xf8", b"e5", &[EraseLine]),
            // No operation, data mark, go ahead, end of record.
            (b"a\xff\xf1\xff\xf2\xff\xf9\xff\xefb", b"ab", &[]),
            // Window size of 255 columns: the byte 255 is doubled inside.
            (b"a\xff\xfa\x1f\x00\xff\xff\x00\x18\xff\xf0b", b"ab", &[]),
            // The end of the subnegotiation is missing.
            (b"\xff\xfa\x1f\x00\xff\xfd\x01b", b"b", &[Negotiate(Verb::Do, ECHO)]),
            // A name with a letter of an 8-bit encoding, and a line that ends with one.
            (b"\xffvind\n", b"vind\n", &[]),
            (b"\xff\n", b"\n", &[]),
        ];
        for (bytes, text, signals) in table {
            assert_eq!(filtered(&[bytes]), (text.to_vec(), signals.to_vec()), "{bytes:x?}");
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(filtered(&single), (text.to_vec(), signals.to_vec()), "{bytes:x?}");
        }
    }

    #[test]
    fn a_subnegotiation_without_an_end_is_given_up() {
        let mut bytes = vec![IAC, SB];
        bytes.extend([b'x'; SUBNEGOTIATION_LIMIT + 1]);
        bytes.extend(b"date\n");
        assert_eq!(filtered(&[&bytes]).0, b"date\n");
    }

    #[test]
    fn the_client_lets_the_server_hide_a_secret_and_refuses_the_rest() {
        let mut client = Negotiator::default();
        let mut answer = |verb, option| {
            let mut out = Vec::new();
            client.answer(verb, option, &mut out);
            (out, client.is_hidden())
        };
        assert_eq!(answer(Verb::Will, ECHO), (vec![IAC, 253, 1], true));
        assert_eq!(answer(Verb::Will, ECHO), (vec![], true), "said again, not answered again");
        assert_eq!(answer(Verb::Wont, ECHO), (vec![IAC, 254, 1], false));
        assert_eq!(answer(Verb::Wont, ECHO), (vec![], false));
        assert_eq!(answer(Verb::Do, 31), (vec![IAC, 252, 31], false));
        assert_eq!(answer(Verb::Will, 3), (vec![IAC, 254, 3], false));
        assert_eq!(answer(Verb::Dont, 31), (vec![], false));
        assert_eq!(ECHO_OFF, *b"\xff\xfb\x01");
        assert_eq!(ECHO_ON, *b"\xff\xfc\x01");
    }

    proptest! {
        #[test]
        fn escaped_text_comes_through(text: Vec<u8>) {
            let mut sent = Vec::new();
            escape(&text, &mut sent);
            prop_assert_eq!(filtered(&[&sent]), (text, vec![]));
        }

        #[test]
        fn packets_change_nothing(
            bytes in prop::collection::vec(prop_oneof![Just(IAC), 236u8.., any::<u8>()], 0..60),
            size in 1usize..7,
        ) {
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            prop_assert_eq!(filtered(&pieces), filtered(&[&bytes]));
        }
    }
}
