//! A writer of `ChessBase`'s formats, and what is read of its files.

use std::collections::BTreeMap;

use partie_core::{
    CastlingSide, Color, CommentPlace, File, Game, Move, NodeId, Outcome, Piece, Ply, Position,
    Rank, Role, Square,
};

use super::tables::substitution;
use crate::{
    DatabaseKind,
    tests::{GAMES, Memory, codes, games, has_its_games, records, survives_damage, text},
};

const KIND: DatabaseKind = DatabaseKind::ChessBase;

/// Number of a square: from a1 to a8, then from b1 on.
fn number(square: Square) -> u8 {
    square.file() as u8 * 8 + square.rank() as u8
}

/// The squares of the pieces of a kind, in their order; captured pawns leave a gap.
type Order = BTreeMap<(bool, Role), Vec<Option<Square>>>;

fn key(piece: Piece) -> (bool, Role) {
    (piece.color == Color::White, piece.role)
}

fn order(position: &Position) -> Order {
    let mut order = Order::new();
    for square in File::ALL.into_iter().flat_map(|f| Rank::ALL.map(|r| Square::from_coords(f, r))) {
        if let Some(piece) = position.piece_at(square) {
            order.entry(key(piece)).or_default().push(Some(square));
        }
    }
    order
}

fn play(order: &mut Order, us: Color, m: Move) {
    let mut step = |piece: Piece, from: Square, to: Option<Square>| {
        let squares = order.get_mut(&key(piece)).expect("a piece");
        let at = squares.iter().position(|s| *s == Some(from)).expect("a piece");
        match to {
            None if piece.role != Role::Pawn => drop(squares.remove(at)),
            to => squares[at] = to,
        }
    };
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let goal = |file| Some(Square::from_coords(file, king.rank()));
            step(Role::King.of(us), king, goal(side.king_to_file()));
            step(Role::Rook.of(us), rook, goal(side.rook_to_file()));
        }
        Move::EnPassant { from, to } => {
            step(Role::Pawn.of(us), from, Some(to));
            step(Role::Pawn.of(!us), Square::from_coords(to.file(), from.rank()), None);
        }
        Move::Normal { role, from, capture, to, promotion } => {
            step(role.of(us), from, Some(to).filter(|_| promotion.is_none()));
            if let Some(captured) = capture {
                step(captured.of(!us), to, None);
            }
            if let Some(promotion) = promotion {
                order.entry(key(promotion.of(us))).or_default().push(Some(to));
            }
        }
        Move::Put { .. } => unreachable!("no drops"),
    }
}

/// The code of a move, with two more bytes where one does not suffice.
fn code(order: &Order, us: Color, ply: Ply) -> (u8, Option<u16>) {
    let Some(m) = ply.to_move() else { return (0, None) };
    let (from, to) = (m.from().expect("no drop"), m.to());
    let squares = &order[&key(m.role().of(us))];
    let place = squares.iter().position(|s| *s == Some(from)).expect("a piece");
    let both = |promotion: u16| {
        (235, Some(u16::from(number(from)) | u16::from(number(to)) << 6 | promotion << 12))
    };
    let files = to.file() as i32 - from.file() as i32;
    let ranks = to.rank() as i32 - from.rank() as i32;
    let index = |steps: [(i32, i32); 8]| {
        steps.iter().position(|step| *step == (files, ranks)).expect("a step") as u8
    };
    let line = |first: u8, is_bishop: bool| {
        let (right, up) = (files.rem_euclid(8) as u8, ranks.rem_euclid(8) as u8);
        let (direction, distance) = match (right, up) {
            (0, up) => (0, up),
            (right, 0) => (1, right),
            (right, up) if right == up => (2, right),
            (right, _) => (3, right),
        };
        (first + 7 * (direction - if is_bishop { 2 } else { 0 }) + distance - 1, None)
    };
    let nth = |firsts: [u8; 3]| firsts.get(place).copied();
    match m {
        Move::Castle { king, rook } => (if king < rook { 9 } else { 10 }, None),
        Move::Normal { promotion: Some(role), .. } => both(match role {
            Role::Queen => 0,
            Role::Rook => 1,
            Role::Bishop => 2,
            _ => 3,
        }),
        _ => match m.role() {
            Role::King => (
                1 + index([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]),
                None,
            ),
            Role::Knight => match nth([95, 103, 227]) {
                Some(first) => {
                    let steps =
                        [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
                    (first + index(steps), None)
                }
                None => both(0),
            },
            Role::Queen => nth([11, 143, 171]).map_or_else(|| both(0), |first| line(first, false)),
            Role::Rook => nth([39, 53, 199]).map_or_else(|| both(0), |first| line(first, false)),
            Role::Bishop => nth([67, 81, 213]).map_or_else(|| both(0), |first| line(first, true)),
            Role::Pawn => {
                let forward = us.fold_wb(1, -1);
                let step = match (files * forward, ranks * forward) {
                    (0, 1) => 0,
                    (0, _) => 1,
                    (1, _) => 2,
                    _ => 3,
                };
                (111 + 4 * place as u8 + step, None)
            }
        },
    }
}

/// Writes the moves and annotations of a game.
struct Writer<'a> {
    game: &'a Game,
    /// The stored byte of each byte.
    table: [u8; 256],
    moves: u8,
    data: Vec<u8>,
    notes: Vec<u8>,
    count: u32,
    /// Number of the next node.
    node: u32,
}

