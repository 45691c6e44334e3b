//! Connection, settings, help.

use partie_wire::{
    command::session::SessionCommand, ivars::Ivar, notice::session::SessionNotice, view::Style,
};

use crate::{
    Ics, Output,
    people::{PersonId, Place},
};

impl Ics {
    pub(super) fn session_command(&mut self, who: PersonId, command: SessionCommand) {
        match command {
            SessionCommand::Quit => self.quit(who),
            SessionCommand::Style { style } => self.choose_style(who, &style),
            SessionCommand::Iset { variable, value } => self.iset(who, &variable, value.as_deref()),
            _ => {}
        }
    }

    fn quit(&mut self, who: PersonId) {
        if let Place::Playing(_) = self.place(who) {
            self.tell(who, SessionNotice::QuitWhilePlaying);
            return;
        }
        let Some(session) = self.presence(who).and_then(|p| p.session) else { return };
        self.say(session, SessionNotice::LoggingOut);
        self.put(Output::Close { to: session });
        self.sessions.remove(&session);
        self.leave(who);
    }

    fn choose_style(&mut self, who: PersonId, style: &str) {
        match (Style::from_name(style), self.presence_mut(who)) {
            (Some(chosen), Some(presence)) => {
                presence.view.style = chosen;
                self.tell(who, SessionNotice::StyleSet { style: chosen.to_string() });
            }
            _ => self.tell(who, SessionNotice::BadValue { name: "style".into() }),
        }
    }

    fn iset(&mut self, who: PersonId, variable: &str, value: Option<&str>) {
        let Some(presence) = self.presence_mut(who) else { return };
        let Ok(ivar) = Ivar::find(variable) else {
            self.tell(who, SessionNotice::NoSuchVariable { name: variable.to_owned() });
            return;
        };
        let on = match value {
            None => !presence.view.ivars.has(ivar),
            Some("1" | "on" | "true") => true,
            Some("0" | "off" | "false") => false,
            Some(_) => {
                self.tell(who, SessionNotice::BadValue { name: ivar.name().into() });
                return;
            }
        };
        let notice = if presence.view.ivars.set(ivar, on).is_ok() {
            let name = ivar.name().into();
            if on { SessionNotice::IvarSet { name } } else { SessionNotice::IvarUnset { name } }
        } else {
            SessionNotice::Locked
        };
        self.tell(who, notice);
    }
}
