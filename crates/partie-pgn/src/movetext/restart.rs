//! Games that were run together: move number 1 after other moves begins another one.

use std::ops::Range;

use partie_core::Position;

use super::player::Player;
use crate::{
    board::Board,
    codes,
    token::{Token, TokenKind},
};
use partie_formats::{Confidence, Diagnostic, message};

/// Plies that must be legal from the start position for move number 1 to begin another game.
const LEGAL_OPENING: u32 = 4;

impl Player<'_> {
    /// Returns true if the moves from a token on can open a game.
    pub(super) fn opens_game(&mut self, at: usize) -> bool {
        let variant = self.choice.variant;
        let board = Board::start(variant, &Position::start(variant));
        self.legal_from(board, at) >= LEGAL_OPENING
    }

    /// Reports that a number begins another game, with the empty line that would separate it.
    pub(super) fn report_game(&mut self, number: Range<usize>) {
        let before = self.slice(0..number.start).trim_end().len();
        let separates = self.slice(number.clone()).starts_with("1.");
        let fix = if separates {
            (before..number.start, "\n\n".to_owned())
        } else {
            (before..number.end, "\n\n1.".to_owned())
        };
        let message = message!("move number 1 begins another game here");
        let game = Diagnostic::new(&codes::SECOND_GAME, number, message);
        self.push(game.at_ply(self.plies + 1));
        self.fix_last(fix.0, fix.1, Confidence::Likely);
    }

    /// Reports the games that begin after the token at which the main line stopped.
    pub(super) fn report_games_after(&mut self, stop: usize) {
        let begins_game = |token: &Token| {
            matches!(token.kind, TokenKind::Number { number: Some(1), dots: 0 | 1 })
        };
        let Some(last) = self.tokens.iter().rposition(begins_game) else { return };
        let (mut depth, mut moves, mut after_move) = (0_usize, 1, true);
        for at in stop + 1..=last {
            let Token { kind, span } = &self.tokens[at];
            match kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Word if depth == 0 => {
                    after_move = self.names_a_move(span.clone());
                    moves += u32::from(after_move);
                }
                TokenKind::Number { number: Some(1), dots: dots @ (0 | 1) }
                    if depth == 0
                        && after_move
                        && moves > 1
                        && self.counts(*dots)
                        && self.opens_game(at + 1) =>
                {
                    self.report_game(span.clone());
                    moves = 0;
                }
                _ => {}
            }
        }
    }
}
