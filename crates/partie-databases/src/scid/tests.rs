//! A writer of Scid's formats, and what is read of its files.

use std::collections::BTreeMap;

use partie_core::{
    CastlingSide, Color, CommentPlace, File, Game, Move, NodeId, Outcome, Ply, Position, Rank,
    Role, Square, Tags,
};
use partie_formats::{WriteOptions, fen};

use crate::{
    DatabaseKind,
    tests::{GAMES, Memory, codes, games, has_its_games, records, survives_damage, text},
};

/// Tags that the index has.
const INDEXED: [&str; 14] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "EventDate",
    "FEN",
    "SetUp",
    "ScidFlags",
];

/// Pieces of both sides by their numbers.
#[derive(Clone)]
struct Lists([Vec<Square>; 2]);

impl Lists {
    fn of(position: &Position, is_usual: bool) -> Lists {
        let mut lists = Lists([Vec::new(), Vec::new()]);
        for color in Color::ALL {
            let list = &mut lists.0[color as usize];
            if is_usual {
                let at = |file: char, rank: u32| {
                    let rank = if color == Color::White { rank } else { 9 - rank };
                    format!("{file}{rank}").parse::<Square>().expect("a square")
                };
                list.extend("eabcdfgh".chars().map(|file| at(file, 1)));
                list.extend("abcdefgh".chars().map(|file| at(file, 2)));
                continue;
            }
            let from_above = Rank::ALL.into_iter().rev();
            let squares =
                from_above.flat_map(|rank| File::ALL.map(|f| Square::from_coords(f, rank)));
            let of_side = |s: &Square| position.piece_at(*s).is_some_and(|p| p.color == color);
            list.extend(squares.filter(of_side));
            let is_king = |s: &Square| position.piece_at(*s).is_some_and(|p| p.role == Role::King);
            let king = list.iter().position(is_king).expect("a king");
            list.swap(0, king);
        }
        lists
    }

    fn play(&mut self, us: Color, m: Move) {
        let [ours, theirs] = [us, !us].map(|color| color as usize);
        let mut remove = |square: Square| {
            let list = &mut self.0[theirs];
            let number = list.iter().position(|s| *s == square).expect("a captured piece");
            list.swap_remove(number);
        };
        match m {
            Move::EnPassant { from, to } => remove(Square::from_coords(to.file(), from.rank())),
            Move::Normal { capture: Some(_), to, .. } => remove(to),
            _ => {}
        }
        let mut step = |from: Square, to: Square| {
            let number = self.0[ours].iter().position(|s| *s == from).expect("a piece");
            self.0[ours][number] = to;
        };
        match m {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                step(king, Square::from_coords(side.king_to_file(), king.rank()));
                step(rook, Square::from_coords(side.rook_to_file(), king.rank()));
            }
            m => step(m.from().expect("no drop"), m.to()),
        }
    }
}

/// The code of a move.
fn code(position: &Position, lists: &Lists, ply: Ply) -> Vec<u8> {
    let us = position.turn();
    let Some(m) = ply.to_move() else { return vec![0] };
    let (from, to) = (m.from().expect("no drop"), m.to());
    let number = lists.0[us as usize].iter().position(|s| *s == from).expect("a piece") as u8;
    let distance = to as i32 - from as i32;
    let index = |steps: &[i32]| steps.iter().position(|s| *s == distance).expect("a step") as u8;
    let low = match m.role() {
        Role::King => match m {
            Move::Castle { king, rook } => 9 + u8::from(king < rook),
            _ => 1 + index(&[-9, -8, -7, -1, 1, 7, 8, 9]),
        },
        Role::Knight => 1 + index(&[-17, -15, -10, -6, 6, 10, 15, 17]),
        Role::Rook | Role::Queen if from.rank() == to.rank() => to.file() as u8,
        Role::Rook | Role::Queen if from.file() == to.file() => 8 + to.rank() as u8,
        Role::Queen => return vec![number << 4 | from.file() as u8, 64 + to as u8],
        Role::Rook => unreachable!("rooks go straight"),
        Role::Bishop => {
            let is_rising = distance % 9 == 0 && (to.file() > from.file()) == (to > from);
            to.file() as u8 + if is_rising { 0 } else { 8 }
        }
        Role::Pawn => match distance.abs() {
            16 => 15,
            step => {
                let promotion = m.promotion().map_or(0, |role| match role {
                    Role::Queen => 1,
                    Role::Rook => 2,
                    Role::Bishop => 3,
                    _ => 4,
                });
                3 * promotion + step as u8 - 7
            }
        },
    };
    vec![number << 4 | low]
}

