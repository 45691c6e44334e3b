//! Rendering of pages.

use std::time::Duration;

use askama::Template;
use partie_core::Game;
use partie_formats::{Confidence, Severity};
use partie_render::{BoardFrame, Frame};
use similar::{ChangeTag, TextDiff};

use crate::{
    article::{Article, MoveLinks, Shown},
    download::{Offer, format_label},
    examples,
    list::{ListedGame, Search},
    moves::Cell,
    page_game::PackedGame,
    picture,
    reading::{Reading, ReadingRow, Remark},
    sheet::Sheet,
    shell::Shell,
    source::SourceText,
};

/// The longest text that stands in a form again, in bytes.
const EDITABLE: usize = 256 << 10;
/// The longest text that can be shared, in bytes.
pub const LONGEST_SHARED: usize = 1 << 20;
/// Time after which very different texts are compared less closely. In a browser there is no clock,
/// and the text's owner may wait.
const COMPARING: Option<Duration> =
    if cfg!(target_family = "wasm") { None } else { Some(Duration::from_millis(300)) };
/// The most lines of a difference that are shown.
const DIFFERENT: usize = 2000;
/// Number of unchanged lines that a difference shows around a change.
const CONTEXT: usize = 2;

/// A form for texts.
struct Form {
    text: String,
    read: bool,
    too_long: bool,
    /// Number of the game that is shown, from 1.
    number: u64,
    can_mend: bool,
    can_share: bool,
    too_long_to_share: bool,
    downloads: Vec<Offer>,
    examples: Vec<(&'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "paste.html")]
struct PasteTemplate<'a> {
    shell: &'a Shell,
    form: Form,
}

#[derive(Template)]
#[template(path = "read.html")]
struct ReadTemplate<'a> {
    shell: &'a Shell,
    title: String,
    /// True if the text consists of whitespace.
    is_empty: bool,
    verdict: String,
    verdict_class: &'static str,
    read_as: String,
    games: u64,
    encoding: Option<&'static str>,
    counts: Vec<(&'a str, u64, String)>,
    shared: Option<&'a str>,
    difference: Option<Vec<DifferenceLine>>,
    article: Option<Article>,
    sources: Vec<SourceText>,
    outside: &'a [String],
    remarks: Vec<Remark<'a>>,
    rows: &'a [ReadingRow],
    /// Number of the game that is shown.
    number: u64,
    form: Form,
}

impl ReadTemplate<'_> {
    /// Returns the players of a game, or its number where they are not known.
    fn name_of(&self, number: u64) -> String {
        let row = usize::try_from(number - 1).ok().and_then(|index| self.rows.get(index));
        row.map_or_else(|| number.to_string(), |row| row.game.name(self.shell.words))
    }
}

#[derive(Template)]
#[template(path = "live.html")]
struct LiveTemplate<'a> {
    shell: &'a Shell,
    server: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "message.html")]
struct MessageTemplate<'a> {
    shell: &'a Shell,
    title: &'a str,
    detail: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "game.html")]
struct GameTemplate<'a> {
    shell: &'a Shell,
    article: Article,
    last: Option<(String, String)>,
    before: Option<&'a crate::Link>,
    after: Option<&'a crate::Link>,
}

#[derive(Template)]
#[template(path = "sheet.html")]
struct SheetTemplate<'a> {
    shell: &'a Shell,
    sheet: &'a Sheet,
}

#[derive(Template)]
#[template(path = "games.html")]
struct GamesTemplate<'a> {
    shell: &'a Shell,
    /// The page that answers a search.
    action: &'static str,
    list: &'a GamesPage<'a>,
}

