//! A mutation loop over named seeds: whatever bytes come, reading neither panics nor
//! loops, and what was read can be written and read again.
//!
//! No input may take more steps than [`steps::most`] allows for its bytes. Where steps are
//! not counted, a watchdog ends the test after [`PATIENCE`]; so a hang is a failure, too.
//!
//! `PARTIE_FUZZ_SECONDS` says how long each format gets (a twentieth of a second
//! without it), `PARTIE_FUZZ_FORMAT` names the only one to try. The generator is seeded by a number that is printed, and a failing
//! input is written to the folder of temporary files.

#[path = "common/account.rs"]
mod account;
#[path = "common/mutate.rs"]
mod mutate;

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use mutate::{Chance, mutate};
use partie_formats::{
    Confidence, Format, ReadOptions, Record, WriteOptions, decode, options::Limits, steps,
};
use partie_pgn as pgn;
use partie_pgn::repair::{Joiner, RepairOptions, can_mend, repair};
use partie_records::dispatch;

/// Longest time that one input may take.
const PATIENCE: Duration = Duration::from_secs(20);

fn one(format: Format, text: &[u8]) {
    mending_is_done_after_once(format, text);
    written_pgn_reads_as_itself(format, text);
    let options = ReadOptions {
        // Small limits are reached by small inputs.
        limits: Limits { game_bytes: 4096, nesting: 6, tags: 12, text_bytes: 200, diagnostics: 50 },
        ..ReadOptions::default()
    };
    for options in [ReadOptions::default(), options] {
        if account::ACCOUNTED.contains(&format)
            && let Err(why) = account::check(format, text, &options)
        {
            panic!("{why}, of {:?}", String::from_utf8_lossy(text));
        }
        let read = || dispatch::read(format, Box::new(text), &options).collect::<Vec<_>>();
        let (records, _) = steps::limited(steps::most(format, text.len()), read);
        if matches!(format, Format::Pgn | Format::Bpgn) {
            let is_game =
                |record: &&std::io::Result<Record>| record.as_ref().is_ok_and(Record::holds_game);
            let (counted, _) = pgn::cut(text, &options.limits).count_games(&options);
            assert_eq!(counted, records.iter().filter(is_game).count() as u64, "games counted");
        }
        for record in records {
            let record = record.expect("memory does not fail");
            for d in &record.parsed.diagnostics {
                assert!(d.span.start <= d.span.end && d.span.end <= record.text.len(), "{d:?}");
                let _ = record.place(d.span.start);
            }
            let _ = record.game().final_boards();
            mend(&record, &options);
            for target in Format::ALL {
                let mut out = Vec::new();
                let _ = dispatch::write(target, &record, "x", &WriteOptions::default(), &mut out)
                    .expect("memory");
            }
        }
    }
}

/// A whole text mended as `partie fix` does, record by record.
fn mended_text(format: Format, text: &[u8], repair_options: RepairOptions) -> Vec<u8> {
    let options = ReadOptions::default();
    let mut joiner = Joiner::new(repair_options, &options);
    let mut out = String::new();
    let mut at = 0;
    for record in dispatch::read(format, Box::new(text), &options) {
        let record = record.expect("memory does not fail");
        let start = usize::try_from(record.byte).expect("small");
        let mut mended = repair(&record, &repair_options, &options);
        // What stands between two records stays.
        out.extend(joiner.add(&text[at..start], &record, &mut mended));
        at = start + record.text.len();
    }
    let mut out = out.into_bytes();
    out.extend(joiner.finish(&text[at..]).0);
    out
}

/// Mending a whole text twice changes nothing more.
fn mending_is_done_after_once(format: Format, text: &[u8]) {
    if !can_mend(format) || decode::is_wide(text) {
        return;
    }
    for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
        for keep_illegal in [false, true] {
            let options = RepairOptions { level, keep_illegal };
            let once = mended_text(format, text, options);
            let twice = mended_text(format, &once, options);
            assert_eq!(
                String::from_utf8_lossy(&twice),
                String::from_utf8_lossy(&once),
                "mended twice, {options:?}, of {:?}",
                String::from_utf8_lossy(text)
            );
        }
    }
}

/// A whole text written as PGN.
fn written_text(format: Format, text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for record in dispatch::read(format, Box::new(text), &ReadOptions::default()) {
        let record = record.expect("memory does not fail");
        let options = WriteOptions::default();
        let _ = dispatch::write(Format::Pgn, &record, "x", &options, &mut out).expect("memory");
    }
    out
}

/// PGN that was written, read and written again is the same text.
fn written_pgn_reads_as_itself(format: Format, text: &[u8]) {
    let once = written_text(format, text);
    let twice = written_text(Format::Pgn, &once);
    assert_eq!(
        String::from_utf8_lossy(&twice),
        String::from_utf8_lossy(&once),
        "written twice, of {:?}",
        String::from_utf8_lossy(text)
    );
}

