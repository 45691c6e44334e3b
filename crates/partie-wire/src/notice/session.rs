//! Connection, settings, errors in commands.

use crate::{fields::Name, notice::players::Names};

crate::notices! {
    /// A notice about the connection and settings.
    pub enum SessionNotice {
        /// No command of this name.
        NotFound { word: String } = "{word}: Command not found.",
        /// Several commands begin so.
        Ambiguous { names: String } = "Ambiguous command. Matches: {names}.",
        /// Arguments that the command does not take.
        BadParameters { usage: String } = "Usage: {usage}",
        /// Said before the connection ends.
        LoggingOut = "Logging you out.",
        /// A line beyond the limit was skipped.
        LineTooLong = "Your line was too long, and was not read.",
        /// A line without seal on a sealed connection was skipped.
        LineNotSealed = "Your line came without timeseal, and was not read.",
        /// Leaving a game is not that easy.
        QuitWhilePlaying = "You can't quit while you are playing a game.\nType 'resign' to resign the game, or you can request an abort with 'abort'.",
        /// An interface variable was set.
        IvarSet { name: Name } = "{name} set.",
        /// An interface variable was unset.
        IvarUnset { name: Name } = "{name} unset.",
        /// After `iset lock 1`.
        Locked = "Cannot alter: Interface setting locked.",
        /// A word too short or unknown.
        NoSuchVariable { name: String } = "No such variable \"{name}\".",
        /// The value is none of the variable's.
        BadValue { name: Name } = "Bad value given for variable \"{name}\".",
        /// Nobody of this name is on.
        NotOnline { name: Name } = "{name} is not logged in.",
        /// Nobody of this name is known.
        NotAHandle { name: String } = "'{name}' is not a valid handle.",
        /// Nobody has this name.
        NoSuchPlayer { name: String } = "There is no player matching the name {name}.",
        /// Several players' names begin so.
        AmbiguousName { name: String, count: Names, names: String } = "Ambiguous name {name}:\n-- Matches: {count} --\n{names}",
        /// Guests may not.
        OnlyRegistered { what: String } = "Only registered players can use the {what} command.",
    }
}
