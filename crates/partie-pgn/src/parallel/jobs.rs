//! Shares of the work on a stream.

/// Number of threads and size of the segments for reading a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs {
    /// Number of threads that read games. With one, the caller's thread does all the work.
    pub threads: usize,
    /// About how much a worker reads in one go, in bytes.
    pub segment: usize,
}

impl Jobs {
    /// Sets the number of threads, with segments of a suitable size.
    #[must_use]
    pub const fn new(threads: usize) -> Jobs {
        Jobs { threads, segment: 512 << 10 }
    }
}
