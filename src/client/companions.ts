// Work outside the views, loaded after them.
import type { Client } from './client.ts';
import { connectDesktop } from './desktop.ts';
import { startWorker } from './installation.ts';
import { Keeper } from './keeper.ts';
import { listenToKeys } from './keys.ts';
import { startNotifier } from './notifier.ts';
import { startPresence } from './presence-ping.ts';
import { renewPush } from './push.ts';
import { adoptEarlierOutbox } from './store/earlier-outbox.ts';
import { OutboxFinder } from './store/outbox-finder.ts';
import { SharedDrafts } from './store/shared-drafts.ts';
import { Typing } from './store/typing.ts';
import { watchDrawers } from './view/drawers.ts';
import { takeDroppedFiles } from './view/dropping.ts';
import { whenIdle } from './view/idle.ts';
import { keepLeftTexts } from './view/left-texts.tsx';
import { returnLostFocus } from './view/lost-focus.ts';
import { openAbove } from './view/open-above.ts';
import { followKeyboard } from './view/soft-keyboard.ts';
import { holdPictures } from './view/stills.ts';
import { listenToSwipes } from './view/swipe.ts';

export { Beside } from './view/beside.tsx';

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
  startPresence(client);
  startNotifier(client);
  new Keeper(client).start();
  startWorker();
  void renewPush(client.call);
  // Loaded early, so that the first dialog opens at once.
  whenIdle(() => void import('./more.ts').catch(() => {}));
}

/** Names the files of which the last page of this tab did not finish the upload. */
function tellUnfinishedFiles(client: Client): void {
  const names = client.unfinishedFiles.list();
  for (const name of names) client.unfinishedFiles.remove(name);
  if (names.length > 0) client.say(`Not uploaded before the page was closed: ${names.join(', ')}. Add it again.`);
}
