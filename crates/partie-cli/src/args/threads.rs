//! Option for the number of reading threads.

use std::{num::NonZeroUsize, thread};

use clap::Args;

/// Number of reading threads.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Threads {
    /// Number of threads to use [default: the number of cores]
    ///
    /// PGN and BPGN are read by several threads, other formats by one. The output does not
    /// depend on the number of threads.
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl Threads {
    /// Returns the number of threads.
    pub(crate) fn number(self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}
