//! Parses the text of a move without a position.

use crate::{
    CastlingSide, File, Role,
    moves::{CheckMark, Quirks, is_dash, san::castling},
};

/// A parsed descriptive move.
pub(super) struct DescriptiveText {
    pub(super) action: DescriptiveAction,
    pub(super) mark: CheckMark,
    pub(super) en_passant: bool,
    pub(super) quirks: Quirks,
}

pub(super) enum DescriptiveAction {
    /// Castling; `None` for `Castles` without a side.
    Castle(Option<CastlingSide>),
    /// A move in one of these meanings: `PxR(Q)` has two.
    Move(Vec<Meaning>),
}

/// One reading of a move's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) piece: NamedPiece,
    pub(super) from: SquarePattern,
    pub(super) capture: bool,
    /// Captured piece; `None` if the text names only the square of a capture.
    pub(super) captured: Option<NamedPiece>,
    pub(super) to: SquarePattern,
    /// Number of squares that a pawn advances, if they are counted.
    pub(super) steps: Option<u8>,
    /// True for `R interposes`: the piece goes between the king and the piece that checks it.
    pub(super) interposes: bool,
    pub(super) promotion: Option<Role>,
}

impl Meaning {
    /// A piece that goes anywhere.
    const fn of(piece: NamedPiece, from: SquarePattern) -> Meaning {
        Meaning {
            piece,
            from,
            capture: false,
            captured: None,
            to: SquarePattern::ANYWHERE,
            steps: None,
            interposes: false,
            promotion: None,
        }
    }
}

/// A piece by name: `N`, `KR`, `QBP`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamedPiece {
    pub(super) role: Role,
    /// The files on which a pawn so named can stand.
    pub(super) files: Files,
    /// The side on which a piece so named began.
    pub(super) side: Option<CastlingSide>,
}

/// Set of squares: `KB3`, `B3`, `K`, `5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquarePattern {
    pub(super) files: Files,
    /// From the mover's side, 1 to 8.
    pub(super) rank: Option<u8>,
}

/// A set of files, a in the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Files(u8);

impl Files {
    pub(super) const ALL: Files = Files(0xff);

    pub(super) const fn contains(self, file: File) -> bool {
        self.0 & (1 << file as u8) != 0
    }

    /// The files of a name, `N` standing for knights.
    fn named(name: &str) -> Option<Files> {
        Some(Files(match name {
            "QR" => 0b0000_0001,
            "QN" => 0b0000_0010,
            "QB" => 0b0000_0100,
            "Q" => 0b0000_1000,
            "K" => 0b0001_0000,
            "KB" => 0b0010_0000,
            "KN" => 0b0100_0000,
            "KR" => 0b1000_0000,
            "R" => 0b1000_0001,
            "N" => 0b0100_0010,
            "B" => 0b0010_0100,
            _ => return None,
        }))
    }
}

impl SquarePattern {
    pub(super) const ANYWHERE: SquarePattern = SquarePattern { files: Files::ALL, rank: None };

    /// `KB3`, `KB`, `3`.
    fn parse(text: &str) -> Option<SquarePattern> {
        let (files, rank) = match text.as_bytes() {
            [.., c @ b'1'..=b'8'] => (&text[..text.len() - 1], Some(c - b'0')),
            _ => (text, None),
        };
        let files = match (files, rank) {
            ("", Some(_)) => Files::ALL,
            (files, _) => Files::named(files)?,
        };
        Some(SquarePattern { files, rank })
    }
}

impl NamedPiece {
    fn parse(text: &str) -> Option<NamedPiece> {
        if let Some(file) = text.strip_suffix('P') {
            let files = if file.is_empty() { Files::ALL } else { Files::named(file)? };
            return Some(NamedPiece { role: Role::Pawn, files, side: None });
        }
        let (side, role) = match text.as_bytes() {
            [role] => (None, *role),
            [b'K', role @ (b'R' | b'N' | b'B')] => (Some(CastlingSide::KingSide), *role),
            [b'Q', role @ (b'R' | b'N' | b'B')] => (Some(CastlingSide::QueenSide), *role),
            _ => return None,
        };
        Some(NamedPiece { role: Role::from_char(char::from(role))?, files: Files::ALL, side })
    }
}

