//! Watching: the boards that a player sees, and the observers of their own.

use partie_wire::style12::{GameInfo, Observing, Relation};
use partie_wire::{
    command::watch::WatchCommand,
    fields::{Games, Titled},
    ivars::Ivar,
    notice::watch::{InfoNotice, ObserversNotice, WatchNotice},
    variables::Variable,
};

use crate::{
    Ics,
    game::{Game, GameNumber},
    players::{Activity, Following, PlayerId},
};

/// Maximum number of games to observe at once.
const MOST: usize = 30;

impl Ics {
    pub(super) fn watch_command(&mut self, who: PlayerId, command: WatchCommand) {
        match command {
            WatchCommand::Observe { games } if games.is_empty() => self.list_observed(who),
            WatchCommand::Observe { games } => {
                for word in games {
                    if let Some(number) = self.game_to_observe(who, &word) {
                        self.observe(who, number);
                    }
                }
            }
            WatchCommand::Unobserve { game } => self.unobserve_typed(who, game.as_deref()),
            WatchCommand::Pobserve { game } => {
                if let Some(number) = self.partners_game(who, game.as_deref()) {
                    self.observe(who, number);
                }
            }
            WatchCommand::Allobservers { game } => self.allobservers(who, game.as_deref()),
            WatchCommand::Follow { player } => self.follow(who, player.as_deref(), false),
            WatchCommand::Pfollow { player } => self.follow(who, player.as_deref(), true),
            WatchCommand::Unfollow => self.follow(who, None, false),
            WatchCommand::Primary { game } => self.primary(who, game.as_deref()),
            WatchCommand::Refresh { game } => {
                if let Some(number) = self.meant_game(who, game.as_deref()) {
                    self.refresh(who, number);
                }
            }
            WatchCommand::Prefresh => {
                if let Some(number) = self.partners_game(who, None) {
                    self.refresh(who, number);
                }
            }
            WatchCommand::Games { which } => self.games_table(who, which.as_deref()),
            WatchCommand::Ginfo { game } => self.ginfo(who, game.as_deref()),
            WatchCommand::Eco { game } => self.eco(who, game.as_deref()),
        }
    }

    /// The game of a number or a player; else reports that there is none.
    pub(crate) fn find_game(&mut self, asker: PlayerId, word: &str) -> Option<GameNumber> {
        if let Ok(number) = word.parse() {
            let number = GameNumber(number);
            if self.games.get(number).is_none() {
                self.out.send(asker, WatchNotice::NoSuchGame);
                return None;
            }
            return Some(number);
        }
        let player = self.find_online(asker, word)?;
        match self.activity(player) {
            Activity::Playing(number) | Activity::Examining(number) => Some(number),
            Activity::Free => {
                let who = self.name(player).into();
                self.out.send(asker, WatchNotice::NotInGame { who });
                None
            }
        }
    }

    /// The game that is meant: the named one; else the player's own, else the first that they
    /// observe.
    pub(crate) fn meant_game(&mut self, asker: PlayerId, word: Option<&str>) -> Option<GameNumber> {
        if let Some(word) = word {
            return self.find_game(asker, word);
        }
        if let Activity::Playing(number) | Activity::Examining(number) = self.activity(asker) {
            return Some(number);
        }
        let first = self.online(asker).and_then(|p| p.observing.first().copied());
        if first.is_none() {
            self.out.send(asker, WatchNotice::NoGame);
        }
        first
    }

    /// As [`Ics::find_game`], and `/b`: the best game of a kind, by the sum of ratings.
    fn game_to_observe(&mut self, asker: PlayerId, word: &str) -> Option<GameNumber> {
        let Some(letters) = word.strip_prefix('/') else {
            return self.find_game(asker, word);
        };
        let best = self.best_game(asker, letters);
        if best.is_none() {
            self.out.send(asker, WatchNotice::NoSuchGame);
        }
        best
    }

    /// The game of some categories (none: of any) whose players are the strongest.
    fn best_game(&self, asker: PlayerId, letters: &str) -> Option<GameNumber> {
        let sum = |game: &Game| {
            let ratings =
                game.sides.as_ref().map(|side| u32::from(side.rating.number().unwrap_or(0)));
            ratings.white + ratings.black
        };
        self.games
            .iter()
            .filter(|g| g.is_played() && !g.terms.private && g.color_of(asker).is_none())
            .filter(|g| letters.is_empty() || letters.contains(g.letter()))
            .max_by_key(|g| (sum(g), std::cmp::Reverse(g.number)))
            .map(|g| g.number)
    }

