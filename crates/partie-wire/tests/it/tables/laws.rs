//! For any table, the shown data reads back, and no text is lost.

use partie_core::{ByColor, Color, Outcome};
use partie_wire::style12::{ListedMove, Match, MoveList, Rating, Taken};
use partie_wire::{
    client::{Client, Incoming},
    display::DisplayOptions,
    fields::{Name, Titled},
    ivars::Ivar,
    line::shown::Shown,
    notice::{
        Notice,
        bugwho::{BugPlayer, Bugwho},
        eco::{Book, BookEntry, GameOpening, OpeningTable},
        games::{Clocks, GameRow, GamesTable, TypeCell},
        ginfo::GameFacts,
        lists::{ChannelsOf, ListPage},
        movelist::MoveListNotice,
        players::{FingerPage, RatingLine, Seen},
        ratings::{AssessPage, Assessed, Change, RankPage, Standing as Place, StatisticsPage},
        record::{HistoryRow, JournalRow, RecordTable, StoredRow},
        seek_ads::{Ad, AdNotice, SoughtAd},
        settings::IvariablesPage,
        talk::TalkNotice,
        who::{Certainty, SIGNS, Standing, WhoLine, WhoLines, WhoPage},
    },
    notice_reader::{self, NoticeReader, ReadNotice, ServerEvent},
    server_writer::{self, Prompt, ReplyTo},
};
use proptest::prelude::*;

/// An interface that asks for all that there is, in block mode or without it.
fn interface(block: bool) -> DisplayOptions {
    let mut display = DisplayOptions { bell: false, unicode: false, ..DisplayOptions::default() };
    for ivar in [Ivar::Ms, Ivar::Startpos, Ivar::Seekinfo, Ivar::Seekremove, Ivar::Pendinfo] {
        display.ivars.set(ivar, true).expect("can be set");
    }
    display.ivars.set(Ivar::Block, block).expect("can be set");
    display
}

/// Size of a table's values: within the columns, or any.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Size {
    Shown,
    Any,
}

fn name(size: Size) -> BoxedStrategy<String> {
    match size {
        Size::Shown => "[A-Za-z][a-z]{2,9}".boxed(),
        Size::Any => "[A-Za-z][A-Za-z]{2,16}".boxed(),
    }
}

fn titles() -> impl Strategy<Value = String> {
    prop::sample::subsequence(vec!["(*)", "(SR)", "(TM)", "(C)", "(GM)", "(U)"], 0..4)
        .prop_map(|titles| titles.concat())
}

fn titled() -> impl Strategy<Value = Titled> {
    ("[A-Za-z][A-Za-z]{2,16}", titles()).prop_map(|(name, titles)| Titled { name, titles })
}

/// Ratings as lists show them that have no letters.
fn plain_rating(size: Size) -> BoxedStrategy<Rating> {
    let shown = prop_oneof![
        4 => (1u16..3000).prop_map(Rating::Settled), 1 => Just(Rating::Unrated),
    ];
    match size {
        Size::Shown => shown.boxed(),
        Size::Any => prop_oneof![shown, any_rating()].boxed(),
    }
}

fn any_rating() -> BoxedStrategy<Rating> {
    prop_oneof![
        (1u16..3000).prop_map(Rating::Settled),
        (1u16..3000).prop_map(Rating::Estimated),
        (1u16..3000).prop_map(Rating::Provisional),
        Just(Rating::Unrated),
        Just(Rating::Guest),
    ]
    .boxed()
}

fn color() -> impl Strategy<Value = Color> {
    any::<bool>().prop_map(|white| if white { Color::White } else { Color::Black })
}

fn both<T>(values: (T, T)) -> ByColor<T> {
    ByColor { white: values.0, black: values.1 }
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![color().prop_map(Outcome::Win), Just(Outcome::Draw), Just(Outcome::Unknown)]
}

fn date() -> impl Strategy<Value = String> {
    (1u32..29, 0u32..24, 0u32..60, 1990u32..2100).prop_map(|(day, hour, minute, year)| {
        format!("Fri Nov {day:>2}, {hour:02}:{minute:02} UTC {year}")
    })
}

fn span() -> impl Strategy<Value = String> {
    (1u32..60, 1u32..60).prop_map(|(a, b)| format!("{a} mins, {b} secs"))
}

