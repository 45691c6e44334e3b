//! Wrong passwords, counted by network over all connections, for each account and in total, so that
//! guessing takes long. Only the guesser waits: nobody can lock out an account's owner.

use std::{collections::BTreeMap, net::IpAddr};

use crate::{
    ids::PlayerId,
    time::{Span, Tick},
};

/// Number of wrong passwords of one account from a network that cost no time.
const FREE_OF_ACCOUNT: u32 = 5;
/// Number of wrong passwords from a network that cost no time; several players may share it.
const FREE_OF_NETWORK: u32 = 20;
/// The longest delay.
const LONGEST: Span = Span::minutes(10);
/// Time without a wrong password after which earlier ones are forgotten.
const FORGOTTEN: Span = Span::minutes(60);
/// Number of networks, and of accounts with networks, that are remembered.
const REMEMBERED: usize = 10_000;

/// Wrong passwords from networks.
#[derive(Debug, Default)]
pub(crate) struct WrongPasswords {
    accounts: BTreeMap<(PlayerId, String), Tries>,
    networks: BTreeMap<String, Tries>,
}

#[derive(Clone, Copy, Debug)]
struct Tries {
    count: u32,
    last: Tick,
    /// Time of the one before the last, which may turn out to be right.
    before: Tick,
}

impl WrongPasswords {
    /// Returns how long an account takes no password from an address; `None` if it takes one now.
    pub(crate) fn wait(&self, now: Tick, player: PlayerId, address: &str) -> Option<Span> {
        let network = network(address);
        let address = self.networks.get(&network);
        let address = address.map(|tries| tries.until(FREE_OF_NETWORK));
        let account = self.accounts.get(&(player, network));
        let account = account.map(|tries| tries.until(FREE_OF_ACCOUNT));
        account.max(address).filter(|until| *until > now).map(|until| until - now)
    }

    /// Counts a password before it is compared, so that many at the same time count, too.
    pub(crate) fn count_attempt(&mut self, now: Tick, player: PlayerId, address: &str) {
        let network = network(address);
        count(&mut self.accounts, (player, network.clone()), now);
        count(&mut self.networks, network, now);
    }

    /// Takes back the last one: it was right, and the account is its owner's.
    pub(crate) fn take_back(&mut self, player: PlayerId, address: &str) {
        let network = network(address);
        if let Some(tries) = self.networks.get_mut(&network) {
            tries.count = tries.count.saturating_sub(1);
            tries.last = tries.before;
        }
        self.accounts.remove(&(player, network));
    }
}

impl Tries {
    /// Returns the time from which another password is taken: each delay is twice the one before.
    fn until(self, free: u32) -> Tick {
        let Some(more) = self.count.checked_sub(free).filter(|more| *more > 0) else {
            return self.last;
        };
        let seconds = 1_i64 << (more - 1).min(20);
        self.last + Span::seconds(seconds).min(LONGEST)
    }
}

fn count<Key: Ord + Clone>(all: &mut BTreeMap<Key, Tries>, key: Key, now: Tick) {
    if all.len() >= REMEMBERED && !all.contains_key(&key) {
        all.retain(|_, tries| now - tries.last < FORGOTTEN);
        let oldest = all.iter().min_by_key(|(_, tries)| tries.last).map(|(key, _)| key.clone());
        if let Some(oldest) = oldest.filter(|_| all.len() >= REMEMBERED) {
            all.remove(&oldest);
        }
    }
    let tries = all.entry(key).or_insert(Tries { count: 0, last: now, before: now });
    if now - tries.last >= FORGOTTEN {
        tries.count = 0;
    }
    *tries = Tries { count: tries.count.saturating_add(1), last: now, before: tries.last };
}

/// The network of an address: a customer of IPv6 has at least a /64.
fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => format!("{:x?}", &address.segments()[..4]),
        Ok(IpAddr::V4(address)) => address.to_string(),
        Err(_) => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(wrong: &WrongPasswords, now: i64, player: u32, address: &str) -> i64 {
        wrong.wait(Tick(now), PlayerId(player), address).map_or(0, Span::whole_seconds)
    }

    #[test]
    fn delays_grow_and_end() {
        let mut wrong = WrongPasswords::default();
        let mut delays = Vec::new();
        for _ in 0..17 {
            wrong.count_attempt(Tick(0), PlayerId(7), "192.0.2.1");
            delays.push(seconds(&wrong, 0, 7, "192.0.2.1"));
        }
        assert_eq!(delays, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
        assert_eq!(seconds(&wrong, 599_000, 7, "192.0.2.1"), 1);
        assert_eq!(seconds(&wrong, 600_000, 7, "192.0.2.1"), 0);
        assert_eq!(seconds(&wrong, 0, 8, "192.0.2.1"), 0, "another account, 17 tries in all");
        wrong.take_back(PlayerId(7), "192.0.2.1");
        assert_eq!(seconds(&wrong, 0, 7, "192.0.2.1"), 0);
    }

    #[test]
    fn an_address_that_tries_many_names_waits_and_is_forgotten() {
        let mut wrong = WrongPasswords::default();
        for number in 0..25 {
            // All of one network.
            wrong.count_attempt(Tick(0), PlayerId(number), &format!("2001:db8:0:1::{number:x}"));
        }
        assert_eq!(seconds(&wrong, 0, 99, "2001:db8:0:1:ffff::1"), 16);
        assert_eq!(seconds(&wrong, 0, 99, "2001:db8:0:2::1"), 0);
        let later = FORGOTTEN.0;
        wrong.count_attempt(Tick(later), PlayerId(99), "2001:db8:0:1::1");
        assert_eq!(seconds(&wrong, later, 98, "2001:db8:0:1::1"), 0);
    }

    #[test]
    fn right_passwords_from_an_address_prolong_no_delay() {
        let mut wrong = WrongPasswords::default();
        for number in 0..30 {
            wrong.count_attempt(Tick(0), PlayerId(number), "192.0.2.1");
        }
        let later = LONGEST.0;
        for player in [97, 98, 99] {
            assert_eq!(seconds(&wrong, later, player, "192.0.2.1"), 0);
            wrong.count_attempt(Tick(later), PlayerId(player), "192.0.2.1");
            wrong.take_back(PlayerId(player), "192.0.2.1");
        }
    }

    #[test]
    fn guesses_from_elsewhere_do_not_keep_an_owner_out() {
        let mut wrong = WrongPasswords::default();
        for number in 0..200 {
            let guesser = format!("198.51.100.{}", number % 20);
            wrong.count_attempt(Tick(0), PlayerId(7), &guesser);
        }
        // From a network that the server has never seen.
        assert_eq!(seconds(&wrong, 0, 7, "203.0.113.1"), 0);
        assert_eq!(seconds(&wrong, 0, 7, "198.51.100.1"), 16);
    }

    #[test]
    fn only_so_many_are_remembered() {
        let mut wrong = WrongPasswords::default();
        for number in 0..REMEMBERED as u32 + 10 {
            wrong.count_attempt(Tick(number.into()), PlayerId(number), "192.0.2.1");
        }
        assert_eq!(wrong.accounts.len(), REMEMBERED);
    }
}
