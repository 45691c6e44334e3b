//! Words that a scanner or a typist got wrong, where only one move can have been meant.
//!
//! Such words have letters that look like digits (`Nbl` for `Nb1`, `dS` for `d5`), an unknown piece
//! letter (`Mf3`), the letter of another piece, or piece letters of a language other than the
//! game's. A reading is confirmed if the rest of the game, numbers included, can be played with it
//! and with no other.

use partie_core::{Language, Notation, Ply, Position, moves::san::San};

use super::{
    edit::Edit,
    guess::mainline::{Step, Word, number_fits, numbers_are_right, step, words},
    reading::{Reading, without_braces},
};
use crate::codes;
use partie_formats::misread::looks_misread;
use partie_formats::{Confidence, misread::looks_like, steps};

/// Plies that confirm a digit where the rest of the game cannot be played to its end.
const CONFIRM_DIGIT: u32 = 10;

/// Plies that confirm the letter of a piece.
const CONFIRM_LETTER: u32 = 30;

/// Misread words that may follow one another too closely to be confirmed one by one.
const TOGETHER: usize = 3;

/// Words that are played to confirm a reading.
const HORIZON: usize = 400;

/// Extent to which the rest of a game can be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Reach {
    plies: u32,
    to_the_end: bool,
}

/// Returns the only reading of the word at which the main line stopped, as edits of the text.
pub(super) fn edits(now: &Reading) -> Option<Vec<Edit>> {
    let stop = now.examined.stop?;
    let unread = [&codes::NOT_A_MOVE, &codes::ILLEGAL_MOVE];
    let code = now.diagnostics().iter().find(|d| unread.contains(&d.code)).map(|d| d.code)?;
    let tokens = now.tokens();
    let language = now.examined.choice.language;
    let words = words(&now.text, &tokens, 0, language);
    let place = tokens.get(stop)?.span.start;
    let at = words.iter().position(|word| word.span.start == place)?;
    let game = now.game();
    let position = game.boards_at(game.tree.mainline_end()).first().clone();
    if position.problem().is_some() {
        return None;
    }
    let rest = Rest {
        words: &words[..words.len().min(at + HORIZON)],
        whole: words.len() <= at + HORIZON,
        numbers: numbers_are_right(&words, &now.examined.choice.start),
        language,
    };
    let ply = rest.only_reading(at, &position)?;
    let word = &words[at];
    let meant = Notation::San(language).write(&position, ply);
    let text = format!("{meant} {{written: {}}}", without_braces(word.text));
    let number = u32::try_from(game.ply_count() + 1).ok();
    Some(vec![Edit::new(code, word.span.clone(), text, Confidence::Likely).at_ply(number)])
}

/// Words of the main line.
struct Rest<'a> {
    words: &'a [Word<'a>],
    /// True if they reach the end of the game.
    whole: bool,
    /// True if the numbers of the game so far are right.
    numbers: bool,
    language: Language,
}

impl Rest<'_> {
    /// Returns the only move that a word can stand for.
    fn only_reading(&self, at: usize, position: &Position) -> Option<Ply> {
        let word = &self.words[at];
        if self.numbers && !number_fits(position, word) {
            return None;
        }
        let misread = self.misread(word.text, position);
        let digits = word.text.chars().next() == self.first_letter(position, &misread);
        let enough = if digits { CONFIRM_DIGIT } else { CONFIRM_LETTER };
        if let Some(ply) = self.confirmed(at, position, &misread, (0, enough)) {
            return Some(ply);
        }
        let letters = wrong_letters(word.text, position, self.language);
        if word.san.is_none() {
            return self.confirmed(at, position, &letters, (1, CONFIRM_LETTER));
        }
        // A wrong piece letter is only one of many possible mistakes.
        let all: Vec<Ply> = position.legal_moves().into_iter().map(Ply::Move).collect();
        let only = self.confirmed(at, position, &all, (CONFIRM_DIGIT, CONFIRM_LETTER));
        only.filter(|ply| letters.contains(ply))
    }

    /// Returns the first letter of the moves' spellings, if it is the same in all.
    fn first_letter(&self, position: &Position, plies: &[Ply]) -> Option<char> {
        let letter = |ply: &Ply| Notation::San(self.language).write(position, *ply).chars().next();
        let first = plies.first().and_then(letter)?;
        plies.iter().all(|ply| letter(ply) == Some(first)).then_some(first)
    }

    /// Returns the moves that a word spells if letters are taken for the digits they look like, or
    /// if it is in a language other than the game's.
    fn misread(&self, word: &str, position: &Position) -> Vec<Ply> {
        let mut found = Vec::new();
        let moves = position.legal_moves();
        for ply in moves.into_iter().map(Ply::Move) {
            let spellings = [
                Notation::San(self.language).write(position, ply),
                Notation::Long(self.language).write(position, ply),
                Notation::Uci.write(position, ply),
            ];
            if spellings.iter().any(|spelling| is_misread(word, spelling)) {
                found.push(ply);
            }
        }
        // A move in the game's own language is not one of another.
        let foreign = San::parse(word, self.language).is_none();
        for language in Language::DISTINCT.into_iter().filter(|_| foreign) {
            let san = San::parse(word, language);
            if let Some(reading) = san.and_then(|san| san.resolve(position).ok())
                && !found.contains(&reading.ply)
            {
                found.push(reading.ply);
            }
        }
        found
    }

    /// Returns the only candidate with which the rest of the game can be played: to its end, which
    /// must be far enough away, or for enough plies.
    fn confirmed(
        &self,
        at: usize,
        position: &Position,
        candidates: &[Ply],
        (least, enough): (u32, u32),
    ) -> Option<Ply> {
        let reached = candidates.iter().map(|ply| (self.reach(at, position, *ply, TOGETHER), *ply));
        let mut reached: Vec<(Reach, Ply)> = reached.collect();
        reached.sort_by_key(|(reach, _)| std::cmp::Reverse(*reach));
        let (best, ply) = *reached.first()?;
        let confirmed = best.plies >= if best.to_the_end { least } else { enough };
        let rivals = reached.get(1).is_none_or(|(second, _)| {
            !second.to_the_end && second.plies.saturating_mul(2) < best.plies
        });
        (confirmed && rivals).then_some(ply)
    }

    /// Measures how much can be played if the word `at` stands for a move, with up to `more` other
    /// misread words.
    fn reach(&self, at: usize, position: &Position, ply: Ply, more: usize) -> Reach {
        let mut position = position.clone();
        if position.play(ply).is_err() {
            return Reach::default();
        }
        let mut plies = 0;
        for (i, word) in self.words.iter().enumerate().skip(at + 1) {
            steps::add(1);
            // A word after a number stands for a move.
            let unread = word.san.is_none() && (word.number.is_some() || looks_misread(word.text));
            match step(&mut position, word, self.numbers) {
                Step::Played(_) => plies += 1,
                Step::Prose if !unread => {}
                _ if more == 0 || self.numbers && !number_fits(&position, word) => {
                    return Reach { plies, to_the_end: false };
                }
                _ => {
                    let readings = self.misread(word.text, &position);
                    let further =
                        readings.iter().map(|ply| self.reach(i, &position, *ply, more - 1)).max();
                    let Some(further) = further else { return Reach { plies, to_the_end: false } };
                    return Reach { plies: plies + 1 + further.plies, ..further };
                }
            }
        }
        Reach { plies, to_the_end: self.whole }
    }
}

