//! Circles of imports between the files of a crate, computed from the sources.
//!
//! An arrow leads from a file to the file in which a name that it imports is defined; re-exports
//! are followed. Files that reach each other by arrows are a circle: none of them can be read,
//! moved or tested without the others.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The most files in a circle.
const MOST: usize = 2;

/// A module path below the crate's root: `["game", "end"]`.
type ModulePath = Vec<String>;

/// An imported path with the name by which the file knows it.
#[derive(Clone)]
struct Import {
    path: ModulePath,
    name: String,
    /// Set for `pub use` and `pub(crate) use`.
    reexport: bool,
}

/// A source file without comments, strings and unit tests.
struct Source {
    code: String,
    imports: Vec<Import>,
}

/// The files of a crate by module.
struct Modules(BTreeMap<ModulePath, Source>);

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Removes comments, the contents of strings, and the unit tests at the end.
fn code_of(text: &str) -> String {
    let text = text.find("#[cfg(test)]\nmod tests {").map_or(text, |at| &text[..at]);
    let mut code = String::new();
    for line in text.lines() {
        let mut rest = line;
        if let Some(at) = rest.find("//") {
            rest = &rest[..at];
        }
        let mut inside = false;
        let mut before = ' ';
        for c in rest.chars() {
            if c == '"' && before != '\\' && before != '\'' {
                inside = !inside;
            } else if !inside {
                code.push(c);
            }
            before = c;
        }
        code.push('\n');
    }
    code
}

/// Splits `use` declarations off a file's code.
fn split_imports(code: &str, own: &[String]) -> (String, Vec<Import>) {
    let mut rest = String::new();
    let mut imports = Vec::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim_start();
        let body = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "]
            .into_iter()
            .find_map(|start| Some((start, trimmed.strip_prefix(start)?)));
        let Some((start, first)) = body else {
            rest.push_str(line);
            rest.push('\n');
            continue;
        };
        let mut tree = first.to_owned();
        while !tree.contains(';') {
            let Some(next) = lines.next() else { break };
            tree.push_str(next);
        }
        let tree = tree.split(';').next().unwrap_or_default();
        let mut found = Vec::new();
        expand(&[], tree, &mut found);
        for (path, name) in found {
            if let Some(path) = absolute(&path, own) {
                imports.push(Import { path, name, reexport: start != "use " });
            }
        }
    }
    (rest, imports)
}

/// Expands the tree of a `use` declaration: paths, and the names that they get.
fn expand(before: &[String], tree: &str, out: &mut Vec<(ModulePath, String)>) {
    let tree = tree.trim();
    if let Some((prefix, inner)) = tree.split_once('{') {
        let mut path = before.to_vec();
        path.extend(prefix.split("::").map(str::trim).filter(|s| !s.is_empty()).map(str::to_owned));
        let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
        let mut depth = 0;
        let mut start = 0;
        for (at, c) in inner.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    expand(&path, &inner[start..at], out);
                    start = at + 1;
                }
                _ => {}
            }
        }
        expand(&path, &inner[start..], out);
    } else if !tree.is_empty() {
        let (tree, alias) = match tree.split_once(" as ") {
            Some((tree, alias)) => (tree, Some(alias.trim().to_owned())),
            None => (tree, None),
        };
        let mut path = before.to_vec();
        path.extend(tree.split("::").map(|s| s.trim().to_owned()));
        if path.len() > 1 && path.last().is_some_and(|s| s == "self") {
            path.pop();
        }
        let name = alias.or_else(|| path.last().cloned()).unwrap_or_default();
        out.push((path, name));
    }
}

/// The path below the crate's root, if it stays within the crate. A bare first segment may be a
/// child module.
fn absolute(path: &[String], own: &[String]) -> Option<ModulePath> {
    let mut at = own.to_vec();
    let mut segments = path.iter().peekable();
    match segments.peek()?.as_str() {
        "crate" => {
            at.clear();
            segments.next();
        }
        "self" => {
            segments.next();
        }
        _ => {}
    }
    while segments.peek().is_some_and(|s| *s == "super") {
        segments.next();
        at.pop()?;
    }
    at.extend(segments.cloned());
    Some(at)
}

/// Returns true if a file defines an item of a name.
fn defines(code: &str, name: &str) -> bool {
    let kinds =
        ["fn ", "struct ", "enum ", "const ", "static ", "type ", "trait ", "macro_rules! "];
    kinds.iter().any(|kind| {
        let item = format!("{kind}{name}");
        code.match_indices(&item).any(|(at, _)| !code[at + item.len()..].starts_with(is_word))
    })
}

