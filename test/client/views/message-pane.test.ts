import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Reading } from '../../../src/client/messages/reading.ts';
import { RowCache } from '../../../src/client/messages/row-cache.ts';
import { ScrollAnchor } from '../../../src/client/messages/scroll-anchor.ts';
import { FakeClock } from '../fake-clock.ts';

describe('the rows of messages', () => {
  const facts = (text: string) => ({ text, isSelected: false });

  it('are rendered again only if what they show has changed', () => {
    const rendered: string[] = [];
    const rows = new RowCache(({ text }: { text: string; isSelected: boolean }) => {
      rendered.push(text);
      return [text];
    });

    const before = rows.take([
      [1, facts('one')],
      [2, facts('two')],
    ]);
    const after = rows.take([
      [1, facts('one')],
      [2, { ...facts('two'), isSelected: true }],
      [3, facts('three')],
    ]);

    assert.deepEqual(rendered, ['one', 'two', 'two', 'three']);
    assert.equal(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    assert.deepEqual(
      after.map(({ key, lines }) => [key, lines]),
      [
        [1, ['one']],
        [2, ['two']],
        [3, ['three']],
      ],
    );
  });

  it('are forgotten when they are not shown', () => {
    let count = 0;
    const rows = new RowCache(() => [++count]);

    rows.take([[1, facts('one')]]);
    rows.take([]);
    rows.take([[1, facts('one')]]);

    assert.equal(count, 2);
  });
});

describe('reading', () => {
  function begin() {
    const clock = new FakeClock();
    const page = { isPresent: true, reads: 0 };
    const read = () => {
      page.reads += 1;
    };
    return { clock, page, reading: new Reading({ clock, isPresent: () => page.isPresent, read }) };
  }

  it('takes a moment', async () => {
    const { clock, page, reading } = begin();

    reading.plan();
    await clock.advance(299);
    assert.equal(page.reads, 0);
    await clock.advance(1);

    assert.equal(page.reads, 1);
  });

  it('begins again with each movement, and happens once', async () => {
    const { clock, page, reading } = begin();

    for (let count = 0; count < 10; count += 1) {
      reading.plan();
      await clock.advance(200);
    }
    assert.equal(page.reads, 0);
    await clock.advance(5000);

    assert.equal(page.reads, 1);
  });

  it('needs somebody who looks', async () => {
    const { clock, page, reading } = begin();
    page.isPresent = false;

    reading.plan();
    await clock.advance(1000);
    page.isPresent = true;
    await clock.advance(1000);
    assert.equal(page.reads, 0);
    reading.plan();
    await clock.advance(300);

    assert.equal(page.reads, 1);
  });

  it('ends when the messages are left', async () => {
    const { clock, page, reading } = begin();

    reading.plan();
    reading.stop();
    await clock.advance(1000);

    assert.equal(page.reads, 0);
  });

  it('waits no longer if the clock is put back', async () => {
    const { clock, page, reading } = begin();

    reading.plan();
    clock.sleep(-3_600_000);
    await clock.advance(700);

    assert.equal(page.reads, 1);
  });
});

/** A row of a list that is scrolled. */
class FakeRow {
  readonly dataset: { id: string };
  readonly height: number;
  readonly list: FakeList;
  isConnected = true;

  constructor(list: FakeList, id: number, height: number) {
    this.list = list;
    this.dataset = { id: String(id) };
    this.height = height;
  }

  get previousElementSibling(): FakeRow | undefined {
    return this.list.rows[this.list.rows.indexOf(this) - 1];
  }

  get nextElementSibling(): FakeRow | undefined {
    return this.list.rows[this.list.rows.indexOf(this) + 1];
  }

  getBoundingClientRect() {
    const before = this.list.rows.slice(0, this.list.rows.indexOf(this));
    const top = before.reduce((sum, { height }) => sum + height, 0) - this.list.scrollTop;
    return { top, bottom: top + this.height };
  }
}

/** A list of rows, 300 pixels of which are on screen. */
class FakeList {
  rows: FakeRow[] = [];
  readonly clientHeight = 300;
  #top = 0;

  add(height: number, ...ids: number[]): void {
    this.rows.push(...ids.map((id) => new FakeRow(this, id, height)));
  }

  prepend(height: number, ...ids: number[]): void {
    this.rows.unshift(...ids.map((id) => new FakeRow(this, id, height)));
  }

  remove(id: number): void {
    this.rows = this.rows.filter((row) => {
      row.isConnected = Number(row.dataset.id) !== id;
      return row.isConnected;
    });
  }

  get scrollHeight(): number {
    return this.rows.reduce((sum, { height }) => sum + height, 0);
  }

  get scrollTop(): number {
    return this.#top;
  }

  set scrollTop(top: number) {
    this.#top = Math.max(0, Math.min(top, this.scrollHeight - this.clientHeight));
  }

  getBoundingClientRect() {
    return { top: 0, bottom: this.clientHeight };
  }

  /** The rows are one slice. */
  querySelector(selector: string): unknown {
    if (selector === '.rows')
      return { children: [{ children: this.rows, getBoundingClientRect: () => ({ bottom: 1 }) }] };
    const id = /data-id="(.*)"/.exec(selector)?.[1];
    return this.rows.find((row) => row.dataset.id === id) ?? null;
  }

  /** Where a row is on screen. */
  topOf(id: number): number | undefined {
    return this.rows.find((row) => Number(row.dataset.id) === id)?.getBoundingClientRect().top;
  }
}

describe('the fixed point of a list', () => {
  globalThis.HTMLElement = FakeRow as unknown as typeof HTMLElement;
  globalThis.CSS = { escape: (text: string) => text } as typeof CSS;

  function begin() {
    const list = new FakeList();
    list.add(100, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
    return { list, scroller: list as unknown as HTMLElement, anchor: new ScrollAnchor() };
  }

  it('is the first row on screen while rows come above', () => {
    const { list, scroller, anchor } = begin();
    list.scrollTop = 330;

    anchor.remember(scroller, true);
    list.prepend(70, 8, 9, 10);
    anchor.correct(scroller);

    assert.deepEqual([anchor.key(), list.topOf(14), anchor.isEnd()], [14, -30, false]);
  });

  it('is the end while it is on screen', () => {
    const { list, scroller, anchor } = begin();
    list.scrollTop = 700;

    anchor.remember(scroller, true);
    list.add(100, 21, 22);
    anchor.correct(scroller);

    assert.deepEqual([anchor.isEnd(), anchor.key(), list.topOf(22)], [true, undefined, 200]);
  });

  it('is a row at the end of what is rendered, if more follows', () => {
    const { list, scroller, anchor } = begin();
    list.scrollTop = 700;

    anchor.remember(scroller, false);
    list.add(100, 21, 22);
    anchor.correct(scroller);

    assert.deepEqual([anchor.isEnd(), list.topOf(18)], [false, 0]);
  });

  it('stays where it is if its row is removed', () => {
    const { list, scroller, anchor } = begin();
    list.scrollTop = 330;

    anchor.remember(scroller, true);
    list.remove(14);
    anchor.correct(scroller);

    assert.equal(list.scrollTop, 330);
  });

  it('takes back nothing that was scrolled since', () => {
    const { list, scroller, anchor } = begin();
    list.scrollTop = 330;

    anchor.remember(scroller, true);
    list.scrollTop += 50;
    anchor.follow(scroller);
    anchor.correct(scroller);

    assert.deepEqual([list.scrollTop, list.topOf(14)], [380, -80]);
  });

  it('is no longer the end once somebody scrolled up', () => {
    const { list, scroller, anchor } = begin();
    list.scrollTop = 700;

    anchor.remember(scroller, true);
    list.scrollTop -= 200;
    anchor.follow(scroller);
    anchor.correct(scroller);

    assert.deepEqual([anchor.isEnd(), list.scrollTop], [false, 500]);
  });

  it('is restored later without its row', () => {
    const { list, scroller, anchor } = begin();
    list.scrollTop = 330;

    anchor.remember(scroller, true);

    assert.deepEqual(anchor.left(), { key: '14', top: -30 });
    assert.equal(new ScrollAnchor().left(), undefined);
  });
});
