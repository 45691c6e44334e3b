//! Tournaments: crosstables with ranks, tie-breaks and rating performances, from the games alone.
//!
//! Game records seldom name byes and forfeits, so points and tie-breaks may differ from the
//! organizers'.
//!
//! ```
//! use partie_db::tournament::{EventGame, Tournament};
//! use partie_formats::ReadOptions;
//!
//! let text = "[White \"Anderssen\"]\n[Black \"Staunton\"]\n[Round \"1\"]\n\n1. e4 e5 1-0\n\n\
//!     [White \"Staunton\"]\n[Black \"Szen\"]\n[Round \"2\"]\n\n1. c4 e5 1/2-1/2\n\n\
//!     [White \"Szen\"]\n[Black \"Anderssen\"]\n[Round \"3\"]\n\n1. e4 c5 0-1";
//! let games = partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten();
//! let tournament = Tournament::new(games.map(|game| EventGame::of(&game)).collect(), None);
//! let standings = tournament.standings(&["SB".parse()?]);
//! assert_eq!(tournament.players[standings[0].player].name, "Anderssen");
//! assert_eq!(standings[0].points.to_string(), "2");
//! assert_eq!(standings[0].tie_breaks, [Some(1.0)]);
//! # Ok::<(), partie_db::query::ParseError>(())
//! ```

mod events;
#[cfg(test)]
mod fide_examples;
mod game;
mod json;
mod kind;
mod pairing;
mod roster;
mod rounds;
mod scores;
mod standings;
#[cfg(test)]
mod tests;
mod tie_break;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use crate::query::Date;
pub use events::{events, is_casual};
pub use game::{EventGame, Side};
pub use kind::TournamentKind;
pub use pairing::{Bye, Pairing, Points};
pub use roster::Player;
use roster::Roster;
pub use rounds::RoundSource;
pub use standings::Standing;
pub use tie_break::TieBreak;

/// A record that is not part of the crosstable.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// The reason.
    pub reason: LeftOutReason,
    /// Facts of the game.
    pub game: EventGame,
}

/// Reason why a record is not part of the crosstable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOutReason {
    /// A player is not named.
    Nameless,
    /// Both players have one name.
    OneName,
    /// It is a bye without a result.
    Bye,
    /// The game is recorded twice.
    Repeated,
}

impl fmt::Display for LeftOutReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            LeftOutReason::Nameless => "a player is not named",
            LeftOutReason::OneName => "both players have one name",
            LeftOutReason::Bye => "it is a bye without a result",
            LeftOutReason::Repeated => "the game is recorded twice",
        })
    }
}

/// A tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// Name of the event; empty if it is not known.
    pub event: String,
    /// Place; empty if it is not known.
    pub site: String,
    /// First and last date of a game.
    pub dates: Option<(Date, Date)>,
    /// Kind.
    pub kind: TournamentKind,
    /// Number of games that an all-play-all or a Scheveningen match has for each pair; 1 in others.
    pub cycles: usize,
    /// Rounds that have games or byes, in their order.
    pub rounds: Vec<usize>,
    /// Source of the rounds.
    pub round_source: RoundSource,
    /// Players in the order of their first games.
    pub players: Vec<Player>,
    /// Games in the order of the records.
    pub games: Vec<Pairing>,
    /// Rounds of players without an opponent, in the order of the records.
    pub byes: Vec<Bye>,
    /// Records that are not among the games.
    pub left_out: Vec<LeftOut>,
}

