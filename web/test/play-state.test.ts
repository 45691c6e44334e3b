import assert from "node:assert/strict";
import { test } from "node:test";
import type * as clocks from "../src/play/clock";
import type * as records from "../src/play/pgn";
import type * as commands from "../src/play/commands";
import type * as states from "../src/play/state";
import type * as typing from "../src/viewer/typed";
import type { Change, LiveMove, Seek } from "../src/types/Live";
import type * as fens from "../src/viewer/fen";
import { board, position } from "./live.js";
import { source } from "./source.js";

const { after, entries, gameOf, mostLines, nothing, ownGame, partnerGame, withLines } = await source<typeof states>("play/state");
const { Alarm, lowTime, remaining } = await source<typeof clocks>("play/clock");
const { match, password, plain, seek, talk } = await source<typeof commands>("play/commands");
const { droppedPiece, meant, readCommand } = await source<typeof typing>("viewer/typed");
const { pgn } = await source<typeof records>("play/pgn");
const { readFen } = await source<typeof fens>("viewer/fen");

let number = 0;
const given = (state: states.State, ...changes: Change[]): states.State =>
  changes.reduce((before, change) => after(before, { number: ++number, at: 1000, text: null, answers: null, change }), state);
const start = given(nothing, { kind: "started", name: "Anna", titles: [] });
const move = (ply: number, san: string): LiveMove => position(`fen ${ply % 2 ? "b" : "w"} - - 0 1`, { ply, san });
const sans = (state: states.State): string => (ownGame(state)?.line ?? []).map(({ san }) => san || "·").join(" ");

test("login: asked, refused, come in, out again", () => {
  let state = given(nothing, { kind: "login-required" });
  assert.equal(state.login, "wanted");
  state = given(state, { kind: "login-refused", reason: "password", name: "Anna" });
  assert.deepEqual([state.login, state.refusal?.reason, state.refusal?.name], ["wanted", "password", "Anna"]);
  state = given(state, { kind: "started", name: "Anna", titles: ["FM"] });
  assert.deepEqual([state.login, state.name, state.titles, state.refusal], ["in", "Anna", ["FM"], null]);
  state = given(state, { kind: "closed" });
  assert.equal(state.login, "closed");
});

test("the moves of a game follow each other, and are taken back", () => {
  let state = given(start, board(), board({ current: move(1, "e4") }), board({ current: move(2, "e5") }), board({ current: move(3, "Nf3") }));
  assert.equal(sans(state), "· e4 e5 Nf3");
  state = given(state, board({ current: move(1, "e4") }));
  assert.equal(sans(state), "· e4");
  state = given(state, board({ current: move(2, "c5") }));
  assert.equal(sans(state), "· e4 c5");
});

test("a game that is joined late gets its moves apart", () => {
  let state = given(start, board({ current: move(3, "Nf3") }));
  assert.equal(sans(state), "Nf3");
  state = given(state, { kind: "moves", game: 7, start: "fen w", moves: [move(1, "e4"), move(2, "e5"), move(3, "Nf3")] });
  assert.equal(sans(state), "· e4 e5 Nf3");
  state = given(state, board({ current: move(6, "Nf6") }));
  assert.equal(sans(state), "Nf6", "positions before a gap lead nowhere");
});

test("a game that ended stays, and its number may be another game's", () => {
  let state = given(start, board({ ticking: true, moves: ["e2e4"] }), { kind: "ended", game: 7, result: "1-0", reason: "Boris resigns" });
  const [ended] = state.games.values();
  assert.deepEqual(ended?.result, { result: "1-0", reason: "Boris resigns" });
  assert.deepEqual([ended?.board.ticking, ended?.board.moves], [false, []]);
  assert.equal(ownGame(state), null);
  state = given(state, board({ black: { name: "Cecilia", clock: 1 } }));
  assert.equal(state.games.size, 2);
  assert.equal(ownGame(state)?.board.black.name, "Cecilia");
});

test("a game that is not watched any more vanishes; unknown ones are no error", () => {
  let state = given(start, board({ relation: "observer" }));
  state = given(state, { kind: "left", game: 7 }, { kind: "left", game: 8 }, { kind: "ended", game: 9, result: "*", reason: "" });
  assert.equal(state.games.size, 0);
});

