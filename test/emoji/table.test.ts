import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { emojiCategories, emojiTable, slackNames } from '../../bin/emoji.ts';
import { emojiData } from '../../src/emoji/data.ts';
import { namesByCode } from '../../src/emoji/emoji.ts';
import { nameOfSlackEmoji } from '../../src/emoji/slack.ts';
import { startServer } from '../support/server.ts';

describe('the table of emoji names', () => {
  const stored = (name: string) => readFileSync(new URL(`../../src/emoji/${name}`, import.meta.url), 'utf8');

  it('has every emoji of the package', () => {
    assert.equal(stored('table.json'), emojiTable());
  });

  it('leads from every name of Slack that is another one here to the same emoji', () => {
    assert.equal(stored('slack-names.json'), slackNames());
    const names = ['smile', 'thumbsup', 'white_check_mark', 'tada', 'no_such_thing', 'constructor'];
    assert.deepEqual(names.map(nameOfSlackEmoji), ['big_smile', '+1', 'check', 'tada', 'no_such_thing', 'constructor']);
  });

  it('has a category for each emoji of a character', () => {
    const text = stored('../client/text/emoji-categories.json');
    const categories = Object.values(JSON.parse(text) as Record<string, string>);

    assert.equal(text, emojiCategories());
    assert.deepEqual(categories.flatMap((codes) => codes.split(' ')).toSorted(), Object.keys(namesByCode).toSorted());
  });

  it('gives no name to two emoji', () => {
    const names = Object.values(namesByCode).flat();
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    assert.deepEqual(twice, []);
  });

  it('calls the usual ones as clients do', () => {
    const wanted = {
      '1f44d': ['+1', 'like', 'thumbs_up'],
      '1f642': ['smile'],
      '1f604': ['big_smile'],
      '1f6e0': ['working_on_it', 'hammer_and_wrench', 'tools'],
      '2764': ['heart', 'love', 'love_you'],
      '1f389': ['tada'],
      '1f419': ['octopus'],
    };
    const known = Object.fromEntries(Object.keys(wanted).map((code) => [code, namesByCode[code]]));
    assert.deepEqual(known, wanted);
  });

  it('is served as names by code, where POST /register says', async (t) => {
    const { as, url } = await startServer(t);

    const { body } = await as('alice').post('/register', { fetch_event_types: ['realm'] });

    assert.equal(body.server_emoji_data_url, `${url}/static/emoji-data.json`);
    assert.deepEqual(JSON.parse(emojiData), { code_to_names: namesByCode });
  });
});
