//! Lists and channels.

use partie_wire::command::lists::ListCommand;

use crate::{Ics, players::PlayerId};

impl Ics {
    pub(super) fn list_command(&mut self, who: PlayerId, command: ListCommand) {
        match command {
            ListCommand::Add { list, item } => self.change_list(who, &list, &item, true),
            ListCommand::Sub { list, item } => self.change_list(who, &list, &item, false),
            ListCommand::Show { list } => self.show_list(who, list.as_deref()),
            ListCommand::Znotify => self.znotify(who),
            ListCommand::InChannel { which } => self.in_channel(who, which.as_deref()),
        }
    }
}
