//! `partie merge`: one tree of the moves of many games.

use std::{collections::HashMap, ops::ControlFlow};

use anyhow::bail;
use partie_core::{Boards, Game, NodeId, Tree, merge::MergedGames};
use partie_db::query::Subject as _;
use partie_formats::{Format, Record, Strip, WriteOptions, fen};
use partie_pgn::stripped;

use super::{
    game_writer::{GameWriter, named_format},
    games::Games,
    lazy_game::LazyGame,
};
use crate::{
    args::{Copying, MergeArguments},
    exit::Exit,
    output::Permission,
    report::{count, grouped},
};

pub(super) fn run(arguments: &MergeArguments) -> anyhow::Result<Exit> {
    let MergeArguments { depth, unnamed, clocks, copying } = arguments;
    let Copying { target, collection, writing } = copying;
    let entries = Games::new(collection)?;
    let permission = Permission::new(target.force).reading(entries.readable());
    permission.check_target(&target.output)?;
    let format = target.format().map_or_else(|| named_format(&target.output), |to| Ok(Some(to)))?;
    if let Some(format) =
        format.filter(|to| !matches!(to, Format::Pgn | Format::Bpgn | Format::Ndjson))
    {
        bail!("{} holds no variations, of which a tree consists; use -o tree.pgn", format.name());
    }
    // In the order in which their start positions first came.
    let mut trees: Vec<MergedGames> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut games = 0_u64;
    let seen = entries.each(|entry| {
        let game = prepared(entry.game(), *depth, *clocks);
        let boards = fen::boards(&game.start, &WriteOptions::default());
        let place = *places.entry(format!("{} {boards}", game.variant)).or_insert(trees.len());
        if place == trees.len() {
            trees.push(MergedGames::new(&game));
        }
        trees[place].add(&game, (!unnamed).then(|| name(&entry)));
        games += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    let messages = entries.messages();
    if trees.is_empty() {
        messages.nothing_to_write(&target.output);
        return Ok(seen.exit(true));
    }
    let number = trees.len();
    let writer = GameWriter::new(target, writing, None, permission)?;
    let mut writer = writer.with_bughouse_beside()?;
    for (number, tree) in (1..).zip(trees) {
        let merged = count(tree.games(), "game");
        let mut game = tree.finish();
        if game.tags.get("Event").is_none() {
            game.tags.set("Event", format!("{merged} merged"));
        }
        writer.write("", &Record::of_game(game, number))?;
    }
    let complete = writer.finish(messages)?;
    messages.note(&format!(
        "merged {} into {}",
        count(games, "game"),
        if number == 1 {
            "one tree".to_owned()
        } else {
            format!("{} trees", grouped(number as u64))
        }
    ));
    Ok(seen.exit(!complete))
}

/// Returns a game without parts that a merged tree cannot hold.
fn prepared(game: &Game, plies: Option<usize>, clocks: bool) -> Game {
    let most = plies.unwrap_or(usize::MAX);
    let options = WriteOptions::default().strip(Strip {
        clocks: !clocks,
        evals: !clocks,
        ..Strip::default()
    });
    let mut cut = Game { tree: Tree::new(), unread: None, ..game.clone() };
    // Nodes of the game and of the copy, and the plies before them.
    let mut open = vec![(NodeId::ROOT, NodeId::ROOT, 0)];
    while let Some((from, to, depth)) = open.pop() {
        let annotations = game.tree.annotations(from);
        for nag in &annotations.nags {
            cut.tree.annotations_mut(to).add_nag(*nag);
        }
        for comment in &annotations.comments {
            if let Some(text) = stripped(&comment.text, &options) {
                let mut comment = comment.clone();
                comment.text = text.into_owned();
                cut.tree.annotations_mut(to).comments.push(comment);
            }
        }
        if depth < most {
            for child in game.tree.children(from) {
                let Some(ply) = game.tree.ply(child) else { continue };
                let added = cut.tree.add_on(to, game.tree.board(child), ply);
                open.push((child, added, depth + 1));
            }
        }
    }
    cut
}

/// Names a game: players, result, event and year.
fn name(entry: &LazyGame) -> String {
    let player = |tag| entry.known(tag).unwrap_or("?");
    let two = matches!(entry.game().start, Boards::Two(_));
    let [white, black] = if two { ["WhiteA", "BlackA"] } else { ["White", "Black"] };
    let mut name =
        format!("{} – {} {}", player(white), player(black), entry.game().outcome.as_pgn());
    let year = entry.date().map(|date| date.year().to_string());
    let event = [entry.known("Event").map(str::to_owned), year];
    let event: Vec<String> = event.into_iter().flatten().collect();
    if !event.is_empty() {
        name += &format!(", {}", event.join(" "));
    }
    name
}
