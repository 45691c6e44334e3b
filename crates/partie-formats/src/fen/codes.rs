//! The diagnostic codes of this format.

use crate::{Code, Format, Severity};

/// The text is not a position at all.
pub const NO_POSITION: Code = Code {
    id: "FEN001",
    name: "no-position",
    severity: Severity::Error,
    title: "the text is not a position",
    explanation: "A FEN begins with the eight ranks of the board, rank 8 first, parted by `/`. \
Nothing of the kind stands here, so there is no position, and no game can start from it.\n\n\
Look whether the line belongs to another format (PGN, EPD with a comment sign) or whether the \
start of the FEN was cut off in copying.",
    format: Format::Fen,
    example: "Hello w KQkq - 0 1\n",
};

/// A rank has too few or too many squares.
pub const RANK_LENGTH: Code = Code {
    id: "FEN002",
    name: "rank-length",
    severity: Severity::Error,
    title: "a rank has not eight squares",
    explanation: "The letters (one square each) and digits (so many empty squares) of a rank add up \
to eight. Here they do not, and it cannot be known where the square is missing or too many. Missing \
squares are taken as empty ones at the h-file, and whatever stands beyond the h-file is left out, if \
legal moves confirm that. A position without moves is not converted.\n\n\
Compare the rank with the source. A digit that is wrong by one is the usual cause.",
    format: Format::Fen,
    example: "rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
};

/// Not eight ranks.
pub const RANK_COUNT: Code = Code {
    id: "FEN003",
    name: "rank-count",
    severity: Severity::Error,
    title: "there are not eight ranks",
    explanation: "A board has eight ranks, written from rank 8 to rank 1. It cannot be known which \
of them is missing or too many, so there is no position.\n\n\
A missing rank is often an empty one: write it as `8`.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/4K3 w - - 0 1\n",
};

/// Neither a piece nor a digit.
pub const BAD_SQUARE: Code = Code {
    id: "FEN004",
    name: "bad-square",
    severity: Severity::Error,
    title: "a character is neither a piece nor a digit",
    explanation: "Pieces are the English letters K Q R B N P, upper case for White and lower case \
for Black. The character found here is none of them; its square is left empty, if legal \
moves confirm that. A position without moves is not converted.\n\n\
Texts in other languages use other letters (German `D` for the queen, Czech `V` for the rook): \
replace them. A piece of a variant that Partie does not know cannot be read.",
    format: Format::Fen,
    example: "3dk3/8/8/8/8/8/8/4K3 w - - 0 1\n",
};

/// Readable, but not as the standard writes it.
pub const ODD_PLACEMENT: Code = Code {
    id: "FEN005",
    name: "odd-placement",
    severity: Severity::Repaired,
    title: "the board is written unusually",
    explanation: "The meaning is certain, but other programs may refuse it: neighbouring digits \
(`11` for `2`), an empty rank whose digits do not add up to eight, a `/` behind the last rank, or \
pieces in hand at the end of the line as chess.com writes them.\n\nThe written form is the usual one.",
    format: Format::Fen,
    example: "4k3/8/8/8/11111111/8/8/4K3 w - - 0 1\n",
};

/// A field is not there.
pub const MISSING_FIELD: Code = Code {
    id: "FEN006",
    name: "missing-field",
    severity: Severity::Note,
    title: "a field is missing",
    explanation: "A FEN has six fields: board, side to move, castling rights, en passant square, \
half-moves since the last capture or pawn move, and the number of the move. Old texts end after \
four, and some after one. What is missing is taken as: White to move, no castling, no en passant, \
0 half-moves, move 1.\n\nA missing side to move is a warning, because the guess is wrong half the \
time. The others matter little, but write them if you know them.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 w - -\n",
};

/// The side to move is unreadable.
pub const BAD_SIDE: Code = Code {
    id: "FEN007",
    name: "bad-side",
    severity: Severity::Error,
    title: "the side to move cannot be read",
    explanation: "The second field is `w` or `b`. Something else stands there, and White is taken to \
be on move.\n\nWrite `w` or `b`.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 x - - 0 1\n",
};

/// `W`, `white`.
pub const ODD_SIDE: Code = Code {
    id: "FEN008",
    name: "odd-side",
    severity: Severity::Repaired,
    title: "the side to move is written unusually",
    explanation: "The second field is a small `w` or `b`. A capital letter or the whole word is \
understood, but other programs may refuse it.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 W - - 0 1\n",
};

/// Letters that are no castling rights.
pub const BAD_CASTLING: Code = Code {
    id: "FEN009",
    name: "bad-castling",
    severity: Severity::Error,
    title: "the castling rights cannot be read",
    explanation: "The third field is `-`, or up to four of KQkq, or the letters of the files on \
which the castling rooks stand (Chess960): upper case for White, lower case for Black. Other \
characters are left out; the rest of the field is read.",
    format: Format::Fen,
    example: "4k2r/8/8/8/8/8/8/4K2R w Kx - 0 1\n",
};

