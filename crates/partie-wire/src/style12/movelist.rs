//! Lists of moves, as `moves`, `smoves` and `oldmoves` print them.

use std::fmt;

use partie_core::{ByColor, Outcome};
use partie_formats::{ToValue, Value, message};

use super::{GameEnd, Style12, Taken, rating::Rating, scan, talk};

/// A list of moves.
///
/// Read are the layouts of FICS, `FatICS`, ICC and lasker, with columns of any width,
/// wrapped or not, with the line `Movelist for game 12:` or without it, and with the
/// board that some servers print where the start is not the usual one.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MoveList {
    /// The game's number, where the list says it.
    pub game: Option<u64>,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The ratings.
    #[serde(with = "partie_core::serialize::sides")]
    pub ratings: ByColor<Rating>,
    /// When the game began, as it stands there.
    pub date: String,
    /// True if the game is rated.
    pub rated: bool,
    /// The kind in the server's words.
    pub kind: String,
    /// Initial time in minutes.
    pub minutes: i64,
    /// Increment in seconds.
    pub increment: i64,
    /// The start position, where it was printed.
    pub start: Option<Style12<'static>>,
    /// The moves.
    pub moves: Vec<ListedMove>,
    /// Move number of the first row; usually 1.
    pub first_number: u32,
    /// True if Black's move stands first (White's cell of the first row is empty).
    pub black_first: bool,
    /// Reason for the game's end, or `Still in progress`.
    pub reason: String,
    /// The result.
    pub outcome: Outcome,
}

/// A move of a list.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ListedMove {
    /// In SAN.
    pub san: String,
    /// The time taken, if it stands there.
    pub taken: Option<Taken>,
}

impl MoveList {
    /// Returns true if the game was going on when the list was printed.
    #[must_use]
    pub fn in_progress(&self) -> bool {
        self.reason == IN_PROGRESS
    }

    /// The date as PGN writes it, if it can be read: of `Tue Nov 18, 08:32 PST 2014`,
    /// `2026-11-20 23:42 UTC`, `1999.09.01 22:20:39` and the like.
    #[must_use]
    pub fn pgn_date(&self) -> Option<String> {
        let words: Vec<&str> = self.date.split([' ', ',']).filter(|w| !w.is_empty()).collect();
        if let Some(first) = words.first()
            && let [year, month, day] = first.split(['-', '.', '/']).collect::<Vec<_>>()[..]
        {
            return pgn_date(year, month.parse().ok()?, day);
        }
        let at = words.iter().position(|w| month(w).is_some())?;
        let year = words.iter().rev().find(|w| w.len() == 4 && w.parse::<u16>().is_ok())?;
        pgn_date(year, month(words[at])?, words.get(at + 1)?)
    }

    /// The time of day as PGN writes it, if it can be read.
    #[must_use]
    pub fn pgn_time(&self) -> Option<String> {
        let time = self.date.split([' ', ',']).find(|w| w.contains(':'))?;
        let parts: Vec<&str> = time.split(':').collect();
        let good = parts.iter().all(|p| p.len() == 2 && p.bytes().all(|b| b.is_ascii_digit()));
        match (good, parts.as_slice()) {
            (true, [h, m]) => Some(format!("{h}:{m}:00")),
            (true, [h, m, s]) => Some(format!("{h}:{m}:{s}")),
            _ => None,
        }
    }
}

fn month(word: &str) -> Option<u32> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    MONTHS.iter().position(|m| *m == word).map(|i| i as u32 + 1)
}

fn pgn_date(year: &str, month: u32, day: &str) -> Option<String> {
    let year: u16 = year.parse().ok().filter(|_| year.len() == 4)?;
    let day: u32 = day.parse().ok()?;
    ((1..=12).contains(&month) && (1..=31).contains(&day))
        .then(|| format!("{year:04}.{month:02}.{day:02}"))
}

const IN_PROGRESS: &str = "Still in progress";

/// The reason for which a game ended if none is known, as Partie writes it.
pub const ENDED: &str = "Game ended";

