import { opposite, turnOf } from "../viewer/fen";
import type {
  AdjournedRow,
  Asked,
  GameRow,
  LiveBoard,
  LiveFacts,
  LiveMove,
  LoginRefusal,
  News,
  Offer,
  PlayerRow,
  Said,
  Seek,
} from "../types/Live";

/** A game on a board. */
export interface Game {
  /** Its name on this page: numbers of the server are used again. */
  key: number;
  /** Its number on the server. */
  number: number;
  board: LiveBoard;
  /** Session time of the clocks. */
  at: number;
  facts: LiveFacts | null;
  /** Positions that are known, up to the one on the board. */
  line: LiveMove[];
  /** Session time of moves, and the clock of the player who made them, by their plies. */
  made: ReadonlyMap<number, { at: number; clock: number }>;
  result: { result: string; reason: string } | null;
  /** Player who lost the connection, and the session time until which the game waits. */
  absent: { name: string; until: number } | null;
  /** Count of moves that the server refused. */
  refused: number;
}

/** A thing that was said, with its number. */
export interface Talk extends Said {
  number: number;
  own: boolean;
}

/** A line of the console. */
export interface Line {
  text: string;
  own: boolean;
}

/** A session as this window knows it. */
export interface State {
  login: "unknown" | "wanted" | "in" | "closed";
  name: string;
  titles: readonly string[];
  refusal: { reason: LoginRefusal; name: string; count: number } | null;
  games: ReadonlyMap<number, Game>;
  /** Facts of games by their numbers: they may come before the board. */
  facts: ReadonlyMap<number, LiveFacts>;
  partner: string | null;
  partnerGame: number | null;
  /** True if the player takes part in bughouse. */
  bugopen: boolean;
  seeks: ReadonlyMap<number, Seek>;
  offers: ReadonlyMap<number, Offer>;
  talk: readonly Talk[];
  lines: readonly Line[];
  /** Lines that were there before the first of `lines`. */
  forgotten: number;
  gameRows: readonly GameRow[] | null;
  playerRows: readonly PlayerRow[] | null;
  adjourned: readonly AdjournedRow[];
  pages: Readonly<Partial<Record<Asked, string>>>;
}

export const mostLines = 1000;
const mostTalk = 500;

/** The state before anything is known. */
export const nothing: State = {
  login: "unknown",
  name: "",
  titles: [],
  refusal: null,
  games: new Map(),
  facts: new Map(),
  partner: null,
  partnerGame: null,
  bugopen: false,
  seeks: new Map(),
  offers: new Map(),
  talk: [],
  lines: [],
  forgotten: 0,
  gameRows: null,
  playerRows: null,
  adjourned: [],
  pages: {},
};

/** Returns the state after news. Parts that did not change are the same objects. */
export function after(state: State, news: News): State {
  const next = news.change ? changed(state, news) : state;
  return news.text === null ? next : withLines(next, [{ text: news.text, own: false }]);
}

/** Adds lines to the console. */
export function withLines(state: State, added: Line[]): State {
  const lines = [...state.lines, ...added];
  const extra = Math.max(0, lines.length - mostLines);
  return { ...state, lines: lines.slice(extra), forgotten: state.forgotten + extra };
}

/**
 * Returns the games of a session that is over, as they stood. Their keys are below those of the next session's games.
 */
export function remains(state: State): State["games"] {
  return new Map([...state.games.values()].map((game) => [-Math.abs(game.key), { ...stopped(game), key: -Math.abs(game.key) }]));
}

function stopped(game: Game): Game {
  return { ...game, absent: null, result: game.result ?? { result: "*", reason: "" }, board: { ...game.board, ticking: false, moves: [] } };
}

/** Returns the game that a player is in, or that has a number, if it is watched or played. */
export function followed(state: State, whom: string | number): Game | null {
  const fits = ({ number, board }: Game): boolean =>
    typeof whom === "number" ? number === whom : sameName(board.white.name, whom) || sameName(board.black.name, whom);
  return [...state.games.values()].find((game) => !game.result && fits(game)) ?? null;
}

/** Forgets a game: its tab was closed. */
export function withoutGame(state: State, key: number): State {
  const games = new Map(state.games);
  games.delete(key);
  return { ...state, games };
}

