import type { Needs } from './needs.ts';
import type { ExistingClient } from './scene.ts';
import { Talker } from './talker.ts';

/** The plugin of Jenkins: it logs in only when it is asked to, and calls its form by a wrong name. */
export const jenkins: ExistingClient = {
  name: 'the Jenkins plugin',
  async talk(server) {
    const talker = new Talker(server, 'alice', 'Java-http-client/17.0.15');
    const message = { type: 'stream', to: 'design', subject: 'builds', content: '**Project: ** site : **SUCCESS**' };
    const body = String(new URLSearchParams({ ...message, 'api-key': 'a key', email: 'alice@example.com' }));
    const post = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/v1/messages`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'www-form-urlencoded', ...headers },
      });

    const asked = await post({});
    const scheme = asked.headers.get('WWW-Authenticate')?.split(' ')[0];
    talker.read('the question for a login', { status: asked.status, scheme }, question);
    const sent = await post({ Authorization: server.as('alice').authorization });
    talker.read('messages', await sent.json(), { id: 'integer' });
    return talker.lacks;
  },
};

const question: Needs = { status: [401], scheme: ['Basic'] };