impl fmt::Display for MoveList {
    /// Writes the list as FICS prints it; the line ends are `\n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = self.game {
            writeln!(f, "Movelist for game {game}:\n")?;
        }
        writeln!(
            f,
            "{} ({}) vs. {} ({}) --- {}",
            self.white, self.ratings.white, self.black, self.ratings.black, self.date
        )?;
        let rated = if self.rated { "Rated" } else { "Unrated" };
        writeln!(
            f,
            "{rated} {} match, initial time: {} minutes, increment: {} seconds.\n",
            self.kind, self.minutes, self.increment
        )?;
        if let Some(start) = &self.start {
            let mut line = Vec::new();
            start.write(&mut line);
            writeln!(f, "{}\n", String::from_utf8_lossy(&line))?;
        }
        // The columns are wider where milliseconds stand in them.
        let precise = self.moves.iter().any(|m| m.taken.is_some_and(|t| t.precise));
        let width = if precise { 21 } else { 16 };
        writeln!(f, "Move  {:<name$}{}", self.white, self.black, name = width + 3)?;
        writeln!(f, "----  {:-<width$}   {:-<width$}", "", "")?;
        let cell = |listed: Option<&ListedMove>| {
            let Some(listed) = listed else { return (String::new(), String::new()) };
            let mut taken = Vec::new();
            if let Some(time) = listed.taken {
                time.write(&mut taken);
            }
            (listed.san.clone(), String::from_utf8_lossy(&taken).into_owned())
        };
        let skip = usize::from(self.black_first);
        let rows = (self.moves.len() + skip).div_ceil(2);
        for row in 0..rows {
            let at = |i: usize| i.checked_sub(skip).and_then(|i| self.moves.get(i));
            let (white, black) = (cell(at(2 * row)), cell(at(2 * row + 1)));
            let white = if row == 0 && self.black_first {
                ("...".to_owned(), String::new())
            } else {
                white
            };
            let number = u64::from(self.first_number) + row as u64;
            let time = width - 5;
            let text = format!(
                "{number:>3}.  {:<7} {:<time$}{:<7} {}",
                white.0, white.1, black.0, black.1
            );
            writeln!(f, "{}", text.trim_end())?;
        }
        writeln!(f, "      {{{}}} {}", self.reason, self.outcome)
    }
}

/// Result of giving a line to a builder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Took {
    /// The line does not belong to a list.
    No,
    /// The line belongs to the list.
    Line,
    /// The line was the list's last one.
    Finished(Box<ReadList>),
}

/// A list as printed in a text. Its moves come from consecutive rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadList {
    /// The moves and the list's other data.
    pub list: MoveList,
    /// Place of each move of the list.
    pub places: Vec<Cell>,
    /// First cells of rows that repeat earlier ones.
    pub repeated: Vec<Cell>,
    /// Times of moves of the list that cannot be read.
    pub unread_times: Vec<UnreadTime>,
    /// A last line that is not spelled as servers write it.
    pub odd_end: Option<OddEnd>,
    /// The first row that does not follow; it and all rows after it are not in the list.
    pub cut: Option<Cut>,
    row: ListRow,
}

/// Place of a move in the text of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Index of its line, as [`Builder::take`] was given it.
    pub line: usize,
    /// Index of its move in the row: 0 is White's and 1 Black's.
    pub column: u8,
}

/// A move that is not the next one by the number of its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Place of the move.
    pub cell: Cell,
    /// The move number that was due.
    pub expected: String,
    /// The move with its number.
    pub found: Value,
}

/// A time in a row that cannot be read, or a second one for the same move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadTime {
    /// Index of its line, as [`Builder::take`] was given it.
    pub line: usize,
    /// Number of its move in the list, from 1.
    pub ply: usize,
    pub text: String,
}

/// A last line of a list that is not spelled as servers write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddEnd {
    /// Index of the line, as [`Builder::take`] was given it.
    pub line: usize,
    pub text: String,
    /// True if its result was read.
    pub has_result: bool,
}

/// The row that is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ListRow {
    number: u32,
    /// Column of the next move.
    column: u8,
    /// True if its last move became one of the list, so that a time belongs to it.
    was_added: bool,
}

impl ReadList {
    fn new(list: MoveList) -> ReadList {
        ReadList {
            list,
            places: Vec::new(),
            repeated: Vec::new(),
            unread_times: Vec::new(),
            odd_end: None,
            cut: None,
            row: ListRow::default(),
        }
    }

    /// The list, if all its rows follow each other and it ends with a result.
    #[must_use]
    pub fn whole(self) -> Option<MoveList> {
        let has_result = self.odd_end.as_ref().is_none_or(|end| end.has_result);
        (self.cut.is_none() && has_result).then_some(self.list)
    }

