//! Channels: numbered rooms whose messages go to everyone who listens. What each is for.

use partie_wire::notice::talk::Channel;

/// Number of channels, from 0.
pub(crate) const CHANNELS: u16 = 256;

/// Channels in which guests may speak.
pub(crate) const OF_GUESTS: [u16; 3] = [4, 7, 53];

/// The initial channels of guests and new players.
pub(crate) const FIRST: [u16; 2] = [4, 53];

/// The topics of the channels.
pub(crate) const ABOUT: &[(u16, &str)] = &[
    (0, "Admins"),
    (1, "Help"),
    (2, "About the server"),
    (3, "Programming"),
    (4, "Help (Guests)"),
    (5, "Service representatives"),
    (6, "Help (Interfaces)"),
    (7, "Online tours"),
    (23, "Simultaneous exhibitions"),
    (24, "Bughouse"),
    (31, "Computer chess"),
    (36, "Teaching"),
    (37, "Books and openings"),
    (39, "Middlegame"),
    (40, "Endgame"),
    (48, "Tournaments: managers"),
    (49, "Tournaments"),
    (50, "Chess"),
    (53, "Guests"),
    (55, "Chess (serious)"),
    (60, "Crazyhouse"),
    (61, "Suicide and losers"),
    (62, "Atomic"),
    (63, "Fischer Random"),
    (64, "Wild chess"),
    (70, "Francophone"),
    (71, "Espanol"),
    (72, "Deutsch"),
    (73, "Italiano"),
    (74, "Nederlands"),
    (75, "Polski"),
    (76, "Russkij"),
    (77, "Portugues"),
    (90, "The lounge"),
];

/// Returns a channel with its topic.
pub(crate) fn channel(number: u16) -> Channel {
    let about = ABOUT.iter().find(|(n, _)| *n == number).map(|(_, about)| (*about).to_owned());
    Channel { number: u32::from(number), about }
}
