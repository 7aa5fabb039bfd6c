import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { emojiTable } from '../../bin/emoji.ts';
import { codeByClientName } from '../../src/emoji/client-names.ts';
import { emojiData } from '../../src/emoji/data.ts';
import { namesByCode, unicodeEmojiCode } from '../../src/emoji/emoji.ts';
import { startServer } from '../support/server.ts';

describe('the table of emoji names', () => {
  it('is what the package makes', () => {
    const stored = readFileSync(new URL('../../src/emoji/table.json', import.meta.url), 'utf8');
    assert.equal(stored, emojiTable());
  });

  it('gives no name to two emoji', () => {
    const names = Object.values(namesByCode).flat();
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    assert.deepEqual(twice, []);
  });

  it('knows what people and clients call the usual ones', () => {
    const wanted = {
      '1f44d': 'thumbs_up',
      '1f642': 'slight_smile',
      '1f6e0': 'working_on_it',
      '2764': 'heart',
      '1f389': 'tada',
      '1f419': 'octopus',
    };
    for (const [code, name] of Object.entries(wanted)) assert.ok(namesByCode[code]?.includes(name), name);
  });

  it('knows the emoji that clients mean by names which go here with others', () => {
    for (const [name, code] of codeByClientName) {
      assert.ok(namesByCode[code], `${code} is no emoji`);
      assert.ok(unicodeEmojiCode(name) !== undefined && unicodeEmojiCode(name) !== code, `${name} needs no entry`);
    }
  });

  it('is served as names by code, where POST /register says', async (t) => {
    const { as, url } = await startServer(t);

    const { body } = await as('alice').post('/register', { fetch_event_types: ['realm'] });

    assert.equal(body.server_emoji_data_url, `${url}/static/emoji-data.json`);
    assert.deepEqual(JSON.parse(emojiData), { code_to_names: namesByCode });
  });
});
