//! Which format a text is in.

/// A format that Partie reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Portable game notation.
    Pgn,
    /// FEN, one a line.
    Fen,
    /// EPD, one a line.
    Epd,
    /// Bughouse PGN.
    Bpgn,
    /// Style 12 lines and the talk of an Internet Chess Server around them.
    Style12,
    /// The text import of Chess Game Player: pairs of squares anywhere in a text.
    ChessGamePlayer,
    /// Any other text with moves in it.
    Scoresheet,
    /// One JSON object a line, Partie's own.
    Ndjson,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 8] = [
        Format::Pgn,
        Format::Fen,
        Format::Epd,
        Format::Bpgn,
        Format::Style12,
        Format::ChessGamePlayer,
        Format::Scoresheet,
        Format::Ndjson,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Fen => "fen",
            Format::Epd => "epd",
            Format::Bpgn => "bpgn",
            Format::Style12 => "style12",
            Format::ChessGamePlayer => "cgp",
            Format::Scoresheet => "text",
            Format::Ndjson => "ndjson",
        }
    }

    /// The format of a name or of a usual file extension.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        Some(match name.to_ascii_lowercase().as_str() {
            "pgn" => Format::Pgn,
            "fen" => Format::Fen,
            "epd" => Format::Epd,
            "bpgn" => Format::Bpgn,
            "style12" | "ics" | "log" | "raw" | "debug" | "proxy" => Format::Style12,
            "cgp" => Format::ChessGamePlayer,
            "text" | "txt" | "scoresheet" => Format::Scoresheet,
            "ndjson" | "jsonl" => Format::Ndjson,
            _ => return None,
        })
    }

    /// What it is, in a few words.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Format::Pgn => "Portable Game Notation",
            Format::Fen => "positions, one FEN a line",
            Format::Epd => "positions with operations, one a line",
            Format::Bpgn => "bughouse games",
            Format::Style12 => "transcripts of an Internet Chess Server",
            Format::ChessGamePlayer => "pairs of squares anywhere in a text (Chess Game Player)",
            Format::Scoresheet => "any text with moves in it",
            Format::Ndjson => "one JSON object a line",
        }
    }
}

/// How much of a text is looked at, in bytes.
pub const HEAD: usize = 64 << 10;

/// Finds out the format from the beginning of a text, with the file's name as a hint
/// where the text leaves a choice. A text that says nothing is PGN.
///
/// ```
/// use partie_formats::{Format, detect::detect};
/// assert_eq!(detect(b"[White \"A\"]\n\n1. e4 *\n", None), Format::Pgn);
/// assert_eq!(detect(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", None), Format::Fen);
/// assert_eq!(detect(b"1. d2-d4 d7-d5 2. c2-c4", Some("game.txt")), Format::ChessGamePlayer);
/// ```
#[must_use]
pub fn detect(head: &[u8], name: Option<&str>) -> Format {
    let hint = name.and_then(|n| Format::from_name(n.rsplit('.').next()?));
    let head = &head[..head.len().min(HEAD)];
    let mut utf8 = Vec::new();
    let head = if let Some((encoding, mark)) = crate::decode::utf16(head) {
        let (text, _) = encoding.decode_without_bom_handling(&head[mark..]);
        utf8.extend_from_slice(text.as_bytes());
        &utf8
    } else {
        head
    };
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('{') && text.contains("\"moves\"") {
        return Format::Ndjson;
    }
    if is_transcript(text) {
        return Format::Style12;
    }
    if crate::bpgn::is_bpgn(text.as_bytes()) {
        return Format::Bpgn;
    }
    if has_tags(text) {
        return Format::Pgn;
    }
    if let Some(format) = positions(text) {
        return match (format, hint) {
            (Format::Fen, Some(Format::Epd)) => Format::Epd,
            (format, _) => format,
        };
    }
    match hint {
        Some(Format::Scoresheet) | None => free_text(text, hint),
        Some(hint) => hint,
    }
}

/// A session with a chess server, in any of the forms that programs keep it in.
fn is_transcript(text: &str) -> bool {
    const MARKS: [&str; 9] = [
        "<12> ",
        "&lt12> ",
        "&lt;12> ",
        "fics% ",
        "aics% ",
        "<<<CLIENT ",
        "<ICS: ",
        "Movelist for game ",
        "**** Starting FICS session",
    ];
    MARKS.iter().any(|m| text.contains(m)) || text.contains("{Game ") && text.contains(" vs. ")
}

