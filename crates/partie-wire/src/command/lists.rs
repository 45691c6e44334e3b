//! Lists of players and channels, and who is on them.

use super::entry::FamilyEntry;

/// A command about lists and channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListCommand {
    /// Puts something on a list.
    Add {
        /// The list's name or its beginning.
        list: String,
        /// A player or a channel.
        item: String,
    },
    /// Takes something from a list.
    Sub {
        /// The list's name or its beginning.
        list: String,
        /// A player or a channel.
        item: String,
    },
    /// Shows a list; none: what lists there are.
    Show {
        /// The list's name or its beginning.
        list: Option<String>,
    },
    /// Shows which players of the notify list are online, and which await this player.
    Znotify,
    /// Shows the players in a channel, the channels of a player, or all channels.
    InChannel {
        /// A channel's number or a player.
        which: Option<String>,
    },
}

pub(super) const ENTRIES: &[FamilyEntry<ListCommand>] = &[
    FamilyEntry {
        name: "addlist",
        code: 12,
        usage: "addlist list player|channel",
        read: |a| Some(ListCommand::Add { list: a.name()?, item: a.name()? }),
    },
    FamilyEntry {
        name: "sublist",
        code: 129,
        usage: "sublist list player|channel",
        read: |a| Some(ListCommand::Sub { list: a.name()?, item: a.name()? }),
    },
    FamilyEntry {
        name: "showlist",
        code: 111,
        usage: "showlist [list]",
        read: |a| Some(ListCommand::Show { list: a.name() }),
    },
    FamilyEntry {
        name: "znotify",
        code: 152,
        usage: "znotify",
        read: |_| Some(ListCommand::Znotify),
    },
    FamilyEntry {
        name: "inchannel",
        code: 53,
        usage: "inchannel [channel|player]",
        read: |a| Some(ListCommand::InChannel { which: a.name() }),
    },
];
