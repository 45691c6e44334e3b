//! Ads for games: posted, seen, answered, gone.

use crate::club::Club;

fn three() -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris", "Cecil"]);
    for name in ["Adam", "Boris", "Cecil"] {
        club.types(name, "set bell 0");
        club.types(name, "iset seekinfo 1");
        club.types(name, "iset seekremove 1");
        club.types(name, "iset showownseek 1");
        club.read(name);
    }
    // People see words only.
    club.types("Cecil", "iset seekinfo 0");
    club.types("Cecil", "iset seekremove 0");
    club.read("Cecil");
    club
}

#[test]
fn an_ad_is_posted_and_removed() {
    let mut club = three();
    club.hears(
        "Boris",
        "seek 3 0 unrated white",
        "<sn> 1 w=Boris ti=01 rt=0P t=3 i=0 r=u tp=blitz c=W rr=0-9999 a=t f=f\n\
         Your seek has been posted with index 1.\n\
         (2 players saw the seek.)",
    );
    assert_eq!(
        club.read("Adam"),
        "\n<s> 1 w=Boris ti=01 rt=0P t=3 i=0 r=u tp=blitz c=W rr=0-9999 a=t f=f\n\
         \n\
         Boris (++++) seeking 3 0 unrated blitz [white] (\"play 1\" to respond)\nfics% "
    );
    assert_eq!(
        club.read("Cecil"),
        "\nBoris (++++) seeking 3 0 unrated blitz [white] (\"play 1\" to respond)\nfics% "
    );
    club.hears(
        "Adam",
        "sought",
        "  1 ++++ Boris(U)            3   0 unrated blitz      [white]     0-9999\n\
         1 ads displayed.",
    );
    club.hears("Boris", "unseek", "<sr> 1\nYour seeks have been removed.");
    assert_eq!(club.read("Adam"), "\n<sr> 1\nfics% ");
    assert_eq!(club.read("Cecil"), "\nAds removed: 1\nfics% ");
    club.hears("Boris", "unseek", "You have no active seeks.");
    club.hears("Adam", "sought", "0 ads displayed.");
}

#[test]
fn the_table_of_ads() {
    let mut club = three();
    club.members(["Dave"]);
    club.types("Boris", "seek 2 12 m");
    club.types("Boris", "seek 15 0 zh black 1000-2000 f");
    club.types("Dave", "seek 5 0 rated wild fr");
    club.hears(
        "Adam",
        "sought all",
        "  1 ++++ Boris(U)            2  12 unrated blitz                  0-9999 m
  2 ++++ Boris(U)           15   0 unrated crazyhouse [black]  1000-2000 f
  3 ---- Dave                5   0 rated   wild/fr                0-9999
3 ads displayed.",
    );
    // A guest has no rating, and plays unrated.
    club.hears(
        "Adam",
        "sought",
        "  1 ++++ Boris(U)            2  12 unrated blitz                  0-9999 m
1 ads displayed.",
    );
    club.hears("Adam", "play 2", "That seek is for ratings from 1000 to 2000.");
    club.hears("Adam", "play 3", "Only registered players can play rated games.");
    club.hears("Adam", "play 4", "That seek is not available.");
    club.hears("Boris", "play 1", "You can't play your own seek.");
    club.hears("Adam", "play boris", "Boris has more than one seek. Choose one by its number.");
    club.hears("Boris", "play adam", "Adam is not seeking any games.");
}

#[test]
fn an_ad_is_answered() {
    let mut club = three();
    club.types("Boris", "seek 3 0 white");
    club.types("Cecil", "seek 5 0");
    for name in ["Adam", "Boris", "Cecil"] {
        club.read(name);
    }
    let answer = club.answer("Adam", "play 1");
    assert!(
        answer.starts_with(
            "<sr> 1\n\
             \n\
             Creating: Boris (++++) Adam (++++) unrated blitz 3 0\n\
             {Game 1 (Boris vs. Adam) Creating unrated blitz match.}\n\
             \n\
             <12> rnbqkbnr "
        ),
        "{answer}"
    );
    club.received("Boris", "\nAdam accepts your seek.\n<sr> 1\nfics% \nCreating: Boris (++++) ");
    assert_eq!(club.read("Cecil"), "\nAds removed: 1\nfics% ");
    // While one plays one sees no ads; then they come anew.
    club.types("Cecil", "unseek");
    club.types("Cecil", "seek 1 0");
    assert_eq!(club.read("Adam"), "");
    let answer = club.answer("Adam", "resign");
    assert!(
        answer.ends_with(
            "<sc>\n<s> 1 w=Cecil ti=01 rt=0P t=1 i=0 r=u tp=lightning c=? rr=0-9999 a=t f=f"
        ),
        "{answer}"
    );
}

