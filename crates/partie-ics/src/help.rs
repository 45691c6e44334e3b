//! The pages of `help`: one for every command, and some on other topics, including the
//! machine-readable lines.
//!
//! A page is a text file beside the sources. Its first line is a title; the text after `Usage:` is
//! shown as a player types it.

use partie_wire::command::{self, Entry, Level};

/// A page of help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The text of a page.
    Text(String),
    /// Several pages' names begin so.
    Many(String),
    /// No page has this name.
    None,
}

macro_rules! pages {
    ($($name:literal)*) => {
        /// All pages: name and text, in alphabetical order.
        pub const PAGES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../help/", $name, ".txt")))),*];
    };
}

pages! {
    "abort" "accept" "addcomment" "addlist" "addplayer" "adjourn" "adjudicate" "admin" "alias"
    "allobservers" "announce" "annunreg" "asetadmin" "asetblitz" "asetbughouse" "asetemail"
    "asethandle" "asetlight" "asetmaxplayer" "asetpasswd" "asetrating" "asetrealname" "asetstd"
    "asettitle" "asetv" "asetwild" "assess" "atomic" "backward" "ban" "bclock" "bell" "best" "block"
    "bname" "boards" "bsetup" "bughouse" "bugwho" "cbest" "censor" "channel" "channel_list" "chkip"
    "clearmessages" "clrsquare" "cmuzzle" "cnewsd" "cnewsf" "cnewsi" "cnewst" "commit"
    "compressmove" "computer" "copygame" "courtesyabort" "courtesyadjourn" "crank" "crazyhouse"
    "cshout" "date" "decline" "draw" "eco" "etiquette" "examine" "filter" "finger" "flag" "flip"
    "fmessage" "follow" "formula" "forward" "ftell" "gameinfo" "games" "getgame" "getgi" "getpi"
    "ginfo" "gmuzzle" "goboard" "handles" "hbest" "help" "hideinfo" "history" "hrank" "inchannel"
    "index" "interfaces" "intro" "iset" "it" "ivariables" "jkill" "journal" "jsave" "keep" "kibitz"
    "limits" "lists" "llogons" "logons" "losers" "ltell" "match" "messages" "mexamine" "moretime"
    "moves" "muzzle" "news" "next" "noplay" "notes" "notify" "nuke" "observe" "obsolete" "odds"
    "oldmoves" "open" "oping" "partner" "password" "pause" "pendinfo" "pending" "pfollow" "pin"
    "ping" "play" "pobserve" "pose" "prefresh" "primary" "promote" "ptell" "ptime" "qtell" "quit"
    "quota" "raisedead" "rank" "ratings" "rcopygame" "refresh" "register" "rematch" "remote"
    "remplayer" "reply" "resign" "resume" "revert" "rfollow" "rmatch" "robserve" "say" "seek"
    "seekinfo" "servers" "set" "settings" "shout" "showadmins" "showcas" "showcomment" "showlist"
    "showsrs" "showtms" "shutdown" "simabort" "simadjourn" "simallabort" "simalladjourn" "simgames"
    "simmatch" "simnext" "simopen" "simpass" "simprev" "smoves" "smposition" "sought" "sposition"
    "statistics" "stored" "style" "style12" "sublist" "suicide" "summon" "switch" "takeback" "tell"
    "time" "timeseal" "title" "toggle" "tomove" "tournset" "truncate" "unalias" "unban" "unexamine"
    "unfollow" "unobserve" "unpause" "unseek" "uptime" "ustat" "variables" "wclock" "whenshut"
    "whisper" "who" "wild" "withdraw" "wname" "worst" "xkibitz" "xtell" "xwhisper" "znotify"
}

/// The pages about lines for programs, by the tags of these.
const TAGS: [(&str, &str); 14] = [
    ("<12>", "style12"),
    ("<b1>", "crazyhouse"),
    ("<d1>", "compressmove"),
    ("<g1>", "gameinfo"),
    ("<p>", "ping"),
    ("<pf>", "pendinfo"),
    ("<pr>", "pendinfo"),
    ("<pt>", "pendinfo"),
    ("<s>", "seekinfo"),
    ("<sc>", "seekinfo"),
    ("<sn>", "seekinfo"),
    ("<sr>", "seekinfo"),
    ("<wa>", "pin"),
    ("<wd>", "pin"),
];

/// The page of a word: a page's name, a command's short form, or the beginning of one.
#[must_use]
pub fn page(word: &str) -> Page {
    let word = word.trim().to_ascii_lowercase();
    // A line for programs by its tag: `<d1>`.
    if let Some((_, name)) = TAGS.iter().find(|(tag, _)| *tag == word) {
        return page(name);
    }
    if word == "commands" {
        return Page::Text(commands());
    }
    if word == "channel_list" {
        return Page::Text(channels());
    }
    if word == "admin_commands" {
        return Page::Text(admin_commands());
    }
    if let Some((_, text)) = PAGES.iter().find(|(name, _)| *name == word) {
        return Page::Text((*text).to_owned());
    }
    if let command::NameLookup::One(entry) = command::find(&word) {
        let name = if entry.is_obsolete() { "obsolete" } else { entry.name };
        if let Some((_, text)) = PAGES.iter().find(|(page, _)| *page == name) {
            return Page::Text((*text).to_owned());
        }
    }
    let begin: Vec<_> = PAGES.iter().filter(|(name, _)| name.starts_with(&word)).collect();
    match begin[..] {
        [] => Page::None,
        [(_, text)] => Page::Text((*text).to_owned()),
        _ => Page::Many(begin.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ")),
    }
}

/// Names of the commands open to all, four in a line.
#[must_use]
pub fn commands() -> String {
    named(|entry| entry.least == Level::ANYBODY && !entry.is_obsolete())
}

/// Names of the administrators' commands, four in a line.
pub(crate) fn admin_commands() -> String {
    named(|entry| entry.least > Level::ANYBODY)
}

fn named(which: impl Fn(&Entry) -> bool) -> String {
    let mut names: Vec<&str> = command::entries().filter(|e| which(e)).map(|e| e.name).collect();
    names.sort_unstable();
    columns(&names, 4)
}

/// The list of channels: interfaces read the lines between the two of the frame.
fn channels() -> String {
    let mut list = String::new();
    for (number, about) in crate::channel::ABOUT {
        list.push_str(&format!("{number:<5}{about}\n"));
    }
    let frame = PAGES.iter().find(|(name, _)| *name == "channel_list").map_or("", |(_, t)| *t);
    frame.replace("%CHANNELS%\n", &list)
}

/// Words in columns of 19 signs, read along the lines.
fn columns(words: &[&str], wide: usize) -> String {
    let mut out = String::new();
    for line in words.chunks(wide) {
        for word in line {
            out.push_str(&format!("{word:<19}"));
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
    out
}
