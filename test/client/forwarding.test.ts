import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { send } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { choose, composer, messages, openRiver, row, skip, visit, write } from './browser.ts';

describe('a message', { skip }, () => {
  for (const width of [1440, 390]) {
    it(`is forwarded to another conversation, with its author and a link, ${width} px wide`, async (t) => {
      const river = await openRiver(t);
      await write(river, 'bob', 'The dam holds');
      await write(river, 'bob', 'Anything', 'weather');
      const alice = await visit(river.server, 'alice', {
        at: river.at,
        bypassCSP: true,
        viewport: { width, height: 800 },
      });

      await choose(alice, 'The dam holds', 'Forward…');
      const field = alice.getByRole('combobox', { name: 'Forward to' });
      await field.fill('weath');
      await alice.getByRole('option', { name: /weather/ }).waitFor();
      assert.deepEqual(await findViolations(alice, { within: 'dialog' }), []);
      await field.press('Enter');
      await until(async () => /The dam holds/.test(await composer(alice).inputValue()));
      await alice.keyboard.type('See above');
      await alice.getByRole('button', { name: 'Send', exact: true }).click();

      await row(alice, 'See above').locator('blockquote').filter({ hasText: 'The dam holds' }).waitFor();
      const sent = messages(alice).filter({ hasText: 'See above' });
      assert.match(
        (await sent.getByRole('link', { name: 'said' }).getAttribute('href')) ?? '',
        /topic\/levels\/near\/\d+$/,
      );
      assert.equal(await sent.locator('.user-mention').textContent(), 'Bob Member');
      assert.equal(await sent.locator('.linked-message').count(), 0);
      assert.match(alice.url(), /topic\/weather/);
    });
  }

  it('is forwarded to a person, by keys alone', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'The dam holds');
    const alice = await visit(river.server, 'alice', { at: river.at });
    await row(alice, 'The dam holds').focus();

    await alice.keyboard.press('<');
    await alice.getByRole('combobox', { name: 'Forward to' }).fill('Mona');
    await alice.getByRole('option', { name: /Mona Moderator/ }).waitFor();
    await alice.keyboard.press('Enter');

    await until(async () => /The dam holds/.test(await composer(alice).inputValue()));
    assert.match(alice.url(), /#narrow\/dm\//);
  });
});

describe('a linked message', { skip }, () => {
  it('is a card for those who may see it, has its present text, and goes when it is deleted', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const id = await write(river, 'bob', 'The **dam** holds', 'weather');
    const secret = await send(server.as('owner'), {
      type: 'direct',
      to: [server.users.bob.id],
      content: 'The vault code',
    });
    const link = (to: string, message: number) => `${server.url}/#narrow/${to}/near/${message}`;
    await write(river, 'bob', `Read ${link(`channel/${river.channel}-river/topic/weather`, id)}`);
    await write(river, 'bob', `And ${link(`dm/${server.users.owner.id},${server.users.bob.id}-dm`, secret)}`);
    const alice = await visit(server, 'alice', { at: river.at, bypassCSP: true });
    const card = alice.locator('.linked-message');

    await card.filter({ hasText: 'The dam holds' }).filter({ hasText: '#river > weather' }).waitFor();
    assert.equal(await card.count(), 1);
    assert.deepEqual(await findViolations(alice, { within: '.rows' }), []);
    await server.as('bob').patch(`/messages/${id}`, { content: 'The dam broke' });
    await card.filter({ hasText: 'The dam broke' }).waitFor();
    await card.click();
    await alice.waitForURL(`**/near/${id}`);
    await alice.goBack();
    await card.waitFor();
    await server.as('owner').delete(`/messages/${id}`);

    await card.waitFor({ state: 'detached' });
  });

  it('is fetched with all others of the screen by one request, and none is for what one cannot see twice', async (t) => {
    const river = await openRiver(t);
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await write(river, 'bob', `Fact ${count}`, 'weather'));
    for (const id of ids)
      await write(river, 'bob', `${river.server.url}/#narrow/channel/${river.channel}-river/topic/weather/near/${id}`);
    const alice = await visit(river.server, 'alice', { at: '/#inbox' });
    const asked: string[] = [];
    alice.on('request', (request) => {
      if (/message_ids/.test(request.url())) asked.push(request.url());
    });

    await alice.goto(river.server.url + river.at);
    await until(async () => (await alice.locator('.linked-message').count()) === 12);

    assert.ok(asked.length <= 2, asked.join('\n'));
  });
});
