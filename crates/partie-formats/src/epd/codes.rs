//! Diagnostic codes of EPD.

use crate::codes;

codes! { Epd:
    "EPD001" SIX_FIELDS "six-fields" Note "a FEN of six fields before the operations"
        "EPD has four fields of position; the counters of half-moves and moves are the operations hmvc and fmvn. Many files write a whole FEN instead. The counters were read.\n\nWriting EPD gives hmvc and fmvn where they say something."
        "4k3/8/8/8/8/8/8/4K2R w K - 3 7 id \"x\";\n";
    "EPD002" PERFT "perft-suite" Note "counts of a perft suite"
        "The record is of the kind FEN ;D1 20 ;D2 400, or of lines that begin with id, epd and perft. Both list how many positions can be reached in so many plies, to test move generators. The counts were read as operations D1, D2 and so on, and are written as such."
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n";
    "EPD003" MISSING_SEMICOLON "missing-semicolon" Repaired "a semicolon is missing"
        "Every operation ends with a semicolon (EPD in the PGN standard, section 16.2.2), the last one too. The operation was taken to end with the line."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"x\"\n";
    "EPD004" OPEN_STRING "string-not-closed" Repaired "a string is not closed"
        "A string stands between quotes. The closing one is missing, so the string was taken to end with the line. If other operations follow in that line, they are part of the string now: put the quote where it belongs."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"x;\n";
    "EPD005" LONG_STRING "long-string" Note "a string of more than 255 bytes"
        "A string operand has fewer than 256 bytes (section 16.2.2.2). It was kept whole; other programs may cut it."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\";\n";
    "EPD006" DUPLICATE "duplicate-opcode" Warning "an opcode is there twice"
        "An opcode may occur once in a record. Both were kept; writing keeps the first, and says so if the second had other operands."
        "4k3/8/8/8/8/8/8/4K2R w K - acn 1; acn 2;\n";
    "EPD007" INVALID_OPCODE "invalid-opcode" Repaired "no opcode, or one with other characters"
        "An opcode begins with a letter and has up to 14 more letters, digits or underscores. This one was kept as it stands. A string without an opcode was given the opcode noop, which may have any operands."
        "4k3/8/8/8/8/8/8/4K2R w K - x-ray 1;\n";
    "EPD008" BAD_MOVE "bad-move" Warning "a move operand cannot be played"
        "The operation names moves of this position (bm, am, pm, sm) or a line from it (pv), but this one is not legal there. It was kept as text.\n\nEither the move or the position has a mistake, or the position is one of a variant that was not named."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Qh5;\n";
    "EPD009" BAD_NUMBER "bad-number" Warning "an operand is not the number it should be"
        "The operation takes a whole number (acd, acn, acs, ce, dm, fmvn, hmvc, rc, tcgs), some of them within limits: ce from -32767 to 32767, rc from 1 to 3. Something else stands there. It was kept as text."
        "4k3/8/8/8/8/8/8/4K2R w K - dm soon;\n";
    "EPD010" OPERANDS "operand-count" Warning "too few or too many operands"
        "The operation takes another number of operands. They were kept. Strings of several words need quotes around them."
        "4k3/8/8/8/8/8/8/4K2R w K - bm;\n";
    "EPD011" JOINED "joined-operations" Repaired "two operations with no semicolon between them"
        "An operation has more words after it than it takes, and one of them is an opcode. It was read as two operations."
        "4k3/8/8/8/8/8/8/4K2R w K - acn 1028 acd ; \n";
    "EPD012" NOT_SAN "move-not-in-san" Repaired "a move in another notation"
        "Moves in EPD are written in SAN. This one was understood in another spelling, or has a move number or a mark such as ! with it."
        "4k3/8/8/8/8/8/8/4K2R w K - bm h1h8;\n";
    "EPD013" FOREIGN_LINE "foreign-line" Warning "a line that belongs to no record"
        "Among the lines of a perft suite (id, then epd, then any number of perft with a depth and a count) there is another one, or one of them is out of its place. It was kept as text, but not understood."
        "id x\nepd 4k3/8/8/8/8/8/8/4K2R w K -\nperft soon\n";
    "EPD014" EIGHT_BIT "eight-bit-text" Note "text in an 8-bit encoding"
        "The text is not valid UTF-8, so its letters were read in the 8-bit encoding they are most likely in. If words look wrong, name the encoding with --encoding, for example --encoding windows-1250."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"Dvo\u{f8}\u{e1}k\";\n";
}