impl Writer<'_> {
    fn put(&mut self, byte: u8) {
        self.data.push(self.table[usize::from(byte)].wrapping_add(self.moves));
    }

    fn note(&mut self, node: u32, kind: u8, body: &[u8]) {
        self.notes.extend_from_slice(&node.to_be_bytes()[1..]);
        self.notes.push(kind);
        self.notes.extend_from_slice(&(body.len() as u16 + 6).to_be_bytes());
        self.notes.extend_from_slice(body);
        self.count += 1;
    }

    fn annotate(&mut self, id: NodeId, number: u32) {
        let annotations = self.game.tree.annotations(id).clone();
        if !annotations.nags.is_empty() {
            let nags: Vec<u8> = annotations.nags.iter().map(|nag| nag.0).collect();
            self.note(number, 3, &nags);
        }
        for comment in &annotations.comments {
            let kind = if comment.place == CommentPlace::Before { 0x82 } else { 2 };
            let body = [&[0, 0], comment.text.as_bytes()].concat();
            self.note(number, kind, &body);
        }
    }

    fn line(&mut self, node: NodeId, position: &Position, order: &Order) {
        let children: Vec<_> = self.game.tree.children(node).collect();
        if children.is_empty() {
            self.put(255);
        }
        for (i, child) in children.iter().enumerate() {
            let ply = self.game.tree.ply(*child).expect("a move");
            let (mut position, mut order) = (position.clone(), order.clone());
            let (code, more) = code(&order, position.turn(), ply);
            if i + 1 < children.len() {
                self.put(254);
            }
            self.put(code);
            for byte in more.into_iter().flat_map(u16::to_be_bytes) {
                self.put(byte);
            }
            self.moves = self.moves.wrapping_add(1);
            if let Some(m) = ply.to_move() {
                play(&mut order, position.turn(), m);
            }
            position.play(ply).expect("legal");
            self.annotate(*child, self.node);
            self.node += 1;
            self.line(*child, &position, &order);
        }
    }
}

/// The start position as bits.
fn setup(position: &Position) -> Vec<u8> {
    let mut bits = Vec::new();
    for square in File::ALL.into_iter().flat_map(|f| Rank::ALL.map(|r| Square::from_coords(f, r))) {
        let Some(piece) = position.piece_at(square) else {
            bits.push(0);
            continue;
        };
        let role = match piece.role {
            Role::King => 1,
            Role::Queen => 2,
            Role::Knight => 3,
            Role::Bishop => 4,
            Role::Rook => 5,
            Role::Pawn => 6,
        };
        let color = u8::from(piece.color == Color::Black);
        bits.extend([1, color, role >> 2 & 1, role >> 1 & 1, role & 1]);
    }
    bits.resize(192, 0);
    let rights = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().enumerate();
    let rights = rights.filter(|(_, rook)| position.castling_rights().contains(*rook));
    let rights = rights.fold(0, |all, (bit, _)| all | 1 << bit);
    let turn = if position.turn() == Color::White { 0 } else { 16 };
    let mut bytes = vec![1, turn, rights, position.fullmoves() as u8];
    bytes.extend(bits.chunks(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit)));
    bytes
}

/// A file of entries.
fn entities(size: u32, entries: &[Vec<u8>]) -> Vec<u8> {
    let count = entries.len() as u32;
    let mut file = Vec::new();
    for word in [count, 0, 1_234_567_890, size, u32::MAX, count, 4, 0] {
        file.extend_from_slice(&word.to_le_bytes());
    }
    for entry in entries {
        file.extend_from_slice(&[0xff; 8]);
        file.push(0);
        let mut entry = entry.clone();
        entry.resize(size as usize, 0);
        file.extend(entry);
    }
    file
}

fn date(text: Option<&str>) -> u32 {
    let parts = text.unwrap_or("????.??.??").split('.');
    let parts: Vec<u32> = parts.map(|part| part.parse().unwrap_or(0)).collect();
    parts[0] << 9 | parts[1] << 5 | parts[2]
}

