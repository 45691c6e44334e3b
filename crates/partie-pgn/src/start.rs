//! The start of a game: its rules and its first position, from tags and options.

use partie_core::{Position, Variant};

use super::{
    codes,
    infer_variant::{self, Choice, Named},
    tags::TagSection,
};
use partie_formats::{Diagnostic, ReadOptions, Severity, fen, message};

/// Reports rules that no tag names.
pub(crate) fn inferred(section: &TagSection, variant: Variant) -> Diagnostic {
    let span = section.place("Event").unwrap_or(0..0);
    Diagnostic::new(
        &codes::INFERRED_VARIANT,
        span,
        message!("no Variant tag; the game was read as {variant}", variant),
    )
}

/// The rules and the position with which a game begins.
pub(crate) struct Start {
    pub(crate) variant: Variant,
    pub(crate) position: Position,
    /// True if the record or the caller names the variant; no other one is tried.
    pub(crate) fixed: bool,
    /// The variant was named by the event, or follows from the position.
    pub(crate) inferred: bool,
    /// Pieces of the FEN are missing or misplaced; only legal moves can confirm it.
    pub(crate) doubtful: bool,
}

/// Determines the rules and the start of a game from its tags and the options.
pub(crate) fn start(
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
        Named::Nothing => match infer_variant::named_by_event(&section.tags) {
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
            .unwrap_or_else(|| message!("it cannot be played"));
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
            message!("expected SetUp \"1\" beside the FEN"),
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
pub(crate) fn other_variants(section: &TagSection, words: &[&str], choice: &Choice) -> Vec<Choice> {
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
