import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '../../src/endpoints.ts';
import { textsIn, toIcu } from '../../src/ground/texts.ts';
import { startServer } from '../support/server.ts';

describe('an error of the API', () => {
  it('speaks the language of the user, with the same code', async (t) => {
    const { as } = await startServer(t);
    const ask = async () => (await as('alice').get('/messages/999999')).body;
    const english = await ask();
    await as('alice').patch('/settings', { default_language: 'en-xa' });

    const { code, msg } = await ask();

    assert.equal(english.msg, 'Invalid message(s)');
    assert.equal(code, english.code);
    assert.match(msg, /^⟦Íñṽáĺíđ ɱéśśáĝé\(ś\)/);
  });

  it('keeps what it names', async (t) => {
    const { as } = await startServer(t);
    await as('alice').patch('/settings', { default_language: 'en-xa' });

    const { body } = await as('alice').post('/messages', {});

    assert.match(body.msg, /'type'/);
    assert.equal(body.var_name, 'type');
  });

  it('speaks the language that a browser accepts to those who are not logged in', async (t) => {
    const { url } = await startServer(t);
    const ask = async (language?: string) => {
      const headers = language === undefined ? {} : { 'Accept-Language': language };
      return (await (await fetch(`${url}/api/v1/messages`, { headers })).json()) as { msg: string };
    };

    const [foreign, unknown, silent] = await Promise.all([ask('tlh, en-xa;q=0.5'), ask('tlh'), ask()]);

    assert.match(foreign.msg, /^⟦Ñóť ĺóĝĝéđ íñ/);
    assert.match(unknown.msg, /^Not logged in/);
    assert.deepEqual(silent, unknown);
  });

  it('speaks the language of the organization if the browser accepts none that it knows', async (t) => {
    const { url, as } = await startServer(t);
    await as('owner').patch('/realm', { default_language: 'en-xa' });

    const response = await fetch(`${url}/api/v1/messages`, { headers: { 'Accept-Language': 'tlh' } });

    assert.match(((await response.json()) as { msg: string }).msg, /^⟦/);
  });
});

describe('each error that an endpoint declares', () => {
  const kinds = new Set(Object.values(endpoints).flatMap(({ errors }) => [...errors]));
  /** Of values alone. */
  const bare = /^(\{\w+\}\s?)+$/;

  for (const language of ['de', 'ja'] as const) {
    it(`has a text in ${language}, with the same placeholders`, () => {
      const foreign = [...kinds].filter(({ text }) => {
        const names = (said: string) => new Set(said.match(/\{\w+\}/g));
        const values = Object.fromEntries([...names(text)].map((name) => [name.slice(1, -1), name]));
        const said = textsIn(language).declared(text, values);
        return (said === text && !bare.test(text)) || !isDeepStrictEqual(names(said), names(text));
      });

      assert.ok(kinds.size > 200);
      assert.deepEqual(
        foreign.map(({ text }) => text),
        [],
      );
    });
  }
});

describe('the values of an error', () => {
  it('are in the language of the reader where they are words', async (t) => {
    const { as } = await startServer(t);
    await as('alice').patch('/settings', { default_language: 'de' });

    const wrong = await as('alice').patch('/settings', { web_font_size_px: 'x' });

    assert.equal(wrong.body.msg, 'web_font_size_px ist kein gültiges JSON');
  });

  it('are where they say what is wrong with a search', async (t) => {
    const { as } = await startServer(t);
    const search = async (narrow: object[]) => {
      const around = { anchor: 'newest', num_before: 1, num_after: 0 };
      return (await as('alice').get('/messages', { ...around, narrow })).body;
    };
    const unknown = [{ operator: 'has', operand: 'boat' }];
    const english = await search(unknown);
    await as('alice').patch('/settings', { default_language: 'de' });

    const { msg, code, desc } = await search(unknown);
    const shape = await search([{ operator: 'is', operand: 7 }]);

    assert.equal(english.msg, "Invalid narrow operator: unknown 'has' operand boat");
    assert.equal(english.desc, "unknown 'has' operand boat");
    assert.deepEqual(
      { msg, code, desc },
      { msg: `Ungültiger Suchoperator: ${desc}`, code: english.code, desc: 'Wert boat für „has“ unbekannt' },
    );
    assert.equal(shape.msg, 'Der Wert des Operators ist keine Zeichenkette');
  });

  it('in further fields are, too', async (t) => {
    const { as, users } = await startServer(t);
    await as('admin').patch('/settings', { default_language: 'de' });

    const { body } = await as('admin').post('/invites', { invitee_emails: users.bob.email, stream_ids: [] });

    assert.equal(body.msg, 'Es konnte niemand eingeladen werden.');
    assert.deepEqual(body.errors, [[users.bob.email, 'Hat schon ein Konto.', false]]);
  });
});

describe('the text of a declaration', () => {
  it('has no meaning but its placeholders', () => {
    const text = "Can't use '{name}' in <b> or {} {0 x}";

    assert.equal(textsIn('en').declared(text, { name: 'a' }), "Can't use 'a' in <b> or {} {0 x}");
    assert.equal(toIcu("It's {name}"), "It''s {name}");
  });
});
