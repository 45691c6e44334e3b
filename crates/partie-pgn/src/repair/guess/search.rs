//! Moves that were miswritten, left out, written twice or in the wrong order.

use std::collections::VecDeque;

use partie_core::{
    Ply, Position,
    moves::{NotRead, san},
};

use super::{
    mainline::{ENOUGH, Run, Step, Word, number_fits, numbers_are_right, run, step, words},
    sense,
};
use crate::{
    codes,
    repair::{
        change::Guess,
        edit::Edit,
        reading::{Reading, guessed},
    },
    token::Token,
};
use partie_formats::{Confidence, misread::looks_like};

/// Number of words before the stop in which a mistake is searched. Most mistakes show within a few
/// moves.
const WINDOW: usize = 24;

/// Number of words after the stop on which an assumption is tried. Few games have more.
const HORIZON: usize = 600;

/// Assumption about the words.
#[derive(Clone, Debug)]
enum Assumption {
    /// Word `.0` stands for this move.
    Replace(usize, Ply),
    /// These moves are missing before word `.0`.
    Insert(usize, Vec<Ply>),
    /// Word `.0` is too much.
    Delete(usize),
    /// Word `.0` and the one after it changed places.
    Swap(usize),
    /// No move is missing before word `.0`; its number and all later ones are wrong.
    Renumber(usize),
}

struct Candidate {
    assumption: Assumption,
    /// Replay of the words under the assumption.
    run: Run,
    /// Cost of the assumption; a likelier one costs less.
    cost: u32,
}

impl Candidate {
    /// Scores the replay: by its length, and by how well the words fit.
    fn merit(&self) -> i64 {
        2 * self.run.stopped as i64 - i64::from(self.cost) - i64::from(self.run.misfits)
    }
}

/// Returns the edits of the best assumption and the number of plies it explains.
pub(super) fn best(now: &Reading, tokens: &[Token]) -> Option<(Vec<Edit>, u32)> {
    let choice = &now.examined.choice;
    let words = words(&now.text, tokens, 0, choice.language);
    // If the numbers stop the game, the numbers must be explained.
    let missing = now.diagnostics().iter().any(|d| d.code == &codes::MISSING_MOVE);
    let numbers = missing || numbers_are_right(&words, &choice.start);
    let line = SearchedLine::new(&words, &choice.start, numbers)?;
    let candidates = line.candidates();
    let merit = candidates.iter().map(Candidate::merit).max()?;
    let equal = || candidates.iter().filter(|c| c.merit() == merit);
    let rivals = equal().count() - 1;
    // If the record does not decide, prefer the more plausible move.
    let best = equal().rev().max_by_key(|c| line.sense(&c.assumption))?;
    let stopped = if best.run.stopped < line.end {
        best.run.stopped
    } else {
        let numbers = line.numbers && !matches!(best.assumption, Assumption::Renumber(_));
        run(&words, line.end, &best.run.position, numbers).stopped
    };
    let explains = u32::try_from(stopped - line.broken).unwrap_or(0);
    let to_the_end = stopped == words.len() && explains > 0;
    let certain = to_the_end && rivals == 0 && explains > 1;
    if explains < ENOUGH && !certain {
        return None;
    }
    let rivals = u32::try_from(rivals).unwrap_or(u32::MAX);
    let edits = match best.assumption {
        Assumption::Renumber(at) => line.renumbered(&words[at..], explains, rivals)?,
        _ => line.edits(best, explains, rivals),
    };
    Some((edits, explains))
}

/// The words and the positions that they lead to.
struct SearchedLine<'a> {
    /// The words that are looked at.
    words: &'a [Word<'a>],
    /// States before each word, from `first` up to the broken one.
    steps: VecDeque<Before>,
    /// The first word that may hold the mistake.
    first: usize,
    /// The first word that cannot be played.
    broken: usize,
    /// Index of the word at which the search ends.
    end: usize,
    /// True if the numbers were right so far, and so are trusted.
    numbers: bool,
}

/// State before a word.
struct Before {
    position: Position,
    /// Plies so far.
    plies: u32,
    /// Number of signs that contradict their moves.
    misfits: u32,
}

