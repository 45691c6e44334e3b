//! Scenes: the lines that players type, the answers, and the texts sent to the others.
//!
//! ```text
//! # A comment.
//! guests Adam Boris
//! Adam> examine
//! | Starting a game in examine (scratch) mode.
//! Boris hears
//! | ...
//! wait 1500
//! ```
//!
//! A scene contains every text that is sent, so it is played and written down again, and
//! must come out as it stands in the file.

use crate::club::Club;

/// Plays a scene.
///
/// # Panics
///
/// If any text differs from the scene. The message ends with the scene
/// as it was played.
#[track_caller]
pub(crate) fn plays(scene: &str) {
    let mut club = Club::new();
    let mut players: Vec<String> = Vec::new();
    let mut played = String::new();
    for line in scene.lines() {
        // Texts sent are written anew.
        if line.starts_with('|') || line.ends_with(" hears") {
            continue;
        }
        played.push_str(line);
        played.push('\n');
        if let Some(names) = line.strip_prefix("guests ") {
            for name in names.split(' ') {
                club.guests([name]);
                players.push(name.to_owned());
            }
        } else if let Some(names) = line.strip_prefix("members ") {
            for name in names.split(' ') {
                club.members([name]);
                players.push(name.to_owned());
            }
        } else if let Some(time) = line.strip_prefix("wait ") {
            club.wait(time.parse().expect("milliseconds"));
        } else if let Some(name) = line.strip_prefix("breaks ") {
            club.breaks(name);
        } else if let Some((who, typed)) = line.split_once("> ") {
            let answer = club.answer(who, typed);
            quote(&answer, &mut played);
        } else {
            continue;
        }
        for name in &players {
            let received = club.read(name).replace("fics% ", "").replace('\x07', "");
            let received = received.trim_matches('\n');
            if !received.is_empty() {
                played.push_str(&format!("{name} hears\n"));
                quote(received, &mut played);
            }
        }
    }
    if played != scene {
        let first = played.lines().zip(scene.lines()).position(|(a, b)| a != b);
        panic!("line {} differs. It was played so:\n{played}", first.map_or(0, |n| n + 1));
    }
}

fn quote(text: &str, out: &mut String) {
    for line in text.lines() {
        out.push('|');
        if !line.is_empty() {
            out.push(' ');
            out.push_str(line);
        }
        out.push('\n');
    }
}
