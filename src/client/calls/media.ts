import { type ReadonlySignal, signal } from '@preact/signals-core';
import { t } from '../language/texts.ts';
import { lines, type Tracks } from './peer.ts';

/** What the user can turn on and off. */
export const sources = ['audio', 'video', 'screen'] as const;

export type Source = (typeof sources)[number];

/** What a device does, as the browser calls it. */
export type DeviceKind = 'audioinput' | 'videoinput' | 'audiooutput';

type Devices = Readonly<Record<DeviceKind, string>>;

/** Browsers give microphones and cameras only to secure pages. */
export const hasDevices = navigator.mediaDevices !== undefined;

export const canShareScreen = hasDevices && 'getDisplayMedia' in navigator.mediaDevices;

const key = 'call devices';
const blurKey = 'call background';

/** What browsers have and the types of the DOM do not know: the system blurs what is behind the user. */
type Blur<Value> = { backgroundBlur?: Value };

/** What this browser sends: its microphone, camera and screen. */
export class LocalMedia {
  readonly #tracks = signal<Tracks>({});
  /** Ids of the chosen devices; empty for those that the browser chooses. */
  readonly #devices = signal(readDevices());
  /** Whether the background is blurred; undefined where the user has left that to the system. */
  readonly #isBlurred = signal(readBlur());
  /** How often each was turned off: what the browser opens only after that is closed at once. */
  readonly #ends: Record<Source, number> = { audio: 0, video: 0, screen: 0 };

  get tracks(): ReadonlySignal<Tracks> {
    return this.#tracks;
  }

  get devices(): ReadonlySignal<Devices> {
    return this.#devices;
  }

  /** Whether the background is blurred, by the user or the system. */
  get isBlurred(): boolean {
    const { backgroundBlur = false }: Blur<boolean> = this.#tracks.value.video?.getSettings?.() ?? {};
    return this.#isBlurred.value ?? backgroundBlur;
  }

  /** Whether the user can choose that for the camera that is on. */
  get canBlur(): boolean {
    const { backgroundBlur = [] }: Blur<boolean[]> = this.#tracks.value.video?.getCapabilities?.() ?? {};
    return backgroundBlur.length > 1;
  }

  isOn(source: Source): boolean {
    return this.#tracks.value[source]?.enabled ?? false;
  }

  /** Turns a source on or off. Rejects with the reason for people; a screen that nobody chose stays off. */
  async set(source: Source, isOn: boolean): Promise<void> {
    if (!isOn) this.#turnOff(source);
    else if (source === 'screen') await this.#share();
    else if (!this.isOn(source)) await this.#open(source);
  }

