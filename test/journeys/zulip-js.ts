import { createRequire } from 'node:module';

interface Answer {
  result: 'success' | 'error';
  msg: string;
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

/** What the tests use of the npm package zulip-js, which brings no types. */
export interface ZulipJs {
  users: { me: { subscriptions: { add(params: { subscriptions: { name: string }[] }): Promise<Answer> } } };
  messages: {
    send(params: { type: string; to: unknown; topic?: string; content: string }): Promise<Answer & { id: number }>;
    retrieve(params: object): Promise<Answer & { messages: Message[]; found_newest: boolean }>;
  };
  queues: {
    register(params: object): Promise<Answer & { queue_id: string }>;
    deregister(params: { queue_id: string }): Promise<Answer>;
  };
  events: { retrieve(params: object): Promise<Answer & { code?: string }> };
  callOnEachEvent(callback: (event: object) => void, event_types: string[]): Promise<never>;
}

export interface Login {
  username: string;
  password: string;
  realm: string;
}

/** Logs in by password. */
export const login = createRequire(import.meta.url)('zulip-js') as (login: Login) => Promise<ZulipJs>;
