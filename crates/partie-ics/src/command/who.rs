//! `who`: letters choose the players to show, their order, and how much of each.

use partie_wire::{
    notice::{
        session::SessionNotice,
        who::{Standing, WhoLines, WhoPage},
        who_table::{WhoRow, WhoTable},
    },
    variables::Variable,
};

use crate::{
    category::Category,
    command::talk,
    players::{
        Players,
        player::{Activity, Player},
    },
    state::State,
    time::Tick,
    who_line,
};

/// Usage of the command.
const USAGE: &str = "who [acfopruBRU] [bslwBzSLxA] [1-3] [tv] | who I[bslwBzSLx]";

/// The filter and layout that the letters of `who` choose.
#[derive(Clone, Debug, Default)]
struct Wanted {
    /// One letter each.
    filters: Vec<char>,
    /// Rating to sort by; by default blitz.
    order: Option<Category>,
    /// By name.
    by_name: bool,
    /// Only the `.0`th of `.1` parts.
    part: Option<(usize, usize)>,
    /// The framed table.
    verbose: bool,
}

impl Wanted {
    /// Reads the letters: `aR`, `b 12`. `None` if one has no meaning.
    fn read(flags: &str) -> Option<Wanted> {
        let mut wanted = Wanted::default();
        let mut letters = flags.chars().filter(|c| !c.is_whitespace()).peekable();
        while let Some(letter) = letters.next() {
            match letter {
                'a' | 'c' | 'f' | 'o' | 'p' | 'r' | 'u' | 'R' | 'U' => wanted.filters.push(letter),
                'B' => {
                    wanted.filters.push(letter);
                    wanted.order = Some(Category::Bughouse);
                }
                'A' => wanted.by_name = true,
                'v' => wanted.verbose = true,
                't' | 'n' => wanted.verbose = false,
                '1'..='9' => {
                    let digit = |c: char| c.to_digit(10).map(|n| n as usize);
                    let of = letters.next_if(char::is_ascii_digit).and_then(digit).unwrap_or(3);
                    let part = digit(letter).filter(|part| *part <= of)?;
                    wanted.part = Some((part, of));
                }
                _ => {
                    let category = Category::from_letter(letter)?;
                    wanted.order = Some(category.place().map(|_| category)?);
                }
            }
        }
        Some(wanted)
    }

    fn shows(&self, player: &Player) -> bool {
        let on = |variable| player.variables().on(variable);
        let activity = player.online.as_ref().map_or(Activity::Free, |p| p.activity);
        let playing = matches!(activity, Activity::Playing(_));
        self.filters.iter().all(|filter| match filter {
            'o' => on(Variable::Open),
            'c' => !on(Variable::Open),
            'f' => activity == Activity::Free,
            'a' => on(Variable::Open) && activity == Activity::Free,
            'p' => playing,
            'r' => on(Variable::Rated),
            'u' => !on(Variable::Rated),
            'B' => on(Variable::Bugopen),
            'R' => player.registered,
            _ => !player.registered,
        })
    }
}

/// `who`.
pub(crate) fn who(state: &mut State, flags: &str) {
    let bad = || SessionNotice::BadParameters { usage: USAGE.to_owned() };
    if let Some(at) = flags.find('I') {
        // `who IbslwBzSLx`: lines for programs, with the ratings of these categories.
        let letters = flags[at + 1..].chars().filter(|c| !c.is_whitespace());
        let categories: Option<Vec<Category>> = letters.map(Category::from_letter).collect();
        let Some(categories) = categories else { return state.out.reply(bad()) };
        let lines = state
            .players
            .online()
            .map(|p| who_line::who_line(&state.players, state.out.now, p.id, &categories))
            .collect::<Vec<_>>();
        return state.out.reply(WhoLines(lines));
    }
    let Some(wanted) = Wanted::read(flags) else { return state.out.reply(bad()) };
    let category = wanted.order.unwrap_or(Category::Blitz);
    let mut listed: Vec<&Player> = state.players.online().filter(|p| wanted.shows(p)).collect();
    if !wanted.by_name {
        // The names are in order already; a stable sort keeps it among equals.
        listed.sort_by_key(|p| {
            std::cmp::Reverse(talk::strength(state.players.shown_rating(
                state.out.now,
                p.id,
                category,
            )))
        });
    }
    if let Some((part, of)) = wanted.part {
        let n = listed.len();
        listed = listed.drain(n * (part - 1) / of..n * part / of).collect();
    }
    if wanted.verbose {
        let rows = listed.iter().map(|p| who_row(&state.players, state.out.now, p)).collect();
        return state.out.reply(WhoTable(rows));
    }
    let rows = listed
        .iter()
        .map(|p| Standing {
            rating: state.players.shown_rating(state.out.now, p.id, category),
            sign: who_line::sign(state.out.now, p),
            name: p.titled(),
        })
        .collect();
    state.out.reply(WhoPage { players: rows, all: state.players.count_online() });
}

/// A player's row in the framed table.
fn who_row(players: &Players, now: Tick, player: &Player) -> WhoRow {
    let online = player.online.as_ref();
    let minutes = |since: Tick| u32::try_from((now - since).whole_seconds() / 60).unwrap_or(0);
    let rating = |category| players.shown_rating(now, player.id, category);
    WhoRow {
        game: online.and_then(|p| p.activity.game()).map(|number| number.0),
        open: player.variables().on(Variable::Open),
        registered: player.registered,
        observes: online.is_some_and(|p| !p.observing.is_empty()),
        name: player.titled(),
        standard: rating(Category::Standard),
        blitz: rating(Category::Blitz),
        lightning: rating(Category::Lightning),
        on: online.map_or(0, |p| minutes(p.since)),
        idle: online.map_or(0, |p| minutes(p.active)),
    }
}
