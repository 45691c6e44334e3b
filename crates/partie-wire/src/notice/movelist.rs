//! The moves of a game, as `moves`, `smoves` and `oldmoves` print them.

use partie_formats::style12::{MoveList, Relation};

use crate::{ivars::Ivar, view::View};

/// A list of moves, with times in milliseconds and the start position where it is not
/// the usual one. Who did not ask for them by `iset ms 1` and `iset startpos 1` gets
/// seconds, and no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveListNotice(
    /// The list.
    pub MoveList,
);

impl MoveListNotice {
    /// Appends an empty line, the list, and the end of its last line, so that an empty
    /// line stands behind it, too.
    pub fn write(&self, view: &View, out: &mut String) {
        let mut list = self.0.clone();
        let precise = view.ivars.has(Ivar::Ms);
        for listed in &mut list.moves {
            if let Some(taken) = &mut listed.taken {
                taken.precise = precise;
            }
        }
        list.start = list.start.filter(|_| view.ivars.has(Ivar::Startpos)).map(|mut line| {
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

    /// Reads the list.
    #[must_use]
    pub fn read(text: &str) -> Option<MoveListNotice> {
        let list = MoveList::parse(text.strip_prefix('\n')?).map(MoveListNotice)?;
        let mut again = String::from("\n");
        again.push_str(&list.0.to_string());
        (again == text).then_some(list)
    }
}
