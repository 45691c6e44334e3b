//! Words of a server about open games.

use partie_core::{ByColor, Outcome};
use partie_formats::message;

use super::{OpenGame, Recorder, ServerLine, Session, View};
use partie_wire::{
    notice::{
        Notice,
        examine::ExamineNotice,
        game::GameNotice,
        games::GameRow,
        login::LoginNotice,
        partner::PartnerNotice,
        settings::SettingsNotice,
        talk::{Speaker, TalkNotice},
        watch::WatchNotice,
    },
    style12::{self, Created, GameEnd, Match, MoveList, ReadList, Took, codes},
};

impl Recorder {
    /// Takes a notice that is about games or about the session.
    pub(super) fn notice(&mut self, notice: Notice, line: ServerLine) {
        match notice {
            Notice::Game(GameNotice::Creating { players }) => {
                self.creating = Some((players, line));
            }
            Notice::Game(GameNotice::Created { game }) => self.created(&game, &line),
            Notice::Game(GameNotice::Ended { game }) => self.game_end(&game, &line),
            Notice::Game(GameNotice::PartnersGame { game, white, black }) => {
                self.pair_with_own(game.into(), (&white.0, &black.0));
            }
            Notice::Game(GameNotice::PartnerJoined { with }) => {
                self.session.partners_opponent = Some(with.0);
            }
            Notice::Watch(WatchNotice::Line { game, players }) => {
                self.observing(game.into(), &players, &line);
            }
            Notice::Watch(
                WatchNotice::Removed { game } | WatchNotice::NoLongerObserving { game },
            ) => self.leave(game.into(), false),
            Notice::Watch(WatchNotice::NoExaminers { game })
            | Notice::Examine(ExamineNotice::Unexamined { game }) => self.leave(game.into(), true),
            Notice::Examine(ExamineNotice::Over { game, reason, outcome }) => {
                self.line_over(game.into(), reason, outcome, &line);
            }
            Notice::Talk(TalkNotice::Kibitzes { from, text }) => {
                self.remark(&from, "kibitzes", &text, &line);
            }
            Notice::Talk(TalkNotice::Whispers { from, text }) => {
                self.remark(&from, "whispers", &text, &line);
            }
            Notice::Partner(
                PartnerNotice::YouAgree { with: name } | PartnerNotice::Agrees { who: name },
            ) => self.session.partner = Some(name.0),
            Notice::Partner(
                PartnerNotice::YouEnd { .. }
                | PartnerNotice::Ends { .. }
                | PartnerNotice::Left { .. }
                | PartnerNotice::NoLonger,
            ) => self.session.partner = None,
            Notice::Login(LoginNotice::Starting { .. }) => self.new_session(),
            Notice::Settings(SettingsNotice::Location { name, .. }) => {
                let name = Some(name.trim()).filter(|name| !matches!(*name, "" | "NOT_CONFIGURED"));
                self.session.site = name.map(str::to_owned).or(self.session.site.take());
            }
            _ => {}
        }
    }

    /// Begins a new connection, which ends the last one's games.
    fn new_session(&mut self) {
        let site = self.session.site.take();
        self.session = Session { site, prompted: true, ..Session::default() };
        for number in self.open.keys().copied().collect::<Vec<_>>() {
            self.close(number);
        }
        self.spoken_of.clear();
    }

    /// `Game 1: Adam (1586) Boris (++++) unrated blitz 3 1`
    fn observing(&mut self, game: u64, players: &Match, line: &ServerLine) {
        let names = (players.white.as_str(), players.black.as_str());
        self.about(game, Some(names), line).take_match(players);
        if let Some(open) = self.open.get_mut(&game)
            && open.info.is_of(names.0, names.1)
        {
            open.adopt_variant(&self.options);
        }
    }

    /// `Game 127: Black checkmated 1-0`, which ends the line on the board of an examined game.
    fn line_over(&mut self, number: u64, reason: String, outcome: Outcome, line: &ServerLine) {
        if let Some(open) = self.open.get_mut(&number)
            && open.is_examined()
        {
            open.transcript.push(line);
            open.move_tree.result =
                outcome.is_known().then_some((open.move_tree.moves.here, outcome, reason));
        }
    }

    /// The receiver's own game of bughouse and their partner's.
    fn pair_with_own(&mut self, partner: u64, names: (&str, &str)) {
        let own = self
            .open
            .values_mut()
            .filter(|l| matches!(l.view, View::Played(_)) && l.end.is_none())
            .max_by_key(|l| l.heard);
        if let Some(own) = own {
            own.partners = Some(players(names));
            self.pairs.join(own.number, partner);
        }
    }

