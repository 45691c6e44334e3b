//! Players in the lines above a game: a name, and perhaps a rating.

use std::ops::Range;

use super::{evidence::is_move, vocabulary::is_of_ratings};
use partie_formats::result;

/// A name with the words after it.
#[derive(Debug)]
pub(super) struct Player<'a> {
    /// All words about the player.
    pub(super) words: &'a str,
    pub(super) name: &'a str,
    pub(super) rating: Option<Rating<'a>>,
    /// Other words in the parentheses of the rating, in bytes of `words`.
    others: Vec<Range<usize>>,
}

/// A number that may be a rating.
#[derive(Debug)]
pub(super) struct Rating<'a> {
    pub(super) number: &'a str,
    /// Place of the player's words in bytes, with their parentheses if these hold nothing else.
    at: Range<usize>,
    kind: RatingForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RatingForm {
    /// A rating with a word such as `Elo`.
    Named,
    /// A rating in parentheses.
    Enclosed,
    /// A number alone.
    Bare,
}

impl<'a> Player<'a> {
    /// Takes a rating off a name: `Müller,J (2100)`, `Karl Maier (DWZ 1790)`, `Novák, Elo 1835`.
    pub(super) fn of(words: &'a str) -> Player<'a> {
        let words = without_full_stop(words.trim());
        let close = words.len() - usize::from(words.ends_with([')', ']']));
        if let Some(open) = words[..close].rfind(['(', '[']).filter(|_| close < words.len()) {
            return Player::enclosed(words, open..close).unwrap_or(Player {
                words,
                name: words,
                rating: None,
                others: Vec::new(),
            });
        }
        let fields = fields(words, 0..words.len());
        let word = |i: usize| fields.get(i).map_or("", |field| &words[field.clone()]);
        let last = fields.len().wrapping_sub(1);
        let (number, name) = (word(last), word(last.wrapping_sub(1)));
        let after_space = |i: usize| words[..fields[i].start].ends_with([' ', ':', '=']);
        let (rating, first, kind) = if is_rating(number) && is_of_ratings(name) {
            (last, last - 1, RatingForm::Named)
        } else if is_of_ratings(number) && is_rating(name) {
            (last - 1, last - 1, RatingForm::Named)
        } else if is_rating(number) && after_space(last) {
            (last, last, RatingForm::Bare)
        } else {
            return Player { words, name: words, rating: None, others: Vec::new() };
        };
        let at = fields[rating].clone();
        let rating = Some(Rating { number: &words[at.clone()], at, kind });
        let name = name_in(&words[..fields[first].start]);
        Player { words, name, rating, others: Vec::new() }
    }

    /// Takes off a rating in parentheses, which may otherwise hold only the name of the rating, a
    /// country and a title.
    fn enclosed(words: &'a str, inner: Range<usize>) -> Option<Player<'a>> {
        let (mut rating, mut others, mut kind) = (None, Vec::new(), RatingForm::Enclosed);
        for field in fields(words, inner.start + 1..inner.end) {
            let word = &words[field.clone()];
            if is_of_ratings(word) {
                kind = RatingForm::Named;
            } else if is_rating(word) && rating.is_none() {
                rating = Some(field);
            } else if matches!(word.len(), 2 | 3) && word.bytes().all(|b| b.is_ascii_uppercase()) {
                others.push(field);
            } else {
                return None;
            }
        }
        let at = rating?;
        let number = &words[at.clone()];
        let at = if others.is_empty() { inner.start..words.len() } else { at };
        let rating = Some(Rating { number, at, kind });
        Some(Player { words, name: name_in(&words[..inner.start]), rating, others })
    }

    /// Returns the rating if the words alone show that it is one: a bare number may be a year.
    pub(super) fn certain_rating(&self) -> Option<&'a str> {
        let rating = self.rating.as_ref()?;
        (rating.kind != RatingForm::Bare || !rating.may_be_year()).then_some(rating.number)
    }

    /// Returns the words that stay text, ascending, in bytes of `words`; `rating` is the accepted
    /// rating, if any.
    pub(super) fn kept(&self, rating: Option<&str>) -> Vec<Range<usize>> {
        let number = self.rating.iter().filter(|_| rating.is_none()).map(|r| r.at.clone());
        let mut kept: Vec<_> = self.others.iter().cloned().chain(number).collect();
        partie_formats::text::sort_spans(&mut kept);
        kept
    }
}

impl Rating<'_> {
    /// Returns true if a word such as `Elo` names it as a rating.
    pub(super) fn is_named(&self) -> bool {
        self.kind == RatingForm::Named
    }

