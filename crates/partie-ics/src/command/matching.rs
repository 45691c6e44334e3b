//! Games that are proposed, and what is answered.

use partie_wire::{
    command::matching::{MatchingCommand, Wanted},
    notice::{offer::OfferNotice, partner::PartnerNotice},
    proposal::OfferKind,
    variables::Variable,
};

use crate::{
    Ics,
    category::Kind,
    challenge::Challenge,
    offer::{Answer, OfferContent},
    players::{Activity, NameMatch, PlayerId},
};

impl Ics {
    pub(super) fn matching_command(&mut self, who: PlayerId, command: MatchingCommand) {
        match command {
            MatchingCommand::Match { player, wanted } => self.propose(who, &player, &wanted),
            MatchingCommand::Rematch => self.rematch(who),
            MatchingCommand::Accept(pick) => self.answer(who, Answer::Accept, &pick),
            MatchingCommand::Decline(pick) => self.answer(who, Answer::Decline, &pick),
            MatchingCommand::Withdraw(pick) => self.answer(who, Answer::Withdraw, &pick),
            MatchingCommand::Pending => self.show_pending(who),
            MatchingCommand::Bugwho(parts) => self.bugwho(who, parts),
            MatchingCommand::Partner { player: Some(player) } => {
                self.ask_for_partnership(who, &player);
            }
            MatchingCommand::Partner { player: None } => self.end_partnership(who),
        }
    }

    /// Returns true if a player may propose games now; else reports why not.
    fn may_propose(&mut self, who: PlayerId) -> bool {
        let refusal = match self.activity(who) {
            Activity::Playing(_) => OfferNotice::WhilePlaying,
            Activity::Examining(_) => OfferNotice::WhileExamining,
            Activity::Free => return true,
        };
        self.out.send(who, refusal);
        false
    }

    /// `match`.
    pub(super) fn propose(&mut self, who: PlayerId, player: &str, wanted: &Wanted) {
        if !self.may_propose(who) {
            return;
        }
        let Some(other) = self.find_online(who, player) else { return };
        if other == who {
            self.out.send(who, OfferNotice::Yourself);
            return;
        }
        if !self.may_be_asked(who, other) {
            return;
        }
        if let Some(challenge) = self.challenge_of(who, wanted) {
            self.challenge(who, other, challenge);
        }
    }

    /// Returns true if a player can be asked for a game; else reports why not.
    fn may_be_asked(&mut self, who: PlayerId, other: PlayerId) -> bool {
        if let Some(refusal) = self.refuses(who, other) {
            self.report_refusal(who, other, refusal);
            return false;
        }
        let name = self.name(other).into();
        let refusal = match self.activity(other) {
            _ if !self.wants(other, Variable::Open) => OfferNotice::NotOpen { who: name },
            Activity::Playing(_) => OfferNotice::IsPlaying { who: name },
            Activity::Examining(_) => OfferNotice::IsExamining { who: name },
            Activity::Free => return true,
        };
        self.out.send(who, refusal);
        false
    }

    /// `rematch`.
    fn rematch(&mut self, who: PlayerId) {
        if !self.may_propose(who) {
            return;
        }
        let Some((name, challenge)) = self.online(who).and_then(|p| p.last_match.clone()) else {
            self.out.send(who, OfferNotice::NoLastOpponent);
            return;
        };
        match self.players.match_online(&name) {
            NameMatch::One(other) if self.name(other) == name => {
                if self.may_be_asked(who, other) {
                    self.challenge(who, other, challenge);
                }
            }
            _ => self.out.send(who, OfferNotice::LastOpponentGone { who: name.into() }),
        }
    }

    /// Proposes a game to a player who can be asked.
    pub(crate) fn challenge(&mut self, who: PlayerId, other: PlayerId, mut challenge: Challenge) {
        if !self.wants(who, Variable::Open) {
            self.out.send(who, OfferNotice::OpensYou);
            if let Some(online) = self.online_mut(who) {
                online.variables.switch(Variable::Open, true);
            }
        }
        let other_name = self.name(other);
        let bughouse = challenge.kind == Kind::Bughouse;
        if bughouse && !self.can_play_bughouse(who, other) {
            return;
        }
        if let Some(id) = self.adjourned_between(who, other).filter(|_| !bughouse) {
            // The game that they have begun goes on.
            challenge = self.challenge_to_continue(who, id).unwrap_or(challenge);
        } else if challenge.rated {
            let partners = [who, other].map(|id| self.partner_of(id).filter(|_| bughouse));
            let all = [Some(other)].into_iter().chain(partners).flatten();
            if let Some(guest) = all.into_iter().find(|id| !self.is_registered(*id)) {
                challenge.rated = false;
                let guest = self.name(guest).into();
                self.out.send(who, OfferNotice::IsUnregistered { who: guest });
            }
        }
        if challenge.adjourned.is_none() && !self.fits_formula(other, who, &challenge) {
            let formula = self.formula_of(other);
            self.out.send(who, OfferNotice::FormulaOf { who: other_name.into(), formula });
            return;
        }
        let found = |offer: &crate::offer::Offer| match &offer.content {
            OfferContent::Match(challenge) => Some((offer.index, (**challenge).clone())),
            OfferContent::Simul { .. } | OfferContent::Takeback(_) | OfferContent::Plain(_) => None,
        };
        let theirs = self.offers.between(other, who, OfferKind::Match).and_then(found);
        let mine = self.offers.between(who, other, OfferKind::Match).and_then(found);
        let (my_name, to) = (self.name(who), other_name);
        if let Some((index, theirs)) = theirs {
            if challenge.meets(&theirs) {
                self.out.send(who, OfferNotice::Intercepts { whose: to.into() });
                self.out.send(other, OfferNotice::Intercepted { whose: my_name.into() });
                if let (Some(offer), Some(color)) = (self.offers.get_mut(index), challenge.color) {
                    offer.ask_color(!color);
                }
                self.accept(index);
                return;
            }
            self.out.send(who, OfferNotice::Counteroffer { from: to.into() });
            self.out.send(other, OfferNotice::Countered { who: my_name.into() });
            self.remove_offer(index);
        } else if let Some((index, mine)) = mine {
            if mine == challenge {
                self.out.send(who, OfferNotice::Identical { to: to.into() });
                return;
            }
            self.out.send(who, OfferNotice::Updating { to });
            self.out.send(other, OfferNotice::Updates { who: my_name.into() });
            self.remove_offer(index);
        }
        let proposal = self.proposal(who, other, &challenge);
        self.out.send(who, OfferNotice::Issuing { proposal: proposal.clone() });
        self.out.send(other, OfferNotice::Challenge { proposal: proposal.clone() });
        if bughouse {
            let issues = PartnerNotice::Issues { proposal: proposal.clone() };
            let challenged = PartnerNotice::Challenged { proposal };
            self.send_to_partners(who, other, issues, challenged);
        }
        self.offer(who, other, OfferContent::Match(Box::new(challenge)));
    }

    /// The challenge that lets an adjourned game go on.
    fn challenge_to_continue(
        &self,
        who: PlayerId,
        id: crate::game::AdjournedId,
    ) -> Option<Challenge> {
        let game = self.adjourned.get(id)?;
        let key = self.player(who)?.account.key();
        let color = partie_core::Color::ALL.into_iter().find(|c| *game.keys.get(*c) == key);
        Some(Challenge {
            kind: game.terms.kind,
            controls: game.terms.controls,
            rated: game.terms.rated,
            color,
            adjourned: Some(id),
        })
    }
}
