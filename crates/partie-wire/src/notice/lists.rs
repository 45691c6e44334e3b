//! Lists, who is on them, and who of them comes and goes.

use strum::{Display, EnumString};

use crate::style12::Rating;

use super::lines::{Block, Lines};
use crate::fields::{Name, Titled};

crate::notices! {
    /// A notice about lists and the players on them.
    pub enum ListNotice {
        /// Now on a list of the player's own.
        Added { item: String, list: Name } = "[{item}] added to your {list} list.",
        /// No longer on it.
        Removed { item: String, list: Name } = "[{item}] removed from your {list} list.",
        /// Now on a list of the server.
        AddedPublic { item: String, list: Name } = "[{item}] added to the {list} list.",
        /// No longer on it.
        RemovedPublic { item: String, list: Name } = "[{item}] removed from the {list} list.",
        /// To a player who was added to a server list.
        YouWereAdded { list: Name, by: Name } = "You have been added to the {list} list by {by}.",
        /// To a player who was removed from it.
        YouWereRemoved { list: Name, by: Name } = "You have been removed from the {list} list by {by}.",
        /// It is on it.
        Already { item: String, list: Name } = "[{item}] is already on your {list} list.",
        /// It is on it.
        AlreadyPublic { item: String, list: Name } = "[{item}] is already on the {list} list.",
        /// It is not on it.
        NotOn { item: String, list: Name } = "[{item}] is not in your {list} list.",
        /// All were taken from a list.
        Emptied { list: Name } = "Your {list} list is empty now.",
        /// The list has no items to remove.
        Empty { list: Name } = "Your {list} list is empty.",
        /// It is not on it.
        NotOnPublic { item: String, list: Name } = "[{item}] is not in the {list} list.",
        /// It has as many as it may.
        Full { list: Name } = "Sorry, your {list} list is full.",
        /// There is no such list.
        NoSuchList { list: String } = "\"{list}\" does not match any list name.",
        /// Several lists begin so.
        AmbiguousList { list: String, names: String } = "Ambiguous list \"{list}\". Matches: {names}.",
        /// Not a list for this player.
        NoRights { list: String } = "\"{list}\" is not an appropriate list name or you have insufficient rights.",
        /// The player would be on their own list.
        NotYourself { list: Name } = "You can't {list} yourself.",

        /// A player on the receiver's notify list.
        Arrived { name: Name } = "Notification: {name} has arrived.",
        /// A player with whom the receiver has an adjourned game.
        ArrivedAdjourned { name: Name } = "Notification: {name}, who has an adjourned game with you, has arrived.",
        /// A player on the receiver's notify list.
        Departed { name: Name } = "Notification: {name} has departed.",
        /// A player who has the receiver on their notify list.
        ArrivedUnlisted { name: Name } = "Notification: {name} has arrived and isn't on your notify list.",
        /// A player who has the receiver on their notify list.
        DepartedUnlisted { name: Name } = "Notification: {name} has departed and isn't on your notify list.",
        /// A player on the receiver's list of idle players is back.
        Unidle { name: Name } = "Notification: {name} has unidled.",
        /// A player on the receiver's list of games plays.
        GameNoted { white: Name, first: Rating, black: Name, second: Rating, terms: String, game: u32 } = "Game notification: {white} ({first}) vs. {black} ({second}) {terms}: Game {game}",
        /// The players of the receiver's notify list who are online.
        Company { names: String } = "Present company includes: {names}.",
        /// Nobody of it is.
        NoCompany = "No one from your notify list is logged on.",
        /// Players who have one on their notify list and were notified.
        Noted { names: String } = "Your arrival was noted by: {names}",
        /// Players who have one on their notify list.
        Noting { names: String } = "The following players have you on their notify list: {names}.",
        /// No player online has the player on their notify list.
        NobodyNotes = "No one logged in has you on their notify list.",
        /// With `set pin 1`.
        Connected { name: Name } = "[{name} has connected.]",
        /// With `set pin 1`.
        Disconnected { name: Name } = "[{name} has disconnected.]",

        /// A player can be challenged again, with `set availinfo 1`.
        Available { name: Titled, blitz: Rating, standard: Rating, wild: Rating, lightning: Rating, bughouse: Rating }
            = "{name} Blitz ({blitz}), Std ({standard}), Wild ({wild}), Light({lightning}), Bug({bughouse})\nis now available for matches.",
        /// The player cannot be challenged any more.
        NotAvailable { name: Titled } = "{name} is no longer available for matches.",

        /// In no channel.
        NoChannels { name: Name } = "{name} is not in any channels.",
        /// Nobody is in a channel.
        EmptyChannel { channel: u32 } = "Channel {channel} is empty.",
        /// Nobody is in any channel.
        EmptyChannels = "There are no players in any channel.",
    }
}

