//! Identity of games: decides if two records are of the same game.

use std::hash::{Hash, Hasher};

use fnv::FnvHasher;
use partie_core::{
    BoardId, Boards, Date, Move, Outcome, Ply, Role, Setup, Square, Variant, tags::in_export_order,
};
use partie_formats::{
    GameView, WriteOptions, fen,
    view::{Event, Extras, Note},
};
use partie_pgn::view::GameSink;

use crate::{
    folding::{folded, folded_bytes, without_apostrophes},
    query::date::date_of_tag,
};

/// A hash of 128 bits: two that are equal are taken for the same. Its halves are two hashes of
/// their own, which a processor computes side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digest(u64, u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest::of(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Digest {
    /// A hash to go on from.
    pub(crate) const fn of(number: u128) -> Digest {
        Digest((number >> 64) as u64, number as u64)
    }

    /// Adds a number at once.
    #[inline]
    fn add(&mut self, number: u64) {
        // Multipliers of xxHash (Collet, 2012) and SplitMix64 (Steele, Lea and Flood, 2014).
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b1_85eb_ca87).rotate_left(29);
        self.1 = (self.1.rotate_left(32) ^ number).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.1 = self.1.wrapping_add(1);
    }

    pub(crate) fn number(self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }
}

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((first, others)) = rest.split_first_chunk() {
            self.add(u64::from_le_bytes(*first));
            rest = others;
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        // Zeros at the end count.
        last[7] = bytes.len() as u8;
        self.add(u64::from_le_bytes(last));
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.1
    }
}

/// Hashes of a game's start and moves, one for each length of the main line from 0 on. A game is
/// the beginning of another if its last hash is among the other's.
pub fn beginnings(game: &impl GameView) -> impl Iterator<Item = u128> {
    let hash = of_start(game);
    let numbers = game.main_plies().map(|(board, ply)| number_of(board, ply));
    std::iter::once(hash.number()).chain(numbers.scan(hash, |hash, number| {
        hash.add(u64::from(number));
        Some(hash.number())
    }))
}

/// The moves of the main line of a game, each as a number.
pub(crate) fn main_line(game: &impl GameView) -> Vec<u32> {
    game.main_plies().map(|(board, ply)| number_of(board, ply)).collect()
}

/// A hash of the start of a game, to go on from.
fn of_start(game: &impl GameView) -> Digest {
    let mut hash = Digest::default();
    // Orthodox games from the standard start share one seed.
    if let Some(start) = game.start().filter(|_| !is_usual(game)) {
        hash.write(game.variant().name().as_bytes());
        hash.write(fen::boards(start, &WriteOptions::default()).as_bytes());
    }
    hash
}

fn is_usual(game: &impl GameView) -> bool {
    game.variant() == Variant::Standard
        && game.start().is_none_or(|start| match start {
            Boards::One(position) => position.setup() == Setup::default(),
            Boards::Two(_) => false,
        })
}

/// A move as a number.
#[inline]
fn number_of(board: BoardId, ply: Ply) -> u32 {
    let number = match ply {
        Ply::Move(Move::Normal { role: moved, from, capture, to, promotion }) => {
            let role = |role: Option<Role>| role.map_or(0, |role| role as u32);
            let roles = role(Some(moved)) | role(capture) << 3 | role(promotion) << 6;
            squares(from, to) | roles << 12 | 1 << 24
        }
        _ => rare_number_of(ply),
    };
    number | (board.index() as u32) << 28
}

/// Number of a move for a set of rare moves.
#[cold]
fn rare_number_of(ply: Ply) -> u32 {
    match ply {
        Ply::Null | Ply::Move(Move::Normal { .. }) => 0,
        Ply::Move(Move::EnPassant { from, to }) => squares(from, to) | 2 << 24,
        Ply::Move(Move::Castle { king, rook }) => squares(king, rook) | 3 << 24,
        Ply::Move(Move::Put { role, to }) => role as u32 | u32::from(to) << 6 | 4 << 24,
        Ply::Illegal(m) => m.from().map_or(0, |from| squares(from, m.to()) | 5 << 24),
    }
}

#[inline]
fn squares(from: Square, to: Square) -> u32 {
    u32::from(from) | u32::from(to) << 6
}