/** Takes back the move that a game shows on its way: it was refused. */
export function withRefusedMove(state: State, number: number): State {
  return withGame(state, number, (game) => ({ ...game, refused: game.refused + 1 }));
}

/** Returns the game that has a number now. */
export function gameOf(state: State, number: number | null): Game | null {
  return [...state.games.values()].findLast((game) => game.number === number && !game.result) ?? null;
}

/** Returns the game of the player's partner, also when it is over. */
export function partnerGame(state: State): Game | null {
  return [...state.games.values()].findLast(({ number }) => number === state.partnerGame) ?? null;
}

/** Returns the other board of bughouse, if it is there: that of the player's partner, or of a game that is watched. */
export function otherBoard(state: State, game: Game): Game | null {
  if (plays(game)) {
    const other = partnerGame(state);
    return other === game ? null : other;
  }
  const other = [...state.games.values()].findLast(({ number }) => number === game.facts?.partner);
  return other && !plays(other) && other.facts?.partner === game.number ? other : null;
}

/** A move of a game, or of the other board of bughouse. */
export interface Entry {
  move: LiveMove;
  own: boolean;
}

/** Lists the moves of a game, in bughouse those of both boards as they were made. The first entry is the beginning. */
export function entries(game: Game, other: Game | null): Entry[] {
  const own = game.line.map((move) => ({ move, own: true }));
  if (!other) return own;
  const timed = ({ line, made }: Game, isOwn: boolean): (Entry & { at: number })[] => {
    let at = -1;
    // Moves from before the board was there have no times: they stand first.
    return line.map((move) => ({ move, own: isOwn, at: (at = Math.max(at, made.get(move.ply)?.at ?? at)) }));
  };
  const [start, ...rest] = timed(game, true);
  const all = [...rest, ...timed(other, false).slice(1)].toSorted((a, b) => a.at - b.at || a.move.ply - b.move.ply);
  return start ? [start, ...all] : all;
}

/** Returns what the partner said last since a game began. */
export function lastOfPartner(state: State, game: Game): Talk | null {
  return state.talk.findLast(({ way, own, number }) => way === "partner" && !own && number > game.key) ?? null;
}

/** Returns the game that the player plays. */
export function ownGame(state: State): Game | null {
  return [...state.games.values()].findLast((game) => plays(game) && !game.result) ?? null;
}

/** Returns true if the player plays in a game. */
export function plays(game: Game): boolean {
  return game.board.relation === "white" || game.board.relation === "black";
}

function changed(state: State, { change, number, at }: News): State {
  if (!change) return state;
  switch (change.kind) {
    case "reset":
      // What was read in this window stays to be read.
      return { ...nothing, lines: state.lines, forgotten: state.forgotten, talk: state.talk, games: new Map([...state.games].filter(([key]) => key < 0)) };
    case "login-required":
      return { ...state, login: "wanted" };
    case "login-refused": {
      const count = (state.refusal?.count ?? 0) + 1;
      return { ...state, login: "wanted", refusal: { reason: change.reason, name: change.name, count } };
    }
    case "started":
      return { ...state, login: "in", name: change.name, titles: change.titles, refusal: null };
    case "closed":
      return { ...state, login: "closed", seeks: new Map(), offers: new Map(), games: new Map([...state.games].map(([key, game]) => [key, stopped(game)])) };
    case "board":
      return withBoard(state, change, number, at);
    case "facts":
      return withFacts(state, change);
    case "moves":
      return withGame(state, change.game, (game) => ({ ...game, line: joined(change.start, change.moves, game.board.current) }));
    case "ended": {
      const { result, reason } = change;
      const next = { ...state, facts: without(state.facts, [change.game]) };
      return withGame(next, change.game, (game) => stopped({ ...game, result: { result, reason } }));
    }
    case "left": {
      const game = gameOf(state, change.game);
      return game ? withoutGame(state, game.key) : state;
    }
    case "absent": {
      const { name, seconds } = change;
      const absent = seconds === null ? null : { name, until: at + 1000 * seconds };
      const isTheirs = ({ board, result }: Game): boolean => !result && (sameName(board.white.name, name) || sameName(board.black.name, name));
      return { ...state, games: new Map([...state.games].map(([key, game]) => [key, isTheirs(game) ? { ...game, absent } : game])) };
    }
    case "partner-game":
      return { ...state, partnerGame: change.game };
    case "partner":
      return { ...state, partner: change.name };
    case "bugopen":
      return { ...state, bugopen: change.open };
    case "players-changed":
      return state;
    case "seek": {
      const { kind: _, ...seek } = change;
      return { ...state, seeks: new Map(state.seeks).set(seek.index, seek) };
    }
    case "seeks-removed":
      return { ...state, seeks: without(state.seeks, change.indexes) };
    case "seeks-cleared":
      return { ...state, seeks: new Map() };
    case "offer": {
      const { kind: _, ...offer } = change;
      return { ...state, offers: new Map(state.offers).set(offer.index, offer) };
    }
    case "offer-removed":
      return { ...state, offers: without(state.offers, [change.index]) };
    case "said": {
      const { kind: _, ...said } = change;
      return { ...state, talk: [...state.talk, { ...said, number, own: sameName(said.from, state.name) }].slice(-mostTalk) };
    }
    case "games":
      return { ...state, gameRows: change.rows };
    case "players":
      return { ...state, playerRows: change.rows };
    case "adjourned":
      return { ...state, adjourned: change.rows };
    case "page":
      return { ...state, pages: { ...state.pages, [change.what]: change.text } };
    case "move-refused":
      return withRefusedMove(state, change.game);
    default:
      change satisfies never;
      return state;
  }
}