/// Castling rights without king and rook for them.
pub const IMPOSSIBLE_CASTLING: Code = Code {
    id: "FEN010",
    name: "impossible-castling",
    severity: Severity::Warning,
    title: "a castling right has no king and rook for it",
    explanation: "A side may castle only while its king and the rook have not moved, so both must \
stand on the first rank, the rook on the right side of the king. They do not, and the right is \
dropped. (Programs in which positions are set up by hand often write `KQkq` without looking.)\n\n\
Nothing is lost if the right was nonsense. If it was meant, the board is wrong.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\n",
};

/// Castling rights twice or in another order.
pub const ODD_CASTLING: Code = Code {
    id: "FEN011",
    name: "odd-castling",
    severity: Severity::Repaired,
    title: "the castling rights are written unusually",
    explanation: "The rights are written once each, White's before Black's, king's side before \
queen's side. Another order or a repeated letter means the same.",
    format: Format::Fen,
    example: "4k2r/8/8/8/8/8/8/4K2R w kK - 0 1\n",
};

/// Another dash than `-`.
pub const ODD_DASH: Code = Code {
    id: "FEN012",
    name: "odd-dash",
    severity: Severity::Repaired,
    title: "an empty field has another dash than -",
    explanation: "A field without content is a plain hyphen. Word processors and web pages turn it \
into a longer dash, which other programs do not understand.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 w \u{2013} - 0 1\n",
};

/// Not a square.
pub const BAD_EN_PASSANT: Code = Code {
    id: "FEN013",
    name: "bad-en-passant",
    severity: Severity::Error,
    title: "the en passant field is not a square",
    explanation: "The fourth field is `-`, or the square that a pawn has just passed over, such as \
`e3` after e2-e4. Something else stands there; the position is read without en passant.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 w - yes 0 1\n",
};

/// No pawn has just passed it.
pub const IMPOSSIBLE_EN_PASSANT: Code = Code {
    id: "FEN014",
    name: "impossible-en-passant",
    severity: Severity::Warning,
    title: "no pawn has just passed over the en passant square",
    explanation: "If a square is named for en passant, a pawn of the side that has just moved stands \
right in front of it, and the square and the one behind it are empty. This is not so here, and the \
square is dropped.\n\nOften the field was left from an earlier position, or the side to move is wrong.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 b - e3 0 1\n",
};

/// The pawn's square instead of the one behind it, or upper case.
pub const ODD_EN_PASSANT: Code = Code {
    id: "FEN015",
    name: "odd-en-passant",
    severity: Severity::Repaired,
    title: "the en passant square is written unusually",
    explanation: "The field names, in small letters, the square that the pawn passed over (`e3` \
after e2-e4), not the one on which it stands. The text is understood, but other programs may refuse it.",
    format: Format::Fen,
    example: "4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1\n",
};

/// A counter that is no number.
pub const BAD_COUNTER: Code = Code {
    id: "FEN016",
    name: "bad-counter",
    severity: Severity::Error,
    title: "a counter is not a number",
    explanation: "The fifth field counts the half-moves since the last capture or pawn move, the \
sixth is the number of the move. Something else stands there; 0 half-moves or move 1 are taken. A \
`-` in their place is merely noted.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 w - - x 1\n",
};

/// Move number 0.
pub const MOVE_NUMBER_ZERO: Code = Code {
    id: "FEN017",
    name: "move-number-zero",
    severity: Severity::Note,
    title: "the move number is 0",
    explanation: "Moves are counted from 1. Programs that do not know the number write 0; it is read \
as 1.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 w - - 0 0\n",
};

/// Text behind the last field.
pub const TRAILING_TEXT: Code = Code {
    id: "FEN018",
    name: "trailing-text",
    severity: Severity::Warning,
    title: "there is text behind the position",
    explanation: "A FEN ends with the move number. What follows is kept as text, but not understood. \
If it looks like `bm Nf3;` or `;D1 20`, the file is EPD: read it as such.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 w - - 0 1 White to move\n",
};

/// A diagram.
pub const UNPLAYABLE: Code = Code {
    id: "FEN019",
    name: "unplayable-position",
    severity: Severity::Error,
    title: "the position cannot be played",
    explanation: "The text is a well-formed FEN, but the rules do not allow the position: a king is \
missing, a pawn stands on the first or last rank, the side that is not to move is in check, or a rule \
of the variant is violated. It is kept as a diagram, without legal moves.\n\n\
If the side not to move is in check, the side to move is probably wrong. A missing king may be right \
in a variant: name it.",
    format: Format::Fen,
    example: "8/8/8/8/8/8/8/4K3 w - - 0 1\n",
};