/// Digest of the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveDigest {
    /// Hash of all moves, including the unread text. A game without moves is identified by its
    /// tags.
    pub moves: u128,
    /// Length of the main line.
    plies: usize,
    /// Amount of annotations.
    pub(crate) annotations: u32,
}

impl MoveDigest {
    /// Digests a game without moves by its tags.
    pub(crate) fn with_tags<'a>(
        self,
        tags: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> MoveDigest {
        if self.plies > 0 {
            return self;
        }
        let mut hash = Digest::of(self.moves);
        for (name, value) in in_export_order(tags) {
            hash.write(name.as_bytes());
            hash.write(folded(value.trim()).as_bytes());
        }
        MoveDigest { moves: hash.number(), ..self }
    }
}

/// Finds the gists of games.
pub(crate) struct MoveDigestSink;

impl GameSink for MoveDigestSink {
    type Made = MoveDigest;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> MoveDigest {
        let start = (0, of_start(game));
        let (plies, mut hash) = game.main_plies().fold(start, |(plies, mut hash), (board, ply)| {
            hash.add(u64::from(number_of(board, ply)));
            (plies + 1, hash)
        });
        if let Some(unread) = game.unread() {
            unread.split_whitespace().for_each(|word| hash.write(word.as_bytes()));
        }
        let Extras { comments, nags, variations } = game.extras();
        let annotated = comments || nags || variations > 0;
        let annotations = if annotated { annotations(game) } else { 0 };
        MoveDigest { moves: hash.number(), plies, annotations }
    }
}

/// Counts annotations and variations.
fn annotations(game: &impl GameView) -> u32 {
    let mut annotations = 0;
    // NAGs of the last move of each line, and where they begin; a NAG counts once.
    let (mut nags, mut lines) = (Vec::new(), vec![0]);
    game.events().for_each(|event| match event {
        Event::Move(_) => {
            nags.truncate(lines.last().copied().unwrap_or(0));
            annotations += usize::from(lines.len() > 1);
        }
        Event::Note(Note::Nag(nag)) => {
            let own = &nags[lines.last().copied().unwrap_or(0)..];
            if !own.contains(&nag) {
                nags.push(nag);
                annotations += 1;
            }
        }
        Event::Note(Note::Comment(text, _)) => annotations += 1 + text.len() / 8,
        Event::BeginVariation => lines.push(nags.len()),
        Event::EndVariation => nags.truncate(lines.pop().unwrap_or(0)),
    });
    annotations as u32
}

/// Hashes of the words of a name, enough to decide if two spellings share one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct NameWords([u32; 4]);

impl NameWords {
    /// Returns the words of a name; initials do not count.
    fn of(name: &str) -> NameWords {
        let mut words = [0; 4];
        let (mut known, mut length, mut hash) = (0, 0, FnvHasher::default());
        let plain = without_apostrophes(name);
        // A final space ends the last word.
        for byte in folded_bytes(&plain).chain([b' ']) {
            if byte.is_ascii_alphanumeric() {
                hash.write_u8(byte);
                length += 1;
            } else {
                if length > 1 && known < words.len() {
                    words[known] = (hash.finish() as u32).max(1);
                    known += 1;
                }
                (length, hash) = (0, FnvHasher::default());
            }
        }
        words.sort_unstable();
        NameWords(words)
    }

    fn say_something(&self) -> bool {
        self.0.iter().any(|w| *w != 0)
    }

    /// Returns true if both may be the same name: they share a word, or one of them is empty.
    fn may_be(&self, other: &NameWords) -> bool {
        !self.say_something()
            || !other.say_something()
            || self.0.iter().any(|w| *w != 0 && other.0.contains(w))
    }
}

/// Length in plies from which equal games are the same game.
pub(crate) const LONG: usize = 40;

/// Players, date, place and result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameContext {
    white: NameWords,
    black: NameWords,
    date: Option<Date>,
    outcome: Outcome,
    round: Option<(u16, u16)>,
    /// The time of day, as a number; 0 if it is not known.
    time: u32,
    /// The server and the number of the game there; zeros if they are not known.
    address: (u32, u32),
    /// No other game has these moves by chance.
    long: bool,
}