    fn may_be_year(&self) -> bool {
        self.number.len() == 4 && ("1400".."2036").contains(&self.number)
    }
}

/// Returns the ratings of the two players of a line. The same number twice is more likely a
/// year, and so is a bare number with only one of them.
pub(super) fn ratings<'a>(players: &[Player<'a>; 2]) -> [Option<&'a str>; 2] {
    let [Some(white), Some(black)] = players.each_ref().map(|player| player.rating.as_ref()) else {
        return players.each_ref().map(Player::certain_rating);
    };
    if white.number == black.number && white.may_be_year() && white.kind != RatingForm::Named {
        return [None, None];
    }
    [Some(white.number), Some(black.number)]
}

/// Returns true if a value that should be a name holds moves, or squares with their pieces.
pub fn is_of_moves(value: &str) -> bool {
    let mut words = value
        .split(|c: char| c.is_whitespace() || ",;".contains(c))
        .map(|word| {
            let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
            number.strip_prefix('.').map_or(word, |rest| rest.trim_start_matches('.'))
        })
        .map(|word| word.trim_end_matches(['.', '!', '?']))
        .filter(|word| !word.is_empty() && result::from_spelling(word).is_none())
        .peekable();
    words.peek().is_some() && words.all(is_move)
}

fn is_rating(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
        && word.parse::<u16>().is_ok_and(|rating| (800..3300).contains(&rating))
}

fn name_in(words: &str) -> &str {
    words.trim_end_matches([' ', '(', '[', ',', ':', '-'])
}

/// Returns the words in a range, without the marks around them.
fn fields(words: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let is_between = |c: char| c.is_whitespace() || ",:;=/()[]".contains(c);
    let mut found = Vec::new();
    let mut at = range.start;
    for field in words[range].split(is_between) {
        if !field.is_empty() {
            found.push(at..at + field.len());
        }
        at += field.len();
        at += words[at..].chars().next().map_or(0, char::len_utf8);
    }
    found
}

/// Removes a sentence's full stop from a name, but not the full stop of an initial or of `Jr.`.
fn without_full_stop(name: &str) -> &str {
    let Some(bare) = name.strip_suffix('.') else { return name };
    let last = bare.rsplit([' ', '.', ',']).next().unwrap_or_default();
    if last.chars().count() > 2 { bare } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ratings() {
        for (words, name, rating) in [
            ("Müller,J (2100)", "Müller,J", "2100"),
            ("Karl Maier (DWZ 1790)", "Karl Maier", "1790"),
            ("Karl Maier (1790 DWZ)", "Karl Maier", "1790"),
            ("Anand, V (IND, 2786)", "Anand, V", "2786"),
            ("Anand, V [2786]", "Anand, V", "2786"),
            ("Novák, ELO 1835", "Novák", "1835"),
            ("Novák, Elo: 1835", "Novák", "1835"),
            ("Smith 1835 USCF", "Smith", "1835"),
            ("Smith USCF=1985", "Smith", "1985"),
            ("Adams 2650", "Adams", "2650"),
            ("Jensen 1984", "Jensen", ""),
            ("Jensen (1984)", "Jensen", "1984"),
            ("Jensen (born 1984)", "Jensen (born 1984)", ""),
            ("Kasparov (USSR)", "Kasparov (USSR)", ""),
            ("Short", "Short", ""),
        ] {
            let player = Player::of(words);
            let found = (player.name, player.certain_rating().unwrap_or_default());
            assert_eq!(found, (name, rating), "{words}");
        }
    }

    #[test]
    fn moves_are_no_names() {
        for (value, moves) in [
            ("e4 Nf3 Bb5", true),
            ("1. e4 2. Nf3", true),
            ("Kg1, Qd1, Ra1", true),
            ("P-K4 N-KB3", true),
            ("Adams", false),
            ("Adams e4", false),
            ("Deep Blue 2", false),
            ("", false),
        ] {
            assert_eq!(is_of_moves(value), moves, "{value}");
        }
    }
}
