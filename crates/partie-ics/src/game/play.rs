//! A move, from the typed word to the boards of all viewers.

use partie_core::{
    ByColor, Color, Language, Notation, Outcome, Ply, Role, Termination, Variant, moves::NotRead,
};
use partie_wire::{ivars::Ivar, notice::game::GameNotice};

use super::{Game, GameNumber};
use crate::{
    Ics, Span,
    players::{Activity, PlayerId},
};

/// Why a word is no move here.
pub(crate) enum Refused {
    /// Nothing of that kind can be done.
    Illegal,
    /// Several pieces can.
    Ambiguous,
}

/// Returns true if a small `b` was read as a bishop's letter: `bc3`. An interface may ask that it
/// never is (`iset movecase 1`).
fn is_small_bishop(word: &str, ply: Ply) -> bool {
    let Ply::Move(m) = ply else { return false };
    let file = word.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    word.starts_with('b') && !file && m.role() == Role::Bishop
}

impl Game {
    /// The move that a word means on the board.
    /// A pawn's move to the last rank without a piece after it means `promotion`.
    pub(crate) fn meant(&self, word: &str, promotion: Role) -> Result<Ply, Refused> {
        let position = self.position();
        let mut bare = word.trim_end_matches(['!', '?', '+', '#']).to_owned();
        let is_pawn_like = bare.starts_with(|c: char| c.is_ascii_lowercase());
        if promotion != Role::Queen && is_pawn_like && bare.ends_with(['1', '8']) {
            let named = format!("{bare}={}", promotion.upper_char());
            if Notation::San(Language::English).read(position, &named).is_ok()
                || Notation::Long(Language::English).read(position, &named).is_ok()
            {
                bare = named;
            }
        }
        let bare = bare.as_str();
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
}

impl Ics {
    /// A word that is a move was typed.
    pub(crate) fn move_typed(&mut self, mover: PlayerId, word: &str) {
        match self.activity(mover) {
            Activity::Playing(number) => self.play(mover, number, word),
            Activity::Examining(number) => self.move_examined(mover, number, word),
            Activity::Free => self.out.send(mover, GameNotice::NotPlayingOrExamining),
        }
    }

    fn play(&mut self, mover: PlayerId, number: GameNumber, word: &str) {
        let (now, stamp, speaker) = (self.out.now, self.out.stamp, self.out.speaker);
        let promotion = self.promotion(mover);
        let cased = self.online(mover).is_some_and(|p| p.display.ivars.has(Ivar::Movecase));
        let Some(game) = self.games.get_mut(number) else { return };
        let turn = game.turn();
        if game.color_of(mover) != Some(turn) {
            self.out.send(mover, GameNotice::NotYourMove);
            return;
        }
        let ply = match game.meant(word, promotion) {
            Ok(ply) if cased && is_small_bishop(word, ply) => {
                return self.refuse_move(mover, number, word, &Refused::Illegal);
            }
            Ok(ply) => ply,
            Err(refused) => {
                self.refuse_move(mover, number, word, &refused);
                return;
            }
        };
        if game.clock.is_paused() {
            self.out.send(mover, GameNotice::ClockPaused);
            return;
        }
        let watched = self.games.get(number).is_some_and(|g| self.is_watched(g));
        let Some(game) = self.games.get_mut(number) else { return };
        let meter = speaker.and_then(|s| self.sessions.meter(s));
        let elapsed = game.clock.thinking(now);
        let lag = meter.map_or(0, |m| m.moved(elapsed.0.max(0) as u64, stamp).lag);
        let cost = game.clock.moved(now, Span(lag as i64));
        let left = ByColor { white: Color::White, black: Color::Black }
            .map(|color| game.clock.left(color, now));
        // Time earned by the move comes too late for a flag that fell before it.
        let late = !game.clock.is_untimed() && *left.get(turn) - cost.added <= Span::ZERO;
        if late && watched {
            let (outcome, ending) = game.loses_on_time(turn);
            self.end(number, outcome, ending);
            return;
        }
        game.push(ply, cost.charged, cost.lag, left);
        let opponent = game.sides.get(!turn).player;
        self.games.count_move();
        if let Some(opponent) = opponent {
            self.decline_by_move(mover, opponent);
        }
        let Some(game) = self.games.get_mut(number) else { return };
        let given = match game.partner {
            Some(_) => game.take_for_partner(ply),
            None => None,
        };
        if let Some(role) = given {
            self.hand_over(number, turn, role);
        }
        self.send_capture(number, ply, turn);
        self.show_all(number, false);
        if let Some((outcome, termination)) = self.end_of_position(number) {
            self.end_by_rules(number, outcome, &termination);
        } else {
            self.moved_in_simul(mover, number);
        }
    }

    /// A move cannot be made: the reason, and the board as it is.
    pub(crate) fn refuse_move(
        &mut self,
        mover: PlayerId,
        number: GameNumber,
        word: &str,
        refused: &Refused,
    ) {
        let text = word.to_owned();
        self.out.send(
            mover,
            match refused {
                Refused::Illegal => GameNotice::IllegalMove { text },
                Refused::Ambiguous => GameNotice::AmbiguousMove { text },
            },
        );
        self.show_board(number, mover, true);
    }

    /// The piece that a player's pawns promote to by default.
    pub(crate) fn promotion(&self, who: PlayerId) -> Role {
        self.online(who).map_or(Role::Queen, |p| p.promotion)
    }

    /// Sets the piece that a player's pawns promote to by default.
    pub(crate) fn promote(&mut self, who: PlayerId, piece: &str) {
        let role = match piece.to_ascii_lowercase().as_str() {
            "q" | "queen" => Role::Queen,
            "r" | "rook" => Role::Rook,
            "b" | "bishop" => Role::Bishop,
            "n" | "kn" | "knight" => Role::Knight,
            "k" | "king" => Role::King,
            _ => {
                self.out.send(who, GameNotice::NoPromotion);
                return;
            }
        };
        if let Some(online) = self.online_mut(who) {
            online.promotion = role;
        }
        let piece = match role {
            Role::Rook => "ROOK",
            Role::Bishop => "BISHOP",
            Role::Knight => "KNIGHT",
            Role::King => "KING",
            Role::Queen | Role::Pawn => "QUEEN",
        };
        self.out.send(who, GameNotice::PromotionSet { piece: piece.into() });
    }

    /// In crazyhouse a captured piece is reported before the board.
    fn send_capture(&mut self, number: GameNumber, ply: Ply, mover: Color) {
        let Some(game) = self.games.get(number) else { return };
        if game.terms.variant() != Variant::Crazyhouse {
            return;
        }
        let Some((before, _)) = game.last() else { return };
        if let Ply::Move(m) = ply
            && let Some(role) = m.capture()
        {
            let role = if before.promoted().contains(m.to()) { Role::Pawn } else { role };
            self.send_holdings(number, Some((mover, role)));
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
