//! Single lines of a chess server: read, written, and what is said about bad ones.

use partie_testkit::suite::shared;
use std::fs;

use partie_core::{Color, File, Outcome, Position, Role, Variant};
use partie_formats::Parsed;
use partie_wire::{
    notice::{game::GameNotice, movelist::MoveListNotice, watch::WatchNotice},
    style12::{
        Coordinates, Created, Delta, GameEnd, GameInfo, Holdings, MoveList, Rating, Relation,
        Style12, Tag, Taken,
    },
};

const HELP: &str = "<12> rnbqkb-r pppppppp -----n-- -------- ----P--- -------- PPPPKPPP RNBQ-BNR \
                    B -1 0 0 1 1 0 7 Newton Einstein 1 2 12 39 39 119 122 2 K/e1-e2 (0:06) Ke2 0";

fn read_list(text: &str) -> Option<MoveList> {
    MoveListNotice::read(text).map(|notice| notice.0)
}

fn parse(line: &[u8]) -> Parsed<Style12<'_>> {
    Style12::parse(line)
        .unwrap_or_else(|| panic!("no board line: {}", String::from_utf8_lossy(line)))
}

fn written(board: &Style12<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    board.write(&mut out);
    out
}

fn assert_lossless(line: &[u8]) {
    let board = parse(line).value;
    let again = written(&board);
    assert_eq!(again, line, "{}", String::from_utf8_lossy(line));
    assert_eq!(board.into_owned(), parse(line).value);
}

/// The board lines in a transcript of any kind, each with what stood before it.
fn board_lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes
        .split(|b| matches!(b, b'\n' | b'\r'))
        .flat_map(|line| {
            // In logs line ends are spelled with a backslash.
            let mut lines = Vec::new();
            let mut at = 0;
            while let Some(tag) = memchr::memmem::find(&line[at..], b"<12> ") {
                let start = at + tag;
                let end = line[start..].iter().position(|b| *b == b'\\');
                let end = end.map_or(line.len(), |e| start + e);
                lines.push(line[start..end].to_vec());
                at = end;
            }
            if Style12::parse(line).is_some() {
                lines.push(line.to_vec());
            }
            lines
        })
        .collect()
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn every_board_of_the_transcripts_is_written_as_it_stood() {
    let root = shared("testdata");
    let mut boards = 0;
    let mut found = Vec::new();
    for folder in ["ics", "fics"] {
        for entry in fs::read_dir(root.join(folder)).expect("folder") {
            let path = entry.expect("entry").path();
            for line in board_lines(&fs::read(&path).expect("file")) {
                assert_lossless(&line);
                boards += 1;
                let Parsed { value, diagnostics } = parse(&line);
                if diagnostics.is_empty() && value.last_coordinates().is_some() {
                    assert_ne!(value.last_san(), None, "{value:?}");
                }
                // Only the wrapped line of one log is short of fields.
                for d in diagnostics {
                    found.push((path.file_name().map(std::ffi::OsStr::to_owned), d.code.id));
                }
                // The position gives the same board line fields back.
                let variant = Variant::Chess960;
                let shown = Style12::from_position(&value.position(variant).0);
                assert_eq!((shown.board, shown.turn), (value.board, value.turn));
            }
        }
    }
    assert!(boards > 1000, "{boards}");
    found.dedup();
    assert_eq!(found, [(Some("lila_observe_movelist.log".into()), "S12001")]);
}

#[test]
fn the_help_page_line() {
    let Parsed { value: board, diagnostics } = parse(HELP.as_bytes());
    assert_eq!(diagnostics, []);
    assert_eq!(board.turn, Color::Black);
    assert_eq!(board.double_push, None);
    assert!(!board.castling.white_short && !board.castling.white_long);
    assert!(board.castling.black_short && board.castling.black_long);
    assert_eq!((board.halfmoves, board.game), (0, 7));
    assert_eq!(board.relation, Relation::PlayingMyMove);
    assert_eq!((board.initial, board.increment), (2, 12));
    assert_eq!((board.strength.white, board.clock.white, board.clock.black), (39, 119, 122));
    assert_eq!((board.move_number, board.plies()), (2, 3));
    assert_eq!(board.taken, Taken { milliseconds: 6000, precise: false });
    assert_eq!(board.clock_milliseconds(Color::White), 119_000);
    assert_eq!((board.last_san(), board.flip, &*board.extra), (Some("Ke2"), false, ""));
    let (position, problem) = board.position(Variant::Standard);
    assert_eq!(problem, None);
    assert_eq!(position.castling_rights(), board.castling_rights());
    assert_eq!(position.fullmoves(), 2);
}

