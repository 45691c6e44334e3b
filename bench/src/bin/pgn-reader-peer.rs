//! pgn-reader and shakmaty at work, after pgn-reader's own examples of the same names.
//!
//! ```text
//! pgn-reader-peer stats FILE              counts games, moves, comments, variations
//! pgn-reader-peer validate FILE           plays all main lines
//! pgn-reader-peer parallel-validate FILE  the same on two threads: one reads, one plays
//! ```
//!
//! Each prints one line, `games N plies N failed N`. Only plies of main lines count.

use std::{env, fs::File, io, ops::ControlFlow, process::ExitCode, thread};

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::San};

/// Games that the reading thread may be ahead, as in the example.
const AHEAD: usize = 128;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [task, file] = arguments.as_slice() else {
        eprintln!("usage: pgn-reader-peer stats|validate|parallel-validate FILE");
        return ExitCode::from(2);
    };
    let done = File::open(file).and_then(|file| match task.as_str() {
        "stats" => stats(file),
        "validate" => validate(file),
        "parallel-validate" => parallel_validate(file),
        _ => Err(io::Error::other(format!("no task is called {task}"))),
    });
    match done {
        Ok(count) => {
            println!("games {} plies {} failed {}", count.games, count.plies, count.failed);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::from(2)
        }
    }
}

#[derive(Debug, Default)]
struct Count {
    games: usize,
    plies: usize,
    failed: usize,
}

#[derive(Debug, Default)]
struct Stats {
    count: Count,
    tags: usize,
    nags: usize,
    comments: usize,
    variations: usize,
    outcomes: usize,
}

impl Visitor for Stats {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<()> {
        self.tags += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), _: SanPlus) -> ControlFlow<()> {
        self.count.plies += 1;
        ControlFlow::Continue(())
    }

    fn nag(&mut self, (): &mut (), _: Nag) -> ControlFlow<()> {
        self.nags += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), _: RawComment<'_>) -> ControlFlow<()> {
        self.comments += 1;
        ControlFlow::Continue(())
    }

    fn end_variation(&mut self, (): &mut ()) -> ControlFlow<()> {
        self.variations += 1;
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), _: Outcome) -> ControlFlow<()> {
        self.outcomes += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {
        self.count.games += 1;
    }
}

fn stats(file: File) -> io::Result<Count> {
    let mut stats = Stats::default();
    Reader::new(file).visit_all_games(&mut stats)?;
    let Stats { count, tags, nags, comments, variations, outcomes } = stats;
    println!(
        "tags {tags} nags {nags} comments {comments} variations {variations} outcomes {outcomes}"
    );
    Ok(count)
}

/// The position after the tags of a game, if they set one up.
fn start(value: RawTag<'_>) -> Option<Chess> {
    let fen = Fen::from_ascii(&value.decode()).ok()?;
    fen.into_position(CastlingMode::Chess960).ok()
}

#[derive(Debug, Default)]
struct Validator {
    count: Count,
}

impl Visitor for Validator {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, Option<Chess>> {
        self.count.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        tags: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<bool> {
        if name == b"FEN" {
            let Some(position) = start(value) else { return ControlFlow::Break(false) };
            tags.replace(position);
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Option<Chess>) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(tags.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san_plus: SanPlus) -> ControlFlow<bool> {
        let Ok(m) = san_plus.san.to_move(position) else {
            return ControlFlow::Break(false);
        };
        position.play_unchecked(m);
        self.count.plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) -> bool {
        true
    }
}

fn validate(file: File) -> io::Result<Count> {
    let mut reader = Reader::new(file);
    let mut validator = Validator::default();
    while let Some(legal) = reader.read_game(&mut validator)? {
        validator.count.failed += usize::from(!legal);
    }
    Ok(validator.count)
}

/// A game for the other thread: the start and the moves as written.
struct Unplayed {
    start: Option<Chess>,
    sans: Vec<San>,
}

struct Collector;

impl Visitor for Collector {
    type Tags = Option<Chess>;
    type Movetext = Unplayed;
    type Output = Option<Unplayed>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Option<Chess>> {
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        tags: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let Some(position) = start(value) else { return ControlFlow::Break(None) };
            tags.replace(position);
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<Self::Output, Unplayed> {
        ControlFlow::Continue(Unplayed { start, sans: Vec::with_capacity(80) })
    }

    fn san(&mut self, game: &mut Unplayed, san_plus: SanPlus) -> ControlFlow<Self::Output> {
        game.sans.push(san_plus.san);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Unplayed) -> Self::Output {
        Some(game)
    }
}

fn parallel_validate(file: File) -> io::Result<Count> {
    let (send, receive) = crossbeam_channel::bounded::<Option<Unplayed>>(AHEAD);
    thread::scope(|scope| {
        let player = scope.spawn(move || {
            let mut count = Count::default();
            for game in receive {
                count.games += 1;
                let Some(game) = game else {
                    count.failed += 1;
                    continue;
                };
                let mut position = game.start.unwrap_or_default();
                for san in game.sans {
                    let Ok(m) = san.to_move(&position) else {
                        count.failed += 1;
                        break;
                    };
                    position.play_unchecked(m);
                    count.plies += 1;
                }
            }
            count
        });
        for game in Reader::new(file).read_games(&mut Collector) {
            if send.send(game?).is_err() {
                break;
            }
        }
        drop(send);
        player.join().map_err(|_| io::Error::other("the playing thread panicked"))
    })
}
