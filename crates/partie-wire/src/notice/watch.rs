//! Watching games.

use crate::style12::{GameInfo, Match};

use crate::{
    display::DisplayOptions,
    fields::{Games, Name, Titled},
    ivars::Ivar,
    template::Field,
};

crate::notices! {
    /// A notice for observers.
    pub enum WatchNotice {
        /// A game is watched from now on.
        NowObserving { game: u32 } = "You are now observing game {game}.",
        /// Players, ratings and terms of a game, before its board.
        Line { game: u32, players: Match } = "Game {game}: {players}",
        /// A game is watched no more.
        Removed { game: u32 } = "Removing game {game} from observation list.",
        /// The same, as other servers say it.
        NoLongerObserving { game: u32 } = "You are no longer observing game {game}.",
        /// It was not watched.
        NotObservingThis { game: u32 } = "You are not observing game {game}.",
        /// None was watched.
        ObservingNone = "You are not observing any games.",
        /// The list of observed games.
        ObservingThese { games: String } = "You are observing: {games}",
        /// After the list of all who watch.
        ObserversShown { shown: Games, of: u32 } = "  {shown} displayed (of {of} in progress).",
        /// It is watched already.
        AlreadyObserving { game: u32 } = "You are already observing game {game}.",
        /// It is the player's own.
        OwnGame = "You cannot observe a game that you are playing.",
        /// It is examined by oneself.
        OwnExamination = "You cannot observe a game that you are examining.",
        /// No more at once.
        TooMany { most: u32 } = "You are already observing {most} games, which is the maximum.",
        /// Others may not watch.
        PrivateGame { game: u32 } = "Sorry, game {game} is a private game.",
        /// No game has this number.
        NoSuchGame = "There is no such game.",
        /// The player has no game.
        NotInGame { who: Name } = "{who} is not playing a game.",
        /// No game is meant by a command that needs one.
        NoGame = "You are not playing, examining or observing a game.",
        /// The player has no partner's game.
        NoPartnerGame { who: Name } = "{who}'s partner is not playing a game.",
        /// Nor has oneself.
        NoOwnPartnerGame = "Your partner is not playing a game.",
        /// The best games of a kind are followed.
        FollowingBest = "You will now be following strongest players' games.",
        /// A player is followed.
        Following { who: Name } = "You will now be following {who}'s games.",
        /// A player's partner is followed.
        FollowingPartner { who: Name } = "You will now be following {who}'s partner's games.",
        /// Following has ended.
        NotFollowing = "You will not follow any player's games.",
        /// The player followed nobody.
        WasNotFollowing = "You weren't following any player's games.",
        /// One cannot follow oneself.
        FollowSelf = "You can't follow your own games.",
        /// A player who is followed begins a game.
        FollowedStarts { who: Name, opponent: Name } = "{who}, whom you are following, has started a game with {opponent}.",
        /// A player who is followed examines.
        FollowedExamines { who: Name } = "{who}, whom you are following, has started examining a game.",
        /// The player is busy.
        Busy { who: Name } = "{who} is playing or examining another game.",
        /// The first of the watched games.
        Primary { game: u32 } = "Game {game} is now your primary game.",
        /// It was the first before.
        AlreadyPrimary { game: u32 } = "Game {game} is already your primary game.",
        /// An examined game that was watched is over.
        NoExaminers { game: u32 } = "Game {game} (which you were observing) has no examiners.",
        /// Nobody watches a game.
        NobodyWatches { game: u32 } = "No one is observing game {game}.",
        /// Nobody watches any game.
        NobodyWatchesAny = "No games are being observed.",
        /// White's clock.
        WhiteClock { name: Name, left: String } = "White ({name}) : {left}",
        /// Black's clock.
        BlackClock { name: Name, left: String } = "Black ({name}) : {left}",
        /// No position of a game has a name.
        NoOpening { game: u32 } = "Game {game} has no known opening.",
        /// No opening has a code or a name.
        NoSuchOpening { wanted: String } = "There is no opening matching \"{wanted}\".",
    }
}

/// The facts of a game, `<g1>`, sent with `iset gameinfo 1`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct InfoNotice(
    /// The facts.
    pub GameInfo,
);

impl InfoNotice {
    /// Appends the line if the viewer's settings include it.
    pub fn write(&self, display: &DisplayOptions, out: &mut String) {
        if display.ivars.has(Ivar::Gameinfo) {
            out.push_str(&self.0.to_string());
        }
    }

    /// Reads the line.
    pub(crate) fn read(text: &str) -> Option<InfoNotice> {
        GameInfo::parse(text).map(InfoNotice)
    }
}

/// The observers of one game:
/// `Observing  1 [Alpha vs. Bravo]: Charlie(U) (1 user)`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ObserversNotice {
    /// The game's number.
    pub game: u32,
    /// The players; none where the board is scratch.
    pub players: Option<(String, String)>,
    /// The examiners; empty for a game being played.
    pub examiners: Vec<Titled>,
    /// The observers.
    pub observers: Vec<Titled>,
}

impl ObserversNotice {
    /// Appends the line. Examiners stand first and have `#` before their names.
    pub fn write(&self, out: &mut String) {
        let verb = if self.examiners.is_empty() { "Observing" } else { "Examining" };
        out.push_str(&format!("{verb} {:>2} ", self.game));
        match &self.players {
            Some((white, black)) => out.push_str(&format!("[{white} vs. {black}]:")),
            None => out.push_str("(scratch):"),
        }
        for (sign, who) in self
            .examiners
            .iter()
            .map(|who| ("#", who))
            .chain(self.observers.iter().map(|who| ("", who)))
        {
            out.push_str(&format!(" {sign}{}{}", who.name, who.titles));
        }
        let count = self.examiners.len() + self.observers.len();
        out.push_str(&format!(" ({count} user{})", if count == 1 { "" } else { "s" }));
    }

    /// Reads the line. Lasker's server does not count the names.
    pub(crate) fn read(text: &str) -> Option<ObserversNotice> {
        let rest = text.strip_prefix("Observing ").or_else(|| text.strip_prefix("Examining "))?;
        let (head, rest) = rest.split_once(':')?;
        let (game, players) = head.trim_start().split_once(' ')?;
        let players = if players == "(scratch)" {
            None
        } else {
            let names = players.strip_prefix('[')?.strip_suffix(']')?;
            let (white, black) = names.split_once(" vs. ")?;
            Some((white.to_owned(), black.to_owned()))
        };
        let names = match rest.rsplit_once(" (") {
            Some((names, count)) if count.starts_with(|c: char| c.is_ascii_digit()) => names,
            _ => rest,
        };
        let (mut examiners, mut observers) = (Vec::new(), Vec::new());
        for word in names.split_ascii_whitespace() {
            match word.strip_prefix('#') {
                Some(name) => examiners.push(Titled::take(name)?),
                None => observers.push(Titled::take(word)?),
            }
        }
        Some(ObserversNotice { game: game.parse().ok()?, players, examiners, observers })
    }
}
