//! Style 12: lines a second, read, written and joined to games, one thread.
//!
//! `just bench-style12`. All lines are made here, of games of
//! random legal moves, so the bench needs no files. `split_and_parse` is what a client
//! does that trusts the server: `split_ascii_whitespace` and `parse`.

use std::fmt::Write as _;

use divan::{Bencher, black_box, counter::ItemsCount};
use partie_core::{Color, Ply, Position, Variant};
use partie_formats::ReadOptions;
use partie_records::recorder::Recorder;
use partie_testkit::random::Chance;
use partie_wire::style12::{Relation, Style12, Taken};

fn main() {
    divan::main();
}

/// Lines that are read and written.
const LINES: usize = 4096;

/// Boards in a session.
const BOARDS: usize = 40_000;

/// A line as a struct of its fields, without the tag; only numbers are checked.
#[expect(dead_code, reason = "what the baseline must read, not what it uses")]
struct Plain<'a> {
    ranks: [&'a str; 8],
    turn: &'a str,
    double_push: i8,
    white_short: u8,
    white_long: u8,
    black_short: u8,
    black_long: u8,
    halfmoves: i32,
    game: u32,
    white: &'a str,
    black: &'a str,
    relation: i32,
    initial: i64,
    increment: i64,
    white_strength: i32,
    black_strength: i32,
    white_clock: i64,
    black_clock: i64,
    move_number: u64,
    verbose: &'a str,
    taken: &'a str,
    san: &'a str,
    flip: u8,
}

impl<'a> Plain<'a> {
    fn parse(line: &'a str) -> Option<Plain<'a>> {
        let mut fields = line.split_ascii_whitespace();
        if fields.next()? != "<12>" {
            return None;
        }
        let mut next = || fields.next();
        Some(Plain {
            ranks: [next()?, next()?, next()?, next()?, next()?, next()?, next()?, next()?],
            turn: next()?,
            double_push: next()?.parse().ok()?,
            white_short: next()?.parse().ok()?,
            white_long: next()?.parse().ok()?,
            black_short: next()?.parse().ok()?,
            black_long: next()?.parse().ok()?,
            halfmoves: next()?.parse().ok()?,
            game: next()?.parse().ok()?,
            white: next()?,
            black: next()?,
            relation: next()?.parse().ok()?,
            initial: next()?.parse().ok()?,
            increment: next()?.parse().ok()?,
            white_strength: next()?.parse().ok()?,
            black_strength: next()?.parse().ok()?,
            white_clock: next()?.parse().ok()?,
            black_clock: next()?.parse().ok()?,
            move_number: next()?.parse().ok()?,
            verbose: next()?,
            taken: next()?,
            san: next()?,
            flip: next()?.parse().ok()?,
        })
    }
}

#[divan::bench]
fn split_and_parse(bencher: Bencher) {
    let lines = lines();
    bencher.counter(ItemsCount::new(lines.len())).bench(|| {
        for line in &lines {
            black_box(&Plain::parse(black_box(line)));
        }
    });
}

#[divan::bench]
fn parse(bencher: Bencher) {
    let lines = lines();
    bencher.counter(ItemsCount::new(lines.len())).bench(|| {
        for line in &lines {
            black_box(&Style12::parse(black_box(line.as_bytes())));
        }
    });
}

#[divan::bench]
fn write(bencher: Bencher) {
    let lines = lines();
    let boards: Vec<_> =
        lines.iter().filter_map(|line| Style12::parse(line.as_bytes())).map(|p| p.value).collect();
    let mut out = Vec::with_capacity(1 << 10);
    bencher.counter(ItemsCount::new(lines.len())).bench_local(|| {
        for board in &boards {
            out.clear();
            black_box(board).write(&mut out);
            black_box(&out);
        }
    });
}

/// Records all lines sent to an observer of eight boards.
#[divan::bench(sample_count = 20)]
fn record(bencher: Bencher) {
    let session = session(8, BOARDS);
    bencher.counter(ItemsCount::new(BOARDS)).bench(|| {
        let mut recorder = Recorder::new(ReadOptions::default());
        let mut games = 0;
        for packet in session.as_bytes().chunks(64 << 10) {
            recorder.receive(packet);
            while let Some(game) = recorder.poll() {
                games += black_box(game).record.game().ply_count();
            }
        }
        recorder.finish();
        games
    });
}

/// A game that goes on, of random moves.
struct Player {
    position: Position,
    line: Style12<'static>,
    number: u64,
}

const NAMES: [&str; 8] =
    ["Newton", "Einstein", "GuestXKCD", "Noether", "Ada", "schachbjm", "LectureBot", "Emmy"];

impl Player {
    fn new(number: u64, chance: &mut Chance) -> Player {
        let position = Position::start(Variant::Standard);
        let mut line = Style12::from_position(&position);
        line.game = number;
        line.white = NAMES[chance.below(8)].into();
        line.black = NAMES[chance.below(8)].into();
        line.relation = Relation::Observing;
        (line.initial, line.increment) = [(3, 0), (5, 12), (15, 5)][chance.below(3)];
        line.clock.white = line.initial * 60;
        line.clock.black = line.initial * 60;
        line.extra = "0 0".into();
        Player { position, line, number }
    }

