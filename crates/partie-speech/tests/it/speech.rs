//! Speech about chess in four languages.

use partie_core::{
    Color, Nag, Outcome, Ply, Position, Termination, Variant,
    annotation::{Eval, Score},
    moves::uci,
    time::ClockTime,
};
use partie_formats::{ReadOptions, fen};
use partie_pgn as pgn;
use partie_pgn::bpgn;
use partie_speech::{Speech, SpeechLanguage};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 12";
const TAKING: &str = "4k3/8/2p1p3/r2q1b1n/2P1P3/5N2/8/7K w - - 0 1";
const TAKERS: &str = "k2r4/6P1/4p3/8/3Q1n2/2B3N1/1R6/4K3 w - - 0 1";
const PROMOTION: &str = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";

/// FEN, move, and what is said of it in English, French, German and Czech.
const MOVES: &[(&str, &str, [&str; 4])] = &[
    // Every piece.
    (
        START,
        "e2e4",
        ["pawn from e2 to e4", "le pion de e2 en e4", "Bauer von e2 nach e4", "pěšec z e2 na e4"],
    ),
    (
        START,
        "g1f3",
        [
            "knight from g1 to f3",
            "le cavalier de g1 en f3",
            "Springer von g1 nach f3",
            "jezdec z g1 na f3",
        ],
    ),
    (
        TAKERS,
        "c3a5",
        [
            "bishop from c3 to a5",
            "le fou de c3 en a5",
            "Läufer von c3 nach a5",
            "střelec z c3 na a5",
        ],
    ),
    (
        TAKERS,
        "b2b1",
        ["rook from b2 to b1", "la tour de b2 en b1", "Turm von b2 nach b1", "věž z b2 na b1"],
    ),
    (
        TAKERS,
        "d4e5",
        ["queen from d4 to e5", "la dame de d4 en e5", "Dame von d4 nach e5", "dáma z d4 na e5"],
    ),
    (
        TAKERS,
        "e1f1",
        ["king from e1 to f1", "le roi de e1 en f1", "König von e1 nach f1", "král z e1 na f1"],
    ),
    // Everything that can be taken, in its case and gender.
    (
        TAKING,
        "e4f5",
        [
            "pawn from e4 takes bishop on f5",
            "le pion de e4 prend le fou en f5",
            "Bauer von e4 schlägt Läufer auf f5",
            "pěšec z e4 bere střelce na f5",
        ],
    ),
    (
        TAKING,
        "c4d5",
        [
            "pawn from c4 takes queen on d5",
            "le pion de c4 prend la dame en d5",
            "Bauer von c4 schlägt Dame auf d5",
            "pěšec z c4 bere dámu na d5",
        ],
    ),
    (
        TAKERS,
        "d4d8",
        [
            "queen from d4 takes rook on d8, check",
            "la dame de d4 prend la tour en d8, échec",
            "Dame von d4 schlägt Turm auf d8, Schach",
            "dáma z d4 bere věž na d8, šach",
        ],
    ),
    (
        TAKERS,
        "d4f4",
        [
            "queen from d4 takes knight on f4",
            "la dame de d4 prend le cavalier en f4",
            "Dame von d4 schlägt Springer auf f4",
            "dáma z d4 bere jezdce na f4",
        ],
    ),
    (
        "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1",
        "f3e5",
        [
            "knight from f3 takes pawn on e5",
            "le cavalier de f3 prend le pion en e5",
            "Springer von f3 schlägt Bauern auf e5",
            "jezdec z f3 bere pěšce na e5",
        ],
    ),
    // Castling.
    (CASTLING, "e8g8", ["castles kingside", "petit roque", "kurze Rochade", "malá rošáda"]),
    (CASTLING, "e8c8", ["castles queenside", "grand roque", "lange Rochade", "velká rošáda"]),
    (
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        [
            "castles kingside, check",
            "petit roque, échec",
            "kurze Rochade, Schach",
            "malá rošáda, šach",
        ],
    ),
    // En passant.
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "e5d6",
        [
            "pawn from e5 takes on d6 en passant",
            "le pion de e5 prend en passant en d6",
            "Bauer von e5 schlägt im Vorbeigehen auf d6",
            "pěšec z e5 bere mimochodem na d6",
        ],
    ),
    // Promotions.
    (
        PROMOTION,
        "a7a8q",
        [
            "pawn from a7 to a8, promotes to a queen",
            "le pion de a7 en a8, promotion en dame",
            "Bauer von a7 nach a8, Umwandlung in eine Dame",
            "pěšec z a7 na a8, proměna v dámu",
        ],
    ),
    (
        PROMOTION,
        "a7a8r",
        [
            "pawn from a7 to a8, promotes to a rook",
            "le pion de a7 en a8, promotion en tour",
            "Bauer von a7 nach a8, Umwandlung in einen Turm",
            "pěšec z a7 na a8, proměna ve věž",
        ],
    ),
    (
        PROMOTION,
        "a7b8b",
        [
            "pawn from a7 takes knight on b8, promotes to a bishop",
            "le pion de a7 prend le cavalier en b8, promotion en fou",
            "Bauer von a7 schlägt Springer auf b8, Umwandlung in einen Läufer",
            "pěšec z a7 bere jezdce na b8, proměna ve střelce",
        ],
    ),
    (
        PROMOTION,
        "a7a8n",
        [
            "pawn from a7 to a8, promotes to a knight",
            "le pion de a7 en a8, promotion en cavalier",
            "Bauer von a7 nach a8, Umwandlung in einen Springer",
            "pěšec z a7 na a8, proměna v jezdce",
        ],
    ),
    // Checks and ends.
    (
        "4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1",
        "e4f6",
        [
            "knight from e4 to f6, double check",
            "le cavalier de e4 en f6, échec double",
            "Springer von e4 nach f6, Doppelschach",
            "jezdec z e4 na f6, dvojitý šach",
        ],
    ),
    (
        "4k3/8/4K3/8/8/8/8/7R w - - 0 1",
        "h1h8",
        [
            "rook from h1 to h8, checkmate",
            "la tour de h1 en h8, échec et mat",
            "Turm von h1 nach h8, matt",
            "věž z h1 na h8, mat",
        ],
    ),
    (
        "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1",
        "g2g6",
        [
            "queen from g2 to g6, stalemate",
            "la dame de g2 en g6, pat",
            "Dame von g2 nach g6, patt",
            "dáma z g2 na g6, pat",
        ],
    ),
    // Drops.
    (
        "4k3/8/8/8/8/8/8/4K3[QNP] w - - 0 1",
        "N@f3",
        [
            "drops a knight on f3",
            "cavalier parachuté en f3",
            "setzt einen Springer auf f3 ein",
            "nasazuje jezdce na f3",
        ],
    ),
    (
        "4k3/8/8/8/8/8/8/4K3[QNP] w - - 0 1",
        "Q@a5",
        [
            "drops a queen on a5",
            "dame parachutée en a5",
            "setzt eine Dame auf a5 ein",
            "nasazuje dámu na a5",
        ],
    ),
    (
        "4k3/8/8/8/8/8/8/4K3[QNP] w - - 0 1",
        "P@c3",
        [
            "drops a pawn on c3",
            "pion parachuté en c3",
            "setzt einen Bauern auf c3 ein",
            "nasazuje pěšce na c3",
        ],
    ),
    // Nothing.
    (START, "0000", ["passes", "coup nul", "setzt aus", "vynechává tah"]),
];

