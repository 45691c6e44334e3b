//! Notices for administrators, and their notices to others.

use crate::fields::{Date, Name, Players, Prose, Seconds, Titled, by_display, exact};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

crate::counted! {
    /// Minutes.
    Minutes = "minute", "minutes";
    /// Comments on a player.
    Comments = "comment", "comments";
}

/// A span in a server's words: `1 minute and 30 seconds`, `2 minutes`, `45 seconds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Countdown {
    /// Seconds in all.
    pub seconds: u32,
}

impl std::fmt::Display for Countdown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (minutes, seconds) = (self.seconds / 60, self.seconds % 60);
        let plural = |n: u32| if n == 1 { "" } else { "s" };
        match (minutes, seconds) {
            (0, s) => write!(f, "{s} second{}", plural(s)),
            (m, 0) => write!(f, "{m} minute{}", plural(m)),
            (m, s) => write!(f, "{m} minute{} and {s} second{}", plural(m), plural(s)),
        }
    }
}

impl Countdown {
    fn read(text: &str) -> Option<Countdown> {
        let mut seconds = 0;
        for part in text.split(" and ") {
            let (number, unit) = part.split_once(' ')?;
            let number: u32 = number.parse().ok()?;
            seconds += match unit.trim_end_matches('s') {
                "minute" => number.checked_mul(60)?,
                "second" => number,
                _ => return None,
            };
        }
        let found = Countdown { seconds };
        (found.to_string() == text).then_some(found)
    }
}

/// The staff of a server, by their list.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Staff {
    /// The list `admin`.
    #[strum(serialize = "admin", to_string = "Administrators")]
    Administrators,
    /// The list `sr`.
    #[strum(serialize = "sr", to_string = "Service representatives")]
    Representatives,
    /// The list `ca`.
    #[strum(serialize = "ca", to_string = "Chess advisors")]
    Advisors,
    /// The list `tm`.
    #[strum(serialize = "tm", to_string = "Tournament managers")]
    Managers,
}

by_display! {
    Staff: exact, Staff::VARIANTS.to_vec();
    Countdown: Countdown::read, [60, 330, 1].map(|seconds| Countdown { seconds }).into();
}

