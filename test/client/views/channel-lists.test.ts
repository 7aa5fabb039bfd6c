import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChannelLists } from '../../../src/client/commands/channel-list.ts';
import { channelState, createClient } from './fake-client.ts';

const changed = { id: 1, type: 'pinned_messages', stream_id: 1 } as never;

/** A list whose requests are answered, or fail, when the test says so. */
function createList() {
  const requests: PromiseWithResolvers<readonly string[]>[] = [];
  const lists = new ChannelLists<string>('pinned_messages', () => {
    const request = Promise.withResolvers<readonly string[]>();
    requests.push(request);
    return request.promise;
  });
  const { client } = createClient({ state: channelState('river') });
  return { client, requests, read: () => lists.read(client, 1) };
}

const settled = () => new Promise(setImmediate);

describe('a list of a channel', () => {
  it('is what the newest request found, whichever answer comes last', async () => {
    const { client, requests, read } = createList();
    read();
    client.store.apply([changed]);
    assert.equal(requests.length, 2);

    requests[1]?.resolve(['new']);
    await settled();
    requests[0]?.resolve(['old']);
    await settled();

    assert.deepEqual(read(), ['new']);
  });

  it('stays if an earlier request fails late, and is fetched again if the newest fails', async () => {
    const { client, requests, read } = createList();
    read();
    client.store.apply([changed]);

    requests[1]?.resolve(['new']);
    await settled();
    requests[0]?.reject(new Error('lost'));
    await settled();
    assert.deepEqual(read(), ['new']);

    client.store.apply([changed]);
    requests[2]?.reject(new Error('lost'));
    await settled();
    read();
    assert.equal(requests.length, 4);
  });
});
