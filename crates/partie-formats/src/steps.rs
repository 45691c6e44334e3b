//! Counter of steps, for the law that reading ends soon.
//!
//! The central loops of the readers call `add`. Builds with debug assertions count, for a test that
//! works under [`limited`]: a reader that stands still or goes over its text again and again fails
//! that test instead of hanging it. Release builds do not count.

use std::cell::Cell;

use crate::Format;

/// Most steps that reading one byte may take, averaged over a text.
///
/// A text is gone over a few times: to split the stream, to decode, to scan, to play in the
/// likeliest variants and languages. Most of the number is room for looking ahead in prose.
pub(crate) const PER_BYTE: u64 = 32;

/// The same for free text, which is played in every notation and language, and again for
/// moves that can be read in several ways.
pub(crate) const PER_BYTE_OF_FREE_TEXT: u64 = 4096;

/// Steps allowed for a text of any length, in addition to the steps for its bytes: a game's look
/// ahead.
pub(crate) const AT_LEAST: u64 = 1 << 15;

/// Number of readings that the repair of a text may cost: once a round.
pub(crate) const MENDING: u64 = 64;

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
    static MOST: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// True if this build counts steps.
pub const COUNTED: bool = cfg!(debug_assertions);

/// Counts steps of this thread.
#[inline(always)]
#[expect(clippy::inline_always, reason = "nothing is left of it in a release build")]
pub fn add(steps: usize) {
    if COUNTED {
        count(steps as u64);
    }
}

fn count(steps: u64) {
    let taken = TAKEN.get() + steps;
    TAKEN.set(taken);
    let most = MOST.get();
    assert!(taken <= most, "more than {most} steps");
}

/// Does some work on this thread and counts its steps; 0 if this build does not count.
///
/// # Panics
///
/// When the work takes more steps than `most`.
pub fn limited<T>(most: u64, work: impl FnOnce() -> T) -> (T, u64) {
    /// Lifts the limit, even when the work panics.
    struct Unlimited;

    impl Drop for Unlimited {
        fn drop(&mut self) {
            MOST.set(u64::MAX);
        }
    }

    TAKEN.set(0);
    MOST.set(most);
    let _lifted = Unlimited;
    let made = work();
    (made, TAKEN.get())
}

/// Maximum number of steps for reading a text of `bytes` bytes.
#[must_use]
pub const fn most(format: Format, bytes: usize) -> u64 {
    let per_byte = match format {
        Format::Scoresheet => PER_BYTE_OF_FREE_TEXT,
        _ => PER_BYTE,
    };
    AT_LEAST + per_byte * bytes as u64
}

/// Number of steps that the repair of a text may take, by its length: it reads the text again after
/// each round of changes.
#[must_use]
pub const fn most_for_mending(format: Format, bytes: usize) -> u64 {
    MENDING * most(format, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(debug_assertions)]
    fn what_stands_still_is_stopped() {
        let ((), taken) = limited(3, || add(3));
        assert_eq!(taken, 3);
        let endless = std::panic::catch_unwind(|| {
            limited(1000, || {
                loop {
                    add(1);
                }
            })
        });
        assert!(endless.is_err());
        add(1001);
    }
}
