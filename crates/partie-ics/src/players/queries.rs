//! Questions about single players, which every command asks.

use partie_core::Role;
use partie_wire::{
    command::Level,
    fields::{Date, Titled},
    ivars::Ivar,
    notice::players::Day,
    style12::Rating,
    variables::{Variable, Variables},
};

use crate::{
    category::Category,
    clock::LEAST_MOVE_TIME,
    ids::{GameNumber, PlayerId},
    lists::List,
    players::{
        Players,
        player::{Activity, OnlineState, Player},
    },
    time::{Span, Tick, Zone},
    title::Titles,
};

impl Players {
    /// Returns true if a player is an administrator.
    pub(crate) fn is_admin(&self, who: PlayerId) -> bool {
        self.get(who).is_some_and(|p| p.is(List::Admin))
    }

    /// Returns true if one player censors another.
    pub(crate) fn censors(&self, hearer: PlayerId, speaker: PlayerId) -> bool {
        let Some(speaker) = self.get(speaker) else { return false };
        !speaker.is(List::Admin)
            && self.get(hearer).is_some_and(|p| p.lists(List::Censor, speaker.name()))
    }

    /// The players online who have a name on their notify, gnotify or idlenotify list, in the
    /// order of their names.
    pub(crate) fn listeners(&self, list: List, name: &str) -> Vec<PlayerId> {
        let mut listeners: Vec<PlayerId> = self.audience().of_name(list, name).collect();
        listeners.sort_by_cached_key(|id| self.get(*id).map(|p| p.account.key()));
        listeners
    }

    /// Returns true if ads are shown to a player now: as sentences (`set seek 1`), or to their
    /// program (`iset seekinfo 1`). A program may want the lines without the sentences.
    pub(crate) fn follows_seeks(&self, who: PlayerId) -> bool {
        (self.wants(who, Variable::Seek) || self.has_ivar(who, Ivar::Seekinfo))
            && !matches!(self.activity(who), Activity::Playing(_))
    }

    pub(crate) fn has_ivar(&self, who: PlayerId, ivar: Ivar) -> bool {
        self.online_state(who).is_some_and(|p| p.display.ivars.has(ivar))
    }

    /// Returns true if a player sees their own ads.
    pub(crate) fn sees_own_seeks(&self, who: PlayerId) -> bool {
        self.wants(who, Variable::Showownseek)
            || (self.has_ivar(who, Ivar::Seekinfo) && self.has_ivar(who, Ivar::Showownseek))
    }

    /// Returns true if a player listens to a channel.
    pub(crate) fn is_in(&self, who: PlayerId, number: u16) -> bool {
        self.get(who).is_some_and(|p| p.account.channels.contains(&number))
    }

    /// Returns true if a player is playing and wants silence.
    pub(crate) fn in_silence(&self, who: PlayerId) -> bool {
        matches!(self.activity(who), Activity::Playing(_)) && self.wants(who, Variable::Silence)
    }

    /// A day as the news have it.
    pub(crate) fn day_for(&self, who: PlayerId, at: Tick) -> Day {
        let at = at.civil(self.zone(who));
        Day(format!("{}, {} {:2}", at.weekday(), at.month(), at.time.day()))
    }

    /// A player who is on.
    pub(crate) fn online_state(&self, id: PlayerId) -> Option<&OnlineState> {
        self.get(id)?.online.as_ref()
    }

    /// A player who is on, to be changed.
    pub(crate) fn online_state_mut(&mut self, id: PlayerId) -> Option<&mut OnlineState> {
        self.get_mut(id)?.online.as_mut()
    }

    /// Changes the state of a player who is online.
    pub(crate) fn change_online(&mut self, id: PlayerId, change: impl FnOnce(&mut OnlineState)) {
        if let Some(online) = self.online_state_mut(id) {
            change(online);
        }
    }

    /// The activity of a player.
    pub(crate) fn activity(&self, id: PlayerId) -> Activity {
        self.online_state(id).map_or(Activity::Free, |p| p.activity)
    }

    /// Returns the game that a player plays or examines, or else the first one that they observe.
    pub(crate) fn game_around(&self, who: PlayerId) -> Option<GameNumber> {
        let online = self.online_state(who)?;
        online.activity.game().or_else(|| online.observing.first().copied())
    }