impl Tournament {
    /// Makes a tournament of the games of one event; its kind is recognised unless it is given.
    ///
    /// Players are known by their FIDE ids, or else by the words of their names in any order, case
    /// and accents; an initial is not taken for a name.
    #[must_use]
    pub fn new(records: Vec<EventGame>, kind: Option<TournamentKind>) -> Tournament {
        let named = |name: fn(&EventGame) -> &String| {
            let named = records.iter().map(name).find(|name| !name.is_empty());
            named.cloned().unwrap_or_default()
        };
        let (event, site) = (named(|game| &game.event), named(|game| &game.site));
        let mut roster = Roster::default();
        let (mut games, mut dates): (Vec<Pairing>, Vec<Option<Date>>) = Default::default();
        let mut kept: BTreeMap<(usize, usize, u128), Vec<EventGame>> = BTreeMap::new();
        let mut left_out = Vec::new();
        for game in records {
            let [one, other] = &game.sides;
            if game.bye.is_some() && !game.outcome.is_known() {
                left_out.push(LeftOut { reason: LeftOutReason::Bye, game });
                continue;
            }
            if one.name.is_empty() || other.name.is_empty() {
                left_out.push(LeftOut { reason: LeftOutReason::Nameless, game });
                continue;
            }
            let (white, black) = match game.bye {
                None => (roster.number(one), roster.number(other)),
                Some(color) => {
                    let player = roster.number(color.fold_wb(one, other));
                    let nobody = roster.nobody(player);
                    color.fold_wb((player, nobody), (nobody, player))
                }
            };
            if white == black {
                left_out.push(LeftOut { reason: LeftOutReason::OneName, game });
                continue;
            }
            let like = kept.entry((white, black, game.moves)).or_default();
            if like.iter().any(|earlier| earlier.is_repeated_by(&game)) {
                left_out.push(LeftOut { reason: LeftOutReason::Repeated, game });
                continue;
            }
            games.push(Pairing {
                number: game.number,
                white,
                black,
                round: rounds::number(&game.round).unwrap_or(0),
                outcome: game.outcome,
                forfeit: game.forfeit,
            });
            dates.push(game.date);
            like.push(game);
        }
        let round_source = rounds::assign(&mut games, &dates);
        let mut byes = Vec::new();
        games.retain(|game| {
            let bye = roster.bye(game);
            byes.extend(bye);
            bye.is_none()
        });
        let players = roster.into_players(&mut games, &mut byes);
        let kind = kind.unwrap_or_else(|| kind::recognise(players.len(), &games, round_source));
        let rounds: BTreeSet<usize> =
            games.iter().map(|game| game.round).chain(byes.iter().map(|bye| bye.round)).collect();
        let days = || dates.iter().flatten().copied();
        Tournament {
            event,
            site,
            dates: days().min().zip(days().max()),
            kind,
            cycles: match kind {
                TournamentKind::AllPlayAll | TournamentKind::Scheveningen => kind::cycles(&games),
                _ => 1,
            },
            rounds: rounds.into_iter().collect(),
            round_source,
            players,
            games,
            byes,
            left_out,
        }
    }

    /// Returns the number of games without a result, which give no points.
    #[must_use]
    pub fn unfinished(&self) -> usize {
        self.games.iter().filter(|game| !game.outcome.is_known()).count()
    }

    /// Returns the players of the two teams of a Scheveningen match.
    #[must_use]
    pub fn teams(&self) -> Option<[Vec<usize>; 2]> {
        let teams = || kind::teams(self.players.len(), &self.games);
        (self.kind == TournamentKind::Scheveningen).then(teams).flatten()
    }

    /// Returns the usual tie-breaks of the tournament's kind.
    #[must_use]
    pub fn usual_tie_breaks(&self) -> Vec<TieBreak> {
        match self.kind {
            TournamentKind::Match | TournamentKind::Simultaneous => Vec::new(),
            TournamentKind::AllPlayAll => TieBreak::ALL_PLAY_ALL.to_vec(),
            TournamentKind::Scheveningen => TieBreak::SCHEVENINGEN.to_vec(),
            TournamentKind::Swiss => TieBreak::SWISS.to_vec(),
            TournamentKind::Knockout | TournamentKind::Other => TieBreak::OTHER.to_vec(),
        }
    }
}
