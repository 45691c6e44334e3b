//! Notices out of the lines of a text: tables and other blocks first, then wordings of
//! several lines, then lines.

use super::{
    Notice, admin, board, bugwho, director, examine, game, games, ginfo, interrupted,
    lines::{Block, Lines},
    lists, login, movelist, offer, partner, pending, players, ratings, record, seek, seek_ads,
    session, settings, simul, talk, watch, who, who_table,
};

/// Takes the notice that begins with the next line, which is not empty. `None`, and no line
/// is taken, if it is no known wording.
pub(crate) fn parse_next(lines: &mut Lines<'_>) -> Option<Notice> {
    None.or_else(|| block::<board::BoardNotice>(lines, Notice::from))
        .or_else(|| block::<movelist::MoveListNotice>(lines, Notice::from))
        .or_else(|| block::<games::GamesTable>(lines, Notice::from))
        .or_else(|| block::<seek_ads::AdNotice>(lines, Notice::from))
        .or_else(|| block::<record::RecordTable>(lines, Notice::from))
        .or_else(|| block::<players::FingerPage>(lines, Notice::from))
        .or_else(|| block::<ratings::StatisticsPage>(lines, Notice::from))
        .or_else(|| block::<who_table::WhoTable>(lines, Notice::from))
        .or_else(|| block::<who::WhoLines>(lines, Notice::from))
        .or_else(|| block::<who::WhoPage>(lines, Notice::from))
        .or_else(|| block::<bugwho::Bugwho>(lines, Notice::from))
        .or_else(|| block::<ginfo::GameFacts>(lines, Notice::from))
        .or_else(|| block::<settings::VariablesPage>(lines, Notice::from))
        .or_else(|| block::<settings::IvariablesPage>(lines, Notice::from))
        .or_else(|| block::<lists::ListPage>(lines, Notice::from))
        .or_else(|| block::<lists::ListsPage>(lines, Notice::from))
        .or_else(|| block::<lists::ChannelsOf>(lines, Notice::from))
        .or_else(|| block::<lists::ChannelPage>(lines, Notice::from))
        .or_else(|| block::<pending::PendingList>(lines, Notice::from))
        .or_else(|| block::<ratings::AssessPage>(lines, Notice::from))
        .or_else(|| block::<ratings::RankPage>(lines, Notice::from))
        .or_else(|| several(lines))
        .or_else(|| lines.next_if(line))
}

/// A block, if one begins here.
fn block<B: Block>(lines: &mut Lines<'_>, notice: fn(B) -> Notice) -> Option<Notice> {
    let mut ahead = *lines;
    let block = B::take(&mut ahead)?;
    *lines = ahead;
    Some(notice(block))
}

/// The families of wordings, in which those of several lines are looked for.
const FAMILIES: [&[&str]; 17] = [
    login::LoginNotice::TEMPLATES,
    session::SessionNotice::TEMPLATES,
    game::GameNotice::TEMPLATES,
    interrupted::InterruptedNotice::TEMPLATES,
    offer::OfferNotice::TEMPLATES,
    simul::SimulNotice::TEMPLATES,
    partner::PartnerNotice::TEMPLATES,
    seek::SeekNotice::TEMPLATES,
    watch::WatchNotice::TEMPLATES,
    examine::ExamineNotice::TEMPLATES,
    record::RecordNotice::TEMPLATES,
    settings::SettingsNotice::TEMPLATES,
    talk::TalkNotice::TEMPLATES,
    lists::ListNotice::TEMPLATES,
    players::PlayersNotice::TEMPLATES,
    admin::AdminNotice::TEMPLATES,
    director::DirectorNotice::TEMPLATES,
];

/// The most lines of a wording, such as a piece of news.
const LINES: usize = 1000;

/// A wording of several lines.
fn several(lines: &mut Lines<'_>) -> Option<Notice> {
    let first = lines.peek()?;
    let wordings = FAMILIES.iter().copied().flatten().map(|t| t.trim_matches('\n'));
    for template in wordings.filter(|t| t.contains('\n') && begins(t, first)) {
        for count in counts(template, lines.rest()) {
            let mut ahead = *lines;
            if let Some(text) = ahead.joined(count)
                && let Some(notice) = words(text.trim_end_matches('\n'))
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
        // Behind a field its name ends with a brace.
        let words = if n == 0 { part } else { part.split_once('}').map_or("", |(_, words)| words) };
        let at = if n == 0 { rest.starts_with(words).then_some(0) } else { rest.find(words) };
        let Some(at) = at else { return false };
        rest = &rest[at + words.len()..];
    }
    first.ends_with('}') || rest.is_empty()
}

/// The notice of one line.
fn line(text: &str) -> Option<Notice> {
    None.or_else(|| board::DeltaNotice::read(text).map(Notice::Delta))
        .or_else(|| board::HoldingsNotice::read(text).map(Notice::Holdings))
        .or_else(|| watch::InfoNotice::read(text).map(Notice::Info))
        .or_else(|| watch::ObserversNotice::read(text).map(Notice::Observers))
        .or_else(|| pending::PendInfo::read(text).map(Notice::PendInfo))
        .or_else(|| who::PinNotice::read(text).map(Notice::Pin))
        .or_else(|| words(text))
        .or_else(|| words(Some(text.trim_end()).filter(|t| t.len() < text.len())?))
}

/// The notice of a wording, of whatever family.
fn words(text: &str) -> Option<Notice> {
    None.or_else(|| watch::WatchNotice::read(text).map(Notice::Watch))
        .or_else(|| examine::ExamineNotice::read(text).map(Notice::Examine))
        .or_else(|| record::RecordNotice::read(text).map(Notice::Record))
        .or_else(|| game::GameNotice::read(text).map(Notice::Game))
        .or_else(|| login::LoginNotice::read(text).map(Notice::Login))
        .or_else(|| session::SessionNotice::read(text).map(Notice::Session))
        .or_else(|| seek::SeekNotice::read(text).map(Notice::Seek))
        .or_else(|| interrupted::InterruptedNotice::read(text).map(Notice::Interrupted))
        .or_else(|| offer::OfferNotice::read(text).map(Notice::Offer))
        .or_else(|| simul::SimulNotice::read(text).map(Notice::Simul))
        .or_else(|| partner::PartnerNotice::read(text).map(Notice::Partner))
        .or_else(|| settings::SettingsNotice::read(text).map(Notice::Settings))
        .or_else(|| talk::TalkNotice::read(text).map(Notice::Talk))
        .or_else(|| lists::ListNotice::read(text).map(Notice::List))
        .or_else(|| players::PlayersNotice::read(text).map(Notice::Players))
        .or_else(|| admin::AdminNotice::read(text).map(Notice::Admin))
        .or_else(|| director::DirectorNotice::read(text).map(Notice::Director))
        .or_else(|| ratings::RatingsNotice::read(text).map(Notice::Ratings))
}