fn position(fen: &str) -> Position {
    fen::parse_position(fen, None).value
}

fn ply(position: &Position, text: &str) -> Ply {
    uci::read(position, text).expect(text).ply
}

#[test]
fn every_kind_of_move() {
    for (fen, text, wanted) in MOVES {
        let position = position(fen);
        let ply = ply(&position, text);
        for (language, wanted) in SpeechLanguage::ALL.into_iter().zip(wanted) {
            assert_eq!(Speech::new(language).ply(&position, ply), *wanted, "{fen} {text}");
        }
    }
}

#[test]
fn moves_with_their_numbers() {
    let position = position(CASTLING);
    let ply = ply(&position, "e8g8");
    for (language, wanted) in SpeechLanguage::ALL.into_iter().zip([
        "Move 12, Black: castles kingside.",
        "Coup 12, Noirs : petit roque.",
        "Zug 12, Schwarz: kurze Rochade.",
        "Tah 12, černý: malá rošáda.",
    ]) {
        assert_eq!(Speech::new(language).move_sentence(&position, ply), wanted);
    }
}

/// In brief the source is said only where two pieces could go.
#[test]
fn brief_and_spelled() {
    let two_knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    for (fen, text, brief, spelled) in [
        (two_knights, "b1c3", "knight to c3", "knight from bella 1 to cesar 3"),
        (two_knights, "b1d2", "knight from b1 to d2", "knight from bella 1 to david 2"),
        (START, "h2h4", "pawn to h4", "pawn from hector 2 to hector 4"),
        (
            "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1",
            "e4d5",
            "pawn from e4 takes pawn on d5",
            "pawn from eva 4 takes pawn on david 5",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "e5d6",
            "pawn takes on d6 en passant",
            "pawn from eva 5 takes on david 6 en passant",
        ),
    ] {
        let position = position(fen);
        let ply = ply(&position, text);
        let short = Speech { brief: true, ..Speech::default() };
        let spell = Speech { spell: true, ..Speech::default() };
        assert_eq!(
            (short.ply(&position, ply).as_str(), spell.ply(&position, ply).as_str()),
            (brief, spelled)
        );
    }
    let spell = Speech { spell: true, ..Speech::default() };
    let files: Vec<_> = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"]
        .iter()
        .map(|s| spell.square(s.parse().expect("a square")))
        .collect();
    assert_eq!(files.join(" "), "anna 1 bella 2 cesar 3 david 4 eva 5 felix 6 gustav 7 hector 8");
}

