/** A note: its frequency, and when it begins and ends, in seconds. */
type Note = readonly [frequency: number, start: number, end: number];

interface Sound {
  wave: OscillatorType;
  notes: readonly Note[];
}

/** The sounds that people can choose, by the value of the setting. */
const sounds: Readonly<Record<string, Sound>> = {
  bell: { wave: 'triangle', notes: [[1047, 0, 0.9]] },
  bong: { wave: 'sine', notes: [[196, 0, 0.8]] },
  chime: {
    wave: 'sine',
    notes: [
      [1319, 0, 0.5],
      [1047, 0.18, 0.9],
    ],
  },
  ding: {
    wave: 'sine',
    notes: [
      [660, 0, 0.24],
      [880, 0.12, 0.36],
    ],
  },
  gleam: {
    wave: 'sine',
    notes: [
      [1568, 0, 0.2],
      [2093, 0.07, 0.5],
    ],
  },
  glockenspiel: {
    wave: 'triangle',
    notes: [
      [1568, 0, 0.3],
      [1976, 0.1, 0.4],
      [2349, 0.2, 0.6],
    ],
  },
  marimba: {
    wave: 'sine',
    notes: [
      [440, 0, 0.18],
      [554, 0.1, 0.28],
      [659, 0.2, 0.4],
    ],
  },
  pulse: {
    wave: 'square',
    notes: [
      [330, 0, 0.08],
      [330, 0.14, 0.22],
    ],
  },
};

/** When the last sound ends, by `performance.now()`. */
let end = 0;

/**
 * Plays a sound by its name; none for unknown ones, or while one is heard: a call that rings is also a message. Browsers
 * allow it only after a click or key in the page.
 */
export function playSound(name: string): void {
  const sound = sounds[name];
  if (performance.now() < end || !sound || !('AudioContext' in globalThis) || !navigator.userActivation?.hasBeenActive)
    return;
  const audio = new AudioContext();
  const [, , length] = sound.notes.at(-1) ?? [0, 0, 0];
  end = performance.now() + length * 1000;
  for (const [index, [frequency, from, to]] of sound.notes.entries()) {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    const begin = audio.currentTime;
    note.type = sound.wave;
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, begin + from);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + to);
    note.connect(volume).connect(audio.destination);
    note.start(begin + from);
    note.stop(begin + to);
    if (index === sound.notes.length - 1) note.onended = () => void audio.close();
  }
}
