import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupChannels, restKey } from '../../../src/client/commands/channel-groups.ts';
import { moveChannel, placeChannel } from '../../../src/client/commands/own-sections.ts';
import { channelState, createClient } from './fake-client.ts';

/** Three channels with the ids 1 to 3, and lists in which left channels stand too. */
function createSides(own_sections: object[]) {
  const settings = { user_settings: { demote_inactive_streams: 3 }, own_sections };
  const { client, calls } = createClient({ state: { ...channelState('ash', 'elm', 'oak'), ...settings } });
  const stored = () => (calls.at(-1)?.[2] as { own_sections?: unknown } | undefined)?.own_sections;
  const rest = () => groupChannels(client).find(({ key }) => key === restKey) ?? assert.fail();
  return { client, stored, rest };
}

describe('the own order of channels', () => {
  it('keeps no channel that the user has left', async () => {
    const { client, stored, rest } = createSides([
      { name: '', channel_ids: [77, 3, 78] },
      { name: 'Work', channel_ids: [79] },
    ]);

    await moveChannel(client, 1, rest(), 3);
    assert.deepEqual(stored(), [
      { name: '', channel_ids: [1, 3] },
      { name: 'Work', channel_ids: [] },
    ]);
    await placeChannel(client, 2, 'Work');

    assert.deepEqual(stored(), [
      { name: '', channel_ids: [3] },
      { name: 'Work', channel_ids: [2] },
    ]);
  });

  it('ends with a channel whose neighbour has gone meanwhile', async () => {
    const { client, stored, rest } = createSides([]);

    await moveChannel(client, 1, rest(), 99);

    assert.deepEqual(stored(), [{ name: '', channel_ids: [2, 3, 1] }]);
  });
});
