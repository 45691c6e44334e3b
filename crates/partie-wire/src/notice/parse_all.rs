//! Notices out of the lines of a text: tables and other blocks first, then wordings of
//! several lines, then lines.

use std::sync::LazyLock;

use super::{
    Notice, admin, board, bugwho, classic, director, eco, examine, game, games, ginfo, interrupted,
    lines::{Block, Lines, Seen},
    lists, login, movelist, offer, partner, pending, players, ratings, record, seek, seek_ads,
    session, settings, simul, talk, watch, who, who_table,
};
use crate::template::Wordings;

impl Notice {
    /// The notice of a single line without its end, if it is of a known wording. Boards and the
    /// lines of lists and tables have readers of their own.
    #[must_use]
    pub fn of_line(line: &str) -> Option<Notice> {
        self::line(line)
    }

    /// Reads a whole text as one notice, as [`Notice::write`] gives it for an interface, or as
    /// other servers word it. Empty lines around it are ignored. An unknown wording is a
    /// [`Notice::Page`]. For text with several notices use [`notice_reader`](crate::notice_reader).
    #[must_use]
    pub fn read(text: &str) -> Notice {
        let text = text.trim_matches('\n');
        let all: Vec<&str> = text.split('\n').collect();
        let seen = Seen::default();
        let mut lines = Lines::new(&all, &seen);
        match parse_next(&mut lines) {
            Some(notice) if lines.rest().is_empty() => notice,
            _ => Notice::Page(text.to_owned()),
        }
    }
}

/// Takes the notice that begins with the next line, which is not empty. `None`, and no line
/// is taken, if it is no known wording.
pub(crate) fn parse_next(lines: &mut Lines<'_>) -> Option<Notice> {
    let block = BLOCKS.iter().find_map(|block| block(lines));
    block.or_else(|| several(lines)).or_else(|| lines.next_if(line))
}

/// The notices of several lines, in the order in which they are tried.
macro_rules! blocks {
    ($($block:ty),* $(,)?) => {
        const BLOCKS: &[fn(&mut Lines<'_>) -> Option<Notice>] = &[$(block::<$block>),*];

        $(impl $block {
            /// Reads a whole text as one notice of this or another server. Empty lines around it
            /// are ignored.
            #[must_use]
            pub fn read(text: &str) -> Option<Self> {
                Block::read_all(text)
            }
        })*
    };
}

blocks! {
    board::BoardNotice,
    movelist::MoveListNotice,
    games::GamesTable,
    seek_ads::AdNotice,
    record::RecordTable,
    players::FingerPage,
    ratings::StatisticsPage,
    who_table::WhoTable,
    who::WhoLines,
    who::WhoPage,
    bugwho::Bugwho,
    ginfo::GameFacts,
    eco::GameOpening,
    eco::OpeningTable,
    settings::VariablesPage,
    settings::IvariablesPage,
    lists::ListPage,
    lists::ListsPage,
    lists::ChannelsOf,
    lists::ChannelPage,
    pending::PendingList,
    ratings::AssessPage,
    ratings::RankPage,
}

/// A block, if one begins here.
fn block<B: Block + Into<Notice>>(lines: &mut Lines<'_>) -> Option<Notice> {
    let mut ahead = *lines;
    let block = B::take(&mut ahead)?;
    *lines = ahead;
    Some(block.into())
}

/// All wordings. Chat comes before wordings that it may resemble.
static WORDINGS: LazyLock<Wordings<Notice>> = LazyLock::new(|| {
    let families = [
        talk::TalkNotice::wordings(),
        watch::WatchNotice::wordings(),
        examine::ExamineNotice::wordings(),
        record::RecordNotice::wordings(),
        game::GameNotice::wordings(),
        login::LoginNotice::wordings(),
        session::SessionNotice::wordings(),
        seek::SeekNotice::wordings(),
        interrupted::InterruptedNotice::wordings(),
        offer::OfferNotice::wordings(),
        simul::SimulNotice::wordings(),
        partner::PartnerNotice::wordings(),
        settings::SettingsNotice::wordings(),
        lists::ListNotice::wordings(),
        players::PlayersNotice::wordings(),
        admin::AdminNotice::wordings(),
        director::DirectorNotice::wordings(),
        ratings::RatingsNotice::wordings(),
        classic::ClassicNotice::wordings(),
    ];
    families.into_iter().flatten().collect()
});

/// The templates of several lines.
static SEVERAL: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let templates = WORDINGS.iter().map(|wording| wording.pattern.template);
    templates.filter(|template| template.contains('\n')).collect()
});

