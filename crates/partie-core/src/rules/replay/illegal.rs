//! Moves that are known to be illegal.

use super::{GONE, KIND, KIND_MASK, ReplayBoard, ReplayKind, ReplayMove, played};
use crate::{
    CastlingSide, Role,
    moves::code,
    rules::pieces::{EMPTY, kind},
};

impl ReplayBoard {
    /// Plays a move of 16 bits. Returns `None` and changes nothing if no piece of the side to move
    /// can make it.
    #[cold]
    pub(super) fn illegal(&mut self, bits: u16) -> Option<ReplayMove> {
        let us = self.turn();
        let (to, from) = (bits & 63, bits >> 6 & 63);
        let man = self.men[usize::from(from)];
        let met = self.men[usize::from(to)];
        let stands =
            self.roster[usize::from(man & 63)] != GONE && man & 16 == u16::from(self.turn) << 4;
        if !stands || self.checks.is_some() {
            return None;
        }
        let place = man & KIND_MASK | from;
        let role = played::role_of(place >> KIND);
        let played = if bits & code::CASTLES != 0 {
            let side = CastlingSide::from_king_side(from < to);
            let is_rook = usize::from(met >> KIND & 15) == kind(us, Role::Rook);
            let castles = role == Role::King && is_rook && from >> 3 == to >> 3;
            let played = castles.then(|| self.castle_with(place, side, to as u8))??;
            ReplayMove { kind: ReplayKind::IllegalCastle, ..played }
        } else {
            let captured = usize::from(met >> KIND & 15);
            let takes =
                captured == EMPTY || met & 16 != man & 16 && captured != kind(!us, Role::King);
            let promotion = match bits >> 12 & 7 {
                0 => None,
                number => Some(*Role::ALL.get(usize::from(number) - 1)?),
            };
            if !takes || promotion.is_some_and(|_| role != Role::Pawn) {
                return None;
            }
            let mut played = self.step(place, to as u8);
            if let Some(role) = promotion {
                self.promote(usize::from(to), us, role);
                played.promotion = promotion;
            }
            ReplayMove { kind: ReplayKind::Illegal, ..played }
        };
        self.hide_rights();
        Some(played)
    }

    /// Leaves the castling rights out of the key until the next move if the king of the side that
    /// has moved is attacked, since such a position has none.
    fn hide_rights(&mut self) {
        let king = self.roster[usize::from(self.turn & 1 ^ 1) << 4];
        if self.is_attacked(usize::from(king & 63), self.turn()) {
            let castling = &self.numbers.castling;
            self.passing_key = castling[usize::from(self.rights & 15)] ^ castling[0];
            self.key ^= self.passing_key;
        }
    }
}