    /// The name of a player.
    pub(crate) fn name(&self, id: PlayerId) -> String {
        self.get(id).map(|p| p.name().to_owned()).unwrap_or_default()
    }

    /// Returns true if a player has an account.
    pub(crate) fn is_registered(&self, who: PlayerId) -> bool {
        self.get(who).is_some_and(|p| p.registered)
    }

    /// A player's rating as a number; 0 without one.
    pub(crate) fn rating_number(&self, now: Tick, who: PlayerId, category: Category) -> u32 {
        match self.shown_rating(now, who, category) {
            Rating::Settled(n) | Rating::Estimated(n) | Rating::Provisional(n) => u32::from(n),
            Rating::None | Rating::Unrated | Rating::Guest | Rating::Unregistered => 0,
        }
    }

    /// A player's titles.
    pub(crate) fn titles(&self, who: PlayerId) -> Titles {
        self.get(who).map(Player::titles).unwrap_or_default()
    }

    /// Returns true if a player is open to matches, and neither plays nor examines.
    pub(crate) fn is_available(&self, who: PlayerId) -> bool {
        self.wants(who, Variable::Open) && self.activity(who) == Activity::Free
    }

    /// Records the availability of a player who logs in, without announcing it.
    pub(crate) fn begin_available(&mut self, who: PlayerId) {
        let available = self.is_available(who);
        self.change_online(who, |online| online.available = available);
    }

    /// The administration level of a player.
    pub(crate) fn level(&self, who: PlayerId) -> Level {
        match self.get(who) {
            Some(player) if player.is(List::Admin) => {
                Level(player.account.admin_notes.level).max(Level::ADMIN)
            }
            _ => Level::ANYBODY,
        }
    }

    /// Returns true if the player hides information meant for administrators.
    pub(crate) fn hides_info(&self, who: PlayerId) -> bool {
        self.online_state(who).is_some_and(|p| p.rights.hides_info)
    }

    /// Notes where a player came from.
    pub(crate) fn note_address(&mut self, who: PlayerId) {
        if let Some(player) = self.get_mut(who) {
            player.account.admin_notes.address = player.online.as_ref().map(|p| p.address.clone());
        }
    }

    /// Returns true if both players have a variable on.
    pub(crate) fn want_both(&self, players: [PlayerId; 2], variable: Variable) -> bool {
        players.iter().all(|id| self.wants(*id, variable))
    }

    /// Minimum cost of a move of two players; zero if neither has one.
    pub(crate) fn least_move_time(&self, players: [PlayerId; 2]) -> Span {
        let wanted = players.iter().any(|id| self.wants(*id, Variable::Minmovetime));
        if wanted { LEAST_MOVE_TIME } else { Span::ZERO }
    }

    /// The rating of a player in a kind of game, as shown after the name.
    pub(crate) fn shown_rating(&self, now: Tick, id: PlayerId, category: Category) -> Rating {
        let Some(player) = self.get(id).filter(|p| p.registered) else { return Rating::Guest };
        player.account.records.of(category).map_or(Rating::Unrated, |record| record.shown(now))
    }

    /// The piece that a player's pawns promote to by default.
    pub(crate) fn promotion(&self, who: PlayerId) -> Role {
        self.online_state(who).and_then(|p| p.promotion).unwrap_or(Role::Queen)
    }

    /// A player's partner, if both are on.
    pub(crate) fn partner_of(&self, who: PlayerId) -> Option<PlayerId> {
        self.online_state(who)?.partner.filter(|p| self.online_state(*p).is_some())
    }

    pub(crate) fn part(&mut self, one: PlayerId, other: PlayerId) {
        for id in [one, other] {
            self.change_online(id, |online| online.partner = None);
        }
    }

    /// All games that a player plays, in their order.
    pub(crate) fn boards_of(&self, who: PlayerId) -> Vec<GameNumber> {
        match self.online_state(who) {
            Some(online) if !online.simul.is_empty() => online.simul.clone(),
            Some(online) => match online.activity {
                Activity::Playing(number) => vec![number],
                Activity::Free | Activity::Examining(_) => Vec::new(),
            },
            None => Vec::new(),
        }
    }

