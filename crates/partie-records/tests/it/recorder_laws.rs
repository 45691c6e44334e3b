//! Laws of the recorder: packets change nothing, no input breaks it, and written Style 12 reads
//! back.

use partie_testkit::{
    games,
    suite::{is_long, shared},
};
use std::path::Path;

use partie_core::{
    BoardId, Boards, Color, Comment, Game, NodeId, Outcome, Ply, Termination, Variant,
};
use partie_formats::{Limits, ReadOptions, WriteOptions};
use partie_records::recorder::{Recorded, Recorder};
use partie_testkit::games::{record, record_with, show};
use partie_wire::{
    notice::{Notice, movelist::MoveListNotice},
    style12::{self, GameEnd, Holdings, Style12},
};
use proptest::prelude::*;

/// The project's own sessions, and in the long suite the shared transcripts.
fn transcripts() -> Vec<(String, Vec<u8>)> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sessions");
    let mut folders = vec![own];
    if is_long() {
        let root = shared("testdata");
        folders.push(root.join("ics"));
        folders.push(root.join("fics"));
    }
    let mut files = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(&folder).expect("folder") {
            let path = entry.expect("entry").path();
            let name = path.file_name().expect("name").to_string_lossy().into_owned();
            files.push((name, std::fs::read(&path).expect("file")));
        }
    }
    files.sort();
    assert!(files.len() >= 8, "{}", files.len());
    files
}

/// Compares all parts of games.
fn same(a: &[Recorded], b: &[Recorded]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            let (x, y) = (&a.record, &b.record);
            x.parsed == y.parsed
                && x.text == y.text
                && (x.number, x.byte, x.line) == (y.number, y.byte, y.line)
                && (a.number, a.second_number, a.view) == (b.number, b.second_number, b.view)
                && a.record.origins == b.record.origins
        })
}

#[test]
fn packets_change_nothing() {
    for (name, bytes) in transcripts() {
        let whole = record(&bytes);
        for size in [1, 2, 7, 64, 1000] {
            let packets: Vec<&[u8]> = bytes.chunks(size).collect();
            let parts = record_with(&packets, &ReadOptions::default());
            assert!(same(&whole, &parts), "{name} in packets of {size}");
        }
    }
}

/// Every move of the tree is legal in its position, as a game guarantees.
fn assert_legal(game: &Game, name: &str) {
    let mut stack = vec![(NodeId::ROOT, game.start.clone())];
    while let Some((node, boards)) = stack.pop() {
        for child in game.tree.children(node) {
            let mut after = boards.clone();
            let ply = game.tree.ply(child).expect("a move");
            let played = after.play(game.tree.board(child), ply);
            assert!(played.is_ok(), "{name}: {ply} is not legal");
            stack.push((child, after));
        }
    }
}

fn assert_in_order(recorded: &Recorded, name: &str) {
    let record = &recorded.record;
    assert_legal(record.game(), name);
    for d in &record.parsed.diagnostics {
        assert!(d.span.start <= d.span.end && d.span.end <= record.text.len(), "{name}: {d:?}");
        assert!(recorded.record.place(d.span.start).line >= 1);
    }
}

#[test]
fn games_are_legal_and_diagnostics_have_places() {
    for (name, bytes) in transcripts() {
        for recorded in record(&bytes) {
            assert_in_order(&recorded, &name);
        }
    }
}

/// A change that a line, a disk or an enemy can make.
#[derive(Clone, Debug)]
enum Damage {
    Flip(usize, u8),
    Cut(usize, usize),
    Twice(usize, usize),
    Insert(usize, Vec<u8>),
    Swap(usize, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<usize>;
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(i, b)| Damage::Flip(i, b)),
        (at(), 1..400_usize).prop_map(|(i, n)| Damage::Cut(i, n)),
        (at(), 1..4000_usize).prop_map(|(i, n)| Damage::Twice(i, n)),
        (
            at(),
            prop_oneof![
                prop::collection::vec(any::<u8>(), 0..40),
                Just(b"\n\r".to_vec()),
                Just(b"\\   ".to_vec()),
                Just(b"<12> ".to_vec()),
                Just(b"\xff\xfa".to_vec()),
                Just(b"{Game 1 (a vs. b) c} *\n".to_vec()),
                Just(b"<b1> game 1 white [QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ] black []\n".to_vec()),
                Just(b"Movelist for game 1:\n".to_vec()),
            ]
        )
            .prop_map(|(i, b)| Damage::Insert(i, b)),
        (at(), at()).prop_map(|(i, j)| Damage::Swap(i, j)),
    ]
}

