//! Commands of administrators, except for accounts (`account`), order (`order`) and
//! shutdown (`shutdown`).

use partie_wire::{
    command::admin::{AdminCommand, NewsChange},
    fields,
    notice::{
        Notice,
        admin::{AdminNotice, Comments, Staff},
        players::PlayersNotice,
        talk::TalkNotice,
    },
};

use crate::{
    admin_state::{Comment, MOST_COMMENTS, SessionRights},
    change::Change,
    command::{account, lists, order, policy, shutdown},
    ids::PlayerId,
    lists::List,
    message::News,
    output::Output,
    players::find,
    state::State,
};

pub(crate) fn admin_command(state: &mut State, command: AdminCommand) {
    match command {
        AdminCommand::Addplayer { handle, email, real_name } => {
            account::add_player(state, &handle, email, real_name);
        }
        AdminCommand::Register { handle, email, real_name } => {
            account::register(state, &handle, &email, &real_name);
        }
        AdminCommand::Account { player, change } => account::change_account(state, &player, change),
        AdminCommand::Star => {
            let notices = [AdminNotice::StarOff, AdminNotice::StarOn];
            switch_right(state, |rights| &mut rights.plain, notices);
        }
        AdminCommand::Hideinfo => {
            let notices = [AdminNotice::InfoHidden, AdminNotice::InfoShown];
            switch_right(state, |rights| &mut rights.hides_info, notices);
        }
        AdminCommand::Mark { list, player } => order::mark(state, &list, player.as_deref()),
        AdminCommand::Unban(player) => lists::change_server_list(state, List::Ban, &player, false),
        AdminCommand::Filter(address) => policy::filter(state, address),
        AdminCommand::Nuke(player) => order::nuke(state, &player),
        AdminCommand::Summon(player) => summon(state, &player),
        // `run_command` runs it, because it runs a command itself.
        AdminCommand::Pose { .. } | AdminCommand::Remote { .. } => {}
        AdminCommand::Announce(text) => announce(state, &text, false),
        AdminCommand::Annunreg(text) => announce(state, &text, true),
        AdminCommand::Adjudicate { white, black, verdict } => {
            order::adjudicate(state, &white, black.as_deref(), verdict);
        }
        AdminCommand::Chkip(address) => chkip(state, &address),
        AdminCommand::Ftell(player) => ftell(state, player.as_deref()),
        AdminCommand::Showcomment(player) => show_comments(state, &player),
        AdminCommand::Addcomment { player, text } => add_comment(state, &player, text),
        AdminCommand::Quota(seconds) => policy::quota(state, seconds),
        AdminCommand::Maxplayer(number) => policy::max_players(state, number),
        AdminCommand::News(change) => change_news(state, change),
        AdminCommand::Shutdown(shutdown) => shutdown::shutdown(state, shutdown),
        AdminCommand::Whenshut => shutdown::whenshut(state),
        AdminCommand::Staff(list) => show_staff(state, &list),
        AdminCommand::Servers => servers(state),
    }
}

/// `star`, `hideinfo`: one of an administrator's rights is switched.
fn switch_right(
    state: &mut State,
    right: impl Fn(&mut SessionRights) -> &mut bool,
    [set, unset]: [AdminNotice; 2],
) {
    let Some(online) = state.players.online_state_mut(state.out.who) else {
        return state.out.refuse(AdminNotice::NeedsPlayer);
    };
    let right = right(&mut online.rights);
    *right = !*right;
    state.out.reply(if *right { set } else { unset });
}

