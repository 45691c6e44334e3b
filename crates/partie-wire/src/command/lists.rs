//! Lists of players and channels, and who is on them.

commands! {
    /// A command about lists and channels.
    pub enum ListCommand {
        /// Adds an item to a list.
        Add {
            /// The list's name or its beginning.
            list: String,
            /// A player or a channel.
            item: String,
        } = "addlist" 12 "list player|channel",
        /// Removes an item from a list.
        Sub {
            /// The list's name or its beginning.
            list: String,
            /// A player or a channel.
            item: String,
        } = "sublist" 129 "list player|channel",
        /// Adds an item to a list, or removes it if present.
        Toggle {
            /// The list's name or its beginning.
            list: String,
            /// A player or a channel.
            item: String,
        } = "toggle" 0 "list player|channel",
        /// Shows a list, by its name or the beginning of it; none: what lists there are.
        Show(Option<String>) = "showlist" 111 "[list]",
        /// Shows which players of the notify list are online, and which await this player.
        Znotify = "znotify" 152,
        /// Shows the players in a channel, the channels of a player, or all channels.
        InChannel(Option<String>) = "inchannel" 53 "[channel|player]",
    }
}
