//! Detection of a text's format.

use std::borrow::Cow;

use partie_core::{
    Language,
    moves::{Quirks, is_dash, language::figurine, san::San},
};

use partie_formats::{Format, decode, result};
use partie_wire::style12;

use crate::log_prefix;

/// Number of bytes of a text that are examined.
pub const HEAD: usize = 64 << 10;

/// Detects the format from the beginning of a text, with the file's name as a hint if the text is
/// ambiguous. The default is PGN.
///
/// ```
/// use partie_formats::Format;
/// use partie_records::detect::detect;
/// assert_eq!(detect(b"[White \"A\"]\n\n1. e4 *\n", None), Format::Pgn);
/// assert_eq!(detect(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", None), Format::Fen);
/// assert_eq!(detect(b"1. d2 - d4 d7 - d5", Some("game.txt")), Format::ChessGamePlayer);
/// ```
#[must_use]
pub fn detect(head: &[u8], name: Option<&str>) -> Format {
    let hint = name.and_then(|n| n.rsplit('.').next()?.parse::<Format>().ok());
    let head = &head[..head.len().min(HEAD)];
    let head = decode::as_utf8(head);
    let text = decode::lossy(&head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if is_json(text, hint) {
        return Format::Ndjson;
    }
    // A comment in PGN may quote anything, a server's words too.
    let outside = outside_comments(text);
    let tag_first = partie_pgn::token::tag_name(outside.trim_start().as_bytes()).is_some();
    if tag_first && is_position_and_pairs(text) {
        return Format::ChessGamePlayer;
    }
    if !tag_first && partie_scoresheet::notation_named(&outside).is_some() {
        return Format::Scoresheet;
    }
    if !tag_first && is_transcript(&outside) {
        return Format::Style12;
    }
    if partie_pgn::bpgn::is_bpgn(text.as_bytes()) {
        return Format::Bpgn;
    }
    if tag_first || has_tags(&outside) {
        return Format::Pgn;
    }
    if let Some(format) = positions(text, hint) {
        return format;
    }
    match hint {
        Some(Format::Scoresheet) | None => free_text(text, hint),
        // Calendars and other logs have the extension of a chess server's transcript.
        Some(Format::Style12)
            if text.contains("BEGIN:VCALENDAR")
                || !text.lines().any(|line| style12::find_tag(line.as_bytes()).is_some())
                    && text.lines().any(crate::hidden::begins_game) =>
        {
            free_text(text, None)
        }
        Some(hint) => hint,
    }
}

/// Returns true if bytes that contain zero bytes are chess nevertheless: they have a tag pair at the
/// start of a line or the words of a chess server, or are a damaged text.
pub(crate) fn is_marked(head: &[u8]) -> bool {
    let text = decode::lossy(head);
    has_tags(&text) || is_transcript(&text) || is_damaged_text(&text)
}

/// Returns true for positions, moves or JSON with a few zero bytes and no other control characters.
fn is_damaged_text(text: &str) -> bool {
    const BYTES_PER_ZERO: usize = 8;
    let zeros = text.bytes().filter(|b| *b == 0).count();
    let is_control = |c: char| c.is_control() && c != '\0' && !c.is_whitespace();
    if zeros * BYTES_PER_ZERO > text.len() || text.contains(is_control) {
        return false;
    }
    let text = text.replace('\0', " ");
    let text = text.trim_start_matches('\u{feff}').trim_start();
    positions(text, None).is_some()
        || is_json(text, None)
        || is_movetext(text, &outside_comments(text))
        || text.lines().any(partie_scoresheet::is_of_moves)
}

/// Returns a text without comments of PGN and Chess Game Player: `{...}`, `;` as a word's first
/// letter to the end of the line, and lines that begin with `%` or `#`.
///
/// A chess server's braces enclose its own words on a game, and are not a comment.
fn outside_comments(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut kept, mut at) = (0, 0);
    // A server's chat has braces that are never closed.
    let mut closes = true;
    while let Some(b) = bytes.get(at) {
        partie_formats::steps::add(1);
        if at > 0 && bytes[at - 1] != b'\n' && !matches!(b, b'{' | b';') {
            // To the next brace or semicolon, or the start of the next line.
            let next = memchr::memchr3(b'{', b';', b'\n', &bytes[at..]);
            at += next.map_or(bytes.len(), |n| n + usize::from(bytes[at + n] == b'\n'));
            continue;
        }
        let before = at.checked_sub(1).map_or(b'\n', |i| bytes[i]);
        let line_end = || memchr::memchr(b'\n', &bytes[at..]).map(|n| at + n);
        let end = match b {
            b'{' if closes && !is_about_a_game(&text[at..]) => {
                let close = memchr::memchr(b'}', &bytes[at..]).map(|n| at + n + 1);
                closes = close.is_some();
                close
            }
            b';' if before.is_ascii_whitespace() => line_end().or(Some(text.len())),
            b'%' | b'#' if before == b'\n' => line_end().or(Some(text.len())),
            _ => None,
        };
        if let Some(end) = end {
            out.push_str(&text[kept..at]);
            out.push(' ');
            kept = end;
        }
        at = end.unwrap_or(at + 1);
    }
    if kept == 0 {
        return text.into();
    }
    out.push_str(&text[kept..]);
    out.into()
}

