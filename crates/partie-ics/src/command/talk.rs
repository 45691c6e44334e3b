//! Commands with which players talk to each other.

use partie_wire::{
    command::talk::{Recipient, TalkCommand},
    fields,
    ivars::Ivar,
    notice::{
        admin::AdminNotice,
        session::SessionNotice,
        talk::{Doing, Speaker, TalkNotice},
        watch::WatchNotice,
    },
    style12::Rating,
    variables::Variable,
};

use crate::{
    admin_state::SHOUTS,
    command::{channels, lists},
    ids::{GameNumber, PlayerId},
    lists::List,
    outbox::Outbox,
    players::{
        Players, find,
        player::{Activity, IDLE},
    },
    state::State,
    time::{Span, Tick},
};

/// The audience of a message at a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GameAudience {
    /// Players and observers.
    All,
    /// Observers only.
    Observers,
}

pub(crate) fn talk_command(state: &mut State, out: &mut Outbox, command: TalkCommand) {
    let who = out.who;
    match command {
        TalkCommand::Tell { to, text } => tell_command(&mut state.players, out, &to, text),
        TalkCommand::Xtell { to, text } => {
            if let Some(id) = find::find_online(&state.players, out, who, &to) {
                let from = state.players.titled(who);
                tell_player(&state.players, out, id, TalkNotice::Tells { from, text });
            }
        }
        TalkCommand::Say(text) => say_command(state, out, text),
        TalkCommand::Ptell(text) => match state.players.partner_of(who) {
            Some(id) => {
                let from = state.players.titled(who);
                tell_player(&state.players, out, id, TalkNotice::PartnerTells { from, text });
            }
            None => out.reply(TalkNotice::NoPartner),
        },
        TalkCommand::Kibitz(text) => {
            let number = game_around(&state.players, out);
            say_around(state, out, number, text, GameAudience::All);
        }
        TalkCommand::Whisper(text) => {
            let number = game_around(&state.players, out);
            say_around(state, out, number, text, GameAudience::Observers);
        }
        TalkCommand::Xkibitz { game, text } => {
            let number = game_of(state, out, &game);
            say_around(state, out, number, text, GameAudience::All);
        }
        TalkCommand::Xwhisper { game, text } => {
            let number = game_of(state, out, &game);
            say_around(state, out, number, text, GameAudience::Observers);
        }
        TalkCommand::Shout(text) => {
            if may_shout(state, out, "shout", List::Muzzle) {
                let from = state.players.titled(who);
                shout(&state.players, out, Variable::Shout, &TalkNotice::Shouts { from, text });
            }
        }
        TalkCommand::Cshout(text) => {
            if may_shout(state, out, "cshout", List::Cmuzzle) {
                let from = state.players.titled(who);
                shout(&state.players, out, Variable::Cshout, &TalkNotice::Cshouts { from, text });
            }
        }
        TalkCommand::It(text) => {
            if may_shout(state, out, "it", List::Muzzle) {
                let from = state.players.titled(who);
                let said = match text.strip_prefix('\'') {
                    Some(rest) => TalkNotice::Its { from, text: rest.to_owned() },
                    None => TalkNotice::It { from, text },
                };
                shout(&state.players, out, Variable::Shout, &said);
            }
        }
        TalkCommand::Reply(text) => {
            match state.players.online_state(out.who).and_then(|online| online.told_by.clone()) {
                Some(name) => tell_named(&mut state.players, out, &name, text),
                None => out.reply(TalkNotice::NobodyToTell),
            }
        }
        TalkCommand::Ltell { list, text } => tell_list(&state.players, out, &list, &text),
        TalkCommand::Qtell { to, text } => qtell(&state.players, out, &to, &text),
    }
}

