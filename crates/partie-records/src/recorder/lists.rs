//! Lists of moves, which fill the gaps that boards leave.

use std::ops::Range;

use partie_core::{Color, Position, Variant, moves::san};

use super::{
    View,
    info::Info,
    move_tree::{Before, Mark, MoveTree, ROOT},
    open_game::OpenGame,
    transcript::Transcript,
    transport::ServerLine,
};
use partie_formats::{Code, Diagnostic, ReadOptions, ToValue, Value, diagnostic, message};
use partie_wire::{
    follower::{Id, plies},
    style12::{self, Cell, Cut, MoveList, ReadList, codes},
};

impl OpenGame {
    /// Returns a game that is known by its list of moves alone.
    pub(super) fn from_list(
        read: &ReadList,
        mut info: Info,
        lines: &[ServerLine],
        options: &ReadOptions,
        order: u64,
    ) -> OpenGame {
        let list = &read.list;
        info.take_list(list, true);
        let mut transcript = Transcript::new(options.limits.diagnostics);
        for line in std::mem::take(&mut info.lines) {
            transcript.push(&line);
        }
        let lines = transcript.push_list(lines);
        let variant = options.variant.or_else(|| info.variant()).unwrap_or_default();
        let start = start_of(list, variant);
        let (move_tree, stop) = listed(read, start, order);
        let number = list.game.unwrap_or(0);
        let mut open = OpenGame::new(number, info, View::Listed, move_tree, transcript);
        open.left = true;
        open.heard = order;
        open.list_rows(read, stop, &lines);
        open
    }

    /// Returns true if a list of moves is of another game, under the same number or between
    /// the same players.
    pub(super) fn is_another_list(&self, read: &ReadList) -> bool {
        let list = &read.list;
        if self.is_examined() {
            // Lists of examined games may name White and Black.
            return false;
        }
        let differs = |known: &Option<String>, new: Option<String>| matches!((known, new), (Some(known), Some(new)) if *known != new);
        let is_of = |white: &str, black: &str| self.info.is_of(white, black);
        if !is_of(&list.white, &list.black) && !is_of(&list.black, &list.white)
            || differs(&self.info.date, list.pgn_date())
            || differs(&self.info.time, list.pgn_time())
        {
            return true;
        }
        if self.view == View::Listed {
            let start = start_of(list, self.move_tree.moves.variant);
            return start.board() != self.move_tree.moves.start().board();
        }
        // Old servers print no number: the list may be of an earlier game.
        list.game.is_none() && !list.in_progress() && {
            let (whole, _) = listed(read, self.start_for(list), 0);
            let mut tracks = self
                .parts
                .iter()
                .map(|part| &part.move_tree)
                .chain(std::iter::once(&self.move_tree));
            tracks.all(|move_tree| place_on(&whole, whole.moves.here, move_tree).is_none())
        }
    }

    /// Returns the position before the first move of a list of this game's moves.
    fn start_for(&self, list: &MoveList) -> Position {
        let first = self.parts.first().map_or(&self.move_tree, |part| &part.move_tree);
        let own_start = first.moves.start();
        if plies(own_start) == 0 {
            own_start.clone()
        } else {
            start_of(list, self.move_tree.moves.variant)
        }
    }

