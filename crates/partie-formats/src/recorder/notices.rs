//! What is said about the boards of a game, and the times that they show.

use partie_core::{Color, Ply, Position, moves::san};

use super::{
    join,
    live::{LONGEST_CLOCK, Live, times_of},
    track::{Before, Step},
};
use crate::{
    Diagnostic, ReadOptions,
    style12::{self, Style12, codes},
};

impl Live {
    pub(super) fn tell(&mut self, step: &Step, board: &Style12<'_>, options: &ReadOptions) {
        match *step {
            Step::Repeated
            | Step::Jumped
            | Step::Before(_)
            | Step::Moved { as_said: true, counted: true } => {}
            Step::Moved { as_said, counted } => {
                if !as_said {
                    let (before, m) = self.last_move();
                    let played = m.map(|m| join::san_of(&before, m)).unwrap_or_default();
                    let said = board.san.as_ref();
                    let span = self.scroll.last_line();
                    self.note_span(
                        options,
                        Diagnostic::new(
                            &codes::MOVE_DISAGREES,
                            span,
                            format!(
                                "expected {played}, which leads to the board, but found {said}"
                            ),
                        )
                        .expected(played, said),
                    );
                }
                if !counted {
                    let number = board.move_number;
                    self.note(
                        options,
                        &codes::WRONG_MOVE_NUMBER,
                        format!(
                            "expected move number {}, but found {number}",
                            self.track.position().fullmoves()
                        ),
                    );
                }
            }
            Step::Back(moves) if !self.is_examined() => {
                self.note(options, &codes::TAKE_BACK, format!("{} taken back", plies_were(moves)));
            }
            Step::Back(_) => {}
            Step::Gap { moves, only } => {
                let unseen = moves - 1;
                let code = if only { &codes::GAP_CLOSED } else { &codes::GAP_GUESSED };
                let found = self.last_sans(moves);
                let rest = if only { "" } else { ", but other moves fit too" };
                self.note(
                    options,
                    code,
                    format!(
                        "{} not in the stream; {found} leads to the board{rest}",
                        plies_were(unseen)
                    ),
                );
            }
            Step::Lost => {
                let from = self.track.position();
                let message = format!(
                    "no moves lead from the board before (move {}) to this one (move {})",
                    from.fullmoves(),
                    board.move_number
                );
                self.note(options, &codes::GAP, message);
            }
        }
    }

    fn last_move(&self) -> (Position, Option<partie_core::Move>) {
        let node = &self.track.nodes[self.track.here];
        let before = node.parent.map(|p| self.track.nodes[p].position.clone());
        (before.unwrap_or_default(), node.ply.and_then(Ply::to_move))
    }

    fn last_sans(&self, moves: usize) -> String {
        let line = self.track.line_to(self.track.here);
        let sans: Vec<String> = line[line.len().saturating_sub(moves)..]
            .iter()
            .filter_map(|id| {
                let node = &self.track.nodes[*id];
                let before = &self.track.nodes[node.parent?].position;
                Some(san::write(before, node.ply?))
            })
            .collect();
        sans.join(" ")
    }

    /// Fields that say what cannot be.
    pub(super) fn odd_fields(&mut self, board: &Style12<'_>, step: &Step, options: &ReadOptions) {
        if *step == Step::Repeated {
            return;
        }
        if board.halfmoves < 0 {
            self.note(
                options,
                &codes::NEGATIVE_HALFMOVES,
                format!("expected half-moves from 0, but found {}", board.halfmoves),
            );
        }
        if let Some(file) = board.double_push
            && board.en_passant().is_none()
        {
            self.note(
                options,
                &codes::DOUBLE_PUSH,
                format!(
                    "expected -1, as no pawn was pushed two squares, but found {}",
                    u32::from(file)
                ),
            );
        }
    }

    /// Clock and time taken of the move that was made.
    pub(super) fn times(
        &mut self,
        board: &Style12<'_>,
        step: &Step,
        unread: &UnreadFields,
        options: &ReadOptions,
    ) {
        let moved = matches!(step, Step::Moved { .. } | Step::Gap { .. });
        let node = self.track.here;
        if node == self.track.root || !moved && *step != Step::Repeated {
            return;
        }
        let Some((clock, taken)) = times_of(board) else { return };
        let clock = Some(clock).filter(|_| !unread.lacks_clock(!board.turn));
        if let Some(clock) = clock.filter(|clock| clock.abs() > LONGEST_CLOCK) {
            self.note(
                options,
                &codes::CLOCK,
                format!("expected a clock of less than 100 hours, but found {clock} milliseconds"),
            );
            return;
        }
        let node = &mut self.track.nodes[node];
        node.clock = node.clock.or(clock);
        if moved && !unread.lacks(TAKEN) {
            node.taken = node.taken.or(Some(taken));
        }
    }
}

/// Fields of a board line that cannot be read or are missing. Nothing is known from them.
#[derive(Debug, Default)]
pub(super) struct UnreadFields {
    fields: Vec<(usize, String)>,
    /// Number of the first field beyond the end of the line.
    first_missing: Option<usize>,
}

/// Number of the field of White's clock, counted from the tag, which is field 1.
const WHITE_CLOCK: usize = 25;
/// Number of the field of the time taken.
const TAKEN: usize = 29;

impl UnreadFields {
    /// Gathers the fields of a line that its diagnostics call unread.
    pub(super) fn new(line: &[u8], diagnostics: &[Diagnostic]) -> UnreadFields {
        let mut unread = UnreadFields::default();
        let Some((tag, _)) = style12::find_tag(line).filter(|_| !diagnostics.is_empty()) else {
            return unread;
        };
        for diagnostic in diagnostics {
            let count = |end: usize| style12::count_fields(&line[tag.start..end]);
            if diagnostic.code.id == codes::BAD_FIELD.id {
                let found = diagnostic.found.clone().unwrap_or_default();
                unread.fields.push((count(diagnostic.span.start) + 1, found));
            } else if diagnostic.code.id == codes::MISSING_FIELDS.id {
                unread.first_missing = Some(count(line.len()) + 1);
            }
        }
        unread
    }

    /// Returns the text of the fields.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|(_, words)| words.as_str())
    }

    /// Returns true if a field, counted from 1, is not known.
    fn lacks(&self, field: usize) -> bool {
        self.fields.iter().any(|(number, _)| *number == field)
            || self.first_missing.is_some_and(|first| field >= first)
    }

    fn lacks_clock(&self, color: Color) -> bool {
        self.lacks(color.fold_wb(WHITE_CLOCK, WHITE_CLOCK + 1))
    }

    /// Forgets times that a first board does not say.
    pub(super) fn correct(&self, mover: Color, before: &mut Before) {
        before.clock = before.clock.filter(|_| !self.lacks_clock(mover));
        before.taken = before.taken.filter(|_| !self.lacks(TAKEN));
    }
}

fn plies_were(count: usize) -> String {
    if count == 1 { "1 ply was".to_owned() } else { format!("{count} plies were") }
}
