//! Commands of administrators. Nobody else learns that these commands exist.

use super::{Args, Level, entry::FamilyEntry};

/// A change of a player's account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountChange {
    /// A new password, chosen by an administrator.
    Password(String),
    /// Another e-mail address.
    Email(String),
    /// Another name in the world outside.
    RealName(String),
    /// Changes the handle.
    Handle(String),
    /// Changes the level.
    Level(u8),
    /// A variable, with its value.
    Variable {
        /// Its name or a beginning of it.
        name: String,
        /// The value.
        value: Option<String>,
    },
    /// Sets a rating.
    Rating {
        /// The category.
        category: String,
        /// The rating; 0: none.
        rating: u16,
        /// The deviation of the rating.
        deviation: Option<u16>,
        /// Games won, lost and drawn.
        games: Option<[u32; 3]>,
    },
    /// Titles by their letters; none: all are taken away.
    Titles(Vec<String>),
    /// The account is taken away.
    Remove,
    /// It is given back.
    Raise,
}

/// The decision of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// White wins.
    White,
    /// Black wins.
    Black,
    /// A draw.
    Draw,
    /// Nothing: the game does not count.
    Abort,
}

/// A change of the scheduled shutdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shutdown {
    /// In so many seconds, for a reason.
    In {
        /// Seconds from now.
        seconds: u32,
        /// The reason for the players, if any.
        reason: Option<String>,
    },
    /// Not at all.
    Cancel,
}

/// A change of the news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewsChange {
    /// A new item.
    Add {
        /// The title of the item.
        title: String,
    },
    /// One more line of an item's text.
    Append {
        /// Its number.
        number: u32,
        /// The line.
        text: String,
    },
    /// Changes a title.
    Title {
        /// Its number.
        number: u32,
        /// The title.
        title: String,
    },
    /// The item goes.
    Remove {
        /// Its number.
        number: u32,
    },
}

/// A command of administrators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminCommand {
    /// A new account.
    Addplayer {
        /// The handle.
        handle: String,
        /// The e-mail address.
        email: String,
        /// The name in the world outside.
        real_name: String,
    },
    /// A guest wants an account.
    Register {
        /// The handle.
        handle: String,
        /// The e-mail address.
        email: String,
        /// The name in the world outside.
        real_name: String,
    },
    /// Something is done to an account.
    Account {
        /// The whole handle.
        player: String,
        /// The change.
        change: AccountChange,
    },
    /// Toggles the star after the administrator's name.
    Star,
    /// Toggles information for administrators in `finger`.
    Hideinfo,
    /// Adds a player to a server list or removes them.
    Mark {
        /// The list.
        list: &'static str,
        /// The player; none: the list is shown.
        player: Option<String>,
    },
    /// Lets a player in again.
    Unban {
        /// The player.
        player: String,
    },
    /// Keeps guests from an address out, or lets them in again; none: all such addresses.
    Filter {
        /// An address, or the part of it before `*` or `/`.
        address: Option<String>,
    },
    /// Sends a player away.
    Nuke {
        /// The player.
        player: String,
    },
    /// Asks a player to talk.
    Summon {
        /// The player.
        player: String,
    },
    /// Gives a command in a player's name.
    Pose {
        /// The player.
        player: String,
        /// The line.
        line: String,
    },
    /// Sends a message to every player.
    Announce {
        /// The text.
        text: String,
    },
    /// Tells all guests.
    Annunreg {
        /// The text.
        text: String,
    },
    /// Decides a game, played or adjourned.
    Adjudicate {
        /// White, or a game's number.
        white: String,
        /// Handle of the player with Black; none where `white` is a number.
        black: Option<String>,
        /// The decision.
        verdict: Verdict,
    },
    /// Lists the players from an address.
    Chkip {
        /// An address, the beginning of one, or a player.
        address: String,
    },
    /// Forwards a player's tells; none: shows whose are forwarded.
    Ftell {
        /// The player.
        player: Option<String>,
    },
    /// Shows the comments of administrators about a player.
    Showcomment {
        /// The player.
        player: String,
    },
    /// Notes something about a player.
    Addcomment {
        /// The player.
        player: String,
        /// The text.
        text: String,
    },
    /// The seconds in which one may shout twice; none: how many they are.
    Quota {
        /// Seconds; 0: as often as one likes.
        seconds: Option<u32>,
    },
    /// Sets the maximum number of players online; none: shows it.
    Maxplayer {
        /// The number; 0: no limit.
        number: Option<u32>,
    },
    /// The news.
    News(NewsChange),
    /// Ends the server.
    Shutdown(Shutdown),
    /// Shows when the server shuts down.
    Whenshut,
    /// Lists the administrators and helpers who are online.
    Staff {
        /// The list on which they are.
        list: &'static str,
    },
    /// Other servers.
    Servers,
}