#[test]
fn a_manual_ad_is_a_challenge() {
    let mut club = three();
    club.types("Boris", "seek 2 12 u m white");
    club.read("Boris");
    club.hears(
        "Adam",
        "play boris",
        "Issuing match request since the seek was set to manual.\n\
         Issuing: Adam (++++) [black] Boris (++++) unrated blitz 2 12.",
    );
    club.received("Boris", "Challenge: Adam (++++) [black] Boris (++++) unrated blitz 2 12.");
    club.types("Boris", "accept");
    club.received("Boris", "{Game 1 (Boris vs. Adam) Creating unrated blitz match.}");
    club.hears("Cecil", "sought", "0 ads displayed.");
}

#[test]
fn ads_that_fit_each_other() {
    for (first, second, fit) in [
        ("seek 3 0 u", "seek 3 0 u", true),
        ("seek 3 0 white", "seek 3 0 black", true),
        ("seek 3 0 white", "seek 3 0", true),
        ("seek 3 0 white", "seek 3 0 white", false),
        ("seek 3 0", "seek 3 1", false),
        ("seek 3 0 m", "seek 3 0", false),
        ("seek 3 0", "seek 3 0 m", false),
        ("seek 3 0 zh", "seek 3 0", false),
        ("seek 3 0 1000-2000", "seek 3 0", false),
        ("seek 3 0", "seek 3 0 1000-2000", false),
    ] {
        let mut club = three();
        club.types("Boris", first);
        club.read("Boris");
        let answer = club.answer("Adam", second);
        assert_eq!(
            answer.contains("Your seek matches one already posted by Boris.\n"),
            fit,
            "{first}, {second}: {answer}"
        );
        assert_eq!(answer.contains("Creating: "), fit, "{answer}");
        if fit {
            club.received(
                "Boris",
                "\nAdam's seek matches one of yours.\n<sr> 1\nfics% \nCreating: ",
            );
        }
    }
}

#[test]
fn a_formula_is_checked() {
    let mut club = three();
    club.types("Boris", "set formula registered");
    club.types("Boris", "seek 3 0 f");
    club.hears("Adam", "sought", "0 ads displayed.");
    club.hears("Adam", "play 1", "That seek is not available.");
    club.types("Boris", "unseek");
    club.types("Boris", "seek 3 0");
    club.types("Adam", "play 1");
    club.received("Adam", "Creating unrated blitz match.");
}

#[test]
fn an_ad_is_changed() {
    let mut club = three();
    club.types("Boris", "seek 3 0");
    club.hears("Boris", "seek 3 0", "You already have the same seek posted with index 1.");
    club.read("Adam");
    club.types("Boris", "seek 3 0 m 0-1500");
    club.received(
        "Boris",
        "Updating seek ad 1; rating range now 0-1500, manual now.\n(2 players saw the seek.)\n",
    );
    club.received(
        "Adam",
        "<sr> 1\nfics% \n<s> 1 w=Boris ti=01 rt=0P t=3 i=0 r=u tp=blitz c=? rr=0-1500 a=f f=f\n",
    );
}

#[test]
fn three_ads_are_enough() {
    let mut club = three();
    for minutes in 1..=3 {
        club.types("Boris", &format!("seek {minutes} 0"));
    }
    club.hears("Boris", "seek 4 0", "You can only have 3 active seeks.");
    club.hears("Boris", "unseek 2", "<sr> 2\nYour seek 2 has been removed.");
    club.hears("Boris", "unseek 2", "You have no active seek with index 2.");
    club.types("Boris", "seek 4 0");
    club.received("Boris", "Your seek has been posted with index 2.");
    club.read("Adam");
    club.breaks("Boris");
    assert_eq!(club.read("Adam"), "\n<sr> 1 2 3\nfics% ");
}