fn line() -> impl Strategy<Value = String> {
    "[a-zA-Z(][a-zA-Z0-9 :;.,()\\[\\]!?-]{0,30}[a-z.!]"
}

fn cell() -> impl Strategy<Value = TypeCell> {
    (
        any::<bool>(),
        prop::sample::select(vec!['b', 's', 'l', 'w', 'u', 'z', 'B', 'S', 'L', 'x', 'e']),
        any::<bool>(),
        0u32..1000,
        0u32..1000,
    )
        .prop_map(|(private, letter, rated, minutes, increment)| TypeCell {
            private,
            letter,
            rated,
            minutes,
            increment,
        })
}

fn game_rating(size: Size) -> BoxedStrategy<Rating> {
    match size {
        Size::Shown => prop_oneof![
            (1u16..3000).prop_map(Rating::Settled),
            Just(Rating::None),
            Just(Rating::Unrated),
            Just(Rating::Guest),
        ]
        .boxed(),
        Size::Any => any_rating(),
    }
}

fn game_row(size: Size) -> impl Strategy<Value = GameRow> {
    let clock = move || match size {
        Size::Shown => (-20_000i64..20_000).prop_map(|seconds| seconds * 1000).boxed(),
        Size::Any => (-20_000_000i64..20_000_000).boxed(),
    };
    let clocks = ((clock(), clock()), (0i32..100, 0i32..100))
        .prop_map(|(left, strength)| Clocks { left: both(left), strength: both(strength) });
    (
        1u32..1500,
        (name(size), name(size)),
        (game_rating(size), game_rating(size)),
        cell(),
        prop::option::weighted(0.7, clocks),
        any::<bool>(),
        color(),
        1u32..300,
    )
        .prop_map(|(game, names, ratings, cell, clocks, setup, turn, move_number)| GameRow {
            game,
            names: both(names),
            ratings: both(ratings),
            cell,
            setup: setup && clocks.is_none(),
            clocks,
            turn,
            move_number,
        })
}

fn games(size: Size) -> impl Strategy<Value = Notice> {
    (prop::collection::vec(game_row(size), 0..6), prop::option::of(0usize..400))
        .prop_map(|(rows, of)| GamesTable { rows, of }.into())
}

fn sought() -> impl Strategy<Value = Notice> {
    let ad = (
        (1u32..1000, titled(), any_rating(), 0u32..999, 0u32..999, any::<bool>()),
        (
            prop::sample::select(vec!["blitz", "wild/fr", "crazyhouse", "standard", "losers"]),
            prop::option::of(color()),
            0u32..3000,
            0u32..9999,
            any::<bool>(),
            any::<bool>(),
        ),
    )
        .prop_map(
            |(
                (index, who, rating, minutes, increment, rated),
                (kind, color, low, high, manual, formula),
            )| {
                let bits = [("(U)", 1), ("(C)", 2), ("(GM)", 4)];
                let titles =
                    bits.iter().filter(|(t, _)| who.titles.contains(t)).map(|(_, bit)| bit).sum();
                SoughtAd {
                    ad: Ad {
                        index,
                        name: Name(who.name),
                        titles,
                        rating,
                        minutes,
                        increment,
                        rated,
                        kind: kind.to_owned(),
                        color,
                        range: (low, high),
                        manual,
                        formula,
                    },
                    titles: who.titles,
                }
            },
        );
    prop::collection::vec(ad, 0..6).prop_map(|ads| AdNotice::Sought(ads).into())
}

fn eco() -> impl Strategy<Value = String> {
    prop_oneof![Just("---".to_owned()), "[A-E][0-9]{2}"]
}

fn end() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["Mat", "Res", "Fla", "50", "NM", "WLM", "Agr"])
        .prop_map(str::to_owned)
}

