//! Scid's spelling file: right names with other spellings, titles, years and ratings of players.

use super::player::{ListedPlayer, ListedRating, Month, title};

/// Reads the players of the file, and passes each to `each` with its other spellings. Old entries,
/// marked by `>`, are left out.
pub(super) fn parse(text: &str, mut each: impl FnMut(ListedPlayer, &[String])) {
    let mut of_players = false;
    let mut open: Option<(ListedPlayer, Vec<String>)> = None;
    let mut close = |open: &mut Option<(ListedPlayer, Vec<String>)>| {
        if let Some((player, aliases)) = open.take() {
            each(player, &aliases);
        }
    };
    for line in text.lines().map(str::trim_end) {
        if let Some(section) = line.strip_prefix('@') {
            of_players = section.starts_with("PLAYER");
            close(&mut open);
        } else if !of_players || line.is_empty() || line.starts_with(['#', '>']) {
        } else if let Some(other) = line.strip_prefix('=') {
            if let Some((_, aliases)) = &mut open {
                let other = other.split('#').next().unwrap_or_default();
                aliases.push(other.trim().to_owned());
            }
        } else if let Some(more) = line.strip_prefix('%') {
            if let Some((player, _)) = &mut open {
                add(more, player);
            }
        } else {
            close(&mut open);
            open = Some((player(line), Vec::new()));
        }
    }
    close(&mut open);
}

/// Reads a line with a name, and after `#` titles, country, the highest rating in brackets, and days
/// of birth and death with dashes between them.
fn player(line: &str) -> ListedPlayer {
    let (name, facts) = line.split_once('#').unwrap_or((line, ""));
    let mut player = ListedPlayer { name: name.trim().to_owned(), ..ListedPlayer::default() };
    for (at, word) in facts.split_whitespace().enumerate() {
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '?') {
            let mut days = word.split("--");
            let mut year = || days.next()?.get(..4)?.parse().ok();
            (player.born, player.died) = (year(), year());
        } else if at == 0 {
            player.title = title(word);
        }
    }
    player
}

/// Reads a line of ratings (`Elo 1990:2400,2410 1991:2420`) or of the life, which may be the id
/// (`Bio FIDEID 100`).
fn add(more: &str, player: &mut ListedPlayer) {
    let mut words = more.split_whitespace();
    match words.next() {
        Some("Bio") if words.next() == Some("FIDEID") => {
            player.fide_id = words.next().and_then(|id| id.parse().ok());
        }
        Some("Elo") => {
            for (year, ratings) in words.filter_map(|word| word.split_once(':')) {
                let Ok(year) = year.parse() else { continue };
                let ratings: Vec<&str> = ratings.split(',').collect();
                let spans = spans(year, ratings.len());
                player.ratings.extend(spans.into_iter().zip(ratings).filter_map(
                    |(span, rating)| {
                        let rating = rating.parse().ok()?;
                        Some(ListedRating { first: span.0, last: span.1, rating })
                    },
                ));
            }
        }
        _ => {}
    }
}

/// Returns the first and the last month of each FIDE list of a year for which the file gives
/// `given` ratings.
fn spans(year: u16, given: usize) -> Vec<(Month, Month)> {
    let usual = match year {
        ..=2000 => 2,
        2001..=2008 => 4,
        2009 => 5,
        2010..=2011 => 6,
        2012 => 9,
        _ => 12,
    };
    let lists: &[u8] = match given.max(usual) {
        ..=2 => &[1, 7],
        3..=4 => &[1, 4, 7, 10],
        5 => &[1, 4, 7, 9, 11],
        6 => &[1, 3, 5, 7, 9, 11],
        7..=9 => &[1, 3, 5, 7, 8, 9, 10, 11, 12],
        _ => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    };
    let ends = lists.iter().skip(1).map(|next| next - 1).chain([12]);
    lists.iter().zip(ends).map(|(first, last)| ((year, *first), (year, last))).collect()
}
