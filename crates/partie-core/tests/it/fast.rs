//! The fast board compared with [`Position`], which knows all rules.

use partie_core::{
    Bitboard, Color, Move, Outcome, Ply, Position, Role, Setup, Square, Termination, Variant,
    moves::san::{self, San},
    rules::fast::{FastBoard, FastReader, ParsedSan},
};
use proptest::prelude::*;

fn word(text: &str) -> u64 {
    let mut bytes = [0; 8];
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    u64::from_le_bytes(bytes)
}

/// Every legal move of a position, written and played on both boards.
fn all_moves_agree(reader: &mut FastReader, position: &Position, board: &FastBoard) {
    let same = FastBoard::from_position(position).map(|b| b.to_position());
    assert_eq!(same.as_ref(), Some(position));
    let moves = position.legal_moves();
    for m in &moves {
        let text = san::write(position, Ply::Move(*m));
        let mut after = *board;
        let played = reader.play(&mut after, word(&text));
        let played = played.unwrap_or_else(|| panic!("{text} in {:?}", position.setup()));
        let found: Move = played.into();
        assert_eq!(found, *m, "{text}");
        assert!(!played.unmarked, "{text}");
        let mut expected = position.clone();
        expected.play_unchecked(*m);
        assert_eq!(after.to_position(), expected, "{text}");
        let mut written = *board;
        assert_eq!(written.write(*m), Some(word(&text)), "{text}");
        assert_eq!(written.to_position(), expected, "{text} written");
        let mut back = after;
        back.undo(played, board.state());
        assert_eq!(back.to_position(), *position, "{text} taken back");
        // Without its mark, or with a mark too many.
        let bare = text.trim_end_matches(['+', '#']);
        let unmarked = reader.play(&mut board.clone(), word(bare)).map(|m| m.unmarked);
        assert_eq!(unmarked, Some(bare != text), "{bare}");
        if bare == text {
            assert!(reader.play(&mut board.clone(), word(&format!("{bare}+"))).is_none());
        }
        if !text.ends_with('#') {
            assert!(reader.play(&mut board.clone(), word(&format!("{bare}#"))).is_none());
        }
    }
    let mut passed = *board;
    let allowed = passed.pass().is_some();
    // Who is in check may not.
    let after = position.after_null();
    assert_eq!(allowed, after.is_some(), "{:?}", position.setup());
    assert_eq!(passed.to_position(), after.unwrap_or_else(|| position.clone()), "passed");
    assert_eq!(passed.is_check(), !allowed && position.is_check());
    ends_agree(position, board);
}

fn ends_agree(position: &Position, board: &FastBoard) {
    let end = position.end();
    assert_eq!(
        board.has_legal_move(),
        !position.legal_moves().is_empty(),
        "{:?}",
        position.setup()
    );
    assert_eq!(board.is_check(), position.is_check());
    let drawn = matches!(end, Some((Outcome::Draw, Termination::InsufficientMaterial)));
    if board.has_legal_move() {
        assert_eq!(board.has_insufficient_material(), drawn, "{:?}", position.setup());
    }
}

/// Plays on by choosing moves; `f` sees every position.
fn playout(choices: &[u16], mut f: impl FnMut(&Position, &FastBoard)) {
    let mut reader = FastReader::new();
    let (mut position, mut board) = (Position::default(), FastBoard::new());
    for choice in choices {
        f(&position, &board);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Captures and pawn moves come more often, so that endings are reached.
        let wild: Vec<_> = moves.iter().filter(|m| m.is_capture() || m.is_promotion()).collect();
        let m = if choice % 3 == 0 && !wild.is_empty() {
            *wild[usize::from(*choice) / 3 % wild.len()]
        } else {
            moves[usize::from(*choice) % moves.len()]
        };
        let text = san::write(&position, Ply::Move(m));
        reader.play(&mut board, word(&text)).expect("legal");
        position.play_unchecked(m);
    }
}

