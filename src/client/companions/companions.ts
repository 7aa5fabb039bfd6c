// Work outside the views, loaded after them.

import { effect, untracked } from '@preact/signals-core';
import type { ServerEvent } from '../api/types.ts';
import type { Client } from '../client.ts';
import { openDialog } from '../commands/view-state.ts';
import { takeDroppedFiles } from '../compose/dropping.ts';
import { renewPush } from '../device/push.ts';
import { startWorker } from '../device/service-worker.ts';
import { takeShared } from '../device/shared.ts';
import { visitedPlaces } from '../device/stored-addresses.ts';
import { addressOf } from '../dialogs/targets.ts';
import { loadLate } from '../late.ts';
import { adoptEarlierOutbox } from '../live/earlier-outbox.ts';
import { followMissedMoves } from '../live/missed-moves.ts';
import { newestIn } from '../live/outbox.ts';
import { OutboxFinder } from '../live/outbox-finder.ts';
import { SharedDrafts } from '../live/shared-drafts.ts';
import { Typing } from '../live/typing.ts';
import { openAbove } from '../messages/open-above.ts';
import { holdPictures } from '../messages/stills.ts';
import { listenToSwipes } from '../messages/swipe.ts';
import { listenToTouches } from '../messages/touches.tsx';
import { whenIdle } from '../parts/idle.ts';
import { returnLostFocus } from '../parts/lost-focus.ts';
import { watchDragging } from '../sidebar/dragging.ts';
import { watchDrawers } from '../sidebar/drawers.ts';
import { followAccent } from './accent.ts';
import { closeByBack } from './back.ts';
import { connectDesktop } from './desktop.ts';
import { keepView } from './keep-view.ts';
import { Keeper } from './keeper.ts';
import { listenToKeys } from './keys.ts';
import { keepLeftTexts } from './left-texts.tsx';
import { startNotifier } from './notifier.ts';
import { startPresence } from './presence-ping.ts';
import { followQuiet } from './quiet.ts';
import { followKeyboard } from './soft-keyboard.ts';
import { resumeUploads } from './uploads.ts';

export { Beside } from './beside.tsx';

/** What happened before the companions were loaded. */
interface Early {
  keys: readonly KeyboardEvent[];
  events: readonly ServerEvent[];
}

export function accompany(client: Client, early: Early): void {
  openAbove(client);
  listenToSwipes();
  followKeyboard();
  returnLostFocus(client);
  watchDrawers(client);
  connectDesktop(client);
  holdPictures(client);
  if (client.isSpectator) return;
  followAccent(client);
  listenToTouches(client);
  closeByBack();
  watchDragging(client);
  listenToKeys(client, early.keys);
  client.typing.value = new Typing(client.store, client.call);
  client.sharedDrafts.value = new SharedDrafts(client.store, client.drafts, client.call);
  adoptEarlierOutbox(localStorage, client.store.user_id);
  client.outbox.adopt();
  client.outbox.useFinder((fetch) => new OutboxFinder(client.store.user_id, fetch));
  followMoves(client);
  keepLeftTexts(client);
  keepView(client);
  void resumeUploads(client);
  takeDroppedFiles(client);
  void offerShared();
  noteVisits(client);
  startPresence(client);
  followQuiet(client);
  startNotifier(client, early.events);
  new Keeper(client).start();
  startWorker();
  void renewPush(client.call);
  // Loaded early, so that the first dialog opens at once.
  whenIdle(() => void loadLate().catch(() => {}));
}

/** Looks after drafts at each registration, before which events may have been missed. */
function followMoves({ store, call, drafts }: Client): void {
  drafts.near = (conversation) => newestIn(store, conversation);
  let known: unknown;
  effect(() => {
    const { state } = store.read('realm');
    if (state !== known) untracked(() => void followMissedMoves(call, drafts, store.user_id).catch(() => {}));
    known = state;
  });
}

/** Remembers the places that the user opens. */
function noteVisits(client: Client): void {
  const visited = visitedPlaces(localStorage, client.store.user_id);
  effect(() => {
    const { value: route } = client.router.route;
    untracked(() => visited.note(addressOf(client, route)));
  });
}

/** Asks where to send what another app shared. */
async function offerShared(): Promise<void> {
  const shared = await takeShared();
  if (shared && (shared.text !== '' || shared.files.length > 0)) openDialog({ kind: 'share', shared });
}
