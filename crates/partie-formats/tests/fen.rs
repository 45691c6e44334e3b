//! FENs as they are found, and what is made of them.

use partie_core::{Boards, Position, Variant};
use partie_formats::{
    WriteOptions, fen,
    options::{CastlingStyle, EnPassant},
};

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
        let variant = Variant::from_name(variant).expect("a variant");
        let read = fen::parse_position(text, Some(variant));
        assert_eq!(fen::position(&read.value, &WriteOptions::default()), *expected, "{text}");
        assert_eq!(read.value.variant(), variant);
    }
}

/// A FEN, what it is read as, and the findings.
fn check(text: &str, expected: &str, findings: &[&str]) {
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
    assert_eq!(found, findings, "{text}");
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
        "4k3/8/8/8/8/8/4K3/8 w - - 0 1",
        &["FEN003 \"4k3/8/8/8/8/8/4K3\": expected 8 ranks, but found 7"],
    );
    check(
        "4k3/8/8/8/8/8/8/4K3/8/8 w - - 0 1",
        BARE,
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
        "8/8/8/8/8/8/8/8 w - - 0 1",
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
            read.diagnostics[0].message,
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
    let messages: Vec<_> = read.diagnostics.iter().map(|d| d.message.as_str()).collect();
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
        let options = WriteOptions { en_passant, ..WriteOptions::default() };
        fen::position(&position, &options).split(' ').nth(3).expect("a field").to_owned()
    };
    let all = [EnPassant::Legal, EnPassant::PseudoLegal, EnPassant::Always];
    assert_eq!(all.map(|e| field(push, e)), ["-", "-", "e3"]);
    assert_eq!(all.map(|e| field(pinned, e)), ["-", "e3", "e3"]);
    let shredder = WriteOptions { castling: CastlingStyle::Shredder, ..WriteOptions::default() };
    assert_eq!(
        fen::position(&Position::default(), &shredder),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
    );
}
