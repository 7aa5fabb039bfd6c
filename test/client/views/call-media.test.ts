import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

interface FakeTrack {
  kind: string;
  enabled: boolean;
  readyState: 'live' | 'ended';
  stop(): void;
}

/** Questions to people that are not answered yet. */
const asked: ((track: FakeTrack) => void)[] = [];

function createTrack(kind: string): FakeTrack {
  const track: FakeTrack = { kind, enabled: true, readyState: 'live', stop: () => (track.readyState = 'ended') };
  return track;
}

/** What the browser was asked for. */
const constraints: { video: { backgroundBlur?: boolean } }[] = [];

const ask = (wanted: { video: object }) =>
  new Promise((resolve) => {
    constraints.push(wanted);
    asked.push((track) => resolve({ getTracks: () => [track] }));
  });
const mediaDevices = { getUserMedia: ask, getDisplayMedia: ask };
Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices } });
const stored = new Map<string, string>();
const getItem = (name: string) => stored.get(name) ?? null;
Object.assign(globalThis, {
  localStorage: { getItem, setItem: (name: string, text: string) => stored.set(name, text) },
});

const { LocalMedia } = await import('../../../src/client/calls/media.ts');

describe('what a browser sends', () => {
  for (const source of ['audio', 'video', 'screen'] as const) {
    const kind = source === 'audio' ? 'audio' : 'video';

    it(`is sent once the browser has opened it: ${source}`, async () => {
      const media = new LocalMedia();
      const opened = media.set(source, true);

      asked.shift()?.(createTrack(kind));
      await opened;

      assert.equal(media.isOn(source), true);
    });

    it(`is closed at once if it was turned off while the browser asked: ${source}`, async () => {
      for (const end of [(media: InstanceType<typeof LocalMedia>) => media.set(source, false), stop]) {
        const media = new LocalMedia();
        const track = createTrack(kind);
        const opened = media.set(source, true);

        await end(media);
        asked.shift()?.(track);
        await opened;

        assert.deepEqual([media.isOn(source), media.tracks.peek(), track.readyState], [false, {}, 'ended']);
      }
    });
  }
});

describe('a device', () => {
  it('that was allowed twice is open once', async () => {
    const media = new LocalMedia();
    const [first, second] = [createTrack('video'), createTrack('video')];
    const opened = [media.set('video', true), media.set('video', true)];

    asked.shift()?.(first);
    asked.shift()?.(second);
    await Promise.all(opened);

    assert.deepEqual([first.readyState, second.readyState], ['ended', 'live']);
    assert.equal(media.tracks.peek().video, second as never);
  });
});

describe('the background', () => {
  const answer = async (opened: Promise<void>, capabilities: object) => {
    const track = { ...createTrack('video'), getCapabilities: () => capabilities, applied: [] as object[] };
    const applyConstraints = async (wanted: object) => void track.applied.push(wanted);
    asked.shift()?.(Object.assign(track, { applyConstraints, getConstraints: () => ({ width: 7 }) }));
    await opened;
    return track;
  };

  it('can be blurred where the camera lets people choose, and stays so', async () => {
    const media = new LocalMedia();
    const track = await answer(media.set('video', true), { backgroundBlur: [false, true] });
    assert.deepEqual([media.canBlur, media.isBlurred], [true, false]);

    await media.blur(true);

    assert.deepEqual([media.isBlurred, track.applied], [true, [{ width: 7, backgroundBlur: true }]]);
    assert.equal(new LocalMedia().isBlurred, true);
    assert.deepEqual('backgroundBlur' in (constraints.at(-1)?.video ?? {}), false);
    await media.set('video', false);
    await answer(media.set('video', true), {});
    assert.deepEqual([media.canBlur, constraints.at(-1)?.video.backgroundBlur], [false, true]);
  });

  it('is as the system has it until people choose', async () => {
    stored.clear();
    const media = new LocalMedia();
    const track = await answer(media.set('video', true), { backgroundBlur: [false, true] });
    Object.assign(track, { getSettings: () => ({ backgroundBlur: true }) });
    assert.equal(media.isBlurred, true);

    await media.blur(false);

    assert.deepEqual([media.isBlurred, track.applied], [false, [{ width: 7, backgroundBlur: false }]]);
  });

  it('cannot be chosen where the system has decided, or there is no camera', async () => {
    const media = new LocalMedia();
    assert.equal(media.canBlur, false);
    await answer(media.set('video', true), { backgroundBlur: [true] });

    assert.equal(media.canBlur, false);
  });
});

function stop(media: InstanceType<typeof LocalMedia>): void {
  media.stop();
}
