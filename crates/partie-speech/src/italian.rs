//! Italian. The sides take an article: `il Bianco vince`.

use crate::{MovePhrases, nouns::Nouns};

pub(crate) const NOUNS: Nouns =
    Nouns::plain(PHRASES.piece, ["re", "donne", "torri", "alfieri", "cavalli", "pedoni"]);

pub(crate) const PHRASES: MovePhrases = MovePhrases {
    numbered: "mossa {number}, {side}: {move}",
    on_board: "scacchiera {board}, {move}",
    white: "Bianco",
    black: "Nero",
    pass: "passa",
    castle_kingside: "arrocco corto",
    castle_queenside: "arrocco lungo",
    drop: "piazza {dropped} in {to}",
    from: " da {square}",
    step: "{piece}{from} in {to}",
    capture: "{piece}{from} cattura {taken} in {to}",
    en_passant: "{piece}{from} cattura en passant in {to}",
    promotion: ", promozione a {promoted}",
    check: ", scacco",
    double_check: ", scacco doppio",
    checkmate: ", scacco matto",
    stalemate: ", stallo",
    win: ", e vince",
    piece: ["re", "donna", "torre", "alfiere", "cavallo", "pedone"],
    taken: ["re", "donna", "torre", "alfiere", "cavallo", "pedone"],
    dropped: ["un re", "una donna", "una torre", "un alfiere", "un cavallo", "un pedone"],
    promoted: ["re", "donna", "torre", "alfiere", "cavallo", "pedone"],
};
