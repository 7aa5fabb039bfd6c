import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MessageText, MessageTexts } from '../../src/messages/message-texts.ts';
import { send } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const form = { apply_markdown: true, client_gravatar: true, empty_topic_name: false };

function text(id: number, bytes: number): MessageText {
  const place = { conversation_id: 1, place_id: 1, channel_id: null, sent_channel_id: null };
  return { id, ...place, mentions_channel: 0, json: Buffer.alloc(bytes) };
}

/** Keeps so many messages of a size; returns how many are there when they are next asked for. */
function keep(count: number, bytes: number): number {
  const texts = new MessageTexts();
  for (let id = 1; id <= count; id++) texts.of(form).set(id, text(id, bytes));
  return texts.of(form).size;
}

describe('the texts of messages in memory', () => {
  it('are the newest, as many as people look at', () => {
    assert.equal(keep(20_000, 100), 20_000);
    assert.equal(keep(20_001, 100), 10_000);
  });

  it('are fewer where they are long', () => {
    assert.equal(keep(16, 1024 * 1024), 16);
    assert.equal(keep(17, 1024 * 1024), 8);
  });

  it('hold nothing beside themselves', async (t) => {
    const server = await startServer(t);
    for (const content of ['one', 'two', 'three']) await send(server.as('alice'), { to: 'general', content });

    await server.as('bob').get('/messages', { anchor: 'newest', num_before: 3, num_after: 0, apply_markdown: true });

    const kept = [...server.app.messageTexts.of(form).values()];
    assert.equal(kept.length, 3);
    assert.deepEqual(
      kept.map(({ json }) => json.buffer.byteLength),
      kept.map(({ json }) => json.length),
    );
  });

  it('make room again when they are forgotten', () => {
    const texts = new MessageTexts();
    const ids = Array.from({ length: 16 }, (_, n) => n + 1);
    for (const id of ids) texts.of(form).set(id, text(id, 1024 * 1024));
    texts.forget(ids);

    for (const id of ids) texts.of(form).set(id, text(id, 1024 * 1024));

    assert.equal(texts.of(form).size, 16);
  });
});
