//! The moves of a game, as `moves`, `smoves` and `oldmoves` print them.

use crate::style12::{MoveList, Relation};

use super::lines::{Block, Lines};
use crate::{display::DisplayOptions, ivars::Ivar, wrap};

/// A list of moves, with times in milliseconds and the start position where it is not
/// the usual one. Who did not ask for them by `iset ms 1` and `iset startpos 1` gets
/// seconds, and no board.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// Reads the list, as any server prints it.
    #[must_use]
    pub fn read(text: &str) -> Option<MoveListNotice> {
        Block::read_all(text)
    }
}

/// The text before the number of the game.
const HEAD: &str = "Movelist for game ";

/// Returns true if a line names the players and the date.
fn names(line: &str) -> bool {
    line.split_once(" --- ").is_some_and(|(players, _)| players.contains(") vs. "))
}

/// Returns true if a line can stand between the names and the end.
fn within(line: &str) -> bool {
    let row = |line: &str| {
        let (number, _) = line.trim_start().split_once('.')?;
        number.parse::<u32>().ok()
    };
    line.trim().is_empty()
        || line.contains(" match, initial time:")
        || wrap::is_protocol(line)
        || line.starts_with("Move ")
        || line.starts_with("----")
        || row(line).is_some()
}

/// `      {Still in progress} *`.
fn ends(line: &str) -> bool {
    line.trim_start().starts_with('{') && line.contains('}')
}

impl Block for MoveListNotice {
    fn take(lines: &mut Lines<'_>) -> Option<MoveListNotice> {
        let mut ahead = *lines;
        if ahead.next_if(|line| line.starts_with(HEAD).then_some(())).is_some() {
            ahead.skip_empty();
        }
        ahead.next_if(|line| names(line).then_some(()))?;
        ahead.while_some(|line| within(line).then_some(()));
        ahead.next_if(|line| ends(line).then_some(()))?;
        let text = lines.joined(ahead.at() - lines.at())?;
        MoveList::parse(&text).map(MoveListNotice)
    }
}
