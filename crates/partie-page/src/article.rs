//! A game on a page: heading, board and list of moves, to be played through by the script.

use partie_core::{
    BoardId, Boards, ByRole, Color, Game, Language, NodeId, Notation, Role, Tree, time::ClockTime,
    walk::WalkEvent,
};
use partie_formats::epd::{Epd, opcode::Value};
use partie_render::{
    BoardFrame, Diagrams, Frame, Heading,
    movetext::{self, TextPart},
};
use partie_speech::Speech;

use crate::{
    data::GameData,
    moves::{Cell, cells},
    page_game::{NODES, PackedGame},
    shell::{Shell, json_for_html},
    words::Words,
};

/// The longest title of a player that is shown, in characters.
const TITLES: usize = 8;
/// The title of a game whose players are not known.
const NOBODY: &str = "? – ?";
/// Number of plies that stand in its place.
const TITLE: usize = 6;
/// The most characters of a name that are shown.
const NAME: usize = 300;
/// The most characters of a tag that are shown.
const TAG: usize = 10_000;
/// The most characters of a comment, or of text that could not be read, that are shown.
const TEXT: usize = 200_000;

/// Targets of the links of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveLinks {
    /// To the page of a position: the address up to the number of its node.
    Page(String),
    /// To a place on the same page, which only the script knows.
    Fragment,
}

/// A game, ready for a template.
#[derive(Debug)]
pub(crate) struct Article {
    pub(crate) title: String,
    pub(crate) facts: Vec<String>,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) boards: Vec<BoardFigure>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) result: String,
    /// JSON for the script.
    pub(crate) data: String,
    /// Index of the node whose position is drawn.
    pub(crate) node: usize,
    /// True if moves are written one after the other, not in columns.
    pub(crate) inline: bool,
    /// Level of its heading.
    pub(crate) heading_level: u8,
    /// True if the heading is focused when the page is shown.
    pub(crate) focus: bool,
    /// True if the game has more moves than a page shows: its variations are left out.
    pub(crate) is_cut: bool,
    /// True if an explorer answers for its positions.
    pub(crate) explorer: bool,
    /// The task of a position with a best move, and that move.
    pub(crate) task: Option<(String, String)>,
    /// The address of the game as a file.
    pub(crate) file: Option<String>,
    /// Links to its players and its event.
    pub(crate) about: Vec<crate::Link>,
    /// True if Black is at the bottom.
    pub(crate) is_flipped: bool,
    /// The game for the script to unpack, in place of moves, tags and data.
    pub(crate) packed: Option<PackedGame>,
    links: MoveLinks,
}

/// A board in an article.
#[derive(Debug)]
pub(crate) struct BoardFigure {
    /// Address of its picture; none if only the script draws it.
    pub(crate) picture: Option<String>,
    pub(crate) description: String,
    /// The player above the board, and the one below.
    pub(crate) seats: [SeatLine; 2],
}

/// A line with a player.
#[derive(Debug)]
pub(crate) struct SeatLine {
    pub(crate) colour: &'static str,
    pub(crate) name: String,
    /// The title, `GM`; empty if there is none.
    pub(crate) title: String,
    /// The address of the page of the player.
    pub(crate) href: Option<String>,
    pub(crate) rating: Option<String>,
    /// Pieces in hand, a figurine for each.
    pub(crate) pocket: Option<String>,
    pub(crate) clock: Option<String>,
}

/// Choices of a page for the article of a game.
#[derive(Debug)]
pub(crate) struct Shown {
    /// Index of the node whose position is drawn.
    pub(crate) node: usize,
    /// Level of the heading.
    pub(crate) level: u8,
    pub(crate) links: MoveLinks,
    /// True if Black is at the bottom.
    pub(crate) is_flipped: bool,
    /// The game for the script to unpack, in place of moves, tags and data.
    pub(crate) packed: Option<PackedGame>,
}

