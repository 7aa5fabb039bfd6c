import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { placeAfter } from '../store/moves.ts';
import { type Home, Tray } from './tray.ts';

/** The trays of all messages being written, by conversation or edited message. */
const trays = new WeakMap<Client, Map<string, Place>>();

interface Place {
  tray: Tray;
  /** Undefined for a message being edited. */
  conversation: Conversation | undefined;
}

/** The tray of the message to a conversation. */
export function trayTo(client: Client, conversation: Conversation): Tray {
  return find(client, { key: keyOf(conversation), home: draftOf(client, conversation), conversation });
}

/** The tray of an edited message. */
export function trayOf(client: Client, message_id: number, home: Home): Tray {
  return find(client, { key: `message ${message_id}`, home, conversation: undefined });
}

/** The files of all trays that are not uploaded yet. */
export function listUnfinished(client: Client) {
  return [...placesOf(client).values()].flatMap(({ tray, conversation }) =>
    tray.listUnfinished().map(({ key, name }) => ({ key, name, conversation })),
  );
}

/** Takes a tray along to the conversation that its message goes to now. */
export function moveTray(client: Client, tray: Tray, conversation: Conversation): void {
  const all = placesOf(client);
  for (const [key, place] of all) if (place.tray === tray) all.delete(key);
  tray.home = draftOf(client, conversation);
  all.set(keyOf(conversation), { tray, conversation });
}

function draftOf(client: Client, conversation: Conversation): Home {
  return {
    sayAdded: () => t('compose.addedToDraft', { conversation: client.describe(conversation) }),
    find: () => client.drafts.find(conversation),
    keep: (content) => client.drafts.keep(conversation, content),
  };
}

interface Wanted {
  key: string;
  home: Home;
  conversation: Conversation | undefined;
}

function find(client: Client, { key, home, conversation }: Wanted): Tray {
  const all = placesOf(client);
  const { tray } = all.get(key) ?? { tray: new Tray(client, home) };
  tray.home = home;
  all.set(key, { tray, conversation });
  return tray;
}

function placesOf(client: Client): Map<string, Place> {
  const known = trays.get(client);
  if (known) return known;
  const created = new Map<string, Place>();
  trays.set(client, created);
  // Uploads follow a topic that is moved, as its draft does, and stay if that stays.
  client.store.follow((event) => {
    for (const { tray, conversation } of [...created.values()]) {
      const next = conversation && placeAfter(event, conversation);
      if (next && client.drafts.find(conversation) === '') moveTray(client, tray, next);
    }
  });
  return created;
}
