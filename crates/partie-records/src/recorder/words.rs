//! Words of a server about open games.

use partie_core::{ByColor, Outcome};
use partie_formats::message;

use super::{Line, OpenGame, Recorder, Session, View};
use partie_wire::style12::{
    self, Created, GameEnd, Listing, MoveList, Observing, ReadList, Remark, Took, codes,
};

impl Recorder {
    /// Lines that begin with `Game 12`.
    pub(super) fn game_words(&mut self, text: &str, line: &Line) -> bool {
        if let Some(Observing { game, players }) = Observing::parse(text) {
            let names = (players.white.as_str(), players.black.as_str());
            let info = self.about(game, Some(names), line);
            info.take_match(&players);
            if let Some(open) = self.open.get_mut(&game)
                && open.info.is_of(names.0, names.1)
            {
                open.adopt_variant(&self.options);
            }
            return true;
        }
        if let Some((number, rest)) = style12::numbered(text) {
            if let Some((reason, outcome)) = style12::examined_end(rest)
                && let Some(open) = self.open.get_mut(&number)
                && open.is_examined()
            {
                open.transcript.push(line);
                open.move_tree.result =
                    outcome.is_known().then(|| (open.move_tree.here, outcome, reason.to_owned()));
            }
            return true;
        }
        // Game 1 (which you were observing) has no examiners.
        if text.ends_with("has no examiners.")
            && let Some(number) = number_after(text, "Game ")
        {
            self.leave(number, true);
            return true;
        }
        false
    }

    pub(super) fn other_words(&mut self, text: &str, line: &Line) {
        if let Some(number) = number_after(text, "Removing game ") {
            self.leave(number, false);
        } else if let Some(number) = number_after(text, "You are no longer examining game ") {
            self.leave(number, true);
        } else if let Some(number) = number_after(text, "You are no longer observing game ") {
            self.leave(number, false);
        } else if let Some(remark) = Remark::parse(text) {
            self.remark(&remark, line);
        } else if let Some(listing) = Listing::parse(text) {
            // The names are cut to fit the table; the number identifies the game.
            self.listing(&listing, line);
        } else {
            self.session_words(text);
        }
    }

    fn session_words(&mut self, text: &str) {
        let between = |start: &str, end: &str| {
            text.strip_prefix(start)
                .and_then(|rest| rest.split_once(end))
                .map(|(name, _)| name.to_owned())
        };
        if text.starts_with("**** Starting FICS session as ") {
            // A new connection: what was open in the last one is over.
            let site = self.session.site.take();
            self.session = Session { site, prompted: true, ..Session::default() };
            for number in self.open.keys().copied().collect::<Vec<_>>() {
                self.close(number);
            }
            self.spoken_of.clear();
        } else if let Some(place) = text.strip_prefix("Server location: ") {
            let place = place.split("   ").next().unwrap_or_default().trim();
            if !place.is_empty() && place != "NOT_CONFIGURED" {
                self.session.site = Some(place.to_owned());
            }
        } else if let Some(number) = number_after(text, "Your partner is playing game ") {
            let names = text.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
            let names = names.and_then(|(names, _)| names.split_once(" vs. "));
            self.pair_with_own(number, names);
        } else if let Some(name) = between("Your partner has joined a game with ", ".") {
            self.session.partners_opponent = Some(name);
        } else if let Some(name) = between("You agree to be ", "'s partner.") {
            self.session.partner = Some(name);
        } else if let Some(name) = text.strip_suffix(" agrees to be your partner.") {
            self.session.partner = Some(name.to_owned());
        } else if text.starts_with("You no longer have a bughouse partner") {
            self.session.partner = None;
        }
    }

    /// The receiver's own game of bughouse and their partner's.
    fn pair_with_own(&mut self, partner: u64, names: Option<(&str, &str)>) {
        let own = self
            .open
            .values_mut()
            .filter(|l| matches!(l.view, View::Played(_)) && l.end.is_none())
            .max_by_key(|l| l.heard);
        if let Some(own) = own {
            own.partners = names.map(players);
            self.pairs.join(own.number, partner);
        }
    }

    fn listing(&mut self, listing: &Listing, line: &Line) {
        if let Some(open) = self.open.get_mut(&listing.game) {
            open.info.take_listing(listing);
            open.adopt_variant(&self.options);
        } else {
            self.about(listing.game, None, line).take_listing(listing);
        }
    }

