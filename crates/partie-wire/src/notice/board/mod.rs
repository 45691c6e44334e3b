//! A board for one viewer.
//!
//! All viewers share a [`Moment`]; each adds their relation to the game and the side at the
//! bottom. Programs get Style 12 (or the short `<d1>` of `iset compressmove 1`),
//! players a drawn board or sentences.

mod spoken;
mod styles;

use std::sync::Arc;

use crate::style12::{Delta, Holdings, Relation, Style12};
use partie_core::{ByColor, Color, Ply, Position, Variant};

use spoken::Spoken;
use styles::Picture;

use super::lines::{Block, Lines};
use crate::{
    display::{DisplayOptions, Style},
    ivars::Ivar,
};

/// A position of a game on the server, with clocks in milliseconds.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Moment {
    /// The line, with `taken.precise`, clocks in milliseconds, relation 0 and no flip.
    pub line: Style12<'static>,
    /// Set if a clock is running.
    pub ticking: bool,
    /// The lag of the last move in milliseconds.
    pub lag: i64,
    /// The last move in the short form, where that is allowed: in orthodox chess.
    pub delta: Option<Delta>,
    /// The pieces in hand, where there are any.
    pub holdings: Option<Holdings>,
    /// The position, for viewers who get sentences.
    #[serde(with = "partie_formats::serialize::position")]
    pub position: Position,
    /// The last move and the position in which it was made, for the same.
    #[serde(with = "crate::serialize::played")]
    pub played: Option<(Position, Ply)>,
    /// The half-move before the last one, in SAN.
    pub previous: Option<String>,
}

/// A board for one viewer.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BoardNotice {
    /// The state of the game.
    pub moment: Arc<Moment>,
    /// The relation of the viewer to the game.
    pub relation: Relation,
    /// The side from which the viewer plays or watches.
    #[serde(with = "partie_core::serialize::text")]
    pub side: Color,
    /// Set to send the whole board even to viewers of short moves.
    pub whole: bool,
}

impl BoardNotice {
    /// Appends the board as the viewer wants it, without a line end after it.
    pub fn write(&self, display: &DisplayOptions, out: &mut String) {
        match display.style {
            Style::Twelve => self.write_line(display, out),
            Style::Drawn => self.draw(1, display, out),
            Style::Numbered(number) => self.draw(number, display, out),
            Style::Speech => spoken::write(
                &Spoken {
                    line: &self.moment.line,
                    position: &self.moment.position,
                    played: self.moment.played.as_ref(),
                    relation: self.relation,
                    side: self.side,
                    whole: self.whole,
                },
                out,
            ),
        }
    }

    /// A board of letters.
    fn draw(&self, style: u8, display: &DisplayOptions, out: &mut String) {
        let line = in_seconds(self.moment.line.borrowed());
        let picture = Picture {
            line: &line,
            bottom: display.bottom(self.side),
            relation: self.relation,
            previous: self.moment.previous.as_deref(),
            holdings: self.moment.holdings.as_ref(),
            highlight: display.highlight,
        };
        styles::write(style, &picture, out);
    }

    fn write_line(&self, display: &DisplayOptions, out: &mut String) {
        let precise = display.ivars.has(Ivar::Ms);
        if let (Some(delta), true, false) =
            (&self.moment.delta, display.ivars.has(Ivar::Compressmove), self.whole)
        {
            out.push_str(&delta.to_string());
            return;
        }
        let mut line = self.moment.line.borrowed();
        line.relation = self.relation;
        line.flip = display.bottom(self.side) == Color::Black;
        if !precise {
            line = in_seconds(line);
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
}

/// A board line, with or without a line of holdings after it. Clocks in seconds are converted to
/// milliseconds; with holdings the rules are crazyhouse, else chess.
impl Block for BoardNotice {
    fn take(lines: &mut Lines<'_>) -> Option<BoardNotice> {
        let board = lines.next_if(|line| line.starts_with("<12> ").then_some(line))?;
        let read = Style12::parse(board.as_bytes())?.value.into_owned();
        read.unread.is_empty().then_some(())?;
        let own = |line| {
            let HoldingsNotice(holdings) = HoldingsNotice::read(line)?;
            (holdings.game == read.game && holdings.passed.is_none()).then_some(holdings)
        };
        let holdings = lines.after_empty(|lines| lines.next_if(own));
        let mut after = read.extra.split_ascii_whitespace();
        let ticking = after.next() == Some("1");
        let lag = after.next().and_then(|lag| lag.parse().ok()).unwrap_or(0);
        let variant = if holdings.is_some() { Variant::Crazyhouse } else { Variant::Standard };
        let (position, _) = read.position_with(variant, holdings.map(|h| h.pieces));
        let (relation, flip) = (read.relation, read.flip);
        let clock = ByColor::new_with(|color| read.clock_milliseconds(color));
        let mut line = read.of_nobody();
        line.clock = clock;
        line.taken.precise = true;
        let moment = Moment {
            line,
            ticking,
            lag,
            delta: None,
            holdings,
            position,
            played: None,
            previous: None,
        };
        let side = if flip { Color::Black } else { Color::White };
        Some(BoardNotice { moment: Arc::new(moment), relation, side, whole: true })
    }
}

/// The line with clocks in whole seconds.
fn in_seconds(mut line: Style12<'_>) -> Style12<'_> {
    line.taken.precise = false;
    line.clock = line.clock.map(|clock| clock.div_euclid(1000));
    line
}

/// A move without its board, `<d1>`, as a player reads it who asked for them by
/// `iset compressmove 1`. A server writes it as a [`BoardNotice`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DeltaNotice(
    /// The line.
    pub Delta,
);

impl DeltaNotice {
    /// Appends the line.
    pub fn write(&self, out: &mut String) {
        out.push_str(&self.0.to_string());
    }

    /// Reads the line.
    pub(crate) fn read(text: &str) -> Option<DeltaNotice> {
        Delta::parse(text).filter(|delta| delta.to_string() == text).map(DeltaNotice)
    }
}

/// The holdings of a game, and perhaps the piece that was just passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct HoldingsNotice(
    /// The line.
    pub Holdings,
);

impl HoldingsNotice {
    /// Appends the line, for programs; players see it with the board.
    pub fn write(&self, display: &DisplayOptions, out: &mut String) {
        if display.style == Style::Twelve {
            out.push_str(&self.0.to_string());
        }
    }

    /// Reads the line. `None` if any part cannot be read: missing values are not invented.
    pub(crate) fn read(text: &str) -> Option<HoldingsNotice> {
        let parsed = Holdings::parse(text)?;
        parsed.diagnostics.is_empty().then_some(HoldingsNotice(parsed.value))
    }
}