    /// Takes the list of its moves.
    pub(super) fn list(&mut self, read: &ReadList, lines: &[ServerLine], options: &ReadOptions) {
        let list = &read.list;
        let lines = self.transcript.push_list(lines);
        let named = self.info.is_of(&list.white, &list.black);
        let knew = self.info.variant();
        self.info.take_list(list, named);
        if options.variant.is_none() && self.info.variant() != knew {
            self.adopt_variant(options);
        }
        if list.moves.is_empty() {
            let stop = read.cut.as_ref().map(|cut| Stop::at_cut(cut, 1));
            self.list_rows(read, stop, &lines);
            return;
        }
        let start = self.start_for(list);
        let (mut whole, stop) = listed(read, start, self.move_tree.moves.nodes[ROOT].note.order);
        let end = whole.moves.here;
        let Some(at) = place_on(&whole, end, &self.move_tree) else {
            let span = self.keep_rows(read.places[0], &list.moves[0].san, read, &lines);
            self.note_span(Diagnostic::new(
                &codes::LIST_DISAGREES,
                span,
                message!("the list of moves does not lead to the boards that were shown"),
            ));
            return;
        };
        self.list_rows(read, stop, &lines);
        let mut parts = Vec::new();
        let mut healed = Transcript::new(options.limits.diagnostics);
        let mut first_hand = self.first_hand.take();
        for part in std::mem::take(&mut self.parts) {
            if let Some(at) = place_on(&whole, end, &part.move_tree) {
                whole.graft(at, &part.move_tree);
                healed.append(part.transcript);
                for gap in healed.diagnostics.iter_mut().filter(|d| d.code.id == codes::GAP.id) {
                    gap.code = &codes::GAP_CLOSED;
                    gap.severity = codes::GAP_CLOSED.severity;
                    gap.message.push(message!("; a list of the moves closed the gap"));
                }
                first_hand = part.first_hand.or(first_hand);
            } else {
                parts.push(part);
            }
        }
        whole.graft(at, &self.move_tree);
        healed.append(std::mem::take(&mut self.transcript));
        self.transcript = healed;
        self.parts = parts;
        // The pieces in hand at renumbered nodes are no longer known.
        self.hands.clear();
        self.first_hand = first_hand.filter(|_| plies(whole.moves.start()) > 0);
        let here = whole.moves.here;
        let end_line = whole.moves.line_to(end);
        if !self.is_examined() && (end_line.contains(&here) || here == ROOT) {
            whole.moves.go(end);
        } else if here != end && !whole.moves.line_to(here).contains(&end) && !self.is_examined() {
            self.note(
                &codes::LIST_DISAGREES,
                message!("the list of moves ends in another line than the boards that were shown"),
            );
        }
        whole.before = Before::default();
        self.move_tree = whole;
        if !list.in_progress()
            && self.is_examined()
            && self.end.is_none()
            && list.outcome.is_known()
        {
            self.end = Some((list.outcome, list.reason.clone()));
        }
    }

    /// Reports the rows of a list that were not read, and keeps their text.
    fn list_rows(&mut self, read: &ReadList, stop: Option<Stop>, lines: &[Range<usize>]) {
        for cell in &read.repeated {
            let diagnostic = Diagnostic::new(
                &codes::ROW_REPEATED,
                lines[cell.line].clone(),
                message!("expected the next row of the list, but found an earlier one again"),
            );
            self.transcript.note(diagnostic);
        }
        let played = stop.as_ref().map_or(usize::MAX, |stop| stop.ply - 1);
        let mut at = 0;
        for time in read.unread_times.iter().take_while(|time| time.ply <= played) {
            let line = &lines[time.line];
            let from = line.start.max(at);
            let Some(offset) =
                memchr::memmem::find(&self.transcript.text[from..line.end], time.text.as_bytes())
            else {
                continue;
            };
            at = from + offset + time.text.len();
            let expected = message!("(m:ss) or (m:ss.mmm)");
            let found = time.text.as_str();
            let diagnostic = diagnostic!(
                &codes::TIME_NOT_READ,
                from + offset..at,
                "expected {expected} once for each move, but found {found}",
                expected,
                found
            );
            let diagnostic = diagnostic.expected(expected.to_string(), found);
            self.transcript.note(diagnostic.at_ply(time.ply as u32));
        }
        if let Some(end) = &read.odd_end {
            let line = lines[end.line].clone();
            let (code, expected) = if end.has_result {
                (
                    &codes::NONSTANDARD_LIST_END,
                    format!("{{{}}} {}", read.list.reason, read.list.outcome).to_value(),
                )
            } else {
                (
                    &codes::LIST_UNFINISHED,
                    message!("a line such as {{Still in progress}} *").to_value(),
                )
            };
            let message = message!(
                "expected {expected} after the moves, but found {found}",
                expected,
                found = end.text
            );
            let diagnostic = Diagnostic::new(code, line, message);
            self.transcript.note(diagnostic.expected(expected.to_string(), end.text.as_str()));
            if !end.has_result && stop.is_none() {
                self.transcript.keep(&end.text);
            }
        }
        let Some(Stop { cell, ply, code, expected, found }) = stop else { return };
        let text = found.to_string();
        let san = text.rsplit(' ').next().unwrap_or_default();
        let span = self.keep_rows(cell, san, read, lines);
        let message = if code.id == codes::MOVE_NOT_READ.id {
            message!(
                "expected {expected} as ply {ply} of the list, but found {found}",
                expected,
                ply,
                found
            )
        } else {
            message!("expected {expected} in the list of moves, but found {found}", expected, found)
        };
        self.transcript.note(
            Diagnostic::new(code, span, message)
                .expected(expected.to_string(), text)
                .at_ply(ply as u32),
        );
    }

