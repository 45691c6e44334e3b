//! Ads for games.

use super::{Args, matching::Wanted};

commands! {
    /// A command about seek ads.
    pub enum SeekCommand {
        /// Removes the player's own ads, or only this one.
        Unseek(Option<u32>) = "unseek" 156 "[number]",
        /// Answers an ad, by its number or its player.
        Play(String) = "play" 158 "number|player",
        /// Posts an ad.
        Seek(Wanted = Wanted::of_seek) = "seek" 155 "[time] [inc] [rated|unrated] [white|black] [kind of game] [auto|manual] [formula] [low-high]",
        /// Answers the ad that fits best, or posts one.
        Getgame(Wanted = Wanted::of_seek) = "getgame" 164 "[time] [inc] [rated|unrated] [white|black] [kind of game] [low-high]",
        /// The ads that one can answer.
        Sought {
            /// The others, too.
            all: bool = all,
        } = "sought" 157 "[all]",
    }
}

#[expect(clippy::unnecessary_wraps, reason = "readers of other arguments may fail")]
fn all(args: &mut Args<'_>) -> Option<bool> {
    let all = args.peek().is_some_and(|word| word.eq_ignore_ascii_case("all"));
    if all {
        args.word();
    }
    Some(all)
}
