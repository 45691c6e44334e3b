//! Adding a move to the tree, and what is nonstandard about it to the diagnostics.

use std::ops::Range;

use partie_core::{
    Comment, CommentPlace, Language, Move, Ply, Role,
    message::any_of,
    moves::{
        CheckMark, Quirks, Reading,
        illegal_reason::illegal_reason,
        san::{self, San},
    },
};

use super::player::Player;
use crate::{
    board::{Before, Board, lend_reader},
    codes,
    text::without_braces,
    token::TokenKind,
};
use partie_formats::{Code, Confidence, Diagnostic, Severity, ledger::Part, message};

/// The comment that marks an illegal move.
const ILLEGAL: &str = "illegal";

impl Player<'_> {
    /// Plays the word of a token if it is exactly how PGN writes a legal move; says whether it is.
    #[inline]
    pub(super) fn play_at_speed(&mut self, at: usize) -> bool {
        let (tokens, text, language) = (self.tokens, self.text, self.choice.language);
        let span = &tokens[at].span;
        let white = self.frame.board.is_whites_turn();
        let fullmoves = self.frame.board.fullmoves();
        let reader = self.reader.get_or_insert_with(lend_reader);
        let played = self.frame.board.play(reader, text, span, language);
        let Some((ply, state)) = played else { return false };
        self.plies += u32::from(self.stack.is_empty());
        self.check_number(span, white, fullmoves);
        if ply.unmarked {
            self.missing_checks.add(span, self.plies);
        }
        self.out.claims.add(span.clone(), Part::Move);
        self.frame.before = Some((self.frame.node, Before::Undo(ply, state)));
        self.report_language(Ply::Move(ply.into()), span);
        if self.out.fixes.wanted() {
            let word = &text[span.clone()];
            if let Some(clean) = self.frame.board.written(ply, word, language) {
                self.respell(word, clean, span, &codes::MISSING_CHECK);
            }
            if self.stack.is_empty() {
                self.out.mainline.push(at);
            }
        }
        self.add_move(Ply::Move(ply.into()));
        true
    }

    /// Plays a move that was read in the position on the board.
    pub(super) fn play_move(&mut self, reading: Reading, span: &Range<usize>, at: usize) {
        self.plies += u32::from(self.stack.is_empty());
        let board = &*self.frame.board;
        self.check_number(span, board.is_whites_turn(), board.fullmoves());
        self.make_move(reading, span, at);
    }

    /// Plays a move that was read, is counted, and whose number has been looked at.
    pub(super) fn make_move(&mut self, reading: Reading, span: &Range<usize>, at: usize) {
        let mainline = self.stack.is_empty();
        self.out.canonical &= !mainline;
        let mut after = match self.frame.before.take() {
            Some((_, Before::Board(mut board))) => {
                board.copy(&self.frame.board);
                board
            }
            _ => self.buffers.board(&self.frame.board),
        };
        if !after.play_read(reading.ply) {
            // Only a null move can fail here: the side to move is in check.
            self.buffers.free_board(after);
            self.emit(&codes::ILLEGAL_MOVE, span.clone(), message!("a side in check cannot pass"));
            if mainline {
                self.plies -= 1;
            }
            let word = self.slice(span.clone()).to_owned();
            self.propose_fix(
                &codes::ILLEGAL_MOVE,
                span.clone(),
                format!("{{{}}}", without_braces(&word)),
                Confidence::Likely,
            );
            self.out.claims.keep(span.clone(), &codes::ILLEGAL_MOVE);
            self.frame.pending.push(word);
            return;
        }
        self.out.claims.add(span.clone(), Part::Move);
        let before = std::mem::replace(&mut self.frame.board, after);
        self.report(reading, &before, span);
        self.frame.before = Some((self.frame.node, Before::Board(before)));
        self.add_move(reading.ply);
        if mainline && self.out.fixes.wanted() {
            self.out.mainline.push(at);
        }
    }

    /// Plays an illegal move as it is written, and marks it unless only the position before it is
    /// illegal.
    pub(super) fn illegal_move(&mut self, at: usize, m: Move, san: &San) {
        let span = self.tokens[at].span.clone();
        let position = self.frame.board.position().into_owned();
        let reading = Reading { ply: Ply::Illegal(m), quirks: san.quirks, mark: san.mark };
        self.play_move(reading, &span, at);
        if !position.breaks_rule(m) {
            return;
        }
        let word = self.slice(span.clone());
        let message = message!(
            "`{word}` is not legal: {reason}; it was played as it is written",
            word,
            reason = illegal_reason(&position, san)
        );
        self.emit(&codes::KEPT_ILLEGAL, span.clone(), message);
        let mut rest = self.tokens[at + 1..].iter().filter(|t| t.kind != TokenKind::Whitespace);
        let mark = format!("{{{ILLEGAL}}}");
        if rest.next().is_none_or(|next| self.slice(next.span.clone()) != mark) {
            self.add_comment(ILLEGAL.to_owned());
            let place = span.end..span.end;
            self.propose_fix(&codes::KEPT_ILLEGAL, place, format!(" {mark}"), Confidence::Likely);
        }
    }

    /// A move that has been played goes into the tree.
    #[inline]
    pub(super) fn add_move(&mut self, ply: Ply) {
        if let Some(tree) = &mut self.out.tree {
            let node = tree.add(self.frame.node, ply);
            if !self.frame.pending.is_empty() {
                let pending = std::mem::take(&mut self.frame.pending);
                let place = CommentPlace::Before;
                let comments = &mut tree.annotations_mut(node).comments;
                comments.extend(pending.into_iter().map(|text| Comment { text, place }));
            }
            self.frame.node = node;
        }
        self.frame.moved = true;
        self.frame.after_variation = false;
    }

    /// Looks at the number that stands before a move of a side.
    #[inline]
    pub(super) fn check_number(&mut self, span: &Range<usize>, white: bool, fullmoves: u32) {
        match &self.number {
            None if !white => return,
            // A number as it should be, before White's move.
            Some((Some(number), 1, place))
                if white
                    && i64::from(*number) == i64::from(fullmoves) + self.frame.shift
                    && !self.text[place.clone()].contains(char::is_whitespace)
                    && !self.out.fixes.wanted() =>
            {
                self.number = None;
                return;
            }
            _ => {}
        }
        let Some((number, dots, place)) = self.number.take() else {
            if white && self.stack.is_empty() {
                self.missing_numbers.add(span, self.plies);
            }
            if white && self.out.fixes.wanted() {
                let number = format!("{}. ", i64::from(fullmoves) + self.jumped);
                let at = span.start..span.start;
                self.propose_fix(&codes::MISSING_NUMBERS, at, number, Confidence::Safe);
            }
            return;
        };
        let text = &self.text[place.clone()];
        // A comment or glyph within a number, as in `2 $1 . Nf3`, is none of it.
        let of_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || ".·…".contains(c);
        let is_apart = || text.contains(char::is_whitespace) && text.chars().all(of_number);
        let canonical = match (white, dots) {
            (true, 1) => !is_apart(),
            (false, 3) => !text.contains('…') && !is_apart(),
            _ => false,
        };
        if !canonical || number.is_none() {
            self.nonstandard_numbers.add(&place, self.plies);
        }
        if self.out.fixes.wanted() && text.chars().all(of_number) {
            let right = i64::from(fullmoves) + self.jumped;
            let right = format!("{right}{}", if white { "." } else { "..." });
            if text != right {
                let code =
                    if number.is_some_and(|n| i64::from(n) != i64::from(fullmoves) + self.jumped) {
                        &codes::WRONG_NUMBER
                    } else {
                        &codes::NONSTANDARD_MOVE_NUMBER
                    };
                let (code, right) = match number {
                    // `2. d4!. d5`: a full stop after a sign.
                    None if self.text[..place.start].ends_with(|c: char| !c.is_whitespace()) => {
                        (&codes::FULL_STOP, String::new())
                    }
                    _ if place.end == span.start && !text.ends_with(['.', '…']) => {
                        (code, format!("{right} "))
                    }
                    _ => (code, right),
                };
                self.propose_fix(code, place.clone(), right, Confidence::Safe);
            }
        }
        let frame = &mut self.frame;
        let expected = i64::from(fullmoves) + frame.shift;
        if let Some(number) = number
            && i64::from(number) != expected
        {
            // Black's `1. e4 2. e5` counts plies; it is reported like any other.
            if !std::mem::take(&mut self.slipped) {
                frame.shift += i64::from(number) - expected;
            }
            let message = message!(
                "expected move number {expected}, but found {found}",
                expected,
                found = number
            );
            let wrong = Diagnostic::new(&codes::WRONG_NUMBER, place, message)
                .expected(expected.to_string(), number.to_string());
            self.push(wrong.at_ply(self.plies.max(1)));
        }
    }

    /// Reports what was forgiven in the spelling of the move that led from a board to this one.
    fn report(&mut self, reading: Reading, before: &Board, span: &Range<usize>) {
        let Reading { ply, quirks, mark } = reading;
        let true_mark = self.frame.board.check_mark();
        let is_check = self.frame.board.is_check();
        match judge_mark(mark, ply, true_mark, is_check, span) {
            Mark::Right => {}
            // The expected spelling of a nonstandard word has the mark already.
            Mark::Missing if !quirks.is_empty() => {}
            Mark::Missing => self.missing_checks.add(span, self.plies),
            Mark::Wrong(diagnostic) => self.push(diagnostic.at_ply(self.plies.max(1))),
        }
        if ply == Ply::Null {
            let is_main = self.stack.is_empty();
            let severity = if is_main { Severity::Warning } else { Severity::Note };
            let message = message!("a null move: the side to move passes");
            let null = Diagnostic::new(&codes::NULL_MOVE, span.clone(), message);
            self.push(null.severity(severity).at_ply(self.plies.max(1)));
        }
        self.report_language(ply, span);
        if quirks.is_empty() && !self.out.fixes.wanted() {
            return;
        }
        let foreign = self.choice.language != Language::English;
        let found = self.slice(span.clone()).to_owned();
        let clean = san::write(&before.position(), ply);
        if quirks.is_empty() {
            let wrong = mark != CheckMark::None && true_mark.is_empty();
            let code = if wrong { &codes::WRONG_CHECK } else { &codes::MISSING_CHECK };
            self.respell(&found, clean, span, code);
            return;
        }
        if let Some(diagnostic) = nonstandard_spelling(quirks, &clean, &found, span, foreign) {
            self.push(diagnostic.at_ply(self.plies.max(1)));
        }
    }

    /// Proposes the word of a move in export format, which may differ from the one found in its
    /// letters, or else in its check mark.
    fn respell(&mut self, found: &str, clean: String, span: &Range<usize>, mark: &'static Code) {
        if found == clean {
            return;
        }
        let (code, confidence) = if self.choice.language == Language::English {
            let is_missing = mark == &codes::MISSING_CHECK;
            (mark, if is_missing { Confidence::Safe } else { Confidence::Likely })
        } else if self.choice.ties.is_empty() {
            (&codes::FOREIGN_LETTERS, Confidence::Likely)
        } else {
            (&codes::LANGUAGE_TIE, Confidence::Guess)
        };
        self.propose_fix(code, span.clone(), clean, confidence);
    }

    /// Reports the language of the piece letters at the first move of a piece.
    #[inline]
    fn report_language(&mut self, ply: Ply, span: &Range<usize>) {
        let names_piece =
            |ply: Ply| ply.to_move().is_some_and(|m| m.role() != Role::Pawn && !m.is_castle());
        if self.choice.language == Language::English || self.foreign_reported || !names_piece(ply) {
            return;
        }
        self.foreign_reported = true;
        let code = self.choice.language.code();
        let mut message =
            message!("the piece letters of this game are those of the language `{code}`", code);
        let mut kind = &codes::FOREIGN_LETTERS;
        if !self.choice.ties.is_empty() {
            let others = self.choice.ties.iter().map(|l| format!("`{}`", l.code()));
            message.push(message!(
                "; read in {others} it goes as far, with other moves",
                others = any_of(others)
            ));
            kind = &codes::LANGUAGE_TIE;
        }
        self.emit(kind, span.clone(), message);
    }
}

