//! Inference of the variant and the language of the piece letters.

use partie_core::{
    Language, Ply, Position, Role, Tags, Variant, moves::san::San, rules::fast::FastReader,
};

use super::{
    board::{Board, give_back, lend_reader},
    token::{Token, TokenKind},
};
use partie_formats::steps;
use partie_formats::{glued::unglue, result};

/// The variant that a Variant tag names: known, unknown, or no tag at all.
pub(crate) enum Named {
    Variant(Variant),
    Unknown(String),
    Nothing,
}

pub(crate) fn named(tags: &Tags) -> Named {
    match tags.get_ignoring_case("Variant").map(str::trim) {
        None | Some("" | "?") => Named::Nothing,
        Some(name) => name
            .parse::<Variant>()
            .ok()
            .map_or_else(|| Named::Unknown(name.to_owned()), Named::Variant),
    }
}

/// Returns the variant that the Event tag of a chess server names: `FICS rated atomic game`,
/// `Rated Crazyhouse game`, `ICS rated wild/fr match`.
pub(crate) fn named_by_event(tags: &Tags) -> Option<Variant> {
    variant_in(tags.get("Event")?)
}

/// Returns the variant that an event's name contains.
pub(crate) fn variant_in(event: &str) -> Option<Variant> {
    let event = event.to_ascii_lowercase();
    let mut words = event.split(|c: char| !c.is_ascii_alphanumeric() && c != '/').peekable();
    words.find(|w| matches!(*w, "rated" | "unrated"))?;
    words.find_map(|w| match w {
        "crazyhouse" | "zh" => Some(Variant::Crazyhouse),
        "bughouse" => Some(Variant::Bughouse),
        "atomic" => Some(Variant::Atomic),
        "suicide" => Some(Variant::Suicide),
        "antichess" | "giveaway" => Some(Variant::Antichess),
        "losers" => Some(Variant::Losers),
        "wild/fr" | "chess960" | "fischerandom" => Some(Variant::Chess960),
        "wild/0" | "wild/1" => Some(Variant::WildCastle),
        "horde" => Some(Variant::Horde),
        _ => None,
    })
}

/// A way to read a game.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) variant: Variant,
    pub(crate) language: Language,
    pub(crate) start: Position,
    /// Languages that read as far, with other moves.
    pub(crate) ties: Vec<Language>,
}

/// Returns the main line's words, without results.
pub(crate) fn mainline_words<'a>(text: &'a str, tokens: &[Token]) -> Vec<&'a str> {
    let mut depth = 0_usize;
    let mut words = Vec::new();
    for token in tokens {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Word if depth == 0 => {
                let word = &text[token.span.clone()];
                if result::from_spelling(word).is_none() {
                    words.push(word);
                }
            }
            _ => {}
        }
    }
    words
}

/// Measure of how far a reading of a game gets.
struct Reached<'a> {
    /// Words that are not moves in export format, up to the first move that cannot be played.
    nonstandard: Vec<&'a str>,
    /// Number of words played before the first move that cannot be played.
    played: usize,
    /// Moves that are not in export format.
    plies: Vec<Ply>,
    /// Number of moves with a piece letter; then of moves with a letter of the language that is not
    /// read as an English one; then of moves with a letter that only English has.
    pieces: usize,
    foreign: usize,
    english: usize,
}

impl Reached<'_> {
    /// Returns true if the piece letters show the language: a single nonstandard letter does not,
    /// nor do a few among letters that only English has.
    const fn shows_language(&self) -> bool {
        4 * self.english <= self.foreign && self.foreign >= if self.pieces > 2 { 2 } else { 1 }
    }
}

fn reach<'a>(words: &[&'a str], choice: &Choice) -> Reached<'a> {
    let (mut nonstandard, mut plies) = (Vec::new(), Vec::new());
    let (mut pieces, mut foreign, mut english) = (0, 0, 0);
    let mut board = Board::start(choice.variant, &choice.start);
    let mut reader = lend_reader();
    let mut played = 0;
    for word in words {
        steps::add(1);
        let done = play_word(&mut board, &mut reader, word, choice.language);
        if !matches!(done, WordPlayed::Canonical) {
            nonstandard.push(*word);
        }
        match done {
            WordPlayed::Canonical => {
                played += 1;
                pieces += usize::from(word.starts_with(ENGLISH_LETTERS));
                english += usize::from(is_only_english(word, choice.language));
            }
            WordPlayed::Read(ply) => {
                let role = choice.language.role_at(word);
                let only_english = is_only_english(word, choice.language);
                let letter = role.is_some_and(|(role, _)| role != Role::Pawn);
                pieces += usize::from(letter || only_english);
                foreign += usize::from(letter);
                english += usize::from(only_english);
                plies.push(ply);
                played += 1;
            }
            WordPlayed::Prose => {}
            WordPlayed::Refused => break,
        }
    }
    give_back(reader);
    Reached { nonstandard, played, plies, pieces, foreign, english }
}

/// Returns true if a word holds the letter of a piece that is not its letter in English.
fn has_foreign_letter(word: &str, language: Language) -> bool {
    Role::ALL.into_iter().filter(|role| *role != Role::Pawn).any(|role| {
        let letter = language.letter(role);
        letter != Language::English.letter(role) && word.contains(letter)
    })
}

