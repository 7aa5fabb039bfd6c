import assert from 'node:assert/strict';
import type { Client, Values } from './client.ts';

/** Sends a message that must go through; returns its id. */
export async function send(client: Client, values: Values): Promise<number> {
  const { status, body } = await client.post('/messages', {
    type: 'channel',
    topic: 'lunch',
    content: 'hello',
    ...values,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.id;
}

/** Subscribes, and makes the channel if there is none; returns its id. */
export async function subscribe(client: Client, name: string, values: Values = {}): Promise<number> {
  const { status, body } = await client.post('/users/me/subscriptions', { subscriptions: [{ name }], ...values });
  assert.equal(status, 200, JSON.stringify(body));
  const { body: found } = await client.get('/streams', { include_all: true });
  return found.streams.find((one: { name: string }) => one.name === name)?.stream_id;
}

/** The error answer with nothing but a message and the usual code. */
export function badRequest(msg: string, extra: object = {}) {
  return { result: 'error', msg, code: 'BAD_REQUEST', ...extra };
}