    /// Takes a move, if it is the next one by its place in the table.
    fn take_move(&mut self, san: &str, line: usize) {
        let ListRow { number, column, .. } = self.row;
        let cell = Cell { line, column };
        self.row.column = column.saturating_add(1);
        self.row.was_added = false;
        if self.cut.is_some() {
            return;
        }
        let moves = &mut self.list.moves;
        if moves.is_empty() {
            self.list.first_number = number;
            self.list.black_first = column == 1;
        }
        let first = ply(self.list.first_number, u8::from(self.list.black_first));
        let next = first + moves.len() as u64;
        let place = ply(number, column);
        let earlier = place.checked_sub(first).and_then(|i| moves.get(usize::try_from(i).ok()?));
        if column > 1 || earlier.map_or(place != next, |earlier| earlier.san != san) {
            let found = match column {
                0 | 1 => format!("{} {san}", label(place)).to_value(),
                _ => message!("a third move in row {number}, {san}", number, san).to_value(),
            };
            self.cut = Some(Cut { cell, expected: label(next), found });
        } else if earlier.is_none() {
            moves.push(ListedMove { san: san.to_owned(), taken: None });
            self.places.push(cell);
            self.row.was_added = true;
        } else if self.repeated.last().is_none_or(|last| last.line != line) {
            self.repeated.push(cell);
        }
    }

    /// Takes the time of the last move.
    fn take_time(&mut self, word: &str, line: usize) {
        if self.cut.is_some() {
            return;
        }
        let ply = self.list.moves.len();
        match self.list.moves.last_mut().filter(|_| self.row.was_added) {
            Some(last) => match Taken::parse(word).filter(|_| last.taken.is_none()) {
                Some(time) => last.taken = Some(time),
                None => self.unread_times.push(UnreadTime { line, ply, text: word.to_owned() }),
            },
            None if self.row.column == 0 => self.cut_at(line, word),
            // The time belongs to a move read before.
            None => {}
        }
    }

    /// Cuts the list at a line that is not its next row.
    fn cut_at(&mut self, line: usize, found: &str) {
        if self.cut.is_none() {
            let first = ply(self.list.first_number, u8::from(self.list.black_first));
            self.cut = Some(Cut {
                cell: Cell { line, column: 0 },
                expected: label(first + self.list.moves.len() as u64),
                found: found.to_value(),
            });
        }
    }
}

/// Counts the plies before a cell of a table that begins with row 0.
fn ply(number: u32, column: u8) -> u64 {
    2 * u64::from(number) + u64::from(column)
}

/// Returns a move number as `3.` or `3...`.
fn label(ply: u64) -> String {
    format!("{}{}", ply / 2, if ply.is_multiple_of(2) { "." } else { "..." })
}

/// Puts a list together from its lines.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    stage: Stage,
    /// The number of `Movelist for game 12:`.
    number: Option<u64>,
}

#[derive(Clone, Debug, Default)]
enum Stage {
    #[default]
    Outside,
    /// After `Movelist for game 12:`, with the number of lines since then without a header.
    Numbered(u8),
    /// The line of names was read.
    Named(Box<MoveList>, u8),
    /// The line of terms was read; the rows come after `Move` and `----`.
    Terms(Box<MoveList>, u8),
    /// Inside the rows.
    Rows(Box<ReadList>),
}

/// Number of foreign lines that may stand between the lines of a list's head.
const PATIENCE: u8 = 8;

impl Builder {
    /// Returns true if rows are being read: a number and a move is a row then.
    #[must_use]
    pub const fn in_rows(&self) -> bool {
        matches!(self.stage, Stage::Rows(_))
    }

    /// Returns true if a board would be the start of the list, not one of a game going on.
    #[must_use]
    pub const fn wants_start(&self) -> bool {
        matches!(self.stage, Stage::Terms(..))
    }

    /// Gives the list its start position.
    pub fn set_start(&mut self, board: Style12<'static>) {
        if let Stage::Terms(list, _) = &mut self.stage {
            list.start = Some(board);
        }
    }

    /// Returns true while the rows of a game's list are read.
    #[must_use]
    pub fn reads_rows_of(&self, game: &GameEnd) -> bool {
        matches!(&self.stage, Stage::Rows(read)
            if read.list.game.is_none_or(|number| number == game.game)
                && read.list.white == game.white
                && read.list.black == game.black)
    }

    /// The unfinished list, if one is being read; the builder forgets it.
    pub fn give_up(&mut self) -> Option<ReadList> {
        self.number = None;
        match std::mem::take(&mut self.stage) {
            Stage::Rows(list) => Some(*list),
            _ => None,
        }
    }

