//! One board: a position, its legal moves, and the positions after them.

use std::fmt;

use shakmaty::{
    EnPassantMode, Position as _, PositionError, PositionErrorKinds, attacks,
    variant::{Variant as Rules, VariantPosition},
};

use super::{
    legal::{self, MovesTo},
    wild_castle,
};
use crate::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, CastlingSide, Color, Message, Move, MoveList,
    Outcome, Piece, Ply, RemainingChecks, Role, Setup, Square, Termination, Variant, message,
    message::all_of,
};

/// A position of any variant, playable or not.
///
/// A position that cannot be played (no king, the side not to move in check, ...)
/// is kept as a *diagram*: it has a board and a side to move but no legal moves,
/// so that a record of it survives. [`Position::problem`] says why.
#[derive(Clone, Debug)]
pub struct Position {
    state: PositionKind,
    variant: Variant,
    /// Corner rooks with which a king on the d-file may castle ([`Variant::WildCastle`]); shakmaty
    /// does not support these.
    wild: Bitboard,
}

#[derive(Clone, Debug)]
enum PositionKind {
    Playable(VariantPosition),
    Diagram(Box<Setup>, SetupProblem),
}

/// Reason why a diagram cannot be played, or harmless problem of a playable position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupProblem {
    kinds: PositionErrorKinds,
    unread: bool,
}

impl SetupProblem {
    /// Each fault in words, the worst first.
    #[must_use]
    pub fn reasons(self) -> Vec<Message> {
        if self.unread {
            return vec![message!("it could not be read")];
        }
        [
            (PositionErrorKinds::EMPTY_BOARD, message!("the board is empty")),
            (PositionErrorKinds::MISSING_KING, message!("a king is missing")),
            (PositionErrorKinds::TOO_MANY_KINGS, message!("a side has more than one king")),
            (
                PositionErrorKinds::PAWNS_ON_BACKRANK,
                message!("a pawn stands on the first or last rank"),
            ),
            (
                PositionErrorKinds::OPPOSITE_CHECK,
                message!("the side that is not to move is in check"),
            ),
            (PositionErrorKinds::VARIANT, message!("a rule of the variant is violated")),
            (
                PositionErrorKinds::INVALID_CASTLING_RIGHTS,
                message!("a castling right has no king and rook for it"),
            ),
            (
                PositionErrorKinds::INVALID_EP_SQUARE,
                message!("no pawn has just passed over the en passant square"),
            ),
            (PositionErrorKinds::IMPOSSIBLE_CHECK, message!("no move can have given this check")),
            (PositionErrorKinds::TOO_MUCH_MATERIAL, message!("there are too many pieces")),
        ]
        .into_iter()
        .filter(|(kind, _)| self.kinds.contains(*kind))
        .map(|(_, words)| words)
        .collect()
    }
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        all_of(self.reasons()).fmt(f)
    }
}

/// A ply that cannot be played in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPly(
    /// The ply.
    pub Ply,
);

impl fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for IllegalPly {}

impl IllegalPly {
    /// Returns the error as a clause.
    #[must_use]
    pub fn message(&self) -> Message {
        message!("the move {ply} is not legal here", ply = self.0)
    }
}

/// Shakmaty's rules for a variant.
const fn rules(variant: Variant) -> Rules {
    match variant {
        Variant::Standard
        | Variant::Chess960
        | Variant::FromPosition
        | Variant::WildCastle
        | Variant::Losers => Rules::Chess,
        Variant::Crazyhouse | Variant::Bughouse => Rules::Crazyhouse,
        Variant::Atomic => Rules::Atomic,
        Variant::Antichess | Variant::Suicide => Rules::Antichess,
        Variant::KingOfTheHill => Rules::KingOfTheHill,
        Variant::ThreeCheck => Rules::ThreeCheck,
        Variant::Horde => Rules::Horde,
        Variant::RacingKings => Rules::RacingKings,
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start(Variant::Standard)
    }
}

