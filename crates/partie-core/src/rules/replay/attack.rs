//! Attacked squares, for the few moves that need them.

use super::{GONE, KIND, NOTHING, ReplayBoard, key};
use crate::{Color, RemainingChecks, Role, rules::pieces::kind};

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the square at a distance of files and ranks, if it is on the board.
const fn offset(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    if file & 7 == file && rank & 7 == rank { Some((rank * 8 + file) as usize) } else { None }
}

impl ReplayBoard {
    /// Returns true if the king of the side to move is attacked.
    fn is_check(&self) -> bool {
        let king = self.roster[usize::from(self.turn & 1) << 4];
        king != GONE && self.is_attacked(usize::from(king & 63), !self.turn())
    }

    pub(super) fn is_attacked(&self, square: usize, by: Color) -> bool {
        let stands = |square: usize, role: Role| {
            usize::from(self.men[square & 63] >> KIND & 15) == kind(by, role)
        };
        let near = |steps: &[(i32, i32)], role: Role| {
            steps.iter().filter_map(|step| offset(square, *step)).any(|square| stands(square, role))
        };
        let far = |steps: &[(i32, i32)], role: Role| {
            steps.iter().any(|step| {
                let first = std::iter::successors(offset(square, *step), |at| offset(*at, *step))
                    .find(|at| self.men[at & 63] != NOTHING);
                first.is_some_and(|at| stands(at, role) || stands(at, Role::Queen))
            })
        };
        let back = by.fold_wb(-1, 1);
        near(&[(-1, back), (1, back)], Role::Pawn)
            || near(&JUMPS, Role::Knight)
            || near(&STRAIGHT, Role::King)
            || near(&SLANTED, Role::King)
            || far(&STRAIGHT, Role::Rook)
            || far(&SLANTED, Role::Bishop)
    }

    /// Returns true if a pawn of the side to move may capture, en passant, the pawn on `taken` that
    /// has just passed over `passed`.
    pub(super) fn may_capture_passing(&mut self, taken: usize, passed: usize) -> bool {
        let pawn = kind(self.turn(), Role::Pawn);
        [-1, 1].into_iter().filter_map(|files| offset(taken, (files, 0))).any(|from| {
            let (capturing, captured) = (self.men[from & 63], self.men[taken & 63]);
            if usize::from(capturing >> KIND & 15) != pawn {
                return false;
            }
            // As if it had been captured.
            self.men[from & 63] = NOTHING;
            self.men[taken & 63] = NOTHING;
            self.men[passed & 63] = capturing;
            let legal = !self.is_check();
            self.men[from & 63] = capturing;
            self.men[taken & 63] = captured;
            self.men[passed & 63] = NOTHING;
            legal
        })
    }

    /// Returns true if a pawn of the side to move stands beside the pawn that has just passed over
    /// `passed`.
    pub(super) fn has_pawn_beside(&self, passed: usize) -> bool {
        let back = if self.turn().is_white() { -1 } else { 1 };
        let pawn = kind(self.turn(), Role::Pawn);
        [-1, 1]
            .into_iter()
            .filter_map(|files| offset(passed, (files, back)))
            .any(|from| usize::from(self.men[from & 63] >> KIND & 15) == pawn)
    }

    /// Counts the check that the last move gave, if it gave one.
    #[cold]
    pub(super) fn count_check(&mut self) {
        let us = !self.turn();
        let is_check = self.is_check();
        if let Some(checks) = &mut self.checks
            && is_check
        {
            let left = checks.get_mut(us);
            self.key ^= key::checks_left(us, *left);
            *left = RemainingChecks::new(u32::from(*left).saturating_sub(1));
            self.key ^= key::checks_left(us, *left);
            if left.is_zero() {
                // The game is over, so no capture is legal.
                self.key ^= self.passing_key;
                self.passing_key = 0;
            }
        }
    }
}