/// `summon`: administrators may summon anybody, others the players who have them on their notify
/// list.
fn summon(state: &mut State, summoned: &str) {
    let who = state.out.who;
    let Some(player) = state.players.get(who) else { return };
    if who == PlayerId::OWNER {
        return state.out.refuse(AdminNotice::NeedsPlayer);
    }
    let (name, again) = (player.titled(), player.name().to_owned());
    let Some(id) = find::find_online(state, who, summoned) else { return };
    let knows = state.players.get(id).is_some_and(|p| p.lists(List::Notify, &again));
    if id == who {
        return state.out.refuse(AdminNotice::NotYourself);
    }
    if !state.players.is_admin(who) && !knows {
        return state.out.refuse(AdminNotice::MayNotSummon { name: state.players.name(id).into() });
    }
    state.out.send(id, AdminNotice::Summons { name, again: again.into() });
    state.out.reply(AdminNotice::Summoned { name: state.players.name(id).into() });
}

/// `announce` and `annunreg`.
fn announce(state: &mut State, text: &str, guests: bool) {
    let who = state.out.who;
    let hearers = state.players.online().filter(|p| p.id != who && !(guests && p.registered));
    let (from, text) = (state.players.name(who).into(), text.to_owned());
    let notice: Notice = if guests {
        AdminNotice::UnregAnnouncement { from, text }.into()
    } else {
        TalkNotice::Announcement { from, text }.into()
    };
    let count = state.out.send_all(hearers.map(|p| p.id), notice);
    state.out.reply(AdminNotice::Announced { players: fields::Players(count) });
}

/// `chkip`: players who are, or were last, connected from an address or a player's address.
fn chkip(state: &mut State, text: &str) {
    let of_player = state.players.named(text).map(|p| {
        let now = p.online.as_ref().map(|p| p.address.clone());
        now.or_else(|| p.account.admin_notes.address.clone()).unwrap_or_default()
    });
    let address = of_player.unwrap_or_else(|| text.to_owned());
    let whole = !address.ends_with(['*', '.', ':']);
    let begin = address.trim_end_matches('*').to_owned();
    let fits = |a: &str| if whole { a == begin } else { a.starts_with(&begin) };
    let mut lines = Vec::new();
    for player in state.players.iter() {
        let name = player.titled();
        match (&player.online, &player.account.admin_notes.address) {
            (Some(online), _) if fits(&online.address) => {
                let address = online.address.clone();
                lines.push(AdminNotice::FromThere { name, address });
            }
            (None, Some(address)) if fits(address) => {
                lines.push(AdminNotice::WasThere { name, address: address.clone() });
            }
            _ => {}
        }
    }
    let count = fields::Players(lines.len());
    state.out.reply(AdminNotice::FromAddress { address, players: count });
    for line in lines {
        state.out.reply(line);
    }
}

/// `ftell`: forwards the tells of another player to this one.
fn ftell(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let Some(online) = state.players.online_state(who) else {
        return state.out.refuse(AdminNotice::NeedsPlayer);
    };
    let Some(player) = player else {
        let overheard = online.rights.overhears.iter();
        let names: Vec<String> = overheard
            .map(|key| state.players.named(key).map_or(key.clone(), |p| p.name().to_owned()))
            .collect();
        return if names.is_empty() {
            state.out.reply(AdminNotice::NobodyForwarded);
        } else {
            state.out.reply(AdminNotice::Forwarded { names: names.join(" ") });
        };
    };
    let Some(id) = find::find_known(state, Some(player)) else { return };
    if id == who {
        return state.out.refuse(AdminNotice::NotYourself);
    }
    if !find::may_rule(state, id) {
        return;
    }
    let name = state.players.name(id);
    let key = name.to_ascii_lowercase();
    let name = name.into();
    let Some(online) = state.players.online_state_mut(who) else { return };
    let overhears = &mut online.rights.overhears;
    let notice = if overhears.remove(&key) {
        AdminNotice::NotForwarding { name }
    } else {
        overhears.insert(key);
        AdminNotice::Forwarding { name }
    };
    state.out.reply(notice);
}

