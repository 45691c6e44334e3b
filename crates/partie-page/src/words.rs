//! The words of the pages in one language.
//!
//! Each language is a file of TOML with the same keys. Four are part of the program; a server may
//! be given more ([`Languages`](crate::Languages)).

use std::{collections::BTreeMap, fmt::Display, sync::LazyLock};

use partie_core::{Date, Language, Message, Nag, openings};
use partie_formats::Code;
use partie_speech::{MovePhrases, Speech, SpeechLanguage};
use serde::de::Error as _;
use toml::de::Error;

use crate::{
    assets,
    diagnostics::{self, Catalogue, Localized},
};

// Derived code for reading so many fields takes the compiler longer than all else of this crate.
macro_rules! words {
    ($($key:ident),* $(,)?) => {
        /// The words of the pages in one language.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the English words say what they are")]
        pub struct Words {
            $(pub $key: String,)*
            /// The script with its words for scripts, of an added language; else empty.
            pub(crate) script: String,
            /// Meanings of signs by their numbers, of an added language.
            pub(crate) signs: BTreeMap<String, String>,
            /// Phrases for moves of an added language that has them all.
            pub(crate) phrases: Option<&'static MovePhrases>,
            /// Diagnostics of an added language, or as a browser was given them.
            pub(crate) catalogue: Catalogue,
        }

        const KEYS: &[&str] = &[$(stringify!($key)),*];

        impl Words {
            fn get_mut(&mut self, key: &str) -> Option<&mut String> {
                match key {
                    $(stringify!($key) => Some(&mut self.$key),)*
                    _ => None,
                }
            }
        }
    };
}

words! {
    code,
    name,
    skip,
    pages,
    language,
    theme,
    theme_system,
    theme_light,
    theme_dark,
    notation,
    notation_language,
    notation_english,
    notation_figurines,
    made_with,
    play,
    play_needs_script,
    paste,
    paste_lead,
    paste_label,
    paste_hint,
    paste_file,
    paste_button,
    paste_again,
    paste_too_long,
    paste_long_hint,
    read_here,
    read_on_server,
    examples,
    example_broken,
    example_french,
    example_log,
    example_czech,
    example_fen,
    example_bughouse,
    read_as,
    inside,
    games_count,
    encoding,
    task_white,
    task_black,
    solution,
    all_understood,
    moves_understood,
    some_unread,
    some_doubtful,
    words_kept,
    severity_note,
    severity_repaired,
    severity_warning,
    severity_error,
    one_note,
    one_repaired,
    one_warning,
    one_error,
    nothing_read,
    nothing_to_read,
    foreign,
    packed,
    understood,
    left_out,
    outside,
    legend_tag,
    legend_move,
    legend_number,
    legend_comment,
    legend_result,
    legend_field,
    legend_kept,
    diagnostics,
    line,
    column,
    explain,
    mend,
    mend_all,
    mend_safe,
    mend_likely,
    mend_guess,
    safe,
    likely,
    guess,
    nothing_to_mend,
    mend_long,
    difference,
    download,
    loses,
    too_many_moves,
    render_makes,
    made_on_server,
    not_made,
    share,
    share_hint,
    shared,
    share_too_long,
    games,
    number,
    white,
    black,
    result,
    event,
    date,
    moves,
    one_move,
    few_moves,
    many_moves,
    variation,
    list_pages,
    any_game,
    show_game,
    list_games,
    players,
    tournaments,
    player,
    points,
    opponent,
    colour,
    score,
    all_tags,
    board,
    not_read,
    variations_left_out,
    text_of_game,
    start,
    annotated_by,
    error_not_found,
    error_too_large,
    error_unpacked,
    error_not_kept,
    error_request,
    error_method,
    error_position,
    damaged,
    back_to_start,
    explorer,
    starting_position,
    move_heading,
    odds,
    rating,
    filters,
    titled_players,
    last_played_short,
    thousands,
    back,
    find,
    find_names,
    find_player,
    find_opening,
    find_event,
    find_since,
    find_until,
    find_more,
    find_variant,
    for_example,
    none_found,
    next_page,
    open_full,
    import,
    import_label,
    import_hint,
    import_most,
    import_again,
    import_button,
    import_drop,
    import_arriving,
    import_reading,
    import_sent,
    import_read,
    import_rate,
    import_left,
    import_cancel,
    import_goes_on,
    import_done,
    import_cancelled,
    import_resume,
    import_known,
    import_repeated,
    import_more,
    import_no_games,
    import_foreign,
    import_archive,
    import_truncated,
    import_unread,
    import_failed,
    import_not_sent,
    import_busy,
    import_left_out,
    import_no_file,
    import_added,
    import_now,
    import_clean,
    import_doubtful,
    import_broken,
    import_without_game,
    import_show,
    error_local,
    decimal,
    percent_sign,
    statistics,
    share_of_all,
    out_of,
    year,
    as_table,
    longest_game,
    mean_length,
    played,
    last_played,
    mean_rating,
    white_wins,
    draws,
    black_wins,
    no_result,
    white_score,
    topic_results,
    topic_years,
    topic_ratings,
    topic_lengths,
    topic_families,
    topic_openings,
    topic_speeds,
    topic_time_controls,
    topic_terminations,
    topic_variants,
    topic_events,
    family_a,
    family_b,
    family_c,
    family_d,
    family_e,
    bullet,
    blitz,
    rapid,
    classical,
    correspondence,
    openings_white,
    openings_black,
    opponents,
    won,
    drawn,
    lost,
    performance,
    mean_opponents,
    spellings,
    both_players,
    use_of_time,
    mean,
    all_moves,
    from_move,
    with_clocks,
    longest_thought,
    short_of_time,
    lost_on_time,
    won_on_time,
    impossible_clocks,
    event_unknown,
    kind_match,
    kind_round_robin,
    kind_double_round_robin,
    kind_scheveningen,
    kind_swiss,
    kind_knockout,
    kind_simultaneous,
    games_a_pair,
    rounds,
    round_letter,
    white_letter,
    black_letter,
    bye,
    performance_short,
    tie_direct,
    tie_wins,
    tie_buchholz_cut,
    teams,
    not_parted,
    missing_games,
    missing_rounds,
    missing_byes,
    rounds_by_dates,
    rounds_by_order,
    left_out_nameless,
    left_out_one_name,
    left_out_bye,
    left_out_repeated,
}

