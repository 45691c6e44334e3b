//! Arguments of `partie site`.

use std::path::PathBuf;

use clap::{
    Args, Subcommand, ValueHint,
    builder::{NonEmptyStringValueParser, PossibleValue},
};
use partie_page::Words;

use super::LanguageFolder;
use crate::args::{Collection, choices};

/// Make web sites of games
#[derive(Debug, Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Examples:
  partie site build games.pgn -o site
  partie site build archive/ -o site --title 'Chess club' --language cs"
)]
pub(crate) struct SiteArguments {
    /// Command to run.
    #[command(subcommand)]
    pub(crate) command: SiteCommand,
}

/// Commands on web sites.
#[derive(Debug, Subcommand)]
pub(crate) enum SiteCommand {
    Build(Box<SiteBuildArguments>),
}

/// Make a web site of games that needs no server
///
/// The site has a list of games, a page for each game to play through, pages of players, crosstables
/// of tournaments, and with --url a feed. It is a folder of files: put it on any web space, or open
/// its index.html from the disk. Pages can be read without JavaScript, too.
///
/// Players and events are as the tags spell them; `partie names` unifies spellings.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie site build games.pgn -o site
  partie site build games.pgn -o site --force  # also if it is there already
  partie site build games.pgn -o third --language de
  partie site build games.pgn -o other --url https://club.example/chess/")]
pub(crate) struct SiteBuildArguments {
    /// Folder to write
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,

    /// Replace a site that is in the folder
    #[arg(long)]
    pub(crate) force: bool,

    /// Title of the site [default: the event, if there is only one]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Language of the pages: `en`, `fr`, `de`, `cs`, or one of --languages
    #[arg(long, value_name = "LANGUAGE", default_value = "en", hide_possible_values = true,
        value_parser = choices::suggesting(NonEmptyStringValueParser::new(), page_languages()))]
    pub(crate) language: String,

    #[command(flatten)]
    pub(crate) added: LanguageFolder,

    /// Address at which the site will be; needed for the feed
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,

    #[command(flatten)]
    pub(crate) collection: Collection,
}

fn page_languages() -> impl Iterator<Item = PossibleValue> {
    Words::LANGUAGES.into_iter().map(|(code, name)| PossibleValue::new(code).help(name))
}
