import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { badRequest, send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const path = '/users/me/alert_words';

function answer(...alert_words: string[]) {
  return { result: 'success', msg: '', alert_words };
}

async function add({ as }: TestServer, ...alert_words: string[]) {
  return (await as('alice').post(path, { alert_words })).body;
}

/** The flags alice gets on a message of bob's. */
async function flagsOf({ as }: TestServer, content: string): Promise<string[]> {
  const id = await send(as('bob'), { to: 'general', content });
  return (await as('alice').get(`/messages/${id}`)).body.message.flags;
}

describe('POST /users/me/alert_words', () => {
  it('adds words and phrases, and tells the clients of the user alone', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob']);

    const body = await add(server, 'soup', '  hot   tea ', '');

    assert.deepEqual(body, answer('hot tea', 'soup'));
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'alert_words', alert_words: ['hot tea', 'soup'] }] });
    assert.deepEqual((await server.as('alice').get(path)).body, answer('hot tea', 'soup'));
    assert.deepEqual((await server.as('bob').get(path)).body, answer());
    const { body: state } = await server.as('alice').post('/register', { fetch_event_types: ['alert_words'] });
    assert.deepEqual(state.alert_words, ['hot tea', 'soup']);
  });

  it('knows words in any case, and keeps the first spelling', async (t) => {
    const server = await startServer(t);
    await add(server, 'Soup');
    const ears = await listen(server, ['alice']);

    const body = await add(server, 'SOUP', 'soup');

    assert.deepEqual(body, answer('Soup'));
    assert.deepEqual(await ears.heard(), {});
  });

  it('flags messages that are sent with such a word', async (t) => {
    const server = await startServer(t);
    assert.deepEqual(await flagsOf(server, 'The SOUP is ready'), []);

    await add(server, 'soup', 'hot  tea');

    assert.deepEqual(await flagsOf(server, 'The SOUP, is ready'), ['has_alert_word']);
    assert.deepEqual(await flagsOf(server, 'There is hot tea.'), ['has_alert_word']);
    assert.deepEqual(await flagsOf(server, 'Soups and hot pancakes'), []);
  });

  it('counts characters, not their parts, and names the word that is too long', async (t) => {
    const server = await startServer(t);

    const fits = await add(server, '🍲'.repeat(100));
    const body = await add(server, 'soup', '🍲'.repeat(101));

    assert.deepEqual(fits, answer('🍲'.repeat(100)));
    assert.deepEqual(body, badRequest('alert_words[1] is too long (limit: 100 characters)'));
    assert.deepEqual((await server.as('alice').get(path)).body, fits);
    const long = { alert_words: ['🍲'.repeat(101)] };
    assert.deepEqual((await server.as('alice').delete(path, long)).body, fits);
  });

  it('refuses phrases that are longer than what messages are searched for', async (t) => {
    const server = await startServer(t);

    const fits = await add(server, 'one two three four five');
    const body = await add(server, 'soup', 'one two three four five six');

    assert.deepEqual(fits, answer('one two three four five'));
    assert.deepEqual(body, badRequest('alert_words[1] is too long (limit: 5 words)'));
    assert.deepEqual(await flagsOf(server, 'One two three four five!'), ['has_alert_word']);
  });
});

describe('DELETE /users/me/alert_words', () => {
  it('removes words in any case, leaves others alone, and tells the clients of the user alone', async (t) => {
    const server = await startServer(t);
    await add(server, 'Soup', 'hot tea');
    await server.as('bob').post(path, { alert_words: ['soup'] });
    const ears = await listen(server, ['alice', 'bob']);

    const { body } = await server.as('alice').delete(path, { alert_words: [' sOUP', 'milk'] });

    assert.deepEqual(body, answer('hot tea'));
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'alert_words', alert_words: ['hot tea'] }] });
    assert.deepEqual((await server.as('bob').get(path)).body, answer('soup'));
    assert.deepEqual(await flagsOf(server, 'The soup is ready'), []);
  });

  it('says nothing when there is nothing to remove', async (t) => {
    const server = await startServer(t);
    await add(server, 'soup');
    const ears = await listen(server, ['alice']);

    const { body } = await server.as('alice').delete(path, { alert_words: ['milk'] });

    assert.deepEqual(body, answer('soup'));
    assert.deepEqual(await ears.heard(), {});
  });
});