test("facts, refused moves and the partner's game", () => {
  let state = given(start, board(), { kind: "facts", game: 7, category: "blitz", rated: true, white: "1720", black: "1586", partner: null });
  assert.equal(gameOf(state, 7)?.facts?.black, "1586");
  state = given(state, { kind: "ended", game: 7, result: "*", reason: "" }, board());
  assert.equal(gameOf(state, 7)?.facts, null, "those of another game with the number are not its own");
  const early = given(start, { kind: "facts", game: 7, category: "suicide", rated: false, white: "++++", black: "++++", partner: null }, board());
  assert.equal(gameOf(early, 7)?.facts?.category, "suicide", "they come before the board, too");
  state = given(state, { kind: "move-refused", game: 7 }, { kind: "partner", name: "Cecilia" }, { kind: "partner-game", game: 8 });
  assert.deepEqual([gameOf(state, 7)?.refused, state.partner, state.partnerGame], [1, "Cecilia", 8]);
  state = given(state, board({ game: 8, relation: "observer", white: { name: "Dora", clock: 1 } }), { kind: "ended", game: 8, result: "0-1", reason: "" });
  assert.equal(partnerGame(state)?.board.white.name, "Dora", "it is still beside the player's own");
  state = given(state, { kind: "ended", game: 7, result: "1-0", reason: "" }, board(), { kind: "partner", name: null });
  assert.deepEqual([state.partner, state.partnerGame], [null, null]);
});

test("seeks and offers come and go", () => {
  const one: Seek = { index: 1, name: "Boris", rating: "1586", number: 1586, computer: false, minutes: 5, increment: 3, rated: true, category: "blitz", side: null, from: 0, to: 9999, manual: false };
  let state = given(start, { kind: "seek", ...one }, { kind: "seek", ...one, index: 2 }, { kind: "seek", ...one, minutes: 3 });
  assert.deepEqual([...state.seeks].map(([index, { minutes }]) => [index, minutes]), [[1, 3], [2, 5]]);
  state = given(state, { kind: "seeks-removed", indexes: [1, 9] });
  assert.deepEqual([...state.seeks.keys()], [2]);
  state = given(state, { kind: "seeks-cleared" });
  assert.equal(state.seeks.size, 0);
  state = given(state, { kind: "offer", index: 3, own: false, with: "Boris", what: "draw", terms: "", side: null });
  assert.equal(state.offers.get(3)?.what, "draw");
  assert.equal(given(state, { kind: "offer-removed", index: 3 }).offers.size, 0);
});

test("what was said stays after a reset, games do not", () => {
  let state = given(start, board(), { kind: "said", to: null, way: "tell", from: "Boris", titles: "", place: null, text: "hi" });
  state = given(state, { kind: "reset" });
  assert.deepEqual([state.games.size, state.talk.length, state.login], [0, 1, "unknown"]);
});

test("the console keeps the last lines, and knows how many it forgot", () => {
  let state = nothing;
  for (let i = 0; i < mostLines + 5; i++) state = withLines(state, [{ text: String(i), own: false }]);
  assert.deepEqual([state.lines.length, state.forgotten, state.lines[0]?.text], [mostLines, 5, "5"]);
});

test("what did not change is the same object", () => {
  const state = given(start, board());
  const next = given(state, { kind: "partner", name: "Cecilia" });
  for (const part of ["games", "seeks", "offers", "talk", "lines"] as const) assert.equal(next[part], state[part], part);
});

test("only the clock of the side to move runs, from the time of its news", () => {
  const state = given(start, board({ ticking: true, current: move(2, "e5") }));
  const game = ownGame(state);
  assert(game);
  assert.equal(remaining(game, "white", 3500), 177_500);
  assert.equal(remaining(game, "black", 3500), 180_000);
  assert.equal(remaining(game, "white", 500), 180_000, "news from the future take no time");
  assert.equal(remaining({ ...game, result: { result: "*", reason: "" } }, "white", 3500), 180_000);
});

test("little time is an eighth of it, at least ten seconds and at most a minute, less in short games", () => {
  const limits = [[1, 0], [3, 0], [5, 0], [30, 0], [0, 12]].map(([minutes = 0, increment = 0]) => {
    const game = ownGame(given(start, board({ minutes, increment })));
    return game && lowTime(game);
  });
  assert.deepEqual(limits, [10_000, 22_500, 37_500, 60_000, 2000]);
});

