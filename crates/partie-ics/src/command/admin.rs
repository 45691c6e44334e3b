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
    config::Config,
    ids::PlayerId,
    lists::List,
    message::News,
    outbox::Outbox,
    output::Output,
    players::{Players, find},
    state::State,
};

pub(crate) fn admin_command(state: &mut State, out: &mut Outbox, command: AdminCommand) {
    match command {
        AdminCommand::Addplayer { handle, email, real_name } => {
            account::add_player(state, out, &handle, email, real_name);
        }
        AdminCommand::Register { handle, email, real_name } => {
            account::register(state, out, &handle, &email, &real_name);
        }
        AdminCommand::Account { player, change } => {
            account::change_account(state, out, &player, change);
        }
        AdminCommand::Star => {
            let notices = [AdminNotice::StarOff, AdminNotice::StarOn];
            switch_right(&mut state.players, out, |rights| &mut rights.plain, notices);
        }
        AdminCommand::Hideinfo => {
            let notices = [AdminNotice::InfoHidden, AdminNotice::InfoShown];
            switch_right(&mut state.players, out, |rights| &mut rights.hides_info, notices);
        }
        AdminCommand::Mark { list, player } => {
            order::mark(&mut state.players, out, &list, player.as_deref());
        }
        AdminCommand::Unban(player) => {
            lists::change_server_list(&mut state.players, out, List::Ban, &player, false);
        }
        AdminCommand::Filter(address) => policy::filter(&mut state.admin, out, address),
        AdminCommand::Nuke(player) => order::nuke(state, out, &player),
        AdminCommand::Summon(player) => summon(&state.players, out, &player),
        // `run_command` runs it, because it runs a command itself.
        AdminCommand::Pose { .. } | AdminCommand::Remote { .. } => {}
        AdminCommand::Announce(text) => announce(&state.players, out, &text, false),
        AdminCommand::Annunreg(text) => announce(&state.players, out, &text, true),
        AdminCommand::Adjudicate { white, black, verdict } => {
            order::adjudicate(state, out, &white, black.as_deref(), verdict);
        }
        AdminCommand::Chkip(address) => chkip(&state.players, out, &address),
        AdminCommand::Ftell(player) => ftell(&mut state.players, out, player.as_deref()),
        AdminCommand::Showcomment(player) => show_comments(&state.players, out, &player),
        AdminCommand::Addcomment { player, text } => {
            add_comment(&mut state.players, out, &player, text);
        }
        AdminCommand::Quota(seconds) => policy::quota(&mut state.admin, out, seconds),
        AdminCommand::Maxplayer(number) => policy::max_players(&mut state.admin, out, number),
        AdminCommand::News(change) => change_news(&mut state.config, out, change),
        AdminCommand::Shutdown(shutdown) => shutdown::shutdown(state, out, shutdown),
        AdminCommand::Whenshut => shutdown::whenshut(&state.admin, out),
        AdminCommand::Staff(list) => show_staff(&state.players, out, &list),
        AdminCommand::Servers => servers(&state.config, out),
    }
}

/// `star`, `hideinfo`: one of an administrator's rights is switched.
fn switch_right(
    players: &mut Players,
    out: &mut Outbox,
    right: impl Fn(&mut SessionRights) -> &mut bool,
    [set, unset]: [AdminNotice; 2],
) {
    let Some(online) = players.online_state_mut(out.who) else {
        return out.refuse(AdminNotice::NeedsPlayer);
    };
    let right = right(&mut online.rights);
    *right = !*right;
    out.reply(if *right { set } else { unset });
}

/// `summon`: administrators may summon anybody, others the players who have them on their notify
/// list.
fn summon(players: &Players, out: &mut Outbox, summoned: &str) {
    let who = out.who;
    let Some(player) = players.get(who) else { return };
    if who == PlayerId::OWNER {
        return out.refuse(AdminNotice::NeedsPlayer);
    }
    let (name, again) = (player.titled(), player.name().to_owned());
    let Some(id) = find::find_online(players, out, who, summoned) else { return };
    let knows = players.get(id).is_some_and(|p| p.lists(List::Notify, &again));
    if id == who {
        return out.refuse(AdminNotice::NotYourself);
    }
    if !players.is_admin(who) && !knows {
        return out.refuse(AdminNotice::MayNotSummon { name: players.name(id).into() });
    }
    out.send(id, AdminNotice::Summons { name, again: again.into() });
    out.reply(AdminNotice::Summoned { name: players.name(id).into() });
}

/// `announce` and `annunreg`.
fn announce(players: &Players, out: &mut Outbox, text: &str, guests: bool) {
    let who = out.who;
    let hearers = players.online().filter(|p| p.id != who && !(guests && p.registered));
    let (from, text) = (players.name(who).into(), text.to_owned());
    let notice: Notice = if guests {
        AdminNotice::UnregAnnouncement { from, text }.into()
    } else {
        TalkNotice::Announcement { from, text }.into()
    };
    let count = out.send_all(hearers.map(|p| p.id), notice);
    out.reply(AdminNotice::Announced { players: fields::Players(count) });
}

