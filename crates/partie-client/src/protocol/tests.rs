//! The types of the browser's side.

use ts_rs::{Config, TS};

use super::*;

#[test]
fn the_script_has_the_same_types() {
    fn declared<T: TS + 'static>(out: &mut String) {
        let config = Config::default();
        let docs = T::docs().unwrap_or_default();
        *out += &format!("\n{}export {}\n", docs, T::decl(&config));
    }
    let mut text =
        "// Made by the tests of `partie-client` from the types of the program.\n".to_owned();
    declared::<Message>(&mut text);
    declared::<Refused>(&mut text);
    declared::<News>(&mut text);
    declared::<Change>(&mut text);
    declared::<LoginRefusal>(&mut text);
    declared::<LivePlayer>(&mut text);
    declared::<Relation>(&mut text);
    declared::<LiveBoard>(&mut text);
    declared::<LiveMove>(&mut text);
    declared::<LiveFacts>(&mut text);
    declared::<Seek>(&mut text);
    declared::<Side>(&mut text);
    declared::<Offer>(&mut text);
    declared::<Way>(&mut text);
    declared::<Said>(&mut text);
    declared::<GameRow>(&mut text);
    declared::<PlayerRow>(&mut text);
    declared::<Doing>(&mut text);
    declared::<AdjournedRow>(&mut text);
    declared::<Asked>(&mut text);
    declared::<Request>(&mut text);
    let text = text.replace(" \n", "\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/types/Live.ts");
    if std::env::var_os("PARTIE_WRITE").is_some() {
        std::fs::write(path, &text).expect("written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == text, "{path} is old; run with PARTIE_WRITE=1");
}
