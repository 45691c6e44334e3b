//! From texts to a configuration, with a place for every fault.

use std::{collections::BTreeMap, ops::Range, path::PathBuf};

use toml::de::{DeTable, DeValue};

use super::{
    Config, Fault, Faults, File,
    settings::{Given, SETTINGS, Setting},
};

/// Variables that begin with `PARTIE_` and are no settings.
const NO_SETTINGS: &[&str] = &[
    "PARTIE_ARTEFACTS",
    "PARTIE_BENCH_",
    "PARTIE_CONFIG",
    "PARTIE_FUZZ_",
    "PARTIE_LOG",
    "PARTIE_TEST_",
];

impl Config {
    /// The defaults, with `file` over them and `variables` over both. The data folder is by
    /// default `$STATE_DIRECTORY` (systemd), `$XDG_DATA_HOME/partie`,
    /// `$HOME/.local/share/partie`, or `/var/lib/partie`, whichever is known first.
    ///
    /// # Errors
    /// All faults of the file and the variables at once.
    pub fn read(
        file: Option<&File<'_>>,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Faults> {
        read(file, variables.into_iter().collect())
    }
}

fn read(file: Option<&File<'_>>, variables: BTreeMap<String, String>) -> Result<Config, Faults> {
    let mut config = Config::new(data_folder(&variables));
    let mut faults = Vec::new();
    if let Some(file) = file {
        read_file(file, &mut config, &mut faults);
    }
    for (name, value) in variables {
        if name.starts_with("PARTIE_") && !NO_SETTINGS.iter().any(|other| name.starts_with(other)) {
            read_variable(&name, value, &mut config, &mut faults);
        }
    }
    if config.certificate.is_some() != config.key.is_some() {
        let (there, missing) =
            if config.key.is_none() { ("certificate", "key") } else { ("key", "certificate") };
        faults.push(Fault {
            place: "[tls]".to_owned(),
            what: format!("there is a {there} and no {missing}; both are needed"),
        });
    }
    if faults.is_empty() { Ok(config) } else { Err(Faults(faults)) }
}

fn data_folder(variables: &BTreeMap<String, String>) -> PathBuf {
    let known = |name: &str| variables.get(name).filter(|value| !value.is_empty());
    if let Some(folder) = known("STATE_DIRECTORY") {
        // systemd puts colons between several; the first is ours.
        return PathBuf::from(folder.split(':').next().unwrap_or(folder));
    }
    if let Some(folder) = known("XDG_DATA_HOME") {
        return PathBuf::from(folder).join("partie");
    }
    // On Windows.
    if let Some(folder) = known("LOCALAPPDATA") {
        return PathBuf::from(folder).join("partie");
    }
    match known("HOME") {
        Some(home) => PathBuf::from(home).join(".local/share/partie"),
        None => PathBuf::from("/var/lib/partie"),
    }
}

fn read_file(file: &File<'_>, config: &mut Config, faults: &mut Vec<Fault>) {
    let place = |span: Range<usize>| {
        let line = file.text.bytes().take(span.start).filter(|b| *b == b'\n').count() + 1;
        format!("{}:{line}", file.name)
    };
    let (table, broken) = DeTable::parse_recoverable(file.text);
    for fault in &broken {
        faults.push(Fault {
            place: place(fault.span().unwrap_or(0..0)),
            what: fault.message().to_owned(),
        });
    }
    if !broken.is_empty() {
        return;
    }
    let mut settings = Vec::new();
    for (key, value) in table.get_ref() {
        let name = key.get_ref().as_ref();
        match value.get_ref() {
            DeValue::Table(inner) if SETTINGS.iter().any(|s| s.section == name) => {
                for (key, value) in inner {
                    settings.push((name, key, value));
                }
            }
            // For `partie check`.
            DeValue::Table(_) if name == "check" => {}
            DeValue::Table(_) => faults.push(Fault {
                place: place(key.span()),
                what: format!("there is no [{name}]{}", hint(name, sections())),
            }),
            _ => settings.push(("", key, value)),
        }
    }
    for (section, key, value) in settings {
        let name = key.get_ref().as_ref();
        let found = SETTINGS.iter().find(|s| s.section == section && s.name == name);
        let outcome = match found {
            Some(setting) => given(value.get_ref()).and_then(|given| (setting.set)(config, &given)),
            None => Err(unknown(section, name)),
        };
        if let Err(what) = outcome {
            let what = if found.is_some() { format!("{name}: {what}") } else { what };
            faults.push(Fault { place: place(key.span()), what });
        }
    }
}

fn given(value: &DeValue<'_>) -> Result<Given, String> {
    match value {
        DeValue::String(text) => Ok(Given::Text(text.to_string())),
        DeValue::Integer(number) => {
            i64::from_str_radix(&number.as_str().replace('_', ""), number.radix())
                .map(Given::Number)
                .map_err(|_| format!("{} is too large", number.as_str()))
        }
        DeValue::Boolean(truth) => Ok(Given::Truth(*truth)),
        DeValue::Array(all) => {
            let one = |value: &toml::Spanned<DeValue<'_>>| match value.get_ref() {
                DeValue::String(text) => Ok(text.to_string()),
                _ => Err("expected texts in quotes between the brackets".to_owned()),
            };
            all.iter().map(one).collect::<Result<_, _>>().map(Given::Texts)
        }
        _ => Err("expected a text, a number, a truth value or texts in brackets".to_owned()),
    }
}

fn read_variable(name: &str, value: String, config: &mut Config, faults: &mut Vec<Fault>) {
    let outcome = match SETTINGS.iter().find(|setting| variable(setting) == name) {
        Some(setting) => (setting.set)(config, &Given::Variable(value)),
        None => {
            Err(format!("there is no such setting{}", hint(name, SETTINGS.iter().map(variable))))
        }
    };
    if let Err(what) = outcome {
        faults.push(Fault { place: name.to_owned(), what });
    }
}

/// The variable that sets this: `PARTIE_LIMITS_IDLE_MINUTES`.
fn variable(setting: &Setting) -> String {
    let section = if setting.section.is_empty() { "" } else { "_" };
    format!("PARTIE{section}{}_{}", setting.section, setting.name).to_uppercase()
}

fn sections() -> impl Iterator<Item = String> {
    SETTINGS.iter().map(|s| s.section.to_owned()).filter(|s| !s.is_empty())
}

fn unknown(section: &str, name: &str) -> String {
    // A setting in the wrong table is a likelier slip than a wrong letter.
    if let Some(setting) = SETTINGS.iter().find(|s| s.name == name) {
        return match setting.section {
            "" => format!("`{name}` stands above all tables, not in [{section}]"),
            right => format!("`{name}` belongs to [{right}]"),
        };
    }
    let within = SETTINGS.iter().filter(|s| s.section == section).map(|s| s.name.to_owned());
    format!("there is no setting `{name}`{}", hint(name, within))
}

/// The nearest of the right names, if one is near.
fn hint(name: &str, right: impl Iterator<Item = String>) -> String {
    let near = right.map(|right| (distance(name, &right), right)).min();
    match near {
        Some((distance, right)) if distance <= 1 + right.len() / 4 => {
            format!("; is `{right}` meant?")
        }
        _ => String::new(),
    }
}

/// Number of letters to insert, delete, replace, or swap with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                let earlier: &Vec<usize> = &before;
                best = best.min(earlier[j - 2] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}