/// Returns the moves that a word spells but for the letter of the piece.
fn wrong_letters(word: &str, position: &Position, language: Language) -> Vec<Ply> {
    let mut rest = word.chars();
    if rest.next().is_none() {
        return Vec::new();
    }
    let rest = bare(rest.as_str());
    let named = |ply: &Ply| {
        let san = Notation::San(language).write(position, *ply);
        let mut letters = san.chars();
        let piece = letters.next().is_some_and(|c| !c.is_ascii_lowercase() && c != 'O');
        piece && bare(letters.as_str()) == rest
    };
    position.legal_moves().into_iter().map(Ply::Move).filter(named).collect()
}

/// Removes redundant signs from a move.
fn bare(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, 'x' | ':' | '+' | '#' | '=' | '-' | '!' | '?')).collect()
}

/// Returns true if a word is a spelling with some digits or letters replaced by others that look
/// like them.
fn is_misread(word: &str, spelling: &str) -> bool {
    let (word, spelling) = (bare(word), bare(spelling));
    let (mut written, mut meant) = (word.chars(), spelling.chars());
    let mut misread = false;
    loop {
        match (written.next(), meant.next()) {
            (None, None) => return misread,
            (Some(a), Some(b)) if a == b => {}
            (Some(a), Some(b)) if looks_like(a, b) => misread = true,
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_that_a_scanner_confuses() {
        for (written, meant) in [
            ("Nbl", "Nb1"),
            ("NbI", "Nb1"),
            ("dS", "d5"),
            ("BxbS+", "Bxb5+"),
            ("8c4", "Bc4"),
            ("RdB#", "Rd8#"),
            ("dA", "d4"),
            ("NglfB", "Ng1-f8"),
            ("0xdl", "Qxd1"),
            ("Mf3", "Nf3"),
        ] {
            assert!(is_misread(written, meant), "{written}");
        }
        for (written, meant) in [("Nb1", "Nb1"), ("Nf3", "Nb1"), ("Nb", "Nb1"), ("Ff3", "Nf3")] {
            assert!(!is_misread(written, meant), "{written}");
        }
    }

    #[test]
    fn the_only_reading_is_taken() {
        for (text, mended) in [
            ("1. Nf3 d5 2. Ngl Nf6 3. e4 dxe4 1-0", "2. Ng1 {written: Ngl} Nf6 3. e4"),
            (
                "1. e4 eS 2. Nf3 Nc6 3. BbS a6 4. Ba4 Nf6 1-0",
                "1. e4 e5 {written: eS} 2. Nf3 Nc6 3. Bb5",
            ),
            ("1. e4 e5 2. Mf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0", "2. Nf3 {written: Mf3} Nc6"),
            ("1. e4 e5 2. Nf3 Sc6 3. Bb5 a6 4. Ba4 Nf6 1-0", "2. Nf3 Nc6 {written: Sc6} 3."),
            // Nothing confirms either reading.
            ("1. e4 e5 2. Nf3 Nc6 3. Fa4 1-0", "{Not read: 3. Fa4} 1-0"),
            ("1. e4 e5 2. Nf3 Nc6 3. Fd4 d5 4. a3 1-0", "{Not read: 3. Fd4 d5 4. a3} 1-0"),
        ] {
            let text = format!("[Result \"1-0\"]\n\n{text}\n");
            let record = crate::read(text.as_bytes(), &partie_formats::ReadOptions::default())
                .next()
                .expect("a game")
                .expect("memory does not fail");
            let options = crate::repair::RepairOptions::default();
            let found =
                super::super::repair(&record, &options, &partie_formats::ReadOptions::default());
            assert!(found.text.contains(mended), "{}", found.text);
        }
    }
}
