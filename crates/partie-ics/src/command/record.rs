//! Moves and records of games.

use std::sync::Arc;

use partie_core::{Color, Outcome};
use partie_wire::style12::{Relation, Style12};
use partie_wire::{
    command::record::{GameRef, RecordCommand, Which},
    notice::{
        board::BoardNotice,
        ending::Ending,
        movelist::MoveListNotice,
        record::{HistoryRow, JournalRow, RecordNotice, RecordTable, StoredRow},
    },
    variables::Variable,
};

use crate::{
    Ics,
    game::{Adjourned, Game, GameNumber},
    named_positions,
    players::{NameMatch, PlayerId},
    record::{self, RecordedGame},
    time::Zone,
};

impl Ics {
    pub(super) fn record_command(&mut self, who: PlayerId, command: RecordCommand) {
        match command {
            RecordCommand::Moves { game } => self.moves(who, game.as_deref()),
            RecordCommand::Smoves(kept) => {
                if let Some(kept) = self.kept_game(who, &kept) {
                    self.out.send(who, MoveListNotice(kept.list()));
                }
            }
            RecordCommand::Oldmoves { player } => self.oldmoves(who, player.as_deref()),
            RecordCommand::Sposition { player, opponent } => {
                let (player, opponent) = match opponent {
                    Some(opponent) => (Some(player), opponent),
                    None => (None, player),
                };
                let kept = GameRef { player, which: Which::Opponent(opponent) };
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

    fn moves(&mut self, who: PlayerId, word: Option<&str>) {
        let Some(number) = self.meant_game(who, word) else { return };
        if self.may_see(who, number)
            && let Some(game) = self.games.get(number)
        {
            self.out.send(who, MoveListNotice(game.list()));
        }
    }

    /// The player whose records are asked for: a registered one, or one who is on.
    fn owner_of_record(&mut self, asker: PlayerId, name: Option<&str>) -> Option<PlayerId> {
        let Some(name) = name else { return Some(asker) };
        match self.players.match_name(name, |_| true) {
            NameMatch::One(id) => Some(id),
            NameMatch::Many(names) => {
                // Players online match before others.
                if let NameMatch::One(id) = self.players.match_online(name) {
                    Some(id)
                } else {
                    self.out.send(asker, crate::server::ambiguous(name, &names));
                    None
                }
            }
            NameMatch::Nobody => {
                self.out.send(asker, RecordNotice::NoSuchPlayer { name: name.to_owned() });
                None
            }
        }
    }

    /// The requested stored game; else reports that there is none.
    pub(super) fn kept_game(
        &mut self,
        asker: PlayerId,
        kept: &GameRef,
    ) -> Option<Arc<RecordedGame>> {
        let owner = self.owner_of_record(asker, kept.player.as_deref())?;
        let who = self.name(owner).into();
        let account = &self.player(owner)?.account;
        match &kept.which {
            Which::Last => {
                let last = account.history.last().map(|h| Arc::clone(&h.game));
                if last.is_none() {
                    self.out.send(asker, RecordNotice::NoHistory { who });
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
                    self.out.send(asker, RecordNotice::NoHistoryGame { who, number: *number });
                }
                found
            }
            Which::Slot(slot) => {
                if asker != owner && account.variables.on(Variable::Jprivate) {
                    self.out.send(asker, RecordNotice::JournalPrivate);
                    return None;
                }
                let found = account.journal.get(slot).map(Arc::clone);
                if found.is_none() {
                    let slot = slot.to_string().into();
                    self.out.send(asker, RecordNotice::NoJournalGame { who, slot });
                }
                found
            }
            Which::Opponent(name) => {
                let opponent = self.owner_of_record(asker, Some(name))?;
                let found = self.adjourned_between(owner, opponent);
                let found = found.and_then(|id| self.adjourned.get(id)).map(Adjourned::kept);
                if found.is_none() {
                    let black = self.name(opponent).into();
                    self.out.send(asker, RecordNotice::NoStoredGame { white: who, black });
                }
                found.map(Arc::new)
            }
        }
    }

    fn oldmoves(&mut self, who: PlayerId, player: Option<&str>) {
        let Some(owner) = self.owner_of_record(who, player) else { return };
        let name = self.name(owner).into();
        let last = self.player(owner).and_then(|p| p.account.history.last()).cloned();
        let Some(last) = last else {
            self.out.send(who, RecordNotice::NoHistory { who: name });
            return;
        };
        self.out.send(who, RecordNotice::LastGame { who: name, number: last.number });
        self.out.send(who, MoveListNotice(last.game.list()));
    }

    /// The board at the end of a kept game.
    fn last_position(&mut self, who: PlayerId, kept: &GameRef) {
        let Some(kept) = self.kept_game(who, kept) else { return };
        let Some(mut game) = Game::of_record(GameNumber(0), who, &kept) else {
            self.out.send(who, RecordNotice::Unreadable);
            return;
        };
        game.go_to(game.line.len());
        let board = BoardNotice {
            moment: Arc::new(game.moment(self.out.now)),
            relation: Relation::Isolated,
            side: Color::White,
            whole: true,
        };
        self.out.send(
            who,
            RecordNotice::PositionOf {
                white: kept.names.white.as_str().into(),
                black: kept.names.black.as_str().into(),
            },
        );
        self.out.send(who, board);
    }

    fn history(&mut self, who: PlayerId, player: Option<&str>) {
        let Some(owner) = self.owner_of_record(who, player) else { return };
        let name = self.name(owner);
        let Some(player) = self.player(owner) else { return };
        let rows: Vec<HistoryRow> = player
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
            self.out.send(who, RecordNotice::NoHistory { who: name.into() });
        } else {
            self.out.send(who, RecordTable::History { who: name, rows });
        }
    }

    fn journal(&mut self, who: PlayerId, player: Option<&str>) {
        let Some(owner) = self.owner_of_record(who, player) else { return };
        let name = self.name(owner);
        let Some(player) = self.player(owner) else { return };
        if who != owner && player.account.variables.on(Variable::Jprivate) {
            self.out.send(who, RecordNotice::JournalPrivate);
            return;
        }
        let rows: Vec<JournalRow> = player
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
            self.out.send(who, RecordNotice::NoJournal { who: name.into() });
        } else {
            self.out.send(who, RecordTable::Journal { who: name, rows });
        }
    }

    fn jsave(&mut self, who: PlayerId, slot: char, from: &GameRef) {
        if self.player(who).is_none_or(|p| !p.registered) {
            let what = "jsave".to_owned();
            self.out
                .send(who, partie_wire::notice::session::SessionNotice::OnlyRegistered { what });
            return;
        }
        let Some(game) = self.kept_game(who, from) else { return };
        if let Some(player) = self.players.get_mut(who) {
            player.account.journal.insert(slot, game);
        }
        self.store_account(who);
        self.out.send(who, RecordNotice::Saved { slot: slot.to_string().into() });
    }

    fn jkill(&mut self, who: PlayerId, slot: char) {
        let removed = self.players.get_mut(who).and_then(|p| p.account.journal.remove(&slot));
        let slot = slot.to_string().into();
        if removed.is_some() {
            self.store_account(who);
            self.out.send(who, RecordNotice::Killed { slot });
        } else {
            let who_name = self.name(who).into();
            self.out.send(who, RecordNotice::NoJournalGame { who: who_name, slot });
        }
    }

    fn stored(&mut self, who: PlayerId, player: Option<&str>) {
        let Some(owner) = self.owner_of_record(who, player) else { return };
        let name = self.name(owner);
        let key = name.to_ascii_lowercase();
        let rows: Vec<StoredRow> =
            self.adjourned.iter().filter_map(|g| self.stored_row(g, &key)).collect();
        if rows.is_empty() {
            self.out.send(who, RecordNotice::NoStored { who: name.into() });
        } else {
            self.out.send(who, RecordTable::Stored { who: name, rows });
        }
    }

    fn stored_row(&self, game: &Adjourned, key: &str) -> Option<StoredRow> {
        let color = Color::ALL.into_iter().find(|c| game.keys.get(*c) == key)?;
        let position = game.position();
        let strength = Style12::from_position(&position).strength;
        let opponent = self.players.named(game.keys.get(!color));
        Some(StoredRow {
            color,
            opponent: game.sides.get(!color).name.clone(),
            is_on: opponent.is_some_and(|p| p.online.is_some()),
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
        let kept = Arc::new(RecordedGame::new(game, self.out.now, outcome, ending.clone()));
        for color in [Color::White, Color::Black] {
            let Some(id) = game.sides.get(color).player else { continue };
            if let Some(player) = self.players.get_mut(id) {
                record::add(&mut player.account.history, color, Arc::clone(&kept));
            }
            self.store_account(id);
        }
    }

    /// The positions from which games can begin.
    fn boards(&mut self, who: PlayerId, category: Option<&str>) {
        let Some(name) = category else {
            let names = named_positions::categories().join(" ");
            self.out.send(who, RecordNotice::Categories { names });
            return;
        };
        match named_positions::boards_of(name) {
            Some((category, names)) => {
                let (category, names) = (category.into(), names.join(" "));
                self.out.send(who, RecordNotice::BoardsOf { category, names });
            }
            None => self.out.send(who, RecordNotice::NoSuchCategory { name: name.to_owned() }),
        }
    }
}

impl Adjourned {
    /// The game as one that can be looked at.
    #[must_use]
    pub fn kept(&self) -> RecordedGame {
        RecordedGame::of(
            (&self.terms, &self.sides),
            (&self.start, &self.line),
            (self.since, self.until),
            Outcome::Unknown,
            self.ending.clone(),
        )
    }
}
