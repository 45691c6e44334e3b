//! A second opinion on the rules: a slow generator that shares nothing with the fast
//! one. It knows squares as numbers (a1 = 0, h8 = 63), tries every move of every piece
//! and looks whether the king could be taken afterwards.

use partie_core::{Color, Position, Role, Square, Variant};

#[derive(Clone)]
struct Slow {
    squares: [Option<(Color, Role)>; 64],
    mover: Color,
    variant: Variant,
}

const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const OBLIQUE: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn step(square: usize, (file, rank): (i32, i32)) -> Option<usize> {
    let file = (square % 8) as i32 + file;
    let rank = (square / 8) as i32 + rank;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn name(square: usize) -> String {
    Square::new(square as u32).to_string()
}

const fn forward(color: Color) -> i32 {
    if color.is_white() { 1 } else { -1 }
}

impl Slow {
    /// The squares that a piece attacks.
    fn reach(&self, from: usize) -> Vec<usize> {
        let Some((color, role)) = self.squares[from] else { return Vec::new() };
        let mut found = Vec::new();
        match role {
            Role::Pawn => {
                found.extend([-1, 1].iter().filter_map(|f| step(from, (*f, forward(color)))));
            }
            Role::Knight => found.extend(KNIGHT.iter().filter_map(|d| step(from, *d))),
            Role::King => {
                found.extend(STRAIGHT.iter().chain(&OBLIQUE).filter_map(|d| step(from, *d)));
            }
            _ => {
                let straight = STRAIGHT.iter().filter(|_| role != Role::Bishop);
                for d in straight.chain(OBLIQUE.iter().filter(|_| role != Role::Rook)) {
                    let mut at = from;
                    while let Some(next) = step(at, *d) {
                        found.push(next);
                        if self.squares[next].is_some() {
                            break;
                        }
                        at = next;
                    }
                }
            }
        }
        found
    }

    fn is_attacked(&self, square: usize, by: Color) -> bool {
        (0..64).any(|from| {
            self.squares[from].is_some_and(|(c, _)| c == by) && self.reach(from).contains(&square)
        })
    }

    fn king_is_safe(&self, color: Color) -> bool {
        if matches!(self.variant, Variant::Antichess | Variant::Suicide) {
            return true;
        }
        let king = (0..64).find(|s| self.squares[*s] == Some((color, Role::King)));
        king.is_none_or(|k| !self.is_attacked(k, !color))
    }

    fn push(
        &self,
        found: &mut Vec<(String, bool)>,
        from: usize,
        to: usize,
        taken: Option<usize>,
        becomes: Option<Role>,
    ) {
        let mut after = self.clone();
        if let Some(taken) = taken {
            after.squares[taken] = None;
        }
        after.squares[to] = after.squares[from].take();
        if after.king_is_safe(self.mover) {
            let letter = becomes.map(|r| r.char().to_string()).unwrap_or_default();
            found.push((format!("{}{}{letter}", name(from), name(to)), taken.is_some()));
        }
    }
}

/// All legal moves in UCI notation, sorted.
pub(crate) fn legal_moves(position: &Position) -> Vec<String> {
    let mover = position.turn();
    let variant = position.variant();
    let mut slow = Slow { squares: [None; 64], mover, variant };
    for square in Square::ALL {
        slow.squares[usize::from(square)] = position.piece_at(square).map(|p| (p.color, p.role));
    }
    let mut found: Vec<(String, bool)> = Vec::new();
    for from in 0..64 {
        let Some((color, role)) = slow.squares[from] else { continue };
        if color != mover {
            continue;
        }
        if role == Role::Pawn {
            pawn_moves(&slow, position, from, &mut found);
            continue;
        }
        for to in slow.reach(from) {
            match slow.squares[to] {
                Some((c, _)) if c == mover => {}
                Some(_) => slow.push(&mut found, from, to, Some(to), None),
                None => slow.push(&mut found, from, to, None, None),
            }
        }
        if role == Role::King && !matches!(variant, Variant::Antichess | Variant::Suicide) {
            castling(&slow, position, from, &mut found);
        }
    }
    if let Some(pockets) = position.pockets() {
        drops(&slow, pockets.get(mover).zip_role(), &mut found);
    }
    let forced = matches!(variant, Variant::Losers | Variant::Antichess | Variant::Suicide)
        && found.iter().any(|(_, capture)| *capture);
    let mut moves: Vec<String> =
        found.into_iter().filter(|(_, capture)| !forced || *capture).map(|(m, _)| m).collect();
    moves.sort();
    moves
}

fn pawn_moves(slow: &Slow, position: &Position, from: usize, found: &mut Vec<(String, bool)>) {
    let up = forward(slow.mover);
    let mut targets = Vec::new();
    let one = step(from, (0, up)).filter(|s| slow.squares[*s].is_none());
    if let Some(one) = one {
        targets.push((one, None));
        let home = if up == 1 { 1 } else { 6 };
        let two = step(one, (0, up)).filter(|s| slow.squares[*s].is_none());
        if let Some(two) = two.filter(|_| from / 8 == home) {
            targets.push((two, None));
        }
    }
    for to in slow.reach(from) {
        if slow.squares[to].is_some_and(|(c, _)| c != slow.mover) {
            targets.push((to, Some(to)));
        } else if position.en_passant().map(usize::from) == Some(to) {
            targets.push((to, step(to, (0, -up))));
        }
    }
    for (to, taken) in targets {
        if to / 8 == 0 || to / 8 == 7 {
            let mut roles = vec![Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
            if matches!(slow.variant, Variant::Antichess | Variant::Suicide) {
                roles.push(Role::King);
            }
            for role in roles {
                slow.push(found, from, to, taken, Some(role));
            }
        } else {
            slow.push(found, from, to, taken, None);
        }
    }
}

/// Two squares towards a rook that has the right, over empty and safe squares.
fn castling(slow: &Slow, position: &Position, king: usize, found: &mut Vec<(String, bool)>) {
    let rights = position.castling_rights();
    for direction in [-1, 1] {
        let mut at = king;
        let rook = loop {
            let Some(next) = step(at, (direction, 0)) else { break None };
            if slow.squares[next].is_some() {
                break Some(next);
            }
            at = next;
        };
        let Some(rook) = rook else { continue };
        if slow.squares[rook] != Some((slow.mover, Role::Rook))
            || !rights.contains(Square::new(rook as u32))
        {
            continue;
        }
        let way = [0, direction, 2 * direction].map(|d| step(king, (d, 0)));
        let [Some(_), Some(_), Some(goal)] = way else { continue };
        let mut safe = true;
        for square in way.into_iter().flatten() {
            let mut after = slow.clone();
            after.squares[square] = after.squares[king].take();
            safe &= !after.is_attacked(square, !slow.mover);
        }
        if safe {
            found.push((format!("{}{}", name(king), name(goal)), false));
        }
    }
}

fn drops(slow: &Slow, pocket: Vec<(Role, u8)>, found: &mut Vec<(String, bool)>) {
    for (role, count) in pocket {
        for to in 0..64 {
            let edge = to / 8 == 0 || to / 8 == 7;
            if count == 0 || slow.squares[to].is_some() || (role == Role::Pawn && edge) {
                continue;
            }
            let mut after = slow.clone();
            after.squares[to] = Some((slow.mover, role));
            if after.king_is_safe(slow.mover) {
                found.push((format!("{}@{}", role.upper_char(), name(to)), false));
            }
        }
    }
}

trait ZipRole {
    fn zip_role(&self) -> Vec<(Role, u8)>;
}

impl ZipRole for partie_core::ByRole<u8> {
    fn zip_role(&self) -> Vec<(Role, u8)> {
        Role::ALL.into_iter().map(|r| (r, *self.get(r))).collect()
    }
}
