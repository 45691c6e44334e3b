//! German. `Bauer` is a weak noun: one takes a `Bauern`.

use crate::{MovePhrases, PieceNames, nouns::Nouns};

pub(crate) const NOUNS: Nouns =
    Nouns::plain(PHRASES.piece, ["Könige", "Damen", "Türme", "Läufer", "Springer", "Bauern"]);

pub(crate) const PHRASES: MovePhrases = MovePhrases {
    numbered: "Zug {number}, {side}: {move}",
    on_board: "Brett {board}, {move}",
    white: "Weiß",
    black: "Schwarz",
    pass: "setzt aus",
    castle_kingside: "kurze Rochade",
    castle_queenside: "lange Rochade",
    drop: "setzt {dropped} auf {to} ein",
    from: " von {square}",
    step: "{piece}{from} nach {to}",
    capture: "{piece}{from} schlägt {taken} auf {to}",
    en_passant: "{piece}{from} schlägt im Vorbeigehen auf {to}",
    promotion: ", Umwandlung in {promoted}",
    check: ", Schach",
    double_check: ", Doppelschach",
    checkmate: ", matt",
    stalemate: ", patt",
    win: ", und gewinnt",
    piece: ["König", "Dame", "Turm", "Läufer", "Springer", "Bauer"],
    taken: ["König", "Dame", "Turm", "Läufer", "Springer", "Bauern"],
    dropped: OBJECTS,
    promoted: OBJECTS,
};

/// The accusative with its indefinite article.
const OBJECTS: PieceNames =
    ["einen König", "eine Dame", "einen Turm", "einen Läufer", "einen Springer", "einen Bauern"];
