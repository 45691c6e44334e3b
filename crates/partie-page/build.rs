//! Lists the words of pages and the files that pages load, and packs diagnostics as they are sent to browsers.

use std::{
    collections::BTreeMap, env, error::Error, fmt::Write as _, fs, io::Write as _, path::PathBuf,
};

use flate2::{Compression, write::GzEncoder};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=assets");
    println!("cargo::rerun-if-changed=words");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);

    let english = fs::read_to_string(root.join("words/en/pages.toml"))?;
    let keys = english.lines().filter_map(|line| Some(line.split_once(" = ")?.0));
    fs::write(
        out.join("words.rs"),
        format!("words! {{ {} }}", keys.collect::<Vec<_>>().join(", ")),
    )?;

    let mut files = BTreeMap::new();
    for language in fs::read_dir(root.join("words"))? {
        let language = language?;
        let Ok(diagnostics) = fs::read(language.path().join("diagnostics.toml")) else { continue };
        let name = format!("diagnostics-{}.toml.gz", language.file_name().display());
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&diagnostics)?;
        fs::write(out.join(&name), packed.finish()?)?;
        files.insert(name, "OUT_DIR");
    }
    for asset in fs::read_dir(root.join("assets"))? {
        let asset = asset?;
        files.insert(asset.file_name().display().to_string(), "CARGO_MANIFEST_DIR");
    }
    // A page made in a browser is part of a page that has loaded them.
    if env::var("CARGO_CFG_TARGET_FAMILY")? == "wasm" {
        files.clear();
    }
    let mut list = String::new();
    // Clones that share a target directory share this list, so it names no folder.
    for (name, folder) in files {
        let media_type = match name.trim_end_matches(".gz").rsplit('.').next() {
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("toml") => "application/toml",
            Some("wasm") => "application/wasm",
            _ => return Err(format!("expected a file that pages load, but found {name}").into()),
        };
        let path = if folder == "OUT_DIR" { format!("/{name}") } else { format!("/assets/{name}") };
        writeln!(
            list,
            "Asset {{ name: {name:?}, media_type: {media_type:?}, \
             content: include_bytes!(concat!(env!({folder:?}), {path:?})) }},"
        )?;
    }
    fs::write(out.join("assets.rs"), format!("&[{list}]"))?;
    Ok(())
}
