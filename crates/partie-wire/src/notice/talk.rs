//! Talk between players, and the reports to the speakers.

use crate::style12::Rating;

use crate::{
    fields::{Name, Players, Titled},
    template::Field,
};

/// The activity of a receiver: `, who is playing`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doing {
    /// The player can read tells.
    Nothing,
    /// The receiver is playing.
    Playing,
    /// The receiver is examining a game.
    Examining,
    /// Has been idle for a time (`5 mins`).
    Idle(String),
    /// Is busy with this.
    Busy(String),
}

impl Field for Doing {
    fn put(&self, out: &mut String) {
        match self {
            Doing::Nothing => {}
            Doing::Playing => out.push_str(", who is playing"),
            Doing::Examining => out.push_str(", who is examining a game"),
            Doing::Idle(span) => out.push_str(&format!(", who has been idle {span}")),
            Doing::Busy(with) => out.push_str(&format!(", who is busy: {with}")),
        }
    }

    fn take(text: &str) -> Option<Doing> {
        let filled = |begin: &str| text.strip_prefix(begin).filter(|t| !t.is_empty());
        Some(match text {
            "" => Doing::Nothing,
            ", who is playing" => Doing::Playing,
            ", who is examining a game" => Doing::Examining,
            _ => match filled(", who has been idle ") {
                Some(span) => Doing::Idle(span.to_owned()),
                None => Doing::Busy(filled(", who is busy: ")?.to_owned()),
            },
        })
    }

    #[inline]
    fn samples() -> Vec<Doing> {
        vec![Doing::Nothing, Doing::Playing, Doing::Idle("5 mins, 2 secs".into())]
    }
}

/// A channel and what it is for: `4 "Help (Guests)"`, or the number alone.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Channel {
    /// The number.
    pub number: u32,
    /// The topic.
    pub about: Option<String>,
}

impl Field for Channel {
    fn put(&self, out: &mut String) {
        out.push_str(&self.number.to_string());
        if let Some(about) = &self.about {
            out.push_str(&format!(" \"{about}\""));
        }
    }

    fn take(text: &str) -> Option<Channel> {
        let (number, about) = match text.split_once(' ') {
            None => (text, None),
            Some((number, about)) => {
                let about = about.strip_prefix('"')?.strip_suffix('"')?;
                (number, Some(about.to_owned()))
            }
        };
        Some(Channel { number: u32::take(number)?, about })
    }

    #[inline]
    fn samples() -> Vec<Channel> {
        vec![
            Channel { number: 4, about: Some("Help (Guests)".into()) },
            Channel { number: 200, about: None },
        ]
    }
}

/// A player who speaks at a game: `Alpha(U)(++++)[1]`. Old servers show no number.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Speaker {
    /// The player.
    pub player: Titled,
    /// The player's rating, where it is shown.
    pub rating: Option<Rating>,
    /// The game's number, where it is shown.
    pub game: Option<u32>,
}

impl Field for Speaker {
    fn put(&self, out: &mut String) {
        self.player.put(out);
        if let Some(rating) = self.rating {
            out.push_str(&format!("({rating})"));
        }
        if let Some(game) = self.game {
            out.push_str(&format!("[{game}]"));
        }
    }

    fn take(text: &str) -> Option<Speaker> {
        let (text, game) = match text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
            Some((before, number)) => (before, Some(u32::take(number)?)),
            None => (text, None),
        };
        let rated = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
        let rated = rated.and_then(|(before, rating)| Some((before, Rating::take(rating)?)));
        let (text, rating) = rated.map_or((text, None), |(before, rating)| (before, Some(rating)));
        Some(Speaker { player: Titled::take(text)?, rating, game })
    }

    #[inline]
    fn samples() -> Vec<Speaker> {
        let shown = [(Some(Rating::Guest), Some(1)), (Some(Rating::Settled(1670)), None)];
        let players = Titled::samples().into_iter().zip(shown.into_iter().chain([(None, None)]));
        players.map(|(player, (rating, game))| Speaker { player, rating, game }).collect()
    }
}

