import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { PushService } from '../push/push-service.ts';
import { Client } from '../support/client.ts';
import { until } from '../support/until.ts';
import { createAccount, startProcess } from './server-process.ts';

const messages = 20;
const acknowledged = 5;

describe('A server that is killed while it sends notifications', () => {
  it('sends each once it is back, and none again that the push service had acknowledged before', async (t) => {
    const service = await new PushService().start(t);
    const folder = temporaryFolder(t);
    setEnvironment(t, service);
    const ann = await createAccount(folder, 'ann@example.com');
    const ben = await createAccount(folder, 'ben@example.com');
    let server = await startProcess(folder);
    t.after(() => server.kill());
    await givePhone(new Client(server.url, ann), service);
    const told = () => service.notified.map(({ requests }) => requests[0].content.message_id as number);
    const hold = holdAfter(service, acknowledged);

    const sender = new Client(server.url, ben);
    const sent: number[] = [];
    for (let n = 0; n < messages; n++) {
      const { body } = await sender.post('/messages', { type: 'direct', to: ['ann@example.com'], content: `${n}` });
      sent.push(body.id);
    }
    await until(() => hold.holds);
    await server.kill();
    const early = told();
    hold.release();
    server = await startProcess(folder);
    await until(() => told().length >= messages);
    await server.stop();

    assert.equal(early.length, acknowledged);
    // One that does not get through comes after the others.
    assert.deepEqual(
      told().sort((one, other) => one - other),
      sent,
    );
    assert.equal(countTasks(folder), 0);
  });
});

/** The service acknowledges this many notifications, and then answers nothing until it is released. */
function holdAfter(service: PushService, count: number) {
  const hold = { holds: false, release: () => Object.defineProperty(service, 'answer', { value: undefined }) };
  const silence = () => {
    hold.holds = true;
  };
  Object.defineProperty(service, 'answer', {
    configurable: true,
    get: () => (service.notified.length < count ? undefined : silence),
  });
  return hold;
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-push-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function setEnvironment(t: TestContext, { url, org, key }: PushService): void {
  const wanted = { CHATD_PUSH_SERVICE_URL: url, CHATD_PUSH_SERVICE_ORG: org, CHATD_PUSH_SERVICE_KEY: key };
  Object.assign(process.env, wanted);
  t.after(() => {
    for (const name of Object.keys(wanted)) delete process.env[name];
  });
}

async function givePhone(client: Client, service: PushService): Promise<void> {
  const phone = service.makePhone('fcm');
  const { body } = await client.post('/register_client_device');
  await client.post('/mobile_push/register', {
    device_id: body.device_id,
    ...service.keyFields(phone),
    ...service.tokenFields(phone, Math.floor(Date.now() / 1000)),
  });
  let token_id: string | null = null;
  while (token_id === null) {
    const { body: state } = await client.post('/register', { fetch_event_types: ['device'] });
    token_id = state.devices[body.device_id].push_token_id;
  }
}

function countTasks(folder: string): number {
  const db = new Sqlite(join(folder, 'chatd.db'));
  try {
    return db.prepare('SELECT count(*) FROM push_tasks').pluck().get() as number;
  } finally {
    db.close();
  }
}