impl GameContext {
    /// Extracts the context of a game by its tags.
    pub(crate) fn with<'a>(
        tag: impl Fn(&str) -> Option<&'a str>,
        outcome: Outcome,
        gist: &MoveDigest,
    ) -> GameContext {
        let known = |name| tag(name).and_then(said);
        let words =
            |one, other| NameWords::of(known(one).or_else(|| known(other)).unwrap_or_default());
        GameContext {
            white: words("White", "WhiteA"),
            black: words("Black", "BlackA"),
            date: date_by(&tag),
            outcome,
            round: known("Round").and_then(round),
            time: known("UTCTime").map_or(0, number),
            address: ["Site", "Link"]
                .into_iter()
                .find_map(|name| address(known(name)?))
                .unwrap_or_default(),
            long: gist.plies >= LONG,
        }
    }

    /// Returns true if two records of the same moves may be the same game. The players' names must
    /// share a word, and results and server addresses must not contradict each other. Long games
    /// must agree in their years; short ones, which are often played twice, in their days, rounds
    /// and times. Unknown values contradict nothing.
    #[must_use]
    pub fn may_be(&self, other: &GameContext) -> bool {
        let years = (self.date.map(Date::year), other.date.map(Date::year));
        self.is_not_another(other)
            && if self.long {
                years.0.is_none() || years.1.is_none() || years.0 == years.1
            } else {
                self.is_at_the_time_of(other)
            }
    }

    /// Returns true if this may be the beginning of a record: as [`GameContext::may_be`],
    /// but the days agree in any case, and of a short one the players are known.
    #[must_use]
    pub fn may_begin(&self, other: &GameContext) -> bool {
        let days = self.is_on_the_day_of(other);
        let players = self.white.say_something() && self.black.say_something();
        self.is_not_another(other)
            && days
            && self.knows_no_more_than(other)
            && (self.long || players && self.is_at_the_time_of(other))
    }

    /// Returns true if each player that is named here is named there, too, and so the
    /// result.
    #[must_use]
    pub fn knows_no_more_than(&self, other: &GameContext) -> bool {
        let no_more =
            |one: &NameWords, other: &NameWords| other.say_something() || !one.say_something();
        no_more(&self.white, &other.white)
            && no_more(&self.black, &other.black)
            && (other.outcome.is_known() || !self.outcome.is_known())
    }

    /// Like [`GameContext::may_be`], for players of any name.
    #[must_use]
    pub fn may_be_renamed(&self, other: &GameContext) -> bool {
        let (white, black) = (NameWords::default(), NameWords::default());
        GameContext { white, black, ..*self }.may_be(other)
    }

    fn is_not_another(&self, other: &GameContext) -> bool {
        let addresses = self.address.0 == other.address.0 && self.address.1 != other.address.1;
        let outcomes =
            self.outcome != other.outcome && self.outcome.is_known() && other.outcome.is_known();
        self.white.may_be(&other.white)
            && self.black.may_be(&other.black)
            && !addresses
            && !outcomes
    }

    fn is_at_the_time_of(&self, other: &GameContext) -> bool {
        let rounds = match (self.round, other.round) {
            (Some((round, board)), Some((other, its))) => {
                round == other && (board == its || board == 0 || its == 0)
            }
            _ => true,
        };
        let times = self.time == other.time || self.time == 0 || other.time == 0;
        self.is_on_the_day_of(other) && rounds && times
    }

    fn is_on_the_day_of(&self, other: &GameContext) -> bool {
        match (self.date, other.date) {
            (Some(a), Some(b)) => a.may_be(b),
            _ => true,
        }
    }
}

/// Tags that are the user's own remarks on a record: they do not tell records of a game apart.
pub(crate) const REMARKS: [&str; 2] = ["Label", "Note"];

/// Data of a record by which others of the same game are found, and compared with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordDigest {
    moves: u128,
    context: GameContext,
    /// Hash of the players' names with their initials.
    players: u64,
    /// Names of its tags: a bit for each, which few share.
    names: u128,
    /// Number of its tags.
    tags: u32,
    /// Hash of the tags' values.
    values: u64,
    /// Hashes of the movetext, if it has more than moves, and of lists of clocks and evaluations; 0 of
    /// what there is not.
    notes: [u32; 5],
    /// True if it says which game it is of: a player, an address, or a date and a round.
    is_named: bool,
    /// True if there is text from which no move could be read.
    has_unread: bool,
}

