//! Files without chess, recognised by their first bytes: documents, pictures, programs,
//! databases, and records of other games.
//!
//! Only files that would otherwise be read as garbage, or as games never played, are listed here.
//! Any other text without chess gives no game.

use std::fmt;

use crate::detect;

/// Content that is not read, by its first bytes. An [`io::Error`](std::io::Error) of opening carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// A file without chess.
    Foreign(&'static str),
    /// An archive of files.
    Archive(&'static str),
}

impl std::error::Error for OtherKind {}

impl fmt::Display for OtherKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OtherKind::Foreign(what) if is_database(what) => write!(
                f,
                "this is a file of a {what}, whose games are in several files; give the name of the \
                 main one, with the extension si4, si5 or cbh"
            ),
            OtherKind::Foreign(what) => write!(f, "{what} without chess"),
            OtherKind::Archive(what) => write!(
                f,
                "this is {what}; extract it first (gzip, zstd, bzip2 and xz are decompressed on the fly)"
            ),
        }
    }
}

/// Offset of a signature, its bytes, and the kind of file.
type Signature = (usize, &'static [u8], &'static str);

/// Signatures of binary files, from the descriptions of their formats.
const SIGNATURES: [Signature; 39] = [
    (0, b"%PDF-", "PDF document"),
    (0, b"%!PS", "PostScript document"),
    (0, b"AT&TFORM", "DjVu document"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Microsoft Office document"),
    (0, b"\x89PNG\r\n\x1a\n", "PNG picture"),
    (0, b"\xff\xd8\xff", "JPEG picture"),
    (0, b"GIF87a", "GIF picture"),
    (0, b"GIF89a", "GIF picture"),
    (8, b"WEBPVP8", "WebP picture"),
    (0, b"II*\0", "TIFF picture"),
    (0, b"MM\0*", "TIFF picture"),
    (4, b"ftypavif", "AVIF picture"),
    (4, b"ftypheic", "HEIC picture"),
    (4, b"ftyp", "MPEG-4 film"),
    (0, b"\x1aE\xdf\xa3", "Matroska film"),
    (8, b"AVI LIST", "AVI film"),
    (8, b"WAVEfmt ", "WAV sound"),
    (0, b"ID3", "MP3 sound"),
    (0, b"OggS", "Ogg sound"),
    (0, b"fLaC", "FLAC sound"),
    (0, b"\x7fELF", "ELF program"),
    (0, b"\xcf\xfa\xed\xfe", "Mach-O program"),
    (0, b"\xce\xfa\xed\xfe", "Mach-O program"),
    (0, b"\xca\xfe\xba\xbe", "Java class or Mach-O program"),
    (0, b"\0asm", "WebAssembly program"),
    (0, b"!<arch>\n", "archive of object files"),
    (0, b"SQLite format 3\0", "SQLite database"),
    (0, b"PAR1", "Parquet file"),
    (0, b"ARROW1\0\0", "Arrow file"),
    (0, b"\x89HDF\r\n\x1a\n", "HDF5 file"),
    (0, b"\x93NUMPY", "NumPy array"),
    (0, b"ITSF\x03\0\0\0", "compiled HTML help"),
    (257, b"ustar", "tar archive"),
    // Header of a ChessBase game file, with the length of one entry.
    (0, b"\0\0\x2c\0\x2e\x01", "ChessBase database (CBH)"),
    (0, b"\0\0\x24\0\x2e\x01", "ChessBase database (CBH)"),
    (0, b"Scid.si\0", "Scid database"),
    (0, b"Scid.sg\0", "Scid database"),
    (0, b"Scid.sn\0", "Scid database"),
    (0, b"XQ\n", "xiangqi game (XQF)"),
];

/// Signatures of packed files, which may hold chess.
const PACKED: [Signature; 9] = [
    (0, b"\x1f\x8b\x08", "gzip file"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard file"),
    // The number of its blocks' size stands before it.
    (4, b"1AY&SY", "bzip2 file"),
    (0, b"\xfd7zXZ\0", "xz file"),
    (0, b"PK\x03\x04", "ZIP archive"),
    (0, b"PK\x05\x06", "empty ZIP archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    (0, b"Rar!\x1a\x07", "RAR archive"),
    (0, b"MSCF\0\0\0\0", "cabinet archive"),
];

/// Extensions of chess programs' files that have no signature.
const BINARY: [(&str, &str); 16] = [
    ("cbh", "ChessBase database (CBH)"),
    ("cbg", "ChessBase database (CBG)"),
    ("cba", "ChessBase database (CBA)"),
    ("cbp", "ChessBase database (CBP)"),
    ("cbt", "ChessBase database (CBT)"),
    ("cbv", "ChessBase archive (CBV)"),
    ("cbf", "ChessBase database (CBF)"),
    ("cbi", "ChessBase database (CBI)"),
    ("ctg", "ChessBase opening book (CTG)"),
    ("abk", "Arena opening book (ABK)"),
    ("bin", "binary data, perhaps a Polyglot opening book"),
    ("si5", "Scid database"),
    ("sn5", "Scid database"),
    ("sg5", "Scid database"),
    ("sg4", "Scid database"),
    ("exe", "Windows program"),
];

/// Number of bytes of a text that are searched for records of other games.
const NEAR: usize = 4 << 10;

/// Names the kind of a file that holds no chess, given its beginning and its name.
///
/// ```
/// use partie_records::foreign::foreign;
/// assert_eq!(foreign(b"%PDF-1.7\n", None), Some("PDF document"));
/// assert_eq!(foreign(b"[Event \"Club\"]\n\n1. e4 *\n", None), None);
/// ```
#[must_use]
pub fn foreign(head: &[u8], name: Option<&str>) -> Option<&'static str> {
    if let Some(what) = signed(&SIGNATURES, head).or_else(|| packed(head)) {
        return Some(what);
    }
    let near = &head[..head.len().min(detect::HEAD)];
    if memchr::memchr(0, near).is_some() && !partie_formats::decode::is_wide(near) {
        return (!detect::is_marked(near)).then(|| binary(near, name));
    }
    other_game(&head[..head.len().min(NEAR)], near)
}

/// A file beside the main one of a database.
pub const DATABASE: &str = "chess database";

/// Returns true for the kind of a file of a database that is read by the name of its main file.
#[must_use]
pub fn is_database(what: &str) -> bool {
    what == DATABASE || what.starts_with("Scid ") || what.starts_with("ChessBase database")
}

/// Names the kind of a packed file, given its beginning.
#[must_use]
pub fn packed(head: &[u8]) -> Option<&'static str> {
    signed(&PACKED, head)
}

/// Names an archive that cannot be read as a stream.
pub(crate) fn archive(head: &[u8]) -> Option<&'static str> {
    match head {
        [b'P', b'K', 3, 4, ..] => Some("a ZIP archive"),
        [b'7', b'z', 0xbc, 0xaf, ..] => Some("a 7-Zip archive"),
        [b'R', b'a', b'r', b'!', ..] => Some("a RAR archive"),
        _ => None,
    }
}

