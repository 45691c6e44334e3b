//! Polish. The sides are plural; one takes in the accusative (`bije wieżę`), and counts in the
//! genitive from five on (`5 pionów`).

use crate::{MovePhrases, nouns::Nouns};

pub(crate) const NOUNS: Nouns = Nouns {
    one: PHRASES.piece,
    several: ["króle", "hetmany", "wieże", "gońce", "skoczki", "piony"],
    few: ["króle", "hetmany", "wieże", "gońce", "skoczki", "piony"],
    many: ["królów", "hetmanów", "wież", "gońców", "skoczków", "pionów"],
};

pub(crate) const PHRASES: MovePhrases = MovePhrases {
    numbered: "posunięcie {number}, {side}: {move}",
    on_board: "szachownica {board}, {move}",
    white: "białe",
    black: "czarne",
    pass: "pusty ruch",
    castle_kingside: "krótka roszada",
    castle_queenside: "długa roszada",
    drop: "wstawienie {dropped} na {to}",
    from: " z {square}",
    step: "{piece}{from} na {to}",
    capture: "{piece}{from} bije {taken} na {to}",
    en_passant: "{piece}{from} bije w przelocie na {to}",
    promotion: ", promocja na {promoted}",
    check: ", szach",
    double_check: ", podwójny szach",
    checkmate: ", mat",
    stalemate: ", pat",
    win: " i wygrywa",
    piece: ["król", "hetman", "wieża", "goniec", "skoczek", "pion"],
    taken: ["króla", "hetmana", "wieżę", "gońca", "skoczka", "piona"],
    dropped: ["króla", "hetmana", "wieży", "gońca", "skoczka", "piona"],
    promoted: ["króla", "hetmana", "wieżę", "gońca", "skoczka", "piona"],
};
