//! Hand-made records for the tests of this module: the text is arbitrary, and only
//! locations and diagnostics matter.

use partie_core::{Game, Variant};
use partie_formats::{Code, Confidence, Diagnostic, Format, Parsed, Record, Severity, message};

pub(crate) const ILLEGAL: Code = Code {
    id: "TST001",
    name: "illegal-move",
    severity: Severity::Error,
    title: "an illegal move",
    explanation: "A page.",
    format: Format::Pgn,
    example: "1. e5",
};
pub(crate) const ZEROS: Code = Code {
    id: "TST002",
    name: "zero-castling",
    severity: Severity::Repaired,
    title: "castling with zeros",
    explanation: "A page.",
    format: Format::Pgn,
    example: "1. 0-0",
};
pub(crate) const RESULT: Code = Code {
    id: "TST003",
    name: "result-conflict",
    severity: Severity::Warning,
    title: "two results",
    explanation: "A page.",
    format: Format::Pgn,
    example: "1-0 0-1",
};

pub(crate) const TEXT: &[u8] = b"[White \"Anderssen, Adolf\"]\n[Black \"Kieseritzky\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. f4 exf4 3. 0-0 Qe4+ 1-0\n";

pub(crate) fn record(text: &[u8], diagnostics: Vec<Diagnostic>) -> Record {
    let mut game = Game::new(Variant::Standard);
    game.tags.set("White", "Anderssen, Adolf");
    game.tags.set("Black", "Kieseritzky");
    Record {
        number: 3,
        format: Format::Pgn,
        byte: 1000,
        line: 41,
        encoding: "UTF-8",
        text: text.to_vec(),
        origins: Vec::new(),
        segments: Vec::new(),
        parsed: Parsed { value: game, diagnostics },
    }
}

/// A game with one diagnostic of each kind.
pub(crate) fn immortal() -> Record {
    let at = |words: &str| {
        let text = std::str::from_utf8(TEXT).expect("ASCII");
        let start = text.find(words).expect(words);
        start..start + words.len()
    };
    let castling =
        message!("expected `{expected}`, but found `{found}`", expected = "O-O", found = "0-0");
    record(
        TEXT,
        vec![
            Diagnostic::new(&ZEROS, at("0-0"), castling).at_ply(5).expected("O-O", "0-0").fix(
                at("0-0"),
                "O-O",
                Confidence::Safe,
            ),
            Diagnostic::new(
                &ILLEGAL,
                at("Qe4+"),
                message!("expected a legal move, but found `Qe4+`"),
            )
            .at_ply(6)
            .expected("a legal move", "Qe4+")
            .fix(at("Qe4+"), "Qh4+", Confidence::Guess),
            Diagnostic::new(
                &RESULT,
                at(" 1-0"),
                message!("expected the result of the tag, but found `1-0`"),
            )
            .related(at("\"0-1\""), message!("the tag gives the result here")),
        ],
    )
}
