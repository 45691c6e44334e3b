//! Who can be challenged, told to those who want to know (`set availinfo 1`).

use partie_formats::style12::Rating;
use partie_wire::{notice::lists::ListNotice, variables::Variable};

use crate::{
    Ics,
    audience::News,
    category::Category,
    people::{PersonId, Place},
};

impl Ics {
    /// Whether a player is open to matches, and neither plays nor examines.
    fn is_available(&self, who: PersonId) -> bool {
        self.wants(who, Variable::Open) && self.place(who) == Place::Free
    }

    /// A player has come: what he is like now is nothing new.
    pub(crate) fn begin_available(&mut self, who: PersonId) {
        let available = self.is_available(who);
        if let Some(presence) = self.presence_mut(who) {
            presence.available = available;
        }
    }

    /// Tells who can be challenged now, or no longer, of those who did something by which
    /// that may have changed.
    pub(crate) fn tell_available(&mut self) {
        for who in std::mem::take(&mut self.moved) {
            let available = self.is_available(who);
            let Some(presence) = self.presence_mut(who) else { continue };
            if std::mem::replace(&mut presence.available, available) != available {
                self.tell_whether_available(who, available);
            }
        }
    }

    fn tell_whether_available(&mut self, who: PersonId, available: bool) {
        let Some(person) = self.person(who) else { return };
        let name = person.titled();
        // How sure a rating is is not said here.
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
        let hearers: Vec<PersonId> = self
            .people
            .audience()
            .of(News::Availability)
            .filter_map(|id| self.person(id).filter(|p| p.id != who))
            .filter(|p| {
                let limit = |variable| p.variables().number(variable);
                let (least, most) = (limit(Variable::Availmin), limit(Variable::Availmax));
                strength >= least && (most == 0 || strength <= most)
            })
            .map(|p| p.id)
            .collect();
        for id in hearers {
            self.tell(id, notice.clone());
        }
    }
}
