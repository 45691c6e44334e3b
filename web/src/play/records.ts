import { element } from "../dom";
import { words as shared } from "../words";
import { kindText, timesText } from "./phrases";
import { text } from "./words";

type Cells = readonly string[];

/** Categories by the letters of the server's lists. */
const categories: Record<string, string> = {
  b: "blitz",
  l: "lightning",
  s: "standard",
  u: "untimed",
  n: "nonstandard",
  z: "crazyhouse",
  S: "suicide",
  L: "losers",
  x: "atomic",
  B: "bughouse",
  w: "wild",
};

const cell = /\[[ p]([A-Za-z])([ru]) *(\d+) +(\d+)\]/.source;
const history = new RegExp(`^ *\\d+: ([-+=*]) +(\\d+) ([WB]) +(\\d+) (\\S+) +${cell} (\\S+) +(\\S+) (.+)$`);
const stored = new RegExp(`^ *\\d+: ([WB]) (\\S+) +([YN]) ${cell} +(\\d+)-(\\d+) +([WB])(\\d+) +(\\S+) (.+)$`);
const rating = /^(\S.*?) +(\d+) +([\d.]+) +(\d+) +(\d+) +(\d+) +\d+(?: +(\d+) \((.+)\))?$/;
const rowsBegin = /^ +(?:Opponent|C Opponent|rating +RD)\b/;

/** Writes a page of the server, which is in English, in the page's language, as far as its lines are known. */
export function recordOf(content: string): Node[] {
  const { head } = text.records;
  const { results, ends }: Record<"results" | "ends", Record<string, string>> = text.records;
  const { opponent: player, kind: game } = text;
  const historyHead = [head.result, player, head.colour, game, head.opening, head.end, head.date];
  const storedHead = [player, head.colour, game, head.material, head.turn, head.opening, head.date];
  const ratingsHead = [game, head.rating, head.won, head.drawn, head.lost, head.best];
  const made: Node[] = [];
  let lines: string[] = [];
  let rows: Cells[] = [];
  const flush = (headings: Cells = []): void => {
    if (rows.length > 0) made.push(table(headings, rows));
    const plain = lines.join("\n").replace(/^\n+|\n+$/g, "");
    if (plain) made.push(element("pre", { class: "server-page" }, plain));
    [lines, rows] = [[], []];
  };
  let headings: Cells = [];
  const add = (names: Cells, row: Cells): void => {
    if (lines.length > 0 || headings !== names) flush(headings);
    headings = names;
    rows.push(row);
  };
  for (const line of content.split("\n")) {
    const [, sign = "", , side = "", theirs = "", opponent = "", letter = "", rated = "", minutes = "", increment = "", eco = "", end = "", date = ""] = history.exec(line) ?? [];
    const [, color = "", other = "", on = "", kind = "", isRated = "", time = "", plus = "", white = "", black = "", turn = "", move = "", opening = "", since = ""] = stored.exec(line) ?? [];
    const [, category = "", value = "", , won = "", lost = "", drawn = "", best = "", at = ""] = rating.exec(line) ?? [];
    if (opponent) add(historyHead, [results[sign] ?? sign, `${opponent}${theirs === "0" ? "" : ` (${theirs})`}`, sideOf(side), termsOf(letter, rated, minutes, increment), eco, ends[end] ?? end, dayOf(date)]);
    else if (other) add(storedHead, [`${other} (${on === "Y" ? text.online : text.notOnline})`, sideOf(color), termsOf(kind, isRated, time, plus), `${white}–${black}`, `${move}, ${sideOf(turn)}`, opening, dayOf(since)]);
    else if (category && value) add(ratingsHead, [kindText(category.toLowerCase()), value === "0" ? text.noRating : value, won, drawn, lost, best && `${best} (${dayOf(at)})`]);
    else if (!rowsBegin.test(line)) {
      if (rows.length > 0) flush(headings);
      lines.push(lineOf(line));
    }
  }
  flush(headings);
  return made;
}

function table(headings: Cells, rows: Cells[]): HTMLElement {
  return element(
    "table",
    { class: "record" },
    element("thead", {}, element("tr", {}, ...headings.map((heading) => element("th", { scope: "col" }, heading)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((value) => element("td", {}, value))))),
  );
}

function sideOf(letter: string): string {
  return shared.sides[letter === "W" ? "white" : "black"];
}

function termsOf(letter: string, rated: string, minutes: string, increment: string): string {
  const category = kindText(categories[letter] ?? letter);
  return [timesText(Number(minutes), Number(increment)), category, rated === "r" ? text.rated : text.unrated].join(" · ");
}

/** A line of `finger` that is none of a table. */
function lineOf(line: string): string {
  const words = text.records;
  const [, since, idle] = /^On for: (.+?) +Idle: (.+)$/.exec(line) ?? [];
  if (since && idle) return `${words.online}${text.colon}${spanOf(since)} · ${words.idle}${text.colon}${spanOf(idle)}`;
  const [, last] = /^Last disconnected: (.+)$/.exec(line) ?? [];
  if (last) return `${words.lastSeen}${text.colon}${dayOf(last)}`;
  const [, seal] = /^Timeseal +: (On|Off)$/.exec(line) ?? [];
  if (seal) return `Timeseal${text.colon}${seal === "On" ? words.on : words.off}`;
  if (/ has no (history|adjourned) games\.$/.test(line)) return words.none;
  return line.endsWith(" is NOT a registered player.") ? text.guestMark : line;
}

/** A time such as `2 hrs, 3 mins, 4 secs`. */
function spanOf(written: string): string {
  const units: Record<string, string> = { day: "day", hr: "hour", min: "minute", sec: "second" };
  const { lang } = document.documentElement;
  return written.replace(/(\d+) (day|hr|min|sec)s?/g, (_, number: string, unit: string) =>
    new Intl.NumberFormat(lang, { style: "unit", unit: units[unit] ?? unit, unitDisplay: "short" }).format(Number(number)),
  );
}

/** A date such as `Fri Nov 20, 23:38 UTC 2026` or `20-Nov-2026`; others stay as they are. */
function dayOf(written: string): string {
  const [, month, day, time = "", zone = "", year] = /^\w{3} (\w{3}) +(\d+), (\d\d:\d\d) (\S+) (\d{4})$/.exec(written) ?? [];
  const date = new Date(year ? `${day} ${month} ${year} 12:00 UTC` : `${written.replaceAll("-", " ")} 12:00 UTC`);
  if (Number.isNaN(date.getTime())) return written;
  const shown = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" }).format(date);
  return [shown, time, zone].filter(Boolean).join(" ");
}
