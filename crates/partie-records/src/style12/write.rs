//! Writing a game as the lines that an observer would have seen.

use std::{borrow::Cow, io};

use partie_core::{
    BoardId, Boards, ByColor, Color, Comment, Game, NodeId, Outcome, Ply, Position, Termination,
    Variant, message,
};

use super::first_board;
use partie_formats::{Loss, Lossy, WriteOptions, fen};
use partie_pgn::bpgn;
use partie_wire::{
    fields::Name,
    notice::{ending::Ending, game::GameNotice},
    style12::{
        Created, ENDED, GameEnd, GameInfo, Holdings, Match, Rating, Relation, Style12, Taken,
        variant_of,
    },
};

/// Writes one game: `Creating:`, the boards, pieces in hand, the end; line ends are LF.
///
/// # Errors
///
/// When the output fails.
pub fn write(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let lost = losses(game, options);
    if game.start.is_unread() {
        return Ok(Lossy { value: (), lost });
    }
    let mut text = Vec::with_capacity(256 * (game.ply_count() + 4));
    TranscriptWriter::new(game).write(&mut text);
    text.push(b'\n');
    out.write_all(&text)?;
    Ok(Lossy { value: (), lost })
}

/// Lists the parts of a game that Style 12 cannot carry.
#[must_use]
pub fn losses(game: &Game, _options: &WriteOptions) -> Vec<Loss> {
    let mut lost = Vec::new();
    let tree = &game.tree;
    if tree.has_variations() {
        lost.push(Loss(message!("variations")));
    }
    let mut nodes = vec![NodeId::ROOT];
    let (mut comments, mut nags) = (false, false);
    while let Some(node) = nodes.pop() {
        let notes = tree.annotations(node);
        nags |= !notes.nags.is_empty();
        comments |= notes.comments.iter().any(|c| {
            let commands: usize = c.commands().iter().map(|c| c.span.len()).sum();
            let only_clocks = c.commands().iter().all(|c| matches!(c.name, "clk" | "emt"));
            let spaces = c.text.bytes().filter(|b| *b == b' ').count();
            let words = c.text.len() > commands + spaces || !only_clocks;
            words && bpgn::termination(&c.text).is_none() && c.clock().is_none()
        });
        nodes.extend(tree.children(node));
    }
    if comments {
        lost.push(Loss(message!("comments")));
    }
    if nags {
        lost.push(Loss(message!("NAGs")));
    }
    if tree.mainline().any(|n| tree.ply(n) == Some(Ply::Null)) {
        lost.push(Loss(message!("null moves and what follows them")));
    }
    if tree.mainline().any(|n| matches!(tree.ply(n), Some(Ply::Illegal(_)))) {
        lost.push(Loss(message!("illegal moves and what follows them")));
    }
    if BoardId::ALL.into_iter().any(|id| game.start.board(id).promoted().any()) {
        lost.push(Loss(message!("which pieces are promoted ones at the start")));
    }
    let checks = Position::start(game.variant).remaining_checks();
    if game.start.first().remaining_checks() != checks {
        lost.push(Loss(message!("the checks given before the start")));
    }
    let writer = TranscriptWriter::new(game);
    if writer.clocks == Clocks::None && game.tree.mainline().any(|n| taken(game, n).is_some()) {
        lost.push(Loss(message!("times taken, as there are no clocks beside them")));
    }
    if writer.clocks == Clocks::Some {
        lost.push(Loss(message!("that some moves have no clock")));
    }
    let carried = |name: &str| {
        matches!(name, "Round" | "Result" | "FEN" | "SetUp" | "Variant" | "Termination")
            || matches!(name, "TimeControl" | "White" | "Black" | "WhiteElo" | "BlackElo")
            || matches!(name, "WhiteA" | "BlackA" | "WhiteB" | "BlackB")
            || matches!(name, "WhiteAElo" | "BlackAElo" | "WhiteBElo" | "BlackBElo")
            || matches!(game.start, Boards::One(_))
                && partie_formats::fen::FIRST_BOARD_TAGS.contains(&name)
    };
    let names: Vec<&str> = game
        .tags
        .iter()
        .filter(|(name, value)| {
            let kind = *name == "Event" && event_kind(value).is_some();
            !(carried(name) || kind || matches!(*value, "?" | "????.??.??" | ""))
        })
        .map(|(name, _)| name)
        .collect();
    if !names.is_empty() {
        lost.push(Loss(message!("tags: {tags}", tags = names.join(", "))));
    }
    if writer.players.iter().flat_map(|p| p.iter()).any(|name| word(name) != **name) {
        lost.push(Loss(message!("spaces and brackets in names")));
    }
    if game.start.is_unread() {
        lost.push(fen::unread_loss());
        return lost;
    }
    if game.unread.is_some() {
        lost.push(Loss(message!("text that could not be read")));
    }
    lost
}

