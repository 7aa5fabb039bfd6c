import { paragraphs } from '../external/slack-rich-text.ts';
import { narrowUrl } from '../markdown/narrow-url.ts';
import type {
  Archive,
  ArchivedFlags,
  ArchivedMessage,
  ArchivedPlace,
  ArchivedReaction,
  ArchivedUser,
} from './archive.ts';
import type { Fields } from './fields.ts';
import type { History } from './history.ts';
import { emptyArchive, plainMessage, plainSubscription } from './plain.ts';
import { answersOf, type PostInOrder, RecordReader, readPosts } from './post-index.ts';
import { topicOfText } from './thread-topic.ts';

interface Options {
  /** The name of the program, as the client of its messages. */
  client: string;
  /** As in Archive. */
  source: string | undefined;
}

/** The archive of a history that was read to its end. */
export function archiveOf(history: History, { client, source }: Options): Archive {
  const { accounts, channels, folders, emoji, files, posts, left, bytes } = history;
  const again = { folder: { find: () => history.path }, faults: history.faults };
  const reader = new RecordReader(again);
  const places = new Places(history);
  const written = { client, places, reader, history, users: accounts.list() };
  return {
    ...emptyArchive,
    source,
    users: written.users,
    folders: [...folders.values()],
    channels: [...channels.values()],
    emoji: emoji.list(),
    files: files.list(posts),
    subscriptions: () => listSubscriptions(history),
    *messages(onRead) {
      for (const [post, record] of readPosts(again, posts.list())) {
        onRead(post.length);
        yield readMessage(written, post, record);
      }
    },
    ...answersOf(posts),
    *flags() {
      for (const [post, record] of readPosts(again, posts.listMarked())) yield* readStars(post, record);
    },
    *reactions() {
      for (const [post, record] of readPosts(again, posts.listMarked())) yield* readReactions(post, record);
    },
    bytes,
    scanned: bytes,
    tellRest: (tally) => tally.include(left),
    close() {
      reader.close();
      posts.close();
    },
  };
}

function* listSubscriptions({ channels, members }: History) {
  for (const [place, { from, id }] of channels) {
    for (const user_id of members.get(place) ?? []) yield plainSubscription(from, user_id, id);
  }
}

/** Finds places by their names in the archive. */
class Places {
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
  }

  placeOf({ place, topic }: PostInOrder): ArchivedPlace {
    const channel = this.#history.channels.get(place);
    if (channel) return { channel_id: channel.id, topic: topic ?? '' };
    return { user_ids: [...(this.#history.members.get(place) ?? [])] };
  }

  /** The address of a message; undefined in a direct conversation, whose members have other ids here. */
  urlOf({ place, topic, id }: PostInOrder): string | undefined {
    const channel = this.#history.channels.get(place);
    return channel && narrowUrl(channel, topic ?? '', { operator: 'near', id });
  }
}

interface Written {
  client: string;
  places: Places;
  reader: RecordReader;
  history: History;
  users: readonly ArchivedUser[];
}

function readMessage(written: Written, post: PostInOrder, record: Fields): ArchivedMessage {
  const quotation = quoteAnswered(written, post, record);
  // Raw, because the text has references.
  const content = record.raw('content') as string;
  return plainMessage({
    from: record,
    id: post.id,
    sender_id: record.id('sender_id'),
    client: written.client,
    sent_at: record.moment('sent_at'),
    content: paragraphs([quotation, content]) || '(no text)',
    place: written.places.placeOf(post),
    edited_at: record.maybeMoment('edited_at'),
  });
}

/** A line about the message that this one answers; empty if it is missing, or if it is the one before in its thread. */
function quoteAnswered({ places, reader, history, users }: Written, post: PostInOrder, record: Fields): string {
  const key = record.maybeText('answered');
  const answered = key === null ? undefined : history.posts.find(post.place, key);
  if (!answered || answered.id >= post.id) return '';
  const old = reader.read(answered);
  const name = (users[old.id('sender_id') - 1]?.full_name ?? '').replace(/[[\]\n*`]/g, ' ');
  const url = places.urlOf(answered);
  return `> ${url === undefined ? name : `[${name}](${url})`}: ${topicOfText(old.text('start', '')) || '…'}`;
}

function* readStars({ id: message_id }: PostInOrder, from: Fields): Generator<ArchivedFlags> {
  for (const user_id of from.ids('starred_by')) {
    yield { from, user_id, message_id, is_unread: false, flags: ['starred'] };
  }
}

function* readReactions({ id: message_id }: PostInOrder, record: Fields): Generator<ArchivedReaction> {
  for (const from of record.records('reactions')) {
    yield {
      from,
      message_id,
      user_id: from.id('user_id'),
      emoji_name: from.text('emoji_name'),
      emoji_code: from.text('emoji_code'),
      reaction_type: from.text('reaction_type') as ArchivedReaction['reaction_type'],
    };
  }
}
