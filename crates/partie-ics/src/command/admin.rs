//! Commands of administrators, except for accounts (`account`), order (`order`) and
//! shutdown (`shutdown`).

use partie_wire::{
    command::admin::{AdminCommand, NewsChange},
    fields::Players,
    notice::{
        admin::{AdminNotice, Comments, Staff},
        players::PlayersNotice,
        talk::TalkNotice,
    },
};

use crate::{
    Change, Ics, Output, Span,
    admin_state::{Comment, MOST_COMMENTS},
    lists::List,
    message::News,
    players::PlayerId,
};

impl Ics {
    pub(super) fn admin_command(&mut self, who: PlayerId, command: AdminCommand) {
        match command {
            AdminCommand::Addplayer { handle, email, real_name } => {
                self.add_player(who, &handle, email, real_name);
            }
            AdminCommand::Register { handle, email, real_name } => {
                self.register(who, &handle, &email, &real_name);
            }
            AdminCommand::Account { player, change } => self.change_account(who, &player, change),
            AdminCommand::Star => self.star(who),
            AdminCommand::Hideinfo => self.hideinfo(who),
            AdminCommand::Mark { list, player } => self.mark(who, list, player.as_deref()),
            AdminCommand::Unban { player } => {
                self.change_server_list(who, List::Ban, &player, false);
            }
            AdminCommand::Filter { address } => self.filter(who, address),
            AdminCommand::Nuke { player } => self.nuke(who, &player),
            AdminCommand::Summon { player } => self.summon(who, &player),
            AdminCommand::Pose { player, line } => self.pose(who, &player, &line),
            AdminCommand::Announce { text } => self.announce(who, &text, false),
            AdminCommand::Annunreg { text } => self.announce(who, &text, true),
            AdminCommand::Adjudicate { white, black, verdict } => {
                self.adjudicate(who, &white, black.as_deref(), verdict);
            }
            AdminCommand::Chkip { address } => self.chkip(who, &address),
            AdminCommand::Ftell { player } => self.ftell(who, player.as_deref()),
            AdminCommand::Showcomment { player } => self.show_comments(who, &player),
            AdminCommand::Addcomment { player, text } => self.add_comment(who, &player, text),
            AdminCommand::Quota { seconds } => self.quota(who, seconds),
            AdminCommand::Maxplayer { number } => self.max_players(who, number),
            AdminCommand::News(change) => self.change_news(who, change),
            AdminCommand::Shutdown(shutdown) => self.shutdown(who, shutdown),
            AdminCommand::Whenshut => self.whenshut(who),
            AdminCommand::Staff { list } => self.show_staff(who, list),
            AdminCommand::Servers => self.servers(who),
        }
    }

    /// `admin`: toggles the star after the administrator's name.
    fn star(&mut self, who: PlayerId) {
        let Some(online) = self.online_mut(who) else {
            return self.out.refuse(who, AdminNotice::NeedsPlayer);
        };
        online.rights.plain = !online.rights.plain;
        let plain = online.rights.plain;
        self.out.send(who, if plain { AdminNotice::StarOff } else { AdminNotice::StarOn });
    }

    fn hideinfo(&mut self, who: PlayerId) {
        let Some(online) = self.online_mut(who) else {
            return self.out.refuse(who, AdminNotice::NeedsPlayer);
        };
        online.rights.hides_info = !online.rights.hides_info;
        let hidden = online.rights.hides_info;
        self.out.send(who, if hidden { AdminNotice::InfoHidden } else { AdminNotice::InfoShown });
    }

    /// `summon`: administrators anybody, others those who have them on their notify list.
    fn summon(&mut self, who: PlayerId, summoned: &str) {
        let Some(player) = self.player(who) else { return };
        if who == PlayerId::OWNER {
            return self.out.refuse(who, AdminNotice::NeedsPlayer);
        }
        let (name, again) = (player.titled(), player.name().to_owned());
        let Some(id) = self.find_online(who, summoned) else { return };
        let knows = self.player(id).is_some_and(|p| p.lists(List::Notify, &again));
        if id == who {
            return self.out.refuse(who, AdminNotice::NotYourself);
        }
        if !self.is_admin(who) && !knows {
            let name = self.name(id).into();
            return self.out.refuse(who, AdminNotice::MayNotSummon { name });
        }
        self.out.send(id, AdminNotice::Summons { name, again: again.into() });
        let name = self.name(id).into();
        self.out.send(who, AdminNotice::Summoned { name });
    }

