//! Points in time and spans between them, in milliseconds.

use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A point in time: milliseconds since 1970-01-01, 00:00 UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tick(pub i64);

/// A span of time in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(pub i64);

impl Span {
    /// A span of whole seconds.
    #[must_use]
    pub const fn seconds(seconds: i64) -> Span {
        Span(seconds * 1000)
    }
}

impl Add<Span> for Tick {
    type Output = Tick;
    fn add(self, span: Span) -> Tick {
        Tick(self.0 + span.0)
    }
}

impl Sub for Tick {
    type Output = Span;
    fn sub(self, other: Tick) -> Span {
        Span(self.0 - other.0)
    }
}

impl Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span(self.0 + other.0)
    }
}

impl Sub for Span {
    type Output = Span;
    fn sub(self, other: Span) -> Span {
        Span(self.0 - other.0)
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Span) {
        self.0 += other.0;
    }
}

impl SubAssign for Span {
    fn sub_assign(&mut self, other: Span) {
        self.0 -= other.0;
    }
}