fn damaged(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        if bytes.is_empty() {
            break;
        }
        let length = bytes.len();
        match damage {
            Damage::Flip(i, b) => bytes[i % length] = *b,
            Damage::Cut(i, n) => {
                let i = i % length;
                bytes.drain(i..(i + n).min(length));
            }
            Damage::Twice(i, n) => {
                let i = i % length;
                let piece = bytes[i..(i + n).min(length)].to_vec();
                bytes.splice(i..i, piece);
            }
            Damage::Insert(i, piece) => {
                let i = i % length;
                bytes.splice(i..i, piece.iter().copied());
            }
            Damage::Swap(i, j) => {
                // Two lines change places.
                let mut lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
                let n = lines.len();
                lines.swap(i % n, j % n);
                bytes = lines.concat();
            }
        }
    }
    bytes
}

/// A random, printable tree of any variant.
fn random_game(variant: Variant, choices: &[u16], clocks: Option<&[u32]>) -> Game {
    random_game_from(Boards::start(variant), variant, choices, clocks)
}

fn random_game_from(
    start: Boards,
    variant: Variant,
    choices: &[u16],
    clocks: Option<&[u32]>,
) -> Game {
    let mut game = Game::from_boards(variant, start);
    game.tags.set("White", "Ann");
    game.tags.set("Black", "Bob");
    let mut boards = game.start.clone();
    let mut node = NodeId::ROOT;
    for (i, choice) in choices.iter().enumerate() {
        let id = match &boards {
            Boards::Two(_) if choice & 1 == 1 => BoardId::B,
            _ => BoardId::A,
        };
        if boards.end().is_some() {
            break;
        }
        let moves = boards.legal_moves(id);
        if moves.is_empty() {
            continue;
        }
        // Captures first: they are what is interesting in variants with drops.
        let mut moves: Vec<_> = moves.iter().copied().collect();
        moves.sort_by_key(|m| !m.is_capture());
        let index = usize::from(*choice >> 1) % moves.len();
        let index = if choice % 3 == 0 { index % 4 % moves.len() } else { index };
        let ply = Ply::Move(moves[index]);
        boards.play(id, ply).expect("legal");
        node = game.tree.add_on(node, id, ply);
        if let Some(clocks) = clocks {
            let clock = clocks[i % clocks.len()];
            let text = format!(
                "[%clk 0:{:02}:{:02}.{:03}]",
                clock / 60_000 % 60,
                clock / 1000 % 60,
                clock % 1000
            );
            game.tree.annotations_mut(node).comments.push(Comment::after(text));
        }
    }
    if clocks.is_some() {
        game.tags.set("TimeControl", "180+2");
    }
    game
}

fn main_line(game: &Game) -> Vec<(BoardId, Ply)> {
    game.plies().collect()
}

fn clocks(game: &Game) -> Vec<Option<i64>> {
    game.tree
        .mainline()
        .map(|n| game.tree.annotations(n).comments.iter().find_map(Comment::clock))
        .collect()
}

fn write(game: &Game) -> Vec<u8> {
    let mut out = Vec::new();
    let lossy =
        partie_records::style12::write(game, &WriteOptions::default(), &mut out).expect("memory");
    lossy.ignore();
    out
}

fn assert_round_trip(game: &Game) -> Result<(), TestCaseError> {
    let text = write(game);
    let records = partie_records::style12::parse(&text, &ReadOptions::default());
    let shown = String::from_utf8_lossy(&text).into_owned();
    prop_assert_eq!(records.len(), 1, "{}", shown);
    let read = records[0].game();
    prop_assert_eq!(read.variant, game.variant);
    prop_assert_eq!(main_line(read), main_line(game), "{}", shown);
    prop_assert_eq!(clocks(read), clocks(game), "{}", shown);
    if game.termination.is_some() || game.outcome.is_known() {
        prop_assert_eq!(read.outcome, game.outcome);
        prop_assert_eq!(&read.termination, &game.termination);
    }
    prop_assert_eq!(read.tags.get("TimeControl"), game.tags.get("TimeControl").or(Some("-")));
    Ok(())
}

