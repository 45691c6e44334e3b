//! Finds out whether the reader for browsers is among the assets. It is built for releases, and without it
//! pages use the server.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(reader)");
    // The folder, because a file that is not there would count as changed in each build.
    println!("cargo::rerun-if-changed=assets");
    if Path::new("assets/partie.wasm.gz").exists() {
        println!("cargo::rustc-cfg=reader");
    }
}
