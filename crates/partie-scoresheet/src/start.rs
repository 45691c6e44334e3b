//! Start position of a text's game: named by its lines, or taken from the options.

use partie_core::{Game, Position, Variant};

use super::{
    codes,
    front::Front,
    tokens::{Token, TokenKind},
};
use partie_formats::{Diagnostic, ReadOptions, Severity, fen, message};

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
    /// 1, even if the FEN has another number.
    pub(super) fn numbered(&self, body: &[Token]) -> Position {
        let first = |n| {
            body.windows(2).position(|w| {
                matches!(w[0].kind, TokenKind::Number(m, _) if m == n)
                    && w[1].kind == TokenKind::Word
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