/// `{Game 7 (a vs. b) Creating`: how a chess server speaks of a game.
fn is_about_a_game(text: &str) -> bool {
    text.strip_prefix("{Game ").is_some_and(|rest| {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.starts_with(" (") && rest.lines().next().is_some_and(|l| l.contains(" vs. "))
    })
}

/// Returns true if a text is JSON with games. A comment in braces is not.
pub(crate) fn is_json(text: &str, hint: Option<Format>) -> bool {
    let Some(inner) = text.strip_prefix('{') else { return false };
    let key = inner.trim_start().strip_prefix('"').and_then(|key| key.split_once('"'));
    key.is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
        && (hint == Some(Format::Ndjson)
            || ["\"moves\"", "\"nodes\"", "\"start_fen\""].iter().any(|field| {
                // A remark may name a field, but gives it no value.
                let values = text.match_indices(field).map(|(i, _)| &text[i + field.len()..]);
                values.map(str::trim_start).any(|rest| rest.starts_with(':'))
            }))
}

/// Returns true for a session with a chess server, in any of the forms that programs keep it in.
fn is_transcript(text: &str) -> bool {
    const MARKS: [&str; 5] = [
        "<<<CLIENT ",
        "<ICS: ",
        "Movelist for game ",
        "**** Starting FICS session",
        // A list of moves without its head.
        "\n----  ----------------   ----------------",
    ];
    MARKS.iter().any(|m| text.contains(m))
        || places(text, &["<12> ", "&lt12> ", "&lt;12> "])
            .any(|(at, tag)| begins_line(text, at) || is_rank(&text[at + tag.len()..]))
        || places(text, &["fics% ", "aics% "]).any(|(at, _)| begins_line(text, at))
        || memchr::memmem::find_iter(text.as_bytes(), "{Game ").any(|i| is_about_a_game(&text[i..]))
}

/// Number of places of a mark that are looked at.
const MOST_PLACES: usize = 1000;

/// Returns places of marks in a text.
fn places<'a>(text: &'a str, marks: &'a [&str]) -> impl Iterator<Item = (usize, &'a str)> {
    marks.iter().flat_map(|mark| text.match_indices(*mark).take(MOST_PLACES))
}

/// Returns true if a place is the beginning of a line, or follows what a program writes before the lines
/// of a log.
fn begins_line(text: &str, at: usize) -> bool {
    let start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let before = text[start..at].trim_start_matches(|c: char| c.is_control() || c.is_whitespace());
    // A prompt may come twice, and xboard's and proxies' logs quote lines.
    let before = before.trim_end_matches("fics% ").trim_end_matches("aics% ");
    before.is_empty()
        || before.starts_with("<ICS: ")
        || before.starts_with("S>")
        || log_prefix::is_prefix(before.as_bytes())
}

/// Returns true if a text begins with a rank of a board in Style 12.
fn is_rank(text: &str) -> bool {
    let rank = text.trim_start().as_bytes();
    let rank = &rank[..rank.iter().position(u8::is_ascii_whitespace).unwrap_or(rank.len())];
    rank.len() == 8 && rank.iter().all(|b| b"rnbqkpRNBQKP-".contains(b))
}