/// Mending neither panics nor loops, and mending twice changes nothing more.
fn mend(record: &Record, options: &ReadOptions) {
    for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
        for keep_illegal in [false, true] {
            let repair_options = RepairOptions { level, keep_illegal };
            let most = steps::most_for_mending(record.format, record.text.len());
            let (mended, _) = steps::limited(most, || repair(record, &repair_options, options));
            for change in &mended.changes {
                assert!(change.span.end <= record.text.len(), "{change:?}");
            }
            if !can_mend(record.format) {
                assert!(mended.changes.is_empty());
                continue;
            }
            let text = mended.text.as_bytes();
            let again: Vec<_> = dispatch::read(record.format, Box::new(text), options)
                .map(|r| r.expect("memory does not fail"))
                .collect();
            // A text that was one game by chance may be cut otherwise now.
            if let [again] = again.as_slice()
                && again.text == text
                && again.format == record.format
            {
                let twice = repair(again, &repair_options, options);
                assert_eq!(twice.text, mended.text, "mended twice, {level:?}");
            }
        }
    }
}

/// The input that is being read, so that a watchdog can see how long it takes.
#[derive(Clone, Default)]
struct Current(Arc<Mutex<Option<Begun>>>);

struct Begun {
    at: Instant,
    format: Format,
    text: Vec<u8>,
}

impl Current {
    fn begin(&self, format: Format, text: &[u8]) {
        let begun = Begun { at: Instant::now(), format, text: text.to_vec() };
        *self.0.lock().expect("the watchdog lives") = Some(begun);
    }

    fn end(&self) -> Duration {
        let current = self.0.lock().expect("the watchdog lives").take();
        current.map_or(Duration::ZERO, |begun| begun.at.elapsed())
    }

    /// Ends the whole test when an input takes too long: a thread cannot be stopped.
    fn watch(&self) {
        let current = self.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(500));
                let current = current.0.lock().expect("the test lives");
                if let Some(Begun { at, format, text }) = &*current
                    && at.elapsed() > 3 * PATIENCE
                {
                    let path = keep(*format, text);
                    // Past what the test framework captures and would not print.
                    let mut errors = std::io::stderr();
                    let _ = writeln!(
                        errors,
                        "{} hangs: the input is in {}",
                        format.name(),
                        path.display()
                    );
                    std::process::exit(101);
                }
            }
        });
    }
}

/// Keeps an input that fails.
fn keep(format: Format, text: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("partie-fuzz-{}.bin", format.name()));
    std::fs::write(&path, text).expect("written");
    path
}

#[test]
fn no_input_panics() {
    let seconds: f64 =
        std::env::var("PARTIE_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(0.05);
    let seed =
        std::env::var("PARTIE_FUZZ_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(0x5eed_u64);
    println!("seed {seed}; PARTIE_FUZZ_SEED repeats it");
    if !steps::COUNTED {
        println!("steps are not counted in this build; only time is");
    }
    let current = Current::default();
    current.watch();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let only = std::env::var("PARTIE_FUZZ_FORMAT").ok();
    let wanted = |format: &Format| only.as_deref().is_none_or(|name| name == format.name());
    for format in Format::ALL.into_iter().filter(wanted) {
        let mut names: Vec<_> = std::fs::read_dir(root.join(format.name()))
            .unwrap_or_else(|e| panic!("fuzz/seeds/{}: {e}", format.name()))
            .map(|e| e.expect("entry").path())
            .collect();
        names.sort();
        let seeds: Vec<Vec<u8>> = names.iter().map(|p| std::fs::read(p).expect("seed")).collect();
        assert!(!seeds.is_empty(), "{} has no seeds", format.name());
        let mut chance = Chance::new(seed);
        let start = Instant::now();
        let mut runs = 0_u64;
        while start.elapsed() < Duration::from_secs_f64(seconds)
            || runs < 20.max(seeds.len() as u64)
        {
            let a = chance.below(seeds.len());
            let b = chance.below(seeds.len());
            let text = if runs < seeds.len() as u64 {
                seeds[usize::try_from(runs).expect("small")].clone()
            } else {
                mutate(&seeds[a], &seeds[b], &mut chance)
            };
            current.begin(format, &text);
            let result = std::panic::catch_unwind(|| one(format, &text));
            let took = current.end();
            assert!(
                took <= PATIENCE && result.is_ok(),
                "{} run {runs}, {took:?}: the input is in {}",
                format.name(),
                keep(format, &text).display()
            );
            runs += 1;
        }
        println!("{}: {runs} inputs", format.name());
    }
}
