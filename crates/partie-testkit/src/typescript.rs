//! Types of pages' scripts, made from the types of the program.

/// Compares a file of `web/src/types` with the TypeScript of some types, or writes it if `PARTIE_WRITE`
/// is set. The crate that calls it depends on `ts-rs`.
///
/// # Panics
///
/// Panics if the file differs.
#[macro_export]
macro_rules! same_types {
    ($file:literal: $($type:ty),+ $(,)?) => {{
        let mut text = concat!(
            "// Made by the tests of `", env!("CARGO_PKG_NAME"), "` from the types of the program.\n",
        )
        .to_owned();
        $({
            let docs = <$type as ts_rs::TS>::docs().unwrap_or_default();
            let declared = <$type as ts_rs::TS>::decl(&ts_rs::Config::default());
            text += &format!("\n{docs}export {declared}\n");
        })+
        let text = text.replace(" \n", "\n");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/types/", $file);
        if std::env::var_os("PARTIE_WRITE").is_some() {
            std::fs::write(path, &text).expect("written");
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(found == text, "{path} is old; run with PARTIE_WRITE=1");
    }};
}
