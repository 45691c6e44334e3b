//! Diagnostic codes of texts: Chess Game Player's pairs of squares and every other scoresheet.

use partie_formats::{Code, codes};

codes! {
    "TXT001" NO_GAME "no-game" Error Scoresheet "there is no game in this text"
        "No move could be found that is legal at the start of a game. The text was kept.\n\nIf the game begins in another position, or in a language that was not recognised, name the format with -f and the language with --lang."
        "the quick brown fox\n";
    "TXT002" BAD_PAIR "pair-not-legal" Error ChessGamePlayer "a pair of squares that is not a legal move"
        "Two squares with a mark between them stand where a move should, but the piece cannot go there. A move before may be missing or misspelled. The game was kept up to there."
        "e2-e4 e7-e5 g1-g5\n";
    "TXT003" ILLEGAL_MOVE "illegal-move" Error Scoresheet "a numbered move that is not legal"
        "The number says that a move follows, but the text there is not legal in any reading. The game was kept up to there; the rest was kept as text."
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. Qh5 a6\n";
    "TXT004" NOT_MATE "not-mate" Warning ChessGamePlayer "++ without mate"
        "In these texts ++ after a square means mate, and reading stops there (rule 9 of Chess Game Player). The position is not mate. Old books write ++ for double check; --double-check reads it so."
        "e2-e4++ e7-e5\n";
    "TXT005" MISSING_PROMOTION "missing-promotion" Warning ChessGamePlayer "a promotion without a piece"
        "A pawn reaches the last rank, but no bracket with a letter stands after the square, as e8(Q). A queen was taken."
        "a2-a4 b7-b5 a4xb5 a7-a6 b5xa6 Bc8-b7 a6xb7 Nb8-c6 b7xa8\n";
    "TXT006" KNIGHT_K "knight-as-k" Note ChessGamePlayer "K for a knight"
        "The rules of Chess Game Player give K for a knight in a promotion, besides N and the Czech J. It was read as a knight."
        "a2-a4 b7-b5 a4xb5 a7-a6 b5xa6 Bc8-b7 a6xb7 Nb8-c6 b7xa8(K)\n";
    "TXT007" TIE "language-tie" Warning Scoresheet "two languages fit"
        "The text reads equally far in several languages, with different moves. The first was taken; name the right one with --lang."
        "1. e4 e5 2. Le2\n";
    "TXT008" LANGUAGE "language-found" Note Scoresheet "the notation and language found"
        "The game was read in the notation and language in which it can be played furthest. If that is wrong, name another with --lang."
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6\n";
    "TXT009" TOO_LONG "text-too-long" Error Scoresheet "the text is longer than the limit"
        "A text has no boundaries between its games, so it is read as a whole, up to a limit. The text after the limit was left out. Raise the limit with --max-game-bytes."
        "";
    "TXT010" BAD_CASTLING "castling-not-legal" Error ChessGamePlayer "castling that is not legal"
        "Castling stands where a move should, but it is not legal in the position. A move before may be missing. The game was kept up to there."
        "e2-e4 e7-e5 0-0\n";
    "TXT011" OPEN_COMMENT "comment-not-closed" Error ChessGamePlayer "a remark is never closed"
        "A brace opens a remark that is not part of the game, but no closing one follows. Everything after it was taken as the remark."
        "e2-e4 e7-e5 {good g1-f3\n";
    "TXT012" AMBIGUOUS "ambiguous-move" Error Scoresheet "a word that can be several moves"
        "The word fits several legal moves, and the game goes on equally far with more than one of them. The game was kept up to there; the rest was kept as text."
        "1. d4 d5 2. Nf3 Nf6 3. Nd2 1-0\n";
    "TXT013" CHOSEN "chosen-move" Repaired Scoresheet "one of several moves was taken"
        "The word fits several legal moves, as PxP does in old books. With one of them the game goes on further than with the others; that one was taken."
        "1. P-K4 P-K4 2. P-Q4 P-KB4 3. PxP PxP 4. N-QB3 N-QB3 5. NxP N-B3 1-0\n";
    "TXT014" SKIPPED "pair-passed-over" Warning ChessGamePlayer "squares that look like a move were passed over"
        "Two squares with a mark between them, or castling with spaces in it, look like a move. They are not a legal move, or not written as one, so they were taken for prose. If a move was meant there, the moves after it do not fit."
        "e2-e4 then d7 pawn - to c6\n";
    "TXT015" GLUED "glued-text" Repaired ChessGamePlayer "letters are joined to a move"
        "There are letters or digits right before or after the squares of a move. The move is legal and was read. Put a space between them."
        "d2-d4abc d7-d5\n";
    "TXT016" MISSING_MARK "missing-mark" Repaired ChessGamePlayer "no mark between two squares"
        "In these texts a move has -, x or X between its squares. The squares are a legal move and were read."
        "e2-e4 e7e5\n";
    "TXT017" BARE_PROMOTION "promotion-without-brackets" Repaired ChessGamePlayer "a promotion's piece without brackets"
        "In these texts the piece of a promotion is in brackets, as e8(Q). Its letter was found without them and was read."
        "a2-a4 b7-b5 a4xb5 a7-a6 b5xa6 Bc8-b7 a6xb7 Nb8-c6 b7xa8=R\n";
    "TXT018" START "start-position" Warning Scoresheet "the start position is not written as a FEN"
        "The text names its start position, but not quite as a FEN. A position that is certain was taken, and the message says what was forgiven. From a position that cannot be played no move can be read, so the moves were kept as text."
        "FEN: 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\n\n1. O-O Kd7\n";
    "TXT019" UNREAD_MOVE "unread-move" Error Scoresheet "unreadable words in place of a move"
        "Words that are not a move stand where one is due, and the next number shows that a move was played there. They may be misspelled. No move was invented: the game was kept up to there, and the rest was kept as text."
        "1. e4 e5 2. Nf3 xyz 3. Bb5 a6\n";
    "TXT020" MISSING_MOVE "missing-move" Error Scoresheet "a move is missing"
        "A move number jumps ahead, so at least one move is missing before it. The game was kept up to there; the rest was kept as text."
        "1. e4 e5 2. Nf3 Nc6 4. Ba4 Nf6\n";
    "TXT021" PROSE "words-kept" Note Scoresheet "words that are not moves"
        "Words around or among the moves are not moves, and say nothing that a tag could hold. They were kept as comments. `partie check --account` shows them."
        "1. e4 e5 a fine reply 2. Nf3 Nc6 1-0\n";
    "TXT022" RESULT_CONFLICT "result-differs" Warning Scoresheet "two different results"
        "A line above the game names one result, and the end of the moves another. The one after the moves was taken; the other was kept as a comment."
        "Adams - Baker 1-0\n1. e4 e5 2. Nf3 Nc6 0-1\n";
    "TXT023" UNREAD_DATE "date-not-read" Repaired Scoresheet "a date that cannot be read for certain"
        "A tag holds a date as YYYY.MM.DD. This is not a date that Partie knows, or its day and month can be exchanged, as in 11/05/2024. The value was kept as it stands."
        "Date: 11/05/2024\nWhite: Baker\nBlack: Chen\n\n1. e4 c6 2. d4 d5\n";
    "TXT024" MISREAD_NUMBER "misread-number" Repaired Scoresheet "a letter in a move number"
        "A letter stands in place of a digit in a move number, as in l. for 1. and lO. for 10. The number was read. Write the digit."
        "l. e4 e5 2. Nf3 Nc6\n";
    "TXT025" TWO_LINES "two-lines" Error Scoresheet "two lines of play with the same number"
        "A move number stands twice with different moves, and nothing shows which of them were played. The game was kept up to there; the rest was kept as text. Put the line that was not played in parentheses."
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 3. Bb5 a6 4. d3\n";
    "TXT026" WHITES_NUMBER "number-of-white" Warning Scoresheet "a number of White's before Black's move"
        "The number of White's move stands again, as White's numbers do, but the move after it is Black's. It was read as Black's. If another move of White was meant, the moves after it do not fit. Write three dots: 3... Bc5."
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 3. Bc5\n";
    "TXT027" BAD_VARIATION "unreadable-sideline" Warning Scoresheet "a sideline that cannot be read to its end"
        "A move beside the game is illegal or cannot be read. The sideline was kept up to there, and the rest of it as a comment. The game goes on."
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 (3. Bb5 a6 4. Qa4) 3... Bc5\n";
    "TXT028" EIGHT_BIT "eight-bit-text" Note Scoresheet "text in an 8-bit encoding"
        "The text is not valid UTF-8, so its letters were read in the 8-bit encoding they are most likely in. If words look wrong, name the encoding with --encoding, for example --encoding windows-1250."
        "White: Ji\u{f8}\u{ed} Nov\u{e1}k\nBlack: Dvo\u{f8}\u{e1}k\n\n1. e4 e5 2. Nf3\n";
    "TXT029" MISPRINTED_NUMBER "misprinted-number" Warning Scoresheet "a misprinted move number"
        "The game stands in rows that count from the first move to the last, but for one number. The rows before and after it count on, and all moves are legal, so most likely the number is misprinted and no move is missing. The move was read."
        "1. e4    e5\n2. Nf3   Nc6\n8. Bb5   a6\n4. Ba4   Nf6\n5. O-O   Be7\n";
    "TXT030" HIDDEN "game-among-words" Warning Scoresheet "words that would be a game if they stood alone"
        "Words before or after the moves were kept as comments, but they hold moves or a position in another notation, layout or format, and would be a game in a text of their own. Put games of different kinds into different files."
        "1. e4 e5 2. Nf3 Nc6 1-0\n\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
}

/// Codes which say that the main line of a game is read no further.
pub static STOPS: [&Code; 7] =
    [&BAD_PAIR, &ILLEGAL_MOVE, &BAD_CASTLING, &AMBIGUOUS, &UNREAD_MOVE, &MISSING_MOVE, &TWO_LINES];
