//! A mutation loop over named seeds: reading never panics or loops, and the games read can be
//! written and read again.
//!
//! No input may take more steps than [`steps::most`] allows for its bytes. Where steps are
//! not counted, a watchdog ends the test after [`PATIENCE`]; so a hang is a failure, too.
//!
//! `PARTIE_FUZZ_SECONDS` sets the time for each format (by default a twentieth of a second), and
//! `PARTIE_FUZZ_FORMAT` selects one format. The generator is seeded by a number that is printed,
//! and a failing input is written to the folder of temporary files.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use partie_formats::{Format, steps};
use partie_testkit::{laws::hold, mutate::mutate, random::Chance};

/// Longest time that one input may take.
const PATIENCE: Duration = Duration::from_secs(20);

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
            let result = std::panic::catch_unwind(|| hold(format, &text));
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
