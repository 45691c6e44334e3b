//! Notices of a server: typed, written by [`DisplayOptions`], and read back.
//!
//! A notice of one line is a variant of its family with its wording beside it
//! ([`crate::notices!`]); boards, lists and tables have a module each.

pub mod admin;
pub mod board;
pub mod bugwho;
pub(crate) mod classic;
pub mod director;
pub mod eco;
pub mod ending;
pub mod examine;
pub mod game;
pub mod games;
pub mod ginfo;
pub mod interrupted;
pub(crate) mod lines;
pub mod lists;
pub mod login;
pub mod movelist;
pub mod offer;
pub(crate) mod parse_all;
pub mod partner;
pub mod pending;
pub mod players;
pub mod ratings;
pub mod record;
pub mod seek;
pub mod seek_ads;
pub mod session;
pub mod settings;
pub mod simul;
pub mod talk;
pub mod watch;
pub mod who;
pub mod who_table;

use crate::style12::Relation;

use crate::{display::DisplayOptions, ivars::Ivar};

/// The kinds of notices; with `for display`, kinds whose text depends on the viewer.
macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident($notice:ty $(as $holder:ident)?) $(for $display:ident)?),* $(,)?) => {
        /// A message of a server.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Notice {
            $($(#[$about])* $kind(kinds!(@held $notice $(, $holder)?)),)*
            /// Prose of several lines: help, news. Lines end with `\n`; there is none at the end.
            Page(String),
        }

        $(impl From<$notice> for Notice {
            fn from(notice: $notice) -> Notice {
                Notice::$kind($($holder::new)?(notice))
            }
        })*

        impl Notice {
            /// Appends what the viewer sees of it, without a line end after it.
            fn write_words(&self, display: &DisplayOptions, out: &mut String) {
                match self {
                    $(Notice::$kind(notice) => kinds!(@write notice, out, display $(, $display)?),)*
                    Notice::Page(text) => out.push_str(text),
                }
            }
        }
    };
    (@held $notice:ty) => { $notice };
    (@held $notice:ty, $holder:ident) => { $holder<$notice> };
    (@write $notice:ident, $out:ident, $options:ident) => { $notice.write($out) };
    (@write $notice:ident, $out:ident, $options:ident, display) => { $notice.write($options, $out) };
}

kinds! {
    /// The dialogue before a player is on.
    Login(login::LoginNotice),
    /// Connection, settings, errors in commands.
    Session(session::SessionNotice),
    /// Games as they are played.
    Game(game::GameNotice),
    /// A board.
    Board(board::BoardNotice) for display,
    /// A move without its board.
    Delta(board::DeltaNotice),
    /// The pieces in hand of a game.
    Holdings(board::HoldingsNotice) for display,
    /// Adjourned games.
    Interrupted(interrupted::InterruptedNotice),
    /// Offers, answers and refusals.
    Offer(offer::OfferNotice),
    /// Players of bughouse.
    Bugwho(bugwho::Bugwho),
    /// Simultaneous exhibitions.
    Simul(simul::SimulNotice),
    /// Partners in bughouse.
    Partner(partner::PartnerNotice),
    /// Offers, for programs.
    PendInfo(pending::PendInfo) for display,
    /// The answer to `pending`.
    Pending(pending::PendingList),
    /// About ads for games.
    Seek(seek::SeekNotice),
    /// Ads for games.
    Ad(seek_ads::AdNotice) for display,
    /// Watching.
    Watch(watch::WatchNotice),
    /// The facts of a game.
    Info(watch::InfoNotice) for display,
    /// The observers of a game.
    Observers(watch::ObserversNotice),
    /// Examined games.
    Examine(examine::ExamineNotice),
    /// The moves of a game.
    Moves(movelist::MoveListNotice as Box) for display,
    /// The table of games.
    Games(games::GamesTable),
    /// The facts of a game.
    Facts(ginfo::GameFacts as Box),
    /// The opening of a game.
    Opening(eco::GameOpening),
    /// Openings by code or name.
    Openings(eco::OpeningTable),
    /// About kept games.
    Record(record::RecordNotice),
    /// Lists of kept games.
    Records(record::RecordTable),
    /// Variables, aliases, the server's time and limits.
    Settings(settings::SettingsNotice),
    /// All variables of a player.
    Variables(settings::VariablesPage as Box),
    /// All interface variables of a player.
    Ivariables(settings::IvariablesPage),
    /// Talk between players.
    Talk(talk::TalkNotice),
    /// Lists, and who on them comes and goes.
    List(lists::ListNotice),
    /// The content of a list.
    ListPage(lists::ListPage),
    /// All lists.
    ListsPage(lists::ListsPage),
    /// The channels of a player.
    ChannelsOf(lists::ChannelsOf),
    /// The players in a channel.
    ChannelPage(lists::ChannelPage),
    /// Messages, news, comings and goings.
    Players(players::PlayersNotice),
    /// The answer to `finger`.
    Finger(players::FingerPage as Box),
    /// Arrivals and departures, for programs.
    Pin(who::PinNotice),
    /// The players online, for programs.
    WhoLines(who::WhoLines),
    /// The players online.
    Who(who::WhoPage),
    /// The players online, with all their facts.
    WhoTable(who_table::WhoTable),
    /// Accounts, order, the server's end.
    Admin(admin::AdminNotice),
    /// Messages for tournament-director bots.
    Director(director::DirectorNotice),
    /// Ratings.
    Ratings(ratings::RatingsNotice),
    /// Possible rating changes.
    Assess(ratings::AssessPage),
    /// The ratings of a player.
    Statistics(ratings::StatisticsPage),
    /// Rankings.
    Rank(ratings::RankPage) for display,
}

impl Notice {
    /// Appends its text for a viewer, with lines ended by `\n`. Appends nothing if the viewer did
    /// not ask for such notices.
    pub fn write(&self, display: &DisplayOptions, out: &mut String) {
        let start = out.len();
        self.write_words(display, out);
        if out.len() > start {
            out.push('\n');
        }
    }

    /// Returns true for a board on which the receiver is to move: their time begins with it.
    #[must_use]
    pub fn starts_a_clock(&self) -> bool {
        matches!(self, Notice::Board(board) if board.relation == Relation::PlayingMyMove)
    }

    /// Returns true if the viewer gets it as a line for programs that follow offers, ads or
    /// players: such a line is an event of its own.
    pub(crate) fn is_event(&self, display: &DisplayOptions) -> bool {
        match self {
            Notice::PendInfo(_) => display.ivars.has(Ivar::Pendinfo),
            Notice::Pin(_) => true,
            Notice::Ad(ad) => ad.is_line(display),
            _ => false,
        }
    }
}
