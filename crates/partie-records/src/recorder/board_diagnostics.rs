//! Diagnostics of a game's boards and of the times that they show.

use partie_core::moves::san;

use super::{
    move_tree::{Before, ROOT},
    open_game::{LONGEST_CLOCK, OpenGame, times_of},
};
use partie_formats::{Message, diagnostic, message};
use partie_wire::{
    follower::Step,
    style12::{Style12, codes},
};

impl OpenGame {
    pub(super) fn tell(&mut self, step: &Step, board: &Style12<'_>) {
        match *step {
            Step::Repeated | Step::Jumped | Step::Moved { as_said: true, counted: true } => {}
            Step::Moved { as_said, counted } => {
                if !as_said {
                    let made = self.move_tree.moves.last_move();
                    let played = made.map(|(before, ply)| san::write(before, ply));
                    let played = played.unwrap_or_default();
                    let said = board.san.as_ref();
                    let span = self.transcript.last_line();
                    self.note_span(
                        diagnostic!(
                            &codes::MOVE_DISAGREES,
                            span,
                            "expected {played}, which leads to the board, but found {said}",
                            played,
                            said
                        )
                        .expected(played, said),
                    );
                }
                if !counted {
                    let number = board.move_number;
                    self.note(
                        &codes::WRONG_MOVE_NUMBER,
                        message!(
                            "expected move number {position}, but found {number}",
                            position = self.move_tree.moves.position().fullmoves(),
                            number
                        ),
                    );
                }
            }
            Step::Back(moves) if !self.is_examined() => {
                self.note(
                    &codes::TAKE_BACK,
                    message!("{plies} taken back", plies = plies_were(moves)),
                );
            }
            Step::Back(_) => {}
            Step::Gap { moves, only } => {
                let unseen = moves - 1;
                let code = if only { &codes::GAP_CLOSED } else { &codes::GAP_GUESSED };
                let found = self.last_sans(moves);
                let rest = if only { message!("") } else { message!(", but other moves fit too") };
                self.note(
                    code,
                    message!(
                        "{plies} not in the stream; {found} leads to the board{rest}",
                        plies = plies_were(unseen),
                        found,
                        rest
                    ),
                );
            }
            Step::Lost => {
                let from = self.move_tree.moves.position();
                let message = message!(
                    "no moves lead from the board before (move {fullmoves}) to this one (move {move_number})",
                    fullmoves = from.fullmoves(),
                    move_number = board.move_number
                );
                self.note(&codes::GAP, message);
            }
        }
    }

    fn last_sans(&self, moves: usize) -> String {
        let tree = &self.move_tree.moves;
        let line = tree.line_to(tree.here);
        let sans: Vec<String> = line[line.len().saturating_sub(moves)..]
            .iter()
            .filter_map(|id| {
                let node = &tree.nodes[*id];
                let before = &tree.nodes[node.parent?].position;
                Some(san::write(before, node.ply?))
            })
            .collect();
        sans.join(" ")
    }

    /// Reports fields with impossible values.
    pub(super) fn odd_fields(&mut self, board: &Style12<'_>, step: &Step) {
        if *step == Step::Repeated {
            return;
        }
        if board.halfmoves < 0 {
            self.note(
                &codes::NEGATIVE_HALFMOVES,
                message!("expected half-moves from 0, but found {found}", found = board.halfmoves),
            );
        }
        if let Some(file) = board.double_push
            && board.en_passant().is_none()
        {
            self.note(
                &codes::DOUBLE_PUSH,
                message!(
                    "expected -1, as no pawn was pushed two squares, but found {found}",
                    found = u32::from(file)
                ),
            );
        }
    }

    /// Clock and time taken of the move that was made.
    pub(super) fn times(&mut self, board: &Style12<'_>, step: &Step) {
        let moved = matches!(step, Step::Moved { .. } | Step::Gap { .. });
        if self.move_tree.moves.here == ROOT || !moved && *step != Step::Repeated {
            return;
        }
        let Some((clock, taken)) = times_of(board) else { return };
        let clock = Some(clock).filter(|_| !board.unread.clock(!board.turn));
        if let Some(clock) = clock.filter(|clock| clock.abs() > LONGEST_CLOCK) {
            self.note(
                &codes::CLOCK,
                message!(
                    "expected a clock of less than 100 hours, but found {clock} milliseconds",
                    clock
                ),
            );
            return;
        }
        let node = self.move_tree.mark();
        node.clock = node.clock.or(clock);
        if moved && !board.unread.taken() {
            node.taken = node.taken.or(Some(taken));
        }
    }
}

impl Before {
    /// Forgets times that a first board does not say.
    pub(super) fn correct(&mut self, board: &Style12<'_>) {
        self.clock = self.clock.filter(|_| !board.unread.clock(!board.turn));
        self.taken = self.taken.filter(|_| !board.unread.taken());
    }
}

fn plies_were(count: usize) -> Message {
    if count == 1 { message!("1 ply was") } else { message!("{count} plies were", count) }
}
