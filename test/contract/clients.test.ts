import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startServer } from '../support/server.ts';
import { desktop } from './clients/desktop.ts';
import { flutter } from './clients/flutter.ts';
import { go, refusedToBots } from './clients/go.ts';
import { jenkins } from './clients/jenkins.ts';
import { js } from './clients/js.ts';
import { matterbridge } from './clients/matterbridge.ts';
import { mobile } from './clients/mobile.ts';
import { python } from './clients/python.ts';
import { furnish } from './clients/scene.ts';
import { Talker } from './clients/talker.ts';
import { terminal } from './clients/terminal.ts';

for (const client of [python, terminal, js, mobile, flutter, go, desktop, matterbridge, jenkins]) {
  describe(client.name, () => {
    it('finds all that it reads', async (t) => {
      const server = await startServer(t);
      const furnished = await furnish(server);

      const lacks = await client.talk(server, furnished);

      assert.deepEqual(lacks, []);
    });
  });
}

describe('go-zulip as a bot', () => {
  it('is refused what the original refuses, in its words', async (t) => {
    const server = await startServer(t);
    const { group_id } = await furnish(server);
    const talker = new Talker(server, 'bot', 'go-zulip/0.1.0');
    const ids = { '{group}': group_id, '{bot}': server.users.bot.id };

    for (const [test, method, named, msg] of refusedToBots) {
      const path = named.replaceAll(/\{\w+\}/g, (name) => String(ids[name as keyof typeof ids]));
      const body = await talker.fail(method, `/api/v1/${path}`);
      assert.deepEqual([test, body.code, body.msg], [test, 'BAD_REQUEST', msg]);
    }
  });
});
