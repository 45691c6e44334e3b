//! Reasons for the end of a game, in the words inside `{Game 1 (Adam vs. Boris) ...}`.

use std::{fmt, str::FromStr};

use crate::fields::Name;

crate::notices! {
    /// Reason for the end of a game.
    #[allow(clippy::large_enum_variant, reason = "two names")]
    pub enum Ending {
        /// Mate. In losers it is the mated side that wins.
        Checkmated { loser: Name } = "{loser} checkmated",
        /// Mate on both boards of bughouse at once.
        BothCheckmated { white: Name, black: Name } = "{white} and {black} checkmated",
        /// A player gave up.
        Resigns { loser: Name } = "{loser} resigns",
        /// The flag fell.
        OnTime { loser: Name } = "{loser} forfeits on time",
        /// A player left and did not come back.
        ByDisconnection { loser: Name } = "{loser} forfeits by disconnection",
        /// An administrator decided for one side.
        WinsByAdjudication { winner: Name } = "{winner} wins by adjudication",
        /// An administrator declared a draw.
        DrawnByAdjudication = "Game drawn by adjudication",
        /// Stalemate.
        Stalemate = "Game drawn by stalemate",
        /// Stalemate where it wins: suicide and losers.
        WinsByStalemate { winner: Name } = "{winner} wins by stalemate",
        /// Stalemate in suicide, fewer pieces.
        WinsByFewerMaterial { winner: Name } = "{winner} wins by having less material (stalemate)",
        /// Stalemate in suicide, equal pieces.
        EqualMaterial = "Game drawn by stalemate (equal material)",
        /// Only bishops that never meet, in suicide.
        OppositeBishops = "Game drawn by stalemate (opposite color bishops)",
        /// By agreement.
        Agreed = "Game drawn by mutual agreement",
        /// Threefold repetition.
        Repetition = "Game drawn by repetition",
        /// Fifty moves of both sides without a capture or a pawn's move.
        FiftyMoves = "Game drawn by the 50 move rule",
        /// Nobody can mate.
        NoMaterial = "Neither player has mating material",
        /// Both flags have fallen.
        BothOutOfTime = "Game drawn because both players ran out of time",
        /// The flag fell, but the other side cannot mate.
        OutOfTimeNoMaterial { loser: Name, other: Name } = "{loser} ran out of time and {other} has no material to mate",
        /// All pieces lost where that wins.
        LosesAll { winner: Name } = "{winner} wins by losing all material",
        /// Atomic chess.
        KingExploded { loser: Name } = "{loser}'s king exploded",
        /// The goal of another variant.
        ReachesGoal { winner: Name } = "{winner} reaches the goal of the variant",
        /// The partner's game of bughouse ended so.
        PartnerWon { winner: Name } = "{winner}'s partner won",
        /// The partners' game was a draw.
        PartnersDrew = "Game drawn on the other board",
        /// The partners' game ended without a result.
        PartnersAborted = "Game aborted on the other board",
        /// Interrupted by agreement.
        Adjourned = "Game adjourned by mutual agreement",
        /// Interrupted by courtesy of one side.
        CourtesyAdjourned { by: Name } = "Game courtesyadjourned by {by}",
        /// Interrupted since a connection broke.
        LostAdjourned { who: Name } = "{who} lost connection; game adjourned",
        /// Ended since a connection broke.
        LostAborted { who: Name } = "{who} lost connection and too few moves; game aborted",
        /// Interrupted by the server.
        ShutdownAdjourned = "Game adjourned by server shutdown",
        /// Ended without a result by the server.
        ShutdownAborted = "Game aborted by server shutdown",
        /// Without a result, by agreement.
        Aborted = "Game aborted by mutual agreement",
        /// Without a result, before it began well.
        AbortedOnMove1 = "Game aborted on move 1",
        /// Without a result, by courtesy of one side.
        CourtesyAborted { by: Name } = "Game courtesyaborted by {by}",
        /// Without a result, by an administrator.
        AbortedByAdjudication = "Game aborted by adjudication",
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = String::new();
        self.write(&mut words);
        f.write_str(&words)
    }
}

impl FromStr for Ending {
    type Err = String;

