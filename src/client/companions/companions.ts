// Work outside the views, loaded after them.
import { effect, untracked } from '@preact/signals-core';
import type { Client } from '../client.ts';
import { takeDroppedFiles } from '../compose/dropping.ts';
import { startWorker } from '../device/installation.ts';
import { renewPush } from '../device/push.ts';
import { Visited } from '../device/visited.ts';
import { addressOf } from '../dialogs/targets.ts';
import { loadLate } from '../late.ts';
import { adoptEarlierOutbox } from '../live/earlier-outbox.ts';
import { OutboxFinder } from '../live/outbox-finder.ts';
import { SharedDrafts } from '../live/shared-drafts.ts';
import { Typing } from '../live/typing.ts';
import { openAbove } from '../messages/open-above.ts';
import { holdPictures } from '../messages/stills.ts';
import { listenToSwipes } from '../messages/swipe.ts';
import { whenIdle } from '../parts/idle.ts';
import { returnLostFocus } from '../parts/lost-focus.ts';
import { watchDrawers } from '../sidebar/drawers.ts';
import { connectDesktop } from './desktop.ts';
import { Keeper } from './keeper.ts';
import { listenToKeys } from './keys.ts';
import { keepLeftTexts } from './left-texts.tsx';
import { startNotifier } from './notifier.ts';
import { startPresence } from './presence-ping.ts';
import { followKeyboard } from './soft-keyboard.ts';

export { Beside } from './beside.tsx';

/** `early`: the keys that were pressed before. */
export function accompany(client: Client, early: readonly KeyboardEvent[]): void {
  openAbove();
  listenToSwipes();
  followKeyboard();
  returnLostFocus();
  watchDrawers(client);
  connectDesktop(client);
  holdPictures(client);
  if (client.isSpectator) return;
  listenToKeys(client, early);
  client.typing.value = new Typing(client.store, client.call);
  client.sharedDrafts.value = new SharedDrafts(client.store, client.drafts, client.call);
  adoptEarlierOutbox(localStorage, client.store.user_id);
  client.outbox.adopt();
  client.outbox.useFinder((fetch) => new OutboxFinder(client.store.user_id, fetch));
  keepLeftTexts(client);
  tellUnfinishedFiles(client);
  takeDroppedFiles(client);
  noteVisits(client);
  startPresence(client);
  startNotifier(client);
  new Keeper(client).start();
  startWorker();
  void renewPush(client.call);
  // Loaded early, so that the first dialog opens at once.
  whenIdle(() => void loadLate().catch(() => {}));
}

/** Remembers the places that the user opens. */
function noteVisits(client: Client): void {
  const visited = new Visited(localStorage, client.store.user_id);
  effect(() => {
    const { value: route } = client.router.route;
    untracked(() => visited.note(addressOf(client, route)));
  });
}

/** Names the files of which the last page of this tab did not finish the upload. */
function tellUnfinishedFiles(client: Client): void {
  const names = client.unfinishedFiles.list();
  for (const name of names) client.unfinishedFiles.remove(name);
  if (names.length > 0) client.say(`Not uploaded before the page was closed: ${names.join(', ')}. Add it again.`);
}
