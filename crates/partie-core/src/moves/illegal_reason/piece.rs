//! Moves of pieces and pawns: their places, and pieces in their way.

use shakmaty::attacks;

use super::{
    castling, king,
    phrases::{forbidden, named, other_side, role_at},
};
use crate::{
    Bitboard, CastlingSide, Color, File, Message, Position, Rank, Role, Square, Variant, message,
    moves::san::{Action, San},
};

/// Origin of a move, as far as its text gives it.
#[derive(Clone, Copy)]
struct NamedSource {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
}

impl NamedSource {
    fn allows(self, square: Square) -> bool {
        self.file.is_none_or(|f| f == square.file()) && self.rank.is_none_or(|r| r == square.rank())
    }
}

pub(super) fn why(position: &Position, san: &San) -> Message {
    let Action::Piece { role, file, rank, to_file, to_rank, promotion, .. } = san.action else {
        return forbidden(position);
    };
    let mover = position.turn();
    let mut source = NamedSource { role, file, rank };
    // The two squares identify the piece, even if its letter is wrong.
    if let (Some(file), Some(rank)) = (file, rank) {
        let from = Square::from_coords(file, rank);
        match position.piece_at(from) {
            None => return message!("no piece stands on {from}", from),
            Some(piece) if piece.color != mover => {
                return message!(
                    "it is {side}'s move, and the {piece} is {other}'s",
                    side = mover,
                    piece = named(position, from),
                    other = piece.color
                );
            }
            Some(piece) if piece.role != role && role != Role::Pawn => {
                return message!(
                    "a {piece} stands on {from}, not a {named}",
                    piece = piece.role,
                    from,
                    named = role
                );
            }
            Some(piece) => source.role = piece.role,
        }
    }
    let Some(to_rank) = to_rank else {
        return message!(
            "no pawn on the {file}-file can capture on the {to_file}-file",
            file = file.map_or('?', File::char),
            to_file = to_file.char()
        );
    };
    let to = Square::from_coords(to_file, to_rank);
    if let Some(own) = position.piece_at(to).filter(|p| p.color == mover) {
        return message!("{side}'s own {piece} stands on {to}", side = mover, piece = own.role, to);
    }
    let candidates: Vec<Square> = position
        .board()
        .by_piece(source.role.of(mover))
        .into_iter()
        .filter(|from| source.allows(*from))
        .collect();
    let reaching = candidates.iter().copied().find(|from| {
        can_reach(position, source.role, *from, to)
            // `e4` is no capture.
            && (source.role != Role::Pawn || file.is_some() || san_captures(san) || from.file() == to.file())
    });
    if let Some(from) = reaching {
        return promotion
            .and_then(|wanted| bad_promotion(position, source.role, to, wanted))
            .unwrap_or_else(|| king::why(position, source.role, from, to));
    }
    if let Some(other) = position.after_null()
        && san.resolve(&other).is_ok()
    {
        return other_side(mover);
    }
    if candidates.is_empty() {
        return missing(position, source);
    }
    match source.role {
        Role::Pawn => pawn(position, &candidates, source, san_captures(san), to),
        role => out_of_reach(position, role, &candidates, to),
    }
}

fn san_captures(san: &San) -> bool {
    matches!(san.action, Action::Piece { capture: true, .. })
}

/// `White has no knight on the b-file`.
fn missing(position: &Position, source: NamedSource) -> Message {
    let (side, piece) = (position.turn(), source.role);
    match (source.file, source.rank) {
        (Some(file), Some(rank)) => {
            let square = Square::from_coords(file, rank);
            message!("{side} has no {piece} on {square}", side, piece, square)
        }
        (Some(file), None) => {
            message!("{side} has no {piece} on the {file}-file", side, piece, file = file.char())
        }
        (None, Some(rank)) => {
            message!("{side} has no {piece} on rank {rank}", side, piece, rank = rank.char())
        }
        (None, None) => message!("{side} has no {piece}", side, piece),
    }
}

/// Returns true if a piece could move to a square on a board without kings.
fn can_reach(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let board = position.board();
    let occupied = board.occupied();
    let mover = position.turn();
    if role != Role::Pawn {
        return attacks::attacks(from, role.of(mover), occupied).contains(to);
    }
    if attacks::pawn_attacks(mover, from).contains(to) {
        return board.by_color(!mover).contains(to) || position.en_passant() == Some(to);
    }
    push(position, from, to)
        .is_some_and(|way| (way & occupied).is_empty() && !occupied.contains(to))
}

/// The squares between a pawn and a square one or two steps ahead; `None` if it is
/// neither.
fn push(position: &Position, from: Square, to: Square) -> Option<Bitboard> {
    let mover = position.turn();
    let steps = mover.relative_rank(to.rank()) as i32 - mover.relative_rank(from.rank()) as i32;
    let home = match mover.relative_rank(from.rank()) {
        Rank::Second => true,
        // Horde's pawns on the first rank may go two squares as well.
        Rank::First => position.variant() == Variant::Horde,
        _ => false,
    };
    (from.file() == to.file() && (steps == 1 || (steps == 2 && home)))
        .then(|| attacks::between(from, to))
}

