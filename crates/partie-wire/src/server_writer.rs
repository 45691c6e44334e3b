//! The server's side of a connection: notices to bytes.
//!
//! Lines end with `\n\r`; unrequested notices begin with an empty line; the prompt has no line end.
//! In block mode an answer is framed.

use crate::{
    block, char_escapes,
    display::{DisplayOptions, Style},
    ivars::Ivar,
    notice::{Notice, seek_ads::AdNotice},
    prompt::PromptText,
    timeseal::Version,
    wrap,
};

/// The command that an answer belongs to, for block mode: the number that the client gave it,
/// and its own. A command that another player gave in the player's name has the number 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyTo {
    /// The client's number; 0 where there was none.
    pub number: u32,
    /// The command's number.
    pub code: u16,
}

impl ReplyTo {
    /// Returns true if another player gave the command: the frame stands between the marks of a
    /// pose.
    fn is_posed(self) -> bool {
        self.number == 0 && !matches!(self.code, block::code::NULL | block::code::NO_SEQUENCE)
    }
}

/// The prompt after the text of one write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// No prompt.
    None,
    /// `login: `.
    Login,
    /// `password: `.
    Password,
    /// The player's own prompt.
    Player,
}

/// Appends one write to a client, with a ping if it contains a board and the client answers pings.
pub fn write(
    notices: &[Notice],
    reply_to: Option<ReplyTo>,
    prompt: Prompt,
    display: &DisplayOptions,
    sealed: Option<Version>,
    out: &mut Vec<u8>,
) {
    let text = words(notices, reply_to.is_some(), prompt, display);
    let framed = reply_to.filter(|_| prompt == Prompt::Player && display.ivars.has(Ivar::Block));
    if reply_to.is_none() && text.is_empty() {
        return;
    }
    let posed = framed.is_some_and(ReplyTo::is_posed);
    if posed {
        out.extend_from_slice(&[block::POSE_START, b'\n', b'\r']);
    }
    if let Some(ReplyTo { number, code }) = framed {
        block::open(number, code, out);
    } else if reply_to.is_none() {
        // The bell is for players who look elsewhere; answers need none.
        if display.bell && notices.iter().any(|n| matches!(n, Notice::Board(_))) {
            out.push(7);
        }
        out.extend_from_slice(b"\n\r");
    }
    // A screen reader would read the marks of wrapped lines.
    let unwrapped = display.ivars.has(Ivar::Nowrap) || display.style == Style::Speech;
    let text = if unwrapped { text.into() } else { wrap::wrap(&text, display.width) };
    let text = if display.unicode { text } else { char_escapes::encode(&text).into_owned().into() };
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
    // A player's time begins when their program has received the board.
    if let Some(version) = sealed
        && notices.iter().any(Notice::starts_a_clock)
    {
        out.extend_from_slice(version.ping());
    }
    match prompt {
        Prompt::None => {}
        Prompt::Login => out.extend_from_slice(b"login: "),
        Prompt::Password => out.extend_from_slice(b"password: "),
        Prompt::Player => out.extend_from_slice(prompt_text(display).to_string().as_bytes()),
    }
    if posed {
        out.push(block::POSE_END);
    }
}

/// The viewer's prompt.
fn prompt_text(display: &DisplayOptions) -> PromptText {
    let text = display.prompt.as_deref().unwrap_or_default();
    let time = display.clock_in_prompt.then_some(display.time).flatten();
    PromptText::shown(text, time, display.ivars.has(Ivar::Defprompt))
}

/// The text of the notices, one after the other.
///
/// A line for programs about offers and ads (`<pr> 7`, `<sr> 8`) is an event of its own,
/// as FICS has it: a prompt separates it from the next notice. Programs look for the end of such
/// lines there, and for what begins a game after it.
fn words(notices: &[Notice], answer: bool, prompt: Prompt, display: &DisplayOptions) -> String {
    let mut text = String::new();
    let mut last: Option<&Notice> = None;
    for notice in notices {
        let start = text.len();
        // An empty line stands before every board.
        let board = matches!(notice, Notice::Board(_));
        if board && (answer || !text.is_empty()) {
            text.push('\n');
        }
        notice.write(display, &mut text);
        let said = &text[start..];
        if said.trim_start_matches('\n').is_empty() {
            continue;
        }
        if let Some(before) = last
            && prompt == Prompt::Player
            && parts(before, notice)
        {
            let line = if said.starts_with('\n') { "" } else { "\n" };
            text.insert_str(start, &format!("{}{line}", prompt_text(display)));
        }
        last = notice.is_event(display).then_some(notice);
    }
    text
}

/// Returns true if a prompt separates a line for programs from the next notice.
fn parts(line: &Notice, after: &Notice) -> bool {
    match (line, after) {
        // One list of ads, and what is said of the player's own.
        (Notice::Ad(AdNotice::Removed(_)), Notice::Ad(_)) => true,
        (Notice::Ad(_), Notice::Ad(_) | Notice::Seek(_)) => false,
        _ => true,
    }
}
