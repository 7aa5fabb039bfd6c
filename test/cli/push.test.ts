import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PushService } from '../push/push-service.ts';
import { until } from '../support/until.ts';
import { makePlace } from './place.ts';

const org = '9a1f6b0e-55aa-4f3d-8f43-0c1c3a2b7d10';

describe('chatd serve with a push service', { concurrency: 2 }, () => {
  it('registers devices there, and notifies them', async (t) => {
    const service = await new PushService().start(t);
    const place = makePlace(t);
    const owner = await place.create('olive@example.com', '--role', 'owner', '--random-password');
    writeFileSync(place.path('key'), `${service.key}\n`);
    const server = await place.serve(['--push-service-key-file', place.path('key')], {
      env: { CHATD_PUSH_SERVICE_URL: service.url, CHATD_PUSH_SERVICE_ORG: service.org },
    });
    const client = server.as(owner);
    const phone = service.makePhone('fcm');

    const { body } = await client.post('/register_client_device');
    await client.post('/mobile_push/register', {
      device_id: body.device_id,
      ...service.keyFields(phone),
      ...service.tokenFields(phone, Math.floor(Date.now() / 1000)),
    });
    await until(() => service.registered.length > 0);
    const device = async () => {
      const { body: state } = await client.post('/register', { fetch_event_types: ['device'] });
      return state.devices[body.device_id].push_token_id;
    };
    while ((await device()) === null) await new Promise((resolve) => setImmediate(resolve));
    const { status } = await client.post('/mobile_push/e2ee/test_notification');

    assert.equal(status, 200);
    assert.equal(service.notified[0].requests[0].content.type, 'test');
    await server.end('SIGTERM');
  });

  it('does not start with settings that make no sense, and repeats no key', async (t) => {
    const place = makePlace(t);
    const url = 'https://push.example.com';
    const env = { CHATD_PUSH_SERVICE_KEY: 'secret' };

    const runs = await Promise.all([
      place.run(['serve', '--push-service-url', 'push.example.com'], { env }),
      place.run(['serve', '--push-service-url', 'http://push.example.com', '--push-service-org', org], { env }),
      place.run(['serve', '--push-service-url', url], { env }),
      place.run(['serve', '--push-service-url', url, '--push-service-org', 'me'], { env }),
      place.run(['serve', '--push-service-url', url, '--push-service-org', org]),
      place.run(['serve', '--push-service-url', url, '--push-service-org', org, '--push-service-key-file', 'none']),
    ]);

    assert.deepEqual(
      runs.map(({ exitCode }) => exitCode),
      [3, 3, 3, 3, 3, 3],
    );
    const problems = [/must look like/, /must look like/, /-org/, /-org/, /needs a key/, /cannot be read/];
    for (const [index, { stderr }] of runs.entries()) {
      assert.match(stderr, problems[index] as RegExp);
      assert.doesNotMatch(stderr, /secret/);
    }
  });
});