/// Data of a game: bytes of moves, and comments in their order.
struct Body<'a> {
    game: &'a Game,
    moves: Vec<u8>,
    comments: Vec<u8>,
}

impl Body<'_> {
    fn comment(&mut self, node: NodeId, place: CommentPlace) {
        for comment in &self.game.tree.annotations(node).comments {
            if comment.place == place {
                self.moves.push(12);
                self.comments.extend_from_slice(comment.text.as_bytes());
                self.comments.push(0);
            }
        }
    }

    /// Writes a line from a move on.
    fn line(&mut self, first: Option<NodeId>, (position, lists): (&Position, &Lists)) {
        let (mut position, mut lists) = (position.clone(), lists.clone());
        let mut next = first;
        while let Some(node) = next {
            let before = (position.clone(), lists.clone());
            let ply = self.game.tree.ply(node).expect("a move");
            self.moves.extend(code(&position, &lists, ply));
            if let Some(m) = ply.to_move() {
                lists.play(position.turn(), m);
            }
            position.play(ply).expect("legal");
            let nags = &self.game.tree.annotations(node).nags;
            self.moves.extend(nags.iter().flat_map(|nag| [11, nag.0]));
            self.comment(node, CommentPlace::After);
            let parent = self.game.tree.parent(node).expect("a parent");
            let mut siblings: Vec<_> = self.game.tree.children(parent).collect();
            if siblings.first() == Some(&node) {
                for variation in siblings.drain(1..) {
                    self.moves.push(13);
                    self.comment(variation, CommentPlace::Before);
                    self.line(Some(variation), (&before.0, &before.1));
                    self.moves.push(14);
                }
            }
            next = self.game.tree.next(node);
        }
    }
}

fn data(game: &Game) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, value) in game.tags.iter().filter(|(name, _)| !INDEXED.contains(name)) {
        if name == "Annotator" {
            out.push(243);
        } else {
            out.push(name.len() as u8);
            out.extend_from_slice(name.as_bytes());
        }
        out.push(value.len() as u8);
        out.extend_from_slice(value.as_bytes());
    }
    out.push(0);
    let start = game.start.first();
    let is_usual = game.tags.get("FEN").is_none();
    out.push(u8::from(!is_usual));
    if !is_usual {
        out.extend_from_slice(fen::position(start, &WriteOptions::default()).as_bytes());
        out.push(0);
    }
    let mut moves = Body { game, moves: Vec::new(), comments: Vec::new() };
    moves.comment(NodeId::ROOT, CommentPlace::After);
    moves.line(game.tree.next(NodeId::ROOT), (start, &Lists::of(start, is_usual)));
    out.extend(moves.moves);
    out.push(15);
    out.extend(moves.comments);
    out
}

fn date(tags: &Tags, name: &str) -> u32 {
    let parts = tags.get(name).unwrap_or("????.??.??").split('.');
    let parts: Vec<u32> = parts.map(|part| part.parse().unwrap_or(0)).collect();
    parts[0] << 9 | parts[1] << 5 | parts[2]
}

/// The names of a kind, each with its number.
type Names = BTreeMap<String, u32>;

fn number(names: &mut Names, name: &str) -> u32 {
    let next = names.len() as u32;
    *names.entry(name.to_owned()).or_insert(next)
}

/// A game as the index has it.
struct Row<'a> {
    game: &'a Game,
    offset: u32,
    length: u32,
    /// Numbers of White, Black, the event, the site and the round.
    names: [u32; 5],
}

fn rows<'a>(all: &'a [Game], names: &mut [Names; 4]) -> (Vec<Row<'a>>, Vec<u8>) {
    let (mut rows, mut moves) = (Vec::new(), Vec::new());
    for game in all {
        let data = data(game);
        let tag = |name: &str| game.tags.get(name).unwrap_or("?");
        let numbers = [(0, "White"), (0, "Black"), (1, "Event"), (2, "Site"), (3, "Round")]
            .map(|(kind, name): (usize, &str)| number(&mut names[kind], tag(name)));
        let (offset, length) = (moves.len() as u32, data.len() as u32);
        rows.push(Row { game, offset, length, names: numbers });
        moves.extend(data);
    }
    (rows, moves)
}