    /// Those who follow the best games of a kind, and watch none now, watch one.
    pub(crate) fn watch_best(&mut self) {
        let waiting: Vec<(PlayerId, String)> = self
            .players
            .online()
            .filter_map(|p| Some((p.id, p.online.as_ref()?)))
            .filter(|(_, online)| online.activity == Activity::Free)
            .filter_map(|(id, online)| {
                let letters = online.best.clone()?;
                let fits = |game: &Game| letters.is_empty() || letters.contains(game.letter());
                let watches = online.observing.iter().filter_map(|n| self.games.get(*n)).any(fits);
                (!watches).then_some((id, letters))
            })
            .collect();
        for (id, letters) in waiting {
            if let Some(number) = self.best_game(id, &letters) {
                self.observe(id, number);
            }
        }
    }

    /// Returns true if a game's board may be shown to a player.
    pub(crate) fn may_see(&mut self, who: PlayerId, number: GameNumber) -> bool {
        let Some(game) = self.games.get(number) else { return false };
        let partners = game.partner.and_then(|p| self.games.get(p));
        let inside = game.color_of(who).is_some()
            || game.examiners().contains(&who)
            || partners.is_some_and(|p| p.color_of(who).is_some());
        if game.terms.private && !inside {
            self.out.send(who, WatchNotice::PrivateGame { game: number.0 });
            return false;
        }
        true
    }

    /// Starts observing a game.
    pub(crate) fn observe(&mut self, who: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get(number) else { return };
        if game.color_of(who).is_some() {
            self.out.send(who, WatchNotice::OwnGame);
            return;
        }
        if game.examiners().contains(&who) {
            self.out.send(who, WatchNotice::OwnExamination);
            return;
        }
        if game.observers.contains(&who) {
            self.out.send(who, WatchNotice::AlreadyObserving { game: number.0 });
            return;
        }
        if !self.may_see(who, number) {
            return;
        }
        if self.has_one_board(who) {
            let others = self.online(who).map(|p| p.observing.clone()).unwrap_or_default();
            for other in others {
                self.unobserve(who, other);
            }
        }
        if self.online(who).is_some_and(|p| p.observing.len() >= MOST) {
            self.out.send(who, WatchNotice::TooMany { most: MOST as u32 });
            return;
        }
        if let Some(game) = self.games.get_mut(number) {
            game.observers.push(who);
        }
        if let Some(online) = self.online_mut(who) {
            online.observing.push(number);
        }
        self.out.send(who, WatchNotice::NowObserving { game: number.0 });
        self.send_game_line(who, number);
        self.send_game_info(who, number);
        self.show_board(number, who, true);
    }

    /// Players, ratings and terms, before a board.
    pub(crate) fn send_game_line(&mut self, who: PlayerId, number: GameNumber) {
        if let Some(game) = self.games.get(number) {
            let line = Observing { game: number.0.into(), players: game.as_match() };
            self.out.send(who, WatchNotice::Line { line });
        }
    }

    /// The facts of a game, for interfaces.
    pub(crate) fn send_game_info(&mut self, who: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get(number) else { return };
        let unregistered = game
            .sides
            .as_ref()
            .map(|s| s.player.and_then(|p| self.player(p)).is_some_and(|p| !p.registered));
        let seconds = game.terms.controls.white.initial.whole_seconds();
        let time = (seconds, game.terms.increment());
        let info = GameInfo {
            game: number.0.into(),
            private: game.terms.private,
            kind: game.terms.name().to_owned(),
            rated: game.terms.rated,
            unregistered,
            time: partie_core::ByColor { white: time, black: time },
            partner: game.partner.map_or(0, |p| p.0.into()),
            ratings: game.sides.as_ref().map(|s| s.rating),
            timeseal: partie_core::ByColor { white: false, black: false },
            rest: "m=2 n=0".to_owned(),
        };
        self.out.send(who, InfoNotice(info));
    }

    fn unobserve_typed(&mut self, who: PlayerId, word: Option<&str>) {
        let Some(word) = word else {
            let all = self.online(who).map(|p| p.observing.clone()).unwrap_or_default();
            if all.is_empty() {
                self.out.send(who, WatchNotice::ObservingNone);
            }
            for number in all {
                self.unobserve(who, number);
            }
            return;
        };
        if let Some(number) = self.find_game(who, word)
            && !self.unobserve(who, number)
        {
            self.out.send(who, WatchNotice::NotObservingThis { game: number.0 });
        }
    }