    /// Takes a row of the table of games. The names are cut to fit the table; the number identifies
    /// the game.
    pub(super) fn listing(&mut self, row: &GameRow, line: &ServerLine) {
        let number = row.game.into();
        if let Some(open) = self.open.get_mut(&number) {
            open.info.take_listing(row);
            open.adopt_variant(&self.options);
        } else {
            self.about(number, None, line).take_listing(row);
        }
    }

    fn remark(&mut self, from: &Speaker, verb: &str, text: &str, line: &ServerLine) {
        let name = from.player.name.as_str();
        let number = from.game.map(u64::from).or_else(|| {
            // Old servers name no game: the speaker's own game is meant.
            let by_name = |l: &&OpenGame| l.info.names.iter().any(|n| n.as_deref() == Some(name));
            let mut games = self.open.values().filter(|l| !l.left);
            match (games.next(), games.next()) {
                (Some(only), None) => Some(only.number),
                _ => self.open.values().filter(|l| !l.left).find(by_name).map(|l| l.number),
            }
        });
        if let Some(number) = number
            && let Some(open) = self.open.get_mut(&number)
        {
            open.transcript.push(line);
            open.remark(format!("{name} {verb}: {}", text.trim()));
            self.bound(number);
        }
    }

    /// The receiver no longer gets the boards of a game.
    fn leave(&mut self, number: u64, for_good: bool) {
        let Some(open) = self.open.get_mut(&number) else { return };
        if for_good {
            self.close(number);
        } else {
            open.left = true;
        }
    }

    /// `{Game 1 (a vs. b) a resigns} 1-0`
    fn game_end(&mut self, end: &GameEnd, line: &ServerLine) {
        let number = end.game;
        self.spoken_of.remove(&number);
        let stated = (end.outcome, end.reason.clone());
        let Some(open) = self.open.get_mut(&number) else {
            if self.list.reads_rows_of(end) {
                self.list_end = Some((end.clone(), line.clone()));
                return;
            }
            self.partners_end(end, &stated);
            return;
        };
        let same = open.info.is_of(&end.white, &end.black)
            || open.info.is_of(&end.black, &end.white)
            || open.is_examined();
        if !same {
            self.close(number);
            return;
        }
        open.transcript.push(line);
        if open.end.is_none() {
            open.end = Some(stated);
        }
        let partner = self.partner_of(number);
        let waits = partner
            .and_then(|m| self.open.get(&m))
            .is_some_and(|other| other.end.is_none() && !other.left);
        if !waits {
            self.ended = Some(number);
        }
    }

    /// A line that begins as `{Game 1 (a vs. b) ...}`, but is none. It belongs to the open game
    /// of its number or of its names.
    pub(super) fn unread_game_words(&mut self, text: &str, line: &ServerLine) -> bool {
        let is_named = |open: &&mut OpenGame| {
            let [white, black] = [&open.info.names.white, &open.info.names.black];
            let (Some(white), Some(black)) = (white, black) else { return false };
            text.contains(&format!("{white} vs. {black}"))
        };
        let digits = text
            .strip_prefix("{Game ")
            .and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
        let number = digits.and_then(style12::scan::parse_number);
        let number = number.filter(|n| self.open.contains_key(n));
        let open = match number {
            Some(number) => self.open.get_mut(&number),
            None => self.open.values_mut().find(is_named),
        };
        let Some(open) = open else { return false };
        open.transcript.push(line);
        let expected = message!("{{Game, a number, (names) and a reason}} with a result");
        let message = message!("expected {expected}, but found {text}", expected, text);
        open.note(&codes::BAD_COMPANION, message);
        open.remark(style12::text(line.bytes.trim_ascii()).into_owned());
        let number = open.number;
        self.bound(number);
        true
    }

    /// The partners' game ended, on a board that was never shown.
    fn partners_end(&mut self, end: &GameEnd, stated: &(Outcome, String)) {
        let games: Vec<u64> =
            self.open.values().filter(|l| l.is_bughouse()).map(|l| l.number).collect();
        let own =
            games.into_iter().find(|n| self.pairs.partner(*n) == Some(end.game)).or_else(|| {
                // Nobody said which game is the partner's, but this one has that opponent.
                let opponent = self.session.partners_opponent.as_ref()?;
                (end.white == *opponent || end.black == *opponent).then_some(())?;
                let mut games = self.open.values().filter(|l| l.is_bughouse());
                games.find(|l| matches!(l.view, View::Played(_))).map(|l| l.number)
            });
        if let Some(open) = own.and_then(|n| self.open.get_mut(&n)) {
            open.partners_end = Some(stated.clone());
            open.partners = Some(players((&end.white, &end.black)));
        }
    }