/// Returns true if a line begins with a tag pair, after quoting or HTML at most.
pub(crate) fn has_tags(text: &str) -> bool {
    memchr::memchr_iter(b'[', text.as_bytes()).take(1000).any(|i| {
        let line = text[..i].rfind(['\n', '\r']).map_or(0, |n| n + 1);
        let before = text[line..i].trim_matches(['>', '|', ' ', '\t']);
        let starts = before.is_empty()
            || before.ends_with("br /")
            || before.starts_with('[')
            || before.starts_with("<pre");
        starts && partie_pgn::token::tag_name(&text.as_bytes()[i..]).is_some()
    })
}

/// FEN or EPD, if most lines are positions.
fn positions(text: &str, hint: Option<Format>) -> Option<Format> {
    let mut suite = false;
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with(['#', '%']))
        // The lines of a perft suite.
        .filter(|l| !l.starts_with("id ") && !l.starts_with("perft "))
        .map(|l| match l.strip_prefix("epd ") {
            Some(position) => {
                suite = true;
                position
            }
            None => l,
        })
        .take(50)
        .collect();
    let positions: Vec<&&str> = lines.iter().filter(|l| is_position(l)).collect();
    if positions.is_empty() || positions.len() * 2 < lines.len() {
        return None;
    }
    // Moves below a position begin there.
    let moves = |line: &&&str| !is_position(line) && partie_scoresheet::is_of_moves(line);
    if lines.iter().any(|line| moves(&line)) {
        return Some(match free_text(text, hint) {
            Format::ChessGamePlayer => Format::ChessGamePlayer,
            _ => Format::Scoresheet,
        });
    }
    if suite || positions.iter().any(|l| has_operations(l)) {
        return Some(Format::Epd);
    }
    Some(match hint {
        Some(hint @ (Format::Fen | Format::Epd)) => hint,
        _ if positions.iter().all(|l| l.split_whitespace().count() == 4) => Format::Epd,
        _ => Format::Fen,
    })
}

fn is_position(line: &str) -> bool {
    let line = &line[partie_formats::fen::label_length(line)..];
    let line = line.trim_start_matches(['"', '\'']);
    let line = line.replace("%20", " ");
    let mut fields = line.split(|c: char| c.is_whitespace() || c == '_');
    let board = fields.next().unwrap_or_default();
    let side = fields.next().unwrap_or_default();
    board.matches('/').count() >= 7
        && board.chars().all(|c| c.is_ascii_alphanumeric() || "/[]~-".contains(c))
        && matches!(side, "w" | "b" | "W" | "B" | "white" | "black" | "s" | "")
}

/// Returns true if a text consists of one position.
pub(crate) fn is_board(text: &str) -> bool {
    text.split_whitespace().count() <= 6 && is_position(text)
}

/// Returns true if EPD operations follow a position.
fn has_operations(line: &str) -> bool {
    let first = line.split_whitespace().nth(4).unwrap_or_default();
    line.contains(';') || partie_formats::epd::opcode::is_known(first)
}

/// Distinguishes kinds of free text: pairs of squares, moves with numbers, prose with moves.
fn free_text(text: &str, hint: Option<Format>) -> Format {
    if partie_scoresheet::has_table(text) {
        return Format::Scoresheet;
    }
    let outside = outside_comments(text);
    let (pairs, short) = squares(&outside);
    let paired = pairs.len();
    if paired > 0
        && paired >= short
        && !promotes_as_san(&outside)
        && !is_difference(&outside, &pairs)
    {
        let (plies, plies_of_cgp) = plies(text);
        let long = is_annotated(&outside, &pairs) && plies >= plies_of_cgp;
        let is_other = plies > 0 && plies_of_cgp == 0;
        return if long || is_other { Format::Scoresheet } else { Format::ChessGamePlayer };
    }
    match hint {
        Some(hint) => hint,
        None if is_movetext(text, &outside) => Format::Pgn,
        None if paired + short > 0 || numbers_or_words(&outside) => Format::Scoresheet,
        None => Format::Pgn,
    }
}

/// Returns true if the only pair of squares is more likely a difference in a program: `X := c2 -c3;`.
fn is_difference(text: &str, pairs: &[Pair]) -> bool {
    let [pair] = pairs else { return false };
    let is_word = |word: &str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters > 0 && squares(word).1 == 0 && result::from_spelling(word).is_none()
    };
    let is_sum = |c: char| matches!(c, '=' | '+' | '*' | ';' | '/');
    !pair.numbered && !pair.long && text.contains(is_sum) && text.split_whitespace().any(is_word)
}