impl Article {
    /// Makes an article of a game. `picture_of` gives the address of a picture of a board, given whether
    /// Black is at the bottom.
    pub(crate) fn of(
        game: &Game,
        shell: &Shell,
        shown: Shown,
        picture_of: &dyn Fn(&BoardFrame, bool) -> Option<String>,
    ) -> Article {
        let Shown { node, level, links, is_flipped, packed } = shown;
        let (words, letters) = (shell.words, shell.letters());
        let short = (game.tree.len() > NODES).then(|| mainline(game));
        let game = short.as_ref().unwrap_or(game);
        let heading = Heading::of(game, words.letters());
        let voice = words.voice();
        let (shown, last) = node_at(game, node, voice);
        let frame = Frame::at(game, shown);
        let epd = game.tree.is_empty().then(|| Epd::from_game(game));
        // A position has sides where a game has players.
        let sides = (epd.is_some() && game.tags.is_empty()).then_some([&words.white, &words.black]);
        let seat = |board: &BoardFrame, color: Color| {
            let mut seat = seat(board, color);
            if let Some([white, black]) = sides {
                seat.name.clone_from(color.fold_wb(white, black));
            }
            seat
        };
        let boards = frame.boards.iter().enumerate().map(|(index, board)| {
            let flipped = is_flipped != (index == 1);
            let mut described = voice.position(&board.position);
            described.extend(
                last.iter().filter(|(on, _)| on.index() == index).map(|(_, move_)| move_.clone()),
            );
            if packed.as_ref().is_some_and(|packed| packed.start.is_none()) {
                described = vec![words.start.clone()];
            }
            let [above, below] = if flipped { Color::ALL } else { [Color::Black, Color::White] };
            BoardFigure {
                picture: picture_of(board, flipped),
                description: described.join(" "),
                seats: [seat(board, above), seat(board, below)],
            }
        });
        let annotator = heading.annotator.iter();
        let annotator = annotator.map(|name| format!("{} {name}", words.annotated_by));
        let result = (!heading.result.is_empty()).then(|| heading.result.clone());
        let facts = result.into_iter().chain(heading.circumstances.clone()).chain(annotator);
        let tags = game.tags.in_export_order();
        let data = || json_for_html(&GameData::of(game, letters, words));
        let cells = || cells(game, letters, words, &|text| shortened(text, TEXT));
        let is_packed = packed.is_some();
        let title = match heading.rated_title() {
            title if epd.is_some() && game.tags.is_empty() => {
                epd.as_ref().and_then(identity).unwrap_or(title)
            }
            title if title == NOBODY => first_moves(game, letters).unwrap_or(title),
            title => title,
        };
        Article {
            title: shortened(&title, NAME),
            facts: facts.map(|fact| shortened(&fact, NAME)).collect(),
            tags: tags.into_iter().map(|(n, v)| (shortened(n, NAME), shortened(v, TAG))).collect(),
            boards: boards.collect(),
            cells: if is_packed { Vec::new() } else { cells() },
            result: heading.result.clone(),
            data: if is_packed { String::new() } else { data() },
            node: shown.index(),
            inline: matches!(game.start, Boards::Two(_)),
            heading_level: level,
            focus: level == 1,
            is_cut: short.is_some(),
            explorer: false,
            task: epd.and_then(|epd| task(&epd, letters, words)),
            file: None,
            about: Vec::new(),
            is_flipped,
            packed,
            links,
        }
    }

    /// Returns the address of the position after a node.
    pub(crate) fn link(&self, node: usize) -> String {
        match &self.links {
            MoveLinks::Page(before) => format!("{before}{node}"),
            MoveLinks::Fragment => format!("#n{node}"),
        }
    }
}

/// The name of a position: its operation `id`.
pub(crate) fn identity(epd: &Epd) -> Option<String> {
    match epd.value("id")? {
        Value::Text(name) => Some(name).filter(|name| !name.trim().is_empty()),
        _ => None,
    }
}

