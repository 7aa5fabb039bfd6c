const notes = [660, 880];
const seconds = 0.12;

/** Plays two short notes. Browsers allow it only after the user has clicked or typed in the page. */
export function playSound(): void {
  if (!('AudioContext' in globalThis) || !navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  for (const [index, frequency] of notes.entries()) {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + index * seconds;
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * seconds);
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + 2 * seconds);
    if (index === notes.length - 1) note.onended = () => void audio.close();
  }
}
