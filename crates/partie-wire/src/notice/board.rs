//! A board for one viewer.
//!
//! What all viewers share is a [`Moment`]; who it is for adds the relation and the side at
//! the bottom. Programs get Style 12 (or the short `<d1>` of `iset compressmove 1`),
//! people a drawn board or sentences.

use std::sync::Arc;

use partie_core::{Color, Position};
use partie_formats::style12::{Delta, Holdings, Relation, Style12};

use crate::{
    ivars::Ivar,
    view::{Style, View},
};

/// A position of a game on the server, with clocks in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The line, with `taken.precise`, clocks in milliseconds, relation 0 and no flip.
    pub line: Style12<'static>,
    /// Whether a clock is running.
    pub ticking: bool,
    /// The lag of the last move in milliseconds.
    pub lag: i64,
    /// The last move in the short form, where it may be told so: in orthodox chess.
    pub delta: Option<Delta>,
    /// The pieces in hand, where there are any.
    pub holdings: Option<Holdings>,
    /// The position, for those who are told in sentences.
    pub position: Position,
}

/// A board for one viewer.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardNotice {
    /// What is shown.
    pub moment: Arc<Moment>,
    /// What the viewer has to do with the game.
    pub relation: Relation,
    /// The side from which the viewer plays or watches.
    pub side: Color,
    /// Whether the whole board is wanted, even by those who take short moves.
    pub whole: bool,
}

impl BoardNotice {
    /// Appends the board as the viewer wants it, without a line end behind it.
    pub fn write(&self, view: &View, out: &mut String) {
        if view.bell {
            out.push('\x07');
        }
        match view.style {
            Style::Twelve => self.write_line(view, out),
            Style::Drawn | Style::Numbered(_) | Style::Speech => {
                out.push_str(&format!("Game {}", self.moment.line.game));
            }
        }
    }

    fn write_line(&self, view: &View, out: &mut String) {
        let precise = view.ivars.has(Ivar::Ms);
        if let (Some(delta), true, false) =
            (&self.moment.delta, view.ivars.has(Ivar::Compressmove), self.whole)
        {
            out.push_str(&delta.to_string());
            return;
        }
        let mut line = self.moment.line.clone();
        line.relation = self.relation;
        line.flip = view.bottom(self.side) == Color::Black;
        if !precise {
            line.taken.precise = false;
            line.clock = partie_core::ByColor {
                white: line.clock.white.div_euclid(1000),
                black: line.clock.black.div_euclid(1000),
            };
        }
        line.extra = format!("{} {}", u8::from(self.moment.ticking), self.moment.lag).into();
        let mut bytes = Vec::with_capacity(200);
        line.write(&mut bytes);
        out.push_str(&String::from_utf8_lossy(&bytes));
        if let Some(holdings) = &self.moment.holdings {
            out.push('\n');
            out.push_str(&holdings.to_string());
        }
    }

    /// Reads a board line.
    #[must_use]
    pub fn read(_text: &str) -> Option<BoardNotice> {
        None
    }
}

/// What the sides of a game hold, and perhaps what somebody has just got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldingsNotice(
    /// The line.
    pub Holdings,
);

impl HoldingsNotice {
    /// Appends the line, for programs; people see it with the board.
    pub fn write(&self, view: &View, out: &mut String) {
        if view.style == Style::Twelve {
            out.push_str(&self.0.to_string());
        }
    }

    /// Reads the line.
    #[must_use]
    pub fn read(text: &str) -> Option<HoldingsNotice> {
        Holdings::parse(text).map(|parsed| HoldingsNotice(parsed.value))
    }
}
