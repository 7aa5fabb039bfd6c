import { createHash, randomBytes, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import sodium from 'libsodium-wrappers';
import type { Client, Values } from '../support/client.ts';
import type { CastName, TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

type Answer = (response: ServerResponse) => void;

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server sent, and assert what it is
type Json = any;

/** A phone: its token, and the key that only it and the server know. */
export interface Phone {
  token: string;
  token_id: string;
  token_kind: 'apns' | 'fcm';
  push_key_id: number;
  push_key: Buffer;
}

interface Keys {
  publicKey: Uint8Array;
  privateKey: Uint8Array;
}

/** A push service on this machine: it opens what is sealed for it and decrypts what phones would. It ends with the test. */
export class PushService {
  readonly org = '9a1f6b0e-55aa-4f3d-8f43-0c1c3a2b7d10';
  readonly key = 'sesame: open';
  readonly phones: Phone[] = [];
  /** Registrations that came, opened, and every notification request with what the phone reads in it. */
  readonly registered: Json[] = [];
  readonly notified: Json[] = [];
  /** Replaces the usual answer to all requests. */
  answer: Answer | undefined;
  /** Fields of the usual answer to a notification. */
  notifyFields: Values = {};
  url = '';
  #keys: Keys = { publicKey: new Uint8Array(), privateKey: new Uint8Array() };
  #server: Server | undefined;

  async start(t: TestContext): Promise<this> {
    await sodium.ready;
    this.#keys = sodium.crypto_box_keypair();
    this.#server = createServer((request, response) => void this.#take(request, response));
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    t.after(() => this.stop());
    return this;
  }

  /** Is not there any more. */
  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** Answers all requests with an error from now on. */
  fail(status: number, fields: Values = {}): void {
    this.answer = (response) => reply(response, status, { result: 'error', msg: 'no', ...fields });
  }

  /** Makes a phone with a token and a key of its own. */
  makePhone(token_kind: Phone['token_kind']): Phone {
    const token = token_kind === 'apns' ? randomBytes(32).toString('hex') : randomBytes(60).toString('base64url');
    const phone = {
      token,
      token_kind,
      token_id: createHash('sha256').update(token).digest().subarray(0, 8).toString('base64'),
      push_key_id: randomInt(2 ** 32),
      push_key: randomBytes(32),
    };
    this.phones.push(phone);
    return phone;
  }

  /** The parameters by which a phone's program gives its key. */
  keyFields({ push_key_id, push_key }: Pick<Phone, 'push_key_id' | 'push_key'>) {
    return { push_key_id, push_key: Buffer.concat([Buffer.of(0x31), push_key]).toString('base64') };
  }

  /** The parameters by which a phone's program gives its token. */
  tokenFields({ token, token_id, token_kind }: Phone, timestamp: number, changes: Values = {}) {
    const app = token_kind === 'apns' ? { ios_app_id: 'com.example.Chat' } : {};
    const plain = JSON.stringify({ token, token_kind, timestamp, ...app, ...changes });
    const { publicKey } = this.#keys;
    return {
      token_kind,
      token_id,
      bouncer_public_key: Buffer.from(publicKey).toString('base64'),
      encrypted_push_registration: Buffer.from(sodium.crypto_box_seal(plain, publicKey)).toString('base64'),
    };
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const credentials = `Basic ${Buffer.from(`${this.org}:${this.key}`).toString('base64')}`;
    if (this.answer) this.answer(response);
    else if (request.headers.authorization !== credentials) {
      reply(response, 401, { result: 'error', msg: 'unknown', code: 'INVALID_ZULIP_SERVER' });
    } else if (request.url === '/api/v1/remotes/push/e2ee/register') this.#register(request, response, body);
    else if (request.url === '/api/v1/remotes/push/e2ee/notify') this.#notify(request, response, body);
    else reply(response, 404, { result: 'error', msg: 'not here' });
  }

  #register(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { encrypted_push_registration, bouncer_public_key, ...fields } = Object.fromEntries(
      new URLSearchParams(body),
    );
    const { publicKey, privateKey } = this.#keys;
    const refuse = (code: string) => reply(response, 400, { result: 'error', msg: 'no', code });
    if (bouncer_public_key !== Buffer.from(publicKey).toString('base64')) {
      refuse('INVALID_BOUNCER_PUBLIC_KEY');
      return;
    }
    try {
      const sealed = new Uint8Array(Buffer.from(encrypted_push_registration ?? '', 'base64'));
      const opened = sodium.crypto_box_seal_open(sealed, publicKey, privateKey);
      const content = JSON.parse(Buffer.from(opened).toString());
      this.registered.push({ type: request.headers['content-type'], ...fields, content });
      reply(response, 200, { result: 'success', msg: '' });
    } catch {
      refuse('BAD_REQUEST');
    }
  }

  #notify(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { push_requests, ...fields } = JSON.parse(body);
    const requests = push_requests.map((one: Json) => {
      const { encrypted_data, ...payload } = one.payload;
      return { ...one, payload, content: this.#decrypt(one.token_id, encrypted_data) };
    });
    this.notified.push({ type: request.headers['content-type'], ...fields, requests });
    reply(response, 200, {
      result: 'success',
      msg: '',
      realm_push_status: { can_push: true, expected_end_timestamp: null },
      ...this.notifyFields,
    });
  }

  #decrypt(token_id: string, encrypted_data: string): Json {
    const phone = this.phones.findLast((one) => one.token_id === token_id) as Phone;
    const bytes = new Uint8Array(Buffer.from(encrypted_data, 'base64'));
    const [nonce, sealed] = [bytes.subarray(0, 24), bytes.subarray(24)];
    const opened = sodium.crypto_secretbox_open_easy(sealed, nonce, new Uint8Array(phone.push_key));
    return JSON.parse(Buffer.from(opened).toString());
  }
}