    /// `announce` and `annunreg`.
    fn announce(&mut self, who: PlayerId, text: &str, guests: bool) {
        let hearers: Vec<PlayerId> = self
            .players
            .online()
            .filter(|p| p.id != who && !(guests && p.registered))
            .map(|p| p.id)
            .collect();
        let from: partie_wire::fields::Name = self.name(who).into();
        for id in &hearers {
            let (from, text) = (from.clone(), text.to_owned());
            if guests {
                self.out.send(*id, AdminNotice::UnregAnnouncement { from, text });
            } else {
                self.out.send(*id, TalkNotice::Announcement { from, text });
            }
        }
        self.out.send(who, AdminNotice::Announced { players: Players(hearers.len()) });
    }

    /// `chkip`: who comes, or came last, from an address or from that of a player.
    fn chkip(&mut self, who: PlayerId, text: &str) {
        let of_player = self.players.named(text).map(|p| {
            let now = p.online.as_ref().map(|p| p.address.clone());
            now.or_else(|| p.account.admin_notes.address.clone()).unwrap_or_default()
        });
        let address = of_player.unwrap_or_else(|| text.to_owned());
        let whole = !address.ends_with(['*', '.', ':']);
        let begin = address.trim_end_matches('*').to_owned();
        let fits = |a: &str| if whole { a == begin } else { a.starts_with(&begin) };
        let mut lines = Vec::new();
        for player in self.players.iter() {
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
        let players = Players(lines.len());
        self.out.send(who, AdminNotice::FromAddress { address, players });
        for line in lines {
            self.out.send(who, line);
        }
    }

    /// `ftell`: forwards the tells of another player to this one.
    fn ftell(&mut self, who: PlayerId, player: Option<&str>) {
        let Some(online) = self.online(who) else {
            return self.out.refuse(who, AdminNotice::NeedsPlayer);
        };
        let Some(player) = player else {
            let overheard = online.rights.overhears.iter();
            let names: Vec<String> = overheard
                .map(|key| self.players.named(key).map_or(key.clone(), |p| p.name().to_owned()))
                .collect();
            return if names.is_empty() {
                self.out.send(who, AdminNotice::NobodyForwarded);
            } else {
                self.out.send(who, AdminNotice::Forwarded { names: names.join(" ") });
            };
        };
        let Some(id) = self.find_known(who, Some(player)) else { return };
        if id == who {
            return self.out.refuse(who, AdminNotice::NotYourself);
        }
        if !self.may_rule(who, id) {
            return;
        }
        let name = self.name(id);
        let key = name.to_ascii_lowercase();
        let name = name.into();
        let Some(online) = self.online_mut(who) else { return };
        let overhears = &mut online.rights.overhears;
        let notice = if overhears.remove(&key) {
            AdminNotice::NotForwarding { name }
        } else {
            overhears.insert(key);
            AdminNotice::Forwarding { name }
        };
        self.out.send(who, notice);
    }

    /// Forwards a tell to the administrators who overhear one of the two.
    pub(crate) fn overhear(&mut self, from: PlayerId, to: PlayerId, said: &TalkNotice) {
        let (TalkNotice::Tells { text, .. }
        | TalkNotice::Says { text, .. }
        | TalkNotice::PartnerTells { text, .. }) = said
        else {
            return;
        };
        let (speaker, hearer) = (self.name(from), self.name(to));
        let keys = [speaker.to_ascii_lowercase(), hearer.to_ascii_lowercase()];
        let listening = |id: PlayerId| {
            self.online(id).is_some_and(|p| keys.iter().any(|k| p.rights.overhears.contains(k)))
        };
        let third: Vec<PlayerId> = self
            .players
            .online()
            .map(|p| p.id)
            .filter(|id| *id != from && *id != to && listening(*id))
            .filter(|id| self.is_admin(*id))
            .collect();
        for id in third {
            self.out.send(
                id,
                AdminNotice::Overheard {
                    from: speaker.as_str().into(),
                    to: hearer.as_str().into(),
                    text: text.clone(),
                },
            );
        }
    }

    fn show_comments(&mut self, who: PlayerId, player: &str) {
        let Some(id) = self.find_known(who, Some(player)) else { return };
        let Some(player) = self.player(id) else { return };
        let name = player.name().into();
        let comments = player.account.admin_notes.comments.clone();
        if comments.is_empty() {
            return self.out.send(who, AdminNotice::NoComments { name });
        }
        self.out.send(who, AdminNotice::CommentsHead { name, comments: Comments(comments.len()) });
        for Comment { by, at, text } in comments {
            let at = self.date_for(who, at);
            self.out.send(who, AdminNotice::Comment { by: by.into(), at, text });
        }
    }

    fn add_comment(&mut self, who: PlayerId, player: &str, text: String) {
        let Some(id) = self.find_known(who, Some(player)) else { return };
        let (at, by) = (self.out.now, self.name(who));
        let Some(player) = self.players.get_mut(id) else { return };
        let name = player.name().into();
        if !player.registered {
            return self.out.refuse(who, AdminNotice::NotRegistered { name });
        }
        if player.account.admin_notes.comments.len() >= MOST_COMMENTS {
            return self.out.refuse(who, AdminNotice::TooManyComments { name });
        }
        player.account.admin_notes.comments.push(Comment { by, at, text });
        self.store_account(id);
        self.out.send(who, AdminNotice::CommentAdded { name });
    }

    /// `quota`: the time in which one may shout twice.
    fn quota(&mut self, who: PlayerId, seconds: Option<u32>) {
        if let Some(seconds) = seconds {
            self.admin_state.policy.quota = Span::seconds(i64::from(seconds));
            self.store_policy();
        }
        let seconds = self.admin_state.policy.quota.whole_seconds() as u32;
        self.out.send(
            who,
            if seconds == 0 { AdminNotice::NoQuota } else { AdminNotice::Quota { seconds } },
        );
    }

    /// `asetmaxplayer`.
    fn max_players(&mut self, who: PlayerId, number: Option<u32>) {
        if let Some(number) = number {
            self.admin_state.policy.most_players = (number > 0).then_some(number);
            self.store_policy();
        }
        self.out.send(
            who,
            match self.admin_state.policy.most_players {
                Some(number) => AdminNotice::MaxPlayers { number },
                None => AdminNotice::NoMaxPlayers,
            },
        );
    }

    /// `cnewsi`, `cnewsf`, `cnewst`, `cnewsd`.
    fn change_news(&mut self, who: PlayerId, change: NewsChange) {
        let now = self.out.now;
        let news = &mut self.config.news;
        let number = match &change {
            NewsChange::Add { title } => {
                let number = news.iter().map(|n| n.number).max().unwrap_or(0) + 1;
                news.push(News { number, at: now, title: title.clone(), text: String::new() });
                number
            }
            NewsChange::Append { number, .. }
            | NewsChange::Title { number, .. }
            | NewsChange::Remove { number } => *number,
        };
        let Some(at) = news.iter().position(|n| n.number == number) else {
            return self.out.refuse(who, PlayersNotice::NoSuchNews { number });
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
                self.out.emit(Output::Store(Change::NewsRemoved { number }));
                return self.out.send(who, AdminNotice::NewsRemoved { number });
            }
        };
        let item = news[at].clone();
        self.out.emit(Output::Store(Change::News(item)));
        self.out.send(who, notice);
    }

