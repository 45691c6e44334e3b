//! Games of a segment that came to a position, replayed.

use partie_core::{
    Boards, CastlingMode, Color, Date, Role, Square,
    moves::code::split_start,
    rules::{PositionKey, ReplayBoard},
};

use super::endings::{Endgame, EndingFinder, EndingSet};
use crate::{
    columns::Batch,
    library::{
        GameSummary, LibraryError, Result,
        find::DENSE,
        players::PlayerNames,
        replayed::{replay, start_in},
        segment::Segment,
    },
    query::date_of_tag,
};

/// Most rows that are read together.
const TOGETHER: usize = 4096;

/// Columns that are read.
const COLUMNS: [&str; 7] = ["variant", "fen", "code", "wide", "white", "black", "date"];

/// A game that came to a position.
pub(super) struct Passage<'a> {
    /// Number in its library.
    pub(super) number: u64,
    pub(super) summary: GameSummary,
    /// Names of White and Black; empty if they are not known.
    pub(super) names: [&'a str; 2],
    pub(super) date: Option<Date>,
    /// All moves of the game, packed.
    pub(super) moves: &'a [u16],
    /// Number of moves before the position, of the last time that a move was made there, else of the
    /// last time at all.
    pub(super) ply: usize,
    /// True if the game began with the usual position.
    pub(super) is_usual: bool,
    pub(super) endings: EndingSet,
}

/// Gives games of a segment that came to a position to a function, in the order of their numbers.
/// Returns the number of games whose moves do not have the position, which are damaged.
pub(super) fn passages(
    segment: &Segment,
    key: PositionKey,
    games: &[(u64, GameSummary)],
    mut each: impl FnMut(&Passage<'_>),
) -> Result<u64> {
    let numbering = segment.numbering()?;
    let row = |(number, summary): &(u64, GameSummary)| {
        numbering.row_of(*number).map(|row| (row, *number, *summary))
    };
    let rows: Vec<(u64, u64, GameSummary)> = games.iter().filter_map(row).collect();
    let mut damaged = (games.len() - rows.len()) as u64;
    let mut scan = segment.scan(&COLUMNS, 0..segment.entry.games)?;
    let (mut rest, mut line) = (&rows[..], Line::default());
    while let Some((first, ..)) = rest.first() {
        // Games that lie near each other are read together.
        let near = rest.iter().zip(1..).take(TOGETHER);
        let near = near.take_while(|((row, ..), count)| *row - first < DENSE * count).count();
        let last = rest[near - 1].0;
        scan.skip_to(*first)?;
        let batch = scan.next((last - first + 1) as usize)?.filter(|batch| !batch.is_empty());
        let Some(batch) = batch else {
            let why = format!("it has no game in row {first}");
            return Err(LibraryError::damaged(segment.path(), why));
        };
        let end = first + batch.len() as u64;
        let (now, later) = rest.split_at(rest.partition_point(|(row, ..)| *row < end));
        for (row, number, summary) in now {
            let at = (row - first) as usize;
            let start = start_in(&batch, at);
            line.read(&batch, at, start.as_ref(), key);
            let Some(ply) = line.passed.or(line.ended) else {
                damaged += 1;
                continue;
            };
            let date = batch.column("date").and_then(|column| column.text(at));
            let month = || Date::of_month(summary.year, summary.month);
            each(&Passage {
                number: *number,
                summary: *summary,
                names: PlayerNames::in_row(&batch, at),
                date: date.and_then(date_of_tag).or_else(month),
                moves: &line.moves,
                ply,
                is_usual: start.is_none(),
                endings: line.endings,
            });
        }
        rest = later;
    }
    Ok(damaged)
}

/// A replayed game.
#[derive(Default)]
struct Line {
    moves: Vec<u16>,
    endings: EndingSet,
    /// Number of moves before the last visit with a move, and before one without.
    passed: Option<usize>,
    ended: Option<usize>,
}

impl Line {
    fn read(&mut self, batch: &Batch, row: usize, start: Option<&Boards>, key: PositionKey) {
        self.moves.clear();
        (self.passed, self.ended, self.endings) = (None, None, EndingSet::default());
        let code = batch.column("code").and_then(|column| column.bytes(row));
        match (code, start) {
            (_, Some(Boards::Two(_))) => {}
            (Some(code), start) => self.decode(code, start, key),
            (None, start) => replay(batch, row, start, |own, played| {
                self.visit(own == key, played.is_some());
                self.moves.extend(played.map(|(packed, _)| packed));
            }),
        }
    }

    fn visit(&mut self, is_here: bool, is_played: bool) {
        if is_here {
            let place = if is_played { &mut self.passed } else { &mut self.ended };
            *place = Some(self.moves.len());
        }
    }

    fn decode(&mut self, code: &[u8], start: Option<&Boards>, key: PositionKey) {
        let mode = start.map_or(CastlingMode::Standard, |s| s.first().castling_mode());
        let Some(mut board) = ReplayBoard::of_start(start) else { return };
        let mut endings = EndingFinder::default();
        let (_, mut code) = split_start(code);
        loop {
            endings.add(Endgame::of(board.material(), || bishops(&board)));
            let own = board.key();
            let played = if code.is_empty() { None } else { board.decode(&mut code) };
            self.visit(own == key, played.is_some());
            let Some(played) = played else { break };
            self.moves.push(played.packed(mode));
        }
        self.endings = endings.found;
    }
}

/// Returns the squares of a bishop of White and one of Black.
fn bishops(board: &ReplayBoard) -> [Option<Square>; 2] {
    Color::ALL.map(|color| {
        let is_own = |role: Role, own: Color| role == Role::Bishop && own == color;
        board.pieces().find(|(_, piece)| is_own(piece.role, piece.color)).map(|(square, _)| square)
    })
}
