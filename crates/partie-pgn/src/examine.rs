//! A game of tokens: a text that is clean of what does not belong to PGN, to a [`Game`].

use std::ops::Range;

use partie_core::{
    Boards, Game, Language, NodeId, Outcome, Ply, Position, Termination, Tree, Variant,
    moves::san::San,
};

use super::{
    codes,
    fix::{FixCollector, ProposedFix},
    infer_variant::{self, Choice},
    layout,
    movetext::{self, Gather, Played},
    names,
    outcome::{Decision, Record, decide, nonstandard_result_tag, termination_of},
    start::{inferred, other_variants, start},
    tags::{self, TagSection},
    token::{Token, TokenKind},
};
use partie_formats::{Code, Diagnostic, Parsed, ReadOptions, fen, ledger::Claims, message};

/// A game as it was read, and the fixes of its text.
pub(crate) struct Examined {
    /// The game and all diagnostics; places are in bytes of the text.
    pub(crate) parsed: Parsed<Game>,
    /// The rules, the letters and the start.
    pub(crate) choice: Choice,
    /// The token of each move of the main line.
    pub(crate) mainline: Vec<usize>,
    /// The token at which the main line could not be read.
    pub(crate) stop: Option<usize>,
    /// Place of the main line's part that could not be read.
    pub(crate) unread: Option<Range<usize>>,
    /// Fixes of the text.
    pub(crate) fixes: Vec<ProposedFix>,
    /// Claims on the words of the moves.
    pub(crate) claims: Claims,
}

impl Examined {
    /// Returns a game without anything to fix.
    pub(crate) fn faultless(parsed: Parsed<Game>) -> Examined {
        let game = &parsed.value;
        let choice = Choice {
            variant: game.variant,
            language: Language::English,
            start: game.start.first().clone(),
            ties: Vec::new(),
        };
        Examined {
            parsed,
            choice,
            mainline: Vec::new(),
            stop: None,
            unread: None,
            fixes: Vec::new(),
            claims: Claims::default(),
        }
    }
}

/// Reads a text that is clean of what does not belong to PGN; collects what would repair
/// it if asked.
pub(crate) fn examine(
    text: &str,
    tokens: &[Token],
    options: &ReadOptions,
    gather: Gather,
) -> Examined {
    let mut out = Vec::new();
    let section = tags::read(text, tokens, options, &mut out);
    let start = start(&section, options, &mut out);
    let choice = Choice {
        variant: start.variant,
        language: options.language.unwrap_or(Language::English),
        start: start.position,
        ties: Vec::new(),
    };
    let (mut played, mut board) = movetext::play(text, tokens, &choice, options, gather);
    let mut final_choice = choice;
    if played.stopped && final_choice.start.problem().is_none() {
        let words = infer_variant::mainline_words(text, tokens);
        let others =
            if start.fixed { Vec::new() } else { other_variants(&section, &words, &final_choice) };
        let stopped = played.stop.filter(|_| played.canonical).map(|stop| {
            let word = &text[tokens[stop].span.clone()];
            (played.plies as usize, board.clone(), word)
        });
        let languages = options.language.is_none();
        if let Some(better) =
            infer_variant::better(&words, &final_choice, &others, languages, stopped)
        {
            (played, board) = movetext::play(text, tokens, &better, options, gather);
            if better.variant != final_choice.variant {
                out.push(inferred(&section, better.variant).at_ply(played.plies.max(1)));
            }
            final_choice = better;
        }
    } else if start.inferred {
        out.push(inferred(&section, final_choice.variant));
    }
    let mainline = std::mem::take(&mut played.mainline);
    let (stop, unread) = (played.stop, played.unread.clone());
    let mut gathered = std::mem::take(&mut played.fixes);
    let mut claims = std::mem::take(&mut played.claims);
    section.claim(tokens, &mut claims);
    layout::check(text, tokens, &mut out, &mut gathered);
    let choice = final_choice.clone();
    // The fixes for diagnostics of the moves are collected already.
    let early = out.len();
    let late = early + played.diagnostics.len();
    let end = board.end();
    let parsed = finish(text, tokens, section, final_choice, (played, end), &mut gathered, out);
    let fixes = if gathered.wanted() {
        let diagnostics = parsed.diagnostics.iter().enumerate();
        gathered.with(diagnostics.filter(|(i, _)| *i < early || *i >= late).map(|(_, d)| d))
    } else {
        Vec::new()
    };
    Examined { parsed, choice, mainline, stop, unread, fixes, claims }
}