/// A list of games on a page.
#[derive(Clone, Debug, Default)]
pub struct GamesPage<'a> {
    /// The title.
    pub title: &'a str,
    /// Number of all games, if it is known.
    pub games: Option<u64>,
    /// True if there are more games than that.
    pub more: bool,
    /// The games that are listed.
    pub rows: &'a [ListedGame],
    /// Links to the other parts of the list.
    pub pages: &'a [crate::Link],
    /// The address of the next part, if there is one.
    pub next: Option<String>,
    /// True if a search finds the games of other parts: a filter and orders of these rows alone mislead.
    pub partial: bool,
    /// The address of the [script](crate::rows_script) with the rows of all parts, if there is one.
    pub all_rows: Option<&'a str>,
    /// Conditions of the search, if games can be looked for.
    pub search: Option<&'a Search>,
    /// Names of saved searches.
    pub saved: Vec<String>,
    /// The column by which the list is sorted, as [`SORTED`](crate::SORTED) names it, after a `-` in
    /// descending order; empty if it has the order of the collection.
    pub sort: &'a str,
    /// True if the names of players lead to their pages.
    pub players: bool,
    /// True if events have pages.
    pub tournaments: bool,
    /// True if files can be sent to the collection.
    pub import: bool,
    /// Reason why no search was made.
    pub error: Option<String>,
}

/// The heading of a column of a list.
struct ListHeading<'a> {
    text: &'a str,
    /// The address of the list in the order of the column, or in the opposite one if it has that.
    href: Option<String>,
    /// The order, as `aria-sort` names it.
    order: Option<&'static str>,
}

impl GamesPage<'_> {
    /// Returns links to the saved searches.
    fn saved_links(&self) -> impl Iterator<Item = crate::Link> {
        let chosen = self.search.map_or("", |search| &search.saved);
        self.saved.iter().map(move |name| {
            let search = Search { saved: name.clone(), ..Search::default() };
            let href = format!("games?{}", search.query());
            crate::Link { href, text: name.clone(), current: name == chosen }
        })
    }

    fn headings<'a>(&self, shell: &'a Shell) -> [ListHeading<'a>; 7] {
        let words = shell.words;
        let columns = [
            (&words.number, ""),
            (&words.white, "white"),
            (&words.black, "black"),
            (&words.result, "result"),
            (&words.event, "event"),
            (&words.date, "date"),
            (&words.moves, "plies"),
        ];
        let (by, descends) = match self.sort.strip_prefix('-') {
            Some(by) => (by, true),
            None => (self.sort, false),
        };
        columns.map(|(text, column)| {
            let is_sorted = by == column && !column.is_empty();
            let sort =
                if is_sorted && !descends { format!("-{column}") } else { column.to_owned() };
            let href = self.search.map(|search| search.sorted_address(&sort, 0));
            // The order of the collection has no opposite.
            let href = href.filter(|_| by != column || is_sorted);
            let order = if descends { "descending" } else { "ascending" };
            ListHeading { text, href, order: is_sorted.then_some(order) }
        })
    }
}

/// A line of a difference.
struct DifferenceLine {
    sign: char,
    text: String,
}

/// Renders the first page: a form for texts.
#[must_use]
pub fn front(shell: &Shell) -> String {
    let form = Form {
        text: String::new(),
        read: false,
        too_long: false,
        number: 1,
        can_mend: false,
        can_share: false,
        too_long_to_share: false,
        downloads: Vec::new(),
        examples: examples::ALL
            .iter()
            .map(|example| (example.name, example.label(shell.words)))
            .collect(),
    };
    rendered(&PasteTemplate { shell, form })
}

/// Additions to the page of a text that was read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadingView<'a> {
    /// The text before it was mended.
    pub before: Option<&'a [u8]>,
    /// The address under which the text is kept.
    pub shared: Option<&'a str>,
    /// Index of the node whose position is drawn.
    pub node: usize,
    /// The address up to the number of a node, if single positions have addresses.
    pub links: Option<&'a str>,
}

