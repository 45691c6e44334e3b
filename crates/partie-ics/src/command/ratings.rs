//! Commands about ratings: changes that a game would make, and rankings.

use partie_core::ByColor;
use partie_wire::{
    block,
    command::ratings::{Among, RatingsCommand},
    notice::{
        admin::AdminNotice,
        ratings::{
            AssessPage, Assessed, Change, RankPage, RatingsNotice, Standing, StatisticsPage,
        },
    },
};

use crate::{
    category::Category,
    command::players,
    ids::{GameNumber, PlayerId},
    lists::List,
    outbox::Outbox,
    players::{
        Players, find,
        player::{Activity, Player},
    },
    rating::{self, Assessment, Record},
    state::State,
    time::Tick,
};

/// Number of places that `best` shows.
const BEST: usize = 20;

/// Number of places that `rank` shows before and after a player.
const AROUND: usize = 9;

/// Maximum number of places in a range.
const LONGEST: u32 = 100;

/// The categories of rankings where none are named.
const USUAL: [Category; 3] = [Category::Blitz, Category::Standard, Category::Lightning];

/// A part of a ranking.
enum RankingPart {
    /// The first places, or the last.
    End { worst: bool },
    /// The places around a player.
    Player(PlayerId),
    /// The places around a rating.
    Rating(i32),
    /// The places with these ranks.
    Ranks(u32, u32),
}

/// A player in a ranking, before it is cut.
struct Entrant {
    id: PlayerId,
    rating: i32,
    ranked: bool,
    name: String,
}

pub(crate) fn ratings_command(state: &mut State, command: RatingsCommand) {
    match command {
        RatingsCommand::Assess { players: names, categories } => {
            assess(state, &names, categories.as_deref());
        }
        RatingsCommand::Statistics(player) => statistics(state, player.as_deref()),
        RatingsCommand::Best { among, categories, worst } => {
            ranking(state, among, categories.as_deref(), &RankingPart::End { worst });
        }
        RatingsCommand::Rank { among, what, categories } => {
            rank(state, among, what.as_deref(), categories.as_deref());
        }
        RatingsCommand::Obsolete(name) => {
            state.out.reply_to.code = block::code::OBSOLETE;
            state.out.refuse(RatingsNotice::Obsolete { name });
        }
    }
}

/// A deviation in tenths.
fn tenths(rd: f64) -> u32 {
    (rd * 10.0).round() as u32
}

/// Returns a player's entry in a ranking, if they have a rank or are requested.
fn entrant(
    player: &Player,
    category: Category,
    among: Among,
    part: &RankingPart,
    now: Tick,
) -> Option<Entrant> {
    let fits = match among {
        Among::All => true,
        Among::Humans => !player.is(List::Computer),
        Among::Computers => player.is(List::Computer),
    };
    let asked = matches!(part, RankingPart::Player(id) if *id == player.id);
    let record = player.account.records.of(category)?;
    let rating = record.rating?;
    let active = record.is_active(now);
    (asked || (fits && active)).then(|| Entrant {
        id: player.id,
        rating,
        ranked: fits && active,
        name: player.name().to_owned(),
    })
}

/// The categories of some letters; else reports that they are none.
fn categories(out: &mut Outbox, letters: &str) -> Option<Vec<Category>> {
    let all: Option<Vec<Category>> =
        letters.chars().map(|c| Category::from_letter(c).filter(|c| c.place().is_some())).collect();
    if all.as_ref().is_none_or(Vec::is_empty) {
        out.refuse(RatingsNotice::BadCategories { letters: letters.to_owned() });
        return None;
    }
    all
}

/// `assess`: of the game that one plays, of a game by its number, of two players.
fn assess(state: &mut State, names: &[String], letters: Option<&str>) {
    let who = state.out.who;
    let letters = match letters {
        Some(letters) => match categories(&mut state.out, letters) {
            Some(categories) => Some(categories),
            None => return,
        },
        None => None,
    };
    let of_game = |number: GameNumber| {
        let game = state.games.get(number).filter(|g| g.is_played())?;
        let category = game.terms.category();
        let ids = ByColor::new_with(|color| game.sides.get(color).player);
        Some(([ids.white?, ids.black?], category))
    };
    let (pair, category) = match names {
        [] => {
            let Activity::Playing(number) = state.players.activity(who) else {
                return state.out.refuse(RatingsNotice::AssessWhom);
            };
            let Some((pair, category)) = of_game(number) else { return };
            // The asker comes first.
            let [white, black] = pair;
            (if black == who { [black, white] } else { pair }, Some(category))
        }
        [word] if word.parse::<u32>().is_ok() => {
            let game = word.parse().unwrap_or_default();
            let Some((pair, category)) = of_game(GameNumber(game)) else {
                let game = game.to_string();
                return state.out.refuse(AdminNotice::NoSuchGame { game });
            };
            (pair, Some(category))
        }
        [one] => match find::find_known(state, Some(one)) {
            Some(id) => ([who, id], None),
            None => return,
        },
        [one, two, ..] => {
            let Some(one) = find::find_known(state, Some(one)) else { return };
            let Some(two) = find::find_known(state, Some(two)) else { return };
            ([one, two], None)
        }
    };
    if pair[0] == pair[1] {
        return state.out.refuse(RatingsNotice::Same);
    }
    for id in pair {
        if state.players.get(id).is_none_or(|p| !p.registered) {
            return state
                .out
                .refuse(RatingsNotice::OfGuest { name: state.players.name(id).into() });
        }
    }
    let of_game = category.filter(|c| c.place().is_some()).map(|c| vec![c]);
    let categories = letters.or(of_game).unwrap_or_else(|| Category::RATED.to_vec());
    let boards = categories
        .into_iter()
        .filter_map(|c| assessed(&state.players, state.out.now, pair, c))
        .collect();
    let names = pair.map(|id| state.players.name(id));
    state.out.reply(AssessPage { names, games: boards });
}

