//! Moves of pieces and pawns: where they stand, what is in their way.

use shakmaty::attacks;

use super::{
    castling, king,
    phrases::{forbidden, name, named, side},
};
use crate::{
    Bitboard, CastlingSide, Color, File, Position, Rank, Role, Square, Variant,
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

pub(super) fn why(position: &Position, san: &San) -> String {
    let Action::Piece { role, file, rank, to_file, to_rank, promotion, .. } = san.action else {
        return forbidden(position);
    };
    let mover = position.turn();
    let mut source = NamedSource { role, file, rank };
    // With both squares the piece is known, whatever its letter.
    if let (Some(file), Some(rank)) = (file, rank) {
        let from = Square::from_coords(file, rank);
        match position.piece_at(from) {
            None => return format!("no piece stands on {from}"),
            Some(piece) if piece.color != mover => {
                return format!(
                    "it is {}'s move, and the {} is {}'s",
                    side(mover),
                    named(position, from),
                    side(piece.color)
                );
            }
            Some(piece) if piece.role != role && role != Role::Pawn => {
                return format!("a {} stands on {from}, not a {}", name(piece.role), name(role));
            }
            Some(piece) => source.role = piece.role,
        }
    }
    let Some(to_rank) = to_rank else {
        return format!(
            "no pawn on the {}-file can capture on the {}-file",
            file.map_or('?', File::char),
            to_file.char()
        );
    };
    let to = Square::from_coords(to_file, to_rank);
    if let Some(own) = position.piece_at(to).filter(|p| p.color == mover) {
        return format!("{}'s own {} stands on {to}", side(mover), name(own.role));
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
        return format!("it is {}'s move; for {} it would be legal", side(mover), side(!mover));
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
fn missing(position: &Position, source: NamedSource) -> String {
    let place = match (source.file, source.rank) {
        (Some(f), Some(r)) => format!(" on {}", Square::from_coords(f, r)),
        (Some(f), None) => format!(" on the {}-file", f.char()),
        (None, Some(r)) => format!(" on rank {}", r.char()),
        (None, None) => String::new(),
    };
    format!("{} has no {}{place}", side(position.turn()), name(source.role))
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

fn bad_promotion(position: &Position, role: Role, to: Square, wanted: Role) -> Option<String> {
    if role != Role::Pawn || position.turn().relative_rank(to.rank()) != Rank::Eighth {
        return Some("only a pawn that reaches the last rank promotes".to_owned());
    }
    let kings = matches!(position.variant(), Variant::Antichess | Variant::Suicide);
    (wanted == Role::Pawn || (wanted == Role::King && !kings))
        .then(|| format!("a pawn cannot become a {}", name(wanted)))
}

fn pawn(
    position: &Position,
    candidates: &[Square],
    source: NamedSource,
    captures: bool,
    to: Square,
) -> String {
    let mover = position.turn();
    let there = position.piece_at(to);
    let sideways = source.file.filter(|f| *f != to.file());
    if let Some(file) = sideways {
        if (file as u8).abs_diff(to.file() as u8) > 1 {
            return format!("a pawn on the {}-file cannot capture on {to}", file.char());
        }
        let ready = candidates.iter().any(|s| attacks::pawn_attacks(mover, *s).contains(to));
        return match there {
            None if ready && passed(position, to) => {
                format!("a pawn is taken in passing at once or never, and {to} is empty")
            }
            None => format!("there is nothing to capture on {to}"),
            Some(_) => format!("no pawn on the {}-file can capture on {to}", file.char()),
        };
    }
    if captures && there.is_none() && source.file.is_none() {
        return format!("there is nothing to capture on {to}");
    }
    let behind: Vec<(Square, Bitboard)> =
        candidates.iter().filter_map(|s| Some((*s, push(position, *s, to)?))).collect();
    if let Some(piece) = there.filter(|_| !behind.is_empty()) {
        return format!(
            "a pawn cannot go straight on to {to}: a {} stands there",
            name(piece.role)
        );
    }
    if let [(from, way)] = behind.as_slice()
        && let Some(blocker) = (*way & position.board().occupied()).into_iter().next()
    {
        let piece = position.piece_at(blocker).map_or("piece", |p| name(p.role));
        return format!("the pawn on {from} cannot reach {to}: a {piece} stands on {blocker}");
    }
    let on_file: Vec<Square> =
        candidates.iter().copied().filter(|s| s.file() == to.file()).collect();
    match on_file.as_slice() {
        [from] => format!("the pawn on {from} cannot reach {to}"),
        _ => format!("no pawn can reach {to}"),
    }
}

/// Returns true if an enemy pawn is where it would be after a double step over a square.
fn passed(position: &Position, to: Square) -> bool {
    let mover = position.turn();
    let pawn = to.offset(if mover == Color::White { -8 } else { 8 });
    mover.relative_rank(to.rank()) == Rank::Sixth
        && pawn.is_some_and(|s| position.piece_at(s) == Some(Role::Pawn.of(!mover)))
}

fn out_of_reach(position: &Position, role: Role, candidates: &[Square], to: Square) -> String {
    let blocked: Vec<(Square, Square)> = candidates
        .iter()
        .filter_map(|from| Some((*from, blocker(position, role, *from, to)?)))
        .collect();
    // Of several pieces the one that stands on a line with the square was meant.
    if let [(from, blocker)] = blocked.as_slice() {
        let piece = position.piece_at(*blocker).map_or("piece", |p| name(p.role));
        return format!(
            "the {} on {from} cannot reach {to}: a {piece} stands on {blocker}",
            name(role)
        );
    }
    let [from] = candidates else {
        return format!("no {} can reach {to}", name(role));
    };
    if role == Role::King && from.rank() == to.rank() && from.distance(to) > 1 {
        // `Kg1` may stand for castling.
        let meant = CastlingSide::ALL.into_iter().find(|s| position.castling_goal(*from, *s) == to);
        if let Some(side) = meant {
            return castling::why(position, side);
        }
    }
    if role == Role::Bishop && from.is_light() != to.is_light() {
        return format!("the bishop on {from} cannot reach {to}, a square of the other colour");
    }
    format!("the {} on {from} cannot reach {to}", name(role))
}

/// The first piece in the way of one that moves in lines.
fn blocker(position: &Position, role: Role, from: Square, to: Square) -> Option<Square> {
    if !attacks::attacks(from, role.of(position.turn()), Bitboard::EMPTY).contains(to) {
        return None;
    }
    (attacks::between(from, to) & position.board().occupied())
        .into_iter()
        .min_by_key(|s| s.distance(from))
}