impl Modules {
    fn of(folder: &Path) -> Modules {
        let mut files = Vec::new();
        sources(folder, &mut files);
        let tests = test_modules(&files);
        let mut modules = BTreeMap::new();
        for file in files {
            let within = file.strip_prefix(folder).expect("a source").with_extension("");
            let mut path: ModulePath =
                within.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if path.first().is_some_and(|part| part == "bin")
                || path.last().is_some_and(|part| tests.contains(part))
            {
                continue;
            }
            if path.last().is_some_and(|part| part == "mod") {
                path.pop();
            }
            if path == ["lib"] || path == ["main"] {
                path.clear();
            }
            let code = code_of(&fs::read_to_string(&file).expect("source"));
            let (code, imports) = split_imports(&code, &path);
            modules.insert(path, Source { code, imports });
        }
        Modules(modules)
    }

    /// The module in which the item of a path is defined.
    fn home(&self, path: &[String], depth: usize) -> Option<ModulePath> {
        let known = (0..=path.len()).rev().find(|n| self.0.contains_key(&path[..*n]))?;
        let (module, rest) = path.split_at(known);
        let (Some(name), true) = (rest.first(), depth < 8) else { return Some(module.to_vec()) };
        let source = &self.0[module];
        let reexports = source.imports.iter().filter(|i| i.reexport);
        let named = reexports.clone().find(|i| i.name == *name);
        let glob = reexports.filter(|i| i.name == "*").find_map(|i| {
            let target = &i.path[..i.path.len() - 1];
            let there = self.0.get(target).is_some_and(|s| defines(&s.code, name));
            (there && !defines(&source.code, name)).then(|| target.to_vec())
        });
        match named {
            Some(import) => {
                let whole: ModulePath = import.path.iter().chain(&rest[1..]).cloned().collect();
                self.home(&whole, depth + 1)
            }
            None if glob.is_some() => glob,
            // The root itself is no item: a name of another crate.
            None if module.is_empty() && !defines(&source.code, name) => None,
            None => Some(module.to_vec()),
        }
    }

    /// The paths of the items that a module names.
    fn named(&self, own: &ModulePath) -> Vec<ModulePath> {
        let source = &self.0[own];
        let mut paths: Vec<ModulePath> = Vec::new();
        let mut names: BTreeMap<&str, &ModulePath> = BTreeMap::new();
        for import in &source.imports {
            names.insert(&import.name, &import.path);
            if !import.reexport && import.name != "*" {
                paths.push(import.path.clone());
            } else if import.name == "*" && !import.reexport {
                paths.push(import.path[..import.path.len() - 1].to_vec());
            }
        }
        // Paths in the code: of the crate, of imported modules and of child modules.
        for (at, _) in source.code.match_indices("::") {
            let before = &source.code[..at];
            let start = before.rfind(|c| !is_word(c)).map_or(0, |i| i + 1);
            // The middle of a path, or `pub(in crate::a)`.
            let middle = before[..start].ends_with("::") || start == at;
            if middle || before[..start].ends_with("pub(in ") {
                continue;
            }
            let mut path = vec![source.code[start..at].to_owned()];
            let mut rest = &source.code[at..];
            while let Some(tail) = rest.strip_prefix("::") {
                let end = tail.find(|c| !is_word(c)).unwrap_or(tail.len());
                if end == 0 {
                    break;
                }
                path.push(tail[..end].to_owned());
                rest = &tail[end..];
            }
            let first = path[0].as_str();
            if ["crate", "super", "self"].contains(&first) {
                paths.extend(absolute(&path, own));
            } else if let Some(import) = names.get(first) {
                paths.push(import.iter().chain(&path[1..]).cloned().collect());
            } else {
                let child: ModulePath = own.iter().chain(&path).cloned().collect();
                if self.0.contains_key(&child[..=own.len()]) {
                    paths.push(child);
                }
            }
        }
        paths
    }

    /// The modules whose items a module names.
    fn arrows(&self, own: &ModulePath) -> BTreeSet<ModulePath> {
        let mut homes: BTreeSet<ModulePath> =
            self.named(own).iter().filter_map(|path| self.home(path, 0)).collect();
        homes.remove(own);
        homes
    }