/// The task of a position whose best moves are given, and these moves.
fn task(epd: &Epd, letters: Language, words: &Words) -> Option<(String, String)> {
    let Some(Value::Moves(moves)) = epd.value("bm") else { return None };
    let moves: Vec<String> =
        moves.into_iter().map(|ply| Notation::San(letters).print(&epd.position, ply)).collect();
    let side = epd.position.turn().fold_wb(&words.task_white, &words.task_black);
    Some((side.clone(), moves.join(", ")))
}

/// The node of an index, with the board and the sentence of its move; the start if there is none.
fn node_at(game: &Game, index: usize, voice: Speech) -> (NodeId, Option<(BoardId, String)>) {
    if index == 0 || index >= game.tree.id_bound() {
        return (NodeId::ROOT, None);
    }
    let mut nodes = game.walk().filter_map(|event| match event {
        WalkEvent::Move { node, before, .. } if node.index() == index => {
            let on = game.tree.board(node);
            let ply = game.tree.ply(node);
            Some((node, ply.map(|ply| (on, voice.move_sentence(before.board(on), ply)))))
        }
        _ => None,
    });
    nodes.next().unwrap_or((NodeId::ROOT, None))
}

fn seat(board: &BoardFrame, color: Color) -> SeatLine {
    let seat = board.seats.get(color);
    SeatLine {
        colour: color.fold_wb("white", "black"),
        name: if seat.name.is_empty() { "?".to_owned() } else { shortened(&seat.name, NAME) },
        title: shortened(&seat.title, TITLES),
        href: None,
        rating: seat.rating.clone(),
        pocket: board
            .position
            .pockets()
            .map(|pockets| figurines(*pockets.get(color)))
            .filter(|pocket| !pocket.is_empty()),
        clock: seat.clock.map(short),
    }
}

/// Pieces in hand, as text and not as emoji.
fn figurines(pocket: ByRole<u8>) -> String {
    let figurine = |role| match role {
        Role::Pawn => "♟\u{fe0e}",
        Role::Knight => "♞",
        Role::Bishop => "♝",
        Role::Rook => "♜",
        Role::Queen => "♛",
        Role::King => "♚",
    };
    Role::ALL.map(|role| figurine(role).repeat(usize::from(*pocket.get(role)))).concat()
}