/// Renders the page of a text that was read.
#[must_use]
pub fn reading(shell: &Shell, reading: &Reading, view: ReadingView<'_>) -> String {
    let words = shell.words;
    let links = view.links.map_or(MoveLinks::Fragment, |links| MoveLinks::Page(links.to_owned()));
    let article = reading.record().map(|record| {
        let shown = Shown { node: view.node, level: 2, links, is_flipped: false, packed: None };
        Article::of(record.game(), shell, shown, &|board, flipped| {
            (!shell.in_browser).then(|| picture::address(&shell.root, board, flipped))
        })
    });
    let is_empty = reading.bytes.trim_ascii().is_empty();
    let title = match &article {
        Some(article) => article.title.clone(),
        None if is_empty => words.nothing_to_read.clone(),
        None => words.nothing_read.clone(),
    };
    let [notes, repaired, warnings, errors] = reading.severities;
    let counts = [
        (&words.severity_error, errors, Severity::Error),
        (&words.severity_warning, warnings, Severity::Warning),
        (&words.severity_repaired, repaired, Severity::Repaired),
        (&words.severity_note, notes, Severity::Note),
    ];
    let mut shown: Vec<_> = counts
        .into_iter()
        .filter(|(_, count, _)| *count > 0)
        .map(|(label, count, severity)| (label.as_str(), count, format!("severity-{severity}")))
        .collect();
    if reading.words_kept > 0 {
        shown.push((&words.words_kept, reading.words_kept as u64, "severity-warning".to_owned()));
    }
    let (verdict, verdict_class) = match (reading.games, reading.is_understood()) {
        (0, _) => (&words.nothing_read, "bad"),
        (_, true) => (&words.all_understood, "good"),
        (_, false) if reading.keeps_words_only() => (&words.moves_understood, "good"),
        (_, false) if errors > 0 => (&words.some_unread, "bad"),
        (_, false) if reading.words_kept > 0 => (&words.some_unread, "fair"),
        (_, false) => (&words.some_doubtful, "fair"),
    };
    let read_as = match reading.layers.container {
        None => format_label(reading.layers.format).to_owned(),
        Some(container) => {
            format!(
                "{}, {} {}",
                format_label(reading.layers.format),
                words.inside,
                container.describe()
            )
        }
    };
    let text = String::from_utf8_lossy(&reading.bytes);
    let encoding = reading.shown.first().map(|record| record.encoding);
    let text = match encoding.filter(|encoding| !encoding.starts_with("UTF-")) {
        Some(label) => partie_formats::decode::decode(&reading.bytes, Some(label)).text,
        None => text,
    };
    let too_long = text.len() > EDITABLE;
    let form = Form {
        read: true,
        too_long,
        number: reading.number,
        can_mend: reading.can_mend() && reading.games > 0,
        can_share: shell.shares && view.shared.is_none(),
        too_long_to_share: reading.bytes.len() > LONGEST_SHARED,
        downloads: Offer::all(reading),
        examples: Vec::new(),
        text: if too_long { String::new() } else { text.clone().into_owned() },
    };
    rendered(&ReadTemplate {
        shell,
        title,
        is_empty,
        verdict: verdict.clone(),
        verdict_class,
        read_as,
        games: reading.games,
        encoding: reading.wide.or(encoding),
        counts: shown,
        shared: view.shared,
        difference: view
            .before
            .filter(|_| !too_long)
            .map(|before| difference(&String::from_utf8_lossy(before), &text)),
        article,
        sources: reading.sources(),
        outside: &reading.outside,
        remarks: reading.remarks(words),
        rows: &reading.rows,
        number: reading.number,
        form,
    })
}

/// Returns the page on which games are played, on a remote server of this name if there is one.
#[must_use]
pub fn live(shell: &Shell, server: Option<&str>) -> String {
    rendered(&LiveTemplate { shell, server })
}

/// Renders a page with a message, such as that nothing was found.
#[must_use]
pub fn message(shell: &Shell, title: &str, detail: Option<&str>) -> String {
    rendered(&MessageTemplate { shell, title, detail })
}