/// Returns true if the only tag of a text is its start position, and pairs of squares that no
/// move in PGN has (`E2 - E4`) make up the moves.
fn is_position_and_pairs(text: &str) -> bool {
    let Some((tag, moves)) = text.split_once('\n') else { return false };
    if !tag.starts_with("[FEN ") || has_tags(moves) {
        return false;
    }
    let outside = outside_comments(moves);
    let (pairs, short) = squares(&outside);
    pairs.len() > short && pairs.iter().any(|pair| !pair.long) && !promotes_as_san(&outside)
}

/// Two squares with a mark between them.
struct Pair {
    /// True if it is a move in long algebraic notation: only the mark stands between the squares,
    /// and a piece from its own first rank has a letter.
    long: bool,
    /// True if it follows its number directly.
    numbered: bool,
    /// The first byte after them.
    end: usize,
}

/// Returns true if all pairs are moves in long algebraic notation with numbers before them, signs
/// after them or sidelines between them, which Chess Game Player does not ask for.
fn is_annotated(text: &str, pairs: &[Pair]) -> bool {
    let is_sign = |word: &str| {
        let bare = word.trim_start_matches(['+', '#']);
        [word, bare].iter().any(|word| partie_core::Nag::from_glyph(word).is_some())
            || word.strip_prefix('$').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
    };
    let signed = |pair: &Pair| {
        let rest = &text[pair.end..];
        let mut words = rest.split_whitespace();
        let glued = !rest.starts_with(char::is_whitespace);
        let first = words.next().unwrap_or_default();
        is_sign(first) || glued && words.next().is_some_and(is_sign)
    };
    let sideline = |at: usize| {
        let inner = &text[at + 1..];
        let rest = inner.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < inner.len() && rest.starts_with(['.', '…'])
    };
    let numbered = pairs.iter().filter(|pair| pair.numbered).count() > 1;
    pairs.iter().all(|pair| pair.long)
        && (numbered
            || pairs.iter().any(signed)
            || text.match_indices('(').any(|(at, _)| sideline(at)))
}

/// Counts the plies that are read of a text as a free scoresheet, and as one of Chess Game Player.
fn plies(text: &str) -> (usize, usize) {
    let options = partie_formats::ReadOptions::default();
    let plies = |records: partie_scoresheet::Records<&[u8]>| {
        records.flatten().map(|record| record.game().ply_count()).sum::<usize>()
    };
    (
        plies(partie_scoresheet::read(text.as_bytes(), &options)),
        plies(partie_scoresheet::cgp::read(text.as_bytes(), &options)),
    )
}

/// `e7-e8=Q`: Chess Game Player writes the piece in brackets.
fn promotes_as_san(text: &str) -> bool {
    text.match_indices('=').any(|(i, _)| {
        let last_rank =
            matches!(text.as_bytes()[..i], [.., b'a'..=b'h' | b'A'..=b'H', b'1' | b'8']);
        last_rank && text[i + 1..].starts_with(|c: char| c.is_uppercase() || figurine(c).is_some())
    })
}

/// Returns the words of a text outside of comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut comment = false;
    text.split_whitespace().filter(move |word| {
        let inside = comment || word.starts_with('{');
        if inside {
            comment = !word.contains('}');
        }
        !inside
    })
}

/// Number of words examined to distinguish movetext from prose.
const WORDS: usize = 200;

/// Returns true if nearly all words outside of comments are moves in SAN, numbers and results. Such
/// a text without a single tag may still be PGN.
fn is_movetext(text: &str, outside: &str) -> bool {
    let text = text.strip_prefix("[pgn]").unwrap_or(text);
    let outside = outside.strip_prefix("[pgn]").unwrap_or(outside);
    let (mut moves, mut others, mut neutral) = (0, 0, 0);
    for word in words(outside).take(WORDS) {
        let word = word.trim_matches(|c: char| "()".contains(c));
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "[/pgn]") || word.starts_with('$') {
            neutral += 1;
        } else if bare.is_empty() {
        } else if San::parse(bare.trim_end_matches(['!', '?']), Language::English)
            .is_some_and(|san| !san.quirks.contains(Quirks::LONG_FORM))
        {
            moves += 1;
        } else {
            others += 1;
        }
    }
    let least = if begins_with_moves(text) { others } else { others * 9 };
    moves + neutral > 0 && moves >= least && !begins_in_the_middle(outside)
}

