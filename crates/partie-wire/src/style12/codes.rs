//! The diagnostic codes of Style 12. `S12001` to `S12019` speak of single lines,
//! `S12020` and up of the games that lines make.

use partie_formats::codes;

/// The first board of a game between Ann and Bob.
macro_rules! first {
    () => {
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR \
         W -1 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 1 none (0:00) none 0\n"
    };
}

/// The board after 1. e4, but for the fields from the number of half-moves on.
macro_rules! e4 {
    ($rest:literal) => {
        concat!(
            "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR \
             B -1 1 1 1 1 ",
            $rest,
            "\n"
        )
    };
}

codes! { Style12:
    "S12001" MISSING_FIELDS "missing-fields" Error "a board line ends early"
        "A Style 12 line has 31 fields, the tag included; servers may add some, never leave some out. The line was cut: by the end of a log, by a lost packet, or by a program that shortens lines.\n\nWhat was there was used if it names the board, the game and the move number; otherwise the line was kept as text."
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1\n";
    "S12002" BAD_FIELD "bad-field" Error "a field of a board line cannot be read"
        "The field holds something else than its kind asks for. The message names the field by its number, counted from 1 with the tag, and says what was expected.\n\nOther fields of the line were used. Without a readable board, side to move or game number the line was kept as text."
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 2 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 1 none (0:00) none 0\n";
    "S12003" HTML_TAG "html-tag" Repaired "the tag was copied from HTML"
        "The line begins with &lt;12> or &lt12> and not with <12>: it was copied out of the source of a web page. It was read as if it began with <12>."
        "&lt;12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 1 none (0:00) none 0\n";
    "S12004" BROKEN_LINE "broken-line" Repaired "a board line broken over several lines"
        "Servers send a board on one line. A terminal or an editor broke it at its width. The pieces were put together again because together they make a board line."
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1\n0 9 Ann Bob 0 3 0 39 39 180 180 1 none (0:00) none 0\n";
    "S12005" UNKNOWN_RELATION "unknown-relation" Note "an unknown relation to the game"
        "The relation says whether the receiver plays (1, -1), looks on (0), examines (2), looks on while others examine (-2), or asked for a position (-3). FICS also sends -4 for the start of a list of moves. This number is none of them; the board was taken for one of an observed game."
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 9 Ann Bob 7 3 0 39 39 180 180 1 none (0:00) none 0\n";
    "S12006" DOUBLE_PUSH "double-push-without-pawn" Note "a double pawn push that did not happen"
        "The field after the side to move names the file of a pawn that has just been pushed two squares, or is -1. Here no pawn stands where such a push ends, or the previous move was another one. Some servers send 0 after a drop, or leave the last file standing after castling.\n\nThe field was ignored."
        concat!(first!(), "<12> rnbqkbnr pppppppp -------- -------- -------- -----N-- PPPPPPPP RNBQKB-R B 0 1 1 1 1 1 9 Ann Bob 0 3 0 39 39 180 180 1 N/g1-f3 (0:00) Nf3 0\n");
    "S12007" NEGATIVE_HALFMOVES "negative-halfmoves" Note "a negative number of half-moves"
        "Half-moves since the last capture or pawn move are counted from 0. Servers of the older kind send -1 after a take-back. It was read as 0; the counter of the game itself follows from its moves."
        concat!(first!(), e4!("-1 9 Ann Bob 0 3 0 39 39 180 180 1 P/e2-e4 (0:00) e4 0"));
    "S12008" CASTLING "castling-without-rook" Note "a castling right without king and rook"
        "Servers count castling rights by whether king and rook have moved, and do not look at set-up positions. A right for which king and rook do not stand was dropped."
        "<12> -------- -------- -------- ----k--- -------- -------- ----P--- ----K--- B -1 1 1 1 1 0 9 Ann Ann 2 0 0 1 0 0 0 1 none (0:00) none 0\n";
    "S12009" UNPLAYABLE "unplayable-position" Warning "a position that cannot be played"
        "The board has no king, or the side that is not to move is in check, or something else that the rules do not know. It was kept as a diagram without moves."
        "<12> -------- -------- -------- -------- -------- -------- ----P--- ----K--- W -1 0 0 0 0 0 9 Ann Ann 2 0 0 1 0 0 0 1 none (0:00) none 0\n";
    "S12010" BAD_COMPANION "bad-companion-line" Error "a line beside the boards cannot be read"
        "Lines with the tags <b1> (pieces in hand), <d1> (a move without its board) and <g1> (facts of a game) have a fixed form, and so have lines such as {Game 9 (Ann vs. Bob) Bob resigns} 1-0. This one has another; it was kept as a comment, but not used."
        "<b1> game 9 white [PX] black []\n";
    "S12011" CLOCK "clock-out-of-range" Note "a clock that no game can have"
        "The clock shows more than a hundred hours. Some servers send numbers without meaning for examined games. It was left out."
        concat!(first!(), e4!("0 9 Ann Bob 0 3 0 39 39 205024164 180 1 P/e2-e4 (0:00) e4 0"));
    "S12012" SIDE_IN_LOWER_CASE "side-in-lower-case" Repaired "the side to move in lower case"
        "The side to move is W or B. Here it is w or b, which can mean nothing else."
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR w -1 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 1 none (0:00) none 0\n";
    "S12013" NONSTANDARD_SPACE "nonstandard-space" Repaired "a space that is not a plain one"
        "Fields are separated by plain spaces. A web page or a word processor put another one between them, such as a no-break space or &nbsp;. It was read as a plain one."
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR&nbsp;W -1 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 1 none (0:00) none 0\n";
    "S12020" MOVE_DISAGREES "move-disagrees" Warning "the named move does not lead to the board"
        "The line names a move that is not legal before it or does not lead to the board that it shows. The board was believed, and the move that leads to it was taken."
        concat!(first!(), e4!("0 9 Ann Bob 0 3 0 39 39 180 180 1 P/d2-d4 (0:00) d4 0"));
    "S12021" WRONG_MOVE_NUMBER "wrong-move-number" Note "the move number does not fit"
        "The board follows from the one before by one legal move, but its move number is another than that. The board was believed."
        concat!(first!(), e4!("0 9 Ann Bob 0 3 0 39 39 180 180 30 P/e2-e4 (0:00) e4 0"));
    "S12022" GAP_CLOSED "gap-closed" Repaired "moves that were not in the stream"
        "Between two boards up to two moves are missing: they were made before the next board came, or their lines were lost. Only one sequence of legal moves leads from the one board to the other; it was put in, without clocks."
        concat!(first!(), "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 2 P/e7-e5 (0:00) e5 0\n");
    "S12023" GAP_GUESSED "gap-guessed" Warning "moves that were not in the stream were guessed"
        "Between two boards up to two moves are missing, and more than one sequence of legal moves leads from the one to the other. One of them was put in; a list of the moves would tell which it was."
        concat!(first!(), "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -----N-- PPPP-PPP RNBQKB-R B -1 1 1 1 1 1 9 Ann Bob 0 3 0 39 39 180 180 2 N/g1-f3 (0:00) none 0\n");
    "S12024" GAP "gap" Warning "moves are missing"
        "No three moves lead from the board before to this one. The game was ended at the gap and another one begun with this board, under the same names, so that nothing is lost.\n\nIf the stream has a list of the moves (command moves) later on, both are joined."
        concat!(first!(), "<12> r-bqkbnr pppp-ppp --n----- -B--p--- ----P--- -----N-- PPPP-PPP RNBQK--R B -1 1 1 1 1 3 9 Ann Bob 0 3 0 39 39 180 180 3 B/f1-b5 (0:00) Bb5 0\n");
    "S12025" TAKE_BACK "take-back" Note "moves were taken back"
        "The board went back to an earlier position. The moves that were taken back are kept as a variation beside what was played instead, or as a comment if nothing was."
        concat!(first!(), e4!("0 9 Ann Bob 0 3 0 39 39 180 180 1 P/e2-e4 (0:00) e4 0"), first!());
    "S12026" UNFINISHED "unfinished" Note "the end of the game was not recorded"
        "The stream ends, or another game with the same number begins, before the server said how this one ended. Its result is *, unless the last board shows mate."
        first!();
    "S12027" STARTS_LATE "starts-late" Note "the record begins in the middle of the game"
        "The first board that was shown is not the start: the game was observed late. The game was recorded from that position on. A list of its moves in the stream (command moves) would fill the beginning."
        "<12> rnbqkbnr pp-ppppp -------- --p----- ----P--- -------- PPPP-PPP RNBQKBNR W 2 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 2 P/c7-c5 (0:00) c5 0\n";
    "S12028" VARIANT_INFERRED "variant-inferred" Note "the rules follow from the board"
        "No words of the server named the rules, or the words and the board disagree. The rules were chosen by which the boards are possible."
        "<12> bnrqkbrn pppppppp -------- -------- -------- -------- PPPPPPPP BNRQKBRN W -1 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 1 none (0:00) none 0\n";
    "S12029" HAND_ADDED "hand-added" Warning "pieces were dropped that nobody had taken"
        "A piece was dropped that was not in hand by the moves of the record: its capture was not seen. It was put into hand at the start, so that the game can be played through."
        "<12> rnbqkbnr pp-ppppp -------- --p----- ----P--- -------- PPPP-PPP RNBQKBNR W 2 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 2 P/c7-c5 (0:00) c5 0\n<12> rnbqkbnr pp-ppppp -------- --p----- -N--P--- -------- PPPP-PPP RNBQKBNR B -1 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 2 N/@@-b4 (0:00) N@b4 0\n";
    "S12030" HAND_DISAGREES "hand-disagrees" Warning "the pieces in hand are not those that were taken"
        "The server shows other pieces in hand than the moves of the record make. If the record begins late, a promoted piece may have been taken that nobody knew to be one. The moves were believed."
        concat!(first!(), "<b1> game 9 white [] black []\n", e4!("0 9 Ann Bob 0 3 0 39 39 180 180 1 P/e2-e4 (0:00) e4 0"), "<b1> game 9 white [Q] black []\n");
    "S12031" ONE_BOARD "one-board" Note "only one board of a bughouse game"
        "Bughouse is played on two boards, and only one of them was in the stream. The other board has no moves; the pieces that came over from it are in hand from the start."
        concat!("{Game 9 (Ann vs. Bob) Creating unrated bughouse match.}\n", first!());
    "S12032" LIST_DISAGREES "list-disagrees" Warning "a list of moves does not fit the boards"
        "The list was printed for this game, but its moves lead to other boards than those that were shown. The boards were believed, and the list was kept as text."
        concat!(
            "<12> rnbqkbnr pp-ppppp -------- --p----- ----P--- -------- PPPP-PPP RNBQKBNR W 2 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 2 P/c7-c5 (0:00) c5 0\n",
            "Movelist for game 9:\n\nAnn (1500) vs. Bob (1500) --- Fri Nov 20, 23:46 PST 2026\nUnrated blitz match, initial time: 3 minutes, increment: 0 seconds.\n\nMove  Ann  Bob\n----  ---  ---\n  1.  e4      (0:01)      e5      (0:01)\n      {Still in progress} *\n"
        );
    "S12033" LIST_UNFINISHED "list-unfinished" Warning "a list of moves without its end"
        "A list of moves ends with a line such as {Still in progress} *. Here it breaks off; it was taken as far as it goes."
        "Movelist for game 9:\n\nAnn (1500) vs. Bob (1500) --- Fri Nov 20, 23:46 PST 2026\nUnrated blitz match, initial time: 3 minutes, increment: 0 seconds.\n\nMove  Ann  Bob\n----  ---  ---\n  1.  e4      (0:01)      e5      (0:01)\n";
    "S12034" MOVE_NOT_READ "move-not-read" Error "a move that cannot be played"
        "A list of moves or a line of moves without boards names a move that is not legal where it stands, or that is not the next one. The moves before it were kept, and it and the rest of a list were kept as text."
        "Movelist for game 9:\n\nAnn (1500) vs. Bob (1500) --- Fri Nov 20, 23:46 PST 2026\nUnrated blitz match, initial time: 3 minutes, increment: 0 seconds.\n\nMove  Ann  Bob\n----  ---  ---\n  1.  e5      (0:01)      e5      (0:01)\n      {Ann resigns} 0-1\n";
    "S12035" TOO_LONG "game-too-long" Error "the lines of a game are longer than the limit"
        "One game may not grow without bound, so that an endless stream cannot fill the memory. The game was ended at the limit; its next board begins another one."
        "";
    "S12036" MORE_DIAGNOSTICS "more-diagnostics" Warning "more diagnostics than the limit"
        "A game has more diagnostics than are kept for one game. The rest was only counted."
        "";
    "S12037" ROWS_MISSING "rows-missing" Error "a row of a list of moves does not follow the one before it"
        "The rows of a list of moves are numbered, and each has a move of White and one of Black. Here a number jumps or goes back, or a move is missing in a row: what follows was not played after what stands before. The game was cut there, and the rest of the list was kept as text."
        "Movelist for game 9:\n\nAnn (1500) vs. Bob (1500) --- Fri Nov 20, 23:46 PST 2026\nUnrated blitz match, initial time: 3 minutes, increment: 0 seconds.\n\nMove  Ann  Bob\n----  ---  ---\n  1.  e4      (0:01)      e5      (0:01)\n  3.  Bc4     (0:01)      Bc5     (0:01)\n      {Ann resigns} 0-1\n";
    "S12038" ROW_REPEATED "row-repeated" Repaired "a row of a list of moves stands there twice"
        "A row has the number and the moves of an earlier one. It was read once."
        "Movelist for game 9:\n\nAnn (1500) vs. Bob (1500) --- Fri Nov 20, 23:46 PST 2026\nUnrated blitz match, initial time: 3 minutes, increment: 0 seconds.\n\nMove  Ann  Bob\n----  ---  ---\n  1.  e4      (0:01)      e5      (0:01)\n  1.  e4      (0:01)      e5      (0:01)\n      {Ann resigns} 0-1\n";
    "S12039" TIME_NOT_READ "time-not-read" Warning "the time of a move in a list cannot be read"
        "After each move of a list stands the time that it took, as (m:ss) or (m:ss.mmm). Here something else stands in its place, or a second time. The move was read without a time, and the words were kept as its comment."
        "Movelist for game 9:\n\nAnn (1500) vs. Bob (1500) --- Fri Nov 20, 23:46 PST 2026\nUnrated blitz match, initial time: 3 minutes, increment: 0 seconds.\n\nMove  Ann  Bob\n----  ---  ---\n  1.  e4      (0:0l)      e5      (0:01)\n      {Ann resigns} 0-1\n";
    "S12040" NONSTANDARD_LIST_END "nonstandard-list-end" Repaired "the last line of a list of moves is not spelled as servers write it"
        "A list of moves ends with the reason in braces and the result. Here a brace is missing, other brackets stand there, or the result stands alone. It was read as the end of the list."
        "Movelist for game 9:\n\nAnn (1500) vs. Bob (1500) --- Fri Nov 20, 23:46 PST 2026\nUnrated blitz match, initial time: 3 minutes, increment: 0 seconds.\n\nMove  Ann  Bob\n----  ---  ---\n  1.  e4      (0:01)      e5      (0:01)\n      Ann resigns 0-1\n";
    "S12042" FURTHER_WORDS "words-after-board" Warning "words after the last field of a board line"
        "Servers add numbers to the fields of a board line. What follows here are words: perhaps a line end was lost, and another line begins there. They were kept as text."
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 9 Ann Bob 0 3 0 39 39 180 180 1 none (0:00) none 0 1 0 PPPPPPPP RNBQKBNR W\n";
    "S12041" OTHER_GAME "game-of-another-format" Warning "a game in another format among the lines of a server"
        "A line begins with a tag pair or is a line of moves with their numbers, as in PGN. In a transcript only boards and lists of moves are read; the lines were kept as text. Put the game into a file of its own."
        "fics% help\n[Event \"Club\"]\n[White \"Ann\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
}
