let context: AudioContext | null = null;

/** Plays the sound of a move: a short knock, made here, so that no file is loaded. */
export function knock(capture: boolean): void {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.setValueAtTime(capture ? 320 : 220, now);
    oscillator.frequency.exponentialRampToValueAtTime(70, now + 0.08);
    volume.gain.setValueAtTime(0.25, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(now);
    oscillator.stop(now + 0.13);
  } catch {
    // A browser without sound shows the moves all the same.
  }
}
