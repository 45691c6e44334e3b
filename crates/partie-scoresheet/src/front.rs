//! Facts about a game in the lines around its moves, and the text without them.

use std::{borrow::Cow, ops::Range};

use partie_core::{Comment, Game, NodeId, Outcome};

use super::{
    codes,
    colours::Colours,
    dates::is_date,
    facts::Facts,
    first_move::{first_move_of, labelled_moves, moves_at},
    header::{NOTATION, facts, undecorated},
    heading::{first_move, heading, players},
    start_line,
    table::{self, Columns, is_fence, is_ruling},
    tokens::{Token, TokenKind, tokens},
};
use partie_formats::{Diagnostic, glued::last_result, message};

/// Tags and results around the moves.
#[derive(Debug, Default)]
pub(super) struct Front {
    pub(super) tags: Vec<(&'static str, String)>,
    /// Results, and their places.
    pub(super) outcomes: Vec<(Outcome, Range<usize>)>,
    /// Places of these facts, and of marks of lists and tables, ascending.
    pub(super) consumed: Vec<Range<usize>>,
    /// Places of text beside the moves in the row of a table, ascending.
    pub(super) kept: Vec<Range<usize>>,
    /// Places of numbers in a list of moves, ascending, and the numbers and dots they stand for.
    numbers: Vec<(usize, (u32, u8))>,
    /// True if a line with a key names a player, or a heading both.
    pub(super) names_players: bool,
}

impl Front {
    /// Reads the lines of a game's text; `table` holds the columns if it is a row of a table.
    pub(super) fn of(text: &str, table: Option<&Columns>) -> Front {
        let mut front = Front::default();
        let mut pairings: Vec<Facts> = Vec::new();
        let (mut at, mut moves) = (0, false);
        let mut colours: Option<Colours> = None;
        for line in text.split_inclusive('\n') {
            let words = line.trim_end();
            let mut shown = words.trim_start();
            let start = at + words.len() - shown.len();
            at += line.len();
            let above = colours.take().filter(|_| !moves);
            if let Some(facts) = above.and_then(|above| above.names(shown, start)) {
                front.names_players = true;
                front.take(facts);
                continue;
            }
            colours = Colours::of(shown, start);
            if table.is_some_and(|table| table.is_header(shown)) {
                front.consumed.push(start..start + shown.len());
                continue;
            }
            if let Some(row) = table.and_then(|table| table.list_row(shown)) {
                moves = true;
                front.take(row.shifted(start));
                continue;
            }
            if is_ruling(shown) || is_fence(shown) {
                front.consumed.push(start..start + shown.len());
                continue;
            }
            if let Some(row) = table::row(shown, table).filter(|_| !moves) {
                moves = true;
                front.take(row.shifted(start));
                continue;
            }
            let labelled = labelled_moves(shown).filter(|_| !moves);
            let begins = !moves && (labelled.is_some() || first_move_of(shown).is_some());
            if begins {
                moves = true;
                let length = moves_at(shown).or(labelled).unwrap_or_else(|| undecorated(shown).0);
                shown = &shown[..length];
                // A result before move 1 is the game's, unless another one follows.
                front.outcomes.extend(tokens(shown).iter().find_map(|token| match token.kind {
                    TokenKind::Result(outcome) => {
                        Some((outcome, start + token.span.start..start + token.span.end))
                    }
                    _ => None,
                }));
                if shown.chars().all(|c| !c.is_alphabetic()) {
                    front.take_figures(shown, start);
                    continue;
                }
            }
            if let Some(facts) = facts(shown) {
                let facts = facts.shifted(start);
                let known = |tag: &str| front.tags.iter().any(|(name, _)| *name == tag);
                if facts.is_pairing {
                    if !moves || begins {
                        pairings.push(facts);
                    }
                } else if !facts.tags.iter().any(|(tag, _)| known(tag)) {
                    let is_player = |tag: &str| matches!(tag, "White" | "Black");
                    front.names_players |= facts.tags.iter().any(|(tag, _)| is_player(tag));
                    front.take(facts);
                }
            } else if let Some(facts) = start_line::in_prose(shown)
                .filter(|_| !moves && first_move(&text[..start]).is_none())
            {
                front.take(facts.shifted(start));
            } else if let Some((white, black)) = heading(shown).and_then(players)
                && !moves
            {
                let end = first_move(shown).unwrap_or(shown.len());
                let mut facts = Facts { is_pairing: true, ..Facts::default() };
                facts.add("White", white, start..start + end);
                facts.add("Black", black, 0..0);
                pairings.push(facts);
                front.names_players = true;
            }
        }
        // Take the line with the most facts, or the nearest to the moves.
        let best = pairings.into_iter().max_by_key(|f| (f.tags.len(), f.outcome.is_some()));
        let known = |tag: &str| front.tags.iter().any(|(name, _)| *name == tag);
        if let Some(facts) = best.filter(|_| !known("White") && !known("Black")) {
            front.take(facts);
        }
        front.consumed.retain(|span| !span.is_empty());
        partie_formats::text::sort_spans(&mut front.consumed);
        front
    }

