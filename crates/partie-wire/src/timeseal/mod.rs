//! timeseal: lines from a client that carry the client's own clock, so that a player does
//! not lose time to a slow line.
//!
//! * [`seal`] / [`open`]: one line, obfuscated and with a [`Stamp`].
//! * [`Hello`]: the first line of a sealed connection, `TIMESTAMP|name|system|` (version 1)
//!   or `TIMESEAL2|name|system|` (version 2); [`detect`] distinguishes it from a plain name.
//! * [`Version::ping`]: the server's question with each board; [`PONG`]: its answer, which the
//!   client's program sends automatically; [`PingFilter`] removes the questions from the player's
//!   text.
//! * [`lag::LagMeter`]: a player's credit.
//!
//! All lines of a client are sealed; the server answers in clear text. WebSocket carries the same
//! lines. This is neither secret nor secure: a program can lie about its clock, so the credit has
//! limits ([`lag::LagLimits`]).
//!
//! Source: the open programs that speak it (openseal, pychess, the Free Chess Club).
//!
//! ```
//! use partie_wire::timeseal::{detect, open, seal, Stamp, Version};
//!
//! let mut sent = Vec::new();
//! seal("TIMESEAL2|freeseal|icsgo|", Stamp::new(5), 0, || b'1', &mut sent);
//! let line = sent.strip_suffix(b"\n").unwrap();
//! let (hello, stamp) = detect(line).unwrap();
//! assert_eq!((hello.version, hello.name.as_str(), stamp.millis()), (Version::V2, "freeseal", 5));
//!
//! sent.clear();
//! seal("e2e4", Stamp::new(1000), 7, || b'x', &mut sent);
//! assert_eq!(open(sent.strip_suffix(b"\n").unwrap()).unwrap().message, "e2e4");
//! ```

mod code;
mod hello;
pub mod lag;
mod ping;

pub use code::{OFFSETS, Opened, open, seal};
pub use hello::{Hello, Version, detect};
pub(crate) use ping::is_pong;
pub use ping::{PONG, PingFilter};

/// A client's clock: milliseconds, modulo 10 000 000 (2 hours 46 minutes 40 seconds). It
/// began to run whenever the client liked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp(u32);

impl Stamp {
    /// The milliseconds after which a stamp begins again.
    pub const CYCLE: u64 = 10_000_000;

    /// The stamp of a clock that shows this many milliseconds.
    #[must_use]
    pub const fn new(millis: u64) -> Stamp {
        Stamp((millis % Stamp::CYCLE) as u32)
    }

    /// Milliseconds, below [`Stamp::CYCLE`].
    #[must_use]
    pub fn millis(self) -> u32 {
        self.0
    }

    /// The milliseconds from an earlier stamp to this one, below [`Stamp::CYCLE`]; a clock
    /// that went back shows as a very long time.
    #[must_use]
    pub fn since(self, earlier: Stamp) -> u64 {
        (u64::from(self.0) + Stamp::CYCLE - u64::from(earlier.0)) % Stamp::CYCLE
    }
}

#[cfg(test)]
mod tests {
    use super::Stamp;

    #[test]
    fn stamps_begin_again() {
        assert_eq!(Stamp::new(12_345_678).millis(), 2_345_678);
        assert_eq!(Stamp::new(10_000_200).since(Stamp::new(9_999_900)), 300);
        assert_eq!(Stamp::new(100).since(Stamp::new(100)), 0);
        assert_eq!(Stamp::new(100).since(Stamp::new(101)), 9_999_999);
    }
}
