//! Metrics of the server, in the text format that Prometheus reads (OpenMetrics).

use std::{
    fmt, panic,
    sync::{LazyLock, Once},
    time::Duration,
};

use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Metric, Registry, Unit},
};

use strum::VariantArray;

use crate::{
    connection::{CloseReason, Transport},
    transport::Refusal,
};

/// A value that the domain counts, through [`Outbox::count`](crate::hub::Outbox::count).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tally {
    /// Logins (only up).
    Logins,
    /// Logins refused: a wrong password, a ban (only up).
    RefusedLogins,
    /// Players who are logged in now.
    Players,
    /// Games that are played now.
    Games,
    /// Games that have ended (only up).
    FinishedGames,
    /// Moves that were played (only up).
    Moves,
}

type Labels = [(&'static str, &'static str); 1];

/// All metrics of a server.
pub struct Metrics {
    registry: Registry,
    connections: Family<Labels, Gauge>,
    opened: Family<Labels, Counter>,
    ended: Family<Labels, Counter>,
    refused: Family<Labels, Counter>,
    bytes_in: Family<Labels, Counter>,
    bytes_out: Family<Labels, Counter>,
    event_seconds: Histogram,
    logins: Counter,
    refused_logins: Counter,
    players: Gauge,
    games: Gauge,
    finished_games: Counter,
    moves: Counter,
    /// Changes that wait for the database.
    pub(crate) store_waiting: Gauge,
    /// Changes that the database has taken.
    pub(crate) stored: Counter,
    /// Changes that the database refused for good.
    pub(crate) store_refused: Counter,
    /// Rounds in which the database could not be written.
    pub(crate) store_failures: Counter,
    /// Games that were written to the monthly files.
    pub(crate) games_filed: Counter,
    /// Games that could not be written to them.
    pub(crate) games_not_filed: Counter,
}

/// The counters of one connection; no lock is taken to count.
#[derive(Debug, Clone)]
pub(crate) struct Traffic {
    pub(crate) bytes_in: Counter,
    pub(crate) bytes_out: Counter,
}

/// Upper ends of the classes of the latency of events, in seconds.
const LATENCIES: [f64; 14] = [
    0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1,
    0.5, 2.5,
];