/// Check or mate mark of a move.
enum Mark {
    Right,
    Missing,
    Wrong(Box<Diagnostic>),
}

/// Compares a move's mark with the true one.
fn judge_mark(
    mark: CheckMark,
    ply: Ply,
    true_mark: &str,
    is_check: bool,
    span: &Range<usize>,
) -> Mark {
    let ends = true_mark == "#";
    if mark == CheckMark::None {
        if !true_mark.is_empty() && ply != Ply::Null {
            return Mark::Missing;
        }
    } else if true_mark.is_empty() || mark == CheckMark::Mate && !ends {
        let found = if mark == CheckMark::Mate { message!("mate") } else { message!("check") };
        let truth = if is_check { message!("it is only check") } else { message!("it is none") };
        let message = message!("the record marks {found}, but {fact}", found, fact = truth);
        return Mark::Wrong(Box::new(Diagnostic::new(&codes::WRONG_CHECK, span.clone(), message)));
    } else if mark == CheckMark::Check && ends {
        return Mark::Missing;
    }
    Mark::Right
}

/// Returns the diagnostic of a nonstandard spelling: one for all rules broken, because one
/// replacement fixes them all. Its code is the worst one's, or the last one's in [`QUIRKS`]; it
/// names the others, and its fix has the lowest of their confidences.
fn nonstandard_spelling(
    quirks: Quirks,
    clean: &str,
    found: &str,
    span: &Range<usize>,
    foreign: bool,
) -> Option<Diagnostic> {
    let nonstandard = || QUIRKS.iter().filter(|(quirk, _)| quirks.contains(*quirk));
    let code = nonstandard().map(|(_, code)| *code).max_by_key(|code| code.severity)?;
    let others: Vec<_> =
        nonstandard().filter(|(_, c)| c.id != code.id).map(|(_, c)| c.id).collect();
    let mut message =
        message!("expected `{expected}`, but found `{found}`", expected = clean, found);
    if !others.is_empty() {
        message.push(message!(" (also {others})", others = others.join(", ")));
    }
    let confidence = nonstandard().map(|(quirk, _)| confidence(*quirk)).max()?;
    let confidence = if foreign { Confidence::Likely } else { confidence };
    Some(Diagnostic::new(code, span.clone(), message).expected(clean, found).fix(
        span.clone(),
        clean,
        confidence,
    ))
}

