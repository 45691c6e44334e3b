//! Notices about seek ads; the ads themselves are in [`super::seek_ads`].

use crate::fields::{Name, Players};

crate::notices! {
    /// A notice about seek ads.
    pub enum SeekNotice {
        /// The player's own ad is there.
        Posted { index: u32 } = "Your seek has been posted with index {index}.",
        /// Number of players who saw it.
        SeenBy { players: Players } = "({players} saw the seek.)",
        /// All of the player's own are gone.
        AllRemoved = "Your seeks have been removed.",
        /// One of the player's own is gone.
        Removed { index: u32 } = "Your seek {index} has been removed.",
        /// There are none.
        NoSeeks = "You have no active seeks.",
        /// No ad of the player's own with this number.
        NotYours { index: u32 } = "You have no active seek with index {index}.",
        /// The player has too many ads.
        TooMany { most: u32 } = "You can only have {most} active seeks.",
        /// The same ad again.
        AlreadyPosted { index: u32 } = "You already have the same seek posted with index {index}.",
        /// The same ad with other conditions.
        Updating { index: u32, changes: String } = "Updating seek ad {index}; {changes}.",
        /// Another's ad fits.
        Matches { whose: Name } = "Your seek matches one already posted by {whose}.",
        /// The same, said to the other.
        Matched { who: Name } = "{who}'s seek matches one of yours.",
        /// The player's own ad matches the search.
        Qualifies { whose: Name } = "Your seek qualifies for {whose}'s getgame.",
        /// Another's ad is what one looks for.
        Got { whose: Name } = "Your getgame has found a seek of {whose}.",
        /// A player answers the player's ad.
        Accepts { who: Name } = "{who} accepts your seek.",
        /// An ad whose player wants to look first.
        Manual = "Issuing match request since the seek was set to manual.",
        /// Gone, or never there, or not for this player.
        NotAvailable = "That seek is not available.",
        /// Not with oneself.
        YourOwn = "You can't play your own seek.",
        /// Several ads match.
        Several { who: Name } = "{who} has more than one seek. Choose one by its number.",
        /// The player has no ad.
        HasNone { who: Name } = "{who} is not seeking any games.",
        /// The rating is outside the seek's range.
        OutOfRange { low: u32, high: u32 } = "That seek is for ratings from {low} to {high}.",
        /// Guests play unrated.
        OnlyRegistered = "Only registered players can play rated games.",
        /// One game at a time.
        WhilePlaying = "You can't seek a game while you are playing one.",
        /// Examining comes to an end first.
        WhileExamining = "You can't seek a game while you are examining one.",
        /// Bughouse is for four.
        NotBughouse = "You cannot seek bughouse games.",
        /// Odds are not given to strangers.
        NotFromBoard { board: String } = "Games from {board} can't be sought; use \"match\".",
    }
}
