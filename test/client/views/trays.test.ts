import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signal } from '@preact/signals-core';
import type { ServerEvent } from '../../../src/client/api/types.ts';
import type { Conversation } from '../../../src/client/store/conversation.ts';
import { untilEqual } from '../../support/until.ts';
import { createClient } from './fake-client.ts';
import './page.ts';

const { trayTo } = await import('../../../src/client/compose/trays.ts');
const { Drafts } = await import('../../../src/client/store/drafts.ts');

const topic = (name: string): Conversation => ({ type: 'topic', stream_id: 1, topic: name });
const link = '[one.txt](/user_uploads/1/ab/one.txt)';
let users = 200;

/** The conversation boats with an upload that has not ended, and a draft of its own if there is one. */
function setUp(draft: string) {
  const { client } = createClient({ state: { max_file_upload_size_mib: 0 } });
  users += 1;
  const drafts = new Drafts(localStorage, users);
  Object.assign(client, { drafts, connection: { isOnline: signal(true) } });
  client.store.follow((event) => drafts.follow(event));
  drafts.keep(topic('boats'), draft);
  const tray = trayTo(client, topic('boats'));
  tray.add([new File(['x'], 'large.txt')]);
  const rename = (subject: string) => {
    const event = { id: 1, type: 'update_message', message_ids: [5], edit_timestamp: 9e9, stream_id: 1, flags: [] };
    const place = { orig_subject: 'boats', subject, propagate_mode: 'change_all' };
    client.store.apply([{ ...event, ...place } as ServerEvent]);
  };
  const namesIn = (name: string) => trayTo(client, topic(name)).files.value.map(({ name }) => name);
  return { drafts, tray, rename, namesIn };
}

/** Uploads of a browser without a network, counted. */
class LostRequest {
  static sent = 0;
  readonly upload = {};
  onerror = () => {};
  onloadend = () => {};
  open(): void {}
  setRequestHeader(): void {}
  send(): void {
    LostRequest.sent += 1;
    setImmediate(() => {
      this.onerror();
      this.onloadend();
    });
  }
}

describe('the files of a message that is being written', () => {
  it('follow a renamed topic with its draft, or without one', () => {
    for (const draft of ['', `Look\n\n${link}`]) {
      const { tray, drafts, rename, namesIn } = setUp(draft);

      rename('rafts');
      tray.home.keep(`${tray.home.find()}!`);

      assert.deepEqual(namesIn('rafts'), draft === '' ? ['large.txt'] : ['one.txt', 'large.txt']);
      assert.deepEqual([drafts.find(topic('rafts')), drafts.find(topic('boats'))], [`${draft}!`, '']);
    }
  });

  it('stay with their draft if the topic got the name of one that has another', () => {
    const { tray, drafts, rename, namesIn } = setUp(link);
    drafts.keep(topic('ducks'), 'Ahoy');

    rename('ducks');
    tray.home.keep(`${tray.home.find()}!`);

    assert.deepEqual([namesIn('boats'), namesIn('ducks')], [['one.txt', 'large.txt'], []]);
    assert.deepEqual([drafts.find(topic('boats')), drafts.find(topic('ducks'))], [`${link}!`, 'Ahoy']);
  });

  it('are uploaded again by themselves if nothing else noticed that the network was away', async () => {
    Object.assign(globalThis, { XMLHttpRequest: LostRequest });
    const { client } = createClient({ state: { max_file_upload_size_mib: 1 } });
    users += 1;
    Object.assign(client, { drafts: new Drafts(localStorage, users), connection: { isOnline: signal(true) } });
    const tray = trayTo(client, topic('boats'));
    tray.add([new File(['x'], 'one.txt')]);

    await untilEqual(() => LostRequest.sent, 2);
    tray.clear();
  });
});
