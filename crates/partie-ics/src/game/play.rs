//! A move, from the typed word to the boards of all viewers.

use partie_core::{ByColor, Color, Language, Notation, Ply, Role, Variant, moves::NotRead};
use partie_wire::{ivars::Ivar, notice::game::GameNotice};

use crate::{
    game::{board, bughouse, end, flag, model::Game, simul},
    ids::{GameNumber, PlayerId},
    state::State,
    time::Span,
};

/// Reason why a word is no move here.
#[derive(Debug)]
pub(crate) enum Refused {
    /// Such a move is not possible.
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

pub(crate) fn play(state: &mut State, mover: PlayerId, number: GameNumber, word: &str) {
    let (now, stamp, speaker) = (state.out.now, state.out.stamp, state.out.speaker);
    let promotion = state.players.promotion(mover);
    let cased =
        state.players.online_state(mover).is_some_and(|p| p.display.ivars.has(Ivar::Movecase));
    let Some(game) = state.games.get_mut(number) else { return };
    let turn = game.turn();
    if game.color_of(mover) != Some(turn) {
        return state.out.send(mover, GameNotice::NotYourMove);
    }
    let ply = match game.meant(word, promotion) {
        Ok(ply) if cased && is_small_bishop(word, ply) => {
            return refuse_move(state, mover, number, word, &Refused::Illegal);
        }
        Ok(ply) => ply,
        Err(refused) => {
            refuse_move(state, mover, number, word, &refused);
            return;
        }
    };
    if game.clock.is_paused() {
        return state.out.send(mover, GameNotice::ClockPaused);
    }
    let watched = state.games.get(number).is_some_and(|g| flag::is_watched(&state.players, g));
    let Some(game) = state.games.get_mut(number) else { return };
    let meter = speaker.and_then(|s| state.sessions.meter(s));
    let elapsed = game.clock.thinking(now);
    let lag = meter.map_or(0, |m| m.moved(elapsed.0.max(0) as u64, stamp).lag);
    let cost = game.clock.moved(now, Span(lag as i64));
    let left = ByColor::new_with(|color| game.clock.left(color, now));
    // Time earned by the move comes too late for a flag that fell before it.
    let late = !game.clock.is_untimed() && *left.get(turn) - cost.added <= Span::ZERO;
    if late && watched {
        let (outcome, ending) = game.loses_on_time(turn);
        return end::end(state, number, outcome, ending);
    }
    game.push(ply, cost.charged, cost.lag, left);
    let opponent = game.sides.get(!turn).player;
    state.games.count_move();
    if let Some(opponent) = opponent {
        state.offers.decline_by_move(&state.players, &mut state.out, mover, opponent);
    }
    let Some(game) = state.games.get_mut(number) else { return };
    let given = match game.partner {
        Some(_) => game.take_for_partner(ply),
        None => None,
    };
    if let Some(role) = given {
        bughouse::hand_over(state, number, turn, role);
    }
    send_capture(state, number, ply, turn);
    board::show_all(state, number, false);
    if let Some((outcome, termination)) = state.games.end_of_position(number) {
        end::end_by_rules(state, number, outcome, &termination);
    } else {
        simul::moved_in_simul(state, mover, number);
    }
}

/// A move cannot be made: the reason, and the board as it is.
pub(crate) fn refuse_move(
    state: &mut State,
    mover: PlayerId,
    number: GameNumber,
    word: &str,
    refused: &Refused,
) {
    let text = word.to_owned();
    state.out.send(
        mover,
        match refused {
            Refused::Illegal => GameNotice::IllegalMove { text },
            Refused::Ambiguous => GameNotice::AmbiguousMove { text },
        },
    );
    board::show_board(state, number, mover, true);
}

/// Sets the piece that a player's pawns promote to by default.
pub(crate) fn promote(state: &mut State, piece: &str) {
    let role = match piece.to_ascii_lowercase().as_str() {
        "q" | "queen" => Role::Queen,
        "r" | "rook" => Role::Rook,
        "b" | "bishop" => Role::Bishop,
        "n" | "kn" | "knight" => Role::Knight,
        "k" | "king" => Role::King,
        _ => {
            return state.out.reply(GameNotice::NoPromotion);
        }
    };
    state.players.change_online(state.out.who, |online| online.promotion = Some(role));
    let piece = match role {
        Role::Rook => "ROOK",
        Role::Bishop => "BISHOP",
        Role::Knight => "KNIGHT",
        Role::King => "KING",
        Role::Queen | Role::Pawn => "QUEEN",
    };
    state.out.reply(GameNotice::PromotionSet { piece: piece.into() });
}

/// In crazyhouse a captured piece is reported before the board.
fn send_capture(state: &mut State, number: GameNumber, ply: Ply, mover: Color) {
    let Some(game) = state.games.get(number) else { return };
    if game.terms.variant() != Variant::Crazyhouse {
        return;
    }
    let Some((before, _)) = game.last() else { return };
    if let Ply::Move(m) = ply
        && let Some(role) = m.capture()
    {
        let role = if before.promoted().contains(m.to()) { Role::Pawn } else { role };
        bughouse::send_holdings(state, number, Some((mover, role)));
    }
}
