import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import type { Database } from '../../src/db/database.ts';
import type { SqlValue } from '../../src/db/statement.ts';
import { TurnQueue } from '../../src/db/turn-queue.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { listen } from '../support/events.ts';
import { send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Records the statements that begin, end and divide transactions; `fail` can make one of them fail. */
function watch(db: Database, fail: (sql: string) => boolean = () => false): string[] {
  const seen: string[] = [];
  const run = db.run.bind(db);
  db.run = (sql: string, ...values: SqlValue[]) => {
    if (/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/.test(sql)) seen.push(sql);
    if (fail(sql)) throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
    return run(sql, ...values);
  };
  return seen;
}

function write({ app, users }: TestServer, content: string): () => number {
  return () => {
    const conversation = ensureTopic(app.db, 1, 'lunch');
    return doSendMessage(app, { sender: users.bot, conversation, content, client: 'test', read_by_sender: false }).id;
  };
}

function contents({ db }: TestServer): string[] {
  return db.values('SELECT content FROM messages ORDER BY id');
}

describe('TurnQueue', () => {
  it('commits what arrives in one turn together, each in a savepoint of its own', async (t) => {
    const server = await startServer(t);
    const seen = watch(server.db);

    const ids = await Promise.all(['a', 'b'].map((content) => server.app.writes.submit(write(server, content))));

    const one = ['SAVEPOINT request', 'RELEASE request'];
    assert.deepEqual(seen, ['BEGIN IMMEDIATE', ...one, ...one, 'COMMIT']);
    assert.deepEqual(ids, [1, 2]);
  });

  it('undoes only the write that fails, and publishes only the others', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob']);
    const half = () => {
      write(server, 'half')();
      throw new Error('no');
    };

    const settled = await Promise.allSettled(
      [write(server, 'a'), half, write(server, 'b')].map((action) => server.app.writes.submit(action)),
    );

    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(contents(server), ['a', 'b']);
    assert.deepEqual(await ears.gist(), { bob: ['message: a', 'message: b'] });
  });

  it('publishes after the commit and before the answer', async (t) => {
    const server = await startServer(t);
    await server.app.writes.submit(write(server, 'the first of its channel'));
    const order: string[] = [];
    const { deliver } = server.app.queues;
    server.app.queues.deliver = (publication) => {
      order.push(`deliver, in transaction: ${server.db.connection.inTransaction}`);
      deliver.call(server.app.queues, publication);
    };

    await server.app.writes.submit(write(server, 'a'));
    order.push('answer');

    assert.deepEqual(order, ['deliver, in transaction: false', 'answer']);
  });

  it('answers everyone with 503, stores nothing and publishes nothing when the commit fails', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob']);
    let isBroken = true;
    watch(server.db, (sql) => isBroken && sql === 'COMMIT');
    const message = { type: 'channel', to: 'general', topic: 'lunch', content: 'lost' };

    const answers = await Promise.all(
      ['alice', 'bob'].map((name) => server.as(name as 'bob').post('/messages', message)),
    );
    isBroken = false;
    await send(server.as('alice'), { to: 'general', content: 'works again' });

    const unavailable = {
      result: 'error',
      msg: 'The server cannot write to its disk at the moment. Please try again.',
      code: 'DATABASE_UNAVAILABLE',
    };
    for (const { status, body } of answers) assert.deepEqual([status, body], [503, unavailable]);
    assert.deepEqual(contents(server), ['works again']);
    assert.deepEqual(await ears.gist(), {
      alice: ['muted_topics', 'user_topic', 'message: works again'],
      bob: ['message: works again'],
    });
  });

  it('takes no more at a time than it is told, and nothing out of turn', async () => {
    const groups: number[] = [];
    const queue = new TurnQueue((actions) => {
      groups.push(actions.length);
      return actions.map((action) => ({ value: action() }));
    }, 2);

    const values = await Promise.all([1, 2, 3, 4, 5].map((value) => queue.submit(() => value)));

    assert.deepEqual(
      [groups, values],
      [
        [2, 2, 1],
        [1, 2, 3, 4, 5],
      ],
    );
  });

  it('leaves what was not done to the next turn', async () => {
    const groups: number[] = [];
    const queue = new TurnQueue((actions) => {
      groups.push(actions.length);
      return actions.slice(0, 2).map((action) => ({ value: action() }));
    });

    const values = await Promise.all([1, 2, 3, 4, 5].map((value) => queue.submit(() => value)));

    assert.deepEqual(
      [groups, values],
      [
        [5, 3, 1],
        [1, 2, 3, 4, 5],
      ],
    );
  });

  it('runs as many as it takes at a time as soon as they have arrived', async () => {
    const order: string[] = [];
    const pairs = new TurnQueue((actions) => actions.map((action) => ({ value: action() })), 2);
    setImmediate(() => order.push('next turn'));

    await Promise.all(['first', 'second', 'third'].map((name) => pairs.submit(() => order.push(name))));

    assert.deepEqual(order, ['first', 'second', 'next turn', 'third']);
  });
});
