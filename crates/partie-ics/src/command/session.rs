//! Connection, settings, help.

use partie_wire::{
    command::session::SessionCommand,
    fields,
    ivars::Ivar,
    notice::{Notice, session::SessionNotice, settings::SettingsNotice},
    variables::Variable,
};

use crate::{
    admin_state::{AdminState, SHOUTS},
    channel::CHANNELS,
    command::settings::{self, MOST_ALIASES},
    config::Config,
    help::{self, Page},
    ids::PlayerId,
    leave,
    lists::MOST_LISTED,
    login,
    message::MOST_MESSAGES,
    outbox::Outbox,
    output::Output,
    players::{
        Players, find,
        player::{Activity, IDLE, OnlineState, Player},
    },
    seek::Seeks,
    session::Sessions,
    state::State,
    time::Zone,
};

pub(crate) fn session_command(
    state: &mut State,
    out: &mut Outbox,
    who: PlayerId,
    command: SessionCommand,
) {
    let State { players, admin, config, sessions, seeks, .. } = state;
    match command {
        SessionCommand::Quit => quit(state, out, who),
        SessionCommand::Date => date(players, out, who),
        SessionCommand::Uptime => uptime(state, out, who),
        SessionCommand::Limits => limits(admin, config, out, who),
        SessionCommand::Ustat => ustat(players, out, who),
        SessionCommand::Ping { player } => ping(players, sessions, out, who, player.as_deref()),
        SessionCommand::Help { page } => help(players, out, who, page.as_deref()),
        SessionCommand::Next => next_page(players, out, who),
        SessionCommand::Set { variable, value } => {
            settings::set(players, seeks, out, who, &variable, value.as_deref());
        }
        SessionCommand::Iset { variable, value } => {
            iset(players, seeks, out, who, &variable, value.as_deref());
        }
        SessionCommand::Style { style } => {
            settings::set_variable(players, seeks, out, who, Variable::Style, Some(&style));
        }
        SessionCommand::Flip => {
            settings::set_variable(players, seeks, out, who, Variable::Flip, None);
        }
        SessionCommand::Bell => {
            settings::set_variable(players, seeks, out, who, Variable::Bell, None);
        }
        SessionCommand::Open => {
            settings::set_variable(players, seeks, out, who, Variable::Open, None);
        }
        SessionCommand::Ptime => {
            settings::set_variable(players, seeks, out, who, Variable::Ptime, None);
        }
        SessionCommand::Keep => settings::keep_variables(players, out, who),
        SessionCommand::Variables { player } => {
            settings::show_variables(players, out, who, player.as_deref());
        }
        SessionCommand::Ivariables { player } => {
            settings::show_ivariables(players, out, who, player.as_deref());
        }
        SessionCommand::Alias { name, text } => settings::alias(players, out, who, name, text),
        SessionCommand::Unalias { name } => settings::unalias(players, out, who, &name),
        SessionCommand::Password { old, new } => login::change_password(state, out, who, old, new),
    }
}

fn quit(state: &mut State, out: &mut Outbox, who: PlayerId) {
    if let Activity::Playing(_) = state.players.activity(who) {
        return out.send(who, SessionNotice::QuitWhilePlaying);
    }
    let Some(session) = state.players.online_state(who).and_then(|p| p.session) else { return };
    out.send_to_session(session, SessionNotice::LoggingOut);
    out.emit(Output::Close { to: session });
    state.sessions.remove(session);
    leave::leave(state, out, who);
}

fn iset(
    players: &mut Players,
    seeks: &mut Seeks,
    out: &mut Outbox,
    who: PlayerId,
    variable: &str,
    value: Option<&str>,
) {
    let Some(online) = players.online_state_mut(who) else { return };
    let Ok(ivar) = Ivar::find(variable) else {
        return out.send(who, SessionNotice::NoSuchVariable { name: variable.to_owned() });
    };
    let on = match value {
        None => !online.display.ivars.has(ivar),
        Some("1" | "on" | "true") => true,
        Some("0" | "off" | "false") => false,
        Some(_) => {
            return out.send(who, SessionNotice::BadValue { name: ivar.name().into() });
        }
    };
    let notice = if online.display.ivars.set(ivar, on).is_ok() {
        let name = ivar.name().into();
        if on { SessionNotice::IvarSet { name } } else { SessionNotice::IvarUnset { name } }
    } else {
        SessionNotice::Locked
    };
    out.send(who, notice);
    players.update_audience(who);
    match ivar {
        Ivar::Seekinfo if on => seeks.list(players, out, who),
        Ivar::Showownseek if on => seeks.list_own(players, out, who),
        _ => {}
    }
}

