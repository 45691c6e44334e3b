//! Moves whose parts stand apart: `Nb d7`, `e x d5`, `O - O`, `castles K`.

use partie_core::{
    CastlingSide,
    moves::{
        CheckMark, Quirks, Reading,
        san::{Action, San},
    },
};
use partie_scoresheet::castling_in_words;

use super::player::{Next, Player};
use crate::{lex::NULL_MOVE, token::TokenKind};

/// Most parts of a move that follow its first one.
const MOST_PARTS: usize = 4;

/// Length of the longest move whose parts are joined, in bytes.
const LONGEST: usize = 10;

impl Player<'_> {
    /// Plays the move of which the word `at` is the first part. `None` unless exactly one legal
    /// move comes out when the words after it are joined to it.
    pub(super) fn joined_move(&mut self, at: usize) -> Option<Next> {
        let (mut reading, last) = self.joined(at).or_else(|| self.castling_in_words(at))?;
        let span = self.tokens[at].span.start..self.tokens[last].span.end;
        reading.quirks.insert(Quirks::SPACES);
        self.play_move(reading, &span, at);
        Some(Next::from_to(at, last + 1))
    }

    /// Returns the parts of a move after the word `at`: their tokens and their text.
    fn parts(&self, at: usize) -> impl Iterator<Item = (usize, &str)> {
        let pairs = self.tokens.get(at + 1..).unwrap_or_default().chunks_exact(2);
        let parts = pairs.enumerate().map_while(move |(i, pair)| {
            let [space, next] = pair else { return None };
            let apart = space.kind == TokenKind::Whitespace
                && self.slice(space.span.clone()).matches('\n').count() < 2;
            let is_part = matches!(next.kind, TokenKind::Word | TokenKind::Number { dots: 0, .. });
            (apart && is_part).then(|| (at + 2 * i + 2, self.slice(next.span.clone())))
        });
        parts.take(MOST_PARTS)
    }

    fn joined(&self, at: usize) -> Option<(Reading, usize)> {
        let position = self.frame.board.position();
        let mut word = self.slice(self.tokens[at].span.clone()).to_owned();
        let mut found: Option<(Reading, usize)> = None;
        for (last, part) in self.parts(at) {
            let torn = word.ends_with('-').then_some(word.len() - 1);
            word.push_str(part);
            if word.len() > LONGEST {
                break;
            }
            let mut san = San::parse(word.trim_end_matches(['.', '…']), self.choice.language);
            // A hyphen at the end of a line is no part of the move.
            if let Some(hyphen) = torn.filter(|_| san.is_none()) {
                let without = format!("{}{}", &word[..hyphen], &word[hyphen + 1..]);
                san = San::parse(&without, self.choice.language);
            }
            let Some(Ok(reading)) = san.map(|san| san.resolve(&position)) else { continue };
            if reading.quirks.are_doubtful() {
                continue;
            }
            // Of castling the longer one is meant.
            let castles = word.starts_with(['O', '0', 'o']);
            if found.as_ref().is_some_and(|(first, _)| first.ply != reading.ply && !castles) {
                return None;
            }
            found = Some((reading, last));
        }
        found
    }

    fn castling_in_words(&self, at: usize) -> Option<(Reading, usize)> {
        let start = self.tokens[at].span.start;
        let last = self.parts(at).last().map_or(at, |(last, _)| last);
        let words = self.slice(start..self.tokens[last].span.end);
        let (length, side) = castling_in_words(words)?;
        let position = self.frame.board.position();
        let sides = [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter();
        let mut legal = sides.filter(|s| side.is_none_or(|side| side == *s)).filter_map(|side| {
            let (action, quirks) = (Action::Castle(side), Quirks::NONSTANDARD_CASTLING);
            San { action, mark: CheckMark::None, quirks }.resolve(&position).ok()
        });
        let (reading, other) = (legal.next()?, legal.next());
        let last = (at..=last).find(|i| self.tokens[*i].span.end >= start + length)?;
        other.is_none().then_some((reading, last))
    }

    /// Returns true if the word `at` was torn at a hyphen: `O-O-` before `O`.
    pub(super) fn is_torn_at_hyphen(&self, at: usize) -> bool {
        let word = self.slice(self.tokens[at].span.clone());
        word.len() > 1 && word.ends_with('-') && word != NULL_MOVE
    }
}
