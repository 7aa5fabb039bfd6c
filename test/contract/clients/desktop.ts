import assert from 'node:assert/strict';
import type { ExistingClient } from './scene.ts';
import { Talker } from './talker.ts';

const userAgent = 'ZulipElectron/5.12.4 Linux';

/** The desktop program: it asks whether there is a server, and then shows that server's pages. */
export const desktop: ExistingClient = {
  name: 'the desktop client',
  async talk(server) {
    const talker = new Talker(server, 'alice', userAgent);
    const settings = await talker.send('GET', '/api/v1/server_settings', { isAnonymous: true });
    talker.read('server_settings', settings, { realm_name: 'string', realm_uri: 'url', realm_icon: 'string' });
    for (const path of ['/api/v1/server_settings', new URL(settings.realm_icon, server.url).pathname, '/']) {
      const { status } = await fetch(server.url + path, { method: 'HEAD', headers: { 'User-Agent': userAgent } });
      assert.equal(status, 200, `HEAD ${path}`);
    }
    return talker.lacks;
  },
};
