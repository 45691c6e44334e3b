//! French.

use partie_core::Role;

use crate::MovePhrases;

pub(crate) const fn name(role: Role) -> &'static str {
    match role {
        Role::King => "roi",
        Role::Queen => "dame",
        Role::Rook => "tour",
        Role::Bishop => "fou",
        Role::Knight => "cavalier",
        Role::Pawn => "pion",
    }
}

pub(crate) const fn names(role: Role) -> &'static str {
    match role {
        Role::King => "rois",
        Role::Queen => "dames",
        Role::Rook => "tours",
        Role::Bishop => "fous",
        Role::Knight => "cavaliers",
        Role::Pawn => "pions",
    }
}

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
