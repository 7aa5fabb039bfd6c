import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Command } from 'commander';
import { readSettings, settingOption } from '../../src/cli/options.ts';
import { PushService } from '../push/push-service.ts';
import { until } from '../support/until.ts';
import { makePlace } from './place.ts';

const org = '9a1f6b0e-55aa-4f3d-8f43-0c1c3a2b7d10';

describe('chatd serve with a push service', { concurrency: 2 }, () => {
  it('registers devices there, and notifies them', async (t) => {
    const service = await new PushService().start(t);
    const place = makePlace(t);
    const owner = await place.addAccount('olive@example.com', { role: 'owner', randomPassword: true });
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

  const answers: [said: string, set: boolean][] = [
    ['1', true],
    ['Yes', true],
    ['true', true],
    ['on', true],
    ['0', false],
    ['no', false],
    ['FALSE', false],
    ['off', false],
  ];
  for (const [said, set] of answers) {
    it(`takes ${said} for ${set ? 'yes' : 'no'} where browsers in private networks are asked for`, () => {
      assert.equal(privateWebPush({ CHATD_PRIVATE_WEB_PUSH: said }), set);
    });
  }

  it('knows of browsers in private networks by a bare argument too, and of none by itself', () => {
    assert.deepEqual([privateWebPush({}, '--private-web-push'), privateWebPush({})], [true, false]);
  });

  it('does not start where neither yes nor no is said of private networks', async (t) => {
    const place = makePlace(t);

    const { exitCode, stderr } = await place.run(['serve'], { env: { CHATD_PRIVATE_WEB_PUSH: 'maybe' } });

    assert.equal(exitCode, 3);
    assert.match(stderr, /CHATD_PRIVATE_WEB_PUSH.* It must be yes or no/);
  });

  it('does not start with settings that make no sense, and repeats no key', async (t) => {
    const place = makePlace(t);
    const url = 'https://push.example.com';
    const env = { CHATD_PUSH_SERVICE_KEY: 'secret' };

    const runs = await Promise.all([
      place.ask(['serve', '--push-service-url', 'push.example.com'], env),
      place.ask(['serve', '--push-service-url', 'http://push.example.com', '--push-service-org', org], env),
      place.ask(['serve', '--push-service-url', url], env),
      place.ask(['serve', '--push-service-url', url, '--push-service-org', 'me'], env),
      place.ask(['serve', '--push-service-url', url, '--push-service-org', org]),
      place.ask(['serve', '--push-service-url', url, '--push-service-org', org, '--push-service-key-file', 'none']),
    ]);

    assert.deepEqual(
      runs.map(({ exitCode }) => exitCode),
      [3, 3, 3, 3, 3, 3],
    );
    const problems = [
      /must look like/,
      /must look like/,
      /-org/,
      /must be a UUID/,
      /needs a key/,
      /--push-service-key-file none cannot be used/,
    ];
    for (const [index, { stderr }] of runs.entries()) {
      assert.match(stderr, problems[index] as RegExp);
      assert.doesNotMatch(stderr, /secret/);
    }
  });
});

/** Whether browsers in private networks may be notified, by variables of the environment and arguments. */
function privateWebPush(env: Record<string, string>, ...args: string[]): boolean {
  const before = process.env.CHATD_PRIVATE_WEB_PUSH;
  try {
    delete process.env.CHATD_PRIVATE_WEB_PUSH;
    Object.assign(process.env, env);
    const command = new Command().addOption(settingOption('private_web_push')).parse(args, { from: 'user' });
    return readSettings(command.opts()).private_web_push ?? false;
  } finally {
    if (before !== undefined) process.env.CHATD_PRIVATE_WEB_PUSH = before;
    else delete process.env.CHATD_PRIVATE_WEB_PUSH;
  }
}
