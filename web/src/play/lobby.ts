import { element } from "../dom";
import type { Actions } from "./actions";
import { AdjournedList, GameList, PlayerList, SeekList } from "./lists";
import { Pairing } from "./pairing";
import type { State } from "./state";

/** The lobby: ways to a game, open seeks, games in progress, players. */
export class LobbyView {
  readonly root: HTMLElement;
  private readonly pairing: Pairing;
  private readonly lists: { show(state: State): void; root: HTMLElement }[];

  constructor(actions: Actions) {
    this.pairing = new Pairing(actions);
    const [seeks, games, players] = [new SeekList(actions), new GameList(actions), new PlayerList(actions)];
    const adjourned = new AdjournedList(actions);
    this.lists = [adjourned, seeks, games, players];
    this.root = element(
      "div",
      { class: "lobby" },
      element("div", { class: "lobby-side" }, this.pairing.root),
      element("div", { class: "lobby-lists" }, adjourned.root, seeks.root, games.root, players.root),
    );
  }

  /** Shows the lobby. */
  show(state: State): void {
    this.pairing.show(state);
    for (const list of this.lists) list.show(state);
  }

  /** Prepares a challenge to a player. */
  challenge(name: string): void {
    this.pairing.to(name);
  }
}