    /// Stops observing a game. Returns true if it was observed.
    pub(crate) fn unobserve(&mut self, who: PlayerId, number: GameNumber) -> bool {
        if let Some(game) = self.games.get_mut(number) {
            game.observers.retain(|id| *id != who);
        }
        let Some(online) = self.online_mut(who) else { return false };
        let before = online.observing.len();
        online.observing.retain(|n| *n != number);
        let did = online.observing.len() < before;
        if did {
            self.out.send(who, WatchNotice::Removed { game: number.0 });
        }
        did
    }

    /// Removes a player from all games they watch or examine.
    pub(crate) fn stop_watching(&mut self, who: PlayerId) {
        if let Activity::Examining(number) = self.activity(who) {
            self.leave_board(who, number);
        }
        let all = self.online(who).map(|p| p.observing.clone()).unwrap_or_default();
        for number in all {
            if let Some(game) = self.games.get_mut(number) {
                game.observers.retain(|id| *id != who);
            }
        }
    }

    fn list_observed(&mut self, who: PlayerId) {
        let all = self.online(who).map(|p| p.observing.clone()).unwrap_or_default();
        if all.is_empty() {
            self.out.send(who, WatchNotice::ObservingNone);
            return;
        }
        let games = all.iter().map(|n| n.0.to_string()).collect::<Vec<_>>().join(" ");
        self.out.send(who, WatchNotice::ObservingThese { games });
    }

    /// The game on the other board of bughouse.
    fn partners_game(&mut self, who: PlayerId, word: Option<&str>) -> Option<GameNumber> {
        let number = match word {
            Some(word) => self.find_game(who, word)?,
            None => match self.activity(who) {
                Activity::Playing(number) => number,
                Activity::Examining(_) | Activity::Free => {
                    self.out.send(who, WatchNotice::NoOwnPartnerGame);
                    return None;
                }
            },
        };
        let partner = self.games.get(number).and_then(|g| g.partner);
        if partner.is_none() {
            let notice = match word.filter(|w| w.parse::<u32>().is_err()) {
                Some(word) => match self.find_online(who, word) {
                    Some(id) => WatchNotice::NoPartnerGame { who: self.name(id).into() },
                    None => return None,
                },
                None => WatchNotice::NoOwnPartnerGame,
            };
            self.out.send(who, notice);
        }
        partner
    }

    pub(super) fn follow(&mut self, who: PlayerId, player: Option<&str>, partner: bool) {
        let Some(online) = self.online_mut(who) else { return };
        let Some(player) = player else {
            let (followed, best) = (online.following.take(), online.best.take());
            // A guest who has left is followed no more.
            let followed = followed.is_some_and(|f| self.player(f.whom).is_some());
            let notice = if followed || best.is_some() {
                WatchNotice::NotFollowing
            } else {
                WatchNotice::WasNotFollowing
            };
            self.out.send(who, notice);
            return;
        };
        if let Some(letters) = player.strip_prefix('/') {
            online.following = None;
            online.best = Some(letters.to_owned());
            self.out.send(who, WatchNotice::FollowingBest);
            self.watch_best();
            return;
        }
        let Some(whom) = self.find_online(who, player) else { return };
        if whom == who && !partner {
            self.out.send(who, WatchNotice::FollowSelf);
            return;
        }
        if let Some(online) = self.online_mut(who) {
            online.best = None;
            online.following = Some(Following { whom, partner });
        }
        let name = self.name(whom).into();
        self.out.send(
            who,
            if partner {
                WatchNotice::FollowingPartner { who: name }
            } else {
                WatchNotice::Following { who: name }
            },
        );
        // The current game is shown at once.
        let Activity::Playing(number) = self.activity(whom) else { return };
        let wanted =
            if partner { self.games.get(number).and_then(|g| g.partner) } else { Some(number) };
        if let Some(number) = wanted
            && self.games.get(number).is_some_and(|g| !g.observers.contains(&who))
        {
            self.observe(who, number);
        }
    }

    /// Puts a game first among those that a player observes. The answer has no board, which
    /// an interface would take for a move.
    fn primary(&mut self, who: PlayerId, word: Option<&str>) {
        let Some(number) = self.meant_game(who, word) else { return };
        let Some(online) = self.online_mut(who) else { return };
        let game = number.0;
        let notice = match online.observing.iter().position(|n| *n == number) {
            None => WatchNotice::NotObservingThis { game },
            Some(0) => WatchNotice::AlreadyPrimary { game },
            Some(at) => {
                online.observing[..=at].rotate_right(1);
                WatchNotice::Primary { game }
            }
        };
        self.out.send(who, notice);
    }

