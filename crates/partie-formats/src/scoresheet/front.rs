//! What the lines around the moves say of a game, and the text without them.

use std::{borrow::Cow, ops::Range};

use partie_core::{Game, Outcome};

use super::{
    cut::{first_move_of, moves_at},
    header::{Facts, NOTATION, facts, undecorated},
    heading::{first_move, heading, players},
    table::{self, Columns, columns, is_ruling},
};
use crate::pgn::glued::last_result;

/// The tags and the result that stand around the moves.
#[derive(Debug, Default)]
pub(super) struct Front {
    pub(super) tags: Vec<(&'static str, String)>,
    pub(super) outcome: Option<Outcome>,
    /// What says so, and the marks of lists and tables, ascending.
    pub(super) consumed: Vec<Range<usize>>,
}

impl Front {
    /// Reads the lines of a game's text; `table` are the columns that it is a row of.
    pub(super) fn of(text: &str, table: Option<&Columns>) -> Front {
        let mut front = Front::default();
        let mut pairings: Vec<Facts> = Vec::new();
        let mut table = table.cloned();
        let (mut at, mut moves) = (0, false);
        for line in text.split_inclusive('\n') {
            let words = line.trim_end();
            let mut shown = words.trim_start();
            let start = at + words.len() - shown.len();
            at += line.len();
            if let Some(named) = columns(shown).filter(|_| !moves) {
                table = Some(named);
                front.consumed.push(start..start + shown.len());
                continue;
            }
            if is_ruling(shown) {
                front.consumed.push(start..start + shown.len());
                continue;
            }
            let begins = !moves && first_move_of(shown, table.as_ref()).is_some();
            if begins {
                moves = true;
                if let Some(row) = table::row(shown, table.as_ref()) {
                    front.take(row.shifted(start));
                    continue;
                }
                let length = moves_at(shown).unwrap_or_else(|| undecorated(shown).0);
                shown = &shown[..length];
                if shown.chars().all(|c| !c.is_alphabetic()) {
                    front.consumed.push(start..start + length);
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
                    front.take(facts);
                }
            } else if let Some((white, black)) = heading(shown).and_then(players)
                && !moves
            {
                let end = first_move(shown).unwrap_or(shown.len());
                let mut facts = Facts { is_pairing: true, ..Facts::default() };
                facts.add("White", white, start..start + end);
                facts.add("Black", black, 0..0);
                pairings.push(facts);
            }
        }
        // The line that says most, or the nearest to the moves.
        let best = pairings.into_iter().max_by_key(|f| (f.tags.len(), f.outcome.is_some()));
        let known = |tag: &str| front.tags.iter().any(|(name, _)| *name == tag);
        if let Some(facts) = best.filter(|_| !known("White") && !known("Black")) {
            front.take(facts);
        }
        front.consumed.retain(|span| !span.is_empty());
        front.consumed.sort_by_key(|span| (span.start, span.end));
        front
    }

    fn take(&mut self, facts: Facts) {
        for (tag, value) in facts.tags {
            if tag != NOTATION && !self.tags.iter().any(|(name, _)| *name == tag) {
                self.tags.push((tag, value));
            }
        }
        self.outcome = self.outcome.or(facts.outcome);
        self.consumed.extend(facts.consumed);
    }

    /// Writes tags and result to a game; a result may also be the text's last word.
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
        game.outcome = at_end.or(self.outcome).unwrap_or_default();
    }

    /// The text with spaces in place of the line that names the start; all else stands where it
    /// stood, lines of tags in which moves may stand among them.
    pub(super) fn without_start<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let fen = self.tags.iter().find(|(name, _)| *name == "FEN");
        let Some((_, fen)) = fen else { return Cow::Borrowed(text) };
        let line = |span: &&Range<usize>| text[(*span).clone()].contains(fen.as_str());
        let consumed = self.consumed.iter().filter(line).cloned().collect();
        Cow::Owned(Front { consumed, ..Front::default() }.masked(text))
    }

    /// The text with spaces in place of what was consumed; all else stands where it stood.
    pub(super) fn masked(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for span in &self.consumed {
            for byte in &mut bytes[span.clone()] {
                if !matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
        }
        String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
    }
}