fn ending() -> impl Strategy<Value = (Outcome, Option<Termination>)> {
    let win = |c| Outcome::Win(c);
    prop_oneof![
        Just((win(Color::White), Some(Termination::Resignation))),
        Just((win(Color::Black), Some(Termination::TimeForfeit))),
        Just((win(Color::Black), Some(Termination::Disconnection))),
        Just((win(Color::White), None)),
        Just((Outcome::Draw, Some(Termination::Agreement))),
        Just((Outcome::Draw, Some(Termination::Repetition))),
        Just((Outcome::Draw, Some(Termination::TimeForfeitWithoutMaterial))),
        Just((Outcome::Draw, Some(Termination::InsufficientMaterial))),
        Just((Outcome::Unknown, Some(Termination::Adjourned))),
        Just((Outcome::Unknown, Some(Termination::Aborted))),
    ]
}

fn rules() -> impl Strategy<Value = Variant> {
    prop_oneof![
        3 => Just(Variant::Standard),
        3 => Just(Variant::Crazyhouse),
        1 => Just(Variant::Chess960),
        1 => Just(Variant::Atomic),
        1 => Just(Variant::Suicide),
        1 => Just(Variant::Losers),
        1 => Just(Variant::Antichess),
        1 => Just(Variant::KingOfTheHill),
        1 => Just(Variant::Horde),
        1 => Just(Variant::RacingKings),
        2 => Just(Variant::Bughouse),
    ]
}