/// Returns true if the first move number is not 1, as in a part of a game that was copied.
fn begins_in_the_middle(text: &str) -> bool {
    let number = |word: &str| word.split_once('.').and_then(|(n, _)| n.parse::<u16>().ok());
    words(text).take(WORDS).find_map(number).is_some_and(|n| n > 1)
}

/// Returns true if a text begins with a comment, or with the first move and its number.
fn begins_with_moves(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("1.") else { return text.starts_with(['{', ';', '*']) };
    let word = rest.trim_start_matches(['.', ' ']).split_whitespace().next().unwrap_or_default();
    San::parse(word, Language::English).is_some()
}

/// Moves of correspondence chess (`5254`), or of English descriptive notation (`P-K4`).
fn numbers_or_words(text: &str) -> bool {
    let is_iccf_move =
        |word: &str| matches!(word.len(), 4 | 5) && word.bytes().all(|b| matches!(b, b'1'..=b'8'));
    // `1.5254-5755`
    let is_iccf = |word: &str| {
        let numbered = word.split_once('.').filter(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()));
        let moves = numbered.map_or(word, |(_, moves)| moves);
        moves.split('-').all(is_iccf_move)
    };
    let is_descriptive = |word: &str| {
        word.split_once(|c| is_dash(c) || c == 'x').is_some_and(|(piece, rest)| {
            piece
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
                .chars()
                .all(|c| "KQRBNPt".contains(c))
                && !piece.is_empty()
                && rest.starts_with(['K', 'Q', 'R', 'B', 'N', 'P'])
                && rest.len() <= 8
        })
    };
    let found = text
        .split_whitespace()
        .map(|w| w.trim_matches(|c: char| ".,;()[]".contains(c)))
        .filter(|w| is_iccf(w) || is_descriptive(w))
        .map(|w| if is_iccf(w) { w.split('-').count() } else { 1 })
        .take(4)
        .sum::<usize>();
    found >= 4 || found > 0 && partie_scoresheet::is_of_moves(text)
}