proptest! {
    #[test]
    fn every_legal_move_of_random_games(choices in prop::collection::vec(any::<u16>(), 0..240)) {
        let mut reader = FastReader::new();
        playout(&choices, |position, board| all_moves_agree(&mut reader, position, board));
    }

    /// Positions that were set up: few pieces or many, with and without castling.
    #[test]
    fn every_legal_move_of_random_positions(
        pieces in prop::collection::vec((0..64_u32, 0..12_usize), 0..24),
        kings in (0..64_u32, 0..64_u32),
        at_home in any::<(bool, bool)>(),
        black in any::<bool>(),
        castling in any::<u64>(),
    ) {
        let mut setup = Setup::empty();
        for (square, piece) in pieces {
            let role = Role::ALL[piece % 5];
            setup.board.set_piece_at(Square::new(square), role.of(Color::ALL[piece % 2]));
        }
        let (white, black_king) = kings;
        let place = |home: bool, square, at: Square| if home { at } else { Square::new(square) };
        setup.board.set_piece_at(place(at_home.0, white, Square::E1), Role::King.of(Color::White));
        setup.board.set_piece_at(place(at_home.1, black_king, Square::E8), Role::King.of(Color::Black));
        setup.turn = if black { Color::Black } else { Color::White };
        setup.castling_rights = Bitboard(castling) & setup.board.rooks() & Bitboard::BACKRANKS;
        let (position, _) = Position::from_setup(Variant::Standard, setup);
        if let Some(board) = FastBoard::from_position(&position) {
            all_moves_agree(&mut FastReader::new(), &position, &board);
        } else {
            assert!(position.problem().is_some() || position.castling_rights().any());
        }
    }

    /// Moves that were legal at other times are written only where they are legal.
    #[test]
    fn nothing_illegal_is_written(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let mut others: Vec<Move> = Vec::new();
        playout(&choices, |position, board| {
            for m in &others {
                let mut after = *board;
                let text = position.is_legal(*m).then(|| word(&san::write(position, Ply::Move(*m))));
                assert_eq!(after.write(*m), text, "{m:?} in {:?}", position.setup());
                if text.is_none() {
                    assert_eq!(after.to_position(), *position);
                }
            }
            others.extend(position.legal_moves().iter().step_by(5));
        });
    }

    /// A word that the fast board takes is a legal move in its canonical spelling, so the slow
    /// reader would report nothing.
    #[test]
    fn what_is_taken_is_canonical(
        choices in prop::collection::vec(any::<u16>(), 0..120),
        words in prop::collection::vec("[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](=[NBRQ])?[+#]?|O-O(-O)?[+#]?", 40),
    ) {
        let mut reader = FastReader::new();
        playout(&choices, |position, board| {
            for text in words.iter().filter(|w| w.len() <= 8) {
                let mut after = *board;
                let fast = reader.play(&mut after, word(text));
                let slow = San::parse(text, partie_core::Language::English)
                    .and_then(|san| san.resolve(position).ok());
                match (fast, slow) {
                    (Some(m), Some(reading)) => {
                        assert_eq!(Ply::Move(m.into()), reading.ply, "{text}");
                        assert!(reading.quirks.is_empty(), "{text}: {:?}", reading.quirks);
                        let plain = san::write_plain(position, reading.ply, partie_core::Language::English);
                        assert_eq!(text.trim_end_matches(['+', '#']), plain);
                    }
                    (Some(m), None) => panic!("{text} is not legal: {m:?}"),
                    (None, _) => {}
                }
            }
        });
    }
}