#[test]
fn lines_as_they_are_met() {
    for line in [
        HELP.to_owned(),
        HELP.replace("<12>", "&lt12>"),
        HELP.replace("<12>", "&lt;12>"),
        HELP.replace("<12>", "&lt;12&gt;"),
        format!("fics% {HELP}"),
        format!("fics% fics% {HELP} 1 250"),
        format!("23:46_fics% {HELP}"),
        format!("aics% {HELP}"),
        format!("\x07{HELP}"),
        format!("\x1520\x161\x16{HELP}\x17"),
        format!("\"{HELP}\""),
        format!("{HELP}\r\n"),
        format!("  {HELP}  "),
        HELP.replace(" 119 122 ", "  119 -122 "),
        HELP.replace(" 1 2 12 ", " -4 02 12 "),
        HELP.replace(" 119 122 ", " 119123 -5 ").replace("(0:06)", "(1:02:03.004)"),
        HELP.replace("(0:06)", "(62:03)"),
        HELP.replace(" B -1", " B 4"),
        "<12>".to_owned(),
        "<12> rnbqkbnr".to_owned(),
        format!("{HELP}x"),
        HELP.replace("RNBQ-BNR", "RNBQ-B"),
        HELP.replace("Newton", "Čapek"),
    ] {
        assert_lossless(line.as_bytes());
    }
    // Block mode's end after the line is no part of its last field.
    assert_eq!(parse(format!("{HELP}\x17").as_bytes()).diagnostics, []);
    // A byte that is no UTF-8, as a broken server put it before the piece.
    assert_lossless(&HELP.replace("K/e1", "\u{1}K/e1").replace('\u{1}', "\u{90}").into_bytes());
    let mut latin = HELP.as_bytes().to_vec();
    let at = latin.iter().position(|b| *b == b'N').expect("Newton");
    latin[at] = 0xf1;
    assert_lossless(&latin);
    for no_board in [
        "",
        "Bob tells you: <12> rnbqkbnr pppppppp",
        "--> Bob <12> rnbqkbnr",
        "<120> rnbqkbnr",
        "<12>rnbqkbnr",
        "<b1> game 7 white [] black []",
    ] {
        assert!(Style12::parse(no_board.as_bytes()).is_none(), "{no_board}");
    }
}

#[test]
fn a_changed_line_is_written_anew() {
    let spaced = HELP.replace(" 119 122 ", "  119  122 ");
    let mut board = parse(spaced.as_bytes()).value;
    board.clock.white = 60;
    let expected = HELP.replace(" 119 122 ", " 60 122 ");
    assert_eq!(String::from_utf8(written(&board)), Ok(expected));
}

#[test]
fn what_is_said_about_bad_fields() {
    let field = |n: usize, text: &str| {
        let mut fields: Vec<&str> = HELP.split(' ').collect();
        fields[n - 1] = text;
        fields.join(" ")
    };
    for (line, id, place, message) in [
        (
            field(12, "2"),
            "S12002",
            "2",
            "field 12 (White may castle short): expected 0 or 1, but found 2",
        ),
        (field(10, "x"), "S12002", "x", "field 10 (side to move): expected W or B, but found x"),
        (field(10, "w"), "S12012", "w", "field 10 (side to move): expected W, but found w"),
        (
            field(11, "8"),
            "S12002",
            "8",
            "field 11 (file of a double pawn push): expected -1 to 7, but found 8",
        ),
        (
            field(3, "pppp"),
            "S12002",
            "pppp",
            "field 3 (rank 7): expected eight of PNBRQKpnbrqk-, but found pppp",
        ),
        (
            field(3, "ppppXppp"),
            "S12002",
            "ppppXppp",
            "field 3 (rank 7): expected eight of PNBRQKpnbrqk-, but found ppppXppp",
        ),
        (
            field(17, "x7"),
            "S12002",
            "x7",
            "field 17 (game number): expected a number from 0, but found x7",
        ),
        (field(20, "9"), "S12005", "9", "field 20 (relation): expected -3 to 2, but found 9"),
        (
            field(25, "1:59"),
            "S12002",
            "1:59",
            "field 25 (White's clock): expected a number, but found 1:59",
        ),
        (
            field(29, "6s"),
            "S12002",
            "6s",
            "field 29 (time taken): expected (m:ss) or (m:ss.mmm), but found 6s",
        ),
        (field(31, "-"), "S12002", "-", "field 31 (flip): expected 0 or 1, but found -"),
        (
            HELP[..HELP.len() - 6].to_owned(),
            "S12001",
            "",
            "expected at least 31 fields, but found 29",
        ),
        ("<12> rnbqkbnr".to_owned(), "S12001", "", "expected at least 31 fields, but found 2"),
    ] {
        let found = parse(line.as_bytes()).diagnostics;
        let [d] = found.as_slice() else { panic!("{line}: {found:?}") };
        assert_eq!(
            (d.code.id, &line[d.span.clone()], &*d.message.to_string()),
            (id, place, message)
        );
    }
    // A rank at the end of a cut line is no side to move.
    let found = parse(b"<12> b").diagnostics;
    assert_eq!(found.iter().map(|d| d.code.id).collect::<Vec<_>>(), ["S12002", "S12001"]);
    // Values that nothing contradicts are kept: an unknown relation, for one.
    assert_eq!(parse(field(20, "9").as_bytes()).value.relation, Relation::Other(9));
}

