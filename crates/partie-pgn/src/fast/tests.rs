//! Tests of games that are read at speed.

use crate::fast::{Fast, FastResult};
use partie_formats::{ReadOptions, Retained};

/// Checks which games are clean if notes do not count.
#[test]
fn games_without_a_diagnostic() {
    for (movetext, clean) in [
        ("1. d4 d5 2. c4 {the} e6 $1 (2... c6 3. Nf3 (3. Nc3)) 3. Nc3", true),
        ("1. d4 d5 (1... -- 2. e4 -- (2... d6) 3. Nf3) 2. c4", true),
        ("1. e4 (1. -- d5 2. d4 $36)\n(1. -- c5) 1... e5 $146 {x} \n2. Nf3", true),
        // A null move in check is illegal; in the game it is a diagnostic.
        ("1. e4 d5 2. Bb5+ c6 (2... -- 3. Nf3) 3. Nf3", false),
        ("1. e4 d5 2. -- e6", false),
        // The pawn went past, but then a side passed.
        ("1. e4 a6 2. e5 d5 (2... f5 3. -- a5 4. exf6) 3. d4", false),
        ("1. d4 d5 (1... d6 2. Nf3) (1... f5)", true),
        ("1. d4 d5 (1... Nd7) 2. Nd2 (2. Bh6)", false),
    ] {
        let text = format!("[Event \"x\"]\n[Result \"*\"]\n\n{movetext} *\n\n");
        let options = ReadOptions::default().keep(Retained::OnlyDiagnostics);
        let look = Fast::default().wanted(text.as_bytes(), true, &options);
        let found = look.whole(text.len()).is_some_and(|wanted| wanted.is_clean());
        assert_eq!(found, clean, "{movetext}");
    }
}

/// Checks that these games need no tokens, and their diagnostics.
#[test]
fn nonstandard_games_are_taken() {
    for (text, codes) in [
        ("1. e4 e5 2. Ngf3 Nc6", &["PGN047"][..]),
        ("1. e4 e5 2. Ng1f3 Nb8-c6", &["PGN047", "PGN052"]),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0", &["PGN040", "PGN040"]),
        ("1. e4 e5 2.Nf3 Nf6 3.Bc4 Bc5 4.0-0", &["PGN040"]),
        ("1. d4 -- 2. c4 (2. Nf3 --) 2... d5", &["PGN033", "PGN033"]),
        ("1. e4 e5 2. Nf3 (4. f4 exf4 5. Nf3) 2... Nc6", &["PGN060"]),
        ("1. e4 e5 2. Nf3 (2. f4 exf4) 1... Nc6 3. Bb5", &["PGN060"]),
        ("1. e4 1. e5 2. Nf3", &["PGN062"]),
        ("1. e4+ e5#", &["PGN064", "PGN064"]),
        ("1 e4 e5 2 Nf3 Nc6 (2 ... d6 3 d4)", &["PGN062"]),
        ("1. e4 {x} 1. ... e5 2.  Nf3 2 ...Nc6", &["PGN062"]),
        ("1. e4 {x} 1. .. e5 2. Nf3", &["PGN062"]),
        ("1. e4{x} e5!{y} 2. Nf3!?{z} (2. f4{w}) Nc6", &[]),
        ("1. e4 {one { two {three} e5", &["PGN072"]),
        ("1. e4 e5 (1... {a { b} c5 ( ) 2. Nf3) 2. Nf3", &["PGN072", "PGN077"]),
        ("1. e4 e5 ({a { b} 1... c5 2. Nf3) 2. Nf3", &["PGN072"]),
        ("1. e4!?! e5 2. Nf3!?! {x} Nc6", &["PGN080", "PGN080"]),
        ("1. e4 ( ) e5 (1... c5 (  )) 2. Nf3 ()", &["PGN077", "PGN077", "PGN077"]),
        ("1. e4 {<b>best</b> [#] by\n[White] > a &amp; b, [1:0]}", &[]),
        ("1. e4 {on\r\ntwo lines, \t très fort} e5", &[]),
    ] {
        let text = format!("[Event \"x\"]\n[Result \"*\"]\n\n{text} *\n\n");
        assert_eq!(found(&text).as_deref(), Some(codes), "{text}");
    }
    for (text, codes) in [
        ("[Event \"The \"Best\" Cup\"]\n\n1. e4 e5 *\n", &["PGN011"][..]),
        ("[Result \"1/2\"]\n\n1. e4 e5 1/2\n", &["PGN017", "PGN091"]),
        ("[Result \"\"]\n\n1. e4 e5 *\n", &["PGN017"]),
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", &["PGN021"]),
        (
            "[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 7\"]\n\n7... 0-0 8. Ke2 *\n",
            &["PGN040"],
        ),
    ] {
        assert_eq!(found(text).as_deref(), Some(codes), "{text}");
    }
    // White's number again, then Black's: an alternative.
    let alternative = "1. e4 1. d4 1... e5 2. Nf3 *";
    assert_eq!(found(&format!("[Event \"x\"]\n[Result \"*\"]\n\n{alternative}\n\n")), None);
}

/// Returns the codes except the code of missing tags; `None` if the game was not taken.
fn found(text: &str) -> Option<Vec<&'static str>> {
    match Fast::default().game(text.as_bytes(), true, &ReadOptions::default()) {
        FastResult::Game(game, _) => {
            let codes = game.diagnostics.iter().map(|d| d.code.id);
            Some(codes.filter(|code| *code != "PGN015").collect())
        }
        _ => None,
    }
}

/// The pieces of a stream do not matter: until the whole game is there, the reader asks for more.
#[test]
fn a_piece_of_a_game_never_falls_back() {
    let games = [
        "[Event \"c\"]\r\n[Result \"0-1\"]\r\n\r\n1. f3 e5 2. g4 Qh4# 0-1\r\n\r\n",
        "[White \"A\"]\n[Result \"*\"]\n\n1. d4 {[%clk 0:01:00]} d5 (1... Nf6! 2. c4 $1) *\n\n",
        "[Event \"a\"]\n[Result \"1/2-1/2\"]\n\n1.e4 e5 2.Nf3?! Nc6 3.Bc4 -- 4.0-0 Nge7 1/2-1/2\n\n",
        "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n7... Kd7 8. e4 *\n\n",
        "[Site \"a \"quote\"\"]\n[Result \"1/2\"]\n\n1. e4 e5 2. Ngf3\nNc6+ 1/2\n\n",
    ];
    let options = ReadOptions::default();
    for game in games {
        let text = format!("{game}[Event \"next\"]\n");
        let mut fast = Fast::default();
        let whole = fast.game(text.as_bytes(), false, &options);
        let FastResult::Game(_, end) = whole else { panic!("{game} is not taken") };
        assert_eq!(end, game.len());
        for length in 0..text.len() {
            let piece = &text.as_bytes()[..length];
            let look = fast.game(piece, false, &options);
            assert!(
                matches!(&look, FastResult::NeedMore)
                    || matches!(&look, FastResult::Game(_, n) if *n == end),
                "{:?}: {look:?}",
                &text[..length]
            );
        }
    }
}
