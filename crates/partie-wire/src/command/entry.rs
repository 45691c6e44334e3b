//! The entry of a command in the table of its family, and the levels of those who may use it.

use super::Args;

/// A command of a family: how it is called, its number in block mode, how its arguments are read.
pub(super) struct FamilyEntry<C> {
    /// The full name.
    pub(super) name: &'static str,
    /// The number in block mode.
    pub(super) code: u16,
    /// The usage, for a player who used it wrongly.
    pub(super) usage: &'static str,
    /// Reads the arguments; `None` if they are none of this command's.
    pub(super) read: fn(&mut Args<'_>) -> Option<C>,
}

/// An entry in one line.
pub(super) const fn entry<C>(
    name: &'static str,
    code: u16,
    usage: &'static str,
    read: fn(&mut Args<'_>) -> Option<C>,
) -> FamilyEntry<C> {
    FamilyEntry { name, code, usage, read }
}

/// The administration level of a player. The numbers are those of `asetadmin`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub u8);

impl Level {
    /// Any player, guests as well.
    pub const ANYBODY: Level = Level(0);
    /// Administrators, who keep order.
    pub const ADMIN: Level = Level(10);
    /// Corrects ratings and titles, too.
    pub const MASTER: Level = Level(20);
    /// Makes others administrators, and ends the server.
    pub const HEAD: Level = Level(60);
    /// The server's owner.
    pub const OWNER: Level = Level(100);
}
