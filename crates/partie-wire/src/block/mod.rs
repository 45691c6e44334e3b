//! Block mode (`iset block 1`), which links output to commands.
//!
//! A client puts a number before each command, `20 e4`; the server puts the command's whole output
//! into a frame with that number and the command's code:
//!
//! ```text
//! 0x15 number 0x16 code 0x16 output 0x17
//! ```
//!
//! A line end and the prompt follow, as always. Later notices are outside of frames. A command
//! without a number is not executed; its answer is the frame `0x15 0 0x16 519 0x16 0x17`
//! ([`code::NO_SEQUENCE`]). When a director's program acts for a player (`rmatch`, `robserve`), the
//! frame has the number 0 and stands with its prompt between the marks of a pose, `0x18 \n` and
//! `0x19`.
//!
//! * Server: [`sequence`] takes a line apart, [`open`] and [`close`] go around the output.
//! * Client: [`Parser`] takes frames out of the stream.
//!
//! ```
//! use partie_wire::block::{self, Event, Parser};
//!
//! let (number, command) = block::sequence("1 set style 12").unwrap();
//! assert_eq!((number, command), (1, "set style 12"));
//!
//! let mut sent = Vec::new();
//! block::frame(number, 109, b"Style 12 set.\n\r", &mut sent);
//! assert_eq!(sent, b"\x151\x16109\x16Style 12 set.\n\r\x17");
//!
//! let mut parser = Parser::default();
//! parser.receive(&sent);
//! let Some(Event::Frame(frame)) = parser.poll() else { panic!() };
//! assert_eq!((frame.number, frame.code, &frame.output[..]), (1, 109, &b"Style 12 set.\n\r"[..]));
//! ```

mod parser;

pub use parser::{Event, Frame, Limits, Parser};

/// Codes that are not commands'. Each command has its code beside it.
pub mod code {
    /// An empty line.
    pub const NULL: u16 = 0;
    /// A move.
    pub const MOVE: u16 = 1;
    /// There is no such command.
    pub const BAD_COMMAND: u16 = 512;
    /// The command's parameters are wrong.
    pub const BAD_PARAMETERS: u16 = 513;
    /// The command's abbreviation fits several.
    pub const AMBIGUOUS: u16 = 514;
    /// The player may not use the command.
    pub const RIGHTS: u16 = 515;
    /// The command is not in use any more.
    pub const OBSOLETE: u16 = 516;
    /// The line had no number.
    pub const NO_SEQUENCE: u16 = 519;
    /// The line was too long.
    pub const LENGTH: u16 = 520;
}

/// Begins a frame.
pub const START: u8 = 0x15;
/// Follows the number, and the code.
pub(crate) const SEPARATOR: u8 = 0x16;
/// Ends a frame.
pub(crate) const END: u8 = 0x17;
/// Precedes output of a command on behalf of a player.
pub(crate) const POSE_START: u8 = 0x18;
/// Follows the result of a command given in a player's name.
pub(crate) const POSE_END: u8 = 0x19;

/// A line of an interface in block mode had no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSequence;

/// The number of a line, 1 or greater, and the command after it, which may be empty. The number
/// ends with a space or with the line.
///
/// # Errors
///
/// [`NoSequence`] for a line that does not begin with such a number.
pub fn sequence(line: &str) -> Result<(u32, &str), NoSequence> {
    let line = line.trim_start_matches(' ');
    let (number, command) = line.split_once(' ').unwrap_or((line, ""));
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NoSequence);
    }
    match number.parse() {
        Ok(number) if number > 0 => Ok((number, command.trim_start_matches(' '))),
        _ => Err(NoSequence),
    }
}

/// Appends the frame's beginning, before the output of a command.
pub fn open(number: u32, code: u16, out: &mut Vec<u8>) {
    out.push(START);
    out.extend(number.to_string().bytes());
    out.push(SEPARATOR);
    out.extend(code.to_string().bytes());
    out.push(SEPARATOR);
}

/// Appends the end of the output of a command.
pub fn close(out: &mut Vec<u8>) {
    out.push(END);
}

/// Appends a whole frame. Block marks in the output, which no text of a server holds, are
/// left out.
pub fn frame(number: u32, code: u16, output: &[u8], out: &mut Vec<u8>) {
    open(number, code, out);
    out.extend(output.iter().filter(|b| !is_mark(**b)));
    close(out);
}

/// Appends the result of a command given in a player's name: a whole frame of the number 0, and
/// the prompt after it.
pub fn pose(code: u16, output: &[u8], prompt: &str, out: &mut Vec<u8>) {
    out.extend([POSE_START, b'\n', b'\r']);
    frame(0, code, output, out);
    out.extend(b"\n\r");
    out.extend(prompt.bytes().filter(|b| !is_mark(*b)));
    out.push(POSE_END);
}

const fn is_mark(byte: u8) -> bool {
    matches!(byte, START..=POSE_END)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_lines() {
        for (line, expected) in [
            ("1 set style 12", Ok((1, "set style 12"))),
            ("20 e4", Ok((20, "e4"))),
            ("  7   date ", Ok((7, "date "))),
            ("9", Ok((9, ""))),
            ("9 ", Ok((9, ""))),
            ("4294967295 who", Ok((u32::MAX, "who"))),
            ("4294967296 who", Err(NoSequence)),
            ("0 who", Err(NoSequence)),
            ("no number here", Err(NoSequence)),
            ("e4", Err(NoSequence)),
            ("-1 who", Err(NoSequence)),
            ("+1 who", Err(NoSequence)),
            ("1who", Err(NoSequence)),
            ("", Err(NoSequence)),
        ] {
            assert_eq!(sequence(line), expected, "{line:?}");
        }
    }

    #[test]
    fn frames_as_measured() {
        let framed = |number, code, output: &[u8]| {
            let mut out = Vec::new();
            frame(number, code, output, &mut out);
            out
        };
        assert_eq!(framed(1, 109, b"Style 12 set.\n\r"), b"\x151\x16109\x16Style 12 set.\n\r\x17");
        assert_eq!(
            framed(20, code::MOVE, b"\n\r<d1> 1 1 e4 e2e4 0 180000 0\n\r"),
            b"\x1520\x161\x16\n\r<d1> 1 1 e4 e2e4 0 180000 0\n\r\x17"
        );
        assert_eq!(framed(0, code::NO_SEQUENCE, b""), b"\x150\x16519\x16\x17");
        assert_eq!(
            framed(4, code::BAD_COMMAND, b"nosuch: Command not found.\n\r"),
            b"\x154\x16512\x16nosuch: Command not found.\n\r\x17"
        );
        assert_eq!(framed(2, 132, b"a\x15\x16\x17\x18\x19b"), b"\x152\x16132\x16ab\x17");
    }
}
