import { type Apply, byOp, change, type Json, type Model, nothing, withEntry, without } from './model.ts';

const lists = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;

const createChannels: Apply = ({ state, refetched, discovered }, { streams }) => {
  for (const channel of streams) {
    state.streams = withEntry(state.streams, channel, 'stream_id');
    refetched.add(channel.stream_id);
    discovered.add(channel.stream_id);
    if (lists.some((name) => find(state[name], channel.stream_id))) continue;
    state.never_subscribed.push({ ...channel, subscribers: [] });
  }
};

const deleteChannels: Apply = ({ state }, { stream_ids }) => {
  for (const stream_id of stream_ids) {
    for (const name of ['streams', 'user_topics', ...lists]) state[name] = without(state[name], stream_id, 'stream_id');
  }
};

const updateChannel: Apply = (model, { type: _type, op: _op, stream_id, name: _name, property, value, ...more }) => {
  const fields = { [property]: value, ...more };
  for (const name of ['streams', ...lists]) change(model.state[name], stream_id, 'stream_id', structuredClone(fields));
  if (more.history_public_to_subscribers) model.refetched.add(stream_id);
  if (property !== 'name') return;
  for (const message of model.messages.values()) if (message.stream_id === stream_id) message.display_recipient = value;
};

const subscribe: Apply = ({ state, refetched, discovered }, { subscriptions }) => {
  for (const subscription of subscriptions) {
    for (const name of lists) state[name] = without(state[name], subscription.stream_id, 'stream_id');
    state.subscriptions.push(subscription);
    refetched.add(subscription.stream_id);
    discovered.delete(subscription.stream_id);
  }
};

const unsubscribe: Apply = ({ state }, { subscriptions }) => {
  for (const { stream_id } of subscriptions) {
    const left = find(state.subscriptions, stream_id);
    if (!left) continue;
    state.subscriptions = without(state.subscriptions, stream_id, 'stream_id');
    left.subscribers = left.subscribers.filter((id: number) => id !== state.user_id);
    state.unsubscribed.push(left);
  }
};

const changePeers =
  (next: (ids: readonly number[], user_ids: readonly number[]) => number[]): Apply =>
  ({ state }, { stream_ids, user_ids }) => {
    for (const name of lists) {
      for (const channel of state[name]) {
        if (stream_ids.includes(channel.stream_id)) channel.subscribers = next(channel.subscribers, user_ids);
      }
    }
  };

const updateFolder = ({ state }: Model, { channel_folder_id, data }: Json) =>
  change(state.channel_folders, channel_folder_id, 'id', data);

const reorderFolders: Apply = ({ state }, { order }) => {
  for (const folder of state.channel_folders) folder.order = order.indexOf(folder.id);
};

const updateTopic: Apply = ({ state }, { type: _type, ...topic }) => {
  const isSame = (one: Json) =>
    one.stream_id === topic.stream_id && one.topic_name.toLowerCase() === topic.topic_name.toLowerCase();
  state.user_topics = state.user_topics.filter((one: Json) => !isSame(one));
  if (topic.visibility_policy !== 0) state.user_topics.push(topic);
};

function find(list: readonly Json[], stream_id: number): Json | undefined {
  return list.find((one) => one.stream_id === stream_id);
}

/** Events of channels, by type. */
export const channels: Readonly<Record<string, Apply>> = {
  stream: byOp({ create: createChannels, delete: deleteChannels, update: updateChannel }),
  subscription: byOp({
    add: subscribe,
    remove: unsubscribe,
    update({ state }, { stream_id, property, value }) {
      change(state.subscriptions, stream_id, 'stream_id', { [property]: value });
    },
    peer_add: changePeers((ids, more) => [...new Set([...ids, ...more])]),
    peer_remove: changePeers((ids, less) => ids.filter((id) => !less.includes(id))),
  }),
  default_streams({ state }, { default_streams }) {
    state.realm_default_streams = default_streams;
  },
  channel_folder: byOp({
    add({ state }, { channel_folder }) {
      state.channel_folders = withEntry(state.channel_folders, channel_folder, 'id');
    },
    update: updateFolder,
    reorder: reorderFolders,
  }),
  user_topic: updateTopic,
  // The older form of user_topic, which tells the same.
  muted_topics: nothing,
};