/// `chkip`: players who are, or were last, connected from an address or a player's address.
fn chkip(players: &Players, out: &mut Outbox, text: &str) {
    let of_player = players.named(text).map(|p| {
        let now = p.online.as_ref().map(|p| p.address.clone());
        now.or_else(|| p.account.admin_notes.address.clone()).unwrap_or_default()
    });
    let address = of_player.unwrap_or_else(|| text.to_owned());
    let whole = !address.ends_with(['*', '.', ':']);
    let begin = address.trim_end_matches('*').to_owned();
    let fits = |a: &str| if whole { a == begin } else { a.starts_with(&begin) };
    let mut lines = Vec::new();
    for player in players.iter() {
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
    out.reply(AdminNotice::FromAddress { address, players: count });
    for line in lines {
        out.reply(line);
    }
}

/// `ftell`: forwards the tells of another player to this one.
fn ftell(players: &mut Players, out: &mut Outbox, player: Option<&str>) {
    let who = out.who;
    let Some(online) = players.online_state(who) else {
        return out.refuse(AdminNotice::NeedsPlayer);
    };
    let Some(player) = player else {
        let overheard = online.rights.overhears.iter();
        let names: Vec<String> = overheard
            .map(|key| players.named(key).map_or(key.clone(), |p| p.name().to_owned()))
            .collect();
        return if names.is_empty() {
            out.reply(AdminNotice::NobodyForwarded);
        } else {
            out.reply(AdminNotice::Forwarded { names: names.join(" ") });
        };
    };
    let Some(id) = find::find_known(players, out, Some(player)) else { return };
    if id == who {
        return out.refuse(AdminNotice::NotYourself);
    }
    if !find::may_rule(players, out, id) {
        return;
    }
    let name = players.name(id);
    let key = name.to_ascii_lowercase();
    let name = name.into();
    let Some(online) = players.online_state_mut(who) else { return };
    let overhears = &mut online.rights.overhears;
    let notice = if overhears.remove(&key) {
        AdminNotice::NotForwarding { name }
    } else {
        overhears.insert(key);
        AdminNotice::Forwarding { name }
    };
    out.reply(notice);
}

fn show_comments(players: &Players, out: &mut Outbox, player: &str) {
    let Some(id) = find::find_known(players, out, Some(player)) else { return };
    let Some(player) = players.get(id) else { return };
    let name = player.name().into();
    let comments = player.account.admin_notes.comments.clone();
    if comments.is_empty() {
        return out.reply(AdminNotice::NoComments { name });
    }
    out.reply(AdminNotice::CommentsHead { name, comments: Comments(comments.len()) });
    for Comment { by, at, text } in comments {
        let at = players.date_for(out.who, at);
        out.reply(AdminNotice::Comment { by: by.into(), at, text });
    }
}

fn add_comment(players: &mut Players, out: &mut Outbox, player: &str, text: String) {
    let Some(id) = find::find_known(players, out, Some(player)) else { return };
    let (at, by) = (out.now, players.name(out.who));
    let Some(player) = players.get_mut(id) else { return };
    let name = player.name().into();
    if !player.registered {
        return out.refuse(AdminNotice::NotRegistered { name });
    }
    if player.account.admin_notes.comments.len() >= MOST_COMMENTS {
        return out.refuse(AdminNotice::TooManyComments { name });
    }
    player.account.admin_notes.comments.push(Comment { by, at, text });
    players.store_account(out, id);
    out.reply(AdminNotice::CommentAdded { name });
}

/// `cnewsi`, `cnewsf`, `cnewst`, `cnewsd`.
fn change_news(config: &mut Config, out: &mut Outbox, change: NewsChange) {
    let news = &mut config.news;
    let number = match &change {
        NewsChange::Add { title } => {
            let number = news.iter().map(|n| n.number).max().unwrap_or(0) + 1;
            news.push(News { number, at: out.now, title: title.clone(), text: String::new() });
            number
        }
        NewsChange::Append { number, .. }
        | NewsChange::Title { number, .. }
        | NewsChange::Remove { number } => *number,
    };
    let Some(at) = news.iter().position(|n| n.number == number) else {
        return out.refuse(PlayersNotice::NoSuchNews { number });
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
            out.emit(Output::Store(Change::NewsRemoved { number }));
            return out.reply(AdminNotice::NewsRemoved { number });
        }
    };
    let item = news[at].clone();
    out.emit(Output::Store(Change::News(item)));
    out.reply(notice);
}

/// `showadmins` and similar: staff who are online and visible as such.
fn show_staff(players: &Players, out: &mut Outbox, list: &str) {
    let (Ok(list), Some(who)) = (list.parse::<List>(), Staff::of_list(list)) else { return };
    let admin = players.is_admin(out.who);
    let lines: Vec<AdminNotice> = players
        .online()
        .filter(|p| p.is(list))
        .filter_map(|p| {
            let online = p.online.as_ref()?;
            let hides = list == List::Admin && online.rights.plain;
            let idle = (out.now - online.active).short_words();
            (admin || !hides).then(|| AdminNotice::StaffLine { name: p.titled(), idle })
        })
        .collect();
    if lines.is_empty() {
        return out.reply(AdminNotice::NoStaff { who });
    }
    out.reply(AdminNotice::StaffHead { who });
    for line in lines {
        out.reply(line);
    }
}

/// `servers`: servers listed by the owner.
fn servers(config: &Config, out: &mut Outbox) {
    let all = &config.servers;
    let notice = if all.is_empty() {
        AdminNotice::NoServers
    } else {
        AdminNotice::Servers { list: all.join("\n").into() }
    };
    out.reply(notice);
}
