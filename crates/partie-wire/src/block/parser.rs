//! Extracts frames from a server's bytes.

use std::collections::VecDeque;

use super::{END, POSE_END, POSE_START, SEPARATOR, START};

/// Limits of the text that a [`Parser`] keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest output of a frame, in bytes. 1 MiB by default: long lists of games fit.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { output: 1 << 20 }
    }
}

/// The output of one command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The number before the command; 0 if it had none, or if it was not the player's.
    pub number: u32,
    /// The code of the command, or of the error (see [`code`](super::code)).
    pub code: u16,
    /// The output.
    pub output: Vec<u8>,
    /// It was done in the player's name.
    pub posed: bool,
    /// The output is longer than the limit, and its end is missing.
    pub cut: bool,
}

/// A part of the output of a server in block mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Text outside of frames, as far as it has come.
    Text(Vec<u8>),
    /// The whole answer to a command.
    Frame(Frame),
    /// A frame began without number and code, or before the last one ended; its content so far
    /// follows as text.
    Broken,
}

/// Takes frames out of a stream of bytes. Text outside of frames, and the whole stream
/// before block mode is on, goes through.
#[derive(Clone, Debug, Default)]
pub struct Parser {
    limits: Limits,
    state: FrameState,
    posed: bool,
    ready: VecDeque<Event>,
}

#[derive(Clone, Debug, Default)]
enum FrameState {
    #[default]
    Outside,
    /// The digits of the number, and of the code if they have begun.
    Head(String, Option<String>),
    Output(Frame),
}

/// More digits than any number or code has.
const DIGITS: usize = 10;

impl Parser {
    /// A parser that keeps no more than this of one frame.
    #[must_use]
    pub fn new(limits: Limits) -> Parser {
        Parser { limits, ..Parser::default() }
    }

