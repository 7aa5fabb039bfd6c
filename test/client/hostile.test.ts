import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { accessChannel } from '../../src/conversations/channel.ts';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { roles, type User } from '../../src/users/user.ts';
import { composer, openRiver, type Page, type River, skip, visit } from './browser.ts';
import { listHostile, listHostileNames, trap } from './hostile.ts';

const perMessage = 20;

const contents = listHostile();
const names = listHostileNames();

/** Fills a server with hostile names, topics, profiles and messages. Returns the ids of the messages. */
function fill({ server, channel }: River): number[] {
  const { app, db, users } = server;
  return db.transaction(() => {
    const people = names.slice(0, 120).map((full_name, index) => {
      const email = `hostile${index}@example.com`;
      const user = doCreateUser(app, { email, full_name: `Hostile ${index}`, role: roles.member, password_hash: null });
      // The API refuses such names: this is what a damaged database, or an older server, could hold.
      db.run('UPDATE users SET full_name = ? WHERE id = ?', full_name, user.id);
      db.run('INSERT INTO user_status (user_id, status_text) VALUES (?, ?)', user.id, names[index + 1] ?? '');
      return user;
    });
    for (const [index, name] of names.slice(0, 8).entries()) {
      db.run(
        'INSERT INTO profile_fields (id, field_type, name, name_key, position) VALUES (?, ?, ?, ?, ?)',
        index + 1,
        index % 2 === 0 ? 1 : 5,
        name,
        name,
        index + 1,
      );
      for (const { id } of people)
        db.run(
          'INSERT INTO profile_values (user_id, field_id, value) VALUES (?, ?, ?)',
          id,
          index + 1,
          names[(id * 7 + index) % names.length] ?? '',
        );
    }
    for (const name of names.slice(0, 60)) {
      const made = doCreateChannel(app, users.owner, { name, description: contents[name.length] ?? name });
      doSubscribe(app, made, [users.alice]);
    }
    const river = accessChannel(app, users.owner, channel);
    doSubscribe(app, river, people);
    return sendAll(app, { channel: river.id, people });
  });
}

function sendAll(app: River['server']['app'], { channel, people }: { channel: number; people: User[] }): number[] {
  const ids: number[] = [];
  for (let at = 0; at < contents.length; at += perMessage) {
    const conversation = ensureTopic(app.db, channel, names[ids.length % names.length] ?? '');
    const sender = people[ids.length % people.length] as User;
    const content = contents.slice(at, at + perMessage).join('\n\n');
    ids.push(doSendMessage(app, { sender, conversation, content, client: 'test', read_by_sender: true }).id);
  }
  return ids;
}

/** Finds what is in the document that no text may become, a line each. */
const intruders = `(() => {
  const found = [];
  const allowed = /^(https?:|mailto:|tel:|xmpp:|#|\\/|$)/;
  for (const element of document.querySelectorAll('#app *')) {
    if (/^(script|iframe|object|embed|base|meta|style|frame|applet|template)$/i.test(element.localName))
      found.push(element.outerHTML.slice(0, 200));
    for (const { name, value } of element.attributes) {
      const isLink = /^(href|src|action|formaction|data|poster|srcset|xlink:href)$/.test(name);
      const isBad = name.startsWith('on') || name === 'srcdoc' || (isLink && !allowed.test(value));
      if (isBad || (name === 'style' && /url\\(/.test(value))) found.push(element.localName + ' ' + name + '=' + value.slice(0, 200));
    }
  }
  return found;
})()`;

function listIntruders(page: Page): Promise<string[]> {
  return page.evaluate(intruders);
}

/** The ids of the messages that are drawn. */
function listDrawn(page: Page): Promise<number[]> {
  return page.evaluate("[...document.querySelectorAll('.message')].map(({ dataset }) => Number(dataset.id))");
}

describe('hostile texts', { skip }, () => {
  it('are at least 5,000', () => {
    assert.ok(contents.length + names.length >= 5000, `${contents.length} contents, ${names.length} names`);
  });

  it('run nothing and reach nobody, wherever they are shown, even with the policy off', async (t) => {
    const river = await openRiver(t);
    const ids = fill(river);
    const { url } = river.server;
    // High enough for all that stands between two of the places that are looked at.
    const viewport = { width: 1280, height: 2400 };
    const alice = await visit(river.server, 'alice', { bypassCSP: true, viewport, expected: /status of 404/ });
    await alice.evaluate(`window.${trap} = (n) => console.error('ran', n)`);
    alice.on('dialog', (dialog) => assert.fail(dialog.message()));
    const found: string[] = [];
    const look = async (hash: string, drawn = '[data-row], .profile, .message') => {
      await alice.goto(`${url}/${hash}`);
      await alice.locator(drawn).first().waitFor();
      found.push(...(await listIntruders(alice)).map((line) => `${hash}: ${line}`));
    };

    const shown = new Set<number>();
    // Of a screen that is opened at a message, a third is above it.
    for (let at = 12; at < ids.length; at += 25) {
      await look(`#narrow/channel/${river.channel}/near/${ids[at]}`, '.message.is-target');
      // The next ones may still have to be fetched.
      await alice.locator(`[data-id="${ids[Math.min(at + 24, ids.length - 1)]}"]`).waitFor();
      found.push(...(await listIntruders(alice)));
      for (const id of await listDrawn(alice)) shown.add(id);
    }
    for (const hash of ['#inbox', '#recent', '#feed', '#narrow/search/x']) await look(hash);
    for (const id of [20, 40, 60]) await look(`#user/${id}`, '.profile');
    await look('#channels', '.channel-row');
    await alice.goto(`${url}/#narrow/channel/${river.channel}/topic/levels`);
    await alice.getByRole('button', { name: 'People' }).click();
    for (const written of ['@<', '#<', ':x']) {
      await composer(alice).fill('');
      await composer(alice).pressSequentially(written);
      found.push(...(await listIntruders(alice)));
    }
    await alice.keyboard.press('Control+k');
    await alice.keyboard.type('img');
    await alice.getByRole('option').first().waitFor();
    found.push(...(await listIntruders(alice)));

    assert.deepEqual(found, []);
    assert.deepEqual(
      ids.filter((id) => !shown.has(id)),
      [],
    );
  });
});
