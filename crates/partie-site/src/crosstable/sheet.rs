//! Crosstables as pages, in the language of their reader.

use std::ops::ControlFlow;

use partie_db::{
    library::{Library, Problem},
    query::{Condition, Query, TagTest},
    tournament::{
        EventGame, LeftOutReason, Pairing, RoundSource, TieBreak, Tournament, TournamentKind,
        events, is_casual,
    },
};
use partie_page::{Cell, Column, Sheet, Table, Words, player_address};

use super::{
    MOST, Missing, SELF, Terms, equal_places, is_by_rounds, label, left_out, missing, table, teams,
};
use crate::text_table;

/// The most tables of an event on a page.
const FEW: usize = 20;

/// The most games of a pair on a page with a sign for each.
const SIGNS: usize = 4;

/// Returns the crosstables of an event of a library for a page, `None` without games, and what kept
/// some of them from being read.
pub(crate) fn library_sheet(
    library: &Library,
    event: &str,
    words: &Words,
) -> Result<(Option<Sheet>, Vec<Problem>), String> {
    let condition = Condition::Test(TagTest::equal("Event", event));
    let mut games = Vec::new();
    let problems = library.find_readable(&Query::new(vec![condition]), |game| {
        let mut numbered = game.read(EventGame::of).map_err(|error| error.to_string())?;
        numbered.number = game.number;
        games.push(numbered);
        if games.len() > MOST {
            return Err(format!("the event has more than {MOST} games"));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((event_sheet(event, games, words), problems))
}

/// Returns the crosstables of an event, the largest first; `None` without games, and if they are
/// casual.
fn event_sheet(event: &str, games: Vec<EventGame>, words: &Words) -> Option<Sheet> {
    let mut parts = events(games);
    parts.retain(|games| !is_casual(games));
    parts.sort_by_key(|games| std::cmp::Reverse(games.len()));
    let all = parts.len();
    let tournaments = parts.into_iter().take(FEW).map(|games| Tournament::new(games, None));
    let address = |name: &str| Some(player_address(name));
    let game = |number| format!("/games/{number}");
    let sheets: Vec<_> =
        tournaments.map(|tournament| sheet(&tournament, words, address, game)).collect();
    let left_out =
        (all > FEW).then(|| words.labelled(&words.tournaments, format!("{FEW} / {all}")));
    joined(event, left_out, sheets)
}

/// Returns the page of a tournament. Players lead to addresses, given their names, and games, given their
/// numbers.
#[must_use]
pub fn sheet(
    tournament: &Tournament,
    words: &Words,
    address: impl Fn(&str) -> Option<String>,
    game_address: impl Fn(u64) -> String,
) -> Sheet {
    let tie_breaks = tournament.usual_tie_breaks();
    sheet_by(tournament, (&tie_breaks, false), words, address, game_address)
}

/// Returns the page of a tournament with some tie-breaks; the results can be in ASCII.
pub(super) fn sheet_by(
    tournament: &Tournament,
    (tie_breaks, ascii): (&[TieBreak], bool),
    words: &Words,
    address: impl Fn(&str) -> Option<String>,
    game_address: impl Fn(u64) -> String,
) -> Sheet {
    let tie_break = |tie_break| name(tie_break, words);
    let terms = Terms {
        player: &words.player,
        rating: &words.rating,
        round: &words.round_letter,
        results: [&words.won, &words.drawn, &words.lost],
        points: &words.points,
        games: &words.games,
        performance: [&words.performance_short, &words.performance],
        colours: [&words.white_letter, &words.black_letter],
        bye: &words.bye,
        decimal: &words.decimal,
        signs: SIGNS,
        tie_break: &tie_break,
    };
    let (mut drawn, numbers) = table(tournament, tie_breaks, ascii, terms);
    let column = |column: &text_table::Column| Column {
        // The column of ranks has no heading.
        heading: if column.heading.is_empty() { &words.number } else { &column.heading }.clone(),
        meaning: column.meaning.clone(),
        // Results stand in the middle.
        right: column.right && !column.close,
    };
    // The players stand in the column that may be shortened.
    let cell = |at: usize, text: &String, numbers: &[Option<u64>]| {
        // A title may stand before a name.
        let name = text.split_once(' ').map(|(_, name)| name);
        let href = if at == drawn.shortened {
            address(text).or_else(|| address(name?))
        } else {
            numbers.get(at).copied().flatten().map(&game_address)
        };
        Cell { href, is_self: text.chars().eq([SELF]), ..Cell::new(text) }
    };
    align(&mut drawn.rows, &words.decimal);
    let row = |(row, numbers): (&Vec<String>, &Vec<Option<u64>>)| {
        row.iter().enumerate().map(|(at, text)| cell(at, text, numbers)).collect()
    };
    let rows = drawn.rows.iter().zip(&numbers).map(row);
    let crosstable = Table {
        columns: drawn.columns.iter().map(column).collect(),
        rows: rows.collect(),
        crosstable: true,
        ..Table::default()
    };
    let games = match_games(tournament, words, &game_address);
    Sheet {
        title: title(tournament, words),
        facts: vec![facts(tournament, words)],
        tables: [crosstable].into_iter().chain(games).collect(),
        notes: notes(tournament, tie_breaks, words),
        ..Sheet::default()
    }
}

/// Returns the games of a match whose crosstable shows their sum only.
fn match_games(
    tournament: &Tournament,
    words: &Words,
    address: impl Fn(u64) -> String,
) -> Option<Table> {
    let Tournament { kind: TournamentKind::Match, games, players, .. } = tournament else {
        return None;
    };
    if games.len() <= SIGNS {
        return None;
    }
    let row = |(at, game): (usize, &Pairing)| {
        let number = (at + 1).to_string();
        let href = (game.number > 0).then(|| address(game.number));
        vec![
            Cell { href, ..Cell::new(number) },
            Cell::new(&players[game.white].name),
            Cell::new(game.outcome.as_printed()),
            Cell::new(&players[game.black].name),
        ]
    };
    Some(Table {
        heading: words.games.clone(),
        columns: vec![
            Column::new(&words.number, true),
            Column::new(&words.white, false),
            Column::new(&words.result, false),
            Column::new(&words.black, false),
        ],
        rows: games.iter().enumerate().map(row).collect(),
        ..Table::default()
    })
}

/// Gives the numbers of each column after the players as many digits after the point.
fn align(rows: &mut [Vec<String>], decimal: &str) {
    let digits = |cell: &str| cell.split_once(decimal).map(|(_, digits)| digits.len());
    for at in 2..rows.first().map_or(0, Vec::len) {
        let Some(most) = rows.iter().filter_map(|row| digits(&row[at])).max() else { continue };
        for cell in rows.iter_mut().map(|row| &mut row[at]).filter(|cell| !cell.is_empty()) {
            if digits(cell).is_none() {
                cell.push_str(decimal);
            }
            let missing = most - digits(cell).unwrap_or(most);
            cell.extend(std::iter::repeat_n('0', missing));
        }
    }
}

/// Makes one page of the pages of tournaments with the same name, and of a fact about all of them.
fn joined(name: &str, fact: Option<String>, mut sheets: Vec<Sheet>) -> Option<Sheet> {
    if sheets.len() < 2 {
        return sheets.pop();
    }
    let own = |Sheet { title, facts, mut tables, notes, .. }: Sheet| {
        if let Some(table) = tables.first_mut() {
            table.heading = title;
            table.notes = facts.into_iter().chain(notes).collect();
        }
        tables
    };
    let tables = sheets.into_iter().flat_map(own).collect();
    let facts = fact.into_iter().collect();
    Some(Sheet { title: name.to_owned(), facts, tables, ..Sheet::default() })
}

/// Returns the name of a tournament with its place and days.
pub(crate) fn title(tournament: &Tournament, words: &Words) -> String {
    label(tournament, &words.event_unknown, |first, last| words.days(first, last))
}

/// Returns the kind of a tournament and its numbers.
pub(crate) fn facts(tournament: &Tournament, words: &Words) -> String {
    let kind = match (tournament.kind, tournament.cycles) {
        (TournamentKind::Match, _) => Some(&words.kind_match),
        (TournamentKind::AllPlayAll, 2) => Some(&words.kind_double_round_robin),
        (TournamentKind::AllPlayAll, _) => Some(&words.kind_round_robin),
        (TournamentKind::Scheveningen, _) => Some(&words.kind_scheveningen),
        (TournamentKind::Swiss, _) => Some(&words.kind_swiss),
        (TournamentKind::Knockout, _) => Some(&words.kind_knockout),
        (TournamentKind::Simultaneous, _) => Some(&words.kind_simultaneous),
        (TournamentKind::Other, _) => None,
    };
    let mut facts: Vec<String> = kind.into_iter().cloned().collect();
    let numbers = [
        (&words.players, tournament.players.len(), true),
        (&words.games, tournament.games.len(), true),
        (&words.rounds, tournament.rounds.len(), is_by_rounds(tournament)),
        (&words.games_a_pair, tournament.cycles, many_cycles(tournament)),
    ];
    let numbers = numbers.into_iter().filter(|(_, _, is_shown)| *is_shown);
    facts.extend(
        numbers.map(|(name, number, _)| words.labelled(name, words.grouped(number as u64))),
    );
    facts.join(" · ")
}

/// Returns true if the number of games of each pair is not clear from the kind.
fn many_cycles(tournament: &Tournament) -> bool {
    match tournament.kind {
        TournamentKind::AllPlayAll => tournament.cycles > 2,
        TournamentKind::Scheveningen => tournament.cycles > 1,
        _ => false,
    }
}

/// Returns the name of a tie-break in words.
fn name(tie_break: TieBreak, words: &Words) -> String {
    match tie_break.code().as_str() {
        "DE" => words.tie_direct.clone(),
        "WIN" => words.tie_wins.clone(),
        "BHC1" => words.tie_buchholz_cut.clone(),
        _ => tie_break.name(),
    }
}

/// Returns the notes needed to read the table.
fn notes(tournament: &Tournament, tie_breaks: &[TieBreak], words: &Words) -> Vec<String> {
    let mut notes = Vec::new();
    let meanings = tie_breaks.iter().map(|one| words.labelled(&one.to_string(), name(*one, words)));
    let mut meanings: Vec<String> = meanings.collect();
    if tournament.players.iter().any(|player| player.elo.is_some()) {
        meanings.push(words.labelled(&words.performance_short, &words.performance));
    }
    if !meanings.is_empty() {
        notes.push(meanings.join("; "));
    }
    let standings = tournament.standings(tie_breaks);
    let members = teams(tournament, &standings);
    notes.extend(members.map(|teams| words.labelled(&words.teams, teams)));
    let equal = equal_places(&standings);
    if !equal.is_empty() {
        notes.push(words.labelled(&words.not_parted, equal.join(", ")));
    }
    notes.extend(missing(tournament).map(|missing| match missing {
        Missing::Games(games) => words.labelled(&words.missing_games, words.grouped(games)),
        Missing::Rounds(rounds) => words.labelled(&words.missing_rounds, words.grouped(rounds)),
        Missing::Byes => words.missing_byes.clone(),
    }));
    if is_by_rounds(tournament) {
        notes.extend(match tournament.round_source {
            RoundSource::Tags => None,
            RoundSource::Dates => Some(words.rounds_by_dates.clone()),
            RoundSource::Order => Some(words.rounds_by_order.clone()),
        });
    }
    let unfinished = tournament.unfinished() as u64;
    if unfinished > 0 {
        notes.push(words.labelled(&words.no_result, words.grouped(unfinished)));
    }
    let records = left_out(tournament, |number| format!(" ({number})"));
    notes.extend(records.into_iter().map(|(reason, records, named)| {
        let reason = match reason {
            LeftOutReason::Nameless => &words.left_out_nameless,
            LeftOutReason::OneName => &words.left_out_one_name,
            LeftOutReason::Bye => &words.left_out_bye,
            LeftOutReason::Repeated => &words.left_out_repeated,
        };
        words.labelled(reason, format!("{} ({named})", words.grouped(records)))
    }));
    notes
}

#[cfg(test)]
mod tests {
    use partie_db::tournament::EventGame;
    use partie_formats::ReadOptions;

    use super::*;

    #[test]
    fn long_matches_show_points() {
        let game = |round| {
            let result = if round == 1 { "1-0" } else { "1/2-1/2" };
            format!("[Round \"{round}\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. Nf3 {result}\n\n")
        };
        for (rounds, expected) in [(4, ["×", "1½½½"]), (5, ["×", "3/5"])] {
            let text: String = (1..=rounds).map(game).collect();
            let games = partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten();
            let games = games.map(|game| EventGame::of(&game)).collect();
            let sheet =
                sheet(&Tournament::new(games, None), Words::of("en"), |_| None, |_| String::new());
            let row = &sheet.tables[0].rows[0];
            assert_eq!([&*row[2].text, &*row[3].text], expected);
            assert_eq!([row[2].is_self, row[3].is_self], [true, false]);
        }
    }

    #[test]
    fn decimals_stand_below_each_other() {
        let mut rows = [["1", "A. B", "7,25"], ["2", "C", "12"], ["3", "D", ""], ["4", "E", "3,5"]]
            .map(|row| row.map(str::to_owned).to_vec());
        align(&mut rows, ",");
        assert_eq!(rows.map(|row| row[2].clone()), ["7,25", "12,00", "", "3,50"]);
    }

    #[test]
    fn an_event_says_how_many_of_its_tables_are_shown() {
        let words = Words::of("de");
        let sheet = |sites: usize| {
            let mut text = String::new();
            for site in 0..sites {
                text += &format!("[Event \"Open\"]\n[Site \"Town {site}\"]\n");
                text += "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n\n";
            }
            let options = ReadOptions::default();
            let games = partie_pgn::read(text.as_bytes(), &options).flatten();
            event_sheet("Open", games.map(|game| EventGame::of(&game)).collect(), words)
        };
        assert!(sheet(0).is_none());
        for (sites, tables, fact) in [(20, 20, ""), (23, 20, "Turniere: 20 / 23")] {
            let sheet = sheet(sites).expect("a page");
            assert_eq!((sheet.tables.len(), &*sheet.facts.concat()), (tables, fact), "{sites}");
        }
    }
}
