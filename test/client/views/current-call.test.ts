import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import './page.ts';
import { CallError } from '../../../src/client/api/call.ts';
import { calledIn } from '../../../src/client/commands/calls.ts';
import { keyOf } from '../../../src/client/store/conversation.ts';
import { createClient } from './fake-client.ts';
import { FakeNetwork } from './fake-peer-connections.ts';

/** Tracks that the browser was asked for, and does not give before the test lets it. */
const asked: ((track: object) => void)[] = [];
const getUserMedia = () =>
  new Promise((resolve) => {
    asked.push((track) => resolve({ getTracks: () => [track] }));
  });
Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices: { getUserMedia } } });

const { current, enterCall, leaveCall, turn } = await import('../../../src/client/calls/current.ts');
const { LocalMedia } = await import('../../../src/client/calls/media.ts');

const createTrack = (kind = 'audio') => ({ kind, enabled: true, readyState: 'live', onended() {}, stop() {} });
const levels = { type: 'topic', stream_id: 1, topic: 'levels' } as const;
const gauges = { ...levels, topic: 'gauges' } as const;
const silent = { audio: false, video: false, screen: false, hand: false };
const other = { user_id: 3, session: 'other', joined_at: 1, ...silent };
const callIn = (id: number, topic: string) => ({
  ...{ id, message_id: id, type: 'stream', stream_id: 1, topic, started_by: 3, started_at: 1 },
  ...{ members: [other], rings: [] },
});

/** Somebody else is in two calls' topics. What is asked of the server is noted, and refused by a code if a test says so. */
function setUp() {
  const network = new FakeNetwork();
  Object.assign(globalThis, {
    RTCPeerConnection: function connect() {
      return network.connect();
    },
  });
  const { client, said } = createClient({ state: { calls: [callIn(7, 'levels'), callIn(8, 'gauges')] } });
  const requests: string[] = [];
  const refused = new Map<string, string>();
  const act = async (method: string, path: string, { session, ...params }: Record<string, unknown>) => {
    const request = `${method} ${path.slice('/calls/'.length)}`;
    if (request.endsWith('signals')) return {};
    requests.push(`${request} ${Object.keys(params).filter((name) => params[name] === true)}`.trim());
    const code = refused.get(request);
    if (code) throw new CallError(400, { msg: code, code });
    const id = Number(path.split('/')[2]);
    const topic = id === 7 ? 'levels' : 'gauges';
    return { call: { ...callIn(id, topic), members: [other, { ...other, user_id: 9, session }] }, ice_servers: [] };
  };
  const attempt = (action: Promise<unknown>) => action.catch(({ message }) => said.push(message));
  Object.assign(client, { call: act, attempt });
  /** What the other one hears. */
  const heard = () => network.listOpen().map(({ transceivers }) => transceivers[0]?.sent);
  return { client, said, requests, refused, heard };
}

/** Microphone and camera as the browser gives them at once. */
async function answer(opened: Promise<unknown>, track: object): Promise<void> {
  asked.shift()?.(track);
  await opened;
}

const ticks = () => new Promise(setImmediate);
const take_over = false;

afterEach(() => leaveCall());

describe('the call of a tab', () => {
  it('sends what the browser gives only after people have joined, and tells of it', async () => {
    const { client, requests, heard } = setUp();
    const media = new LocalMedia();
    const opened = media.set('audio', true);
    await enterCall(client, levels, media, { take_over });
    const track = createTrack();

    await answer(opened, track);

    assert.deepEqual(requests, ['POST 7/members', 'PATCH 7/members/me audio']);
    assert.deepEqual(heard(), [track]);
  });

  it('sends the microphone that is chosen meanwhile, as silent as the last one', async () => {
    const { client, requests, heard } = setUp();
    const media = new LocalMedia();
    const [first, second, third] = [createTrack(), createTrack(), createTrack()];
    await answer(media.set('audio', true), first);
    await enterCall(client, levels, media, { take_over });
    assert.deepEqual(heard(), [first]);

    await answer(media.choose('audioinput', 'desk'), second);
    assert.deepEqual(heard(), [second]);
    await media.set('audio', false);
    requests.length = 0;
    await answer(media.choose('audioinput', 'room'), third);

    assert.deepEqual(heard(), [third]);
    assert.deepEqual([third.enabled, requests], [false, []]);
  });

  it('tells that a device is gone', async () => {
    const { client, requests, heard } = setUp();
    const media = new LocalMedia();
    const track = createTrack();
    await answer(media.set('audio', true), track);
    await enterCall(client, levels, media, { take_over });

    track.onended();
    await ticks();

    assert.deepEqual(requests, ['POST 7/members audio', 'PATCH 7/members/me']);
    assert.deepEqual(heard(), [null]);
  });

  it('turns off what the server refuses, and says why', async () => {
    const { client, said, refused } = setUp();
    const media = new LocalMedia();
    await enterCall(client, levels, media, { take_over });
    refused.set('PATCH 7/members/me', 'CALL_VIDEO_FULL');

    const call = current.peek() ?? assert.fail();
    await answer(turn(client, call, 'video', true), createTrack('video'));
    await ticks();

    assert.deepEqual([media.isOn('video'), call.session.media.peek().video], [false, false]);
    assert.deepEqual(said, ['CALL_VIDEO_FULL']);
  });

  it('goes on if another one cannot be joined, and else ends without a word', async () => {
    const { client, requests, refused, said } = setUp();
    await enterCall(client, levels, new LocalMedia(), { take_over });
    refused.set('POST 8/members', 'CALL_FULL');

    await assert.rejects(enterCall(client, gauges, new LocalMedia(), { take_over }), { code: 'CALL_FULL' });
    assert.equal(current.peek()?.session.call_id, 7);
    refused.clear();
    await enterCall(client, gauges, new LocalMedia(), { take_over });

    assert.equal(current.peek()?.session.call_id, 8);
    assert.deepEqual(requests.slice(-2), ['POST 8/members take_over', 'DELETE 7/members/me']);
    assert.deepEqual(said, []);
  });

  it('is left at once if nobody waits for it any more', async () => {
    const { client, requests } = setUp();

    await enterCall(client, levels, new LocalMedia(), { take_over, isWanted: () => false });

    assert.equal(current.peek(), undefined);
    assert.deepEqual(requests, ['POST 7/members', 'DELETE 7/members/me']);
  });

  it('is where its topic has moved, until it ends', async () => {
    const { client } = setUp();
    await enterCall(client, levels, new LocalMedia(), { take_over });
    const session = current.peek()?.session.session;

    const members = [other, { ...other, user_id: 9, session }];
    const call = { ...callIn(7, 'pools'), members };
    client.store.apply([{ id: 1, type: 'call', op: 'update', call } as never]);

    const moved = keyOf({ ...levels, topic: 'pools' });
    assert.deepEqual(
      [calledIn.value, current.peek()?.conversation.value].map((one) => one && keyOf(one)),
      [moved, moved],
    );
    leaveCall();
    assert.equal(calledIn.value, undefined);
  });
});