fn finish(
    text: &str,
    tokens: &[Token],
    section: TagSection,
    choice: Choice,
    (mut played, end): (Played, Option<(Outcome, Termination)>),
    fixes: &mut FixCollector,
    mut out: Vec<Diagnostic>,
) -> Parsed<Game> {
    let mut tree = played.tree.take().unwrap_or_default();
    if !section.left_over.is_empty() {
        let comments = &mut tree.annotations_mut(NodeId::ROOT).comments;
        comments.extend(section.comments(text));
    }
    let plies = played.plies;
    let nothing = !is_evidence(text, tokens, &section, (&played, &tree));
    let unread = played.unread.clone().map(|r| text[r].trim().to_owned());
    let unread = unread.filter(|t| !t.is_empty());
    let only_whitespace = tokens.iter().all(|t| t.kind == TokenKind::Whitespace);
    if nothing && !only_whitespace && !illegal_start(text, tokens, &played) {
        let first = tokens
            .iter()
            .find(|t| t.kind != TokenKind::Whitespace)
            .map_or(0..0, |t| t.span.clone());
        // Faults of a tag are moot if it is none.
        let found = Diagnostic::new(
            &codes::NO_GAME,
            first,
            message!("expected a game, but found neither tags nor moves nor a result"),
        );
        let start = Boards::unread(choice.variant);
        let mut game = Game::from_boards(choice.variant, start);
        game.unread = Some(text.trim().to_owned());
        return Parsed { value: game, diagnostics: vec![found] };
    }
    out.extend(played.diagnostics);
    if played.more > 0 {
        let at = text.trim_end().len();
        out.push(Diagnostic::new(
            &codes::MORE,
            at..at,
            message!("{more} more diagnostics in this game are not shown", more = played.more),
        ));
    }
    let stated = section.outcome();
    if let Some((found, place)) = &played.result
        && stated.is_none()
    {
        nonstandard_result_tag(fixes, &section, *found, place);
    }
    let space = match end_of_text(tokens) {
        // What is written into a comment that is not closed is part of it.
        Some(TokenKind::Comment { closed: false }) => None,
        Some(TokenKind::Tag(_)) => Some("\n\n"),
        Some(TokenKind::LineComment | TokenKind::Escape) => Some("\n"),
        _ => Some(" "),
    };
    let record = Record {
        found: played.result.as_ref(),
        stated,
        tag: section.place("Result"),
        end,
        is_torn: unread.is_some(),
        plies,
        text_end: (text.trim_end().len(), space),
    };
    let Decision { outcome, reason, diagnostics } = decide(record, Some(fixes));
    out.extend(diagnostics);
    let termination = reason.or_else(|| section.tags.get("Termination").and_then(termination_of));
    // Without legal moves nothing confirms a guessed start.
    let given = section.tags.get_ignoring_case("FEN").filter(|_| plies == 0);
    let guessed = given.is_some_and(|text| {
        let rules = Some(choice.variant).filter(|v| *v != Variant::Standard);
        !matches!(text.trim(), "" | "?")
            && fen::is_doubtful(&fen::parse_position(text, rules).diagnostics)
    });
    let start = if guessed { Position::unread(choice.variant) } else { choice.start };
    let game = Game {
        tags: section.tags,
        variant: choice.variant,
        start: Boards::One(start),
        tree,
        outcome,
        termination,
        unread,
    };
    Parsed { value: game, diagnostics: out }
}

/// Returns the kind of the last token that is not whitespace.
fn end_of_text(tokens: &[Token]) -> Option<&TokenKind> {
    tokens.iter().rev().map(|t| &t.kind).find(|k| **k != TokenKind::Whitespace)
}

