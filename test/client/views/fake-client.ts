import { signal } from '@preact/signals-core';
import '../../support/english.ts';
import type { State } from '../../../src/client/api/types.ts';
import type { Client } from '../../../src/client/client.ts';
import { Topics } from '../../../src/client/live/topics.ts';
import { type Conversation, keyOf } from '../../../src/client/store/conversation.ts';
import { formatConversation, formatNarrow } from '../../../src/client/store/routes.ts';
import { createUnread } from '../../../src/client/store/unread.ts';
import { EmojiTable } from '../../../src/client/text/emoji.ts';
import { createStore } from '../store.ts';

/** What commands and views did with a fake client. */
export interface Heard {
  client: Client;
  calls: [method: string, path: string, params: unknown][];
  said: string[];
  gone: string[];
}

interface Options {
  state?: object;
  /** Answers calls by method and path; others get an empty answer. */
  answers?: Readonly<Record<string, object>>;
  page?: object;
}

/** A client of user 9 that notes what is done with it, and needs neither a server nor a document. */
export function createClient({ state = {}, answers = {}, page = { page: 'inbox' } }: Options = {}): Heard {
  const store = createStore({
    user_settings: {},
    channel_folders: [],
    realm_users: [],
    realm_non_active_users: [],
    cross_realm_bots: [],
    ...state,
  });
  const heard: Omit<Heard, 'client'> = { calls: [], said: [], gone: [] };
  const call = (method: string, path: string, params: unknown) => {
    heard.calls.push([method, path, params]);
    return Promise.resolve(answers[`${method} ${path}`] ?? {});
  };
  const channelName = (id: number) => store.channels.value.get(id)?.name ?? 'unknown channel';
  const userName = (id: number) => store.users.value.get(id)?.full_name ?? 'Unknown user';
  const describePeople = (ids: readonly number[]) => ids.map(userName).join(', ');
  const client = {
    store,
    call,
    attempt: (action: Promise<unknown>) => action.then(() => true),
    say: (text: string) => void heard.said.push(text),
    router: {
      go: (hash: string) => heard.gone.push(hash),
      route: { value: page, peek: () => page },
      hold: () => () => true,
    },
    names: {
      findChannel: (name: string) =>
        [...store.channels.value.values()].find((one) => one.name.toLowerCase() === name.toLowerCase())?.stream_id,
      channelName: (id: number) => store.channels.value.get(id)?.name,
      findUser: (name: string) =>
        name === 'me' ? 9 : [...store.users.value.values()].find((one) => one.full_name === name)?.user_id,
      userName: (id: number) => store.users.value.get(id)?.full_name,
    },
    ...{ userName, channelName, describePeople },
    home: () => '#inbox',
    topicName: (topic: string) => topic || 'general chat',
    channelColor: () => '#123456',
    linkTo: (conversation: Conversation, near?: number) => formatConversation(conversation, { near, channelName }),
    linkToChannel: (id: number) => formatNarrow([{ operator: 'channel', operand: id }], { channelName }),
    describe: keyOf,
    isQuiet: signal(false),
    frequentEmoji: { note: () => {}, list: () => [] },
    unread: createUnread(store),
    topics: new Topics(store, call as never),
    emoji: new EmojiTable(),
  };
  return { ...heard, client: client as unknown as Client };
}

/** A channel that the user follows, in the fields of the state that hold it. */
export function channelState(...names: string[]): Pick<State, 'streams' | 'subscriptions'> {
  const channels = names.map((name, index) => ({
    ...{ stream_id: index + 1, name, description: `About ${name}`, is_muted: false, is_archived: false },
    ...{ pin_to_top: false, invite_only: false, can_send_message_group: { direct_members: [9], direct_subgroups: [] } },
  }));
  return { streams: channels, subscriptions: channels } as unknown as Pick<State, 'streams' | 'subscriptions'>;
}

/** Users with ids from 11 on. */
export function userState(...names: string[]): Pick<State, 'realm_users'> {
  const users = names.map((full_name, index) => ({
    ...{ user_id: 11 + index, full_name, email: `user${11 + index}@example.com`, is_bot: false },
  }));
  return { realm_users: users } as unknown as Pick<State, 'realm_users'>;
}