/// Moves played as a line reach the same position as moves played one by one, from any start; also
/// with check signs left out and with a wrong word in between.
fn lines_agree(
    choices: &[u16],
    begins: usize,
    bare: &[bool],
    stray: Option<(usize, &str)>,
) -> Result<(), TestCaseError> {
    let mut reader = FastReader::new();
    let mut texts = Vec::new();
    playout(choices, |position, _| texts.push(position.clone()));
    let mut texts: Vec<String> = texts
        .windows(2)
        .map(|pair| {
            let played = |m: &&Move| {
                let mut after = pair[0].clone();
                after.play_unchecked(**m);
                after == pair[1]
            };
            let moves = pair[0].legal_moves();
            san::write(&pair[0], Ply::Move(*moves.iter().find(played).expect("it was played")))
        })
        .collect();
    for (text, bare) in texts.iter_mut().zip(bare) {
        if *bare {
            text.truncate(text.trim_end_matches(['+', '#']).len());
        }
    }
    if let Some((at, text)) = stray
        && let Some(place) = texts.get_mut(at)
    {
        text.clone_into(place);
    }
    let words: Option<Vec<_>> = texts.iter().map(|text| reader.read(word(text))).collect();
    let Some(words) = words else { return Ok(()) };
    let steps: Vec<_> = words.iter().map(|word| *reader.step(*word)).collect();
    let begins = begins.min(words.len());
    let (first, line) = steps.split_at(begins);
    let mut board = FastBoard::new();
    if board.play_line(first, |_| {}).is_none() {
        return Ok(());
    }
    let mut one_by_one = board;
    let mut expected = Vec::new();
    let end = line.iter().enumerate().try_for_each(|(number, step)| {
        let played = one_by_one.play(step)?;
        expected.extend(played.unmarked.then_some(number));
        Some(())
    });
    let (mut at_once, mut all) = (board, board);
    let (mut unmarked, mut moves) = (Vec::new(), Vec::new());
    prop_assert_eq!(at_once.play_line(line, |number| unmarked.push(number)), end);
    prop_assert_eq!(all.play_all(line, |m| moves.push(m)), end);
    if end.is_some() {
        prop_assert_eq!(&unmarked, &expected);
        prop_assert_eq!(moves.len(), line.len());
        for board in [at_once, all] {
            prop_assert_eq!(board.to_position(), one_by_one.to_position());
            prop_assert_eq!(board.fullmoves(), one_by_one.fullmoves());
            prop_assert_eq!(board.is_check(), one_by_one.is_check());
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn lines_of_random_games(
        choices in prop::collection::vec(any::<u16>(), 0..240),
        begins in 0..60_usize,
        bare in prop::collection::vec(prop::bool::weighted(0.2), 240),
        stray in prop::option::of((0..240_usize, "[NBRQK]?x?[a-h][1-8][+]?|O-O(-O)?")),
    ) {
        lines_agree(&choices, begins, &bare, stray.as_ref().map(|(at, text)| (*at, &**text)))?;
    }
}

/// Lines, what they lead to, and which of their moves lack a mark; `illegal` if the last
/// move is not to be played.
#[test]
fn lines() {
    for (line, expected) in [
        ("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        // What a pawn has passed over, and what is forgotten of it.
        ("e4 d5 e5 f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
        ("e4 d5 e5 f5 exf6", "rnbqkbnr/ppp1p1pp/5P2/3p4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"),
        ("e4 d5 e5 f5 Nf3 a6 exf6", "illegal"),
        ("e3 d5 e4 f5 e5 f4 exf6", "illegal"),
        // Clocks.
        ("Nf3 Nf6 Ng1 Ng8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3"),
        ("e4 e5 Nf3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        // Kings and rooks that moved do not castle, though they stand at home again.
        ("a4 a5 Ra3 Ra6 Ra1 Ra8", "rnbqkbnr/1ppppppp/8/p7/P7/8/1PPPPPPP/RNBQKBNR w Kk - 4 4"),
        (
            "e4 e5 Nf3 Nf6 Be2 Be7 O-O",
            "rnbqk2r/ppppbppp/5n2/4p3/4P3/5N2/PPPPBPPP/RNBQ1RK1 b kq - 5 4",
        ),
        ("e4 e5 Nf3 Nf6 Be2 Be7 Kf1 Kf8 Ke1 Ke8 O-O", "illegal"),
        ("e4 e5 Nf3 Nf6 Be2 Be7 Rg1 Rg8 Rh1 Rh8 O-O", "illegal"),
        // Checks: marked, not marked, marked where there is none, and not answered.
        ("e4 f6 d4 g5 Qh5#", "rnbqkbnr/ppppp2p/5p2/6pQ/3PP3/8/PPP2PPP/RNB1KBNR b KQkq - 1 3"),
        ("e4 f6 d4 g5 Qh5+", "unmarked 4"),
        ("e4 f6 d4 g5 Qh5+ a6", "illegal"),
        ("e4 f6 d4 g5 Qh5# a6", "illegal"),
        ("f3 e5 g4 Qh4+", "unmarked 3"),
        ("f3 e5 g4 Qh4", "unmarked 3"),
        ("f3 e5 h3 Qh4#", "illegal"),
        ("e4 e5 d4 Bb4 c3 Qe7", "unmarked 3"),
        ("e4 e5 d4 Bb4+ a3", "illegal"),
        ("e4 e5 d4 Bb4+ c3 Bxc3", "unmarked 5"),
        ("e4 e5 Nf3+", "illegal"),
        // A pinned knight, an unpinned one, and the rank where both are free.
        ("d4 e6 Nc3 Bb4 Ne4", "illegal"),
        (
            "d4 e6 Nc3 Bb4 e3 Nf6 Ne2",
            "rnbqk2r/pppp1ppp/4pn2/8/1b1P4/2N1P3/PPP1NPPP/R1BQKB1R b KQkq - 2 4",
        ),
        ("d4 e6 Nc3 Bb4 e3 Nf6 Nge2", "illegal"),
        ("d4 e6 Nc3 d6 e3 Nf6 Ne2", "illegal"),
        (
            "d4 e6 Nc3 d6 e3 Nf6 Nge2",
            "rnbqkb1r/ppp2ppp/3ppn2/8/3P4/2N1P3/PPP1NPPP/R1BQKB1R b KQkq - 2 4",
        ),
        // A side passes: what was just passed over can no longer be taken. In check it may not.
        ("e4 d5 --", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2"),
        ("e4 -- e5 d5 --", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3"),
        ("e4 -- e5 d5 -- a6 exd6", "illegal"),
        ("e4 d5 Bb5+ --", "illegal"),
        ("-- --", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 2"),
    ] {
        let mut reader = FastReader::new();
        let mut step = |text: &str| match text {
            "--" => Some(ParsedSan::NULL),
            _ => reader.read(word(text)).map(|word| *reader.step(word)),
        };
        let steps: Option<Vec<_>> = line.split_whitespace().map(&mut step).collect();
        let mut board = FastBoard::new();
        let mut unmarked = Vec::new();
        let played = board.play_line(&steps.expect(line), |n| unmarked.push(n));
        let found = match (played, &*unmarked) {
            (None, _) => "illegal".to_owned(),
            (Some(()), []) => {
                let setup = board.to_position().setup();
                shakmaty::fen::Fen::try_from_setup(setup.clone()).expect(line).to_string()
            }
            (Some(()), [number, ..]) => format!("unmarked {number}"),
        };
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn no_word() {
    let mut reader = FastReader::new();
    for text in [
        "", "e", "e9", "i4", "Ng1f3x", "exd", "e8=K", "e8Q", "O-O-", "0-0", "Pe4", "e2e4", "e4e.p.",
    ] {
        assert!(reader.play(&mut FastBoard::new(), word(text)).is_none(), "{text}");
    }
    // Zeros in the middle of a word are none.
    assert!(reader.play(&mut FastBoard::new(), 0x34_0065).is_none());
}
