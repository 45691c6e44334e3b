//! Connection, settings, help.

use partie_wire::{
    command::session::SessionCommand,
    fields::{Games, Players},
    ivars::Ivar,
    notice::{Notice, session::SessionNotice, settings::SettingsNotice},
    variables::Variable,
};

use crate::{
    Ics, Output,
    channel::CHANNELS,
    command::talk::{IDLE, SHOUTS},
    help::{self, Page},
    lists::MOST_LISTED,
    message::MOST_MESSAGES,
    players::{Activity, OnlineState, Player, PlayerId},
    settings::MOST_ALIASES,
    time::Zone,
};

impl Ics {
    pub(super) fn session_command(&mut self, who: PlayerId, command: SessionCommand) {
        match command {
            SessionCommand::Quit => self.quit(who),
            SessionCommand::Date => self.date(who),
            SessionCommand::Uptime => self.uptime(who),
            SessionCommand::Limits => self.limits(who),
            SessionCommand::Ustat => self.ustat(who),
            SessionCommand::Ping { player } => self.ping(who, player.as_deref()),
            SessionCommand::Help { page } => self.help(who, page.as_deref()),
            SessionCommand::Next => self.next_page(who),
            SessionCommand::Set { variable, value } => self.set(who, &variable, value.as_deref()),
            SessionCommand::Iset { variable, value } => self.iset(who, &variable, value.as_deref()),
            SessionCommand::Style { style } => {
                self.set_variable(who, Variable::Style, Some(&style));
            }
            SessionCommand::Flip => self.set_variable(who, Variable::Flip, None),
            SessionCommand::Bell => self.set_variable(who, Variable::Bell, None),
            SessionCommand::Open => self.set_variable(who, Variable::Open, None),
            SessionCommand::Ptime => self.set_variable(who, Variable::Ptime, None),
            SessionCommand::Keep => self.keep_variables(who),
            SessionCommand::Variables { player } => self.show_variables(who, player.as_deref()),
            SessionCommand::Ivariables { player } => self.show_ivariables(who, player.as_deref()),
            SessionCommand::Alias { name, text } => self.alias(who, name, text),
            SessionCommand::Unalias { name } => self.unalias(who, &name),
            SessionCommand::Password { old, new } => self.change_password(who, old, new),
        }
    }

    fn quit(&mut self, who: PlayerId) {
        if let Activity::Playing(_) = self.activity(who) {
            self.out.send(who, SessionNotice::QuitWhilePlaying);
            return;
        }
        let Some(session) = self.online(who).and_then(|p| p.session) else { return };
        self.out.send_to_session(session, SessionNotice::LoggingOut);
        self.out.emit(Output::Close { to: session });
        self.sessions.remove(session);
        self.leave(who);
    }

    fn iset(&mut self, who: PlayerId, variable: &str, value: Option<&str>) {
        let Some(online) = self.online_mut(who) else { return };
        let Ok(ivar) = Ivar::find(variable) else {
            self.out.send(who, SessionNotice::NoSuchVariable { name: variable.to_owned() });
            return;
        };
        let on = match value {
            None => !online.display.ivars.has(ivar),
            Some("1" | "on" | "true") => true,
            Some("0" | "off" | "false") => false,
            Some(_) => {
                self.out.send(who, SessionNotice::BadValue { name: ivar.name().into() });
                return;
            }
        };
        let notice = if online.display.ivars.set(ivar, on).is_ok() {
            let name = ivar.name().into();
            if on { SessionNotice::IvarSet { name } } else { SessionNotice::IvarUnset { name } }
        } else {
            SessionNotice::Locked
        };
        self.out.send(who, notice);
        self.players.update_audience(who);
        match ivar {
            Ivar::Seekinfo if on => self.list_seeks(who),
            Ivar::Showownseek if on => self.list_own_seeks(who),
            _ => {}
        }
    }

