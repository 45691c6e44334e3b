//! Display options of a connection: style, interface variables, width.

use partie_core::Color;

use crate::{
    ivars::Ivars,
    prompt::TimeOfDay,
    variables::{Variable, Variables},
};

pub use crate::style::Style;

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
    /// Takes over a player's settings, except the zone, which the caller must resolve.
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
