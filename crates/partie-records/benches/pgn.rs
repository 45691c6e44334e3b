//! The stages of reading PGN, and writing it, on random games: bare, with clocks as
//! servers write them, annotated, and spelled as the standard would not.

use partie_testkit::damage;
use std::{fmt, io};

use divan::{Bencher, black_box, counter::BytesCount};
use partie_core::{Comment, Game, Nag, NodeId, Ply, Position};
use partie_formats::{Limits, ReadOptions, WriteOptions};
use partie_pgn as pgn;
use partie_pgn::RawRecord;
use partie_records::detect;
use partie_testkit::random::Chance;

fn main() {
    divan::main();
}

/// Number of games, and most plies of a game.
const SIZE: (usize, usize) = (200, 90);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Bare,
    Clocks,
    Annotated,
    Messy,
}

const KINDS: [Kind; 4] = [Kind::Bare, Kind::Clocks, Kind::Annotated, Kind::Messy];

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Bare => "bare",
            Kind::Clocks => "clocks",
            Kind::Annotated => "annotated",
            Kind::Messy => "messy",
        })
    }
}

fn games(kind: Kind) -> Vec<Game> {
    let mut chance = Chance::new(7);
    (0..SIZE.0)
        .map(|_| {
            let mut game = damage::random_game(&mut chance, SIZE.1);
            match kind {
                Kind::Bare | Kind::Messy => {}
                Kind::Clocks => clocks(&mut game),
                Kind::Annotated => annotate(&mut game, &mut chance),
            }
            game
        })
        .collect()
}

fn clocks(game: &mut Game) {
    let line: Vec<_> = game.tree.mainline().collect();
    for (ply, node) in line.into_iter().enumerate() {
        let clock = 180 - ply;
        let text = format!("[%clk 0:{:02}:{:02}]", clock / 60, clock % 60);
        game.tree.annotations_mut(node).comments.push(Comment::after(text));
    }
}

/// A glyph at every sixth move, a remark at every eighth, another move at every tenth.
fn annotate(game: &mut Game, chance: &mut Chance) {
    let mut position = game.start.first().clone();
    let mut before = NodeId::ROOT;
    let line: Vec<_> = game.tree.mainline().collect();
    for node in line {
        let annotations = game.tree.annotations_mut(node);
        if chance.below(6) == 0 {
            annotations.nags.push(Nag(1 + chance.below(20) as u8));
        }
        if chance.below(8) == 0 {
            let text =
                "Better was to keep the tension; the pawn on d4 becomes weak in the endgame.";
            annotations.comments.push(Comment::after(text));
        }
        if chance.below(10) == 0 {
            variation(game, before, &position, chance);
        }
        let ply = game.tree.ply(node).expect("a move");
        position.play(ply).expect("legal");
        before = node;
    }
}

fn variation(game: &mut Game, mut node: NodeId, position: &Position, chance: &mut Chance) {
    let mut position = position.clone();
    for _ in 0..4 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let ply = Ply::Move(moves[chance.below(moves.len())]);
        node = game.tree.add(node, ply);
        position.play(ply).expect("legal");
    }
}

fn text(kind: Kind) -> Vec<u8> {
    let mut text = Vec::new();
    for game in games(kind) {
        pgn::write(&game, &WriteOptions::default(), &mut text).expect("a Vec takes all").ignore();
    }
    if matches!(kind, Kind::Messy) {
        let messy = String::from_utf8(text).expect("UTF-8");
        return messy.replace("O-O", "0-0").replace('x', ":").replace(". ", ".").into_bytes();
    }
    text
}

fn raw(kind: Kind) -> Vec<RawRecord> {
    let text = text(kind);
    pgn::cut(&text[..], &Limits::default()).map(|game| game.expect("memory")).collect()
}

/// Finds out the format, by the head of the file.
#[divan::bench(args = KINDS)]
fn detect_format(bencher: Bencher, kind: Kind) {
    let text = text(kind);
    bencher.bench(|| detect::detect(black_box(&text), None));
}

/// A stream into whole games.
#[divan::bench(args = KINDS)]
fn cut(bencher: Bencher, kind: Kind) {
    let text = text(kind);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| pgn::cut(black_box(&text[..]), &Limits::default()).count());
}

/// The tags alone.
#[divan::bench(args = KINDS)]
fn tags(bencher: Bencher, kind: Kind) {
    each(bencher, kind, RawRecord::tags);
}

/// Text into tokens.
#[divan::bench(args = KINDS)]
fn scan(bencher: Bencher, kind: Kind) {
    each(bencher, kind, |game, _| pgn::token::scan(&String::from_utf8_lossy(&game.text)).len());
}

/// A whole game: tree, tags, diagnostics.
#[divan::bench(args = KINDS)]
fn parse(bencher: Bencher, kind: Kind) {
    each(bencher, kind, |game, options| pgn::parse(&game.text, options));
}

fn each<T>(bencher: Bencher, kind: Kind, job: impl Fn(&RawRecord, &ReadOptions) -> T + Sync) {
    let games = raw(kind);
    let options = ReadOptions::default();
    let bytes: usize = games.iter().map(|game| game.text.len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        for game in &games {
            black_box(job(black_box(game), &options));
        }
    });
}

/// From the stream to games: all stages.
#[divan::bench(args = KINDS)]
fn read(bencher: Bencher, kind: Kind) {
    let text = text(kind);
    let options = ReadOptions::default();
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| pgn::read(black_box(&text[..]), &options).count());
}

/// Writes games as PGN; throughput counts the bytes written.
#[divan::bench(args = KINDS)]
fn write(bencher: Bencher, kind: Kind) {
    let games = games(kind);
    let options = WriteOptions::default();
    bencher.counter(BytesCount::of_slice(&text(kind))).bench(|| {
        for game in &games {
            pgn::write(black_box(game), &options, &mut io::sink()).expect("a sink").ignore();
        }
    });
}
