//! Start position of a text's game: `FEN: ...`, `[FEN "..."]`, a FEN on a line of its own, or
//! the one of the options.

use partie_core::{Game, Position, Variant};

use super::{
    codes,
    front::Front,
    header::Facts,
    tokens::{Kind, Token},
};
use crate::{Diagnostic, ReadOptions, Severity, fen, message};

/// Start of a text's game.
pub(super) struct Start {
    /// Position as the game keeps it.
    pub(super) position: Position,
    /// The same position with castling rights of Chess960, which the text may mean.
    pub(super) chess960: Option<Position>,
}

impl Start {
    /// Finds the start of a text's game; spans of diagnostics are in bytes of the text.
    pub(super) fn of(
        text: &str,
        front: &Front,
        options: &ReadOptions,
        out: &mut Vec<Diagnostic>,
    ) -> Start {
        let tag = |wanted| {
            front.tags.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.as_str())
        };
        let variant = options
            .variant
            .or_else(|| tag("Variant").and_then(|name| name.parse::<Variant>().ok()));
        let Some(given) = tag("FEN").or(options.fen.as_deref()) else {
            let position = Position::start(variant.unwrap_or(Variant::Standard));
            return Start { position, chess960: None };
        };
        let parsed = fen::start_position(given, variant);
        let position = parsed.value;
        if let Some(at) = tag("FEN").and_then(|_| text.find(given)) {
            if let Some(problem) = position.problem() {
                let message = message!("no game can begin here: {problem}", problem);
                let found = Diagnostic::new(&codes::START, at..at + given.len(), message);
                out.push(found.severity(Severity::Error));
            }
            for d in parsed.diagnostics.iter().filter(|d| d.severity > Severity::Note) {
                let place = at + d.span.start..at + d.span.end;
                let found = Diagnostic::new(&codes::START, place, d.message.clone());
                out.push(found.severity(d.severity));
            }
        }
        let chess960 = Some(fen::parse_position(given, variant).value)
            .filter(|other| other.variant() != position.variant());
        Start { position, chess960 }
    }

    /// Makes an empty game from here.
    pub(super) fn game(&self) -> Game {
        Game::from_boards(self.position.variant(), self.position.clone().into())
    }

    /// Returns the position in which reading begins. Its move number is 1 if the text counts from
    /// 1, whatever the FEN says.
    pub(super) fn numbered(&self, body: &[Token]) -> Position {
        let first = |n| {
            body.windows(2).position(|w| {
                matches!(w[0].kind, Kind::Number(m, _) if m == n) && w[1].kind == Kind::Word
            })
        };
        let (own, one) = (first(self.position.fullmoves()), first(1));
        if one.is_none_or(|one| own.is_some_and(|own| own <= one)) {
            return self.position.clone();
        }
        let mut setup = self.position.setup();
        setup.fullmoves = std::num::NonZeroU32::MIN;
        Position::from_setup(self.position.variant(), setup).0
    }
}

/// Reads a line that names the start: `FEN: ...`, `[FEN "..."]`, `Variant: Chess960`, or a
/// FEN alone.
pub(super) fn facts(line: &str) -> Option<Facts> {
    let tag = line.strip_prefix('[').and_then(|tag| tag.strip_suffix(']'));
    let pair = match tag {
        Some(tag) => tag.split_once(char::is_whitespace),
        None => line.split_once(':'),
    };
    let named = pair.and_then(|(name, value)| {
        let value = value.trim().trim_matches(['"', '“', '”']).trim();
        let is_phrase = !name.contains(['.', '/']);
        match name.trim().to_ascii_lowercase().as_str() {
            "variant" => value.parse::<Variant>().ok().map(|_| ("Variant", value)),
            _ if is_phrase && is_fen(value) => Some(("FEN", value)),
            "setup" if matches!(value, "0" | "1") => Some(("SetUp", value)),
            _ => None,
        }
    });
    let (tag, value) = named.or_else(|| is_fen(line).then_some(("FEN", line)))?;
    let mut facts = Facts::default();
    // A phrase before the position stays text.
    let is_key = |(name, _): (&str, &str)| {
        ["fen", "position"].contains(&name.trim().to_ascii_lowercase().as_str())
    };
    let from = match line.find(value) {
        Some(at) if tag == "FEN" && !pair.is_some_and(is_key) => at,
        _ => 0,
    };
    facts.add(tag, value, from..line.len());
    Some(facts)
}

/// Reads a FEN inside of a sentence.
pub(super) fn in_prose(line: &str) -> Option<Facts> {
    if line.bytes().filter(|b| *b == b'/').count() < 7 {
        return None;
    }
    let begins = |at: &usize| *at == 0 || line[..*at].ends_with([' ', '\t', '(', '"', ':']);
    let at =
        line.char_indices().map(|(at, _)| at).filter(begins).find(|at| is_fen(&line[*at..]))?;
    let is_field = |i: usize, field: &str| match i {
        0 | 1 => true,
        2 => field.len() <= 4 && field.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-'),
        3 => matches!(field.as_bytes(), [b'-'] | [b'a'..=b'h', b'3' | b'6']),
        _ => i < 6 && !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit()),
    };
    let (mut end, mut next) = (at, at);
    for (i, word) in line[at..].split(' ').enumerate() {
        let field = word.trim_end_matches(['.', ',', ';', ')', '"', ':']);
        if !is_field(i, field) {
            break;
        }
        end = next + field.len();
        next += word.len() + 1;
        if field.len() < word.len() {
            break;
        }
    }
    let mut facts = Facts::default();
    facts.add("FEN", &line[at..end], at..end);
    Some(facts)
}

/// Returns true if a line begins with a board of eight ranks and the side to move.
fn is_fen(line: &str) -> bool {
    let mut fields = line.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let ranks = board.split(['[', '~']).next().unwrap_or_default();
    ranks.bytes().filter(|b| *b == b'/').count() >= 7
        && matches!(fields.next(), Some("w" | "b" | "W" | "B"))
}