    /// Keeps the rows of a list from a move on as text; their place.
    fn keep_rows(
        &mut self,
        cell: Cell,
        san: &str,
        read: &ReadList,
        lines: &[Range<usize>],
    ) -> Range<usize> {
        let rows = lines.len() - usize::from(!read.list.reason.is_empty());
        let rows = &lines[cell.line..rows.max(cell.line + 1)];
        let first = self.transcript.text[rows[0].clone()].to_vec();
        let spaces = first.len() - first.trim_ascii_start().len();
        let black = memchr::memmem::rfind(&first, san.as_bytes()).filter(|_| cell.column > 0);
        let mut words = String::new();
        if black.is_some() && cell.column == 1 {
            let number = first[spaces..].iter().take_while(|b| b.is_ascii_digit());
            words.extend(number.map(|b| char::from(*b)));
            words.push_str("... ");
        }
        let start = black.unwrap_or(spaces);
        words.push_str(style12::text(first[start..].trim_ascii()).as_ref());
        for row in &rows[1..] {
            words.push('\n');
            words.push_str(&style12::text(self.transcript.text[row.clone()].trim_ascii()));
        }
        self.transcript.keep(&words);
        rows[0].start + start..rows[rows.len() - 1].end
    }
}

/// The move at which the reading of a list stopped.
struct Stop {
    cell: Cell,
    /// Its number in the list, from 1.
    ply: usize,
    code: &'static Code,
    expected: Value,
    found: Value,
}

impl Stop {
    /// Makes the stop at a row that does not follow.
    fn at_cut(cut: &Cut, ply: usize) -> Stop {
        Stop {
            cell: cut.cell,
            ply,
            code: &codes::ROWS_MISSING,
            expected: cut.expected.to_value(),
            found: cut.found.clone(),
        }
    }
}

/// Returns the position from which a list begins.
fn start_of(list: &MoveList, variant: Variant) -> Position {
    match &list.start {
        Some(board) => board.position(variant).0,
        None => Position::start(variant),
    }
}

/// Returns the node on the line to `end` whose position is the start of another tree.
fn place_on(whole: &MoveTree, end: Id, piece: &MoveTree) -> Option<Id> {
    let start = piece.moves.start();
    std::iter::once(ROOT).chain(whole.moves.line_to(end)).find(|id| {
        let position = &whole.moves.nodes[*id].position;
        plies(position) == plies(start)
            && position.board() == start.board()
            && position.turn() == start.turn()
    })
}

/// Returns the moves of a list, played from a start; and the one at which they stop before its end.
fn listed(read: &ReadList, start: Position, order: u64) -> (MoveTree, Option<Stop>) {
    let list = &read.list;
    let is_first = [1, start.fullmoves()].contains(&list.first_number)
        && (!list.black_first || start.turn() == Color::Black);
    let mut move_tree = MoveTree::new(start, Before::default(), order);
    if let Some(first) = list.moves.first().filter(|_| !is_first) {
        let dots = if list.black_first { "..." } else { "." };
        let stop = Stop {
            cell: read.places[0],
            ply: 1,
            code: &codes::ROWS_MISSING,
            expected: "1.".to_value(),
            found: format!("{}{dots} {}", list.first_number, first.san).to_value(),
        };
        return (move_tree, Some(stop));
    }
    let timed = list.minutes != 0
        || list.increment != 0
        || list.moves.iter().any(|m| m.taken.is_some_and(|t| t.milliseconds != 0));
    let mut unread_times = read.unread_times.iter().peekable();
    for (i, listed) in list.moves.iter().enumerate() {
        let Ok(reading) = san::read(move_tree.moves.position(), &listed.san) else {
            let stop = Stop {
                cell: read.places[i],
                ply: i + 1,
                code: &codes::MOVE_NOT_READ,
                expected: message!("a legal move").to_value(),
                found: listed.san.to_value(),
            };
            return (move_tree, Some(stop));
        };
        let id = move_tree.moves.add(move_tree.moves.here, reading.ply, Mark::at(order));
        move_tree.moves.go(id);
        let mark = move_tree.mark();
        if timed {
            mark.taken = listed.taken.map(|t| t.milliseconds);
        }
        while let Some(time) = unread_times.next_if(|time| time.ply == i + 1) {
            mark.remarks.push(time.text.clone());
        }
    }
    let stop = read.cut.as_ref().map(|cut| Stop::at_cut(cut, list.moves.len() + 1));
    (move_tree, stop)
}
