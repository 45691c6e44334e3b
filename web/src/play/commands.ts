import type { LiveBoard, Side } from "../types/Live";

// Lines for the server. No value joins one without a look at it: a newline in a name would be a
// command of its own.

/** Kinds of games, as players ask for them; the first is chess. */
export const kinds = ["chess", "crazyhouse", "suicide", "losers", "atomic", "wild fr"] as const;
export type Kind = (typeof kinds)[number] | "bughouse";

/** Terms of a game that is sought or proposed. */
export interface Terms {
  minutes: number;
  increment: number;
  rated: boolean;
  side: Side | null;
  kind: Kind;
}

/** Returns true if a text can be a player's name. */
export function isName(text: string): boolean {
  return /^[A-Za-z]{3,17}$/.test(text);
}

/** Returns true if a text can be a password on the server: letters and digits. */
export function isPassword(text: string): boolean {
  return /^[A-Za-z0-9]{3,32}$/.test(text);
}

/** Line that posts a seek. */
export function seek(terms: Terms, range: { from: number; to: number } | null, manual: boolean): string | null {
  const words = termWords(terms);
  if (!words || terms.kind === "bughouse") return null;
  if (range && !(whole(range.from, 9999) && whole(range.to, 9999) && range.from <= range.to)) return null;
  return ["seek", ...words, ...(range ? [`${range.from}-${range.to}`] : []), ...(manual ? ["manual"] : [])].join(" ");
}

/** Line that proposes a game to a player. */
export function match(name: string, terms: Terms): string | null {
  const words = termWords(terms);
  return words && isName(name) ? ["match", name, ...words].join(" ") : null;
}

function termWords({ minutes, increment, rated, side, kind }: Terms): string[] | null {
  if (!whole(minutes, 600) || !whole(increment, 600)) return null;
  return [
    String(minutes),
    String(increment),
    rated ? "rated" : "unrated",
    ...(side ? [side] : []),
    ...(kind === "chess" ? [] : [kind]),
  ];
}

function whole(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

/** Commands with the number of a seek, an offer or a game. */
export function numbered(
  command: "play" | "unseek" | "accept" | "decline" | "withdraw" | "observe" | "unobserve",
  number: number,
): string | null {
  return whole(number, 1_000_000_000) ? `${command} ${number}` : null;
}

/** Commands with the name of a player. */
export function named(command: "partner" | "observe" | "match", name: string): string | null {
  return isName(name) ? `${command} ${name}` : null;
}

/** Line that takes the player's last move back: with the answer to it, if that was made. */
export function takeback(board: LiveBoard, toMove: Side): string {
  return `takeback ${board.relation === toMove ? 2 : 1}`;
}

/** Receiver of what is said. */
export type To =
  | { way: "say" | "partner" | "shout" }
  | { way: "kibitz" | "whisper"; game: number }
  | { way: "tell"; name: string }
  | { way: "channel"; channel: number };

/** Line that says something. */
export function talk(to: To, said: string): string | null {
  const text = plain(said);
  if (!text) return null;
  switch (to.way) {
    case "say":
      return `say ${text}`;
    case "partner":
      return `ptell ${text}`;
    case "shout":
      return `shout ${text}`;
    case "kibitz":
    case "whisper":
      return whole(to.game, 1_000_000) ? `x${to.way} ${to.game} ${text}` : null;
    case "tell":
      return isName(to.name) ? `tell ${to.name} ${text}` : null;
    case "channel":
      return whole(to.channel, 65_535) ? `tell ${to.channel} ${text}` : null;
    default:
      to satisfies never;
      return null;
  }
}

/** A change of the password. */
export function password(old: string, fresh: string): string | null {
  return isPassword(old) && isPassword(fresh) ? `password ${old} ${fresh}` : null;
}

/** Says whether the player takes part in bughouse. */
export function openForBughouse(open: boolean): string {
  return `set bugopen ${open ? 1 : 0}`;
}

/** Returns true if a line logs out. */
export function isQuit(line: string): boolean {
  return /^\s*quit\s*$/i.test(line);
}

/** An account for a guest: the server gives it a password. */
export function register(name: string, email: string, realName: string): string | null {
  const known = plain(realName);
  return isName(name) && /^[!-?A-~]+@[!-?A-~]+$/.test(email) && known ? `register ${name} ${email} ${known}` : null;
}

const longest = 400;

/** A text as one line: without control characters, marks that turn the direction of text, and spaces at its ends. */
export function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/g, "")
    .trim()
    .slice(0, longest);
}
