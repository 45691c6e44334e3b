//! FENs as found in the wild, and the positions read from them.

use partie_core::{Boards, NodeId, Ply, Position, Variant};
use partie_formats::{
    Format, ReadOptions, WriteOptions, fen,
    options::{CastlingStyle, EnPassant},
};
use partie_pgn as pgn;
use partie_records::dispatch;
use partie_testkit::suite::shared;
use proptest::prelude::*;

/// Variant, FEN, and `board.fen()` of python-chess 1.11.2 for it.
const WRITTEN: &[(&str, &str, &str)] = &[
    // En passant only where it is legal.
    (
        "Standard",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ),
    (
        "Standard",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    ),
    ("Standard", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"),
    ("Atomic", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"),
    ("Antichess", "8/8/8/8/3pP2K/8/8/8 b - e3 0 1", "8/8/8/8/3pP2K/8/8/8 b - e3 0 1"),
    // Impossible castling rights are dropped, missing counters filled in.
    ("Standard", "4k3/8/8/8/8/8/8/4K2R w KQkq -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("Standard", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 5 77", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 5 77"),
    // X-FEN: the outermost rook is K or Q, an inner one its file.
    (
        "Chess960",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
    ),
    (
        "Chess960",
        "rr2k1r1/8/8/8/8/8/8/RR2KRR1 w BFbg - 0 1",
        "rr2k1r1/8/8/8/8/8/8/RR2KRR1 w FBkb - 0 1",
    ),
    (
        "Chess960",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    ),
    // Pieces in hand.
    (
        "Crazyhouse",
        "4k3/8/8/8/8/8/8/4K3[pNBqQRPPb] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[QRBNPPqbp] w - - 0 1",
    ),
    ("Crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
    ("Crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3/Qp w - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[Qp] w - - 0 1"),
    // Checks of three-check.
    (
        "Three-check",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +1+0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+3 0 1",
    ),
    (
        "Three-check",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+1 4 9",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+1 4 9",
    ),
    (
        "Three-check",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 9",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 4 9",
    ),
    // Other variants.
    (
        "Horde",
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
    ),
    (
        "Racing Kings",
        "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
        "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    ),
    ("King of the Hill", "4k3/8/8/8/8/8/8/4K3 w - - 12 40", "4k3/8/8/8/8/8/8/4K3 w - - 12 40"),
    // Diagrams.
    ("Standard", "8/8/8/8/3pP3/8/8/8 b - e3 0 1", "8/8/8/8/3pP3/8/8/8 b - e3 0 1"),
    ("Standard", "K7/8/8/8/8/8/8/8 w KQkq - 0 1", "K7/8/8/8/8/8/8/8 w - - 0 1"),
];

#[test]
fn written_as_python_chess_writes() {
    for (variant, text, expected) in WRITTEN {
        let variant = variant.parse::<Variant>().expect("a variant");
        let read = fen::parse_position(text, Some(variant));
        assert_eq!(fen::position(&read.value, &WriteOptions::default()), *expected, "{text}");
        assert_eq!(read.value.variant(), variant);
    }
}

/// A FEN, what it is read as, and the diagnostics.
fn check(text: &str, expected: &str, diagnostics: &[&str]) {
    let read = fen::parse_boards(text, None);
    assert_eq!(fen::boards(&read.value, &WriteOptions::default()), expected, "{text}");
    let found: Vec<String> = read
        .diagnostics
        .iter()
        .map(|d| {
            let place = text.get(d.span.clone()).expect("a span inside the text");
            format!("{} {place:?}: {}", d.code.id, d.message)
        })
        .collect();
    assert_eq!(found, diagnostics, "{text}");
}

const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

#[test]
fn fields_are_forgiven_and_reported() {
    check(BARE, BARE, &[]);
    check("  4k3/8/8/8/8/8/8/4K3_w_-_-_0_1\r\n", BARE, &[]);
    check(
        "4k3/8/8/8/8/8/8/4K3 W - - 0 0",
        BARE,
        &[
            "FEN008 \"W\": expected `w` for the side to move, but found `W`",
            "FEN017 \"0\": expected a move number from 1, but found `0`; `1` is assumed",
        ],
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - - -",
        BARE,
        &[
            "FEN016 \"-\": expected the number of half-moves, but found `-`",
            "FEN016 \"-\": expected the number of the move, but found `-`",
        ],
    );
    check(
        "4k3/8/8/8/8/8/8/4K3",
        BARE,
        &[
            "FEN006 \"\": expected the side to move, but found none; `w` is assumed",
            "FEN006 \"\": expected castling rights, but found none; `-` is assumed",
            "FEN006 \"\": expected an en passant square or -, but found none; `-` is assumed",
            "FEN006 \"\": expected the number of half-moves, but found none; `0` is assumed",
            "FEN006 \"\": expected the number of the move, but found none; `1` is assumed",
        ],
    );
    // Fields missing in the middle are noticed by the shape of the next one.
    check(
        "4k3/8/8/8/8/8/8/4K3 b 7 42",
        "4k3/8/8/8/8/8/8/4K3 b - - 7 42",
        &[
            "FEN006 \"\": expected castling rights, but found none; `-` is assumed",
            "FEN006 \"\": expected an en passant square or -, but found none; `-` is assumed",
        ],
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 ? ?? e9 x 1.5 and more",
        BARE,
        &[
            "FEN007 \"?\": expected `w` or `b` for the side to move, but found `?`; `w` is assumed",
            "FEN009 \"?\": expected `-`, KQkq or the files of rooks, but found `?`",
            "FEN013 \"e9\": expected `-` or a square for en passant, but found `e9`",
            "FEN016 \"x\": expected the number of half-moves, but found `x`",
            "FEN016 \"1.5\": expected the number of the move, but found `1.5`",
            "FEN018 \"and more\": expected the end of the position, but found `and more`",
        ],
    );
    check(
        "“4k3/8/8/8/8/8/8/4K3 w – — 0 1”,",
        BARE,
        &[
            "FEN024 \"“\": expected the ranks of a position, but found the quotation mark `“`",
            "FEN012 \"–\": expected `-` for no castling rights, but found `–`",
            "FEN012 \"—\": expected `-` for no en passant square, but found `—`",
        ],
    );
}

#[test]
fn the_board_is_forgiven_and_reported() {
    check(
        "4k3/1p111111/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/1p6/8/8/8/8/8/4K3 w - - 0 1",
        &[
            "FEN005 \"1p111111\": expected one digit for a row of empty squares on rank 7, but found `1p111111`",
        ],
    );
    check(
        "4k3/7/8/8/8/8/8/4K3 w - - 0 1",
        BARE,
        &["FEN005 \"7\": expected `8` for the empty rank 7, but found `7`"],
    );
    check(
        "4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1",
        &["FEN002 \"ppppppppp\": expected 8 squares on rank 7, but found 9"],
    );
    check(
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "?",
        &["FEN003 \"4k3/8/8/8/8/8/4K3\": expected 8 ranks, but found 7"],
    );
    check(
        "4k3/8/8/8/8/8/8/4K3/8/8 w - - 0 1",
        "?",
        &["FEN003 \"8/8\": expected 8 ranks, but found 10"],
    );
    check(
        "4k3/8/8/8/8/8/8/4K3/ w - - 0 1",
        BARE,
        &["FEN005 \"/\": expected the end of the ranks, but found `/`"],
    );
    check(
        "3dk3/8/8/8/8/8/8/4K3 w - - 0 1",
        BARE,
        &["FEN004 \"d\": expected a piece letter or a digit on rank 8, but found `d`"],
    );
    check(
        "Hello",
        "?",
        &["FEN001 \"Hello\": expected the eight ranks of a position, but found `Hello`"],
    );
    check(
        "8/8/8/8/8/8/8/4K2P b - - 0 1",
        "8/8/8/8/8/8/8/4K2P b - - 0 1",
        &[
            "FEN019 \"8/8/8/8/8/8/8/4K2P\": expected a position that can be played, but found that a king is missing, and a pawn stands on the first or last rank",
        ],
    );
}

#[test]
fn castling_and_en_passant_must_be_possible() {
    check(
        "r3k3/8/8/8/8/8/8/4K2R w qKK - 0 1",
        "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
        &["FEN011 \"qKK\": expected each castling right once and White's first, but found `qKK`"],
    );
    check(
        "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
        "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
        &[
            "FEN010 \"KQkq\": expected king and rook in their places for the castling right `Qk`, but found them elsewhere",
        ],
    );
    check(
        "1r2k3/8/8/8/8/8/8/4K1R1 w Kq - 0 1",
        "1r2k3/8/8/8/8/8/8/4K1R1 w Kq - 0 1",
        &[
            "FEN026 \"Kq\": expected king and rooks of orthodox castling, but found those of Chess960",
        ],
    );
    check(
        "4k3/8/8/8/3pP3/8/8/4K3 b - E3 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        &["FEN015 \"E3\": expected `e3`, the square behind the pawn, but found `E3`"],
    );
    check(
        "4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        &["FEN015 \"e4\": expected `e3`, the square behind the pawn, but found `e4`"],
    );
    for (text, square) in [
        ("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "e3"), // White has just moved, says the square.
        ("4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", "e3"),  // No pawn there.
        ("4k3/8/8/8/3pP3/8/4P3/4K3 b - e3 0 1", "e3"), // It cannot have come from e2.
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e5 0 1", "e5"),
    ] {
        let read = fen::parse_position(text, None);
        assert_eq!(read.value.en_passant(), None, "{text}");
        assert_eq!(
            read.diagnostics[0].message.to_string(),
            format!("expected a square that a pawn has just passed, but found `{square}`")
        );
    }
}

#[test]
fn the_text_tells_the_variant() {
    for (text, variant) in [
        ("4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1", Variant::Crazyhouse),
        ("4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", Variant::Crazyhouse),
        ("4k3/8/8/8/8/8/8/4K3/qP w - - 0 1", Variant::Crazyhouse),
        (
            "r1bBk1r1/ppp2p1p/1b1p3p/3Pp3/6N1/2PPn2n/PP2B1pP/R2Q3K w q - 0 22 QNrp",
            Variant::Crazyhouse,
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1", Variant::ThreeCheck),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+2", Variant::ThreeCheck),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", Variant::Chess960),
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1", Variant::Bughouse),
        (BARE, Variant::Standard),
    ] {
        let read = fen::parse_boards(text, None);
        assert_eq!(read.value.first().variant(), variant, "{text}");
    }
    let read = fen::parse_position("4k3/8/8/8/8/8/8/Q~3K3[Q] w - - 3+3 0 1", Some(Variant::Atomic));
    let messages: Vec<_> = read.diagnostics.iter().map(|d| d.message.to_string()).collect();
    assert_eq!(
        messages,
        [
            "expected no pieces in hand in Atomic, but found some",
            "expected no marks of promoted pieces in Atomic, but found `~`",
            "expected no counts of checks in Atomic, but found `3+3`",
        ]
    );
}

#[test]
fn two_boards() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let both = format!("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1 | {start}");
    check(&both, &both, &[]);
    assert_eq!(
        fen::boards(&Boards::start(Variant::Bughouse), &WriteOptions::default()),
        format!("{start} | {start}")
    );
    let one = fen::parse_boards(start, Some(Variant::Bughouse));
    assert_eq!(one.value, Boards::start(Variant::Bughouse));
    assert_eq!(one.diagnostics[0].code.id, "FEN025");
    let three = fen::parse_boards(&format!("{both} | 8/8/8"), None);
    assert_eq!(fen::boards(&three.value, &WriteOptions::default()), both);
    assert_eq!(three.diagnostics[0].code.id, "FEN025");
}

#[test]
fn the_writer_has_choices() {
    let push = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let pinned = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1";
    let field = |text: &str, en_passant| {
        let position = fen::parse_position(text, None).value;
        let options = WriteOptions::default().en_passant(en_passant);
        fen::position(&position, &options).split(' ').nth(3).expect("a field").to_owned()
    };
    let all = [EnPassant::Legal, EnPassant::PseudoLegal, EnPassant::Always];
    assert_eq!(all.map(|e| field(push, e)), ["-", "-", "e3"]);
    assert_eq!(all.map(|e| field(pinned, e)), ["-", "e3", "e3"]);
    let shredder = WriteOptions::default().castling(CastlingStyle::Shredder);
    assert_eq!(
        fen::position(&Position::default(), &shredder),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
    );
}

#[test]
fn a_file_of_positions() {
    let file = "# two kings\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n\
                % more\n# and more #\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 castle!\n\n\
                nonsense\n# the end";
    let records: Vec<_> =
        fen::read(file.as_bytes(), &ReadOptions::default()).map(|r| r.expect("memory")).collect();
    let lines: Vec<_> = records.iter().map(|r| (r.number, r.line, r.game().variant)).collect();
    assert_eq!(
        lines,
        [(1, 1, Variant::FromPosition), (2, 4, Variant::FromPosition), (3, 8, Variant::Standard),]
    );
    let comment = |i: usize| {
        let comments = &records[i].game().tree.annotations(NodeId::ROOT).comments;
        comments.iter().map(|c| c.text.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(comment(0), ["two kings"]);
    assert_eq!(comment(1), ["more and more #"]);
    assert_eq!(comment(2), ["the end"]);
    assert_eq!(records[1].game().unread.as_deref(), Some("castle!"));
    let diagnostic = &records[1].parsed.diagnostics[0];
    let place = records[1].place(diagnostic.span.start);
    assert_eq!((diagnostic.code.id, place.line, place.column), ("FEN018", 6, 32));
    assert_eq!(records[2].game().unread.as_deref(), Some("nonsense"));
    // No text is lost: the records' texts stand in the file one after the other.
    let mut at = 0;
    for record in &records {
        let byte = usize::try_from(record.byte).expect("small");
        assert!(file[at..byte].trim().is_empty());
        at = byte + record.text.len();
        assert_eq!(file.as_bytes()[byte..at], record.text);
    }
    assert!(file[at..].trim().is_empty());
}

#[test]
fn two_positions_where_one_should_be() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n8/8/8/8/8/8/8/4K3 w - - 0 1\n";
    let parsed = fen::parse(text.as_bytes(), &ReadOptions::default());
    assert_eq!(parsed.diagnostics[0].code.id, "FEN018");
    assert_eq!(parsed.diagnostics[0].span, 30..57);
    assert_eq!(parsed.value.unread.as_deref(), Some("8/8/8/8/8/8/8/4K3 w - - 0 1"));
}

#[test]
fn spans_are_bytes_of_the_file() {
    // Windows-1252: the dash is one byte, but three in UTF-8.
    let text = b"4k3/8/8/8/8/8/8/4K3 w \x96 \x96 x 1";
    let parsed = fen::parse(text, &ReadOptions::default());
    let spans: Vec<_> = parsed.diagnostics.iter().map(|d| &text[d.span.clone()]).collect();
    assert_eq!(spans, [&b"\x96"[..], b"\x96", b"x"]);
}

#[test]
fn the_last_position_of_a_game_is_written() {
    let written = |text: &str| {
        let game = pgn::parse(text.as_bytes(), &ReadOptions::default()).value;
        let mut out = Vec::new();
        let options = WriteOptions::default().remarks(true);
        let lossy = fen::write(&game, &options, &mut out).expect("memory");
        let lost: Vec<_> = lossy.lost.into_iter().map(|l| l.0.to_string()).collect();
        (String::from_utf8(out).expect("text"), lost)
    };
    let (text, lost) = written("[White \"A\"]\n\n1. e4 e5 2. Ke3 1-0");
    assert_eq!(text, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
    assert_eq!(
        lost,
        [
            "the moves (FEN is one position: the last)",
            "the tags",
            "the result",
            "text that could not be read",
        ]
    );
    let (text, lost) = written("{a remark} *");
    assert_eq!(text, "# a remark\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    assert!(lost.is_empty());
    assert_eq!(written("[Variant \"Antichess\"]\n\n*").1, ["the variant, Antichess"]);
    assert_eq!(written("[Variant \"Crazyhouse\"]\n\n*").1, [""; 0]);
    // From these squares the castling of Chess960 looks as the orthodox one.
    assert_eq!(written("[Variant \"Chess960\"]\n\n*").1, ["the variant, Chess960"]);
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn shared_files_are_clean() {
    let root = shared("testdata");
    let file = std::fs::File::open(root.join("pychess/kkppr.fen")).expect("file");
    let options = ReadOptions::default();
    for record in dispatch::read(Format::Fen, Box::new(file), &options) {
        let record = record.expect("file");
        assert!(record.parsed.diagnostics.is_empty());
        let text = fen::boards(&record.game().start, &WriteOptions::default());
        assert_eq!(text.as_bytes(), record.text);
    }
}

/// Plays moves chosen by numbers.
fn walk(variant: Variant, choices: &[u16]) -> Position {
    let mut position = Position::start(variant);
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[usize::from(*choice) % moves.len()]);
    }
    position
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        variant in prop::sample::select(&Variant::ALL[..]),
        choices in prop::collection::vec(0_u16..1000, 0..80),
    ) {
        let position = walk(variant, &choices);
        let all = WriteOptions::default().en_passant(EnPassant::Always);
        let text = fen::position(&position, &all);
        let again = fen::parse_position(&text, Some(variant));
        prop_assert_eq!(&again.value, &position, "{}", text);
        prop_assert!(again.diagnostics.is_empty(), "{} {:?}", text, again.diagnostics);
        let shredder = all.castling(CastlingStyle::Shredder);
        let text = fen::position(&position, &shredder);
        prop_assert_eq!(&fen::parse_position(&text, Some(variant)).value, &position, "{}", text);
        // Without en passant squares that do not matter, the moves are the same.
        let short = fen::position(&position, &WriteOptions::default());
        let again = fen::parse_position(&short, Some(variant)).value;
        prop_assert_eq!(fen::position(&again, &WriteOptions::default()), short);
        let plies = |p: &Position| p.legal_moves().iter().map(|m| Ply::Move(*m).to_string()).collect::<Vec<_>>();
        prop_assert_eq!(plies(&again), plies(&position));
    }

    #[test]
    fn nothing_panics(
        text in "[ -~\u{a0}é“–|\n\r\t]{0,120}",
        at in 0_usize..57,
        variant in prop::option::of(prop::sample::select(&Variant::ALL[..])),
    ) {
        let check = |text: &str| {
            let read = fen::parse_boards(text, variant);
            for d in &read.diagnostics {
                assert!(text.get(d.span.clone()).is_some(), "{text:?} {d:?}");
                assert!(!d.message.to_string().is_empty());
            }
            // What is read can be written and is read again the same.
            let written = fen::boards(&read.value, &WriteOptions::default());
            let variant = Some(read.value.first().variant());
            let again = fen::parse_boards(&written, variant);
            assert_eq!(fen::boards(&again.value, &WriteOptions::default()), written, "{text:?}");
        };
        check(&text);
        let good = "r3k2r/pppp1ppp/8/3Pp3/8/8/PPP2PPP/R3K2R w KQkq e6 3+2 0 1";
        check(&format!("{}{text}{}", &good[..at], &good[at..]));
        check(&format!("{}{text}", &good[..at]));
        let _ = fen::parse(text.as_bytes(), &ReadOptions::default().variant(variant));
    }
}
