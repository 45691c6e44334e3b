// Made by the tests of `partie-client` from the types of the program.

/**
 * A message to the window.
 */
export type Message = { "type": "welcome",
/**
 * The secret by which the window comes back to this session.
 */
token: string,
/**
 * True if the session went on; otherwise it is a new one, and the state begins anew.
 */
resumed: boolean,
/**
 * Number of the last request that was taken; what is newer is to be sent again.
 */
taken: number, } | { "type": "news" } & News | { "type": "taken",
/**
 * Its number.
 */
id: number, } | { "type": "replaced" } | { "type": "refused",
/**
 * The reason.
 */
reason: Refused, } | { "type": "pong" };

/**
 * Reason why a session cannot begin.
 */
export type Refused = "version" | "full" | "address" | "unreachable";

/**
 * A change of the session, with its number.
 */
export type News = {
/**
 * The number, one more than that of the news before.
 */
number: number,
/**
 * The time since the session began.
 */
at: number,
/**
 * The server's own words, for the console; none for what is not meant to be read.
 */
text: string | null,
/**
 * Number of the command that the text answers, where the server says so.
 */
answers: number | null,
/**
 * The change, if the words are of a known kind.
 */
change: Change | null, };

/**
 * A change of the session's state.
 */
export type Change = { "kind": "reset" } | { "kind": "login-required" } | { "kind": "login-refused",
/**
 * The reason.
 */
reason: LoginRefusal,
/**
 * The name that was given.
 */
name: string, } | { "kind": "started",
/**
 * The name.
 */
name: string,
/**
 * `U` for guests, `*` for administrators, `FM`, `TD`, …
 */
titles: Array<string>, } | { "kind": "closed" } | { "kind": "board" } & LiveBoard | { "kind": "facts" } & LiveFacts | { "kind": "moves",
/**
 * The game.
 */
game: number,
/**
 * The position from which it began.
 */
start: string,
/**
 * The moves.
 */
moves: Array<LiveMove>, } | { "kind": "ended",
/**
 * The game.
 */
game: number,
/**
 * `1-0`, `0-1`, `1/2-1/2`, or `*` if it was aborted or adjourned.
 */
result: string,
/**
 * The server's words: `Boris resigns`.
 */
reason: string, } | { "kind": "absent",
/**
 * The player.
 */
name: string,
/**
 * Seconds for which the game waits; none if the player is back.
 */
seconds: number | null, } | { "kind": "left",
/**
 * The game.
 */
game: number, } | { "kind": "partner-game",
/**
 * The game.
 */
game: number, } | { "kind": "partner",
/**
 * The name; none if there is no partner any more.
 */
name: string | null, } | { "kind": "bugopen",
/**
 * True if others may ask the player to be partners.
 */
open: boolean, } | { "kind": "seek" } & Seek | { "kind": "seeks-removed",
/**
 * Their numbers.
 */
indexes: Array<number>, } | { "kind": "seeks-cleared" } | { "kind": "offer" } & Offer | { "kind": "offer-removed",
/**
 * Its number.
 */
index: number, } | { "kind": "said" } & Said | { "kind": "games",
/**
 * The games.
 */
rows: Array<GameRow>, } | { "kind": "players",
/**
 * The players.
 */
rows: Array<PlayerRow>, } | { "kind": "players-changed" } | { "kind": "adjourned",
/**
 * The games.
 */
rows: Array<AdjournedRow>, } | { "kind": "page",
/**
 * The list that was asked for.
 */
what: Asked,
/**
 * The server's words.
 */
text: string, } | { "kind": "move-refused",
/**
 * The game.
 */
game: number, };

/**
 * Reason why a login was refused.
 */
export type LoginRefusal = "password" | "too-many-passwords" | "name" | "taken" | "banned" | "no-guests" | "other";

/**
 * A player of a game.
 */
export type LivePlayer = {
/**
 * The name.
 */
name: string,
/**
 * Time left; below 0 where the flag may fall.
 */
clock: number, };

/**
 * The player's relation to a game.
 */
export type Relation = "white" | "black" | "observer" | "examiner" | "examination-observer" | "visitor";

/**
 * A position of a game.
 */
export type LiveBoard = {
/**
 * The game's number on the server.
 */
game: number,
/**
 * The player's part in it.
 */
relation: Relation,
/**
 * True if Black is at the bottom of the board.
 */
flipped: boolean,
/**
 * White.
 */
white: LivePlayer,
/**
 * Black.
 */
black: LivePlayer,
/**
 * True if the clock of the side to move is running.
 */
ticking: boolean,
/**
 * Minutes at the start; 0 with an increment of 0 is a game without clocks.
 */
minutes: number,
/**
 * Seconds added a move.
 */
increment: number,
/**
 * The last move and the position after it.
 */
current: LiveMove,
/**
 * Legal moves, if the player may move now.
 */
moves: Array<string>,
/**
 * True if the player may drop pieces: their pockets stand in the FEN.
 */
drops: boolean, };

/**
 * A move and the position after it; for a start position the texts of the move are empty.
 */
export type LiveMove = {
/**
 * Number of half-moves from the start of the game, as the move numbers count them.
 */
ply: number,
/**
 * The move in standard algebraic notation.
 */
san: string,
/**
 * Its squares: from and to, or one for a drop.
 */
last: Array<string>,
/**
 * The move as a sentence in the window's language.
 */
words: string,
/**
 * FEN after it, with pockets where there are any.
 */
fen: string,
/**
 * True if the side to move is in check.
 */
check: boolean, };

/**
 * The facts of a game.
 */
