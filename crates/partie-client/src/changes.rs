//! Notices of a server as changes of a session.

use partie_wire::{
    notice::{
        games::GameRow as Listed, pending::PendingOffer, record::StoredRow, seek_ads::Ad,
        who::WhoPage,
    },
    proposal::Offered,
};

use crate::{
    followed::side,
    protocol::{AdjournedRow, Change, Doing, GameRow, Offer, PlayerRow, Seek},
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
