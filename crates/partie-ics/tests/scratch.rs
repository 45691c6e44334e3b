mod club;
use club::Club;
#[test]
fn show() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris", "Cecil"]);
    let say = |club: &mut Club, who: &str, line: &str| {
        let told = club.answer(who, line);
        println!("{who}> {line}\n{told}\n");
        for other in ["Adam", "Boris", "Cecil"] {
            if other != who {
                let t = club.read(other);
                if !t.is_empty() { println!("   [{other}]{}\n", t.replace('\n', "\n      ")); }
            }
        }
    };
    for (who, line) in [
        ("Adam", "examine"), ("Boris", "observe 1"), ("Boris", "observe 1"), ("Boris", "observe"), ("Boris", "observe adam"), ("Adam", "observe 1"), ("Adam", "f3"), ("Adam", "e5"), ("Adam", "back"),
        ("Adam", "d5"), ("Adam", "revert"), ("Adam", "forward 999"), ("Adam", "backward 999999"), ("Adam", "backward"), ("Adam", "f3"), ("Adam", "e5"), ("Adam", "g4"), ("Adam", "Qh4"),
        ("Adam", "moves"), ("Boris", "iset ms 1"), ("Boris", "moves 1"), ("Cecil", "games"), ("Cecil", "games /b"), ("Cecil", "refresh 1"), ("Cecil", "ginfo 1"), ("Cecil", "allobservers"), ("Cecil", "allobservers 1"), ("Cecil", "time 1"),
        ("Cecil", "allobservers cecil"), ("Adam", "mexamine boris"), ("Boris", "wname Anderssen"), ("Boris", "Ke2"), ("Boris", "back 2"), ("Boris", "commit"),
        ("Adam", "bsetup"), ("Adam", "bsetup clear"), ("Adam", "K@e1"), ("Adam", "k@e8"), ("Adam", "R@h1"), ("Adam", "bsetup wcastle k"), ("Adam", "bsetup done"), ("Adam", "O-O"), ("Adam", "tomove white"), ("Adam", "x@e8"), ("Adam", "bsetup done"),
        ("Adam", "bsetup fen 8/8/8/4k3/8/8/4P3/4K3"), ("Adam", "bsetup done"), ("Adam", "bsetup crazyhouse"), ("Adam", "bsetup whold PN"), ("Adam","bsetup done"), ("Adam", "N@d4"),
        ("Adam", "unexamine"), ("Boris", "unexamine"), ("Boris", "history"), ("Boris", "journal"), ("Boris", "stored"), ("Boris", "boards"), ("Boris", "boards mates"), ("Boris", "examine mates krk"), ("Cecil", "observe 1"), ("Boris", "unexamine"), ("Cecil", "unobserve"),
        ("Cecil", "follow adam"), ("Cecil", "unfollow"), ("Cecil", "unfollow"), ("Cecil", "smoves adam"), ("Cecil","sposition adam boris"), ("Cecil", "forward"), ("Cecil", "ex"), ("Cecil", "quit"), ("Adam", "games"),
    ] { say(&mut club, who, line); }
}
