import { opposite, turnOf, type Colour } from "../viewer/fen";
import { plain } from "./commands";
import { entries, type Game } from "./state";

const variants: Record<string, string> = {
  crazyhouse: "Crazyhouse",
  suicide: "Suicide",
  losers: "Losers",
  atomic: "Atomic",
  "wild/fr": "Chess960",
};

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Writes a game as PGN, or with the other board of bughouse as BPGN, with the clocks that this window saw. */
export function pgn(game: Game, other: Game | null, site: string, day: Date): string {
  const { board, facts, result } = game;
  const boards = other ? ([["A", game], ["B", other]] as const) : ([["", game]] as const);
  const fens = boards.map(([, { line }]) => line[0]?.fen ?? start);
  const isUsual = fens.every((fen) => fen.replace("[]", "") === start);
  const sides = (what: string, value: (of: Game, side: Colour) => string): [string, string][] =>
    boards.flatMap(([letter, of]) => [
      [`White${letter}${what}`, value(of, "white")],
      [`Black${letter}${what}`, value(of, "black")],
    ]);
  const tags: [string, string][] = [
    ["Event", facts ? `${facts.rated ? "rated" : "unrated"} ${facts.category}` : "?"],
    ["Site", site],
    ["Date", [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join(".")],
    ["Round", other ? "" : "-"],
    ...sides("", (of, side) => of.board[side].name),
    ["Result", result?.result ?? "*"],
    ...sides("Elo", (of, side) => ratingTag(of.facts?.[side])),
    ["TimeControl", board.minutes + board.increment > 0 ? `${board.minutes * 60}+${board.increment}` : "-"],
    ["Variant", (facts && variants[facts.category]) ?? ""],
    ["SetUp", isUsual || other ? "" : "1"],
    ["FEN", isUsual ? "" : fens.join(" | ")],
  ];
  const shown = tags.filter(([, value]) => value).map(([name, value]) => `[${name} "${plain(value).replace(/["\\]/g, "\\$&")}"]`);
  let numbered = false;
  const text = entries(game, other).slice(1).map(({ move: { san, ply, fen: after }, own }) => {
    const white = opposite(turnOf(after)) === "white";
    const number = Math.ceil(ply / 2);
    const clock = board.minutes + board.increment > 0 ? (own ? game : other)?.made.get(ply)?.clock : undefined;
    if (other) {
      const seconds = clock === undefined ? "" : `{${(clock / 1000).toFixed(1)}}`;
      return `${number}${(white ? "AB" : "ab")[own ? 0 : 1] ?? ""}. ${plain(san)}${seconds}`;
    }
    const before = white ? `${number}. ` : numbered ? "" : `${number}... `;
    const comment = clock === undefined ? "" : ` {[%clk ${clockTag(clock)}]}`;
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
export function savePgn(game: Game, kind: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/vnd.chess-pgn" }));
  link.download = `${game.board.white.name}-${game.board.black.name}.${kind.toLowerCase()}`;
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
