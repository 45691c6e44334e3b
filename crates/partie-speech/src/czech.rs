//! Czech. One takes in the accusative (`bere pěšce`, `bere věž`), and counts in the
//! genitive from five on (`5 pěšců`).

use partie_core::Role;

use crate::{MovePhrases, PieceNames};

pub(crate) const fn name(role: Role) -> &'static str {
    match role {
        Role::King => "král",
        Role::Queen => "dáma",
        Role::Rook => "věž",
        Role::Bishop => "střelec",
        Role::Knight => "jezdec",
        Role::Pawn => "pěšec",
    }
}

/// Plural after two, three and four.
pub(crate) const fn names(role: Role) -> &'static str {
    match role {
        Role::King => "králové",
        Role::Queen => "dámy",
        Role::Rook => "věže",
        Role::Bishop => "střelci",
        Role::Knight => "jezdci",
        Role::Pawn => "pěšci",
    }
}

/// Genitive plural, after five and more.
pub(crate) const fn names_of_many(role: Role) -> &'static str {
    match role {
        Role::King => "králů",
        Role::Queen => "dam",
        Role::Rook => "věží",
        Role::Bishop => "střelců",
        Role::Knight => "jezdců",
        Role::Pawn => "pěšců",
    }
}

pub(crate) const PHRASES: MovePhrases = MovePhrases {
    numbered: "tah {number}, {side}: {move}",
    on_board: "šachovnice {board}, {move}",
    white: "bílý",
    black: "černý",
    pass: "vynechává tah",
    castle_kingside: "malá rošáda",
    castle_queenside: "velká rošáda",
    drop: "nasazuje {dropped} na {to}",
    from: " z {square}",
    step: "{piece}{from} na {to}",
    capture: "{piece}{from} bere {taken} na {to}",
    en_passant: "{piece}{from} bere mimochodem na {to}",
    promotion: ", proměna {promoted}",
    check: ", šach",
    double_check: ", dvojitý šach",
    checkmate: ", mat",
    stalemate: ", pat",
    win: ", a vyhrává",
    piece: ["král", "dáma", "věž", "střelec", "jezdec", "pěšec"],
    taken: OBJECTS,
    dropped: OBJECTS,
    // `v` takes an `e` before `vě` and `stř`.
    promoted: ["v krále", "v dámu", "ve věž", "ve střelce", "v jezdce", "v pěšce"],
};

/// The accusative.
const OBJECTS: PieceNames = ["krále", "dámu", "věž", "střelce", "jezdce", "pěšce"];
