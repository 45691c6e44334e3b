//! Questions about the games on the boards.

use partie_core::{BoardId, Bughouse, Color, Outcome, Termination, Variant};
use partie_wire::fields::Name;

use crate::{
    game::model::{Game, Games},
    ids::{GameNumber, PlayerId},
    players::Players,
};

impl Games {
    /// The side that a player plays in a game, and their name.
    pub(crate) fn side_of(&self, player: PlayerId, number: GameNumber) -> Option<(Color, Name)> {
        let game = self.get(number)?;
        let color = game.color_of(player)?;
        Some((color, game.name(color)))
    }

    /// Returns the result if one of the two boards is mated for good.
    fn bughouse_end(&self, number: GameNumber) -> Option<(Outcome, Termination)> {
        let game = self.get(number)?;
        let other = self.get(game.partner?)?;
        let boards = Bughouse::new(game.position().clone(), other.position().clone());
        boards
            .is_checkmate(BoardId::A)
            .then(|| (Outcome::Win(!game.turn()), Termination::Checkmate))
    }

    /// The result, where the position ends the game.
    pub(crate) fn end_of_position(&self, number: GameNumber) -> Option<(Outcome, Termination)> {
        let game = self.get(number)?;
        if game.terms.variant() == Variant::Bughouse {
            return self.bughouse_end(number);
        }
        game.position().end()
    }

    /// The game that two players play against each other.
    pub(crate) fn common_game(
        &self,
        players: &Players,
        one: PlayerId,
        other: PlayerId,
    ) -> Option<GameNumber> {
        let plays =
            |number: &GameNumber| self.get(*number).is_some_and(|g| g.color_of(other).is_some());
        players.boards_of(one).into_iter().find(plays)
    }

    /// The opponent of a player at a board.
    pub(crate) fn opponent_at(&self, who: PlayerId, number: GameNumber) -> Option<PlayerId> {
        let game = self.get(number)?;
        game.sides.get(!game.color_of(who)?).player
    }

    pub(crate) fn is_bughouse(&self, number: GameNumber) -> bool {
        self.get(number).is_some_and(|g| g.partner.is_some())
    }

    pub(crate) fn is_setting_up(&self, number: GameNumber) -> bool {
        self.get(number).and_then(Game::examination).is_some_and(|e| e.setting_up)
    }

    /// The game of some categories (none: of any) whose players are the strongest.
    pub(crate) fn best_game(&self, asker: PlayerId, letters: &str) -> Option<GameNumber> {
        let sum = |game: &Game| {
            let ratings =
                game.sides.as_ref().map(|side| u32::from(side.rating.number().unwrap_or(0)));
            ratings.white + ratings.black
        };
        self.iter()
            .filter(|g| g.is_played() && !g.terms.private && g.color_of(asker).is_none())
            .filter(|g| letters.is_empty() || letters.contains(g.letter()))
            .max_by_key(|g| (sum(g), std::cmp::Reverse(g.number)))
            .map(|g| g.number)
    }
}
