import assert from 'node:assert/strict';
import type { Span } from '../../support/server.ts';
import { startServer } from '../../support/server.ts';
import { furnish } from '../clients/scene.ts';
import { mismatch, type Shape } from '../shapes/shape.ts';
import { type Body, type Check, onStage, type Stage } from './stage.ts';

/** Whether answers of an organization with something of everything have a value of this shape at a path such as `users.[].role`. */
export function tells(path: string, shape: Shape): Check {
  return async () => {
    for (const { at, value } of valuesAt(await lookAround(), path)) {
      assert.equal(mismatch({}, shape, value, at), undefined);
    }
  };
}

/** Whether the same answers have none. */
export function lacks(...paths: readonly string[]): Check {
  return async () => {
    for (const path of paths) {
      const [, place = '', key = ''] = /^(.*)\.(\w+)$/.exec(path) ?? [];
      for (const { at, value } of valuesAt(await lookAround(), place)) {
        assert.ok(typeof value === 'object' && value !== null, at);
        assert.equal(key in value, false, path);
      }
    }
  };
}

interface Found {
  at: string;
  value: unknown;
}

/** What is found at a path, in each element of the lists on the way, which must not be empty. */
function valuesAt(from: unknown, path: string): Found[] {
  let found: Found[] = [{ at: '', value: from }];
  for (const step of path.split('.')) {
    found = found.flatMap(({ at, value }) =>
      stepInto(value as Body, step).map(([key, one]) => ({ at: `${at}.${key}`, value: one })),
    );
    assert.ok(found.length > 0, `nothing is at ${path}`);
  }
  return found;
}

function stepInto(value: Body, step: string): [string, unknown][] {
  if (step === '[]') return Object.entries(value);
  return value !== null && typeof value === 'object' ? [[step, value[step]]] : [];
}

let answers: Promise<Record<string, unknown>> | undefined;

/** The answers that tell much, as Alice and an administrator get them. They are had once. */
function lookAround(): Promise<Record<string, unknown>> {
  answers ??= collect();
  return answers;
}

async function collect(): Promise<Record<string, unknown>> {
  const ends: (() => unknown)[] = [];
  const span: Span = { after: (end) => ends.push(end) };
  const stage = onStage(await startServer(span));
  try {
    const { message_id, stream_id } = await furnish(stage);
    await furnishMore(stage);
    return await ask(stage, message_id, stream_id);
  } finally {
    for (const end of ends) await end();
  }
}

async function furnishMore({ ok }: Stage): Promise<void> {
  await ok('admin POST /invites', { invitee_emails: 'new@example.com', stream_ids: [1] });
  await ok('admin POST /invites/multiuse');
}

async function ask({ ok, state }: Stage, message_id: number, stream_id: number): Promise<Record<string, unknown>> {
  return {
    register: await state('alice', { include_subscribers: true }),
    plain: await state('alice', { client_capabilities: undefined }),
    guests: await state('guest'),
    server: await ok('anonymous GET /server_settings'),
    users: (await ok('alice GET /users')).members,
    user: await ok('alice GET /users/me'),
    streams: (await ok('alice GET /streams', { include_default: true })).streams,
    subscriptions: (await ok('alice GET /users/me/subscriptions', { include_subscribers: true })).subscriptions,
    message: (await ok(`alice GET /messages/${message_id}`)).message,
    messages: (await ok('alice GET /messages', { anchor: 'newest', num_before: 100, num_after: 0 })).messages,
    history: (await ok(`alice GET /messages/${message_id}/history`)).message_history,
    attachments: (await ok('alice GET /attachments')).attachments,
    groups: (await ok('alice GET /user_groups')).user_groups,
    members: (await ok(`alice GET /streams/${stream_id}/members`)).subscribers,
    fields: (await ok('alice GET /realm/profile_fields')).custom_fields,
    emoji: (await ok('alice GET /realm/emoji')).emoji,
    linkifiers: (await ok('alice GET /realm/linkifiers')).linkifiers,
    invites: (await ok('admin GET /invites')).invites,
    folders: (await ok('alice GET /channel_folders')).channel_folders,
  };
}