/// Words in lines of at most 78 columns, each with a space after it at least.
pub(crate) fn columns<'w>(words: impl IntoIterator<Item = &'w str>, wide: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in words {
        let width = (word.chars().count() / wide + 1) * wide;
        if column > 0 && column + width > 79 {
            out.truncate(out.trim_end().len());
            out.push('\n');
            column = 0;
        }
        out.push_str(&format!("{word:<width$}"));
        column += width;
    }
    out.truncate(out.trim_end().len());
    out
}

/// The content of a list: `-- computer list: 2 names --`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ListPage {
    /// The list.
    pub list: String,
    /// Names or numbers, in order.
    pub items: Vec<String>,
}

impl ListPage {
    fn noun(&self) -> &'static str {
        match (self.list.as_str(), self.items.len()) {
            ("channel", 1) => "channel",
            ("channel", _) => "channels",
            (_, 1) => "name",
            _ => "names",
        }
    }

    /// Appends the page.
    pub fn write(&self, out: &mut String) {
        let noun = self.noun();
        out.push_str(&format!("-- {} list: {} {noun} --", self.list, self.items.len()));
        if !self.items.is_empty() {
            let wide = if self.list == "channel" { 4 } else { 6 };
            out.push('\n');
            out.push_str(&columns(self.items.iter().map(String::as_str), wide));
        }
    }
}

impl Block for ListPage {
    /// As many lines as hold the items that the first one counts.
    fn take(lines: &mut Lines<'_>) -> Option<ListPage> {
        let head = lines.next()?.trim_end().strip_prefix("-- ")?.strip_suffix(" --")?;
        let (list, count) = head.split_once(" list: ")?;
        let (number, noun) = count.split_once(' ')?;
        let number: usize = number.parse().ok()?;
        ["name", "channel"].contains(&noun.trim_end_matches('s')).then_some(())?;
        let items = words(lines, number)?;
        Some(ListPage { list: list.to_owned(), items })
    }
}

/// Takes exactly `count` words from the next lines.
fn words(lines: &mut Lines<'_>, count: usize) -> Option<Vec<String>> {
    let mut all = Vec::new();
    while all.len() < count {
        let line =
            lines.next().filter(|line| !line.trim().is_empty() && !line.starts_with("-- "))?;
        all.extend(line.split_ascii_whitespace().map(str::to_owned));
    }
    (all.len() == count).then_some(all)
}

/// The owner of a list.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "UPPERCASE")]
pub enum Reach {
    /// Every player has one of their own.
    Personal,
    /// The server's; every player sees it.
    Public,
    /// The server's; only administrators see it.
    Admin,
}

/// All lists: `Lists:`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ListsPage {
    /// Names, and to whom they belong.
    pub lists: Vec<(String, Reach)>,
}

impl ListsPage {
    /// Appends the page; an empty line ends it.
    pub fn write(&self, out: &mut String) {
        out.push_str("Lists:\n\n");
        for (name, reach) in &self.lists {
            out.push_str(&format!("{name:<20} is {reach}\n"));
        }
    }
}

impl Block for ListsPage {
    fn take(lines: &mut Lines<'_>) -> Option<ListsPage> {
        lines.next_if(|line| (line.trim_end() == "Lists:").then_some(()))?;
        lines.skip_empty();
        let lists = lines.while_some(|line| {
            let (name, word) = line.split_once(" is ")?;
            let reach = word.trim().parse().ok()?;
            Some((name.trim().to_owned(), reach))
        });
        Some(ListsPage { lists })
    }
}

/// The channels of a player.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ChannelsOf {
    /// The player.
    pub name: String,
    /// The channels' numbers.
    pub channels: Vec<u16>,
}

impl ChannelsOf {
    /// Appends the lines.
    pub fn write(&self, out: &mut String) {
        out.push_str(&format!("{} is in the following channels:\n", self.name));
        let numbers: Vec<String> = self.channels.iter().map(u16::to_string).collect();
        out.push_str(&columns(numbers.iter().map(String::as_str), 4));
    }
}

impl Block for ChannelsOf {
    fn take(lines: &mut Lines<'_>) -> Option<ChannelsOf> {
        let name = lines.next()?.trim_end().strip_suffix(" is in the following channels:")?;
        let numbers = |line: &str| {
            let numbers = line.split_ascii_whitespace().map(|n| n.parse().ok());
            numbers.collect::<Option<Vec<u16>>>().filter(|n| !n.is_empty())
        };
        Some(ChannelsOf { name: name.to_owned(), channels: lines.while_some(numbers).concat() })
    }
}

