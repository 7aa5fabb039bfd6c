import type { Context } from '../context.ts';
import { type Channel, findChannel } from '../conversations/channel.ts';
import { getConversation, presentTopic } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import { type AudiencePart, listUpdateAudience } from '../conversations/update-audience.ts';
import { type Audience, type Profile, type Publication, publishVariants } from '../events/event.ts';
import { topicLinker } from '../organization/links.ts';
import type { User } from '../users/user.ts';
import { isMeMessage } from './message-writer.ts';
import { userFlagsOn } from './user-flags.ts';

/** Changes of one message, or of several that moved together; unchanged fields are left out. */
export interface MessageUpdate {
  /** The edited message; the others moved with it. */
  message_id: number;
  /** Undefined if only the rendering changed. */
  editor: User | undefined;
  edited_at: number;
  /** The old channel, for channel messages. */
  channel?: Pick<Channel, 'id' | 'name'> | undefined;
  content?: ContentUpdate | Omit<ContentUpdate, `orig_${string}`> | undefined;
  move?: MoveUpdate | undefined;
}

/** The old and the new content, as Markdown and as HTML. */
export interface ContentUpdate {
  orig_content: string;
  orig_rendered_content: string;
  content: string;
  rendered_content: string;
  is_me_message: boolean;
}

/** The destination of a move. */
interface MoveUpdate {
  orig_topic: string;
  topic: string;
  channel_id: number;
  propagate_mode: string;
}

/** Publishes that the server itself renders or writes a message anew. Clients show no edit. */
export function publishOwnUpdate(app: Context, message: Message, content: string, rendered_content: string): void {
  const { id, channel_id, conversation_id } = message;
  const update = {
    message_id: id,
    editor: undefined,
    edited_at: app.clock.now(),
    channel: channel_id === null ? undefined : findChannel(app.db, channel_id),
    content: { content, rendered_content, is_me_message: isMeMessage(content) },
  };
  publishUpdate(app, update, listUpdateAudience(app, getConversation(app.db, conversation_id), [id]));
}

/** Publishes an update to each audience, limited to the messages that it sees. */
export function publishUpdate(app: Context, update: MessageUpdate, parts: readonly AudiencePart[]): void {
  for (const group of parts) publishPart(app, update, group);
}

function publishPart(app: Context, update: MessageUpdate, { audience, ids }: AudiencePart): void {
  const isWhole = ids.includes(update.message_id);
  const message_id = isWhole ? update.message_id : (ids[0] as number);
  const part = isWhole ? update : { ...update, message_id, content: undefined };
  publishVariants(app, {
    type: 'update_message',
    audience,
    fields: madeOnce((profile) => presentUpdate(app, part, ids, profile)),
    personalFields(clients) {
      const user_ids = clients.map(({ user_id }) => user_id);
      const flagsOf = userFlagsOn(app.db, message_id, user_ids);
      // Nearly all users have one of few lists.
      const texts = new Map<readonly string[], string>();
      return ({ user_id }) => {
        const flags = flagsOf(user_id);
        const text = texts.get(flags) ?? `"flags":${JSON.stringify(flags)},`;
        texts.set(flags, text);
        return text;
      };
    },
  });
}

/** Publishes a deletion. Clients that do not support bulk deletion receive one event for each message. */
export function publishDeletion(
  app: Context,
  from: { channel_id: number; topic: string } | undefined,
  parts: readonly AudiencePart[],
): void {
  const where = (profile: Profile) =>
    from
      ? { message_type: 'stream', stream_id: from.channel_id, topic: presentTopic(from.topic, profile) }
      : { message_type: 'private' };
  const publication = (audience: Audience, what: object, accepts: (profile: Profile) => boolean): Publication => ({
    type: 'delete_message',
    audience,
    accepts,
    fields: madeOnce((profile) => ({ type: 'delete_message', ...what, ...where(profile) })),
  });
  for (const { audience, ids } of parts) {
    // Nearly all clients support bulk deletion, and checking every client for every message is slow.
    const single_ids = new Set<number>();
    const takesMany = ({ bulk_message_deletion, user_id }: Profile) => {
      if (!bulk_message_deletion) single_ids.add(user_id);
      return bulk_message_deletion;
    };
    publishVariants(app, publication(audience, { message_ids: ids }, takesMany));
    app.db.afterCommit(() => {
      const takesOne = (profile: Profile) => !profile.bulk_message_deletion;
      if (single_ids.size === 0) return;
      const few = typeof audience === 'object' && 'user_ids' in audience ? { user_ids: [...single_ids] } : audience;
      for (const message_id of ids) app.events.deliver(publication(few, { message_id }, takesOne));
    });
  }
}

/** The JSON of an event's fields, written once for clients that support the empty topic and once for the others. */
function madeOnce(present: (profile: Profile) => object): (profile: Profile) => string {
  const texts = new Map<boolean, string>();
  return (profile) => {
    let text = texts.get(profile.empty_topic_name);
    if (text === undefined) {
      text = JSON.stringify(present(profile)).slice(1, -1);
      texts.set(profile.empty_topic_name, text);
    }
    return text;
  };
}

function presentUpdate(app: Context, update: MessageUpdate, message_ids: readonly number[], profile: Profile): object {
  const { channel, move } = update;
  return {
    type: 'update_message',
    message_id: update.message_id,
    message_ids,
    user_id: update.editor?.id ?? null,
    edit_timestamp: update.edited_at,
    rendering_only: update.editor === undefined,
    ...(channel ? { stream_id: channel.id, stream_name: channel.name } : {}),
    ...update.content,
    ...(channel && move ? presentMove(app, channel.id, move, profile) : {}),
  };
}

function presentMove(app: Context, channel_id: number, move: MoveUpdate, profile: Profile): object {
  const isRenamed = move.orig_topic !== move.topic;
  const renamed = { subject: presentTopic(move.topic, profile), topic_links: topicLinker(app)(move.topic) };
  return {
    propagate_mode: move.propagate_mode,
    orig_subject: presentTopic(move.orig_topic, profile),
    ...(isRenamed ? renamed : {}),
    ...(move.channel_id === channel_id ? {} : { new_stream_id: move.channel_id }),
  };
}
