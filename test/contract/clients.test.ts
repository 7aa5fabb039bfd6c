import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startServer } from '../support/server.ts';
import { desktop } from './clients/desktop.ts';
import { flutter } from './clients/flutter.ts';
import { go } from './clients/go.ts';
import { jenkins } from './clients/jenkins.ts';
import { js } from './clients/js.ts';
import { matterbridge } from './clients/matterbridge.ts';
import { mobile } from './clients/mobile.ts';
import { python } from './clients/python.ts';
import { furnish } from './clients/scene.ts';
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