/// The players in a channel.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ChannelPage {
    /// The channel.
    pub channel: super::talk::Channel,
    /// Names with titles.
    pub players: Vec<String>,
}

impl ChannelPage {
    /// Appends the lines. The names stand after the channel, in one line, for programs, which
    /// also read on until the line that counts them: `1 player is in channel 4.`
    pub fn write(&self, out: &mut String) {
        use crate::{fields::Players, template::Field};
        out.push_str("Channel ");
        self.channel.put(out);
        out.push_str(": ");
        out.push_str(&self.players.join(" "));
        out.push('\n');
        let count = self.players.len();
        Players(count).put(out);
        let verb = if count == 1 { "is" } else { "are" };
        out.push_str(&format!(" {verb} in channel {}.", self.channel.number));
    }
}

/// The text before a channel's number.
const CHANNEL: &str = "Channel ";

impl Block for ChannelPage {
    /// The names may go on in further lines; the line that counts them is the last one.
    fn take(lines: &mut Lines<'_>) -> Option<ChannelPage> {
        use crate::{fields::Players, template::Field};
        let (head, first) = lines.next()?.split_once(':')?;
        let channel = super::talk::Channel::take(head.strip_prefix(CHANNEL)?)?;
        let counted = |line: &str| {
            let (count, _) = line.trim().split_once(" in channel ")?;
            let count = count.strip_suffix(" is").or(count.strip_suffix(" are")).unwrap_or(count);
            Players::take(count)
        };
        let mut players: Vec<String> = first.split_ascii_whitespace().map(str::to_owned).collect();
        loop {
            if lines.next_if(counted).is_some() {
                return Some(ChannelPage { channel, players });
            }
            let more = lines.next().filter(|l| !l.trim().is_empty() && !l.starts_with(CHANNEL))?;
            players.extend(more.split_ascii_whitespace().map(str::to_owned));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_as_interfaces_read_them() {
        let page =
            ListPage { list: "computer".into(), items: vec!["GriffyJr".into(), "IFDStock".into()] };
        let mut out = String::new();
        page.write(&mut out);
        assert_eq!(out, "-- computer list: 2 names --\nGriffyJr    IFDStock");
        assert_eq!(ListPage::read(&out), Some(page));

        let page = ListPage { list: "channel".into(), items: vec!["53".into()] };
        out.clear();
        page.write(&mut out);
        assert_eq!(out, "-- channel list: 1 channel --\n53");
        assert_eq!(ListPage::read(&out), Some(page));

        let page = ListPage { list: "censor".into(), items: Vec::new() };
        out.clear();
        page.write(&mut out);
        assert_eq!(out, "-- censor list: 0 names --");
        assert_eq!(ListPage::read(&out), Some(page));
    }

    #[test]
    fn names_of_lists() {
        let lists = vec![
            ("admin".to_owned(), Reach::Public),
            ("ban".to_owned(), Reach::Admin),
            ("censor".to_owned(), Reach::Personal),
        ];
        let page = ListsPage { lists };
        let mut out = String::new();
        page.write(&mut out);
        assert!(out.starts_with("Lists:\n\nadmin                is PUBLIC\n"), "{out}");
        assert_eq!(ListsPage::read(&out), Some(page));
    }

    #[test]
    fn channels() {
        let of = ChannelsOf { name: "Pygmalion".into(), channels: vec![4, 53] };
        let mut out = String::new();
        of.write(&mut out);
        assert_eq!(out, "Pygmalion is in the following channels:\n4   53");
        assert_eq!(ChannelsOf::read(&out), Some(of));

        let page = ChannelPage {
            channel: super::super::talk::Channel { number: 4, about: Some("Help".into()) },
            players: vec!["Adam(U)".into(), "relay(*)(TD)".into()],
        };
        out.clear();
        page.write(&mut out);
        assert_eq!(out, "Channel 4 \"Help\": Adam(U) relay(*)(TD)\n2 players are in channel 4.");
        assert_eq!(ChannelPage::read(&out), Some(page.clone()));
        // As other servers count them.
        assert_eq!(ChannelPage::read(&out.replace(" are in", " in")), Some(page.clone()));

        let alone = ChannelPage { players: vec!["Adam(U)".into()], ..page };
        out.clear();
        alone.write(&mut out);
        assert_eq!(out, "Channel 4 \"Help\": Adam(U)\n1 player is in channel 4.");
        assert_eq!(ChannelPage::read(&out), Some(alone));
    }
}