impl<'a> SearchedLine<'a> {
    fn new(words: &'a [Word<'a>], start: &Position, numbers: bool) -> Option<SearchedLine<'a>> {
        let mut position = start.clone();
        let (mut plies, mut misfits) = (0, 0);
        let mut steps = VecDeque::new();
        for (broken, word) in words.iter().enumerate() {
            // The position before the window shows where the opponent moved.
            if steps.len() > WINDOW + 1 {
                steps.pop_front();
            }
            steps.push_back(Before { position: position.clone(), plies, misfits });
            match step(&mut position, word, numbers) {
                Step::Played(more) => {
                    plies += 1;
                    misfits += more;
                }
                Step::Prose => {}
                Step::Stopped => {
                    let end = words.len().min(broken + HORIZON);
                    let first = broken + 1 - steps.len();
                    return Some(SearchedLine {
                        words: &words[..end],
                        steps,
                        first,
                        broken,
                        end,
                        numbers,
                    });
                }
            }
        }
        None
    }

    fn before(&self, at: usize) -> &Before {
        &self.steps[at - self.first]
    }

    fn position(&self, at: usize) -> &Position {
        &self.before(at).position
    }

    fn run(&self, from: usize, position: &Position) -> Run {
        run(self.words, from, position, self.numbers)
    }

    /// Returns the run after moves inserted before a word. If the word's number belongs to the
    /// inserted move, as in `23. Nxg4` without White's move, it is not the word's.
    fn run_after(&self, at: usize, after: &Position) -> Run {
        if !self.numbers || !self.lends_number(at) {
            return self.run(at, after);
        }
        let mut position = after.clone();
        match step(&mut position, &self.words[at], false) {
            Step::Stopped => Run { plies: 0, stopped: at, misfits: 0, position },
            Step::Prose => self.run(at + 1, &position),
            Step::Played(more) => {
                let mut run = self.run(at + 1, &position);
                run.plies += 1;
                run.misfits += more;
                run
            }
        }
    }

    /// Returns true if a word has the number of a move that would be inserted before it.
    fn lends_number(&self, at: usize) -> bool {
        let word = &self.words[at];
        word.number.is_some() && number_fits(self.position(at), word)
    }

    fn candidates(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        let first = self.broken.saturating_sub(WINDOW);
        for at in first..=self.broken {
            // The misfits of the words between may or may not remain with each.
            let position = self.position(at);
            let so_far = self.before(at).misfits - self.before(first).misfits;
            let back = (self.broken - at) as u32;
            let mut consider = |assumption, mut run: Run, cost| {
                if run.stopped == self.words.len() && run.plies > 0 {
                    run.misfits += so_far;
                    found.push(Candidate { assumption, run, cost });
                }
            };
            let written = self.words[at].text;
            let named = match self.words[at].san.map(|san| san.resolve(position)) {
                Some(Err(NotRead::Ambiguous(moves))) => moves,
                _ => Vec::new(),
            };
            for m in position.legal_moves() {
                let ply = Ply::Move(m);
                let mut after = position.clone();
                after.play_unchecked(m);
                let clean = san::write(position, ply);
                let distance = distance(written, &clean);
                if distance > 0 {
                    // One wrong character is a slip; what is further off is no evidence.
                    let far = if distance <= ADDED { distance - 1 } else { 5 };
                    // A word that is no move stands in the place of one.
                    let moves = self.words[at].san.is_some();
                    let early = if back > 0 && moves { 3 + back / 4 } else { 0 };
                    let replaced = self.run(at + 1, &after);
                    let cost = if named.contains(&m) { 1 } else { 2 + far };
                    consider(Assumption::Replace(at, ply), replaced, cost + early);
                }
                let gap = u32::from(!self.numbers) * 3 + back / 4;
                let inserted = self.run_after(at, &after);
                consider(Assumption::Insert(at, vec![ply]), inserted, 6 + gap);
            }
            let duplicate = at > 0 && self.words[at - 1].text == written;
            let cost = if duplicate { 2 } else { 9 + back / 4 };
            consider(Assumption::Delete(at), self.run(at + 1, position), cost);
            if let Some(swapped) = self.swapped(at) {
                consider(Assumption::Swap(at), swapped, 5 + back / 4);
            }
        }
        let broken = self.position(self.broken);
        if self.numbers && !number_fits(broken, &self.words[self.broken]) {
            let run = run(self.words, self.broken, broken, false);
            if run.stopped == self.words.len() && run.plies > 0 {
                found.push(Candidate {
                    assumption: Assumption::Renumber(self.broken),
                    run,
                    cost: 4,
                });
            }
        }
        if found.iter().all(|c| (c.run.stopped - self.broken) < ENOUGH as usize) {
            self.two_missing(&mut found);
        }
        found
    }

    /// Returns the run with two neighbouring words of one side or both in the other order.
    fn swapped(&self, at: usize) -> Option<Run> {
        let mut position = self.position(at).clone();
        let (first, second) = (self.words.get(at)?, self.words.get(at + 1)?);
        for word in [second, first] {
            let ply = word.san?.resolve(&position).ok()?.ply;
            position.play(ply).ok()?;
        }
        let mut run = self.run(at + 2, &position);
        run.plies += 2;
        Some(run)
    }

    /// Two plies are missing: tried where the numbers say so, or at the break.
    fn two_missing(&self, found: &mut Vec<Candidate>) {
        let first = self.broken.saturating_sub(4);
        for at in first..=self.broken {
            let position = self.position(at);
            let is_numbered = self.words[at].number.is_some_and(|(n, white)| {
                let white_to_move = position.turn() == partie_core::Color::White;
                n == position.fullmoves() + 1 && white == white_to_move
            });
            if at != self.broken && !is_numbered {
                continue;
            }
            for m in position.legal_moves() {
                let mut between = position.clone();
                between.play_unchecked(m);
                for n in between.legal_moves() {
                    let mut after = between.clone();
                    after.play_unchecked(n);
                    if self.numbers && !number_fits(&after, &self.words[at]) {
                        break;
                    }
                    let run = self.run(at, &after);
                    if run.stopped >= self.broken + ENOUGH as usize {
                        let plies = vec![Ply::Move(m), Ply::Move(n)];
                        let cost = if is_numbered { 8 } else { 12 };
                        found.push(Candidate {
                            assumption: Assumption::Insert(at, plies),
                            run,
                            cost,
                        });
                    }
                }
            }
        }
    }

    /// Returns how much sense an inserted move makes to a player.
    fn sense(&self, assumption: &Assumption) -> i32 {
        let (at, next, plies) = match assumption {
            Assumption::Replace(at, ply) => (*at, at + 1, std::slice::from_ref(ply)),
            Assumption::Insert(at, plies) => (*at, *at, plies.as_slice()),
            Assumption::Delete(_) | Assumption::Swap(_) | Assumption::Renumber(_) => return 0,
        };
        let mut position = self.position(at).clone();
        let mut previous =
            at.checked_sub(1).and_then(|i| last_target(self.position(i), self.position(at)));
        let mut sum = 0;
        for (i, ply) in plies.iter().enumerate() {
            let Some(m) = ply.to_move() else { return 0 };
            let mut after = position.clone();
            after.play_unchecked(m);
            let answer = if i + 1 == plies.len() {
                self.words.get(next).and_then(|w| w.san?.resolve(&after).ok()?.ply.to_move())
            } else {
                plies[i + 1].to_move()
            };
            sum += sense::of(&position, m, previous, answer);
            previous = Some(m.to());
            position = after;
        }
        sum
    }

    /// Returns the edits that renumber the words from the broken one on.
    fn renumbered(&self, words: &[Word<'_>], explains: u32, rivals: u32) -> Option<Vec<Edit>> {
        let position = self.position(self.broken);
        let (number, _) = words.first()?.number?;
        let ahead = i64::from(number) - i64::from(position.fullmoves());
        let guess = Guess::new("no move is missing, the numbers are wrong", explains, rivals);
        let mut note = Some(format!("{} ", guessed(&guess, &format!("{number}."))));
        let ply = Some(self.before(self.broken).plies + 1);
        let edits = words.iter().filter_map(|word| {
            let (number, _) = word.number?;
            let right = i64::from(number) - ahead;
            let digits = word.start..word.start + number.to_string().len();
            let text = format!("{}{right}", note.take().unwrap_or_default());
            let mut edit = Edit::new(&codes::MISSING_MOVE, digits, text, Confidence::Guess);
            edit.guess = Some(Box::new(guess.clone()));
            (right > 0).then(|| edit.at_ply(ply))
        });
        Some(edits.collect())
    }

    fn edits(&self, candidate: &Candidate, explains: u32, rivals: u32) -> Vec<Edit> {
        let edit = |at: usize, span, text: String, assumption: &str, written: &str| {
            let guess = Guess::new(assumption, explains, rivals);
            let comment = guessed(&guess, written);
            let mut edit = Edit::new(
                &codes::ILLEGAL_MOVE,
                span,
                text.replace("{}", &comment),
                Confidence::Guess,
            )
            .at_ply(Some(self.before(at).plies + 1));
            edit.guess = Some(Box::new(guess));
            edit
        };
        match &candidate.assumption {
            Assumption::Replace(at, ply) => {
                let word = &self.words[*at];
                let san = san::write(self.position(*at), *ply);
                let words = "another move was meant";
                vec![edit(*at, word.span.clone(), format!("{san} {{}}"), words, word.text)]
            }
            Assumption::Insert(at, plies) => {
                let mut position = self.position(*at).clone();
                let mut sans = Vec::new();
                for ply in plies {
                    sans.push(san::write(&position, *ply));
                    if position.play(*ply).is_err() {
                        return Vec::new();
                    }
                }
                let words = match plies.len() {
                    1 => "a move is missing",
                    _ => "two moves are missing",
                };
                let word = &self.words[*at];
                let start = if self.lends_number(*at) { word.span.start } else { word.start };
                vec![edit(*at, start..start, format!("{} {{}} ", sans.join(" ")), words, "")]
            }
            Assumption::Delete(at) => {
                let word = &self.words[*at];
                let words = "a word too many";
                vec![edit(*at, word.start..word.span.end, "{}".to_owned(), words, word.text)]
            }
            Assumption::Swap(at) => {
                let (first, second) = (&self.words[*at], &self.words[*at + 1]);
                let words = "two moves changed places";
                let mut edits = vec![
                    edit(*at, first.span.clone(), second.text.to_owned(), words, ""),
                    edit(
                        *at,
                        second.span.clone(),
                        format!("{} {{}}", first.text),
                        words,
                        &format!("{} {}", first.text, second.text),
                    ),
                ];
                edits[0].guess = None;
                edits
            }
            Assumption::Renumber(_) => Vec::new(),
        }
    }
}