/// The most lines of a wording, such as a piece of news.
const LINES: usize = 1000;

/// A wording of several lines.
fn several(lines: &mut Lines<'_>) -> Option<Notice> {
    let first = lines.peek()?;
    for template in SEVERAL.iter().filter(|template| begins(template, first)) {
        for count in counts(template, lines.rest()) {
            let mut ahead = *lines;
            if let Some(text) = ahead.joined(count)
                && let Some(notice) = WORDINGS.read(&text)
            {
                *lines = ahead;
                return Some(notice);
            }
        }
    }
    None
}

/// Number of lines that a template may cover. A text of several lines in it goes on to the words of
/// the last line, or to the next of its kind.
fn counts(template: &str, lines: &[&str]) -> [usize; 2] {
    let lines = &lines[..lines.len().min(LINES)];
    let after = |found: &dyn Fn(&str) -> bool| lines.iter().skip(1).position(|line| found(line));
    let last = template.rsplit('\n').next().unwrap_or_default();
    let all = if last.contains('{') {
        after(&|line| begins(template, line)).map_or(lines.len(), |at| at + 1)
    } else {
        after(&|line| line.trim_end() == last).map_or(0, |at| at + 2)
    };
    [all, template.split('\n').count()]
}

/// Returns true if a line can be the first of a template, by the words of the latter.
fn begins(template: &str, line: &str) -> bool {
    let first = template.split('\n').next().unwrap_or_default();
    let mut rest = line;
    for (n, part) in first.split('{').enumerate() {
        // After a field its name ends with a brace.
        let words = if n == 0 { part } else { part.split_once('}').map_or("", |(_, words)| words) };
        let at = if n == 0 { rest.starts_with(words).then_some(0) } else { rest.find(words) };
        let Some(at) = at else { return false };
        rest = &rest[at + words.len()..];
    }
    first.ends_with('}') || rest.is_empty()
}

/// The notice of one line.
pub(crate) fn line(text: &str) -> Option<Notice> {
    // Lines for programs have a tag, such as `<b1>`.
    if memchr::memchr2(b'<', b'&', text.as_bytes()).is_some()
        && let Some(notice) = tagged(text)
    {
        return Some(notice);
    }
    if let Some(observers) = watch::ObserversNotice::read(text) {
        return Some(Notice::Observers(observers));
    }
    let read = WORDINGS.read(text);
    if read.is_none() && text.ends_with(' ') { WORDINGS.read(text.trim_end()) } else { read }
}

fn tagged(text: &str) -> Option<Notice> {
    None.or_else(|| board::DeltaNotice::read(text).map(Notice::Delta))
        .or_else(|| board::HoldingsNotice::read(text).map(Notice::Holdings))
        .or_else(|| watch::InfoNotice::read(text).map(Notice::Info))
        .or_else(|| pending::PendInfo::read(text).map(Notice::PendInfo))
        .or_else(|| who::PinNotice::read(text).map(Notice::Pin))
}

impl From<classic::ClassicNotice> for Notice {
    fn from(notice: classic::ClassicNotice) -> Notice {
        use classic::ClassicNotice;

        let kind = crate::proposal::OfferKind::Match;
        match notice {
            ClassicNotice::Challenge { proposal } => {
                offer::OfferNotice::Challenge { proposal }.into()
            }
            ClassicNotice::AcceptsChallenge { who } => {
                offer::OfferNotice::Accepts { who, what: kind }.into()
            }
            ClassicNotice::YouAcceptChallenge { from } => {
                offer::OfferNotice::YouAccept { what: kind, from }.into()
            }
            ClassicNotice::DeclinesRequest { who, what } => {
                offer::OfferNotice::Declines { who, what }.into()
            }
            ClassicNotice::WithdrawsRequest { who, what } => {
                offer::OfferNotice::Withdraws { who, what }.into()
            }
            ClassicNotice::Counteroffer { who } => offer::OfferNotice::Countered { who }.into(),
            ClassicNotice::YouCounter { from } => offer::OfferNotice::Counteroffer { from }.into(),
            ClassicNotice::IllegalMove => {
                game::GameNotice::IllegalMove { text: String::new() }.into()
            }
            ClassicNotice::NoGames => games::GamesTable { rows: Vec::new(), of: None }.into(),
            ClassicNotice::NoStored { who } => record::RecordNotice::NoStored { who }.into(),
        }
    }
}