/// Finds pairs of squares with a mark between them, and counts squares that stand alone.
fn squares(text: &str) -> (Vec<Pair>, usize) {
    let bytes = text.as_bytes();
    let places: Vec<usize> = bytes
        .windows(2)
        .enumerate()
        .filter(|(i, w)| {
            let square = matches!(w, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
            square
                && !bytes.get(i + 2).is_some_and(u8::is_ascii_digit)
                // Three letters and digits at most belong to a move before its target: `Qh4xe1`.
                && bytes[i.saturating_sub(4)..*i].iter().filter(|b| b.is_ascii_alphanumeric()).count() < 4
        })
        .map(|(i, _)| i)
        .collect();
    let (mut pairs, mut alone, mut at) = (Vec::new(), 0, 0);
    while at < places.len() {
        let gap = places.get(at + 1).and_then(|next| text.get(places[at] + 2..*next));
        if let Some(gap) = gap.filter(|gap| is_gap(gap)) {
            let from = places[at];
            let is_pawn = !matches!(bytes[from + 1], b'1' | b'8');
            let named = text[..from].ends_with(char::is_alphabetic);
            let long = gap.chars().count() == 1 && (is_pawn || named);
            let before = text[..from].trim_end_matches(char::is_alphabetic).trim_end();
            let number = before.trim_end_matches('.');
            let numbered =
                number.len() < before.len() && number.ends_with(|c: char| c.is_ascii_digit());
            pairs.push(Pair { long, numbered, end: places[at + 1] + 2 });
            at += 2;
        } else {
            alone += 1;
            at += 1;
        }
    }
    (pairs, alone)
}

/// Returns true if the text between two squares makes a move of them: a mark, then at most a piece
/// letter, and any signs around them, as dots that lead to the next column.
fn is_gap(gap: &str) -> bool {
    let is_mark = |c: char| is_dash(c) || matches!(c, 'x' | 'X' | '×');
    let Some((before, after)) = gap.split_once(is_mark) else { return false };
    let is_sign = |c: char| !c.is_alphanumeric() && !matches!(c, '\n' | '\r');
    let letters = after.chars().filter(|c| !is_sign(*c));
    before.chars().all(is_sign)
        && !after.contains(is_mark)
        && letters.clone().all(char::is_alphabetic)
        && letters.count() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_by_content() {
        for (text, name, format) in [
            ("[Event \"x\"]\n", None, Format::Pgn),
            ("> [Event \"x\"]\n", None, Format::Pgn),
            ("[Event &quot;x&quot;]<br />\n", None, Format::Pgn),
            ("1. e4 e5 *", None, Format::Pgn),
            ("", None, Format::Pgn),
            ("[WhiteA \"x\"]\n1A. e4{180} *", Some("x.pgn"), Format::Bpgn),
            ("1A. e4{180} *", None, Format::Bpgn),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Some("x.epd"), Format::Epd),
            ("4k3/8/8/8/8/8/8/4K2R w K - id \"x\";", None, Format::Epd),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15", None, Format::Epd),
            ("fics% \n<12> rnbqkbnr", None, Format::Style12),
            ("d2 - d4 D7-d5", Some("x.txt"), Format::ChessGamePlayer),
            ("….d2…….-……….d4….D7………….-d5…...", None, Format::ChessGamePlayer),
            ("d2–d4 D7—d5", None, Format::ChessGamePlayer),
            ("d4 x … e5 then nothing", None, Format::ChessGamePlayer),
            ("1. e2-e4 e7-e5 2. e7-e8=Ф a7-a6", Some("x.txt"), Format::Scoresheet),
            ("1. exd5 cxd5 2. Nxd5 exd5 3. Bxd5", Some("x.txt"), Format::Scoresheet),
            ("Notation: uci\n\n1. e2e4 e7e5\n*", None, Format::Scoresheet),
            ("1. P–K4 P–K4 2. Kt–KB3 Kt–QB3", None, Format::Scoresheet),
            ("Jg1-f3 d7-d5 2. g2-g3 Sc8-g4", None, Format::ChessGamePlayer),
            ("1. Sf3 d5 2. g3 Lg4", Some("x.txt"), Format::Scoresheet),
            ("1. Sf3 d5 2. g3 Lg4", None, Format::Scoresheet),
            ("1. e2-e4 e7-e5 2. e7-e8=Q a7-a6", Some("x.txt"), Format::Scoresheet),
            ("e4 c5 Nf3 Nc6 d4 cxd4", None, Format::Pgn),
            ("[pgn] 1. e4 e6 2. d4 d5 [/pgn]", None, Format::Pgn),
            ("{only a remark} *", None, Format::Pgn),
            // Long algebraic with the signs and sidelines of other texts.
            ("1. e2-e4 e7-e5! 2. Ng1-f3 Nb8-c6?!", None, Format::Scoresheet),
            ("1. e2-e4 $1 e7-e5 2. Sg1-f3", Some("x.txt"), Format::Scoresheet),
            ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 += 3. d2-d4", None, Format::Scoresheet),
            ("1. e2-e4 e7-e5 (1... c7-c5 2. Ng1-f3) 2. f2-f4", None, Format::Scoresheet),
            ("1. e2-e4 e7-e5 2. d2-d4 +-", None, Format::Scoresheet),
            // Or with numbers, whether all of it can be read or not.
            ("1. d2-d4 d7-d5 2. c2-c4", Some("game.txt"), Format::Scoresheet),
            ("1. d2-d4 d7-d5 3. c2-c4 e7-e6", None, Format::Scoresheet),
            ("1. d2-d4 then d7-d5 2. c2-c4 then e7-e6", None, Format::ChessGamePlayer),
            ("1. after long thought e2-e4! and then e7-e5", None, Format::ChessGamePlayer),
            ("1. e2 - e4! e7 - e5 2. Ng1 - f3", None, Format::ChessGamePlayer),
            ("1. e2-e4! e7-e5 2. g1-f3", None, Format::ChessGamePlayer),
            ("1. e2-e4 , b8-c6\n2. f1-b5 , c6-d4", None, Format::ChessGamePlayer),
            ("1. Jg1-f3 d7-d5 {silnější bylo e2-e4!}", None, Format::ChessGamePlayer),
            ("1. 5254 5755 2. 7163 2836", None, Format::Scoresheet),
            ("1.5254-5755 2.7163-2836 3.6125-1716", None, Format::Scoresheet),
            ("Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6", None, Format::Scoresheet),
            ("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3", None, Format::Scoresheet),
            // Text in a comment, a value or a name decides nothing.
            ("[Site \"Hall 1A.\"]\n\ne4 e5 Nf3 *", None, Format::Pgn),
            ("[Site \"x\"]\n\ne4 e5 {see 1A. e4} Nf3 *", None, Format::Pgn),
            ("[Site \"x\"]\n\n{1A. e4 in the hall} 1. e4 *", None, Format::Pgn),
            ("[Site \"x\"]\n\n1A. e4 {180} 1. e4 *", None, Format::Bpgn),
            ("[WhiteAffiliation \"SK\"]\n\n1. e4 e5 *", None, Format::Pgn),
            ("[WhiteA \"SK\"]\n\n1. e4 e5 *", None, Format::Pgn),
            ("[WhiteA \"SK\"]\n[Variant \"Standard\"]\n\n*", None, Format::Pgn),
            ("[WhiteA \"SK\"]\n[Variant \"Bughouse\"]\n\n*", None, Format::Bpgn),
            ("[Note \"[WhiteA \"]\n\n1. e4 e5 *", None, Format::Pgn),
            ("[WhiteA \"a\"]\n\n1. e4{180} 1B. d4{180} *", None, Format::Bpgn),
            ("[WhiteA \"a\"]\n\n{no moves} *", None, Format::Bpgn),
            ("[WhiteA &quot;a&quot;]<br />1A. e4", None, Format::Bpgn),
            ("We met in hall 1A. Then came 1. e4 e5", None, Format::Scoresheet),
            ("Our game: 1A. e4{180} 1a. e5{180}", None, Format::Bpgn),
            ("{at fics% today} 1. e4 e5", None, Format::Pgn),
            ("; <12> and fics% are words of a server\n1. e4 e5", None, Format::Pgn),
            ("[Event \"x\"]\n\n{\nNotation: uci\n} 1. e4 *", None, Format::Pgn),
            ("{\nNotation: uci\n} 1. e4 e5 *", None, Format::Pgn),
            ("% fics% \n1. e4 e5 *", Some("x.pgn"), Format::Pgn),
            ("1. e4 {<12> rnbqkbnr} e5 *", None, Format::Pgn),
            ("{fics% } [Event \"x\"]\n\n1. e4 *", None, Format::Pgn),
            ("&lt;12> rnbqkbnr pppppppp", None, Format::Style12),
            ("{x\nGuest says: {hi\nfics% ", None, Format::Style12),
            ("1. e4 {e2-e4, d2-d4, c2-c4 or g1-f3} e5 *", None, Format::Pgn),
            ("d2-d4 {e8=Q} D7-d5", None, Format::ChessGamePlayer),
            (
                "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\nE1 - E2 Ke8-D7",
                None,
                Format::ChessGamePlayer,
            ),
            ("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. Ke1-e2 Ke8-d7", None, Format::Pgn),
            ("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. Ke2 *", None, Format::Pgn),
            ("{\"x\": not \"moves\"} 1. e4 *", None, Format::Pgn),
            ("{\"x\": 1, \"moves\" : []}", None, Format::Ndjson),
            // A comment may name a server's words.
            ("[Event \"x\"]\n\n{as fics% <12> said} *", None, Format::Pgn),
            ("1. e4 {Game 3 of Karpov vs. Kasparov} *", None, Format::Pgn),
            ("{Game 7 (a vs. b) Creating rated standard match.}", None, Format::Style12),
            ("4k3/8/8/8/8/8/8/4K2R w K -", Some("x.fen"), Format::Fen),
            ("4k3/8/8/8/8/8/8/4K2R w K -", None, Format::Epd),
            ("4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1", None, Format::Fen),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm O-O", Some("x.fen"), Format::Epd),
            ("# suite\nid a\nepd 4k3/8/8/8/8/8/8/4K2R w K -\nperft 1 15", None, Format::Epd),
            ("\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"", None, Format::Fen),
            ("{\"nodes\":[{}]}", None, Format::Ndjson),
            ("{\"White\":\"A\"}", Some("x.jsonl"), Format::Ndjson),
            ("{\"moves\" were lost} 1. e4 *", None, Format::Pgn),
            ("{\"file\":\"x\",\"moves\":[]}", None, Format::Ndjson),
            ("BEGIN:VCALENDAR\nDESCRIPTION:1. e4 e5 2. Nf3\n", Some("x.ics"), Format::Scoresheet),
        ] {
            assert_eq!(detect(text.as_bytes(), name), format, "{text}");
        }
        let utf16: Vec<u8> =
            "\u{feff}[Event \"x\"]\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(detect(&utf16, None), Format::Pgn);
    }
}
