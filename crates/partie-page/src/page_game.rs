//! A game as small as a page of a site can have it: its PGN, which is the text of the page without
//! scripts, and its moves in two letters each, so that the script needs no rules.

use std::collections::{BTreeMap, HashSet};

use partie_core::{Boards, Game, Language, Nag, Notation, Variant, walk::WalkEvent};
use partie_formats::WriteOptions;
use partie_render::{
    Diagrams,
    movetext::{self, TextPart},
};
use serde_json::json;

use crate::{shell::json_for_html, words::Words};

/// The most moves that a page shows with variations; of larger games it shows the mainline.
pub(crate) const NODES: usize = 20_000;
/// The digits of squares, from a1, b1 on.
const SQUARES: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A game whose moves the script unpacks.
#[derive(Clone, Debug)]
pub struct PackedGame {
    /// The game.
    pub(crate) pgn: String,
    /// Its moves in the order of the PGN: from and to as [`SQUARES`] has them, then `=q` for a
    /// promotion, `+` for a double check, `.` for stalemate.
    pub(crate) moves: String,
    /// The first position, if it is not the usual one.
    pub(crate) start: Option<String>,
    /// Pairs of comments as JSON, in the order of the PGN: with moves in PGN's letters, and their
    /// replacement; empty if there are none.
    pub(crate) comments: String,
}

impl PackedGame {
    /// Packs a game of standard chess that was read in full and whose variations a page shows; its
    /// comments are shown with the piece letters of a language.
    #[must_use]
    pub fn of(game: &Game, letters: Language) -> Option<PackedGame> {
        let Boards::One(start) = &game.start else { return None };
        let is_standard = game.variant == Variant::Standard && start.problem().is_none();
        if !is_standard || game.unread.is_some() || game.tree.len() > NODES {
            return None;
        }
        let mut moves = String::new();
        for event in game.walk() {
            let WalkEvent::Move { node, before, .. } = event else { continue };
            let (position, ply) = (before.first(), game.tree.ply(node)?);
            moves += &packed(&Notation::Uci.print(position, ply))?;
            let mut after = position.clone();
            after.play(ply).ok()?;
            if after.checkers().count() > 1 {
                moves.push('+');
            } else if after.is_stalemate() {
                moves.push('.');
            }
        }
        let mut pgn = Vec::new();
        // Memory does not fail.
        let _ = partie_pgn::write(game, &WriteOptions::default(), &mut pgn);
        let is_usual = game.start == Boards::start(Variant::Standard);
        let start = (!is_usual).then(|| crate::data::fens(&game.start).concat());
        let pgn = String::from_utf8(pgn).ok()?.trim_end().to_owned();
        Some(PackedGame { pgn, moves, start, comments: lettered(game, letters) })
    }
}

/// Lists the comments whose letters differ in a language, in order, together with comments of the
/// same words: each entry stands for the next comment with these words.
fn lettered(game: &Game, language: Language) -> String {
    let comments = |language| -> Vec<String> {
        let parts = movetext::parts(game, language, Diagrams::NONE).into_iter();
        let comments = parts.filter_map(|part| match part {
            TextPart::Comment { text, .. } => Some(text),
            _ => None,
        });
        comments.collect()
    };
    let english =
        if language == Language::English { Vec::new() } else { comments(Language::English) };
    if english.is_empty() {
        return String::new();
    }
    let both: Vec<_> = english.into_iter().zip(comments(language)).collect();
    let other = both.iter().filter(|(english, lettered)| english != lettered);
    let other: HashSet<&str> = other.map(|(english, _)| english.as_str()).collect();
    let listed: Vec<_> = both.iter().filter(|(english, _)| other.contains(&**english)).collect();
    if listed.is_empty() {
        String::new()
    } else {
        serde_json::to_string(&listed).unwrap_or_default()
    }
}

/// Packs a move as engines write it. A null move goes from a1 to a1.
fn packed(uci: &str) -> Option<String> {
    let square = |name: &str| {
        let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else { return None };
        Some(char::from(SQUARES[usize::from((rank - b'1') * 8 + file - b'a')]))
    };
    if uci == "0000" {
        return Some("AA".to_owned());
    }
    let mut packed = String::from_iter([square(uci.get(..2)?)?, square(uci.get(2..4)?)?]);
    if let Some(role) = uci.get(4..).filter(|role| !role.is_empty()) {
        packed += &format!("={role}");
    }
    Some(packed)
}

/// The script with all words that packed games need: phrases of moves, and the signs of NAGs.
#[must_use]
pub fn packed_words_script(words: &Words) -> String {
    let signs = (1..=u8::MAX).filter_map(|number| {
        let nag = Nag(number);
        let sign = movetext::common(&movetext::sign(nag));
        let meaning = words.sign(nag).unwrap_or_default();
        (!sign.is_empty()).then(|| (number.to_string(), json!([sign, meaning])))
    });
    let packed = json!({
        "phrases": words.speech().phrases().by_key().collect::<BTreeMap<_, _>>(),
        "signs": signs.collect::<serde_json::Map<_, _>>(),
        "start": words.start,
        "variation": words.variation,
    });
    format!(
        "document.addEventListener(\"partie:words\",e=>Object.assign(e.detail,{{packed:{}}}),true);\n",
        json_for_html(&packed)
    )
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;

    use super::*;

    #[test]
    fn moves_have_two_letters() {
        for (pgn, expected) in [
            ("1. e4 e5 (1... c5) 2. Nf3 *", Some("Mc0kyiGV")),
            ("1. e4 -- 2. Ke2 *", Some("McAAEM")),
            (
                "[FEN \"1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. axb8=Q+ Ke7 2. O-O *",
                Some("w5=q80EG"),
            ),
            ("[Variant \"Atomic\"]\n\n1. e4 *", None),
            ("1. e4 e5 2. Ke8 *", None),
        ] {
            let game = partie_pgn::parse(pgn.as_bytes(), &ReadOptions::default()).value;
            let packed = PackedGame::of(&game, Language::German);
            assert_eq!(packed.map(|packed| packed.moves).as_deref(), expected, "{pgn}");
        }
        assert_eq!(packed("a1h8").as_deref(), Some("A_"));
        assert_eq!(packed("e7e8n").as_deref(), Some("08=n"));
        assert_eq!(packed("P@e4"), None);
    }

    #[test]
    fn comments_are_given_with_letters_where_they_differ() {
        let pgn = "1. e4 {better: Nf3} e5 {good} 2. Qh5 {Nf6 follows} *";
        let game = partie_pgn::parse(pgn.as_bytes(), &ReadOptions::default()).value;
        let comments = |letters| PackedGame::of(&game, letters).expect("packed").comments;
        assert_eq!(
            comments(Language::German),
            r#"[["better: Nf3","better: Sf3"],["Nf6 follows","Sf6 follows"]]"#
        );
        assert_eq!(comments(Language::English), "");
        // The same words where the move is not legal stand before it.
        let pgn = "1. e4 {Qh5 comes} e5 2. Nf3 {Qh5 comes} *";
        let game = partie_pgn::parse(pgn.as_bytes(), &ReadOptions::default()).value;
        assert_eq!(
            PackedGame::of(&game, Language::German).expect("packed").comments,
            r#"[["Qh5 comes","Qh5 comes"],["Qh5 comes","Dh5 comes"]]"#
        );
    }
}