crate::notices! {
    /// A message of a player, or the report to its sender.
    pub enum TalkNotice {
        /// To one player.
        Tells { from: Titled, text: String } = "{from} tells you: {text}",
        /// By the bughouse partner.
        PartnerTells { from: Titled, text: String } = "{from} (your partner) tells you: {text}",
        /// By the opponent.
        Says { from: Titled, text: String } = "{from} says: {text}",
        /// By an opponent who is at a game.
        SaysAt { from: Titled, game: u32, text: String } = "{from}[{game}] says: {text}",
        /// In a channel.
        InChannel { from: Titled, channel: u32, text: String } = "{from}({channel}): {text}",
        /// To all at a game.
        Kibitzes { from: Speaker, text: String } = "{from} kibitzes: {text}",
        /// To all at a game but its players.
        Whispers { from: Speaker, text: String } = "{from} whispers: {text}",
        /// A shout to all players.
        Shouts { from: Titled, text: String } = "{from} shouts: {text}",
        /// About chess, to all.
        Cshouts { from: Titled, text: String } = "{from} c-shouts: {text}",
        /// A description of a player's action.
        It { from: Titled, text: String } = "--> {from} {text}",
        /// The same, where the text begins with an apostrophe.
        Its { from: Titled, text: String } = "--> {from}'{text}",
        /// By an administrator.
        Announcement { from: Name, text: String } = "    **ANNOUNCEMENT** from {from}: {text}",
        /// By a program.
        Quiet { text: String } = ":{text}",

        /// A tell reached one player.
        Told { name: Name, doing: Doing } = "(told {name}{doing})",
        /// A tell reached a channel.
        ToldChannel { players: Players, channel: Channel } = "(told {players} in channel {channel})",
        /// A kibitz reached all at a game.
        Kibitzed { players: Players } = "(kibitzed to {players})",
        /// A whisper reached the observers of a game.
        Whispered { players: Players } = "(whispered to {players})",
        /// A shout reached everyone.
        Shouted { players: Players } = "(shouted to {players})",
        /// A shout about chess reached everyone.
        Cshouted { players: Players } = "(c-shouted to {players})",
        /// A program's text reached a player; 1 if it did not.
        QuietlyTold { name: Name, failed: u32 } = "*qtell {name} {failed}*",

        /// The receiver censors this player.
        Censored { name: Name } = "Player \"{name}\" is censoring you.",
        /// The hearer will not hear guests.
        NoGuests { name: Name } = "Player \"{name}\" isn't listening to unregistered tells.",
        /// There is no last player or channel.
        NobodyToTell = "No one to tell anything to.",
        /// There is no opponent, and was none.
        NoOpponent = "You haven't played a game yet.",
        /// The opponent has left.
        OpponentGone = "Your opponent is no longer logged in.",
        /// There is no partner.
        NoPartner = "You do not have a partner at present.",
        /// The player is not in the channel.
        NotInChannel { channel: u32 } = "(Not sent because you are not in channel {channel}.)",
        /// Guests have channels of their own.
        ChannelOfRegistered { channels: String } = "Only registered users may send tells to channels other than {channels}.",
        /// A channel for administrators.
        ChannelOfAdmins { channel: u32 } = "Only admins may join channel {channel}.",
        /// There is no such channel.
        NoSuchChannel { most: u32 } = "The channel must be between 0 and {most}.",
        /// A guest, at a game of others.
        KibitzOfGuest = "Only registered players may kibitz to others' games.",
        /// A guest, at a game of others.
        WhisperOfGuest = "Only registered players may whisper to others' games.",
        /// Not at a game.
        NoGame = "You are not playing, examining, or observing a game.",
        /// A shout too soon after others.
        ShoutQuota { seconds: u32 } = "Shout not sent. Your next shout is in {seconds} seconds.",
        /// Not allowed to shout.
        Muzzled = "You are muzzled.",
        /// Not allowed to shout about chess.
        Cmuzzled = "You are c-muzzled.",
        /// For programs only.
        OnlyDirectors = "Only TD programs are allowed to use this command.",
    }
}