    /// Returns true if a player gives a simul, or would.
    pub(crate) fn gives_simul(&self, who: PlayerId) -> bool {
        self.wants(who, Variable::Simopen)
            || self.online_state(who).is_some_and(|p| !p.simul.is_empty())
    }

    /// Returns true if a player can begin a game of a simul; its giver may have begun already.
    pub(crate) fn is_free_for_simul(&self, who: PlayerId, giver: PlayerId) -> bool {
        match self.activity(who) {
            Activity::Free => self.online_state(who).is_some_and(|p| p.session.is_some()),
            Activity::Playing(_) => {
                who == giver && self.online_state(who).is_some_and(|p| !p.simul.is_empty())
            }
            Activity::Examining(_) => false,
        }
    }

    /// Time at which the next wait for a player ends.
    pub(crate) fn next_disconnect_expiry(&self) -> Option<Tick> {
        self.online().filter_map(|p| p.online.as_ref()?.away).min()
    }

    /// A moment as a player reads it.
    pub(crate) fn date_for(&self, who: PlayerId, at: Tick) -> Date {
        Date(at.ics(self.zone(who)))
    }

    pub(crate) fn titled(&self, who: PlayerId) -> Titled {
        let nobody = || Titled { name: String::new(), titles: String::new() };
        self.get(who).map_or_else(nobody, Player::titled)
    }

    /// The opponent of the last game, by name.
    pub(crate) fn last_opponent(&self, who: PlayerId) -> Option<String> {
        self.online_state(who)?.last_match.as_ref().map(|(name, _)| name.clone())
    }

    /// Returns true if a player has switched a variable on.
    pub(crate) fn wants(&self, who: PlayerId, variable: Variable) -> bool {
        self.get(who).is_some_and(|p| p.variables().on(variable))
    }

    /// The variables of a player.
    pub(crate) fn variables(&self, who: PlayerId) -> Option<&Variables> {
        self.get(who).map(Player::variables)
    }

    /// A player's time zone.
    pub(crate) fn zone(&self, who: PlayerId) -> Zone {
        self.get(who).map(Player::zone).unwrap_or_default()
    }

    /// Updates a player's display options from their variables.
    pub(crate) fn follow_variables(&mut self, who: PlayerId) {
        let zone = self.zone(who);
        if let Some(online) = self.online_state_mut(who) {
            online.display.follow(&online.variables);
            online.display.zone = i32::from(zone.minutes());
        }
        self.update_audience(who);
    }

    /// Returns true if a player's interface shows one board only (`iset singleboard 1`).
    pub(crate) fn has_one_board(&self, who: PlayerId) -> bool {
        self.online_state(who).is_some_and(|p| p.display.ivars.has(Ivar::Singleboard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lists::Names, test_club};

    #[test]
    fn a_partner_counts_while_both_are_online() {
        let (mut players, _, [anna, boris]) = test_club::online(["Anna", "Boris"]);
        for (one, other) in [(anna, boris), (boris, anna)] {
            players.change_online(one, |online| online.partner = Some(other));
        }
        assert_eq!(players.partner_of(anna), Some(boris));
        players.set_offline(boris);
        assert_eq!(players.partner_of(anna), None);
    }

    #[test]
    fn administrators_cannot_be_censored() {
        let (mut players, _, [anna, boris]) = test_club::online(["Anna", "Boris"]);
        if let Some(player) = players.get_mut(anna) {
            let mut names = Names::default();
            names.insert("Boris");
            player.account.lists.insert(List::Censor, names);
        }
        assert!(players.censors(anna, boris));
        if let Some(player) = players.get_mut(boris) {
            player.account.listed.insert(List::Admin);
        }
        assert!(!players.censors(anna, boris));
    }

    #[test]
    fn the_boards_of_a_simul_come_before_the_current_one() {
        let (mut players, _, [anna]) = test_club::online(["Anna"]);
        assert_eq!(players.boards_of(anna), []);
        players.change_online(anna, |online| online.activity = Activity::Playing(GameNumber(2)));
        assert_eq!(players.boards_of(anna), [GameNumber(2)]);
        players.change_online(anna, |online| online.simul = vec![GameNumber(1), GameNumber(2)]);
        assert_eq!(players.boards_of(anna), [GameNumber(1), GameNumber(2)]);
    }
}
