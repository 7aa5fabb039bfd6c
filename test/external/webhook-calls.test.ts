import assert from 'node:assert/strict';
import { createHmac, hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { readExamples } from '../../src/external/example.ts';
import { type Hook, startHook } from './hook.ts';

const article = { featured_title: 'Tea', featured_url: 'https://paper.example/1' };

async function lastCall({ as, bot_id }: Hook) {
  const { body } = await as('alice').get(`/bots/${bot_id}/webhook_call`);
  return body.call;
}

describe('GET /bots/:bot_id/webhook_call', () => {
  it('tells what became of the last call', async (t) => {
    const hook = await startHook(t);
    const before = await lastCall(hook);
    const time = hook.app.clock.now();

    await hook.post('helloworld', article);
    const posted = await lastCall(hook);
    await hook.post('github', { ref: 'x' }, { headers: { 'X-GitHub-Event': 'push' } });
    const refused = await lastCall(hook);
    await hook.post('gitlab', { object_kind: 'push' }, { query: { stream: 'kitchen', only_events: ['issue'] } });
    const excluded = await lastCall(hook);
    await hook.post('helloworld', article, { query: { stream: 'attic' } });
    const lost = await lastCall(hook);

    assert.equal(before, null);
    const none = { code: null, msg: null, time };
    assert.deepEqual(posted, { ...none, tool: 'helloworld', event: 'message', result: 'posted' });
    const missing = { code: 'INVALID_PAYLOAD', msg: 'repository.full_name is missing' };
    assert.deepEqual(refused, { tool: 'github', event: 'push', time, result: 'refused', ...missing });
    assert.deepEqual(excluded, { ...none, tool: 'gitlab', event: 'push', result: 'excluded' });
    assert.deepEqual([lost.result, lost.code], ['refused', 'STREAM_DOES_NOT_EXIST']);
    assert.ok(!JSON.stringify([posted, refused, excluded, lost]).includes(hook.api_key));
  });

  it('forgets a call after 24 hours', async (t) => {
    const hook = await startHook(t);
    await hook.post('helloworld', article);

    hook.clock.advance(24 * 60 * 60);

    assert.equal(await lastCall(hook), null);
  });
});

describe('an example of a tool', () => {
  it('is posted to the address with example=true, whatever the body, by a bot with a secret too', async (t) => {
    const hook = await startHook(t, { config_data: { webhook_secret: 'salt' } });

    const answer = await hook.post('taiga', undefined, { query: { stream: 'kitchen', example: true } });

    assert.deepEqual([answer.status, answer.body.result], [200, 'success']);
    const [first] = readExamples('taiga');
    assert.deepEqual(await hook.posted(), [{ channel: 'kitchen', topic: first?.topic, text: first?.text }]);
  });
});

describe('a request of a tool', () => {
  it("that asks whether the address is the tool's is answered, and posts nothing", async (t) => {
    const hook = await startHook(t);

    const { body } = await hook.post('slack', { type: 'url_verification', challenge: 'tea', token: 'x' });

    assert.equal(body.challenge, 'tea');
    assert.deepEqual(await hook.posted(), []);
  });

  it('to a former name is one to the current', async (t) => {
    const hook = await startHook(t);
    const [example] = readExamples('shortcut');

    await hook.post('clubhouse', example?.payload);

    assert.deepEqual(
      (await hook.posted()).map(({ topic }) => topic),
      [example?.topic],
    );
  });

  it('is let in by a signature of Standard Webhooks, and by a token with the hash of the body', async (t) => {
    const secret = 'whsec_c2FsdCBhbmQgdGVh';
    const hook = await startHook(t, { config_data: { webhook_secret: secret } });
    const text = JSON.stringify(readExamples('render')[0]?.payload);
    const now = hook.app.clock.now();
    const digest = (time: number) =>
      createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`m1.${time}.${text}`)
        .digest('base64');
    const standard = (time: number, signature: string) => ({
      'webhook-id': 'm1',
      'webhook-timestamp': String(time),
      'webhook-signature': signature,
    });
    const deploy = JSON.stringify(readExamples('netlify')[0]?.payload);
    const claims = Buffer.from(JSON.stringify({ iss: 'netlify', sha256: hash('sha256', deploy) })).toString(
      'base64url',
    );
    const token = `e30.${claims}.${createHmac('sha256', secret).update(`e30.${claims}`).digest('base64url')}`;

    const answers = [
      await hook.post('render', text, { headers: standard(now, `v1,${digest(now)}`) }),
      await hook.post('render', text, { headers: standard(now, `v1,${digest(now - 1)}`) }),
      await hook.post('render', text, { headers: standard(now - 301, `v1,${digest(now - 301)}`) }),
      await hook.post('netlify', deploy, { headers: { 'X-Webhook-Signature': token } }),
      await hook.post('netlify', `${deploy} `, { headers: { 'X-Webhook-Signature': token } }),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 401, 200, 401],
    );
  });
});
