//! Czech. One takes in the accusative (`bere pěšce`, `bere věž`), and counts in the
//! genitive from five on (`5 pěšců`).

use crate::{MovePhrases, PieceNames, nouns::Nouns};

pub(crate) const NOUNS: Nouns = Nouns {
    one: PHRASES.piece,
    several: ["králové", "dámy", "věže", "střelci", "jezdci", "pěšci"],
    few: ["králové", "dámy", "věže", "střelci", "jezdci", "pěšci"],
    many: ["králů", "dam", "věží", "střelců", "jezdců", "pěšců"],
};

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
