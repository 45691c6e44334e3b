//! Russian. The sides are plural; one takes in the accusative (`берёт ладью`), and counts in the
//! genitive (`2 ладьи`, `5 ладей`).

use crate::{MovePhrases, nouns::Nouns};

pub(crate) const NOUNS: Nouns = Nouns {
    one: PHRASES.piece,
    several: ["короли", "ферзи", "ладьи", "слоны", "кони", "пешки"],
    few: ["короля", "ферзя", "ладьи", "слона", "коня", "пешки"],
    many: ["королей", "ферзей", "ладей", "слонов", "коней", "пешек"],
};

pub(crate) const PHRASES: MovePhrases = MovePhrases {
    numbered: "ход {number}, {side}: {move}",
    on_board: "доска {board}, {move}",
    white: "белые",
    black: "чёрные",
    pass: "пропуск хода",
    castle_kingside: "короткая рокировка",
    castle_queenside: "длинная рокировка",
    drop: "{dropped} ставится на {to}",
    from: " с {square}",
    step: "{piece}{from} на {to}",
    capture: "{piece}{from} берёт {taken} на {to}",
    en_passant: "{piece}{from} берёт на проходе на {to}",
    promotion: ", превращение в {promoted}",
    check: ", шах",
    double_check: ", двойной шах",
    checkmate: ", мат",
    stalemate: ", пат",
    win: ", и выигрывает",
    piece: ["король", "ферзь", "ладья", "слон", "конь", "пешка"],
    taken: ["короля", "ферзя", "ладью", "слона", "коня", "пешку"],
    dropped: ["король", "ферзь", "ладья", "слон", "конь", "пешка"],
    promoted: ["короля", "ферзя", "ладью", "слона", "коня", "пешку"],
};