    /// `showadmins` and its like: those who are on and show that they are of the staff.
    fn show_staff(&mut self, asker: PlayerId, list: &str) {
        let list = List::ALL.iter().find(|l| l.name() == list).copied();
        let Some((list, who)) = list.and_then(|l| Some((l, Staff::of_list(l.name())?))) else {
            return;
        };
        let admin = self.is_admin(asker);
        let lines: Vec<AdminNotice> = self
            .players
            .online()
            .filter(|p| p.is(list))
            .filter_map(|p| {
                let online = p.online.as_ref()?;
                let hides = list == List::Admin && online.rights.plain;
                let idle = (self.out.now - online.active).short_words();
                (admin || !hides).then(|| AdminNotice::StaffLine { name: p.titled(), idle })
            })
            .collect();
        if lines.is_empty() {
            return self.out.send(asker, AdminNotice::NoStaff { who });
        }
        self.out.send(asker, AdminNotice::StaffHead { who });
        for line in lines {
            self.out.send(asker, line);
        }
    }

    /// `servers`: those that the owner names.
    fn servers(&mut self, who: PlayerId) {
        let all = &self.config.servers;
        let notice = if all.is_empty() {
            AdminNotice::NoServers
        } else {
            AdminNotice::Servers { list: all.join("\n").into() }
        };
        self.out.send(who, notice);
    }
}
