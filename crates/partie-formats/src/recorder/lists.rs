//! Lists of moves, and how they fill what boards leave open.

use partie_core::{Position, moves::san};

use super::{
    View,
    info::Info,
    join::plies,
    live::Live,
    scroll::Scroll,
    track::{Before, Track},
    transport::Line,
};
use crate::{
    Diagnostic, ReadOptions,
    style12::{MoveList, codes},
};

impl Live {
    /// A game that is known by its list of moves alone.
    pub(super) fn from_list(
        list: &MoveList,
        mut info: Info,
        lines: &[Line],
        options: &ReadOptions,
        order: u64,
    ) -> Live {
        info.take_list(list, true);
        let mut scroll = Scroll::default();
        for line in info.lines.drain(..).collect::<Vec<_>>().iter().chain(lines) {
            scroll.push(line);
        }
        let variant = options.variant.or_else(|| info.variant()).unwrap_or_default();
        let start = match &list.start {
            Some(board) => board.position(variant).0,
            None => Position::start(variant),
        };
        let mut live = Live {
            number: list.game.unwrap_or(0),
            info,
            view: View::Listed,
            track: Track::new(start, Before::default()),
            scroll,
            parts: Vec::new(),
            end: None,
            partners_end: None,
            partners: None,
            first_hand: None,
            hands: Vec::new(),
            left: true,
            heard: order,
        };
        let (track, failed) = listed(list, live.track.start().clone(), order);
        live.track = track;
        live.list_failed(list, failed, options);
        live
    }

    /// Takes the list of its moves.
    pub(super) fn list(&mut self, list: &MoveList, lines: &[Line], options: &ReadOptions) {
        for line in lines {
            self.scroll.push(line);
        }
        let named = self.info.is_of(&list.white, &list.black);
        let knew = self.info.variant();
        self.info.take_list(list, named);
        if options.variant.is_none() && self.info.variant() != knew {
            self.adopt_variant(options);
        }
        if list.moves.is_empty() {
            return;
        }
        let own_start = self.parts.first().map_or(&self.track, |p| &p.track).start();
        let start = if plies(own_start) == 0 {
            own_start.clone()
        } else if let Some(board) = &list.start {
            board.position(self.track.variant).0
        } else {
            Position::start(self.track.variant)
        };
        let (mut whole, failed) = listed(list, start, self.track.nodes[self.track.root].order);
        let end = whole.here;
        self.list_failed(list, failed, options);
        let fits = |whole: &Track, piece: &Track| {
            let start = piece.start();
            let at = std::iter::once(whole.root).chain(whole.line_to(end)).find(|id| {
                let position = &whole.nodes[*id].position;
                plies(position) == plies(start)
                    && position.board() == start.board()
                    && position.turn() == start.turn()
            })?;
            Some(at)
        };
        let Some(at) = fits(&whole, &self.track) else {
            self.note(
                options,
                &codes::LIST_DISAGREES,
                "the list of moves does not lead to the boards that were shown",
            );
            return;
        };
        let mut parts = Vec::new();
        let mut healed = Scroll::default();
        let mut first_hand = self.first_hand.take();
        let limit = options.limits.diagnostics;
        for part in std::mem::take(&mut self.parts) {
            if let Some(at) = fits(&whole, &part.track) {
                whole.graft(at, &part.track);
                healed.append(part.scroll, limit);
                for gap in healed.diagnostics.iter_mut().filter(|d| d.code.id == codes::GAP.id) {
                    gap.code = &codes::GAP_CLOSED;
                    gap.severity = codes::GAP_CLOSED.severity;
                    gap.message.push_str("; a list of the moves closed the gap");
                }
                first_hand = part.first_hand.or(first_hand);
            } else {
                parts.push(part);
            }
        }
        whole.graft(at, &self.track);
        healed.append(std::mem::take(&mut self.scroll), limit);
        self.scroll = healed;
        self.parts = parts;
        // What is in hand at nodes that were renumbered is no longer known to us.
        self.hands.clear();
        self.first_hand = first_hand.filter(|_| plies(whole.start()) > 0);
        let here = whole.here;
        let end_line = whole.line_to(end);
        if !self.is_examined() && (end_line.contains(&here) || here == whole.root) {
            whole.go(end);
        } else if here != end && !whole.line_to(here).contains(&end) && !self.is_examined() {
            self.note(
                options,
                &codes::LIST_DISAGREES,
                "the list of moves ends in another line than the boards that were shown",
            );
        }
        whole.before = Before::default();
        self.track = whole;
        if !list.in_progress()
            && self.is_examined()
            && self.end.is_none()
            && list.outcome.is_known()
        {
            self.end = Some((list.outcome, list.reason.clone()));
        }
    }

    fn list_failed(&mut self, list: &MoveList, failed: Option<usize>, options: &ReadOptions) {
        let Some(at) = failed else { return };
        let found = list.moves[at].san.clone();
        let span = self.scroll.last_line();
        self.scroll.note(
            Diagnostic::new(
                &codes::MOVE_NOT_READ,
                span,
                format!("expected a legal move as ply {} of the list, but found {found}", at + 1),
            )
            .expected("a legal move", found)
            .at_ply(at as u32 + 1),
            options.limits.diagnostics,
        );
    }
}

/// The moves of a list, played from a start; and which of them could not be.
fn listed(list: &MoveList, start: Position, order: u64) -> (Track, Option<usize>) {
    let mut track = Track::new(start, Before::default());
    track.nodes[0].order = order;
    let timed = list.minutes != 0
        || list.increment != 0
        || list.moves.iter().any(|m| m.taken.is_some_and(|t| t.milliseconds != 0));
    for (i, listed) in list.moves.iter().enumerate() {
        let Ok(reading) = san::read(track.position(), &listed.san) else {
            return (track, Some(i));
        };
        let id = track.add(track.here, reading.ply, order);
        track.go(id);
        if timed {
            track.nodes[id].taken = listed.taken.map(|t| t.milliseconds);
        }
    }
    (track, None)
}
