//! Interrupted games that are to go on, or not; ends that are a gift.

use partie_core::{Color, Outcome};
use partie_wire::{
    command::matching::Wanted,
    notice::{
        ending::Ending,
        interrupted::{InterruptedNotice, Waiting},
        offer::OfferNotice,
    },
};

use crate::{
    Ics, Span,
    game::{Adjourned, AdjournedId},
    players::{NameMatch, PlayerId},
};

impl Ics {
    /// `resume`: the match that lets an adjourned game go on.
    pub(super) fn ask_to_resume(&mut self, who: PlayerId, player: Option<&str>) {
        let name = if let Some(player) = player {
            let Some((_, name)) = self.interrupted_with(who, player) else { return };
            name
        } else {
            let mut names = self.opponents_on(who);
            match (names.pop(), names.is_empty()) {
                (Some(name), true) => name,
                (Some(name), false) => {
                    names.push(name);
                    let names = names.join(" ");
                    return self.out.send(who, InterruptedNotice::Which { names });
                }
                (None, _) if self.adjourned_of(who).next().is_none() => {
                    return self.out.send(who, InterruptedNotice::None);
                }
                (None, _) => return self.out.send(who, InterruptedNotice::NobodyOn),
            }
        };
        self.propose(who, &name, &Wanted::default());
    }

    /// The opponents of a player's adjourned games who are on.
    pub(crate) fn opponents_on(&self, who: PlayerId) -> Vec<String> {
        let all = self.adjourned_of(who).map(|game| self.opponent_in(who, game));
        let on = |name: &String| {
            self.players.named(name).is_some_and(|p| p.online.is_some() && p.id != who)
        };
        all.filter(on).collect()
    }

    /// Reports to a player who logs in which adjourned games can be resumed.
    pub(crate) fn report_adjourned(&mut self, who: PlayerId) {
        let on = self.opponents_on(who);
        if !on.is_empty() {
            let (count, names) = (Waiting(on.len()), on.join(" "));
            self.out.send(who, InterruptedNotice::Waiting { who: count, names });
        }
    }

    /// The name of a player's opponent in an adjourned game.
    fn opponent_in(&self, who: PlayerId, game: &Adjourned) -> String {
        let key = self.player(who).map(|p| p.account.key());
        let opponent = Color::ALL.into_iter().find(|c| Some(game.keys.get(*c)) != key.as_ref());
        game.sides.get(opponent.unwrap_or(Color::Black)).name.clone()
    }

    /// The adjourned game of a player and another, who need not be online; else reports that
    /// there is none.
    fn interrupted_with(&mut self, who: PlayerId, player: &str) -> Option<(AdjournedId, String)> {
        let opponents: Vec<(AdjournedId, String)> =
            self.adjourned_of(who).map(|g| (g.id, self.opponent_in(who, g))).collect();
        let keys: Vec<String> = opponents.iter().map(|(_, n)| n.to_ascii_lowercase()).collect();
        let NameMatch::One(other) =
            self.players.match_name(player, |p| keys.contains(&p.account.key()))
        else {
            self.out.send(who, InterruptedNotice::NoneWith { who: player.into() });
            return None;
        };
        let name = self.name(other);
        opponents.into_iter().find(|(_, n)| n.eq_ignore_ascii_case(&name))
    }

    /// `resign` with a name.
    pub(super) fn resign_interrupted(&mut self, who: PlayerId, player: &str) {
        let Some((id, opponent)) = self.interrupted_with(who, player) else { return };
        let Some(game) = self.adjourned.get(id) else { return };
        let key = opponent.to_ascii_lowercase();
        let winner = if game.keys.white == key { Color::White } else { Color::Black };
        let ending = Ending::Resigns { loser: self.name(who).into() };
        self.end_interrupted(id, Outcome::Win(winner), ending);
    }

    /// `courtesyabort` with a name: a game that the opponent left.
    pub(super) fn abort_interrupted(&mut self, who: PlayerId, player: &str) {
        let Some((id, opponent)) = self.interrupted_with(who, player) else { return };
        let left = self.adjourned.get(id).is_some_and(|game| match &game.ending {
            Ending::LostAdjourned { who } => who.0.eq_ignore_ascii_case(&opponent),
            _ => false,
        });
        if !left {
            return self.out.send(who, InterruptedNotice::NotLeft { who: opponent.into() });
        }
        let by = self.name(who).into();
        self.end_interrupted(id, Outcome::Unknown, Ending::CourtesyAborted { by });
    }

    /// `courtesyabort` and `courtesyadjourn`: an opponent who is away, or out of time,
    /// is spared.
    pub(super) fn courtesy(&mut self, who: PlayerId, adjourn: bool) {
        let Some((number, opponent)) = self.own_opponent(who) else { return };
        let Some(game) = self.games.get(number) else { return };
        let late = !game.clock.is_untimed()
            && game
                .color_of(opponent)
                .is_some_and(|c| game.clock.left(c, self.out.now) <= Span::ZERO);
        let away = self.online(opponent).is_some_and(|p| p.session.is_none());
        let by = self.name(who).into();
        if !late && !away {
            let who_is = self.name(opponent).into();
            self.out.send(who, InterruptedNotice::NoCourtesy { who: who_is });
        } else if !adjourn {
            self.end(number, Outcome::Unknown, Ending::CourtesyAborted { by });
        } else if game.partner.is_some() {
            self.out.send(who, OfferNotice::CannotAdjournBughouse);
        } else if !self.can_adjourn(number) {
            self.out.send(who, OfferNotice::CannotAdjourn);
        } else {
            self.adjourn(number, Ending::CourtesyAdjourned { by });
        }
    }
}
