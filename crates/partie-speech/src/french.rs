//! French.

use crate::{MovePhrases, nouns::Nouns};

pub(crate) const NOUNS: Nouns = Nouns::plain(
    ["roi", "dame", "tour", "fou", "cavalier", "pion"],
    ["rois", "dames", "tours", "fous", "cavaliers", "pions"],
);

pub(crate) const PHRASES: MovePhrases = MovePhrases {
    numbered: "coup {number}, {side} : {move}",
    on_board: "échiquier {board}, {move}",
    white: "Blancs",
    black: "Noirs",
    pass: "coup nul",
    castle_kingside: "petit roque",
    castle_queenside: "grand roque",
    drop: "{dropped} en {to}",
    from: " de {square}",
    step: "{piece}{from} en {to}",
    capture: "{piece}{from} prend {taken} en {to}",
    en_passant: "{piece}{from} prend en passant en {to}",
    promotion: ", promotion en {promoted}",
    check: ", échec",
    double_check: ", échec double",
    checkmate: ", échec et mat",
    stalemate: ", pat",
    win: ", et gagne la partie",
    piece: ["le roi", "la dame", "la tour", "le fou", "le cavalier", "le pion"],
    taken: ["le roi", "la dame", "la tour", "le fou", "le cavalier", "le pion"],
    dropped: [
        "roi parachuté",
        "dame parachutée",
        "tour parachutée",
        "fou parachuté",
        "cavalier parachuté",
        "pion parachuté",
    ],
    promoted: ["roi", "dame", "tour", "fou", "cavalier", "pion"],
};
