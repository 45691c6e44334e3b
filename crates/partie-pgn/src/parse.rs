//! The plain path: parsing of one game's text to a [`Game`].

use std::{borrow::Cow, cell::RefCell};

use partie_core::{
    Boards, Game, Language, NodeId, Outcome, Ply, Position, Termination, Variant, moves::san::San,
};

use super::{
    board::Board,
    codes,
    fast::single,
    fix::{FixCollector, ProposedFix},
    infer_variant::{self, Choice, Named},
    layout,
    movetext::{self, Gather},
    names,
    notation::{self, InSan},
    strip_markup,
    tags::{self, TagSection},
    token::{self, Kind, Token},
    token_stats::TokenStats,
};
use partie_formats::{
    Code, Confidence, Diagnostic, Parsed, ReadOptions, Severity,
    decode::{self, Decoded},
    fen,
    ledger::{Account, Claims, Part},
    message,
};

thread_local! {
    /// The room for tokens, kept from game to game.
    static TOKENS: RefCell<Vec<Token>> = RefCell::default();
}

/// Reads one game, on the fast path if possible. Also returns the encoding of its text.
pub(crate) fn parse(bytes: &[u8], options: &ReadOptions) -> (Parsed<Game>, &'static str) {
    match single::parse(bytes, options) {
        Some(parsed) => (parsed, "UTF-8"),
        None => parse_decoded(bytes, options, |text| single::parse(text, options)),
    }
}

/// Reads one game that the fast path does not take as it stands; perhaps it does when it has been
/// decoded: then it can be read at speed.
pub(crate) fn parse_decoded(
    bytes: &[u8],
    options: &ReadOptions,
    fast_path: impl FnOnce(&[u8]) -> Option<Parsed<Game>>,
) -> (Parsed<Game>, &'static str) {
    let decoded = decode::decode(bytes, options.encoding.as_deref());
    let encoding = decoded.encoding;
    if matches!(decoded.text, Cow::Owned(_))
        && let Some(Parsed { value, diagnostics }) = fast_path(decoded.text.as_bytes())
    {
        let early = decode::eight_bit(bytes, &decoded, &codes::EIGHT_BIT).into_iter().collect();
        let diagnostics = led_back(early, diagnostics, &decoded, options);
        return (Parsed { value, diagnostics }, encoding);
    }
    (parse_text(bytes, decoded, options), encoding)
}

fn parse_text(bytes: &[u8], decoded: Decoded<'_>, options: &ReadOptions) -> Parsed<Game> {
    let mut early: Vec<_> =
        decode::eight_bit(bytes, &decoded, &codes::EIGHT_BIT).into_iter().collect();
    let (decoded, diagnostics) = strip_markup::strip(decoded);
    early.extend(diagnostics);
    let (mut tokens, mut stats) = token::scan_into(&decoded.text, TOKENS.take());
    let mut examined = examine(&decoded.text, &tokens, &stats, options, Gather::Nothing);
    let mut decoded = decoded;
    if let Some(InSan { decoded: in_san, diagnostic, .. }) =
        notation::in_san(&decoded, || Cow::Borrowed(&tokens), &examined)
    {
        decoded = in_san;
        early.push(diagnostic);
        (tokens, stats) = token::scan_into(&decoded.text, tokens);
        examined = examine(&decoded.text, &tokens, &stats, options, Gather::Nothing);
    }
    // The room of a game that is very long is not kept.
    if tokens.capacity() < 1 << 16 {
        TOKENS.set(tokens);
    }
    let Parsed { value, diagnostics } = examined.parsed;
    Parsed { value, diagnostics: led_back(early, diagnostics, &decoded, options) }
}

