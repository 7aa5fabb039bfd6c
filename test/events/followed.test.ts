import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import type { Event, EventType } from '../../src/events/event.ts';
import { make, validCall } from '../contract/requests.ts';
import { watchState } from '../support/fold/watch.ts';
import { type CastName, startServer } from '../support/server.ts';
import { stories } from './stories.ts';

const observers: readonly CastName[] = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'];

/** The name of each type of event with each of its operations. */
type NameOf<One> = One extends { type: infer Type extends string; op: infer Op extends string }
  ? `${Type} ${Op}`
  : One extends { type: infer Type extends string }
    ? Type
    : never;

/** Told to clients that keep no deactivated groups, and after an upgrade: no endpoint and no story brings them about. */
const unheard = ['user_group remove', 'web_reload_client'];

/** All of them. The compiler sees whether one is missing here, and the last test whether a client follows it. */
const names = {
  alert_words: true,
  availability: true,
  'attachment add': true,
  'attachment remove': true,
  'attachment update': true,
  'channel_folder add': true,
  'channel_folder reorder': true,
  'channel_folder update': true,
  custom_profile_fields: true,
  default_streams: true,
  delete_message: true,
  'device add': true,
  'device remove': true,
  'device update': true,
  'drafts add': true,
  'drafts remove': true,
  'drafts update': true,
  invites_changed: true,
  message: true,
  message_buttons: true,
  muted_topics: true,
  muted_users: true,
  'navigation_view add': true,
  'navigation_view remove': true,
  'navigation_view update': true,
  own_sections: true,
  bot_call: true,
  bot_commands: true,
  'call add': true,
  'call remove': true,
  'call update': true,
  call_reaction: true,
  call_signal: true,
  pinned_messages: true,
  channel_bookmarks: true,
  presence: true,
  'reaction add': true,
  'reaction remove': true,
  'realm update': true,
  'realm update_dict': true,
  'realm_bot add': true,
  'realm_bot delete': true,
  'realm_bot update': true,
  'realm_domains add': true,
  'realm_domains change': true,
  'realm_domains remove': true,
  'realm_emoji update': true,
  realm_export: true,
  realm_export_consent: true,
  realm_linkifiers: true,
  realm_playgrounds: true,
  'realm_user add': true,
  'realm_user remove': true,
  'realm_user update': true,
  'realm_user_settings_defaults update': true,
  'reminders add': true,
  'reminders remove': true,
  'saved_snippets add': true,
  'saved_snippets remove': true,
  'saved_snippets update': true,
  'scheduled_messages add': true,
  'scheduled_messages remove': true,
  'scheduled_messages update': true,
  'stream create': true,
  'stream delete': true,
  'stream update': true,
  submessage: true,
  'subscription add': true,
  'subscription peer_add': true,
  'subscription peer_remove': true,
  'subscription remove': true,
  'subscription update': true,
  'typing start': true,
  'typing stop': true,
  'typing_edit_message start': true,
  'typing_edit_message stop': true,
  update_message: true,
  'update_message_flags add': true,
  'update_message_flags remove': true,
  'user_group add': true,
  'user_group add_members': true,
  'user_group add_subgroups': true,
  'user_group remove': true,
  'user_group remove_members': true,
  'user_group remove_subgroups': true,
  'user_group update': true,
  'user_settings update': true,
  user_status: true,
  user_topic: true,
  web_reload_client: true,
} satisfies Record<NameOf<Event> | Exclude<EventType, Event['type']>, true>;

const heard = new Set<string>();

describe('old state and events make the new state', () => {
  for (const [id, endpoint] of Object.entries(endpoints)) {
    if (endpoint.method === 'GET' && !endpoint.writes) continue;
    it(`after ${endpoint.method} ${endpoint.path}`, async (t) => {
      const server = await startServer(t);
      const call = await validCall(server, id);
      // One who does not follow what everyone does.
      await server.as('moderator').delete('/users/me/subscriptions', { subscriptions: ['general'] });
      const watch = await watchState(server, observers);

      const { status, body } = await make(server, endpoint, call);

      assert.equal(status, 200, JSON.stringify(body));
      await watch.assertFollowed();
      for (const name of watch.heard) heard.add(name);
    });
  }

  for (const [title, story] of Object.entries(stories)) {
    it(`when ${title}`, async (t) => {
      const server = await startServer(t);
      const happen = await story(server);
      const watch = await watchState(server, observers);

      await happen();

      await watch.assertFollowed();
      for (const name of watch.heard) heard.add(name);
    });
  }

  it('for every type of event, and each of its operations', () => {
    assert.deepEqual([...heard, ...unheard].sort(), Object.keys(names).sort());
  });
});