#[test]
fn tags_and_quotation_marks() {
    let quoted = format!("\"{}\"", HELP.replace("<12>", "&lt12>"));
    let Parsed { value, diagnostics } = parse(quoted.as_bytes());
    assert_eq!((value.tag, &*value.lead, value.flip), (Tag::BareHtml, "\"", false));
    assert_eq!(diagnostics.iter().map(|d| d.code.id).collect::<Vec<_>>(), ["S12003"]);
    assert_eq!(diagnostics[0].fix.as_ref().map(|f| f.replacement.as_str()), Some("<12>"));
}

#[test]
fn positions_from_lines() {
    // A double push with a possible en passant capture, one without, and a file that stayed after a
    // drop.
    let after_e4 = "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR \
                    B 4 1 1 1 1 -1 7 A B 0 3 0 39 39 180 180 1 P/e2-e4 (0:00) e4 0";
    let board = parse(after_e4.as_bytes()).value;
    let (position, _) = board.position(Variant::Standard);
    assert_eq!(position.en_passant(), Some(partie_core::Square::E3));
    assert_eq!(position.halfmoves(), 0);
    let dropped = after_e4.replace("P/e2-e4", "P/@@-e4");
    assert_eq!(parse(dropped.as_bytes()).value.en_passant(), None);
    let castled = after_e4.replace("B 4", "B 0");
    assert_eq!(parse(castled.as_bytes()).value.en_passant(), None);
    // Chess960: the outermost rooks.
    let fischer = "<12> nrnqkbbr pppppppp -------- -------- -------- -------- PPPPPPPP NRNQKBBR \
                   W -1 1 1 1 1 0 1 A B 1 3 0 39 39 180 180 1 none (0:00) none 1 0";
    let board = parse(fischer.as_bytes()).value;
    let (position, problem) = board.position(Variant::Chess960);
    assert_eq!(problem, None);
    let squares: Vec<String> =
        position.castling_rights().into_iter().map(|s| s.to_string()).collect();
    assert_eq!(squares, ["b1", "h1", "b8", "h8"]);
    assert_eq!(Style12::from_position(&position).castling, board.castling);
    // A line of a position says what the position is.
    let start = Style12::from_position(&Position::start(Variant::Standard));
    assert_eq!(
        String::from_utf8(written(&start)).expect("text"),
        "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR \
         W -1 1 1 1 1 0 0 White Black 0 0 0 39 39 0 0 1 none (0:00) none 0"
    );
}

