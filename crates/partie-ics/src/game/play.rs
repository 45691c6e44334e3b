//! A move, from the typed word to everybody's board.

use partie_core::{
    ByColor, Color, Language, Notation, Outcome, Ply, Role, Termination, Variant,
    moves::{NotRead, san, smith},
};
use partie_formats::style12::Coordinates;
use partie_wire::notice::game::GameNotice;

use super::{Game, GameNumber, Played};
use crate::{
    Ics, Span,
    people::{PersonId, Place},
};

/// Why a word is no move here.
pub(crate) enum Refused {
    /// Nothing of that kind can be done.
    Illegal,
    /// Several pieces can.
    Ambiguous,
}

impl Game {
    /// The move that a word means on the board.
    pub(crate) fn meant(&self, word: &str) -> Result<Ply, Refused> {
        let position = self.position();
        let bare = word.trim_end_matches(['!', '?']);
        for notation in
            [Notation::San(Language::English), Notation::Uci, Notation::Long(Language::English)]
        {
            match notation.read(position, bare) {
                Ok(reading) if reading.ply != Ply::Null => return Ok(reading.ply),
                Err(NotRead::Ambiguous { .. }) => return Err(Refused::Ambiguous),
                _ => {}
            }
        }
        Err(Refused::Illegal)
    }

    /// Plays a legal move behind the last one on the board; what stood there is cut off.
    pub(crate) fn push(&mut self, ply: Ply, took: Span, lag: Span, left: ByColor<Span>) {
        let before = self.position();
        let mut after = before.clone();
        let san = san::write(before, ply);
        let verbose = Coordinates::write(before, ply).into_owned();
        let smith = smith::write(before, ply);
        if after.play(ply).is_err() {
            return;
        }
        self.line.truncate(self.at);
        self.history.push(&after);
        self.line.push(Played { ply, san, verbose, smith, took, lag, left, after });
        self.at += 1;
    }
}

impl Ics {
    /// A word that is a move was typed.
    pub(crate) fn move_typed(&mut self, mover: PersonId, word: &str) {
        match self.place(mover) {
            Place::Playing(number) => self.play(mover, number, word),
            Place::Examining(_) | Place::Free => {
                self.tell(mover, GameNotice::NotPlayingOrExamining);
            }
        }
    }

    fn play(&mut self, mover: PersonId, number: GameNumber, word: &str) {
        let (now, stamp, speaker) = (self.now, self.stamp, self.speaker);
        let Some(game) = self.games.get_mut(number) else { return };
        let turn = game.turn();
        if game.color_of(mover) != Some(turn) {
            self.tell(mover, GameNotice::NotYourMove);
            return;
        }
        let ply = match game.meant(word) {
            Ok(ply) => ply,
            Err(refused) => {
                let text = word.to_owned();
                self.tell(
                    mover,
                    match refused {
                        Refused::Illegal => GameNotice::IllegalMove { text },
                        Refused::Ambiguous => GameNotice::AmbiguousMove { text },
                    },
                );
                self.show_board(number, mover, true);
                return;
            }
        };
        if game.clock.is_paused() {
            self.tell(mover, GameNotice::ClockPaused);
            return;
        }
        let watched = self.games.get(number).is_some_and(|g| self.is_watched(g));
        let Some(game) = self.games.get_mut(number) else { return };
        let meter = speaker
            .and_then(|s| self.sessions.get_mut(&s))
            .and_then(|s| s.seal.as_mut())
            .map(|(_, meter)| meter);
        let elapsed = game.clock.thinking(now);
        let lag = meter.map_or(0, |m| m.moved(elapsed.0.max(0) as u64, stamp).lag);
        let cost = game.clock.moved(now, Span(lag as i64));
        let left = ByColor { white: Color::White, black: Color::Black }
            .map(|color| game.clock.left(color, now));
        // What the move earned comes too late for a flag that fell before it.
        let late = !game.clock.is_untimed() && *left.get(turn) - cost.added <= Span::ZERO;
        if late && watched {
            let (outcome, ending) = game.loses_on_time(turn);
            self.end(number, outcome, ending);
            return;
        }
        game.push(ply, cost.charged, cost.lag, left);
        self.decline_by_move(mover);
        let Some(game) = self.games.get_mut(number) else { return };
        let given = match game.partner {
            Some(_) => game.take_for_partner(ply),
            None => None,
        };
        if let Some(role) = given {
            self.hand_over(number, turn, role);
        }
        self.tell_caught(number, ply, turn);
        self.show_all(number, false);
        if let Some((outcome, termination)) = self.end_of_position(number) {
            self.end_by_rules(number, outcome, &termination);
        }
    }

    /// In crazyhouse a piece that was caught is told before the board.
    fn tell_caught(&mut self, number: GameNumber, ply: Ply, mover: Color) {
        let Some(game) = self.games.get(number) else { return };
        if game.terms.variant() != Variant::Crazyhouse {
            return;
        }
        let before = game.at.checked_sub(2).map_or(&game.start, |i| &game.line[i].after);
        if let Ply::Move(m) = ply
            && let Some(role) = m.capture()
        {
            let role = if before.promoted().contains(m.to()) { Role::Pawn } else { role };
            self.tell_holdings(number, Some((mover, role)));
        }
    }

    /// The result, where the position ends the game.
    fn end_of_position(&self, number: GameNumber) -> Option<(Outcome, Termination)> {
        let game = self.games.get(number)?;
        if game.terms.variant() == Variant::Bughouse {
            return self.bughouse_end(number);
        }
        game.position().end()
    }
}
