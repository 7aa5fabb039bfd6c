import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { clientsOf, importFiles, openEmpty } from '../import/scene.ts';
import {
  channelMessage,
  channels,
  directMessage,
  epoch,
  flags,
  ids,
  joined,
  realmTables,
  subscription,
} from '../import/zulip-export.ts';
import { upload } from '../support/pictures.ts';

export const now = epoch + 1000;

/** An organization where every text says whose it is. */
export async function makeScene(t: TestContext): Promise<App> {
  const app = openEmpty(t);
  const tables = realmTables();
  await importFiles(t, app, {
    'realm.json': {
      ...tables,
      zerver_subscription: [
        ...(tables.zerver_subscription ?? []),
        subscription(ids.alice, channels.secret, { color: '#abcdef' }),
      ],
      zerver_realmauditlog: [joined(ids.alice, channels.general, 0)],
    },
    'messages-000001.json': {
      zerver_message: [
        channelMessage(101, ids.alice, channels.general, { content: 'public-of-alice' }),
        channelMessage(102, ids.bob, channels.general, {
          content: 'public-of-bob @**Alice Adams**',
          edit_history: JSON.stringify([
            {
              user_id: ids.owner,
              timestamp: epoch + 500,
              prev_stream: channels.secret,
              stream: channels.general,
              prev_topic: 'before',
              topic: 'plans',
            },
          ]),
        }),
        channelMessage(103, ids.owner, channels.secret, { content: 'private-of-owner', subject: 'private-topic' }),
        channelMessage(104, ids.alice, channels.secret, { content: 'private-of-alice' }),
        directMessage(105, ids.alice, ids.bob, { content: 'direct-of-alice' }),
        directMessage(106, ids.bob, ids.alice, { content: 'direct-of-bob' }),
      ],
      zerver_usermessage: [flags(ids.bob, 101, 2), flags(ids.alice, 102, 3)],
    },
  });
  await addPersonal(t, app);
  return app;
}

async function addPersonal(t: TestContext, app: App): Promise<void> {
  const as = await clientsOf(t, app);
  for (const [id, name] of [
    [ids.alice, 'alice'],
    [ids.bob, 'bob'],
  ] as const) {
    await as(id).post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: `draft-of-${name}` }] });
    await as(id).post('/saved_snippets', { title: `snippet-of-${name}`, content: 'x' });
    await as(id).post('/users/me/alert_words', { alert_words: [`word-of-${name}`] });
    await as(id).patch('/settings', { web_font_size_px: name === 'alice' ? 17 : 18 });
    const [public_, unseen] = await Promise.all(
      ['public', 'unseen'].map((kind) => upload(as(id), '/user_uploads', [Buffer.from(`${kind}-file-of-${name}`)])),
    );
    assert.ok(unseen);
    const content = `[file](${public_?.body.url})`;
    await as(id).post('/messages', { type: 'channel', to: channels.general, topic: 'files', content });
    await as(id).post('/messages/101/reactions', { emoji_name: name === 'alice' ? 'tada' : 'wave' });
  }
  await as(ids.owner).patch(`/users/${ids.bob}`, { role: 300 });
  await as(ids.owner).patch(`/users/${ids.alice}`, { role: 300 });
}

const told = /(?:public|private|direct|draft|snippet|word|unseen-file|public-file)-(?:of-\w+|topic)/g;

/** The marks of the scene that are somewhere in an export. */
export function marksIn(files: Record<string, string>): string[] {
  return [...new Set(Object.values(files).flatMap((text) => text.match(told) ?? []))].sort();
}
