//! Dutch.

use crate::{MovePhrases, nouns::Nouns};

pub(crate) const NOUNS: Nouns =
    Nouns::plain(PHRASES.piece, ["koningen", "dames", "torens", "lopers", "paarden", "pionnen"]);

pub(crate) const PHRASES: MovePhrases = MovePhrases {
    numbered: "zet {number}, {side}: {move}",
    on_board: "bord {board}, {move}",
    white: "wit",
    black: "zwart",
    pass: "past",
    castle_kingside: "korte rokade",
    castle_queenside: "lange rokade",
    drop: "plaatst {dropped} op {to}",
    from: " van {square}",
    step: "{piece}{from} naar {to}",
    capture: "{piece}{from} slaat {taken} op {to}",
    en_passant: "{piece}{from} slaat en passant op {to}",
    promotion: ", promoveert tot {promoted}",
    check: ", schaak",
    double_check: ", dubbelschaak",
    checkmate: ", mat",
    stalemate: ", pat",
    win: ", en wint",
    piece: ["koning", "dame", "toren", "loper", "paard", "pion"],
    taken: ["koning", "dame", "toren", "loper", "paard", "pion"],
    dropped: ["een koning", "een dame", "een toren", "een loper", "een paard", "een pion"],
    promoted: ["koning", "dame", "toren", "loper", "paard", "pion"],
};
