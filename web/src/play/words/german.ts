import type { PlayWords } from "../given";
import { english } from "./english";

export const german: PlayWords = english;