test("the alarm rings once, and again only after there was more time", () => {
  const alarm = new Alarm();
  const rings = (left: number, now: number): boolean => alarm.rings(left, 10_000, now);
  assert.deepEqual([rings(30_000, 0), rings(9900, 1), rings(9000, 2), rings(14_000, 3), rings(9000, 4)], [false, true, false, false, false]);
  assert.deepEqual([rings(16_000, 30_000), rings(9000, 31_000)], [false, true]);
  assert.deepEqual([rings(16_000, 32_000), rings(9000, 33_000)], [false, false], "not twice within 20 seconds");
});

test("lines are made of numbers and names that were looked at", () => {
  const terms = { minutes: 5, increment: 3, rated: false, side: "white", kind: "chess" } as const;
  assert.equal(seek(terms, null, false), "seek 5 3 unrated white");
  assert.equal(seek({ ...terms, rated: true, side: null, kind: "wild fr" }, { from: 1200, to: 1600 }, true), "seek 5 3 rated wild fr 1200-1600 manual");
  assert.equal(match("Boris", { ...terms, kind: "bughouse" }), "match Boris 5 3 unrated white bughouse");
  for (const minutes of [-1, 1.5, Number.NaN, 601]) assert.equal(seek({ ...terms, minutes }, null, false), null);
  assert.equal(seek(terms, { from: 1600, to: 1200 }, false), null);
  for (const name of ["Bo", "Boris 5", "Boris\nquit", "Борис", "ABCDEFGHIJKLMNOPQR"]) assert.equal(match(name, terms), null);
  assert.equal(talk({ way: "tell", name: "Boris" }, "hi\r\nresign\u0000!"), "tell Boris hi resign !");
  assert.equal(talk({ way: "kibitz", game: 7 }, "nice"), "xkibitz 7 nice");
  assert.equal(talk({ way: "tell", name: "Boris;quit" }, "hi"), null);
  assert.equal(talk({ way: "say" }, " \n "), null);
  assert.equal(plain("a\u202eb\u2028c"), "ab c");
  assert.equal(password("abc123", "new456"), "password abc123 new456");
  assert.equal(password("abc123", "new 456"), null);
});

test("typed moves are understood as players write them", () => {
  const diagram = readFen("r3k2r/pPpp4/8/8/2N1N3/8/PPP2bPP/R3K2R[Np] w KQkq - 0 1");
  const moves = ["e1c1", "e1g1", "e1d1", "b7a8q", "b7a8r", "b7b8q", "b7b8n", "c4d6", "e4d6", "c4e5", "a2a3", "a2a4", "g2g3", "b2b3", "e4f2", "N@f3", "P@e3"];
  const one = (typed: string): string => meant(typed, diagram, moves).join(" ");
  const table: [typed: string, move: string][] = [
    ["O-O", "e1g1"],
    ["0-0-0", "e1c1"],
    ["o-o", "e1g1"],
    ["a3", "a2a3"],
    ["a2a4", "a2a4"],
    ["a2-a4", "a2a4"],
    ["Ne5", "c4e5"],
    ["ne5", "c4e5"],
    ["Nd6", "c4d6 e4d6"],
    ["Ncd6+", "c4d6"],
    ["Nxf2", "e4f2"],
    ["b3", "b2b3"],
    ["bxa8=Q", "b7a8q"],
    ["b8n", "b7b8n"],
    ["b8", "b7b8q b7b8n"],
    ["bxa8", "b7a8q b7a8r"],
    ["Kd1", "e1d1"],
    ["N@f3", "N@f3"],
    ["n@F3", "N@f3"],
    ["@e3", "P@e3"],
    ["Qh5", ""],
    ["resign", ""],
    ["", ""],
  ];
  for (const [typed, expected] of table) assert.equal(one(typed), expected, typed);
});

