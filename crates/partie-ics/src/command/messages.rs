//! Messages that players leave for each other, and the news.

use partie_wire::notice::{players::PlayersNotice, talk::TalkNotice};

use crate::{
    ids::PlayerId,
    message::{MOST_MESSAGES, Message, News},
    players::find,
    state::State,
};

/// Numbers from 1: `3`, `2-5`, `2-`.
fn range(text: &str) -> Option<std::ops::RangeInclusive<usize>> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let from = from.parse().ok()?;
    let to = if to.is_empty() { usize::MAX } else { to.parse().ok()? };
    (from >= 1 && from <= to).then_some(from..=to)
}

/// `messages`: all, some by number, or a player's.
pub(crate) fn messages(state: &mut State, which: Option<&str>) {
    let who = state.out.who;
    let Some(player) = state.players.get(who) else { return };
    let all = &player.account.messages;
    if all.is_empty() {
        return state.out.reply(PlayersNotice::NoMessages);
    }
    let numbers = which.and_then(range);
    let fits = |number: usize, message: &Message| match (&numbers, which) {
        (Some(numbers), _) => numbers.contains(&number),
        (None, Some("u")) => !message.read,
        (None, Some(name)) => message.from.eq_ignore_ascii_case(name),
        (None, None) => true,
    };
    let shown: Vec<usize> = (0..all.len()).filter(|i| fits(i + 1, &all[*i])).collect();
    if shown.is_empty() {
        let notice = match which {
            Some(name) if numbers.is_none() => PlayersNotice::NoMessagesWith { name: name.into() },
            _ => PlayersNotice::NoSuchMessage,
        };
        return state.out.reply(notice);
    }
    let lines: Vec<PlayersNotice> = shown
        .iter()
        .map(|i| PlayersNotice::Message {
            number: *i as u32 + 1,
            from: all[*i].from.as_str().into(),
            at: state.players.date_for(who, all[*i].at),
            text: all[*i].text.clone(),
        })
        .collect();
    let head = match (&numbers, which) {
        (None, Some("u")) => PlayersNotice::UnreadHead,
        (None, Some(_)) => {
            let from = shown.first().map_or("", |i| all[*i].from.as_str());
            PlayersNotice::MessagesOf { from: from.into() }
        }
        _ => PlayersNotice::MessagesHead,
    };
    state.out.reply(head);
    for line in lines {
        state.out.reply(line);
    }
    if let Some(player) = state.players.get_mut(who) {
        for index in shown {
            player.account.messages[index].read = true;
        }
    }
    state.players.store_account(&mut state.out, who);
}

/// `messages player text`.
pub(crate) fn send_message(state: &mut State, to: &str, text: String) {
    let Some(player) = state.players.get(state.out.who) else { return };
    let from = player.name().to_owned();
    let Some(id) = find::find_known(state, Some(to)) else { return };
    leave_message(state, id, &from, text);
}

fn leave_message(state: &mut State, to: PlayerId, from: &str, text: String) {
    let who = state.out.who;
    let name: partie_wire::fields::Name = state.players.name(to).into();
    let censored = state.players.censors(to, who);
    let Some(receiver) = state.players.get_mut(to) else { return };
    let refusal = if !receiver.registered {
        Some(PlayersNotice::MessagesOfGuest)
    } else if receiver.account.messages.len() >= MOST_MESSAGES {
        Some(PlayersNotice::MessageBoxFull { name: name.clone() })
    } else {
        None
    };
    if censored {
        return state.out.reply(TalkNotice::Censored { name });
    }
    if let Some(refusal) = refusal {
        return state.out.reply(refusal);
    }
    let message =
        Message { from: from.to_owned(), at: state.out.now, text: text.clone(), read: false };
    receiver.account.messages.push(message);
    state.players.store_account(&mut state.out, to);
    let at = state.players.date_for(to, state.out.now);
    state
        .out
        .send(to, PlayersNotice::MessageReceived { from: from.into(), at, text: text.clone() });
    let at = state.players.date_for(who, state.out.now);
    state.out.reply(PlayersNotice::MessageSent { to: name, from: from.into(), at, text });
}

/// `fmessage`.
pub(crate) fn forward_message(state: &mut State, recipient: &str, number: usize) {
    let Some(player) = state.players.get(state.out.who) else { return };
    let name = player.name().to_owned();
    let message = number.checked_sub(1).and_then(|i| player.account.messages.get(i));
    let Some(message) = message.cloned() else {
        return state.out.reply(PlayersNotice::NoSuchMessage);
    };
    let Some(id) = find::find_known(state, Some(recipient)) else { return };
    let at = state.players.date_for(id, message.at).0;
    let text = format!("[from {}, {at}] {}", message.from, message.text);
    leave_message(state, id, &name, text);
}

/// `clearmessages`.
pub(crate) fn clear_messages(state: &mut State, which: &str) {
    let who = state.out.who;
    let Some(player) = state.players.get_mut(who) else { return };
    let messages = &mut player.account.messages;
    let before = messages.len();
    let numbers = range(which);
    let mut number = 0;
    messages.retain(|message| {
        number += 1;
        match &numbers {
            Some(numbers) => !numbers.contains(&number),
            None => which != "*" && !message.from.eq_ignore_ascii_case(which),
        }
    });
    if messages.len() == before {
        let notice =
            if before == 0 { PlayersNotice::NoMessages } else { PlayersNotice::NoSuchMessage };
        return state.out.reply(notice);
    }
    state.players.store_account(&mut state.out, who);
    state.out.reply(PlayersNotice::MessagesCleared);
}

/// `news`: the last ten, all, or some in full.
pub(crate) fn news(state: &mut State, which: Option<&str>) {
    let who = state.out.who;
    let news = state.config.news.clone();
    if news.is_empty() {
        return state.out.reply(PlayersNotice::NoNews);
    }
    if let Some(numbers) = which.and_then(range) {
        let some: Vec<&News> =
            news.iter().filter(|n| numbers.contains(&(n.number as usize))).collect();
        if some.is_empty() {
            let number = *numbers.start() as u32;
            return state.out.reply(PlayersNotice::NoSuchNews { number });
        }
        for item in some {
            let News { number, title, text, at } = item.clone();
            let day = state.players.day_for(who, at);
            state.out.reply(PlayersNotice::NewsItem { number, day, title, text: text.into() });
        }
        return;
    }
    let from = if which == Some("all") { 0 } else { news.len().saturating_sub(10) };
    state.out.reply(PlayersNotice::NewsHead);
    for item in &news[from..] {
        let (day, title) = (state.players.day_for(who, item.at), item.title.clone());
        state.out.reply(PlayersNotice::NewsLine { number: item.number, day, title });
    }
}
