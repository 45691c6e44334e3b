//! Order: who is kept out or silent, who is sent away, how games are decided.

use partie_core::{Color, Outcome};
use partie_wire::{
    command::{
        self, Command,
        admin::{AdminCommand, Verdict},
    },
    notice::{admin::AdminNotice, ending::Ending, lists::ListPage},
};

use super::unread_words;
use crate::{
    Ics, Output,
    game::{Game, GameNumber},
    lists::List,
    players::PlayerId,
};

/// The longest text that is taken for an address.
const LONGEST_ADDRESS: usize = 64;

/// Returns true if a text can be an address, or the beginning of one before `*`.
fn is_address(text: &str) -> bool {
    let begin = text.strip_suffix('*').unwrap_or(text);
    let good = |c: char| c.is_ascii_hexdigit() || ".:%[]".contains(c);
    (!begin.is_empty() || text == "*")
        && text.len() <= LONGEST_ADDRESS
        && begin.chars().all(good)
        && (begin.contains(['.', ':']) || text == "*")
}

/// A verdict in a few words.
fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::White => "White wins",
        Verdict::Black => "Black wins",
        Verdict::Draw => "drawn",
        Verdict::Abort => "aborted",
    }
}

impl Ics {
    /// `ban`, `muzzle` and similar: adds a player to a server list or removes them.
    pub(super) fn mark(&mut self, who: PlayerId, list: &str, player: Option<&str>) {
        let Some(list) = List::ALL.iter().find(|l| l.name() == list).copied() else { return };
        let Some(player) = player else {
            let on = self.players.iter().filter(|p| p.is(list));
            let items = on.map(|p| p.name().to_owned()).collect();
            return self.out.send(who, ListPage { list: list.name().to_owned(), items });
        };
        let Some(id) = self.find_known(who, Some(player)) else { return };
        if !self.may_rule(who, id) {
            return;
        }
        let name = self.name(id);
        if id == who {
            return self.out.refuse(who, AdminNotice::NotYourself);
        }
        let add = list == List::Ban || self.player(id).is_some_and(|p| !p.is(list));
        self.change_server_list(who, list, &name, add);
    }

    /// `filter`: guests from an address are kept out, or let in again.
    pub(super) fn filter(&mut self, who: PlayerId, address: Option<String>) {
        let filters = &mut self.admin_state.policy.filters;
        let Some(address) = address else {
            let addresses: Vec<&str> = filters.iter().map(String::as_str).collect();
            let notice = if addresses.is_empty() {
                AdminNotice::NoFilters
            } else {
                AdminNotice::Filters { addresses: addresses.join(" ") }
            };
            return self.out.send(who, notice);
        };
        if !is_address(&address) {
            return self.out.refuse(who, AdminNotice::BadAddress { address });
        }
        let notice = if filters.remove(&address) {
            AdminNotice::Unfiltered { address }
        } else {
            filters.insert(address.clone());
            AdminNotice::Filtered { address }
        };
        self.store_policy();
        self.out.send(who, notice);
    }

    /// `nuke`: disconnects a player; their game ends as if the connection had broken.
    pub(super) fn nuke(&mut self, who: PlayerId, player: &str) {
        let Some(id) = self.find_online(who, player) else { return };
        if id == who {
            return self.out.refuse(who, AdminNotice::NotYourself);
        }
        if !self.may_rule(who, id) {
            return;
        }
        let (by, name): (partie_wire::fields::Name, partie_wire::fields::Name) =
            (self.name(who).into(), self.name(id).into());
        self.out.send(id, AdminNotice::KickedOut { by: by.clone() });
        let session = self.online(id).and_then(|p| p.session);
        self.abandon_games(id);
        self.leave(id);
        if let Some(session) = session {
            self.sessions.remove(session);
            self.out.emit(Output::Close { to: session });
        }
        let others: Vec<PlayerId> = self
            .players
            .online()
            .filter(|p| p.is(List::Admin) && p.id != who)
            .map(|p| p.id)
            .collect();
        for other in others {
            let (name, by) = (name.clone(), by.clone());
            self.out.send(other, AdminNotice::NukedBy { name, by });
        }
        self.out.send(who, AdminNotice::Nuked { name });
    }

    /// `pose`: runs a command in another player's name, with their rights.
    pub(super) fn pose(&mut self, who: PlayerId, player: &str, line: &str) {
        let Some(id) = self.find_online(who, player) else { return };
        if id == who {
            return self.out.refuse(who, AdminNotice::NotYourself);
        }
        if !self.may_rule(who, id) {
            return;
        }
        let (by, name) = (self.name(who).into(), self.name(id).into());
        match command::read_for(line, self.level(id)) {
            Err(unread) => self.out.refuse(who, unread_words(unread)),
            // Nobody poses in the name of a player who poses.
            Ok((Command::Admin(AdminCommand::Pose { .. }), _)) => {
                self.out.refuse(who, AdminNotice::NotYourself);
            }
            Ok((command, code)) => {
                self.out.posed = Some((id, code));
                self.out.send(who, AdminNotice::PosedAs { name });
                self.out.send(id, AdminNotice::Posed { by, line: line.to_owned() });
                self.run_command(id, command);
            }
        }
    }

    /// `adjudicate`: a game that is played, or an interrupted one, is decided.
    pub(super) fn adjudicate(
        &mut self,
        who: PlayerId,
        white: &str,
        black: Option<&str>,
        verdict: Verdict,
    ) {
        let number = match black {
            None => {
                let number = white.parse().ok().map(GameNumber);
                let played = number.filter(|n| self.games.get(*n).is_some_and(Game::is_played));
                if played.is_none() {
                    let game = white.to_owned();
                    return self.out.refuse(who, AdminNotice::NoSuchGame { game });
                }
                played
            }
            Some(black) => {
                let Some(white) = self.find_known(who, Some(white)) else { return };
                let Some(black) = self.find_known(who, Some(black)) else { return };
                let found = self.game_between(white, black);
                if found.is_none() {
                    let (white, black) = (self.name(white).into(), self.name(black).into());
                    return self.out.refuse(who, AdminNotice::NoGameBetween { white, black });
                }
                found
            }
        };
        let Some(number) = number else { return };
        let Some(game) = self.games.get(number) else { return };
        let (white, black) = (game.name(Color::White), game.name(Color::Black));
        let (outcome, ending) = match verdict {
            Verdict::White => {
                (Outcome::Win(Color::White), Ending::WinsByAdjudication { winner: white.clone() })
            }
            Verdict::Black => {
                (Outcome::Win(Color::Black), Ending::WinsByAdjudication { winner: black.clone() })
            }
            Verdict::Draw => (Outcome::Draw, Ending::DrawnByAdjudication),
            Verdict::Abort => (Outcome::Unknown, Ending::AbortedByAdjudication),
        };
        self.end(number, outcome, ending);
        let verdict = words(verdict).to_owned();
        self.out.send(who, AdminNotice::Adjudicated { white, black, verdict });
    }

    /// The game that two play against each other; an interrupted one is put back among
    /// the others, though nobody sits at it.
    fn game_between(&mut self, white: PlayerId, black: PlayerId) -> Option<GameNumber> {
        if let Some(number) = self.common_game(white, black) {
            return Some(number);
        }
        let id = self.adjourned_between(white, black)?;
        let game = self.reopen(id)?;
        let number = game.number;
        self.games.insert(game);
        Some(number)
    }
}