fn account(
    a: &mut Args<'_>,
    change: fn(&mut Args<'_>) -> Option<AccountChange>,
) -> Option<AdminCommand> {
    let player = a.name()?;
    let change = change(a)?;
    Some(AdminCommand::Account { player, change })
}

fn rating(a: &mut Args<'_>) -> Option<AccountChange> {
    let (category, rating) = (a.name()?, a.value()?);
    let deviation = a.value();
    let games = match deviation {
        Some(_) if !a.is_empty() => Some([a.value()?, a.value()?, a.value()?]),
        _ => None,
    };
    Some(AccountChange::Rating { category, rating, deviation, games })
}

fn adjudicate(a: &mut Args<'_>) -> Option<AdminCommand> {
    let (white, mut next) = (a.name()?, a.name()?);
    let black = (!a.is_empty()).then_some(next.clone());
    if black.is_some() {
        next = a.name()?;
    }
    let verdict = match next.to_ascii_lowercase().as_str() {
        "white" | "1-0" => Verdict::White,
        "black" | "0-1" => Verdict::Black,
        "draw" | "1/2-1/2" => Verdict::Draw,
        "abort" | "*" => Verdict::Abort,
        _ => return None,
    };
    Some(AdminCommand::Adjudicate { white, black, verdict })
}

/// `5`, `5:30` or `now`, in seconds.
fn notice(text: &str) -> Option<u32> {
    if matches!(text, "now" | "die") {
        return Some(0);
    }
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let (minutes, seconds): (u32, u32) = (minutes.parse().ok()?, seconds.parse().ok()?);
    (minutes <= 24 * 60 && seconds < 60).then_some(minutes * 60 + seconds)
}

fn shutdown(a: &mut Args<'_>) -> Option<AdminCommand> {
    let Some(word) = a.word() else {
        return Some(AdminCommand::Shutdown(Shutdown::In { seconds: 300, reason: None }));
    };
    Some(AdminCommand::Shutdown(match word {
        "cancel" => Shutdown::Cancel,
        _ => Shutdown::In { seconds: notice(word)?, reason: a.text() },
    }))
}

const fn entry(
    least: Level,
    name: &'static str,
    code: u16,
    usage: &'static str,
    read: fn(&mut Args<'_>) -> Option<AdminCommand>,
) -> (Level, FamilyEntry<AdminCommand>) {
    (least, FamilyEntry { name, code, usage, read })
}

/// The number in block mode of a command that has none of its own.
const CODE: u16 = 0;

/// The commands with the least level of those who may use them.
const TABLE: &[(Level, FamilyEntry<AdminCommand>)] = &[
    entry(Level::ADMIN, "addplayer", CODE, "addplayer handle email real name", |a| {
        Some(AdminCommand::Addplayer { handle: a.name()?, email: a.name()?, real_name: a.text()? })
    }),
    entry(Level::ANYBODY, "register", CODE, "register handle email real name", |a| {
        Some(AdminCommand::Register { handle: a.name()?, email: a.name()?, real_name: a.text()? })
    }),
    entry(Level::ADMIN, "asetpasswd", CODE, "asetpasswd player password", |a| {
        account(a, |a| Some(AccountChange::Password(a.name()?)))
    }),
    entry(Level::ADMIN, "asetemail", CODE, "asetemail player email", |a| {
        account(a, |a| Some(AccountChange::Email(a.name()?)))
    }),
    entry(Level::ADMIN, "asetrealname", CODE, "asetrealname player real name", |a| {
        account(a, |a| Some(AccountChange::RealName(a.text()?)))
    }),
    entry(Level::HEAD, "asethandle", CODE, "asethandle player handle", |a| {
        account(a, |a| Some(AccountChange::Handle(a.name()?)))
    }),
    entry(Level::HEAD, "asetadmin", CODE, "asetadmin player level", |a| {
        account(a, |a| Some(AccountChange::Level(a.value()?)))
    }),
    entry(Level::MASTER, "asetv", CODE, "asetv player variable [value]", |a| {
        account(a, |a| Some(AccountChange::Variable { name: a.name()?, value: a.text() }))
    }),
    entry(
        Level::MASTER,
        "asetrating",
        CODE,
        "asetrating player category rating [deviation [won lost drawn]]",
        |a| account(a, rating),
    ),
    entry(Level::MASTER, "asettitle", CODE, "asettitle player [title ...]", |a| {
        account(a, |a| {
            Some(AccountChange::Titles(a.rest().split_ascii_whitespace().map(Into::into).collect()))
        })
    }),
    entry(Level::HEAD, "remplayer", CODE, "remplayer player", |a| {
        account(a, |_| Some(AccountChange::Remove))
    }),
    entry(Level::HEAD, "raisedead", CODE, "raisedead player", |a| {
        account(a, |_| Some(AccountChange::Raise))
    }),
    entry(Level::ADMIN, "admin", CODE, "admin", |_| Some(AdminCommand::Star)),
    entry(Level::ADMIN, "hideinfo", CODE, "hideinfo", |_| Some(AdminCommand::Hideinfo)),
    entry(Level::ADMIN, "ban", CODE, "ban [player]", |a| {
        Some(AdminCommand::Mark { list: "ban", player: a.name() })
    }),
    entry(Level::ADMIN, "unban", CODE, "unban player", |a| {
        Some(AdminCommand::Unban { player: a.name()? })
    }),
    entry(Level::ADMIN, "muzzle", CODE, "muzzle [player]", |a| {
        Some(AdminCommand::Mark { list: "muzzle", player: a.name() })
    }),
    entry(Level::ADMIN, "cmuzzle", CODE, "cmuzzle [player]", |a| {
        Some(AdminCommand::Mark { list: "cmuzzle", player: a.name() })
    }),
    entry(Level::ADMIN, "gmuzzle", CODE, "gmuzzle [player]", |a| {
        Some(AdminCommand::Mark { list: "gmuzzle", player: a.name() })
    }),
    entry(Level::ADMIN, "filter", CODE, "filter [address]", |a| {
        Some(AdminCommand::Filter { address: a.name() })
    }),
    entry(Level::ADMIN, "nuke", CODE, "nuke player", |a| {
        Some(AdminCommand::Nuke { player: a.name()? })
    }),
    entry(Level::ANYBODY, "summon", 154, "summon player", |a| {
        Some(AdminCommand::Summon { player: a.name()? })
    }),
    entry(Level::HEAD, "pose", CODE, "pose player command", |a| {
        Some(AdminCommand::Pose { player: a.name()?, line: a.text()? })
    }),
    entry(Level::ADMIN, "announce", CODE, "announce text", |a| {
        Some(AdminCommand::Announce { text: a.text()? })
    }),
    entry(Level::ADMIN, "annunreg", CODE, "annunreg text", |a| {
        Some(AdminCommand::Annunreg { text: a.text()? })
    }),
    entry(
        Level::ADMIN,
        "adjudicate",
        CODE,
        "adjudicate game|white black white|black|draw|abort",
        adjudicate,
    ),
    entry(Level::ADMIN, "chkip", CODE, "chkip address|player", |a| {
        Some(AdminCommand::Chkip { address: a.name()? })
    }),
    entry(Level::ADMIN, "ftell", CODE, "ftell [player]", |a| {
        Some(AdminCommand::Ftell { player: a.name() })
    }),
    entry(Level::ADMIN, "showcomment", CODE, "showcomment player", |a| {
        Some(AdminCommand::Showcomment { player: a.name()? })
    }),
    entry(Level::ADMIN, "addcomment", CODE, "addcomment player text", |a| {
        Some(AdminCommand::Addcomment { player: a.name()?, text: a.text()? })
    }),
    entry(Level::ADMIN, "quota", CODE, "quota [seconds]", |a| {
        Some(AdminCommand::Quota { seconds: a.value() })
    }),
    entry(Level::HEAD, "asetmaxplayer", CODE, "asetmaxplayer [number]", |a| {
        Some(AdminCommand::Maxplayer { number: a.value() })
    }),
    entry(Level::ADMIN, "cnewsi", CODE, "cnewsi title", |a| {
        Some(AdminCommand::News(NewsChange::Add { title: a.text()? }))
    }),
    entry(Level::ADMIN, "cnewsf", CODE, "cnewsf number text", |a| {
        Some(AdminCommand::News(NewsChange::Append { number: a.value()?, text: a.text()? }))
    }),
    entry(Level::ADMIN, "cnewst", CODE, "cnewst number title", |a| {
        Some(AdminCommand::News(NewsChange::Title { number: a.value()?, title: a.text()? }))
    }),
    entry(Level::ADMIN, "cnewsd", CODE, "cnewsd number", |a| {
        Some(AdminCommand::News(NewsChange::Remove { number: a.value()? }))
    }),
    entry(
        Level::HEAD,
        "shutdown",
        CODE,
        "shutdown [now|minutes[:seconds] [reason]|cancel]",
        shutdown,
    ),
    entry(Level::ANYBODY, "whenshut", 144, "whenshut", |_| Some(AdminCommand::Whenshut)),
    entry(Level::ANYBODY, "showadmins", 195, "showadmins", |_| {
        Some(AdminCommand::Staff { list: "admin" })
    }),
    entry(Level::ANYBODY, "showsrs", 161, "showsrs", |_| Some(AdminCommand::Staff { list: "sr" })),
    entry(Level::ANYBODY, "showcas", 162, "showcas", |_| Some(AdminCommand::Staff { list: "ca" })),
    entry(Level::ANYBODY, "showtms", 163, "showtms", |_| Some(AdminCommand::Staff { list: "tm" })),
    entry(Level::ANYBODY, "servers", 108, "servers", |_| Some(AdminCommand::Servers)),
];

/// The commands of this family.
pub(super) fn entries() -> impl Iterator<Item = &'static FamilyEntry<AdminCommand>> {
    TABLE.iter().map(|(_, entry)| entry)
}

/// The least level of those who may use a command of this family; anybody may use others.
pub(super) fn least(name: &str) -> Level {
    TABLE.iter().find(|(_, e)| e.name == name).map_or(Level::ANYBODY, |(least, _)| *least)
}
