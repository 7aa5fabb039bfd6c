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

const ask = () =>
  new Promise((resolve) => {
    asked.push((track) => resolve({ getTracks: () => [track] }));
  });
const mediaDevices = { getUserMedia: ask, getDisplayMedia: ask };
Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices } });
Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });

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

function stop(media: InstanceType<typeof LocalMedia>): void {
  media.stop();
}