/// Accounts for each byte of a game's text.
#[must_use]
pub fn account(bytes: &[u8], options: &ReadOptions) -> Account {
    let decoded = decode::decode(bytes, options.encoding.as_deref());
    let decoration = strip_markup::removed(&decoded);
    let (mut decoded, _) = strip_markup::strip(decoded);
    let (mut tokens, mut stats) = token::scan_into(&decoded.text, Vec::new());
    let mut examined = examine(&decoded.text, &tokens, &stats, options, Gather::Claims);
    if let Some(found) = notation::in_san(&decoded, || Cow::Borrowed(&tokens), &examined) {
        decoded = found.decoded;
        (tokens, stats) = token::scan_into(&decoded.text, tokens);
        examined = examine(&decoded.text, &tokens, &stats, options, Gather::Claims);
    }
    let text = &*decoded.text;
    let mut claims = examined.claims;
    if examined.parsed.diagnostics.iter().any(|d| d.code == &codes::NO_GAME) {
        claims = Claims::new(true);
        claims.rest(0..text.len(), Part::Kept, Some(&codes::NO_GAME));
    }
    for token in tokens.iter().filter(|t| matches!(t.kind, Kind::Number { .. })) {
        claims.rest(token.span.clone(), Part::Number, None);
    }
    claims.account(&decoded, bytes.len()).with_decoration(&decoration)
}

/// Returns all diagnostics in the order of the text, with their places in the bytes that it was
/// decoded from.
fn led_back(
    early: Vec<Diagnostic>,
    found: Vec<Diagnostic>,
    decoded: &Decoded<'_>,
    options: &ReadOptions,
) -> Vec<Diagnostic> {
    let mut diagnostics = early;
    diagnostics.extend(found.into_iter().map(|mut d| {
        let place =
            |r: &std::ops::Range<usize>| decoded.byte_offset(r.start)..decoded.byte_offset(r.end);
        d.span = place(&d.span);
        if let Some(related) = &mut d.related {
            related.span = place(&related.span);
        }
        if let Some(fix) = &mut d.fix {
            fix.span = place(&fix.span);
        }
        d
    }));
    diagnostics.sort_by_key(|d| d.span.start);
    limit(&mut diagnostics, options.limits.diagnostics);
    diagnostics
}

/// Keeps the worst when there are too many.
fn limit(diagnostics: &mut Vec<Diagnostic>, most: usize) {
    if diagnostics.len() <= most {
        return;
    }
    let mut room = most;
    // The word that there are more is never left out itself.
    let mut keep: Vec<bool> = diagnostics.iter().map(|d| d.code == &codes::MORE).collect();
    for severity in [Severity::Error, Severity::Warning, Severity::Repaired, Severity::Note] {
        for (i, d) in diagnostics.iter().enumerate() {
            if d.severity == severity && room > 0 && !keep[i] {
                keep[i] = true;
                room -= 1;
            }
        }
    }
    let mut kept = keep.into_iter();
    diagnostics.retain(|_| kept.next().unwrap_or(false));
}

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
    pub(crate) unread: Option<std::ops::Range<usize>>,
    /// Fixes of the text.
    pub(crate) fixes: Vec<ProposedFix>,
    /// Claims on the words of the moves.
    pub(crate) claims: Claims,
}

