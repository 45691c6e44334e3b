//! Spanish. The sides are plural: `las blancas ganan`.

use crate::{MovePhrases, nouns::Nouns};

pub(crate) const NOUNS: Nouns =
    Nouns::plain(PHRASES.piece, ["reyes", "damas", "torres", "alfiles", "caballos", "peones"]);

pub(crate) const PHRASES: MovePhrases = MovePhrases {
    numbered: "jugada {number}, {side}: {move}",
    on_board: "tablero {board}, {move}",
    white: "blancas",
    black: "negras",
    pass: "jugada nula",
    castle_kingside: "enroque corto",
    castle_queenside: "enroque largo",
    drop: "coloca {dropped} en {to}",
    from: " de {square}",
    step: "{piece}{from} a {to}",
    capture: "{piece}{from} captura {taken} en {to}",
    en_passant: "{piece}{from} captura al paso en {to}",
    promotion: ", promoción a {promoted}",
    check: ", jaque",
    double_check: ", jaque doble",
    checkmate: ", jaque mate",
    stalemate: ", ahogado",
    win: ", y gana",
    piece: ["rey", "dama", "torre", "alfil", "caballo", "peón"],
    taken: ["rey", "dama", "torre", "alfil", "caballo", "peón"],
    dropped: ["un rey", "una dama", "una torre", "un alfil", "un caballo", "un peón"],
    promoted: ["rey", "dama", "torre", "alfil", "caballo", "peón"],
};