    /// Takes a line if it belongs to a list. `index` is the line's index in the list's text.
    pub fn take(&mut self, line: &str, index: usize) -> Took {
        if let Some(number) = game_number(line) {
            self.number = Some(number);
            self.stage = Stage::Numbered(0);
            return Took::Line;
        }
        if let Some(list) = header(line).filter(|_| !self.in_rows() || begins_list(line)) {
            let game = self.number.take();
            self.stage = Stage::Named(Box::new(MoveList { game, ..list }), 0);
            return Took::Line;
        }
        let is_empty = line.trim().is_empty();
        let stage = match std::mem::take(&mut self.stage) {
            // The lines between the head and the rows were lost.
            Stage::Named(list, _) | Stage::Terms(list, _) if row_number(line).is_some() => {
                Stage::Rows(Box::new(ReadList::new(*list)))
            }
            stage => stage,
        };
        match stage {
            Stage::Outside => Took::No,
            Stage::Numbered(lines) => {
                if lines < PATIENCE {
                    self.stage = Stage::Numbered(lines + u8::from(!is_empty));
                } else {
                    self.number = None;
                }
                Took::No
            }
            Stage::Named(mut list, lines) => {
                if terms(line, &mut list) {
                    self.stage = Stage::Terms(list, 0);
                    return Took::Line;
                }
                if lines < PATIENCE {
                    self.stage = Stage::Named(list, lines + u8::from(!is_empty));
                }
                Took::No
            }
            Stage::Terms(list, lines) => {
                if line.starts_with("Move ") {
                    self.stage = Stage::Terms(list, lines);
                    return Took::Line;
                }
                if line.starts_with("----") {
                    self.stage = Stage::Rows(Box::new(ReadList::new(*list)));
                    return Took::Line;
                }
                if lines < PATIENCE {
                    self.stage = Stage::Terms(list, lines + u8::from(!is_empty));
                }
                Took::No
            }
            Stage::Rows(mut read) => {
                if let Some(Ending { reason, outcome, is_odd }) = ending(line, &read.list) {
                    reason.clone_into(&mut read.list.reason);
                    read.list.outcome = outcome.unwrap_or_default();
                    read.odd_end = is_odd.then(|| OddEnd {
                        line: index,
                        text: line.trim().to_owned(),
                        has_result: outcome.is_some(),
                    });
                    return Took::Finished(read);
                }
                let took = row(line, index, &mut read);
                self.stage = Stage::Rows(read);
                if took { Took::Line } else { Took::No }
            }
        }
    }
}

/// `Adam (++++) vs. Boris (UNR) --- Fri Nov 20, 23:46 PST 2026`.
fn header(line: &str) -> Option<MoveList> {
    // Most lines have no dash, which is seen sooner.
    memchr::memchr(b'-', line.as_bytes())?;
    let (players, date) = line.split_once(" --- ")?;
    let (white, black) = players.split_once(" vs. ")?;
    let (white, white_rating, rest) = talk::player(white)?;
    if !rest.trim().is_empty() {
        return None;
    }
    let (black, black_rating, _) = talk::player(black)?;
    Some(MoveList {
        game: None,
        white: white.to_owned(),
        black: black.to_owned(),
        ratings: ByColor { white: white_rating, black: black_rating },
        date: date.trim().to_owned(),
        rated: false,
        kind: String::new(),
        minutes: 0,
        increment: 0,
        start: None,
        moves: Vec::new(),
        first_number: 1,
        black_first: false,
        reason: String::new(),
        outcome: Outcome::Unknown,
    })
}

/// `Unrated blitz match, initial time: 3 minutes, increment: 1 seconds.`
fn terms(line: &str, list: &mut MoveList) -> bool {
    let Some((kind, rest)) = line.split_once(" match, initial time:") else {
        return false;
    };
    let (rated, kind) = kind.trim().split_once(' ').unwrap_or((kind.trim(), ""));
    list.rated = rated.eq_ignore_ascii_case("rated");
    list.kind = kind.trim().to_ascii_lowercase();
    let mut numbers = rest
        .split(|c: char| !c.is_ascii_digit())
        .filter(|n| !n.is_empty())
        .map(scan::parse_number::<i64>);
    list.minutes = numbers.next().flatten().unwrap_or(0);
    list.increment = numbers.next().flatten().unwrap_or(0);
    true
}

/// Returns the number in `Movelist for game 12:`.
fn game_number(line: &str) -> Option<u64> {
    let number = line.strip_prefix("Movelist for game ")?;
    scan::parse_number(number.trim_end().trim_end_matches(':'))
}

/// Returns true if a line begins another list where rows were expected; `---` alone may also be
/// chat.
#[must_use]
pub fn begins_list(line: &str) -> bool {
    game_number(line).is_some() || header(line).is_some_and(|list| list.pgn_date().is_some())
}

