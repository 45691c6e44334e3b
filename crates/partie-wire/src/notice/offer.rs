//! Offers, answers and refusals.

use crate::{
    fields::{Name, Seconds},
    proposal::{OfferKind, Proposal},
};

crate::notices! {
    /// A notice about offers.
    #[allow(clippy::large_enum_variant, reason = "lives as long as one line")]
    pub enum OfferNotice {
        /// The player's own challenge.
        Issuing { proposal: Proposal } = "Issuing: {proposal}.",
        /// A challenge of another player.
        Challenge { proposal: Proposal } = "Challenge: {proposal}.\nYou can \"accept\", \"decline\", or propose different parameters.",
        /// Before a challenge of the player's own that replaces an earlier one.
        Updating { to: String } = "Updating offer already made to \"{to}\".",
        /// Before another player's challenge that replaces an earlier one.
        Updates { who: Name } = "{who} updates the match request.",
        /// The same challenge once more.
        Identical { to: Name } = "You are already offering an identical match to {to}.",
        /// The other player has already proposed the same game.
        Intercepts { whose: Name } = "Your challenge intercepts {whose}'s challenge.",
        /// The same, said to the other.
        Intercepted { whose: Name } = "{whose}'s challenge intercepts your challenge.",
        /// Other parameters instead of an answer.
        Counteroffer { from: Name } = "Declining the offer from {from} and proposing a counteroffer.",
        /// The same, said to the other.
        Countered { who: Name } = "{who} declines your offer and proposes a counteroffer.",

        /// The player would play themselves.
        Yourself = "You can't match yourself.",
        /// One game at a time.
        WhilePlaying = "You cannot challenge while you are playing a game.",
        /// Examining comes to an end first.
        WhileExamining = "You cannot challenge while you are examining a game.",
        /// The other plays.
        IsPlaying { who: Name } = "{who} is playing a game.",
        /// The other examines.
        IsExamining { who: Name } = "{who} is examining a game.",
        /// The other does not want to play.
        NotOpen { who: Name } = "{who} is not open to match requests.",
        /// The player who challenges wants to play.
        OpensYou = "Setting you open for matches.",
        /// The other player censors the challenger.
        CensorsYou { who: Name } = "{who} is censoring you.",
        /// Censored by oneself.
        YouCensor { who: Name } = "You are censoring {who}.",
        /// On the other's list.
        OnNoplay { who: Name } = "You are on {who}'s noplay list.",
        /// On the player's own.
        YouNoplay { who: Name } = "You have {who} on your noplay list.",
        /// The other's formula says no.
        FormulaOf { who: Name, formula: String } = "Match request does not fit formula for {who}:\n{who}'s formula: {formula}",
        /// Guests play unrated.
        YouAreUnregistered = "You are unregistered - setting to unrated.",
        /// The same with a guest.
        IsUnregistered { who: Name } = "{who} is unregistered - setting to unrated.",
        /// No clocks, no ratings; no fairness, no ratings.
        NeverRated = "Games without clocks or at time odds are not rated - setting to unrated.",
        /// A named board is no start for ratings.
        BoardNeverRated = "Games from this board are not rated - setting to unrated.",
        /// No such kind of game.
        NoSuchBoard { board: String } = "No such board: {board}.",
        /// Bughouse wants four.
        NoPartner = "You have no partner for bughouse.",
        /// The other has none.
        HasNoPartner = "Your opponent has no partner for bughouse.",
        /// More than the clocks show.
        TooLong = "A game has at most 999 minutes and 999 seconds a move.",
        /// Nobody to play again.
        NoLastOpponent = "You have no previous opponent.",
        /// The player is not online.
        LastOpponentGone { who: Name } = "Your last opponent, {who}, is not logged in.",

        /// The player's own answer.
        YouAccept { what: OfferKind, from: Name } = "You accept the {what} from {from}.",
        /// The other player's answer.
        Accepts { who: Name, what: OfferKind } = "{who} accepts the {what}.",
        /// The player's own answer.
        YouDecline { what: OfferKind, from: Name } = "You decline the {what} from {from}.",
        /// The other player's answer.
        Declines { who: Name, what: OfferKind } = "{who} declines the {what}.",
        /// An offer withdrawn.
        YouWithdraw { what: OfferKind, to: Name } = "You withdraw the {what} to {to}.",
        /// Taken back by the other.
        Withdraws { who: Name, what: OfferKind } = "{who} withdraws the {what}.",

        /// A challenger plays another player.
        ChallengerJoined { who: Name, with: Name } = "{who}, who was challenging you, has joined a match with {with}.",
        /// The challenged player plays another game.
        ChallengedJoined { who: Name, with: Name } = "{who}, whom you were challenging, has joined a match with {with}.",
        /// A challenger left.
        ChallengerLeft { who: Name } = "{who}, who was challenging you, has departed.",
        /// The challenged player left.
        ChallengedLeft { who: Name } = "{who}, whom you were challenging, has departed.",
        /// A game begins; what others wanted is off.
        ChallengeRemoved { from: Name } = "Challenge from {from} removed.",
        /// A game begins, and open offers are withdrawn.
        ChallengeWithdrawn { to: Name } = "Challenge to {to} withdrawn.",

        /// There is no offer to answer or withdraw.
        NoOffers { verb: Name } = "There are no offers to {verb}.",
        /// There is no offer of this kind.
        NoOffersOf { kind: Name, verb: Name } = "There are no {kind} offers to {verb}.",
        /// There is no offer from this player.
        NoOffersFrom { who: Name, verb: Name } = "There are no offers from {who} to {verb}.",
        /// There is no offer to this player.
        NoOffersTo { who: Name, verb: Name } = "There are no offers to {who} to {verb}.",
        /// No such number.
        NoOfferNumber { index: u32, verb: Name } = "There is no offer {index} to {verb}.",
        /// Several offers match.
        WhichOffer { verb: Name } = "There is more than one offer to {verb}. Type \"pending\" to see them.",

        /// The player's own request.
        DrawSent = "Draw request sent.",
        /// The opponent's request.
        DrawOffered { from: Name } = "{from} offers you a draw.",
        /// To observers.
        DrawSeen { game: u32, from: Name } = "Game {game}: {from} offers a draw.",
        /// The player's own request.
        AbortSent = "Abort request sent.",
        /// The opponent's request.
        AbortWanted { from: Name } = "{from} would like to abort the game; type \"abort\" to accept.",
        /// To observers.
        AbortSeen { game: u32, from: Name } = "Game {game}: {from} requests to abort the game.",
        /// The player's own request.
        AdjournSent = "Adjourn request sent.",
        /// The opponent's request.
        AdjournWanted { from: Name } = "{from} would like to adjourn the game; type \"adjourn\" to accept.",
        /// To observers.
        AdjournSeen { game: u32, from: Name } = "Game {game}: {from} requests to adjourn the game.",
        /// Games of guests are not kept.
        CannotAdjourn = "All players must be registered to adjourn a game.  Use \"abort\".",
        /// Four players would have to agree.
        CannotAdjournBughouse = "Bughouse games can't be adjourned.",
        /// The player's own request.
        TakebackSent = "Takeback request sent.",
        /// The opponent's request.
        TakebackWanted { from: Name, plies: u32 } = "{from} would like to take back {plies} half move(s).",
        /// To observers.
        TakebackSeen { game: u32, from: Name, plies: u32 } = "Game {game}: {from} requests to take back {plies} half move(s).",
        /// The opponent asked for another number.
        TakebackDiffers = "You disagree on the number of half-moves to take back.\nAlternate takeback request sent.",
        /// The same, said to the opponent.
        TakebackInstead { from: Name, plies: u32 } = "{from} proposes a different number ({plies}) of half-move(s).",
        /// More than were played.
        TooFewPlies { played: u32 } = "There are only {played} half moves in your game.",
        /// There is no move to take back.
        NoPlies = "There are no moves in your game.",
        /// The opponent never takes back.
        NoTakebacks { who: Name } = "{who} does not accept takebacks.",
        /// The captured piece is on the other board.
        CannotTakeBackBughouse = "Moves can't be taken back in bughouse.",
        /// The player's own request.
        SwitchSent = "Switch request sent.",
        /// The opponent's request.
        SwitchWanted { from: Name } = "{from} would like to switch sides.\nType \"accept\" to switch sides, or \"decline\" to refuse.",
        /// To observers.
        SwitchSeen { game: u32, from: Name } = "Game {game}: {from} requests to switch sides.",
        /// Partners would be opponents.
        CannotSwitchBughouse = "Sides can't be switched in bughouse.",
        /// It was done.
        Switched { game: u32 } = "Game {game}: The players have switched sides.",
        /// The player's own request.
        PauseSent = "Pause request sent.",
        /// The opponent's request.
        PauseWanted { from: Name } = "{from} requests to pause the game.",
        /// To observers.
        PauseSeen { game: u32, from: Name } = "Game {game}: {from} requests to pause the game.",
        /// The player's own request.
        UnpauseSent = "Unpause request sent.",
        /// The opponent's request.
        UnpauseWanted { from: Name } = "{from} requests to unpause the game.",
        /// To observers.
        UnpauseSeen { game: u32, from: Name } = "Game {game}: {from} requests to unpause the game.",
        /// It stands already.
        AlreadyPaused = "Game is already paused.",
        /// The clock is running.
        NotPaused = "The clock is not paused.",
        /// There is no clock to stop.
        UntimedPause = "You can't pause untimed games.",
        /// The clocks stand anyway.
        EarlyPause = "The clock is not ticking yet.",
        /// The same offer is pending.
        AlreadyOffered { what: OfferKind } = "Your opponent has not answered your {what} yet.",
        /// The time is out of range.
        MoretimeLimit = "You can give your opponent 1 to 600 seconds.",
        /// There is no clock.
        UntimedMoretime = "You can't add time to untimed games.",
        /// To observers.
        TimeAddedSeen { game: u32, who: Name, seconds: Seconds } = "Game {game}: {who} has added {seconds} to the opponent's clock.",
    }
}
