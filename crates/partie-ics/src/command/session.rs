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
    output::Output,
    players::{
        find,
        player::{Activity, IDLE, OnlineState, Player},
    },
    state::State,
    time::Zone,
};

pub(crate) fn session_command(state: &mut State, command: SessionCommand) {
    match command {
        SessionCommand::Quit => quit(state),
        SessionCommand::Date => date(state),
        SessionCommand::Uptime => uptime(state),
        SessionCommand::Limits => limits(state),
        SessionCommand::Ustat => ustat(state),
        SessionCommand::Ping(player) => ping(state, player.as_deref()),
        SessionCommand::Oping => match opponent(state, state.out.who) {
            Some(name) => ping(state, Some(&name)),
            None => state.out.reply(GameNotice::NotPlaying),
        },
        SessionCommand::Help(page) => help(state, page.as_deref()),
        SessionCommand::Next => next_page(state),
        SessionCommand::Set { variable, value } => {
            settings::set(state, &variable, value.as_deref());
        }
        SessionCommand::Iset { variable, value } => iset(state, &variable, value.as_deref()),
        SessionCommand::Style(style) => {
            settings::set_variable(state, Variable::Style, Some(&style));
        }
        SessionCommand::Flip => settings::set_variable(state, Variable::Flip, None),
        SessionCommand::Bell => settings::set_variable(state, Variable::Bell, None),
        SessionCommand::Open => settings::set_variable(state, Variable::Open, None),
        SessionCommand::Ptime => settings::set_variable(state, Variable::Ptime, None),
        SessionCommand::Keep => settings::keep_variables(state),
        SessionCommand::Variables(player) => settings::show_variables(state, player.as_deref()),
        SessionCommand::Ivariables(player) => settings::show_ivariables(state, player.as_deref()),
        SessionCommand::Alias { name, text } => settings::alias(state, name, text),
        SessionCommand::Unalias(name) => settings::unalias(state, &name),
        SessionCommand::Password { old, new } => login::change_password(state, old, new),
    }
}

fn quit(state: &mut State) {
    let who = state.out.who;
    if let Activity::Playing(_) = state.players.activity(who) {
        return state.out.reply(SessionNotice::QuitWhilePlaying);
    }
    let Some(session) = state.players.online_state(who).and_then(|p| p.session) else { return };
    state.out.send_to_session(session, SessionNotice::LoggingOut);
    state.out.emit(Output::Close { to: session });
    state.sessions.remove(session);
    leave::leave(state, who);
}

fn iset(state: &mut State, variable: &str, value: Option<&str>) {
    let who = state.out.who;
    let Some(online) = state.players.online_state_mut(who) else { return };
    let Ok(ivar) = Ivar::find(variable) else {
        return state.out.reply(SessionNotice::NoSuchVariable { name: variable.to_owned() });
    };
    let on = match value {
        None => !online.display.ivars.has(ivar),
        Some("1" | "on" | "true") => true,
        Some("0" | "off" | "false") => false,
        Some(_) => {
            return state.out.reply(SessionNotice::BadValue { name: ivar.name().into() });
        }
    };
    let notice = if online.display.ivars.set(ivar, on).is_ok() {
        let name = ivar.name().into();
        if on { SessionNotice::IvarSet { name } } else { SessionNotice::IvarUnset { name } }
    } else {
        SessionNotice::Locked
    };
    state.out.reply(notice);
    state.players.update_audience(who);
    match ivar {
        Ivar::Seekinfo if on => state.seeks.list(&state.players, &mut state.out, who),
        Ivar::Showownseek if on => state.seeks.list_own(&state.players, &mut state.out, who),
        _ => {}
    }
}

fn date(state: &mut State) {
    let date = SettingsNotice::Date {
        local: state.out.now.ics(state.players.zone(state.out.who)),
        server: state.out.now.ics(Zone::SERVER),
        greenwich: state.out.now.ics("GMT".parse().unwrap_or_default()),
    };
    state.out.reply(date);
}

fn uptime(state: &mut State) {
    let players = state.players.count_online();
    let uptime = SettingsNotice::Uptime {
        name: state.config.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        since: state.started.ics(state.players.zone(state.out.who)),
        up: (state.out.now - state.started).words(),
        players: fields::Players(players),
        most_players: state.players.most_online(),
        games: fields::Games(state.games.len()),
        most_games: state.games.most() as u32,
    };
    state.out.reply(uptime);
}

fn limits(state: &mut State) {
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
    state.out.reply(limits);
}

/// `ustat`: counts the players online.
fn ustat(state: &mut State) {
    let count = |fits: &dyn Fn(&Player, &OnlineState) -> bool| {
        let on = state.players.online().filter_map(|p| Some((p, p.online.as_ref()?)));
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
        idle: count(&|_, p| state.out.now - p.active >= IDLE),
        most: state.players.most_online(),
    };
    state.out.reply(notice);
}

/// Finds the name of a player's opponent.
fn opponent(state: &State, who: PlayerId) -> Option<String> {
    let Activity::Playing(number) = state.players.activity(who) else { return None };
    let game = state.games.get(number)?;
    Some(game.name(!game.color_of(who)?).0)
}

/// Reports how long a player's client takes to answer pings.
fn ping(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let found = player.map_or(Some(who), |name| find::find_online(state, who, name));
    let Some(id) = found else { return };
    let session = state.players.online_state(id).and_then(|p| state.sessions.get(p.session?));
    let trip = session.and_then(crate::session::Session::trip);
    let name = state.players.name(id).into();
    state.out.reply(match trip {
        Some(milliseconds) => SettingsNotice::PingTime { name, milliseconds },
        None => SettingsNotice::NoPing { name },
    });
}

fn help(state: &mut State, page: Option<&str>) {
    match help::page(page.unwrap_or("help")) {
        Page::Text(text) => show_page(state, &text),
        Page::Many(names) => state.out.reply(SessionNotice::Ambiguous { names }),
        Page::None => {
            let page = page.unwrap_or_default().to_owned();
            state.out.reply(SettingsNotice::NoHelp { page });
        }
    }
}

/// Shows a long text, as much as the player's page takes; `next` shows more.
pub(crate) fn show_page(state: &mut State, text: &str) {
    let Some(online) = state.players.online_state_mut(state.out.who) else {
        // The owner has no pages and gets the whole text.
        return state.out.reply(Notice::Page(text.trim_end_matches('\n').to_owned()));
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
    state.out.reply(Notice::Page(now));
}

fn next_page(state: &mut State) {
    let Some(online) = state.players.online_state_mut(state.out.who) else { return };
    let more = std::mem::take(&mut online.more);
    if more.is_empty() {
        state.out.reply(SettingsNotice::NoMore);
    } else {
        show_page(state, &more);
    }
}