/// Puts texts at places of an entry.
fn fields(texts: &[(usize, &str)]) -> Vec<u8> {
    let mut entry = vec![0; 100];
    for (at, text) in texts {
        entry[*at..at + text.len()].copy_from_slice(text.as_bytes());
    }
    entry
}

/// Adds an entry unless it is there; returns its number.
fn find(entries: &mut Vec<Vec<u8>>, entry: Vec<u8>) -> u32 {
    let at = entries.iter().position(|known| *known == entry).unwrap_or_else(|| {
        entries.push(entry);
        entries.len() - 1
    });
    at as u32
}

/// Writes games as `ChessBase` does.
fn chessbase(pgn: &str) -> Memory {
    let decoding = substitution(0).expect("the usual mode");
    let mut table = [0; 256];
    for (stored, byte) in decoding.iter().enumerate() {
        table[usize::from(*byte)] = stored as u8;
    }
    let (mut players, mut events, mut annotators) = (Vec::new(), Vec::new(), Vec::new());
    let (mut cbg, mut cba) = (vec![0, 26], vec![0, 26]);
    cbg.resize(26, 0);
    cba.resize(26, 0);
    let mut rows = Vec::new();
    for game in &games(pgn) {
        let start = game.start.first();
        let is_usual = game.tags.get("FEN").is_none();
        let data = if is_usual { Vec::new() } else { setup(start) };
        let mut writer =
            Writer { game, table, moves: 0, data, notes: Vec::new(), count: 0, node: 0 };
        writer.annotate(NodeId::ROOT, u32::MAX);
        writer.line(NodeId::ROOT, start, &order(start));
        let tag = |name: &str| game.tags.get(name).filter(|value| *value != "?").unwrap_or("");
        let player = |name: &str| {
            let (last, first) = name.split_once(", ").unwrap_or((name, ""));
            fields(&[(0, last), (30, first)])
        };
        let mut event = fields(&[(0, tag("Event")), (40, tag("Site"))]);
        event[70..74].copy_from_slice(&date(game.tags.get("EventDate")).to_le_bytes());
        let numbers = [
            find(&mut players, player(tag("White"))),
            find(&mut players, player(tag("Black"))),
            find(&mut events, event),
            find(&mut annotators, fields(&[(0, tag("Annotator"))])),
            0,
        ];
        let mut row = vec![1];
        row.extend_from_slice(&(cbg.len() as u32).to_be_bytes());
        let has_notes = writer.count > 0;
        row.extend_from_slice(&(if has_notes { cba.len() as u32 } else { 0 }).to_be_bytes());
        row.extend(numbers.iter().flat_map(|n| n.to_be_bytes()[1..].to_vec()));
        row.extend_from_slice(&date(game.tags.get("Date")).to_be_bytes()[1..]);
        row.push(match game.outcome {
            Outcome::Win(Color::Black) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Color::White) => 2,
            Outcome::Unknown => 3,
        });
        row.extend_from_slice(&[0, tag("Round").parse().unwrap_or(0), 0]);
        for name in ["WhiteElo", "BlackElo"] {
            row.extend_from_slice(&tag(name).parse::<u16>().unwrap_or(0).to_be_bytes());
        }
        let eco = tag("ECO").strip_prefix('C').map_or(0, |n| 201 + n.parse::<u16>().expect("ECO"));
        row.extend_from_slice(&(eco << 7).to_be_bytes());
        row.resize(46, 0);
        rows.extend(row);
        cbg.push(if is_usual { 0 } else { 0x40 });
        cbg.extend_from_slice(&(writer.data.len() as u32 + 4).to_be_bytes()[1..]);
        cbg.extend(writer.data);
        if has_notes {
            cba.extend_from_slice(&[0, 0, 1, 1, 0, 14, 14]);
            cba.extend_from_slice(&(writer.count + 1).to_be_bytes()[1..]);
            cba.extend_from_slice(&(writer.notes.len() as u32 + 14).to_be_bytes());
            cba.extend(writer.notes);
        }
    }
    let next = rows.len() as u32 / 46 + 1;
    let mut cbh = vec![0, 0, 44, 0, 46, 1];
    cbh.extend_from_slice(&next.to_be_bytes());
    cbh.resize(46, 0);
    cbh.extend(rows);
    Memory::from([
        ("cbh", cbh),
        ("cbg", cbg),
        ("cba", cba),
        ("cbp", entities(58, &players)),
        ("cbt", entities(90, &events)),
        ("cbc", entities(53, &annotators)),
        ("cbs", entities(59, &[Vec::new()])),
        ("cbe", entities(63, &[])),
    ])
}