#[test]
fn a_program_asks_for_all_ads() {
    let mut club = three();
    club.types("Boris", "seek 3 0");
    club.types("Cecil", "set seek 0");
    club.read("Cecil");
    club.types("Boris", "seek 5 0");
    assert_eq!(club.read("Cecil"), "");
    let all = "<sc>\n\
         <s> 1 w=Boris ti=01 rt=0P t=3 i=0 r=u tp=blitz c=? rr=0-9999 a=t f=f\n\
         <s> 2 w=Boris ti=01 rt=0P t=5 i=0 r=u tp=blitz c=? rr=0-9999 a=t f=f";
    club.hears("Cecil", "iset seekinfo 1", &format!("seekinfo set.\n{all}"));
    club.hears("Cecil", "set seek 1", &format!("You will now see seek ads.\n{all}"));
    // Nothing has changed: programs would list an ad twice if it were sent again.
    club.hears("Cecil", "set seek 1", "You will now see seek ads.");
    club.hears("Cecil", "set seek 0", "You will not see seek ads.");
    club.hears("Cecil", "set seek 1", &format!("You will now see seek ads.\n{all}"));
}

#[test]
fn a_program_follows_the_ads_without_their_sentences() {
    let mut club = three();
    club.types("Cecil", "set seek 0");
    club.types("Cecil", "iset seekinfo 1");
    club.read("Cecil");
    club.types("Boris", "seek 3 0");
    club.received("Boris", "(2 players saw the seek.)");
    assert_eq!(
        club.read("Cecil"),
        "\n<s> 1 w=Boris ti=01 rt=0P t=3 i=0 r=u tp=blitz c=? rr=0-9999 a=t f=f\nfics% "
    );
    // Removals are for programs too, and only where they are asked for.
    club.types("Boris", "unseek");
    assert_eq!(club.read("Cecil"), "");
    club.types("Cecil", "iset seekremove 1");
    club.types("Boris", "seek 3 0");
    club.read("Cecil");
    club.types("Boris", "unseek");
    assert_eq!(club.read("Cecil"), "\n<sr> 1\nfics% ");
}

#[test]
fn a_program_asks_for_its_own_ads() {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.types("Boris", "seek 5 0");
    club.types("Adam", "set seek 0");
    club.types("Adam", "iset showownseek 0");
    club.types("Adam", "seek 3 0");
    club.read("Adam");
    let own = "<sn> 2 w=Adam ti=01 rt=0P t=3 i=0 r=u tp=blitz c=? rr=0-9999 a=t f=f";
    let other = "<s> 1 w=Boris ti=01 rt=0P t=5 i=0 r=u tp=blitz c=? rr=0-9999 a=t f=f";
    club.hears("Adam", "iset seekinfo 1", &format!("seekinfo set.\n<sc>\n{other}"));
    club.hears("Adam", "iset showownseek 1", &format!("showownseek set.\n{own}"));
    club.hears("Adam", "iset seekinfo 1", &format!("seekinfo set.\n<sc>\n{other}\n{own}"));
    club.types("Adam", "iset seekinfo 0");
    club.hears("Adam", "iset showownseek 1", "showownseek set.");
}

#[test]
fn what_cannot_be_sought() {
    let mut club = three();
    club.hears("Adam", "seek 3 0 bughouse", "You cannot seek bughouse games.");
    let answer = club.answer("Adam", "seek 3 0 rated");
    assert!(answer.starts_with("You are unregistered - setting to unrated.\n<sn> 1 "), "{answer}");
    club.types("Boris", "play 1");
    club.hears("Boris", "seek 3 0", "You can't seek a game while you are playing one.");
    club.hears("Boris", "play 1", "You can't seek a game while you are playing one.");
}

#[test]
fn any_game_that_fits() {
    let mut club = three();
    club.types("Boris", "seek 5 0 m");
    club.types("Boris", "seek 3 0 black");
    club.types("Boris", "seek 10 0 zh");
    for name in ["Adam", "Boris"] {
        club.read(name);
    }
    // An ad whose player wants to look first is none; what is said must be so.
    let answer = club.answer("Adam", "getgame");
    assert!(answer.starts_with("Your getgame has found a seek of Boris.\n"), "{answer}");
    assert!(answer.contains("Creating: Adam (++++) Boris (++++) unrated blitz 3 0\n"), "{answer}");
    club.received("Boris", "\nYour seek qualifies for Adam's getgame.\n");

    for (typed, found) in [
        ("getgame 3 0", true),
        ("getgame 4 0", false),
        ("getgame black", false),
        ("getgame zh", true),
        ("getgame suicide", false),
        ("getgame 2000-9999", false),
    ] {
        let mut club = three();
        club.types("Boris", "seek 3 0 black");
        club.types("Boris", "seek 10 0 zh");
        let answer = club.answer("Adam", typed);
        assert_eq!(answer.contains("has found a seek"), found, "{typed}: {answer}");
        assert_eq!(answer.contains("has been posted"), !found, "{typed}: {answer}");
    }
}
