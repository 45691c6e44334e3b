"""A tour of the server: three guests try every family of commands, and all they read is kept.

The transcripts (`adam.raw`, `boris.raw`, `clara.raw` in the folder of artefacts) are laid
beside those of other servers by a reader; the test fails where a command is not known,
is refused as badly written, or does not answer.
"""

import re

from club import check, main

# Who types what, in order. A line that is no command of his own family is a setting.
TOUR = [
    # What an interface sets, and what players read about themselves.
    ("Adam", ["set seek 1", "set gin 1", "set kibitz 1", "set shout 1", "iset startpos 1", "iset ms 0", "iset smartmove 1", "iset seekinfo 1",
              "iset seekremove 1", "iset pendinfo 1", "iset gameinfo 1", "iset defprompt 1", "iset nowrap 1", "iset lock 0",
              "set interface test 1.0", "variables", "ivariables", "who", "who v", "who IbslwBzSLx", "sought", "games", "finger", "finger boris",
              "date", "uptime", "help", "help match", "news", "alias", "alias gg tell boris good game", "unalias gg", "style 12",
              "showlist", "=notify", "+notify boris", "=notify", "-notify boris", "+channel 53", "=channel", "inchannel 53", "handles bo",
              "logons", "limits", "servers", "znotify", "wrongcommand", "se 1 1 1 1 1 1"]),
    ("Boris", ["set seek 1", "set notes", "set 1 Here for a game", "finger boris", "+channel 53", "tell 53 hello all", "tell clara hi", "shout hello",
               "cshout hello", "it waves", "messages", "message adam hello"]),
    # Ads and challenges.
    ("Adam", ["seek 5 3 unrated white", "seek 5 3 unrated white", "sought", "unseek"]),
    ("Boris", ["match adam 3 1 unrated black", "pending", "withdraw", "match adam 3 1 unrated black"]),
    ("Adam", ["decline", "match boris 3 1 unrated white"]),
    ("Boris", ["accept"]),
    # A game with all that happens in games.
    ("Clara", ["observe adam", "allobservers", "games", "whisper nice", "kibitz well", "moves 1", "ginfo 1", "refresh"]),
    ("Adam", ["e4"]), ("Boris", ["d5"]), ("Adam", ["exd5", "Ke5"]), ("Boris", ["c6"]), ("Adam", ["dxc6"]), ("Boris", ["Nf6"]),
    ("Adam", ["cxb7", "time", "moves", "refresh", "kibitz hm", "say hello"]),
    ("Boris", ["g6"]), ("Adam", ["takeback 2"]), ("Boris", ["accept"]), ("Adam", ["cxb7"]), ("Boris", ["e6"]), ("Adam", ["bxa8=Q"]),
    ("Boris", ["Be7"]), ("Adam", ["Nf3"]), ("Boris", ["O-O"]), ("Adam", ["moretime 30", "pause"]), ("Boris", ["accept"]), ("Adam", ["unpause"]),
    ("Boris", ["accept"]), ("Adam", ["draw"]), ("Boris", ["decline", "adjourn"]), ("Adam", ["decline", "flag", "flip", "abort"]),
    ("Boris", ["decline", "switch"]), ("Adam", ["decline", "smoves adam"]), ("Boris", ["resign"]),
    # What stays.
    ("Adam", ["history", "history boris", "smoves boris", "oldmoves boris", "stored", "journal", "statistics", "assess boris", "rank", "best", "eco",
              "rematch"]),
    ("Boris", ["decline"]),
    # Examining.
    ("Adam", ["examine", "e4", "e5", "Nf3", "backward 2", "forward", "revert", "bsetup", "bsetup clear", "k@e8", "K@e1", "P@e4", "x@e4", "tomove black",
              "wname Fischer", "bname Spassky", "bsetup fen 4k3/8/8/8/8/8/4P3/4K3", "bsetup done", "moves"]),
    ("Clara", ["observe adam", "mexamine boris"]),
    ("Adam", ["mexamine clara", "goboard clara", "unexamine"]),
    ("Clara", ["unexamine", "sposition adam boris"]),
    # Variants.
    ("Adam", ["match boris 3 0 unrated white zh"]), ("Boris", ["accept"]), ("Adam", ["e4"]), ("Boris", ["d5"]), ("Adam", ["exd5"]), ("Boris", ["Qxd5"]),
    ("Adam", ["P@e4", "abort"]), ("Boris", ["accept"]),
    ("Adam", ["match boris 3 0 unrated white wild fr"]), ("Boris", ["accept"]), ("Adam", ["refresh"]), ("Boris", ["abort"]),
    ("Adam", ["match boris 3 0 unrated white suicide"]), ("Boris", ["accept"]), ("Adam", ["e3"]), ("Boris", ["b5"]), ("Adam", ["Bxb5"]),
    ("Boris", ["draw"]), ("Adam", ["accept"]),
    # Partners, followers, simuls.
    ("Adam", ["set bugopen 1", "bugwho"]), ("Boris", ["set bugopen 1", "partner adam"]), ("Adam", ["partner boris", "ptell hello", "bugwho", "partner"]),
    ("Clara", ["follow adam", "pfollow adam", "follow", "primary", "unobserve", "simopen", "boards", "ping adam"]),
    # Directors and administrators may; others are told that they may not.
    ("Clara", ["qtell adam hello", "rmatch adam boris 3 0", "getgi adam", "getpi adam", "tournset adam 1", "showadmins", "summon adam", "annunreg hello",
               "nuke adam", "password secret", "quota"]),
    ("Clara", ["quit"]),
    ("Adam", ["who", "next", "unfollow"]),
]
# Commands that this server does not have for a guest, or has never had: what they answer is no failure.
REFUSED = {"wrongcommand", "se 1 1 1 1 1 1", "unfollow", "quota", "nuke adam", "annunreg hello"}


def test(club):
    players = {name: club.player(name) for name in ("Adam", "Boris", "Clara")}
    unknown, answers = [], 0
    for name, lines in TOUR:
        for line in lines:
            player = players[name]
            if line == "quit":
                player.quits()
                continue
            told = player.types(line).replace("\r", "")
            answers += 1
            # A page of help shows how a command is written.
            if line not in REFUSED and not line.startswith("help") and re.search(r"Command not found|Ambiguous command|^Usage:", told, re.MULTILINE):
                unknown.append(f"{name}: {line}: {told.strip()[:200]}")
    (club.artefacts / "unknown.txt").write_text("\n".join(unknown) + "\n")
    check(not unknown, "commands of the tour were not understood:\n" + "\n".join(unknown))
    print(f"  {answers} lines were answered", flush=True)


if __name__ == "__main__":
    main(test)
