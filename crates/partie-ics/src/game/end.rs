//! Ends of games.

use partie_core::{ByColor, Color, Outcome, Termination, Variant};
use partie_wire::style12::GameEnd;
use partie_wire::{
    command::record::{GameRef, Which},
    fields::Name,
    notice::{ending::Ending, game::GameNotice},
    variables::Variable,
};

use super::{Finished, Game, GameNumber};
use crate::{
    Change, Ics, Output,
    category::Category,
    players::{Activity, PlayerId},
    rating::{Record, Score},
};

/// The effect of a game on a player's record.
struct Rated {
    player: PlayerId,
    before: Record,
    after: Record,
}

impl Game {
    /// The name of a side, as notices want it.
    pub(crate) fn name(&self, color: Color) -> Name {
        self.sides.get(color).name.as_str().into()
    }
}

/// The end that the rules of a variant name, in the server's words; the sides are called
/// by their names.
pub(crate) fn by_rules(
    variant: Variant,
    outcome: Outcome,
    termination: &Termination,
    name: impl Fn(Color) -> Name,
) -> Ending {
    match (termination, outcome) {
        (Termination::Checkmate, Outcome::Win(winner)) => {
            // In losers it is the mated side that wins.
            let mated = if variant == Variant::Losers { winner } else { !winner };
            Ending::Checkmated { loser: name(mated) }
        }
        (Termination::Stalemate, Outcome::Win(winner)) => {
            let winner = name(winner);
            match variant {
                Variant::Suicide => Ending::WinsByFewerMaterial { winner },
                _ => Ending::WinsByStalemate { winner },
            }
        }
        (Termination::Stalemate, _) if variant == Variant::Suicide => Ending::EqualMaterial,
        (Termination::Stalemate, _) => Ending::Stalemate,
        (Termination::FivefoldRepetition | Termination::Repetition, _) => Ending::Repetition,
        (Termination::SeventyFiveMoves | Termination::FiftyMoves, _) => Ending::FiftyMoves,
        (_, Outcome::Win(winner)) => match variant {
            Variant::Suicide | Variant::Losers | Variant::Antichess | Variant::Horde => {
                Ending::LosesAll { winner: name(winner) }
            }
            Variant::Atomic => Ending::KingExploded { loser: name(!winner) },
            _ => Ending::ReachesGoal { winner: name(winner) },
        },
        // All that is left there are bishops that never meet.
        (_, _) if matches!(variant, Variant::Suicide | Variant::Antichess) => {
            Ending::OppositeBishops
        }
        (_, _) => Ending::NoMaterial,
    }
}

impl Ics {
    /// The rules of the game ended it.
    pub(crate) fn end_by_rules(
        &mut self,
        number: GameNumber,
        outcome: Outcome,
        termination: &Termination,
    ) {
        if let Some(game) = self.games.get(number) {
            let name = |color| game.name(color);
            let ending = by_rules(game.terms.variant(), outcome, termination, name);
            self.end(number, outcome, ending);
        }
    }

    /// A player gave up.
    pub(crate) fn resign(&mut self, player: PlayerId, number: GameNumber) {
        if let Some((color, loser)) = self.side_of(player, number) {
            self.end(number, Outcome::Win(!color), Ending::Resigns { loser });
        }
    }

    /// The side that a player plays in a game, and their name.
    pub(crate) fn side_of(&self, player: PlayerId, number: GameNumber) -> Option<(Color, Name)> {
        let game = self.games.get(number)?;
        let color = game.color_of(player)?;
        Some((color, game.name(color)))
    }

    /// A game is over, and with it the partners' game in bughouse.
    pub(crate) fn end(&mut self, number: GameNumber, outcome: Outcome, ending: Ending) {
        let partner = self.games.get(number).and_then(|g| g.partner);
        let players: Vec<PlayerId> = [Some(number), partner]
            .into_iter()
            .flatten()
            .filter_map(|n| self.games.get(n))
            .flat_map(Game::players)
            .collect();
        let partners = self.games.get(number).map(|game| match outcome {
            // White of one board and Black of the other are partners.
            Outcome::Win(winner) => {
                let other = partner.and_then(|p| self.games.get(p));
                let winner_there = !winner;
                let name = other.map_or_else(|| game.name(winner), |o| o.name(winner_there));
                (Outcome::Win(winner_there), Ending::PartnerWon { winner: name })
            }
            Outcome::Draw => (Outcome::Draw, Ending::PartnersDrew),
            Outcome::Unknown => (Outcome::Unknown, Ending::PartnersAborted),
        });
        let rated = self.new_records(number, outcome);
        let rated_beside = match (partner, &partners) {
            (Some(partner), Some((outcome, _))) => self.new_records(partner, *outcome),
            _ => None,
        };
        let mut boards = vec![(number, self.close_game(number, outcome, ending, rated))];
        if let (Some(partner), Some((outcome, ending))) = (partner, partners) {
            boards.push((partner, self.close_game(partner, outcome, ending, rated_beside)));
        }
        boards.sort_by_key(|(number, _)| *number);
        let mut boards = boards.into_iter().filter_map(|(_, finished)| finished);
        if let Some(mut finished) = boards.next().filter(|_| outcome.is_known()) {
            finished.other = boards.next();
            self.out.emit(Output::Store(Change::Finished(finished)));
        }
        if outcome.is_known() && !self.admin_state.ended {
            for id in players {
                self.examine_what_was_played(id);
            }
        }
        self.watch_best();
    }