/// Returns the square of the piece that moved between two positions, if it captured there.
fn last_target(before: &Position, after: &Position) -> Option<partie_core::Square> {
    let mover = before.turn();
    partie_core::Square::ALL.into_iter().find(|square| {
        let (was, is) = (before.piece_at(*square), after.piece_at(*square));
        was.is_some_and(|p| p.color != mover) && is.is_some_and(|p| p.color == mover)
    })
}

/// Cost of a replaced character, and of an extra or missing one.
const CHANGED: u32 = 2;
const ADDED: u32 = 3;

/// Computes the edit distance between two spellings of a move. A character that looks like the
/// one it replaces costs half.
fn distance(written: &str, meant: &str) -> u32 {
    let plain = |text: &str| -> Vec<char> {
        text.chars().filter(|c| !matches!(c, 'x' | ':' | '+' | '#' | '=' | '-')).collect()
    };
    let (a, b) = (plain(written), plain(meant));
    let mut row: Vec<u32> = (0..=b.len() as u32).map(|n| n * ADDED).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = (i as u32 + 1) * ADDED;
        for (j, y) in b.iter().enumerate() {
            let change = match x == y {
                true => 0,
                false if looks_like(*x, *y) => 1,
                false => CHANGED,
            };
            let changed = diagonal + change;
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + ADDED).min(diagonal + ADDED);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn spellings_that_are_alike() {
        assert_eq!(distance("Nf3", "Nf3"), 0);
        assert_eq!(distance("Nxf3+", "Nf3"), 0);
        assert_eq!(distance("Nbl", "Nb1"), 1);
        assert_eq!(distance("Mf3", "Nf3"), 1);
        assert_eq!(distance("Nf9", "Nf6"), 2);
        assert_eq!(distance("Mf3", "f3"), 3);
        assert_eq!(distance("O-O", "O-O-O"), 3);
        assert_eq!(distance("Ng1f3", "Nf3"), 6);
        assert_eq!(distance("e4", "Qh5"), 7);
    }
}
