//! Connection, settings, help.

use partie_wire::{
    command::session::SessionCommand,
    fields,
    ivars::Ivar,
    notice::{Notice, game::GameNotice, session::SessionNotice, settings::SettingsNotice},
    variables::Variable,
};

use crate::{
    admin_state::SHOUTS,
    channel::CHANNELS,
    command::settings::{self, MOST_ALIASES},
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
    state::State,
    time::Zone,
};

pub(crate) fn session_command(state: &mut State, out: &mut Outbox, command: SessionCommand) {
    match command {
        SessionCommand::Quit => quit(state, out),
        SessionCommand::Date => date(&state.players, out),
        SessionCommand::Uptime => uptime(state, out),
        SessionCommand::Limits => limits(state, out),
        SessionCommand::Ustat => ustat(&state.players, out),
        SessionCommand::Ping(player) => ping(state, out, player.as_deref()),
        SessionCommand::Oping => match opponent(state, out.who) {
            Some(name) => ping(state, out, Some(&name)),
            None => out.reply(GameNotice::NotPlaying),
        },
        SessionCommand::Help(page) => help(&mut state.players, out, page.as_deref()),
        SessionCommand::Next => next_page(&mut state.players, out),
        SessionCommand::Set { variable, value } => {
            settings::set(state, out, &variable, value.as_deref());
        }
        SessionCommand::Iset { variable, value } => iset(state, out, &variable, value.as_deref()),
        SessionCommand::Style(style) => {
            settings::set_variable(state, out, Variable::Style, Some(&style));
        }
        SessionCommand::Flip => settings::set_variable(state, out, Variable::Flip, None),
        SessionCommand::Bell => settings::set_variable(state, out, Variable::Bell, None),
        SessionCommand::Open => settings::set_variable(state, out, Variable::Open, None),
        SessionCommand::Ptime => settings::set_variable(state, out, Variable::Ptime, None),
        SessionCommand::Keep => settings::keep_variables(&mut state.players, out),
        SessionCommand::Variables(player) => {
            settings::show_variables(&state.players, out, player.as_deref());
        }
        SessionCommand::Ivariables(player) => {
            settings::show_ivariables(&state.players, out, player.as_deref());
        }
        SessionCommand::Alias { name, text } => {
            settings::alias(&mut state.players, out, name, text);
        }
        SessionCommand::Unalias(name) => settings::unalias(&mut state.players, out, &name),
        SessionCommand::Password { old, new } => login::change_password(state, out, old, new),
    }
}

fn quit(state: &mut State, out: &mut Outbox) {
    let who = out.who;
    if let Activity::Playing(_) = state.players.activity(who) {
        return out.reply(SessionNotice::QuitWhilePlaying);
    }
    let Some(session) = state.players.online_state(who).and_then(|p| p.session) else { return };
    out.send_to_session(session, SessionNotice::LoggingOut);
    out.emit(Output::Close { to: session });
    state.sessions.remove(session);
    leave::leave(state, out, who);
}

fn iset(state: &mut State, out: &mut Outbox, variable: &str, value: Option<&str>) {
    let who = out.who;
    let Some(online) = state.players.online_state_mut(who) else { return };
    let Ok(ivar) = Ivar::find(variable) else {
        return out.reply(SessionNotice::NoSuchVariable { name: variable.to_owned() });
    };
    let on = match value {
        None => !online.display.ivars.has(ivar),
        Some("1" | "on" | "true") => true,
        Some("0" | "off" | "false") => false,
        Some(_) => {
            return out.reply(SessionNotice::BadValue { name: ivar.name().into() });
        }
    };
    let notice = if online.display.ivars.set(ivar, on).is_ok() {
        let name = ivar.name().into();
        if on { SessionNotice::IvarSet { name } } else { SessionNotice::IvarUnset { name } }
    } else {
        SessionNotice::Locked
    };
    out.reply(notice);
    state.players.update_audience(who);
    match ivar {
        Ivar::Seekinfo if on => state.seeks.list(&state.players, out, who),
        Ivar::Showownseek if on => state.seeks.list_own(&state.players, out, who),
        _ => {}
    }
}

fn date(players: &Players, out: &mut Outbox) {
    let date = SettingsNotice::Date {
        local: out.now.ics(players.zone(out.who)),
        server: out.now.ics(Zone::SERVER),
        greenwich: out.now.ics("GMT".parse().unwrap_or_default()),
    };
    out.reply(date);
}

fn uptime(state: &State, out: &mut Outbox) {
    let players = state.players.count_online();
    let uptime = SettingsNotice::Uptime {
        name: state.config.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        since: state.started.ics(state.players.zone(out.who)),
        up: (out.now - state.started).words(),
        players: fields::Players(players),
        most_players: state.players.most_online(),
        games: fields::Games(state.games.len()),
        most_games: state.games.most() as u32,
    };
    out.reply(uptime);
}

fn limits(state: &State, out: &mut Outbox) {
    let limits = SettingsNotice::Limits {
        channels: u32::from(CHANNELS),
        listed: MOST_LISTED as u32,
        notes: Variable::NOTES.len() as u32,
        aliases: MOST_ALIASES as u32,
        messages: MOST_MESSAGES as u32,
        observed: 30,
        seeks: 3,
        idle: (state.config.idle.0 / 60_000) as u32,
        shouts: SHOUTS as u32,
        quota: state.admin.policy.quota.whole_seconds() as u32,
    };
    out.reply(limits);
}

/// `ustat`: counts the players online.
fn ustat(players: &Players, out: &mut Outbox) {
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
    out.reply(notice);
}

/// Finds the name of a player's opponent.
fn opponent(state: &State, who: PlayerId) -> Option<String> {
    let Activity::Playing(number) = state.players.activity(who) else { return None };
    let game = state.games.get(number)?;
    Some(game.name(!game.color_of(who)?).0)
}

/// Reports how long a player's client takes to answer pings.
fn ping(state: &State, out: &mut Outbox, player: Option<&str>) {
    let who = out.who;
    let found = player.map_or(Some(who), |name| find::find_online(&state.players, out, who, name));
    let Some(id) = found else { return };
    let session = state.players.online_state(id).and_then(|p| state.sessions.get(p.session?));
    let trip = session.and_then(crate::session::Session::trip);
    let name = state.players.name(id).into();
    out.reply(match trip {
        Some(milliseconds) => SettingsNotice::PingTime { name, milliseconds },
        None => SettingsNotice::NoPing { name },
    });
}

fn help(players: &mut Players, out: &mut Outbox, page: Option<&str>) {
    match help::page(page.unwrap_or("help")) {
        Page::Text(text) => show_page(players, out, &text),
        Page::Many(names) => out.reply(SessionNotice::Ambiguous { names }),
        Page::None => {
            let page = page.unwrap_or_default().to_owned();
            out.reply(SettingsNotice::NoHelp { page });
        }
    }
}

/// Shows a long text, as much as the player's page takes; `next` shows more.
pub(crate) fn show_page(players: &mut Players, out: &mut Outbox, text: &str) {
    let Some(online) = players.online_state_mut(out.who) else {
        // The owner has no pages and gets the whole text.
        return out.reply(Notice::Page(text.trim_end_matches('\n').to_owned()));
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
    out.reply(Notice::Page(now));
}

fn next_page(players: &mut Players, out: &mut Outbox) {
    let Some(online) = players.online_state_mut(out.who) else { return };
    let more = std::mem::take(&mut online.more);
    if more.is_empty() {
        out.reply(SettingsNotice::NoMore);
    } else {
        show_page(players, out, &more);
    }
}
