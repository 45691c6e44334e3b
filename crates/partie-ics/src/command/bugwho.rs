//! Who plays bughouse, or would like to.

use partie_wire::{
    command::matching::BugParts,
    fields::Titled,
    notice::bugwho::{BugPlayer, Bugwho},
    variables::Variable,
};

use crate::{
    Ics,
    category::Category,
    people::{PersonId, Place},
};

impl Ics {
    /// `bugwho`.
    pub(super) fn bugwho(&mut self, who: PersonId, parts: BugParts) {
        let games = parts.games.then(|| {
            let first = self.games.iter().filter(|g| g.partner.is_some_and(|p| p > g.number));
            first
                .filter_map(|game| {
                    let other = self.games.get(game.partner?)?;
                    Some([self.row(game), self.row(other)])
                })
                .collect()
        });
        let online: Vec<PersonId> = self.people.online().map(|p| p.id).collect();
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
        self.tell(who, Bugwho { games, partners, unpartnered });
    }

    fn plays_bughouse(&self, who: PersonId) -> bool {
        match self.place(who) {
            Place::Playing(number) => self.games.get(number).is_some_and(|g| g.partner.is_some()),
            Place::Free | Place::Examining(_) => false,
        }
    }

    fn bug_player(&self, who: PersonId) -> BugPlayer {
        let sign = match self.place(who) {
            Place::Playing(_) => '^',
            Place::Examining(_) => '#',
            Place::Free if !self.wants(who, Variable::Open) => ':',
            Place::Free => ' ',
        };
        let titles = self.person(who).map(|p| p.titled().titles).unwrap_or_default();
        let name = Titled { name: self.name(who), titles };
        BugPlayer { rating: self.shown_rating(who, Category::Bughouse), sign, name }
    }
}