impl Examined {
    /// Returns a game in which there is nothing to fix.
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
    stats: &TokenStats,
    options: &ReadOptions,
    gather: Gather,
) -> Examined {
    let mut out = Vec::new();
    let section = tags::read(text, tokens, stats, options, &mut out);
    let start = start(&section, options, &mut out);
    let choice = Choice {
        variant: start.variant,
        language: options.language.unwrap_or(Language::English),
        start: start.position,
        ties: Vec::new(),
    };
    let mut played = movetext::play(text, tokens, stats, &choice, options, gather);
    let mut final_choice = choice;
    if played.stopped && final_choice.start.problem().is_none() {
        let words = infer_variant::mainline_words(text, tokens);
        let others =
            if start.fixed { Vec::new() } else { other_variants(&section, &words, &final_choice) };
        if let Some(better) =
            infer_variant::better(&words, &final_choice, &others, options.language.is_none())
        {
            played = movetext::play(text, tokens, stats, &better, options, gather);
            if better.variant != final_choice.variant {
                let last_ply = played.tree.mainline().count();
                out.push(
                    inferred(&section, better.variant)
                        .at_ply(u32::try_from(last_ply).unwrap_or(u32::MAX).max(1)),
                );
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
    layout::check(text, tokens, stats, &mut out, &mut gathered);
    let choice = final_choice.clone();
    // The fixes of what was found in the moves are gathered already.
    let early = out.len();
    let late = early + played.diagnostics.len();
    let parsed = finish(text, tokens, section, final_choice, played, &mut gathered, out);
    let fixes = if gathered.wanted() {
        let diagnostics = parsed.diagnostics.iter().enumerate();
        gathered.with(diagnostics.filter(|(i, _)| *i < early || *i >= late).map(|(_, d)| d))
    } else {
        Vec::new()
    };
    Examined { parsed, choice, mainline, stop, unread, fixes, claims }
}

fn inferred(section: &TagSection, variant: Variant) -> Diagnostic {
    let span = section.place("Event").unwrap_or(0..0);
    Diagnostic::new(
        &codes::INFERRED_VARIANT,
        span,
        message!("no Variant tag; the game was read as {variant}", variant),
    )
}

pub(super) struct Start {
    pub(super) variant: Variant,
    pub(super) position: Position,
    /// The record or the caller names the variant; nothing else is tried.
    fixed: bool,
    /// The variant was named by the event, or follows from the position.
    pub(super) inferred: bool,
    /// Pieces of the FEN are missing or misplaced; only legal moves can confirm it.
    pub(super) doubtful: bool,
}

pub(super) fn start(
    section: &TagSection,
    options: &ReadOptions,
    out: &mut Vec<Diagnostic>,
) -> Start {
    let named = match options.variant {
        Some(variant) => Named::Variant(variant),
        None => infer_variant::named(&section.tags),
    };
    let (mut variant, fixed, mut inferred) = match named {
        Named::Variant(variant) => (variant, true, false),
        Named::Unknown(name) => {
            let span = section.place("Variant").unwrap_or(0..0);
            out.push(Diagnostic::new(
                &codes::UNKNOWN_VARIANT,
                span,
                message!(
                    "the variant `{name}` is not known; the rules of orthodox chess were tried",
                    name
                ),
            ));
            (Variant::Standard, false, false)
        }
        Named::Nothing => match infer_variant::told_by_event(&section.tags) {
            // A single board of bughouse is played by the rules of crazyhouse without the captures.
            Some(Variant::Bughouse) | None => (Variant::Standard, false, false),
            Some(variant) => (variant, false, true),
        },
    };
    let set_up = section.tags.get_ignoring_case("SetUp").is_some_and(|value| value.trim() == "1");
    let given = section.tags.get_ignoring_case("FEN").filter(|f| !f.trim().is_empty());
    let given = given.filter(|text| text.trim() != "?" || set_up);
    let Some(text) = given.or(options.fen.as_deref()) else {
        let position = Position::start(variant);
        return Start { variant, position, fixed, inferred, doubtful: false };
    };
    let span = section.place("FEN").unwrap_or(0..0);
    // From Position is what a Standard game with a FEN is; the tag need not say so.
    let rules = (variant != Variant::Standard).then_some(variant);
    let parsed = fen::start_position(text, rules);
    let doubtful = fen::is_doubtful(&parsed.diagnostics);
    let position = parsed.value;
    if position.problem().is_some() {
        let reason = parsed
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| d.message.clone())
            .next()
            .unwrap_or_else(|| "it cannot be played".into());
        out.push(Diagnostic::new(&codes::BAD_FEN, span.clone(), reason));
    } else {
        for d in parsed.diagnostics.iter().filter(|d| d.severity > Severity::Note) {
            out.push(
                Diagnostic::new(&codes::MENDED_FEN, span.clone(), d.message.clone())
                    .severity(d.severity.min(Severity::Warning)),
            );
        }
    }
    if given.is_some() && section.tags.get_ignoring_case("SetUp").is_none() {
        out.push(Diagnostic::new(
            &codes::MISSING_SETUP,
            span,
            "expected SetUp \"1\" beside the FEN",
        ));
    }
    if rules.is_none()
        && position.variant() != Variant::Standard
        && !position.variant().is_orthodox()
    {
        variant = position.variant();
        inferred = true;
    } else if variant == Variant::Standard && fen::is_chess960_start(&position) {
        variant = Variant::Chess960;
    }
    let position = position.with_variant(variant);
    Start { variant, position, fixed, inferred, doubtful }
}

/// Rules worth trying when orthodox ones do not play the game to its end.
fn other_variants(section: &TagSection, words: &[&str], choice: &Choice) -> Vec<Choice> {
    let mut variants = Vec::new();
    if words.iter().any(|w| infer_variant::is_drop(w)) {
        variants.push(Variant::Crazyhouse);
    }
    let event = section.tags.get("Event").unwrap_or_default().to_ascii_lowercase();
    for (word, variant) in [
        ("crazyhouse", Variant::Crazyhouse),
        ("atomic", Variant::Atomic),
        ("suicide", Variant::Suicide),
        ("giveaway", Variant::Antichess),
        ("antichess", Variant::Antichess),
        ("losers", Variant::Losers),
        ("960", Variant::Chess960),
        ("fischer", Variant::Chess960),
        ("horde", Variant::Horde),
        ("racing kings", Variant::RacingKings),
        ("three-check", Variant::ThreeCheck),
        ("king of the hill", Variant::KingOfTheHill),
    ] {
        if event.contains(word) {
            variants.push(variant);
        }
    }
    // Castling that a left-over right would not allow.
    let fen = section.tags.get_ignoring_case("FEN");
    let chess960 = fen.map(|text| fen::parse_position(text, None).value).filter(|start| {
        fen::is_chess960_start(start) && words.iter().any(|word| infer_variant::is_castling(word))
    });
    if chess960.is_some() {
        variants.push(Variant::Chess960);
    }
    variants.push(Variant::Standard);
    variants.dedup();
    let elsewhere = choice.start != Position::start(choice.variant);
    variants
        .into_iter()
        .filter(|v| *v != choice.variant)
        .map(|variant| {
            let start = match &chess960 {
                Some(start) if variant == Variant::Chess960 => start.clone(),
                _ if elsewhere => choice.start.clone().with_variant(variant),
                _ => Position::start(variant),
            };
            Choice { variant, start, ..choice.clone() }
        })
        .filter(|c| c.start.problem().is_none())
        .collect()
}

/// Returns true if a text holds a game: moves, a tag that chess programs write, or any other whole
/// tag or a single result without words around it.
fn is_evidence(
    text: &str,
    tokens: &[Token],
    section: &TagSection,
    played: &movetext::Played,
) -> bool {
    let movetext::Played { tree, diagnostics, .. } = played;
    let found = |code: &Code| diagnostics.iter().any(|d| d.code == code);
    let prose = played.unread.is_some() || found(&codes::PROSE);
    // A bullet before a link, or before a remark.
    let words = prose || found(&codes::BRACKET_TEXT) || found(&codes::PROSE_VARIATION);
    let tagged = !section.tags.is_empty();
    let tags = || {
        tokens.iter().filter_map(|token| match &token.kind {
            Kind::Tag(tag) => Some(tag),
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
            Kind::Tag(tag) => return begins && names::is_known(&text[tag.name.clone()]),
            Kind::Whitespace => begins |= words.contains(['\n', '\r']),
            _ => begins = words.ends_with('\n'),
        }
        false
    })
}

/// Returns true if a text begins with a move, or a word follows a number directly.
fn begins_or_follows_number(text: &str, tokens: &[Token]) -> bool {
    let first = tokens.iter().find(|token| token.kind != Kind::Whitespace);
    let word =
        first.filter(|token| token.kind == Kind::Word).map(|token| &text[token.span.clone()]);
    if word.is_some_and(|word| San::parse(word, Language::English).is_some()) {
        return true;
    }
    let mut after_number = false;
    tokens.iter().filter(|token| token.kind != Kind::Whitespace).any(|token| {
        let before =
            std::mem::replace(&mut after_number, matches!(token.kind, Kind::Number { .. }));
        before && token.kind == Kind::Word
    })
}

/// Returns the number before the token at which reading stopped.
fn number_before(tokens: &[Token], stop: Option<usize>) -> Option<&Kind> {
    let before = tokens[..stop?].iter().rev().find(|token| token.kind != Kind::Whitespace)?;
    Some(&before.kind).filter(|kind| matches!(kind, Kind::Number { .. }))
}

/// Returns true if number 1 stands before the token at which reading stopped, which may be a move.
fn is_first_move(text: &str, tokens: &[Token], stop: Option<usize>) -> bool {
    matches!(number_before(tokens, stop), Some(Kind::Number { number: Some(1), .. }))
        && resembles_move(text, tokens, stop)
}

/// Returns true if the move after the first number cannot be played.
fn illegal_start(text: &str, tokens: &[Token], played: &movetext::Played) -> bool {
    let codes = [&codes::ILLEGAL_MOVE, &codes::AMBIGUOUS, &codes::MISSING_MOVE];
    matches!(
        number_before(tokens, played.stop),
        Some(Kind::Number { number: Some(1), .. } | Kind::Number { number: Some(1..), dots: 1.. })
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
    token.kind == Kind::Word
        && word.len() <= LONGEST
        && word.chars().all(is_part)
        && (word.contains(char::is_alphabetic) && word.contains(|c: char| matches!(c, '1'..='8'))
            || ["O-O", "0-0", "o-o"].iter().any(|castling| word.starts_with(castling)))
}

fn finish(
    text: &str,
    tokens: &[Token],
    section: TagSection,
    choice: Choice,
    mut played: movetext::Played,
    fixes: &mut FixCollector,
    mut out: Vec<Diagnostic>,
) -> Parsed<Game> {
    if !section.left_over.is_empty() {
        let comments = &mut played.tree.annotations_mut(NodeId::ROOT).comments;
        comments.extend(section.comments(text));
    }
    let plies = u32::try_from(played.tree.mainline().count()).unwrap_or(u32::MAX);
    let nothing = !is_evidence(text, tokens, &section, &played);
    let unread = played.unread.clone().map(|r| text[r].trim().to_owned());
    let unread = unread.filter(|t| !t.is_empty());
    let only_whitespace = tokens.iter().all(|t| t.kind == Kind::Whitespace);
    if nothing && !only_whitespace && !illegal_start(text, tokens, &played) {
        let first =
            tokens.iter().find(|t| t.kind != Kind::Whitespace).map_or(0..0, |t| t.span.clone());
        // Faults of a tag are moot if it is none.
        let found = Diagnostic::new(
            &codes::NO_GAME,
            first,
            "expected a game, but found neither tags nor moves nor a result",
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
    let end = played.last.as_ref().and_then(Board::end);
    let told = section.outcome();
    let outcome = match (&played.result, told) {
        (Some((found, place)), Some(told)) if *found != told => {
            let board = end.as_ref().map(|(outcome, _)| *outcome);
            let tag = section.place("Result");
            let (outcome, diagnostic) = conflict((*found, place), (told, tag), board);
            out.push(diagnostic.at_ply(plies.max(1)));
            settle(
                fixes,
                &codes::CONFLICT,
                (*found, place),
                (told, section.place("Result")),
                outcome,
            );
            outcome
        }
        (Some((found, place)), _) => {
            nonstandard_result_tag(fixes, &section, *found, place);
            *found
        }
        (None, told) => {
            let outcome = told.unwrap_or(Outcome::Unknown);
            let space = match end_of_text(tokens) {
                // What is written into a comment that is not closed is part of it.
                Some(Kind::Comment { closed: false }) => None,
                Some(Kind::Tag(_)) => Some("\n\n"),
                Some(Kind::LineComment | Kind::Escape) => Some("\n"),
                _ => Some(" "),
            };
            let diagnostic = missing_result(text.trim_end().len(), outcome, space);
            out.push(diagnostic.at_ply(plies.max(1)));
            outcome
        }
    };
    let mut termination = section.tags.get("Termination").and_then(termination_of);
    if let Some((board, reason)) = end
        && unread.is_none()
        && plies > 0
    {
        if outcome != board && reason != Termination::InsufficientMaterial {
            let span = played.result.as_ref().map_or(0..0, |(_, s)| s.clone());
            out.push(board_conflict(board, outcome, span).at_ply(plies));
            if let Some((found, place)) = &played.result {
                settle(
                    fixes,
                    &codes::BOARD_CONFLICT,
                    (*found, place),
                    (told.unwrap_or(outcome), section.place("Result")),
                    board,
                );
            }
        } else if outcome == board {
            termination = Some(reason);
        }
    }
    // Without legal moves nothing confirms a start that was guessed.
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
        tree: played.tree,
        outcome,
        termination,
        unread,
    };
    Parsed { value: game, diagnostics: out }
}

/// Takes one of two results, the one that was found and the one of the Result tag, given
/// what the final position says; also reports that they differ.
pub(super) fn conflict(
    (found, place): (Outcome, &std::ops::Range<usize>),
    (told, tag): (Outcome, Option<std::ops::Range<usize>>),
    board: Option<Outcome>,
) -> (Outcome, Diagnostic) {
    // A star says nothing, so it contradicts nothing.
    let known = found.is_known() && told.is_known();
    let outcome = match board {
        Some(board) if known && (board == found || board == told) => board,
        _ if told.is_known() => told,
        _ => found,
    };
    let message = message!(
        "the Result tag says {stated}, but {found} stands after the moves; {outcome} was taken",
        stated = told,
        found,
        outcome
    );
    let mut diagnostic = Diagnostic::new(&codes::CONFLICT, place.clone(), message)
        .severity(if known { Severity::Warning } else { Severity::Repaired });
    if let Some(tag) = tag {
        diagnostic = diagnostic.related(tag, "the Result tag is here");
    }
    (outcome, diagnostic)
}

/// Reports that no result stands at the end of a game, at a place; the outcome that is taken can be
/// written there after some space.
pub(super) fn missing_result(at: usize, outcome: Outcome, space: Option<&str>) -> Diagnostic {
    let message =
        message!("expected a result at the end of the game; {outcome} was taken", outcome);
    let diagnostic = Diagnostic::new(&codes::MISSING_RESULT, at..at, message);
    match space {
        Some(space) => diagnostic.fix(at..at, format!("{space}{outcome}"), Confidence::Safe),
        None => diagnostic,
    }
}

/// Reports that the final position contradicts the outcome of the record.
pub(super) fn board_conflict(
    board: Outcome,
    outcome: Outcome,
    place: std::ops::Range<usize>,
) -> Diagnostic {
    let message =
        message!("the final position says {board}, but the record says {outcome}", board, outcome);
    Diagnostic::new(&codes::BOARD_CONFLICT, place, message)
}

/// Writes an outcome where another one stands, after the moves or in the Result tag,
/// and keeps a result that is overruled as a comment.
fn settle(
    fixes: &mut FixCollector,
    code: &'static Code,
    (found, place): (Outcome, &std::ops::Range<usize>),
    (told, tag): (Outcome, Option<std::ops::Range<usize>>),
    outcome: Outcome,
) {
    let mut kept = Vec::new();
    if found != outcome {
        kept.extend(found.is_known().then_some(found));
    }
    if told != outcome {
        kept.extend(told.is_known().then_some(told));
    }
    kept.dedup();
    let confidence = if kept.is_empty() { Confidence::Safe } else { Confidence::Likely };
    let kept: Vec<_> = kept.iter().map(|o| format!("{{written: {o}}} ")).collect();
    let kept = kept.concat();
    if found != outcome || !kept.is_empty() {
        fixes.add(code, None, place.clone(), format!("{kept}{outcome}"), confidence);
    }
    if let Some(tag) = tag.filter(|_| told != outcome) {
        fixes.add(code, None, tag, outcome.as_pgn(), confidence);
    }
}

/// A Result tag in words gives way to the result after the moves.
fn nonstandard_result_tag(
    fixes: &mut FixCollector,
    section: &TagSection,
    found: Outcome,
    place: &std::ops::Range<usize>,
) {
    if let (Some(value), None, Some(tag)) =
        (section.tags.get("Result"), section.outcome(), section.place("Result"))
    {
        let code = &codes::ODD_RESULT_TAG;
        let words = value.trim().replace('{', "(").replace('}', ")");
        let empty = matches!(words.as_str(), "" | "?");
        let confidence = if empty { Confidence::Safe } else { Confidence::Likely };
        fixes.add(code, None, tag, found.as_pgn(), confidence);
        if !empty {
            let kept = format!("{{Result: {words}}} ");
            fixes.add(code, None, place.start..place.start, kept, Confidence::Likely);
        }
    }
}

/// Returns the kind of the last token that is not whitespace.
fn end_of_text(tokens: &[Token]) -> Option<&Kind> {
    tokens.iter().rev().map(|t| &t.kind).find(|k| **k != Kind::Whitespace)
}

/// PGN's Termination tag (PGN standard, section 9.8.1) and the words of chess servers.
pub(crate) fn termination_of(value: &str) -> Option<Termination> {
    let low = value.trim().to_ascii_lowercase();
    Some(match low.as_str() {
        "" | "normal" | "?" | "unknown" => return None,
        "abandoned" => Termination::Disconnection,
        "adjudication" => Termination::Adjudication,
        "time forfeit" => Termination::TimeForfeit,
        "rules infraction" => Termination::RulesInfraction,
        "unterminated" => Termination::Adjourned,
        _ => Termination::Other(value.trim().to_owned()),
    })
}
