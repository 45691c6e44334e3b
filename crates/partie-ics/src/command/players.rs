//! Commands about players: who is online, and what is known of them.

use partie_wire::{
    command::players::PlayersCommand,
    fields::Date,
    notice::{
        players::{FingerPage, Names, PlayersNotice, RatingLine, Seen},
        session::SessionNotice,
        who::{Certainty, WhoLine},
    },
    variables::Variable,
};

use super::talk::IDLE;
use crate::{
    Ics,
    category::Category,
    lists::List,
    players::{Activity, Logon, Player, PlayerId},
    rating::{ShownRating, Standing as Known},
    time::{Tick, Zone},
};

/// Number of lines that `llogons` shows by default.
const LAST_LOGONS: usize = 20;

impl Ics {
    pub(super) fn players_command(&mut self, who: PlayerId, command: PlayersCommand) {
        match command {
            PlayersCommand::Who { flags } => self.who(who, flags.as_deref().unwrap_or_default()),
            PlayersCommand::Finger { player, .. } => self.finger(who, player.as_deref()),
            PlayersCommand::Handles { begin } => self.handles(who, &begin),
            PlayersCommand::Logons { player } => self.logons(who, player.as_deref()),
            PlayersCommand::Llogons { number } => self.llogons(who, number.unwrap_or(LAST_LOGONS)),
            PlayersCommand::Messages { which: None, .. } => self.messages(who, None),
            PlayersCommand::Messages { which: Some(which), text: None } => {
                self.messages(who, Some(&which));
            }
            PlayersCommand::Messages { which: Some(to), text: Some(text) } => {
                self.send_message(who, &to, text);
            }
            PlayersCommand::Fmessage { player, number } => {
                self.forward_message(who, &player, number);
            }
            PlayersCommand::ClearMessages { which } => self.clear_messages(who, &which),
            PlayersCommand::News { which } => self.news(who, which.as_deref()),
        }
    }

    /// A moment as a player reads it.
    pub(crate) fn date_for(&self, who: PlayerId, at: Tick) -> Date {
        Date(at.ics(self.zone(who)))
    }

    /// The sign before a player's name in lists.
    pub(crate) fn sign(&self, player: &Player) -> char {
        let Some(online) = &player.online else { return ' ' };
        match online.activity {
            Activity::Playing(_) if !online.simul.is_empty() => '~',
            Activity::Playing(_) => '^',
            Activity::Examining(_) => '#',
            Activity::Free if !online.variables.on(Variable::Open) => ':',
            Activity::Free if online.variables.on(Variable::Tourney) => '&',
            Activity::Free if self.out.now - online.active >= IDLE => '.',
            Activity::Free if online.variables.text(Variable::Busy).is_some() => '.',
            Activity::Free => ' ',
        }
    }

    /// A player's line for programs.
    pub(crate) fn who_line(&self, id: PlayerId, categories: &[Category]) -> WhoLine {
        let Some(player) = self.player(id) else {
            return WhoLine { name: String::new(), sign: ' ', titles: 0, ratings: Vec::new() };
        };
        let rating = |category: &Category| {
            let record = player.account.records.of(*category).filter(|_| player.registered);
            match record.map(|record| ShownRating::of(record, self.out.now)) {
                Some(ShownRating::Rated(rating, known)) => {
                    let sureness = match known {
                        Known::Active => Certainty::Established,
                        Known::Estimated => Certainty::Estimated,
                        Known::Provisional => Certainty::Provisional,
                    };
                    (u16::try_from(rating).unwrap_or_default(), sureness)
                }
                _ => (0, Certainty::Provisional),
            }
        };
        WhoLine {
            name: player.name().to_owned(),
            sign: self.sign(player),
            titles: player.titles().bits(),
            ratings: categories.iter().map(rating).collect(),
        }
    }