    /// Returns true if the lines are recognisably about chess even without moves: two names and a
    /// result could belong to another sport.
    pub(super) fn is_of_chess(&self) -> bool {
        let is_common = |tag: &str| matches!(tag, "White" | "Black" | "Date" | "Result");
        self.names_players || self.tags.iter().any(|(tag, _)| !is_common(tag))
    }

    /// Takes the signs, the number of the game and its result before the first move. Other figures
    /// stay, as a year does.
    fn take_figures(&mut self, words: &str, start: usize) {
        const LONGEST: usize = 3;
        let mut at = start;
        for part in words.split_inclusive(char::is_whitespace) {
            let word = part.trim_end();
            let span = at..at + word.len();
            at += part.len();
            if span.is_empty() {
                continue;
            }
            let digits = word.trim_matches(|c: char| !c.is_ascii_digit() && c != '$');
            let is_count = digits.len() <= LONGEST && digits.bytes().all(|b| b.is_ascii_digit());
            let is_result = || self.outcomes.iter().any(|(_, at)| at.contains(&span.start));
            if is_count || is_result() {
                self.consumed.push(span);
            } else {
                self.kept.push(span);
            }
        }
    }

    fn take(&mut self, facts: Facts) {
        for (tag, value) in facts.tags {
            if tag != NOTATION && !self.tags.iter().any(|(name, _)| *name == tag) {
                self.tags.push((tag, value));
            }
        }
        self.outcomes.extend(facts.outcome.map(|outcome| (outcome, facts.outcome_at)));
        self.consumed.extend(facts.consumed);
        self.kept.extend(facts.kept);
        self.numbers.extend(facts.number);
    }

    /// Numbers the moves of a list as a scoresheet does, even where its rows are numbered otherwise.
    pub(super) fn renumber(&self, tokens: &mut [Token]) {
        for token in tokens {
            let known = self.numbers.binary_search_by_key(&token.span.start, |(at, _)| *at);
            if let (TokenKind::Number(n, dots), Ok(i)) = (&mut token.kind, known) {
                (*n, *dots) = self.numbers[i].1;
            }
        }
    }

    /// Reports doubts about the lines around the moves: a date whose day and month may be swapped,
    /// and a result that contradicts the game's and is kept as a comment.
    pub(super) fn check(&self, text: &str, game: &mut Game, out: &mut Vec<Diagnostic>) {
        for (_, date) in self.tags.iter().filter(|(tag, _)| *tag == "Date") {
            if let Some(at) = text.find(date.as_str()).filter(|_| !is_date(date.as_bytes())) {
                let message = message!("expected a date as YYYY.MM.DD, but found `{date}`", date);
                let found = Diagnostic::new(&codes::UNREAD_DATE, at..at + date.len(), message);
                out.push(found.expected("YYYY.MM.DD", date.as_str()));
            }
        }
        let taken = game.outcome;
        let differs = |(stated, _): &&(Outcome, Range<usize>)| {
            *stated != taken && stated.is_known() && taken.is_known()
        };
        for (stated, at) in self.outcomes.iter().filter(differs) {
            let message = message!(
                "{stated} stands here, but the game says {assumed}, which was taken",
                stated = stated,
                assumed = taken
            );
            out.push(Diagnostic::new(&codes::RESULT_CONFLICT, at.clone(), message));
            let words = Comment::after(text[at.clone()].trim());
            game.tree.annotations_mut(NodeId::ROOT).comments.push(words);
        }
    }

    /// Adds the tags and the result to a game; the result may also be the text's last word.
    pub(super) fn tell(&self, text: &str, game: &mut Game) {
        for (tag, value) in &self.tags {
            game.tags.add(*tag, value.as_str());
        }
        if game.outcome != Outcome::Unknown {
            return;
        }
        let last = text.split_whitespace().next_back().unwrap_or_default();
        // `1/2` at the end of any word may be a fraction.
        let whole = |start: usize| !matches!(&last[start..], "1/2" | "½");
        let glued = || last_result(last).filter(|(start, _)| whole(*start)).map(|found| found.1);
        let at_end = Outcome::from_pgn(last).or_else(glued);
        let stated = self.outcomes.first().map(|(outcome, _)| *outcome);
        game.outcome = at_end.or(stated).unwrap_or_default();
    }

    /// Returns the text with spaces in place of the line that names the start. All else keeps its
    /// place, also lines of tags, which may hold moves.
    pub(super) fn without_start<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let fen = self.tags.iter().find(|(name, _)| *name == "FEN");
        let Some((_, fen)) = fen else { return Cow::Borrowed(text) };
        let line = |span: &&Range<usize>| text[(*span).clone()].contains(fen.as_str());
        let consumed = self.consumed.iter().filter(line).cloned().collect();
        Cow::Owned(Front { consumed, ..Front::default() }.masked(text))
    }

    /// Returns the text with spaces in place of the consumed parts; all else keeps its place.
    pub(super) fn masked(&self, text: &str) -> String {
        mask(text, &self.consumed)
    }

    /// Returns the text with spaces in place of all text other than moves.
    pub(super) fn moves(&self, text: &str) -> String {
        mask(&self.masked(text), &self.kept)
    }
}

/// Returns a text with spaces in place of some parts.
pub(super) fn mask(text: &str, parts: &[Range<usize>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for span in parts {
        for byte in &mut bytes[span.clone()] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
