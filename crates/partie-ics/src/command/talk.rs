//! Commands with which players talk to each other.

use partie_wire::style12::Rating;
use partie_wire::{
    command::talk::{Recipient, TalkCommand},
    fields::{Players, Titled},
    notice::{
        session::SessionNotice,
        talk::{Doing, TalkNotice},
        watch::WatchNotice,
    },
    variables::Variable,
};

use crate::{
    Ics, Span,
    game::GameNumber,
    lists::List,
    players::{Activity, Player, PlayerId},
};

/// Time after which a player counts as idle.
pub(crate) const IDLE: Span = Span::minutes(5);

/// Maximum number of shouts within [`QUOTA`].
pub(crate) const SHOUTS: usize = 2;

/// The time for [`SHOUTS`].
pub(crate) const QUOTA: Span = Span::seconds(60);

/// The audience of a message at a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GameAudience {
    /// Players and observers.
    All,
    /// Observers only.
    Observers,
}

impl Ics {
    pub(super) fn talk_command(&mut self, who: PlayerId, command: TalkCommand) {
        match command {
            TalkCommand::Tell { to, text } => self.tell_command(who, &to, text),
            TalkCommand::Xtell { to, text } => {
                if let Some(id) = self.find_online(who, &to) {
                    let from = self.titled(who);
                    self.tell_player(who, id, TalkNotice::Tells { from, text });
                }
            }
            TalkCommand::Say { text } => self.say_command(who, text),
            TalkCommand::Ptell { text } => match self.partner_of(who) {
                Some(id) => {
                    let from = self.titled(who);
                    self.tell_player(who, id, TalkNotice::PartnerTells { from, text });
                }
                None => self.out.send(who, TalkNotice::NoPartner),
            },
            TalkCommand::Kibitz { text } => {
                if let Some(number) = self.game_around(who) {
                    self.say_around(who, number, text, GameAudience::All);
                }
            }
            TalkCommand::Whisper { text } => {
                if let Some(number) = self.game_around(who) {
                    self.say_around(who, number, text, GameAudience::Observers);
                }
            }
            TalkCommand::Xkibitz { game, text } => {
                if let Some(number) = self.game_of(who, &game) {
                    self.say_around(who, number, text, GameAudience::All);
                }
            }
            TalkCommand::Xwhisper { game, text } => {
                if let Some(number) = self.game_of(who, &game) {
                    self.say_around(who, number, text, GameAudience::Observers);
                }
            }
            TalkCommand::Shout { text } => {
                if self.may_shout(who, "shout", List::Muzzle) {
                    let from = self.titled(who);
                    self.shout(who, Variable::Shout, &TalkNotice::Shouts { from, text });
                }
            }
            TalkCommand::Cshout { text } => {
                if self.may_shout(who, "cshout", List::Cmuzzle) {
                    let from = self.titled(who);
                    self.shout(who, Variable::Cshout, &TalkNotice::Cshouts { from, text });
                }
            }
            TalkCommand::It { text } => {
                if self.may_shout(who, "it", List::Muzzle) {
                    let from = self.titled(who);
                    let said = match text.strip_prefix('\'') {
                        Some(rest) => TalkNotice::Its { from, text: rest.to_owned() },
                        None => TalkNotice::It { from, text },
                    };
                    self.shout(who, Variable::Shout, &said);
                }
            }
            TalkCommand::Qtell { to, text } => self.qtell(who, &to, &text),
        }
    }

    fn titled(&self, who: PlayerId) -> Titled {
        let nobody = || Titled { name: String::new(), titles: String::new() };
        self.player(who).map_or_else(nobody, Player::titled)
    }

    fn tell_command(&mut self, who: PlayerId, to: &Recipient, text: String) {
        let last = self.online(who).map(|p| (p.last_told.clone(), p.last_channel));
        let (player, channel) = last.unwrap_or_default();
        match (to, player, channel) {
            (Recipient::Channel(number), ..) => self.tell_channel(who, *number, &text),
            (Recipient::LastChannel, _, Some(number)) => {
                self.tell_channel(who, u32::from(number), &text);
            }
            (Recipient::Player(name), ..) => self.tell_named(who, name, text),
            (Recipient::LastPlayer, Some(name), _) => self.tell_named(who, &name, text),
            (Recipient::LastPlayer | Recipient::LastChannel, ..) => {
                self.out.send(who, TalkNotice::NobodyToTell);
            }
        }
    }

    fn tell_named(&mut self, who: PlayerId, name: &str, text: String) {
        let Some(id) = self.find_online(who, name) else { return };
        let name = self.name(id);
        if let Some(online) = self.online_mut(who) {
            online.last_told = Some(name);
        }
        let from = self.titled(who);
        self.tell_player(who, id, TalkNotice::Tells { from, text });
    }