/// The last line of a list.
struct Ending<'a> {
    reason: &'a str,
    outcome: Option<Outcome>,
    is_odd: bool,
}

/// Reads `{Still in progress} *`, also without one of its braces or with others, and the result
/// alone. A line that begins with a brace is the last one with any result.
fn ending<'a>(line: &'a str, list: &MoveList) -> Option<Ending<'a>> {
    let line = line.trim();
    let read = |reason: &'a str, result: &str, is_odd| {
        let outcome = Some(Outcome::from_pgn(result.trim())?);
        Some(Ending { reason: reason.trim(), outcome, is_odd })
    };
    let usual = line.strip_prefix('{').and_then(|rest| rest.rsplit_once('}'));
    if let Some(ending) = usual.and_then(|(reason, result)| read(reason, result, false)) {
        return Some(ending);
    }
    let spaced = [" 1 - 0", " 0 - 1", " 1/2 - 1/2"].into_iter().find(|r| line.ends_with(r));
    let last_word = || line.rfind([' ', '}', ']', ')']).map_or(0, |at| at + 1);
    let result_start = spaced.map_or_else(last_word, |spaced| line.len() - spaced.len());
    let (words, result) = line.split_at(result_start);
    let result = result.replace(' ', "");
    let words = words.trim();
    let first = words.split(' ').next().unwrap_or_default();
    let ends = words.is_empty()
        || words.starts_with(['{', '[', '('])
        || words.ends_with('}')
        || first == list.white
        || first == list.black;
    let is_said = words.contains(": ") || row_number(line).is_some();
    let reason = words.trim_matches(['{', '}', '[', ']', '(', ')']);
    let reason = if reason.is_empty() { ENDED } else { reason };
    let odd = read(reason, &result, true).filter(|_| ends && !is_said);
    let without_result = || Ending { reason: "", outcome: None, is_odd: true };
    odd.or_else(|| line.starts_with('{').then(without_result))
}

/// Splits a row's number from the rest of its first word: `2.`, `2...` and `2.Nf3`.
fn split_number(word: &str) -> Option<(u32, &str)> {
    let (number, rest) = word.split_once('.')?;
    let is_row = rest.is_empty() || rest.starts_with(|c: char| c == '.' || c.is_ascii_alphabetic());
    Some((scan::parse_number(number).filter(|_| is_row)?, rest))
}

/// Returns the number with which a row begins.
fn row_number(line: &str) -> Option<u32> {
    split_number(line.split_ascii_whitespace().next()?).map(|(number, _)| number)
}

/// Returns true for a line such as `Z.  Nf3  (0:01)  Nc6  (0:01)`: a row whose number cannot
/// be read.
fn is_damaged_row(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let times: Vec<bool> = words.map(|word| Taken::parse(word).is_some()).collect();
    first.len() <= 5
        && !first.contains(':')
        && matches!(times[..], [false, true] | [false, true, false, true])
}

/// Returns true for a word that stands where the time of a move is expected.
fn is_time(word: &str) -> bool {
    let inner = word.trim_matches(['(', ')', '[', ']']);
    word.starts_with(['(', '['])
        || word.ends_with([')', ']'])
        || inner.contains(':') && inner.starts_with(|c: char| c.is_ascii_digit())
}

/// `  1.  e4      (0:01)     c5      (0:00)`, or the wrapped rest of such a row.
fn row(line: &str, index: usize, read: &mut ReadList) -> bool {
    let mut words = line.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let mut glued = "";
    if let Some((number, rest)) = split_number(first) {
        read.row = ListRow { number, ..ListRow::default() };
        if read.list.moves.is_empty() && read.cut.is_none() {
            read.list.first_number = number;
        }
        glued = rest;
    } else if !line.starts_with('\\') {
        let is_damaged = is_damaged_row(line);
        if is_damaged {
            read.cut_at(index, line.trim());
        }
        return is_damaged;
    }
    for word in std::iter::once(glued).filter(|word| !word.is_empty()).chain(words) {
        if matches!(word, "..." | "..") {
            read.row.column = read.row.column.max(1);
            read.list.black_first |= read.list.moves.is_empty();
            continue;
        }
        let time = if is_time(word) { word.find('(').unwrap_or(0) } else { word.len() };
        let (san, time) = word.split_at(time);
        if !san.is_empty() {
            read.take_move(san, index);
        }
        if !time.is_empty() {
            read.take_time(time, index);
        }
    }
    true
}
