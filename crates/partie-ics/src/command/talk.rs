//! Commands with which players talk to each other.

use partie_wire::{
    command::talk::{Recipient, TalkCommand},
    fields::{self, Titled},
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

pub(crate) fn talk_command(state: &mut State, command: TalkCommand) {
    let who = state.out.who;
    match command {
        TalkCommand::Tell { to, text } => tell_command(state, &to, text),
        TalkCommand::Xtell { to, text } => {
            if let Some(id) = find::find_online(state, who, &to) {
                let from = state.players.titled(who);
                tell_player(state, id, TalkNotice::Tells { from, text });
            }
        }
        TalkCommand::Say(text) => say_command(state, text),
        TalkCommand::Ptell(text) => match state.players.partner_of(who) {
            Some(id) => {
                let from = state.players.titled(who);
                tell_player(state, id, TalkNotice::PartnerTells { from, text });
            }
            None => state.out.reply(TalkNotice::NoPartner),
        },
        TalkCommand::Kibitz(text) => say_around(state, game_around, text, GameAudience::All),
        TalkCommand::Whisper(text) => say_around(state, game_around, text, GameAudience::Observers),
        TalkCommand::Xkibitz { game, text } => {
            say_around(state, |state| game_of(state, &game), text, GameAudience::All);
        }
        TalkCommand::Xwhisper { game, text } => {
            say_around(state, |state| game_of(state, &game), text, GameAudience::Observers);
        }
        TalkCommand::Shout(text) => {
            shout(state, "shout", Variable::Shout, |from| TalkNotice::Shouts { from, text });
        }
        TalkCommand::Cshout(text) => {
            shout(state, "cshout", Variable::Cshout, |from| TalkNotice::Cshouts { from, text });
        }
        TalkCommand::It(text) => {
            shout(state, "it", Variable::Shout, |from| match text.strip_prefix('\'') {
                Some(rest) => TalkNotice::Its { from, text: rest.to_owned() },
                None => TalkNotice::It { from, text },
            });
        }
        TalkCommand::Reply(text) => {
            let online = state.players.online_state(who);
            match online.and_then(|online| online.told_by.clone()) {
                Some(name) => tell_named(state, &name, text),
                None => state.out.reply(TalkNotice::NobodyToTell),
            }
        }
        TalkCommand::Ltell { list, text } => tell_list(state, &list, &text),
        TalkCommand::Qtell { to, text } => qtell(state, &to, &text),
    }
}

fn tell_command(state: &mut State, to: &Recipient, text: String) {
    let last =
        state.players.online_state(state.out.who).map(|p| (p.last_told.clone(), p.last_channel));
    let (player, channel) = last.unwrap_or_default();
    match (to, player, channel) {
        (Recipient::Channel(number), ..) => channels::tell_channel(state, *number, &text),
        (Recipient::LastChannel, _, Some(number)) => {
            channels::tell_channel(state, u32::from(number), &text);
        }
        (Recipient::Player(name), ..) => tell_named(state, name, text),
        (Recipient::LastPlayer, Some(name), _) => tell_named(state, &name, text),
        (Recipient::LastPlayer | Recipient::LastChannel, ..) => {
            state.out.reply(TalkNotice::NobodyToTell);
        }
    }
}

fn say_command(state: &mut State, text: String) {
    let who = state.out.who;
    let opponent = match state.players.activity(who) {
        Activity::Playing(number) => {
            state.games.get(number).and_then(|game| game.sides.get(!game.color_of(who)?).player)
        }
        Activity::Free | Activity::Examining(_) => match state.players.last_opponent(who) {
            None => return state.out.reply(TalkNotice::NoOpponent),
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
        Some(id) => tell_player(state, id, said),
        None => state.out.reply(TalkNotice::OpponentGone),
    }
}

fn tell_named(state: &mut State, name: &str, text: String) {
    let who = state.out.who;
    let Some(id) = find::find_online(state, who, name) else { return };
    let name = state.players.name(id);
    state.players.change_online(who, |online| online.last_told = Some(name));
    let from = state.players.titled(who);
    if !state.players.censors(id, who) {
        let teller = state.players.name(who);
        state.players.change_online(id, |online| online.told_by = Some(teller));
    }
    tell_player(state, id, TalkNotice::Tells { from, text });
}

/// Sends a tell to all online players on a list.
fn tell_list(state: &mut State, list: &str, text: &str) {
    let who = state.out.who;
    let Some(members) = lists::members_online(state, list) else { return };
    if members.is_empty() {
        return state.out.reply(TalkNotice::NobodyToTell);
    }
    for id in members {
        let (from, text) = (state.players.titled(who), text.to_owned());
        tell_player(state, id, TalkNotice::Tells { from, text });
    }
}

/// Sends a tell to one player, unless they block it.
fn tell_player(state: &mut State, to: PlayerId, said: TalkNotice) {
    let who = state.out.who;
    let name = state.players.name(to).into();
    let guest = state.players.get(who).is_some_and(|p| !p.registered);
    if state.players.censors(to, who) {
        return state.out.reply(TalkNotice::Censored { name });
    }
    if guest && !state.players.wants(to, Variable::Tell) {
        return state.out.reply(TalkNotice::NoGuests { name });
    }
    overhear(state, who, to, &said);
    state.out.send(to, said);
    let told = TalkNotice::Told {
        name: state.players.name(to).into(),
        doing: doing(&state.players, state.out.now, to),
    };
    state.out.reply(told);
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
fn game_around(state: &mut State) -> Option<GameNumber> {
    let who = state.out.who;
    state.players.online_state(who)?;
    let number = state.players.game_around(who);
    if number.is_none() {
        state.out.reply(TalkNotice::NoGame);
    }
    number
}

/// The game of a number or a player's name.
fn game_of(state: &mut State, word: &str) -> Option<GameNumber> {
    let number = if let Ok(number) = word.parse() {
        Some(GameNumber(number))
    } else {
        let id = find::find_online(state, state.out.who, word)?;
        state.players.activity(id).game()
    };
    let number = number.filter(|n| state.games.get(*n).is_some());
    if number.is_none() {
        state.out.reply(WatchNotice::NoSuchGame);
    }
    number
}

fn say_around(
    state: &mut State,
    number: impl FnOnce(&mut State) -> Option<GameNumber>,
    text: String,
    around: GameAudience,
) {
    let who = state.out.who;
    let Some(game) = number(state).and_then(|number| state.games.get(number)) else { return };
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
        return state.out.reply(refusal);
    }
    if state.players.get(who).is_some_and(|p| p.is(List::Muzzle)) {
        return state.out.reply(TalkNotice::Muzzled);
    }
    let rating = state.players.shown_rating(state.out.now, who, category);
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
        state.out.reply(said.clone());
    }
    let count = fields::Players(state.out.send_all(hearers, said));
    let done = match around {
        GameAudience::All => TalkNotice::Kibitzed { players: count },
        GameAudience::Observers => TalkNotice::Whispered { players: count },
    };
    state.out.reply(done);
}

/// Returns true if a player may shout now; else reports why not.
fn may_shout(state: &mut State, what: &str, gag: List) -> bool {
    let who = state.out.who;
    let Some(player) = state.players.get(who) else { return false };
    if !player.registered {
        state.out.reply(SessionNotice::OnlyRegistered { what: what.to_owned() });
        return false;
    }
    if player.is(gag) {
        let refusal = match gag {
            List::Cmuzzle => TalkNotice::Cmuzzled,
            _ => TalkNotice::Muzzled,
        };
        state.out.reply(refusal);
        return false;
    }
    let quota = state.admin.policy.quota;
    let (now, free) = (state.out.now, player.is(List::Admin) || player.is(List::Td));
    let Some(online) = state.players.online_state_mut(who) else { return false };
    online.shouts.retain(|at| now - *at < quota);
    if online.shouts.len() >= SHOUTS && !free {
        let wait = online.shouts.first().map_or(Span::ZERO, |at| quota - (now - *at));
        let seconds = (wait.0 as u32).div_ceil(1000);
        state.out.reply(TalkNotice::ShoutQuota { seconds });
        return false;
    }
    online.shouts.push(now);
    true
}

fn shout(state: &mut State, what: &str, wanted: Variable, said: impl FnOnce(Titled) -> TalkNotice) {
    let gag = if wanted == Variable::Cshout { List::Cmuzzle } else { List::Muzzle };
    if !may_shout(state, what, gag) {
        return;
    }
    let who = state.out.who;
    let said = said(state.players.titled(who));
    let hearers = state
        .players
        .online()
        .map(|p| p.id)
        .filter(|id| *id != who && state.players.wants(*id, wanted))
        .filter(|id| !state.players.in_silence(*id) && !state.players.censors(*id, who));
    if state.players.wants(who, Variable::Echo) {
        state.out.reply(said.clone());
    }
    let count = fields::Players(state.out.send_all(hearers, said));
    let done = match wanted {
        Variable::Cshout => TalkNotice::Cshouted { players: count },
        _ => TalkNotice::Shouted { players: count },
    };
    state.out.reply(done);
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
fn qtell(state: &mut State, to: &Recipient, text: &str) {
    let who = state.out.who;
    if !state.players.get(who).is_some_and(|p| p.is(List::Td) || p.is(List::Admin)) {
        return state.out.reply(TalkNotice::OnlyDirectors);
    }
    let (name, told) = match to {
        Recipient::Channel(number) => {
            let number = u16::try_from(*number).unwrap_or(u16::MAX);
            for id in channels::hearers(&state.players, None, number, false) {
                state.out.send(id, quiet(&state.players, id, text));
            }
            (number.to_string(), true)
        }
        Recipient::Player(name) => {
            let id = state.players.named(name).filter(|p| p.online.is_some()).map(|p| p.id);
            let id = id.filter(|id| !state.players.censors(*id, who));
            if let Some(id) = id {
                state.out.send(id, quiet(&state.players, id, text));
            }
            (id.map_or_else(|| name.clone(), |id| state.players.name(id)), id.is_some())
        }
        Recipient::LastPlayer | Recipient::LastChannel => {
            return state.out.reply(TalkNotice::NobodyToTell);
        }
    };
    state.out.reply(TalkNotice::QuietlyTold { name: name.into(), failed: u32::from(!told) });
}

/// A number for sorting: the rating, or 0.
pub(crate) fn strength(rating: Rating) -> u16 {
    rating.number().unwrap_or_default()
}

/// Forwards a tell to the administrators who listen to either player.
fn overhear(state: &mut State, from: PlayerId, to: PlayerId, said: &TalkNotice) {
    let (TalkNotice::Tells { text, .. }
    | TalkNotice::Says { text, .. }
    | TalkNotice::PartnerTells { text, .. }) = said
    else {
        return;
    };
    let (speaker, hearer) = (state.players.name(from), state.players.name(to));
    let keys = [speaker.to_ascii_lowercase(), hearer.to_ascii_lowercase()];
    let listening = |id: PlayerId| {
        state
            .players
            .online_state(id)
            .is_some_and(|p| keys.iter().any(|k| p.rights.overhears.contains(k)))
    };
    let third = state
        .players
        .online()
        .map(|p| p.id)
        .filter(|id| *id != from && *id != to && listening(*id) && state.players.is_admin(*id));
    let (from, to, text) = (speaker.into(), hearer.into(), text.clone());
    state.out.send_all(third, AdminNotice::Overheard { from, to, text });
}
