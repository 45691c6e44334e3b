//! Players of an event.

use std::collections::BTreeMap;

use partie_core::Color;

use crate::folding::name_key;

use super::{
    game::Side,
    pairing::{Bye, Pairing},
};

/// A player of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Name, as the first game spells it.
    pub name: String,
    /// Title such as GM; empty if no game has one.
    pub title: String,
    /// Rating in the first game that has one.
    pub elo: Option<u32>,
    fide_id: Option<u32>,
}

/// Players found by their names.
#[derive(Debug, Default)]
pub(super) struct Roster {
    players: Vec<Player>,
    by_id: BTreeMap<u32, usize>,
    by_name: BTreeMap<String, Vec<usize>>,
    /// Opponents in the byes of players.
    nobodies: BTreeMap<usize, usize>,
}

impl Roster {
    /// Returns the players of some games and byes, and numbers the players of them like that.
    pub(super) fn into_players(self, games: &mut [Pairing], byes: &mut [Bye]) -> Vec<Player> {
        let mut numbers = vec![None; self.players.len()];
        let mut players = Vec::new();
        let sides = games.iter_mut().flat_map(|game| [&mut game.white, &mut game.black]);
        for side in sides.chain(byes.iter_mut().map(|bye| &mut bye.player)) {
            *side = *numbers[*side].get_or_insert_with(|| {
                players.push(self.players[*side].clone());
                players.len() - 1
            });
        }
        players
    }

    /// Returns the number of the missing opponent in a player's byes.
    pub(super) fn nobody(&mut self, player: usize) -> usize {
        *self.nobodies.entry(player).or_insert_with(|| {
            self.players.push(Player::default());
            self.players.len() - 1
        })
    }

    /// Returns the bye that a game against a missing opponent stands for.
    pub(super) fn bye(&self, game: &Pairing) -> Option<Bye> {
        let is_alone =
            |color: &Color| self.nobodies.get(&game.player(*color)) == Some(&game.player(!*color));
        let color = Color::ALL.into_iter().find(is_alone)?;
        Some(Bye { player: game.player(color), round: game.round, points: game.points(color)? })
    }

    /// Returns the number of a player, identified by FIDE id, or else by name, unless ids differ.
    pub(super) fn number(&mut self, side: &Side) -> usize {
        let key = name_key(&side.name);
        let known = side.fide_id.and_then(|id| self.by_id.get(&id).copied());
        let number = known.or_else(|| {
            let fits = |number: &&usize| {
                let own = self.players[**number].fide_id;
                own.zip(side.fide_id).is_none_or(|(own, other)| own == other)
            };
            self.by_name.get(&key)?.iter().find(fits).copied()
        });
        let number = number.unwrap_or_else(|| {
            self.players.push(Player { name: side.name.clone(), ..Player::default() });
            self.players.len() - 1
        });
        let named = self.by_name.entry(key).or_default();
        if !named.contains(&number) {
            named.push(number);
        }
        let player = &mut self.players[number];
        player.elo = player.elo.or(side.elo);
        if player.title.is_empty() {
            player.title.clone_from(&side.title);
        }
        if let Some(id) = side.fide_id {
            player.fide_id.get_or_insert(id);
            self.by_id.insert(id, number);
        }
        number
    }
}
