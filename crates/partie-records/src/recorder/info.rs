//! Facts about a game from the server's words: players, variant, time control.

use partie_core::{ByColor, Color, Tags, Variant};

use super::transport::ServerLine;
use partie_formats::options::Dialect;
use partie_wire::{
    notice::games::GameRow,
    style12::{Created, GameInfo, Match, MoveList, Rating, Style12, variant_of},
};

/// The facts of a game, gathered from many lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Info {
    pub(super) names: ByColor<Option<String>>,
    pub(super) ratings: ByColor<Rating>,
    pub(super) rated: Option<bool>,
    /// The kind in the server's words.
    pub(super) kind: Option<String>,
    /// Initial time in seconds.
    pub(super) initial: Option<i64>,
    /// Increment in seconds.
    pub(super) increment: Option<i64>,
    /// The partner's game in bughouse.
    pub(super) partner: Option<u64>,
    pub(super) date: Option<String>,
    pub(super) time: Option<String>,
    /// The server said `Creating:` to a player of this game.
    pub(super) own: bool,
    /// Lines before the first board.
    pub(super) lines: Vec<ServerLine>,
}

impl Info {
    fn players(&mut self, white: &str, black: &str) {
        self.names = ByColor { white: Some(white.to_owned()), black: Some(black.to_owned()) };
    }

    fn rating(&mut self, ratings: ByColor<Rating>) {
        for color in Color::ALL {
            let new = *ratings.get(color);
            let old = self.ratings.get_mut(color);
            if *old == Rating::None || new.number().is_some() && old.number().is_none() {
                *old = new;
            }
        }
    }

    /// Keeps the words that say more: `blitz crazyhouse` rather than `blitz`.
    fn kind(&mut self, kind: &str) {
        let new = variant_of(kind);
        let better = match self.kind.as_deref() {
            None => true,
            Some(old) => match (variant_of(old), new) {
                (None, Some(_)) => true,
                (Some(Variant::Standard), Some(new)) => new != Variant::Standard,
                _ => false,
            },
        };
        if better && kind.contains(char::is_alphabetic) {
            self.kind = Some(kind.to_owned());
        }
    }

    pub(super) fn take_match(&mut self, players: &Match) {
        self.players(&players.white, &players.black);
        self.rating(players.ratings);
        self.rated = Some(players.rated);
        self.kind(&players.kind);
        self.initial = Some(players.minutes.saturating_mul(60));
        self.increment = Some(players.increment);
    }

    pub(super) fn take_created(&mut self, created: &Created) {
        self.players(&created.white, &created.black);
        self.rated = Some(created.rated);
        self.kind(&created.kind);
    }

    pub(super) fn take_game_info(&mut self, info: &GameInfo) {
        self.rating(info.ratings);
        self.rated = Some(info.rated);
        self.kind(&info.kind);
        self.initial = Some(info.time.white.0);
        self.increment = Some(info.time.white.1);
        if info.partner > 0 {
            self.partner = Some(info.partner);
        }
    }

    pub(super) fn take_listing(&mut self, row: &GameRow) {
        self.rating(row.ratings);
        self.rated.get_or_insert(row.cell.rated);
        self.kind(row.cell.kind().unwrap_or_default());
        self.initial.get_or_insert(i64::from(row.cell.minutes) * 60);
        self.increment.get_or_insert(row.cell.increment.into());
    }

    /// `named`: the list names the players of the game, and not `White` and `Black`.
    pub(super) fn take_list(&mut self, list: &MoveList, named: bool) {
        if named {
            if self.names.white.is_none() {
                self.players(&list.white, &list.black);
            }
            self.rating(list.ratings);
        }
        self.rated.get_or_insert(list.rated);
        self.kind(&list.kind);
        // Lists count minutes for certain, boards only as their dialect has it.
        if self.initial.is_none_or(|seconds| list.minutes != 0 && seconds / 60 != list.minutes) {
            self.initial = Some(list.minutes.saturating_mul(60));
        }
        self.increment.get_or_insert(list.increment);
        self.date = self.date.take().or_else(|| list.pgn_date());
        self.time = self.time.take().or_else(|| list.pgn_time());
    }

    /// Takes facts from a board that no words gave.
    pub(super) fn take_board(&mut self, board: &Style12<'_>, dialect: Dialect) {
        self.players(&board.white, &board.black);
        if board.initial != 0 || board.increment != 0 {
            self.initial.get_or_insert(board.initial_seconds(dialect));
            self.increment.get_or_insert(board.increment);
        }
    }

    /// Returns the variant, as far as words name it.
    pub(super) fn variant(&self) -> Option<Variant> {
        self.kind.as_deref().and_then(variant_of)
    }

    /// Returns a name, or a question mark.
    pub(super) fn name(&self, color: Color) -> &str {
        self.names.get(color).as_deref().unwrap_or("?")
    }

    /// Returns true if the game is between these two players.
    pub(super) fn is_of(&self, white: &str, black: &str) -> bool {
        self.name(Color::White) == white && self.name(Color::Black) == black
    }

    /// Returns the roster and other known tags, except names and result.
    pub(super) fn tags(&self, server: &str, site: Option<&str>, examined: bool) -> Tags {
        let mut tags = Tags::new();
        let mut event = server.to_owned();
        for word in [
            match self.rated {
                Some(true) => "rated",
                Some(false) if self.kind.is_some() => "unrated",
                _ => "",
            },
            self.kind.as_deref().unwrap_or(if examined { "examined" } else { "" }),
            "game",
        ] {
            if !word.is_empty() {
                event.push(' ');
                event.push_str(word);
            }
        }
        tags.set("Event", event);
        tags.set("Site", site.unwrap_or("?"));
        tags.set("Date", self.date.as_deref().unwrap_or("????.??.??"));
        tags.set("Round", "-");
        tags
    }

    /// Ratings, time control and the hour.
    pub(super) fn more_tags(&self, tags: &mut Tags, examined: bool) {
        if let Some(time) = &self.time {
            tags.set("Time", time.as_str());
        }
        if let Some(control) = self.time_control(examined) {
            tags.set("TimeControl", control);
        }
    }

    fn time_control(&self, examined: bool) -> Option<String> {
        match (self.initial, self.increment) {
            (Some(0), Some(0) | None) | (None, Some(0)) => (!examined).then(|| "-".to_owned()),
            (Some(initial), increment) => {
                Some(format!("{initial}+{}", increment.unwrap_or_default()))
            }
            (None, Some(increment)) => Some(format!("0+{increment}")),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_that_says_more_is_kept() {
        let mut info = Info::default();
        info.kind("wild");
        info.kind("blitz");
        info.kind("blitz crazyhouse");
        info.kind("blitz");
        assert_eq!(info.kind.as_deref(), Some("blitz crazyhouse"));
    }
}
