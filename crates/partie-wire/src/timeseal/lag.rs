//! The time credited to a player for the transmission of a line.
//!
//! Each board has a ping; the pong contains the client's clock at the board's arrival, and the
//! sealed move contains it at the time of the move. The difference is thinking time; the rest of
//! the time on the server's clock is lag. The credit is limited, never negative, and never more
//! than the time that passed.
//!
//! There is no credit if a clock goes back, a pong is missing, or the thinking time exceeds the
//! time that passed; [`Credit::doubt`] has the reason. There is no penalty, since clocks may be
//! adjusted and clients suspended.
//!
//! ```
//! use partie_wire::timeseal::{lag::{LagLimits, LagMeter}, Stamp};
//!
//! let mut meter = LagMeter::new(LagLimits::default());
//! meter.pinged();
//! meter.answered(Stamp::new(70_000));
//! // The server waited for 1800 ms; the player thought for 1500 ms of them.
//! let credit = meter.moved(1800, Some(Stamp::new(71_500)));
//! assert_eq!((credit.lag, credit.thought), (300, 1500));
//! ```

use super::Stamp;

/// Limits of the lag given back, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LagLimits {
    /// For one move. 5 seconds by default.
    pub per_move: u64,
    /// For all moves of a game. One minute by default.
    pub per_game: u64,
}

impl Default for LagLimits {
    fn default() -> LagLimits {
        LagLimits { per_move: 5_000, per_game: 60_000 }
    }
}

/// Reason why a move has no credit, or less than its lag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doubt {
    /// The ping that went with the board has not been answered, or the move carries no
    /// stamp, or the client's clock stands at 0.
    NoStamp,
    /// The client reports more thinking time than the time that passed: its clock went back, or
    /// runs too fast.
    Clock,
    /// The lag was more than [`LagLimits::per_move`], or than what [`LagLimits::per_game`]
    /// leaves.
    Limit,
}

/// The cost of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// Milliseconds that are given back: never more than the time that passed.
    pub lag: u64,
    /// Milliseconds that are charged: the time that passed, less the lag.
    pub thought: u64,
    /// Reason why the credit is not the lag that the client's clock shows.
    pub doubt: Option<Doubt>,
}

/// The lag of one player of one game.
#[derive(Clone, Debug)]
pub struct LagMeter {
    limits: LagLimits,
    /// The client's clock when the current board arrived.
    arrival: Option<Stamp>,
    /// Number of pings without an answer. Answers come in order, so only the answer that makes this
    /// 0 belongs to the current board.
    unanswered: u32,
    given: u64,
}

impl LagMeter {
    /// A meter for a new game.
    #[must_use]
    pub fn new(limits: LagLimits) -> LagMeter {
        LagMeter { limits, arrival: None, unanswered: 0, given: 0 }
    }

    /// Begins a new game, without any credit so far. Pings under way stay counted.
    pub fn begin(&mut self) {
        self.given = 0;
        self.arrival = None;
    }

    /// The board on which the player is to move went out with a ping. Boards of other
    /// games, and the same board again (`refresh`), want no ping: the answer would count
    /// as the arrival of this board.
    pub fn pinged(&mut self) {
        self.unanswered = self.unanswered.saturating_add(1);
        self.arrival = None;
    }

    /// Handles a pong. An unrequested one changes nothing.
    pub fn answered(&mut self, stamp: Stamp) {
        if self.unanswered == 0 {
            return;
        }
        self.unanswered -= 1;
        if self.unanswered == 0 {
            self.arrival = Some(stamp);
        }
    }

    /// A move arrived, `elapsed` milliseconds after its board went out, with the client's
    /// stamp.
    pub fn moved(&mut self, elapsed: u64, stamp: Option<Stamp>) -> Credit {
        let credit = |lag, doubt| Credit { lag, thought: elapsed - lag, doubt };
        let (Some(arrival), Some(stamp)) = (self.arrival.take(), stamp) else {
            return credit(0, Some(Doubt::NoStamp));
        };
        // Some clients have no clock, and always say 0.
        if (arrival, stamp) == (Stamp::default(), Stamp::default()) {
            return credit(0, Some(Doubt::NoStamp));
        }
        let thought = stamp.since(arrival);
        if thought > elapsed {
            return credit(0, Some(Doubt::Clock));
        }
        // A player may think for longer than a cycle of the stamps: whole cycles were
        // thought, too.
        let lag = (elapsed - thought) % Stamp::CYCLE;
        let given = lag.min(self.limits.per_move).min(self.remaining());
        self.given += given;
        credit(given, (given < lag).then_some(Doubt::Limit))
    }