    /// `finger`.
    fn finger(&mut self, who: PlayerId, player: Option<&str>) {
        let Some(id) = self.find_known(who, player) else { return };
        let admin = self.is_admin(who) && !self.hides_info(who);
        let Some(player) = self.player(id) else { return };
        let seen = match &player.online {
            Some(online) => Seen::On {
                since: (self.out.now - online.since).short_words(),
                idle: (self.out.now - online.active).short_words(),
            },
            None => match player.account.logons.last() {
                Some(logon) => Seen::Off(logon.at.ics(self.zone(who))),
                None => Seen::Never,
            },
        };
        let activity = player.online.as_ref().map_or(Activity::Free, |p| p.activity);
        let doing = match activity {
            Activity::Free => None,
            Activity::Playing(number) | Activity::Examining(number) => {
                self.games.get(number).map(|game| {
                    let verb = if game.is_played() { "playing" } else { "examining" };
                    let (white, black) = (&game.sides.white.name, &game.sides.black.name);
                    format!("{verb} game {}: {white} vs. {black}", number.0)
                })
            }
        };
        let mut private = Vec::new();
        if admin && let Some(online) = &player.online {
            private.push(("Host".to_owned(), online.address.clone()));
        }
        if admin {
            private.extend(player.account.admin_notes.lines());
        }
        let session = player.online.as_ref().and_then(|p| p.session);
        let notes = if player.is(List::Notebanned) { &[][..] } else { &Variable::NOTES[..] };
        let page = FingerPage {
            name: player.titled(),
            seen,
            doing,
            busy: player
                .online
                .as_ref()
                .and_then(|p| p.variables.text(Variable::Busy).map(str::to_owned)),
            registered: player.registered,
            ratings: if player.registered { self.rating_lines(player) } else { Vec::new() },
            private,
            timeseal: session.is_some_and(|s| self.sealed(s).is_some()),
            notes: notes
                .iter()
                .zip(1..)
                .filter_map(|(note, number)| {
                    Some((number, player.variables().text(*note)?.to_owned()))
                })
                .collect(),
        };
        self.out.send(who, page);
    }

    /// A player's ratings, category by category, where there are any.
    pub(super) fn rating_lines(&self, player: &Player) -> Vec<RatingLine> {
        let line = |(category, record): (Category, &crate::rating::Record)| {
            let rating = record.rating?;
            let name = category.name();
            let day = |at: Tick| {
                let c = at.civil(Zone::SERVER);
                format!("{:02}-{}-{}", c.day, c.month_letters(), c.year)
            };
            Some(RatingLine {
                category: format!("{}{}", name[..1].to_uppercase(), &name[1..]),
                rating: u32::try_from(rating).unwrap_or_default(),
                deviation: (record.strength(self.out.now).rd * 10.0).round() as u32,
                won: record.wins,
                lost: record.losses,
                drawn: record.draws,
                best: record
                    .best
                    .map(|best| (u32::try_from(best.rating).unwrap_or_default(), day(best.at))),
            })
        };
        player.account.records.iter().filter_map(line).collect()
    }

    /// `handles`.
    fn handles(&mut self, who: PlayerId, begin: &str) {
        let begin = begin.to_ascii_lowercase();
        let names: Vec<String> = self
            .players
            .iter()
            .filter(|p| p.registered && p.account.key().starts_with(&begin))
            .map(|p| p.name().to_owned())
            .collect();
        if names.is_empty() {
            return self.out.send(who, SessionNotice::NoSuchPlayer { name: begin });
        }
        self.out.send(who, PlayersNotice::Matches { names: Names(names.len()) });
        self.show_page(who, &names.join("\n"));
    }

    /// `logons`.
    fn logons(&mut self, who: PlayerId, player: Option<&str>) {
        let Some(id) = self.find_known(who, player) else { return };
        let Some(player) = self.player(id) else { return };
        let name = player.name().to_owned();
        let logons = player.account.logons.clone();
        if logons.is_empty() {
            return self.out.send(who, PlayersNotice::NoLogons { name: name.into() });
        }
        for logon in &logons {
            self.show_logon(who, &name, *logon);
        }
    }

    /// `llogons`.
    fn llogons(&mut self, who: PlayerId, number: usize) {
        let lines: Vec<(String, Logon)> = self.players.last_logons(number).cloned().collect();
        for (name, logon) in lines {
            self.show_logon(who, &name, logon);
        }
    }

    fn show_logon(&mut self, who: PlayerId, name: &str, logon: Logon) {
        let at = self.date_for(who, logon.at);
        let name = name.into();
        let notice = if logon.came {
            PlayersNotice::Login { at, name }
        } else {
            PlayersNotice::Logout { at, name }
        };
        self.out.send(who, notice);
    }

    /// Notes that a player came or went.
    pub(crate) fn note_logon(&mut self, who: PlayerId, came: bool) {
        let logon = Logon { at: self.out.now, came };
        let Some(player) = self.players.get_mut(who) else { return };
        let name = player.name().to_owned();
        let own = &mut player.account.logons;
        if own.len() >= Logon::KEPT {
            own.remove(0);
        }
        own.push(logon);
        self.players.push_logon(name, logon);
        self.store_account(who);
    }
}