fn tell_command(players: &mut Players, out: &mut Outbox, to: &Recipient, text: String) {
    let last = players.online_state(out.who).map(|p| (p.last_told.clone(), p.last_channel));
    let (player, channel) = last.unwrap_or_default();
    match (to, player, channel) {
        (Recipient::Channel(number), ..) => channels::tell_channel(players, out, *number, &text),
        (Recipient::LastChannel, _, Some(number)) => {
            channels::tell_channel(players, out, u32::from(number), &text);
        }
        (Recipient::Player(name), ..) => tell_named(players, out, name, text),
        (Recipient::LastPlayer, Some(name), _) => tell_named(players, out, &name, text),
        (Recipient::LastPlayer | Recipient::LastChannel, ..) => out.reply(TalkNotice::NobodyToTell),
    }
}

fn say_command(state: &State, out: &mut Outbox, text: String) {
    let who = out.who;
    let opponent = match state.players.activity(who) {
        Activity::Playing(number) => state.games.get(number).and_then(|game| {
            let color = game.color_of(who)?;
            game.sides.get(!color).player
        }),
        Activity::Free | Activity::Examining(_) => match state.players.last_opponent(who) {
            None => return out.reply(TalkNotice::NoOpponent),
            Some(name) => state.players.named(&name).filter(|p| p.online.is_some()).map(|p| p.id),
        },
    };
    let from = state.players.titled(who);
    let said = match state.players.activity(who) {
        Activity::Playing(GameNumber(game)) | Activity::Examining(GameNumber(game)) => {
            TalkNotice::SaysAt { from, game, text }
        }
        Activity::Free => TalkNotice::Says { from, text },
    };
    match opponent {
        Some(id) => tell_player(&state.players, out, id, said),
        None => out.reply(TalkNotice::OpponentGone),
    }
}

fn tell_named(players: &mut Players, out: &mut Outbox, name: &str, text: String) {
    let who = out.who;
    let Some(id) = find::find_online(players, out, who, name) else { return };
    let name = players.name(id);
    players.change_online(who, |online| online.last_told = Some(name));
    let from = players.titled(who);
    if !players.censors(id, who) {
        let teller = players.name(who);
        players.change_online(id, |online| online.told_by = Some(teller));
    }
    tell_player(players, out, id, TalkNotice::Tells { from, text });
}

/// Sends a tell to all online players on a list.
fn tell_list(players: &Players, out: &mut Outbox, list: &str, text: &str) {
    let who = out.who;
    let Some(members) = lists::members_online(players, out, list) else { return };
    if members.is_empty() {
        return out.reply(TalkNotice::NobodyToTell);
    }
    for id in members {
        let (from, text) = (players.titled(who), text.to_owned());
        tell_player(players, out, id, TalkNotice::Tells { from, text });
    }
}

/// Sends a tell to one player, unless they block it.
fn tell_player(players: &Players, out: &mut Outbox, to: PlayerId, said: TalkNotice) {
    let who = out.who;
    let name = players.name(to).into();
    let guest = players.get(who).is_some_and(|p| !p.registered);
    if players.censors(to, who) {
        return out.reply(TalkNotice::Censored { name });
    }
    if guest && !players.wants(to, Variable::Tell) {
        return out.reply(TalkNotice::NoGuests { name });
    }
    overhear(players, out, who, to, &said);
    out.send(to, said);
    let told =
        TalkNotice::Told { name: players.name(to).into(), doing: doing(players, out.now, to) };
    out.reply(told);
}

/// The reason why a player may not read at once.
fn doing(players: &Players, now: Tick, who: PlayerId) -> Doing {
    let Some(online) = players.online_state(who) else { return Doing::Nothing };
    let idle = now - online.active;
    match (online.activity, online.variables.text(Variable::Busy)) {
        (Activity::Playing(_), _) => Doing::Playing,
        (Activity::Examining(_), _) => Doing::Examining,
        (Activity::Free, Some(busy)) => Doing::Busy(busy.to_owned()),
        (Activity::Free, None) if idle >= IDLE => Doing::Idle(idle.short_words()),
        (Activity::Free, None) => Doing::Nothing,
    }
}

/// The player's game: their own, or the first that they observe.
fn game_around(players: &Players, out: &mut Outbox) -> Option<GameNumber> {
    let who = out.who;
    players.online_state(who)?;
    let number = players.game_around(who);
    if number.is_none() {
        out.reply(TalkNotice::NoGame);
    }
    number
}