/** Gives a server a push service of its own. */
export async function givePushService(t: TestContext, { app }: TestServer): Promise<PushService> {
  const service = await new PushService().start(t);
  app.config.push_service = { url: service.url, org: service.org, key: service.key };
  return service;
}

/** A push service that nobody runs. */
export function nameDeadService({ app }: TestServer): void {
  app.config.push_service = { url: 'http://127.0.0.1:1', org: 'o', key: 'k' };
}

/** A push service that takes requests and says nothing. */
export function silence({ app, service }: TestServer & { service: PushService }): void {
  app.push.patience = 20;
  service.answer = () => {};
}

export async function makeDevice(client: Client): Promise<number> {
  const { body } = await client.post('/register_client_device');
  return body.device_id;
}

/** Waits until nothing is left to be done for phones and browsers. */
export function settled({ db }: TestServer): Promise<void> {
  return until(() => db.value('SELECT count(*) FROM push_tasks') === 0);
}

/** Waits until what is left waits for a later time. */
export function postponed({ db, clock }: TestServer): Promise<void> {
  return until(() => db.value('SELECT count(*) FROM push_tasks WHERE due_at <= ?', clock.now()) === 0);
}

/** Gives somebody a phone that is registered, and returns it with the device's id. */
export async function givePhone(
  server: TestServer,
  service: PushService,
  name: CastName,
  kind: Phone['token_kind'] = 'fcm',
): Promise<Phone & { device_id: number }> {
  const phone = service.makePhone(kind);
  const device_id = await makeDevice(server.as(name));
  await server.as(name).post('/mobile_push/register', {
    device_id,
    ...service.keyFields(phone),
    ...service.tokenFields(phone, server.clock.now()),
  });
  await settled(server);
  service.registered.length = 0;
  return { ...phone, device_id };
}

function reply(response: ServerResponse, status: number, fields: Values): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(fields));
}
