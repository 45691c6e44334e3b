//! Boundaries between the crates, enforced by reading every manifest and
//! every source file. ARCHITECTURE.md says why each of them stands.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Crates that only the named crates may depend on.
const ONLY: &[(&str, &[&str])] = &[
    ("shakmaty", &["partie-core"]),
    ("arrow", &["partie-db"]),
    ("parquet", &["partie-db"]),
    ("datafusion", &["partie-sql"]),
    ("ballista", &["partie-cluster"]),
    ("tokio", &["partie-server", "partie-sql", "partie-cluster", "partie-cli"]),
    ("clap", &["partie-cli"]),
    ("krilla", &["partie-render"]),
    ("tiny-skia", &["partie-render"]),
    ("anyhow", &["partie-cli", "partie-server", "partie-cluster"]),
    ("rusqlite", &["partie-server"]),
    ("tokio-postgres", &["partie-server"]),
];

/// Crates, each with the others that it may name.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("partie-core", &[]),
    ("partie-speech", &["partie-core"]),
    ("partie-formats", &["partie-core"]),
    ("partie-scoresheet", &["partie-formats", "partie-core"]),
    ("partie-pgn", &["partie-scoresheet", "partie-formats", "partie-core"]),
    ("partie-databases", &["partie-pgn", "partie-formats", "partie-core"]),
    ("partie-wire", &["partie-speech", "partie-formats", "partie-core"]),
    (
        "partie-records",
        &["partie-wire", "partie-pgn", "partie-scoresheet", "partie-formats", "partie-core"],
    ),
    (
        "partie-testkit",
        &["partie-records", "partie-wire", "partie-pgn", "partie-formats", "partie-core"],
    ),
    ("partie-render", &["partie-speech", "partie-pgn", "partie-formats", "partie-core"]),
    (
        "partie-page",
        &[
            "partie-render",
            "partie-records",
            "partie-speech",
            "partie-pgn",
            "partie-formats",
            "partie-core",
        ],
    ),
    ("partie-wasm", &["partie-page"]),
    ("partie-client", &["partie-wire", "partie-speech", "partie-formats", "partie-core"]),
    ("partie-ics", &["partie-wire", "partie-formats", "partie-core"]),
    ("partie-db", &["partie-records", "partie-pgn", "partie-formats", "partie-core"]),
    (
        "partie-site",
        &["partie-page", "partie-render", "partie-db", "partie-formats", "partie-core"],
    ),
    (
        "partie-server",
        &[
            "partie-client",
            "partie-ics",
            "partie-page",
            "partie-wire",
            "partie-pgn",
            "partie-formats",
            "partie-core",
        ],
    ),
    (
        "partie",
        &[
            "partie-databases",
            "partie-db",
            "partie-render",
            "partie-records",
            "partie-wire",
            "partie-pgn",
            "partie-formats",
            "partie-core",
        ],
    ),
    ("partie-sql", &["partie-db", "partie-records", "partie-pgn", "partie-formats", "partie-core"]),
];

fn crates() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("crates") {
        let path = entry.expect("entry").path();
        if path.join("Cargo.toml").is_file() {
            let name = path.file_name().expect("name").to_string_lossy().into_owned();
            found.push((name, path));
        }
    }
    assert!(found.len() >= 3, "the crates moved");
    found.sort();
    found
}

