//! Persistent state: all that a server knows when it starts, and would have to know if it
//! stopped now.

use crate::{
    admin_state::ServerPolicy,
    config::Config,
    game::adjourned::Adjourned,
    ids::PlayerId,
    message::News,
    players::player::{Account, Logon},
    server::Ics,
    time::Tick,
};

/// All data that outlasts a run of the server, the result of all its [`Change`]s.
///
/// [`Change`]: crate::change::Change
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PersistentState {
    /// Registered players and removed accounts, by key; the current owner of a name comes before
    /// removed accounts with that name.
    pub accounts: Vec<Account>,
    /// The adjourned games, and the running ones that would be found adjourned, by number.
    pub adjourned: Vec<Adjourned>,
    /// The news, by number.
    pub news: Vec<News>,
    /// The server policy.
    pub policy: ServerPolicy,
}

impl Ics {
    /// Takes in what administrators kept for the whole server, as it was stored.
    pub(crate) fn load_policy(&mut self, policy: ServerPolicy) {
        self.state.admin.policy = policy;
    }

    /// Loads a registered player, as stored; an account of the same name is replaced unless its
    /// player is online.
    pub fn know(&mut self, account: Account) -> PlayerId {
        if account.admin_notes.removed.is_some() {
            return self.state.players.add_removed(account);
        }
        if let Some(known) = self.state.players.named(&account.handle).map(|p| p.id) {
            if let Some(player) = self.state.players.get_mut(known)
                && player.online.is_none()
            {
                player.account = account;
            }
            return known;
        }
        self.state.players.add(account, true)
    }

    /// A server that goes on where another one stopped.
    #[must_use]
    pub fn from_state(config: Config, start: PersistentState, now: Tick, seed: u64) -> Ics {
        let mut ics = Ics::new(config, now, seed);
        let PersistentState { accounts, adjourned, news, policy } = start;
        ics.state.config.news.extend(news);
        ics.state.config.news.sort_by_key(|item| item.number);
        ics.load_policy(policy);
        let mut logons: Vec<(String, Logon)> = Vec::new();
        for account in accounts {
            logons.extend(account.logons.iter().map(|logon| (account.handle.clone(), *logon)));
            ics.know(account);
        }
        logons.sort_by_key(|(_, logon)| logon.at);
        let newest = logons.len().saturating_sub(Logon::KEPT_OF_ALL);
        ics.state.players.set_logons(logons.into_iter().skip(newest));
        for game in adjourned {
            ics.state.adjourned.insert(game);
        }
        ics
    }

    /// The state with which a server would continue here: the sum of all changes up to now.
    #[must_use]
    pub fn persistent_state(&self) -> PersistentState {
        let players = self.state.players.iter().chain(self.state.players.removed());
        let mut accounts: Vec<Account> =
            players.filter(|p| p.registered).map(|p| p.account.clone()).collect();
        // A removed account follows the current owner of its name.
        accounts.sort_by_cached_key(|a| (a.key(), a.admin_notes.removed.is_some()));
        let running = self.state.games.stored();
        let mut adjourned: Vec<_> = self.state.adjourned.iter().cloned().chain(running).collect();
        adjourned.sort_by_key(|game| game.id);
        PersistentState {
            accounts,
            adjourned,
            news: self.state.config.news.clone(),
            policy: self.state.admin.policy.clone(),
        }
    }
}