    fn remark(&mut self, remark: &Remark<'_>, line: &Line) {
        let number = remark.game.or_else(|| {
            // Old servers name no game: it is the one that the speaker plays.
            let by_name =
                |l: &&OpenGame| l.info.names.iter().any(|n| n.as_deref() == Some(remark.name));
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
            open.remark(format!("{} {}: {}", remark.name, remark.verb, remark.text), &self.options);
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
    pub(super) fn game_end(&mut self, end: &GameEnd, line: &Line) {
        let number = end.game;
        self.spoken_of.remove(&number);
        let told = (end.outcome, end.reason.clone());
        let Some(open) = self.open.get_mut(&number) else {
            if self.list.reads_rows_of(end) {
                self.list_end = Some((end.clone(), line.clone()));
                return;
            }
            self.partners_end(end, &told);
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
            open.end = Some(told);
        }
        let partner = self.partner_of(number);
        let waits = partner
            .and_then(|m| self.open.get(&m))
            .is_some_and(|other| other.end.is_none() && !other.left);
        if !waits {
            self.close(number);
        }
    }

    /// A line that begins as `{Game 1 (a vs. b) ...}`, but is none. It belongs to the open game
    /// of its number or of its names.
    pub(super) fn unread_game_words(&mut self, text: &str, line: &Line) -> bool {
        let is_named = |open: &&mut OpenGame| {
            let [white, black] = [&open.info.names.white, &open.info.names.black];
            let (Some(white), Some(black)) = (white, black) else { return false };
            text.contains(&format!("{white} vs. {black}"))
        };
        let number = number_after(text, "{Game ").filter(|n| self.open.contains_key(n));
        let open = match number {
            Some(number) => self.open.get_mut(&number),
            None => self.open.values_mut().find(is_named),
        };
        let Some(open) = open else { return false };
        open.transcript.push(line);
        let expected = "{Game, a number, (names) and a reason} with a result";
        let message = message!("expected {expected}, but found {text}", expected, text);
        open.note(&self.options, &codes::BAD_COMPANION, message);
        open.remark(style12::text(line.bytes.trim_ascii()).into_owned(), &self.options);
        let number = open.number;
        self.bound(number);
        true
    }

    /// The partners' game ended, on a board that was never shown.
    fn partners_end(&mut self, end: &GameEnd, told: &(Outcome, String)) {
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
            open.partners_end = Some(told.clone());
            open.partners = Some(players((&end.white, &end.black)));
        }
    }

    /// `{Game 1 (a vs. b) Creating rated blitz match.}`
    pub(super) fn created(&mut self, created: &Created, line: &Line) {
        let number = created.game;
        let same = |white: &str, black: &str| created.white == white && created.black == black;
        let own = self.creating.take_if(|(m, _)| same(&m.white, &m.black));
        let open = self.open.get(&number).map(|open| {
            open.info.is_of(&created.white, &created.black) && open.move_tree.is_empty()
        });
        match open {
            // The same words once more, to those who hear of all games.
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
    pub(super) fn list_line(&mut self, text: &str, line: &Line) -> bool {
        let was_in_rows = self.list.in_rows();
        // A new list begins before the one that was being read came to its end.
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

    pub(super) fn keep_list_line(&mut self, line: &Line) {
        self.list_bytes += line.bytes.len() + std::mem::size_of::<Line>();
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

    fn move_list(&mut self, read: &ReadList, lines: &[Line], is_whole: bool) {
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
                &self.options,
                &codes::LIST_UNFINISHED,
                "expected a line such as {Still in progress} * after the moves",
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

/// Ends a list by what was said while it was read.
fn end_list(list: &mut MoveList, lines: &mut Vec<Line>, said: Option<(GameEnd, Line)>) {
    if let Some((end, line)) = said {
        list.reason = end.reason;
        list.outcome = end.outcome;
        lines.push(line);
    }
}

fn players((white, black): (&str, &str)) -> ByColor<Option<String>> {
    ByColor { white: Some(white.to_owned()), black: Some(black.to_owned()) }
}

fn number_after(text: &str, words: &str) -> Option<u64> {
    let rest = text.strip_prefix(words)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..digits].parse().ok()
}
