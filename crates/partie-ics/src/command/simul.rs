//! Simultaneous exhibitions: how they come about, and the ways of their giver.

use partie_core::Color;
use partie_wire::{
    command::{matching::Wanted, simul::SimulCommand},
    fields::Passes,
    notice::{
        ending::Ending, game::GameNotice, games::GamesTable, offer::OfferNotice, simul::SimulNotice,
    },
    proposal::OfferKind,
    variables::Variable,
};

use crate::{
    Ics,
    category::Kind,
    game::{GameNumber, MOST_PASSES},
    offer::OfferContent,
    players::{Activity, PlayerId},
};
use partie_core::Outcome;

impl Ics {
    pub(super) fn simul_command(&mut self, who: PlayerId, command: SimulCommand) {
        match command {
            SimulCommand::Open => self.set_variable(who, Variable::Simopen, None),
            SimulCommand::Match { player, wanted } => self.simmatch(who, &player, &wanted),
            SimulCommand::Games { player } => self.simgames(who, player.as_deref()),
            SimulCommand::Next => self.step(who, 1),
            SimulCommand::Prev => self.step(who, -1),
            SimulCommand::Goboard { board } => self.goboard(who, &board),
            SimulCommand::Pass => self.simpass(who),
            SimulCommand::Abort => {
                if self.is_in_simul(who) {
                    self.abort(who);
                }
            }
            SimulCommand::Adjourn => {
                if self.is_in_simul(who) {
                    self.ask_to_adjourn(who);
                }
            }
            SimulCommand::AllAbort => {
                for number in self.own_boards(who) {
                    self.abort_board(who, number);
                }
            }
            SimulCommand::AllAdjourn => {
                for number in self.own_boards(who) {
                    self.adjourn_board(who, number);
                }
            }
        }
    }

    /// `simmatch`: an offer between a player and the giver of a simul, or the answer to one.
    fn simmatch(&mut self, who: PlayerId, player: &str, wanted: &Wanted) {
        let Some(other) = self.find_online(who, player) else { return };
        if other == who {
            return self.out.send(who, OfferNotice::Yourself);
        }
        if let Some(refusal) = self.refuses(who, other) {
            return self.report_refusal(who, other, refusal);
        }
        let kind = OfferKind::Simul;
        if let Some(index) = self.offers.between(other, who, kind).map(|o| o.index) {
            return self.accept(index);
        }
        let name = self.name(other);
        let giver = match (self.gives_simul(other), self.gives_simul(who)) {
            (true, _) => other,
            (false, true) => who,
            (false, false) => {
                return self.out.send(who, SimulNotice::NotOpen { who: name.into() });
            }
        };
        if !self.is_free_for_simul(who, giver) {
            return match self.activity(who) {
                Activity::Examining(_) => self.out.send(who, OfferNotice::WhileExamining),
                Activity::Free | Activity::Playing(_) => {
                    self.out.send(who, OfferNotice::WhilePlaying);
                }
            };
        }
        if !self.is_free_for_simul(other, giver) {
            return self.out.send(who, SimulNotice::TooLate { who: name.into() });
        }
        if self.offers.between(who, other, kind).is_some() {
            return self.out.send(who, SimulNotice::Already { to: name.into() });
        }
        let Some(mut challenge) = self.challenge_of(who, wanted) else { return };
        if challenge.kind == Kind::Bughouse {
            return self.out.send(who, SimulNotice::NoBughouse);
        }
        if challenge.rated && !self.is_registered(other) {
            challenge.rated = false;
            self.out.send(who, OfferNotice::IsUnregistered { who: name.into() });
        }
        // The giver has White where nothing else was said.
        let usual = if who == giver { Color::White } else { Color::Black };
        challenge.color.get_or_insert(usual);
        let proposal = self.proposal(who, other, &challenge);
        let from = self.name(who).into();
        self.out.send(who, SimulNotice::Sent { proposal: proposal.clone() });
        self.out.send(other, SimulNotice::Asked { from, proposal });
        self.offer(who, other, OfferContent::Simul { giver, challenge: Box::new(challenge) });
    }

    /// `simgames`: the boards of a giver, or of the giver against whom one plays.
    fn simgames(&mut self, who: PlayerId, player: Option<&str>) {
        let giver = if let Some(player) = player {
            let Some(other) = self.find_online(who, player) else { return };
            if self.online(other).is_none_or(|p| p.simul.is_empty()) {
                let who_is = self.name(other).into();
                return self.out.send(who, SimulNotice::HeIsNotGiving { who: who_is });
            }
            other
        } else {
            let own = self.boards_of(who).first().and_then(|n| self.games.get(*n)?.simul);
            let Some(simul) = own else { return self.out.send(who, SimulNotice::NotIn) };
            simul.giver
        };
        let boards = self.boards_of(giver);
        let rows = boards.iter().filter_map(|n| self.games.get(*n)).map(|g| self.row(g)).collect();
        self.out.send(who, GamesTable { rows, of: None });
    }

