//! Availability for matches, announced to players with `set availinfo 1`.

use partie_wire::style12::Rating;
use partie_wire::{notice::lists::ListNotice, variables::Variable};

use crate::{
    Ics,
    audience::News,
    category::Category,
    players::{Activity, PlayerId},
};

impl Ics {
    /// Returns true if a player is open to matches, and neither plays nor examines.
    fn is_available(&self, who: PlayerId) -> bool {
        self.wants(who, Variable::Open) && self.activity(who) == Activity::Free
    }

    /// Records the availability of a player who logs in, without announcing it.
    pub(crate) fn begin_available(&mut self, who: PlayerId) {
        let available = self.is_available(who);
        if let Some(online) = self.online_mut(who) {
            online.available = available;
        }
    }

    /// Tells who can be challenged now, or no longer, of those who did something by which
    /// that may have changed.
    pub(crate) fn announce_availability(&mut self) {
        for who in self.players.take_moved() {
            let available = self.is_available(who);
            let Some(online) = self.online_mut(who) else { continue };
            if std::mem::replace(&mut online.available, available) != available {
                self.announce_availability_of(who, available);
            }
        }
    }

    fn announce_availability_of(&mut self, who: PlayerId, available: bool) {
        let Some(player) = self.player(who) else { return };
        let name = player.titled();
        // The certainty of a rating is not part of this line.
        let rating = |category| {
            let shown = self.shown_rating(who, category);
            shown.number().map_or(shown, Rating::Settled)
        };
        let notice = if available {
            ListNotice::Available {
                name,
                blitz: rating(Category::Blitz),
                standard: rating(Category::Standard),
                wild: rating(Category::Wild),
                lightning: rating(Category::Lightning),
                bughouse: rating(Category::Bughouse),
            }
        } else {
            ListNotice::NotAvailable { name }
        };
        let strength = self.rating_number(who, Category::Blitz);
        let hearers: Vec<PlayerId> = self
            .players
            .audience()
            .of(News::Availability)
            .filter_map(|id| self.player(id).filter(|p| p.id != who))
            .filter(|p| {
                let limit = |variable| p.variables().number(variable);
                let (least, most) = (limit(Variable::Availmin), limit(Variable::Availmax));
                strength >= least && (most == 0 || strength <= most)
            })
            .map(|p| p.id)
            .collect();
        for id in hearers {
            self.out.send(id, notice.clone());
        }
    }
}