    /// Milliseconds given back in this game.
    #[must_use]
    pub fn given(&self) -> u64 {
        self.given
    }

    /// Milliseconds that can still be given back in this game.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        self.limits.per_game.saturating_sub(self.given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIMITS: LagLimits = LagLimits { per_move: 1000, per_game: 2500 };

    fn credit(pong: Option<u64>, stamp: Option<u64>, elapsed: u64) -> (u64, Option<Doubt>) {
        let mut meter = LagMeter::new(LIMITS);
        meter.pinged();
        if let Some(pong) = pong {
            meter.answered(Stamp::new(pong));
        }
        let credit = meter.moved(elapsed, stamp.map(Stamp::new));
        assert_eq!(credit.lag + credit.thought, elapsed);
        (credit.lag, credit.doubt)
    }

    #[test]
    fn one_move() {
        use Doubt::*;
        for (what, pong, stamp, elapsed, lag, doubt) in [
            ("no lag", Some(500), Some(1500), 1000, 0, None),
            ("300 ms", Some(500), Some(1500), 1300, 300, None),
            ("begins again", Some(9_999_900), Some(10_000_400), 800, 300, None),
            ("thought for three hours", Some(0), Some(10_800_000), 10_800_250, 250, None),
            ("moves at once", Some(1), Some(1), 700, 700, None),
            ("stands at 0 (Jin)", Some(0), Some(0), 700, 0, Some(NoStamp)),
            ("more than the limit", Some(0), Some(100), 5000, 1000, Some(Limit)),
            ("goes back", Some(5000), Some(4000), 800, 0, Some(Clock)),
            ("runs fast", Some(0), Some(900), 800, 0, Some(Clock)),
            ("no pong", None, Some(900), 800, 0, Some(NoStamp)),
            ("no seal", Some(5), None, 800, 0, Some(NoStamp)),
        ] {
            assert_eq!(credit(pong, stamp, elapsed), (lag, doubt), "{what}");
        }
    }

    #[test]
    fn a_game_has_a_limit_and_the_next_one_its_own() {
        let mut meter = LagMeter::new(LIMITS);
        let mut lags = Vec::new();
        for _ in 0..4 {
            meter.pinged();
            meter.answered(Stamp::new(7));
            lags.push(meter.moved(1000, Some(Stamp::new(7))).lag);
        }
        assert_eq!(lags, [1000, 1000, 500, 0]);
        assert_eq!((meter.given(), meter.remaining()), (2500, 0));
        meter.begin();
        assert_eq!(meter.remaining(), 2500);
    }

    #[test]
    fn only_the_answer_to_the_last_board_counts() {
        let mut meter = LagMeter::new(LIMITS);
        meter.answered(Stamp::new(9));
        meter.pinged();
        meter.pinged();
        meter.answered(Stamp::new(100));
        let early = meter.clone().moved(500, Some(Stamp::new(300)));
        assert_eq!(early.doubt, Some(Doubt::NoStamp));
        meter.answered(Stamp::new(200));
        meter.answered(Stamp::new(290));
        assert_eq!(meter.moved(500, Some(Stamp::new(300))).lag, 400);
        assert_eq!(meter.moved(500, Some(Stamp::new(300))).doubt, Some(Doubt::NoStamp));
    }

    proptest! {
        #[test]
        fn the_credit_is_bounded_whatever_a_client_says(
            moves in prop::collection::vec(
                (0u64..Stamp::CYCLE, 0u64..Stamp::CYCLE, 0u64..100_000_000, 0u8..3), 0..40
            ),
        ) {
            let mut meter = LagMeter::new(LIMITS);
            let mut total = 0;
            for (pong, stamp, elapsed, pongs) in moves {
                meter.pinged();
                for _ in 0..pongs {
                    meter.answered(Stamp::new(pong));
                }
                let credit = meter.moved(elapsed, Some(Stamp::new(stamp)));
                prop_assert_eq!(credit.lag + credit.thought, elapsed);
                prop_assert!(credit.lag <= LIMITS.per_move);
                total += credit.lag;
            }
            prop_assert!(total <= LIMITS.per_game);
            prop_assert_eq!(total, meter.given());
        }

        #[test]
        fn an_honest_client_gets_its_lag(
            start in 1u64..Stamp::CYCLE, thought in 0u64..30_000_000, lag in 0u64..=1000,
        ) {
            let (given, doubt) = credit(Some(start), Some(start + thought), thought + lag);
            prop_assert_eq!((given, doubt), (lag, None));
        }
    }
}
