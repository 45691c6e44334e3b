//! The server's side of a connection: notices to bytes.
//!
//! Lines end with `\n\r`; what happens by itself begins with an empty line; the prompt has
//! no end of line. An answer is put into a frame where the client asked for block mode.

use crate::{ivars::Ivar, notice::Notice, view::View};

/// To which command an answer belongs: the number that the client gave it, and its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The client's number; 0 where there was none.
    pub number: u32,
    /// The command's number.
    pub code: u16,
}

/// What stands behind the notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Nothing.
    Nothing,
    /// `login: `.
    Login,
    /// `password: `.
    Password,
    /// The player's prompt.
    Prompt,
}

/// Appends what a client is told at once.
pub fn write(
    notices: &[Notice],
    answers: Option<Answers>,
    behind: Behind,
    view: &View,
    out: &mut Vec<u8>,
) {
    let mut text = String::new();
    for notice in notices {
        notice.write(view, &mut text);
    }
    let framed = answers.filter(|_| behind == Behind::Prompt && view.ivars.get(Ivar::Block));
    if let Some(Answers { number, code }) = framed {
        out.push(0x15);
        out.extend_from_slice(number.to_string().as_bytes());
        out.push(0x16);
        out.extend_from_slice(code.to_string().as_bytes());
        out.push(0x16);
    } else if answers.is_none() {
        if text.is_empty() {
            return;
        }
        out.extend_from_slice(b"\n\r");
    }
    for line in text.split_inclusive('\n') {
        out.extend_from_slice(line.trim_end_matches('\n').as_bytes());
        if line.ends_with('\n') {
            out.extend_from_slice(b"\n\r");
        }
    }
    if framed.is_some() {
        out.extend_from_slice(b"\x17\n\r");
    }
    match behind {
        Behind::Nothing => {}
        Behind::Login => out.extend_from_slice(b"login: "),
        Behind::Password => out.extend_from_slice(b"password: "),
        Behind::Prompt => out.extend_from_slice(b"fics% "),
    }
}