pub(super) fn parse(text: &str) -> Option<DescriptiveText> {
    let mut quirks = Quirks::NONE;
    let plain = normalise(text, &mut quirks)?;
    let mut rest: &str = &plain;
    let (mark, en_passant) = strip_marks(&mut rest);
    let action = if let Some(side) = parse_castling(rest, &mut quirks) {
        DescriptiveAction::Castle(side)
    } else if !may_have_sign(rest) {
        return None;
    } else {
        let words = without_words(rest, &mut quirks);
        if text.trim_start().starts_with(|c: char| c.is_ascii_lowercase()) {
            quirks.insert(Quirks::LOWERCASE_PIECE);
        }
        let meanings = match parse_interposition(&words, &mut quirks)
            .or_else(|| parse_steps(&words, &mut quirks))
        {
            Some(meaning) => vec![meaning],
            None => parse_move(&words, &mut quirks),
        };
        if meanings.is_empty() {
            return None;
        }
        DescriptiveAction::Move(meanings)
    };
    Some(DescriptiveText { action, mark, en_passant, quirks })
}

/// Converts to capitals without spaces and dots, with one form of each dash and sign.
fn normalise(text: &str, quirks: &mut Quirks) -> Option<String> {
    // The longest spelling in use, `Knight takes Queen's Bishop's Pawn, discovered
    // check`, is far shorter.
    if text.len() > 80 {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut open = false;
    while let Some(c) = chars.next() {
        open = open && !matches!(c, ')' | ']' | '}') || matches!(c, '(' | '[' | '{');
        match c {
            // `R (on R2!) to R square`
            '!' | '?' if open => {}
            // `K's 4th`
            '\'' | '\u{2019}' if chars.next_if(|c| matches!(c, 's' | 'S')).is_some() => {}
            ' ' | '\t' | '.' | ',' | '\'' | '\u{2019}' | '\u{a0}' => {}
            c if c != '-' && is_dash(c) => {
                quirks.insert(Quirks::LOOKALIKES);
                plain.push('-');
            }
            '×' | ':' => {
                quirks.insert(Quirks::NONSTANDARD_CAPTURE_SIGN);
                plain.push('X');
            }
            '[' | '{' => plain.push('('),
            ']' | '}' => plain.push(')'),
            c if c.is_ascii_graphic() => plain.push(c.to_ascii_uppercase()),
            _ => return None,
        }
    }
    Some(plain)
}

fn strip_marks(rest: &mut &str) -> (CheckMark, bool) {
    const MARKS: [(&str, Option<CheckMark>); 23] = [
        ("DISCOVEREDCHECK", Some(CheckMark::Check)),
        ("DOUBLECHECK", Some(CheckMark::Double)),
        ("CHECKMATE", Some(CheckMark::Mate)),
        ("MATE", Some(CheckMark::Mate)),
        ("DISCCH", Some(CheckMark::Check)),
        ("DISCH", Some(CheckMark::Check)),
        ("DBLECH", Some(CheckMark::Double)),
        ("DBLCH", Some(CheckMark::Double)),
        ("DOUBLECH", Some(CheckMark::Double)),
        ("DOUBCH", Some(CheckMark::Double)),
        ("DBCH", Some(CheckMark::Double)),
        ("CHECK", Some(CheckMark::Check)),
        ("CH", Some(CheckMark::Check)),
        ("(CH)", Some(CheckMark::Check)),
        ("++", Some(CheckMark::Double)),
        ("+", Some(CheckMark::Check)),
        ("#", Some(CheckMark::Mate)),
        ("DIS", Some(CheckMark::Check)),
        ("(EP)", None),
        ("ENPASSANT", None),
        ("ENPAS", None),
        ("INPASSING", None),
        ("EP", None),
    ];
    let mut mark = CheckMark::None;
    let mut en_passant = false;
    while let Some((before, meaning)) =
        MARKS.iter().find_map(|(m, meaning)| Some((rest.strip_suffix(m)?, *meaning)))
        // `P take P`
        && !before.ends_with("TAK")
    {
        *rest = before;
        match meaning {
            // The last mark is stripped first: `dbl ch` is more than its `ch`.
            Some(found) if mark == CheckMark::None => mark = found,
            Some(_) => {}
            None => en_passant = true,
        }
    }
    (mark, en_passant)
}

#[expect(clippy::option_option, reason = "`Castles` alone is castling to a side that is not named")]
fn parse_castling(text: &str, quirks: &mut Quirks) -> Option<Option<CastlingSide>> {
    if let Some(side) = castling(text, quirks) {
        *quirks = quirks.without(Quirks::ZERO_CASTLING);
        return Some(Some(side));
    }
    let side = text.strip_prefix("CASTLES").or_else(|| text.strip_prefix("CASTLE"))?;
    quirks.insert(Quirks::WORDS);
    match side.trim_matches(['(', ')', '-']) {
        "" => Some(None),
        "K" | "KR" | "KS" | "KSIDE" | "KINGSIDE" | "KINGS" | "KINGSSIDE" | "SHORT" => {
            Some(Some(CastlingSide::KingSide))
        }
        "Q" | "QR" | "QS" | "QSIDE" | "QUEENSIDE" | "QUEENS" | "QUEENSSIDE" | "LONG" => {
            Some(Some(CastlingSide::QueenSide))
        }
        _ => None,
    }
}

/// Returns false if a text has neither a sign between piece and target nor a word for one, nor a
/// number of squares in words.
fn may_have_sign(text: &str) -> bool {
    let begins_word =
        |pair: &[u8]| matches!(pair, b"TO" | b"TW" | b"TA" | b"TK" | b"TU" | b"ON" | b"2S");
    text.contains(['-', 'X'])
        || text.ends_with(INTERPOSES)
        || text.as_bytes().windows(2).any(begins_word)
}

/// Word after a piece that is placed between the king and the piece that checks it.
pub(super) const INTERPOSES: &str = "INTERPOSES";

/// Sign for the word `to`, after which the first rank may be left out: `K to R`.
const TOWARDS: char = '>';

/// `N` for every knight, signs and digits for words.
fn without_words(text: &str, quirks: &mut Quirks) -> String {
    const WORDS: [(&str, &str); 36] = [
        ("CAPTURES", "X"),
        ("TAKES", "X"),
        ("TAKE", "X"),
        ("TKS", "X"),
        ("TWOSQUARES", "TWO"),
        ("2SQUARES", "TWO"),
        ("ONESQUARE", "ONE"),
        ("FIRST", "1"),
        ("SECOND", "2"),
        ("THIRD", "3"),
        ("FOURTH", "4"),
        ("FIFTH", "5"),
        ("SIXTH", "6"),
        ("SEVENTH", "7"),
        ("EIGHTH", "8"),
        ("KNIGHTS", "N"),
        ("KNIGHT", "N"),
        ("BISHOPS", "B"),
        ("BISHOP", "B"),
        ("ROOKS", "R"),
        ("ROOK", "R"),
        ("QUEENS", "Q"),
        ("QUEEN", "Q"),
        ("KINGS", "K"),
        ("KING", "K"),
        ("PAWN", "P"),
        ("2D", "2"),
        ("3D", "3"),
        ("1ST", "1"),
        ("2ND", "2"),
        ("3RD", "3"),
        ("4TH", "4"),
        ("5TH", "5"),
        ("6TH", "6"),
        ("7TH", "7"),
        ("8TH", "8"),
    ];
    let mut plain = text.to_owned();
    for (word, sign) in WORDS {
        if plain.contains(word) {
            quirks.insert(Quirks::WORDS);
            plain = plain.replace(word, sign);
        }
    }
    if plain.contains("SQ") {
        quirks.insert(Quirks::WORDS);
        // `Queen's fourth square`
        for rank in '1'..='8' {
            plain = plain.replace(&format!("{rank}SQUARE"), &rank.to_string());
        }
        plain = plain.replace("SQUARE", "1").replace("SQ", "1");
    }
    if plain.contains("KTO") {
        // `K to`, in which the T is no knight's.
        quirks.insert(Quirks::WORDS);
        plain = plain.replace("KTO", "K>");
    }
    // `Kt to`: the first T is the knight's.
    plain = plain.replace("KT", "N");
    if plain.contains("TO") {
        quirks.insert(Quirks::WORDS);
        plain = plain.replace("TO", ">");
    }
    // `Kts P takes P`, the knight's pawn.
    for piece in ["K", "Q", "R", "B", "N"] {
        plain = plain.replace(&format!("{piece}SP"), &format!("{piece}P"));
    }
    plain
}

/// Reads `R INTERPOSES`.
fn parse_interposition(text: &str, quirks: &mut Quirks) -> Option<Meaning> {
    let (piece, from) = split_place(text.strip_suffix(INTERPOSES)?)?;
    quirks.insert(Quirks::WORDS);
    Some(Meaning { interposes: true, ..Meaning::of(piece, from) })
}

/// Reads `KP TWO`: a pawn, and how far it advances.
fn parse_steps(text: &str, quirks: &mut Quirks) -> Option<Meaning> {
    let (pawn, steps) = [("TWO", 2), ("ONE", 1)]
        .into_iter()
        .find_map(|(word, steps)| Some((text.strip_suffix(word)?, steps)))?;
    let (piece, from) = split_place(pawn).filter(|(piece, _)| piece.role == Role::Pawn)?;
    quirks.insert(Quirks::WORDS);
    Some(Meaning { steps: Some(steps), ..Meaning::of(piece, from) })
}

/// Every meaning of `piece sign target`.
fn parse_move(text: &str, quirks: &mut Quirks) -> Vec<Meaning> {
    let Some(at) = text.find(['-', 'X', TOWARDS]) else {
        return Vec::new();
    };
    let (left, sign, right) = (&text[..at], &text[at..=at], &text[at + 1..]);
    let Some((piece, from)) = split_place(left) else {
        return Vec::new();
    };
    // `Kt-P`: no square is named after a pawn.
    let misread = sign == "-" && right.ends_with('P');
    if misread {
        quirks.insert(Quirks::NONSTANDARD_CAPTURE_SIGN);
    }
    let capture = sign == "X" || misread;
    let in_words = sign.starts_with(TOWARDS) && piece.role != Role::Pawn;
    promotions(right, quirks)
        .into_iter()
        .filter_map(|(target, promotion)| {
            let (captured, to) = if capture {
                match split_place(target) {
                    Some((captured, to)) => (Some(captured), to),
                    // `RxK7` names the square alone.
                    None => (None, SquarePattern::parse(target).filter(|to| to.rank.is_some())?),
                }
            } else {
                (None, target_square(target, in_words, quirks)?)
            };
            (promotion.is_none() || piece.role == Role::Pawn).then_some(Meaning {
                piece,
                from,
                capture,
                captured,
                to,
                steps: None,
                interposes: false,
                promotion,
            })
        })
        .collect()
}

/// Reads the square to which a piece goes: `KB3`, `B` in words for `B1`, and `KI`, a misread `K1`.
fn target_square(text: &str, in_words: bool, quirks: &mut Quirks) -> Option<SquarePattern> {
    if let Some(file) = text.strip_suffix(['I', 'L']) {
        quirks.insert(Quirks::LOOKALIKES);
        return Some(SquarePattern { rank: Some(1), ..SquarePattern::parse(file)? });
    }
    let to = SquarePattern::parse(text)?;
    let rank = to.rank.or(in_words.then_some(1))?;
    Some(SquarePattern { rank: Some(rank), ..to })
}

/// `R(KB1)`, `R/KB1` and `R`: a piece and where it stands.
fn split_place(text: &str) -> Option<(NamedPiece, SquarePattern)> {
    let (name, place) = match text.split_once(['(', '/']) {
        Some((name, place)) => {
            let place = place.strip_suffix(')').unwrap_or(place);
            (name, SquarePattern::parse(place.strip_prefix("ON").unwrap_or(place))?)
        }
        None => (text, SquarePattern::ANYWHERE),
    };
    Some((NamedPiece::parse(name)?, place))
}

/// Splits off a promotion (`(Q)`, `=Q`, `/Q`, `Q`), and also returns the text without doing
/// so.
fn promotions<'a>(text: &'a str, quirks: &mut Quirks) -> Vec<(&'a str, Option<Role>)> {
    let mut found = vec![(text, None)];
    let open = text.strip_suffix(')').unwrap_or(text);
    let Some(role) = open.chars().next_back().filter(|c| "QRBNK".contains(*c)) else {
        return found;
    };
    let before = &open[..open.len() - 1];
    let signed = before.trim_end_matches(['(', '=', '/']);
    // Without a sign only after a rank: `P-K8Q`, but not `PxQ`.
    if signed.len() < before.len() || before.ends_with('8') {
        found.push((signed, Role::from_char(role)));
        if !before.ends_with(['(', '=']) {
            quirks.insert(Quirks::NONSTANDARD_PROMOTION);
        }
    }
    found
}