/// The game of a number or a player's name.
fn game_of(state: &State, out: &mut Outbox, word: &str) -> Option<GameNumber> {
    let who = out.who;
    let number = if let Ok(number) = word.parse() {
        Some(GameNumber(number))
    } else {
        let id = find::find_online(&state.players, out, who, word)?;
        state.players.activity(id).game()
    };
    let number = number.filter(|n| state.games.get(*n).is_some());
    if number.is_none() {
        out.reply(WatchNotice::NoSuchGame);
    }
    number
}

fn say_around(
    state: &State,
    out: &mut Outbox,
    number: Option<GameNumber>,
    text: String,
    around: GameAudience,
) {
    let who = out.who;
    let Some(game) = number.and_then(|number| state.games.get(number)) else { return };
    let ids: Vec<PlayerId> = game.players().collect();
    let mut near: Vec<PlayerId> = match around {
        GameAudience::All => ids.clone(),
        GameAudience::Observers => Vec::new(),
    };
    near.extend(game.viewers());
    near.dedup();
    let category = game.terms.kind.category(game.terms.controls);
    let own = ids.contains(&who) || game.examiners().contains(&who);
    let guest = state.players.get(who).is_some_and(|p| !p.registered);
    if guest && !own {
        let refusal = match around {
            GameAudience::All => TalkNotice::KibitzOfGuest,
            GameAudience::Observers => TalkNotice::WhisperOfGuest,
        };
        return out.reply(refusal);
    }
    if state.players.get(who).is_some_and(|p| p.is(List::Muzzle)) {
        return out.reply(TalkNotice::Muzzled);
    }
    let rating = state.players.shown_rating(out.now, who, category);
    let strength = u32::from(rating.number().unwrap_or_default());
    let admin = state.players.is_admin(who);
    let player = state.players.titled(who);
    let from = Speaker { player, rating: Some(rating), game: Some(game.number.0) };
    let said = match around {
        GameAudience::All => TalkNotice::Kibitzes { from, text },
        GameAudience::Observers => TalkNotice::Whispers { from, text },
    };
    let hearers = near
        .into_iter()
        .filter(|id| *id != who && !state.players.censors(*id, who))
        .filter(|id| state.players.wants(*id, Variable::Kibitz))
        .filter(|id| {
            // Players hear their opponents, however low their rating.
            let least = state.players.variables(*id).map_or(0, |v| v.number(Variable::Kiblevel));
            own || admin || strength >= least
        });
    if state.players.wants(who, Variable::Echo) {
        out.reply(said.clone());
    }
    let count = fields::Players(out.send_all(hearers, said));
    let done = match around {
        GameAudience::All => TalkNotice::Kibitzed { players: count },
        GameAudience::Observers => TalkNotice::Whispered { players: count },
    };
    out.reply(done);
}

/// Returns true if a player may shout now; else reports why not.
fn may_shout(state: &mut State, out: &mut Outbox, what: &str, gag: List) -> bool {
    let who = out.who;
    let Some(player) = state.players.get(who) else { return false };
    if !player.registered {
        out.reply(SessionNotice::OnlyRegistered { what: what.to_owned() });
        return false;
    }
    if player.is(gag) {
        let refusal = match gag {
            List::Cmuzzle => TalkNotice::Cmuzzled,
            _ => TalkNotice::Muzzled,
        };
        out.reply(refusal);
        return false;
    }
    let quota = state.admin.policy.quota;
    let (now, free) = (out.now, player.is(List::Admin) || player.is(List::Td));
    let Some(online) = state.players.online_state_mut(who) else { return false };
    online.shouts.retain(|at| now - *at < quota);
    if online.shouts.len() >= SHOUTS && !free {
        let wait = online.shouts.first().map_or(Span::ZERO, |at| quota - (now - *at));
        let seconds = (wait.0 as u32).div_ceil(1000);
        out.reply(TalkNotice::ShoutQuota { seconds });
        return false;
    }
    online.shouts.push(now);
    true
}