#[test]
fn coordinates() {
    use partie_core::{CastlingSide, Square};
    let normal = |from, to, promotion| Coordinates::Normal { from, to, promotion };
    for (text, expected) in [
        ("P/e2-e4", Some(normal(Square::E2, Square::E4, None))),
        ("P/b7-a8=Q", Some(normal(Square::B7, Square::A8, Some(Role::Queen)))),
        ("\u{90}P/e2-e4", Some(normal(Square::E2, Square::E4, None))),
        ("P/@@-e4", Some(Coordinates::Drop { role: Role::Pawn, to: Square::E4 })),
        ("N/@@-f3", Some(Coordinates::Drop { role: Role::Knight, to: Square::F3 })),
        ("o-o", Some(Coordinates::Castle(CastlingSide::KingSide))),
        ("O-O-O", Some(Coordinates::Castle(CastlingSide::QueenSide))),
        ("none", None),
        ("", None),
        ("P/e2-e9", None),
        ("P/e7-e8=", None),
        ("/", None),
    ] {
        assert_eq!(Coordinates::parse(text), expected, "{text}");
    }
    assert_eq!(parse(HELP.replace(" -1 ", " 4 ").as_bytes()).value.double_push, Some(File::E));
}

#[test]
fn holdings() {
    for (line, written) in [
        ("<b1> game 6 white [PNBBB] black [PNB]", "<b1> game 6 white [PNBBB] black [PNB]"),
        ("<b1> game 52 white [NB] black [N] <- BN", "<b1> game 52 white [NB] black [N] <- BN"),
        ("&ltb1> game 6 white [] black [P]", "<b1> game 6 white [] black [P]"),
        ("&lt;b1> game 6 white [QP] black []", "<b1> game 6 white [PQ] black []"),
        ("<b1> game 1 White [P] Black [PP] <- BP", "<b1> game 1 white [P] black [PP] <- BP"),
        ("fics% <b1> game 1 White [] Black []", "<b1> game 1 white [] black []"),
    ] {
        let Parsed { value, diagnostics } = Holdings::parse(line).expect(line);
        assert_eq!(diagnostics, [], "{line}");
        assert_eq!(value.to_string(), written);
    }
    let found = Holdings::parse("<b1> game 6 white [PX] black [P] <- ZP").expect("a line");
    let found: Vec<_> = found.diagnostics.iter().map(|d| d.message.to_string()).collect();
    assert_eq!(
        found,
        ["expected one of PNBRQ, but found X", "expected W or B and one of PNBRQ, but found ZP"]
    );
    assert_eq!(Holdings::parse("<12> game"), None);
    assert_eq!(Holdings::parse("Bob tells you: <b1> game 1 white [] black []"), None);
}

#[test]
fn lines_that_are_written_as_they_are_read() {
    for line in ["<d1> 1 9 bxa8=Q b7a8rQ 751 180994 0", "<d1> 1 12 O-O e8g8c 751 181243 0"] {
        assert_eq!(Delta::parse(line).expect(line).to_string(), line);
    }
    for line in [
        "<g1> 1 p=0 t=blitz r=1 u=0,0 it=180,2 i=180,2 pt=0 rt=1586E,2100 ts=1,0 m=2 n=0",
        "<g1> 2 p=0 t=bughouse r=0 u=1,1 it=180,0 i=180,0 pt=1 rt=0,0 ts=0,0 m=0 n=0",
    ] {
        assert_eq!(GameInfo::parse(line).expect(line).to_string(), line);
    }
    for line in [
        "Creating: Adam (++++) Boris (1670) unrated blitz 3 1",
        "Creating: a (1586E) b (----) rated wild/fr 5 0",
        "Creating: Dora (++++) Cecil (++++) unrated blitz bughouse 3 0",
    ] {
        let mut out = String::new();
        GameNotice::read(line).expect(line).write(&mut out);
        assert_eq!(out, line);
    }
    let adjourned = GameNotice::read("Creating: a (987) b (1002P) rated blitz 3 0 (adjourned)");
    let Some(GameNotice::Creating { players }) = adjourned else { panic!() };
    assert_eq!(players.ratings.black, Rating::Provisional(1002));
    let line = "Game 277: depop (1824) Sheikki (2194) rated lightning 1 0";
    let mut out = String::new();
    WatchNotice::read(line).expect(line).write(&mut out);
    assert_eq!(out, line);
    for line in [
        "{Game 1 (Adam vs. Boris) Creating unrated blitz match.}",
        "{Game 12 (a vs. b) Continuing rated standard match.}",
        "{Game 12 (VrtX vs. pulsoste) Creating rated crazyhouse match.}",
    ] {
        assert_eq!(Created::parse(line).expect(line).to_string(), line);
        assert_eq!(GameEnd::parse(line), None);
    }
    for line in [
        "{Game 1 (Adam vs. Boris) Boris resigns} 1-0",
        "{Game 117 (a vs. b) b ran out of time and a has no material to mate} 1/2-1/2",
        "{Game 84 (mgatto vs. JoseCapablanca) Game courtesyadjourned by mgatto} *",
        "{Game 2 (Dora vs. Cecil) Cecil's partner won} 0-1",
    ] {
        assert_eq!(GameEnd::parse(line).expect(line).to_string(), line);
        assert_eq!(Created::parse(line), None);
    }
    for broken in ["{Game 1 (a vs. b) x} 2-0", "{Game x (a vs. b) y} 1-0", "{Game 1 a vs. b} 1-0"] {
        assert_eq!(GameEnd::parse(broken), None, "{broken}");
    }
}