    fn date(&mut self, who: PlayerId) {
        let now = self.out.now;
        let date = SettingsNotice::Date {
            local: now.ics(self.zone(who)),
            server: now.ics(Zone::SERVER),
            greenwich: now.ics(Zone::from_name("GMT").unwrap_or_default()),
        };
        self.out.send(who, date);
    }

    fn uptime(&mut self, who: PlayerId) {
        let players = self.players.count_online();
        let uptime = SettingsNotice::Uptime {
            name: self.config.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            since: self.started.ics(self.zone(who)),
            up: (self.out.now - self.started).words(),
            players: Players(players),
            most_players: self.players.most_online(),
            games: Games(self.games.len()),
            most_games: self.games.most() as u32,
        };
        self.out.send(who, uptime);
    }

    fn limits(&mut self, who: PlayerId) {
        let limits = SettingsNotice::Limits {
            channels: u32::from(CHANNELS),
            listed: MOST_LISTED as u32,
            notes: Variable::NOTES.len() as u32,
            aliases: MOST_ALIASES as u32,
            messages: MOST_MESSAGES as u32,
            observed: 30,
            seeks: 3,
            idle: (self.config.idle.0 / 60_000) as u32,
            shouts: SHOUTS as u32,
            quota: self.admin_state.policy.quota.whole_seconds() as u32,
        };
        self.out.send(who, limits);
    }

    /// `ustat`: counts the players online.
    fn ustat(&mut self, who: PlayerId) {
        let count = |fits: &dyn Fn(&Player, &OnlineState) -> bool| {
            let on = self.players.online().filter_map(|p| Some((p, p.online.as_ref()?)));
            on.filter(|(player, online)| fits(player, online)).count() as u32
        };
        let registered = count(&|player, _| player.registered);
        let all = count(&|_, _| true);
        let now = self.out.now;
        let notice = SettingsNotice::Ustat {
            players: Players(all as usize),
            registered,
            guests: all - registered,
            playing: count(&|_, p| matches!(p.activity, Activity::Playing(_))),
            examining: count(&|_, p| matches!(p.activity, Activity::Examining(_))),
            observing: count(&|_, p| !p.observing.is_empty()),
            idle: count(&|_, p| now - p.active >= IDLE),
            most: self.players.most_online(),
        };
        self.out.send(who, notice);
    }

    /// Reports how long a player's client takes to answer pings.
    fn ping(&mut self, who: PlayerId, player: Option<&str>) {
        let id = match player {
            None => who,
            Some(name) => match self.find_online(who, name) {
                Some(id) => id,
                None => return,
            },
        };
        let session = self.online(id).and_then(|p| self.sessions.get(p.session?));
        let trip = session.and_then(crate::session::Session::trip);
        let name = self.name(id).into();
        self.out.send(
            who,
            match trip {
                Some(milliseconds) => SettingsNotice::PingTime { name, milliseconds },
                None => SettingsNotice::NoPing { name },
            },
        );
    }

    fn help(&mut self, who: PlayerId, page: Option<&str>) {
        match help::page(page.unwrap_or("help")) {
            Page::Text(text) => self.show_page(who, &text),
            Page::Many(names) => self.out.send(who, SessionNotice::Ambiguous { names }),
            Page::None => {
                let page = page.unwrap_or_default().to_owned();
                self.out.send(who, SettingsNotice::NoHelp { page });
            }
        }
    }

    /// Shows a long text, as much as the player's page takes; `next` shows more.
    pub(crate) fn show_page(&mut self, who: PlayerId, text: &str) {
        let Some(online) = self.online_mut(who) else {
            // The owner has no pages and gets the whole text.
            return self.out.send(who, Notice::Page(text.trim_end_matches('\n').to_owned()));
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
        self.out.send(who, Notice::Page(now));
    }

    fn next_page(&mut self, who: PlayerId) {
        let Some(online) = self.online_mut(who) else { return };
        let more = std::mem::take(&mut online.more);
        if more.is_empty() {
            self.out.send(who, SettingsNotice::NoMore);
        } else {
            self.show_page(who, &more);
        }
    }
}