/// The game of a page of its own.
#[derive(Debug)]
pub struct GamePage<'a> {
    /// The game.
    pub game: &'a Game,
    /// Index of the node whose position is drawn.
    pub node: usize,
    /// Targets of the links of moves.
    pub links: MoveLinks,
    /// The game before it.
    pub before: Option<&'a crate::Link>,
    /// The game after it.
    pub after: Option<&'a crate::Link>,
    /// True if there is an explorer of the collection.
    pub explorer: bool,
    /// The address of the game as a file, if it has one.
    pub file: Option<String>,
    /// Links to its players and its event.
    pub about: Vec<crate::Link>,
    /// True if Black is at the bottom.
    pub is_flipped: bool,
    /// The game packed for the script, which writes the list of moves; the page has a script of
    /// [`packed_words_script`](crate::packed_words_script).
    pub packed: Option<PackedGame>,
}

/// Renders the page of a game. `picture` gives the address of the picture of a board, given whether
/// Black is at the bottom.
#[must_use]
pub fn game(
    shell: &Shell,
    page: &GamePage<'_>,
    picture: &dyn Fn(&BoardFrame, bool) -> String,
) -> String {
    let GamePage { game, node, links, before, after, explorer, file, about, is_flipped, packed } =
        page;
    let picture_of = |board: &BoardFrame, flipped| Some(picture(board, flipped));
    let shown = Shown {
        node: *node,
        level: 1,
        links: links.clone(),
        is_flipped: *is_flipped,
        packed: packed.clone(),
    };
    let mut article = Article::of(game, shell, shown, &picture_of);
    article.explorer = *explorer && game.start.first().variant() == partie_core::Variant::Standard;
    article.file.clone_from(file);
    // Names in both lines of players lead to their pages.
    for link in about {
        let mut seats = article.boards.iter_mut().flat_map(|board| &mut board.seats);
        match seats.find(|seat| seat.name == link.text && seat.href.is_none()) {
            Some(seat) => seat.href = Some(link.href.clone()),
            None => article.about.push(link.clone()),
        }
    }
    // A page without a server cannot draw other positions.
    let last = (*links == MoveLinks::Fragment && article.packed.is_none()).then(|| {
        let frame = Frame::at(game, game.tree.mainline_end());
        let board = frame.boards.first()?;
        let label = board.last_move.clone()?;
        Some((picture(board, *is_flipped), label))
    });
    let last = last.flatten();
    rendered(&GameTemplate { shell, article, last, before: *before, after: *after })
}

/// Renders a page of a list of games.
#[must_use]
pub fn games(shell: &Shell, list: &GamesPage<'_>) -> String {
    rendered(&GamesTemplate { shell, action: "games", list })
}

/// Renders a page of tables.
#[must_use]
pub fn sheet(shell: &Shell, sheet: &Sheet) -> String {
    rendered(&SheetTemplate { shell, sheet })
}

/// Rendering a template into memory does not fail.
fn rendered(template: &impl Template) -> String {
    template.render().unwrap_or_default()
}

/// Returns the lines in which two texts differ, with the lines around them.
fn difference(old: &str, new: &str) -> Vec<DifferenceLine> {
    // A form turns all ends of lines into CR LF.
    let (old, new) = (old.replace("\r\n", "\n"), new.replace("\r\n", "\n"));
    let mut comparison = TextDiff::configure();
    if let Some(most) = COMPARING {
        comparison.timeout(most);
    }
    let diff = comparison.diff_lines(&old, &new);
    let mut lines = Vec::new();
    for group in diff.grouped_ops(CONTEXT) {
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            if lines.len() == DIFFERENT {
                lines.push(DifferenceLine { sign: ' ', text: "…\n".to_owned() });
                return lines;
            }
            let sign = match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            lines.push(DifferenceLine {
                sign,
                text: change.value().trim_end_matches('\n').to_owned() + "\n",
            });
        }
    }
    lines
}

/// Names of levels of mending, as forms send them.
#[must_use]
pub fn level(name: &str) -> Option<Confidence> {
    [Confidence::Safe, Confidence::Likely, Confidence::Guess]
        .into_iter()
        .find(|level| level.name() == name)
}
