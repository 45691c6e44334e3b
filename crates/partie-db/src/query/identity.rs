//! Identity of games that are queried: decides if two records are of the same game.

use std::hash::Hash as _;

use partie_core::{NodeId, tags::in_export_order};

use super::Subject;
use crate::identity::{Digest, GameContext, MoveDigest, MoveDigestSink, said};

impl MoveDigest {
    /// Digests a game.
    pub fn of(subject: &impl Subject) -> MoveDigest {
        subject.view(&MoveDigestSink).with_tags(subject.tags())
    }

    /// Ranks a record by its content besides moves: annotations first, then tags.
    pub fn richness(&self, subject: &impl Subject) -> (u32, u32) {
        let tags = subject.tags().filter(|(_, value)| said(value).is_some());
        (self.annotations, tags.count() as u32)
    }
}

impl GameContext {
    /// Extracts the context of a game.
    pub fn of(game: &impl Subject, gist: &MoveDigest) -> GameContext {
        GameContext::with(|name| game.tag(name), game.outcome(), gist)
    }
}

/// Hash of a whole record: tags, moves, variations, comments.
pub fn whole(subject: &impl Subject) -> u128 {
    let game = subject.game();
    let mut hash = Digest::of(MoveDigest::of(subject).moves);
    in_export_order(subject.tags()).hash(&mut hash);
    game.outcome.hash(&mut hash);
    let mut nodes = vec![NodeId::ROOT];
    while let Some(node) = nodes.pop() {
        game.tree.ply(node).hash(&mut hash);
        let annotations = game.tree.annotations(node);
        for comment in &annotations.comments {
            (&comment.text, comment.place as u8).hash(&mut hash);
        }
        annotations.nags.hash(&mut hash);
        let before = nodes.len();
        nodes.extend(game.tree.children(node));
        (nodes.len() - before).hash(&mut hash);
    }
    hash.number()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::{LONG, beginnings};
    use crate::query::samples::sample;

    #[test]
    fn the_same_moves() {
        let same =
            |a: &str, b: &str| MoveDigest::of(&sample(a)).moves == MoveDigest::of(&sample(b)).moves;
        assert!(same("[White \"A\"]\n\n1. e4 e5 {x} (1... c5) 1-0", "1. e2-e4 e5 0-1"));
        assert!(!same("1. e4 e5 *", "1. e4 c5 *"));
        assert!(!same("1. e4 e5 *", "1. e4 e5 2. Nf3 *"));
        assert!(!same("1. e4 e5 2. Ke3 *", "1. e4 e5 *"));
        // Without moves, only tags distinguish games.
        assert!(same("[White \"A\"]\n\n*", "[White \"a \"]\n\n*"));
        assert!(!same("[White \"A\"]\n\n*", "[White \"B\"]\n\n*"));
        let ending = "[FEN \"7k/8/8/8/8/8/8/K6R w - - 0 1\"]\n\n1. Ka2 *";
        assert!(!same(ending, &ending.replace("K6R", "K5R1")));
    }

    #[test]
    fn a_game_and_its_beginning() {
        let (short, long) = (sample("1. e4 e5 2. f4 *"), sample("1. e4 e5 2. f4 exf4 3. Nf3 *"));
        let end = beginnings(short.game()).last().expect("the start at least");
        let place = beginnings(long.game()).position(|hash| hash == end);
        assert_eq!(place, Some(3));
    }

    #[test]
    fn the_same_occasion() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(LONG / 4);
        let occasion = |tags: [&str; 5], moves: &str| {
            let [white, date, round, site, result] = tags;
            let game = sample(&format!(
                "[White \"{white}\"]\n[Black \"NN\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n\
                 [Site \"{site}\"]\n\n{moves} {result}"
            ));
            GameContext::of(&game, &MoveDigest::of(&game))
        };
        let lichess = "https://lichess.org/AgGY4epk";
        let game = ["Kasparov, Garry", "1999.01.20", "4.1", lichess, "1-0"];
        // Another record, and whether it may be of the same game: if it is long, if it
        // is short, and if it is longer.
        for (other, long, short, longer) in [
            (["Garri Kasparov", "1999.??.??", "4", "?", "1-0"], true, true, true),
            (["Kasparov,G", "1999.01.21", "4.1", lichess, "*"], true, false, false),
            (["?", "????.??.??", "?", "Wijk", "1-0"], true, true, false),
            (["Kasparov, Garry", "1999.01.20", "4.2", lichess, "1-0"], true, false, true),
            (["Kasparov, Garry", "1999.01.20", "5", lichess, "1-0"], true, false, true),
            (["Karpov, Anatoly", "1999.01.20", "4.1", lichess, "1-0"], false, false, false),
            (["Kasparov, Garry", "1998.01.20", "4.1", lichess, "1-0"], false, false, false),
            (["Kasparov, Garry", "1999.01.20", "4.1", lichess, "0-1"], false, false, false),
            (
                ["Kasparov, Garry", "1999.01.20", "4.1", "https://lichess.org/kzrZvWoI", "1-0"],
                false,
                false,
                false,
            ),
        ] {
            let one = (occasion(game, &moves), occasion(game, "1. e4"));
            let two = (occasion(other, &moves), occasion(other, "1. e4"));
            assert_eq!(one.0.may_be(&two.0), long, "{other:?}");
            assert_eq!(one.1.may_be(&two.1), short, "{other:?}");
            assert_eq!(one.0.may_begin(&two.0), longer, "{other:?}");
        }
    }

    #[test]
    fn whole_records() {
        let same = |a: &str, b: &str| whole(&sample(a)) == whole(&sample(b));
        assert!(same(
            "[White \"A\"]\n[Black \"B\"]\n1.e4 *",
            "[Black \"B\"]\n[White \"A\"]\n\n1. e4 *"
        ));
        for other in [
            "1. e4 {y} *",
            "1. e4 $1 *",
            "1. e4 (1. d4) *",
            "1. e4 1-0",
            "[White \"A\"]\n\n1. e4 *",
        ] {
            assert!(!same("1. e4 *", other), "{other}");
        }
        let richness = |text: &str| {
            let game = sample(text);
            MoveDigest::of(&game).richness(&game)
        };
        let richer = |a: &str, b: &str| richness(a) > richness(b);
        assert!(richer("1. e4 {good} *", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *"));
        assert!(richer("[White \"A\"]\n\n1. e4 *", "[White \"?\"]\n\n1. e4 *"));
    }
}