/** Compares names as the server does. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function withBoard(state: State, change: { kind: "board" } & LiveBoard, number: number, at: number): State {
  const { kind: _, ...board } = change;
  const before = gameOf(state, board.game);
  const game: Game =
    before && samePlayers(before.board, board)
      ? { ...before, board, at, line: continued(before.line, board.current), made: clocked(before, board, at) }
      : { key: number, number: board.game, board, at, facts: state.facts.get(board.game) ?? null, line: [board.current], made: new Map(), result: null, absent: null, refused: 0 };
  const games = new Map(state.games);
  if (before && before.key !== game.key) games.delete(before.key);
  games.set(game.key, game);
  // Beside another game the partner's last one is not shown.
  const over = game.key === number && plays(game) && partnerGame(state)?.result;
  return { ...state, games, partnerGame: over ? null : state.partnerGame };
}

// A board comes again when a pocket changes or the game ends.
function clocked({ board: before, made }: Game, board: LiveBoard, at: number): Game["made"] {
  const { fen, ply } = board.current;
  return before.current.ply === ply ? made : new Map(made).set(ply, { at, clock: board[opposite(turnOf(fen))].clock });
}

function samePlayers(a: LiveBoard, b: LiveBoard): boolean {
  return sameName(a.white.name, b.white.name) && sameName(a.black.name, b.black.name);
}

/** The line with another last position: a move further, or back. */
function continued(line: LiveMove[], current: LiveMove): LiveMove[] {
  const kept = line.filter(({ ply }) => ply < current.ply);
  const last = kept.at(-1);
  // Where positions are missing, those before the gap lead nowhere.
  return last && last.ply !== current.ply - 1 ? [current] : [...kept, current];
}

function joined(start: string, moves: LiveMove[], current: LiveMove): LiveMove[] {
  const ply = (moves[0]?.ply ?? current.ply + 1) - 1;
  const first: LiveMove = { ply, san: "", last: [], words: "", fen: start, check: false };
  const line = [first, ...moves].filter((move) => move.ply < current.ply);
  return line.at(-1)?.ply === current.ply - 1 ? [...line, current] : [current];
}

function withGame(state: State, number: number, change: (game: Game) => Game): State {
  const game = gameOf(state, number);
  return game ? { ...state, games: new Map(state.games).set(game.key, change(game)) } : state;
}

function withFacts(state: State, change: { kind: "facts" } & LiveFacts): State {
  const { kind: _, ...facts } = change;
  const next = { ...state, facts: new Map(state.facts).set(facts.game, facts) };
  return withGame(next, facts.game, (game) => ({ ...game, facts }));
}

function without<T>(map: ReadonlyMap<number, T>, keys: number[]): ReadonlyMap<number, T> {
  const rest = new Map(map);
  for (const key of keys) rest.delete(key);
  return rest;
}
