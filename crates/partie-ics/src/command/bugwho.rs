//! `bugwho`: the games, partnerships and players of bughouse.

use partie_wire::{
    command::matching::BugParts,
    fields::Titled,
    notice::bugwho::{BugPlayer, Bugwho},
    variables::Variable,
};

use crate::{
    Ics,
    category::Category,
    players::{Activity, PlayerId},
};

impl Ics {
    /// `bugwho`.
    pub(super) fn bugwho(&mut self, who: PlayerId, parts: BugParts) {
        let games = parts.games.then(|| {
            let first = self.games.iter().filter(|g| g.partner.is_some_and(|p| p > g.number));
            first
                .filter_map(|game| {
                    let other = self.games.get(game.partner?)?;
                    Some([self.row(game), self.row(other)])
                })
                .collect()
        });
        let online: Vec<PlayerId> = self.players.online().map(|p| p.id).collect();
        let partners = parts.partners.then(|| {
            let mut pairs = Vec::new();
            for one in &online {
                if let Some(other) = self.partner_of(*one)
                    && *one < other
                    && !(self.plays_bughouse(*one) && self.plays_bughouse(other))
                {
                    pairs.push([self.bug_player(*one), self.bug_player(other)]);
                }
            }
            pairs
        });
        let unpartnered = parts.unpartnered.then(|| {
            let open = online
                .iter()
                .filter(|id| self.wants(**id, Variable::Bugopen) && self.partner_of(**id).is_none())
                .map(|id| self.bug_player(*id))
                .collect();
            (open, online.len())
        });
        self.out.send(who, Bugwho { games, partners, unpartnered });
    }

    fn plays_bughouse(&self, who: PlayerId) -> bool {
        match self.activity(who) {
            Activity::Playing(number) => {
                self.games.get(number).is_some_and(|g| g.partner.is_some())
            }
            Activity::Free | Activity::Examining(_) => false,
        }
    }

    fn bug_player(&self, who: PlayerId) -> BugPlayer {
        let sign = match self.activity(who) {
            Activity::Playing(_) => '^',
            Activity::Examining(_) => '#',
            Activity::Free if !self.wants(who, Variable::Open) => ':',
            Activity::Free => ' ',
        };
        let titles = self.player(who).map(|p| p.titled().titles).unwrap_or_default();
        let name = Titled { name: self.name(who), titles };
        BugPlayer { rating: self.shown_rating(who, Category::Bughouse), sign, name }
    }
}
