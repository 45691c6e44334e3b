//! Display options of a connection: style, interface variables, width.

use std::str::FromStr;

use partie_core::{Color, UnknownName};

use crate::{
    ivars::Ivars,
    prompt::TimeOfDay,
    variables::{Variable, Variables},
};

/// The style of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// A drawn board, as style 1 of FICS.
    #[default]
    Drawn,
    /// One of the others that FICS numbers, 2 to 11.
    Numbered(u8),
    /// One line a board, for programs: style 12.
    Twelve,
    /// Sentences, for those who listen.
    Speech,
}

/// Reads a number from 1 to 12, or `speech`.
impl FromStr for Style {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Style, UnknownName> {
        match name.parse() {
            Ok(1u8) => Ok(Style::Drawn),
            Ok(n @ 2..=11) => Ok(Style::Numbered(n)),
            Ok(12) => Ok(Style::Twelve),
            _ if name.eq_ignore_ascii_case("speech") => Ok(Style::Speech),
            _ => Err(UnknownName::new("a style of boards", name)),
        }
    }
}

impl std::fmt::Display for Style {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Style::Drawn => f.write_str("1"),
            Style::Numbered(n) => write!(f, "{n}"),
            Style::Twelve => f.write_str("12"),
            Style::Speech => f.write_str("speech"),
        }
    }
}

/// The display options of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayOptions {
    /// The style of boards.
    pub style: Style,
    /// The interface variables.
    pub ivars: Ivars,
    /// Columns of a line.
    pub width: usize,
    /// Lines of a page.
    pub height: usize,
    /// A bell before boards and some news.
    pub bell: bool,
    /// Boards from the other side.
    pub flip: bool,
    /// The marks of the last move on drawn boards; 0: none.
    pub highlight: u8,
    /// True to send characters above 127 as UTF-8; else they are written `&#x263a;`.
    pub unicode: bool,
    /// Hours and minutes before the prompt.
    pub clock_in_prompt: bool,
    /// The viewer's time of day, for the prompt.
    pub time: Option<TimeOfDay>,
    /// The player's own prompt, without the space after it.
    pub prompt: Option<String>,
    /// Minutes east of Greenwich.
    pub zone: i32,
}

impl Default for DisplayOptions {
    fn default() -> DisplayOptions {
        DisplayOptions {
            style: Style::default(),
            ivars: Ivars::default(),
            width: 79,
            height: 24,
            bell: true,
            flip: false,
            highlight: 0,
            unicode: false,
            clock_in_prompt: false,
            time: None,
            prompt: None,
            zone: 0,
        }
    }
}

impl DisplayOptions {
    /// Takes over what a player has set. The zone is the caller's: its letters mean
    /// nothing here.
    pub fn follow(&mut self, variables: &Variables) {
        self.style = variables.style();
        self.width = variables.number(Variable::Width) as usize;
        self.height = variables.number(Variable::Height) as usize;
        self.bell = variables.on(Variable::Bell);
        self.flip = variables.on(Variable::Flip);
        self.highlight = variables.number(Variable::Highlight) as u8;
        self.clock_in_prompt = variables.on(Variable::Ptime);
        self.prompt = variables.text(Variable::Prompt).map(|p| p.trim_end().to_owned());
    }

    /// The colour at the bottom for a player who plays (or watches from the side of) one.
    pub(crate) fn bottom(&self, side: Color) -> Color {
        if self.flip { !side } else { side }
    }
}
