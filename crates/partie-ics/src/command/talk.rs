//! What players say to each other.

use partie_formats::style12::Rating;
use partie_wire::{
    command::talk::{Hearer, TalkCommand},
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
    people::{Person, PersonId, Place},
};

/// From when on somebody counts as idle.
pub(crate) const IDLE: Span = Span::minutes(5);

/// How many shouts there may be within [`QUOTA`].
pub(crate) const SHOUTS: usize = 2;

/// The time for [`SHOUTS`].
pub(crate) const QUOTA: Span = Span::seconds(60);

/// To whom something at a game is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// Players and observers.
    All,
    /// Observers only.
    Observers,
}

impl Ics {
    pub(super) fn talk_command(&mut self, who: PersonId, command: TalkCommand) {
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
                None => self.tell(who, TalkNotice::NoPartner),
            },
            TalkCommand::Kibitz { text } => {
                if let Some(number) = self.game_around(who) {
                    self.say_around(who, number, text, Around::All);
                }
            }
            TalkCommand::Whisper { text } => {
                if let Some(number) = self.game_around(who) {
                    self.say_around(who, number, text, Around::Observers);
                }
            }
            TalkCommand::Xkibitz { game, text } => {
                if let Some(number) = self.game_of(who, &game) {
                    self.say_around(who, number, text, Around::All);
                }
            }
            TalkCommand::Xwhisper { game, text } => {
                if let Some(number) = self.game_of(who, &game) {
                    self.say_around(who, number, text, Around::Observers);
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

    fn titled(&self, who: PersonId) -> Titled {
        let nobody = || Titled { name: String::new(), titles: String::new() };
        self.person(who).map_or_else(nobody, Person::titled)
    }

    fn tell_command(&mut self, who: PersonId, to: &Hearer, text: String) {
        let last = self.presence(who).map(|p| (p.last_told.clone(), p.last_channel));
        let (player, channel) = last.unwrap_or_default();
        match (to, player, channel) {
            (Hearer::Channel(number), ..) => self.tell_channel(who, *number, &text),
            (Hearer::LastChannel, _, Some(number)) => {
                self.tell_channel(who, u32::from(number), &text);
            }
            (Hearer::Player(name), ..) => self.tell_named(who, name, text),
            (Hearer::LastPlayer, Some(name), _) => self.tell_named(who, &name, text),
            (Hearer::LastPlayer | Hearer::LastChannel, ..) => {
                self.tell(who, TalkNotice::NobodyToTell);
            }
        }
    }

    fn tell_named(&mut self, who: PersonId, name: &str, text: String) {
        let Some(id) = self.find_online(who, name) else { return };
        let name = self.name(id);
        if let Some(presence) = self.presence_mut(who) {
            presence.last_told = Some(name);
        }
        let from = self.titled(who);
        self.tell_player(who, id, TalkNotice::Tells { from, text });
    }

    /// Tells one player something that another says, unless he does not want to hear it.
    fn tell_player(&mut self, who: PersonId, to: PersonId, said: TalkNotice) {
        let name = self.name(to).into();
        let guest = self.person(who).is_some_and(|p| !p.registered);
        if self.censors(to, who) {
            return self.tell(who, TalkNotice::Censored { name });
        }
        if guest && !self.wants(to, Variable::Tell) {
            return self.tell(who, TalkNotice::NoGuests { name });
        }
        self.overhear(who, to, &said);
        self.tell(to, said);
        let told = TalkNotice::Told { name: self.name(to).into(), doing: self.doing(to) };
        self.tell(who, told);
    }

    /// What keeps somebody from reading at once.
    pub(crate) fn doing(&self, who: PersonId) -> Doing {
        let Some(presence) = self.presence(who) else { return Doing::Nothing };
        let idle = self.now - presence.active;
        match (presence.place, presence.variables.text(Variable::Busy)) {
            (Place::Playing(_), _) => Doing::Playing,
            (Place::Examining(_), _) => Doing::Examining,
            (Place::Free, Some(busy)) => Doing::Busy(busy.to_owned()),
            (Place::Free, None) if idle >= IDLE => Doing::Idle(idle.short_words()),
            (Place::Free, None) => Doing::Nothing,
        }
    }

    fn say_command(&mut self, who: PersonId, text: String) {
        let opponent = match self.place(who) {
            Place::Playing(number) => self.games.get(number).and_then(|game| {
                let color = game.color_of(who)?;
                game.sides.get(!color).person
            }),
            Place::Free | Place::Examining(_) => match self.last_opponent(who) {
                None => return self.tell(who, TalkNotice::NoOpponent),
                Some(name) => {
                    self.people.named(&name).filter(|p| p.presence.is_some()).map(|p| p.id)
                }
            },
        };
        let from = self.titled(who);
        let said = match self.place(who) {
            Place::Playing(GameNumber(game)) | Place::Examining(GameNumber(game)) => {
                TalkNotice::SaysAt { from, game, text }
            }
            Place::Free => TalkNotice::Says { from, text },
        };
        match opponent {
            Some(id) => self.tell_player(who, id, said),
            None => self.tell(who, TalkNotice::OpponentGone),
        }
    }

    /// The game at which somebody is: his own, or the first that he observes.
    fn game_around(&mut self, who: PersonId) -> Option<GameNumber> {
        let presence = self.presence(who)?;
        let number = match presence.place {
            Place::Playing(number) | Place::Examining(number) => Some(number),
            Place::Free => presence.observing.first().copied(),
        };
        if number.is_none() {
            self.tell(who, TalkNotice::NoGame);
        }
        number
    }

    /// The game of a number or a player's name.
    fn game_of(&mut self, who: PersonId, word: &str) -> Option<GameNumber> {
        let number = if let Ok(number) = word.parse() {
            Some(GameNumber(number))
        } else {
            let id = self.find_online(who, word)?;
            match self.place(id) {
                Place::Playing(number) | Place::Examining(number) => Some(number),
                Place::Free => None,
            }
        };
        let number = number.filter(|n| self.games.get(*n).is_some());
        if number.is_none() {
            self.tell(who, WatchNotice::NoSuchGame);
        }
        number
    }

    fn say_around(&mut self, who: PersonId, number: GameNumber, text: String, around: Around) {
        let Some(game) = self.games.get(number) else { return };
        let players: Vec<PersonId> = game.players().collect();
        let mut near: Vec<PersonId> = match around {
            Around::All => players.clone(),
            Around::Observers => Vec::new(),
        };
        near.extend(game.examiners().iter().chain(&game.observers).copied());
        near.dedup();
        let category = game.terms.kind.category(game.terms.controls);
        let own = players.contains(&who) || game.examiners().contains(&who);
        let guest = self.person(who).is_some_and(|p| !p.registered);
        if guest && !own {
            let refusal = match around {
                Around::All => TalkNotice::KibitzOfGuest,
                Around::Observers => TalkNotice::WhisperOfGuest,
            };
            return self.tell(who, refusal);
        }
        if self.person(who).is_some_and(|p| p.is(List::Muzzle)) {
            return self.tell(who, TalkNotice::Muzzled);
        }
        let (from, rating) = (self.titled(who), self.shown_rating(who, category));
        let strength = u32::from(rating.number().unwrap_or_default());
        let admin = self.is_admin(who);
        let game = number.0;
        let said = match around {
            Around::All => TalkNotice::Kibitzes { from, rating, game, text },
            Around::Observers => TalkNotice::Whispers { from, rating, game, text },
        };
        let hearers: Vec<PersonId> = near
            .into_iter()
            .filter(|id| *id != who && !self.censors(*id, who))
            .filter(|id| self.wants(*id, Variable::Kibitz))
            .filter(|id| {
                // A player hears his opponent, however weak he is.
                let least = self.variables(*id).map_or(0, |v| v.number(Variable::Kiblevel));
                own || admin || strength >= least
            })
            .collect();
        if self.wants(who, Variable::Echo) {
            self.tell(who, said.clone());
        }
        for id in &hearers {
            self.tell(*id, said.clone());
        }
        let players = Players(hearers.len());
        let done = match around {
            Around::All => TalkNotice::Kibitzed { players },
            Around::Observers => TalkNotice::Whispered { players },
        };
        self.tell(who, done);
    }

    /// Whether somebody may shout now; else he is told why not.
    fn may_shout(&mut self, who: PersonId, what: &str, gag: List) -> bool {
        let Some(person) = self.person(who) else { return false };
        if !person.registered {
            self.tell(who, SessionNotice::OnlyRegistered { what: what.to_owned() });
            return false;
        }
        if person.is(gag) {
            let refusal = match gag {
                List::Cmuzzle => TalkNotice::Cmuzzled,
                _ => TalkNotice::Muzzled,
            };
            self.tell(who, refusal);
            return false;
        }
        let quota = self.office.house.quota;
        let (now, free) = (self.now, person.is(List::Admin) || person.is(List::Td));
        let Some(presence) = self.presence_mut(who) else { return false };
        presence.shouts.retain(|at| now - *at < quota);
        if presence.shouts.len() >= SHOUTS && !free {
            let wait = presence.shouts.first().map_or(Span::ZERO, |at| quota - (now - *at));
            let seconds = (wait.0 as u32).div_ceil(1000);
            self.tell(who, TalkNotice::ShoutQuota { seconds });
            return false;
        }
        presence.shouts.push(now);
        true
    }

    fn shout(&mut self, who: PersonId, wanted: Variable, said: &TalkNotice) {
        let hearers: Vec<PersonId> = self
            .people
            .online()
            .map(|p| p.id)
            .filter(|id| *id != who && self.wants(*id, wanted))
            .filter(|id| !self.in_silence(*id) && !self.censors(*id, who))
            .collect();
        if self.wants(who, Variable::Echo) {
            self.tell(who, said.clone());
        }
        for id in &hearers {
            self.tell(*id, said.clone());
        }
        let players = Players(hearers.len());
        let done = match wanted {
            Variable::Cshout => TalkNotice::Cshouted { players },
            _ => TalkNotice::Shouted { players },
        };
        self.tell(who, done);
    }

    /// A program's text: `\n` begins a new line.
    fn qtell(&mut self, who: PersonId, to: &Hearer, text: &str) {
        if !self.person(who).is_some_and(|p| p.is(List::Td) || p.is(List::Admin)) {
            return self.tell(who, TalkNotice::OnlyDirectors);
        }
        let text = text.replace("\\n", "\n:");
        let said = TalkNotice::Quiet { text };
        let (name, told) = match to {
            Hearer::Channel(number) => {
                let number = u16::try_from(*number).unwrap_or(u16::MAX);
                self.tell_in_channel(None, number, false, &said);
                (number.to_string(), true)
            }
            Hearer::Player(name) => {
                let id = self.people.named(name).filter(|p| p.presence.is_some()).map(|p| p.id);
                let id = id.filter(|id| !self.censors(*id, who));
                if let Some(id) = id {
                    self.tell(id, said);
                }
                (id.map_or_else(|| name.clone(), |id| self.name(id)), id.is_some())
            }
            Hearer::LastPlayer | Hearer::LastChannel => {
                return self.tell(who, TalkNotice::NobodyToTell);
            }
        };
        self.tell(who, TalkNotice::QuietlyTold { name: name.into(), failed: u32::from(!told) });
    }

    /// The opponent of the last game, by name.
    fn last_opponent(&self, who: PersonId) -> Option<String> {
        self.presence(who)?.last_match.as_ref().map(|(name, _)| name.clone())
    }

    /// A number for sorting: the rating, or 0.
    pub(crate) fn strength(rating: Rating) -> u16 {
        rating.number().unwrap_or_default()
    }
}
