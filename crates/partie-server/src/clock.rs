//! The one place of the server that reads a clock.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970 (UTC) that never run backwards: the wall clock is read once, and a
/// monotonic clock counts from there. A step of the wall clock moves no game's clock.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    start: Instant,
    start_ms: i64,
}

impl Clock {
    /// Reads the wall clock.
    pub(crate) fn start() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { start: Instant::now(), start_ms: since.as_millis() as i64 }
    }

    /// Now, in milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.start_ms + self.start.elapsed().as_millis() as i64
    }

    /// The instant at which [`Self::now`] will return `ms`; the current one for past times.
    pub(crate) fn instant(&self, ms: i64) -> Instant {
        let after =
            std::time::Duration::from_millis(ms.saturating_sub(self.start_ms).max(0) as u64);
        // The deadline is beyond the clock's range: a deadline in a thousand years is as good as
        // none.
        self.start.checked_add(after).unwrap_or(self.start + FAR)
    }
}

/// A year.
const FAR: std::time::Duration = std::time::Duration::from_hours(24 * 365);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_and_milliseconds_agree() {
        let clock = Clock::start();
        let now = clock.now();
        assert!(now > 1_700_000_000_000, "{now} is not in milliseconds since 1970");
        let soon = clock.instant(now + 500).saturating_duration_since(Instant::now());
        assert!((400..=500).contains(&soon.as_millis()), "{soon:?}");
        assert!(clock.instant(0) <= Instant::now());
        assert!(clock.instant(i64::MAX) > Instant::now());
    }
}