#[test]
fn ratings() {
    for (text, rating, pgn) in [
        ("1586", Rating::Settled(1586), Some("1586")),
        ("( 987)", Rating::Settled(987), Some("987")),
        ("1586E", Rating::Estimated(1586), Some("1586")),
        ("(1586P)", Rating::Provisional(1586), Some("1586")),
        ("++++", Rating::Guest, Some("-")),
        ("----", Rating::Unrated, Some("-")),
        ("0", Rating::Unrated, Some("-")),
        ("UNR", Rating::Unregistered, Some("-")),
        ("", Rating::None, None),
        ("12345678", Rating::None, None),
    ] {
        assert_eq!(Rating::parse(text), rating, "{text}");
        assert_eq!(rating.as_pgn().as_deref(), pgn, "{text}");
    }
}

const FICS_LIST: &str = "Movelist for game 277:

depop (1824) vs. Sheikki (2194) --- Tue Nov 18, 08:32 PST 2014
Rated lightning match, initial time: 1 minutes, increment: 0 seconds.

Move  depop              Sheikki
----  ----------------   ----------------
  1.  e4      (0:00)     e5      (0:00)
  2.  Nf3     (0:00)     d5      (0:00)
  3.  Nc3     (0:01)
      {Still in progress} *
";

#[test]
fn move_lists() {
    let list = read_list(FICS_LIST).expect("a list");
    assert_eq!(list.to_string(), FICS_LIST);
    assert_eq!((list.game, list.moves.len(), list.in_progress()), (Some(277), 5, true));
    assert_eq!(list.pgn_date().as_deref(), Some("2014.11.18"));
    assert_eq!(list.pgn_time().as_deref(), Some("08:32:00"));
    // Wider columns where milliseconds stand in them.
    let precise = FICS_LIST.replace(":00)     ", ":00.125)      ").replace(":00)", ":00.500)");
    let list = read_list(&precise).expect("a list");
    assert_eq!(list.moves[0].taken, Some(Taken { milliseconds: 125, precise: true }));
    assert_eq!(read_list(&list.to_string()), Some(list));
    // Without the number, as old servers print it, and wrapped.
    let old = FICS_LIST
        .replace("Movelist for game 277:\n", "")
        .replace("     e5 ", "\n\\   e5 ")
        .replace("Tue Nov 18, 08:32 PST 2014", "1999.09.01 22:20:39");
    let list = read_list(&old).expect("a list");
    assert_eq!((list.game, list.moves.len()), (None, 5));
    assert_eq!(list.pgn_date().as_deref(), Some("1999.09.01"));
    assert_eq!(list.pgn_time().as_deref(), Some("22:20:39"));
    for (date, pgn) in [
        ("2026-11-20 23:42 UTC", Some("2026.11.20")),
        ("Fri Nov 20 23:45:14 2026", Some("2026.11.20")),
        ("Sun Feb  1, 2009", Some("2009.02.01")),
        ("yesterday", None),
        ("Nov 40, 2000", None),
        ("", None),
    ] {
        let list = MoveList { date: date.to_owned(), ..list.clone() };
        assert_eq!(list.pgn_date().as_deref(), pgn, "{date}");
    }
    // A finished game, with spaces missing and the result of a stored game.
    let done = FICS_LIST.replace("{Still in progress} *", "{Sheikki resigns} 1-0");
    let list = read_list(&done).expect("a list");
    assert_eq!(
        (list.outcome, list.reason.as_str()),
        (Outcome::Win(Color::White), "Sheikki resigns")
    );
    assert_eq!(read_list(&FICS_LIST[..300]), None);
}