fn elo(game: &Game, name: &str) -> u32 {
    game.tags.get(name).and_then(|elo| elo.parse().ok()).unwrap_or(0)
}

fn eco(game: &Game) -> u32 {
    let Some(eco) = game.tags.get("ECO") else { return 0 };
    let number: u32 = eco[1..].parse().expect("an ECO code");
    (u32::from(eco.as_bytes()[0] - b'A') * 100 + number) * 131 + 1
}

fn result(game: &Game) -> u32 {
    match game.outcome {
        Outcome::Unknown => 0,
        Outcome::Win(Color::White) => 1,
        Outcome::Win(Color::Black) => 2,
        Outcome::Draw => 3,
    }
}

/// Writes games as Scid 4 does. Returns the files, and the places of entries and data.
fn scid4(pgn: &str) -> Memory {
    let (games, mut names) = (games(pgn), <[Names; 4]>::default());
    let (rows, moves) = rows(&games, &mut names);
    let mut index = b"Scid.si\0\x01\x90\0\0\0\0".to_vec();
    index.extend_from_slice(&(games.len() as u32).to_be_bytes()[1..]);
    index.extend_from_slice(&[0; 3 + 108 + 54]);
    assert_eq!(index.len(), 182);
    for row in &rows {
        let tags = &row.game.tags;
        let (played, event) = (date(tags, "Date"), date(tags, "EventDate"));
        let event = match event {
            0 => 0,
            event => ((event >> 9) + 4 - (played >> 9)) << 9 | event & 0x1ff,
        };
        let [white, black, about, site, round] = row.names;
        index.extend_from_slice(&row.offset.to_be_bytes());
        index.extend_from_slice(&(row.length as u16).to_be_bytes());
        index.extend_from_slice(&[0, 0, 0, 0]);
        index.extend([white, black].into_iter().flat_map(|n| (n as u16).to_be_bytes()));
        index.push(0);
        index.extend([about, site, round].into_iter().flat_map(|n| (n as u16).to_be_bytes()));
        index.extend_from_slice(&((result(row.game) << 12) as u16).to_be_bytes());
        index.extend_from_slice(&(eco(row.game) as u16).to_be_bytes());
        index.extend_from_slice(&(event << 20 | played).to_be_bytes());
        for name in ["WhiteElo", "BlackElo"] {
            index.extend_from_slice(&(elo(row.game, name) as u16).to_be_bytes());
        }
        index.extend_from_slice(&[0; 14]);
    }
    let mut file = b"Scid.sn\0\0\0\0\0".to_vec();
    for names in &names {
        file.extend_from_slice(&(names.len() as u32).to_be_bytes()[1..]);
    }
    file.extend_from_slice(&[0; 12]);
    for names in &names {
        let mut before: Option<&str> = None;
        for (name, number) in names {
            file.extend_from_slice(&(*number as u16).to_be_bytes());
            file.extend_from_slice(&[0, name.len() as u8]);
            let same = before
                .map(|before| name.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count());
            file.extend(same.map(|same| same as u8));
            file.extend_from_slice(&name.as_bytes()[same.unwrap_or(0)..]);
            before = Some(name);
        }
    }
    Memory::from([("si4", index), ("sn4", file), ("sg4", moves)])
}

/// Writes games as Scid 5 does.
fn scid5(pgn: &str) -> Memory {
    let (games, mut names) = (games(pgn), <[Names; 4]>::default());
    let (rows, moves) = rows(&games, &mut names);
    let mut index = Vec::new();
    for row in &rows {
        let [white, black, event, site, round] = row.names;
        let tags = &row.game.tags;
        for word in [
            white,
            black,
            event,
            site,
            round,
            elo(row.game, "WhiteElo") << 20 | date(tags, "Date"),
            elo(row.game, "BlackElo") << 20 | date(tags, "EventDate"),
            0,
            row.length << 15,
            row.offset,
            0,
            result(row.game) << 16 | eco(row.game),
            0,
            0,
        ] {
            index.extend_from_slice(&word.to_le_bytes());
        }
    }
    let mut file = Vec::new();
    for (kind, names) in names.iter().enumerate() {
        let mut all: Vec<_> = names.iter().collect();
        all.sort_by_key(|(_, number)| **number);
        for (name, _) in all {
            let head = name.len() << 3 | kind;
            if head >= 0x80 {
                file.extend_from_slice(&[head as u8 | 0x80, (head >> 7) as u8]);
            } else {
                file.push(head as u8);
            }
            file.extend_from_slice(name.as_bytes());
        }
    }
    Memory::from([("si5", index), ("sn5", file), ("sg5", moves)])
}

