//! Chess960: every move survives each notation, through a file and back.

use partie_core::{
    Boards, Game, Language, NodeId, Notation, Ply, Position, Variant, moves::descriptive::Knight,
    rules::chess960,
};
use partie_formats::{Format, ReadOptions, WriteOptions, fen};
use partie_pgn as pgn;
use partie_records::{dispatch, ndjson};
use partie_testkit::corpus;
use partie_testkit::random::Chance;

/// Plays a game of random legal moves, with frequent castling and king moves.
fn random_game(number: u16, chance: &mut Chance) -> Game {
    let start = chess960::start(number).expect("a number below 960");
    let mut position = start.clone();
    let mut game = Game::from_boards(Variant::Chess960, Boards::One(start));
    let mut node = NodeId::ROOT;
    for _ in 0..20 + chance.below(60) {
        let legal = position.legal_moves();
        if legal.is_empty() || position.end().is_some() {
            break;
        }
        let of_kings: Vec<_> = legal
            .iter()
            .filter(|m| {
                m.is_castle() || m.role() == partie_core::Role::King && chance.below(8) == 0
            })
            .collect();
        let m = match of_kings.len() {
            0 => legal[chance.below(legal.len())],
            n => *of_kings[chance.below(n)],
        };
        position.play(Ply::Move(m)).expect("legal");
        node = game.tree.add(node, Ply::Move(m));
    }
    game
}

/// Makes games of one move: all king moves of positions in which castling is legal, too.
fn kings_moves(games: &[Game]) -> Vec<Game> {
    let mut found = Vec::new();
    for game in games {
        let mut position: Position = game.start.first().clone();
        for (_, ply) in game.plies() {
            let mut moves = position.legal_moves();
            moves.retain(|m| m.role() == partie_core::Role::King);
            if moves.iter().any(|m| m.is_castle()) && moves.len() > 1 {
                for m in &moves {
                    let mut game =
                        Game::from_boards(Variant::Chess960, Boards::One(position.clone()));
                    game.tree.add(NodeId::ROOT, Ply::Move(*m));
                    found.push(game);
                }
            }
            position.play(ply).expect("legal");
        }
    }
    found
}

fn fen(game: &Game) -> String {
    fen::position(game.start.first(), &WriteOptions::default())
}

fn notations() -> Vec<Notation> {
    let mut all = Notation::ALL.to_vec();
    all.push(Notation::San(Language::German));
    all.push(Notation::Long(Language::Czech));
    all.push(Notation::Descriptive(Knight::Kt));
    all
}

#[test]
fn every_move_survives_each_notation() {
    let mut chance = Chance::new(960);
    let mut games: Vec<_> = (0..120_u16).map(|i| random_game(i * 8 % 960, &mut chance)).collect();
    let castles =
        |g: &Game| g.plies().filter_map(|(_, p)| p.to_move()).filter(|m| m.is_castle()).count();
    assert!(games.iter().map(castles).sum::<usize>() > 60, "castling is what can go wrong");
    games.extend(kings_moves(&games));
    println!("{} games", games.len());
    let mut wrong = Vec::new();
    for notation in notations() {
        for (i, game) in games.iter().enumerate() {
            let mut position: Position = game.start.first().clone();
            for (_, ply) in game.plies() {
                let word = notation.write(&position, ply);
                let read = notation.read(&position, &word).map(|r| r.ply);
                if read != Ok(ply) {
                    wrong.push(format!(
                        "{} game {i}: {word} is {read:?}, not {ply:?}",
                        notation.name()
                    ));
                }
                position.play(ply).expect("legal");
            }
        }
        let in_pgn = matches!(notation, Notation::San(_) | Notation::Long(_) | Notation::Uci);
        for format in [Format::Scoresheet, Format::Pgn, Format::Ndjson] {
            if format == Format::Pgn && !in_pgn {
                continue;
            }
            let options = WriteOptions::default().notation(notation);
            let mut out = Vec::new();
            for game in &games {
                let lossy = match format {
                    Format::Pgn => pgn::write(game, &options, &mut out),
                    Format::Ndjson => {
                        let mut text = Vec::new();
                        pgn::write(game, &WriteOptions::default(), &mut text)
                            .expect("memory")
                            .ignore();
                        let mut records = pgn::read(&text[..], &ReadOptions::default());
                        let record = records.next().expect("a game").expect("memory");
                        ndjson::write(&record, "960.pgn", &options, &mut out)
                    }
                    _ => partie_scoresheet::write(game, &options, &mut out),
                }
                .expect("memory");
                assert!(lossy.lost.is_empty(), "{:?}", lossy.lost);
            }
            let read: Vec<_> = dispatch::read(format, Box::new(&out[..]), &ReadOptions::default())
                .map(|record| record.expect("memory").parsed)
                .collect();
            if read.len() != games.len() {
                wrong.push(format!("{} {format:?}: {} games", notation.name(), read.len()));
            }
            for (i, (a, b)) in games.iter().zip(&read).enumerate() {
                let (before, after) = (corpus::moves(a), corpus::moves(&b.value));
                let same = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
                if before != after || fen(a) != fen(&b.value) || a.variant != b.value.variant {
                    wrong.push(format!(
                        "{} {format:?} game {i}: {same} of {} plies, {:?} {:?}",
                        notation.name(),
                        before.len(),
                        b.value.variant,
                        b.diagnostics.first().map(|d| &d.message),
                    ));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

/// A castling right that was left over makes no Chess960 of a game; castling does.
#[test]
fn rights_that_were_left_over() {
    // White has castled long ago; the FEN still gives both sides their rights.
    let stale = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/2KR3R";
    let home = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R";
    for (board, rights, moves, variant, sans) in [
        (stale, "w KQkq", "1. h3 O-O 2. Rhe1", Variant::Standard, "h3 O-O Rhe1"),
        (stale, "w K", "1. h3 h6", Variant::Standard, "h3 h6"),
        (stale, "w Kkq", "", Variant::Standard, ""),
        (home, "w KQkq", "1. O-O-O O-O", Variant::Standard, "O-O-O O-O"),
        // Castling from elsewhere, rights named by files, and the same rights for both.
        ("1k5r/ppp2ppp/8/8/8/8/PPP2PPP/1K5R", "w K", "1. O-O h6", Variant::Chess960, "O-O h6"),
        ("1k5r/ppp2ppp/8/8/8/8/PPP2PPP/1K5R", "w H", "1. h3 h6", Variant::Chess960, "h3 h6"),
        ("1k5r/ppp2ppp/8/8/8/8/PPP2PPP/1K5R", "w Kk", "1. h3 O-O", Variant::Chess960, "h3 O-O"),
    ] {
        let text = format!("[SetUp \"1\"]\n[FEN \"{board} {rights} - 0 1\"]\n\n{moves} *\n");
        let named = ReadOptions::default().encoding(Some("UTF-8".to_owned()));
        let options = ReadOptions::default();
        for (read, options) in [
            (pgn::parse as fn(_, _) -> _, &options),
            (pgn::parse, &named),
            (partie_scoresheet::parse, &options),
        ] {
            let game = read(text.as_bytes(), options).value;
            let found = (game.variant, corpus::sans(&game).join(" "));
            assert_eq!(found, (variant, sans.to_owned()), "{text}");
        }
    }
}