/// A tag pair at the start of a line, behind quoting or HTML at most.
fn has_tags(text: &str) -> bool {
    memchr::memchr_iter(b'[', text.as_bytes()).take(200).any(|i| {
        let line = text[..i].rfind(['\n', '\r']).map_or(0, |n| n + 1);
        let before = text[line..i].trim_matches(['>', '|', ' ', '\t']);
        let starts = before.is_empty()
            || before.ends_with("br /")
            || before.starts_with('[')
            || before.starts_with("<pre");
        starts && crate::pgn::token::tag_name(&text.as_bytes()[i..]).is_some()
    })
}

/// FEN or EPD, if most lines are positions.
fn positions(text: &str) -> Option<Format> {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with(['#', '%']))
        .take(50)
        .collect();
    let positions: Vec<&&str> = lines.iter().filter(|l| is_position(l)).collect();
    if positions.is_empty() || positions.len() * 2 < lines.len() {
        return None;
    }
    let operations = positions.iter().any(|l| l.contains(';'))
        || positions.iter().all(|l| l.split_whitespace().count() == 4);
    Some(if operations { Format::Epd } else { Format::Fen })
}

fn is_position(line: &str) -> bool {
    let line = line.trim_start_matches(['"', '\'']);
    let mut fields = line.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let side = fields.next().unwrap_or_default();
    board.matches('/').count() >= 7
        && board.chars().all(|c| c.is_ascii_alphanumeric() || "/[]~-_".contains(c))
        && matches!(side, "w" | "b" | "W" | "B" | "white" | "black" | "")
}

/// Which kind of free text: pairs of squares, moves with numbers, or prose with moves.
fn free_text(text: &str, hint: Option<Format>) -> Format {
    let (pairs, short) = squares(text);
    if pairs > short {
        return Format::ChessGamePlayer;
    }
    match hint {
        Some(hint) => hint,
        // Without a name: a movetext that begins with its first move is PGN.
        None if begins_with_moves(text) => Format::Pgn,
        None if text.trim().is_empty() || pairs + short == 0 => Format::Pgn,
        None => Format::Scoresheet,
    }
}

/// How many pairs of squares with a mark between them there are, and how many squares
/// that stand alone.
fn squares(text: &str) -> (usize, usize) {
    let bytes = text.as_bytes();
    let places: Vec<usize> = bytes
        .windows(2)
        .enumerate()
        .filter(|(i, w)| {
            let square = matches!(w, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
            square && !bytes.get(i + 2).is_some_and(u8::is_ascii_digit)
        })
        .map(|(i, _)| i)
        .collect();
    let (mut pairs, mut alone, mut at) = (0, 0, 0);
    while at < places.len() {
        let gap = places
            .get(at + 1)
            .and_then(|next| bytes.get(places[at] + 2..*next))
            .unwrap_or_default();
        let mark = gap.iter().filter(|b| matches!(b, b'-' | b'x' | b'X')).count() == 1;
        let letters =
            gap.iter().filter(|b| b.is_ascii_alphabetic() && !matches!(b, b'x' | b'X')).count();
        if mark && letters <= 1 && gap.len() <= 12 && !gap.contains(&b'\n') {
            pairs += 1;
            at += 2;
        } else {
            alone += 1;
            at += 1;
        }
    }
    (pairs, alone)
}

fn begins_with_moves(text: &str) -> bool {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix("1.") else { return text.starts_with(['{', ';', '*']) };
    let word = rest.trim_start_matches(['.', ' ']).split_whitespace().next().unwrap_or_default();
    partie_core::moves::san::San::parse(word, partie_core::Language::English).is_some()
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
            ("Jg1-f3 d7-d5 2. g2-g3 Sc8-g4", None, Format::ChessGamePlayer),
            ("1. Sf3 d5 2. g3 Lg4", Some("x.txt"), Format::Scoresheet),
            ("{\"file\":\"x\",\"moves\":[]}", None, Format::Ndjson),
        ] {
            assert_eq!(detect(text.as_bytes(), name), format, "{text}");
        }
        let utf16: Vec<u8> =
            "\u{feff}[Event \"x\"]\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(detect(&utf16, None), Format::Pgn);
    }
}
