//! Words: moves, results, marks, and what is none of them.

use std::{borrow::Cow, ops::Range};

use partie_core::{
    Nag, Outcome, Ply, Position,
    moves::{
        NotRead, Reading,
        san::{self, San},
        why,
    },
};

use super::{
    Next, Player,
    text::{full_stop, glued_glyph, shorten, unwrap_lines, without_braces, without_tail},
};
use crate::{
    Confidence, Diagnostic,
    pgn::{choose::looks_like_a_move, codes, result, token::Kind},
};

/// How many tokens of prose are searched for the move that goes on with the game.
const PROSE_LOOKAHEAD: usize = 4096;

impl Player<'_> {
    pub(super) fn word(&mut self, at: usize) -> Next {
        let span = self.tokens[at].span.clone();
        if self.play_at_speed(&span) {
            return Next::At(at + 1);
        }
        let text = self.text;
        let word = &text[span.clone()];
        if let Some(outcome) = result::from_spelling(word) {
            self.result(outcome, span, word);
            return Next::At(at + 1);
        }
        match San::parse(word, self.choice.language) {
            Some(san) => {
                let position = self.frame.board.position();
                match san.resolve(&position) {
                    Ok(reading) => {
                        let position = position.into_owned();
                        self.play_move(reading, position, &span, at);
                        Next::At(at + 1)
                    }
                    Err(error) => {
                        let position = position.into_owned();
                        self.no_move(at, word, &span, Some((&san, &error, &position)))
                    }
                }
            }
            None => self.strange_word(at, word, &span),
        }
    }

    /// A word that is no move as it stands.
    pub(super) fn strange_word(&mut self, at: usize, word: &str, span: &Range<usize>) -> Next {
        // A result or a sign without a blank before it.
        if let Some((end, outcome)) = result::glued(word)
            && let Some(san) = San::parse(&word[..end], self.choice.language)
        {
            let position = self.frame.board.position().into_owned();
            return match san.resolve(&position) {
                Ok(reading) => {
                    let place = span.start + end..span.end;
                    self.play_move(reading, position, &(span.start..span.start + end), at);
                    self.finding(
                        &codes::GLUED_RESULT,
                        place.clone(),
                        "expected a blank between the last move and the result",
                    );
                    self.fix_last(place.start..place.start, " ".to_owned(), Confidence::Safe);
                    self.result(outcome, place, outcome.as_pgn());
                    Next::At(at + 1)
                }
                Err(error) => self.no_move(at, word, span, Some((&san, &error, &position))),
            };
        }
        if let Some((end, nag)) = glued_glyph(word)
            && let Some(san) = San::parse(&word[..end], self.choice.language)
            && let Some((reading, position)) = self.resolved(&san)
        {
            let place = span.start + end..span.end;
            self.play_move(reading, position, &(span.start..span.start + end), at);
            self.finding(
                &codes::GLYPH,
                place.clone(),
                format!("expected ${}, but found the sign `{}`", nag.0, &word[end..]),
            );
            self.fix_last(place, format!(" ${}", nag.0), Confidence::Safe);
            self.add_nag(nag);
            return Next::At(at + 1);
        }
        if let Some(end) = full_stop(word)
            && let Some(san) = San::parse(&word[..end], self.choice.language)
            && let Some((reading, position)) = self.resolved(&san)
        {
            let place = span.start + end..span.end;
            self.play_move(reading, position, &(span.start..place.start), at);
            let message = match &word[end..] {
                "." => "a full stop stands behind the move; it was left out",
                _ => "full stops stand behind the move; they were left out",
            };
            self.finding(&codes::FULL_STOP, place.clone(), message);
            self.fix_last(place, String::new(), Confidence::Safe);
            return Next::At(at + 1);
        }
        // A move number without dot or blank: `12Nf3`.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        if (1..=3).contains(&digits)
            && let Some(san) = San::parse(&word[digits..], self.choice.language)
            && let Some((reading, position)) = self.resolved(&san)
        {
            let place = span.start..span.start + digits;
            self.number = Some((word[..digits].parse().ok(), 0, place));
            self.play_move(reading, position, &(span.start + digits..span.end), at);
            return Next::At(at + 1);
        }
        if self.frame.moved && is_mark(word) {
            self.mark(word, span.clone());
            return Next::At(at + 1);
        }
        if word == "N" && self.frame.moved {
            self.finding(&codes::GLYPH, span.clone(), "expected $146, but found the sign `N`");
            self.fix_last(span.clone(), "$146".to_owned(), Confidence::Safe);
            self.add_nag(Nag(146));
            return Next::At(at + 1);
        }
        self.no_move(at, word, span, None)
    }

    /// A mark of the move before, which stands by itself.
    pub(super) fn mark(&mut self, word: &str, whole: Range<usize>) {
        self.finding(
            &codes::DETACHED_MARK,
            whole.clone(),
            format!("`{word}` was read as a mark of the move before"),
        );
        self.fix_last(whole, String::new(), Confidence::Safe);
    }

    /// The legal move that is meant here, and the position in which it is.
    fn resolved(&self, san: &San) -> Option<(Reading, Position)> {
        let position = self.frame.board.position();
        let reading = san.resolve(&position).ok()?;
        Some((reading, position.into_owned()))
    }

    pub(super) fn result(&mut self, outcome: Outcome, span: Range<usize>, word: &str) {
        self.number = None;
        if !self.stack.is_empty() {
            // An unclosed variation may have swallowed the end of the game.
            let last = self.tokens.iter().rposition(|t| {
                !matches!(
                    t.kind,
                    Kind::Blank | Kind::Comment { .. } | Kind::LineComment | Kind::Close
                )
            });
            let at_end = last.is_some_and(|i| self.tokens[i].span == span);
            let closed = last.is_some_and(|i| {
                self.tokens[i..].iter().filter(|t| t.kind == Kind::Close).count()
                    >= self.stack.len()
            });
            if !at_end || closed {
                self.finding(
                    &codes::RESULT_IN_VARIATION,
                    span.clone(),
                    format!("`{word}` stands in a variation; it was kept as a comment"),
                );
                self.fix_last(span, format!("{{{word}}}"), Confidence::Safe);
                self.add_comment(word.to_owned());
                return;
            }
            self.remedy(
                &codes::OPEN_VARIATION,
                span.start..span.start,
                format!("{} ", ")".repeat(self.stack.len())),
                Confidence::Likely,
            );
            while !self.stack.is_empty() {
                self.end_line();
                if let Some(outer) = self.stack.pop() {
                    self.frame = outer;
                    self.frame.after_variation = true;
                }
            }
        }
        if let Some((_, first)) = &self.out.result {
            let first = first.clone();
            self.finding(
                &codes::SECOND_RESULT,
                span.clone(),
                format!("a second result, `{word}`, stands here; the first was taken"),
            );
            if let Some(last) = self.out.findings.last_mut() {
                last.related = Some(crate::Related {
                    span: first,
                    message: "the first result is given here".to_owned(),
                });
            }
            let same = self.out.result.as_ref().is_some_and(|(o, _)| *o == outcome);
            let kept = if same { String::new() } else { format!("{{{word}}}") };
            self.fix_last(span, kept, Confidence::Likely);
            return;
        }
        if word != outcome.as_pgn() {
            self.push(odd_result(word, outcome, &span).at_ply(self.plies.max(1)));
        }
        self.out.result = Some((outcome, span));
    }

    /// A word where a move should stand and none can be played.
    pub(super) fn no_move(
        &mut self,
        at: usize,
        word: &str,
        span: &Range<usize>,
        read: Option<(&San, &NotRead, &Position)>,
    ) -> Next {
        if read.is_none()
            && !looks_like_a_move(word)
            && !is_numeric_move(word)
            && !self.is_torn_move(at, word)
            && let Some(next) = self.prose(at)
        {
            return next;
        }
        let side = if self.frame.board.is_whites_turn() { "White" } else { "Black" };
        let number = i64::from(self.frame.board.fullmoves()) + self.frame.shift;
        let position = match read {
            Some((_, _, position)) => Cow::Borrowed(position),
            None => Cow::Owned(self.frame.board.position().into_owned()),
        };
        let (code, message) = match read {
            _ if position.end().is_some() && position.legal_moves().is_empty() => {
                (&codes::AFTER_END, format!("the game is over before `{word}`"))
            }
            None => (
                &codes::NOT_A_MOVE,
                format!("expected {side}'s move {number}, but `{word}` is no move"),
            ),
            Some((_, NotRead::Ambiguous(moves), _)) => {
                let list: Vec<_> = moves.iter().map(|m| Ply::Move(*m).to_string()).collect();
                (&codes::AMBIGUOUS, format!("`{word}` can be {}", list.join(" or ")))
            }
            Some((san, _, _)) => (
                &codes::ILLEGAL_MOVE,
                format!(
                    "`{word}` is not legal at {side}'s move {number}: {}",
                    why::why_illegal(&position, san)
                ),
            ),
        };
        let in_variation = !self.stack.is_empty();
        let ply = if in_variation { self.plies.max(1) } else { self.plies + 1 };
        let code = if in_variation { &codes::BAD_VARIATION } else { code };
        let mut finding = Diagnostic::new(code, span.clone(), message)
            .at_ply(ply)
            .expected(format!("{side}'s move {number}"), word);
        if let Some((_, NotRead::Ambiguous(moves), _)) = read
            && let [first, ..] = moves.as_slice()
        {
            finding = finding.fix(
                span.clone(),
                san::write(&position, Ply::Move(*first)),
                Confidence::Guess,
            );
        } else if let Some((san, NotRead::Illegal, _)) = read
            && let Some(near) = why::nearest(&position, san).first()
        {
            finding = finding.fix(
                span.clone(),
                san::write(&position, Ply::Move(*near)),
                Confidence::Guess,
            );
        }
        self.push(finding);
        Next::Stop
    }

    /// The beginning of a move at the very end of the text, as `63. Kx`.
    pub(super) fn is_torn_move(&self, at: usize, word: &str) -> bool {
        let b = word.as_bytes();
        let torn = matches!(
            b,
            [b'K' | b'Q' | b'R' | b'B' | b'N']
                | [b'K' | b'Q' | b'R' | b'B' | b'N', b'a'..=b'h' | b'x']
        ) || matches!(
            b,
            [b'a'..=b'h'] | [b'a'..=b'h', b'x'] | [b'O', b'-'] | [b'O', b'-', b'O', b'-']
        );
        torn && self.tokens[at + 1..].iter().all(|t| t.kind == Kind::Blank)
    }

    /// Words that are no moves, up to where the game goes on. `None` if it does not
    /// go on although moves follow.
    pub(super) fn prose(&mut self, at: usize) -> Option<Next> {
        let stop = match self
            .known_prose
            .clone()
            .filter(|(node, tokens)| *node == self.frame.node && tokens.contains(&at))
        {
            Some((_, tokens)) => tokens.end,
            None => self.end_of_prose(at)?,
        };
        self.known_prose = Some((self.frame.node, at..stop));
        Some(self.keep_prose(at, stop))
    }

    /// Where the game goes on behind words that are no moves.
    fn end_of_prose(&self, at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut first_legal = None;
        let mut moves_follow = false;
        let mut number = None;
        let mut end = self.tokens.len().min(at + PROSE_LOOKAHEAD);
        let expected = i64::from(self.frame.board.fullmoves()) + self.frame.shift;
        let position = self.frame.board.position();
        for (i, token) in self.tokens.iter().enumerate().skip(at).take(PROSE_LOOKAHEAD) {
            match &token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => {
                    end = i;
                    break;
                }
                Kind::Close => depth -= 1,
                Kind::Tag(_) => {
                    end = i;
                    break;
                }
                Kind::Number { number: n, dots } if *dots > 0 => number = *n,
                Kind::Word if depth == 0 => {
                    let word = self.slice(token.span.clone());
                    if result::from_spelling(word).is_some() {
                        end = i;
                        break;
                    }
                    let word = result::glued(word).map_or(word, |(end, _)| &word[..end]);
                    let san = San::parse(word, self.choice.language)
                        .or_else(|| San::parse(without_tail(word)?, self.choice.language));
                    if let Some(san) = san {
                        moves_follow = true;
                        if san.resolve(&position).is_ok() {
                            if number.is_some_and(|n| i64::from(n) == expected) {
                                first_legal = Some(i);
                                break;
                            }
                            first_legal.get_or_insert(i);
                            if !self.survey.numbered {
                                break;
                            }
                        }
                    }
                    number = None;
                }
                _ => {}
            }
        }
        Some(match first_legal {
            // The number before the move is not prose.
            Some(i) => self.tokens[at..i]
                .iter()
                .rposition(|t| !matches!(t.kind, Kind::Blank | Kind::Number { dots: 1.., .. }))
                .map_or(i, |r| at + r + 1),
            None if moves_follow => return None,
            None => end,
        })
    }

    /// Keeps the words of some tokens as comments.
    fn keep_prose(&mut self, at: usize, stop: usize) -> Next {
        // Comments, variations and signs inside the prose stay what they are.
        let mut i = at;
        while i < stop {
            let from = i;
            while i < stop
                && !matches!(
                    self.tokens[i].kind,
                    Kind::Comment { .. }
                        | Kind::LineComment
                        | Kind::Open
                        | Kind::Escape
                        | Kind::Nag(_)
                )
            {
                i += 1;
            }
            let range =
                self.tokens[from].span.start..self.tokens[i - usize::from(i > from)].span.end;
            let body = unwrap_lines(self.slice(range.clone()).trim());
            if i > from && !body.is_empty() {
                self.finding(
                    &codes::PROSE,
                    range.clone(),
                    format!("`{}` stands outside a comment; it was kept as one", shorten(&body)),
                );
                let comment = without_braces(&body);
                self.fix_last(range, format!("{{{comment}}} "), Confidence::Likely);
                self.add_comment(comment);
            }
            if i < stop {
                // One token that stands for itself, or a whole variation.
                if self.tokens[i].kind == Kind::Open {
                    return Next::At(i);
                }
                if let Next::At(next) = self.token(i) {
                    i = next;
                }
            }
        }
        self.number = None;
        Next::At(stop)
    }
}

/// Whether a word may be a move of correspondence chess, as `5254`.
fn is_numeric_move(word: &str) -> bool {
    matches!(word.len(), 4 | 5) && word.bytes().all(|b| matches!(b, b'1'..=b'8'))
}

/// Whether a word says of the move before that it is en passant, check or mate.
pub(super) fn is_mark(word: &str) -> bool {
    const MARKS: [&str; 17] = [
        "e.p.",
        "ep",
        "e.p",
        "ep.",
        "ch",
        "ch.",
        "+",
        "++",
        "#",
        "dis",
        "dis.",
        "dbl",
        "mate",
        "mat",
        "matt",
        "check",
        "checkmate",
    ];
    MARKS.iter().any(|mark| mark.eq_ignore_ascii_case(word))
}

/// The finding that a result is spelled in another way.
pub(crate) fn odd_result(word: &str, outcome: Outcome, span: &Range<usize>) -> Diagnostic {
    let message = format!("expected `{}`, but found `{word}`", outcome.as_pgn());
    Diagnostic::new(&codes::ODD_RESULT, span.clone(), message).fix(
        span.clone(),
        outcome.as_pgn(),
        Confidence::Safe,
    )
}