export type LiveFacts = {
/**
 * The game's number.
 */
game: number,
/**
 * The kind in the server's words: `blitz`, `wild/fr`, `bughouse`.
 */
category: string,
/**
 * True if ratings change.
 */
rated: boolean,
/**
 * White's rating as it is shown: `1586`, `1586E`, `++++` for guests, `----` for none.
 */
white: string,
/**
 * Black's rating.
 */
black: string,
/**
 * The game on the other board of bughouse.
 */
partner: number | null, };

/**
 * A seek.
 */
export type Seek = {
/**
 * Its number.
 */
index: number,
/**
 * The seeker.
 */
name: string,
/**
 * The seeker's rating as it is shown.
 */
rating: string,
/**
 * The number of the rating; none for guests and those who have none.
 */
number: number | null,
/**
 * True if the seeker is a program.
 */
computer: boolean,
/**
 * Minutes at the start.
 */
minutes: number,
/**
 * Seconds added a move.
 */
increment: number,
/**
 * True if ratings change.
 */
rated: boolean,
/**
 * The kind of game: `blitz`, `wild/fr`, `crazyhouse`.
 */
category: string,
/**
 * The side that the seeker asks for, if any.
 */
side: Side | null,
/**
 * The least rating that may answer.
 */
from: number,
/**
 * The greatest rating that may answer.
 */
to: number,
/**
 * True if the seeker confirms each answer.
 */
manual: boolean, };

/**
 * A side.
 */
export type Side = "white" | "black";

/**
 * An offer.
 */
export type Offer = {
/**
 * The number by which it is accepted, declined or withdrawn.
 */
index: number,
/**
 * True if it comes from the player, false if it is to be answered.
 */
own: boolean,
/**
 * The other player.
 */
with: string,
/**
 * `match`, `draw`, `abort`, `adjourn`, `takeback`, `pause`, `unpause`, `switch`, `partner`,
 * `simul`.
 */
what: string,
/**
 * The terms of a match: `unrated blitz 3 2`, or the number of half-moves to take back.
 */
terms: string,
/**
 * The side that the challenger asks for, of a match.
 */
side: Side | null, };

/**
 * The way in which something was said.
 */
export type Way = "tell" | "say" | "partner" | "kibitz" | "whisper" | "channel" | "shout" | "announcement";

/**
 * A thing that was said.
 */
export type Said = {
/**
 * The way.
 */
way: Way,
/**
 * The speaker.
 */
from: string,
/**
 * The titles as they stand after names: `(U)`, `(FM)(TM)`.
 */
titles: string,
/**
 * The channel or the game, where there is one.
 */
place: number | null,
/**
 * The receiver of what the player said.
 */
to: string | null,
/**
 * The text.
 */
text: string, };

/**
 * A game in progress.
 */
export type GameRow = {
/**
 * Its number.
 */
game: number,
/**
 * White; long names may be cut.
 */
white: string,
/**
 * White's rating as it is shown.
 */
white_rating: string,
/**
 * Black.
 */
black: string,
/**
 * Black's rating.
 */
black_rating: string,
/**
 * The kind of game.
 */
category: string,
/**
 * True if ratings change.
 */
rated: boolean,
/**
 * True if it is not shown to others.
 */
private: boolean,
/**
 * True if it is examined.
 */
examined: boolean,
/**
 * Minutes at the start.
 */
minutes: number,
/**
 * Seconds added a move.
 */
increment: number,
/**
 * The number of the next move.
 */
move_number: number, };

/**
 * A player online.
 */
export type PlayerRow = {
/**
 * The name.
 */
name: string,
/**
 * The titles as they stand after names.
 */
titles: string,
/**
 * The rating as it is shown.
 */
rating: string,
/**
 * `playing`, `examining`, `simul`, `closed` (to challenges), `idle`, `tournament`, or none.
 */
doing: Doing | null, };

/**
 * Activity of a player online.
 */
export type Doing = "playing" | "simul" | "closed" | "examining" | "idle" | "tournament";

/**
 * An adjourned game of the player.
 */
export type AdjournedRow = {
/**
 * The opponent; long names may be cut.
 */
opponent: string,
/**
 * True if the opponent is online.
 */
online: boolean,
/**
 * The player's side.
 */
side: Side,
/**
 * The kind of game.
 */
category: string,
/**
 * True if ratings change.
 */
rated: boolean,
/**
 * Minutes at the start.
 */
minutes: number,
/**
 * Seconds added a move.
 */
increment: number,
/**
 * The number of the next move.
 */
move_number: number, };

/**
 * A list that can be asked for.
 */
export type Asked = "games" | "players" | "history" | "stored" | "finger";

/**
 * A message of the window. All but `hello` and `ping` are numbered: 1, 2, …; a number that was
 * taken before is not taken again.
 */
export type Request = { "type": "hello",
/**
 * [`VERSION`].
 */
version: number,
/**
 * The token of the session to go on with.
 */
token: string | null,
/**
 * Number of the last news that the window has; 0 if it has none.
 */
seen: number,
/**
 * The language of sentences: `en`, `fr`, `de`, `cs`.
 */
language: string, } | { "type": "login",
/**
 * Its number.
 */
id: number,
/**
 * The name, or `guest`.
 */
name: string,
/**
 * The password; empty for guests.
 */
password: string, } | { "type": "line",
/**
 * Its number.
 */
id: number,
/**
 * The command.
 */
text: string, } | { "type": "move",
/**
 * Its number.
 */
id: number,
/**
 * The game.
 */
game: number,
/**
 * The ply of the position in which it is made: a move for another position is refused.
 */
ply: number,
/**
 * The move as engines write it.
 */
uci: string, } | { "type": "ask",
/**
 * Its number.
 */
id: number,
/**
 * The list.
 */
what: Asked, } | { "type": "ping" };
