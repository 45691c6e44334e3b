//! Requests between the players of a game: a draw, an end without a result, an
//! adjournment, taking moves back, changing sides, pausing the clocks, more time.

use partie_core::Outcome;
use partie_wire::{
    fields::{Name, Seconds},
    notice::{Notice, ending::Ending, game::GameNotice, offer::OfferNotice},
    proposal::OfferKind,
    variables::Variable,
};

use super::GameNumber;
use crate::{Ics, Span, clock::Flag, draw_claims, offer::OfferContent, players::PlayerId};

/// The most seconds that one may give at once.
const MOST_MORETIME: u32 = 600;

impl Ics {
    /// The game that a player plays, and the opponent; else reports that there is none.
    pub(crate) fn own_opponent(&mut self, who: PlayerId) -> Option<(GameNumber, PlayerId)> {
        let number = self.own_game(who)?;
        let game = self.games.get(number)?;
        let opponent = game.sides.get(!game.color_of(who)?).player?;
        Some((number, opponent))
    }

    /// `draw`: a claim, an agreement, or an offer.
    pub(crate) fn draw(&mut self, who: PlayerId) {
        let Some((number, _)) = self.own_opponent(who) else { return };
        let Some(game) = self.games.get(number) else { return };
        // In bughouse the other board goes on: nothing comes again.
        if let Some(claim) = draw_claims::draw(&game.history).filter(|_| game.partner.is_none()) {
            self.end_by_rules(number, Outcome::Draw, &claim);
            return;
        }
        self.ask(who, OfferKind::Draw);
    }

    /// `abort`: at once before both have moved, or if only the opponent is out of time;
    /// else both have to agree.
    pub(crate) fn abort(&mut self, who: PlayerId) {
        let Some(number) = self.own_game(who) else { return };
        let Some(game) = self.games.get(number) else { return };
        if game.line.len() < 2 {
            self.end(number, Outcome::Unknown, Ending::AbortedOnMove1);
            return;
        }
        let opponent = game.color_of(who).map(|color| !color);
        if matches!(game.clock.flag(self.out.now), Flag::One(late) if Some(late) == opponent) {
            let by = self.name(who).into();
            self.end(number, Outcome::Unknown, Ending::CourtesyAborted { by });
            return;
        }
        self.ask(who, OfferKind::Abort);
    }

    /// `adjourn`: both have accounts, and agree.
    pub(crate) fn ask_to_adjourn(&mut self, who: PlayerId) {
        let Some(number) = self.own_game(who) else { return };
        if self.is_bughouse(number) {
            self.out.send(who, OfferNotice::CannotAdjournBughouse);
        } else if !self.can_adjourn(number) {
            self.out.send(who, OfferNotice::CannotAdjourn);
        } else {
            self.ask(who, OfferKind::Adjourn);
        }
    }

    /// `switch`: other sides.
    pub(crate) fn ask_to_switch(&mut self, who: PlayerId) {
        let Some(number) = self.own_game(who) else { return };
        if self.is_bughouse(number) {
            self.out.send(who, OfferNotice::CannotSwitchBughouse);
        } else {
            self.ask(who, OfferKind::Switch);
        }
    }

    /// `pause` and `unpause`.
    pub(crate) fn ask_to_pause(&mut self, who: PlayerId, kind: OfferKind) {
        let Some(number) = self.own_game(who) else { return };
        let Some(game) = self.games.get(number) else { return };
        let paused = game.clock.is_paused();
        let refusal = match kind {
            OfferKind::Unpause => (!paused).then_some(OfferNotice::NotPaused),
            _ if game.clock.is_untimed() => Some(OfferNotice::UntimedPause),
            _ if paused => Some(OfferNotice::AlreadyPaused),
            _ if game.line.len() < 2 => Some(OfferNotice::EarlyPause),
            _ => None,
        };
        match refusal {
            Some(notice) => self.out.send(who, notice),
            None => self.ask(who, kind),
        }
    }

    fn is_bughouse(&self, number: GameNumber) -> bool {
        self.games.get(number).is_some_and(|g| g.partner.is_some())
    }

    /// Asks the opponent; if they have asked the same, both agree.
    fn ask(&mut self, who: PlayerId, kind: OfferKind) {
        if let Some((number, opponent)) = self.own_opponent(who) {
            self.ask_at(number, who, opponent, kind);
        }
    }