/// Byte of an entry of Scid 4 in its file, and of its parts.
const ENTRY: usize = 182;
const SIZE: usize = 47;

#[test]
fn games_are_read_as_they_were() {
    has_its_games(DatabaseKind::Scid4, &scid4(GAMES));
    has_its_games(DatabaseKind::Scid5, &scid5(GAMES));
}

#[test]
fn chess960_is_castled() {
    let pgn = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[FEN "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1"]
[SetUp "1"]
[Variant "Chess960"]

1. Nb3 Nb6 2. Ng3 Ng6 3. c3 c6 4. Bc2 Bc7 5. a4 a5 6. O-O-O O-O-O *

"#;
    // Scid 4 has no mark of it but the position's own rights.
    let read = text(DatabaseKind::Scid4, &scid4(pgn), 1).expect("a database");
    assert_eq!(read, pgn);
}

#[test]
fn damage_and_flags_are_reported() {
    let files = scid4(GAMES);
    let second = u32::from_be_bytes(
        files["si4"][ENTRY + SIZE..ENTRY + SIZE + 4].try_into().expect("four bytes"),
    ) as usize;
    let change = |extension: &'static str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut files = files.clone();
        change(files.get_mut(extension).expect("a file"));
        codes(DatabaseKind::Scid4, &files)
    };
    // The second game has no tags: its moves begin after two zeros.
    let first_move = second + 2;
    for (changed, expected) in [
        (change("si4", &|si4| si4[ENTRY + 8] |= 8), vec![(1, "deleted-game")]),
        (change("sg4", &|sg4| sg4[first_move + 2] = 0x1f), vec![(2, "bad-database-move")]),
        (change("si4", &|si4| si4[ENTRY + SIZE] = 0x7f), vec![(2, "game-outside-file")]),
        (change("si4", &|si4| si4[ENTRY + SIZE + 11] = 99), vec![(2, "database-name-missing")]),
        (change("si4", &|si4| si4.truncate(ENTRY + SIZE + 3)), vec![(1, "truncated-database")]),
        (
            change("si4", &|si4| si4[20..24].copy_from_slice(b"Club")),
            vec![(1, "database-description")],
        ),
    ] {
        assert_eq!(changed, expected);
    }
    let mut without = files.clone();
    without.remove("sg4");
    let missing = "database-file-missing";
    assert_eq!(codes(DatabaseKind::Scid4, &without), [(1, missing), (2, missing), (3, missing)]);
    // The moves before a bad one are there, and so are the other games.
    let mut bad = files.clone();
    bad.get_mut("sg4").expect("moves")[first_move + 2] = 0x1f;
    let records = records(DatabaseKind::Scid4, &bad);
    assert_eq!(records[1].game().ply_count(), 2);
    assert_eq!(records[2].game().ply_count(), 5);
}

#[test]
fn any_damage_is_survived() {
    let short: String = GAMES.split_inclusive("\n\n").take(2).collect();
    survives_damage(DatabaseKind::Scid4, &scid4(&short));
    survives_damage(DatabaseKind::Scid5, &scid5(&short));
}

#[test]
fn deep_variations_end() {
    let mut files = scid4(GAMES);
    let sg4 = files.get_mut("sg4").expect("moves");
    let moves = [&[0, 0, 0x7f][..], &[13, 0x7f].repeat(5000), &[15]].concat();
    sg4.splice(..moves.len().min(sg4.len()), moves.iter().copied());
    let index = files.get_mut("si4").expect("an index");
    index[ENTRY + 4..ENTRY + 6].copy_from_slice(&(moves.len() as u16).to_be_bytes());
    assert!(!codes(DatabaseKind::Scid4, &files).is_empty());
}