static BUILT_IN: LazyLock<Vec<Words>> = LazyLock::new(|| {
    let texts = [
        include_str!("../words/en.toml"),
        include_str!("../words/fr.toml"),
        include_str!("../words/de.toml"),
        include_str!("../words/cs.toml"),
    ];
    texts.into_iter().filter_map(|text| Words::parse(text).ok()).collect()
});

impl Words {
    /// Codes and names of the languages that are part of the program, English first: for callers
    /// that need no words.
    pub const LANGUAGES: [(&str, &str); 4] =
        [("en", "English"), ("fr", "français"), ("de", "Deutsch"), ("cs", "čeština")];

    /// Reads the words of a language from TOML.
    ///
    /// # Errors
    ///
    /// If a key is missing or unknown, with its name.
    pub fn parse(text: &str) -> Result<Words, toml::de::Error> {
        Words::named(toml::from_str(text)?)
    }

    /// Fills in words by their names, each of which has to be there.
    pub(crate) fn named(mut table: BTreeMap<String, String>) -> Result<Words, Error> {
        let mut words = Words::default();
        for &key in KEYS {
            let value = table.remove(key).ok_or_else(|| Error::missing_field(key))?;
            if let Some(word) = words.get_mut(key) {
                *word = value;
            }
        }
        match table.into_keys().next() {
            Some(key) => Err(Error::custom(format_args!("unknown key `{key}`"))),
            None => Ok(words),
        }
    }

