//! Execution of commands: one file per family.

mod account;
mod admin;
mod bugwho;
mod channels;
mod director;
mod examine;
mod game;
mod interrupted;
mod listing;
mod lists;
mod matching;
mod messages;
mod order;
mod players;
mod policy;
mod ratings;
mod record;
mod seek;
mod session;
mod settings;
pub(crate) mod shutdown;
mod simul;
mod talk;
mod watch;
mod who;

use partie_wire::{
    block,
    command::{self, Command, Level, Unread, admin::AdminCommand, session::SessionCommand},
    display::DisplayOptions,
    ivars::Ivar,
    notice::{admin::AdminNotice, session::SessionNotice},
    server_writer::ReplyTo,
};

use crate::{
    arrivals,
    ids::PlayerId,
    lists::List,
    output::Output,
    players::{Players, find, player::IDLE},
    state::State,
    storage,
};

/// Runs a command in the name of a player.
fn run_command(state: &mut State, who: PlayerId, command: Command) {
    state.out.who = who;
    match command {
        Command::Nothing => {}
        Command::Session(command) => session::session_command(state, command),
        Command::Game(command) => game::game_command(state, command),
        Command::Talk(_) if find::is_gagged(state) => {}
        Command::Talk(command) => talk::talk_command(state, command),
        Command::List(command) => lists::list_command(state, command),
        Command::Players(command) => players::players_command(state, command),
        Command::Matching(command) => matching::matching_command(state, command),
        Command::Simul(command) => simul::simul_command(state, command),
        Command::Seek(command) => seek::seek_command(state, command),
        Command::Watch(command) => watch::watch_command(state, command),
        Command::Record(command) => record::record_command(state, command),
        Command::Examine(command) => examine::examine_command(state, command),
        Command::Admin(AdminCommand::Pose { player, line }) => pose(state, &player, &line),
        Command::Admin(AdminCommand::Remote { player, line }) => remote(state, &player, &line),
        Command::Admin(command) => admin::admin_command(state, command),
        Command::Director(command) => director::director_command(state, command),
        Command::Ratings(command) => ratings::ratings_command(state, command),
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

/// Runs a line of the owner.
pub(crate) fn owner(state: &mut State, ticket: u64, line: &str) {
    state.out.who = PlayerId::OWNER;
    match command::read_for(line, Level::OWNER) {
        Ok((command, _)) => match command {
            Command::Nothing
            | Command::Admin(_)
            | Command::List(_)
            | Command::Players(_)
            | Command::Ratings(_)
            | Command::Session(
                SessionCommand::Date
                | SessionCommand::Uptime
                | SessionCommand::Limits
                | SessionCommand::Help(..),
            ) => run_command(state, PlayerId::OWNER, command),
            _ => state.out.refuse(AdminNotice::NeedsPlayer),
        },
        Err(unread) => {
            state.out.refused = true;
            state.out.send(PlayerId::OWNER, unread_words(unread));
        }
    }
    storage::mention_storage_failure(state, PlayerId::OWNER);
    let mut text = String::new();
    for notice in state.out.take_answer() {
        notice.write(&DisplayOptions::default(), &mut text);
    }
    let good = !state.out.refused;
    state.out.emit(Output::Answer { ticket, text, good });
}

/// `pose`: runs a command in another player's name, with their rights.
fn pose(state: &mut State, player: &str, line: &str) {
    let Some(id) = find::find_ruled(state, player) else { return };
    let level = state.players.level(id);
    act_as(state, id, line, level);
}

/// `remote`: runs a command in the name of a player who allows it. Nobody has the rights of an
/// administrator by it, which rules find by the player's lists.
fn remote(state: &mut State, player: &str, line: &str) {
    let who = state.out.who;
    let Some(id) = find::find_online(state, who, player) else { return };
    let own = state.players.name(who);
    let allows = state.players.get(id).is_some_and(|player| player.lists(List::Remote, &own));
    if !allows || state.players.is_admin(id) {
        return state.out.refuse(AdminNotice::NotRemote { name: state.players.name(id).into() });
    }
    act_as(state, id, line, Level::ANYBODY);
}

/// Runs a command in another player's name; both are notified.
fn act_as(state: &mut State, id: PlayerId, line: &str, level: Level) {
    let (by, name) = (state.players.name(state.out.who).into(), state.players.name(id).into());
    match command::read_for(line, level) {
        Err(unread) => state.out.refuse(unread_words(unread)),
        // Nobody poses in the name of a player who poses.
        Ok((Command::Admin(AdminCommand::Pose { .. } | AdminCommand::Remote { .. }), _)) => {
            state.out.refuse(AdminNotice::NotYourself);
        }
        Ok((command, code)) => {
            state.out.posed = Some((id, code));
            state.out.reply(AdminNotice::PosedAs { name });
            state.out.send(id, AdminNotice::Posed { by, line: line.to_owned() });
            run_command(state, id, command);
        }
    }
}

/// One line of a player who is on.
pub(crate) fn run_line(state: &mut State, who: PlayerId, line: &str) {
    let now = state.out.now;
    let Some(online) = state.players.online_state_mut(who) else { return };
    let framed = online.display.ivars.has(Ivar::Block);
    let line = line.trim();
    // `$$`: not even the idle time is touched; `$`: no aliases.
    let (line, raw) = if let Some(rest) = line.strip_prefix("$$") {
        (rest, true)
    } else {
        let idle = now - online.active >= IDLE;
        online.active = now;
        if idle {
            arrivals::unidle(state, who);
        }
        line.strip_prefix('$').map_or((line, false), |rest| (rest, true))
    };
    let mut line = line.trim_start().to_owned();
    if framed {
        if let Ok((number, rest)) = block::sequence(&line) {
            let rest = rest.trim_start();
            state.out.reply_to.number = number;
            line = rest.strip_prefix('$').unwrap_or(rest).trim_start().into();
        } else {
            state.out.reply_to = ReplyTo { number: 0, code: block::code::NO_SEQUENCE };
            return;
        }
    }
    if !raw {
        line = without_aliases(&state.players, who, line);
    }
    match command::read_for(&line, state.players.level(who)) {
        Ok((command, code)) => {
            state.out.reply_to.code = code;
            run_command(state, who, command);
        }
        Err(unread) => {
            state.out.reply_to.code = unread.code();
            state.out.send(who, unread_words(unread));
        }
    }
}

/// The line with the player's own name for a command replaced, once.
fn without_aliases(players: &Players, who: PlayerId, line: String) -> String {
    let (word, rest) = command::split(&line);
    let player = players.get(who);
    let alias = player.and_then(|p| p.account.aliases.get(&word.to_ascii_lowercase()));
    let (Some(player), Some(text)) = (player, alias) else { return line };
    let rest = rest.trim();
    let mut filled = String::new();
    let mut left = text.as_str();
    while let Some(at) = left.find(['@', '$']) {
        filled.push_str(&left[..at]);
        left = &left[at..];
        let (value, length) = parameter(left, rest, player.name());
        filled.push_str(value.as_deref().unwrap_or(&left[..length]));
        left = &left[length..];
    }
    filled.push_str(left);
    if !rest.is_empty() && !has_parameter(text) {
        filled = format!("{filled} {rest}");
    }
    filled
}

/// Returns true if an alias's text has a place for the words typed after it.
fn has_parameter(text: &str) -> bool {
    // The player's name does not matter here.
    let places = text.match_indices(['@', '$']).map(|(at, _)| &text[at..]);
    places.filter(|at| !at.starts_with("$m")).any(|at| parameter(at, "", "").0.is_some())
}

/// Returns the value of the parameter at the beginning of an alias's text, and the parameter's
/// length: `@` all words typed after the alias, `$1` the first of them, `$2-` from the second on,
/// `$-2` up to the second, `$m` the player's name. Other text has no value.
fn parameter(text: &str, typed: &str, name: &str) -> (Option<String>, usize) {
    let words = || typed.split_ascii_whitespace();
    let digit = |at: usize| {
        let digit = text.as_bytes().get(at).filter(|byte| byte.is_ascii_digit() && **byte != b'0');
        digit.map(|byte| usize::from(byte - b'0'))
    };
    let joined = |words: &mut dyn Iterator<Item = &str>| Some(words.collect::<Vec<_>>().join(" "));
    match (text.as_bytes(), digit(1), digit(2)) {
        ([b'@', ..], ..) => (Some(typed.to_owned()), 1),
        ([b'$', b'm', ..], ..) => (Some(name.to_owned()), 2),
        ([b'$', _, b'-', ..], Some(from), _) => (joined(&mut words().skip(from - 1)), 3),
        ([b'$', b'-', ..], _, Some(to)) => (joined(&mut words().take(to)), 3),
        ([b'$', ..], Some(number), _) => {
            (Some(words().nth(number - 1).unwrap_or_default().to_owned()), 2)
        }
        _ => (None, 1),
    }
}