#[test]
fn a_goal_of_a_variant() {
    let hill = Position::from_setup(
        Variant::KingOfTheHill,
        position("7k/8/8/8/8/4K3/8/8 w - - 0 1").setup(),
    )
    .0;
    let ply = ply(&hill, "e3e4");
    assert_eq!(Speech::new(SpeechLanguage::Czech).ply(&hill, ply), "král z e3 na e4, a vyhrává");
}

#[test]
fn positions() {
    let placed = position("r3k2r/pp6/8/3pP3/8/8/PPP5/R3K1NR w KQkq d6 0 20");
    for (language, wanted) in SpeechLanguage::ALL.into_iter().zip([
        "White: king e1, rooks a1 and h1, knight g1, pawns a2, b2, c2 and e5.\n\
         Black: king e8, rooks a8 and h8, pawns a7, b7 and d5.\n\
         White to move.\n\
         White may castle on both sides.\n\
         Black may castle on both sides.\n\
         En passant is possible on d6.",
        "Blancs : roi e1, tours a1 et h1, cavalier g1, pions a2, b2, c2 et e5.\n\
         Noirs : roi e8, tours a8 et h8, pions a7, b7 et d5.\n\
         Trait aux Blancs.\n\
         Les Blancs peuvent faire les deux roques.\n\
         Les Noirs peuvent faire les deux roques.\n\
         Prise en passant possible en d6.",
        "Weiß: König e1, Türme a1 und h1, Springer g1, Bauern a2, b2, c2 und e5.\n\
         Schwarz: König e8, Türme a8 und h8, Bauern a7, b7 und d5.\n\
         Weiß am Zug.\n\
         Weiß darf kurz und lang rochieren.\n\
         Schwarz darf kurz und lang rochieren.\n\
         Schlagen im Vorbeigehen möglich auf d6.",
        "Bílý: král e1, věže a1 a h1, jezdec g1, pěšci a2, b2, c2 a e5.\n\
         Černý: král e8, věže a8 a h8, pěšci a7, b7 a d5.\n\
         Bílý na tahu.\n\
         Bílý může udělat malou i velkou rošádu.\n\
         Černý může udělat malou i velkou rošádu.\n\
         Je možné brát mimochodem na d6.",
    ]) {
        assert_eq!(Speech::new(language).position(&placed).join("\n"), wanted);
    }
}