fn bad_promotion(position: &Position, role: Role, to: Square, wanted: Role) -> Option<Message> {
    if role != Role::Pawn || position.turn().relative_rank(to.rank()) != Rank::Eighth {
        return Some(message!("only a pawn that reaches the last rank promotes"));
    }
    let kings = matches!(position.variant(), Variant::Antichess | Variant::Suicide);
    (wanted == Role::Pawn || (wanted == Role::King && !kings))
        .then(|| message!("a pawn cannot become a {piece}", piece = wanted))
}

fn pawn(
    position: &Position,
    candidates: &[Square],
    source: NamedSource,
    captures: bool,
    to: Square,
) -> Message {
    let mover = position.turn();
    let there = position.piece_at(to);
    let sideways = source.file.filter(|f| *f != to.file());
    if let Some(file) = sideways {
        if (file as u8).abs_diff(to.file() as u8) > 1 {
            return message!(
                "a pawn on the {file}-file cannot capture on {to}",
                file = file.char(),
                to
            );
        }
        let ready = candidates.iter().any(|s| attacks::pawn_attacks(mover, *s).contains(to));
        return match there {
            None if ready && passed(position, to) => {
                message!("a pawn is taken in passing at once or never, and {to} is empty", to)
            }
            None => message!("there is nothing to capture on {to}", to),
            Some(_) => {
                message!("no pawn on the {file}-file can capture on {to}", file = file.char(), to)
            }
        };
    }
    if captures && there.is_none() && source.file.is_none() {
        return message!("there is nothing to capture on {to}", to);
    }
    let behind: Vec<(Square, Bitboard)> =
        candidates.iter().filter_map(|s| Some((*s, push(position, *s, to)?))).collect();
    if let Some(piece) = there.filter(|_| !behind.is_empty()) {
        return message!(
            "a pawn cannot go straight on to {to}: a {piece} stands there",
            to,
            piece = piece.role
        );
    }
    if let [(from, way)] = behind.as_slice()
        && let Some(blocker) = (*way & position.board().occupied()).into_iter().next()
    {
        return blocked_by(position, Role::Pawn, *from, to, blocker);
    }
    let on_file: Vec<Square> =
        candidates.iter().copied().filter(|s| s.file() == to.file()).collect();
    match on_file.as_slice() {
        [from] => beyond(Role::Pawn, *from, to),
        _ => message!("no {piece} can reach {to}", piece = Role::Pawn, to),
    }
}

/// Returns true if an enemy pawn is where it would be after a double step over a square.
fn passed(position: &Position, to: Square) -> bool {
    let mover = position.turn();
    let pawn = to.offset(if mover == Color::White { -8 } else { 8 });
    mover.relative_rank(to.rank()) == Rank::Sixth
        && pawn.is_some_and(|s| position.piece_at(s) == Some(Role::Pawn.of(!mover)))
}

fn out_of_reach(position: &Position, role: Role, candidates: &[Square], to: Square) -> Message {
    let blocked: Vec<(Square, Square)> = candidates
        .iter()
        .filter_map(|from| Some((*from, blocker(position, role, *from, to)?)))
        .collect();
    // If several pieces could be meant, take the one that stands on a line with the square.
    if let [(from, blocker)] = blocked.as_slice() {
        return blocked_by(position, role, *from, to, *blocker);
    }
    let [from] = candidates else {
        return message!("no {piece} can reach {to}", piece = role, to);
    };
    if role == Role::King && from.rank() == to.rank() && from.distance(to) > 1 {
        // `Kg1` may stand for castling.
        let meant = CastlingSide::ALL.into_iter().find(|s| position.castling_goal(*from, *s) == to);
        if let Some(side) = meant {
            return castling::why(position, side);
        }
    }
    if role == Role::Bishop && from.is_light() != to.is_light() {
        return message!(
            "the bishop on {from} cannot reach {to}, a square of the other colour",
            from,
            to
        );
    }
    beyond(role, *from, to)
}

fn beyond(role: Role, from: Square, to: Square) -> Message {
    message!("the {piece} on {from} cannot reach {to}", piece = role, from, to)
}

fn blocked_by(position: &Position, role: Role, from: Square, to: Square, by: Square) -> Message {
    message!(
        "the {piece} on {from} cannot reach {to}: a {other} stands on {blocker}",
        piece = role,
        from,
        to,
        other = role_at(position, by),
        blocker = by
    )
}

/// Returns the first piece in the way of a rook, bishop or queen.
fn blocker(position: &Position, role: Role, from: Square, to: Square) -> Option<Square> {
    if !attacks::attacks(from, role.of(position.turn()), Bitboard::EMPTY).contains(to) {
        return None;
    }
    (attacks::between(from, to) & position.board().occupied())
        .into_iter()
        .min_by_key(|s| s.distance(from))
}
