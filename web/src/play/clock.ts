import type { Game } from "./state";
import { turnOf, type Colour } from "../viewer/fen";

/** Time left to a player at a time of the session, in milliseconds. */
export function remaining(game: Game, colour: Colour, sessionTime: number): number {
  const left = game.board[colour].clock;
  return runs(game, colour) ? left - Math.max(0, sessionTime - game.at) : left;
}

/** Returns true if the clock of a player is running. */
export function runs(game: Game, colour: Colour): boolean {
  return game.board.ticking && !game.result && turnOf(game.board.current.fen) === colour;
}

/** Returns true for games with clocks. */
export function timed(game: Game): boolean {
  return game.board.minutes > 0 || game.board.increment > 0;
}

/** Time below which a player has little left: an eighth of the time at the start, 10 to 60 s. */
export function lowTime(game: Game): number {
  const start = game.board.minutes * 60_000;
  // Games by increment alone begin with ten seconds.
  if (start < 60_000) return Math.max(2000, 0.2 * (start || 10_000));
  return Math.min(60_000, Math.max(10_000, start / 8));
}

const again = 20_000;

/** Alarm of a clock: it goes off once below the limit, and again only after it was well above. */
export class Alarm {
  private armed = true;
  private last = -Infinity;

  /** Returns true if the alarm goes off. */
  rings(left: number, limit: number, now: number): boolean {
    if (left > 1.5 * limit) this.armed = true;
    if (!this.armed || left > limit || left <= 0) return false;
    this.armed = false;
    if (now - this.last < again) return false;
    this.last = now;
    return true;
  }
}