/// FEN, and the last sentence that is said of it.
#[test]
fn states_of_positions() {
    for (fen, wanted) in [
        (
            "R3k3/8/4K3/8/8/8/8/8 b - - 0 1",
            [
                "Black is checkmated.",
                "Les Noirs sont échec et mat.",
                "Schwarz ist matt.",
                "Černý dostal mat.",
            ],
        ),
        (
            "R3k3/8/8/4K3/8/8/8/8 b - - 0 1",
            [
                "Black is in check.",
                "Les Noirs sont en échec.",
                "Schwarz steht im Schach.",
                "Černý je v šachu.",
            ],
        ),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", ["Stalemate.", "Pat.", "Patt.", "Pat."]),
        (
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            [
                "White may castle queenside.",
                "Les Blancs peuvent faire le grand roque.",
                "Weiß darf lang rochieren.",
                "Bílý může udělat velkou rošádu.",
            ],
        ),
    ] {
        for (language, wanted) in SpeechLanguage::ALL.into_iter().zip(wanted) {
            let said = Speech::new(language).position(&position(fen));
            assert_eq!(said.last().map(String::as_str), Some(wanted), "{fen}");
        }
    }
    let diagram = Speech::default().position(&position("8/8/8/8/8/8/8/K7 b - - 0 1"));
    assert_eq!(
        diagram,
        [
            "White: king a1.",
            "Black: no pieces.",
            "This position cannot be played.",
            "Black to move."
        ]
    );
}

/// Czech counts one, two to four, and five and more.
#[test]
fn pieces_in_hand() {
    let house = position("4k3/8/8/8/8/8/8/4K3[QRRPPPPPn] w - - 0 1");
    for (language, wanted) in SpeechLanguage::ALL.into_iter().zip([
        "White in hand: 1 queen, 2 rooks, 5 pawns.",
        "Blancs en main : 1 dame, 2 tours, 5 pions.",
        "Weiß auf der Hand: 1 Dame, 2 Türme, 5 Bauern.",
        "Bílý v ruce: 1 dáma, 2 věže, 5 pěšců.",
    ]) {
        assert_eq!(Speech::new(language).position(&house)[2], wanted);
    }
}

#[test]
fn clocks_in_words() {
    for (ms, wanted) in [
        (
            3_723_000,
            [
                "1 hour 2 minutes 3 seconds",
                "1 heure 2 minutes 3 secondes",
                "1 Stunde 2 Minuten 3 Sekunden",
                "1 hodina 2 minuty 3 sekundy",
            ],
        ),
        (
            301_900,
            [
                "5 minutes 1 second",
                "5 minutes 1 seconde",
                "5 Minuten 1 Sekunde",
                "5 minut 1 sekunda",
            ],
        ),
        (7_350, ["7.3 seconds", "7,3 secondes", "7,3 Sekunden", "7,3 sekundy"]),
        (0, ["0 seconds", "0 seconde", "0 Sekunden", "0 sekund"]),
        (-60_000, ["minus 1 minute", "moins 1 minute", "minus 1 Minute", "minus 1 minuta"]),
    ] {
        for (language, wanted) in SpeechLanguage::ALL.into_iter().zip(wanted) {
            assert_eq!(Speech::new(language).duration(ClockTime(ms)), wanted);
        }
    }
}

#[test]
fn signs_judgements_and_dates() {
    let czech = Speech::new(SpeechLanguage::Czech);
    for number in 1..=6 {
        for language in SpeechLanguage::ALL {
            assert!(Speech::new(language).nag(Nag(number)).is_some());
        }
    }
    assert_eq!(czech.nag(Nag(199)), None);
    let eval = |score| czech.evaluation(Eval { score, depth: None });
    assert_eq!(eval(Score::Centipawns(-135)), "hodnocení: minus 1,35");
    assert_eq!(eval(Score::Mate(-3)), "hodnocení: černý dá mat 3. tahem");
    for (date, wanted) in [
        ("2024.01.05", ["5 January 2024", "5 janvier 2024", "5. Januar 2024", "5. ledna 2024"]),
        ("1908.08.01", ["1 August 1908", "1er août 1908", "1. August 1908", "1. srpna 1908"]),
        ("1851.06.??", ["June 1851", "juin 1851", "Juni 1851", "červen 1851"]),
        ("1851.??.??", ["1851", "1851", "1851", "1851"]),
    ] {
        for (language, wanted) in SpeechLanguage::ALL.into_iter().zip(wanted) {
            assert_eq!(Speech::new(language).date(date.parse().expect(date)), wanted);
        }
    }
}