/// Relation of a record to an earlier one of the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Both say the same.
    Equal,
    /// The earlier one has all that this one has, perhaps with other values of tags.
    Poorer,
    /// This one has all that the earlier one has, and more.
    Fuller,
}

/// Parts of a record as columns hold them.
pub(crate) struct RecordParts<'a, M, T> {
    pub(crate) variant: Variant,
    /// The initial position, unless it is the variant's.
    pub(crate) start: Option<&'a str>,
    /// The main line in two bytes a move.
    pub(crate) moves: M,
    /// Text from which no move could be read.
    pub(crate) unread: Option<&'a str>,
    pub(crate) tags: T,
    pub(crate) outcome: Outcome,
    pub(crate) movetext: Option<&'a str>,
    /// Clocks, times and evaluations of the moves.
    pub(crate) lists: [&'a [Option<i32>]; 4],
}

impl RecordDigest {
    /// Digests a record. Libraries keep [keys](RecordDigest::key) that are made of it: another way to
    /// make them is another version of their tables.
    pub(crate) fn of<'a>(
        record: RecordParts<
            'a,
            impl Iterator<Item = u16>,
            impl Iterator<Item = (&'a str, &'a str)>,
        >,
    ) -> RecordDigest {
        let RecordParts { variant, start, moves, unread, tags, outcome, movetext, lists } = record;
        // These tags follow from other parts, and unknown values say nothing.
        let is_own = |name: &str| {
            !matches!(name, "Result" | "Variant" | "SetUp" | "FEN") && !REMARKS.contains(&name)
        };
        let says = |value: &str| said(value).is_some();
        let tags: Vec<_> = tags.filter(|(name, value)| is_own(name) && says(value)).collect();
        let (mut hash, mut plies) = (Digest::default(), 0);
        hash.write(variant.name().as_bytes());
        hash.write(start.unwrap_or_default().as_bytes());
        for packed in moves {
            hash.add(packed.into());
            plies += 1;
        }
        unread.into_iter().flat_map(str::split_whitespace).for_each(|w| hash.write(w.as_bytes()));
        let moves = MoveDigest { moves: hash.number(), plies, annotations: 0 };
        let tag = |name: &str| tags.iter().find(|(own, _)| *own == name).map(|(_, value)| *value);
        let context = GameContext::with(tag, outcome, &moves);
        let mut players = Digest::default();
        for name in ["White", "Black", "WhiteA", "BlackA", "WhiteB", "BlackB"] {
            players.write(tag(name).map(folded).unwrap_or_default().as_bytes());
        }
        let (mut names, mut values) = (0, 0_u64);
        for (name, value) in &tags {
            let mut hash = Digest::default();
            hash.write(name.as_bytes());
            names |= 1 << (hash.finish() % 128);
            hash.write(value.as_bytes());
            // The order of tags does not count.
            values = values.wrapping_add(hash.finish());
        }
        let notes = |list: &[Option<i32>]| {
            if list.iter().all(Option::is_none) {
                return 0;
            }
            let mut hash = Digest::default();
            for value in list {
                hash.add(value.map_or(u64::MAX, |value| u64::from(value.cast_unsigned())));
            }
            folded_hash(hash)
        };
        let text = movetext.map_or(0, |movetext| {
            let mut hash = Digest::default();
            hash.write(movetext.as_bytes());
            folded_hash(hash)
        });
        let [evals, mates, clocks, times] = lists.map(notes);
        RecordDigest {
            moves: moves.with_tags(tags.iter().copied()).moves,
            context,
            players: players.finish(),
            names,
            tags: tags.len() as u32,
            values,
            notes: [text, evals, mates, clocks, times],
            is_named: ["White", "Black", "WhiteA", "BlackA"].iter().any(|name| tag(name).is_some())
                || context.address != (0, 0)
                || context.date.is_some() && tag("Round").is_some(),
            has_unread: unread.is_some(),
        }
    }

    /// Returns what tells which game of a source this is, also after a correction. The record's tags are
    /// given by name.
    pub(crate) fn identity<'a>(
        &self,
        tag: impl Fn(&str) -> Option<&'a str> + Copy,
    ) -> RecordIdentity {
        let fact = |value: Option<&str>| value.and_then(said).map_or(0, |v| number(&folded(v)));
        let either = |one, other| fact(tag(one).or_else(|| tag(other)));
        let date = date_by(tag).map(|date| date.to_string());
        let facts = [
            either("White", "WhiteA"),
            either("Black", "BlackA"),
            fact(tag("Event")),
            fact(tag("Round")),
            fact(date.as_deref()),
        ];
        let GameContext { time, address, long, outcome, .. } = self.context;
        let mut record = Digest::of(self.moves);
        let tags = self.values.wrapping_add(self.tags.into());
        record.add(tags);
        record.add(self.names as u64);
        for note in self.notes {
            record.add(note.into());
        }
        record.write(outcome.as_pgn().as_bytes());
        RecordIdentity {
            record: record.finish(),
            moves: Digest::of(self.moves).finish(),
            address,
            facts,
            time,
            is_long: long,
            has_unread: self.has_unread,
        }
    }

    /// Returns true if something says which game it is of.
    #[must_use]
    pub const fn is_named(&self) -> bool {
        self.is_named
    }

    /// Returns a hash that records of the same game share: of the moves, and of short games, which are
    /// often played twice, also of players, day, time and address; where no player is known, of all
    /// tags.
    #[must_use]
    pub fn key(&self) -> i32 {
        let mut hash = Digest::of(self.moves);
        if !self.context.long {
            let GameContext { white, black, date, time, address, .. } = self.context;
            hash.add(self.players);
            let day = date.map_or([0; 3], |date| {
                [date.year().into(), date.month().into(), date.day().into()]
            });
            let [year, month, day] = day;
            for number in [year, month, day, time.into(), address.0.into(), address.1.into()] {
                hash.add(number);
            }
            if !white.say_something() && !black.say_something() {
                hash.add(self.values);
            }
        }
        folded_hash(hash).cast_signed()
    }

    /// Compares it with an earlier record. `None` if they may be of two games, if nothing says which game
    /// this one is of, or if each says something that the other does not.
    #[must_use]
    pub fn repeats(&self, earlier: &RecordDigest) -> Option<Repetition> {
        let is_same = self.is_named
            && self.moves == earlier.moves
            && (self.context.long || self.players == earlier.players);
        if !is_same || !self.context.may_be(&earlier.context) {
            return None;
        }
        if self == earlier {
            Some(Repetition::Equal)
        } else if earlier.has_all_of(self) {
            Some(Repetition::Poorer)
        } else {
            self.has_all_of(earlier).then_some(Repetition::Fuller)
        }
    }

    /// Returns true if it has the tags and notes of another record, and knows its players and result.
    fn has_all_of(&self, other: &RecordDigest) -> bool {
        let mut notes = self.notes.iter().zip(other.notes);
        other.context.knows_no_more_than(&self.context)
            && other.names & !self.names == 0
            && other.tags <= self.tags
            && notes.all(|(own, other)| other == 0 || *own == other)
    }
}