    fn from_str(words: &str) -> Result<Ending, String> {
        Ending::read(words).ok_or_else(|| format!("unknown end of a game \"{words}\""))
    }
}

impl Ending {
    /// The same ending with the sides in place of the players, as move lists have it: `White
    /// resigns`. Programs know the end of a list by it.
    #[must_use]
    pub fn of_sides(&self, white: &str) -> Ending {
        let side = |name: &mut Name| {
            *name = if name.0 == white { "White".into() } else { "Black".into() };
        };
        let mut ending = self.clone();
        match &mut ending {
            Ending::BothCheckmated { white: one, black: other }
            | Ending::OutOfTimeNoMaterial { loser: one, other } => {
                side(one);
                side(other);
            }
            Ending::Checkmated { loser: name }
            | Ending::Resigns { loser: name }
            | Ending::OnTime { loser: name }
            | Ending::ByDisconnection { loser: name }
            | Ending::WinsByAdjudication { winner: name }
            | Ending::WinsByStalemate { winner: name }
            | Ending::WinsByFewerMaterial { winner: name }
            | Ending::LosesAll { winner: name }
            | Ending::KingExploded { loser: name }
            | Ending::ReachesGoal { winner: name }
            | Ending::PartnerWon { winner: name }
            | Ending::CourtesyAdjourned { by: name }
            | Ending::LostAdjourned { who: name }
            | Ending::LostAborted { who: name }
            | Ending::CourtesyAborted { by: name } => side(name),
            _ => {}
        }
        ending
    }

    /// The three letters of `history`. Programs know no others: a row with other letters ends
    /// the list for PyChess.
    #[must_use]
    pub const fn short(&self) -> &'static str {
        match self {
            Ending::Checkmated { .. }
            | Ending::BothCheckmated { .. }
            | Ending::KingExploded { .. }
            | Ending::ReachesGoal { .. } => "Mat",
            Ending::Resigns { .. } => "Res",
            Ending::OnTime { .. } => "Fla",
            Ending::ByDisconnection { .. } => "Dis",
            Ending::WinsByAdjudication { .. }
            | Ending::DrawnByAdjudication
            | Ending::AbortedByAdjudication
            | Ending::Adjourned
            | Ending::CourtesyAdjourned { .. }
            | Ending::LostAdjourned { .. }
            | Ending::ShutdownAdjourned => "Adj",
            Ending::Stalemate | Ending::WinsByStalemate { .. } => "Sta",
            Ending::WinsByFewerMaterial { .. }
            | Ending::EqualMaterial
            | Ending::OppositeBishops => "WLM",
            Ending::Agreed | Ending::PartnersDrew => "Agr",
            Ending::Repetition => "Rep",
            Ending::FiftyMoves => "50",
            Ending::NoMaterial => "NM",
            Ending::BothOutOfTime | Ending::OutOfTimeNoMaterial { .. } => "TM",
            Ending::LosesAll { .. } => "WNM",
            Ending::PartnerWon { .. } => "Par",
            Ending::LostAborted { .. }
            | Ending::ShutdownAborted
            | Ending::PartnersAborted
            | Ending::Aborted
            | Ending::AbortedOnMove1
            | Ending::CourtesyAborted { .. } => "Abr",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PyChess reads a list of moves up to a line with one of these, and waits for it in vain
    /// where a player is named instead.
    #[test]
    fn every_list_of_moves_ends() {
        for template in Ending::TEMPLATES {
            let mut words = (*template).to_owned();
            for field in ["loser", "winner", "by", "who", "white"] {
                words = words.replace(&format!("{{{field}}}"), "Anna");
            }
            for field in ["black", "other"] {
                words = words.replace(&format!("{{{field}}}"), "Boris");
            }
            let ending = Ending::read(&words).expect("an ending");
            let mut shown = String::new();
            ending.of_sides("Anna").write(&mut shown);
            assert_eq!(shown, words.replace("Anna", "White").replace("Boris", "Black"));
            let known = ["White", "Black", "Still in progress", "Neither", "Game drawn"];
            let adjourned = shown.starts_with("Game") && shown.contains("adjourned ");
            let aborted = shown.contains("aborted");
            assert!(adjourned || aborted || known.iter().any(|k| shown.contains(k)), "{shown}");
        }
    }
}