crate::notices! {
    /// A notice about accounts, order and shutdown.
    pub enum AdminNotice {
        /// To a player without the rights for a player of that level.
        TooHigh { name: Name } = "You need a higher adminlevel than {name} for that.",
        /// A level above the player's own.
        NotYourLevel { level: u32 } = "You can't make anybody an admin of level {level}: your own is not higher.",
        /// A guest, who cannot be staff.
        NotRegistered { name: Name } = "{name} is not a registered player.",
        /// Nobody has that handle.
        NoSuchHandle { name: String } = "There is no registered player \"{name}\".",
        /// The owner of the server does not play.
        NeedsPlayer = "That command needs a player who is logged in.",

        /// A new account, with the password, which cannot be shown again.
        Added { handle: Name, real_name: String, email: String, password: String }
            = "Added: >{handle}< >{real_name}< >{email}< >{password}<",
        /// A guest has an account now.
        YouAreRegistered { password: String }
            = "You are now a registered player.\nYour password is \"{password}\" (it is told only once).\nChoose one of your own with \"password\".",
        /// A guest made an account of another name.
        YourAccount { handle: Name, password: String }
            = "The account {handle} is yours.\nIts password is \"{password}\" (it is told only once).\nLog in with that name, and choose a password of your own with \"password\".",
        /// Not while playing.
        RegisterLater = "You can't register while you are playing a game.",
        /// Only administrators create accounts.
        NoRegister = "This server's administrators make the accounts; ask one of them (\"showadmins\").",
        /// The player already has an account.
        AlreadyRegistered = "You are a registered player already.",
        /// One account a session is enough.
        RegisteredOnce = "You have made an account in this session already.",
        /// A name of the server, or like one.
        ReservedName { handle: Name } = "The name {handle} is reserved; administrators (\"showadmins\") give it.",
        /// The handle is taken.
        Taken { name: Name } = "A player by the name {name} is already registered.",
        /// A handle that cannot be one.
        BadHandle { name: String } = "\"{name}\" can't be a handle: a handle has 3 to 17 letters.",
        /// No e-mail address.
        BadEmail { email: String } = "\"{email}\" is not an e-mail address.",
        /// The words for passwords are on their way.
        NoSecret = "No password could be made just now. Please try again.",
        /// A new password.
        PasswordSet { name: Name, password: String } = "Password of {name} changed to \"{password}\".",
        /// To the player concerned.
        YourPasswordSet { by: Name } = "{by} has changed your password.",
        /// A new e-mail address.
        EmailSet { name: Name, email: String } = "Email address of {name} changed to \"{email}\".",
        /// A new name.
        RealNameSet { name: Name, real_name: String } = "Real name of {name} changed to \"{real_name}\".",
        /// To the player concerned.
        YourDataSet { by: Name, what: String } = "{by} has changed your {what}.",
        /// A new handle.
        HandleSet { before: Name, after: Name } = "Player {before} is now called {after}.",
        /// A player who is on cannot be called otherwise or removed.
        MustBeOff { name: Name } = "{name} is logged in: that can only be done to players who are not.",
        /// A new level.
        LevelSet { name: Name, level: u32 } = "Admin level of {name} set to {level}.",
        /// To the player concerned.
        YourLevelSet { by: Name, level: u32 } = "{by} has set your admin level to {level}.",
        /// Nobody has that much.
        NoSuchLevel = "Admin levels are from 0 to 100.",
        /// A variable was set.
        VariableSet { name: Name, variable: Name, value: String } = "Variable {variable} of {name} set to \"{value}\".",
        /// A variable was unset.
        VariableUnset { name: Name, variable: Name } = "Variable {variable} of {name} unset.",
        /// A rating was set.
        RatingSet { category: Name, name: Name, rating: u32, deviation: u32 }
            = "{category} rating of {name} set to {rating}, RD {deviation}.",
        /// A rating was taken away.
        RatingUnset { category: Name, name: Name } = "{category} rating of {name} removed.",
        /// No category of that name is rated.
        NoSuchCategory { category: String } = "\"{category}\" is not a category that is rated.",
        /// Titles were given.
        TitlesSet { name: Titled } = "Titles set: {name}",
        /// The letters are not a title.
        NoSuchTitle { title: String } = "There is no title \"{title}\".",
        /// An account is gone.
        Removed { name: Name } = "Player {name} removed.",
        /// It is there again.
        Raised { name: Name } = "Player {name} raised from dead.",
        /// There was none.
        NotDead { name: String } = "There is no removed player \"{name}\".",

        /// The star is seen.
        StarOn = "Admin mode (*) is now shown.",
        /// It is not.
        StarOff = "Admin mode (*) is now not shown.",
        /// `finger` shows administrators more.
        InfoShown = "Private user information now shown.",
        /// It does not.
        InfoHidden = "Private user information now not shown.",

        /// To a player who is gagged.
        Gagged = "You are muzzled: nobody can hear you.",
        /// Guests from there do not come in any more.
        Filtered { address: String } = "Guests from {address} are not let in any more.",
        /// They do again.
        Unfiltered { address: String } = "Guests from {address} are let in again.",
        /// Nobody is kept out.
        NoFilters = "No addresses are filtered.",
        /// The filtered addresses.
        Filters { addresses: String } = "Filtered addresses: {addresses}",
        /// Not an address.
        BadAddress { address: String } = "\"{address}\" is not an address, nor the beginning of one before \"*\".",

        /// To the player concerned.
        KickedOut { by: Name } = "**** You have been kicked out by {by}! ****",
        /// To who did it.
        Nuked { name: Name } = "Nuking: {name}\nPlease leave a comment to explain why {name} was nuked.",
        /// To others who keep order.
        NukedBy { name: Name, by: Name } = "{name} was nuked by {by}.",
        /// The command cannot be used on oneself.
        NotYourself = "You can't do that to yourself.",
        /// To the player who is summoned.
        Summons { name: Titled, again: Name } = "{name} needs to speak with you.  To contact {again} type \"tell {again} hello\".",
        /// To who asked.
        Summoned { name: Name } = "Summoning sent to {name}.",
        /// Not every player may.
        MayNotSummon { name: Name } = "You can only summon players who have you on their notify list; {name} has not.",
        /// To who did it.
        PosedAs { name: Name } = "Command issued as {name}.",
        /// To the player concerned.
        Posed { by: Name, line: String } = "{by} has issued the following command on your behalf: {line}",
        /// The player does not allow it.
        NotRemote { name: Name } = "You may not type commands for {name}.",

        /// To all guests.
        UnregAnnouncement { from: Name, text: String } = "    **UNREG ANNOUNCEMENT** from {from}: {text}",
        /// To who did it.
        Announced { players: Players } = "(announced to {players})",

        /// To who did it.
        Adjudicated { white: Name, black: Name, verdict: String } = "Game of {white} against {black} adjudicated: {verdict}.",
        /// No game is played or adjourned.
        NoGameBetween { white: Name, black: Name } = "{white} and {black} have no game, nor an adjourned one.",
        /// No game has that number.
        NoSuchGame { game: String } = "There is no game {game} that is played.",
        /// To a player of an adjourned game.
        YourGameAdjudicated { other: Name, verdict: String } = "Your adjourned game against {other} was adjudicated: {verdict}.",

        /// Before the players from an address.
        FromAddress { address: String, players: Players } = "{players} from {address}:",
        /// A player from that address.
        FromThere { name: Titled, address: String } = "  {name} is logged in from {address}",
        /// One who is not on.
        WasThere { name: Titled, address: String } = "  {name} was last logged in from {address}",

        /// From now on.
        Forwarding { name: Name } = "You will now hear what {name} says and is told.",
        /// From now on not.
        NotForwarding { name: Name } = "You will no longer hear what {name} says and is told.",
        /// The players whose tells are forwarded.
        Forwarded { names: String } = "You hear what these say and are told: {names}",
        /// No player's tells are forwarded.
        NobodyForwarded = "You do not listen to anybody.",
        /// A forwarded tell.
        Overheard { from: Name, to: Name, text: String } = "Fwd tell: {from} told {to}: {text}",

        /// There are no comments.
        NoComments { name: Name } = "{name} has no comments.",
        /// Before the comments.
        CommentsHead { name: Name, comments: Comments } = "{name} has {comments}:",
        /// A comment of an administrator.
        Comment { by: Name, at: Date, text: String } = "{by} at {at}: {text}",
        /// It is noted.
        CommentAdded { name: Name } = "Comment added for {name}.",
        /// There is enough.
        TooManyComments { name: Name } = "There are too many comments on {name}.",

        /// The limit of shouts.
        Quota { seconds: u32 } = "The current shout quota is 2 shouts per {seconds} seconds.",
        /// There is no limit.
        NoQuota = "There is no shout quota.",
        /// The maximum number of players online.
        MaxPlayers { number: u32 } = "At most {number} players can be logged in.",
        /// As many as come.
        NoMaxPlayers = "There is no limit to the number of players.",

        /// A piece of news is there.
        NewsAdded { number: u32 } = "News item {number} created.",
        /// It is other than before.
        NewsChanged { number: u32 } = "News item {number} changed.",
        /// It is gone.
        NewsRemoved { number: u32 } = "News item {number} removed.",

        /// To administrators, as soon as a change cannot be stored.
        StorageFails { seconds: Seconds } = "    **** The database cannot be written. Results wait in memory; players will be told after {seconds}. ****",
        /// To everyone, when that has lasted.
        ResultsWait = "    **** Results cannot be stored at the moment. They wait in memory, and are lost should the server crash. ****",
        /// To the players who were notified of the failure.
        StorageWorks = "    **** Results are stored again. ****",
        /// To all players.
        ShutdownOrdered { by: Name } = "    **** Server shutdown ordered by {by}. ****",
        /// To all players.
        ShutdownIn { left: Countdown } = "    **** Server going down in {left}. ****",
        /// To all players.
        ShutdownNow = "    **** Server shutting down immediately. ****",
        /// To all players, with a shutdown's notice.
        ShutdownReason { reason: String } = "    **** We are going down because: {reason}. ****",
        /// To all players.
        ShutdownCancelled { by: Name } = "    **** Server shutdown canceled by {by}. ****",
        /// The server goes on.
        NoShutdown = "No shutdown currently in progress.",
        /// Time of the shutdown, and the administrator who scheduled it.
        Whenshut { left: Countdown, by: Name } = "Server shutdown ordered by {by}: going down in {left}.",
        /// The reason of the shutdown.
        WhenshutReason { reason: String } = "Reason: {reason}",

        /// Before the list of staff online.
        StaffHead { who: Staff } = "{who} logged in:",
        /// One of them.
        StaffLine { name: Titled, idle: String } = "  {name}  idle: {idle}",
        /// None of them is online.
        NoStaff { who: Staff } = "{who} logged in: none.",

        /// Other servers.
        Servers { list: Prose } = "Other chess servers:\n{list}",
        /// Only this one.
        NoServers = "This server knows no others.",
    }
}