    /// The same at a board that need not be the one at which one stands.
    pub(crate) fn ask_at(
        &mut self,
        number: GameNumber,
        who: PlayerId,
        opponent: PlayerId,
        kind: OfferKind,
    ) {
        if let Some(index) = self.offers.between(opponent, who, kind).map(|o| o.index) {
            self.accept(index);
            return;
        }
        if self.offers.between(who, opponent, kind).is_some() {
            self.out.send(who, OfferNotice::AlreadyOffered { what: kind });
            return;
        }
        let from: Name = self.name(who).into();
        let game = number.0;
        let (sent, wanted, seen) = match kind {
            OfferKind::Draw => (
                OfferNotice::DrawSent,
                OfferNotice::DrawOffered { from: from.clone() },
                OfferNotice::DrawSeen { game, from },
            ),
            OfferKind::Abort => (
                OfferNotice::AbortSent,
                OfferNotice::AbortWanted { from: from.clone() },
                OfferNotice::AbortSeen { game, from },
            ),
            OfferKind::Adjourn => (
                OfferNotice::AdjournSent,
                OfferNotice::AdjournWanted { from: from.clone() },
                OfferNotice::AdjournSeen { game, from },
            ),
            OfferKind::Switch => (
                OfferNotice::SwitchSent,
                OfferNotice::SwitchWanted { from: from.clone() },
                OfferNotice::SwitchSeen { game, from },
            ),
            OfferKind::Pause => (
                OfferNotice::PauseSent,
                OfferNotice::PauseWanted { from: from.clone() },
                OfferNotice::PauseSeen { game, from },
            ),
            OfferKind::Unpause => (
                OfferNotice::UnpauseSent,
                OfferNotice::UnpauseWanted { from: from.clone() },
                OfferNotice::UnpauseSeen { game, from },
            ),
            // These have parameters, or no game.
            OfferKind::Takeback | OfferKind::Match | OfferKind::Partner | OfferKind::Simul => {
                return;
            }
        };
        self.out.send(who, sent);
        self.out.send(opponent, wanted);
        self.send_to_observers(number, &seen.into());
        self.offer(who, opponent, OfferContent::Plain(kind));
    }

    /// Tells those who watch a game, not its players.
    fn send_to_observers(&mut self, number: GameNumber, notice: &Notice) {
        let watchers = self.games.get(number).map(|g| g.observers.clone()).unwrap_or_default();
        for id in watchers {
            self.out.send(id, notice.clone());
        }
    }

    /// Tells all who see a game.
    fn send_to_game(&mut self, number: GameNumber, notice: &Notice) {
        let players: Vec<PlayerId> =
            self.games.get(number).map(|g| g.players().collect()).unwrap_or_default();
        for id in players {
            self.out.send(id, notice.clone());
        }
        self.send_to_observers(number, notice);
    }

    /// `takeback`.
    pub(crate) fn ask_to_take_back(&mut self, who: PlayerId, plies: u32) {
        let Some((number, opponent)) = self.own_opponent(who) else { return };
        let played = self.games.get(number).map_or(0, |g| g.line.len());
        let opponents = self.name(opponent);
        let refusal = if self.is_bughouse(number) {
            Some(OfferNotice::CannotTakeBackBughouse)
        } else if played == 0 || plies == 0 {
            Some(OfferNotice::NoPlies)
        } else if plies as usize > played {
            Some(OfferNotice::TooFewPlies { played: played as u32 })
        } else if self.wants(opponent, Variable::Notakeback) {
            Some(OfferNotice::NoTakebacks { who: opponents.into() })
        } else {
            None
        };
        if let Some(notice) = refusal {
            self.out.send(who, notice);
            return;
        }
        let asked = |offer: &crate::offer::Offer| match offer.content {
            OfferContent::Takeback(n) => Some((offer.index, n)),
            OfferContent::Match(_) | OfferContent::Simul { .. } | OfferContent::Plain(_) => None,
        };
        let kind = OfferKind::Takeback;
        let theirs = self.offers.between(opponent, who, kind).and_then(asked);
        let mine = self.offers.between(who, opponent, kind).and_then(asked);
        let from: Name = self.name(who).into();
        match (theirs, mine) {
            (Some((index, n)), _) if n == plies => return self.accept(index),
            (Some((index, _)), _) => {
                self.remove_offer(index);
                self.out.send(who, OfferNotice::TakebackDiffers);
                self.out.send(opponent, OfferNotice::TakebackInstead { from: from.clone(), plies });
            }
            (None, Some((_, n))) if n == plies => {
                return self.out.send(who, OfferNotice::AlreadyOffered { what: kind });
            }
            (None, mine) => {
                if let Some((index, _)) = mine {
                    self.remove_offer(index);
                }
                self.out.send(who, OfferNotice::TakebackSent);
                self.out.send(opponent, OfferNotice::TakebackWanted { from: from.clone(), plies });
            }
        }
        let seen = OfferNotice::TakebackSeen { game: number.0, from, plies };
        self.send_to_observers(number, &seen.into());
        self.offer(who, opponent, OfferContent::Takeback(plies));
    }

