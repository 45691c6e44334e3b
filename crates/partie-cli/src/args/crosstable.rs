//! Arguments of `partie crosstable`.

use std::str::FromStr as _;

use clap::Args;
use partie_db::tournament::{TieBreak, TournamentKind};

use super::{Collection, Presentation};

/// Make a crosstable of a tournament, with tie-breaks and rating performances
///
/// Makes it of one event, which conditions such as --event choose, or of each with --all-events.
/// Takes players, results and rounds from the tags. Rounds without tags are found by the dates or
/// the order of the games. Players are the same if their FIDE ids are, or else the words of their
/// names; `partie names` finds those that are spelled in several ways. Points are counted from the
/// games alone, and from records without moves of forfeits (by the tag Termination) and of byes (the
/// opponent is named `bye`): what is not recorded is missing.
///
/// Casual games (`Rated Blitz game`, `Live Chess`, without rounds) are no tournament, and more than
/// 20 000 games seldom are: of these a table is only made with --kind.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie crosstable games.pgn --event 'coffee house'
  partie crosstable games.pgn --event london --tie-breaks DE,SB,KS
  partie crosstable archive/ --all-events
  partie crosstable games.pgn --all-events -o tables.html")]
pub(crate) struct CrosstableArguments {
    #[command(flatten)]
    pub(crate) table: CrosstableOptions,

    #[command(flatten)]
    pub(crate) presentation: Presentation,

    #[command(flatten)]
    pub(crate) collection: Collection,
}

/// Options of a crosstable.
#[derive(Debug, Args)]
pub(crate) struct CrosstableOptions {
    /// Make a table of each event, if there are several
    #[arg(long, alias = "all")]
    pub(crate) all_events: bool,

    /// Kind of the tournament, instead of recognising it: match, all-play-all, scheveningen, swiss,
    /// knockout, simultaneous, other
    #[arg(long, value_name = "KIND", value_parser = TournamentKind::from_str)]
    pub(crate) kind: Option<TournamentKind>,

    /// Tie-breaks in their order, separated by commas, as FIDE abbreviates them
    ///
    /// DE direct encounter, WIN wins, WON games won, REP rounds elected to play, BPG games with Black, BWG
    /// games won with Black, PS progressive scores, SB Sonneborn-Berger, KS Koya, BH Buchholz, AOB the opponents' mean Buchholz, FB
    /// Buchholz with a drawn last round, ARO mean rating of the opponents, TPR rating performance, PTP
    /// perfect performance, APRO and APPO their means of the opponents. BH, FB, SB and ARO may end in C1 or C2
    /// (without the lowest, without the two lowest) or M1 or M2 (nor the highest), and PS in C1 or C2
    /// (without the first round, without two). [default:
    /// DE,SB,WIN where all play all, BHC1,BH,WIN in a Swiss tournament]
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = TieBreak::from_str)]
    pub(crate) tie_breaks: Vec<TieBreak>,
}
