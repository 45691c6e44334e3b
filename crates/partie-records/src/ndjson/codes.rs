//! Diagnostic codes of Partie's JSON.

use partie_formats::codes;

codes! { Ndjson:
    "JSN001" NOT_JSON "not-json" Error "the line is not a JSON object"
        "Every line of the file is one JSON object, one game. This line is something else, or it was cut off. It was kept as text."
        "{\"moves\": [\n";
    "JSN002" WRONG_FIELD "wrong-field" Error "a field with an invalid value"
        "The field is there, but its value is of another type or none of those that it may have: `moves` is a list of strings or a string, `tags` an object of strings, `result` one of 1-0, 0-1, 1/2-1/2 and *. Its text was kept as a comment."
        "{\"moves\": 1}\n";
    "JSN003" ILLEGAL_MOVE "illegal-move" Error "an illegal move"
        "The move is neither UCI nor SAN, or it cannot be played in the position that the moves before it lead to. The game was kept up to there, and the rest of the moves as text."
        "{\"moves\": [\"e2e4\", \"e2e4\"]}\n";
    "JSN004" BAD_START "bad-start" Error "the start position cannot be played"
        "`start_fen` gives no playable position, so no move can be played from it. The position was kept as a diagram.\n\nIf it is one of a variant, name it in `variant`."
        "{\"start_fen\": \"8/8/8/8/8/8/8/8 w - - 0 1\", \"moves\": []}\n";
    "JSN005" NO_MOVES "no-moves" Warning "the object has no moves"
        "An object without `moves` and `nodes` was read as a game of no moves. It may not be a game written by Partie."
        "{\"tags\": {\"White\": \"Kasparov\"}}\n";
    "JSN006" CONTRADICTION "contradiction" Warning "two fields contradict each other"
        "`san`, `final_fen`, `plies` and `moves` say again what follows from the start and the moves, for programs that do not know the rules. Here one of them says something else. The start and the moves take precedence, and `nodes` over `moves`."
        "{\"moves\": [\"e2e4\"], \"plies\": 2}\n";
    "JSN007" UNKNOWN_FIELD "unknown-field" Note "an unknown field"
        "The field is none of those that Partie writes. Its text was kept as a comment."
        "{\"moves\": [], \"weather\": \"rain\"}\n";
    "JSN008" MENDED_START "mended-start" Warning "the start position was repaired"
        "`start_fen` has a mistake of which the position survives, such as a castling right without a rook. The message is that of the code FEN that belongs to it."
        "{\"start_fen\": \"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\", \"moves\": []}\n";
    "JSN009" INVALID_TAG_NAME "invalid-tag-name" Repaired "a tag name with invalid characters"
        "The name of a tag consists of letters, digits and underscores. Other characters in this one were read as underscores, and a number was added if there is a tag of that name already."
        "{\"tags\": {\"A \\\"x\\\"\": \"y\"}, \"moves\": []}\n";
    "JSN010" REPEATED "repeated-field" Warning "a field occurs twice in its object"
        "An object has two fields of one name. As in most programs the last one counts; the text of the others was kept as a comment.\n\nLeave one of them."
        "{\"moves\": [\"d2d4\"], \"moves\": [\"e2e4\"]}\n";
    "JSN012" KEPT_ILLEGAL "kept-illegal" Warning "an illegal move that was played"
        "The move cannot be played by the rules in the position that the moves before it lead to. As --keep-illegal demands, it was played as it is written and marked by a comment, and the game goes on."
        "{\"moves\": [\"e2e4\", \"e7e5\", \"e1e3\"]}\n";
    "JSN011" NO_GAME "no-game" Error "there is no game in this object"
        "The object has no moves, no start position, no result and no tag of chess: it may be a line of a log. It was kept as text, and it is not counted as a game.\n\nThe fields that Partie reads are `moves`, `nodes`, `san`, `start_fen`, `fen`, `tags`, `result` and `unread`."
        "{\"level\": \"info\", \"message\": \"started\"}\n";
}
