//! Programs that direct tournaments.

use partie_core::Color;
use partie_wire::{
    block,
    command::{director::DirectorCommand, matching::Wanted},
    notice::{director::DirectorNotice, talk::TalkNotice},
    proposal::OfferKind,
    variables::Variable,
};

use crate::{
    Ics,
    category::Category,
    lists::List,
    players::{Activity, PlayerId},
};

/// The numbers in block mode of what is done in a player's name.
const MATCH: u16 = 73;
const OBSERVE: u16 = 80;
const FOLLOW: u16 = 41;

impl Ics {
    pub(super) fn director_command(&mut self, who: PlayerId, command: DirectorCommand) {
        if !self.player(who).is_some_and(|p| p.is(List::Td)) {
            self.out.reply_to.code = block::code::RIGHTS;
            return self.out.refuse(who, TalkNotice::OnlyDirectors);
        }
        match command {
            DirectorCommand::Getpi { player } => self.getpi(who, &player),
            DirectorCommand::Getgi { player } => self.getgi(who, &player),
            DirectorCommand::Rmatch { from, to, wanted } => self.rmatch(who, &from, &to, &wanted),
            DirectorCommand::Tournset { player, on } => self.tournset(who, &player, on),
            DirectorCommand::Rfollow { player, whom } => self.rfollow(who, &player, &whom),
            DirectorCommand::Robserve { player, game } => self.robserve(who, &player, &game),
        }
    }

    /// `getpi`: reports a player who is online; silent about others.
    fn getpi(&mut self, who: PlayerId, player: &str) {
        let Some(player) = self.players.named(player).filter(|p| p.online.is_some()) else {
            return;
        };
        let rating = |category| {
            let record = player.account.records.of(category);
            if player.registered { record.and_then(|r| r.rating).unwrap_or(0) } else { -1 }
        };
        let answer = DirectorNotice::Getpi {
            name: player.name().into(),
            wild: rating(Category::Wild),
            blitz: rating(Category::Blitz),
            standard: rating(Category::Standard),
            lightning: rating(Category::Lightning),
            bughouse: rating(Category::Bughouse),
            suicide: rating(Category::Suicide),
        };
        self.out.send(who, answer);
    }

    /// `getgi`: reports a player who is online; silent about others.
    fn getgi(&mut self, who: PlayerId, player: &str) {
        let Some(player) = self.players.named(player) else { return };
        let Some(online) = &player.online else { return };
        let name = player.name().into();
        let game = match online.activity {
            Activity::Playing(number) => self.games.get(number),
            Activity::Free | Activity::Examining(_) => None,
        };
        let answer = match game {
            None => DirectorNotice::GetgiNone { name },
            Some(game) => DirectorNotice::Getgi {
                name,
                white: game.name(Color::White),
                black: game.name(Color::Black),
                game: game.number.0,
                time: game.terms.controls.white.initial.0 / 100,
                increment: game.terms.controls.white.increment.0 / 100,
                rated: game.terms.rated.into(),
                private: game.terms.private.into(),
            },
        };
        self.out.send(who, answer);
    }

    /// Returns true if a player has put themselves into a director's hands; else reports to the
    /// director that they have not.
    fn is_in_tourney(&mut self, who: PlayerId, player: PlayerId) -> bool {
        let is_in = self.wants(player, Variable::Tourney);
        if !is_in {
            let name = self.name(player).into();
            self.out.refuse(who, DirectorNotice::NotInTourney { name });
        }
        is_in
    }

    /// `rmatch`: a player proposes a game to another without having typed it.
    fn rmatch(&mut self, who: PlayerId, from: &str, to: &str, wanted: &Wanted) {
        let Some(from) = self.find_online(who, from) else { return };
        let Some(to) = self.find_online(who, to) else { return };
        if !self.is_in_tourney(who, from) || !self.is_in_tourney(who, to) {
            return;
        }
        let (by, player, opponent) = (self.name(who), self.name(from), self.name(to));
        self.out.posed = Some((from, MATCH));
        self.out.send(from, DirectorNotice::IssuedForYou { by: by.into() });
        let before = self.activity(from);
        self.propose(from, &opponent, wanted);
        // It is an offer now, or a game where the opponent had proposed the same.
        let offered = self.offers.between(from, to, OfferKind::Match).is_some();
        let begun = before == Activity::Free && self.activity(from) != Activity::Free;
        let (from, to) = (player.into(), opponent.into());
        if offered || begun {
            self.out.send(who, DirectorNotice::Issued { from, to });
        } else {
            self.out.refuse(who, DirectorNotice::NotIssued { from, to });
        }
    }

    /// `tournset`.
    fn tournset(&mut self, who: PlayerId, player: &str, on: bool) {
        let Some(id) = self.find_online(who, player) else { return };
        let by = self.name(who).into();
        if let Some(online) = self.online_mut(id) {
            online.variables.switch(Variable::Tourney, on);
        }
        let (name, on) = (self.name(id).into(), u16::from(on));
        self.out.send(id, DirectorNotice::YourTourneySet { by, on });
        self.out.send(who, DirectorNotice::TourneySet { name, on });
    }

    /// `rfollow`.
    fn rfollow(&mut self, who: PlayerId, player: &str, whom: &str) {
        let Some(id) = self.find_online(who, player) else { return };
        if !self.is_in_tourney(who, id) {
            return;
        }
        let Some(other) = self.find_online(who, whom) else { return };
        let (name, whom) = (self.name(id), self.name(other));
        self.out.posed = Some((id, FOLLOW));
        self.follow(id, Some(&whom), false);
        let follows = self.online(id).and_then(|p| p.following).is_some_and(|f| f.whom == other);
        let (name, whom) = (name.into(), whom.into());
        if follows {
            self.out.send(who, DirectorNotice::Follows { name, whom });
        } else {
            self.out.refuse(who, DirectorNotice::DoesNotFollow { name, whom });
        }
    }

    /// `robserve`.
    fn robserve(&mut self, who: PlayerId, player: &str, game: &str) {
        let Some(id) = self.find_online(who, player) else { return };
        if !self.is_in_tourney(who, id) {
            return;
        }
        let Some(number) = self.find_game(who, game) else { return };
        self.out.posed = Some((id, OBSERVE));
        self.observe(id, number);
        let name = self.name(id).into();
        let observes = self.online(id).is_some_and(|p| p.observing.contains(&number));
        let game = number.0;
        if observes {
            self.out.send(who, DirectorNotice::Observes { name, game });
        } else {
            self.out.refuse(who, DirectorNotice::DoesNotObserve { name, game });
        }
    }
}
