//! Several threads read what one thread reads.

use partie_testkit::{corpus, damage};
use std::{
    io::{self, Read},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

use partie_formats::{
    Converted, Format, Limits, ReadOptions, Record, Retained, Severity, WriteOptions,
};
use partie_pgn as pgn;
use partie_pgn::{
    RawRecord,
    parallel::{self, Checked, Jobs},
};
use partie_records::dispatch;
use partie_testkit::random::Chance;
use proptest::prelude::*;

/// A source that gives its bytes in pieces, and fails at its end if it is torn.
#[derive(Clone, Debug)]
struct Drops {
    bytes: Arc<Vec<u8>>,
    at: usize,
    piece: usize,
    torn: bool,
}

impl Drops {
    fn new(bytes: &[u8], piece: usize, torn: bool) -> Drops {
        Drops { bytes: Arc::new(bytes.to_vec()), at: 0, piece, torn }
    }
}

impl Read for Drops {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.piece.min(out.len()).min(self.bytes.len() - self.at);
        out[..n].copy_from_slice(&self.bytes[self.at..self.at + n]);
        self.at += n;
        if n == 0 && self.torn {
            return Err(io::Error::other("the source is torn"));
        }
        Ok(n)
    }
}

/// All of a record, in words.
fn whole(record: io::Result<Record>) -> String {
    match record {
        Ok(record) => format!("{record:?}"),
        Err(error) => error.to_string(),
    }
}

/// Returns all that a caller may rely on who reads records with their diagnostics.
fn diagnostics(record: io::Result<Record>) -> String {
    match record {
        Ok(r) => {
            let diagnostics = &r.parsed.diagnostics;
            let bad = diagnostics.iter().any(|d| d.severity >= Severity::Warning);
            let kept = bad.then_some((&r.text, &r.parsed.value));
            format!("{} {} {} {:?} {diagnostics:?} {kept:?}", r.number, r.byte, r.line, r.format)
        }
        Err(error) => error.to_string(),
    }
}

/// Describes a game that was read for its diagnostics.
fn checked(checked: io::Result<Checked>) -> String {
    match checked {
        Ok(Checked::Record(record)) if !record.parsed.diagnostics.is_empty() => {
            diagnostics(Ok(*record))
        }
        Ok(Checked::Record(record)) => {
            let end = record.byte + record.text.len() as u64;
            format!("clean: {:?}", record.byte..end)
        }
        Ok(Checked::Clean { span }) => format!("clean: {span:?}"),
        Err(error) => error.to_string(),
    }
}

/// Returns all that a caller may rely on who has games written, with their diagnostics.
fn converted(game: io::Result<Converted>) -> String {
    match game {
        Ok(Converted { record, text, lost }) => {
            let text = String::from_utf8_lossy(&text).into_owned();
            format!("{text} {lost:?} {}", diagnostics(Ok(record)))
        }
        Err(error) => error.to_string(),
    }
}

/// The same of games that come many at a time.
fn converted_in_batches(
    source: Drops,
    options: (&ReadOptions, &WriteOptions),
    jobs: Jobs,
) -> Vec<String> {
    let mut all = Vec::new();
    let formats = (Format::Pgn, Format::Pgn);
    let mut batches =
        dispatch::convert(formats, Box::new(source), "", options, jobs, |batch, record, lost| {
            batch.made.push((record, (lost, batch.text.len())));
        });
    while let Some(batch) = batches.next() {
        match batch {
            Ok(batch) => {
                let mut start = 0;
                for (record, (lost, end)) in batch.made.drain(..) {
                    let text = batch.text[start..end].to_vec();
                    all.push(converted(Ok(Converted { record, text, lost })));
                    start = end;
                }
                assert_eq!(start, batch.text.len(), "all text belongs to a game");
            }
            Err(error) => all.push(converted(Err(error))),
        }
    }
    all
}

fn raw(raw: io::Result<RawRecord>) -> String {
    match raw {
        Ok(raw) => format!("{raw:?}"),
        Err(error) => error.to_string(),
    }
}

