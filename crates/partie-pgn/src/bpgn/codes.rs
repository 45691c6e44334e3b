//! Diagnostic codes of BPGN.

use partie_formats::codes;

codes! { Bpgn:
    "BUG001" ILLEGAL_MOVE "illegal-move" Error "an illegal move"
        "The move cannot be played on its board, with the pieces that are in hand after the moves before it on both boards. The game was kept up to there; what follows was kept as text.\n\nArchives hold games whose first moves are missing: then the very first move is illegal already."
        "1A. e4{180} 1a. e4{179} *\n";
    "BUG002" NOT_A_MOVE "not-a-move" Error "a word that is not a move"
        "A move number with its board (12A. or 12a.) and a move was expected. The game was kept up to there."
        "1A. e4{180} 1a. xyzzy *\n";
    "BUG003" NO_BOARD "no-board" Error "a move without its board"
        "In BPGN every move has a number and a letter that names the board and the side: A and B are White on board A and B, a and b Black. Without it the move could belong to either board. The game was kept up to there."
        "1A. e4{180} e5{179} *\n";
    "BUG004" WRONG_SIDE "wrong-side" Warning "the letter names the other side"
        "The letter says that White moved (or Black), but on that board it is the other side's turn. The move was tried for the side to move."
        "1A. e4{180} 1A. e5{179} *\n";
    "BUG005" WRONG_NUMBER "wrong-move-number" Repaired "a wrong move number"
        "Numbers count per board. The number is not that of the move that follows."
        "1A. e4{180} 2a. e5{179} *\n";
    "BUG006" BAD_CLOCK "bad-clock" Note "the comment after a move is not a clock"
        "The first comment after a move is the mover's clock in seconds. This one is not; it was kept as a comment."
        "1A. e4{a bold start} *\n";
    "BUG007" MISSING_RESULT "missing-result" Repaired "the result is missing"
        "A game ends with its result: 1-0, 0-1, 1/2-1/2 or *, from the side of White on board A and their partner."
        "1A. e4{180}\n";
    "BUG008" CONFLICT "result-conflict" Warning "two different results"
        "The Result tag and the result after the moves differ. The one after the moves was taken."
        "[Result \"1-0\"]\n1A. e4{180} 0-1\n";
    "BUG009" AMBIGUOUS "ambiguous-move" Error "an ambiguous move"
        "Several pieces of the kind could make this move, and the record does not say which. The game was kept up to there."
        "1A. Nc3 1a. a6 2A. Nf3 2a. a5 3A. Nb5 3a. a4 4A. Nd4 *\n";
    "BUG010" MATE_MARK "mate-mark" Note "mate marked as check"
        "The move mates, but is marked + only. Older archives do so. A check is mate in \
         bughouse only if no piece that the partner could win would help."
        "1A. e4{180} 1a. e5{180} 2A. Bc4{179} 2a. Nc6{179} 3A. Qh5{178} 3a. Nf6{178} 4A. Qxf7+{177} 1-0\n";
    "BUG011" PROSE "text-outside-comment" Warning "text outside a comment"
        "Words stand among the moves without braces around them. They were kept as a comment."
        "1A. e4{180} hello 1a. e5{180} *\n";
    "BUG012" VARIATION "variation" Warning "a variation"
        "BPGN has no variations. The text between the parentheses was kept as a comment of the move before it, and its moves were not checked.\n\nIf the moves were played, take the parentheses away."
        "1A. e4{180} (1A. d4 1a. d5) 1a. e5{180} *\n";
    "BUG013" MISSING_DOT "missing-dot" Repaired "no dot after the number and board"
        "The number and the letter of the board are followed by a dot: 12A. is right, 12A is not. The meaning is certain without it."
        "1A e4{180} *\n";
    "BUG014" FALSE_MATE "false-mate" Note "marked as mate, but not mate"
        "The move is marked # but does not mate. In bughouse a check that a piece could block is not mate, even if the partner has no such piece yet: the player may wait for one. Programs made for one board mark it as mate."
        "1A. f3 1a. e5 2A. g4 2a. Qh4# *\n";
    "BUG015" BAD_FEN "bad-fen" Error "the FEN of the boards cannot be used"
        "The FEN tag of a bughouse game holds the FENs of both boards, separated by | , with the pieces in hand. A board of this one cannot be played on, so that the moves on it cannot be checked. They were kept as text."
        "[FEN \"8/8/8/8/8/8/8/8[] w - - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\"]\n1A. e4 *\n";
    "BUG016" EIGHT_BIT "eight-bit-text" Note "text in an 8-bit encoding"
        "The text is not valid UTF-8, so its letters were read in the 8-bit encoding they are most likely in. If words look wrong, name the encoding with --encoding, for example --encoding windows-1250."
        "[WhiteA \"Ji\u{f8}\u{ed}\"]\n1A. e4{180} 1a. e5{180} *\n";
}