fn records(size: Size) -> impl Strategy<Value = Notice> {
    let rating = move || plain_rating(size);
    let history = (
        (0u32..100, color(), rating(), name(size), rating()),
        (cell(), eco(), end(), outcome(), date()),
    )
        .prop_map(
            |(
                (number, color, rating, opponent, opponent_rating),
                (cell, eco, end, outcome, date),
            )| HistoryRow {
                number,
                color,
                rating,
                opponent,
                opponent_rating,
                cell,
                eco,
                end,
                outcome,
                date,
            },
        );
    let journal =
        (("[A-Z]", name(size), rating(), name(size), rating()), (cell(), eco(), end(), outcome()))
            .prop_map(
                |((slot, white, white_rating, black, black_rating), (cell, eco, end, outcome))| {
                    JournalRow {
                        slot,
                        white,
                        white_rating,
                        black,
                        black_rating,
                        cell,
                        eco,
                        end,
                        outcome,
                    }
                },
            );
    let stored = (
        (color(), name(size), any::<bool>(), cell()),
        (0i32..100, 0i32..100, color(), 1u32..999, eco(), date()),
    )
        .prop_map(
            |(
                (color, opponent, is_on, cell),
                (white_strength, black_strength, turn, move_number, eco, date),
            )| StoredRow {
                color,
                opponent,
                is_on,
                cell,
                white_strength,
                black_strength,
                turn,
                move_number,
                eco,
                date,
            },
        );
    let some = 0..5usize;
    prop_oneof![
        (name(Size::Any), prop::collection::vec(history, some.clone()))
            .prop_map(|(who, rows)| RecordTable::History { who, rows }),
        (name(Size::Any), prop::collection::vec(journal, some.clone()))
            .prop_map(|(who, rows)| RecordTable::Journal { who, rows }),
        (name(Size::Any), prop::collection::vec(stored, some))
            .prop_map(|(who, rows)| RecordTable::Stored { who, rows }),
    ]
    .prop_map(Notice::from)
}

fn rating_line() -> impl Strategy<Value = RatingLine> {
    (
        prop::sample::select(vec!["Blitz", "Standard", "Lightning", "Crazyhouse"]),
        (1u32..3000, 0u32..3501),
        (0u32..9999, 0u32..9999, 0u32..9999),
        prop::option::of((1u32..3000, Just("20-Nov-2026".to_owned()))),
    )
        .prop_map(|(category, (rating, deviation), (won, lost, drawn), best)| RatingLine {
            category: category.to_owned(),
            rating,
            deviation,
            won,
            lost,
            drawn,
            best,
        })
}

fn finger() -> impl Strategy<Value = Notice> {
    let seen = prop_oneof![
        (span(), span()).prop_map(|(since, idle)| Seen::On { since, idle }),
        date().prop_map(Seen::Off),
        Just(Seen::Never),
    ];
    let private = prop::sample::subsequence(vec!["Email", "Host", "Real name"], 0..3);
    (
        (titled(), seen, prop::option::of(1u32..99), prop::option::of(line())),
        (any::<bool>(), prop::collection::vec(rating_line(), 0..4), private, any::<bool>()),
        prop::collection::btree_map(1usize..11, line(), 0..4),
    )
        .prop_map(
            |((name, seen, game, busy), (registered, ratings, private, timeseal), notes)| {
                let doing = game.map(|game| format!("playing game {game}: Ann vs. Boris"));
                let private = private
                    .into_iter()
                    .map(|what| (what.to_owned(), format!("{what}@x : y")))
                    .collect();
                let notes = notes.into_iter().collect();
                FingerPage {
                    name,
                    seen,
                    doing,
                    busy,
                    registered,
                    ratings,
                    private,
                    timeseal,
                    notes,
                }
                .into()
            },
        )
}

fn statistics() -> impl Strategy<Value = Notice> {
    (titled(), any::<bool>(), prop::collection::vec(rating_line(), 0..4)).prop_map(
        |(name, registered, ratings)| {
            let ratings = if registered { ratings } else { Vec::new() };
            StatisticsPage { name, registered, ratings }.into()
        },
    )
}

fn who() -> impl Strategy<Value = Notice> {
    let sign = || prop::sample::select(SIGNS.to_vec());
    let standing = (any_rating(), sign(), titled()).prop_map(|(rating, sign, name)| Standing {
        rating,
        sign,
        name,
    });
    let sureness = prop::sample::select(vec![
        Certainty::Established,
        Certainty::Estimated,
        Certainty::Provisional,
    ]);
    let lines = (
        name(Size::Any),
        sign(),
        any::<u8>(),
        prop::collection::vec((0u16..3000, sureness), 0..10),
    )
        .prop_map(|(name, sign, titles, ratings)| WhoLine { name, sign, titles, ratings });
    prop_oneof![
        (prop::collection::vec(standing, 0..30), 0usize..999).prop_map(|(players, all)| WhoPage {
            players,
            all
        }
        .into()),
        prop::collection::vec(lines, 0..9).prop_map(|lines| WhoLines(lines).into()),
    ]
}

