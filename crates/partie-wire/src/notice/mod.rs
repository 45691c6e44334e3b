//! Notices of a server: typed, written by [`DisplayOptions`], and read back.
//!
//! A notice of one line is a variant of its family with its wording beside it
//! ([`crate::notices!`]); boards, lists and tables have a module each.

pub mod admin;
pub mod board;
pub mod bugwho;
pub mod director;
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
use lines::{Lines, Seen};

/// Something that a server says.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The dialogue before a player is on.
    Login(login::LoginNotice),
    /// Connection, settings, what was not understood.
    Session(session::SessionNotice),
    /// Games as they are played.
    Game(game::GameNotice),
    /// A board.
    Board(board::BoardNotice),
    /// A move without its board.
    Delta(board::DeltaNotice),
    /// The pieces in hand of a game.
    Holdings(board::HoldingsNotice),
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
    PendInfo(pending::PendInfo),
    /// The answer to `pending`.
    Pending(pending::PendingList),
    /// About ads for games.
    Seek(seek::SeekNotice),
    /// Ads for games.
    Ad(seek_ads::AdNotice),
    /// Watching.
    Watch(watch::WatchNotice),
    /// The facts of a game.
    Info(watch::InfoNotice),
    /// The observers of a game.
    Observers(watch::ObserversNotice),
    /// Examined games.
    Examine(examine::ExamineNotice),
    /// The moves of a game.
    Moves(Box<movelist::MoveListNotice>),
    /// The table of games.
    Games(games::GamesTable),
    /// The facts of a game.
    Facts(Box<ginfo::GameFacts>),
    /// About kept games.
    Record(record::RecordNotice),
    /// Lists of kept games.
    Records(record::RecordTable),
    /// Variables, aliases, the server's time and limits.
    Settings(settings::SettingsNotice),
    /// All variables of a player.
    Variables(Box<settings::VariablesPage>),
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
    Finger(Box<players::FingerPage>),
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
    Rank(ratings::RankPage),
    /// Prose of several lines: help, news. Lines end with `\n`; there is none at the end.
    Page(String),
}