  /** Uses another device, at once if it is on. */
  async choose(kind: DeviceKind, id: string): Promise<void> {
    this.#devices.value = { ...this.#devices.peek(), [kind]: id };
    localStorage.setItem(key, JSON.stringify(this.#devices.peek()));
    const source = kind === 'audioinput' ? 'audio' : 'video';
    if (kind === 'audiooutput' || !this.#tracks.peek()[source]) return;
    const isOn = this.isOn(source);
    this.#take(source);
    await this.#open(source, isOn);
  }

  /** Blurs the background from now on, or shows it. */
  async blur(isBlurred: boolean): Promise<void> {
    this.#isBlurred.value = isBlurred;
    localStorage.setItem(blurKey, isBlurred ? 'yes' : 'no');
    const { video } = this.#tracks.peek();
    await video?.applyConstraints(blurred(video.getConstraints(), isBlurred));
  }

  stop(): void {
    for (const source of sources) this.#ends[source] += 1;
    for (const track of Object.values(this.#tracks.peek())) track.stop();
    this.#tracks.value = {};
  }

  async #open(source: 'audio' | 'video', isOn = true): Promise<void> {
    const known = this.#tracks.peek()[source];
    if (known && known.readyState === 'live') {
      this.#put({ [source]: enabled(known, true) });
      return;
    }
    const { audioinput, videoinput } = this.#devices.peek();
    const wanted =
      source === 'audio'
        ? { audio: { ...idOf(audioinput), echoCancellation: true, noiseSuppression: true } }
        : { video: blurred({ ...idOf(videoinput), ...picture }, this.#isBlurred.peek()) };
    const [track] = await this.#awaitTracks(source, this.#ask(source, wanted));
    if (track) this.#put({ [source]: enabled(this.#follow(source, track), isOn) });
  }

  async #ask(source: 'audio' | 'video', wanted: MediaStreamConstraints): Promise<MediaStream> {
    try {
      return await navigator.mediaDevices.getUserMedia(wanted);
    } catch (cause) {
      throw new Error(source === 'audio' ? t('compose.noMicrophone') : t('calls.noCamera'), { cause });
    }
  }

  async #share(): Promise<void> {
    const wanted = { video: { frameRate: { max: 15 } }, audio: true };
    const asked = navigator.mediaDevices.getDisplayMedia(wanted).catch(() => undefined);
    const tracks = await this.#awaitTracks('screen', asked);
    const [screen, sound] = ['video', 'audio'].map((kind) => tracks.find((one) => one.kind === kind));
    if (!screen) return;
    screen.contentHint = 'detail';
    this.#put({ screen: this.#follow('screen', screen), ...(sound ? { sound } : {}) });
  }

  /** What a browser opened; nothing if the source was turned off while people were asked. */
  async #awaitTracks(source: Source, asked: Promise<MediaStream | undefined>): Promise<MediaStreamTrack[]> {
    const ends = this.#ends[source];
    const tracks = (await asked)?.getTracks() ?? [];
    if (this.#ends[source] === ends) return tracks;
    for (const track of tracks) track.stop();
    return [];
  }

  /** A microphone stays open, so that it is back at once; the light of a camera goes out. */
  #turnOff(source: Source): void {
    this.#ends[source] += 1;
    const track = this.#tracks.peek()[source];
    if (source === 'audio' && track) this.#put({ audio: enabled(track, false) });
    if (source === 'video') this.#take('video');
    if (source === 'screen') this.#take('screen', 'sound');
  }

  #follow(source: Source, track: MediaStreamTrack): MediaStreamTrack {
    track.onended = () => this.#take(source, ...(source === 'screen' ? (['sound'] as const) : []));
    return track;
  }

  /** What people allowed twice is open once. */
  #put(tracks: Tracks): void {
    const before = this.#tracks.peek();
    for (const line of lines) if (tracks[line] && tracks[line] !== before[line]) before[line]?.stop();
    this.#tracks.value = { ...before, ...tracks };
  }

  #take(...gone: (keyof Tracks)[]): void {
    for (const one of gone) this.#tracks.peek()[one]?.stop();
    const left = Object.entries(this.#tracks.peek()).filter(([line]) => !gone.includes(line as keyof Tracks));
    this.#tracks.value = Object.fromEntries(left);
  }
}

/** The devices of a kind. Their names are known once the user has allowed one. */
export async function listDevices(kind: DeviceKind): Promise<MediaDeviceInfo[]> {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all.filter((one) => one.kind === kind && one.deviceId !== '');
}

/** Calls back with the loudness of a track, from 0 to 1, ten times a second. Returns a function that ends this. */
export function watchLevel(track: MediaStreamTrack, heard: (level: number) => void): () => void {
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  analyser.fftSize = 512;
  audio.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
    heard(Math.min(1, Math.sqrt(power) * 4));
  }, 100);
  return () => {
    clearInterval(timer);
    void audio.close();
  };
}

const picture: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 24 } };

/** What the user has not chosen here stays as the system has it. */
function blurred(wanted: MediaTrackConstraints, isBlurred: boolean | undefined): MediaTrackConstraints {
  const blur: Blur<boolean> = isBlurred === undefined ? {} : { backgroundBlur: isBlurred };
  return { ...wanted, ...blur };
}

function idOf(deviceId: string): MediaTrackConstraints {
  return deviceId === '' ? {} : { deviceId };
}

function enabled(track: MediaStreamTrack, isEnabled: boolean): MediaStreamTrack {
  track.enabled = isEnabled;
  return track;
}

function readBlur(): boolean | undefined {
  const stored = localStorage.getItem(blurKey);
  return stored === null ? undefined : stored === 'yes';
}

function readDevices(): Devices {
  const none = { audioinput: '', videoinput: '', audiooutput: '' };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    return none;
  }
}
