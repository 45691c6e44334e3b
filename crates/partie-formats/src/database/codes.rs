//! Codes of the diagnostics of databases.

use crate::codes;

codes! { Pgn:
    "DBS001" MISSING_FILE "database-file-missing" Error "a file of the database is missing"
        "A database of Scid or ChessBase is several files beside each other with one name: base.si4 needs base.sn4 (names) and base.sg4 (moves); base.cbh needs base.cbg (moves), base.cba (annotations), base.cbp (players), base.cbt (tournaments) and others. What the missing file holds was left out of each game. Copy all files of the database into one folder."
        "[Event \"Club\"]\n\n%DBS001 base.sg4 is missing: the moves were not read\n*\n";
    "DBS002" OUTSIDE "game-outside-file" Error "the data of a game lie outside of the file"
        "The index says that the data of this game stand at a place that the file does not have, because the file was cut short or the index is damaged. The game has its tags, but what stood there was not read. A backup of the file may have it; the program that made the database can check and compact it."
        "[Event \"Club\"]\n\n%DBS002 base.sg4, byte 8812: the file ends at 4096; the moves were not read\n*\n";
    "DBS003" BAD_MOVE "bad-database-move" Error "a code that is no legal move"
        "A move of a database is a code of one or two bytes, which means a move only in its position. This one stands for a move that is not legal, so that the data are damaged, or the program that wrote them allowed such moves. The moves before it were read; the rest of its line was not."
        "[Event \"Club\"]\n\n%DBS003 base.sg4, byte 8812: the code 0x5f is no legal move after ply 12\n*\n";
    "DBS004" BROKEN_DATA "broken-game-data" Error "damaged data of a game"
        "The data of this game are not built as they must be: a length leads beyond their end, a variation has no beginning, or the end is missing. What stands before the damage was read."
        "[Event \"Club\"]\n\n%DBS004 base.sg4, byte 8812: the tags do not end\n*\n";
    "DBS005" BAD_NAME "database-name-missing" Warning "a name that the database does not have"
        "A game names its players and its event by numbers, and the file of names has no name of this number: it was cut short or is damaged. A question mark stands for the name."
        "[Event \"?\"]\n\n%DBS005 base.sn4: there is no name of event 77\n*\n";
    "DBS006" CUT_INDEX "truncated-database" Error "the list of games is cut short"
        "The file that lists the games says how many there are, but ends before that, so that the last ones are lost. A backup of the file may have them."
        "[Event \"Club\"]\n\n%DBS006 base.si4, byte 182: 10 games are announced, but the file ends after 1\n*\n";
    "DBS007" BAD_START "bad-database-position" Error "a start position that was not read"
        "The game begins with a position of its own, which is not one: the data are damaged. Its moves were not read, since their codes mean nothing without it."
        "[Event \"Club\"]\n\n%DBS007 base.sg4, byte 8812: no position: 8/8/8\n*\n";
    "DBS008" OTHER_RULES "database-variant" Error "a game by rules that are not read"
        "The database marks this game as one of a variant, or of positions without rules, whose moves are stored in another way. It has its tags only."
        "[Event \"Club\"]\n\n%DBS008 base.cbg, byte 8812: mode 16 (makruk); the moves were not read\n*\n";
    "DBS010" DELETED "deleted-game" Note "a game that is marked as deleted"
        "The program that made the database hides this game, and removes it when the database is compacted. It was read like the others, with the tag ScidFlags or ChessBaseFlags, whose value contains D. `partie grep -v --tag ScidFlags~D base.si4` leaves such games out."
        "[Event \"Club\"]\n\n%DBS010 base.si4, game 3: marked as deleted\n*\n";
    "DBS011" DATABASE_NOTES "database-description" Note "a description of the database itself"
        "The database has a title, a description or names for its flags, which belong to no game. PGN has no place for them, so they are shown here only."
        "[Event \"Club\"]\n\n%DBS011 base.si4: the database describes itself as: club games\n*\n";
    "DBS020" MEDIA "media-not-read" Warning "sounds, pictures or films"
        "Sounds, pictures and films are attached to this game. PGN cannot carry them; the text and the moves were read."
        "[Event \"Club\"]\n\n%DBS020 base.cba, byte 26: 2 pictures were left out\n*\n";
    "DBS021" TRAINING "training-not-read" Warning "training questions"
        "Questions for training are attached to moves of this game. PGN has no form for them; they were left out."
        "[Event \"Club\"]\n\n%DBS021 base.cba, byte 26: 1 training question was left out\n*\n";
    "DBS022" OTHER_ANNOTATION "annotation-not-read" Warning "annotations of a kind that is not read"
        "An annotation of this game is of a kind for which PGN has no form, or whose data nobody has described. The message names the kind. Moves, texts and signs were read."
        "[Event \"Club\"]\n\n%DBS022 base.cba, byte 26: 1 game quotation was left out\n*\n";
    "DBS023" GUIDING_TEXT "guiding-text" Note "a text among the games"
        "ChessBase keeps texts (reports, tables) among the games. A text has no moves: its title became the event, and its content was left out."
        "[Event \"Report\"]\n\n%DBS023 base.cbh, game 4: a text; its content was left out\n*\n";
    "DBS024" CHANGED_TEXT "changed-database-text" Repaired "a text that PGN writes in another way"
        "A comment or a tag contains something that PGN cannot: a closing brace, a line end, or signs in the name of a tag. The message says how it was written instead."
        "[Event \"Club\"]\n\n%DBS024 base.sg4, byte 26: closing braces in comments, written as parentheses\n*\n";
    "DBS025" LINE_ENDS "line-ends-in-comments" Note "line ends in comments"
        "Comments of this game have several lines. PGN counts line ends as spaces, and so they were written."
        "[Event \"Club\"]\n\n%DBS025 base.cba, byte 26: line ends in comments, written as spaces: 2\n*\n";
}
