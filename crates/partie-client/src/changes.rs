//! Notices of a server as changes of a session.

use partie_wire::{
    command::{
        self, Command,
        talk::{Recipient, TalkCommand},
    },
    fields::Titled,
    login::Refusal,
    notice::{
        games::GameRow as Listed, pending::PendingOffer, record::StoredRow, seek_ads::Ad,
        talk::TalkNotice, who::WhoPage,
    },
    proposal::Offered,
};

use crate::{
    games::side,
    protocol::{
        AdjournedRow, Change, Doing, GameRow, LoginRefusal, Offer, PlayerRow, Said, Seek, Way,
    },
};

/// The bit of a seek's titles that marks a program.
const COMPUTER: u8 = 2;

pub(crate) fn seek(ad: &Ad) -> Seek {
    Seek {
        index: ad.index,
        name: ad.name.0.clone(),
        rating: ad.rating.to_string(),
        number: ad.rating.number(),
        computer: ad.titles & COMPUTER != 0,
        minutes: ad.minutes,
        increment: ad.increment,
        rated: ad.rated,
        category: ad.kind.clone(),
        side: ad.color.map(side),
        from: ad.range.0,
        to: ad.range.1,
        manual: ad.manual,
    }
}

pub(crate) fn offer(pending: &PendingOffer, own: bool) -> Offer {
    let (terms, color) = match &pending.what {
        Offered::Match(proposal) => {
            let rated = if proposal.rated { "rated" } else { "unrated" };
            let mut terms = format!("{rated} {}", proposal.category);
            for (minutes, increment) in proposal.time.into_iter().chain(proposal.odds) {
                terms += &format!(" {minutes} {increment}");
            }
            if let Some(board) = &proposal.board {
                terms += &format!(" ({board})");
            }
            if proposal.adjourned {
                terms += " (adjourned)";
            }
            (terms, proposal.color.map(side))
        }
        Offered::Takeback(plies) => (plies.to_string(), None),
        Offered::Plain(_) => (String::new(), None),
    };
    Offer {
        index: pending.index,
        own,
        with: pending.with.0.clone(),
        what: pending.what.kind().name().to_owned(),
        terms,
        side: color,
    }
}

/// Something that was said; `None` for reports to the speaker.
pub(crate) fn said(notice: &TalkNotice) -> Option<Said> {
    let by = |way, from: &Titled, place: Option<u32>, text: &str| Said {
        way,
        from: from.name.clone(),
        titles: from.titles.clone(),
        place,
        to: None,
        text: text.to_owned(),
    };
    Some(match notice {
        TalkNotice::Tells { from, text } => by(Way::Tell, from, None, text),
        TalkNotice::PartnerTells { from, text } => by(Way::Partner, from, None, text),
        TalkNotice::Says { from, text } => by(Way::Say, from, None, text),
        TalkNotice::SaysAt { from, game, text } => by(Way::Say, from, Some(*game), text),
        TalkNotice::InChannel { from, channel, text } => {
            by(Way::Channel, from, Some(*channel), text)
        }
        TalkNotice::Kibitzes { from, text } => by(Way::Kibitz, &from.player, from.game, text),
        TalkNotice::Whispers { from, text } => by(Way::Whisper, &from.player, from.game, text),
        TalkNotice::Shouts { from, text } | TalkNotice::Cshouts { from, text } => {
            by(Way::Shout, from, None, text)
        }
        TalkNotice::It { from, text } => by(Way::Shout, from, None, text),
        TalkNotice::Its { from, text } => by(Way::Shout, from, None, &format!("'{text}")),
        TalkNotice::Announcement { from, text } => Said {
            way: Way::Announcement,
            from: from.0.clone(),
            titles: String::new(),
            place: None,
            to: None,
            text: text.clone(),
        },
        _ => return None,
    })
}

/// Words of the player to one other.
#[derive(Clone, Debug)]
pub(crate) struct OwnWords {
    pub(crate) way: Way,
    /// The receiver's name or its beginning, if the command has one.
    pub(crate) to: Option<String>,
    pub(crate) text: String,
}

/// Reads a command with which the player talks to one other.
pub(crate) fn own_words(line: &str) -> Option<OwnWords> {
    let Ok((Command::Talk(talk), _)) = command::read(line.trim_start_matches(['$', '@'])) else {
        return None;
    };
    let (way, to, text) = match talk {
        TalkCommand::Tell { to: Recipient::Player(to), text } | TalkCommand::Xtell { to, text } => {
            (Way::Tell, Some(to), text)
        }
        TalkCommand::Tell { to: Recipient::LastPlayer, text } | TalkCommand::Reply(text) => {
            (Way::Tell, None, text)
        }
        TalkCommand::Say(text) => (Way::Say, None, text),
        TalkCommand::Ptell(text) => (Way::Partner, None, text),
        _ => return None,
    };
    Some(OwnWords { way, to, text })
}

pub(crate) fn games(rows: &[Listed]) -> Change {
    let row = |row: &Listed| GameRow {
        game: row.game,
        white: row.names.white.clone(),
        white_rating: row.ratings.white.to_string(),
        black: row.names.black.clone(),
        black_rating: row.ratings.black.to_string(),
        category: row.cell.kind().unwrap_or_default().to_owned(),
        rated: row.cell.rated,
        private: row.cell.private,
        examined: row.clocks.is_none(),
        minutes: row.cell.minutes,
        increment: row.cell.increment,
        move_number: row.move_number,
    };
    Change::Games { rows: rows.iter().map(row).collect() }
}

pub(crate) fn adjourned(rows: &[StoredRow]) -> Change {
    let row = |row: &StoredRow| AdjournedRow {
        opponent: row.opponent.clone(),
        online: row.is_on,
        side: side(row.color),
        category: row.cell.kind().unwrap_or_default().to_owned(),
        rated: row.cell.rated,
        minutes: row.cell.minutes,
        increment: row.cell.increment,
        move_number: row.move_number,
    };
    Change::Adjourned { rows: rows.iter().map(row).collect() }
}

pub(crate) fn players(page: &WhoPage) -> Change {
    let rows = page.players.iter().map(|player| PlayerRow {
        name: player.name.name.clone(),
        titles: player.name.titles.clone(),
        rating: player.rating.to_string(),
        doing: match player.sign {
            '^' => Some(Doing::Playing),
            '~' => Some(Doing::Simul),
            ':' => Some(Doing::Closed),
            '#' => Some(Doing::Examining),
            '.' => Some(Doing::Idle),
            '&' => Some(Doing::Tournament),
            _ => None,
        },
    });
    Change::Players { rows: rows.collect() }
}

pub(crate) const fn refusal(refusal: Refusal) -> LoginRefusal {
    match refusal {
        Refusal::InvalidPassword => LoginRefusal::Password,
        Refusal::TooManyPasswords => LoginRefusal::TooManyPasswords,
        Refusal::NameTooLong | Refusal::NameTooShort | Refusal::NameNotLetters => {
            LoginRefusal::Name
        }
        Refusal::AlreadyLoggedIn | Refusal::Reserved => LoginRefusal::Taken,
        Refusal::Banned => LoginRefusal::Banned,
        Refusal::NoGuests => LoginRefusal::NoGuests,
        Refusal::Other | Refusal::Closed => LoginRefusal::Other,
    }
}
