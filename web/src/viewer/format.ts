import type { GameNode } from "../types/GameData";
import { words } from "../words";

/** Writes a clock: `1:02:03`, `12:03`, below ten (or so many) seconds `0:09.4`. */
export function clockText(milliseconds: number, tenthsBelow = 10): string {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  const seconds = Math.floor(tenths / 10);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tail = seconds < tenthsBelow ? `.${tenths % 10}` : "";
  return `${minutes}:${two(seconds % 60)}${tail}`;
}

/** Writes a time as a sentence has it: `1 minute 3 seconds`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  const minutes = Math.floor(seconds / 60);
  return [...(minutes > 0 ? [words.minutes(minutes)] : []), words.seconds(seconds % 60)].join(" ");
}

/** Writes an evaluation from White's view: `+0.35`, `−1.20`, `#3`, `#−2`. */
export function evalText(value: GameNode["eval"]): string {
  if (!value) return "";
  if ("mate" in value) return `#${signed(value.mate, String(Math.abs(value.mate)), "")}`;
  return signed(value.cp, (Math.abs(value.cp) / 100).toFixed(2), "+");
}

/** Winning chances of White from −1 to 1, by the logistic curve that lichess fitted to its games. */
export function chances(value: NonNullable<GameNode["eval"]>): number {
  if ("mate" in value) return value.mate > 0 ? 1 : value.mate < 0 ? -1 : 0;
  return 2 / (1 + Math.exp(-0.00368208 * value.cp)) - 1;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function signed(value: number, digits: string, plus: string): string {
  return value < 0 ? `−${digits}` : value > 0 ? `${plus}${digits}` : digits;
}