/// Returns true if a text holds a game: moves, a tag that chess programs write, or any other whole
/// tag or a single result without words around it.
fn is_evidence(
    text: &str,
    tokens: &[Token],
    section: &TagSection,
    (played, tree): (&Played, &Tree),
) -> bool {
    let diagnostics = &played.diagnostics;
    let found = |code: &Code| diagnostics.iter().any(|d| d.code == code);
    let prose = played.unread.is_some() || found(&codes::PROSE);
    // A bullet before a link, or before a remark.
    let words = prose || found(&codes::BRACKET_TEXT) || found(&codes::PROSE_VARIATION);
    let tagged = !section.tags.is_empty();
    let tags = || {
        tokens.iter().filter_map(|token| match &token.kind {
            TokenKind::Tag(tag) => Some(tag),
            _ => None,
        })
    };
    // Two dashes among words are punctuation.
    let mut moves = tree.mainline().filter(|node| !prose || tree.ply(*node) != Some(Ply::Null));
    let moved = match (moves.next(), moves.next()) {
        (Some(_), None) => !prose || tagged || begins_or_follows_number(text, tokens),
        (first, _) => first.is_some(),
    };
    let result = played.result.is_some() && !words && (tagged || !found(&codes::SECOND_RESULT));
    moved
        || result
        || tagged
            && (!prose && tags().any(|tag| tag.bracket_closed && tag.quote_closed)
                || has_known_tag(text, tokens)
                || is_first_move(text, tokens, played.stop))
}

/// Returns true if a tag that chess programs write begins a line, or follows another tag there.
fn has_known_tag(text: &str, tokens: &[Token]) -> bool {
    let mut begins = true;
    tokens.iter().any(|token| {
        let words = &text[token.span.clone()];
        match &token.kind {
            TokenKind::Tag(tag) => return begins && names::is_known(&text[tag.name.clone()]),
            TokenKind::Whitespace => begins |= words.contains(['\n', '\r']),
            _ => begins = words.ends_with('\n'),
        }
        false
    })
}

/// Returns true if a text begins with a move, or a word follows a number directly.
fn begins_or_follows_number(text: &str, tokens: &[Token]) -> bool {
    let first = tokens.iter().find(|token| token.kind != TokenKind::Whitespace);
    let word =
        first.filter(|token| token.kind == TokenKind::Word).map(|token| &text[token.span.clone()]);
    if word.is_some_and(|word| San::parse(word, Language::English).is_some()) {
        return true;
    }
    let mut after_number = false;
    tokens.iter().filter(|token| token.kind != TokenKind::Whitespace).any(|token| {
        let before =
            std::mem::replace(&mut after_number, matches!(token.kind, TokenKind::Number { .. }));
        before && token.kind == TokenKind::Word
    })
}

/// Returns the number before the token at which reading stopped.
fn number_before(tokens: &[Token], stop: Option<usize>) -> Option<&TokenKind> {
    let before = tokens[..stop?].iter().rev().find(|token| token.kind != TokenKind::Whitespace)?;
    Some(&before.kind).filter(|kind| matches!(kind, TokenKind::Number { .. }))
}

/// Returns true if number 1 stands before the token at which reading stopped, which may be a move.
fn is_first_move(text: &str, tokens: &[Token], stop: Option<usize>) -> bool {
    matches!(number_before(tokens, stop), Some(TokenKind::Number { number: Some(1), .. }))
        && resembles_move(text, tokens, stop)
}

/// Returns true if the move after the first number cannot be played.
fn illegal_start(text: &str, tokens: &[Token], played: &Played) -> bool {
    let codes = [&codes::ILLEGAL_MOVE, &codes::AMBIGUOUS, &codes::MISSING_MOVE];
    matches!(
        number_before(tokens, played.stop),
        Some(
            TokenKind::Number { number: Some(1), .. }
                | TokenKind::Number { number: Some(1..), dots: 1.. }
        )
    ) && resembles_move(text, tokens, played.stop)
        && played.diagnostics.iter().any(|d| codes.contains(&d.code))
}

/// Returns true if the token at which reading stopped has a square, or castles; a step of a list may
/// begin with `cd` or two dashes.
fn resembles_move(text: &str, tokens: &[Token], stop: Option<usize>) -> bool {
    /// Length of the longest move that cannot be played.
    const LONGEST: usize = 10;
    let Some(token) = stop.map(|stop| &tokens[stop]) else { return false };
    let word = text[token.span.clone()].trim_end_matches(['!', '?']);
    let is_part = |c: char| c.is_alphanumeric() || "x-=+#:()".contains(c) || !c.is_ascii();
    token.kind == TokenKind::Word
        && word.len() <= LONGEST
        && word.chars().all(is_part)
        && (word.contains(char::is_alphabetic) && word.contains(|c: char| matches!(c, '1'..='8'))
            || ["O-O", "0-0", "o-o"].iter().any(|castling| word.starts_with(castling)))
}
