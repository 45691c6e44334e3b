//! Acceptance of matches by a player's variables, lists and formula.

use partie_core::Color;
use partie_wire::{notice::offer::OfferNotice, variables::Variable};

use crate::{
    Ics,
    challenge::Challenge,
    formula::{Formulas, Proposal, Slot},
    lists::List,
    players::{Player, PlayerId},
    rating::{Record, assess},
    title::{Title, Titles},
};

/// The list that prevents a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The one who is asked censors the asker.
    Censored,
    /// The asker censors the other.
    Censors,
    /// The asker is on the other's noplay list.
    OnNoplay,
    /// The other is on the asker's noplay list.
    Noplays,
}

impl Ics {
    /// The reason why two players do not play each other by their lists, from the asker's side.
    pub(crate) fn refuses(&self, asker: PlayerId, asked: PlayerId) -> Option<Refusal> {
        if self.censors(asked, asker) {
            return Some(Refusal::Censored);
        }
        if self.censors(asker, asked) {
            return Some(Refusal::Censors);
        }
        if self.avoids(asked, asker) {
            return Some(Refusal::OnNoplay);
        }
        self.avoids(asker, asked).then_some(Refusal::Noplays)
    }

    /// Returns true if a player's noplay list names another.
    pub(crate) fn avoids(&self, who: PlayerId, whom: PlayerId) -> bool {
        let name = self.name(whom);
        self.player(who).is_some_and(|p| p.lists(List::Noplay, &name))
    }

    /// Reports why a match is refused.
    pub(crate) fn report_refusal(&mut self, asker: PlayerId, asked: PlayerId, refusal: Refusal) {
        let who = self.name(asked).into();
        let notice = match refusal {
            Refusal::Censored => OfferNotice::CensorsYou { who },
            Refusal::Censors => OfferNotice::YouCensor { who },
            Refusal::OnNoplay => OfferNotice::OnNoplay { who },
            Refusal::Noplays => OfferNotice::YouNoplay { who },
        };
        self.out.send(asker, notice);
    }

    /// Returns true if a match that `opponent` proposes fits a player's formula.
    pub(crate) fn fits_formula(
        &self,
        owner: PlayerId,
        opponent: PlayerId,
        challenge: &Challenge,
    ) -> bool {
        let Some(variables) = self.variables(owner) else { return true };
        if variables.text(Variable::Formula).is_none() {
            return true;
        }
        let mut formulas = Formulas::default();
        for (place, part) in (0u8..).zip(Variable::PARTS) {
            // Invalid formulas are ignored.
            let _ = formulas.set(Slot::F(place), variables.text(part).unwrap_or_default());
        }
        let text = variables.text(Variable::Formula).unwrap_or_default();
        if formulas.set(Slot::Formula, text).is_err() {
            return true;
        }
        formulas.fits(&self.as_formulas_see(owner, opponent, challenge))
    }

    /// A player's formula as it is shown.
    pub(crate) fn formula_of(&self, owner: PlayerId) -> String {
        let text = self.variables(owner).and_then(|v| v.text(Variable::Formula));
        text.unwrap_or_default().to_owned()
    }

    /// The facts of a match that `opponent` proposes to `owner`.
    fn as_formulas_see(
        &self,
        owner: PlayerId,
        opponent: PlayerId,
        challenge: &Challenge,
    ) -> Proposal {
        let category = challenge.category();
        let record = |id| -> Record {
            self.player(id)
                .and_then(|p| p.account.records.of(category))
                .copied()
                .unwrap_or_default()
        };
        let (mine, theirs) = (record(owner), record(opponent));
        let titles = self.titles(opponent);
        let color = challenge.color.map(|c| !c);
        let of_mine = color.unwrap_or(Color::White);
        let assessment = assess(&mine, &theirs, self.out.now);
        Proposal {
            kind: challenge.kind,
            category,
            rated: challenge.rated,
            private: false,
            mine: *challenge.controls.get(of_mine),
            theirs: *challenge.controls.get(!of_mine),
            color,
            my_rating: mine.rating.unwrap_or(0),
            rating: theirs.rating.unwrap_or(0),
            rd: theirs.strength(self.out.now).rd,
            standing: theirs.standing(self.out.now),
            registered: self.player(opponent).is_some_and(|p| p.registered),
            computer: titles.contains(Title::Computer),
            timeseal: self
                .online(opponent)
                .and_then(|p| p.session)
                .and_then(|s| self.sessions.get(s))
                .is_some_and(|s| s.seal.is_some()),
            abuser: self.player(opponent).is_some_and(|p| p.is(List::Abuser)),
            titled: titles.iter().any(|t| t.bit() > 2),
            win: assessment.win,
            draw: assessment.draw,
            loss: assessment.loss,
        }
    }

    /// A player's titles.
    pub(crate) fn titles(&self, who: PlayerId) -> Titles {
        self.player(who).map(Player::titles).unwrap_or_default()
    }
}