    /// Starts examining the finished game for a player who wants it (`set examine 1`).
    fn examine_what_was_played(&mut self, who: PlayerId) {
        let wants = self.wants(who, Variable::Examine);
        let on = self.online(who).is_some_and(|p| p.session.is_some());
        if wants && on && self.activity(who) == Activity::Free {
            self.examine(who, Some(&GameRef { player: None, which: Which::Last }));
        }
    }

    /// Closes a game: notifies everyone who sees it and frees its players. Returns its record.
    fn close_game(
        &mut self,
        number: GameNumber,
        outcome: Outcome,
        ending: Ending,
        rated: Option<ByColor<Rated>>,
    ) -> Option<Box<Finished>> {
        let game = self.games.remove(number)?;
        let mut reason = String::new();
        ending.write(&mut reason);
        let ended = GameNotice::Ended {
            game: GameEnd {
                game: number.0.into(),
                white: game.sides.get(Color::White).name.clone(),
                black: game.sides.get(Color::Black).name.clone(),
                reason,
                outcome,
            },
        };
        let players: Vec<PlayerId> = game.players().collect();
        for id in players.iter().chain(&game.observers) {
            self.out.send(*id, ended.clone());
        }
        let notified: Vec<PlayerId> = players.iter().chain(&game.observers).copied().collect();
        self.send_to_interested(&ended, &notified);
        for id in &game.observers {
            self.unobserve(*id, number);
        }
        self.keep_history(&game, outcome, &ending);
        for id in &players {
            self.stand_up(*id, number);
        }
        self.after_game(game.terms.category(), &players, rated);
        self.drop_requests(&players);
        for id in &players {
            self.list_seeks(*id);
            self.show_current_board(*id);
        }
        // A player who had not come back is gone now.
        for id in players {
            let gone = |p: &crate::players::OnlineState| {
                p.session.is_none() && p.activity == Activity::Free
            };
            if self.online(id).is_some_and(gone) {
                self.leave(id);
            }
        }
        Some(Box::new(Finished {
            terms: game.terms,
            sides: game.sides,
            start: game.start,
            line: game.line,
            since: game.since,
            until: self.out.now,
            outcome,
            ending,
            other: None,
        }))
    }

    /// The players' records if the game ended now; `None` if it changes no ratings. In bughouse the
    /// teams' strengths count, so both boards must be there.
    fn new_records(&self, number: GameNumber, outcome: Outcome) -> Option<ByColor<Rated>> {
        let game = self.games.get(number)?;
        let score = match outcome {
            Outcome::Win(Color::White) => Score::Win,
            Outcome::Win(Color::Black) => Score::Loss,
            Outcome::Draw => Score::Draw,
            Outcome::Unknown => return None,
        };
        if !game.terms.rated {
            return None;
        }
        let (white, black) =
            (self.record_in(game, Color::White)?, self.record_in(game, Color::Black)?);
        let strength = |(_, record): &(PlayerId, Record)| record.strength(self.out.now);
        let own = ByColor { white: strength(&white), black: strength(&black) };
        let beside = match game.partner {
            Some(partner) => {
                let other = self.games.get(partner)?;
                // White here and Black there are partners.
                Some(ByColor {
                    white: strength(&self.record_in(other, Color::Black)?),
                    black: strength(&self.record_in(other, Color::White)?),
                })
            }
            None => None,
        };
        let rated = |color: Color, (player, before): (PlayerId, Record), score| {
            let (mine, theirs) = (own.get(color), own.get(!color));
            let strength = match &beside {
                Some(beside) => {
                    mine.after_beside(*beside.get(color), theirs.team(*beside.get(!color)), score)
                }
                None => mine.after(*theirs, score),
            };
            Rated { player, before, after: before.played(strength, score, self.out.now) }
        };
        Some(ByColor {
            white: rated(Color::White, white, score),
            black: rated(Color::Black, black, score.reversed()),
        })
    }

    /// A side's player, and their record in the category of the game.
    fn record_in(&self, game: &Game, color: Color) -> Option<(PlayerId, Record)> {
        let player = game.sides.get(color).player?;
        let records = &self.player(player)?.account.records;
        Some((player, *records.of(game.terms.category())?))
    }

    /// The follow-up of a game: ratings, and the report to each player.
    fn after_game(
        &mut self,
        category: Category,
        players: &[PlayerId],
        rated: Option<ByColor<Rated>>,
    ) {
        let Some(ByColor { white, black }) = rated else {
            for id in players {
                self.out.send(*id, GameNotice::NoRatings);
            }
            return;
        };
        for Rated { player, before, after } in [white, black] {
            if let Some(record) =
                self.players.get_mut(player).and_then(|p| p.account.records.of_mut(category))
            {
                *record = after;
            }
            self.out.send(
                player,
                GameNotice::Ratings {
                    category: category.title(),
                    before: before.rating.unwrap_or_default().unsigned_abs(),
                    after: after.rating.unwrap_or_default().unsigned_abs(),
                },
            );
            self.store_account(player);
        }
    }
}