impl Metrics {
    /// Makes counters at zero.
    #[must_use]
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("partie");
        let r = &mut registry;
        let mut metrics = Self {
            connections: new(r, "connections", "Connections that are open now"),
            opened: new(r, "connections_opened", "Connections that were opened"),
            ended: new(
                r,
                "connections_ended",
                "Connections that ended; too_slow are readers that were dropped",
            ),
            refused: new(r, "connections_refused", "Connections over a limit"),
            bytes_in: new(r, "received_bytes", "Bytes that came from clients"),
            bytes_out: new(r, "sent_bytes", "Bytes that went to clients"),
            event_seconds: {
                let histogram = Histogram::new(LATENCIES);
                let help = "From an event's arrival until everything it causes is queued";
                r.register_with_unit("event_latency", help, Unit::Seconds, histogram.clone());
                histogram
            },
            logins: new(r, "logins", "Logins"),
            refused_logins: new(r, "logins_refused", "Logins that were refused"),
            players: new(r, "players", "Players who are logged in now"),
            games: new(r, "games", "Games that are played now"),
            finished_games: new(r, "games_finished", "Games that have ended"),
            moves: new(r, "moves", "Moves that were played"),
            store_waiting: new(r, "store_waiting", "Changes waiting for the database"),
            stored: new(r, "store_changes", "Changes that the database took"),
            store_refused: new(r, "store_refused", "Changes that the database refused"),
            store_failures: new(r, "store_failures", "Rounds that the database failed"),
            games_filed: new(r, "games_filed", "Games written to the monthly files"),
            games_not_filed: new(
                r,
                "games_not_filed",
                "Games that could not be written to the monthly files",
            ),
            registry,
        };
        let help = "Panics of the program, each of which is a bug";
        metrics.registry.register("panics", help, PANICS.clone());
        // Label values that have not occurred yet are reported as 0, so that alarms can be written.
        for &transport in Transport::ALL {
            let labels = by_transport(transport);
            let _ = metrics.connections.get_or_create(&labels);
            let _ = metrics.opened.get_or_create(&labels);
            let _ = metrics.bytes_in.get_or_create(&labels);
            let _ = metrics.bytes_out.get_or_create(&labels);
        }
        for reason in CloseReason::VARIANTS {
            let _ = metrics.ended.get_or_create(&[("why", reason.name())]);
        }
        for refusal in [Refusal::Full, Refusal::TooManyFromAddress] {
            let _ = metrics.refused.get_or_create(&[("why", refusal.name())]);
        }
        metrics
    }

    /// Adds to a counter; one that only goes up ignores negative numbers.
    pub(crate) fn count(&self, tally: Tally, by: i64) {
        let up = u64::try_from(by).unwrap_or(0);
        match tally {
            Tally::Logins => drop(self.logins.inc_by(up)),
            Tally::RefusedLogins => drop(self.refused_logins.inc_by(up)),
            Tally::Players => drop(self.players.inc_by(by)),
            Tally::Games => drop(self.games.inc_by(by)),
            Tally::FinishedGames => drop(self.finished_games.inc_by(up)),
            Tally::Moves => drop(self.moves.inc_by(up)),
        }
    }

    pub(crate) fn event_took(&self, time: Duration) {
        self.event_seconds.observe(time.as_secs_f64());
    }

    pub(crate) fn opened(&self, transport: Transport) -> Traffic {
        let labels = by_transport(transport);
        self.connections.get_or_create(&labels).inc();
        self.opened.get_or_create(&labels).inc();
        Traffic {
            bytes_in: self.bytes_in.get_or_create_owned(&labels),
            bytes_out: self.bytes_out.get_or_create_owned(&labels),
        }
    }

    pub(crate) fn ended(&self, transport: Transport, reason: CloseReason) {
        self.connections.get_or_create(&by_transport(transport)).dec();
        self.ended.get_or_create(&[("why", reason.name())]).inc();
    }

    pub(crate) fn refused(&self, refusal: Refusal) {
        self.refused.get_or_create(&[("why", refusal.name())]).inc();
    }

    /// Number of connections that are open now.
    #[must_use]
    pub fn connections(&self, transport: Transport) -> i64 {
        self.connections.get_or_create(&by_transport(transport)).get()
    }

    /// Number of connections that ended for this reason.
    #[must_use]
    pub fn connections_ended(&self, reason: CloseReason) -> u64 {
        self.ended.get_or_create(&[("why", reason.name())]).get()
    }

    /// All metrics as a text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics")
    }
}

/// Panics of all threads of this process.
static PANICS: LazyLock<Counter> = LazyLock::new(Counter::default);

/// Counts panics from now on, including panics of tasks that end unnoticed.
pub(crate) fn count_panics() {
    static COUNTED: Once = Once::new();
    COUNTED.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            PANICS.inc();
            others(panic);
        }));
    });
}

/// Makes a metric that is reported by a name.
fn new<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn by_transport(transport: Transport) -> Labels {
    [("transport", transport.name())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_says_what_was_counted() {
        let metrics = Metrics::new();
        let traffic = metrics.opened(Transport::Tls);
        traffic.bytes_in.inc_by(5);
        metrics.opened(Transport::Telnet);
        metrics.ended(Transport::Telnet, CloseReason::TooSlow);
        metrics.count(Tally::Moves, 3);
        metrics.count(Tally::Games, 2);
        metrics.count(Tally::Games, -1);
        metrics.event_took(Duration::from_micros(80));
        let text = metrics.text();
        for line in [
            "partie_connections{transport=\"tls\"} 1",
            "partie_connections{transport=\"telnet\"} 0",
            "partie_connections_opened_total{transport=\"telnet\"} 1",
            "partie_connections_ended_total{why=\"too_slow\"} 1",
            "partie_connections_ended_total{why=\"left\"} 0",
            "partie_received_bytes_total{transport=\"tls\"} 5",
            "partie_moves_total 3",
            "partie_games 1",
            "partie_event_latency_seconds_bucket{le=\"0.00005\"} 0",
            "partie_event_latency_seconds_bucket{le=\"0.0001\"} 1",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in:\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }

    #[test]
    fn panics_are_counted() {
        count_panics();
        let before = PANICS.get();
        assert!(std::thread::spawn(|| panic!("a bug")).join().is_err());
        assert!(PANICS.get() > before);
        let line = format!("partie_panics_total {}", PANICS.get());
        assert!(Metrics::new().text().lines().any(|l| l == line), "{line}");
    }
}