test("moves are typed with the letters of the page, of its language, or of PGN", () => {
  const [english, french, german, czech, russian] = ["K Q R B N", "R D T F C", "K D T L S", "K D V S J", "Кр Ф Л С К"].map((letters) => letters.split(" ")) as [string[], string[], string[], string[], string[]];
  const diagram = readFen("4k3/1P6/8/8/8/5N2/3Q4/R3KB2[N] w - - 0 1");
  const moves = ["f3e5", "d2d4", "d2d5", "a1a4", "e1e2", "f1e2", "b7b8q", "b7b8n", "N@d4"];
  const table: [typed: string, languages: string[][], move: string][] = [
    ["Ce5", [french], "f3e5"],
    ["ce5", [french], ""],
    ["Re2", [french, english], "e1e2"],
    ["Ra4", [french, english], ""],
    ["Ra4", [english, french], "a1a4"],
    ["Ta4", [english, french], "a1a4"],
    ["Be2", [french, english], "f1e2"],
    ["Fe2", [french, english], "f1e2"],
    ["Sf3-e5", [german, english], "f3e5"],
    ["se5", [german], "f3e5"],
    ["Dd4", [german], "d2d4"],
    ["dd4", [german], ""],
    ["b8=D", [german], "b7b8q"],
    ["b8S", [german], "b7b8n"],
    ["S@d4", [german], "N@d4"],
    ["Je5+", [czech], "f3e5"],
    ["Se2", [czech], "f1e2"],
    ["Крe2", [russian], "e1e2"],
    ["Кe5", [russian], "f3e5"],
    ["кe5", [russian], "f3e5"],
    ["♘e5", [german], "f3e5"],
    ["♞e5", [french], "f3e5"],
    ["♕d5", [english], "d2d5"],
  ];
  for (const [typed, languages, expected] of table) assert.equal(meant(typed, diagram, moves, languages).join(" "), expected, `${typed} ${languages.join(" ")}`);
  for (const [typed, drop] of [["S@f3", "N@f3"], ["@e4", "P@e4"], ["p@E4", "P@e4"], ["D@d8", "Q@d8"], ["K@e4", null], ["x@e4", null], ["Sf3", null]] as const) {
    assert.equal(droppedPiece(typed, [german, english]), drop, typed);
  }
});

test("typed castling of Chess960 goes to the rook", () => {
  const diagram = readFen("8/8/8/8/8/8/8/1RK3R1 w - - 0 1");
  assert.deepEqual(meant("O-O", diagram, ["c1g1", "c1d1", "c1b1"]), ["c1g1"]);
  assert.deepEqual(meant("O-O-O", diagram, ["c1g1", "c1d1", "c1b1"]), ["c1b1"]);
});

test("typed questions and commands", () => {
  const table: [typed: string, kind: string | undefined][] = [
    ["c", "clock"],
    ["/clocks", "clock"],
    ["l", "last"],
    ["/Last", "last"],
    ["o", "opponent"],
    ["/resign", "resign"],
    ["/undo", "takeback"],
    ["board e4", "board"],
    ["b E4", "board"],
    ["p N", "pieces"],
    ["p", "pieces"],
    ["p A", "pieces"],
    ["p x", undefined],
    ["b", "board"],
    ["s e", "line"],
    ["s 8", "line"],
    ["s 9", undefined],
    ["12", "number"],
    ["12...", "number"],
    ["12b", "number"],
    ["1234", undefined],
    ["?", "help"],
    ["pocket white", "pocket"],
    ["constructor", undefined],
    ["b4", undefined],
    ["Nf3", undefined],
    ["board z9", undefined],
  ];
  for (const [typed, kind] of table) assert.equal(readCommand(typed)?.kind, kind, typed);
});

test("a finished game as PGN, with the clocks that were seen", () => {
  let state = nothing;
  const say = (at: number, change: Change): void => {
    state = after(state, { number: at, at, text: null, answers: null, change });
  };
  const fens = ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"] as const;
  say(1, { kind: "facts", game: 7, category: "blitz", rated: true, white: "1586E", black: "++++", partner: null });
  say(2, board({ black: { name: 'Bo"ris', clock: 180_000 } }));
  const clocks = [[180_000, 180_000], [180_000, 170_450], [61_300, 170_450]] as const;
  for (const [index, san] of ["e4", "e5", "Nf3"].entries()) {
    const [white = 0, black = 0] = clocks[index] ?? [];
    say(3 + index, board({ white: { name: "Anna", clock: white }, black: { name: 'Bo"ris', clock: black }, current: position(fens[index], { ply: index + 1, san }) }));
    // A pocket, or the end, sends the board once more: the clock ran on.
    say(3 + index, board({ white: { name: "Anna", clock: 1 }, black: { name: 'Bo"ris', clock: 1 }, current: position(fens[index], { ply: index + 1, san }) }));
  }
  say(9, { kind: "ended", game: 7, result: "1-0", reason: "Boris resigns" });
  const [game] = [...state.games.values()].slice(-1);
  assert(game);
  assert.equal(
    pgn(game, null, "freechess.org", new Date(2026, 10, 3)),
    `[Event "rated blitz"]
[Site "freechess.org"]
[Date "2026.11.03"]
[Round "-"]
[White "Anna"]
[Black "Bo\\"ris"]
[Result "1-0"]
[WhiteElo "1586"]
[TimeControl "180+2"]

1. e4 {[%clk 0:03:00.0]} 1... e5 {[%clk 0:02:50.4]} 2. Nf3 {[%clk 0:01:01.3]}
{Boris resigns} 1-0
`,
  );
  const joined = { ...game, facts: null, made: new Map(), line: game.line.slice(2), board: { ...game.board, minutes: 0, increment: 0 }, result: null };
  assert.match(pgn(joined, null, "s", new Date(0)), /\[Result "\*"\]\n\[TimeControl "-"\]\n\[SetUp "1"\]\n\[FEN "rnbqkbnr\/pppp1ppp.*w KQkq - 0 2"\]\n\n2\. Nf3 \*\n$/);
});