/// Playable, but impossible.
pub const ODD_POSITION: Code = Code {
    id: "FEN020",
    name: "odd-position",
    severity: Severity::Note,
    title: "no game can lead to the position",
    explanation: "The position can be played, but not reached: there are more pieces than promotions \
allow, or no last move can have given the check. Composed positions are often so.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1\n",
};

/// Unreadable pieces in hand.
pub const BAD_POCKET: Code = Code {
    id: "FEN021",
    name: "bad-pocket",
    severity: Severity::Error,
    title: "the pieces in hand cannot be read",
    explanation: "Pieces in hand (crazyhouse, bughouse) stand in brackets behind the first rank, one \
letter each, upper case for White: `[QNp]`. A king cannot be in hand. Other characters are left out.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3[Qx] w - - 0 1\n",
};

/// A field that belongs to another variant.
pub const FOREIGN_FIELD: Code = Code {
    id: "FEN022",
    name: "foreign-field",
    severity: Severity::Warning,
    title: "a field belongs to another variant",
    explanation: "Pieces in hand and marks of promoted pieces belong to crazyhouse and bughouse, \
counts of checks to three-check. The variant was given as another one, so they are left out.\n\n\
If they are meant, the variant is wrong.",
    format: Format::Fen,
    // With pieces in hand the variant is taken as crazyhouse, which counts no checks.
    example: "4k3/8/8/8/8/8/8/4K3[Q] w - - 3+3 0 1\n",
};

/// Unreadable checks.
pub const BAD_CHECKS: Code = Code {
    id: "FEN023",
    name: "bad-checks",
    severity: Severity::Error,
    title: "the counts of checks cannot be read",
    explanation: "In three-check the checks that White and Black still have to give stand before the \
counters (`3+3`), or those given stand at the end (`+0+0`). Each number is at most 3. Something else \
stands there; `3+3` is taken.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3 w - - 5+3 0 1\n",
};

/// Quotation marks around the whole.
pub const QUOTED: Code = Code {
    id: "FEN024",
    name: "quoted",
    severity: Severity::Repaired,
    title: "the position stands in quotation marks",
    explanation: "A FEN needs no quotation marks. They are taken off.",
    format: Format::Fen,
    example: "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n",
};

/// One board of bughouse, or three.
pub const BOARD_COUNT: Code = Code {
    id: "FEN025",
    name: "board-count",
    severity: Severity::Warning,
    title: "bughouse has two boards",
    explanation: "A position of bughouse is two FENs parted by `|`, board A first. With one, board B \
is taken as the start position; what stands behind a second `|` is left out.",
    format: Format::Fen,
    example: "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 8/8/8\n",
};

/// Castling of Chess960, though no variant was named.
pub const CHESS960: Code = Code {
    id: "FEN026",
    name: "chess960-castling",
    severity: Severity::Note,
    title: "the castling rights are those of Chess960",
    explanation: "A king or rook that may castle does not stand on its orthodox square, so the \
position is taken to be one of Chess960. If it is not, the castling rights are wrong.",
    format: Format::Fen,
    example: "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1\n",
};

/// Text beside a position that is not UTF-8.
pub const EIGHT_BIT: Code = Code {
    id: "FEN027",
    name: "eight-bit-text",
    severity: Severity::Note,
    title: "text in an 8-bit encoding",
    explanation: "The text is not valid UTF-8, so its letters were read in the 8-bit encoding they are most likely in. If words look wrong, name the encoding with --encoding, for example --encoding windows-1250.",
    format: Format::Fen,
    example: "# Dvo\u{f8}\u{e1}k\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n",
};

/// All of them, by id.
pub const ALL: &[&Code] = &[
    &NO_POSITION,
    &RANK_LENGTH,
    &RANK_COUNT,
    &BAD_SQUARE,
    &ODD_PLACEMENT,
    &MISSING_FIELD,
    &BAD_SIDE,
    &ODD_SIDE,
    &BAD_CASTLING,
    &IMPOSSIBLE_CASTLING,
    &ODD_CASTLING,
    &ODD_DASH,
    &BAD_EN_PASSANT,
    &IMPOSSIBLE_EN_PASSANT,
    &ODD_EN_PASSANT,
    &BAD_COUNTER,
    &MOVE_NUMBER_ZERO,
    &TRAILING_TEXT,
    &UNPLAYABLE,
    &ODD_POSITION,
    &BAD_POCKET,
    &FOREIGN_FIELD,
    &BAD_CHECKS,
    &QUOTED,
    &BOARD_COUNT,
    &CHESS960,
    &EIGHT_BIT,
];
