//! English.

use crate::{MovePhrases, nouns::Nouns};

pub(crate) const NOUNS: Nouns =
    Nouns::plain(PHRASES.piece, ["kings", "queens", "rooks", "bishops", "knights", "pawns"]);

pub(crate) const PHRASES: MovePhrases = MovePhrases {
    numbered: "move {number}, {side}: {move}",
    on_board: "board {board}, {move}",
    white: "White",
    black: "Black",
    pass: "passes",
    castle_kingside: "castles kingside",
    castle_queenside: "castles queenside",
    drop: "drops {dropped} on {to}",
    from: " from {square}",
    step: "{piece}{from} to {to}",
    capture: "{piece}{from} takes {taken} on {to}",
    en_passant: "{piece}{from} takes on {to} en passant",
    promotion: ", promotes to {promoted}",
    check: ", check",
    double_check: ", double check",
    checkmate: ", checkmate",
    stalemate: ", stalemate",
    win: ", and wins",
    piece: ["king", "queen", "rook", "bishop", "knight", "pawn"],
    taken: ["king", "queen", "rook", "bishop", "knight", "pawn"],
    dropped: ["a king", "a queen", "a rook", "a bishop", "a knight", "a pawn"],
    promoted: ["a king", "a queen", "a rook", "a bishop", "a knight", "a pawn"],
};