    /// The boards of the simul that a player gives; else reports that there is none.
    fn own_boards(&mut self, who: PlayerId) -> Vec<GameNumber> {
        let boards = self.online(who).map(|p| p.simul.clone()).unwrap_or_default();
        if boards.is_empty() {
            self.out.send(who, SimulNotice::NotGiving);
        }
        boards
    }

    /// `simnext`, `simprev`: to the board so many places further.
    fn step(&mut self, who: PlayerId, by: isize) {
        let boards = self.own_boards(who);
        let Activity::Playing(here) = self.activity(who) else { return };
        let Some(at) = boards.iter().position(|n| *n == here) else { return };
        if boards.len() == 1 {
            return self.out.send(who, SimulNotice::OnlyBoard);
        }
        let next = (at as isize + by).rem_euclid(boards.len() as isize);
        if let Some(number) = boards.get(next as usize) {
            self.go_to(who, *number);
        }
    }

    /// `goboard`.
    fn goboard(&mut self, who: PlayerId, board: &str) {
        let boards = self.own_boards(who);
        if boards.is_empty() {
            return;
        }
        let low = board.to_ascii_lowercase();
        let is_meant = |number: &&GameNumber| match board.parse::<u32>() {
            Ok(wanted) => number.0 == wanted,
            Err(_) => self
                .opponent_at(who, **number)
                .is_some_and(|id| self.name(id).to_ascii_lowercase().starts_with(&low)),
        };
        match boards.iter().find(is_meant) {
            Some(number) => self.go_to(who, *number),
            None => self.out.send(who, SimulNotice::NoBoard { board: board.to_owned() }),
        }
    }

    /// Returns true if a player gives or plays in a simul; else reports that they do not.
    fn is_in_simul(&mut self, who: PlayerId) -> bool {
        let Activity::Playing(number) = self.activity(who) else {
            self.out.send(who, SimulNotice::NotIn);
            return false;
        };
        let is_in = self.games.get(number).is_some_and(|g| g.simul.is_some());
        if !is_in {
            self.out.send(who, SimulNotice::NotIn);
        }
        is_in
    }

    /// `simpass`: the opponent thinks on, and the giver goes to the next board.
    fn simpass(&mut self, who: PlayerId) {
        let Activity::Playing(number) = self.activity(who) else {
            return self.out.send(who, SimulNotice::NotIn);
        };
        let Some(game) = self.games.get(number) else { return };
        let Some(simul) = game.simul.filter(|s| s.giver != who) else {
            return self.out.send(who, SimulNotice::NotIn);
        };
        let (giver, mine) = (simul.giver, game.color_of(who) == Some(game.turn()));
        let (name, giver_name) = (self.name(who).into(), self.name(giver).into());
        let refusal = if !mine {
            Some(GameNotice::NotYourMove.into())
        } else if self.activity(giver) != Activity::Playing(number) {
            Some(SimulNotice::Elsewhere { who: giver_name }.into())
        } else if simul.passes >= MOST_PASSES {
            Some(SimulNotice::NoPasses { who: giver_name }.into())
        } else {
            None::<partie_wire::notice::Notice>
        };
        if let Some(notice) = refusal {
            return self.out.send(who, notice);
        }
        let passes = simul.passes + 1;
        if let Some(simul) = self.games.get_mut(number).and_then(|g| g.simul.as_mut()) {
            simul.passes = passes;
        }
        let left = Passes(usize::from(MOST_PASSES - passes));
        self.out.send(who, SimulNotice::YouPass { left });
        self.out.send(giver, SimulNotice::Passes { game: number.0, who: name, left });
        if self.boards_of(giver).len() > 1 {
            self.step(giver, 1);
        }
    }

    fn abort_board(&mut self, giver: PlayerId, number: GameNumber) {
        let Some(opponent) = self.opponent_at(giver, number) else { return };
        if self.games.get(number).is_some_and(|g| g.line.len() < 2) {
            self.end(number, Outcome::Unknown, Ending::AbortedOnMove1);
        } else {
            self.ask_at(number, giver, opponent, OfferKind::Abort);
        }
    }

    fn adjourn_board(&mut self, giver: PlayerId, number: GameNumber) {
        let Some(opponent) = self.opponent_at(giver, number) else { return };
        if self.can_adjourn(number) {
            self.ask_at(number, giver, opponent, OfferKind::Adjourn);
        } else {
            self.out.send(giver, OfferNotice::CannotAdjourn);
        }
    }
}