/// The clocks of a game's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clocks {
    None,
    Some,
    All,
}

struct TranscriptWriter<'a> {
    game: &'a Game,
    /// The names, for each board.
    players: Vec<ByColor<&'a str>>,
    clocks: Clocks,
    /// The clocks of the first board, where tags name them.
    first: Option<ByColor<i64>>,
    /// Clocks count milliseconds.
    precise: bool,
    /// Initial time and increment, in seconds.
    time: Option<(i64, i64)>,
    rated: bool,
    kind: Cow<'a, str>,
}

impl<'a> TranscriptWriter<'a> {
    fn new(game: &'a Game) -> TranscriptWriter<'a> {
        let tag = |name| game.tags.get(name).unwrap_or("?");
        let players = match game.start {
            Boards::One(_) => vec![ByColor { white: tag("White"), black: tag("Black") }],
            Boards::Two(_) => vec![
                ByColor { white: tag("WhiteA"), black: tag("BlackA") },
                ByColor { white: tag("WhiteB"), black: tag("BlackB") },
            ],
        };
        let (mut with, mut without, mut precise) = (0, 0, false);
        for node in game.tree.mainline() {
            let clock = clock(game, node);
            if clock.is_some() {
                with += 1;
            } else {
                without += 1;
            }
            let fraction = |t: Option<i64>| t.is_some_and(|t| t % 1000 != 0);
            precise |= fraction(clock) || fraction(taken(game, node));
        }
        let first = match game.start {
            Boards::One(_) => first_board::clocks(&game.tags),
            Boards::Two(_) => None,
        };
        let fractions = first.iter().flatten().copied().chain(first_board::taken(&game.tags));
        precise |= fractions.into_iter().any(|ms| ms % 1000 != 0);
        let clocks = match (with, without) {
            (0, _) => Clocks::None,
            (_, 0) => Clocks::All,
            _ => Clocks::Some,
        };
        let time = game.tags.get("TimeControl").and_then(time_control);
        let event = game.tags.get("Event").unwrap_or_default();
        let (rated, kind) = match event_kind(event) {
            Some((rated, kind))
                if variant_of(kind) == Some(game.variant) && !kind.contains(char::is_control) =>
            {
                (rated, Cow::Borrowed(kind))
            }
            Some((rated, _)) => (rated, kind_of(game.variant, time)),
            None => (false, kind_of(game.variant, time)),
        };
        TranscriptWriter { game, players, clocks, first, precise, time, rated, kind }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let game = self.game;
        for board in 0..self.players.len() {
            self.head(board, out);
        }
        let mut boards = game.start.clone();
        let initial = self.time.map_or(0, |(initial, _)| initial.saturating_mul(1000));
        let both = self.first.unwrap_or(ByColor { white: initial, black: initial });
        let mut times = [both; 2];
        for id in BoardId::ALL.into_iter().take(self.players.len()) {
            let mut line = Style12::from_position(boards.board(id));
            let mut taken = 0;
            if let Boards::One(_) = &game.start {
                first_board::complete(&mut line, &game.tags);
                taken = first_board::taken(&game.tags).unwrap_or(0);
            }
            let shown = self.clocks != Clocks::None || self.first.is_some();
            self.board(id, line, shown.then_some(times[id.index()]), taken, out);
            self.holdings(id, boards.board(id), None, out);
        }
        for node in game.tree.mainline() {
            let (Some(ply @ Ply::Move(m)), id) = (game.tree.ply(node), game.tree.board(node))
            else {
                break;
            };
            let before = boards.board(id).clone();
            let mover = before.turn();
            if boards.play(id, ply).is_err() {
                break;
            }
            let time = times[id.index()].get_mut(mover);
            let last = std::mem::replace(time, clock(game, node).unwrap_or(*time));
            let used = self.time.map_or(0, |(_, increment)| last + increment * 1000 - *time);
            let taken = taken(game, node).unwrap_or_else(|| used.max(0));
            let after = boards.board(id);
            // In bughouse the piece is passed on the other board.
            if let (Boards::Two(_), Some(_)) = (&boards, m.capture()) {
                let other = boards.board(id.other());
                let role = if before.promoted().contains(m.to()) {
                    Some(partie_core::Role::Pawn)
                } else {
                    m.capture()
                };
                self.holdings(id.other(), other, role.map(|r| (!mover, r)), out);
            }
            let line = Style12::after_move(&before, ply, after);
            if self.clocks == Clocks::None {
                self.board(id, line, None, 0, out);
            } else {
                self.board(id, line, Some(times[id.index()]), taken, out);
            }
            self.holdings(id, after, None, out);
        }
        self.end(out);
    }

    /// `Creating:`, the same for everyone, and what only `<g1>` can say.
    fn head(&self, board: usize, out: &mut Vec<u8>) {
        let names = &self.players[board];
        let (white, black) = (word(names.white), word(names.black));
        let letter = if self.players.len() == 2 { ["A", "B"][board] } else { "" };
        let rating =
            |color: &str| Rating::from_pgn(self.game.tags.get(&format!("{color}{letter}Elo")));
        let ratings = ByColor { white: rating("White"), black: rating("Black") };
        let (initial, increment) = self.time.unwrap_or((0, 0));
        let number = self.number(board);
        let players = Match {
            white: white.to_string(),
            black: black.to_string(),
            ratings,
            rated: self.rated,
            kind: self.kind.to_string(),
            minutes: initial / 60,
            increment,
        };
        let mut creating = String::new();
        GameNotice::Creating { players }.write(&mut creating);
        let created = Created {
            game: number,
            white: white.into_owned(),
            black: black.into_owned(),
            continuing: false,
            rated: self.rated,
            kind: self.kind.to_string(),
        };
        push_line(out, &creating);
        push_line(out, &created);
        let two = self.players.len() == 2;
        if two || initial % 60 != 0 {
            let time = (initial, increment);
            push_line(
                out,
                &GameInfo {
                    game: number,
                    private: false,
                    kind: self.kind.to_string(),
                    rated: self.rated,
                    unregistered: ByColor { white: false, black: false },
                    time: ByColor { white: time, black: time },
                    partner: if two { 3 - number } else { 0 },
                    ratings,
                    timeseal: ByColor { white: false, black: false },
                    rest: String::new(),
                },
            );
        }
        out.push(b'\n');
    }

    /// Returns the number of a board's game: from the tags, or else 1, and 2 for board B.
    fn number(&self, board: usize) -> u64 {
        let named = first_board::number(&self.game.tags).filter(|_| self.players.len() == 1);
        named.unwrap_or(board as u64 + 1)
    }

    fn board(
        &self,
        id: BoardId,
        mut line: Style12<'a>,
        times: Option<ByColor<i64>>,
        taken: i64,
        out: &mut Vec<u8>,
    ) {
        let names = &self.players[id.index()];
        line.game = self.number(id.index());
        line.white = word(names.white);
        line.black = word(names.black);
        line.relation = Relation::Observing;
        line.extra = Cow::Borrowed("1 0");
        line.taken = Taken { milliseconds: taken, precise: self.precise };
        if let Some(times) = times {
            let (initial, increment) = self.time.unwrap_or((0, 0));
            line.initial = initial / 60;
            line.increment = increment;
            line.clock = times.map(|t| if self.precise { t } else { t.div_euclid(1000) });
        }
        line.write(out);
        out.push(b'\n');
    }

    /// Pieces in hand, where the rules have them.
    fn holdings(
        &self,
        id: BoardId,
        position: &Position,
        passed: Option<(Color, partie_core::Role)>,
        out: &mut Vec<u8>,
    ) {
        if let Some(pieces) = position.pockets() {
            push_line(out, &Holdings { game: self.number(id.index()), pieces, passed });
        }
    }

    fn end(&self, out: &mut Vec<u8>) {
        let game = self.game;
        if !game.outcome.is_known() && game.termination.is_none() {
            return;
        }
        for (i, names) in self.players.iter().enumerate() {
            let names = ByColor { white: word(names.white), black: word(names.black) };
            let outcome = match (i, game.outcome) {
                (1, Outcome::Win(color)) => Outcome::Win(!color),
                (_, outcome) => outcome,
            };
            let reason = match (i, outcome) {
                (1, Outcome::Win(winner)) => format!("{}'s partner won", names.get(winner)),
                _ => self.reason(&names),
            };
            push_line(
                out,
                &GameEnd {
                    game: self.number(i),
                    white: names.white.into_owned(),
                    black: names.black.into_owned(),
                    reason: reason.replace(['{', '}'], "|").replace(char::is_control, " "),
                    outcome,
                },
            );
        }
    }

    /// Returns the reason in a server's words: the record's own, if it has them.
    fn reason(&self, names: &ByColor<Cow<'_, str>>) -> String {
        let game = self.game;
        let Some(termination) = &game.termination else {
            return ENDED.to_owned();
        };
        let end = game.tree.mainline_end();
        let said = game.tree.annotations(end).comments.last();
        if let Some(said) =
            said.filter(|c| bpgn::termination(&c.text).as_ref() == Some(termination))
        {
            return said.text.clone();
        }
        let (winner, loser) = match game.outcome {
            Outcome::Win(color) => (names.get(color), names.get(!color)),
            _ => (&names.white, &names.black),
        };
        let (winner, loser) = (Name(winner.to_string()), Name(loser.to_string()));
        let drawn = !matches!(game.outcome, Outcome::Win(_));
        let ending = match termination {
            Termination::Checkmate => Ending::Checkmated { loser },
            Termination::Resignation => Ending::Resigns { loser },
            Termination::TimeForfeit => Ending::OnTime { loser },
            Termination::TimeForfeitWithoutMaterial => {
                Ending::OutOfTimeNoMaterial { loser, other: winner }
            }
            Termination::BothTimesOut => Ending::BothOutOfTime,
            Termination::Disconnection => Ending::ByDisconnection { loser },
            Termination::Stalemate if drawn => Ending::Stalemate,
            Termination::Stalemate => Ending::WinsByStalemate { winner },
            Termination::Agreement => Ending::Agreed,
            Termination::Repetition | Termination::FivefoldRepetition => Ending::Repetition,
            Termination::FiftyMoves | Termination::SeventyFiveMoves => Ending::FiftyMoves,
            Termination::InsufficientMaterial => Ending::NoMaterial,
            Termination::Adjudication if drawn => Ending::DrawnByAdjudication,
            Termination::Adjudication => Ending::WinsByAdjudication { winner },
            Termination::Adjourned => Ending::Adjourned,
            Termination::Aborted => Ending::Aborted,
            Termination::PartnersGameOver => Ending::PartnerWon { winner },
            Termination::VariantEnd => match game.variant {
                Variant::Atomic => Ending::KingExploded { loser },
                Variant::Suicide | Variant::Antichess | Variant::Losers => {
                    Ending::LosesAll { winner }
                }
                variant => return format!("{} wins by the rules of {variant}", winner.0),
            },
            Termination::RulesInfraction => {
                return format!("{} loses by an infraction of the rules", loser.0);
            }
            Termination::Other(words) => return words.clone(),
        };
        ending.to_string()
    }
}

fn push_line(out: &mut Vec<u8>, line: &impl std::fmt::Display) {
    out.extend_from_slice(line.to_string().as_bytes());
    out.push(b'\n');
}

/// Returns a name as one field.
fn word(name: &str) -> Cow<'_, str> {
    let bad = |c: char| c.is_whitespace() || c.is_control() || "(){}[]".contains(c);
    if name.is_empty() {
        Cow::Borrowed("?")
    } else if name.contains(bad) {
        Cow::Owned(name.replace(bad, "_"))
    } else {
        Cow::Borrowed(name)
    }
}

