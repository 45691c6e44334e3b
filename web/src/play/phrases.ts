import type { Offer, PlayerRow, Seek } from "../types/Live";
import { plays, type Game } from "./state";
import { text } from "./words";

/** Writes the times of a game: `5+3`. */
export function timesText(minutes: number, increment: number): string {
  return minutes === 0 && increment === 0 ? text.untimed : `${minutes}+${increment}`;
}

/** Writes the kind of a game as the player's language calls it, else as the server does. */
export function kindText(category: string): string {
  const known: Record<string, string> = text.kinds;
  return Object.hasOwn(known, category) ? (known[category] ?? category) : category;
}

/** Writes times, kind, and if ratings change; that a game has no clocks, once. */
export function termParts(terms: Pick<Seek, "minutes" | "increment" | "category" | "rated">): string[] {
  const times = timesText(terms.minutes, terms.increment);
  return [...new Set([times, kindText(terms.category), terms.rated ? text.rated : text.unrated])];
}

/** Writes the terms of a game: `5+3 · blitz · rated`. */
export function termsText({ board, facts }: Game): string {
  return [
    ...(facts ? termParts({ ...board, ...facts }) : [timesText(board.minutes, board.increment)]),
    ...(board.relation === "observer" ? [text.watched] : []),
  ].join(" · ");
}

/** Writes what an offer is about. */
export function describeOffer(offer: Offer): string {
  const known: Record<string, { from: (name: string) => string; to: (name: string) => string }> = text.offers;
  const phrase = Object.hasOwn(known, offer.what) ? known[offer.what] : undefined;
  const start = phrase?.[offer.own ? "to" : "from"](offer.with) ?? `${offer.with}: ${offer.what}`;
  const side = offer.side ? `, ${text.wantsSide[offer.side]}` : "";
  if (offer.what !== "match") return start;
  return `${start}${text.colon}${matchTerms(offer.terms).join(" ")}${side}`;
}

// `unrated blitz 3 2`, word by word; the times are written as everywhere on the page.
function matchTerms(terms: string): string[] {
  const [, before = terms, minutes, increment, rest = ""] = /^(.*?)\b(\d{1,3}) (\d{1,3})\b(.*)$/.exec(terms) ?? [];
  const times = minutes ? [timesText(Number(minutes), Number(increment))] : [];
  return [...new Set([...termWords(before), ...times, ...termWords(rest)])];
}

function termWords(terms: string): string[] {
  return terms.split(" ").filter(Boolean).map(termWord);
}

function termWord(word: string): string {
  if (word === "rated") return text.rated;
  if (word === "unrated") return text.unrated;
  return kindText(word);
}

/** Writes the result of a game from the player's side of the board. */
export function outcome(game: Game): string {
  const { relation } = game.board;
  switch (game.result?.result) {
    case "1-0":
      return plays(game) ? (relation === "white" ? text.won : text.lost) : text.whiteWins;
    case "0-1":
      return plays(game) ? (relation === "black" ? text.won : text.lost) : text.blackWins;
    case "1/2-1/2":
      return text.drawn;
    default:
      return text.noResult;
  }
}

/** Writes the result with the server's reason: `1–0, Boris resigns`. */
export function describeResult(game: Game): string {
  return [shownResult(game), reasonText(game.result?.reason ?? "")].filter(Boolean).join(" · ");
}

/** Writes a usual sentence of the server, such as why a game ended, in the page's language. */
export function reasonText(reason: string): string {
  const [first = ""] = reason.split("\n");
  const [, name = "", rest = ""] = /^([A-Za-z]+)(?: |(?='s ))(.+)$/.exec(first) ?? [];
  const known: Record<string, (name: string) => string> = text.reasons;
  return (known[first] ?? known[rest])?.(name) ?? reason;
}

/** Explains the marks of players without an account, or without a rating. */
export function markTitle(shown: string): string | null {
  return /\(U\)|\+{4}/.test(shown) ? text.guestMark : shown === "----" ? text.noRating : null;
}

/** Writes the result alone. */
export function shownResult(game: Game): string {
  return { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" }[game.result?.result ?? ""] ?? "";
}

/** Writes a seek as a sentence for its button. */
export function describeSeek(seek: Seek): string {
  return [
    seek.name + (seek.computer ? ` (${text.computer})` : ""),
    seek.rating,
    ...termParts(seek),
    ...(seek.side ? [text.wantsSide[seek.side]] : []),
  ].join(", ");
}

/** Writes what a player does. */
export function doingText(row: PlayerRow): string {
  return row.doing ? text.doing[row.doing] : "";
}
