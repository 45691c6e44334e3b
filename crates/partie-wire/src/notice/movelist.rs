//! The moves of a game, as `moves`, `smoves` and `oldmoves` print them.

use crate::style12::{self, MoveList, MoveListBuilder, Relation, Style12, Took};

use super::lines::{Block, Lines};
use crate::{display::DisplayOptions, ivars::Ivar, wrap};

/// A list of moves, with times in milliseconds and the start position where it is not
/// the usual one. Who did not ask for them by `iset ms 1` and `iset startpos 1` gets
/// seconds, and no board.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MoveListNotice(
    /// The list.
    pub MoveList,
);

impl MoveListNotice {
    /// Appends an empty line, the list, and the end of its last line, so that an empty line follows
    /// it, too.
    pub fn write(&self, display: &DisplayOptions, out: &mut String) {
        let mut list = self.0.clone();
        let precise = display.ivars.has(Ivar::Ms);
        for listed in &mut list.moves {
            if let Some(taken) = &mut listed.taken {
                taken.precise = precise;
            }
        }
        list.start = list.start.filter(|_| display.ivars.has(Ivar::Startpos)).map(|mut line| {
            line.relation = Relation::StartOfList;
            line.taken.precise = precise;
            if !precise {
                line.clock.white = line.clock.white.div_euclid(1000);
                line.clock.black = line.clock.black.div_euclid(1000);
            }
            line
        });
        out.push('\n');
        out.push_str(&list.to_string());
    }
}

/// The most lines before the rows.
const HEAD: usize = 12;

impl Block for MoveListNotice {
    /// Unlike in a transcript, other lines may not interrupt a list.
    fn take(lines: &mut Lines<'_>) -> Option<MoveListNotice> {
        let mut builder = MoveListBuilder::default();
        let begin = lines.at();
        while let Some(line) = lines.next() {
            let index = lines.at() - begin - 1;
            match builder.take(line, index) {
                Took::Finished(read) => return read.whole().map(MoveListNotice),
                // `Movelist for game 1:`, an empty line, the names.
                Took::Line if index <= 2 => {}
                Took::Line if style12::begins_list(line) => return None,
                Took::Line if builder.in_rows() || index < HEAD => {}
                Took::No if index > 0 && line.trim().is_empty() => {}
                Took::No if builder.wants_start() && wrap::is_protocol(line) => {
                    if let Some(board) = Style12::parse(line.as_bytes()) {
                        board.value.unread.is_empty().then_some(())?;
                        builder.set_start(board.value.into_owned());
                    }
                }
                Took::Line | Took::No => return None,
            }
        }
        None
    }
}
