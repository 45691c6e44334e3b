import type { Colour, Role } from "../viewer/fen";

/** Texts that the scripts add to a page. */
export interface Words {
  pieces: Record<Colour, Record<Role, string>>;
  empty: string;
  lastFrom: string;
  lastTo: string;
  inCheck: string;
  board: string;
  boardNumber: (letter: string) => string;
  boardKeys: string;
  inHand: Record<Colour, (pieces: string) => string>;
  nothing: string;
  clock: string;
  first: string;
  back: string;
  play: string;
  pause: string;
  next: string;
  last: string;
  flip: string;
  menu: string;
  copyFen: string;
  copyLink: string;
  copied: string;
  notCopied: string;
  inline: string;
  sounds: string;
  letters: string;
  keys: string;
  curves: string;
  curve: string;
  times: string;
  table: string;
  move: string;
  evaluation: string;
  timeLeft: string;
  timeUsed: string;
  settings: string;
  theme: string;
  system: string;
  light: string;
  dark: string;
  list: string;
  auto: string;
  columns: string;
  colours: string;
  brown: string;
  blue: string;
  green: string;
  grey: string;
  figures: string;
  figuresDrawn: string;
  figuresLetters: string;
  size: string;
  sizeFull: string;
  sizeLarge: string;
  sizeMedium: string;
  sizeSmall: string;
  volume: string;
  loud: string;
  medium: string;
  soft: string;
  reading: string;
  shown: string;
  failed: string;
  notReadHere: string;
  saved: string;
  dropHere: string;
  filter: string;
  filterCount: (shown: number, all: number) => string;
  filterCut: (most: number) => string;
  sorted: Record<"ascending" | "descending" | "none", (column: string) => string>;
  selected: string;
  target: string;
  promote: string;
  explorer: string;
  explorerFailed: string;
  openPage: string;
  sides: Record<Colour, string>;
  moveOf: (name: string) => string;
  minutes: (count: number) => string;
  seconds: (count: number) => string;
  noClocks: string;
  noPockets: string;
  typed: string;
  ambiguous: (moves: string) => string;
  notInGame: (typed: string) => string;
  typedHelp: (knight: string, queen: string) => string;
}

/** Names of the pieces by their roles. */
export function roles(
  pawn: string,
  knight: string,
  bishop: string,
  rook: string,
  queen: string,
  king: string,
): Record<Role, string> {
  return { pawn, knight, bishop, rook, queen, king };
}
