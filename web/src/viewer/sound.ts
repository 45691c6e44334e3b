import { setting } from "../settings";

let context: AudioContext | null = null;

/** Plays the sound of a move: a short knock, made here, so that no file is loaded. */
export function knock(capture: boolean, volume = 1): void {
  play(capture ? 320 : 220, 70, 0.25 * volume, 0, 0.12, "triangle");
}

/** Plays notes one after another, by their frequencies. */
export function tone(frequencies: number[], volume: number): void {
  frequencies.forEach((frequency, index) => play(frequency, frequency, 0.12 * volume, 0.13 * index, 0.16, "sine"));
}

function play(from: number, to: number, loud: number, wait: number, length: number, type: OscillatorType): void {
  try {
    context ??= new AudioContext();
    const start = context.currentTime + wait;
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    oscillator.type = type;
    oscillator.frequency.setValueAtTime(from, start);
    oscillator.frequency.exponentialRampToValueAtTime(to, start + 0.08);
    volume.gain.setValueAtTime((loud * Number(setting("volume"))) / 100, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + length + 0.01);
  } catch {
    // A browser without sound shows the moves all the same.
  }
}