    /// Takes bytes as they come.
    pub fn receive(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.byte(*byte);
        }
    }

    /// Returns the next complete event. Text in several packets gives several events.
    pub fn poll(&mut self) -> Option<Event> {
        self.ready.pop_front()
    }

    fn byte(&mut self, byte: u8) {
        self.state = match (std::mem::take(&mut self.state), byte) {
            (FrameState::Outside, START) => FrameState::Head(String::new(), None),
            (FrameState::Outside, POSE_START | POSE_END) => {
                self.posed = byte == POSE_START;
                FrameState::Outside
            }
            (FrameState::Outside, _) => {
                self.text(&[byte]);
                FrameState::Outside
            }
            (FrameState::Head(number, code), _) => self.head(number, code, byte),
            (FrameState::Output(frame), END) => {
                self.ready.push_back(Event::Frame(frame));
                FrameState::Outside
            }
            (FrameState::Output(frame), START) => {
                self.broken(&frame.output);
                FrameState::Head(String::new(), None)
            }
            (FrameState::Output(mut frame), _) => {
                if frame.output.len() < self.limits.output {
                    frame.output.push(byte);
                } else {
                    frame.cut = true;
                }
                FrameState::Output(frame)
            }
        };
    }

    fn head(&mut self, mut number: String, mut code: Option<String>, byte: u8) -> FrameState {
        let digits = code.as_mut().unwrap_or(&mut number);
        if byte.is_ascii_digit() && digits.len() < DIGITS {
            digits.push(char::from(byte));
            return FrameState::Head(number, code);
        }
        if byte == SEPARATOR && !digits.is_empty() {
            let Some(code) = &code else { return FrameState::Head(number, Some(String::new())) };
            if let (Ok(number), Ok(code)) = (number.parse(), code.parse()) {
                let posed = self.posed;
                return FrameState::Output(Frame { number, code, posed, ..Frame::default() });
            }
        }
        self.broken(number.as_bytes());
        if let Some(code) = code {
            self.text(code.as_bytes());
        }
        match byte {
            START => FrameState::Head(String::new(), None),
            SEPARATOR..=POSE_END => FrameState::Outside,
            _ => {
                self.text(&[byte]);
                FrameState::Outside
            }
        }
    }

    fn broken(&mut self, text: &[u8]) {
        self.ready.push_back(Event::Broken);
        self.text(text);
    }

    fn text(&mut self, bytes: &[u8]) {
        match self.ready.back_mut() {
            _ if bytes.is_empty() => {}
            Some(Event::Text(text)) => text.extend(bytes),
            _ => self.ready.push_back(Event::Text(bytes.to_vec())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block;
    use proptest::prelude::*;

    /// The events of some packets, with the text between two frames in one.
    fn parsed(limits: Limits, pieces: &[&[u8]]) -> Vec<Event> {
        let mut parser = Parser::new(limits);
        let mut events: Vec<Event> = Vec::new();
        for piece in pieces {
            parser.receive(piece);
            while let Some(event) = parser.poll() {
                match (events.last_mut(), event) {
                    (Some(Event::Text(text)), Event::Text(more)) => text.extend(more),
                    (_, event) => events.push(event),
                }
            }
        }
        events
    }

    fn frame(number: u32, code: u16, output: &str) -> Event {
        Event::Frame(Frame { number, code, output: output.into(), ..Frame::default() })
    }

    fn text(text: &str) -> Event {
        Event::Text(text.into())
    }

    #[test]
    fn streams() {
        let table: &[(&str, &[Event])] = &[
            ("plain\n\rfics% ", &[text("plain\n\rfics% ")]),
            (
                "\x151\x16109\x16Style 12 set.\n\r\x17\n\rfics% ",
                &[frame(1, 109, "Style 12 set.\n\r"), text("\n\rfics% ")],
            ),
            ("\x150\x16519\x16\x17", &[frame(0, 519, "")]),
            (
                "a\x153\x161\x16b\x17c\x154\x162\x16d\x17",
                &[text("a"), frame(3, 1, "b"), text("c"), frame(4, 2, "d")],
            ),
            ("\x15x\x161\x16b\x17", &[Event::Broken, text("x\x161\x16b\x17")]),
            ("\x15\x16", &[Event::Broken]),
            ("\x1512\x1699999\x16", &[Event::Broken, text("1299999")]),
            (
                "\x151\x161\x16lost\x152\x162\x16ok\x17",
                &[Event::Broken, text("lost"), frame(2, 2, "ok")],
            ),
            ("\x151\x16", &[]),
        ];
        for (bytes, events) in table {
            assert_eq!(parsed(Limits::default(), &[bytes.as_bytes()]), *events, "{bytes:?}");
        }
    }

    #[test]
    fn a_pose() {
        let mut sent = b"fics% ".to_vec();
        block::pose(80, b"You are now observing game 127.\n\r", "fics% ", &mut sent);
        sent.extend(b"later");
        let posed = Frame {
            code: 80,
            output: b"You are now observing game 127.\n\r".into(),
            posed: true,
            ..Frame::default()
        };
        assert_eq!(
            parsed(Limits::default(), &[&sent]),
            [text("fics% \n\r"), Event::Frame(posed), text("\n\rfics% later")]
        );
    }

    #[test]
    fn a_long_output_is_cut_and_says_so() {
        let events = parsed(Limits { output: 3 }, &[b"\x151\x161\x16abcdef\x17x"]);
        let cut = Frame { number: 1, code: 1, output: b"abc".into(), cut: true, posed: false };
        assert_eq!(events, [Event::Frame(cut), text("x")]);
    }

    proptest! {
        #[test]
        fn packets_change_nothing(
            bytes in prop::collection::vec(prop_oneof![0x15u8..=0x19, b'0'..=b'9', any::<u8>()], 0..60),
            size in 1usize..7,
        ) {
            let limits = Limits { output: 9 };
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            prop_assert_eq!(parsed(limits, &pieces), parsed(limits, &[&bytes]));
        }

        #[test]
        fn a_frame_comes_back(number: u32, code: u16, output in "[^\x15-\x19]*") {
            let mut sent = Vec::new();
            block::frame(number, code, output.as_bytes(), &mut sent);
            prop_assert_eq!(parsed(Limits::default(), &[&sent]), [frame(number, code, &output)]);
        }
    }
}
