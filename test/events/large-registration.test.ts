import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doChangeFullName } from '../../src/accounts/full-name.ts';
import { doDescribeChannel } from '../../src/channels/channel-change.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { getChannel } from '../../src/conversations/channel.ts';
import { getUser } from '../../src/users/user.ts';
import type { HeardEvent } from '../support/events.ts';
import { startServer, type TestServer } from '../support/server.ts';

const people = 1100;
const channels = 250;

/** A server with so many people and channels that a registration is read and written in several parts. */
async function startLarge(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)';
  server.db.run(
    `INSERT INTO users (email, email_key, full_name, role, joined_at)
     ${numbers} SELECT 'p' || n || '@example.com', 'p' || n || '@example.com', 'Person ' || n, 400, 0 FROM numbers`,
    people,
  );
  server.db.run(
    `INSERT INTO channels (name, name_key, description, rendered_description, created_at)
     ${numbers} SELECT 'channel ' || n, 'channel ' || n, '', '', 0 FROM numbers`,
    channels,
  );
  return server;
}

/** Ids of what changed; of subscriptions, both ids in one number. */
type Changed = Record<'people' | 'channels' | 'subscriptions', number[]>;

/** Before each turn of a long read, renames a person, describes a channel and subscribes the one to the other. */
function changeBetweenTurns({ app, db, users }: TestServer): Changed {
  const changed: Changed = { people: [], channels: [], subscriptions: [] };
  const [person] = db.values<number>("SELECT id FROM users WHERE full_name = 'Person 1'");
  const [channel] = db.values<number>("SELECT id FROM channels WHERE name = 'channel 1'");
  const submit = app.longReads.submit.bind(app.longReads);
  app.longReads.submit = (action) => {
    const count = changed.people.length;
    // From everywhere in the list, so that some are written before the change and some after it.
    const renamed = getUser(db, Number(person) + ((count * 389) % people));
    const described = getChannel(db, Number(channel) + ((count * 89) % channels));
    db.transaction(() => {
      doChangeFullName(app, renamed, `Renamed ${count}`);
      doDescribeChannel(app, users.owner, described, `Described ${count}`);
      doSubscribe(app, described, [renamed]);
    });
    changed.people.push(renamed.id);
    changed.channels.push(described.id);
    changed.subscriptions.push(described.id * 10_000 + renamed.id);
    return submit(action);
  };
  return changed;
}

describe('POST /register in a large organization', () => {
  it('shows each change that happens between its turns once, in the state or as an event', async (t) => {
    const server = await startLarge(t);
    const changed = changeBetweenTurns(server);
    const alice = server.as('alice');
    const event_types = ['realm_user', 'stream', 'subscription'];

    const { body: state } = await alice.post('/register', { event_types, include_subscribers: true });
    const { body } = await alice.get('/events', { queue_id: state.queue_id, last_event_id: -1, dont_block: true });

    const shown = (list: HeardEvent[], id: string, name: string, isNew: (value: string) => boolean) =>
      list.filter((one) => isNew(one[name])).map((one) => one[id]);
    const renamed = shown(state.realm_users, 'user_id', 'full_name', (name) => name.startsWith('Renamed'));
    const described = shown(state.streams, 'stream_id', 'description', (text) => text.startsWith('Described'));
    const subscribed = state.never_subscribed.flatMap(({ stream_id, subscribers }: HeardEvent) =>
      subscribers.map((id: number) => stream_id * 10_000 + id),
    );
    const heard = {
      people: body.events.flatMap(({ person }: HeardEvent) => person?.user_id ?? []),
      channels: body.events.flatMap(({ property, stream_id }: HeardEvent) =>
        property === 'description' ? stream_id : [],
      ),
      subscriptions: body.events.flatMap(({ op, stream_ids, user_ids }: HeardEvent) =>
        op === 'peer_add' ? stream_ids[0] * 10_000 + user_ids[0] : [],
      ),
    };
    assert.ok(renamed.length > 0 && heard.people.length > 0, 'there were changes before and after the beginning');
    const once = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
    assert.deepEqual(once([...renamed, ...heard.people]), once(changed.people));
    assert.deepEqual(once([...described, ...heard.channels]), once(changed.channels));
    assert.deepEqual(once([...subscribed, ...heard.subscriptions]), once(changed.subscriptions));
  });

  it('shows people as they are after some of them changed', async (t) => {
    const server = await startLarge(t);
    const bob = server.users.bob.id;
    const register = async () => {
      const { body } = await server.as('alice').post('/register', { fetch_event_types: ['realm_user'] });
      return new Map<number, HeardEvent>(body.realm_users.map((one: HeardEvent) => [one.user_id, one]));
    };
    const before = await register();
    const value = 'Tabs\t, "quotes", \\, \u0001 and \u{1f600}';

    server.db.run("UPDATE users SET full_name = 'Robert', timezone = 'Europe/Berlin' WHERE id = ?", bob);
    server.db.run("INSERT INTO profile_fields (id, field_type, name, name_key, position) VALUES (7, 1, 'A', 'a', 1)");
    server.db.run('INSERT INTO profile_values (user_id, field_id, value) VALUES (?, 7, ?)', bob, value);
    const after = await register();

    const profile_data = { 7: { value } };
    const expected = { ...before.get(bob), full_name: 'Robert', timezone: 'Europe/Berlin', profile_data };
    assert.deepEqual(after, new Map([...before, [bob, expected]]));
  });
});
