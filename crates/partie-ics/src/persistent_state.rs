//! Persistent state: all that a server knows when it starts, and would have to know if it
//! stopped now.

use crate::{
    Config, Ics, Tick,
    admin_state::ServerPolicy,
    game::Adjourned,
    message::News,
    players::{Account, Logon},
};

/// All that is kept from one run of the server to the next: what the [`Change`]s of its
/// life add up to.
///
/// [`Change`]: crate::Change
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PersistentState {
    /// The registered players and those whose accounts were taken away, by key; of two of one
    /// name the one who has it now comes first.
    pub accounts: Vec<Account>,
    /// The adjourned games, by number.
    pub adjourned: Vec<Adjourned>,
    /// The news, by number.
    pub news: Vec<News>,
    /// The server policy.
    pub policy: ServerPolicy,
}

impl Ics {
    /// A server that goes on where another one stopped.
    #[must_use]
    pub fn from_state(config: Config, start: PersistentState, now: Tick, seed: u64) -> Ics {
        let mut ics = Ics::new(config, now, seed);
        let PersistentState { accounts, adjourned, news, policy } = start;
        ics.config.news.extend(news);
        ics.config.news.sort_by_key(|item| item.number);
        ics.load_policy(policy);
        let mut logons: Vec<(String, Logon)> = Vec::new();
        for account in accounts {
            logons.extend(account.logons.iter().map(|logon| (account.handle.clone(), *logon)));
            ics.know(account);
        }
        logons.sort_by_key(|(_, logon)| logon.at);
        let newest = logons.len().saturating_sub(Logon::KEPT_OF_ALL);
        ics.players.set_logons(logons.into_iter().skip(newest));
        for game in adjourned {
            ics.adjourned.insert(game);
        }
        ics
    }

    /// The state with which a server would continue here: the sum of all changes up to now.
    #[must_use]
    pub fn persistent_state(&self) -> PersistentState {
        let players = self.players.iter().chain(self.players.removed());
        let mut accounts: Vec<Account> =
            players.filter(|p| p.registered).map(|p| p.account.clone()).collect();
        // A removed account comes after the one that has its name now.
        accounts.sort_by_cached_key(|a| (a.key(), a.admin_notes.removed.is_some()));
        PersistentState {
            accounts,
            adjourned: self.adjourned.iter().cloned().collect(),
            news: self.config.news.clone(),
            policy: self.admin_state.policy.clone(),
        }
    }
}