/// The names of the crates in a manifest's `[dependencies]`; dev-dependencies may be anything.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.starts_with("[dependencies") || line.starts_with("[target");
            if let Some(name) = line.strip_prefix("[dependencies.") {
                names.push(name.trim_end_matches(']').to_owned());
            }
        } else if inside && let Some((name, _)) = line.split_once('=') {
            names.push(name.trim().trim_end_matches(".workspace").to_owned());
        }
    }
    names
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn only_their_owners_name_the_heavy_crates() {
    for (name, path) in crates() {
        let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("manifest");
        let dependencies = dependencies(&manifest);
        for (dependency, owners) in ONLY {
            let named = dependencies
                .iter()
                .any(|d| d == dependency || d.starts_with(&format!("{dependency}-")));
            assert!(
                !named || owners.contains(&name.as_str()),
                "{name} names {dependency}; only {owners:?} may"
            );
        }
        // The program names all of them.
        if name == "partie-cli" {
            continue;
        }
        let (_, allowed) = MAY_NAME.iter().find(|(n, _)| *n == name).expect("a row of the crate");
        for d in dependencies.iter().filter(|d| d.starts_with("partie")) {
            assert!(allowed.contains(&d.as_str()), "{name} names {d}: an arrow to the left");
        }
    }
}

#[test]
fn modules_with_modules_are_in_their_folder() {
    for (_, path) in crates() {
        let mut files = Vec::new();
        sources(&path.join("src"), &mut files);
        files.retain(|file| file.with_extension("").is_dir());
        assert!(files.is_empty(), "{files:?}: expected `mod.rs` in the folder of this name");
    }
}

#[test]
fn libraries_neither_print_nor_look_at_the_clock() {
    for (name, path) in crates() {
        if name == "partie-cli" || name == "partie-cluster" || name == "partie-testkit" {
            continue;
        }
        let mut files = Vec::new();
        sources(&path.join("src"), &mut files);
        let tests = test_modules(&files);
        for file in files {
            if tests.iter().any(|name| file.ends_with(format!("{name}.rs"))) {
                continue;
            }
            let text = fs::read_to_string(&file).expect("source");
            for (i, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for word in ["println!(", "eprintln!(", "print!(", "dbg!("] {
                    assert!(!code.contains(word), "{}:{}: a library prints", file.display(), i + 1);
                }
                if name != "partie-server" {
                    for word in [
                        "fs::",
                        "Instant::now",
                        "SystemTime::now",
                        "std::fs",
                        "std::env::var",
                        "thread_rng",
                        "rand::rng",
                    ] {
                        // The facade opens files by their names.
                        let by_name = word.ends_with("fs::") && name == "partie";
                        // A library is a folder.
                        let in_folder = word.ends_with("fs::") || word == "std::fs";
                        let path = file.to_string_lossy().replace('\\', "/");
                        let of_library = ["library", "reader"]
                            .iter()
                            .any(|module| path.contains(&format!("partie-db/src/{module}/")));
                        // A database reads the files that it is handed.
                        let of_database = path.ends_with("partie-databases/src/files.rs");
                        let handed = word == "fs::" && of_database;
                        let uses =
                            code.contains(word) && !(by_name || handed || in_folder && of_library);
                        assert!(!uses, "{}:{}: {word}", file.display(), i + 1);
                    }
                }
            }
        }
    }
}

/// The names of the modules that are compiled for tests only.
fn test_modules(files: &[PathBuf]) -> Vec<String> {
    let mut names = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).expect("source");
        let declared = text.split("#[cfg(test)]\nmod ").skip(1);
        names.extend(declared.filter_map(|rest| {
            let (name, rest) =
                rest.split_at(rest.find(|c: char| !c.is_alphanumeric() && c != '_')?);
            rest.starts_with(';').then(|| name.to_owned())
        }));
    }
    names
}

/// Items that only other crates of the house need are documented like all others; their crates say
/// that they are parts of one, which users name.
#[test]
fn nothing_public_is_hidden() {
    for (name, path) in crates() {
        let mut files = Vec::new();
        sources(&path.join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("source");
            let hidden = concat!("doc(", "hidden)");
            assert!(!text.contains(hidden), "{}: {hidden}", file.display());
        }
        let library = fs::read_to_string(path.join("src/lib.rs")).unwrap_or_default();
        let is_part = library.contains("//! A part of the ");
        let is_own = ["partie", "partie-cli", "partie-testkit", "partie-wasm"].contains(&&*name);
        assert!(is_part || is_own, "{name}: its front page does not say that it is a part");
    }
}

