//! Moves and records of games.

use std::sync::Arc;

use partie_core::{Color, Outcome};
use partie_formats::style12::{Relation, Style12};
use partie_wire::{
    command::record::{Kept, RecordCommand, Which},
    notice::{
        board::BoardNotice,
        ending::Ending,
        movelist::MoveListNotice,
        record::{HistoryRow, JournalRow, RecordNotice, RecordTable, StoredRow},
    },
    variables::Variable,
};

use crate::{
    Ics, boards,
    game::{Adjourned, Game, GameNumber},
    people::{Meant, PersonId},
    record::{self, KeptGame},
    tick::Zone,
};

impl Ics {
    pub(super) fn record_command(&mut self, who: PersonId, command: RecordCommand) {
        match command {
            RecordCommand::Moves { game } => self.moves(who, game.as_deref()),
            RecordCommand::Smoves(kept) => {
                if let Some(kept) = self.kept_game(who, &kept) {
                    self.tell(who, MoveListNotice(kept.list()));
                }
            }
            RecordCommand::Oldmoves { player } => self.oldmoves(who, player.as_deref()),
            RecordCommand::Sposition { player, opponent } => {
                let (player, opponent) = match opponent {
                    Some(opponent) => (Some(player), opponent),
                    None => (None, player),
                };
                let kept = Kept { player, which: Which::Opponent(opponent) };
                self.last_position(who, &kept);
            }
            RecordCommand::Smposition(kept) => self.last_position(who, &kept),
            RecordCommand::History { player } => self.history(who, player.as_deref()),
            RecordCommand::Journal { player } => self.journal(who, player.as_deref()),
            RecordCommand::Jsave { slot, from } => self.jsave(who, slot, &from),
            RecordCommand::Jkill { slot } => self.jkill(who, slot),
            RecordCommand::Stored { player } => self.stored(who, player.as_deref()),
            RecordCommand::Boards { category } => self.boards(who, category.as_deref()),
        }
    }

    fn moves(&mut self, who: PersonId, word: Option<&str>) {
        let Some(number) = self.meant_game(who, word) else { return };
        if self.may_see(who, number)
            && let Some(game) = self.games.get(number)
        {
            self.tell(who, MoveListNotice(game.list()));
        }
    }

    /// The player whose records are asked for: a registered one, or one who is on.
    fn owner_of_record(&mut self, asker: PersonId, name: Option<&str>) -> Option<PersonId> {
        let Some(name) = name else { return Some(asker) };
        match self.people.meant(name, |_| true) {
            Meant::One(id) => Some(id),
            Meant::Many(names) => {
                // Who is on is meant before those who are not.
                if let Meant::One(id) = self.people.meant_online(name) {
                    Some(id)
                } else {
                    self.tell(asker, crate::hall::ambiguous(name, &names));
                    None
                }
            }
            Meant::Nobody => {
                self.tell(asker, RecordNotice::NoSuchPlayer { name: name.to_owned() });
                None
            }
        }
    }

    /// The kept game that is meant; else the asker is told.
    pub(super) fn kept_game(&mut self, asker: PersonId, kept: &Kept) -> Option<Arc<KeptGame>> {
        let owner = self.owner_of_record(asker, kept.player.as_deref())?;
        let who = self.name(owner).into();
        let account = &self.person(owner)?.account;
        match &kept.which {
            Which::Last => {
                let last = account.history.last().map(|h| Arc::clone(&h.game));
                if last.is_none() {
                    self.tell(asker, RecordNotice::NoHistory { who });
                }
                last
            }
            Which::Number(number) => {
                let history = &account.history;
                let found = match usize::try_from(*number) {
                    Ok(_) => history.iter().find(|h| i64::from(h.number) == i64::from(*number)),
                    // `-1` is the last one.
                    Err(_) => history
                        .len()
                        .checked_sub(number.unsigned_abs() as usize)
                        .map(|i| &history[i]),
                };
                let found = found.map(|h| Arc::clone(&h.game));
                if found.is_none() {
                    self.tell(asker, RecordNotice::NoHistoryGame { who, number: *number });
                }
                found
            }
            Which::Slot(slot) => {
                if asker != owner && account.variables.on(Variable::Jprivate) {
                    self.tell(asker, RecordNotice::JournalPrivate);
                    return None;
                }
                let found = account.journal.get(slot).map(Arc::clone);
                if found.is_none() {
                    let slot = slot.to_string().into();
                    self.tell(asker, RecordNotice::NoJournalGame { who, slot });
                }
                found
            }
            Which::Opponent(name) => {
                let opponent = self.owner_of_record(asker, Some(name))?;
                let found = self.adjourned_between(owner, opponent);
                let found = found.and_then(|id| self.adjourned.get(&id)).map(Adjourned::kept);
                if found.is_none() {
                    let black = self.name(opponent).into();
                    self.tell(asker, RecordNotice::NoStoredGame { white: who, black });
                }
                found.map(Arc::new)
            }
        }
    }

