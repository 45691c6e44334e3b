//! Words of the main line, played as far as they are legal.

use std::ops::Range;

use partie_core::{Color, Language, Position, moves::CheckMark, moves::san, moves::san::San};

use crate::{
    infer_variant::looks_like_a_move,
    token::{Token, TokenKind},
};
use partie_formats::{glued::unglue, result};

/// Number of plies that an assumption must explain, unless it explains all that is left.
pub(super) const ENOUGH: u32 = 3;

/// A word of the main line.
#[derive(Clone, Debug)]
pub(in crate::repair) struct Word<'a> {
    pub(in crate::repair) text: &'a str,
    /// The word alone.
    pub(in crate::repair) span: Range<usize>,
    /// Offset for an insertion before the word: before its number, if it has one.
    pub(in crate::repair) start: usize,
    /// The move that it names.
    pub(in crate::repair) san: Option<San>,
    /// Its number, and whether it is a number of White's.
    pub(in crate::repair) number: Option<(u32, bool)>,
}

/// Returns the words of the main line from a token on, up to the result at the end.
pub(in crate::repair) fn words<'a>(
    text: &'a str,
    tokens: &[Token],
    offset: usize,
    language: Language,
) -> Vec<Word<'a>> {
    let mut out = Vec::new();
    let mut depth = 0_usize;
    let mut number: Option<(u32, bool, usize)> = None;
    for token in tokens {
        let span = token.span.start + offset..token.span.end + offset;
        match &token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Number { number: n, dots } if depth == 0 => {
                number = match (n, number) {
                    // `12. ... Nf6`
                    (None, Some((n, _, start))) => Some((n, *dots == 0, start)),
                    (None, None) => None,
                    (Some(n), _) => Some((*n, *dots <= 1, span.start)),
                };
            }
            TokenKind::Word if depth == 0 => {
                let word = &text[token.span.clone()];
                if result::from_spelling(word).is_some() {
                    number = None;
                    continue;
                }
                let glued = unglue(word, language);
                let word = glued.as_ref().map_or(word, |glued| glued.stem);
                if word.is_empty() {
                    number = None;
                    continue;
                }
                let start = number.map_or(span.start, |(_, _, start)| start);
                out.push(Word {
                    text: word,
                    span: span.start..span.start + word.len(),
                    start,
                    san: glued.and_then(|glued| glued.san),
                    number: number.take().map(|(n, white, _)| (n, white)),
                });
            }
            _ => {}
        }
    }
    out
}

/// Result of playing words as far as they are legal.
#[derive(Clone, Debug)]
pub(in crate::repair) struct Run {
    /// Number of plies played.
    pub(in crate::repair) plies: u32,
    /// The first word that could not be played; the number of words if all could.
    pub(in crate::repair) stopped: usize,
    /// Signs in the words that do not fit the position: marks of check that are none,
    /// disambiguation that is not needed, and the like.
    pub(in crate::repair) misfits: u32,
    /// Position after them.
    pub(in crate::repair) position: Position,
}

/// Plays words from one on. With `numbers` a word whose number is another's stops.
pub(in crate::repair) fn run(
    words: &[Word<'_>],
    from: usize,
    position: &Position,
    numbers: bool,
) -> Run {
    let (stopped, position) = (words.len(), position.clone());
    let mut run = Run { plies: 0, stopped, misfits: 0, position };
    for (i, word) in words.iter().enumerate().skip(from) {
        match step(&mut run.position, word, numbers) {
            Step::Played(more) => {
                run.plies += 1;
                run.misfits += more;
            }
            Step::Prose => {}
            Step::Stopped => {
                run.stopped = i;
                break;
            }
        }
    }
    run
}

/// Effect of a word.
pub(in crate::repair) enum Step {
    /// The word was played; the number counts its signs that do not fit.
    Played(u32),
    /// The word is not a move and does not look like one.
    Prose,
    /// The word cannot be played.
    Stopped,
}

/// Plays one word.
pub(in crate::repair) fn step(position: &mut Position, word: &Word<'_>, numbers: bool) -> Step {
    let Some(san) = word.san else {
        return if looks_like_a_move(word.text) { Step::Stopped } else { Step::Prose };
    };
    if numbers && !number_fits(position, word) {
        return Step::Stopped;
    }
    let Ok(reading) = san.resolve(position) else { return Step::Stopped };
    if position.play(reading.ply).is_err() {
        return Step::Stopped;
    }
    let nonstandard_mark = reading.mark != CheckMark::None && san::check_mark(position).is_empty();
    let misfits = reading.quirks.words().len() as u32 + 2 * u32::from(nonstandard_mark);
    Step::Played(misfits)
}

/// Returns true if a word has no number, or the next move's.
pub(in crate::repair) fn number_fits(position: &Position, word: &Word<'_>) -> bool {
    word.number.is_none_or(|(n, white)| {
        n == position.fullmoves() && white == (position.turn() == Color::White)
    })
}

/// Number of wrong numbers after which counting stops.
const FORGIVEN: usize = 12;

/// Returns true if there are enough numbers before the first unplayable word, and all are right.
pub(in crate::repair) fn numbers_are_right(words: &[Word<'_>], start: &Position) -> bool {
    let mut position = start.clone();
    let (mut right, mut wrong) = (0, 0);
    for word in words {
        let fits = number_fits(&position, word);
        match step(&mut position, word, false) {
            Step::Stopped => break,
            Step::Played(..) if word.number.is_some() => {
                if fits {
                    right += 1;
                } else {
                    wrong += 1;
                    // One wrong number at the very end may be the mistake that is looked for.
                    if wrong > FORGIVEN {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    right >= 2 && right > wrong || right >= 1 && wrong == 0
}