/// Codes of nonstandard spellings, the weightiest one last.
const QUIRKS: &[(Quirks, &Code)] = &[
    (Quirks::FIGURINE, &codes::FIGURINE),
    (Quirks::ZERO_CASTLING, &codes::ZERO_CASTLING),
    (Quirks::NONSTANDARD_CASTLING, &codes::NONSTANDARD_CASTLING),
    (Quirks::LOWERCASE_PIECE, &codes::LOWERCASE_PIECE),
    (Quirks::NONSTANDARD_PROMOTION, &codes::NONSTANDARD_PROMOTION),
    (Quirks::MISSING_PROMOTION, &codes::MISSING_PROMOTION),
    (Quirks::EN_PASSANT_MARK, &codes::EN_PASSANT_MARK),
    (Quirks::NONSTANDARD_CHECK_MARK, &codes::NONSTANDARD_CHECK_MARK),
    (Quirks::OVER_DISAMBIGUATED, &codes::OVER_DISAMBIGUATED),
    (Quirks::NONSTANDARD_CAPTURE_SIGN, &codes::NONSTANDARD_CAPTURE),
    (Quirks::MISSING_CAPTURE_SIGN, &codes::MISSING_CAPTURE),
    (Quirks::FALSE_CAPTURE_SIGN, &codes::FALSE_CAPTURE),
    (Quirks::PAWN_LETTER, &codes::PAWN_LETTER),
    (Quirks::LONG_FORM, &codes::LONG_FORM),
    (Quirks::MISSING_RANK, &codes::MISSING_RANK),
    (Quirks::CASTLING_AS_KING_MOVE, &codes::KING_MOVE_CASTLING),
    (Quirks::NONSTANDARD_NULL, &codes::NONSTANDARD_NULL),
    (Quirks::BARE_DROP, &codes::BARE_DROP),
    (Quirks::LOOKALIKES, &codes::LOOKALIKES),
    (Quirks::CAPITALS, &codes::LOOKALIKES),
    (Quirks::SPACES, &codes::LOOKALIKES),
    (Quirks::MISSING_FILE, &codes::MISSING_FILE),
];

fn confidence(quirk: Quirks) -> Confidence {
    if quirk == Quirks::MISSING_PROMOTION
        || quirk == Quirks::FALSE_CAPTURE_SIGN
        || quirk == Quirks::LOWERCASE_PIECE
    {
        Confidence::Likely
    } else {
        Confidence::Safe
    }
}