fn signed(signatures: &[Signature], head: &[u8]) -> Option<&'static str> {
    let signed =
        |(at, bytes, _): &&Signature| head.get(*at..).is_some_and(|head| head.starts_with(bytes));
    signatures.iter().find(signed).map(|(.., what)| *what)
}

/// Names the kind of binary data.
fn binary(head: &[u8], name: Option<&str>) -> &'static str {
    let extension = name.and_then(|n| n.rsplit_once('.')).map(|(_, e)| e.to_ascii_lowercase());
    let known = BINARY.iter().find(|(e, _)| extension.as_deref() == Some(*e));
    match known {
        Some((_, what)) => what,
        None if head.starts_with(b"MZ") => "Windows program",
        None => "binary data",
    }
}

/// Names the game of a record that is not of chess.
fn other_game(near: &[u8], head: &[u8]) -> Option<&'static str> {
    let text = near.strip_prefix(b"\xef\xbb\xbf").unwrap_or(near).trim_ascii_start();
    if text.starts_with(b"(;") {
        return smart_game(text);
    }
    if text.starts_with(b"#KIF") || text.starts_with(b"# KIF") {
        return Some("shogi game (KIF)");
    }
    tagged(text, head).or_else(|| draughts(text))
}

/// Names the game of an SGF tree: a number in the property `GM`, which may be missing.
///
/// Source: SGF FF[4], properties `GM` and `FF`, <https://www.red-bean.com/sgf/>.
fn smart_game(text: &[u8]) -> Option<&'static str> {
    let property = text[2..].trim_ascii_start();
    let name = property.iter().take_while(|b| b.is_ascii_uppercase()).count();
    if name == 0 || name > 2 || property[name..].trim_ascii_start().first() != Some(&b'[') {
        return None;
    }
    let number = memchr::memmem::find(text, b"GM[").map(|i| &text[i + 3..]);
    Some(match number {
        Some(number) if !number.starts_with(b"1]") => "game record (SGF)",
        _ => "Go game (SGF)",
    })
}

/// Beginnings of tags in PGN-like records that name another game, and that game.
///
/// Sources: PDN 3.0, `GameType`, <https://pdn.fmjd.org>; the tag `Game` of xiangqi records.
const GAME_TAGS: [(&str, &str); 6] = [
    ("[GameType \"2", "draughts game (PDN)"),
    ("[GameType \"3", "draughts game (PDN)"),
    ("[GameType \"4", "draughts game (PDN)"),
    ("[GameType \"1\"", "xiangqi game"),
    ("[Game \"Chinese Chess\"", "xiangqi game"),
    ("[Game \"Xiangqi\"", "xiangqi game"),
];