    fn oldmoves(&mut self, who: PersonId, player: Option<&str>) {
        let Some(owner) = self.owner_of_record(who, player) else { return };
        let name = self.name(owner).into();
        let last = self.person(owner).and_then(|p| p.account.history.last()).cloned();
        let Some(last) = last else {
            self.tell(who, RecordNotice::NoHistory { who: name });
            return;
        };
        self.tell(who, RecordNotice::LastGame { who: name, number: last.number });
        self.tell(who, MoveListNotice(last.game.list()));
    }

    /// The board at the end of a kept game.
    fn last_position(&mut self, who: PersonId, kept: &Kept) {
        let Some(kept) = self.kept_game(who, kept) else { return };
        let Some(mut game) = Game::of_record(GameNumber(0), who, &kept) else {
            self.tell(who, RecordNotice::Unreadable);
            return;
        };
        game.go_to(game.line.len());
        let board = BoardNotice {
            moment: Arc::new(game.moment(self.now)),
            relation: Relation::Isolated,
            side: Color::White,
            whole: true,
        };
        self.tell(
            who,
            RecordNotice::PositionOf {
                white: kept.names.white.as_str().into(),
                black: kept.names.black.as_str().into(),
            },
        );
        self.tell(who, board);
    }

    fn history(&mut self, who: PersonId, player: Option<&str>) {
        let Some(owner) = self.owner_of_record(who, player) else { return };
        let name = self.name(owner);
        let Some(person) = self.person(owner) else { return };
        let rows: Vec<HistoryRow> = person
            .account
            .history
            .iter()
            .map(|h| HistoryRow {
                number: h.number,
                color: h.color,
                rating: *h.game.ratings.get(h.color),
                opponent: h.game.names.get(!h.color).clone(),
                opponent_rating: *h.game.ratings.get(!h.color),
                cell: h.game.terms.cell(),
                eco: h.game.eco.clone(),
                end: h.game.ending.short().to_owned(),
                outcome: h.game.outcome,
                date: h.game.until.ics(Zone::SERVER),
            })
            .collect();
        if rows.is_empty() {
            self.tell(who, RecordNotice::NoHistory { who: name.into() });
        } else {
            self.tell(who, RecordTable::History { who: name, rows });
        }
    }

    fn journal(&mut self, who: PersonId, player: Option<&str>) {
        let Some(owner) = self.owner_of_record(who, player) else { return };
        let name = self.name(owner);
        let Some(person) = self.person(owner) else { return };
        if who != owner && person.account.variables.on(Variable::Jprivate) {
            self.tell(who, RecordNotice::JournalPrivate);
            return;
        }
        let rows: Vec<JournalRow> = person
            .account
            .journal
            .iter()
            .map(|(slot, game)| JournalRow {
                slot: slot.to_string(),
                white: game.names.white.clone(),
                white_rating: game.ratings.white,
                black: game.names.black.clone(),
                black_rating: game.ratings.black,
                cell: game.terms.cell(),
                eco: game.eco.clone(),
                end: game.ending.short().to_owned(),
                outcome: game.outcome,
            })
            .collect();
        if rows.is_empty() {
            self.tell(who, RecordNotice::NoJournal { who: name.into() });
        } else {
            self.tell(who, RecordTable::Journal { who: name, rows });
        }
    }