#[test]
fn games_are_read_as_they_were() {
    has_its_games(KIND, &chessbase(GAMES));
}

/// A game of two moves with an annotation, written as bytes.
fn annotated(kind: u8, body: &[u8]) -> Memory {
    let mut files = chessbase("[Event \"x\"]\n\n1. e4 {?} e5 *\n");
    let cba = files.get_mut("cba").expect("annotations");
    cba.truncate(26 + 14);
    cba.extend_from_slice(&[0, 0, 0, kind, 0, body.len() as u8 + 6]);
    cba.extend_from_slice(body);
    let length = cba.len() as u32 - 26;
    cba[26 + 10..26 + 14].copy_from_slice(&length.to_be_bytes());
    files
}

#[test]
fn annotations_become_comments() {
    let link = b"\x0e\0\x05x.org\x05Arbel";
    let control = [&[0, 0, 0x8c, 0xa0, 0, 0, 0, 0, 0, 40, 1], &[0; 22][..]].concat();
    for (kind, body, expected) in [
        (0x02, &b"\0\0a \xa4 goes"[..], "1. e4 {a ♘ goes} 1... e5"),
        (0x82, b"\0\0before", "{before} 1. e4 e5"),
        (0x02, b"\0\x35gut", "[CommentLanguage \"German\"]"),
        (0x03, &[1, 16], "1. e4 $1 $16 e5"),
        (0x04, &[2, 29, 4, 1], "1. e4 {[%csl Gd5,Ra1]} 1... e5"),
        (0x05, &[3, 1, 64], "1. e4 {[%cal Ya1h8]} 1... e5"),
        (0x07, &[0, 2, 9, 30], "1. e4 {[%emt 0:02:09]} 1... e5"),
        (0x16, &[0, 0x08, 0x3d, 0x60], "1. e4 {[%clk 1:30:00]} 1... e5"),
        (0x18, &[2], "1. e4 {[%crit middlegame]} 1... e5"),
        (0x1c, link, "1. e4 {Arbel} {x.org} 1... e5"),
        (0x21, &[0xce, 0xff, 0, 0, 18, 0], "1. e4 {[%eval -0.50,18]} 1... e5"),
        (0x21, &[3, 0, 1, 0, 0, 0], "1. e4 {[%eval #3]} 1... e5"),
        (0x22, &[0, 0, 0, 8], "1. e4 {[%mdl 8]} 1... e5"),
        (0x24, &control, "[TimeControl \"40/360\"]"),
    ] {
        let files = annotated(kind, body);
        let read = text(KIND, &files, 1).expect("a database");
        assert!(read.contains(expected), "{kind:#x}: {read}");
        assert_eq!(codes(KIND, &files), [], "{kind:#x}");
    }
    for (kind, name) in [
        (0x09, "training-not-read"),
        (0x10, "media-not-read"),
        (0x13, "annotation-not-read"),
        (0x77, "annotation-not-read"),
        (0x04, "annotation-not-read"),
    ] {
        assert_eq!(codes(KIND, &annotated(kind, &[9, 9, 9])), [(1, name)]);
    }
}

#[test]
fn damage_and_marks_are_reported() {
    let files = chessbase(GAMES);
    let change = |extension: &'static str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut files = files.clone();
        change(files.get_mut(extension).expect("a file"));
        codes(KIND, &files)
    };
    for (changed, expected) in [
        (change("cbh", &|cbh| cbh[46] |= 0x80), vec![(1, "deleted-game")]),
        (change("cbh", &|cbh| cbh[92] |= 2), vec![(2, "guiding-text")]),
        (change("cbh", &|cbh| cbh[92 + 1] = 0x7f), vec![(2, "game-outside-file")]),
        (change("cbh", &|cbh| cbh[92 + 11] = 99), vec![(2, "database-name-missing")]),
        (change("cbh", &|cbh| cbh.truncate(46 + 50)), vec![(1, "truncated-database")]),
        (
            change("cbg", &|cbg| cbg[26] = 16),
            vec![(1, "database-variant"), (1, "broken-game-data")],
        ),
    ] {
        assert_eq!(changed, expected);
    }
    let mut without = files.clone();
    without.remove("cbp");
    let missing = "database-file-missing";
    let found = codes(KIND, &without);
    assert_eq!(found.len(), 6, "two players a game");
    assert!(found.iter().all(|(_, name)| *name == missing));
    assert_eq!(records(KIND, &without)[1].game().ply_count(), 35);
}

#[test]
fn any_damage_is_survived() {
    let short: String = GAMES.split_inclusive("\n\n").take(2).collect();
    survives_damage(KIND, &chessbase(&short));
}