    /// The circles, each once: files that reach each other.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let arrows: BTreeMap<&ModulePath, BTreeSet<ModulePath>> =
            self.0.keys().map(|own| (own, self.arrows(own))).collect();
        let reach: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> = arrows
            .keys()
            .map(|own| {
                let mut seen: BTreeSet<&ModulePath> = BTreeSet::new();
                let mut open: Vec<&ModulePath> = arrows[own].iter().collect();
                while let Some(next) = open.pop() {
                    if seen.insert(next) {
                        open.extend(&arrows[next]);
                    }
                }
                (*own, seen)
            })
            .collect();
        let circle = |own: &&ModulePath| -> Vec<String> {
            let back = reach[own].iter().filter(|other| reach[*other].contains(*own));
            back.map(|path| path.join("::")).collect()
        };
        reach.keys().map(circle).filter(|files| !files.is_empty()).collect()
    }

    /// The functions that the files of a module call in files of another.
    fn calls(&self, from: &str, to: &str) -> Vec<String> {
        let within = |path: &ModulePath, module: &str| path.first().is_some_and(|m| m == module);
        let mut calls = Vec::new();
        for own in self.0.keys().filter(|own| within(own, from)) {
            for path in self.named(own) {
                let (Some(home), Some(name)) = (self.home(&path, 0), path.last()) else { continue };
                let is_item = path.len() > home.len();
                let function = format!("fn {name}(");
                if within(&home, to) && is_item && self.0[&home].code.contains(&function) {
                    calls.push(format!("{} calls {}", own.join("::"), path.join("::")));
                }
            }
        }
        calls
    }
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

/// The names of the modules that are compiled for tests only.
fn test_modules(files: &[PathBuf]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).expect("source");
        for rest in text.split("#[cfg(test)]\nmod ").skip(1) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            if rest[end..].starts_with(';') {
                names.insert(rest[..end].to_owned());
            }
        }
    }
    names
}

#[test]
fn circles_of_imports_stay_small() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut too_large = Vec::new();
    for entry in fs::read_dir(crates).expect("crates") {
        let folder = entry.expect("entry").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let circles = Modules::of(&folder.join("src")).circles();
        println!("{name}: {} circles of two files: {circles:?}", circles.len());
        for circle in circles.iter().filter(|circle| circle.len() > MOST) {
            too_large.push(format!("{name}: {} files: {circle:?}", circle.len()));
        }
    }
    assert!(too_large.is_empty(), "circles of imports grew:\n{}", too_large.join("\n"));
}

#[test]
fn a_circle_is_found_through_reexports() {
    let text = |path: &[&str], code: &str| {
        let path: ModulePath = path.iter().map(|s| (*s).to_owned()).collect();
        let (code, imports) = split_imports(&code_of(code), &path);
        (path, Source { code, imports })
    };
    let modules = Modules(BTreeMap::from([
        text(&[], "mod a;\nmod b;\nmod c;\npub use c::C;\n"),
        text(&["a"], "use crate::b::{self, B};\nstruct A(B);\n"),
        text(&["b"], "use crate::C;\nstruct B(C); // crate::a::A\n"),
        text(&["c"], "struct C(Box<super::a::A>, \"crate::b::B\");\n"),
    ]));
    let circles: Vec<_> = modules.circles().into_iter().collect();
    assert_eq!(circles, [["a", "b", "c"]]);
}

/// The steps of a game's bytes through the PGN reader, as ARCHITECTURE.md draws them.
fn steps() -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let page = fs::read_to_string(page).expect("ARCHITECTURE.md");
    let line = page.lines().find(|line| line.trim_start().starts_with("parse ─>"));
    line.expect("the steps").split("─>").map(|step| step.trim().to_owned()).collect()
}

/// Calls of an earlier step for a text within the text, where one begins anew.
const ANEW: &[&str] = &[
    // Checks whether a comment contains moves of the game.
    "movetext::annotate calls token::scan",
];

#[test]
fn no_step_of_the_pgn_reader_calls_one_before_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../partie-pgn/src");
    let modules = Modules::of(&folder);
    let steps = steps();
    println!("partie_pgn::parse: {} steps", steps.len());
    assert!(steps.len() <= 8, "{steps:?}");
    let mut back = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let known = modules.0.keys().any(|path| path.first() == Some(step));
        assert!(known || step == "decode", "{step} is no module of the PGN reader");
        back.extend(steps[..i].iter().flat_map(|before| modules.calls(step, before)));
    }
    back.retain(|call| !ANEW.contains(&call.as_str()));
    assert!(back.is_empty(), "a step goes back:\n{}", back.join("\n"));
    // The steps are really taken, so that the test can fail.
    assert!(!modules.calls("parse", "fast").is_empty());
    assert!(!modules.calls("examine", "movetext").is_empty());
}