/// Reads a text by one thread and by several, and says where they differ.
fn compare(source: &Drops, limits: Limits, jobs: Jobs) -> Result<usize, String> {
    let options = ReadOptions::default().limits(limits);
    let only = options.clone().keep(Retained::Diagnostics(Severity::Warning));
    let every = options.clone().keep(Retained::Diagnostics(Severity::Note));
    let same = |what: &str, one: Vec<String>, several: Vec<String>| {
        let differ = one.iter().zip(&several).position(|(a, b)| a != b);
        match differ {
            Some(i) => Err(format!("{what} {i}: one\n{}\nseveral\n{}", one[i], several[i])),
            None if one.len() != several.len() => {
                Err(format!("{what}: one {}, several {}", one.len(), several.len()))
            }
            None => Ok(one.len()),
        }
    };
    let source = || source.clone();
    same(
        "game",
        pgn::read(source(), &options).map(whole).collect(),
        parallel::read(source(), &options, jobs, |r| r).map(whole).collect(),
    )?;
    let writing = WriteOptions::default();
    same(
        "converted game",
        pgn::convert(source(), &only, &writing).map(converted).collect(),
        converted_in_batches(source(), (&only, &writing), jobs),
    )?;
    same(
        "diagnostics of game",
        pgn::read(source(), &only).map(diagnostics).collect(),
        parallel::read(source(), &only, jobs, |r| r).map(diagnostics).collect(),
    )?;
    same(
        "diagnostics of game",
        pgn::read(source(), &options)
            .map(|r| checked(r.map(Box::new).map(Checked::Record)))
            .collect(),
        parallel::check_batches(source(), &every, jobs, |batch, r| batch.made.push(r))
            .into_iter()
            .map(checked)
            .collect(),
    )?;
    same(
        "text of game",
        pgn::cut(source(), &options.limits).map(raw).collect(),
        parallel::cut(source(), &options.limits, jobs, |r| r).map(raw).collect(),
    )
}

/// Parts of streams of PGN, well written and not.
const PARTS: &[&str] = &[
    "[Event \"a\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n",
    "[Event \"b\"]\n[Site \"x\"]\n[Result \"*\"]\n\n1. d4 {[%clk 0:01:00]} d5 (1... Nf6 2. c4) *\n\n",
    "[Event \"c\"]\r\n[Result \"0-1\"]\r\n\r\n1. f3 e5 2. g4 Qh4# 0-1\r\n\r\n",
    "[White \"no event\"]\n\n1. e4 c5 1/2-1/2\n\n",
    "[Event \"no empty line\"]\n1. e4 c5 1/2-1/2\n[Event \"next\"]\n1. d4 *\n",
    "1. e4 e5 2. Nf3 *\n\n",
    "1. c4 c5 *\n\n1. b3 1-0\n\n",
    "[Event \"never closed\"]\n\n1. e4 {here it begins\n\n[Site \"inside\"]\n\n1. d4 *\n\n",
    "White \"no brackets\"\nBlack \"B\"]\n\n1. e4 e5\n\n",
    "[Event \"over\ntwo lines\"]\n[Site\n\"x\"\n]\n\n1. e4 {open\n\n[A \"b\"]\n[C \"d\"]\n\n1. d4\n\n",
    "[Event \"a game in a comment\"]\n\n1. e4 {see\n\n[White \"A\"]\n\n1. d4 d5 *} e5 *\n\n",
    "[Event \"illegal\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n",
    "[Event \"tag\n\n[Site \"not closed\"\n\n1. e4 *\n\n",
    "Dear all,\n\nhere is my game:\n\n",
    "> [Event \"quoted\"]\n>\n> 1. e4 *\n>\n\n",
    "% escaped\n%\n\n",
    "; a remark\n\n1... e5 *\n\n",
    "[Event \"bughouse\"]\n[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n\n1A. e4{100} 1a. e5{99} 1B. d4{100} *\n\n",
    "[Event \"old line ends\"]\r\r1. e4 *\r\r",
    "[Event \"Chess960\"]\n[Variant \"Chess960\"]\n[FEN \"bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq - 0 1\"]\n\n1. e4 *\n\n",
    "[Event \"Ji\u{159}\u{ed}\"]\n\n1. e4 {\u{161}} *\n\n",
    "\n\n",
    "*\n\n",
    "1-0\n\n\n[Event \"\n\n",
    "(1. e4\n\n1. d4 {\n\n1. c4 *\n\n",
];

