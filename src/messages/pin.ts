import type { Context } from '../context.ts';
import { type Channel, findChannel } from '../conversations/channel.ts';
import type { MessageRef } from '../conversations/message.ts';
import { listReadable } from '../conversations/readable.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { type Phrase, phrase } from '../http/phrase.ts';
import type { User } from '../users/user.ts';
import { ensureCanPin, pinRefused } from './edit-permission.ts';
import type { MovedMessages } from './move.ts';

/** Where a pinned message is listed: at the head of its topic, or of its channel. */
export const pinPlaces = ['topic', 'channel'] as const;
type PinPlace = (typeof pinPlaces)[number];

const pinDirect = errorKind('Only messages in channels can be pinned.');
const places: Record<PinPlace, Phrase> = { topic: phrase('topic'), channel: phrase('channel') };
const tooManyPins = errorKind<{ limit: number; place: Phrase }>(
  'Too many messages are pinned to this {place} (limit: {limit}).',
);
export const pinErrors = [pinDirect, pinRefused, tooManyPins] as const;
export const unpinErrors = [pinDirect, pinRefused] as const;

/** Each topic, and each channel, lists at most so many; moved messages stay pinned beyond it. */
const mostInPlace = 50;
/** Of a channel and its topics together, because they are sent in one answer. */
const mostInChannel = 1000;

/** A pinned message, as the API presents it. */
interface Pin {
  message_id: number;
  topic: string;
  pinned_to: PinPlace;
  user_id: number;
  /** UNIX seconds. */
  timestamp: number;
}

/** The pinned messages of a channel and its topics that a user may read, last pinned first. */
export function listPins(app: Context, user: User, channel: Channel): Pin[] {
  const pins = app.db.all<Pin>(
    `SELECT message_id, topic, pinned_to, user_id, pinned_at AS timestamp FROM pinned_messages p
     JOIN messages ON messages.id = message_id JOIN conversations ON conversations.id = conversation_id
     WHERE p.channel_id = ? ORDER BY pinned_at DESC, message_id DESC`,
    channel.id,
  );
  const ids = pins.map(({ message_id }) => message_id);
  const readable = new Set(ids.length > 0 ? listReadable(app, user, ids) : []);
  return pins.filter(({ message_id }) => readable.has(message_id));
}

/** Pins a message, or moves its pin to the other place. Throws one of pinErrors. */
export function doPinMessage(app: Context, user: User, message: MessageRef, pinned_to: PinPlace): void {
  const channel = accessPinnable(app, user, message);
  const { changes } = app.db.run(
    `INSERT INTO pinned_messages (message_id, channel_id, pinned_to, user_id, pinned_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET pinned_to = excluded.pinned_to, user_id = excluded.user_id, pinned_at = excluded.pinned_at
     WHERE pinned_to <> excluded.pinned_to`,
    message.id,
    channel.id,
    pinned_to,
    user.id,
    app.clock.now(),
  );
  if (changes === 0) return;
  ensureRoom(app.db, message, channel, pinned_to);
  publishPins(app, channel.id);
}

/** Unpins a message. Throws one of unpinErrors. */
export function doUnpinMessage(app: Context, user: User, message: MessageRef): void {
  const channel = accessPinnable(app, user, message);
  const { changes } = app.db.run('DELETE FROM pinned_messages WHERE message_id = ?', message.id);
  if (changes > 0) publishPins(app, channel.id);
}

/** Keeps moved messages pinned in their new channel. */
export function followMoveOfPins(app: Context, { ids, from, to }: MovedMessages): void {
  const sql = `UPDATE pinned_messages SET channel_id = ? WHERE message_id ${inJsonList}`;
  const { changes } = app.db.run(sql, to.channel_id, JSON.stringify(ids));
  if (changes > 0) for (const channel_id of new Set([from.channel_id, to.channel_id])) publishPins(app, channel_id);
}

/** Tells clients of pins that end with their messages. */
export function watchDeletionOfPins(app: Context, { ids }: { ids: readonly number[] }): () => void {
  const sql = `SELECT DISTINCT channel_id FROM pinned_messages WHERE message_id ${inJsonList}`;
  const channel_ids = app.db.values<number>(sql, JSON.stringify(ids));
  return () => {
    for (const channel_id of channel_ids) publishPins(app, channel_id);
  };
}

function accessPinnable(app: Context, user: User, { channel_id }: MessageRef): Channel {
  const channel = channel_id === null ? undefined : findChannel(app.db, channel_id);
  if (!channel) throw pinDirect();
  ensureCanPin(app, user, channel);
  return channel;
}

function ensureRoom(db: Database, { conversation_id }: MessageRef, channel: Channel, place: PinPlace): void {
  const inPlace =
    place === 'channel' ? count(db, channelPinsSql, channel.id) : count(db, topicPinsSql, channel.id, conversation_id);
  if (inPlace > mostInPlace) throw tooManyPins({ limit: mostInPlace, place: places[place] });
  if (count(db, allPinsSql, channel.id) > mostInChannel)
    throw tooManyPins({ limit: mostInChannel, place: places.channel });
}

const allPinsSql = 'SELECT count(*) FROM pinned_messages WHERE channel_id = ?';
const channelPinsSql = `${allPinsSql} AND pinned_to = 'channel'`;
const topicPinsSql = `SELECT count(*) FROM pinned_messages p JOIN messages ON messages.id = message_id
  WHERE p.channel_id = ? AND pinned_to = 'topic' AND conversation_id = ?`;

function count(db: Database, sql: string, ...values: number[]): number {
  return db.value<number>(sql, ...values) ?? 0;
}

/**
 * Clients fetch the pins that they show again: what each user may read differs, and the event holds nothing that only
 * some may know.
 */
function publishPins(app: Context, channel_id: number): void {
  const is_public = findChannel(app.db, channel_id)?.invite_only === 0;
  publish(app, { type: 'pinned_messages', stream_id: channel_id }, { channel_id, is_public });
}