    /// Returns the languages that are part of the program, English first.
    #[must_use]
    pub fn built_in() -> &'static [Words] {
        &BUILT_IN
    }

    /// Returns the words of a language, given by its code; English if there are none.
    #[must_use]
    pub fn of(code: &str) -> &'static Words {
        BUILT_IN.iter().find(|words| words.code == code).unwrap_or(&BUILT_IN[0])
    }

    /// Returns true if the language is part of the program.
    pub(crate) const fn is_built_in(&self) -> bool {
        self.script.is_empty()
    }

    /// Returns the name of the script with the words of an added language.
    pub(crate) fn script_name(&self) -> String {
        format!("language-{}.js", self.code)
    }

    /// Returns the scripts with these words that pages of files load, with their names.
    #[must_use]
    pub fn scripts(&self) -> Vec<(String, &[u8])> {
        let mut names =
            vec![format!("words-{}.js", if self.is_built_in() { &self.code } else { "en" })];
        names.extend((!self.is_built_in()).then(|| "language.js".to_owned()));
        let assets = names.iter().filter_map(|name| assets::named(name));
        let mut scripts: Vec<_> =
            assets.map(|asset| (asset.name.to_owned(), asset.content)).collect();
        scripts.extend((!self.is_built_in()).then(|| (self.script_name(), self.script.as_bytes())));
        scripts
    }

    /// Returns the voice for sentences on games.
    #[must_use]
    pub fn speech(&self) -> Speech {
        Speech { moves: self.phrases, ..Speech::new(self.spoken().unwrap_or_default()) }
    }

    /// Returns the language of sentences on moves, if it is not that of the words.
    #[must_use]
    pub fn sentences(&self) -> Option<&'static str> {
        let translated = self.phrases.is_some() || self.spoken().is_some();
        (!translated).then(|| SpeechLanguage::default().code())
    }

    /// Returns the voice for positions, which is that of no added language.
    pub(crate) fn voice(&self) -> Speech {
        Speech::new(self.spoken().unwrap_or_default())
    }

    /// Returns the colon between a label and its value: in French a space stands before it.
    #[must_use]
    pub fn colon(&self) -> &'static str {
        if self.code == "fr" { "\u{a0}: " } else { ": " }
    }

    /// Returns a value after its label.
    #[must_use]
    pub fn labelled(&self, label: &str, value: impl Display) -> String {
        format!("{label}{}{value}", self.colon())
    }

    /// Returns the code and name of an opening, given in English, as far as the language has names.
    #[must_use]
    pub fn opening(&self, text: &str) -> String {
        match text.split_once(' ') {
            Some((code, name)) => format!("{code} {}", openings::translated(name, self.letters())),
            None => text.to_owned(),
        }
    }

    /// Returns the language of a text that names an opening, if it is not that of the words.
    pub(crate) fn opening_language(&self, text: &str) -> Option<&'static str> {
        (self.code != "en" && openings::is_named(text)).then_some("en")
    }

    /// Returns the language of sentences on positions, if it is not that of the words.
    pub(crate) fn positions(&self) -> Option<&'static str> {
        self.spoken().is_none().then(|| SpeechLanguage::default().code())
    }

    /// Returns the meaning of a sign of a move or a position; `None` if it has no settled one.
    #[must_use]
    pub fn sign(&self, nag: Nag) -> Option<&str> {
        let translated = self.signs.get(&nag.0.to_string());
        translated.map(String::as_str).or_else(|| self.speech().nag(nag))
    }

    /// Adds translations of diagnostics: a file of [`assets`] as it is unpacked. Those of the program's
    /// languages have them already, but for a browser.
    #[must_use]
    pub fn with_diagnostics(mut self, file: &str) -> Words {
        self.catalogue = Catalogue::parse(file);
        self
    }

    /// Returns the name of the file of [`assets`] with diagnostics in this language, if there is one.
    pub(crate) fn diagnostics_file(&self) -> Option<String> {
        let name = format!("diagnostics-{}.toml.gz", self.code);
        assets::named(&name).map(|_| name)
    }

    fn catalogues(&self) -> [Option<&Catalogue>; 2] {
        [Some(&self.catalogue), Catalogue::built_in(&self.code)]
    }

    /// Returns the sentence of a diagnostic.
    pub(crate) fn sentence(&self, message: &Message) -> Localized<String> {
        diagnostics::sentence(&self.catalogues(), message)
    }

    /// Returns the title and the explanation of a code.
    pub(crate) fn code_text(&self, code: &'static Code) -> Localized<(&str, &str)> {
        diagnostics::code_text(&self.catalogues(), code)
    }

    fn spoken(&self) -> Option<SpeechLanguage> {
        SpeechLanguage::of_code(&self.code)
    }

    /// Returns the language of chess records with the letters of these words; English for others.
    pub(crate) fn letters(&self) -> Language {
        self.code.parse().unwrap_or_default()
    }

    /// Formats a date of a record; texts that are no dates stay as they are written.
    #[must_use]
    pub fn date_of(&self, written: &str) -> String {
        written.parse().map_or_else(|_| written.to_owned(), |date| self.day(date))
    }

    /// Formats a date without its unknown parts, by its numbers where the language is not part of
    /// the program.
    #[must_use]
    pub fn day(&self, date: Date) -> String {
        self.spoken().map_or_else(|| date.iso(), |language| Speech::new(language).date(date))
    }

    /// Formats the first and the last of some days, or one, without repeating what both have at their end.
    #[must_use]
    pub fn days(&self, first: Date, last: Date) -> String {
        let [first, last] = [first, last].map(|date| self.day(date));
        let [early, late] = [&first, &last].map(|date| date.split(' ').collect::<Vec<_>>());
        let common = early.iter().rev().zip(late.iter().rev()).take_while(|(a, b)| a == b).count();
        let own = early.len() - common;
        if own == 0 && early.len() == late.len() {
            first
        } else if common == 0 || early.len() != late.len() {
            format!("{first} – {last}")
        } else {
            let dash = if own == 1 { "–" } else { " – " };
            format!("{}{dash}{last}", early[..own].join(" "))
        }
    }

    /// Formats a number with the language's separator between groups of three digits.
    #[must_use]
    pub fn grouped(&self, number: u64) -> String {
        let digits = number.to_string();
        let mut out = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                out += &self.thousands;
            }
            out.push(digit);
        }
        out
    }

    /// Returns the unit of a number of moves.
    #[must_use]
    pub fn moves_unit(&self, moves: usize) -> &str {
        match moves {
            1 => &self.one_move,
            2..=4 => &self.few_moves,
            _ => &self.many_moves,
        }
    }

    /// Formats a number with so many digits after the language's decimal point.
    #[must_use]
    pub fn rounded(&self, number: f64, digits: usize) -> String {
        format!("{number:.digits$}").replace('.', &self.decimal)
    }

    /// Formats the number of rows that are shown of all, after a heading.
    #[must_use]
    pub fn part_of(&self, shown: u64, all: u64) -> String {
        format!(" ({} {} {})", self.grouped(shown), self.out_of, self.grouped(all))
    }

    /// Formats a number of percent.
    #[must_use]
    pub fn percent(&self, number: f64, digits: usize) -> String {
        format!("{}{}", self.rounded(number, digits), self.percent_sign)
    }

    /// Returns the name of a severity of one diagnostic.
    pub(crate) fn severity(&self, severity: partie_formats::Severity) -> &str {
        match severity {
            partie_formats::Severity::Note => &self.one_note,
            partie_formats::Severity::Repaired => &self.one_repaired,
            partie_formats::Severity::Warning => &self.one_warning,
            partie_formats::Severity::Error => &self.one_error,
        }
    }

    /// Returns the name of a confidence.
    pub(crate) fn confidence(&self, confidence: partie_formats::Confidence) -> &str {
        match confidence {
            partie_formats::Confidence::Safe => &self.safe,
            partie_formats::Confidence::Likely => &self.likely,
            partie_formats::Confidence::Guess => &self.guess,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_words() {
        let languages = Words::built_in().iter().map(|words| (&*words.code, &*words.name));
        assert!(languages.eq(Words::LANGUAGES));
        let error = |text: &str| Words::parse(text).unwrap_err().to_string();
        assert_eq!(error("code = \"xx\"").trim_end(), "missing field `name`");
        let english = include_str!("../words/en.toml");
        assert_eq!(error(&format!("{english}\nnmae = \"x\"")).trim_end(), "unknown key `nmae`");
        assert!(error("code = 3").contains("line 1"));
    }

    #[test]
    fn numbers_of_a_language() {
        let english = Words::of("en");
        for (number, expected) in
            [(7, "7"), (999, "999"), (1000, "1,000"), (46_177_000, "46,177,000")]
        {
            assert_eq!(english.grouped(number), expected);
        }
        assert_eq!(Words::of("cs").grouped(12_345), "12\u{a0}345");
        assert_eq!(english.percent(54.25, 1), "54.2%");
        assert_eq!(Words::of("de").percent(54.25, 1), "54,2\u{a0}%");
        assert_eq!(Words::of("fr").percent(54.25, 0), "54\u{a0}%");
    }

    #[test]
    fn days_of_a_language() {
        for (code, first, last, expected) in [
            ("en", "2023.06.01", "2023.06.09", "1–9 June 2023"),
            ("en", "2023.06.30", "2023.07.02", "30 June – 2 July 2023"),
            ("en", "2023.12.30", "2024.01.02", "30 December 2023 – 2 January 2024"),
            ("en", "2023.06.??", "2023.08.??", "June–August 2023"),
            ("en", "2023.??.??", "2024.??.??", "2023 – 2024"),
            ("en", "2023.06.??", "2023.06.09", "June 2023 – 9 June 2023"),
            ("en", "2023.06.09", "2023.06.09", "9 June 2023"),
            ("fr", "2023.06.01", "2023.06.09", "1er–9 juin 2023"),
            ("de", "2023.06.01", "2023.06.09", "1.–9. Juni 2023"),
            ("cs", "2023.06.01", "2023.06.09", "1.–9. června 2023"),
        ] {
            let [first, last] = [first, last].map(|date| date.parse().expect("a date"));
            assert_eq!(Words::of(code).days(first, last), expected);
        }
    }

    #[test]
    fn dates_of_a_language() {
        let added = Words { code: "eo".to_owned(), ..Words::of("en").clone() };
        for (written, expected) in [
            (
                "1998-3-14",
                ["14 March 1998", "14 mars 1998", "14. März 1998", "14. března 1998", "1998-03-14"],
            ),
            ("1998.03.??", ["March 1998", "mars 1998", "März 1998", "březen 1998", "1998-03"]),
            ("1998.??.??", ["1998"; 5]),
            ("14.3.1998", ["14.3.1998"; 5]),
            ("", [""; 5]),
        ] {
            let dates: Vec<_> = Words::built_in()
                .iter()
                .chain([&added])
                .map(|words| words.date_of(written))
                .collect();
            assert_eq!(dates, expected, "{written}");
        }
    }
}
