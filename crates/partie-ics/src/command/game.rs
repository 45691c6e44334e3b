//! Commands of players in their games.

use partie_wire::{command::game::GameCommand, notice::game::GameNotice, proposal::OfferKind};

use crate::{
    Ics,
    game::GameNumber,
    players::{Activity, PlayerId},
};

impl Ics {
    pub(super) fn game_command(&mut self, who: PlayerId, command: GameCommand) {
        match command {
            GameCommand::Move(word) => self.move_typed(who, &word),
            GameCommand::Resign { player: None } => {
                if let Some(number) = self.own_game(who) {
                    self.resign(who, number);
                }
            }
            GameCommand::Resign { player: Some(player) } => self.resign_interrupted(who, &player),
            GameCommand::Courtesyabort { player: None } => self.courtesy(who, false),
            GameCommand::Courtesyabort { player: Some(player) } => {
                self.abort_interrupted(who, &player);
            }
            GameCommand::Courtesyadjourn => self.courtesy(who, true),
            GameCommand::Resume { player } => self.ask_to_resume(who, player.as_deref()),
            GameCommand::Flag => {
                if let Some(number) = self.own_game(who) {
                    self.flag(who, number);
                }
            }
            GameCommand::Draw => self.draw(who),
            GameCommand::Abort => self.abort(who),
            GameCommand::Adjourn => self.ask_to_adjourn(who),
            GameCommand::Takeback { plies } => self.ask_to_take_back(who, plies),
            GameCommand::Switch => self.ask_to_switch(who),
            GameCommand::Pause => self.ask_to_pause(who, OfferKind::Pause),
            GameCommand::Unpause => self.ask_to_pause(who, OfferKind::Unpause),
            GameCommand::Moretime { seconds } => self.give_time(who, seconds),
            GameCommand::Time { game } => self.show_time(who, game.as_deref()),
            GameCommand::Promote { piece } => self.promote(who, &piece),
        }
    }

    /// The game that a player plays; else reports that there is none.
    pub(crate) fn own_game(&mut self, who: PlayerId) -> Option<GameNumber> {
        match self.activity(who) {
            Activity::Playing(number) => Some(number),
            Activity::Free | Activity::Examining(_) => {
                self.out.send(who, GameNotice::NotPlaying);
                None
            }
        }
    }
}