/// Formats a clock without unused hours: `4:58`, `1:04:58`.
fn short(clock: ClockTime) -> String {
    let seconds = clock.0.max(0) / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The first moves of a game, in place of a title: `1. e4 e5 2. Nf3 Nc6 …`.
fn first_moves(game: &Game, letters: Language) -> Option<String> {
    let parts = movetext::parts(game, letters, Diagrams::NONE);
    let mut moves = parts.iter().filter_map(|part| match part {
        TextPart::Move { number, text, depth: 0, .. } => Some((number, text)),
        _ => None,
    });
    let mut title = String::new();
    for (number, text) in moves.by_ref().take(TITLE) {
        // A comment makes the number of Black's move necessary in a text, not here.
        if !number.is_empty() && (title.is_empty() || !number.ends_with("..")) {
            title += &format!("{number} ");
        }
        title += &format!("{text} ");
    }
    if moves.next().is_some() {
        title.push('…');
    }
    (!title.is_empty()).then(|| title.trim_end().to_owned())
}

/// Shortens a text to at most `most` characters.
fn shortened(text: &str, most: usize) -> String {
    let mut out: String = text.chars().take(most).collect();
    if text.chars().nth(most).is_some() {
        out.push('…');
    }
    out
}

/// Returns a game without its variations, and without moves beyond the limit of a page.
fn mainline(game: &Game) -> Game {
    let mut short = Game { tree: Tree::new(), ..game.clone() };
    let mut last = NodeId::ROOT;
    for node in game.tree.mainline().take(NODES) {
        if let Some(ply) = game.tree.ply(node) {
            last = short.tree.add_on(last, game.tree.board(node), ply);
            *short.tree.annotations_mut(last) = game.tree.annotations(node).clone();
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut() {
        assert_eq!(shortened("abc", 3), "abc");
        assert_eq!(shortened("abcd", 3), "abc…");
    }

    #[test]
    fn a_game_without_players_has_its_moves_as_title() {
        for (pgn, title) in [
            ("1. e4 {best} e5 (1... c5) 2. Nf3 *", Some("1. e4 e5 2. Nf3")),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *", Some("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 …")),
            ("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n7... Kd7 *", Some("7... Kd7")),
            ("*", None),
        ] {
            let options = partie_formats::ReadOptions::default();
            let game = partie_pgn::parse(pgn.as_bytes(), &options).value;
            assert_eq!(first_moves(&game, Language::English).as_deref(), title, "{pgn}");
        }
    }

    #[test]
    fn a_board_is_turned_without_scripts_too() {
        let text = "[White \"Anna\"]\n[Black \"Boris\"]\n\n1. e4 *";
        let game =
            partie_pgn::parse(text.as_bytes(), &partie_formats::ReadOptions::default()).value;
        let shell = Shell::of_files(crate::words::Words::of("en"), "", "");
        let of = |is_flipped| {
            let shown = Shown { is_flipped, ..first() };
            let picture = |_: &BoardFrame, flipped: bool| Some(flipped.to_string());
            let article = Article::of(&game, &shell, shown, &picture);
            let names = article.boards[0].seats.each_ref().map(|seat| seat.name.clone());
            (article.boards[0].picture.clone(), names)
        };
        let names = ["Anna", "Boris"].map(str::to_owned);
        assert_eq!(of(true), (Some("true".to_owned()), names.clone()));
        let [white, black] = names;
        assert_eq!(of(false), (Some("false".to_owned()), [black, white]));
    }

    fn first() -> Shown {
        let links = MoveLinks::Fragment;
        Shown { node: 0, level: 1, links, is_flipped: false, packed: None }
    }

    #[test]
    fn boards_are_described_in_the_language_of_the_page() {
        let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Rh8+ *";
        let game =
            partie_pgn::parse(text.as_bytes(), &partie_formats::ReadOptions::default()).value;
        let none = |_: &BoardFrame, _| None;
        let describe = |words: &'static crate::Words, node| {
            let shell = Shell::of_files(words, "", "");
            let article = Article::of(&game, &shell, Shown { node, ..first() }, &none);
            article.boards[0].description.clone()
        };
        for (code, start, end) in [
            (
                "en",
                "White: king e1, rook h1. Black: king e8. White to move. White may castle kingside.",
                "White: king e1, rook h8. Black: king e8. Black to move. Black is in check. \
                 Move 1, White: rook from h1 to h8, check.",
            ),
            (
                "de",
                "Weiß: König e1, Turm h1. Schwarz: König e8. Weiß am Zug. Weiß darf kurz rochieren.",
                "Weiß: König e1, Turm h8. Schwarz: König e8. Schwarz am Zug. \
                 Schwarz steht im Schach. Zug 1, Weiß: Turm von h1 nach h8, Schach.",
            ),
        ] {
            let words = crate::words::Words::of(code);
            assert_eq!(describe(words, 0), start);
            assert_eq!(describe(words, 1), end);
            assert_eq!(words.positions(), None);
        }
        let added = |code: &str| crate::words::Words {
            code: code.to_owned(),
            ..crate::words::Words::of("en").clone()
        };
        assert_eq!([added("it").positions(), added("eo").positions()], [None, Some("en")]);
    }

    #[test]
    fn of_a_game_with_too_many_variations_the_mainline_is_shown() {
        let text = format!("1. e4 {} e5 2. Nf3 *", "(1. d4 d5)".repeat(NODES));
        let game =
            partie_pgn::parse(text.as_bytes(), &partie_formats::ReadOptions::default()).value;
        let none = |_: &BoardFrame, _| None;
        let shell = Shell::of_files(crate::words::Words::of("en"), "", "");
        let article = Article::of(&game, &shell, first(), &none);
        let moves = article.cells.iter().filter(|cell| matches!(cell, Cell::Move { .. })).count();
        assert_eq!((moves, article.is_cut), (3, true));
    }
}