/// Bytes that have a meaning in PGN, and some that do not.
const BYTES: &[u8] = b" \n\r\t.{}()[]$!?*+#=-x0128abhNBRQKO%;<>&\"\\\xe4\x00";

fn stream() -> impl Strategy<Value = Vec<u8>> {
    let parts = prop::collection::vec(0..PARTS.len(), 1..40);
    let harm = prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, 0..BYTES.len()), 0..6);
    (parts, harm).prop_map(|(parts, harm)| {
        let mut text: Vec<u8> = parts.iter().flat_map(|i| PARTS[*i].bytes()).collect();
        for (at, what, byte) in harm {
            let at = at.index(text.len());
            match what {
                0 => text[at] = BYTES[byte],
                1 => text.insert(at, BYTES[byte]),
                2 => text.truncate(at.max(1)),
                _ => text = [&text[at..], &text[..at]].concat(),
            }
        }
        text
    })
}

proptest! {
    /// The law of this module: however the stream is cut, what comes out is the same.
    #[test]
    fn several_threads_read_what_one_reads(
        text in stream(),
        segment in prop_oneof![1_usize..64, 64_usize..4096],
        piece in prop_oneof![1_usize..64, 64_usize..8192],
        threads in 2_usize..5,
        torn in any::<bool>(),
        longest in prop_oneof![Just(16 << 20), 20_usize..600],
    ) {
        let limits = Limits { game_bytes: longest, ..Limits::default() };
        let same = compare(&Drops::new(&text, piece, torn), limits, Jobs { threads, segment });
        prop_assert!(same.is_ok(), "{}", same.unwrap_err());
    }
}

/// The same with a UTF-16 stream, which is decoded before it is cut.
#[test]
fn a_stream_in_utf16() {
    let text = PARTS.concat().repeat(5);
    let bytes: Vec<u8> =
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for segment in [100, 1000] {
        compare(&Drops::new(&bytes, 777, false), Limits::default(), Jobs { threads: 3, segment })
            .expect("the same");
    }
}

/// Games that are longer than what is read ahead, before and after others.
#[test]
fn a_game_longer_than_many_stretches() {
    let long = format!(
        "[Event \"long\"]\n\n1. e4 {{{}}} e5 *\n\n",
        "words\n\n[Place \"x\"]\n\n".repeat(4000)
    );
    let text = format!("{0}{long}{0}{long}{0}", PARTS.concat());
    for segment in [300, 4096, 1 << 17] {
        let games = compare(
            &Drops::new(text.as_bytes(), 1 << 16, false),
            Limits::default(),
            Jobs { threads: 2, segment },
        );
        assert!(games.expect("the same") > 50);
    }
}

#[test]
fn every_game_of_the_corpus() {
    let mut games = 0;
    let mut wrong = Vec::new();
    for (i, path) in corpus::pgn_files().iter().enumerate() {
        let text = std::fs::read(path).expect("file");
        let jobs = Jobs { threads: 2 + i % 3, segment: [300, 5000, 70_000][i % 3] };
        match compare(&Drops::new(&text, 10_000, false), Limits::default(), jobs) {
            Ok(n) => games += n,
            Err(e) => wrong.push(format!("{}: {e}", path.display())),
        }
    }
    println!("{games} games");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Damaged games, in the ways in which games are found damaged.
#[test]
fn damaged_games() {
    let mut chance = Chance::new(7);
    let games: Vec<_> = (0..6).map(|_| damage::random_game(&mut chance, 60)).collect();
    for damage in damage::DAMAGES {
        let text = damage::file(&games, &[damage]).repeat(2);
        let jobs = Jobs { threads: 3, segment: 300 };
        let same = compare(&Drops::new(&text, 500, false), Limits::default(), jobs);
        assert!(same.is_ok(), "{}: {}", damage.name, same.unwrap_err());
    }
}

/// A source that waits for input.
struct Live(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Live {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            let Ok(bytes) = self.0.recv() else { return Ok(0) };
            self.1 = bytes;
        }
        let n = self.1.len().min(out.len());
        out[..n].copy_from_slice(&self.1[..n]);
        self.1.drain(..n);
        Ok(n)
    }
}