/// Parts of a record that tell which game of a source it is of, also after a correction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordIdentity {
    /// Hash of all that the record says.
    pub(crate) record: u64,
    moves: u64,
    address: (u32, u32),
    /// Hashes of the players, the event, the round and the date; 0 of what is not known.
    facts: [u32; 5],
    time: u32,
    is_long: bool,
    /// True if there is text from which no move could be read.
    pub(crate) has_unread: bool,
}

/// Number of facts that two records of the same short moves must share to be of the same game.
const ENOUGH_FACTS: usize = 3;

impl RecordIdentity {
    /// Returns hashes by which earlier records of the game are found, the surest first: of the address,
    /// of the moves, and of players, event, round and date. 0 stands for what is not known.
    pub(crate) fn keys(&self) -> [u64; 3] {
        let hash = |numbers: &[u32]| {
            let mut hash = Digest::default();
            for number in numbers {
                hash.add((*number).into());
            }
            hash.finish().max(1)
        };
        let RecordIdentity { address: (server, game), facts, .. } = *self;
        let is_known = facts[..2] != [0, 0] && facts[2..] != [0, 0, 0];
        [
            if game == 0 { 0 } else { hash(&[server, game]) },
            self.moves.max(1),
            if is_known { hash(&facts) } else { 0 },
        ]
    }