    fn jsave(&mut self, who: PersonId, slot: char, from: &Kept) {
        if self.person(who).is_none_or(|p| !p.registered) {
            let what = "jsave".to_owned();
            self.tell(who, partie_wire::notice::session::SessionNotice::OnlyRegistered { what });
            return;
        }
        let Some(game) = self.kept_game(who, from) else { return };
        if let Some(person) = self.people.get_mut(who) {
            person.account.journal.insert(slot, game);
        }
        self.remember(who);
        self.tell(who, RecordNotice::Saved { slot: slot.to_string().into() });
    }

    fn jkill(&mut self, who: PersonId, slot: char) {
        let removed = self.people.get_mut(who).and_then(|p| p.account.journal.remove(&slot));
        let slot = slot.to_string().into();
        if removed.is_some() {
            self.remember(who);
            self.tell(who, RecordNotice::Killed { slot });
        } else {
            let who_name = self.name(who).into();
            self.tell(who, RecordNotice::NoJournalGame { who: who_name, slot });
        }
    }

    fn stored(&mut self, who: PersonId, player: Option<&str>) {
        let Some(owner) = self.owner_of_record(who, player) else { return };
        let name = self.name(owner);
        let key = name.to_ascii_lowercase();
        let rows: Vec<StoredRow> =
            self.adjourned.values().filter_map(|g| self.stored_row(g, &key)).collect();
        if rows.is_empty() {
            self.tell(who, RecordNotice::NoStored { who: name.into() });
        } else {
            self.tell(who, RecordTable::Stored { who: name, rows });
        }
    }

    fn stored_row(&self, game: &Adjourned, key: &str) -> Option<StoredRow> {
        let color = Color::ALL.into_iter().find(|c| game.keys.get(*c) == key)?;
        let position = game.position();
        let strength = Style12::from_position(&position).strength;
        let opponent = self.people.named(game.keys.get(!color));
        Some(StoredRow {
            color,
            opponent: game.sides.get(!color).name.clone(),
            is_on: opponent.is_some_and(|p| p.presence.is_some()),
            cell: game.terms.cell(),
            white_strength: strength.white,
            black_strength: strength.black,
            turn: position.turn(),
            move_number: position.fullmoves(),
            eco: record::eco(&game.start, &game.line).to_owned(),
            date: game.until.ics(Zone::SERVER),
        })
    }

    /// A game that has just ended goes into its players' histories.
    pub(crate) fn keep_history(&mut self, game: &Game, outcome: Outcome, ending: &Ending) {
        if !outcome.is_known() || !game.is_played() {
            return;
        }
        let kept = Arc::new(KeptGame::new(game, self.now, outcome, ending.clone()));
        for color in [Color::White, Color::Black] {
            let Some(id) = game.sides.get(color).person else { continue };
            if let Some(person) = self.people.get_mut(id) {
                record::add(&mut person.account.history, color, Arc::clone(&kept));
            }
            self.remember(id);
        }
    }

    /// The positions from which games can begin.
    fn boards(&mut self, who: PersonId, category: Option<&str>) {
        let Some(name) = category else {
            let names = boards::categories().join(" ");
            self.tell(who, RecordNotice::Categories { names });
            return;
        };
        match boards::boards_of(name) {
            Some((category, names)) => {
                let (category, names) = (category.into(), names.join(" "));
                self.tell(who, RecordNotice::BoardsOf { category, names });
            }
            None => self.tell(who, RecordNotice::NoSuchCategory { name: name.to_owned() }),
        }
    }
}

impl Adjourned {
    /// The game as one that can be looked at.
    #[must_use]
    pub fn kept(&self) -> KeptGame {
        KeptGame::of(
            (&self.terms, &self.sides),
            (&self.start, &self.line),
            (self.since, self.until),
            Outcome::Unknown,
            self.ending.clone(),
        )
    }
}