#[test]
fn files_stay_readable() {
    for (_, path) in crates() {
        let mut files = Vec::new();
        sources(&path, &mut files);
        for file in files {
            let lines = fs::read_to_string(&file).expect("source").lines().count();
            assert!(lines <= 800, "{} has {lines} lines; split it", file.display());
        }
    }
}

/// Public items by the words that begin them.
const PUBLIC: &[&str] =
    &["fn", "const fn", "struct", "enum", "trait", "const", "static", "type", "mod", "use"];

/// Lines of code, neither empty nor comments, before the unit tests of a file.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"))
}

/// Prints the figures of the sources: `cargo test -p partie-core --test house -- --nocapture`.
#[test]
fn no_crate_holds_more_than_a_fifth_of_the_code() {
    let mut lengths = Vec::new();
    let mut public = 0;
    let mut crates_by_code = Vec::new();
    for (name, path) in crates() {
        let mut files = Vec::new();
        sources(&path.join("src"), &mut files);
        let mut lines_of_code = 0;
        for file in &files {
            let text = fs::read_to_string(file).expect("source");
            lengths.push(text.lines().count());
            lines_of_code += code(&text).count();
            let items = code(&text).filter_map(|line| line.strip_prefix("pub "));
            public += items
                .filter(|item| PUBLIC.iter().any(|word| item.starts_with(&format!("{word} "))))
                .count();
        }
        crates_by_code.push((lines_of_code, name));
    }
    lengths.sort_unstable();
    crates_by_code.sort_unstable();
    let all: usize = crates_by_code.iter().map(|(lines, _)| lines).sum();
    let (largest, name) = crates_by_code.last().expect("crates");
    println!(
        "{} files of {} lines, {all} of code; median {}, longest {}",
        lengths.len(),
        lengths.iter().sum::<usize>(),
        lengths[lengths.len() / 2],
        lengths.last().expect("files")
    );
    println!("largest crate: {name}, {largest} lines of code, {} %", largest * 100 / all);
    println!("{public} public items");
    assert!(largest * 5 <= all, "{name} has {largest} of {all} lines of code; split it");
}

#[test]
fn each_crate_can_be_packaged() {
    for (name, path) in crates() {
        let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("manifest");
        if manifest.contains("publish = false") {
            continue;
        }
        for field in ["description", "license", "homepage", "readme", "keywords", "categories"] {
            let set = manifest.lines().any(|line| line.starts_with(field));
            assert!(set, "{name}: {field} is missing in Cargo.toml");
        }
        // A package holds only the folder of its crate.
        let mut files = Vec::new();
        sources(&path.join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("source");
            let folder = file.parent().expect("a folder");
            let depth = folder.strip_prefix(&path).expect("a source").components().count();
            for (at, _) in text.match_indices("include_") {
                let argument = text[at..].split('"').nth(1).unwrap_or_default();
                let ups = argument.matches("../").count();
                assert!(ups <= depth, "{}: {argument} is outside of the crate", file.display());
            }
        }
    }
}

#[test]
fn nothing_is_unsafe() {
    for (_, path) in crates() {
        let mut files = Vec::new();
        sources(&path.join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("source");
            let code = text.lines().map(|l| l.split("//").next().unwrap_or_default());
            for (i, line) in code.enumerate() {
                assert!(!line.contains("unsafe {"), "{}:{}: unsafe", file.display(), i + 1);
            }
        }
    }
}

/// Names that not every system has. Elsewhere the program must compile without them.
const OF_ONE_SYSTEM: &[&str] = &[
    "os::unix",
    "os::linux",
    "os::fd",
    "os::windows",
    "unix::fs",
    "unix::net",
    "linux::fs",
    "linux::net",
    "UnixStream",
    "UnixListener",
    "UnixDatagram",
    "signal::unix",
    "signal::windows",
    "signal_hook",
];

