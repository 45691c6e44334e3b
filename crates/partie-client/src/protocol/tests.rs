//! The types of the browser's side.

use super::*;

#[test]
fn the_script_has_the_same_types() {
    partie_testkit::same_types!("Live.ts": Message, Refused, News, Change, LoginRefusal, LivePlayer,
        Relation, LiveBoard, LiveMove, LiveFacts, Seek, Side, Offer, Way, Said, GameRow, PlayerRow,
        Doing, AdjournedRow, Asked, Request);
}