proptest! {
    #[test]
    fn a_game_survives_being_written_and_read(
        variant in rules(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
        times in prop::option::of(prop::collection::vec(0..3_600_000_u32, 1..60)),
        (outcome, termination) in ending(),
    ) {
        let mut game = random_game(variant, &choices, times.as_deref());
        // The words of a game's end do not contradict its last board.
        if game.final_boards().end().is_none() {
            (game.outcome, game.termination) = (outcome, termination);
        }
        if !(variant == Variant::Bughouse && game.outcome == Outcome::Unknown) {
            assert_round_trip(&game)?;
        }
    }

    #[test]
    fn so_does_a_game_from_a_position(
        variant in prop_oneof![
            Just(Variant::Standard),
            Just(Variant::FromPosition),
            Just(Variant::Chess960),
            Just(Variant::Crazyhouse),
        ],
        before in prop::collection::vec(any::<u16>(), 1..40),
        choices in prop::collection::vec(any::<u16>(), 0..40),
    ) {
        let start = random_game(variant, &before, None).final_boards();
        let game = random_game_from(start, variant, &choices, None);
        // A board does not show which pieces were promoted.
        if game.start.end().is_none() && game.start.first().promoted().is_empty() {
            assert_round_trip(&game)?;
            let text = write(&game);
            let read = partie_records::style12::parse(&text, &ReadOptions::default());
            let (read, given) = (read[0].game().start.first(), game.start.first());
            prop_assert_eq!(read.board(), given.board());
            prop_assert_eq!(read.castling_rights(), given.castling_rights());
            prop_assert_eq!(read.en_passant(), given.en_passant());
            prop_assert_eq!(read.pockets(), given.pockets());
            prop_assert_eq!((read.halfmoves(), read.fullmoves()), (given.halfmoves(), given.fullmoves()));
        }
    }

    #[test]
    fn a_gap_of_one_or_two_plies_never_makes_an_illegal_game(
        choices in prop::collection::vec(any::<u16>(), 10..40),
        gap in 0..9_usize,
        length in 1..6_usize,
    ) {
        let game = random_game(Variant::Standard, &choices, None);
        let text = write(&game);
        let lines: Vec<&[u8]> = text.split_inclusive(|b| *b == b'\n').collect();
        let boards: Vec<usize> = (0..lines.len()).filter(|i| lines[*i].starts_with(b"<12>")).collect();
        let missing = &boards[(1 + gap).min(boards.len())..(1 + gap + length).min(boards.len())];
        let kept: Vec<u8> = lines.iter().enumerate()
            .filter(|(i, _)| !missing.contains(i)).flat_map(|(_, l)| l.iter().copied()).collect();
        let found = record(&kept);
        for recorded in &found {
            assert_in_order(recorded, "gap");
        }
        // Up to two missing boards are found again, and the game is whole.
        let last = missing.last().is_none_or(|m| boards.last() != Some(m));
        if missing.len() <= 2 && last {
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(found[0].record.game().ply_count(), game.ply_count());
            let (end, expected) = (found[0].record.game().final_boards(), game.final_boards());
            prop_assert_eq!(end.first().board(), expected.first().board());
        }
    }

    #[test]
    fn no_stream_breaks_it(
        which in any::<usize>(),
        damages in prop::collection::vec(damage(), 1..12),
        size in 1..3000_usize,
    ) {
        let files = transcripts();
        let (name, bytes) = &files[which % files.len()];
        let bytes = damaged(bytes.clone(), &damages);
        let options = ReadOptions::default();
        let whole = record(&bytes);
        for recorded in &whole {
            assert_in_order(recorded, name);
            let mut out = Vec::new();
            partie_records::style12::write(recorded.record.game(), &WriteOptions::default(), &mut out).expect("memory").ignore();
            let _ = show(recorded);
        }
        let packets: Vec<&[u8]> = bytes.chunks(size).collect();
        prop_assert!(same(&whole, &record_with(&packets, &options)), "{}", name);
    }

    #[test]
    fn no_line_breaks_a_reader(line in "(<12>|<b1>|&lt;12>|<d1>|<g1>|Creating:|\\{Game 1|Game 1:)?[ -~\\\\x00-\\xff]{0,120}") {
        let _ = Style12::parse(line.as_bytes()).map(|p| {
            let mut out = Vec::new();
            p.value.write(&mut out);
            assert_eq!(out, line.as_bytes());
        });
        let _ = Holdings::parse(&line);
        let _ = style12::Delta::parse(&line);
        let _ = style12::GameInfo::parse(&line);
        let _ = Notice::of_line(&line);
        let _ = GameEnd::parse(&line);
        let _ = style12::Created::parse(&line);
        let _ = MoveListNotice::read(&line);
    }
}

#[test]
fn limits_hold() {
    // A board that goes there and back for ever.
    let there = "<12> rnbqkbnr pppppppp -------- -------- -------- -----N-- PPPPPPPP RNBQKB-R B -1 1 1 1 1 1 9 A B 0 3 0 39 39 180 180 1 N/g1-f3 (0:00) Nf3 0\n";
    let back = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 9 A B 0 3 0 39 39 180 180 1 none (0:00) none 0\n";
    let options = ReadOptions::default().limits(Limits {
        game_bytes: 10_000,
        diagnostics: 5,
        ..Limits::default()
    });
    let mut recorder = Recorder::new(options.clone());
    let mut games = Vec::new();
    for _ in 0..500 {
        recorder.receive(back.as_bytes());
        recorder.receive(there.as_bytes());
        games.extend(std::iter::from_fn(|| recorder.poll()));
        assert!(recorder.open_games() <= 1);
    }
    assert!(games.len() > 10, "{}", games.len());
    for game in &games {
        assert!(game.record.text.len() < 10_500);
        let codes = games::codes(game);
        assert!(codes.contains(&"S12036"), "{codes:?}");
    }
    // One long line, a list without end, more games than can be open.
    let mut recorder = Recorder::new(options);
    recorder.receive(&vec![b'x'; 5 << 20]);
    recorder.receive(b"\nMovelist for game 1:\n\na (1) vs. b (2) --- x\nRated blitz match, initial time: 1 minutes, increment: 0 seconds.\n\nMove a b\n---- - -\n");
    for i in 1..2000 {
        recorder.receive(format!("{i}.  Nf3  (0:00)  Nf6  (0:00)\n").as_bytes());
    }
    for i in 1..2000 {
        recorder.receive(back.replace(" 9 A", &format!(" {i} A")).as_bytes());
    }
    assert!(recorder.open_games() <= partie_records::recorder::OPEN_GAMES);
    recorder.finish();
    let games: Vec<_> = std::iter::from_fn(|| recorder.poll()).collect();
    assert!(games.len() >= 1999, "{}", games.len());
}

#[test]
fn losses_are_said() {
    let mut game = random_game(Variant::Standard, &[2, 4, 6, 8], None);
    game.tags.set("White", "Kasparov, Garry");
    game.tags.set("Event", "Linares");
    game.tags.set("Annotator", "Bob");
    game.tree.add(NodeId::ROOT, Ply::Null);
    let last = game.tree.mainline_end();
    game.tree.annotations_mut(last).comments.push(Comment::after("well played"));
    let lost: Vec<String> = partie_records::style12::losses(&game, &WriteOptions::default())
        .into_iter()
        .map(|l| l.0.to_string())
        .collect();
    assert_eq!(
        lost,
        ["variations", "comments", "tags: Event, Annotator", "spaces and brackets in names"]
    );
    let plain = random_game(Variant::Standard, &[2, 4, 6, 8], Some(&[1000]));
    assert_eq!(partie_records::style12::losses(&plain, &WriteOptions::default()), []);
}
