//! Commands of administrators. Nobody else learns that these commands exist.

use super::Args;

/// A change of a player's account.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// White wins.
    White,
    /// Black wins.
    Black,
    /// A draw.
    Draw,
    /// No result: the game does not count.
    Abort,
}

/// A change of the scheduled shutdown.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shutdown {
    /// In a number of seconds, for a reason.
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
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
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

commands! {
    /// A command of administrators.
    pub enum AdminCommand {
        /// A new account.
        Addplayer {
            /// The handle.
            handle: String,
            /// The e-mail address.
            email: String,
            /// The name in the world outside.
            real_name: String = Args::text,
        } = "addplayer" 0 "handle email real name" for ADMIN,
        /// A guest wants an account.
        Register {
            /// The handle.
            handle: String,
            /// The e-mail address.
            email: String,
            /// The name in the world outside.
            real_name: String = Args::text,
        } = "register" 0 "handle email real name",
        /// Toggles the star after the administrator's name.
        Star = "admin" 0 for ADMIN,
        /// Toggles information for administrators in `finger`.
        Hideinfo = "hideinfo" 0 for ADMIN,
        /// Lets a player in again.
        Unban(String) = "unban" 0 "player" for ADMIN,
        /// Keeps guests from an address (or the part of it before `*` or `/`) out, or lets them in
        /// again; none: all such addresses.
        Filter(Option<String>) = "filter" 0 "[address]" for ADMIN,
        /// Sends a player away.
        Nuke(String) = "nuke" 0 "player" for ADMIN,
        /// Asks a player to talk.
        Summon(String) = "summon" 154 "player",
        /// Gives a command in a player's name.
        Pose {
            /// The player.
            player: String,
            /// The line.
            line: String = Args::text,
        } = "pose" 0 "player command" for HEAD,
        /// Gives a command in the name of a player who allows it.
        Remote {
            /// The player.
            player: String,
            /// The line.
            line: String = Args::text,
        } = "remote" 0 "player command",
        /// Sends a message to every player.
        Announce(String = Args::text) = "announce" 0 "text" for ADMIN,
        /// Tells all guests.
        Annunreg(String = Args::text) = "annunreg" 0 "text" for ADMIN,
        /// Lists the players from an address, its beginning, or another player's address.
        Chkip(String) = "chkip" 0 "address|player" for ADMIN,
        /// Forwards a player's tells; none: shows whose are forwarded.
        Ftell(Option<String>) = "ftell" 0 "[player]" for ADMIN,
        /// Shows the comments of administrators about a player.
        Showcomment(String) = "showcomment" 0 "player" for ADMIN,
        /// Adds a comment about a player.
        Addcomment {
            /// The player.
            player: String,
            /// The text.
            text: String = Args::text,
        } = "addcomment" 0 "player text" for ADMIN,
        /// Sets the seconds in which a player may shout twice (0: no limit), or shows them.
        Quota(Option<u32>) = "quota" 0 "[seconds]" for ADMIN,
        /// Sets the maximum number of players online (0: no limit); none: shows it.
        Maxplayer(Option<u32>) = "asetmaxplayer" 0 "[number]" for HEAD,
        /// Shows when the server shuts down.
        Whenshut = "whenshut" 144,
        /// Other servers.
        Servers = "servers" 108,
    }
    more {
        /// Changes an account.
        Account {
            /// The whole handle.
            player: String,
            /// The change.
            change: AccountChange,
        },
        /// Adds a player to a server list or removes them.
        Mark {
            /// The list.
            list: String,
            /// The player; none: the list is shown.
            player: Option<String>,
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
        /// The news.
        News(NewsChange),
        /// Ends the server.
        Shutdown(Shutdown),
        /// Lists the administrators and helpers who are online.
        Staff(String),
    }
    entries {
        "asetpasswd" 0 "player password" for ADMIN => |a| account(a, |a| Some(AccountChange::Password(a.name()?))),
        "asetemail" 0 "player email" for ADMIN => |a| account(a, |a| Some(AccountChange::Email(a.name()?))),
        "asetrealname" 0 "player real name" for ADMIN => |a| account(a, |a| Some(AccountChange::RealName(a.text()?))),
        "asethandle" 0 "player handle" for HEAD => |a| account(a, |a| Some(AccountChange::Handle(a.name()?))),
        "asetadmin" 0 "player level" for HEAD => |a| account(a, |a| Some(AccountChange::Level(a.value()?))),
        "asetv" 0 "player variable [value]" for MASTER => |a| account(a, |a| Some(AccountChange::Variable { name: a.name()?, value: a.text() })),
        "asetrating" 0 "player category rating [deviation [won lost drawn]]" for MASTER => |a| account(a, rating),
        "asetblitz" 0 "player rating [won lost drawn [deviation]]" for MASTER => |a| account(a, |a| rating_in("blitz", a)),
        "asetbughouse" 0 "player rating [won lost drawn [deviation]]" for MASTER => |a| account(a, |a| rating_in("bughouse", a)),
        "asetlight" 0 "player rating [won lost drawn [deviation]]" for MASTER => |a| account(a, |a| rating_in("lightning", a)),
        "asetstd" 0 "player rating [won lost drawn [deviation]]" for MASTER => |a| account(a, |a| rating_in("standard", a)),
        "asetwild" 0 "player rating [won lost drawn [deviation]]" for MASTER => |a| account(a, |a| rating_in("wild", a)),
        "asettitle" 0 "player [title ...]" for MASTER => |a| {
            account(a, |a| {
                Some(AccountChange::Titles(a.rest().split_ascii_whitespace().map(Into::into).collect()))
            })
        },
        "remplayer" 0 "player" for HEAD => |a| account(a, |_| Some(AccountChange::Remove)),
        "raisedead" 0 "player" for HEAD => |a| account(a, |_| Some(AccountChange::Raise)),
        "ban" 0 "[player]" for ADMIN => |a| Some(AdminCommand::Mark { list: "ban".to_owned(), player: a.name() }),
        "muzzle" 0 "[player]" for ADMIN => |a| Some(AdminCommand::Mark { list: "muzzle".to_owned(), player: a.name() }),
        "cmuzzle" 0 "[player]" for ADMIN => |a| Some(AdminCommand::Mark { list: "cmuzzle".to_owned(), player: a.name() }),
        "gmuzzle" 0 "[player]" for ADMIN => |a| Some(AdminCommand::Mark { list: "gmuzzle".to_owned(), player: a.name() }),
        "adjudicate" 0 "game|white black white|black|draw|abort" for ADMIN => adjudicate,
        "cnewsi" 0 "title" for ADMIN => |a| Some(AdminCommand::News(NewsChange::Add { title: a.text()? })),
        "cnewsf" 0 "number text" for ADMIN => |a| Some(AdminCommand::News(NewsChange::Append { number: a.value()?, text: a.text()? })),
        "cnewst" 0 "number title" for ADMIN => |a| Some(AdminCommand::News(NewsChange::Title { number: a.value()?, title: a.text()? })),
        "cnewsd" 0 "number" for ADMIN => |a| Some(AdminCommand::News(NewsChange::Remove { number: a.value()? })),
        "shutdown" 0 "[now|minutes[:seconds] [reason]|cancel]" for HEAD => shutdown,
        "showadmins" 195 => |_| Some(AdminCommand::Staff("admin".to_owned())),
        "showsrs" 161 => |_| Some(AdminCommand::Staff("sr".to_owned())),
        "showcas" 162 => |_| Some(AdminCommand::Staff("ca".to_owned())),
        "showtms" 163 => |_| Some(AdminCommand::Staff("tm".to_owned())),
    }
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

/// The arguments in lasker's order.
fn rating_in(category: &str, a: &mut Args<'_>) -> Option<AccountChange> {
    let rating = a.value()?;
    let games = if a.is_empty() { None } else { Some([a.value()?, a.value()?, a.value()?]) };
    let (category, deviation) = (category.to_owned(), a.value());
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
