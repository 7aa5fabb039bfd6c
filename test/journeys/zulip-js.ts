import { createRequire } from 'node:module';

interface Answer {
  result: 'success' | 'error';
  msg: string;
  code?: string;
}

export interface Message {
  id: number;
  type: string;
  sender_email: string;
  display_recipient: string | { id: number; email: string; full_name: string; is_mirror_dummy: boolean }[];
  subject: string;
  content: string;
  flags: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server sent, and assert what it is
type Call<Params = object> = (params: Params) => Promise<Answer & Record<string, any>>;

/** The same where the parameters may be left out. */
type OptionalCall = (params?: object) => ReturnType<Call>;

/** All that the npm package zulip-js offers; it brings no types. */
export interface ZulipJs {
  config: { realm: string; username: string; apiKey: string; apiURL: string };
  accounts: { retrieve: Call<void> };
  users: {
    retrieve: OptionalCall;
    create: Call;
    me: {
      getProfile: Call<void>;
      pointer: { retrieve: Call<void>; update: Call<number> };
      subscriptions: { add: Call; remove: Call };
      alertWords: { retrieve: Call<void> };
    };
  };
  streams: {
    retrieve: OptionalCall;
    getStreamId: Call<string | { stream: string }>;
    subscriptions: { retrieve: OptionalCall };
    topics: { retrieve: Call<{ stream_id: number }> };
    deleteById: Call<{ stream_id: number }>;
  };
  messages: {
    send(params: { type: string; to: unknown; topic?: string; content: string }): Promise<Answer & { id: number }>;
    retrieve(params: object): Promise<Answer & { messages: Message[]; found_newest: boolean }>;
    render: Call<string | { content: string }>;
    update: Call<{ message_id: number; content: string }>;
    flags: { add: Call<FlagChange>; remove: Call<FlagChange> };
    getById: Call<{ message_id: number }>;
    getHistoryById: Call<{ message_id: number }>;
    deleteReactionById: Call<{ message_id: number }>;
    deleteById: Call<{ message_id: number }>;
  };
  queues: {
    register(params: object): Promise<Answer & { queue_id: string; last_event_id: number }>;
    deregister: Call<{ queue_id: string }>;
  };
  events: { retrieve: Call };
  reactions: { add: Call<{ message_id: number }>; remove: Call<{ message_id: number }> };
  typing: { send: Call<{ to: number[]; op: 'start' | 'stop' }> };
  emojis: { retrieve: Call<void> };
  filters: { retrieve: Call<void> };
  server: { settings: Call<void> };
  callEndpoint(endpoint: string, method?: string, params?: object): ReturnType<Call>;
  callOnEachEvent(callback: (event: object) => void, event_types: string[]): Promise<never>;
}

interface FlagChange {
  messages: number[];
  flag: string;
}

export interface Login {
  username: string;
  password: string;
  realm: string;
}

/** Logs in by password, or as a zuliprc file says. */
export const login = createRequire(import.meta.url)('zulip-js') as (
  login: Login | { zuliprc: string },
) => Promise<ZulipJs>;
