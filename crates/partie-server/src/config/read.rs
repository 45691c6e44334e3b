//! From texts to a configuration, with a place for every fault.

use std::{
    collections::BTreeMap,
    ops::Range,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use toml::{
    Table, Value,
    de::{DeTable, DeValue, ValueDeserializer},
};

use super::{COMMENTED, Config, Fault, Faults, File, Tls};

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
    /// The defaults, with `file` over them and `variables` over both. The data folder is by default
    /// `$STATE_DIRECTORY` (systemd), `$XDG_DATA_HOME/partie`, `$HOME/.local/share/partie`, or
    /// `/var/lib/partie`, the first one that is set.
    ///
    /// # Errors
    /// Returns all faults of the file and the variables at once.
    pub fn read(
        file: Option<&File<'_>>,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Faults> {
        read(file, variables.into_iter().collect())
    }
}

fn read(file: Option<&File<'_>>, variables: BTreeMap<String, String>) -> Result<Config, Faults> {
    let data = data_folder(&variables);
    let mut layers = Layers::default();
    let mut faults = Vec::new();
    if let Some(file) = file {
        read_file(file, &mut layers, &mut faults);
    }
    for (name, value) in variables {
        if name.starts_with("PARTIE_")
            && !NO_SETTINGS.iter().any(|other| name.starts_with(other))
            && let Err(what) = read_variable(&name, value, &mut layers)
        {
            faults.push(Fault { place: name, what });
        }
    }
    let Layers { table, mut config } = layers;
    if !table.contains_key("data") {
        config.data = data;
    }
    let Tls { certificate, key } = &config.tls;
    if certificate.is_some() != key.is_some() {
        let (there, missing) =
            if key.is_none() { ("certificate", "key") } else { ("key", "certificate") };
        faults.push(Fault {
            place: "[tls]".to_owned(),
            what: format!("there is a {there} and no {missing}; both are needed"),
        });
    }
    if faults.is_empty() { Ok(config) } else { Err(Faults(faults)) }
}

/// Layers of values, each overriding the earlier ones.
#[derive(Default)]
struct Layers {
    table: Table,
    config: Config,
}

impl Layers {
    /// Sets a value to the first of its meanings that is valid; else the fault is the first's.
    fn set(
        &mut self,
        section: &str,
        name: &str,
        meanings: impl IntoIterator<Item = Value>,
    ) -> Result<(), String> {
        let mut fault = None;
        for value in meanings {
            let mut table = self.table.clone();
            if section.is_empty() {
                table.insert(name.to_owned(), value);
            } else {
                let inner = table.entry(section).or_insert_with(|| Value::Table(Table::new()));
                inner.as_table_mut().map(|inner| inner.insert(name.to_owned(), value));
            }
            match table.clone().try_into::<Config>() {
                Ok(config) => {
                    *self = Self { table, config };
                    return Ok(());
                }
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        fault.map_or(Ok(()), |error| Err(error.message().to_owned()))
    }
}

fn data_folder(variables: &BTreeMap<String, String>) -> PathBuf {
    let known = |name: &str| variables.get(name).filter(|value| !value.is_empty());
    if let Some(folder) = known("STATE_DIRECTORY") {
        // systemd puts colons between several; the first is ours.
        return PathBuf::from(folder.split(':').next().unwrap_or(folder));
    }
    // The second is Windows'.
    if let Some(folder) = known("XDG_DATA_HOME").or_else(|| known("LOCALAPPDATA")) {
        return Path::new(folder).join("partie");
    }
    match known("HOME") {
        Some(home) => Path::new(home).join(".local/share/partie"),
        None => PathBuf::from("/var/lib/partie"),
    }
}

fn read_file(file: &File<'_>, layers: &mut Layers, faults: &mut Vec<Fault>) {
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
    let mut given = Vec::new();
    for (key, value) in table.into_inner() {
        let name = key.get_ref().clone();
        match value.get_ref() {
            DeValue::Table(inner) if settings().any(|(section, _)| section == name) => {
                let within = inner.clone().into_iter();
                given.extend(within.map(|(key, value)| (name.clone(), key, value)));
            }
            // For `partie check`.
            DeValue::Table(_) if name == "check" => {}
            DeValue::Table(_) => faults.push(Fault {
                place: place(key.span()),
                what: format!("there is no [{name}]{}", hint(&name, sections())),
            }),
            _ => given.push(("".into(), key, value)),
        }
    }
    for (section, key, value) in given {
        let name = key.get_ref();
        let outcome = if settings().any(|setting| setting == (&section, name)) {
            Value::deserialize(ValueDeserializer::from(value))
                .map_err(|error| error.message().to_owned())
                .and_then(|value| layers.set(&section, name, [value]))
                .map_err(|what| format!("{name}: {what}"))
        } else {
            Err(unknown(&section, name))
        };
        if let Err(what) = outcome {
            faults.push(Fault { place: place(key.span()), what });
        }
    }
}

fn read_variable(variable: &str, text: String, layers: &mut Layers) -> Result<(), String> {
    let Some((section, name)) = settings().find(|setting| variable_of(*setting) == variable) else {
        let all = settings().map(variable_of);
        return Err(format!("there is no such setting{}", hint(variable, all)));
    };
    let number = text.trim().parse().ok().map(Value::Integer);
    let truth = match &*text {
        "true" | "1" => Some(Value::Boolean(true)),
        "false" | "0" => Some(Value::Boolean(false)),
        _ => None,
    };
    let lines = text.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.map(|line| Value::String(line.to_owned())).collect();
    let (text, lines) = (Some(Value::String(text)), Some(Value::Array(lines)));
    layers.set(section, name, [text, number, truth, lines].into_iter().flatten())
}

/// Returns the names of all settings in the commented file, each with its table (empty above all
/// tables).
fn settings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut section = "";
    COMMENTED.lines().filter_map(move |line| {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        }
        let (name, _) = line.trim_start_matches("# ").split_once(" = ")?;
        Some((section, name))
    })
}

/// The variable that sets this: `PARTIE_LIMITS_IDLE_MINUTES`.
fn variable_of((section, name): (&str, &str)) -> String {
    let between = if section.is_empty() { "" } else { "_" };
    format!("PARTIE{between}{section}_{name}").to_uppercase()
}

fn sections() -> impl Iterator<Item = String> {
    settings().map(|(section, _)| section.to_owned()).filter(|section| !section.is_empty())
}

fn unknown(section: &str, name: &str) -> String {
    // A setting in the wrong table is a likelier slip than a wrong letter.
    match settings().find(|setting| setting.1 == name) {
        Some(("", _)) => format!("`{name}` stands above all tables, not in [{section}]"),
        Some((right, _)) => format!("`{name}` belongs to [{right}]"),
        None => {
            let within = settings().filter(|setting| setting.0 == section);
            let within = within.map(|(_, name)| name.to_owned());
            format!("there is no setting `{name}`{}", hint(name, within))
        }
    }
}

/// The nearest of the right names, if one is near.
fn hint(name: &str, right: impl Iterator<Item = String>) -> String {
    let near = right.map(|right| (strsim::osa_distance(name, &right), right)).min();
    match near {
        Some((distance, right)) if distance <= 1 + right.len() / 4 => {
            format!("; is `{right}` meant?")
        }
        _ => String::new(),
    }
}