    /// Returns true if it may be of the same game as another one that shares one of the
    /// [keys](RecordIdentity::keys), given by its place: neither the addresses nor the times contradict it,
    /// and short games with the same moves share some facts.
    pub(crate) fn may_correct(&self, other: &RecordIdentity, key: usize) -> bool {
        let addresses = self.address.0 == other.address.0 && self.address.1 != other.address.1;
        let times = self.time != other.time && self.time != 0 && other.time != 0;
        match key {
            0 => true,
            1 => !addresses && (self.is_long || self.has_facts_of(other)),
            _ => !addresses && !times,
        }
    }

    /// Returns true if both share enough facts, and differ in one at most.
    fn has_facts_of(&self, other: &RecordIdentity) -> bool {
        let both = self.facts.iter().zip(&other.facts);
        let differ = both.filter(|(own, other)| own != other && **own != 0 && **other != 0).count();
        self.shared_facts(other) >= ENOUGH_FACTS && differ <= 1
    }

    /// Returns the number of facts that both know and share.
    pub(crate) fn shared_facts(&self, other: &RecordIdentity) -> usize {
        let both = self.facts.iter().zip(&other.facts);
        both.filter(|(own, other)| own == other && **own != 0).count()
    }
}

/// A hash of 32 bits that is not 0.
fn folded_hash(hash: Digest) -> u32 {
    let hash = hash.finish();
    ((hash >> 32) as u32 ^ hash as u32).max(1)
}

/// Parses a round and the number after its point, 0 if there is none: `9` or `9.2`.
fn round(text: &str) -> Option<(u16, u16)> {
    let (round, rest) = text.split_once('.').unwrap_or((text, "0"));
    let board = rest.split('.').next().unwrap_or_default();
    Some((round.trim().parse().ok()?, board.trim().parse().unwrap_or(0)))
}

/// A text as a number that is not 0.
fn number(text: &str) -> u32 {
    let mut hash = FnvHasher::default();
    text.hash(&mut hash);
    (hash.finish() as u32).max(1)
}

/// The server and the game in the address of a game, such as
/// `https://lichess.org/AgGY4epk/black#12`. A study or a broadcast is no such address: it
/// may show a game that stands elsewhere, too.
fn address(text: &str) -> Option<(u32, u32)> {
    let (_, place) = text.split_once("://")?;
    let place = place.split(['?', '#']).next()?;
    let (server, path) = place.split_once('/')?;
    let mut parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    if parts.iter().any(|part| matches!(*part, "study" | "broadcast")) {
        return None;
    }
    parts.retain(|part| !matches!(*part, "white" | "black"));
    let game = *parts.last().filter(|game| game.len() >= 6)?;
    // At Lichess, a player's address of a game has four more characters than the game's
    // own.
    let lichess = server == "lichess.org" && game.len() == 12;
    let game = game.get(..8).filter(|_| lichess).unwrap_or(game);
    Some((number(server.trim_start_matches("www.")), number(game)))
}

/// Returns the date of a game, or else of its event, by its tags.
pub(crate) fn date_by<'a>(tag: impl Fn(&str) -> Option<&'a str>) -> Option<Date> {
    ["Date", "UTCDate", "EventDate"].into_iter().find_map(|name| date_of_tag(tag(name)?))
}

/// Returns the trimmed value, unless it is an unknown value.
pub(crate) fn said(value: &str) -> Option<&str> {
    let value = value.trim();
    // `?`, `-`, and dates such as `????.??.??`.
    let says = value.bytes().any(|b| !matches!(b, b'?' | b'-' | b'.'));
    says.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_games() {
        let one = address("https://lichess.org/AgGY4epk");
        for same in [
            "https://lichess.org/AgGY4epk/black",
            "https://lichess.org/AgGY4epk#12",
            "https://lichess.org/AgGY4epkAbCd",
        ] {
            assert!(one.is_some() && address(same) == one, "{same}");
        }
        let live = address("https://www.chess.com/game/live/1234567?move=3");
        assert_eq!(live, address("https://chess.com/live/game/1234567"));
        assert_ne!(live, one);
        for none in ["Wijk aan Zee", "https://lichess.org", "https://lichess.org/study/AgGY4epk/x"]
        {
            assert_eq!(address(none), None, "{none}");
        }
    }
}
