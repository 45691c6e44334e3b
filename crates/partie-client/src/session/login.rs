//! The way into the server: name, password, and the settings that the session relies on.

use partie_wire::{ivars::Ivars, login::LoginEvent};

use super::{IVARS, Numbering, Session};
use crate::{
    changes,
    protocol::{Change, LoginRefusal},
};

impl Session {
    pub(super) fn require_login(&mut self, now: u32) {
        self.needs_login = true;
        if self.credentials.is_some() {
            self.give_name();
        } else {
            self.change(now, Change::LoginRequired);
        }
    }

    pub(super) fn give_name(&mut self) {
        if let Some((name, _)) = &self.credentials {
            self.given.clone_from(name);
            self.needs_login = false;
            self.send_line(&self.given.clone());
        }
    }

    pub(super) fn login(&mut self, now: u32, asked: LoginEvent) {
        let may_ask_again = std::mem::take(&mut self.may_ask_again);
        match asked {
            LoginEvent::Name if !self.ivars_sent => {
                self.ivars_sent = true;
                let ivars =
                    IVARS.into_iter().fold(Ivars::default(), |all, one| all.with(one, true));
                self.send_line(&ivars.to_string());
            }
            LoginEvent::Name if may_ask_again => {}
            LoginEvent::Name => self.require_login(now),
            LoginEvent::IvarsSet => {
                self.ivars_set = true;
                self.may_ask_again = true;
                self.require_login(now);
            }
            LoginEvent::Password { .. } => {
                let password = self.credentials.take().map(|(_, password)| password);
                let password = password.unwrap_or_default();
                if password.is_empty() {
                    self.refuse_login(now, LoginRefusal::Password);
                }
                // An empty one goes back to the name.
                self.send_line(&password);
            }
            LoginEvent::PressReturn { .. } => {
                self.credentials = None;
                self.send_line("");
            }
            LoginEvent::Refused { .. } if self.given.is_empty() => {
                // The variables were taken for a name: they are set later.
            }
            LoginEvent::Refused { refusal, .. } => {
                self.credentials = None;
                self.refuse_login(now, changes::refusal(refusal));
            }
            LoginEvent::Started { name, titles } => {
                let name = if name.is_empty() { self.given.clone() } else { name };
                self.credentials = None;
                self.player = Some((name.clone(), titles.clone()));
                self.change(now, Change::Started { name, titles });
                if self.numbering == Numbering::Confirmed {
                    self.set_up();
                }
            }
        }
    }

    pub(super) fn refuse_login(&mut self, now: u32, reason: LoginRefusal) {
        let name = self.given.clone();
        self.change(now, Change::LoginRefused { reason, name });
    }
}