    /// One move on; false if there is none, or the game has been going on for long.
    fn play(&mut self, chance: &mut Chance) -> bool {
        let moves = self.position.legal_moves();
        if moves.is_empty() || self.position.fullmoves() > 60 {
            return false;
        }
        let before = self.position.clone();
        let m = moves[chance.below(moves.len())];
        self.position.play_unchecked(m);
        let mover = before.turn();
        let seconds = chance.below(20) as i64;
        let mut line = Style12::after_move(&before, Ply::Move(m), &self.position);
        std::mem::swap(&mut line.white, &mut self.line.white);
        std::mem::swap(&mut line.black, &mut self.line.black);
        line.game = self.number;
        line.relation = Relation::Observing;
        (line.initial, line.increment) = (self.line.initial, self.line.increment);
        line.clock = self.line.clock;
        *line.clock.get_mut(mover) += line.increment - seconds;
        line.taken = Taken { milliseconds: seconds * 1000, precise: false };
        line.extra = format!("1 {}", chance.below(900)).into();
        self.line = line;
        true
    }
}

/// Lines of several games.
fn lines() -> Vec<String> {
    let session = session(8, LINES);
    session.lines().filter_map(|l| l.find("<12>").map(|at| l[at..].to_owned())).collect()
}

/// Returns the text sent to an observer of `boards` boards until `positions` positions have been
/// shown.
fn session(boards: u32, positions: usize) -> String {
    let mut chance = Chance::new(0x9e37_79b9_7f4a_7c15);
    let mut games: Vec<Player> = (1..=boards).map(|n| Player::new(n.into(), &mut chance)).collect();
    let (mut text, mut line) = (String::new(), Vec::new());
    let mut show = |game: &Player, text: &mut String| {
        line.clear();
        game.line.write(&mut line);
        text.push_str("\n\r");
        text.push_str(&String::from_utf8_lossy(&line));
        text.push_str("\n\rfics% ");
    };
    for _ in 0..positions {
        let at = chance.below(games.len());
        let game = &mut games[at];
        if !game.play(&mut chance) {
            let loser = if game.position.turn() == Color::White {
                (&game.line.white, "0-1")
            } else {
                (&game.line.black, "1-0")
            };
            let (number, white, black) = (game.number, &game.line.white, &game.line.black);
            let _ = write!(
                text,
                "\n\r{{Game {number} ({white} vs. {black}) {} resigns}} {}\n\rfics% ",
                loser.0, loser.1
            );
            *game = Player::new(number, &mut chance);
        }
        show(game, &mut text);
    }
    text
}
