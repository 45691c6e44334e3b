//! Commands about players: who is online, and data about them.

use partie_wire::{
    command::players::PlayersCommand,
    notice::{
        players::{FingerPage, Names, PlayersNotice, RatingLine, Seen},
        session::SessionNotice,
    },
    variables::Variable,
};

use crate::{
    category::Category,
    command::{messages, session, who},
    lists::List,
    players::{
        find,
        player::{Logon, Player},
    },
    state::State,
    time::{Tick, Zone},
};

/// Number of lines that `llogons` shows by default.
const LAST_LOGONS: usize = 20;

pub(crate) fn players_command(state: &mut State, command: PlayersCommand) {
    let who = state.out.who;
    let about_messages = matches!(
        command,
        PlayersCommand::Messages { .. }
            | PlayersCommand::Fmessage { .. }
            | PlayersCommand::ClearMessages(..)
    );
    if about_messages && !state.players.is_registered(who) {
        return state.out.reply(PlayersNotice::MessagesOfGuest);
    }
    match command {
        PlayersCommand::Who(flags) => who::who(state, flags.as_deref().unwrap_or_default()),
        PlayersCommand::Finger { player, .. } => finger(state, player.as_deref()),
        PlayersCommand::Handles(begin) => handles(state, &begin),
        PlayersCommand::Logons(player) => logons(state, player.as_deref()),
        PlayersCommand::Llogons(number) => llogons(state, number.unwrap_or(LAST_LOGONS)),
        PlayersCommand::Messages { which: None, .. } => messages::messages(state, None),
        PlayersCommand::Messages { which: Some(which), text: None } => {
            messages::messages(state, Some(&which));
        }
        PlayersCommand::Messages { which: Some(to), text: Some(text) } => {
            messages::send_message(state, &to, text);
        }
        PlayersCommand::Fmessage { player, number } => {
            messages::forward_message(state, &player, number);
        }
        PlayersCommand::ClearMessages(which) => messages::clear_messages(state, &which),
        PlayersCommand::News(which) => messages::news(state, which.as_deref()),
    }
}

/// `finger`.
fn finger(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let Some(id) = find::find_known(state, player) else { return };
    let admin = state.players.is_admin(who) && !state.players.hides_info(who);
    let Some(player) = state.players.get(id) else { return };
    let seen = match &player.online {
        Some(online) => Seen::On {
            since: (state.out.now - online.since).short_words(),
            idle: (state.out.now - online.active).short_words(),
        },
        None => match player.account.logons.last() {
            Some(logon) => Seen::Off(logon.at.ics(state.players.zone(who))),
            None => Seen::Never,
        },
    };
    let game = player.online.as_ref().and_then(|p| state.games.get(p.activity.game()?));
    let doing = game.map(|game| {
        let verb = if game.is_played() { "playing" } else { "examining" };
        let (white, black) = (&game.sides.white.name, &game.sides.black.name);
        format!("{verb} game {}: {white} vs. {black}", game.number.0)
    });
    let mut private = Vec::new();
    if admin && let Some(online) = &player.online {
        private.push(("Host".to_owned(), online.address.clone()));
    }
    if admin {
        private.extend(player.account.admin_notes.lines());
    }
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
        ratings: if player.registered { rating_lines(state.out.now, player) } else { Vec::new() },
        private,
        timeseal: player.online.as_ref().is_some_and(|p| p.sealed),
        notes: notes
            .iter()
            .zip(1..)
            .filter_map(|(note, number)| Some((number, player.variables().text(*note)?.to_owned())))
            .collect(),
    };
    state.out.reply(page);
}

/// A player's ratings, category by category, where there are any.
pub(crate) fn rating_lines(now: Tick, player: &Player) -> Vec<RatingLine> {
    let line = |(category, record): (Category, &crate::rating::Record)| {
        let rating = record.rating?;
        let name = category.name();
        let day = |at: Tick| {
            let c = at.civil(Zone::SERVER);
            format!("{:02}-{}-{}", c.time.day(), c.month(), c.time.year())
        };
        Some(RatingLine {
            category: format!("{}{}", name[..1].to_uppercase(), &name[1..]),
            rating: u32::try_from(rating).unwrap_or_default(),
            deviation: (record.strength(now).rd * 10.0).round() as u32,
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
fn handles(state: &mut State, begin: &str) {
    let begin = begin.to_ascii_lowercase();
    let names: Vec<String> = state
        .players
        .iter()
        .filter(|p| p.registered && p.account.key().starts_with(&begin))
        .map(|p| p.name().to_owned())
        .collect();
    if names.is_empty() {
        return state.out.reply(SessionNotice::NoSuchPlayer { name: begin });
    }
    state.out.reply(PlayersNotice::Matches { names: Names(names.len()) });
    session::show_page(state, &names.join("\n"));
}

/// `logons`.
fn logons(state: &mut State, player: Option<&str>) {
    let Some(id) = find::find_known(state, player) else { return };
    let Some(player) = state.players.get(id) else { return };
    let name = player.name().to_owned();
    let logons = player.account.logons.clone();
    if logons.is_empty() {
        return state.out.reply(PlayersNotice::NoLogons { name: name.into() });
    }
    for logon in &logons {
        show_logon(state, &name, *logon);
    }
}

/// `llogons`.
fn llogons(state: &mut State, number: usize) {
    let lines: Vec<(String, Logon)> = state.players.last_logons(number).cloned().collect();
    for (name, logon) in lines {
        show_logon(state, &name, logon);
    }
}

fn show_logon(state: &mut State, name: &str, logon: Logon) {
    let at = state.players.date_for(state.out.who, logon.at);
    let name = name.into();
    let notice = if logon.came {
        PlayersNotice::Login { at, name }
    } else {
        PlayersNotice::Logout { at, name }
    };
    state.out.reply(notice);
}
