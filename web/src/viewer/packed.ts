import { element } from "../dom";
import { given, type Packed } from "../given";
import type { EvalData, GameData, GameNode, MarkColour } from "../types/GameData";
import { placement, readFen, type Colour, type Diagram, type Role } from "./fen";
import { inLetters } from "./letters";

const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Number of moves in a part of a list. */
const partOfList = 200;
const roles: Record<string, Role> = { q: "queen", r: "rook", b: "bishop", n: "knight" };
const brushes: Record<string, MarkColour> = { G: "green", R: "red", Y: "yellow", B: "blue" };

/** A position with the rights that its pieces do not show. */
interface Position {
  diagram: Diagram;
  castling: string;
  enPassant: string;
  halfmoves: number;
  number: number;
}

interface Move {
  from: string;
  to: string;
  promotion: Role | null;
  ending: string;
}

/**
 * Takes the text of a packed game out of its page: puts the list of moves, the tags and the file in
 * their places, and returns the game. The program has packed only moves that are legal.
 */
export function unpack(root: Element): GameData | null {
  const text = root.querySelector<HTMLElement>("pre.packed");
  if (!text) return null;
  const pgn = text.textContent ?? "";
  const { moves = "", fen = usual, comments = "[]" } = text.dataset;
  const made = new Unpacker(given("packed"), moves, fen, pgn, JSON.parse(comments) as [string, string][]);
  text.replaceWith(...made.lists);
  showTags(root.closest("article"), made.tags, pgn);
  return made.data();
}

function showTags(article: Element | null, tags: Map<string, string>, pgn: string): void {
  const details = article?.querySelector<HTMLElement>(".tags");
  const rows = [...tags].map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, name), element("td", { dir: "auto" }, value)),
  );
  details?.querySelector("table")?.append(element("tbody", {}, ...rows));
  if (details) details.hidden = false;
  const file = article?.querySelector<HTMLAnchorElement>("a.take");
  if (!file) return;
  file.href = `data:application/vnd.chess-pgn;charset=utf-8,${encodeURIComponent(`${pgn}\n`)}`;
  file.download = "game.pgn";
  file.hidden = false;
}

class Unpacker {
  readonly tags = new Map<string, string>();
  /** The list of moves in parts, which browsers lay out when they are seen. */
  readonly lists = [element("div", { class: "moves" })];
  private rows = 0;
  private readonly nodes: GameNode[] = [];
  private readonly positions: Position[] = [];
  private readonly increment: number;
  /** Where the list goes on: its last part, or a variation in it. */
  private places: HTMLElement[] = [...this.lists];
  /** Nodes to which variations return. */
  private readonly stack: number[] = [];
  private at = 0;
  /** True if the next move needs its number, and if the row has a move of White only. */
  private numbered = true;
  private half = false;
  /** The link of the last move. */
  private link: HTMLElement | null = null;
  /** Commands of comments that may stand before the next move; null after a move. */
  private held: [name: string, value: string][] | null = null;