impl Notice {
    /// Appends what the viewer sees of it, lines ended by `\n`. Nothing is appended where
    /// the viewer did not ask for such notices.
    pub fn write(&self, display: &DisplayOptions, out: &mut String) {
        let start = out.len();
        match self {
            Notice::Login(notice) => notice.write(out),
            Notice::Session(notice) => notice.write(out),
            Notice::Game(notice) => notice.write(out),
            Notice::Board(notice) => notice.write(display, out),
            Notice::Delta(notice) => notice.write(out),
            Notice::Holdings(notice) => notice.write(display, out),
            Notice::Interrupted(notice) => notice.write(out),
            Notice::Offer(notice) => notice.write(out),
            Notice::Bugwho(table) => table.write(out),
            Notice::Simul(notice) => notice.write(out),
            Notice::Partner(notice) => notice.write(out),
            Notice::PendInfo(notice) => notice.write(display, out),
            Notice::Pending(notice) => notice.write(out),
            Notice::Seek(notice) => notice.write(out),
            Notice::Ad(notice) => notice.write(display, out),
            Notice::Watch(notice) => notice.write(out),
            Notice::Info(notice) => notice.write(display, out),
            Notice::Observers(notice) => notice.write(out),
            Notice::Examine(notice) => notice.write(out),
            Notice::Moves(notice) => notice.write(display, out),
            Notice::Games(table) => table.write(out),
            Notice::Facts(facts) => facts.write(out),
            Notice::Record(notice) => notice.write(out),
            Notice::Records(table) => table.write(out),
            Notice::Settings(notice) => notice.write(out),
            Notice::Variables(page) => page.write(out),
            Notice::Ivariables(page) => page.write(out),
            Notice::Talk(notice) => notice.write(out),
            Notice::List(notice) => notice.write(out),
            Notice::ListPage(notice) => notice.write(out),
            Notice::ListsPage(notice) => notice.write(out),
            Notice::ChannelsOf(notice) => notice.write(out),
            Notice::ChannelPage(notice) => notice.write(out),
            Notice::Players(notice) => notice.write(out),
            Notice::Finger(notice) => notice.write(out),
            Notice::Pin(notice) => notice.write(out),
            Notice::WhoLines(notice) => notice.write(out),
            Notice::Who(notice) => notice.write(out),
            Notice::WhoTable(table) => table.write(out),
            Notice::Admin(notice) => notice.write(out),
            Notice::Director(notice) => notice.write(out),
            Notice::Ratings(notice) => notice.write(out),
            Notice::Assess(page) => page.write(out),
            Notice::Statistics(page) => page.write(out),
            Notice::Rank(page) => page.write(display, out),
            Notice::Page(text) => out.push_str(text),
        }
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
    #[must_use]
    pub fn is_event(&self, display: &DisplayOptions) -> bool {
        match self {
            Notice::PendInfo(_) => display.ivars.has(Ivar::Pendinfo),
            Notice::Pin(_) => true,
            Notice::Ad(ad) => ad.is_line(display),
            _ => false,
        }
    }

    /// The notice of a single line without its end, if it is of a known wording. Boards and the
    /// lines of lists and tables have readers of their own.
    #[must_use]
    pub fn of_line(line: &str) -> Option<Notice> {
        parse_all::line(line)
    }

    /// The notice of a text that holds nothing else, as [`Notice::write`] gives it for an
    /// interface, or as other servers say it. Empty lines around it do not count. What is
    /// no known wording is a [`Notice::Page`]. Lines that come one after the other, with
    /// several notices among them, are for [`notice_reader`](crate::notice_reader).
    #[must_use]
    pub fn read(text: &str) -> Notice {
        let text = text.trim_matches('\n');
        let all: Vec<&str> = text.split('\n').collect();
        let seen = Seen::default();
        let mut lines = Lines::new(&all, &seen);
        match parse_all::parse_next(&mut lines) {
            Some(notice) if lines.rest().is_empty() => notice,
            _ => Notice::Page(text.to_owned()),
        }
    }
}

/// Lets a family be used where a notice is wanted.
macro_rules! families {
    ($($family:ty => $variant:ident),* $(,)?) => {
        $(impl From<$family> for Notice {
            fn from(notice: $family) -> Notice {
                Notice::$variant(notice)
            }
        })*
    };
}

families! {
    admin::AdminNotice => Admin,
    director::DirectorNotice => Director,
    ratings::RatingsNotice => Ratings,
    ratings::AssessPage => Assess,
    ratings::StatisticsPage => Statistics,
    ratings::RankPage => Rank,
    login::LoginNotice => Login,
    session::SessionNotice => Session,
    settings::SettingsNotice => Settings,
    talk::TalkNotice => Talk,
    lists::ListNotice => List,
    lists::ListPage => ListPage,
    lists::ListsPage => ListsPage,
    lists::ChannelsOf => ChannelsOf,
    lists::ChannelPage => ChannelPage,
    players::PlayersNotice => Players,
    who::PinNotice => Pin,
    who::WhoLines => WhoLines,
    who::WhoPage => Who,
    who_table::WhoTable => WhoTable,
    settings::IvariablesPage => Ivariables,
    game::GameNotice => Game,
    board::BoardNotice => Board,
    board::DeltaNotice => Delta,
    board::HoldingsNotice => Holdings,
    interrupted::InterruptedNotice => Interrupted,
    offer::OfferNotice => Offer,
    bugwho::Bugwho => Bugwho,
    simul::SimulNotice => Simul,
    partner::PartnerNotice => Partner,
    pending::PendInfo => PendInfo,
    pending::PendingList => Pending,
    seek::SeekNotice => Seek,
    seek_ads::AdNotice => Ad,
    watch::WatchNotice => Watch,
    watch::InfoNotice => Info,
    watch::ObserversNotice => Observers,
    examine::ExamineNotice => Examine,
    games::GamesTable => Games,
    record::RecordNotice => Record,
    record::RecordTable => Records,
}

impl From<ginfo::GameFacts> for Notice {
    fn from(facts: ginfo::GameFacts) -> Notice {
        Notice::Facts(Box::new(facts))
    }
}

impl From<movelist::MoveListNotice> for Notice {
    fn from(list: movelist::MoveListNotice) -> Notice {
        Notice::Moves(Box::new(list))
    }
}

impl From<settings::VariablesPage> for Notice {
    fn from(page: settings::VariablesPage) -> Notice {
        Notice::Variables(Box::new(page))
    }
}

impl From<players::FingerPage> for Notice {
    fn from(page: players::FingerPage) -> Notice {
        Notice::Finger(Box::new(page))
    }
}