test("a finished game of bughouse as BPGN, both boards in the order of their moves", () => {
  let state = nothing;
  const say = (at: number, change: Change): void => {
    state = after(state, { number: at, at, text: null, answers: null, change });
  };
  const begun = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
  const moved = begun.replace(" w ", " b ");
  const seats = { 7: { white: { name: "Anna", clock: 179_900 }, black: { name: "Boris", clock: 175_000 } }, 8: { white: { name: "Cyril", clock: 170_000 }, black: { name: "Dana", clock: 160_040 } } };
  const make = (game: 7 | 8, at: number, ply: number, san: string): void =>
    say(at, board({ game, ...seats[game], current: position(ply % 2 ? moved : begun, { ply, san }) }));
  say(1, { kind: "facts", game: 7, category: "bughouse", rated: true, white: "1810", black: "1750P", partner: 8 });
  say(2, { kind: "facts", game: 8, category: "bughouse", rated: true, white: "++++", black: "1880", partner: 7 });
  make(7, 3, 0, "");
  make(8, 4, 0, "");
  for (const [game, at, ply, san] of [[7, 5, 1, "e4"], [8, 6, 1, "d4"], [8, 7, 2, "d5"], [7, 8, 2, "P@f6"]] as const) make(game, at, ply, san);
  say(9, { kind: "ended", game: 7, result: "1-0", reason: "Boris resigns" });
  const [own, other] = [...state.games.values()];
  assert(own && other);
  assert.equal(
    pgn(own, other, "freechess.org", new Date(2026, 10, 3)),
    `[Event "rated bughouse"]
[Site "freechess.org"]
[Date "2026.11.03"]
[WhiteA "Anna"]
[BlackA "Boris"]
[WhiteB "Cyril"]
[BlackB "Dana"]
[Result "1-0"]
[WhiteAElo "1810"]
[BlackAElo "1750"]
[BlackBElo "1880"]
[TimeControl "180+2"]

1A. e4{179.9} 1B. d4{170.0} 1b. d5{160.0} 1a. P@f6{175.0} {Boris resigns} 1-0
`,
  );
  const late = { ...own, line: own.line.slice(1) };
  assert.match(pgn(late, other, "s", new Date(0)), /\[FEN "rnbqkbnr[^|]*b KQkq - 0 1 \| rnbqkbnr[^|]*w KQkq - 0 1"\]\n\n1B\. d4/);
});

test("bughouse lists the moves of both boards as they were made", () => {
  let state = nothing;
  const make = (game: number, at: number, ply: number, san: string): void => {
    state = after(state, { number: at, at, text: null, answers: null, change: board({ game, current: position(`8/8/8/8/8/8/8/8 ${ply % 2 ? "b" : "w"} - - 0 1`, { ply, san }) }) });
  };
  make(7, 1, 0, "");
  make(8, 2, 0, "");
  for (const [game, at, ply, san] of [[7, 3, 1, "e4"], [8, 4, 1, "d4"], [8, 5, 2, "d5"], [7, 6, 2, "e5"], [7, 7, 3, "N@f6"], [8, 8, 3, "Q@h7"]] as const) make(game, at, ply, san);
  const [own, other] = [gameOf(state, 7), gameOf(state, 8)];
  assert(own && other);
  const listed = (first: typeof own, second: typeof own | null): string => entries(first, second).map((entry) => (entry.own ? "A" : "B") + entry.move.san).join(" ");
  assert.equal(listed(own, other), "A Ae4 Bd4 Bd5 Ae5 AN@f6 BQ@h7");
  assert.equal(listed(other, own), "A Be4 Ad4 Ad5 Be5 BN@f6 AQ@h7");
  assert.equal(listed(own, null), "A Ae4 Ae5 AN@f6");
});