const PATIENCE: Duration = Duration::from_mins(2);

/// A game is delivered when it has come, not when a segment is full.
#[test]
fn a_slow_stream_is_not_waited_for() {
    let (give, source) = channel();
    let (sender, receiver) = channel();
    let options = ReadOptions::default();
    let games = parallel::read(Live(source, Vec::new()), &options, Jobs::new(2), |r| r);
    let listener = std::thread::spawn(move || {
        for game in games {
            sender.send(game.expect("no error").number).expect("somebody listens");
        }
    });
    // The text after a game is looked at to know that it is over.
    let game = |n: u64| {
        let words = "x ".repeat(300);
        format!("[Event \"{n}\"]\n[Result \"*\"]\n\n1. e4 {{{words}}} e5 *\n\n").into_bytes()
    };
    give.send(game(1)).expect("the source is read");
    for n in 2..6 {
        give.send(game(n)).expect("the source is read");
        assert_eq!(receiver.recv_timeout(PATIENCE), Ok(n - 1));
    }
    drop(give);
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(5));
    listener.join().expect("it ends");
}

/// A source without an end, which counts what is taken from it.
struct Endless(Arc<Mutex<usize>>, Sender<()>);

impl Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let text = PARTS[0].as_bytes();
        let mut taken = self.0.lock().expect("no panic");
        for byte in out.iter_mut() {
            *byte = text[*taken % text.len()];
            *taken += 1;
        }
        Ok(out.len())
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        let _ = self.1.send(());
    }
}

/// However slowly the games are fetched, only a few stretches are read ahead; and who
/// stops fetching stops the threads.
#[test]
fn little_is_read_ahead() {
    let taken = Arc::new(Mutex::new(0));
    let (ended, end) = channel();
    let options = ReadOptions::default();
    let jobs = Jobs { threads: 2, segment: 10_000 };
    let source = Endless(taken.clone(), ended);
    let mut games = parallel::read(source, &options, jobs, |r| r);
    let mut byte = 0;
    for game in games.by_ref().take(5000) {
        byte = game.expect("no error").byte as usize;
    }
    std::thread::sleep(Duration::from_millis(50));
    let ahead = *taken.lock().expect("no panic") - byte;
    assert!(ahead < 10 * jobs.segment, "{ahead} bytes ahead");
    drop(games);
    assert_eq!(end.recv_timeout(PATIENCE), Ok(()), "the source is still open");
}

/// An open comment, then tags that begin no game in it.
struct Comment(Endless, bool);
impl Read for Comment {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let text: &[u8] = if self.1 { b"words\n\n[Place \"x\"]\n\n" } else { b"1. e4 {" };
        if !self.1 {
            self.1 = true;
            out[..text.len()].copy_from_slice(text);
            return Ok(text.len());
        }
        let mut taken = self.0.0.lock().expect("no panic");
        if *taken > 3_000_000 {
            return Ok(0);
        }
        out.iter_mut().zip(text.iter().cycle()).for_each(|(out, byte)| *out = *byte);
        *taken += out.len();
        Ok(out.len())
    }
}

/// The same with wrong boundaries only: the text is one game, from which false games hang.
#[test]
fn wrong_borders_cost_no_memory() {
    let taken = Arc::new(Mutex::new(0));
    let (ended, _end) = channel();
    let limits = Limits { game_bytes: 1000, ..Limits::default() };
    let jobs = Jobs { threads: 2, segment: 1000 };
    let source = Comment(Endless(taken, ended), false);
    let mut games = parallel::cut(source, &limits, jobs, |r| r);
    let game = games.next().expect("a game").expect("no error");
    assert_eq!((game.byte, game.text.len()), (0, 1000));
    assert!(games.next().is_none());
}

#[test]
#[should_panic(expected = "has panicked")]
fn a_panic_is_not_waited_for() {
    let text = PARTS[0].repeat(1000);
    let jobs = Jobs { threads: 2, segment: 1000 };
    let source = io::Cursor::new(text);
    let games = parallel::cut(source, &Limits::default(), jobs, |raw| {
        assert!(raw.byte < 5000, "this panic belongs to the test");
        raw
    });
    games.for_each(drop);
}
