import { opposite, turnOf } from "../viewer/fen";
import { plain } from "./commands";
import type { Game } from "./state";

const variants: Record<string, string> = {
  crazyhouse: "Crazyhouse",
  suicide: "Suicide",
  losers: "Losers",
  atomic: "Atomic",
  "wild/fr": "Chess960",
};

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Writes a game as PGN, with the clocks that this window saw. */
export function pgn(game: Game, site: string, day: Date): string {
  const { board, facts, line, result, made } = game;
  const [first, ...moves] = line;
  const fen = first?.fen ?? start;
  const isUsual = fen.replace("[]", "") === start;
  const tags: [string, string][] = [
    ["Event", facts ? `${facts.rated ? "rated" : "unrated"} ${facts.category}` : "?"],
    ["Site", site],
    ["Date", [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join(".")],
    ["Round", "-"],
    ["White", board.white.name],
    ["Black", board.black.name],
    ["Result", result?.result ?? "*"],
    ["WhiteElo", ratingTag(facts?.white)],
    ["BlackElo", ratingTag(facts?.black)],
    ["TimeControl", board.minutes + board.increment > 0 ? `${board.minutes * 60}+${board.increment}` : "-"],
    ["Variant", (facts && variants[facts.category]) ?? ""],
    ["SetUp", isUsual ? "" : "1"],
    ["FEN", isUsual ? "" : fen],
  ];
  const shown = tags.filter(([, value]) => value).map(([name, value]) => `[${name} "${plain(value).replace(/["\\]/g, "\\$&")}"]`);
  let numbered = false;
  const text = moves.map(({ san, ply, fen: after }) => {
    const white = opposite(turnOf(after)) === "white";
    const number = Math.ceil(ply / 2);
    const before = white ? `${number}. ` : numbered ? "" : `${number}... `;
    const clock = made.get(ply)?.clock;
    const comment = clock === undefined || board.minutes + board.increment === 0 ? "" : ` {[%clk ${clockTag(clock)}]}`;
    // A comment parts a move of Black from its number.
    numbered = white && !comment;
    return `${before}${plain(san)}${comment}`;
  });
  const reason = result?.reason ? [`{${plain(result.reason).replace(/[{}]/g, "")}}`] : [];
  return `${shown.join("\n")}\n\n${wrapped([...text, ...reason, plain(result?.result ?? "*")])}\n`;
}

function wrapped(parts: string[]): string {
  return parts.reduce((text, part) => {
    const length = text.length - text.lastIndexOf("\n") + part.length;
    return text ? `${text}${length < 80 ? " " : "\n"}${part}` : part;
  }, "");
}

// `++++` and `----` are none, and `E` is no digit.
function ratingTag(value = ""): string {
  return /^\d+/.exec(value)?.[0] ?? "";
}

function clockTag(milliseconds: number): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / 100) / 10;
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;
}

/** Lets the browser keep a game as a file. */
export function savePgn(game: Game, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/vnd.chess-pgn" }));
  link.download = `${game.board.white.name}-${game.board.black.name}.pgn`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Opens the page of a game beside this one: the page that reads texts makes it. */
export function openPage(text: string): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", enctype: "multipart/form-data", target: "_blank", action: readAddress(), hidden: true });
  const field = document.createElement("textarea");
  field.name = "text";
  field.value = text;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

function readAddress(): string {
  const { live = "/live" } = document.querySelector<HTMLElement>("main[data-live]")?.dataset ?? {};
  return new URL("read", new URL(live, location.href)).href;
}
