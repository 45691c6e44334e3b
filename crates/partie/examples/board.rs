//! Draws a position, with an arrow, as SVG on standard output: `board FEN [ARROW...]`
//!
//! An arrow is `e2e4` or, in a colour, `e2e4:red`; one square is a circle.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::{env, error::Error};

use partie::render::{DiagramStyle, Frame, SvgOptions, draw, svg};
use partie::{Mark, fen};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let text = arguments.next().ok_or("usage: board FEN [ARROW...]")?;
    let boards = fen::parse_boards(&text, None);
    for diagnostic in &boards.diagnostics {
        eprintln!("{}: {}", diagnostic.severity, diagnostic.message);
    }
    let mut frame = Frame::of_boards(&boards.value);
    for arrow in arguments {
        frame.boards[0].marks.push(arrow.parse::<Mark>()?);
    }
    let options = SvgOptions::default().width(400);
    print!("{}", svg::document(&draw(&frame, DiagramStyle::default()), &options));
    Ok(())
}