fn shout(players: &Players, out: &mut Outbox, wanted: Variable, said: &TalkNotice) {
    let who = out.who;
    let hearers = players
        .online()
        .map(|p| p.id)
        .filter(|id| *id != who && players.wants(*id, wanted))
        .filter(|id| !players.in_silence(*id) && !players.censors(*id, who));
    if players.wants(who, Variable::Echo) {
        out.reply(said.clone());
    }
    let count = fields::Players(out.send_all(hearers, said.clone()));
    let done = match wanted {
        Variable::Cshout => TalkNotice::Cshouted { players: count },
        _ => TalkNotice::Shouted { players: count },
    };
    out.reply(done);
}

/// Formats a program's text for a player: `\n` begins a new line, `\b` rings the bell if the player
/// has it on, `\H` and `\h` begin and end highlighting if they have that on.
fn quiet(players: &Players, to: PlayerId, text: &str) -> TalkNotice {
    let online = players.online_state(to);
    let bell = online.is_some_and(|online| online.display.bell);
    let highlights = online.is_some_and(|online| {
        online.display.highlight > 0 && !online.display.ivars.has(Ivar::Nohighlight)
    });
    let codes = [
        ("\\n", "\n:"),
        ("\\b", if bell { "\x07" } else { "" }),
        ("\\H", if highlights { "\x1b[7m" } else { "" }),
        ("\\h", if highlights { "\x1b[0m" } else { "" }),
    ];
    let replaced = |text: String, (code, shown): (&str, &str)| text.replace(code, shown);
    TalkNotice::Quiet { text: codes.into_iter().fold(text.to_owned(), replaced) }
}

/// `qtell`.
fn qtell(players: &Players, out: &mut Outbox, to: &Recipient, text: &str) {
    let who = out.who;
    if !players.get(who).is_some_and(|p| p.is(List::Td) || p.is(List::Admin)) {
        return out.reply(TalkNotice::OnlyDirectors);
    }
    let (name, told) = match to {
        Recipient::Channel(number) => {
            let number = u16::try_from(*number).unwrap_or(u16::MAX);
            for id in channels::hearers(players, None, number, false) {
                out.send(id, quiet(players, id, text));
            }
            (number.to_string(), true)
        }
        Recipient::Player(name) => {
            let id = players.named(name).filter(|p| p.online.is_some()).map(|p| p.id);
            let id = id.filter(|id| !players.censors(*id, who));
            if let Some(id) = id {
                out.send(id, quiet(players, id, text));
            }
            (id.map_or_else(|| name.clone(), |id| players.name(id)), id.is_some())
        }
        Recipient::LastPlayer | Recipient::LastChannel => {
            return out.reply(TalkNotice::NobodyToTell);
        }
    };
    out.reply(TalkNotice::QuietlyTold { name: name.into(), failed: u32::from(!told) });
}

/// A number for sorting: the rating, or 0.
pub(crate) fn strength(rating: Rating) -> u16 {
    rating.number().unwrap_or_default()
}

/// Forwards a tell to the administrators who listen to either player.
fn overhear(players: &Players, out: &mut Outbox, from: PlayerId, to: PlayerId, said: &TalkNotice) {
    let (TalkNotice::Tells { text, .. }
    | TalkNotice::Says { text, .. }
    | TalkNotice::PartnerTells { text, .. }) = said
    else {
        return;
    };
    let (speaker, hearer) = (players.name(from), players.name(to));
    let keys = [speaker.to_ascii_lowercase(), hearer.to_ascii_lowercase()];
    let listening = |id: PlayerId| {
        players
            .online_state(id)
            .is_some_and(|p| keys.iter().any(|k| p.rights.overhears.contains(k)))
    };
    let third = players
        .online()
        .map(|p| p.id)
        .filter(|id| *id != from && *id != to && listening(*id) && players.is_admin(*id));
    let (from, to, text) = (speaker.into(), hearer.into(), text.clone());
    out.send_all(third, AdminNotice::Overheard { from, to, text });
}