/// Returns true if a word begins with the letter of a piece in English that is none in another
/// language.
fn is_only_english(word: &str, language: Language) -> bool {
    word.starts_with(ENGLISH_LETTERS)
        && language.role_at(word).is_none_or(|(role, _)| role == Role::Pawn)
}

const ENGLISH_LETTERS: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

/// Outcome of trying a word on a board.
pub(crate) enum WordPlayed {
    /// A legal move in export format.
    Canonical,
    /// A legal move in another spelling.
    Read(Ply),
    /// Not a move, and not like one.
    Prose,
    /// An illegal move, or a word that looks like a move.
    Refused,
}

/// Plays a word on a board if it is a legal move.
pub(crate) fn play_word(
    board: &mut Board,
    reader: &mut FastReader,
    word: &str,
    language: Language,
) -> WordPlayed {
    if let Some((ply, _)) = board.play(reader, word, &(0..word.len()), language) {
        return match language {
            Language::English => WordPlayed::Canonical,
            _ => WordPlayed::Read(Ply::Move(ply.into())),
        };
    }
    let Some(san) = unglue(word, language).and_then(|glued| glued.san) else {
        // Prose may stand anywhere, but a capital and a square is a piece of another language.
        return if looks_like_a_move(word) { WordPlayed::Refused } else { WordPlayed::Prose };
    };
    let position = board.position();
    let Ok(reading) = san.resolve(&position) else { return WordPlayed::Refused };
    let mut position = position.into_owned();
    if position.play(reading.ply).is_err() {
        return WordPlayed::Refused;
    }
    board.set(position);
    WordPlayed::Read(reading.ply)
}

/// Returns true if a word is short and contains a square or castling: a move in unknown letters.
/// Such a word is never prose.
pub(crate) fn looks_like_a_move(word: &str) -> bool {
    let b = word.as_bytes();
    let square = b.windows(2).any(|w| matches!(w, [b'a'..=b'h', b'1'..=b'9']));
    let castling = ["0-0", "O-O", "o-o"].iter().any(|c| word.contains(c));
    b.len() <= 12 && (square || castling || is_descriptive(word))
}

/// Returns true if a word looks like a move in descriptive notation, such as `Kt-KB3` or `QPxB`.
fn is_descriptive(word: &str) -> bool {
    let is_part = |part: &str| {
        let letters = part.trim_end_matches(|c| matches!(c, '1'..='8'));
        letters.starts_with(['K', 'Q', 'R', 'B', 'N', 'P'])
            && part.len() <= letters.len() + 1
            && letters.bytes().all(|b| b"KQRBNPt".contains(&b))
    };
    word.split_once(['-', 'x']).is_some_and(|(from, to)| is_part(from) && is_part(to))
}

/// Returns true if a word cannot be played on a board and is no prose.
fn refuses(board: &Board, word: &str, language: Language) -> bool {
    let mut board = board.clone();
    let mut reader = lend_reader();
    let done = play_word(&mut board, &mut reader, word, language);
    give_back(reader);
    matches!(done, WordPlayed::Refused)
}

/// Returns the reading that plays furthest, if it plays further than the one given. If all words of
/// that one were moves in export format up to where it `stopped`, their number is known, with the
/// board and the word there.
pub(crate) fn better(
    words: &[&str],
    choice: &Choice,
    other_variants: &[Choice],
    languages: bool,
    stopped: Option<(usize, Board, &str)>,
) -> Option<Choice> {
    let (nonstandard, first_reach) = match stopped {
        Some((played, board, word)) if refuses(&board, word, choice.language) => {
            debug_assert!({
                let found = reach(words, choice);
                found.played == played && found.nonstandard == [word]
            });
            (vec![word], played)
        }
        _ => {
            let Reached { nonstandard, played, .. } = reach(words, choice);
            (nonstandard, played)
        }
    };
    let mut best_reach = first_reach;
    let mut best: Option<(Choice, Vec<Ply>)> = None;
    // One move more says little: `Bd3` is a pawn's move in German.
    let mut consider = |candidate: Choice, least: usize| {
        let other = candidate.language != choice.language;
        let found = reach(words, &candidate);
        if other && !found.shows_language() {
            return;
        }
        let Reached { played: reached, plies, .. } = found;
        if reached > best_reach && (reached >= first_reach + least || reached == words.len()) {
            best_reach = reached;
            best = Some((candidate, plies));
        } else if reached == best_reach
            && let Some((best, best_plies)) = &mut best
            && candidate.variant == best.variant
            && plies != *best_plies
        {
            best.ties.push(candidate.language);
        }
    };
    for candidate in other_variants {
        consider(candidate.clone(), 1);
    }
    if languages && choice.language == Language::English {
        let differs = |language| nonstandard.iter().any(|word| has_foreign_letter(word, language));
        for language in Language::DISTINCT.into_iter().filter(|l| differs(*l)) {
            consider(Choice { language, ..choice.clone() }, 2);
        }
    }
    best.map(|(choice, _)| choice)
}

/// Returns true if a word is castling.
pub(crate) fn is_castling(word: &str) -> bool {
    word.starts_with(['O', '0', 'o']) && San::parse(word, Language::English).is_some()
}

/// Returns true if a word is a drop.
pub(crate) fn is_drop(word: &str) -> bool {
    word.bytes().any(|b| b == b'@')
        && word.split_once('@').is_some_and(|(piece, square)| piece.len() <= 1 && square.len() >= 2)
}
