//! Limits the number of connections, in total and per address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use strum::IntoStaticStr;

use partie_ics::SessionId;

/// Counts the open connections and gives each its number.
#[derive(Debug)]
pub(crate) struct ConnectionLimiter {
    total: usize,
    per_address: usize,
    open: Mutex<OpenConnections>,
    next: AtomicU64,
}

#[derive(Debug, Default)]
struct OpenConnections {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Reason why a connection may not enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Refusal {
    /// The server is full.
    Full,
    /// Too many connections come from this address already.
    #[strum(serialize = "address")]
    TooManyFromAddress,
}

impl Refusal {
    /// Its name in logs and metrics.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    /// The line sent to the refused client, without its end.
    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::Full => "The server is full. Please try again later.",
            Self::TooManyFromAddress => {
                "Too many connections from your address. The server's owner sets the limit (per_address)."
            }
        }
    }
}

/// A permit for one connection, returned when dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    limiter: Arc<ConnectionLimiter>,
    address: Option<IpAddr>,
    /// The number of the connection.
    pub id: SessionId,
}

impl ConnectionLimiter {
    /// A limiter for `total` connections, and `per_address` of them from one address.
    /// 0 means: as many as come.
    pub(crate) fn new(total: usize, per_address: usize) -> Arc<Self> {
        let unlimited = |n| if n == 0 { usize::MAX } else { n };
        Arc::new(Self {
            total: unlimited(total),
            per_address: unlimited(per_address),
            open: Mutex::default(),
            next: AtomicU64::new(1),
        })
    }

    fn open(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Acquires a permit for a connection from `address`. This machine's own addresses only count
    /// in total, because a proxy in front of the server has one.
    ///
    /// # Errors
    /// Fails if there is no permit left.
    pub(crate) fn acquire(self: &Arc<Self>, address: IpAddr) -> Result<ConnectionPermit, Refusal> {
        self.acquire_as(counted_as(address))
    }

    /// Acquires a permit for a connection from within the program, which counts in total only.
    ///
    /// # Errors
    /// If there is no permit left.
    pub(crate) fn acquire_within(self: &Arc<Self>) -> Result<ConnectionPermit, Refusal> {
        self.acquire_as(None)
    }

    fn acquire_as(self: &Arc<Self>, address: Option<IpAddr>) -> Result<ConnectionPermit, Refusal> {
        let mut open = self.open();
        if open.total >= self.total {
            return Err(Refusal::Full);
        }
        if let Some(address) = address {
            let here = open.by_address.entry(address).or_default();
            if *here >= self.per_address {
                return Err(Refusal::TooManyFromAddress);
            }
            *here += 1;
        }
        open.total += 1;
        drop(open);
        let id = SessionId(self.next.fetch_add(1, Ordering::Relaxed));
        Ok(ConnectionPermit { limiter: Arc::clone(self), address, id })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limiter.open();
        open.total -= 1;
        if let Some(address) = self.address
            && let Some(here) = open.by_address.get_mut(&address)
        {
            *here -= 1;
            if *here == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

/// The address under which a connection is counted: IPv6 by its /64, which one household has;
/// `None` for this machine.
pub(crate) fn counted_as(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V4(v4) if v4.is_loopback() => None,
        IpAddr::V6(v6) if v6.is_loopback() => None,
        IpAddr::V4(v4) => Some(IpAddr::V4(v4)),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            Some(IpAddr::from([a, b, c, d, 0, 0, 0, 0]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("address")
    }

    #[test]
    fn the_third_from_one_address_must_wait() {
        let limiter = ConnectionLimiter::new(10, 2);
        let first = limiter.acquire(ip("192.0.2.1")).expect("first");
        let _second = limiter.acquire(ip("::ffff:192.0.2.1")).expect("second, the same address");
        assert_eq!(limiter.acquire(ip("192.0.2.1")).unwrap_err(), Refusal::TooManyFromAddress);
        let _other = limiter.acquire(ip("192.0.2.2")).expect("another address");
        drop(first);
        let _again = limiter.acquire(ip("192.0.2.1")).expect("free again");
        assert_eq!(limiter.open().total, 3);
    }

    #[test]
    fn a_household_of_ipv6_is_one_address() {
        let limiter = ConnectionLimiter::new(10, 1);
        let _one = limiter.acquire(ip("2001:db8:1:2::a")).expect("one");
        assert!(limiter.acquire(ip("2001:db8:1:2:ffff::b")).is_err());
        assert!(limiter.acquire(ip("2001:db8:1:3::a")).is_ok());
    }

    #[test]
    fn the_server_can_be_full_and_this_machine_counts_in_total_only() {
        let limiter = ConnectionLimiter::new(3, 1);
        let permits: Vec<_> = (0..3).map(|_| limiter.acquire(ip("::1")).expect("permit")).collect();
        assert_eq!(limiter.acquire(ip("192.0.2.1")).unwrap_err(), Refusal::Full);
        drop(permits);
        assert_eq!(limiter.open().total, 0);
        assert!(limiter.open().by_address.is_empty(), "nothing is remembered of those who left");
    }

    #[test]
    fn numbers_are_never_given_twice() {
        let limiter = ConnectionLimiter::new(0, 0);
        let first = limiter.acquire(ip("127.0.0.1")).expect("permit").id;
        assert_ne!(first, limiter.acquire(ip("127.0.0.1")).expect("permit").id);
    }
}