/// Documentation begins with a verb or a noun, so that it can be read in a list of items.
#[test]
fn documentation_begins_with_a_verb_or_a_noun() {
    const OTHERS: [&str; 8] =
        ["What ", "Whether ", "How ", "Where ", "Why ", "Which ", "Who ", "Whose "];
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    sources(&root().join("bench"), &mut files);
    assert!(files.len() > 500, "the sources moved");
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("source");
        let mut before = "";
        for (number, line) in text.lines().enumerate() {
            let comment = line.trim_start();
            let doc = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"));
            let doc = doc.unwrap_or_default().trim();
            if before.is_empty() && OTHERS.iter().any(|other| doc.starts_with(other)) {
                wrong.push(format!("{}:{}: {doc}", file.display(), number + 1));
            }
            before = doc;
        }
    }
    assert!(wrong.is_empty(), "begin with a verb or a noun:\n{}", wrong.join("\n"));
}

#[test]
fn what_only_one_system_has_is_behind_a_condition() {
    let mut guarded = 0;
    for (_, path) in crates() {
        let mut files = Vec::new();
        sources(&path, &mut files);
        let conditional = conditional_modules(&files);
        for file in files.iter().filter(|file| !conditional.iter().any(|c| c == *file)) {
            let text = fs::read_to_string(file).expect("source");
            let lines: Vec<_> = text.lines().collect();
            let inside = conditional_lines(&lines);
            for (i, line) in lines.iter().enumerate() {
                // This list itself is of text.
                let code = line.split("//").next().unwrap_or_default();
                let Some(name) = OF_ONE_SYSTEM.iter().find(|name| code.contains(*name)) else {
                    continue;
                };
                if !code.contains(&format!("\"{name}\"")) {
                    guarded += 1;
                    assert!(
                        inside[i],
                        "{}:{}: {name} without #[cfg(unix)] or the like",
                        file.display(),
                        i + 1
                    );
                }
            }
        }
    }
    assert!(guarded > 0, "the names are written in another way now");
}

/// Returns true for an attribute that compiles its item on some systems only.
fn is_condition(line: &str) -> bool {
    line.starts_with("#[cfg(")
        && !line.contains("not(")
        && ["unix", "windows", "target_os"].iter().any(|system| line.contains(system))
}

/// Marks the lines of items under such an attribute. Since rustfmt lays out the code, an item ends
/// with the first closing line that is indented like its first line.
fn conditional_lines(lines: &[&str]) -> Vec<bool> {
    let mut inside = vec![false; lines.len()];
    let indent = |line: &str| line.len() - line.trim_start().len();
    for (i, line) in lines.iter().enumerate().filter(|(_, line)| is_condition(line.trim_start())) {
        for (j, later) in lines.iter().enumerate().skip(i + 1) {
            inside[j] = true;
            let code = later.trim_start();
            let closed = [";", ",", "}"].iter().any(|end| code.ends_with(end));
            if indent(later) == indent(line) && closed && !code.starts_with("#[") {
                break;
            }
        }
    }
    inside
}

/// The files of modules declared under such an attribute, and of the modules below them.
fn conditional_modules(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).expect("source");
        let lines: Vec<_> = text.lines().map(str::trim_start).collect();
        for pair in lines.windows(2).filter(|pair| is_condition(pair[0])) {
            let words = pair[1].trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            let Some(name) = words.strip_prefix("mod ").and_then(|w| w.strip_suffix(';')) else {
                continue;
            };
            let stem = file.file_stem().expect("a name");
            let folder = file.parent().expect("a folder");
            let folder = match stem.to_str() {
                Some("mod" | "lib" | "main") => folder.to_path_buf(),
                _ => folder.join(stem),
            };
            let (single, tree) = (folder.join(format!("{name}.rs")), folder.join(name));
            found.extend(files.iter().filter(|f| **f == single || f.starts_with(&tree)).cloned());
        }
    }
    found
}
