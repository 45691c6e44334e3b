//! The legal move that a text means.

use super::{Action, San, write::disambiguation};
use crate::{
    CastlingSide, Color, Move, MovesTo, Ply, Position, Role, Square,
    moves::{NotRead, Quirks, Reading, castled, only},
};

impl San {
    /// The legal move that it means.
    ///
    /// # Errors
    ///
    /// [`NotRead::Illegal`] or [`NotRead::Ambiguous`].
    pub fn resolve(&self, position: &Position) -> Result<Reading, NotRead> {
        let mut quirks = self.quirks;
        let ply = match self.action {
            Action::Null => Ply::Null,
            Action::Castle(side) => Ply::Move(only(&position.castling_moves(side))?),
            Action::Drop { role, to } => {
                let m = Move::Put { role, to };
                if !position.is_legal(m) {
                    return Err(NotRead::Illegal);
                }
                Ply::Move(m)
            }
            Action::Piece { perhaps: None, .. } => {
                let m = resolve_piece(self.action, position, &mut quirks);
                let is_illegal = matches!(m, Err(NotRead::Illegal));
                Ply::Move(match self.onto_square_behind(position).filter(|_| is_illegal) {
                    Some(action) => resolve_piece(action, position, &mut quirks)?,
                    None => m?,
                })
            }
            Action::Piece { perhaps: Some(piece), .. } if quirks.contains(Quirks::CAPITALS) => {
                Ply::Move(self.resolve_capitals(piece, position, &mut quirks)?)
            }
            Action::Piece { perhaps: Some(piece), .. } => {
                let named = self.named_by_small_letter(piece);
                Ply::Move(match resolve_piece(self.action, position, &mut quirks) {
                    Err(NotRead::Illegal) => {
                        quirks = self.quirks | Quirks::LOWERCASE_PIECE;
                        let m = resolve_piece(named, position, &mut quirks)?;
                        // `bxe6` that captures nothing is a wrong pawn move, not a bishop's move.
                        if quirks.contains(Quirks::FALSE_CAPTURE_SIGN) {
                            return Err(NotRead::Illegal);
                        }
                        m
                    }
                    other => other?,
                })
            }
        };
        Ok(Reading { ply, quirks, mark: self.mark })
    }

    /// The legal move of a pawn or a piece that a word in capitals means.
    fn resolve_capitals(
        &self,
        piece: Role,
        position: &Position,
        quirks: &mut Quirks,
    ) -> Result<Move, NotRead> {
        let (mut pawns, mut pieces) = (self.quirks, self.quirks);
        let pawn = resolve_piece(self.action, position, &mut pawns);
        let other = resolve_piece(self.named_by_small_letter(piece), position, &mut pieces);
        match (pawn, other) {
            (Ok(m), Err(NotRead::Illegal)) => {
                *quirks = pawns;
                Ok(m)
            }
            (Err(NotRead::Illegal), found) => {
                *quirks = pieces;
                found
            }
            (pawn, other) => {
                let moves = |read| match read {
                    Ok(m) => vec![m],
                    Err(NotRead::Ambiguous(moves)) => moves,
                    Err(_) => Vec::new(),
                };
                Err(NotRead::Ambiguous([moves(pawn), moves(other)].concat()))
            }
        }
    }

    /// The action of `exd5 e.p.`, which names the square of the captured pawn.
    fn onto_square_behind(&self, position: &Position) -> Option<Action> {
        let mut action = self.action;
        let Action::Piece { role: Role::Pawn, to_rank: Some(rank), .. } = &mut action else {
            return None;
        };
        if !self.quirks.contains(Quirks::EN_PASSANT_MARK) {
            return None;
        }
        let ahead = if position.turn() == Color::White { 1 } else { -1 };
        *rank = rank.offset(ahead)?;
        Some(action)
    }

    /// The action if the file in front is a piece's small letter.
    fn named_by_small_letter(&self, piece: Role) -> Action {
        match self.action {
            Action::Piece { rank, capture, to_file, to_rank, .. } => Action::Piece {
                role: piece,
                file: None,
                rank,
                capture,
                to_file,
                to_rank,
                promotion: None,
                perhaps: None,
            },
            other => other,
        }
    }
}