fn clock(game: &Game, node: NodeId) -> Option<i64> {
    game.tree.annotations(node).comments.iter().find_map(Comment::clock)
}

fn taken(game: &Game, node: NodeId) -> Option<i64> {
    game.tree
        .annotations(node)
        .comments
        .iter()
        .flat_map(partie_core::Comment::commands)
        .find(|c| c.name == "emt")?
        .milliseconds()
}

/// Initial time and increment in seconds, of PGN's simplest form.
fn time_control(value: &str) -> Option<(i64, i64)> {
    let (initial, increment) = value.split_once('+').unwrap_or((value, "0"));
    let initial: i64 = initial.trim().parse().ok().filter(|n| (0..1_000_000).contains(n))?;
    let increment: i64 = increment.trim().parse().ok().filter(|n| (0..1_000_000).contains(n))?;
    Some((initial, increment))
}

/// Reads from an Event tag such as `FICS rated blitz game` whether the game was rated, and its
/// kind.
fn event_kind(event: &str) -> Option<(bool, &str)> {
    let mut words = event.splitn(3, ' ');
    if !matches!(words.next(), Some("FICS" | "ICC" | "ICS")) {
        return None;
    }
    let rated = match words.next() {
        Some("rated") => true,
        Some("unrated") => false,
        _ => return None,
    };
    Some((rated, words.next()?.strip_suffix(" game")?))
}

/// Returns the kind of a game in FICS's words.
fn kind_of(variant: Variant, time: Option<(i64, i64)>) -> Cow<'static, str> {
    Cow::Borrowed(match variant {
        Variant::Chess960 => "wild/fr",
        Variant::FromPosition => "wild/setup",
        Variant::WildCastle => "wild/1",
        Variant::Crazyhouse => "crazyhouse",
        Variant::Bughouse => "bughouse",
        Variant::Atomic => "atomic",
        Variant::Antichess => "antichess",
        Variant::Suicide => "suicide",
        Variant::Losers => "losers",
        Variant::Standard => match time {
            None | Some((0, 0)) => "untimed",
            // FICS counts forty moves (help lightning, help blitz).
            Some((initial, increment)) => match initial + 40 * increment {
                ..180 => "lightning",
                180..900 => "blitz",
                _ => "standard",
            },
        },
        other => {
            return Cow::Owned(
                other
                    .name()
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .collect::<String>()
                    .to_lowercase(),
            );
        }
    })
}