impl Position {
    /// The variant's start position (for Chess960 and From Position the usual one).
    #[must_use]
    pub fn start(variant: Variant) -> Position {
        Position {
            state: PositionKind::Playable(VariantPosition::new(rules(variant))),
            variant,
            wild: Bitboard::EMPTY,
        }
    }

    /// Stands for a position that a record names but that could not be read. It has no
    /// pieces and no moves, and writers leave it out.
    #[must_use]
    pub fn unread(variant: Variant) -> Position {
        let kinds = PositionErrorKinds::EMPTY_BOARD;
        let problem = SetupProblem { kinds, unread: true };
        let setup = Setup {
            pockets: variant.has_drops().then(ByColor::default),
            remaining_checks: (variant == Variant::ThreeCheck).then(ByColor::default),
            ..Setup::empty()
        };
        Position {
            state: PositionKind::Diagram(Box::new(setup), problem),
            variant,
            wild: Bitboard::EMPTY,
        }
    }

    /// Returns true if this represents a position that could not be read.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        matches!(&self.state, PositionKind::Diagram(_, problem) if problem.unread)
    }

    /// Builds a position from a setup. Castling rights without king and rook and an
    /// impossible en passant square are dropped and reported; too much material and
    /// impossible checks are reported; an unplayable setup becomes a diagram.
    #[must_use]
    pub fn from_setup(variant: Variant, setup: Setup) -> (Position, Option<SetupProblem>) {
        let mode = match variant {
            Variant::Chess960 => CastlingMode::Chess960,
            Variant::WildCastle => CastlingMode::Standard,
            _ => CastlingMode::detect(&setup),
        };
        Position::from_setup_with(variant, setup, mode)
    }

    /// Like [`Position::from_setup`], with the given kind of castling.
    #[must_use]
    pub fn from_setup_with(
        variant: Variant,
        setup: Setup,
        mode: CastlingMode,
    ) -> (Position, Option<SetupProblem>) {
        let problem;
        let mut orthodox = setup.clone();
        let mut wild = wild_castle::take_rights(variant, &mut orthodox);
        let state = match VariantPosition::from_setup(rules(variant), orthodox, mode) {
            Ok(position) => {
                problem = None;
                PositionKind::Playable(position)
            }
            Err(error) => {
                let kinds = SetupProblem { kinds: error.kinds(), unread: false };
                problem = Some(kinds);
                error
                    .ignore_invalid_castling_rights()
                    .or_else(PositionError::ignore_invalid_ep_square)
                    .or_else(PositionError::ignore_too_much_material)
                    .or_else(PositionError::ignore_impossible_check)
                    .map_or_else(
                        |_| PositionKind::Diagram(Box::new(setup), kinds),
                        PositionKind::Playable,
                    )
            }
        };
        if matches!(state, PositionKind::Diagram(..)) {
            wild = Bitboard::EMPTY;
        }
        (Position { state, variant, wild }, problem)
    }

    /// The rules.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the position under another variant of the same rules (Standard, From
    /// Position, Chess960), or rebuilt under other rules.
    #[must_use]
    pub fn with_variant(self, variant: Variant) -> Position {
        if self.is_unread() {
            return Position::unread(variant);
        }
        let own_castling = |v| matches!(v, Variant::Chess960 | Variant::WildCastle);
        if rules(variant) == rules(self.variant)
            && !own_castling(variant)
            && self.variant != Variant::WildCastle
        {
            return Position { variant, ..self };
        }
        Position::from_setup(variant, self.setup()).0
    }

    /// Returns the reason why the position cannot be played, if any.
    #[must_use]
    pub fn problem(&self) -> Option<SetupProblem> {
        match &self.state {
            PositionKind::Playable(_) => None,
            PositionKind::Diagram(_, problem) => Some(*problem),
        }
    }

    pub(crate) fn playable(&self) -> Option<&VariantPosition> {
        match &self.state {
            PositionKind::Playable(position) => Some(position),
            PositionKind::Diagram(..) => None,
        }
    }

    /// The position as a setup. The en passant square stands there after every
    /// double push, whether a capture is possible or not; see
    /// [`Position::legal_en_passant`].
    #[must_use]
    pub fn setup(&self) -> Setup {
        match &self.state {
            PositionKind::Playable(position) => {
                let mut setup = position.to_setup(EnPassantMode::Always);
                setup.castling_rights |= self.wild;
                setup
            }
            PositionKind::Diagram(setup, _) => (**setup).clone(),
        }
    }

    /// The pieces on the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        match &self.state {
            PositionKind::Playable(position) => position.board(),
            PositionKind::Diagram(setup, _) => &setup.board,
        }
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board().piece_at(square)
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        match &self.state {
            PositionKind::Playable(position) => position.turn(),
            PositionKind::Diagram(setup, _) => setup.turn,
        }
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub fn halfmoves(&self) -> u32 {
        match &self.state {
            PositionKind::Playable(position) => position.halfmoves(),
            PositionKind::Diagram(setup, _) => setup.halfmoves,
        }
    }

    /// Number of the next move, from 1.
    #[must_use]
    pub fn fullmoves(&self) -> u32 {
        match &self.state {
            PositionKind::Playable(position) => position.fullmoves().get(),
            PositionKind::Diagram(setup, _) => setup.fullmoves.get(),
        }
    }

    /// The squares of the rooks with which castling is still allowed.
    #[must_use]
    pub fn castling_rights(&self) -> Bitboard {
        match &self.state {
            PositionKind::Playable(position) => position.castles().castling_rights() | self.wild,
            PositionKind::Diagram(setup, _) => setup.castling_rights,
        }
    }

    /// Castling in the orthodox way or as in Chess960.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        match self.variant {
            Variant::Chess960 => return CastlingMode::Chess960,
            Variant::WildCastle => return CastlingMode::Standard,
            _ => {}
        }
        match &self.state {
            PositionKind::Playable(position) => position.castles().mode(),
            PositionKind::Diagram(setup, _) => CastlingMode::detect(setup),
        }
    }

    /// Pieces in hand (crazyhouse, bughouse).
    #[must_use]
    pub fn pockets(&self) -> Option<ByColor<ByRole<u8>>> {
        match &self.state {
            PositionKind::Playable(position) => position.pockets().copied(),
            PositionKind::Diagram(setup, _) => setup.pockets,
        }
    }

    /// Promoted pieces, where the rules distinguish them (crazyhouse, bughouse).
    #[must_use]
    pub fn promoted(&self) -> Bitboard {
        match &self.state {
            PositionKind::Playable(position) => position.promoted(),
            PositionKind::Diagram(setup, _) => setup.promoted,
        }
    }

    /// Checks that each side still has to give (three-check).
    #[must_use]
    pub fn remaining_checks(&self) -> Option<ByColor<RemainingChecks>> {
        match &self.state {
            PositionKind::Playable(position) => position.remaining_checks().copied(),
            PositionKind::Diagram(setup, _) => setup.remaining_checks,
        }
    }

    /// The square over which a pawn has just passed, whether it can be taken or not.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        match &self.state {
            PositionKind::Playable(position) => position.ep_square(EnPassantMode::Always),
            PositionKind::Diagram(setup, _) => setup.ep_square,
        }
    }

    /// Returns the en passant square if a pawn of the side to move is next to the passed
    /// pawn.
    #[must_use]
    pub fn pseudo_legal_en_passant(&self) -> Option<Square> {
        self.playable()?.ep_square(EnPassantMode::PseudoLegal)
    }

    /// The en passant square if a capture on it is legal.
    #[must_use]
    pub fn legal_en_passant(&self) -> Option<Square> {
        let position = self.playable()?;
        let square = position.pseudo_legal_ep_square()?;
        let mut moves = position.en_passant_moves();
        self.narrow(&mut moves);
        moves.iter().any(|m| m.is_en_passant()).then_some(square)
    }

    /// All legal moves. None in a diagram and none when the variant's goal is reached.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        match self.playable() {
            Some(position) if !self.is_variant_end() => {
                let mut moves = position.legal_moves();
                self.narrow(&mut moves);
                if self.wild.any() {
                    for side in CastlingSide::ALL {
                        moves.extend(wild_castle::moves(position, self.wild, side));
                    }
                }
                moves
            }
            _ => MoveList::new(),
        }
    }

    /// Returns the legal moves of a role to a square, drops and castling aside.
    #[must_use]
    pub fn moves_to(&self, role: Role, to: Square) -> MovesTo {
        let mut moves = MovesTo::new();
        match self.orthodox() {
            Some((board, turn)) if role != Role::Pawn || self.en_passant() != Some(to) => {
                legal::add_moves_to(board, turn, role, to, &mut moves);
            }
            _ => moves.extend(self.listed_to(role, to).into_iter().filter(|m| !m.is_put())),
        }
        moves
    }

    /// Returns the legal moves of a role to a square, drops included and castling not.
    fn listed_to(&self, role: Role, to: Square) -> MoveList {
        match self.playable() {
            Some(position) if !self.is_variant_end() => {
                let mut moves = position.san_candidates(role, to);
                self.narrow(&mut moves);
                moves
            }
            _ => MoveList::new(),
        }
    }

    /// Returns the board and the side to move if the pieces on it move as in orthodox chess.
    fn orthodox(&self) -> Option<(&Board, Color)> {
        match &self.state {
            PositionKind::Playable(
                position @ (VariantPosition::Chess(_)
                | VariantPosition::Crazyhouse(_)
                | VariantPosition::KingOfTheHill(_)
                | VariantPosition::ThreeCheck(_)),
            ) if self.variant != Variant::Losers && !position.is_variant_end() => {
                Some((position.board(), position.turn()))
            }
            _ => None,
        }
    }

    /// Returns true if the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.orthodox().is_some_and(|(board, turn)| legal::has_move(board, turn))
            || !self.legal_moves().is_empty()
    }

    /// The legal castling moves to one side.
    #[must_use]
    pub fn castling_moves(&self, side: CastlingSide) -> MoveList {
        match self.playable() {
            Some(position) if self.wild.any() && self.is_wild_king(position.our(Role::King)) => {
                wild_castle::moves(position, self.wild, side)
            }
            Some(position) if !self.is_variant_end() => {
                let mut moves = position.castling_moves(side);
                self.narrow(&mut moves);
                moves
            }
            _ => MoveList::new(),
        }
    }

    /// Returns the side of castling. Short is towards the h-file, but for a king on the
    /// d-file in [`Variant::WildCastle`] towards the a-file.
    #[must_use]
    pub fn castling_side(&self, m: Move) -> Option<CastlingSide> {
        let side = m.castling_side()?;
        Some(match m {
            Move::Castle { king, .. } if self.is_wild_king(king.into()) => !side,
            _ => side,
        })
    }

    /// The square on which a king arrives by castling.
    #[must_use]
    pub fn castling_goal(&self, king: Square, side: CastlingSide) -> Square {
        if self.is_wild_king(king.into()) {
            wild_castle::goal(king, side)
        } else {
            Square::from_coords(side.king_to_file(), king.rank())
        }
    }

    /// The rook with which a side may still castle.
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let position = self.playable()?;
        let king = position.board().king_of(color)?;
        if self.is_wild_king(king.into()) {
            let rook = wild_castle::rook_of(king, side);
            return self.wild.contains(rook).then_some(rook);
        }
        position.castles().rook(color, side)
    }

    /// The squares that must be empty, king and rook aside, for a side to castle.
    pub(crate) fn castling_path(&self, color: Color, side: CastlingSide) -> Bitboard {
        let (Some(position), Some(king)) = (self.playable(), self.board().king_of(color)) else {
            return Bitboard::EMPTY;
        };
        if self.is_wild_king(king.into()) {
            return wild_castle::path(king, side);
        }
        position.castles().path(color, side)
    }

    fn is_wild_king(&self, king: Bitboard) -> bool {
        self.variant == Variant::WildCastle
            && king.is_subset(Bitboard::from(wild_castle::KING_FILE) & Bitboard::BACKRANKS)
    }

    /// Removes moves that are not captures if losers requires a capture.
    fn narrow(&self, moves: &mut MoveList) {
        if self.variant == Variant::Losers {
            let forced = moves.iter().any(|m| m.is_capture())
                || self.playable().is_some_and(|p| !p.capture_moves().is_empty());
            if forced {
                moves.retain(|m| m.is_capture());
            }
        }
    }

    /// Returns true if a move is legal.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::Castle { .. } => {
                self.castling_side(m).is_some_and(|side| self.castling_moves(side).contains(&m))
            }
            _ => self
                .is_legal_at_once(m)
                .unwrap_or_else(|| self.listed_to(m.role(), m.to()).contains(&m)),
        }
    }

    /// Returns whether a move is legal, if the board alone decides it.
    fn is_legal_at_once(&self, m: Move) -> Option<bool> {
        let (board, turn) = self.orthodox()?;
        match m {
            Move::Put { role, to } => {
                let in_hand = self.pockets().is_some_and(|pockets| pockets[turn][role] > 0);
                Some(in_hand && legal::is_drop(board, turn, role, to))
            }
            _ => legal::is_legal(board, turn, m),
        }
    }

    /// The other pieces of its kind that reach the square of a move by the board alone,
    /// whether they may leave theirs or not.
    pub(crate) fn rivals(&self, role: Role, from: Square, to: Square) -> Bitboard {
        let piece = role.of(self.turn());
        let board = self.board();
        (board.by_piece(piece) & attacks::attacks(to, piece, board.occupied())).without(from)
    }

    /// Plays a ply after checking it.
    ///
    /// # Errors
    ///
    /// [`IllegalPly`] if the move is not legal, a null move is not possible because the side to
    /// move is in check, or a [`Ply::Illegal`] cannot be made at all. The position is unchanged then.
    pub fn play(&mut self, ply: Ply) -> Result<(), IllegalPly> {
        match ply {
            Ply::Move(m) if self.is_legal(m) => {
                self.play_unchecked(m);
                Ok(())
            }
            Ply::Move(_) => Err(IllegalPly(ply)),
            Ply::Null => {
                *self = self.after_null().ok_or(IllegalPly(ply))?;
                Ok(())
            }
            Ply::Illegal(m) => {
                *self = self.after_illegal(m).ok_or(IllegalPly(ply))?;
                Ok(())
            }
        }
    }

    /// Plays a ply that is known to be possible, without checking its legality. Returns false, and
    /// changes nothing, if a side in check would pass or an illegal move cannot be made.
    pub fn play_known(&mut self, ply: Ply) -> bool {
        match ply {
            Ply::Move(m) => {
                self.play_unchecked(m);
                true
            }
            Ply::Null | Ply::Illegal(_) => self.play(ply).is_ok(),
        }
    }

    /// Plays a legal move without checking it. Does nothing in a diagram.
    ///
    /// Playing an illegal move may corrupt the position or panic.
    pub fn play_unchecked(&mut self, m: Move) {
        let PositionKind::Playable(position) = &mut self.state else { return };
        if self.wild.any() {
            if let Move::Castle { king, rook } = m
                && self.wild.contains(rook)
            {
                let setup = wild_castle::played(
                    self.setup(),
                    king,
                    rook,
                    self.castling_side(m).map_or(king, |side| self.castling_goal(king, side)),
                );
                *self = Position::from_setup_with(self.variant, setup, CastlingMode::Standard).0;
                return;
            }
            self.wild = wild_castle::left(self.wild, m, position.turn());
        }
        let halfmoves = position.halfmoves();
        position.play_unchecked(m);
        // A dropped pawn is no pawn advance, so it does not reset the counter (as in
        // python-chess; shakmaty resets it).
        if matches!(m, Move::Put { role: Role::Pawn, .. }) {
            let mut setup = position.to_setup(EnPassantMode::Always);
            setup.halfmoves = halfmoves.saturating_add(1);
            *self = Position::from_setup_with(self.variant, setup, self.castling_mode()).0;
        }
    }

    /// The position after the side to move passed, unless it is in check.
    #[must_use]
    pub fn after_null(&self) -> Option<Position> {
        self.playable()?;
        let mut setup = self.setup();
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        if setup.turn == Color::Black {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.swap_turn();
        let (position, _) = Position::from_setup_with(self.variant, setup, self.castling_mode());
        position.playable().is_some().then_some(position)
    }

    /// The squares of the pieces that give check.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.playable().map_or(Bitboard::EMPTY, shakmaty::Position::checkers)
    }

    /// Returns true if the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns true if the side to move is checkmated. A single board of bughouse counts
    /// only pieces now in hand; [`crate::Bughouse`] knows more.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.playable().is_some() && self.is_check() && !self.has_legal_move()
    }

    /// Returns true if the side to move has no legal move, is not in check, and the
    /// variant's goal is not reached.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        self.playable().is_some()
            && !self.is_check()
            && !self.is_variant_end()
            && !self.has_legal_move()
    }

    /// Returns true if the variant's own goal is reached.
    #[must_use]
    pub fn is_variant_end(&self) -> bool {
        let Some(position) = self.playable() else {
            return false;
        };
        if self.variant == Variant::Losers {
            return Color::ALL.into_iter().any(|c| self.board().by_color(c).count() == 1);
        }
        position.is_variant_end()
    }

    /// Returns true if the material rules out a win by a side with any sequence of legal moves.
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        match self.variant {
            // In bughouse any piece may arrive from the other board; in Losers any piece may be
            // given away.
            Variant::Bughouse | Variant::Losers => false,
            _ => self.playable().is_some_and(|p| p.has_insufficient_material(color)),
        }
    }

    /// The result and its reason if the position itself ends the game: mate,
    /// stalemate, the variant's goal, or too little material for either side.
    #[must_use]
    pub fn end(&self) -> Option<(Outcome, Termination)> {
        let position = self.playable()?;
        let mover = self.turn();
        if self.is_variant_end() {
            let outcome = match self.variant {
                Variant::Losers => Outcome::Win(if self.board().by_color(mover).count() == 1 {
                    mover
                } else {
                    !mover
                }),
                _ => position.variant_outcome().into(),
            };
            return Some((outcome, Termination::VariantEnd));
        }
        if !self.has_legal_move() {
            if self.is_check() {
                let winner = if self.variant == Variant::Losers { mover } else { !mover };
                return Some((Outcome::Win(winner), Termination::Checkmate));
            }
            let outcome = match self.variant {
                Variant::Bughouse => return None,
                Variant::Losers => Outcome::Win(mover),
                Variant::Suicide => {
                    let mine = self.board().by_color(mover).count();
                    let theirs = self.board().by_color(!mover).count();
                    match mine.cmp(&theirs) {
                        std::cmp::Ordering::Less => Outcome::Win(mover),
                        std::cmp::Ordering::Greater => Outcome::Win(!mover),
                        std::cmp::Ordering::Equal => Outcome::Draw,
                    }
                }
                _ => match Outcome::from(position.outcome()) {
                    Outcome::Unknown => Outcome::Draw,
                    known => known,
                },
            };
            return Some((outcome, Termination::Stalemate));
        }
        Color::ALL
            .into_iter()
            .all(|c| self.has_insufficient_material(c))
            .then_some((Outcome::Draw, Termination::InsufficientMaterial))
    }
}

impl PartialEq for Position {
    /// Structural: counters count too.
    fn eq(&self, other: &Position) -> bool {
        self.variant == other.variant
            && self.is_unread() == other.is_unread()
            && self.setup() == other.setup()
    }
}

impl Eq for Position {}

impl From<shakmaty::Outcome> for Outcome {
    fn from(outcome: shakmaty::Outcome) -> Outcome {
        match outcome {
            shakmaty::Outcome::Known(shakmaty::KnownOutcome::Decisive { winner }) => {
                Outcome::Win(winner)
            }
            shakmaty::Outcome::Known(shakmaty::KnownOutcome::Draw) => Outcome::Draw,
            shakmaty::Outcome::Unknown => Outcome::Unknown,
        }
    }
}
