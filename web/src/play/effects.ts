import { alertText, sayNews, sentences } from "../live";
import type { News } from "../types/Live";
import { opposite, turnOf } from "../viewer/fen";
import { durationText } from "../viewer/format";
import { describeOffer, describeResult, outcome } from "./phrases";
import { sound } from "./sounds";
import { gameOf, ownGame, partnerGame, plays, sameName, type Game, type State } from "./state";
import { text } from "./words";

/** Says and sounds what happened: only news of now, not those that a window catches up on. */
export function notice(before: State, after: State, { change }: News, shown: number | null): void {
  switch (change?.kind) {
    case "board":
      boardChanged(before, after, change.game, shown);
      break;
    case "ended": {
      const game = [...after.games.values()].findLast(({ number, result }) => number === change.game && result);
      if (!game || !(plays(game) || game.key === shown)) break;
      sound("end");
      alertText(`${outcome(game)}. ${describeResult(game)}`);
      break;
    }
    case "offer":
      if (change.own) {
        sayNews(describeOffer(change));
        break;
      }
      sound("tell");
      alertText(describeOffer(change));
      break;
    case "said":
      if (sameName(change.from, after.name)) break;
      if (change.way === "tell" || change.way === "say" || change.way === "partner") {
        sound("tell");
        // The partner's words stand beside the partner's board, which is read by itself.
        if (!(change.way === "partner" && partnerGame(after) && ownGame(after)?.key === shown)) sayNews(`${change.from}: ${change.text}`);
      } else if (change.place !== null && (change.way === "kibitz" || change.way === "whisper")) {
        if (gameOf(after, change.place)?.key === shown) sayNews(`${change.from}: ${change.text}`);
      }
      break;
    case "absent":
      if ([...after.games.values()].some((game) => (plays(game) || game.key === shown) && game.absent !== before.games.get(game.key)?.absent))
        alertText(change.seconds === null ? text.isBack(change.name) : text.absent(change.name, durationText(1000 * change.seconds)));
      break;
    case "move-refused":
      alertText(text.moveRefused);
      break;
    case "partner":
      sayNews(change.name ? text.partnerNow(change.name) : text.noPartner);
      break;
    case "started":
      sayNews(text.loggedInAs(change.name));
      break;
    default:
  }
}

function boardChanged(before: State, after: State, number: number, shown: number | null): void {
  const [old, game] = [gameOf(before, number), gameOf(after, number)];
  if (!game) return;
  const partners = number === after.partnerGame;
  if (!old || old.key !== game.key) {
    if (!plays(game)) return;
    sound("start");
    const { white, black, relation } = game.board;
    alertText(`${text.gameBegins}: ${white.name} – ${black.name}. ${relation === "white" ? text.youAreWhite : text.youAreBlack}`);
    return;
  }
  const [from, to] = [old.board.current, game.board.current];
  if (from.ply === to.ply) return;
  if (to.ply < from.ply) {
    if (plays(game)) alertText(text.takenBack);
    return;
  }
  const mine = plays(game) && game.board.relation === opposite(turnOf(to.fen));
  // One's own moves sounded when they were made.
  if (!mine && (plays(game) || partners || game.key === shown)) sound(moveSound(game), partners);
  if (plays(game) && !mine) alertText(to.words);
  else if (mine || game.key === shown) sayNews(to.words, sentences);
}

function moveSound({ board }: Game): "check" | "capture" | "move" {
  if (board.current.check) return "check";
  return board.current.san.includes("x") ? "capture" : "move";
}
