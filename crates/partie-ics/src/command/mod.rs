//! Execution of commands: one file per family.

mod account;
mod admin;
mod bugwho;
mod director;
mod examine;
mod game;
mod interrupted;
mod listing;
mod lists;
mod matching;
mod order;
mod players;
mod ratings;
mod record;
mod seek;
mod session;
mod shutdown;
mod simul;
pub(crate) mod talk;
mod watch;
mod who;

use partie_wire::{
    block,
    command::{self, Command, Unread},
    ivars::Ivar,
    notice::session::SessionNotice,
    server_writer::ReplyTo,
};

use crate::{Ics, players::PlayerId};

impl Ics {
    /// One line of a player who is on.
    pub(crate) fn run_line(&mut self, who: PlayerId, line: &str) {
        let now = self.out.now;
        let Some(online) = self.online_mut(who) else { return };
        let framed = online.display.ivars.has(Ivar::Block);
        let line = line.trim();
        // `$$`: not even the idle time is touched; `$`: no aliases.
        let (line, raw) = if let Some(rest) = line.strip_prefix("$$") {
            (rest, true)
        } else {
            let idle = now - online.active >= talk::IDLE;
            online.active = now;
            if idle {
                self.unidle(who);
            }
            line.strip_prefix('$').map_or((line, false), |rest| (rest, true))
        };
        let mut line = line.trim_start().to_owned();
        if framed {
            if let Ok((number, rest)) = block::sequence(&line) {
                let rest = rest.trim_start();
                self.out.reply_to.number = number;
                line = rest.strip_prefix('$').unwrap_or(rest).trim_start().into();
            } else {
                self.out.reply_to = ReplyTo { number: 0, code: block::code::NO_SEQUENCE };
                return;
            }
        }
        if !raw {
            line = self.without_aliases(who, line);
        }
        match command::read_for(&line, self.level(who)) {
            Ok((command, code)) => {
                self.out.reply_to.code = code;
                self.run_command(who, command);
            }
            Err(unread) => {
                self.out.reply_to.code = unread.code();
                self.out.send(who, unread_words(unread));
            }
        }
    }

    pub(crate) fn run_command(&mut self, who: PlayerId, command: Command) {
        match command {
            Command::Nothing => {}
            Command::Session(command) => self.session_command(who, command),
            Command::Game(command) => self.game_command(who, command),
            Command::Talk(_) if self.is_gagged(who) => {}
            Command::Talk(command) => self.talk_command(who, command),
            Command::List(command) => self.list_command(who, command),
            Command::Players(command) => self.players_command(who, command),
            Command::Matching(command) => self.matching_command(who, command),
            Command::Simul(command) => self.simul_command(who, command),
            Command::Seek(command) => self.seek_command(who, command),
            Command::Watch(command) => self.watch_command(who, command),
            Command::Record(command) => self.record_command(who, command),
            Command::Examine(command) => self.examine_command(who, command),
            Command::Admin(command) => self.admin_command(who, command),
            Command::Director(command) => self.director_command(who, command),
            Command::Ratings(command) => self.ratings_command(who, command),
        }
    }

    /// The line with the player's own name for a command replaced, once.
    fn without_aliases(&self, who: PlayerId, line: String) -> String {
        let (word, rest) = command::split(&line);
        let aliases = self.player(who).map(|p| &p.account.aliases);
        match aliases.and_then(|a| a.get(&word.to_ascii_lowercase())) {
            Some(text) if text.contains('@') => text.replace('@', rest.trim_start()),
            Some(text) if rest.trim().is_empty() => text.clone(),
            Some(text) => format!("{text} {}", rest.trim_start()),
            None => line,
        }
    }
}

/// The notice for a line that is no command.
pub(crate) fn unread_words(unread: Unread) -> SessionNotice {
    match unread {
        // Commands that the player may not use are not revealed.
        Unread::NotFound { word } | Unread::Rights { word } => SessionNotice::NotFound { word },
        Unread::Ambiguous { names, .. } => SessionNotice::Ambiguous { names: names.join(" ") },
        Unread::BadParameters { usage, .. } => {
            SessionNotice::BadParameters { usage: usage.to_owned() }
        }
    }
}