fn resolve_piece(
    action: Action,
    position: &Position,
    quirks: &mut Quirks,
) -> Result<Move, NotRead> {
    let Action::Piece { role, file, rank, capture, to_file, to_rank, promotion, perhaps } = action
    else {
        return Err(NotRead::Illegal);
    };
    // No pawn can move as `bb3`, `gxg6` or `Cc3` say; `ee4` names its file twice.
    let letter = capture || perhaps.is_some() || quirks.contains(Quirks::CAPITALS);
    if role == Role::Pawn && file == Some(to_file) && rank.is_none() && letter {
        return Err(NotRead::Illegal);
    }
    // A pawn without its file goes straight on, unless a capture sign says otherwise.
    let straight = role == Role::Pawn && file.is_none() && !capture;
    let fits = |m: &Move| match m {
        Move::Normal { from, .. } | Move::EnPassant { from, .. } => {
            file.is_none_or(|f| f == from.file())
                && rank.is_none_or(|r| r == from.rank())
                && !(straight && m.is_capture())
        }
        _ => false,
    };
    let mut candidates = MovesTo::new();
    if let Some(to_rank) = to_rank {
        candidates = position.moves_to(role, Square::from_coords(to_file, to_rank));
        candidates.retain(|m| fits(m));
    } else {
        let takes = |m: &Move| m.role() == role && m.to().file() == to_file && m.is_capture();
        let moves = position.legal_moves().into_iter().filter(|m| takes(m) && fits(m));
        candidates.extend(moves.take(candidates.capacity()));
    }
    if candidates.iter().any(|m| m.is_promotion()) {
        if promotion.is_none() {
            quirks.insert(Quirks::MISSING_PROMOTION);
        }
        let wanted = promotion.unwrap_or(Role::Queen);
        candidates.retain(|m| m.promotion() == Some(wanted));
    } else if promotion.is_some() {
        candidates.clear();
    }
    if candidates.is_empty() && matches!(role, Role::King | Role::Pawn) {
        // In Chess960 a king may step to the square on which castling would bring him.
        candidates = any_piece(action, position);
        if candidates.is_empty()
            && let Some(m) = castling_as_king_move(action, position)
        {
            quirks.insert(Quirks::CASTLING_AS_KING_MOVE);
            return Ok(m);
        }
    }
    // The capturing piece's letter may be missing before `xe5`; `h6*` captures nothing.
    let is_unnamed = role == Role::Pawn
        && capture
        && file.is_none()
        && promotion.is_none()
        && !quirks.contains(Quirks::PAWN_LETTER);
    let pawn = candidates.iter().next().filter(|_| is_unnamed);
    if let Some(to) =
        pawn.filter(|m| m.is_capture() || quirks.contains(Quirks::MISSING_FILE)).map(|m| m.to())
    {
        let others = Role::ALL.into_iter().filter(|role| *role != Role::Pawn);
        candidates.extend(others.flat_map(|role| position.moves_to(role, to)));
    }
    let m = only(&candidates)?;
    note_quirks(m, action, position, quirks);
    Ok(m)
}

/// `g1f3`, both squares without a letter, may be any piece.
fn any_piece(action: Action, position: &Position) -> MovesTo {
    let Action::Piece {
        role: Role::Pawn,
        file: Some(file),
        rank: Some(rank),
        to_file,
        to_rank: Some(to_rank),
        promotion: None,
        ..
    } = action
    else {
        return MovesTo::new();
    };
    let from = Square::from_coords(file, rank);
    let to = Square::from_coords(to_file, to_rank);
    let Some(piece) = position.piece_at(from) else {
        return MovesTo::new();
    };
    let mut candidates = position.moves_to(piece.role, to);
    candidates.retain(|m| m.from() == Some(from) && piece.role != Role::Pawn);
    candidates
}

/// Compares the text with the canonical one.
fn note_quirks(m: Move, action: Action, position: &Position, quirks: &mut Quirks) {
    let Action::Piece { role, file, rank, capture, to_rank, .. } = action else {
        return;
    };
    if to_rank.is_none() {
        quirks.insert(Quirks::MISSING_RANK);
    }
    if capture && !m.is_capture() {
        quirks.insert(Quirks::FALSE_CAPTURE_SIGN);
    } else if !capture && m.is_capture() {
        quirks.insert(Quirks::MISSING_CAPTURE_SIGN);
    }
    let Some(from) = m.from() else { return };
    if quirks.contains(Quirks::LONG_FORM) {
        return;
    }
    if role == Role::Pawn {
        if m.is_capture() && file.is_none() {
            quirks.insert(Quirks::MISSING_FILE);
        }
        if rank.is_some() || (file.is_some() && !m.is_capture()) {
            quirks.insert(Quirks::OVER_DISAMBIGUATED);
        }
    } else if file.is_some() || rank.is_some() {
        let needed = disambiguation(from, &position.moves_to(role, m.to()));
        match ((file.is_some(), rank.is_some()), needed) {
            (written, needed) if written == needed => {}
            // `N1d2` where `Nbd2` is the rule.
            ((false, true), (true, false)) => quirks.insert(Quirks::NONSTANDARD_DISAMBIGUATION),
            _ => quirks.insert(Quirks::OVER_DISAMBIGUATED),
        }
    }
}

/// The full square of a king names castling, too: `e1g1`, `Ke1-g1`, `Kg1`.
fn castling_as_king_move(action: Action, position: &Position) -> Option<Move> {
    let Action::Piece { role, file, rank, to_file, to_rank, .. } = action else {
        return None;
    };
    let king = position.board().king_of(position.turn())?;
    // A bare `g1` must not be castling; without a letter both squares must stand there.
    let full = file == Some(king.file()) && rank == Some(king.rank());
    if (role == Role::Pawn && !full) || to_rank? != king.rank() {
        return None;
    }
    if file.is_some_and(|f| f != king.file()) || rank.is_some_and(|r| r != king.rank()) {
        return None;
    }
    [CastlingSide::KingSide, CastlingSide::QueenSide]
        .into_iter()
        .flat_map(|side| position.castling_moves(side))
        .find(|m| {
            let (Some(goal), Move::Castle { rook, .. }) = (castled(position, *m), *m) else {
                return false;
            };
            to_file == goal.file() || (full && to_file == rook.file())
        })
}
