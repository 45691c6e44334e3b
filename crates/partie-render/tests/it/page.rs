//! The page of a game as a browser meets it.

use std::collections::BTreeSet;

use partie_core::Game;
use partie_formats::ReadOptions;
use partie_pgn as pgn;
use partie_pgn::bpgn;
use partie_render::{Diagrams, PageOptions, page};

const HOSTILE: &str = "\
[Event \"<script>alert(1)</script>\"]
[White \"\\\"><img src=x onerror=alert(2)>\"]
[Black \"Žižka & syn\"]
[Annotator \"'><script>alert(3)</script>\"]
[Result \"1-0\"]

{</style></script><script>alert(4)</script>} 1. e4 e5 (1... c5 {sharp & good} 2. Nf3 (2. c3 d5)) \
2. Bc4 Nc6 {[#]} 3. Qh5 Nf6 $2 4. Qxf7# 1-0
";

fn page_of(game: &Game, diagrams: Diagrams) -> String {
    let options = PageOptions::default().diagrams(diagrams);
    let mut bytes = Vec::new();
    page::write(game, &options, &mut bytes).expect("memory does not fail");
    String::from_utf8(bytes).expect("UTF-8")
}

fn hostile() -> Game {
    pgn::parse(HOSTILE.as_bytes(), &ReadOptions::default()).value
}

/// The values of an attribute, in order.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    page.split(&format!(" {attribute}=\""))
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap_or_default())
        .collect()
}

#[test]
fn text_of_the_game_stays_text() {
    let page = page_of(&hostile(), Diagrams::default());
    // One style and one script, and these are the page's own.
    for tag in ["<script", "</script", "<style", "</style"] {
        assert_eq!(page.matches(tag).count(), 1, "{tag}");
    }
    assert!(!page.contains("<img"));
    assert!(page.contains("&lt;/style&gt;&lt;/script&gt;&lt;script&gt;alert(4)&lt;/script&gt;"));
    assert!(page.contains("&quot;&gt;&lt;img src=x onerror=alert(2)&gt; – Žižka &amp; syn"));
    assert!(page.contains("sharp &amp; good"));
    assert!(page.contains("default-src 'none'") && !page.contains("unsafe-inline"));
    assert!(values(&page, "style").is_empty());
    assert!(
        !page.contains("http://")
            || page.matches("http://").count()
                == page.matches("http://www.w3.org/2000/svg").count()
    );
}

#[test]
fn every_link_leads_somewhere() {
    let game = hostile();
    let page = page_of(&game, Diagrams::default());
    let ids = values(&page, "id");
    let unique: BTreeSet<_> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    for target in values(&page, "href") {
        assert!(unique.contains(&target[1..]), "{target}");
    }
    for attribute in ["data-next", "data-back", "data-other", "aria-labelledby"] {
        let targets = values(&page, attribute);
        assert!(!targets.is_empty());
        for target in targets {
            assert!(unique.contains(target), "{attribute} {target}");
        }
    }
    assert_eq!(page.matches("<figure id=\"p").count(), game.tree.len() + 1);
    assert_eq!(page.matches("<a href=\"#p").count(), game.tree.len());
}

#[test]
fn moves_are_said_and_diagrams_stand_in_the_text() {
    let game = hostile();
    let page = page_of(&game, Diagrams { every: Some(1), end: true, ..Diagrams::BOOK });
    assert!(
        page.contains("data-say=\"Move 4, White: queen from h5 takes pawn on f7, checkmate.\"")
    );
    assert!(page.contains("data-say=\"Move 1, White: pawn from e2 to e4.\""));
    for after in ["1...e5", "2...Nc6", "3...Nf6", "4.Qxf7#"] {
        let caption = format!("<figcaption>After {after}</figcaption>");
        assert_eq!(page.matches(&caption).count(), 1, "{after}");
    }
    assert!(page.contains(">3...Nf6?</a>") || page.contains(">Nf6?</a>"));
    assert!(page.contains("<p class=\"line d2\">\n<a href=\"#p"));
}

#[test]
fn both_boards_of_bughouse() {
    let text = b"[WhiteA \"anna\"][BlackA \"bert\"][WhiteB \"carl\"][BlackB \"dora\"]\n\n\
        1A. e4 1B. d4 1a. d5 1b. d5 2B. Nf3 *";
    let game = bpgn::parse(text, &ReadOptions::default()).value;
    let page = page_of(&game, Diagrams::default());
    assert!(page.contains("anna &amp; dora – bert &amp; carl"));
    assert!(page.contains("data-say=\"Board B, move 2, White: knight from g1 to f3.\""));
    assert!(page.contains(">1a.d5</a>"));
}