    /// Sends a tell to one player, unless they refuse to hear it.
    fn tell_player(&mut self, who: PlayerId, to: PlayerId, said: TalkNotice) {
        let name = self.name(to).into();
        let guest = self.player(who).is_some_and(|p| !p.registered);
        if self.censors(to, who) {
            return self.out.send(who, TalkNotice::Censored { name });
        }
        if guest && !self.wants(to, Variable::Tell) {
            return self.out.send(who, TalkNotice::NoGuests { name });
        }
        self.overhear(who, to, &said);
        self.out.send(to, said);
        let told = TalkNotice::Told { name: self.name(to).into(), doing: self.doing(to) };
        self.out.send(who, told);
    }

    /// The reason why a player may not read at once.
    pub(crate) fn doing(&self, who: PlayerId) -> Doing {
        let Some(online) = self.online(who) else { return Doing::Nothing };
        let idle = self.out.now - online.active;
        match (online.activity, online.variables.text(Variable::Busy)) {
            (Activity::Playing(_), _) => Doing::Playing,
            (Activity::Examining(_), _) => Doing::Examining,
            (Activity::Free, Some(busy)) => Doing::Busy(busy.to_owned()),
            (Activity::Free, None) if idle >= IDLE => Doing::Idle(idle.short_words()),
            (Activity::Free, None) => Doing::Nothing,
        }
    }

    fn say_command(&mut self, who: PlayerId, text: String) {
        let opponent = match self.activity(who) {
            Activity::Playing(number) => self.games.get(number).and_then(|game| {
                let color = game.color_of(who)?;
                game.sides.get(!color).player
            }),
            Activity::Free | Activity::Examining(_) => match self.last_opponent(who) {
                None => return self.out.send(who, TalkNotice::NoOpponent),
                Some(name) => {
                    self.players.named(&name).filter(|p| p.online.is_some()).map(|p| p.id)
                }
            },
        };
        let from = self.titled(who);
        let said = match self.activity(who) {
            Activity::Playing(GameNumber(game)) | Activity::Examining(GameNumber(game)) => {
                TalkNotice::SaysAt { from, game, text }
            }
            Activity::Free => TalkNotice::Says { from, text },
        };
        match opponent {
            Some(id) => self.tell_player(who, id, said),
            None => self.out.send(who, TalkNotice::OpponentGone),
        }
    }

    /// The player's game: their own, or the first that they observe.
    fn game_around(&mut self, who: PlayerId) -> Option<GameNumber> {
        let online = self.online(who)?;
        let number = match online.activity {
            Activity::Playing(number) | Activity::Examining(number) => Some(number),
            Activity::Free => online.observing.first().copied(),
        };
        if number.is_none() {
            self.out.send(who, TalkNotice::NoGame);
        }
        number
    }

    /// The game of a number or a player's name.
    fn game_of(&mut self, who: PlayerId, word: &str) -> Option<GameNumber> {
        let number = if let Ok(number) = word.parse() {
            Some(GameNumber(number))
        } else {
            let id = self.find_online(who, word)?;
            match self.activity(id) {
                Activity::Playing(number) | Activity::Examining(number) => Some(number),
                Activity::Free => None,
            }
        };
        let number = number.filter(|n| self.games.get(*n).is_some());
        if number.is_none() {
            self.out.send(who, WatchNotice::NoSuchGame);
        }
        number
    }

    fn say_around(
        &mut self,
        who: PlayerId,
        number: GameNumber,
        text: String,
        around: GameAudience,
    ) {
        let Some(game) = self.games.get(number) else { return };
        let players: Vec<PlayerId> = game.players().collect();
        let mut near: Vec<PlayerId> = match around {
            GameAudience::All => players.clone(),
            GameAudience::Observers => Vec::new(),
        };
        near.extend(game.examiners().iter().chain(&game.observers).copied());
        near.dedup();
        let category = game.terms.kind.category(game.terms.controls);
        let own = players.contains(&who) || game.examiners().contains(&who);
        let guest = self.player(who).is_some_and(|p| !p.registered);
        if guest && !own {
            let refusal = match around {
                GameAudience::All => TalkNotice::KibitzOfGuest,
                GameAudience::Observers => TalkNotice::WhisperOfGuest,
            };
            return self.out.send(who, refusal);
        }
        if self.player(who).is_some_and(|p| p.is(List::Muzzle)) {
            return self.out.send(who, TalkNotice::Muzzled);
        }
        let (from, rating) = (self.titled(who), self.shown_rating(who, category));
        let strength = u32::from(rating.number().unwrap_or_default());
        let admin = self.is_admin(who);
        let game = number.0;
        let said = match around {
            GameAudience::All => TalkNotice::Kibitzes { from, rating, game, text },
            GameAudience::Observers => TalkNotice::Whispers { from, rating, game, text },
        };
        let hearers: Vec<PlayerId> = near
            .into_iter()
            .filter(|id| *id != who && !self.censors(*id, who))
            .filter(|id| self.wants(*id, Variable::Kibitz))
            .filter(|id| {
                // Players hear their opponents, however low their rating.
                let least = self.variables(*id).map_or(0, |v| v.number(Variable::Kiblevel));
                own || admin || strength >= least
            })
            .collect();
        if self.wants(who, Variable::Echo) {
            self.out.send(who, said.clone());
        }
        for id in &hearers {
            self.out.send(*id, said.clone());
        }
        let players = Players(hearers.len());
        let done = match around {
            GameAudience::All => TalkNotice::Kibitzed { players },
            GameAudience::Observers => TalkNotice::Whispered { players },
        };
        self.out.send(who, done);
    }