  constructor(
    private readonly packed: Packed,
    moves: string,
    start: string,
    pgn: string,
    /** Comments that come, and with the letters that are shown. */
    private readonly lettered: [comment: string, shown: string][],
  ) {
    const [head = "", ...rest] = pgn.split("\n\n");
    const hasTags = head.startsWith("[");
    for (const [, name = "", value = ""] of hasTags ? head.matchAll(/^\[(\w+) "(.*)"\]$/gm) : []) {
      this.tags.set(name, value.replace(/\\(["\\])/g, "$1"));
    }
    this.increment = 1000 * Number(/\+(\d+(?:\.\d+)?)$/.exec(this.tags.get("TimeControl") ?? "")?.[1] ?? 0);
    this.begin(start);
    const list = [...moves.matchAll(/([\w-])([\w-])(?:=([qrbn]))?([+.]?)/g)].map(([, from = "", to = "", role = "", ending = ""]) => ({
      from: square(from),
      to: square(to),
      promotion: roles[role] ?? null,
      ending,
    }));
    this.read((hasTags ? rest.join("\n\n") : pgn).matchAll(/\{([^}]*)\}|[()]|\$(\d+)|\d+\.+|[^\s(){}]+/g), list);
  }

  data(): GameData {
    const seat = (side: string) => ({ name: known(this.tags.get(side)), rating: known(this.tags.get(`${side}Elo`)) || null });
    return {
      variant: "Standard",
      result: this.tags.get("Result") ?? "*",
      boards: [{ white: seat("White"), black: seat("Black") }],
      nodes: this.nodes,
    };
  }

  private begin(fen: string): void {
    const [, , castling = "-", enPassant = "-", halfmoves = "0", number = "1"] = fen.split(" ");
    this.positions.push({ diagram: readFen(fen), castling, enPassant, halfmoves: Number(halfmoves), number: Number(number) });
    this.nodes.push({ ...empty, fens: [fen], label: this.packed.start, children: [], arrows: [], squares: [] });
  }

  private read(tokens: Iterable<RegExpMatchArray>, moves: Move[]): void {
    let next = 0;
    for (const [token, comment, nag] of tokens) {
      if (comment !== undefined) this.comment(comment);
      else if (nag !== undefined) this.nag(nag);
      else if (token === "(") this.open();
      else if (token === ")") this.close();
      else if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(token)) this.result(token);
      else if (!/^\d+\.+$/.test(token)) {
        const move = moves[next++];
        if (move) this.move(token, move);
      }
    }
    this.release();
  }

  /** Gives the commands that were held to the last move. */
  private release(): void {
    for (const [name, value] of this.held ?? []) this.command(name, value);
    this.held = null;
  }

  private get list(): HTMLElement {
    return this.lists.at(-1) as HTMLElement;
  }

  private get place(): HTMLElement {
    return this.places.at(-1) ?? this.list;
  }

  private get depth(): number {
    return this.stack.length;
  }

  private move(token: string, move: Move): void {
    const [, san = token, suffix = ""] = /^(.*?)([!?]*)$/.exec(token) ?? [];
    const before = this.positions[this.at];
    if (!before) return;
    const id = this.nodes.length;
    const white = before.diagram.turn === "white";
    const words = sentence(this.packed, before, move, san);
    const after = played(before, move);
    const text = inLetters(san);
    this.positions.push(after);
    this.nodes[this.at]?.children.push(id);
    this.nodes.push({
      ...empty,
      parent: this.at,
      children: [],
      ply: (this.nodes[this.at]?.ply ?? 0) + 1,
      label: `${before.number}${white ? "." : "..."} ${text}`,
      san: text,
      uci: move.from === move.to ? "0000" : move.from + move.to + (move.promotion ? letterOf(move.promotion) : ""),
      fens: [fenOf(after)],
      last: move.from === move.to ? [] : [move.from, move.to],
      check: /[+#]$/.test(san),
      words,
      arrows: [],
      squares: [],
    });
    this.at = id;
    this.release();
    this.number(before.number, white);
    this.link = element("a", { class: "move", "data-node": id, href: `#n${id}` }, text);
    this.place.append(this.link, "\n");
    this.numbered = false;
    for (const nag of suffixes[suffix] ?? []) this.nag(nag);
  }

  private number(number: number, white: boolean): void {
    if (this.depth > 0) {
      if (white || this.numbered) this.place.append(element("span", { class: "number" }, `${number}${white ? "." : "..."}`), "\n");
      return;
    }
    if (white && ++this.rows > partOfList) {
      this.rows = 1;
      this.lists.push(element("div", { class: "moves" }));
    }
    this.places = [this.list];
    if (white || this.numbered) this.list.append(element("span", { class: "number" }, String(number)));
    if (!white && this.numbered) this.list.append(element("span", { class: "gap" }, "…"));
    this.half = white;
  }

  private interrupt(): void {
    this.numbered = true;
    if (this.places.length > 1) return;
    if (this.half) this.list.append(element("span", { class: "gap" }, "…"));
    this.half = false;
    const made = element("div", { class: "interrupt" });
    this.list.append(made);
    this.places.push(made);
  }

  private open(): void {
    this.release();
    this.held = [];
    this.interrupt();
    const made = element("div", { class: "variation", role: "group", "aria-label": this.packed.variation });
    this.place.append(made);
    this.places.push(made);
    this.stack.push(this.at);
    // A variation stands in the place of the last move.
    this.at = this.nodes[this.at]?.parent ?? 0;
  }

  private close(): void {
    this.release();
    this.held = [];
    this.at = this.stack.pop() ?? this.at;
    if (this.places.length > 2) this.places.pop();
    this.numbered = true;
  }

  private nag(nag: string): void {
    const [sign, meaning] = this.packed.signs[nag] ?? [` $${nag}`, ""];
    if (!this.link || !sign.trim()) return;
    const span = this.link.querySelector(".nag") ?? element("span", { class: "nag" });
    const title = [span.getAttribute("title"), meaning].filter(Boolean).join(", ");
    span.append(sign);
    if (title) span.setAttribute("title", title);
    this.link.append(span);
  }

  private comment(comment: string): void {
    let words = comment
      .replace(/\[%(\w+)\s+([^\]]*)\]/g, (_, name: string, value: string) => {
        if (this.held) this.held.push([name, value.trim()]);
        else this.command(name, value.trim());
        return " ";
      })
      .replace("[#]", " ")
      .replace(/\s+/g, " ")
      .trim();
    if (!words || /^(D|[Dd]iagram)$/.test(words)) return;
    if (this.lettered[0]?.[0] === words) words = this.lettered.shift()?.[1] ?? words;
    this.interrupt();
    this.place.append(element(this.depth > 0 ? "span" : "p", { class: "comment", dir: "auto" }, words), "\n");
  }

  /** Adds a command to the last move; of several of a kind the first counts. */
  private command(name: string, value: string): void {
    const node = this.nodes[this.at];
    if (!node) return;
    if (name === "clk") {
      node.clock ??= timeOf(value);
      const before = this.nodes[this.nodes[node.parent ?? -1]?.parent ?? -1]?.clock ?? null;
      if (node.clock !== null && before !== null) {
        const used = before - node.clock + this.increment;
        node.used ??= used >= 0 ? used : null;
      }
    } else if (name === "emt") node.used = timeOf(value);
    else if (name === "eval") node.eval ??= evalOf(value);
    else if (name === "cal" || name === "csl") mark(node, value);
  }

  private result(token: string): void {
    const printed = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" }[token];
    if (printed) this.list.append(element("span", { class: "result" }, printed));
  }
}

const empty: GameNode = {
  parent: null,
  children: [],
  board: 0,
  ply: 0,
  label: "",
  san: "",
  uci: "",
  fens: [],
  last: [],
  check: false,
  words: "",
  clock: null,
  used: null,
  eval: null,
  arrows: [],
  squares: [],
};

/** NAGs of the signs after a move. */
const suffixes: Record<string, string[]> = { "!": ["1"], "?": ["2"], "!!": ["3"], "??": ["4"], "!?": ["5"], "?!": ["6"] };

function square(digit: string): string {
  const index = digits.indexOf(digit);
  return `${"abcdefgh"[index % 8] ?? ""}${Math.floor(index / 8) + 1}`;
}

function known(value = ""): string {
  return /^[?.\-\s]*$/.test(value) ? "" : value;
}

function timeOf(text: string): number | null {
  const parts = text.split(":").map(Number);
  const seconds = parts.reduce((sum, part) => 60 * sum + part, 0);
  return Number.isFinite(seconds) ? Math.round(1000 * seconds) : null;
}

function evalOf(text: string): EvalData | null {
  const [score = ""] = text.split(",");
  const mate = /^#([+-]?\d+)$/.exec(score)?.[1];
  if (mate !== undefined) return { mate: Number(mate) };
  const pawns = Number(score || "x");
  return Number.isFinite(pawns) ? { cp: Math.round(100 * pawns) } : null;
}

function letterOf(role: Role): string {
  return role === "knight" ? "n" : (role[0] ?? "");
}

/** Adds arrows and squares: `Ge2e4,Rd5`. */
function mark(node: GameNode, value: string): void {
  for (const one of value.split(",")) {
    const [, brush = "", from = "", to] = /^([GRYB])([a-h][1-8])([a-h][1-8])?$/.exec(one.trim()) ?? [];
    const colour = brushes[brush];
    if (!colour) continue;
    if (to) node.arrows.push({ from, to, colour });
    else node.squares.push({ square: from, colour });
  }
}

function played(before: Position, move: Move): Position {
  const pieces = new Map(before.diagram.pieces);
  const turn: Colour = before.diagram.turn === "white" ? "black" : "white";
  const number = before.number + (turn === "white" ? 1 : 0);
  const piece = pieces.get(move.from);
  const { from, to } = move;
  if (!piece || from === to) {
    return { ...before, diagram: { ...before.diagram, turn }, enPassant: "-", number, halfmoves: before.halfmoves + 1 };
  }
  const pawn = piece.role === "pawn";
  const captures = pieces.has(to);
  // A pawn that goes aside to an empty square takes in passing.
  if (pawn && from[0] !== to[0] && !captures) pieces.delete(`${to[0] ?? ""}${from[1] ?? ""}`);
  pieces.delete(from);
  pieces.set(to, move.promotion ? { ...piece, role: move.promotion } : piece);
  if (castles(move, piece.role)) {
    const [file, beside] = to[0] === "g" ? ["h", "f"] : ["a", "d"];
    const rook = pieces.get(`${file}${from[1] ?? ""}`);
    pieces.delete(`${file}${from[1] ?? ""}`);
    if (rook) pieces.set(`${beside}${from[1] ?? ""}`, rook);
  }
  const lost = [from, to].map((name) => rights[name] ?? "").join("");
  const castling = [...before.castling].filter((right) => right !== "-" && !lost.includes(right)).join("") || "-";
  const double = pawn && Math.abs(Number(to[1]) - Number(from[1])) === 2;
  const beside = [-1, 1].map((step) => `${String.fromCharCode(to.charCodeAt(0) + step)}${to[1] ?? ""}`);
  const taken = double && beside.some((name) => pieces.get(name)?.role === "pawn" && pieces.get(name)?.colour === turn);
  const passed = `${to[0] ?? ""}${(Number(from[1]) + Number(to[1])) / 2}`;
  return {
    diagram: { pieces, pockets: null, turn },
    castling,
    enPassant: taken ? passed : "-",
    halfmoves: pawn || captures ? 0 : before.halfmoves + 1,
    number,
  };
}

const rights: Record<string, string> = { a1: "Q", e1: "KQ", h1: "K", a8: "q", e8: "kq", h8: "k" };

function castles({ from, to }: Move, role: Role): boolean {
  return role === "king" && from[0] === "e" && (to[0] === "g" || to[0] === "c") && from[1] === to[1];
}

function fenOf({ diagram, castling, enPassant, halfmoves, number }: Position): string {
  const board = placement(diagram).replace(/1+/g, (ones) => String(ones.length));
  return `${board} ${diagram.turn === "white" ? "w" : "b"} ${castling} ${enPassant} ${halfmoves} ${number}`;
}

/** A move as a sentence, by the phrases that the program has for its language. */
function sentence({ phrases }: Packed, before: Position, move: Move, san: string): string {
  const { pieces, turn } = before.diagram;
  const phrase = (key: string, values: Record<string, string> = {}): string =>
    (phrases[key] ?? "").replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const piece = pieces.get(move.from);
  let said = phrase("pass");
  if (piece && move.from !== move.to) {
    const taken = pieces.get(move.to);
    const aside = piece.role === "pawn" && move.from[0] !== move.to[0];
    const kind = taken ? "capture" : aside ? "en_passant" : "step";
    said = castles(move, piece.role)
      ? phrase(move.to[0] === "g" ? "castle_kingside" : "castle_queenside")
      : phrase(kind, {
          piece: phrases[`piece.${piece.role}`] ?? "",
          from: phrase("from", { square: move.from }),
          taken: phrases[`taken.${taken?.role ?? "pawn"}`] ?? "",
          to: move.to,
        });
    if (move.promotion) said += phrase("promotion", { promoted: phrases[`promoted.${move.promotion}`] ?? "" });
  }
  const ending = san.endsWith("#") ? "checkmate" : move.ending === "+" ? "double_check" : san.endsWith("+") ? "check" : move.ending === "." ? "stalemate" : "";
  const numbered = phrase("numbered", { number: String(before.number), side: phrases[turn] ?? "", move: said + phrase(ending) });
  return `${numbered[0]?.toUpperCase() ?? ""}${numbered.slice(1)}.`;
}
