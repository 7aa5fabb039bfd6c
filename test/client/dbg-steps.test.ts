import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Seeded } from '../support/seeded.ts';
import { untilEqual } from '../support/until.ts';
import { composer, type Page, skip } from './browser.ts';
import { openDistant } from './killed-server.ts';

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Control+Enter');
}

const seed = Number(process.env.CHATD_TEST_SEED ?? Math.floor(Math.random() * 1e6));

describe('sixty random steps', { skip, timeout: 300_000 }, () => {
  it(`send each message once, or show it as unsent (seed ${seed})`, async (t) => {
    t.diagnostic(`CHATD_TEST_SEED=${seed}`);
    const { page: first, proxy, kill, stop, restart, at, client, channel } = await openDistant(t);
    const chance = new Seeded(seed);
    const written: string[] = [];
    const pages = [first];
    const context = first.context();
    const topic = { name: 'levels' };
    const move = async (name: string) => {
      const narrow = [{ operator: 'topic', operand: topic.name }];
      const { body } = await client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
      const [message] = body.messages as { id: number }[];
      if (!message) return;
      await client.patch(`/messages/${message.id}`, { topic: name, propagate_mode: 'change_all' });
      topic.name = name;
    };
    const acts: (() => unknown)[] = [
      ...Array.from({ length: 6 }, () => async () => {
        const page = chance.pick(pages);
        const text = `text ${written.length}`;
        if ((await composer(page).count()) === 0) return;
        written.push(text);
        await send(page, text);
      }),
      () => proxy.set('cut'),
      () => proxy.set('swallow'),
      () => proxy.set('pass'),
      () => proxy.set('pass'),
      async () => {
        proxy.set('pass');
        await chance
          .pick(pages)
          .reload()
          .catch(() => {});
      },
      async () => {
        if (pages.length > 2) return;
        proxy.set('pass');
        const page = await context.newPage();
        await page.goto(proxy.url + at);
        pages.push(page);
      },
      async () => {
        if (pages.length > 1) await pages.pop()?.close();
      },
      async () => {
        await stop();
        await restart();
      },
      async () => {
        await kill();
        await restart();
      },
      () => move(chance.pick(['✔ levels', 'rafts', 'Levels', 'levels'])),
      () => client.patch(`/streams/${channel}`, { new_name: `river ${chance.below(100)}` }),
    ];

    for (let step = 0; step < 60; step += 1) { const act = chance.pick(acts); const b = performance.now(); await act(); console.log(step, String(act).slice(0, 90).replace(/\s+/g, ' '), Math.round(performance.now() - b)); }
    proxy.set('pass');
    for (const page of pages) await untilEqual(() => page.locator('.is-outgoing').count(), 0);
    const fresh = await context.newPage();
    await fresh.goto(`${proxy.url}/#drafts`);
    await fresh.locator('.shell').waitFor();

    await fresh.getByRole('img', { name: /not sent$/ }).waitFor({ state: 'detached' });
    const { body } = await client.get('/messages', { anchor: 'newest', num_before: 500, num_after: 0 });
    const stored = (body.messages as { content: string }[]).map(({ content }) => content.replace(/<[^>]*>/g, ''));
    assert.deepEqual(stored.filter((text) => text.startsWith('text')).toSorted(), written.toSorted(), `seed ${seed}`);
  });
});