#[test]
fn results() {
    let white = Outcome::Win(Color::White);
    for (outcome, reason, wanted) in [
        (
            white,
            Some(Termination::Checkmate),
            [
                "White wins: checkmate.",
                "Les Blancs gagnent : échec et mat.",
                "Weiß gewinnt: Schachmatt.",
                "Bílý vyhrál: mat.",
            ],
        ),
        (
            white,
            Some(Termination::TimeForfeit),
            [
                "White wins: Black lost on time.",
                "Les Blancs gagnent : les Noirs ont perdu au temps.",
                "Weiß gewinnt: Schwarz hat die Zeit überschritten.",
                "Bílý vyhrál: černému vypršel čas.",
            ],
        ),
        (
            Outcome::Draw,
            Some(Termination::Agreement),
            [
                "Draw: by agreement.",
                "Partie nulle : par accord mutuel.",
                "Remis: durch Vereinbarung.",
                "Remíza: dohodou.",
            ],
        ),
        (
            Outcome::Unknown,
            None,
            ["No result.", "Pas de résultat.", "Kein Ergebnis.", "Bez výsledku."],
        ),
        (
            Outcome::Unknown,
            Some(Termination::Aborted),
            [
                "No result: aborted.",
                "Pas de résultat : partie interrompue.",
                "Kein Ergebnis: abgebrochen.",
                "Bez výsledku: partie přerušena.",
            ],
        ),
    ] {
        for (language, wanted) in SpeechLanguage::ALL.into_iter().zip(wanted) {
            assert_eq!(Speech::new(language).result(outcome, reason.as_ref()), wanted);
        }
    }
}

#[test]
fn a_game_with_everything() {
    let text = "[Event \"Club\"]\n[Date \"2024.01.05\"]\n[White \"Anna\"]\n[WhiteElo \"1900\"]\n[Black \"Bert\"]\n\n\
        {A short one.} 1. e4 $1 {[%clk 0:04:58] [%eval 0.3] best by test} 1... e5 (1... c5 {Sicilian} 2. Nf3 (2. c3)) 2. Qh5 Ke7 3. Qxe5# 1-0";
    let game = pgn::parse(text.as_bytes(), &ReadOptions::default()).value;
    let said: Vec<_> = Speech::default().game(&game).collect();
    assert_eq!(
        said,
        [
            "Event: Club.",
            "Date: 5 January 2024.",
            "White: Anna, rating 1900.",
            "Black: Bert.",
            "Comment: A short one.",
            "Move 1, White: pawn from e2 to e4. Good move. Clock: 4 minutes 58 seconds. Evaluation: plus 0.30. Comment: best by test.",
            "Move 1, Black: pawn from e7 to e5.",
            "Variation.",
            "Move 1, Black: pawn from c7 to c5. Comment: Sicilian.",
            "Move 2, White: knight from g1 to f3.",
            "Variation, level 2.",
            "Move 2, White: pawn from c2 to c3.",
            "End of variation, level 2.",
            "End of variation.",
            "Move 2, White: queen from d1 to h5.",
            "Move 2, Black: king from e8 to e7.",
            "Move 3, White: queen from h5 takes pawn on e5, checkmate.",
            "White wins: checkmate.",
        ]
    );
}

#[test]
fn bughouse_and_a_set_up_position() {
    let text = "[WhiteA \"anna\"][BlackA \"bert\"]\n[WhiteB \"carl\"][BlackB \"dora\"]\n[Result \"1-0\"]\n\n1A. e4{179.5} 1b. d5 {bert resigns} 1-0";
    let game = bpgn::parse(text.as_bytes(), &ReadOptions::default()).value;
    let said: Vec<_> = Speech::new(SpeechLanguage::German).game(&game).collect();
    assert!(said.contains(&"Weiß, Brett A: anna.".to_owned()), "{said:#?}");
    assert!(
        said.contains(
            &"Brett A, Zug 1, Weiß: Bauer von e2 nach e4. Uhr: 2 Minuten 59 Sekunden.".to_owned()
        ),
        "{said:#?}"
    );
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 9\"]\n\n9. O-O $220 Ke7 Kxe7 *";
    let game = pgn::parse(text.as_bytes(), &ReadOptions::default()).value;
    let said: Vec<_> = Speech::default().game(&game).collect();
    assert_eq!(said[0], "Start position:");
    assert_eq!(
        said[5],
        "Move 9, White: castles kingside. Diagram: White: king g1, rook f1. Black: king e8. Black to move."
    );
    assert!(said[7].starts_with("The rest could not be read: "), "{said:#?}");
    assert_eq!(said[8], "No result.");
}
