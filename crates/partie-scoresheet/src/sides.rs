//! Games with each side's moves on a line of their own: `White: e4 Nf3 Bb5`, and below it
//! `Black: e5 Nc6`.

use std::ops::Range;

use partie_core::{Color, Notation, Ply, Position};

use super::{
    header::keys,
    player::is_of_moves,
    tokens::{Token, TokenKind, tokens},
    vocabulary::moves::is_mark,
    walk::{Cause, Stop, Walk},
};

/// Places of the moves of each side.
#[derive(Debug)]
pub(super) struct Sides {
    /// Words before them: `White:`, `Black:`.
    pub(super) keys: [Range<usize>; 2],
    /// The same words with the moves after them, in the order of the text.
    pub(super) lines: Vec<Range<usize>>,
    /// Places in the order of play.
    moves: Vec<Range<usize>>,
    /// True if the moves of the two sides cannot alternate.
    uneven: bool,
}

impl Sides {
    /// Finds the two lines, or the two halves of one line, in a text. `first` is the side that
    /// begins.
    pub(super) fn of(text: &str, first: Color) -> Option<Sides> {
        let mut found: [Option<(Range<usize>, Range<usize>)>; 2] = [None, None];
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let keys = keys(line);
            for (i, (key, tag, start)) in keys.iter().enumerate() {
                let end = keys.get(i + 1).map_or(line.len(), |(next, ..)| next.start);
                let side = match *tag {
                    "White" => &mut found[0],
                    "Black" => &mut found[1],
                    _ => continue,
                };
                let value = *start..end;
                if side.is_none() && is_of_moves(line[value.clone()].trim()) {
                    *side = Some((at + key.start..at + start, at + value.start..at + value.end));
                }
            }
            at += line.len();
        }
        let [Some((white_key, white)), Some((black_key, black))] = found else { return None };
        let mut lines = vec![white_key.start..white.end, black_key.start..black.end];
        partie_formats::text::sort_spans(&mut lines);
        let tokens = tokens(text);
        let words = |value: Range<usize>| -> Vec<Range<usize>> {
            let inside = tokens.iter().filter(|t| value.contains(&t.span.start));
            let is_move = |t: &&Token| t.kind == TokenKind::Word && !is_mark(&text[t.span.clone()]);
            let moves = inside.filter(is_move);
            moves.map(|t| t.span.clone()).collect()
        };
        let (white, black) = (words(white), words(black));
        let (begins, answers) = if first == Color::White { (white, black) } else { (black, white) };
        let uneven = begins.len() < answers.len() || begins.len() > answers.len() + 1;
        let mut answers = answers.into_iter();
        let moves = begins.into_iter().flat_map(|span| [Some(span), answers.next()]).flatten();
        Some(Sides { moves: moves.collect(), keys: [white_key, black_key], lines, uneven })
    }

    /// Plays the moves in the first notation in which all of them are legal. If there is none, no
    /// move is taken: these may be pieces and their squares.
    pub(super) fn read(
        &self,
        text: &str,
        start: &Position,
        candidates: &[Notation],
    ) -> Option<(Notation, Walk)> {
        let played = |notation: &Notation| {
            let mut position = start.clone();
            let plies = self.moves.iter().map(|span| {
                let ply = notation.read(&position, &text[span.clone()]).ok()?.ply;
                position.play(ply).ok().filter(|()| ply != Ply::Null)?;
                Some((ply, span.clone()))
            });
            Some((*notation, plies.collect::<Option<Vec<_>>>()?))
        };
        let found = candidates.iter().filter(|_| !self.uneven).find_map(played);
        if let Some((notation, plies)) = found {
            return Some((notation, Walk { plies, complete: true, ..Walk::default() }));
        }
        let span = self.moves.iter().min_by_key(|span| span.start)?.clone();
        let word = text[span.clone()].to_owned();
        let stopped = Some(Stop { span, word, cause: Cause::Illegal });
        Some((*candidates.first()?, Walk { stopped, ..Walk::default() }))
    }
}
