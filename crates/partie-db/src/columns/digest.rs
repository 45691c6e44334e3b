//! Digests of rows, by which other records of their games are found.

use partie_core::{Outcome, Tags};

use super::{
    Batch, Row,
    back::variant_of,
    notes::{Notes, OF_COMMENTS},
};
use crate::identity::{RecordDigest, RecordIdentity, RecordParts};

impl Row {
    /// Returns the digest of the game, which is stored whole.
    pub(super) fn made_digest(&self) -> RecordDigest {
        let Notes { clocks, move_times, evals, mates } = &self.notes;
        let lists = [evals, mates, clocks, move_times];
        RecordDigest::of(RecordParts {
            variant: self.variant,
            start: self.start.as_deref(),
            moves: self.packed_moves(),
            unread: self.unread.as_deref(),
            tags: self.tags(),
            outcome: self.outcome,
            movetext: self.movetext.as_deref(),
            lists: lists.map(|list| list.0.as_deref().unwrap_or_default()),
        })
    }

    /// Returns what tells which game of its source it is.
    pub(crate) fn identity(&self) -> RecordIdentity {
        let tag = |name: &str| self.tags().find(|(own, _)| *own == name).map(|(_, value)| value);
        self.digest().identity(tag)
    }
}

impl Batch {
    /// Returns the digest of the game of a row, from 0, in a batch with all columns of a library. The
    /// moves of its main line are given, but of games of two boards, which have no code.
    pub(crate) fn record_digest(&self, row: usize, moves: &[u16]) -> RecordDigest {
        self.digest_with(row, moves, &self.record_tags(row))
    }

    /// Returns what tells which game of its source the game of a row is, as
    /// [`Batch::record_digest`] returns its digest.
    pub(crate) fn record_identity(&self, row: usize, moves: &[u16]) -> RecordIdentity {
        let tags = self.record_tags(row);
        self.digest_with(row, moves, &tags).identity(|name| tags.get(name))
    }

    fn record_tags(&self, row: usize) -> Tags {
        let variant = self.column("variant").and_then(|column| column.text(row));
        let has_two_boards = variant == Some("Bughouse");
        if has_two_boards { self.game(row).tags } else { self.tags_with_implied(row) }
    }

    fn digest_with(&self, row: usize, moves: &[u16], tags: &Tags) -> RecordDigest {
        let column = |name| self.column(name);
        let text = |name| column(name).and_then(|column| column.text(row));
        let wide = column("wide").and_then(|column| column.bytes(row)).unwrap_or_default();
        let wide = if moves.is_empty() { wide } else { &[] };
        let wide = wide.as_chunks().0.iter().map(|packed| u16::from_le_bytes(*packed));
        let list = |name| column(name).and_then(|column| column.numbers(row));
        RecordDigest::of(RecordParts {
            variant: variant_of(text("variant")),
            start: text("fen"),
            moves: moves.iter().copied().chain(wide),
            unread: text("unread"),
            tags: tags.iter(),
            outcome: text("result").and_then(Outcome::from_pgn).unwrap_or_default(),
            movetext: self.needed_movetext(row),
            lists: OF_COMMENTS.map(|name| list(name).unwrap_or_default()),
        })
    }
}
