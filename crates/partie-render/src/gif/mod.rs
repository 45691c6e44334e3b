//! A game as an animated GIF.
//!
//! All frames share one palette, and each holds only the rectangle that changed, with
//! what did not change in it left transparent; so a game of eighty plies takes a few
//! hundred kilobytes.

mod palette;

use std::io;

use gif::{DisposalMethod, Encoder, Repeat};
use partie_core::setters;

use crate::{DiagramStyle, Frame, Pixels, RenderError, draw};
use palette::Palette;

/// Options of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GifOptions {
    /// The width in pixels.
    pub width: u32,
    /// Time for each position, in hundredths of a second.
    pub delay: u16,
    /// Time for the last position, in hundredths of a second.
    pub last_delay: u16,
    /// True to loop the animation.
    pub repeat: bool,
}

impl Default for GifOptions {
    fn default() -> GifOptions {
        GifOptions { width: 400, delay: 80, last_delay: 400, repeat: true }
    }
}

setters! { GifOptions:
    /// Sets the width in pixels.
    width: u32;
    /// Sets the time for each position, in hundredths of a second.
    delay: u16;
    /// Sets the time for the last position, in hundredths of a second.
    last_delay: u16;
    /// Sets whether to loop the animation.
    repeat: bool;
}

/// Writes frames as an animated GIF, and returns their number. Only one frame is held in
/// memory at a time.
///
/// # Errors
///
/// [`RenderError::Size`], [`RenderError::NothingToShow`] without a frame, and
/// [`RenderError::Io`] from `out`.
pub fn write(
    frames: impl Iterator<Item = Frame>,
    look: DiagramStyle,
    options: &GifOptions,
    out: &mut dyn io::Write,
) -> Result<usize, RenderError> {
    let mut frames = frames.peekable();
    let first = frames.peek().ok_or(RenderError::NothingToShow)?;
    let first = Pixels::paint(&draw(first, look), options.width)?;
    let (width, height) = (first.width(), first.height());
    let (Ok(wide), Ok(high)) = (u16::try_from(width), u16::try_from(height)) else {
        return Err(RenderError::Size { width, height });
    };
    let mut palette = Palette::new(&first, look, options.width)?;
    let mut encoder = Encoder::new(out, wide, high, &palette.bytes()).map_err(failed)?;
    if options.repeat {
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    }
    let mut shown: Vec<u8> = Vec::new();
    let mut count = 0;
    while let Some(frame) = frames.next() {
        let pixels = Pixels::paint(&draw(&frame, look), options.width)?;
        if (pixels.width(), pixels.height()) != (width, height) {
            return Err(RenderError::Size { width: pixels.width(), height: pixels.height() });
        }
        let now: Vec<u8> = pixels.rgb().map(|rgb| palette.nearest(rgb)).collect();
        let delay = if frames.peek().is_some() { options.delay } else { options.last_delay };
        let mut encoded = changed(&shown, &now, wide, high);
        encoded.delay = delay;
        encoded.dispose = DisposalMethod::Keep;
        encoder.write_frame(&encoded).map_err(failed)?;
        shown = now;
        count += 1;
    }
    Ok(count)
}

/// The rectangle in which two frames differ; the whole picture if there was none before.
fn changed(before: &[u8], now: &[u8], width: u16, height: u16) -> gif::Frame<'static> {
    if before.is_empty() {
        return gif::Frame::from_indexed_pixels(width, height, now.to_vec(), None);
    }
    let wide = usize::from(width);
    let (mut left, mut right, mut top, mut bottom) = (wide, 0, usize::from(height), 0);
    for (i, _) in before.iter().zip(now).enumerate().filter(|(_, (a, b))| a != b) {
        let (x, y) = (i % wide, i / wide);
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    if left > right {
        // An unchanged frame still needs a pixel.
        (left, right, top, bottom) = (0, 0, 0, 0);
    }
    let mut pixels = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
    for y in top..=bottom {
        let row = y * wide;
        pixels.extend(
            (row + left..=row + right)
                .map(|i| if before[i] == now[i] { palette::TRANSPARENT } else { now[i] }),
        );
    }
    let (w, h) = ((right - left + 1) as u16, (bottom - top + 1) as u16);
    let mut frame = gif::Frame::from_indexed_pixels(w, h, pixels, Some(palette::TRANSPARENT));
    (frame.left, frame.top) = (left as u16, top as u16);
    frame
}

fn failed(error: gif::EncodingError) -> RenderError {
    match error {
        gif::EncodingError::Io(error) => RenderError::Io(error),
        error => RenderError::Encoding(error.to_string()),
    }
}