/// The changes that a game of two would bring in a category.
fn assessed(
    players: &Players,
    now: Tick,
    pair: [PlayerId; 2],
    category: Category,
) -> Option<Assessed> {
    let [one, two] = pair.map(|id| players.get(id)?.account.records.of(category).copied());
    let (one, two): (Record, Record) = (one?, two?);
    let (first, second) = (rating::assess(&one, &two, now), rating::assess(&two, &one, now));
    let change = |one: &Assessment, win, loss| Change {
        rating: one.rating,
        deviation: tenths(one.rd),
        win,
        draw: one.draw,
        loss,
        after: tenths(one.new_rd),
    };
    // A win of the first is a loss of the second.
    let changes = [change(&first, first.win, first.loss), change(&second, second.loss, second.win)];
    Some(Assessed { category: category.title(), changes })
}

/// `statistics`.
fn statistics(state: &mut State, player: Option<&str>) {
    let Some(id) = find::find_known(state, player) else { return };
    let Some(player) = state.players.get(id) else { return };
    let (name, registered) = (player.titled(), player.registered);
    let ratings =
        if registered { players::rating_lines(state.out.now, player) } else { Vec::new() };
    state.out.reply(StatisticsPage { name, registered, ratings });
}

/// `rank`: around oneself, a player or a rating, or a range of ranks.
fn rank(state: &mut State, among: Among, what: Option<&str>, letters: Option<&str>) {
    let part = match what {
        None => RankingPart::Player(state.out.who),
        Some(text) if text.starts_with(|c: char| c.is_ascii_digit()) => {
            let ranks = text.split_once('-').map(|(from, to)| (from.parse(), to.parse()));
            match (ranks, text.parse()) {
                (Some((Ok(from), Ok(to))), _) if 0 < from && from <= to => {
                    RankingPart::Ranks(from, to.min(from + (LONGEST - 1)))
                }
                (None, Ok(rating)) => RankingPart::Rating(rating),
                _ => {
                    let ranks = text.to_owned();
                    return state.out.refuse(RatingsNotice::BadRanks { ranks });
                }
            }
        }
        Some(name) => match find::find_known(state, Some(name)) {
            Some(id) => RankingPart::Player(id),
            None => return,
        },
    };
    if let RankingPart::Player(id) = part
        && state.players.get(id).is_none_or(|p| !p.registered)
    {
        return state.out.refuse(RatingsNotice::OfGuest { name: state.players.name(id).into() });
    }
    ranking(state, among, letters, &part);
}

fn ranking(state: &mut State, among: Among, letters: Option<&str>, part: &RankingPart) {
    let categories = match letters {
        None => USUAL.to_vec(),
        // In the usual order, by which programs know the columns.
        Some(letters) => match categories(&mut state.out, letters) {
            Some(categories) => {
                Category::RATED.into_iter().filter(|c| categories.contains(c)).collect()
            }
            None => return,
        },
    };
    let columns = categories
        .into_iter()
        .map(|category| {
            (category.title(), column(&state.players, state.out.now, among, category, part))
        })
        .collect();
    state.out.reply(RankPage { columns });
}

/// Returns the requested places of a ranking. Equals share a rank; players with an uncertain rating
/// have none, and are included only if requested.
fn column(
    players: &Players,
    now: Tick,
    among: Among,
    category: Category,
    part: &RankingPart,
) -> Vec<Standing> {
    let mut all: Vec<Entrant> = players
        .iter()
        .filter(|p| p.registered)
        .filter_map(|p| entrant(p, category, among, part, now))
        .collect();
    all.sort_by(|a, b| b.rating.cmp(&a.rating).then_with(|| a.name.cmp(&b.name)));
    let mut ranks: Vec<Option<u32>> = Vec::with_capacity(all.len());
    let (mut count, mut last) = (0, None);
    for one in &all {
        if !one.ranked {
            ranks.push(None);
            continue;
        }
        count += 1;
        let rank = match last {
            Some((rating, rank)) if rating == one.rating => rank,
            _ => count,
        };
        last = Some((one.rating, rank));
        ranks.push(Some(rank));
    }
    let around = |at: usize| at.saturating_sub(AROUND)..all.len().min(at + AROUND + 1);
    let range = match part {
        RankingPart::End { worst: false } => 0..all.len().min(BEST),
        RankingPart::End { worst: true } => all.len().saturating_sub(BEST)..all.len(),
        RankingPart::Player(id) => match all.iter().position(|e| e.id == *id) {
            Some(at) => around(at),
            // Without a rating there is no rank.
            None => 0..0,
        },
        RankingPart::Rating(rating) => {
            around(all.iter().position(|e| e.rating <= *rating).unwrap_or(all.len()))
        }
        RankingPart::Ranks(from, to) => {
            let within = |r: &Option<u32>| r.is_some_and(|r| r >= *from && r <= *to);
            let first = ranks.iter().position(within).unwrap_or(0);
            first..first + ranks[first..].iter().take_while(|r| within(r)).count()
        }
    };
    range
        .map(|at| Standing { rank: ranks[at], rating: all[at].rating, name: all[at].name.clone() })
        .collect()
}
