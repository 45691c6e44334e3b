//! Diagnostic codes of FEN.

use crate::codes;

codes! { Fen:
    "FEN001" NO_POSITION "no-position" Error "the text is not a position"
        "A FEN begins with the eight ranks of the board, rank 8 first, separated by `/`. There is nothing of the kind here, so there is no position, and no game can start from it.\n\nLook whether the line belongs to another format (PGN, EPD with a comment sign) or whether the start of the FEN was cut off in copying."
        "Hello w KQkq - 0 1\n";
    "FEN002" RANK_LENGTH "rank-length" Error "a rank has not eight squares"
        "The letters (one square each) and digits (so many empty squares) of a rank add up to eight. Here they do not, and it is unknown where a square is missing or too many. Missing squares are taken as empty ones at the h-file, and anything beyond the h-file is left out, if legal moves confirm that. A position without moves is not converted.\n\nCompare the rank with the source. A digit that is wrong by one is the usual cause."
        "rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    "FEN003" RANK_COUNT "rank-count" Error "there are not eight ranks"
        "A board has eight ranks, written from rank 8 to rank 1. It is unknown which of them is missing or too many, so there is no position.\n\nA missing rank is often an empty one: write it as `8`."
        "4k3/8/8/8/8/8/4K3 w - - 0 1\n";
    "FEN004" BAD_SQUARE "bad-square" Error "a character is neither a piece nor a digit"
        "Pieces are the English letters K Q R B N P, upper case for White and lower case for Black. The character found here is none of them; its square is left empty, if legal moves confirm that. A position without moves is not converted.\n\nTexts in other languages use other letters (German `D` for the queen, Czech `V` for the rook): replace them. A piece of a variant that Partie does not know cannot be read."
        "3dk3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    "FEN005" NONSTANDARD_PLACEMENT "nonstandard-placement" Repaired "the board is in a nonstandard spelling"
        "The meaning is certain, but other programs may refuse it: neighbouring digits (`11` for `2`), an empty rank whose digits do not add up to eight, a `/` after the last rank, or pieces in hand at the end of the line as chess.com writes them.\n\nWriting uses the canonical form."
        "4k3/8/8/8/11111111/8/8/4K3 w - - 0 1\n";
    "FEN006" MISSING_FIELD "missing-field" Note "a field is missing"
        "A FEN has six fields: board, side to move, castling rights, en passant square, half-moves since the last capture or pawn move, and the number of the move. Old texts end after four, and some after one. Missing fields are taken as: White to move, no castling, no en passant, 0 half-moves, move 1.\n\nA missing side to move is a warning, because the guess is wrong half the time. The others matter little, but write them if you know them."
        "4k3/8/8/8/8/8/8/4K3 w - -\n";
    "FEN007" BAD_SIDE "bad-side" Error "the side to move cannot be read"
        "The second field is `w` or `b`. There is something else, and White is taken to be on move.\n\nWrite `w` or `b`."
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1\n";
    "FEN008" NONSTANDARD_SIDE "nonstandard-side" Repaired "the side to move is in a nonstandard spelling"
        "The second field is a small `w` or `b`. A capital letter or the whole word is understood, but other programs may refuse it."
        "4k3/8/8/8/8/8/8/4K3 W - - 0 1\n";
    "FEN009" BAD_CASTLING "bad-castling" Error "the castling rights cannot be read"
        "The third field is `-`, or up to four of KQkq, or the letters of the files on which the castling rooks stand (Chess960): upper case for White, lower case for Black. Other characters are left out; the rest of the field is read."
        "4k2r/8/8/8/8/8/8/4K2R w Kx - 0 1\n";
    "FEN010" IMPOSSIBLE_CASTLING "impossible-castling" Warning "a castling right has no king and rook for it"
        "A side may castle only while its king and the rook have not moved, so both must stand on the first rank, the rook on the right side of the king. They do not, and the right is dropped. (Programs in which positions are set up by hand often write `KQkq` without looking.)\n\nNothing is lost if the right was nonsense. If it was meant, the board is wrong."
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\n";
    "FEN011" NONSTANDARD_CASTLING "nonstandard-castling" Repaired "the castling rights are in a nonstandard spelling"
        "The rights are written once each, White's before Black's, king's side before queen's side. Another order or a repeated letter means the same."
        "4k2r/8/8/8/8/8/8/4K2R w kK - 0 1\n";
    "FEN012" NONSTANDARD_DASH "nonstandard-dash" Repaired "an empty field has a dash other than -"
        "A field without content is a plain hyphen. Word processors and web pages turn it into a longer dash, which other programs do not understand."
        "4k3/8/8/8/8/8/8/4K3 w \u{2013} - 0 1\n";
    "FEN013" BAD_EN_PASSANT "bad-en-passant" Error "the en passant field is not a square"
        "The fourth field is `-`, or the square that a pawn has just passed over, such as `e3` after e2-e4. There is something else; the position is read without en passant."
        "4k3/8/8/8/8/8/8/4K3 w - yes 0 1\n";
    "FEN014" IMPOSSIBLE_EN_PASSANT "impossible-en-passant" Warning "no pawn has just passed over the en passant square"
        "If a square is named for en passant, a pawn of the side that has just moved stands right in front of it, and the square and the one behind it are empty. This is not so here, and the square is dropped.\n\nOften the field was left from an earlier position, or the side to move is wrong."
        "4k3/8/8/8/8/8/8/4K3 b - e3 0 1\n";
    "FEN015" NONSTANDARD_EN_PASSANT "nonstandard-en-passant" Repaired "the en passant square is in a nonstandard spelling"
        "The field names, in small letters, the square that the pawn passed over (`e3` after e2-e4), not the one on which it stands. The text is understood, but other programs may refuse it."
        "4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1\n";
    "FEN016" BAD_COUNTER "bad-counter" Error "a counter is not a number"
        "The fifth field counts the half-moves since the last capture or pawn move, the sixth is the number of the move. There is something else; 0 half-moves or move 1 are taken. A `-` in their place is merely noted."
        "4k3/8/8/8/8/8/8/4K3 w - - x 1\n";
    "FEN017" MOVE_NUMBER_ZERO "move-number-zero" Note "the move number is 0"
        "Moves are counted from 1. Programs that do not know the number write 0; it is read as 1."
        "4k3/8/8/8/8/8/8/4K3 w - - 0 0\n";
    "FEN018" TRAILING_TEXT "trailing-text" Warning "there is text after the position"
        "A FEN ends with the move number. The text after it is kept, but not understood. If it looks like `bm Nf3;` or `;D1 20`, the file is EPD: read it as such."
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 White to move\n";
    "FEN019" UNPLAYABLE "unplayable-position" Error "the position cannot be played"
        "The text is a well-formed FEN, but the rules do not allow the position: a king is missing, a pawn stands on the first or last rank, the side that is not to move is in check, or a rule of the variant is violated. It is kept as a diagram, without legal moves.\n\nIf the side not to move is in check, the side to move is probably wrong. A missing king may be right in a variant: name it."
        "8/8/8/8/8/8/8/4K3 w - - 0 1\n";
    "FEN020" UNREACHABLE_POSITION "unreachable-position" Note "no game can lead to the position"
        "The position can be played, but not reached: there are more pieces than promotions allow, or no last move can have given the check. Composed positions are often so."
        "4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1\n";
    "FEN021" BAD_POCKET "bad-pocket" Error "the pieces in hand cannot be read"
        "Pieces in hand (crazyhouse, bughouse) stand in brackets after the first rank, one letter each, upper case for White: `[QNp]`. A king cannot be in hand. Other characters are left out."
        "4k3/8/8/8/8/8/8/4K3[Qx] w - - 0 1\n";
    "FEN022" FOREIGN_FIELD "foreign-field" Warning "a field belongs to another variant"
        "Pieces in hand and marks of promoted pieces belong to crazyhouse and bughouse, counts of checks to three-check. The variant was given as another one, so they are left out.\n\nIf they are meant, the variant is wrong."
        // With pieces in hand the variant is taken as crazyhouse, which counts no checks.
        "4k3/8/8/8/8/8/8/4K3[Q] w - - 3+3 0 1\n";
    "FEN023" BAD_CHECKS "bad-checks" Error "the counts of checks cannot be read"
        "In three-check the checks that White and Black still have to give stand before the counters (`3+3`), or those given stand at the end (`+0+0`). Each number is at most 3. There is something else; `3+3` is taken."
        "4k3/8/8/8/8/8/8/4K3 w - - 5+3 0 1\n";
    "FEN024" QUOTED "quoted" Repaired "the position stands in quotation marks"
        "A FEN needs no quotation marks. They are taken off."
        "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n";
    "FEN025" BOARD_COUNT "board-count" Warning "bughouse has two boards"
        "A position of bughouse is two FENs separated by `|`, board A first. With one, board B is taken as the start position; text after a second `|` is left out."
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 8/8/8\n";
    "FEN026" CHESS960 "chess960-castling" Note "the castling rights are those of Chess960"
        "A king or rook that may castle does not stand on its orthodox square, so the position is taken to be one of Chess960. If it is not, the castling rights are wrong."
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1\n";
    "FEN027" EIGHT_BIT "eight-bit-text" Note "text in an 8-bit encoding"
        "The text is not valid UTF-8, so its letters were read in the 8-bit encoding they are most likely in. If words look wrong, name the encoding with --encoding, for example --encoding windows-1250."
        "# Dvo\u{f8}\u{e1}k\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
    "FEN028" LABELLED "labelled-position" Repaired "a label or an address stands before the position"
        "A FEN begins with the ranks of the board. A label such as `FEN:`, or the address of a page on which positions are analysed, is left out; `_` and `%20` in an address are spaces."
        "FEN: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    "FEN029" FOREIGN_LETTERS "foreign-letters" Warning "the piece letters are those of another language"
        "The pieces of a FEN are the English letters K Q R B N P. All letters found here, and one king for each side, are those of another language, in which the position was read."
        "tsldklst/bbbbbbbb/8/8/8/8/BBBBBBBB/TSLDKLST w KQkq - 0 1\n";
}