    /// `moretime`.
    pub(crate) fn give_time(&mut self, who: PlayerId, seconds: u32) {
        let Some((number, opponent)) = self.own_opponent(who) else { return };
        if !(1..=MOST_MORETIME).contains(&seconds) {
            self.out.send(who, OfferNotice::MoretimeLimit);
            return;
        }
        let Some(game) = self.games.get_mut(number) else { return };
        let Some(color) = game.color_of(opponent) else { return };
        if game.clock.give(color, Span::seconds(i64::from(seconds))) == Span::ZERO {
            self.out.send(who, OfferNotice::UntimedMoretime);
            return;
        }
        let seconds = Seconds(seconds as usize);
        self.out.send(who, GameNotice::TimeAdded { seconds });
        self.out.send(opponent, GameNotice::TimeGot { seconds });
        let seen =
            OfferNotice::TimeAddedSeen { game: number.0, who: self.name(who).into(), seconds };
        self.send_to_observers(number, &seen.into());
    }

    /// Both want it: what was asked for without parameters is done.
    pub(crate) fn agree(&mut self, from: PlayerId, to: PlayerId, kind: OfferKind) {
        let Some(number) = self.common_game(from, to) else { return };
        match kind {
            OfferKind::Draw => self.end(number, Outcome::Draw, Ending::Agreed),
            OfferKind::Abort => self.end(number, Outcome::Unknown, Ending::Aborted),
            OfferKind::Adjourn => self.adjourn(number, Ending::Adjourned),
            OfferKind::Switch => self.switch_sides(number),
            OfferKind::Pause => self.pause(number),
            OfferKind::Unpause => self.unpause(number),
            OfferKind::Takeback | OfferKind::Match | OfferKind::Partner | OfferKind::Simul => {}
        }
    }

    /// Both want moves back.
    pub(crate) fn take_back(&mut self, from: PlayerId, to: PlayerId, plies: u32) {
        let Some(number) = self.common_game(from, to) else { return };
        let now = self.out.now;
        let Some(game) = self.games.get_mut(number) else { return };
        let plies = (plies as usize).min(game.line.len());
        game.clock.take_back(plies, now);
        game.forget(plies);
        self.show_all(number, true);
    }

    fn switch_sides(&mut self, number: GameNumber) {
        let now = self.out.now;
        let Some(game) = self.games.get_mut(number) else { return };
        let (sides, controls) = (&mut game.sides, &mut game.terms.controls);
        std::mem::swap(&mut sides.white, &mut sides.black);
        std::mem::swap(&mut controls.white, &mut controls.black);
        game.clock.exchange(now);
        self.send_to_game(number, &OfferNotice::Switched { game: number.0 }.into());
        self.show_all(number, true);
    }

    fn pause(&mut self, number: GameNumber) {
        let now = self.out.now;
        let Some(game) = self.games.get_mut(number) else { return };
        game.clock.pause(now);
        self.send_to_game(number, &GameNotice::Paused { game: number.0 }.into());
        self.show_all(number, true);
    }

    fn unpause(&mut self, number: GameNumber) {
        let now = self.out.now;
        let Some(game) = self.games.get_mut(number) else { return };
        game.clock.unpause(now);
        self.send_to_game(number, &GameNotice::Resumed { game: number.0 }.into());
        self.show_all(number, true);
    }
}
