//! How many threads read.

use std::{num::NonZeroUsize, thread};

use clap::Args;

/// How many threads read.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Threads {
    /// Read with N threads; by default with as many as the machine has cores
    ///
    /// PGN and BPGN are read by several threads at a time, other formats by one. The
    /// output is the same, whatever N is.
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl Threads {
    /// Their number.
    pub(crate) fn number(self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}