fn bugwho() -> impl Strategy<Value = Notice> {
    let player = || {
        (
            prop_oneof![(1u16..3000).prop_map(Rating::Settled), Just(Rating::Guest)],
            prop::sample::select(vec!['^', ':', '#', ' ']),
            titled(),
        )
            .prop_map(|(rating, sign, name)| BugPlayer { rating, sign, name })
    };
    let pair = (player(), player()).prop_map(|(one, other)| [one, other]);
    let games =
        (game_row(Size::Shown), game_row(Size::Shown)).prop_map(|(one, other)| [one, other]);
    (
        prop::option::of(prop::collection::vec(games, 0..3)),
        prop::option::of(prop::collection::vec(pair, 0..3)),
        prop::option::of((prop::collection::vec(player(), 0..4), 0usize..99)),
    )
        .prop_filter("something", |(a, b, c)| a.is_some() || b.is_some() || c.is_some())
        .prop_map(|(games, partners, unpartnered)| Bugwho { games, partners, unpartnered }.into())
}

fn facts() -> impl Strategy<Value = Notice> {
    let castling = || (any::<bool>(), any::<bool>());
    (
        (1u32..999, name(Size::Any), name(Size::Any), any_rating(), any_rating(), any::<bool>()),
        (0i64..999, 0i64..999, date(), -99_999i64..9_999_999, -99_999i64..9_999_999),
        (any::<bool>(), any::<bool>(), 0u32..300, 0u32..101, castling(), castling()),
        prop::option::of(prop::char::range('a', 'h')),
    )
        .prop_map(
            |(
                (game, white, black, one, other, rated),
                (minutes, increment, began, left, right),
                (examined, paused, plies, quiet, short, long),
                double_push,
            )| {
                GameFacts {
                    game,
                    players: Match {
                        white,
                        black,
                        ratings: both((one, other)),
                        rated,
                        kind: "blitz".into(),
                        minutes,
                        increment,
                    },
                    began,
                    clocks: both((left, right)),
                    examined,
                    paused: paused && !examined,
                    plies,
                    quiet,
                    castling: both((short, long)),
                    double_push,
                }
                .into()
            },
        )
}

fn opening() -> impl Strategy<Value = Notice> {
    let words = || "[A-Z][a-zé']{2,9} [A-Z][a-z]{2,9}(, [A-Z][a-z]{2,9})?";
    let entry = (prop::sample::select(Book::ALL.to_vec()), 1u32..60, words())
        .prop_map(|(book, ply, name)| BookEntry { book, ply, name });
    let rows = prop::collection::vec(("[A-E][0-9]{2}", words()), 1..5);
    prop_oneof![
        (1u32..999, name(Size::Any), name(Size::Any), prop::collection::vec(entry, 1..4)).prop_map(
            |(game, white, black, entries)| {
                GameOpening { game, names: both((white, black)), entries }.into()
            }
        ),
        ("[a-z0-9 ]{1,9}", rows, prop::option::of(50usize..600))
            .prop_map(|(wanted, rows, of)| OpeningTable { wanted, rows, of }.into()),
    ]
}

fn moves() -> impl Strategy<Value = Notice> {
    let san = prop::sample::select(vec!["e4", "Nf3", "O-O-O", "bxa8=Q+", "P@e4", "Qh4#"]);
    let listed = (san, 0u64..9_000_000).prop_map(|(san, milliseconds)| ListedMove {
        san: san.to_owned(),
        taken: Some(Taken { milliseconds: milliseconds as _, precise: true }),
    });
    (
        (prop::option::of(1u32..999), name(Size::Any), name(Size::Any), any_rating(), any_rating()),
        (date(), any::<bool>(), 0i64..999, 0i64..999, prop::collection::vec(listed, 0..12)),
        (any::<bool>(), outcome()),
    )
        .prop_map(|((game, white, black, one, other), (date, rated, minutes, increment, moves), (start, outcome))| {
            let start = start.then(|| {
                let board = "<12> bnrqkbrn pppppppp -------- -------- -------- -------- PPPPPPPP \
                    BNRQKBRN W -1 1 1 1 1 0 1 Ann Boris -4 3 0 39 39 180000 180000 1 none (0:00.000) none 0 0 0";
                partie_wire::style12::Style12::parse(board.as_bytes()).expect("a board").value.into_owned()
            });
            MoveListNotice(MoveList {
                game: game.map(u64::from), white, black, ratings: both((one, other)), date, rated, kind: "wild/fr".into(),
                minutes, increment, start, moves, first_number: 1, black_first: false,
                reason: "Ann resigns".into(), outcome,
            })
            .into()
        })
}