    /// `{Game 1 (a vs. b) Creating rated blitz match.}`
    fn created(&mut self, created: &Created, line: &ServerLine) {
        let number = created.game;
        let same = |white: &str, black: &str| created.white == white && created.black == black;
        let own = self.creating.take_if(|(m, _)| same(&m.white, &m.black));
        let open = self.open.get(&number).map(|open| {
            open.info.is_of(&created.white, &created.black) && open.move_tree.moves.is_empty()
        });
        match open {
            // The server repeats the words to players who follow all games.
            Some(true) if own.is_none() => {
                if let Some(open) = self.open.get_mut(&number) {
                    open.transcript.push(line);
                    open.info.take_created(created);
                }
                return;
            }
            Some(_) => self.close(number),
            None => {}
        }
        let known = self.spoken_of.get(&number);
        if known.is_some_and(|info| !info.is_of(&created.white, &created.black)) {
            self.spoken_of.remove(&number);
        }
        if let Some((players, line)) = own {
            let info = self.about(number, Some((&created.white, &created.black)), &line);
            info.take_match(&players);
            info.own = true;
        }
        let info = self.about(number, Some((&created.white, &created.black)), line);
        info.take_created(created);
    }

    /// Takes a line if it belongs to a list of moves.
    pub(super) fn list_line(&mut self, text: &str, line: &ServerLine) -> bool {
        let was_in_rows = self.list.in_rows();
        // A new list begins before the previous one is complete.
        if was_in_rows && style12::begins_list(text) {
            self.abandon_list();
        }
        match self.list.take(text, self.list_lines.len()) {
            Took::No => false,
            Took::Line => {
                self.keep_list_line(line);
                true
            }
            Took::Finished(mut read) => {
                self.keep_list_line(line);
                let mut lines = std::mem::take(&mut self.list_lines);
                self.list_bytes = 0;
                let said = self.list_end.take();
                if read.list.in_progress() {
                    end_list(&mut read.list, &mut lines, said);
                }
                self.move_list(&read, &lines, true);
                true
            }
        }
    }

    pub(super) fn keep_list_line(&mut self, line: &ServerLine) {
        self.list_bytes += line.bytes.len() + std::mem::size_of::<ServerLine>();
        self.list_lines.push(line.clone());
        if self.list_bytes > self.options.limits.game_bytes {
            self.abandon_list();
        }
    }

    /// A list that does not come to its end is taken as far as it goes.
    pub(super) fn abandon_list(&mut self) {
        let mut lines = std::mem::take(&mut self.list_lines);
        self.list_bytes = 0;
        let said = self.list_end.take();
        if let Some(mut read) = self.list.give_up()
            && (!read.list.moves.is_empty() || read.cut.is_some())
        {
            end_list(&mut read.list, &mut lines, said);
            self.move_list(&read, &lines, false);
        }
    }

    fn move_list(&mut self, read: &ReadList, lines: &[ServerLine], is_whole: bool) {
        let list = &read.list;
        let number = list.game.filter(|n| self.open.contains_key(n)).or_else(|| {
            // Old servers print no number: the names identify the game.
            let of = |open: &&OpenGame| open.info.is_of(&list.white, &list.black);
            let games = self.open.values().filter(of);
            games.max_by_key(|l| l.heard).map(|l| l.number).filter(|_| list.game.is_none())
        });
        if let Some(number) = number
            && let Some(open) = self.open.get_mut(&number)
        {
            if !open.is_another_list(read) {
                open.list(read, lines, &self.options);
                self.bound(number);
                return;
            }
            // The server gave its number to another game.
            if list.game.is_some() {
                self.close(number);
            }
        }
        let unnamed = list.white == "White" && list.black == "Black";
        let info = list.game.and_then(|n| {
            let info = self.spoken_of.get(&n)?;
            let fits =
                unnamed || info.names.white.is_none() || info.is_of(&list.white, &list.black);
            if fits { self.spoken_of.remove(&n) } else { None }
        });
        let info = info.unwrap_or_default();
        let mut open = OpenGame::from_list(read, info, lines, &self.options, self.tally.boards);
        if !is_whole {
            open.note(
                &codes::LIST_UNFINISHED,
                message!("expected a line such as {{Still in progress}} * after the moves"),
            );
        }
        if list.in_progress() && list.game.is_some() {
            self.open.insert(open.number, open);
            self.bound_open();
            return;
        }
        if !list.in_progress() && !list.reason.is_empty() {
            open.end = Some((list.outcome, list.reason.clone()));
        }
        self.give(open);
    }
}

/// Ends a list by the message read after it.
fn end_list(list: &mut MoveList, lines: &mut Vec<ServerLine>, said: Option<(GameEnd, ServerLine)>) {
    if let Some((end, line)) = said {
        list.reason = end.reason;
        list.outcome = end.outcome;
        lines.push(line);
    }
}

fn players((white, black): (&str, &str)) -> ByColor<Option<String>> {
    ByColor { white: Some(white.to_owned()), black: Some(black.to_owned()) }
}
