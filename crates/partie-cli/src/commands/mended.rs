//! Games that are mended before they are read.

use std::{
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
};

use partie_formats::{Confidence, ReadOptions};
use partie_pgn::{parallel::Jobs, repair::RepairOptions};
use partie_records::{
    container::Layers,
    mend::{Mended, Step, mend, mended_format},
};

use super::{change_report::ChangeReport, print_message};
use crate::{progress::Progress, terminal};

/// Mending of inputs before they are read, and a count of the changes.
#[derive(Clone)]
pub(super) struct Mender {
    options: RepairOptions,
    /// True if each change that is not safe is listed.
    all: bool,
    counts: Arc<Mutex<ChangeReport>>,
}

impl Mender {
    pub(super) fn new(level: Confidence, all: bool) -> Mender {
        let counts = Arc::default();
        Mender { options: RepairOptions::default().level(level), all, counts }
    }

    /// Returns the mended text of a source, and its format.
    pub(super) fn mended(
        &self,
        file: &str,
        (layers, source): (Layers, Box<dyn Read + Send>),
        read: &ReadOptions,
        jobs: Jobs,
        progress: &Progress,
    ) -> io::Result<(Layers, Box<dyn Read + Send>)> {
        let mending = mend(layers, source, self.options, read, jobs)?;
        let (counts, all) = (self.counts.clone(), self.all);
        let (file, progress) = (file.to_owned(), progress.clone());
        let mut last = None;
        let seen = move |mended: &Mended| {
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            counts.step(&mended.step, !mended.changes.is_empty(), &mended.left);
            if let Step::Record(record) = &mended.step {
                last = Some(record.clone());
            }
            let Some(record) = &last else { return };
            let places = record.places();
            for change in &mended.changes {
                let words = counts.add(&file, (record, &places), change, all);
                if let Some(words) = words.filter(|_| !terminal::is_quiet()) {
                    progress.aside(|| print_message(words));
                }
            }
        };
        let layers = Layers { container: None, format: mended_format(layers.format) };
        Ok((layers, Box::new(mending.into_read(seen))))
    }

    /// Reports the changes. Returns the number of games that still cannot be read, and of guesses.
    pub(super) fn finish(&self) -> (u64, u64) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.written = counts.games;
        if !terminal::is_quiet() {
            counts.summary(self.all);
        }
        (counts.broken + counts.no_games, counts.at_least(Confidence::Guess))
    }
}
