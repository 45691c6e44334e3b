//! Inputs that repeat one thing: what is cheap once must stay cheap a hundred thousand times.

/// An input of any size.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// Name of what repeats, for the table.
    pub name: &'static str,
    /// The format, as `--from` takes it.
    pub format: &'static str,
    /// Text before the repetition.
    pub head: &'static str,
    /// The repeated text; `#` stands for a running number, `\x01` for a byte that is not UTF-8.
    pub unit: &'static str,
    /// Text after the repetition.
    pub tail: &'static str,
}

impl Pattern {
    /// Returns an input of about `bytes` bytes.
    #[must_use]
    pub fn text(&self, bytes: usize) -> Vec<u8> {
        let mut text = self.head.as_bytes().to_vec();
        let mut number = 0_u32;
        while text.len() < bytes {
            number += 1;
            for byte in self.unit.bytes() {
                match byte {
                    b'#' => text.extend(number.to_string().bytes()),
                    1 => text.push(0xe9),
                    _ => text.push(byte),
                }
            }
        }
        text.extend(self.tail.bytes());
        text
    }
}

const fn pgn(name: &'static str, unit: &'static str) -> Pattern {
    Pattern { name, format: "pgn", head: "", unit, tail: "" }
}

const fn of(format: &'static str, name: &'static str, unit: &'static str) -> Pattern {
    Pattern { name, format, head: "", unit, tail: "" }
}

const fn within(
    name: &'static str,
    head: &'static str,
    unit: &'static str,
    tail: &'static str,
) -> Pattern {
    Pattern { name, format: "pgn", head, unit, tail }
}

const fn within_of(
    format: &'static str,
    name: &'static str,
    head: &'static str,
    unit: &'static str,
    tail: &'static str,
) -> Pattern {
    Pattern { name, format, head, unit, tail }
}

