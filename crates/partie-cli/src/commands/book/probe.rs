//! `partie book probe`: the moves of a position.

use std::io::{self, BufWriter, Write};

use partie_core::Position;
use partie_db::{
    book::{Probed, ProbedMove},
    query::PositionLine,
};
use partie_formats::{WriteOptions, fen};
use serde_json::{Value, json};

use super::book_file::{name, read, report};
use crate::{
    args::BookProbeArguments,
    commands::{note, print_message},
    exit::Exit,
    visible::json_line,
};

pub(super) fn run(arguments: &BookProbeArguments) -> anyhow::Result<Exit> {
    let BookProbeArguments { book: path, position, form } = arguments;
    let position = PositionLine::read(&position.join(" "))?.position();
    let (book, problems) = read(path)?;
    let is_damaged = report(path, &problems);
    let probed = book.probe(&position);
    for entry in &probed.illegal {
        print_message(format_args!(
            "{}: {} is illegal in this position (key {:016x}, weight {}); the book is damaged, or \
             another position has the same key",
            name(path),
            entry.book_move,
            entry.key,
            entry.weight
        ));
    }
    let mut out = BufWriter::new(anstream::stdout().lock());
    if form.is_json() {
        writeln!(out, "{}", json_line(&object(&position, &probed)))?;
    } else {
        table(&mut out, &probed.moves)?;
    }
    out.flush()?;
    if probed.moves.is_empty() {
        note(format_args!("{}: no moves of this position", name(path)));
    }
    let is_clean = !is_damaged && probed.illegal.is_empty() && !probed.moves.is_empty();
    Ok(if is_clean { Exit::Clean } else { Exit::Problems })
}

fn table(out: &mut impl Write, moves: &[ProbedMove]) -> io::Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let width = |text: fn(&ProbedMove) -> usize, least: usize| {
        moves.iter().map(text).max().unwrap_or(0).max(least)
    };
    let san = width(|m| m.san.len(), "move".len());
    let uci = width(|m| m.uci.len(), "UCI".len());
    writeln!(out, "{:san$}  {:uci$}  weight    share  opening", "move", "UCI")?;
    for m in moves {
        let opening = m.opening.map(|o| format!("  {} {}", o.code, o.name)).unwrap_or_default();
        let (weight, percent) = (m.entry.weight, 100.0 * m.share);
        writeln!(out, "{:san$}  {:uci$}  {weight:>6}  {percent:>5.1}%{opening}", m.san, m.uci)?;
    }
    Ok(())
}

fn object(position: &Position, probed: &Probed) -> Value {
    let moves = probed.moves.iter().map(|m| {
        json!({
            "uci": m.uci,
            "san": m.san,
            "weight": m.entry.weight,
            "share": m.share,
            "learn": m.entry.learn,
            "opening": m.opening.map(|o| json!({ "eco": o.code, "name": o.name })),
        })
    });
    let illegal = probed.illegal.iter().map(|entry| {
        json!({
            "move": entry.book_move.to_string(),
            "weight": entry.weight,
            "learn": entry.learn,
        })
    });
    json!({
        "fen": fen::position(position, &WriteOptions::default()),
        "key": format!("{:016x}", probed.key),
        "moves": moves.collect::<Vec<_>>(),
        "illegal": illegal.collect::<Vec<_>>(),
    })
}
