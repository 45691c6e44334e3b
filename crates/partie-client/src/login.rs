//! The way into the server: variables, name and password.

use partie_wire::{
    client::Incoming,
    ivars::{Ivar, Ivars},
    line::shown::Shown,
    login::{Dialogue, LoginEvent, Refusal},
};

use crate::{
    connection::Connection,
    protocol::{Change, LoginRefusal},
    window::Window,
};

/// The interface variables that the session relies on.
pub(crate) const IVARS: [Ivar; 11] = [
    Ivar::Seekremove,
    Ivar::Defprompt,
    Ivar::Startpos,
    Ivar::Block,
    Ivar::Gameinfo,
    Ivar::Pendinfo,
    Ivar::Seekinfo,
    Ivar::Nohighlight,
    Ivar::Ms,
    Ivar::Movecase,
    Ivar::Nowrap,
];

/// The login: the server's prompts, the window's answers, and the resulting account.
#[derive(Debug, Default)]
pub(crate) struct Login {
    dialogue: Dialogue,
    /// Name and password that the window gave, until they are needed.
    credentials: Option<(String, String)>,
    /// The name that was given last.
    given: String,
    ivars_sent: bool,
    /// True if the server takes interface variables before the login.
    pub(crate) ivars_set: bool,
    /// True after the name was accepted, until the server's next message: some servers ask for it
    /// again.
    may_ask_again: bool,
    /// The player's name and titles, once they are logged in.
    player: Option<(String, Vec<String>)>,
    needs_name: bool,
}

impl Login {
    /// Returns true if the player is logged in.
    pub(crate) const fn is_done(&self) -> bool {
        self.player.is_some()
    }

    /// Returns the player's name, once they are logged in.
    pub(crate) fn name(&self) -> Option<&str> {
        self.player.as_ref().map(|(name, _)| name.as_str())
    }

    /// Handles text shown by the server.
    pub(crate) fn receive(&mut self, incoming: &Incoming) {
        match incoming {
            Incoming::Shown(shown) => self.dialogue.receive(shown),
            // Some servers frame the beginning of the session already.
            Incoming::Answer(answer) if self.player.is_none() => {
                let lines = answer.text.lines().map(|line| Shown::Line(line.to_owned()));
                lines.for_each(|line| self.dialogue.receive(&line));
            }
            Incoming::Answer(_) | Incoming::Ping | Incoming::Broken => {}
        }
    }

    /// Returns the next step of the login.
    pub(crate) fn poll(&mut self) -> Option<LoginEvent> {
        self.dialogue.poll()
    }

    /// Takes the window's name and password.
    pub(crate) fn credentials(&mut self, name: String, password: String, server: &mut Connection) {
        self.credentials = Some((name, password));
        if self.needs_name {
            self.give_name(server);
        }
    }

    fn require(&mut self, server: &mut Connection, window: &mut Window) {
        self.needs_name = true;
        if self.credentials.is_some() {
            self.give_name(server);
        } else {
            window.change(Change::LoginRequired);
        }
    }

    fn give_name(&mut self, server: &mut Connection) {
        if let Some((name, _)) = &self.credentials {
            self.given.clone_from(name);
            self.needs_name = false;
            server.send(name);
        }
    }

    /// Takes a step of the login.
    pub(crate) fn take(&mut self, event: LoginEvent, server: &mut Connection, window: &mut Window) {
        let may_ask_again = std::mem::take(&mut self.may_ask_again);
        match event {
            LoginEvent::Name if !self.ivars_sent => {
                self.ivars_sent = true;
                let ivars =
                    IVARS.into_iter().fold(Ivars::default(), |all, one| all.with(one, true));
                server.send(&ivars.to_string());
            }
            LoginEvent::Name if may_ask_again => {}
            LoginEvent::Name => self.require(server, window),
            LoginEvent::IvarsSet => {
                self.ivars_set = true;
                self.may_ask_again = true;
                self.require(server, window);
            }
            LoginEvent::Password { .. } => {
                let password = self.credentials.take().map(|(_, password)| password);
                let password = password.unwrap_or_default();
                if password.is_empty() {
                    self.refuse(LoginRefusal::Password, window);
                }
                // An empty one goes back to the name.
                server.send(&password);
            }
            LoginEvent::PressReturn { .. } => {
                self.credentials = None;
                server.send("");
            }
            LoginEvent::Refused { .. } if self.given.is_empty() => {
                // The variables were taken for a name: they are set later.
            }
            LoginEvent::Refused { refusal, .. } => {
                self.credentials = None;
                self.refuse(reason(refusal), window);
            }
            LoginEvent::Started { name, titles } => {
                let name = if name.is_empty() { self.given.clone() } else { name };
                self.credentials = None;
                self.player = Some((name, titles));
                self.show(window);
            }
        }
    }

    fn refuse(&self, reason: LoginRefusal, window: &mut Window) {
        window.change(Change::LoginRefused { reason, name: self.given.clone() });
    }

    /// Takes the word that the player is registered now.
    pub(crate) fn registered(&mut self, window: &mut Window) {
        if let Some((_, titles)) = &mut self.player {
            titles.retain(|title| title != "U");
            self.show(window);
        }
    }

    /// Shows who is logged in, or that a name is required.
    pub(crate) fn show(&self, window: &mut Window) {
        if let Some((name, titles)) = self.player.clone() {
            window.change(Change::Started { name, titles });
        } else if self.needs_name {
            window.change(Change::LoginRequired);
        }
    }
}

const fn reason(refusal: Refusal) -> LoginRefusal {
    match refusal {
        Refusal::InvalidPassword => LoginRefusal::Password,
        Refusal::TooManyPasswords => LoginRefusal::TooManyPasswords,
        Refusal::NameTooLong | Refusal::NameTooShort | Refusal::NameNotLetters => {
            LoginRefusal::Name
        }
        Refusal::AlreadyLoggedIn | Refusal::Reserved => LoginRefusal::Taken,
        Refusal::Banned => LoginRefusal::Banned,
        Refusal::NoGuests => LoginRefusal::NoGuests,
        Refusal::Other | Refusal::Closed => LoginRefusal::Other,
    }
}
