//! Diagnostic codes of PGN. `PGN001` to `PGN009` concern the text as a whole, `01x` and `02x` tags,
//! `03x` moves, `04x` and `05x` spellings of moves, `06x` move numbers and marks, `07x` comments
//! and variations, `08x` annotations, `09x` results, `10x` layout and letters.

use partie_formats::codes;

codes! { Pgn:
    "PGN001" EIGHT_BIT "eight-bit-text" Note "text in an 8-bit encoding"
        "The game is not valid UTF-8, so its letters were read in the 8-bit encoding they are most likely in. The PGN standard of 1994 knows only ISO 8859-1; today UTF-8 is what programs expect.\n\nMoves are not touched by this. If names look wrong, name the encoding with --encoding, for example --encoding windows-1250. Converting to PGN writes UTF-8."
        "[White \"Ji\u{f8}\u{ed} Nov\u{e1}k\"]\n\n1. e4 *\n";
    "PGN002" HTML "html" Repaired "HTML in the text"
        "The game was copied out of a web page together with tags such as <br> or entities such as &quot;. They were read for their meaning.\n\nConverting to PGN writes the game without them."
        "[Event &quot;Club&quot;]<br />\n\n1. e4 *\n";
    "PGN003" MAIL_QUOTES "mail-quotes" Repaired "lines quoted as in email"
        "The lines begin with >, as in quoted email. The marks were left out.\n\nConverting to PGN writes the game without them."
        "> [Event \"Club\"]\n>\n> 1. e4 *\n";
    "PGN004" TOO_LONG "game-too-long" Error "the game is longer than the limit"
        "A game may not be longer than a limit, so that a broken or hostile file cannot fill the memory. The text after the limit, up to the next game, was left out.\n\nRaise the limit with --max-game-bytes if the game really is that long."
        "";
    "PGN005" TOO_MANY_TAGS "too-many-tags" Error "more tags than the limit"
        "A game may not have more tags than a limit. The tags after it were kept as comments.\n\nRaise the limit with --max-tags."
        "";
    "PGN006" TOO_DEEP "nested-too-deep" Error "variations nested deeper than the limit"
        "Variations are nested deeper than the limit. Whatever is deeper was kept as a comment.\n\nRaise the limit with --max-nesting."
        "";
    "PGN007" TEXT_TOO_LONG "text-too-long" Error "a comment or tag value longer than the limit"
        "A comment or a tag value is longer than the limit. The comment was split into several. Of the value only the beginning was taken, and all of it was kept as a comment.\n\nRaise the limit with --max-comment."
        "";
    "PGN008" WRAPPER "wrapper" Note "forum markup around the game"
        "The game is enclosed in marks such as [pgn] and [/pgn], which web forums use. They were left out."
        "[pgn]\n1. e4 *\n[/pgn]\n";
    "PGN009" NO_GAME "no-game" Error "there is no game in this text"
        "The text has neither tags nor moves nor a result. It was kept as it is.\n\nIf it is a record in another format, name the format with -f."
        "the quick brown fox\n";
    "PGN010" TAG_NOT_CLOSED "tag-not-closed" Repaired "a tag is not closed"
        "A tag pair is written [Name \"value\"], but the closing quote or bracket is missing. The value was taken to end with the line."
        "[Site \"Paris\n[White \"A\"]\n\n1. e4 *\n";
    "PGN011" UNESCAPED_QUOTE "unescaped-quote" Repaired "a quote inside a tag value is not escaped"
        "A quote inside a value must be written \\\". The value was taken to end at the quote that the closing bracket follows.\n\nConverting to PGN writes the backslash."
        "[Event \"The \"best\" game\"]\n\n1. e4 *\n";
    "PGN012" TYPOGRAPHIC_QUOTES "typographic-quotes" Repaired "a tag value in typographic quotes"
        "The value stands in typographic quotes, as a word processor makes them. PGN knows only the plain quote."
        "[White \u{201c}Kasparov\u{201d}]\n\n1. e4 *\n";
    "PGN013" INVALID_TAG_NAME "invalid-tag-name" Repaired "a tag name with invalid characters"
        "A tag name consists of letters, digits and underscores (PGN standard, section 7). The name was kept as it stands; other programs may refuse it."
        "[Great? \"yes\"]\n\n1. e4 *\n";
    "PGN014" DUPLICATE_TAG "duplicate-tag" Warning "a duplicate tag"
        "A tag name may occur once in a game. The first value was taken; a second one that differs was kept as a comment."
        "[White \"A\"]\n[White \"B\"]\n\n1. e4 *\n";
    "PGN015" MISSING_ROSTER "missing-roster-tag" Note "tags of the seven-tag roster are missing"
        "An archived game has the seven tags Event, Site, Date, Round, White, Black and Result (PGN standard, section 8.1.1).\n\nConverting to PGN adds the missing ones with the value ?."
        "[White \"A\"]\n\n1. e4 *\n";
    "PGN016" NONSTANDARD_DATE "nonstandard-date" Repaired "a nonstandard date"
        "A date is written YYYY.MM.DD, with ?? for what is not known (PGN standard, section 8.1.1.3). The value was kept as it stands."
        "[Date \"8/11/2000\"]\n\n1. e4 *\n";
    "PGN017" NONSTANDARD_RESULT_TAG "nonstandard-result-tag" Repaired "a nonstandard Result tag"
        "The Result tag is 1-0, 0-1, 1/2-1/2 or * (PGN standard, section 8.1.1.7)."
        "[Result \"1:0\"]\n\n1. e4 1-0\n";
    "PGN018" TAGS_AND_MOVES "tags-and-moves" Note "no empty line between tags and moves"
        "In export format an empty line stands between the tags and the moves. Both were read."
        "[White \"A\"] 1. e4 *\n";
    "PGN019" UNKNOWN_VARIANT "unknown-variant" Warning "an unknown variant"
        "The Variant tag names rules that this program does not have. The moves were tried by the rules of orthodox chess, as far as they go."
        "[Variant \"Sittuyin\"]\n\n1. e4 *\n";
    "PGN020" INFERRED_VARIANT "inferred-variant" Repaired "a variant that no tag names"
        "There is no Variant tag, but the event, a drop such as N@f3 or the moves themselves show that a variant was played. Its rules were used.\n\nConverting to PGN writes the Variant tag."
        "[Event \"FICS rated crazyhouse game\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n";
    "PGN021" MISSING_SETUP "missing-setup-tag" Note "FEN without `SetUp`"
        "A game that begins in another position has SetUp \"1\" together with FEN (PGN standard, section 9.7). The FEN was used."
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
    "PGN022" BAD_FEN "bad-fen" Error "the FEN gives no playable position"
        "The position in the FEN tag cannot be played: a king is missing, the side not to move is in check, or the text is not a FEN at all. The moves were kept as text."
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n";
    "PGN023" FOREIGN_SETUP "foreign-setup-tag" Repaired "`SetUp` in another language"
        "Some programs print SetUp in their own language, as [Eingabe \"1\"]. It was read as SetUp."
        "[Eingabe \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
    "PGN024" MENDED_FEN "mended-fen" Repaired "the FEN had to be repaired"
        "The position in the FEN tag was understood, but something in it is wrong: a castling right without its rook, a missing counter, an impossible en passant square. The message says what."
        "[FEN \"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\"]\n[SetUp \"1\"]\n\n1. Ke2 *\n";
    "PGN025" BAD_ESCAPE "bad-escape" Note "a backslash that escapes nothing"
        "In a tag value a backslash stands before a quote or another backslash (PGN standard, section 7). Here it stands before something else and was kept."
        "[Site \"C:\\games\"]\n\n1. e4 *\n";
    "PGN026" BROKEN_TAG "broken-tag" Repaired "a tag over several lines"
        "A tag pair belongs on one line, but this one is broken over several, as by programs that wrap long lines. It was read as one tag; each break within the value became a space.\n\nConverting to PGN writes the tag on one line."
        "[Event \"A tournament with a\nlong name\"]\n\n1. e4 *\n";
    "PGN027" BARE_TAG "bare-tag" Repaired "a tag without its brackets"
        "A tag pair stands in brackets, but the opening bracket or both are missing. Without either, a line is read as a tag only if it holds nothing else and the name is a known one, such as those of the seven-tag roster."
        "Event \"Club\"]\n[White \"A\"]\n\n1. e4 *\n";
    "PGN030" ILLEGAL_MOVE "illegal-move" Error "an illegal move"
        "The move cannot be played in the position that the moves before it lead to. The game was kept up to there; what follows was kept as text and is written back as a comment.\n\nOften the mistake is some moves earlier: look for a move that was left out, or a piece on another square than the writer thought."
        "1. e4 e5 2. Ke3 *\n";
    "PGN110" KEPT_ILLEGAL "kept-illegal" Warning "an illegal move that was played"
        "The move cannot be played in the position that the moves before it lead to, but it is clear which piece moves. As --keep-illegal demands, it was played as it is written and marked by a comment, and the game goes on. The opponent's reply, to a king left in check for example, is not reported if it is a move like any other."
        "1. e4 e5 2. Ke3 Ke7 *\n";
    "PGN111" COMMENTED_MOVES "moves-in-comment" Warning "moves behind a semicolon"
        "A semicolon begins a comment that goes to the end of the line. Right behind a move, and before two more with which the game could go on, it seems to part the moves. They were kept as a comment; write a space or a move number instead of the semicolon."
        "1. e4 e5 2. Nf3;Nc6 Bb5 *\n";
    "PGN031" NOT_A_MOVE "not-a-move" Error "a word that is not a move"
        "A move was expected, but the word here is not one in any notation. The game was kept up to there; what follows was kept as text."
        "1. e4 e5 2. Nf9 Nc6 *\n";
    "PGN032" AMBIGUOUS "ambiguous-move" Error "an ambiguous move"
        "Several pieces of the kind could make this move, and the record does not say which. The game was kept up to there."
        "1. Nf3 a6 2. Nc3 a5 3. Nd4 a4 4. Nb5 h6 5. Nd4 h5 6. Ne4 a3 7. Nf3 g6 8. Ng5 g5 9. Nd4 *\n";
    "PGN033" NULL_MOVE "null-move" Warning "a null move in the game"
        "-- means that a side passed. That is common in analysis; in a game that was played it stands for a move that could not be read, and many programs refuse the game."
        "1. e4 -- 2. d4 *\n";
    "PGN034" AFTER_END "move-after-end" Error "a move after the end of the game"
        "The position before this move is mate, stalemate, or won by the rules of the variant, so no move can follow."
        "1. f3 e5 2. g4 Qh4# 3. a3 *\n";
    "PGN035" MISSING_MOVE "missing-move" Error "a move is missing"
        "The numbers of the moves jump ahead, or a number stands where the other side is to move, and the numbers after it continue from there, so at least one move is missing. What follows was played in another position: the game is read up to there, and the rest is kept as text.\n\nIf nothing but the number is wrong, correct it. `partie fix --level guess` searches for the missing move."
        "1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4 *\n";
    "PGN036" SECOND_GAME "second-game" Error "another game begins"
        "Move number 1 stands after moves, and the moves after it are legal from the start of a game: two games were run together. The first one is read; the text of the second is kept.\n\n`partie fix` puts an empty line between them."
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1. d4 d5 2. c4 e6 *\n";
    "PGN037" CUT_GAME "cut-game" Error "a game that was not read to its end"
        "A comment that starts with `Not read:` holds moves that could not be read when the game was repaired. The moves before it are right; those in the comment are not part of the game.\n\nCorrect the moves in the comment and take its braces away."
        "1. e4 e5 2. Nf3 {Not read: Ke5 3. Bb5 a6} *\n";
    "PGN040" ZERO_CASTLING "zero-castling" Repaired "castling with zeros"
        "Castling is written with the capital letter O: O-O, O-O-O (PGN standard, section 8.2.3.3)."
        "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 *\n";
    "PGN041" NONSTANDARD_CASTLING "nonstandard-castling" Repaired "castling in a nonstandard spelling"
        "Castling is written O-O or O-O-O, with the capital letter O (PGN standard, section 8.2.3.3)."
        "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. o-o *\n";
    "PGN042" LOWERCASE_PIECE "lowercase-piece" Repaired "a piece letter in lower case"
        "Piece letters are capitals: N, B, R, Q, K. A small b is a pawn of the b-file if such a move is legal, and a bishop otherwise."
        "1. nf3 *\n";
    "PGN043" NONSTANDARD_PROMOTION "nonstandard-promotion" Repaired "a promotion in a nonstandard spelling"
        "A promotion is written with an equals sign and a capital: e8=Q (PGN standard, section 8.2.3.3)."
        "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8(Q) *\n";
    "PGN044" MISSING_PROMOTION "missing-promotion" Warning "a promotion without a piece"
        "A pawn reaches the last rank, but the record does not say what it becomes. A queen was taken, which is right nearly always."
        "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8 *\n";
    "PGN045" EN_PASSANT_MARK "en-passant-mark" Repaired "e.p. after a move"
        "SAN does not mark captures en passant."
        "1. e4 a6 2. e5 d5 3. exd6e.p. *\n";
    "PGN046" NONSTANDARD_CHECK_MARK "nonstandard-check-mark" Repaired "a nonstandard check mark"
        "Check is marked +, mate #. Other marks (++, ch, mate, a dagger) were read for their meaning."
        "1. e4 f5 2. Qh5ch *\n";
    "PGN047" OVER_DISAMBIGUATED "over-disambiguated" Repaired "more disambiguation than needed"
        "SAN names the file or rank a piece comes from only where another piece of the same kind could legally make the same move (PGN standard, section 8.2.3.4). A pinned piece does not count."
        "1. Ngf3 *\n";
    "PGN048" NONSTANDARD_CAPTURE "nonstandard-capture-sign" Repaired "a nonstandard capture sign"
        "A capture is written with a small x between the piece and the square."
        "1. e4 d5 2. e:d5 *\n";
    "PGN049" MISSING_CAPTURE "missing-capture-sign" Repaired "a capture without its sign"
        "The move captures something, so SAN writes an x: exd5, Nxe5."
        "1. e4 d5 2. ed5 *\n";
    "PGN050" FALSE_CAPTURE "false-capture-sign" Repaired "a capture sign, but nothing is captured"
        "The move has an x, but its target is empty. If something should stand there, the mistake may be earlier."
        "1. Nxf3 *\n";
    "PGN051" PAWN_LETTER "pawn-letter" Repaired "a pawn named by a letter"
        "SAN writes pawn moves without a letter. P is allowed on import (PGN standard, section 8.2.3.2)."
        "1. Pe4 *\n";
    "PGN052" LONG_FORM "long-form" Repaired "both squares of a move written"
        "The move names the square it comes from, as long algebraic notation and UCI do."
        "1. e2-e4 *\n";
    "PGN053" MISSING_RANK "missing-rank" Repaired "a pawn capture without the rank"
        "The record names only the two files, as ed. It was the only such capture."
        "1. e4 d5 2. ed *\n";
    "PGN054" FIGURINE "figurine" Repaired "figurines for piece letters"
        "PGN writes pieces with the letters N, B, R, Q, K. Figurines were read as them."
        "1. \u{2658}f3 *\n";
    "PGN055" KING_MOVE_CASTLING "castling-as-king-move" Repaired "castling written as a king's move"
        "The king moves two squares, which is castling: O-O or O-O-O."
        "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. Kg1 *\n";
    "PGN056" NONSTANDARD_NULL "nonstandard-null-move" Repaired "a null move in a nonstandard spelling"
        "A null move is written -- in most programs; Z0 is ChessBase's."
        "1. e4 (1. d4 Z0) 1... e5 *\n";
    "PGN057" BARE_DROP "bare-drop" Repaired "a drop without a piece letter"
        "A dropped pawn is written P@e4. Some programs leave the P out."
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e4 *\n";
    "PGN058" LOOKALIKES "look-alike-characters" Repaired "characters that only look like the right ones"
        "The move contains characters that look like the right ones, or are invisible: long dashes, squares in capitals, spaces. They come from word processors, web pages and scanners."
        "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O\u{2013}O *\n";
    "PGN059" MISSING_FILE "missing-file" Repaired "a pawn capture without the file it comes from"
        "SAN names the file of the capturing pawn: exd5. It was the only such capture."
        "1. e4 d5 2. xd5 *\n";
    "PGN060" WRONG_NUMBER "wrong-move-number" Repaired "a wrong move number"
        "The number is not that of the move that follows, but the numbers after it are right again. Numbers were counted from the start position; the moves themselves are not changed by this."
        "1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n";
    "PGN061" MISSING_NUMBERS "missing-move-numbers" Note "move numbers are missing"
        "White's moves have no numbers. Converting to PGN writes them."
        "e4 e5 Nf3 *\n";
    "PGN062" NONSTANDARD_MOVE_NUMBER "nonstandard-move-number" Note "nonstandard move numbers"
        "A move number is digits and one dot before White's move, three before Black's. Other forms (1) 1... d5 without need, two dots, an ellipsis character, no dot) were read."
        "1. e4 1\u{2026} e5 2 Nf3 *\n";
    "PGN063" MISSING_CHECK "missing-check-mark" Note "a check mark is missing"
        "The move gives check or mate, but the record does not mark it. Converting to PGN writes the mark."
        "1. e4 f5 2. Qh5 *\n";
    "PGN064" WRONG_CHECK "wrong-check-mark" Warning "a false check mark"
        "The record marks check or mate, but the position says otherwise. The mistake may be earlier: the writer saw a check on the board."
        "1. e4+ *\n";
    "PGN065" FOREIGN_LETTERS "foreign-letters" Repaired "piece letters of another language"
        "The moves are written with the piece letters of another language. PGN requires English letters. The language was found by reading the game in every language and taking the one that reads furthest; name it with --lang if it is wrong."
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n";
    "PGN066" DETACHED_MARK "detached-mark" Repaired "a mark detached from its move"
        "e.p., ch, mate and the like follow the move as separate words. They were read as part of it."
        "1. e4 a6 2. e5 d5 3. exd6 e.p. *\n";
    "PGN067" NONSTANDARD_WHITESPACE "nonstandard-whitespace" Repaired "nonstandard whitespace"
        "Between the moves there are invisible characters or unusual spaces: non-breaking or zero-width. Many programs stumble over them."
        "1. e4\u{200b}\u{a0}e5 *\n";
    "PGN068" FULL_STOP "full-stop" Repaired "a full stop after a move"
        "The move ends like a sentence: Qg5. was read as Qg5.\n\nConverting to PGN writes the move without the full stop."
        "1. e4 e5. 2. Nf3 *\n";
    "PGN069" NUMBER_JUMP "number-jump" Warning "the move numbers jump"
        "A number is not the one that is due, and the numbers after it continue from there. All moves to the end of the game are legal, and after a jump ahead there are many of them, so probably only the numbers are wrong. They are left as they are."
        "1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 3. Ba4 Nf6 4. O-O Be7 5. Re1 b5 *\n";
    "PGN070" OPEN_COMMENT "comment-not-closed" Error "a comment is never closed"
        "A comment begins with { but no } follows before the end of the game. Everything after it was read as the comment, moves included."
        "1. e4 {good 1... e5 *\n";
    "PGN071" STRAY "stray-character" Repaired "a stray character"
        "A closing brace or bracket without its opening one, a comma, a bar: it was left out."
        "1. e4, e5 *\n";
    "PGN072" NESTED_BRACE "brace-in-comment" Note "an opening brace inside a comment"
        "Comments in braces do not nest (PGN standard, section 5): the first } ends the comment, whatever opened before."
        "1. e4 {a {nested} remark} e5 *\n";
    "PGN073" PROSE "text-outside-comment" Warning "text outside a comment"
        "Words stand among the moves without braces around them. They were kept as a comment."
        "1. e4 e5 a fine reply 2. Nf3 *\n";
    "PGN074" OPEN_VARIATION "variation-not-closed" Repaired "a variation is never closed"
        "A variation begins with ( but no ) follows before the end of the game."
        "1. e4 (1. d4 *\n";
    "PGN075" STRAY_CLOSE "stray-parenthesis" Repaired "a closing parenthesis without an opening one"
        "A variation ends here that never began. The parenthesis was left out."
        "1. e4 ) e5 *\n";
    "PGN076" EARLY_VARIATION "variation-before-moves" Warning "a variation before any move"
        "A variation replaces the move before it, but no move stands before this one. It was kept as a comment."
        "(1. d4) 1. e4 *\n";
    "PGN077" EMPTY_VARIATION "empty-variation" Repaired "an empty variation"
        "The parentheses are empty and were left out."
        "1. e4 () e5 *\n";
    "PGN078" BAD_VARIATION "unreadable-variation" Warning "a variation that cannot be read to its end"
        "A move in a variation is illegal, ambiguous or not a move. The variation was kept up to there, the rest of it as a comment. The main line goes on."
        "1. e4 e5 (1... c5 2. Ke3) 2. Nf3 *\n";
    "PGN079" PROSE_VARIATION "prose-in-parentheses" Repaired "a remark in parentheses"
        "The parentheses contain words but no moves. They were kept as a comment."
        "1. e4 (the best move) e5 *\n";
    "PGN080" BAD_NAG "bad-nag" Repaired "an invalid NAG"
        "A numeric annotation glyph is $ and a number from 0 to 255 (PGN standard, section 10). It was kept as a comment."
        "1. e4 $999 e5 *\n";
    "PGN081" GLYPH "glyph" Repaired "a sign instead of a NAG"
        "Signs of printed chess such as \u{b1} or += stand in the text. In export format they are NAGs: $16, $14. ! and ? and their pairs are allowed on import and are not reported."
        "1. e4 += e5 *\n";
    "PGN082" EARLY_NAG "nag-before-move" Repaired "an annotation before any move"
        "A NAG belongs to the move before it, but there is none. It was kept as a comment."
        "$1 1. e4 *\n";
    "PGN083" ESCAPE "escaped-line" Note "an escaped line"
        "A line that begins with % is for private use and no part of the game (PGN standard, section 6). It was left out and is not written again."
        "% private\n1. e4 *\n";
    "PGN084" BRACKET_TEXT "text-in-brackets" Repaired "text in brackets"
        "There is text in square brackets among the moves that is not a tag. It was kept as a comment."
        "1. e4 [%clk 0:05:00] e5 *\n";
    "PGN085" CLOCK_COLUMN "clock-in-parentheses" Repaired "a clock in parentheses"
        "A time in parentheses follows the move, as in move lists of chess servers. It was read as the time taken, [%emt ...]."
        "1. e4 (0:03) e5 (0:05) *\n";
    "PGN090" MISSING_RESULT "missing-result" Repaired "the result is missing"
        "A game ends with its result: 1-0, 0-1, 1/2-1/2 or *. The Result tag was used, or * without one."
        "1. e4 e5\n";
    "PGN091" NONSTANDARD_RESULT "nonstandard-result" Repaired "a nonstandard result"
        "The result is 1-0, 0-1, 1/2-1/2 or *. Another spelling was read for its meaning."
        "1. e4 e5 1:0\n";
    "PGN092" CONFLICT "result-conflict" Warning "two different results"
        "The Result tag and the result after the moves differ. If the final position decides the game, its result was taken, otherwise the tag's."
        "[Result \"1-0\"]\n\n1. e4 e5 0-1\n";
    "PGN093" SECOND_RESULT "second-result" Repaired "a second result"
        "The result is given more than once. The first was taken; a second one that differs was kept as a comment."
        "1. e4 e5 1-0 1-0\n";
    "PGN094" GLUED_RESULT "glued-result" Repaired "the result is joined to the last move"
        "There is no space between the last move and the result."
        "1. e4 e51-0\n";
    "PGN095" BOARD_CONFLICT "result-against-position" Warning "the result contradicts the final position"
        "The last move is mate, stalemate or the goal of the variant, but the result says something else. The result was kept as it is recorded."
        "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    "PGN096" RESULT_IN_VARIATION "result-in-variation" Note "a result inside a variation"
        "A result in a variation says who wins that line. It was kept as a comment."
        "1. e4 e5 (1... c5 1-0) *\n";
    "PGN099" MORE "more-diagnostics" Note "more diagnostics than are shown"
        "There were more diagnostics in this game than the limit allows. The others were only counted; errors are always shown."
        "";
    "PGN100" TAGS_ON_LINE "tags-on-one-line" Note "several tags on one line"
        "In export format each tag pair is on a line of its own. Many programs read only one tag a line; the others are lost there."
        "[White \"A\"] [Black \"B\"]\n\n1. e4 *\n";
    "PGN101" GAP_IN_TAGS "gap-in-tags" Note "an empty line among the tags"
        "An empty line separates the tags from the moves. Within the tags it makes many programs take the rest for another game."
        "[White \"A\"]\n\n[Black \"B\"]\n\n1. e4 *\n";
    "PGN102" GAP_IN_MOVES "gap-in-moves" Note "an empty line among the moves"
        "An empty line ends a game for many programs; what follows is lost there or becomes a game of its own."
        "1. e4 e5\n\n2. Nf3 *\n";
    "PGN103" CARRIAGE_RETURNS "lone-carriage-returns" Note "lines that end with a carriage return alone"
        "The lines end as on old Macintoshes. Most programs take the whole text for one line."
        "[White \"A\"]\r\r1. e4 *\r";
    "PGN104" BYTE_ORDER_MARK "byte-order-mark" Note "a byte order mark"
        "The text begins with the bytes EF BB BF, by which Windows marks UTF-8. Some programs do not see the first tag for it."
        "\u{feff}[White \"A\"]\n\n1. e4 *\n";
    "PGN105" MOJIBAKE "doubly-encoded" Warning "letters that were encoded twice"
        "The text was UTF-8, was taken for an 8-bit encoding, and was encoded again: J\u{139}\u{2122} for J\u{159}. Every such letter in the value or comment can be turned back."
        "[White \"Ji\u{c5}\u{2122}\u{c3}\u{ad}\"]\n\n1. e4 *\n";
    "PGN106" NAME_ORDER "name-order" Note "a given name before the surname"
        "Names are written surname first, then a comma and the given names (PGN standard, section 8.1.1.5). Programs that collect a player's games look for that form. Which part is the surname cannot be known for certain, so nothing is changed."
        "[White \"Garry Kasparov\"]\n\n1. e4 *\n";
    "PGN107" LANGUAGE_TIE "language-tie" Warning "two languages fit"
        "The piece letters are not English, and the game can be read equally far with those of several languages, with different moves: S is a knight in German and a bishop in Czech. The likeliest language was taken; name the right one with --lang."
        "1. d4 c6 2. c3 a5 3. Sd2 *\n";
    "PGN108" NOTATION "other-notation" Repaired "moves in another notation"
        "The moves are not algebraic: they are in English descriptive notation (P-K4), in the numbers of correspondence chess (5254), or in Smith notation. They were read in that notation; where a word can be several moves, the one with which the game continues was taken.\n\nConverting to PGN writes them in SAN, and so does `partie fix`."
        "[White \"A\"]\n\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 *\n";
    "PGN109" UNSETTLED "mending-unsettled" Warning "repairs do not converge"
        "Each pass of repairs changed the text again, up to a limit of passes. The text was left as it was; its other diagnostics say what is wrong with it. Correct the first of them by hand."
        "";
}
