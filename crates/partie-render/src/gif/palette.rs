//! The palette of an animation, made from a chart with every possible colour.

use std::collections::HashMap;

use partie_core::{Boards, Variant};

use partie_core::{Brush, Mark};

use crate::{DiagramStyle, Frame, Pixels, RenderError, draw, frame::Seat};

/// The index that means: as it was.
pub(super) const TRANSPARENT: u8 = 255;

/// Minimum distance of two colours that both get an entry, as a sum over the channels.
const APART: i32 = 14;

/// Up to 255 colours.
pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The colours of the first frame and of a chart drawn with the same look.
    pub(super) fn new(
        first: &Pixels,
        look: DiagramStyle,
        width: u32,
    ) -> Result<Palette, RenderError> {
        let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
        let mut count = |pixels: &Pixels| {
            for rgb in pixels.rgb() {
                *counts.entry(rgb).or_default() += 1;
            }
        };
        count(first);
        for frame in charts() {
            count(&Pixels::paint(&draw(&frame, look), width.min(640))?);
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        // Ties are broken by the colour itself, so that the output is deterministic.
        counts.sort_unstable_by_key(|&(rgb, n)| (std::cmp::Reverse(n), rgb));
        let mut colours: Vec<[u8; 3]> = Vec::new();
        for (rgb, _) in counts {
            if colours.len() == usize::from(TRANSPARENT) {
                break;
            }
            if colours.iter().all(|c| distance(*c, rgb) > APART) {
                colours.push(rgb);
            }
        }
        Ok(Palette { colours, known: HashMap::new() })
    }

    /// The palette as a GIF holds it, filled up to 256 colours.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(256 * 3, 0);
        bytes
    }

    /// The index of the colour that is most like another.
    pub(super) fn nearest(&mut self, rgb: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.known.entry(rgb).or_insert_with(|| {
            (0..colours.len()).min_by_key(|i| distance(colours[*i], rgb)).unwrap_or(0) as u8
        })
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    a.iter().zip(b).map(|(a, b)| (i32::from(*a) - i32::from(b)).abs()).sum()
}

/// Boards with all pieces on squares of both colours, highlights, a check and marks.
fn charts() -> Vec<Frame> {
    const PLAIN: &str =
        "rbnqkpQR/PNBKrqbn/pRQBNKPk/qkbnrpPQ/BKRNpqrb/kPQRBNKn/prbqnkRP/NQKBPrpq w - - 0 1";
    const CHECK: &str = "4k3/8/8/8/8/8/4r3/3QK2n w - - 0 1";
    let mut frames: Vec<Frame> = [PLAIN, CHECK]
        .into_iter()
        .map(|text| {
            let position = partie_formats::fen::parse_position(text, Some(Variant::Standard));
            Frame::of_boards(&Boards::One(position.value))
        })
        .collect();
    let plain = &mut frames[0].boards[0];
    let squares: Vec<_> = partie_core::Square::ALL.into_iter().collect();
    plain.moved = Some((Some(squares[0]), squares[1]));
    plain.seats.white = Seat { name: "White".to_owned(), ..Seat::default() };
    let mut marked = frames[0].clone();
    for (i, brush) in Brush::ALL.into_iter().enumerate() {
        let (from, to) = (squares[i * 16 + 2], squares[i * 16 + 13]);
        marked.boards[0].marks.push(Mark { from, to: Some(to), brush });
        marked.boards[0].marks.push(Mark { from, to: None, brush });
    }
    frames.push(marked);
    frames
}