    /// Returns true if a player may shout now; else reports why not.
    fn may_shout(&mut self, who: PlayerId, what: &str, gag: List) -> bool {
        let Some(player) = self.player(who) else { return false };
        if !player.registered {
            self.out.send(who, SessionNotice::OnlyRegistered { what: what.to_owned() });
            return false;
        }
        if player.is(gag) {
            let refusal = match gag {
                List::Cmuzzle => TalkNotice::Cmuzzled,
                _ => TalkNotice::Muzzled,
            };
            self.out.send(who, refusal);
            return false;
        }
        let quota = self.admin_state.policy.quota;
        let (now, free) = (self.out.now, player.is(List::Admin) || player.is(List::Td));
        let Some(online) = self.online_mut(who) else { return false };
        online.shouts.retain(|at| now - *at < quota);
        if online.shouts.len() >= SHOUTS && !free {
            let wait = online.shouts.first().map_or(Span::ZERO, |at| quota - (now - *at));
            let seconds = (wait.0 as u32).div_ceil(1000);
            self.out.send(who, TalkNotice::ShoutQuota { seconds });
            return false;
        }
        online.shouts.push(now);
        true
    }

    fn shout(&mut self, who: PlayerId, wanted: Variable, said: &TalkNotice) {
        let hearers: Vec<PlayerId> = self
            .players
            .online()
            .map(|p| p.id)
            .filter(|id| *id != who && self.wants(*id, wanted))
            .filter(|id| !self.in_silence(*id) && !self.censors(*id, who))
            .collect();
        if self.wants(who, Variable::Echo) {
            self.out.send(who, said.clone());
        }
        for id in &hearers {
            self.out.send(*id, said.clone());
        }
        let players = Players(hearers.len());
        let done = match wanted {
            Variable::Cshout => TalkNotice::Cshouted { players },
            _ => TalkNotice::Shouted { players },
        };
        self.out.send(who, done);
    }

    /// A program's text: `\n` begins a new line.
    fn qtell(&mut self, who: PlayerId, to: &Recipient, text: &str) {
        if !self.player(who).is_some_and(|p| p.is(List::Td) || p.is(List::Admin)) {
            return self.out.send(who, TalkNotice::OnlyDirectors);
        }
        let text = text.replace("\\n", "\n:");
        let said = TalkNotice::Quiet { text };
        let (name, told) = match to {
            Recipient::Channel(number) => {
                let number = u16::try_from(*number).unwrap_or(u16::MAX);
                self.send_to_channel(None, number, false, &said);
                (number.to_string(), true)
            }
            Recipient::Player(name) => {
                let id = self.players.named(name).filter(|p| p.online.is_some()).map(|p| p.id);
                let id = id.filter(|id| !self.censors(*id, who));
                if let Some(id) = id {
                    self.out.send(id, said);
                }
                (id.map_or_else(|| name.clone(), |id| self.name(id)), id.is_some())
            }
            Recipient::LastPlayer | Recipient::LastChannel => {
                return self.out.send(who, TalkNotice::NobodyToTell);
            }
        };
        self.out.send(who, TalkNotice::QuietlyTold { name: name.into(), failed: u32::from(!told) });
    }

    /// The opponent of the last game, by name.
    fn last_opponent(&self, who: PlayerId) -> Option<String> {
        self.online(who)?.last_match.as_ref().map(|(name, _)| name.clone())
    }

    /// A number for sorting: the rating, or 0.
    pub(crate) fn strength(rating: Rating) -> u16 {
        rating.number().unwrap_or_default()
    }
}
