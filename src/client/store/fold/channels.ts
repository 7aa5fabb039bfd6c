import type { Channel, Folder, Subscription, UserTopic } from '../../api/types.ts';
import {
  type Apply,
  byOp,
  change,
  changeMessage,
  changes,
  type Fold,
  nothing,
  type Ops,
  withEntry,
  without,
} from './model.ts';

const lists = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;

const createChannels: Apply<{ streams: Channel[] }> = ({ state, refetched, discovered }, { streams }) => {
  for (const channel of streams) {
    state.streams = withEntry(state.streams, channel, 'stream_id');
    refetched.add(channel.stream_id);
    discovered.add(channel.stream_id);
    if (lists.some((name) => find(state[name], channel.stream_id))) continue;
    state.never_subscribed.push({ ...structuredClone(channel), subscribers: [] });
  }
};

const deleteChannels: Apply<{ stream_ids: number[] }> = ({ state }, { stream_ids }) => {
  const isOther = ({ stream_id }: { stream_id: number }) => !stream_ids.includes(stream_id);
  state.streams = state.streams.filter(isOther);
  state.user_topics = state.user_topics.filter(isOther);
  state.subscriptions = state.subscriptions.filter(isOther);
  state.unsubscribed = state.unsubscribed.filter(isOther);
  state.never_subscribed = state.never_subscribed.filter(isOther);
};

interface ChannelUpdate {
  type: string;
  op: string;
  stream_id: number;
  name: string;
  property: string;
  value: unknown;
  history_public_to_subscribers?: boolean;
}

const updateChannel: Apply<ChannelUpdate> = (model, event) => {
  const { type: _type, op: _op, stream_id, name: _name, property, value, ...more } = event;
  const fields = { [property]: value, ...more };
  for (const name of ['streams', ...lists] as const) {
    change<Channel, 'stream_id'>(model.state[name], stream_id, 'stream_id', structuredClone(fields));
  }
  if (more.history_public_to_subscribers) model.refetched.add(stream_id);
  if (property !== 'name') return;
  for (const message of model.messages.values()) {
    if (message.type === 'stream' && message.stream_id === stream_id)
      changeMessage(model, message.id, () => ({ display_recipient: value }));
  }
};

const subscribe: Apply<{ subscriptions: Subscription[] }> = ({ state, refetched, discovered }, { subscriptions }) => {
  for (const subscription of subscriptions) {
    const { stream_id } = subscription;
    state.unsubscribed = without(state.unsubscribed, stream_id, 'stream_id');
    state.never_subscribed = without(state.never_subscribed, stream_id, 'stream_id');
    state.subscriptions = withEntry(state.subscriptions, subscription, 'stream_id');
    refetched.add(stream_id);
    discovered.delete(stream_id);
  }
};

const unsubscribe: Apply<{ subscriptions: { stream_id: number }[] }> = ({ state }, { subscriptions }) => {
  for (const { stream_id } of subscriptions) {
    const left = find(state.subscriptions, stream_id);
    if (!left) continue;
    state.subscriptions = without(state.subscriptions, stream_id, 'stream_id');
    if (left.subscribers) left.subscribers = left.subscribers.filter((id) => id !== state.user_id);
    state.unsubscribed.push(left);
  }
};

interface PeerChange {
  stream_ids: number[];
  user_ids: number[];
}

const changePeers =
  (next: (ids: readonly number[], user_ids: readonly number[]) => number[]): Apply<PeerChange> =>
  ({ state }, { stream_ids, user_ids }) => {
    for (const name of lists) {
      for (const channel of state[name]) {
        if (!channel.subscribers || !stream_ids.includes(channel.stream_id)) continue;
        channel.subscribers = next(channel.subscribers, user_ids);
      }
    }
  };

const updateTopic: Apply<UserTopic & { type: string }> = ({ state }, { type: _type, ...topic }) => {
  const isSame = (one: UserTopic) =>
    one.stream_id === topic.stream_id && one.topic_name.toLowerCase() === topic.topic_name.toLowerCase();
  state.user_topics = state.user_topics.filter((one) => !isSame(one));
  if (topic.visibility_policy !== 0) state.user_topics.push(topic);
};

function find<Entry extends Channel>(list: readonly Entry[], stream_id: number): Entry | undefined {
  return list.find((one) => one.stream_id === stream_id);
}

const folders: Ops = {
  add({ state }, { channel_folder }: { channel_folder: Folder }) {
    state.channel_folders = withEntry(state.channel_folders, channel_folder, 'id');
  },
  update({ state }, { channel_folder_id, data }: { channel_folder_id: number; data: Partial<Folder> }) {
    change(state.channel_folders, channel_folder_id, 'id', data);
  },
  reorder({ state }, { order }: { order: number[] }) {
    for (const folder of state.channel_folders) folder.order = order.indexOf(folder.id);
  },
};

const subscriptions: Ops = {
  add: subscribe,
  remove: unsubscribe,
  update({ state }, { stream_id, property, value }: { stream_id: number; property: string; value: unknown }) {
    change(state.subscriptions, stream_id, 'stream_id', { [property]: value });
  },
  peer_add: changePeers((ids, more) => [...new Set([...ids, ...more])]),
  peer_remove: changePeers((ids, less) => ids.filter((id) => !less.includes(id))),
};

const setDefaults: Apply<{ default_streams: number[] }> = ({ state }, { default_streams }) => {
  state.realm_default_streams = default_streams;
};

/** Messages, too, since they appear and disappear with a channel. */
const ofSight = ['channels', 'messages', 'marks'] as const;

/** Events of channels, by type. */
export const channels: Fold = {
  stream: changes(ofSight, byOp({ create: createChannels, delete: deleteChannels, update: updateChannel })),
  subscription: changes(ofSight, byOp(subscriptions)),
  default_streams: changes('channels', setDefaults),
  channel_folder: changes('channels', byOp(folders)),
  user_topic: changes('channels', updateTopic),
  // The older form of user_topic, with the same content.
  muted_topics: nothing,
};