fn pages() -> impl Strategy<Value = Notice> {
    let change = || {
        (prop::option::of(1i32..3000), 0u32..3501, (-99i32..99, -99i32..99, -99i32..99), 0u32..3501)
            .prop_map(|(rating, deviation, (win, draw, loss), after)| Change {
                rating,
                deviation,
                win,
                draw,
                loss,
                after,
            })
    };
    let assessed = (change(), change())
        .prop_map(|(one, other)| Assessed { category: "Blitz".into(), changes: [one, other] });
    // Longer names are cut.
    let place = (prop::option::of(1u32..9999), 1i32..3000, "[A-Za-z]{3,14}")
        .prop_map(|(rank, rating, name)| Place { rank, rating, name });
    prop_oneof![
        (name(Size::Any), prop::collection::vec("[A-Za-z]{3,17}", 0..30))
            .prop_map(|(list, items)| ListPage { list, items }.into()),
        (name(Size::Any), prop::collection::vec(any::<u16>(), 1..20))
            .prop_map(|(name, channels)| ChannelsOf { name, channels }.into()),
        (name(Size::Any), prop::collection::vec(("[a-z]{2,12}", any::<bool>()), 1..20))
            .prop_map(|(name, values)| IvariablesPage { name, values }.into()),
        (name(Size::Any), name(Size::Any), prop::collection::vec(assessed, 1..5))
            .prop_map(|(one, other, games)| AssessPage { names: [one, other], games }.into()),
        prop::collection::vec((Just("Blitz".to_owned()), prop::collection::vec(place, 0..5)), 1..7)
            .prop_map(|columns| RankPage { columns }.into()),
    ]
}

fn table(size: Size) -> impl Strategy<Value = Notice> {
    prop_oneof![
        3 => games(size), 2 => sought(), 3 => records(size), 2 => finger(), 1 => statistics(), 2 => who(),
        1 => bugwho(), 1 => facts(), 2 => opening(), 3 => moves(), 3 => pages(),
    ]
}

/// All that is heard of some bytes that come in packets of a size, without prompts.
fn events(bytes: &[u8], size: usize) -> Vec<ServerEvent> {
    let (mut client, mut reader) = (Client::plain(), NoticeReader::default());
    for packet in bytes.chunks(size) {
        client.receive(packet, &mut Vec::new());
        while let Some(incoming) = client.poll() {
            reader.receive(incoming);
        }
    }
    reader.flush();
    std::iter::from_fn(|| reader.poll()).collect()
}

fn notices(events: Vec<ServerEvent>) -> Vec<Notice> {
    let read = events.into_iter().flat_map(|event| match event {
        ServerEvent::Notice(read) => vec![read],
        ServerEvent::Answer(answer) => answer.notices,
        ServerEvent::Other(_) => Vec::new(),
    });
    read.map(|t| t.notice).filter(|n| *n != Notice::Page(String::new())).collect()
}

fn written(notice: &Notice) -> String {
    let mut text = String::new();
    notice.write(&interface(false), &mut text);
    text
}

/// A player types a line.
fn says(text: &str) -> Notice {
    let from = Titled { name: "Ann".into(), titles: String::new() };
    TalkNotice::Tells { from, text: text.to_owned() }.into()
}