/// All patterns.
pub const PATTERNS: &[Pattern] = &[
    // Games.
    pgn(
        "games",
        "[Event \"#\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n",
    ),
    pgn("bare games", "1. e4 e5 1-0\n\n"),
    pgn("games of a result", "1-0\n\n"),
    pgn("games of a tag", "[Event \"#\"]\n\n*\n\n"),
    // Moves.
    pgn("one long game", "#. Nf3 Nf6 #. Ng1 Ng8 "),
    pgn("moves on lines of their own", "1. Nf3\nNf6\n2. Ng1\nNg8\n"),
    pgn("moves without numbers", "Nf3 Nf6 Ng1 Ng8 "),
    pgn("long moves without numbers", "Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8 "),
    pgn("German moves", "Sf3 Sf6 Sg1 Sg8 "),
    pgn("moves in small letters", "1. nf3 nf6 2. ng1 ng8 "),
    pgn("null moves", "-- "),
    pgn("null moves, other spelling", "1. null Z0 "),
    pgn("wrong numbers", "7. Nf3 9. Nf6 5. Ng1 Ng8 "),
    pgn("numbers", "1. "),
    pgn("dots", "... "),
    pgn("a long word", "a"),
    pgn("a long number", "1"),
    pgn("castling", "O-O-"),
    pgn("illegal moves", "e4 "),
    pgn("illegal moves with numbers", "1. Qh5 Ke2 "),
    pgn("illegal in variations", "(1. Qh5) "),
    within("moves that stop", "1. e4 ", "Qh5 Nf3 d6 Bc4 ", "1-0"),
    within(
        "pieces that may be several",
        "[FEN \"4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1\"]\n\n",
        "Nb3 ",
        "",
    ),
    pgn("moves glued together", "e4e5Nf3Nc6"),
    pgn("results glued to moves", "e41-0 "),
    pgn("checks and marks", "e.p. ch. mate "),
    // Results.
    pgn("asterisks", "* "),
    pgn("results", "1/2-1/2 "),
    within("results among moves", "1. e4 ", "1-0 e5 ", ""),
    within("results in a variation", "1. e4 (1. d4 ", "1-0 ", ""),
    // Tags.
    pgn("different tags", "[T# \"x\"]\n"),
    pgn("different tags with moves", "[T# \"x\"]\n1. e4 "),
    pgn("one tag with many values", "[A \"#\"]\n"),
    pgn("tags on one line", "[Site \"x\"] "),
    pgn("odd tag names", "[Wh#-ite \"x\"]\n"),
    pgn("tags that are not closed", "[Event \"x "),
    pgn("tags that are not closed, on lines", "[Ev# \"x\n"),
    within("backslashes in a value", "[White \"", "\\", "\"]\n\n1. e4 *\n"),
    within("quotes in a value", "[White \"", "x\" ", "\"]\n\n1. e4 *\n"),
    within("words in a name", "[White \"", "Jan ", "\"]\n\n1. e4 *\n"),
    within("words in an event", "[Event \"", "rated ", "\"]\n\n1. e4 *\n"),
    within("ranks of a FEN", "[FEN \"", "8/", "\"]\n\n1. e4 *\n"),
    within("quotes in a FEN", "[FEN \"", "\"", "\"]\n\n1. e4 *\n"),
    within("words of a result tag", "[Result \"", "0-1 ", "\"]\n\n1. e4 *\n"),
    within("parts of a date", "[Date \"", "1.2.", "\"]\n\n1. e4 *\n"),
    // Comments and signs.
    pgn("opening brackets", "["),
    pgn("closing brackets", "]"),
    pgn("bracketed text", "[%clk 0:01:00] "),
    pgn("opening braces", "{"),
    pgn("closing braces", "} "),
    pgn("empty comments", "{}"),
    within("comments", "1. e4 ", "{good} ", "*"),
    pgn("comments with moves", "Nf3 {Nc3} Nf6 {Nc6} Ng1 {Nh3} Ng8 {Nh6} "),
    within("one long comment", "1. e4 {", "a fine move, ", "} *"),
    within("a comment that is not closed", "1. e4 {", "2. Nf3 Nc6 ", ""),
    within("commands", "1. e4 ", "{[%clk 0:01:00] [%csl Ra1]} ", "*"),
    within("commands in one comment", "1. e4 {", "[%csl Ra1] ", "} *"),
    within("tags in a comment", "1. e4 {", "\n[Event \"x\"]\n", "} *"),
    pgn("line comments", ";x\n"),
    pgn("escaped lines", "%x\n"),
    pgn("opening parentheses", "("),
    pgn("closing parentheses", ") "),
    within("empty variations", "1. e4 ", "() ", "*"),
    within("variations", "1. e4 ", "(1. d4 d5) ", "*"),
    within("nested variations", "1. e4 ", "(1. d4 ", ""),
    pgn("glyphs", "!? $1 "),
    pgn("glyphs in a row", "!"),
    within("NAGs", "1. e4 ", "$# ", "*"),
    pgn("prose", "White won a pawn and the game. "),
    pgn("prose on lines", "White won\n"),
    within("prose among moves", "", "Nf3 good Nf6 bad Ng1 Ng8 ", "*"),
    // Layout and letters.
    pgn("spaces", " "),
    pgn("line ends", "\n"),
    pgn("carriage returns", "\r"),
    pgn("lines with carriage returns", "1. Nf3 Nf6\r2. Ng1 Ng8\r"),
    pgn("non-breaking spaces", "Nf3\u{a0}Nf6\u{a0}Ng1\u{a0}Ng8\u{a0}"),
    pgn("zero bytes", "\0"),
    pgn("control characters", "Nf3 \u{2} Nf6 \u{2} Ng1 Ng8 "),
    pgn("byte order marks", "\u{feff}"),
    pgn("8-bit letters", "{J\u{1}} Nf3 Nf6 Ng1 Ng8 "),
    within("letters encoded twice", "[White \"", "MÃ¼ller ", "\"]\n\n1. e4 *\n"),
    pgn("quoted mail", "> 1. Nf3 Nf6\n> 2. Ng1 Ng8\n"),
    pgn("HTML", "<p>1. Nf3 Nf6<br>&nbsp;2. Ng1 Ng8</p>\n"),
    pgn("entities", "&quot;"),
    pgn("angle brackets", "<"),
    // Scoresheets.
    of("text", "a scoresheet's moves", "#. Ng1-f3 Ng8-f6\n#. Nf3-g1 Nf6-g8\n"),
    of("text", "descriptive moves", "P-K4 P-K4\n"),
    of("text", "header lines", "White: x\n"),
    of("text", "different header lines", "White: x#\n"),
    of("text", "header words on one line", "White: x "),
    of("text", "scoresheets", "White: A\nBlack: B\n\n1. e4 e5\n1-0\n\n"),
    of("text", "a scoresheet's prose", "White won a pawn and the game.\n"),
    of(
        "text",
        "numbers in sentences",
        "The knight goes to f3 and then e5 is 1. played by somebody. ",
    ),
    of("text", "bare numbers", "#. "),
    of("text", "a scoresheet's illegal moves", "#. Qh5 Qh5\n"),
    of("text", "empty lines", "\n \n"),
    of("text", "columns", "e4 | e5 | \n"),
    of("text", "rows of a Markdown table", "| a | b |\n"),
    of("text", "rows of CSV", "a,#,2.5,foo,2020-01-01\n"),
    of("text", "Markdown headings", "# a\n"),
    of("text", "opening brackets on lines", "( a ( b (\n"),
    of("text", "a scoresheet's results", "1-0\n"),
    of("text", "move words in a row", "e4 e5 Nf3 Nc6 Ng1 Nb8 "),
    // Chess Game Player.
    of("cgp", "pairs", "1. e2-e4 e7-e5 "),
    of("cgp", "knights to and fro", "g1-f3 g8-f6 f3-g1 f6-g8\n"),
    of("cgp", "squares", "d2 d4 "),
    of("cgp", "dotted diagrams", "….d2…….-……….d4….D7………….-d5…...\n"),
    of("cgp", "captures", "e4 x d5 "),
    of("cgp", "prose with moves", "White played e2-e4 and Black answered.\n"),
    // Style 12.
    of(
        "style12",
        "boards",
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 # Alice Bob 1 3 2 39 39 180 180 1 none (0:00) none 0 1 0\n",
    ),
    of(
        "style12",
        "boards of one game",
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 7 Alice Bob 0 3 2 39 39 180 180 1 none (0:00) none 0 1 0\n",
    ),
    of(
        "style12",
        "knights on a board",
        "<12> rnbqkbnr pppppppp -------- -------- -------- -----N-- PPPPPPPP RNBQKB-R B -1 1 1 1 1 1 7 Alice Bob 0 3 2 39 39 180 180 1 N/g1-f3 (0:01) Nf3 0 1 0\n<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR B -1 1 1 1 1 2 7 Alice Bob 0 3 2 39 39 180 180 2 N/f3-g1 (0:01) Ng1 0 1 0\n",
    ),
    of(
        "style12",
        "creations",
        "Creating: Alice (1543) Bob (1500) rated blitz 3 2\n{Game # (Alice vs. Bob) Creating rated blitz match.}\n",
    ),
    of("style12", "ends of games", "{Game # (Alice vs. Bob) Alice resigns} 0-1\n"),
    of("style12", "prompts", "fics% "),
    of("style12", "continued lines", "a\n\\   b\n"),
    of(
        "style12",
        "move lists",
        "Movelist for game #:\n\nAlice (1500) vs. Bob (1500) --- Thu Jan 1, 2015\nRated blitz match, initial time: 3 minutes, increment: 0 seconds.\n\nMove  Alice              Bob\n----  ----------------   ----------------\n  1.  e4      (0:00)     e5      (0:00)\n      {Still in progress} *\n",
    ),
    of("style12", "rows of a move list", "  #.  Nf3     (0:00)     Nf6     (0:00)\n"),
    of("style12", "torn boards", "<12> "),
    of("style12", "telnet bytes", "\u{1}\u{1} "),
    of("style12", "two boards", "<b1> game # white [PNB] black [R]\n"),
    // Positions.
    of("fen", "positions", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"),
    of("fen", "broken positions", "8/8/ x\n"),
    of("fen", "a long rank", "8/"),
    of("fen", "digits", "8"),
    of("fen", "spaces in a FEN", " w"),
    of("fen", "brackets in a FEN", "[Q~"),
    of("epd", "suites", "4k3/8/8/8/8/8/4P3/4K2R w K - bm O-O; id \"#\";\n"),
    within_of("epd", "operations", "4k3/8/8/8/8/8/4P3/4K2R w K - ", "c# \"x\"; ", "\n"),
    within_of("epd", "moves of an operation", "4k3/8/8/8/8/8/4P3/4K2R w K - bm ", "e4 ", ";\n"),
    within_of("epd", "quotes of an operation", "4k3/8/8/8/8/8/4P3/4K2R w K - id ", "\"", ";\n"),
    within_of("epd", "a line of play", "4k3/8/8/8/8/8/4P3/4K2R w K - pv ", "e4 Kd7 ", ";\n"),
    // Bughouse.
    of(
        "bpgn",
        "two games",
        "[Event \"bughouse\"]\n[Result \"1-0\"]\n\n1A. e4{178.2} 1B. e4{179.0} 1a. e5{177.9} 1b. e5{177.5} 1-0\n\n",
    ),
    within_of(
        "bpgn",
        "knights on two boards",
        "[Event \"bughouse\"]\n\n",
        "1A. Nf3{1} 1B. Nf3{1} 1a. Nf6{1} 1b. Nf6{1} 1A. Ng1{1} 1B. Ng1{1} 1a. Ng8{1} 1b. Ng8{1} ",
        "*\n",
    ),
    of("bpgn", "drops", "1A. P@e4 "),
    of("bpgn", "times", "1A. {1}"),
    of("bpgn", "bughouse results", "1A. e4 1-0 "),
    // JSON lines.
    of(
        "ndjson",
        "JSON games",
        "{\"tags\":{\"Event\":\"#\"},\"variant\":\"Standard\",\"moves\":[\"e2e4\",\"e7e5\"],\"result\":\"*\"}\n",
    ),
    within_of(
        "ndjson",
        "JSON moves",
        "{\"moves\":[\"g1f3\"",
        ",\"g8f6\",\"f3g1\",\"f6g8\",\"g1f3\"",
        "]}\n",
    ),
    within_of(
        "ndjson",
        "JSON tags",
        "{\"tags\":{\"A\":\"x\"",
        ",\"T#\":\"x\"",
        "},\"moves\":[\"e2e4\"]}\n",
    ),
    within_of(
        "ndjson",
        "JSON escapes",
        "{\"tags\":{\"A\":\"",
        "\\\"",
        "\"},\"moves\":[\"e2e4\"]}\n",
    ),
    of("ndjson", "JSON brackets", "["),
    of("ndjson", "broken JSON lines", "{\"moves\":\n"),
];
