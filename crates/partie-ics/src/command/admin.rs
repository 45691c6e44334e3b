//! What those do who run the server, but for accounts (`account`), order (`order`) and
//! its end (`shutdown`).

use partie_wire::{
    command::admin::{AdminCommand, NewsChange},
    fields::Players,
    notice::{
        admin::{AdminNotice, Comments, Staff},
        people::PeopleNotice,
        talk::TalkNotice,
    },
};

use crate::{
    Change, Ics, Output, Span,
    lists::List,
    message::News,
    office::{Comment, MOST_COMMENTS},
    people::PersonId,
};

impl Ics {
    pub(super) fn admin_command(&mut self, who: PersonId, command: AdminCommand) {
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

    /// `admin`: the star behind one's name.
    fn star(&mut self, who: PersonId) {
        let Some(presence) = self.presence_mut(who) else {
            return self.refuse(who, AdminNotice::NeedsPlayer);
        };
        presence.badge.plain = !presence.badge.plain;
        let plain = presence.badge.plain;
        self.tell(who, if plain { AdminNotice::StarOff } else { AdminNotice::StarOn });
    }

    fn hideinfo(&mut self, who: PersonId) {
        let Some(presence) = self.presence_mut(who) else {
            return self.refuse(who, AdminNotice::NeedsPlayer);
        };
        presence.badge.hides_info = !presence.badge.hides_info;
        let hidden = presence.badge.hides_info;
        self.tell(who, if hidden { AdminNotice::InfoHidden } else { AdminNotice::InfoShown });
    }

    /// `summon`: administrators anybody, others those who have them on their notify list.
    fn summon(&mut self, who: PersonId, player: &str) {
        let Some(person) = self.person(who) else { return };
        if who == PersonId::OWNER {
            return self.refuse(who, AdminNotice::NeedsPlayer);
        }
        let (name, again) = (person.titled(), person.name().to_owned());
        let Some(id) = self.find_online(who, player) else { return };
        let knows = self.person(id).is_some_and(|p| p.lists(List::Notify, &again));
        if id == who {
            return self.refuse(who, AdminNotice::NotYourself);
        }
        if !self.is_admin(who) && !knows {
            let name = self.name(id).into();
            return self.refuse(who, AdminNotice::MayNotSummon { name });
        }
        self.tell(id, AdminNotice::Summons { name, again: again.into() });
        let name = self.name(id).into();
        self.tell(who, AdminNotice::Summoned { name });
    }

    /// `announce` and `annunreg`.
    fn announce(&mut self, who: PersonId, text: &str, guests: bool) {
        let hearers: Vec<PersonId> = self
            .people
            .online()
            .filter(|p| p.id != who && !(guests && p.registered))
            .map(|p| p.id)
            .collect();
        let from: partie_wire::fields::Name = self.name(who).into();
        for id in &hearers {
            let (from, text) = (from.clone(), text.to_owned());
            if guests {
                self.tell(*id, AdminNotice::UnregAnnouncement { from, text });
            } else {
                self.tell(*id, TalkNotice::Announcement { from, text });
            }
        }
        self.tell(who, AdminNotice::Announced { players: Players(hearers.len()) });
    }

    /// `chkip`: who comes, or came last, from an address or from that of a player.
    fn chkip(&mut self, who: PersonId, text: &str) {
        let of_player = self.people.named(text).map(|p| {
            let now = p.presence.as_ref().map(|p| p.address.clone());
            now.or_else(|| p.account.file.address.clone()).unwrap_or_default()
        });
        let address = of_player.unwrap_or_else(|| text.to_owned());
        let whole = !address.ends_with(['*', '.', ':']);
        let begin = address.trim_end_matches('*').to_owned();
        let fits = |a: &str| if whole { a == begin } else { a.starts_with(&begin) };
        let mut lines = Vec::new();
        for person in self.people.iter() {
            let name = person.titled();
            match (&person.presence, &person.account.file.address) {
                (Some(presence), _) if fits(&presence.address) => {
                    let address = presence.address.clone();
                    lines.push(AdminNotice::FromThere { name, address });
                }
                (None, Some(address)) if fits(address) => {
                    lines.push(AdminNotice::WasThere { name, address: address.clone() });
                }
                _ => {}
            }
        }
        let players = Players(lines.len());
        self.tell(who, AdminNotice::FromAddress { address, players });
        for line in lines {
            self.tell(who, line);
        }
    }

    /// `ftell`: one hears what somebody says to others and is told by them.
    fn ftell(&mut self, who: PersonId, player: Option<&str>) {
        let Some(presence) = self.presence(who) else {
            return self.refuse(who, AdminNotice::NeedsPlayer);
        };
        let Some(player) = player else {
            let overheard = presence.badge.overhears.iter();
            let names: Vec<String> = overheard
                .map(|key| self.people.named(key).map_or(key.clone(), |p| p.name().to_owned()))
                .collect();
            return if names.is_empty() {
                self.tell(who, AdminNotice::NobodyForwarded);
            } else {
                self.tell(who, AdminNotice::Forwarded { names: names.join(" ") });
            };
        };
        let Some(id) = self.find_known(who, Some(player)) else { return };
        if id == who {
            return self.refuse(who, AdminNotice::NotYourself);
        }
        if !self.may_rule(who, id) {
            return;
        }
        let name = self.name(id);
        let key = name.to_ascii_lowercase();
        let name = name.into();
        let Some(presence) = self.presence_mut(who) else { return };
        let overhears = &mut presence.badge.overhears;
        let notice = if overhears.remove(&key) {
            AdminNotice::NotForwarding { name }
        } else {
            overhears.insert(key);
            AdminNotice::Forwarding { name }
        };
        self.tell(who, notice);
    }

    /// Lets those hear a tell who forward the tells of one of the two.
    pub(crate) fn overhear(&mut self, from: PersonId, to: PersonId, said: &TalkNotice) {
        let (TalkNotice::Tells { text, .. }
        | TalkNotice::Says { text, .. }
        | TalkNotice::PartnerTells { text, .. }) = said
        else {
            return;
        };
        let (speaker, hearer) = (self.name(from), self.name(to));
        let keys = [speaker.to_ascii_lowercase(), hearer.to_ascii_lowercase()];
        let listening = |id: PersonId| {
            self.presence(id).is_some_and(|p| keys.iter().any(|k| p.badge.overhears.contains(k)))
        };
        let third: Vec<PersonId> = self
            .people
            .online()
            .map(|p| p.id)
            .filter(|id| *id != from && *id != to && listening(*id))
            .filter(|id| self.is_admin(*id))
            .collect();
        for id in third {
            self.tell(
                id,
                AdminNotice::Overheard {
                    from: speaker.as_str().into(),
                    to: hearer.as_str().into(),
                    text: text.clone(),
                },
            );
        }
    }

    fn show_comments(&mut self, who: PersonId, player: &str) {
        let Some(id) = self.find_known(who, Some(player)) else { return };
        let Some(person) = self.person(id) else { return };
        let name = person.name().into();
        let comments = person.account.file.comments.clone();
        if comments.is_empty() {
            return self.tell(who, AdminNotice::NoComments { name });
        }
        self.tell(who, AdminNotice::CommentsHead { name, comments: Comments(comments.len()) });
        for Comment { by, at, text } in comments {
            let at = self.date_for(who, at);
            self.tell(who, AdminNotice::Comment { by: by.into(), at, text });
        }
    }

    fn add_comment(&mut self, who: PersonId, player: &str, text: String) {
        let Some(id) = self.find_known(who, Some(player)) else { return };
        let (at, by) = (self.now, self.name(who));
        let Some(person) = self.people.get_mut(id) else { return };
        let name = person.name().into();
        if !person.registered {
            return self.refuse(who, AdminNotice::NotRegistered { name });
        }
        if person.account.file.comments.len() >= MOST_COMMENTS {
            return self.refuse(who, AdminNotice::TooManyComments { name });
        }
        person.account.file.comments.push(Comment { by, at, text });
        self.remember(id);
        self.tell(who, AdminNotice::CommentAdded { name });
    }

    /// `quota`: the time in which one may shout twice.
    fn quota(&mut self, who: PersonId, seconds: Option<u32>) {
        if let Some(seconds) = seconds {
            self.office.house.quota = Span::seconds(i64::from(seconds));
            self.remember_house();
        }
        let seconds = self.office.house.quota.whole_seconds() as u32;
        self.tell(
            who,
            if seconds == 0 { AdminNotice::NoQuota } else { AdminNotice::Quota { seconds } },
        );
    }

    /// `asetmaxplayer`.
    fn max_players(&mut self, who: PersonId, number: Option<u32>) {
        if let Some(number) = number {
            self.office.house.most_players = (number > 0).then_some(number);
            self.remember_house();
        }
        self.tell(
            who,
            match self.office.house.most_players {
                Some(number) => AdminNotice::MaxPlayers { number },
                None => AdminNotice::NoMaxPlayers,
            },
        );
    }

    /// `cnewsi`, `cnewsf`, `cnewst`, `cnewsd`.
    fn change_news(&mut self, who: PersonId, change: NewsChange) {
        let now = self.now;
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
            return self.refuse(who, PeopleNotice::NoSuchNews { number });
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
                self.put(Output::Store(Change::NewsRemoved { number }));
                return self.tell(who, AdminNotice::NewsRemoved { number });
            }
        };
        let item = news[at].clone();
        self.put(Output::Store(Change::News(item)));
        self.tell(who, notice);
    }

    /// `showadmins` and its like: those who are on and show that they are of the staff.
    fn show_staff(&mut self, asker: PersonId, list: &str) {
        let list = List::ALL.iter().find(|l| l.name() == list).copied();
        let Some((list, who)) = list.and_then(|l| Some((l, Staff::of_list(l.name())?))) else {
            return;
        };
        let admin = self.is_admin(asker);
        let lines: Vec<AdminNotice> = self
            .people
            .online()
            .filter(|p| p.is(list))
            .filter_map(|p| {
                let presence = p.presence.as_ref()?;
                let hides = list == List::Admin && presence.badge.plain;
                let idle = (self.now - presence.active).short_words();
                (admin || !hides).then(|| AdminNotice::StaffLine { name: p.titled(), idle })
            })
            .collect();
        if lines.is_empty() {
            return self.tell(asker, AdminNotice::NoStaff { who });
        }
        self.tell(asker, AdminNotice::StaffHead { who });
        for line in lines {
            self.tell(asker, line);
        }
    }

    /// `servers`: those that the owner names.
    fn servers(&mut self, who: PersonId) {
        let all = &self.config.servers;
        let notice = if all.is_empty() {
            AdminNotice::NoServers
        } else {
            AdminNotice::Servers { list: all.join("\n").into() }
        };
        self.tell(who, notice);
    }
}
