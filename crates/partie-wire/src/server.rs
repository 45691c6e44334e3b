//! The server's side of a connection: notices to bytes.
//!
//! Lines end with `\n\r`; what happens by itself begins with an empty line; the prompt has
//! no end of line. An answer is put into a frame where the client asked for block mode.

use crate::{
    ascii7, block,
    ivars::Ivar,
    notice::Notice,
    prompt::Prompt,
    timeseal::Version,
    view::{Style, View},
    wrap,
};

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

/// Appends what a client is told at once; with a board a ping for those who answer pings.
pub fn write(
    notices: &[Notice],
    answers: Option<Answers>,
    behind: Behind,
    view: &View,
    sealed: Option<Version>,
    out: &mut Vec<u8>,
) {
    let mut text = String::new();
    for notice in notices {
        // An empty line stands before every board.
        let board = matches!(notice, Notice::Board(_));
        if board && (answers.is_some() || !text.is_empty()) {
            text.push('\n');
        }
        notice.write(view, &mut text);
    }
    let framed = answers.filter(|_| behind == Behind::Prompt && view.ivars.has(Ivar::Block));
    if answers.is_none() && text.is_empty() {
        return;
    }
    if let Some(Answers { number, code }) = framed {
        block::open(number, code, out);
    } else if answers.is_none() {
        // The bell calls whoever is not looking; his own lines need none.
        if view.bell && notices.iter().any(|n| matches!(n, Notice::Board(_))) {
            out.push(7);
        }
        out.extend_from_slice(b"\n\r");
    }
    // A screen reader would read the marks of wrapped lines.
    let unwrapped = view.ivars.has(Ivar::Nowrap) || view.style == Style::Speech;
    let text = if unwrapped { text.into() } else { wrap::wrap(&text, view.width) };
    let text = if view.unicode { text } else { ascii7::encode(&text).into_owned().into() };
    for line in text.split_inclusive('\n') {
        out.extend_from_slice(line.trim_end_matches('\n').as_bytes());
        if line.ends_with('\n') {
            out.extend_from_slice(b"\n\r");
        }
    }
    if framed.is_some() {
        block::close(out);
        out.extend_from_slice(b"\n\r");
    }
    // The clock of whoever got a board begins when his program has it.
    if let Some(version) = sealed
        && notices.iter().any(Notice::starts_a_clock)
    {
        out.extend_from_slice(version.ping());
    }
    match behind {
        Behind::Nothing => {}
        Behind::Login => out.extend_from_slice(b"login: "),
        Behind::Password => out.extend_from_slice(b"password: "),
        Behind::Prompt => {
            let text = view.prompt.as_deref().unwrap_or_default();
            let time = view.clock_in_prompt.then_some(view.time).flatten();
            let prompt = Prompt::shown(text, time, view.ivars.has(Ivar::Defprompt));
            out.extend_from_slice(prompt.to_string().as_bytes());
        }
    }
}