fn show_comments(state: &mut State, player: &str) {
    let Some(id) = find::find_known(state, Some(player)) else { return };
    let Some(player) = state.players.get(id) else { return };
    let name = player.name().into();
    let comments = player.account.admin_notes.comments.clone();
    if comments.is_empty() {
        return state.out.reply(AdminNotice::NoComments { name });
    }
    state.out.reply(AdminNotice::CommentsHead { name, comments: Comments(comments.len()) });
    for Comment { by, at, text } in comments {
        let at = state.players.date_for(state.out.who, at);
        state.out.reply(AdminNotice::Comment { by: by.into(), at, text });
    }
}

fn add_comment(state: &mut State, player: &str, text: String) {
    let Some(id) = find::find_known(state, Some(player)) else { return };
    let (at, by) = (state.out.now, state.players.name(state.out.who));
    let Some(player) = state.players.get_mut(id) else { return };
    let name = player.name().into();
    if !player.registered {
        return state.out.refuse(AdminNotice::NotRegistered { name });
    }
    if player.account.admin_notes.comments.len() >= MOST_COMMENTS {
        return state.out.refuse(AdminNotice::TooManyComments { name });
    }
    player.account.admin_notes.comments.push(Comment { by, at, text });
    state.players.store_account(&mut state.out, id);
    state.out.reply(AdminNotice::CommentAdded { name });
}

/// `cnewsi`, `cnewsf`, `cnewst`, `cnewsd`.
fn change_news(state: &mut State, change: NewsChange) {
    let news = &mut state.config.news;
    let number = match &change {
        NewsChange::Add { title } => {
            let number = news.iter().map(|n| n.number).max().unwrap_or(0) + 1;
            news.push(News {
                number,
                at: state.out.now,
                title: title.clone(),
                text: String::new(),
            });
            number
        }
        NewsChange::Append { number, .. }
        | NewsChange::Title { number, .. }
        | NewsChange::Remove { number } => *number,
    };
    let Some(at) = news.iter().position(|n| n.number == number) else {
        return state.out.refuse(PlayersNotice::NoSuchNews { number });
    };
    let notice = match change {
        NewsChange::Add { .. } => AdminNotice::NewsAdded { number },
        NewsChange::Append { text, .. } => {
            let item = &mut news[at];
            if !item.text.is_empty() {
                item.text.push('\n');
            }
            item.text.push_str(&text);
            AdminNotice::NewsChanged { number }
        }
        NewsChange::Title { title, .. } => {
            news[at].title = title;
            AdminNotice::NewsChanged { number }
        }
        NewsChange::Remove { .. } => {
            news.remove(at);
            state.out.emit(Output::Store(Change::NewsRemoved { number }));
            return state.out.reply(AdminNotice::NewsRemoved { number });
        }
    };
    let item = news[at].clone();
    state.out.emit(Output::Store(Change::News(item)));
    state.out.reply(notice);
}

/// `showadmins` and similar: staff who are online and visible as such.
fn show_staff(state: &mut State, list: &str) {
    let (Ok(list), Ok(who)) = (list.parse::<List>(), list.parse::<Staff>()) else { return };
    let admin = state.players.is_admin(state.out.who);
    let lines: Vec<AdminNotice> = state
        .players
        .online()
        .filter(|p| p.is(list))
        .filter_map(|p| {
            let online = p.online.as_ref()?;
            let hides = list == List::Admin && online.rights.plain;
            let idle = (state.out.now - online.active).short_words();
            (admin || !hides).then(|| AdminNotice::StaffLine { name: p.titled(), idle })
        })
        .collect();
    if lines.is_empty() {
        return state.out.reply(AdminNotice::NoStaff { who });
    }
    state.out.reply(AdminNotice::StaffHead { who });
    for line in lines {
        state.out.reply(line);
    }
}

/// `servers`: servers listed by the owner.
fn servers(state: &mut State) {
    let all = &state.config.servers;
    let notice = if all.is_empty() {
        AdminNotice::NoServers
    } else {
        AdminNotice::Servers { list: all.join("\n").into() }
    };
    state.out.reply(notice);
}