    /// The board of a game again; to a player who has nothing to do with it, by itself.
    fn refresh(&mut self, who: PlayerId, number: GameNumber) {
        if !self.may_see(who, number) {
            return;
        }
        let Some(game) = self.games.get(number) else { return };
        let concerned = game.color_of(who).is_some()
            || game.examiners().contains(&who)
            || game.observers.contains(&who);
        self.send_game_line(who, number);
        if concerned {
            self.show_board(number, who, true);
        } else {
            self.show_board_as(number, who, Relation::Isolated);
        }
    }

    /// A game has begun, or goes on: its players watch no other (unless they want to), and
    /// who follows them watches it.
    pub(crate) fn game_began(&mut self, number: GameNumber) {
        self.announce_game(number);
        let Some(game) = self.games.get(number) else { return };
        let players: Vec<PlayerId> = game.players().collect();
        let beside: Vec<PlayerId> = match game.partner.and_then(|p| self.games.get(p)) {
            // White here and Black there are partners.
            Some(other) => {
                [other.sides.black.player, other.sides.white.player].into_iter().flatten().collect()
            }
            None => Vec::new(),
        };
        for id in &players {
            self.stop_observing_for(*id, true);
        }
        let followers: Vec<(PlayerId, PlayerId)> = self
            .players
            .online()
            .filter_map(|p| Some((p.id, p.online.as_ref()?.following?)))
            .filter_map(|(id, following)| {
                let among = if following.partner { &beside } else { &players };
                let at = among.iter().position(|p| *p == following.whom)?;
                Some((id, *players.get(at)?))
            })
            .filter(|(id, _)| !players.contains(id))
            .collect();
        for (id, followed) in followers {
            let private = self.games.get(number).is_some_and(|g| g.terms.private);
            if private {
                continue;
            }
            let opponent = players.iter().find(|p| **p != followed).copied().unwrap_or(followed);
            let (who, opponent) = (self.name(followed).into(), self.name(opponent).into());
            self.out.send(id, WatchNotice::FollowedStarts { who, opponent });
            self.observe(id, number);
        }
        self.watch_best();
    }

    /// Lists the observers of games.
    fn allobservers(&mut self, who: PlayerId, word: Option<&str>) {
        if let Some(word) = word {
            let Some(number) = self.find_game(who, word) else { return };
            match self.observers_of(number) {
                Some(notice) => self.out.send(who, notice),
                None => self.out.send(who, WatchNotice::NobodyWatches { game: number.0 }),
            }
            return;
        }
        let numbers: Vec<GameNumber> = self.games.iter().map(|g| g.number).collect();
        let of = numbers.len() as u32;
        let all: Vec<ObserversNotice> =
            numbers.into_iter().filter_map(|number| self.observers_of(number)).collect();
        if all.is_empty() {
            self.out.send(who, WatchNotice::NobodyWatchesAny);
            return;
        }
        let shown = Games(all.len());
        for notice in all {
            self.out.send(who, notice);
        }
        self.out.send(who, WatchNotice::ObserversShown { shown, of });
    }

    fn observers_of(&self, number: GameNumber) -> Option<ObserversNotice> {
        let game = self.games.get(number)?;
        let titled = |ids: &[PlayerId]| -> Vec<Titled> {
            ids.iter()
                .filter_map(|id| self.player(*id))
                .map(crate::players::Player::titled)
                .collect()
        };
        let (examiners, observers) = (titled(game.examiners()), titled(&game.observers));
        if examiners.is_empty() && observers.is_empty() {
            return None;
        }
        let scratch = game.examination().is_some_and(|e| e.scratch);
        let names = game.sides.as_ref().map(|s| s.name.clone());
        let players = (!scratch).then_some((names.white, names.black));
        Some(ObserversNotice { game: number.0, players, examiners, observers })
    }

    /// Returns true if a player's interface shows one board only (`iset singleboard 1`).
    fn has_one_board(&self, who: PlayerId) -> bool {
        self.online(who).is_some_and(|p| p.display.ivars.has(Ivar::Singleboard))
    }

    /// Stops observing when a player begins to play or examine, unless they want to continue
    /// (`set unobserve`).
    pub(crate) fn stop_observing_for(&mut self, who: PlayerId, playing: bool) {
        let value = self.variables(who).map_or(1, |v| v.number(Variable::Unobserve));
        let keeps = value == 3 || value == if playing { 2 } else { 1 };
        if keeps && !self.has_one_board(who) {
            return;
        }
        let all = self.online(who).map(|p| p.observing.clone()).unwrap_or_default();
        for number in all {
            self.unobserve(who, number);
        }
    }
}
