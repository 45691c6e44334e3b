import { setting } from "../settings";
import { knock, tone } from "../viewer/sound";

/** Sounds of play; `softly` for the board of the partner. */
export type Sound = "move" | "capture" | "check" | "low" | "start" | "end" | "tell";

/** Plays a sound, if the player wants any. Browsers allow none before the first click or key. */
export function sound(name: Sound, softly = false): void {
  if (setting("playing") !== "on" || navigator.userActivation?.hasBeenActive === false) return;
  const volume = softly ? 0.3 : 1;
  switch (name) {
    case "move":
      return knock(false, volume);
    case "capture":
      return knock(true, volume);
    case "check":
      knock(true, volume);
      return tone([660], volume);
    case "low":
      return tone([880, 880, 880], volume);
    case "start":
      return tone([392, 523], volume);
    case "end":
      return tone([523, 392, 330], volume);
    case "tell":
      return tone([740], 0.6 * volume);
    default:
      name satisfies never;
  }
}
