import { Component, type VNode } from 'preact';
import type { Message, NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { replyTo } from '../commands/replies.ts';
import { conversationIn } from '../store/conversation.ts';
import { arrange, type Item } from './items.ts';
import { dayLine, recipientBar, stuckBar, stuckDay, UnreadLine } from './lines.tsx';
import { MessageRow, type RowProps } from './message-row.tsx';
import type { FindPlace, Place } from './places.ts';
import type { Block } from './row-cache.ts';
import type { RowContext } from './row-context.ts';

/** A message of the list, and the data that its lines are rendered from. */
export interface Facts {
  message: Message;
  before: Message | undefined;
  context: RowContext;
  findPlace: FindPlace;
  firstUnread: number | undefined;
  isSelected: boolean;
  isTarget: boolean;
  isActive: boolean;
  isEdited: boolean;
}

/** Where lines are rendered. */
interface Surroundings {
  client: Client;
  list: { readonly narrow: readonly NarrowTerm[] };
}

/** The lines of a message, and those above it of its day, of its conversation, and of what is unread. */
export function linesOf(facts: Facts, { client, list }: Surroundings): VNode[] {
  const { message, before, firstUnread } = facts;
  const items = arrange(message, before, { narrow: list.narrow, user_id: client.store.user_id, firstUnread });
  return items.map((item) => lineOf(item, facts, client));
}

function lineOf(item: Item, facts: Facts, client: Client): VNode {
  const { key } = item;
  switch (item.kind) {
    case 'day':
      return dayLine(key, item.timestamp);
    case 'unread':
      return <UnreadLine key={key} />;
    case 'recipient': {
      const place = facts.findPlace(item.message);
      return recipientBar(key, place, topicOf(client, place), replyIn(client, item.message));
    }
    case 'message':
      return <MessageRow key={key} {...rowProps(facts, item.isFirst)} />;
  }
}

function rowProps({ message, context, findPlace, ...marks }: Facts, isFirst: boolean): RowProps {
  const { isSelected, isTarget, isActive, isEdited } = marks;
  const isUnread = !message.flags.includes('read');
  const { href } = findPlace(message);
  return { message, context, href, isFirst, isUnread, isSelected, isTarget, isActive, isEdited };
}

/** What stands at the upper edge for the message there: its day, in a list of several conversations in their bar. */
export function stuckBarOf(message: Message, place: Place, { client, list }: Surroundings): VNode {
  if (conversationIn(list.narrow)) return stuckDay(message.timestamp);
  return stuckBar(place, topicOf(client, place), message.timestamp, replyIn(client, message));
}

function topicOf(client: Client, { channel }: Place): string {
  return client.topicName(channel?.topic ?? '');
}

function replyIn(client: Client, message: Message): (() => void) | undefined {
  return client.isSpectator ? undefined : () => replyTo(client, message);
}

/** The lines of consecutive messages, compared one by one only if one of them changed. */
export class Slice extends Component<{ blocks: Block<Facts, VNode>[] }> {
  override shouldComponentUpdate({ blocks }: { blocks: Block<Facts, VNode>[] }): boolean {
    const before = this.props.blocks;
    return blocks.length !== before.length || blocks.some((block, index) => block !== before[index]);
  }

  override render() {
    return <div class="slice">{this.props.blocks.flatMap(({ lines }) => lines)}</div>;
  }
}