fn date(players: &Players, out: &mut Outbox, who: PlayerId) {
    let date = SettingsNotice::Date {
        local: out.now.ics(players.zone(who)),
        server: out.now.ics(Zone::SERVER),
        greenwich: out.now.ics("GMT".parse().unwrap_or_default()),
    };
    out.send(who, date);
}

fn uptime(state: &State, out: &mut Outbox, who: PlayerId) {
    let players = state.players.count_online();
    let uptime = SettingsNotice::Uptime {
        name: state.config.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        since: state.started.ics(state.players.zone(who)),
        up: (out.now - state.started).words(),
        players: fields::Players(players),
        most_players: state.players.most_online(),
        games: fields::Games(state.games.len()),
        most_games: state.games.most() as u32,
    };
    out.send(who, uptime);
}

fn limits(admin_state: &AdminState, config: &Config, out: &mut Outbox, who: PlayerId) {
    let limits = SettingsNotice::Limits {
        channels: u32::from(CHANNELS),
        listed: MOST_LISTED as u32,
        notes: Variable::NOTES.len() as u32,
        aliases: MOST_ALIASES as u32,
        messages: MOST_MESSAGES as u32,
        observed: 30,
        seeks: 3,
        idle: (config.idle.0 / 60_000) as u32,
        shouts: SHOUTS as u32,
        quota: admin_state.policy.quota.whole_seconds() as u32,
    };
    out.send(who, limits);
}

/// `ustat`: counts the players online.
fn ustat(players: &Players, out: &mut Outbox, who: PlayerId) {
    let count = |fits: &dyn Fn(&Player, &OnlineState) -> bool| {
        let on = players.online().filter_map(|p| Some((p, p.online.as_ref()?)));
        on.filter(|(player, online)| fits(player, online)).count() as u32
    };
    let registered = count(&|player, _| player.registered);
    let all = count(&|_, _| true);
    let notice = SettingsNotice::Ustat {
        players: fields::Players(all as usize),
        registered,
        guests: all - registered,
        playing: count(&|_, p| matches!(p.activity, Activity::Playing(_))),
        examining: count(&|_, p| matches!(p.activity, Activity::Examining(_))),
        observing: count(&|_, p| !p.observing.is_empty()),
        idle: count(&|_, p| out.now - p.active >= IDLE),
        most: players.most_online(),
    };
    out.send(who, notice);
}

/// Reports how long a player's client takes to answer pings.
fn ping(
    players: &Players,
    sessions: &Sessions,
    out: &mut Outbox,
    who: PlayerId,
    player: Option<&str>,
) {
    let found = player.map_or(Some(who), |name| find::find_online(players, out, who, name));
    let Some(id) = found else { return };
    let session = players.online_state(id).and_then(|p| sessions.get(p.session?));
    let trip = session.and_then(crate::session::Session::trip);
    let name = players.name(id).into();
    out.send(
        who,
        match trip {
            Some(milliseconds) => SettingsNotice::PingTime { name, milliseconds },
            None => SettingsNotice::NoPing { name },
        },
    );
}

fn help(players: &mut Players, out: &mut Outbox, who: PlayerId, page: Option<&str>) {
    match help::page(page.unwrap_or("help")) {
        Page::Text(text) => show_page(players, out, who, &text),
        Page::Many(names) => out.send(who, SessionNotice::Ambiguous { names }),
        Page::None => {
            let page = page.unwrap_or_default().to_owned();
            out.send(who, SettingsNotice::NoHelp { page });
        }
    }
}

/// Shows a long text, as much as the player's page takes; `next` shows more.
pub(crate) fn show_page(players: &mut Players, out: &mut Outbox, who: PlayerId, text: &str) {
    let Some(online) = players.online_state_mut(who) else {
        // The owner has no pages and gets the whole text.
        return out.send(who, Notice::Page(text.trim_end_matches('\n').to_owned()));
    };
    // One line is the prompt's, one says that there is more.
    let lines = online.display.height.saturating_sub(2).max(1);
    let text = text.trim_end_matches('\n');
    let end = text.match_indices('\n').nth(lines - 1).map(|(at, _)| at);
    let (now, more) = end.map_or((text, ""), |at| text.split_at(at));
    more.trim_start_matches('\n').clone_into(&mut online.more);
    let now = if more.is_empty() {
        now.to_owned()
    } else {
        format!("{now}\nType [next] to see next page.")
    };
    out.send(who, Notice::Page(now));
}

fn next_page(players: &mut Players, out: &mut Outbox, who: PlayerId) {
    let Some(online) = players.online_state_mut(who) else { return };
    let more = std::mem::take(&mut online.more);
    if more.is_empty() {
        out.send(who, SettingsNotice::NoMore);
    } else {
        show_page(players, out, who, &more);
    }
}
