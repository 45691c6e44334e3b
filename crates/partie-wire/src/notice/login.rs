//! The dialogue before a player is on. Interfaces know these words by heart.

use crate::fields::{Seconds, Titled};

crate::notices! {
    /// A notice before a player is logged in.
    pub enum LoginNotice {
        /// After the banner, where guests may come.
        WelcomeGuests = "If you are not a registered player, enter the login name \"guest\".\n",
        /// After the banner, where only registered players may come.
        Welcome = "Enter your login name.\n",
        /// After a line of interface variables.
        IvarsSet = "#Ivars set.\n",
        /// The name is not registered.
        NotRegistered { name: String } = "\"{name}\" is not a registered name.  You may play unrated games as a guest.\n(After logging in, do \"help register\" for more info on how to register.)\n",
        /// The question for the return key.
        PressReturn { name: String } = "Press return to enter the server as \"{name}\":",
        /// A guest who gave no name.
        GuestName { name: String } = "Logging you in as \"{name}\"; you may use this name to play unrated games.\n(After logging in, do \"help register\" for more info on how to register.)\n",
        /// The name is taken.
        Registered { name: String } = "\"{name}\" is a registered name.  If it is yours, type the password.\nIf not, just hit return to try another name.\n",
        /// The name belongs to a guest who chose a password.
        GuestWithPassword { name: String } = "\"{name}\" is a guest with a password.  If it is yours, type the password.\nIf not, just hit return to try another name.\n",
        /// Not the password.
        WrongPassword = "**** Invalid password! ****\n",
        /// After many wrong passwords, of this account or from this address.
        TooManyPasswords { seconds: Seconds } = "**** Too many wrong passwords.  Try again in {seconds}. ****\n",
        /// The name is too long.
        TooLong = "Sorry, names may be at most 17 characters long.  Try again.\n",
        /// The name has other signs than letters.
        OnlyLetters = "Sorry, names can only consist of lower and upper case letters.  Try again.\n",
        /// The name is too short.
        TooShort = "A name should be at least three characters long!  Try again.\n",
        /// The name must not come in.
        Banned { name: String } = "Player \"{name}\" is banned.\n",
        /// A guest's name is taken.
        AlreadyOn { name: String } = "Sorry, {name} is already logged in.  Try again.\n",
        /// The name is not for guests.
        Reserved { name: String } = "Sorry, the name {name} is reserved.  Try again.\n",
        /// No guests for now.
        NoGuests = "Due to abuse problems, guest connections have been prevented.\n",
        /// Nobody more can come.
        Full = "Sorry, the server is full.  Try again later.\n",
        /// The login took too long.
        TooSlow = "\n**** LOGIN TIMEOUT ****",
        /// Logged in.
        Starting { name: Titled } = "\n**** Starting FICS session as {name} ****",
        /// To the connection that was before.
        Arrived { name: String } = "**** {name} has arrived - you can't both be logged in. ****",
        /// To a player who was idle for too long.
        Idle { minutes: u32 } = "**** Auto-logout because you were idle more than {minutes} minutes. ****",
    }
}