proptest! {
    /// Written, cut into packets, gathered: the same.
    #[test]
    fn tables_come_back(
        tables in prop::collection::vec(table(Size::Shown), 1..4), size in 1usize..200, block: bool,
    ) {
        let display = interface(block);
        let mut sent = Vec::new();
        for (number, table) in (1..).zip(&tables) {
            let answers = (number > 1 || block).then_some(ReplyTo { number, code: 43 });
            server_writer::write(std::slice::from_ref(table), answers, Prompt::Player, &display, None, &mut sent);
        }
        prop_assert_eq!(notices(events(&sent, size)), tables);
    }

    /// Other lines around a table do not matter.
    #[test]
    fn tables_come_back_among_other_lines(table in table(Size::Shown), block: bool) {
        let all = [says("before"), table, says("after")];
        let mut sent = Vec::new();
        let answers = block.then_some(ReplyTo { number: 7, code: 43 });
        server_writer::write(&all, answers, Prompt::Player, &interface(block), None, &mut sent);
        prop_assert_eq!(notices(events(&sent, 50)), all);
    }

    /// Data that a table does not show is lost in writing, not in reading.
    #[test]
    fn what_is_shown_is_read(table in table(Size::Any)) {
        let text = written(&table);
        let read = Notice::read(&text);
        prop_assert!(!matches!(read, Notice::Page(_)), "{}", text);
        prop_assert_eq!(written(&read), text);
    }

    /// The bytes of a server are all there, in order.
    #[test]
    fn nothing_is_lost(
        parts in prop::collection::vec(prop_oneof![
            table(Size::Any).prop_map(|t| written(&t)), line().prop_map(|l| l + "\n"),
            Just("\n".to_owned()), Just("\\   goes on\n".to_owned()), Just("fics% ".to_owned()),
        ], 0..12),
        frames: bool, size in 1usize..100,
    ) {
        let mut sent = Vec::new();
        for (number, part) in (1..).zip(&parts) {
            let bytes = part.replace('\n', "\n\r");
            if frames {
                partie_wire::block::frame(number, 43, bytes.as_bytes(), &mut sent);
                sent.extend(b"\n\r");
            } else {
                sent.extend(bytes.bytes());
            }
        }
        let append = |notices: &[ReadNotice], bytes: &mut Vec<u8>| {
            for one in notices {
                bytes.extend(one.text.replace('\n', "\n\r").bytes());
            }
        };
        let mut again = Vec::new();
        for event in events(&sent, size) {
            match event {
                ServerEvent::Notice(one) => append(&[one], &mut again),
                ServerEvent::Answer(answer) => {
                    partie_wire::block::open(answer.number, answer.code, &mut again);
                    append(&answer.notices, &mut again);
                    partie_wire::block::close(&mut again);
                }
                ServerEvent::Other(Incoming::Shown(Shown::Prompt(prompt))) => {
                    again.extend(prompt.to_string().bytes());
                }
                ServerEvent::Other(other) => panic!("{other:?}"),
            }
        }
        // Text without an end of line is not read yet.
        prop_assert!(sent.starts_with(&again));
        prop_assert!(!sent[again.len()..].contains(&b'\n'));
    }

    /// Any lines give the same text, and never more than they say.
    #[test]
    fn any_text_is_kept(
        parts in prop::collection::vec(prop_oneof![
            table(Size::Any).prop_map(|t| written(&t)), line(), "[ -~\n]{0,20}", Just("\n".to_owned()),
        ], 0..12),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        // Pieces of tables, too.
        let mut text = parts.concat();
        for cut in cuts {
            let at = text.floor_char_boundary(cut.index(text.len() + 1));
            let end = text.floor_char_boundary(at + 30);
            text.replace_range(at..end, "");
        }
        let read = notice_reader::read(&text);
        prop_assert_eq!(read.iter().map(|t| t.text.as_str()).collect::<String>(), text);
    }
}

/// Heads without tables, and rows without an end.
#[test]
fn what_only_looks_like_a_table() {
    for row in [
        "  1 ++++ Anna        ++++ Bert       [ bu  3   2]   2:59 -  3:00 (39-39) W:  1\n",
        "2186^Ann     987:Boris\n",
        "A 00\n",
        "-- a list: 999999 names --\n",
        "          Blitz\n",
        "Channel 1: a\n",
        "Movelist for game 1:\nA (1) vs. B (1) --- x\n",
        "History for A:\n",
        "Finger of A:\n",
        "Bughouse games in progress\n",
        "Other chess servers:\nx\n",
        "Game 1: Game information.\n",
    ] {
        let text = row.repeat(5000 / row.len());
        let read = notice_reader::read(&text);
        assert_eq!(read.iter().map(|t| t.text.as_str()).collect::<String>(), text);
    }
}