/// Returns the game named by the tags of the first record, if all other records name it, too.
fn tagged(text: &[u8], head: &[u8]) -> Option<&'static str> {
    // Fast path: most PGN has none of these tags.
    memchr::memmem::find(text, b"[Game")?;
    let found = |(tag, _): &&(&str, &str)| memchr::memmem::find(text, tag.as_bytes()).is_some();
    let (_, game) = GAME_TAGS.iter().find(found)?;
    let count = |words: &[u8]| memchr::memmem::find_iter(head, words).count();
    (count(b"[GameType \"").max(count(b"[Game \"")) >= count(b"[Event \"")).then_some(game)
}

/// Recognises draughts by its first moves: `1. 32-28 19-23`.
fn draughts(text: &[u8]) -> Option<&'static str> {
    let mut lines = text.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
    let moves = lines.find(|l| !l.is_empty() && !l.starts_with(b"[") && !l.starts_with(b"%"))?;
    let is_space = |b: &u8| b.is_ascii_whitespace();
    let mut words = moves.split(is_space).filter(|w| !w.is_empty());
    let first = words.next()?.strip_prefix(b"1.")?;
    let first = if first.is_empty() { words.next()? } else { first };
    let second = words.next().unwrap_or_default();
    (is_draughts_move(first) && is_draughts_move(second)).then_some("draughts game (PDN)")
}

/// Returns true for two or more squares from 1 to 50 with a mark between them; `1-0` is a result.
fn is_draughts_move(word: &[u8]) -> bool {
    let squares = || word.split(|b| matches!(b, b'-' | b'x'));
    let is_square = |square: &[u8]| {
        str::from_utf8(square)
            .ok()
            .and_then(|s| s.parse::<u8>().ok())
            .is_some_and(|n| (1..=50).contains(&n))
    };
    squares().count() >= 2 && squares().all(is_square) && word.len() > 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_chess() {
        let xiangqi = "[Game \"Chinese Chess\"]\n[Event \"x\"]\n[Red \"A\"]\n\n1. C2=5 H8+7 *\n";
        let pdn = "[Event \"x\"]\n[White \"A\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n";
        for (head, name, what) in [
            (&b"\x7fELF\x02\x01\x01\0"[..], None, Some("ELF program")),
            (b"%PDF-1.4\n%\xe2\xe3", Some("book.pgn"), Some("PDF document")),
            (b"\0\0\x2c\0\x2e\x01\0\0", Some("x.cbh"), Some("ChessBase database (CBH)")),
            (b"\0\x01\x02 some bytes", Some("x.CBG"), Some("ChessBase database (CBG)")),
            (b"MZ\x90\0\x03\0", None, Some("Windows program")),
            (b"some \0 bytes", Some("x.pgn"), Some("binary data")),
            (b"1. e4 \x01\0\x02\0", Some("x.pgn"), Some("binary data")),
            (b"1\0.\0e\0", None, Some("binary data")),
            (b"RIFF\x01\0\0\0WEBPVP8 ", None, Some("WebP picture")),
            // After a tag or a server's words, a stray byte is damage.
            (b"[Event \"a\0b\"]\n\n1. e4 *\n", None, None),
            (b"fics% \0\r\n<12> rnbqkbnr", None, None),
            (b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n\0\0\n", Some("x.fen"), None),
            (b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\0\n", None, None),
            (b"1. e4 e5\0 2. Nf3 Nc6\0 1-0\n", None, None),
            (b"1. P-K4\0 P-K4 2. Kt-KB3 Kt-QB3\n", None, None),
            (b"{\"moves\": [\"e2e4\"]}\n\0\n", None, None),
            (b"[\0E\0v\0e\0n\0t\0 \0\"\0x\0\"\0]\0", None, None),
            (b"\xff\xfe[\0E\0v\0e\0n\0t\0 \0\"\0x\0", None, None),
            (b"(;GM[1]FF[4]SZ[19];B[pd];W[dp])", Some("a.sgf"), Some("Go game (SGF)")),
            (b"\n(;FF[4]\nGM[2]", None, Some("game record (SGF)")),
            (b"(;first a comment\n1. e4 e5", None, None),
            (b"(1. e4 e5)", None, None),
            (xiangqi.as_bytes(), None, Some("xiangqi game")),
            (pdn.as_bytes(), None, Some("draughts game (PDN)")),
            (b"1. 32-28 19-23\n2. 28x19", None, Some("draughts game (PDN)")),
            (b"[Event \"x\"]\n\n1.11-15 23-19 2.8-11", None, Some("draughts game (PDN)")),
            (b"[Event \"x\"]\n[GameType \"0\"]\n\n1. e4 *", None, None),
            (b"1. 5254 5755 2. 7163 2836", None, None),
            (b"1. e4 1-0", None, None),
            (b"1. 1-0 0-1", None, None),
            (b"", None, None),
        ] {
            let text = String::from_utf8_lossy(head);
            assert_eq!(foreign(head, name), what, "{text}");
        }
        // One xiangqi game does not hide the chess games around it.
        let mixed = format!("{xiangqi}\n[Event \"y\"]\n\n1. e4 *\n");
        assert_eq!(foreign(mixed.as_bytes(), None), None);
    }
}
