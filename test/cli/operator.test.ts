import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeCheck } from '../../src/db/check-record.ts';
import { makePlace, type Run } from './place.ts';

function json(run: Run): unknown {
  assert.equal(run.stderr, '');
  return JSON.parse(run.stdout);
}

describe('commands beside a running server', { concurrency: 2 }, () => {
  it('deactivate and reactivate accounts: clients are disconnected and others hear of it', async (t) => {
    const place = makePlace(t);
    const server = await place.serve();
    const ada = await place.addAccount('ada@example.com', { role: 'owner' });
    const bob = await place.addAccount('bob@example.com');
    const owner = server.as(ada);
    const { body: queue } = await owner.post('/register', { event_types: ['realm_user'] });
    const { body: bobs } = await server.as(bob).post('/register', { event_types: ['message'] });
    const poll = server.as(bob).get('/events', { queue_id: bobs.queue_id, last_event_id: -1 });

    const closed = json(await place.run(['deactivate-user', 'bob@example.com', '--json']));
    const ended = await poll;
    const { body } = await owner.get('/events', { queue_id: queue.queue_id, last_event_id: -1 });
    const refused = await server.as(bob).get('/users/me');
    const again = await place.ask(['deactivate-user', 'bob@example.com']);
    const opened = json(await place.ask(['reactivate-user', 'bob@example.com', '--json']));

    assert.deepEqual(closed, { user_id: bob.user_id, email: bob.email, is_active: false, changed: true });
    assert.deepEqual(ended.body.events, []);
    assert.deepEqual(body.events.at(-1).person, { user_id: bob.user_id, is_active: false });
    assert.equal(refused.status, 401);
    assert.deepEqual([again.exitCode, again.stderr], [0, 'bob@example.com is deactivated already; nothing changed.\n']);
    assert.deepEqual(opened, { user_id: bob.user_id, email: bob.email, is_active: true, changed: true });
  });

  it('change roles, permissions and settings, which the server and the audit log have at once', async (t) => {
    const place = makePlace(t);
    const server = await place.serve();
    const ada = await place.addAccount('ada@example.com', { role: 'owner' });
    const bob = await place.addAccount('bob@example.com');
    const owner = server.as(ada);

    const role = json(await place.ask(['change-role', 'bob@example.com', 'admin', '--json']));
    const revoked = json(await place.ask(['revoke', 'bob@example.com', 'can_create_users', '--json']));
    const setting = json(await place.ask(['settings', 'set', 'can_create_bots_group', 'moderators', '--json']));
    const { body: user } = await owner.get(`/users/${bob.user_id}`);
    const newcomer = { email: 'new@example.com', full_name: 'New', password: 'correct horse battery staple' };
    const { body: refused } = await server.as(bob).post('/users', newcomer);
    const { body: log } = await owner.get('/realm/audit_log', { acting_user_id: 0, limit: 3 });

    assert.deepEqual(role, {
      user_id: bob.user_id,
      email: bob.email,
      old_role: 'member',
      role: 'admin',
      changed: true,
    });
    assert.deepEqual(revoked, {
      user_id: bob.user_id,
      email: bob.email,
      permission: 'can_create_users',
      granted: false,
      changed: true,
    });
    assert.deepEqual(setting, {
      name: 'can_create_bots_group',
      old_value: 'role:members',
      value: 'role:moderators',
      changed: true,
    });
    assert.deepEqual([user.user.role, refused.msg], [200, 'User not authorized to create users']);
    assert.deepEqual(
      log.entries.map((entry: { action: string; about: object; address: string | null }) => [
        entry.action,
        entry.about,
      ]),
      [
        ['settings set', { name: 'can_create_bots_group' }],
        ['revoke', { email: bob.email, permission: 'can_create_users' }],
        ['change-role', { email: bob.email, role: 'admin' }],
      ],
    );
  });

  it('tell how the server is, and whether it works', async (t) => {
    const place = makePlace(t);
    const server = await place.serve();

    const [health, status] = await Promise.all([place.run(['healthcheck']), place.run(['status', '--json'])]);
    const open = await fetch(`${server.url}/health`).then((answer) => answer.text());
    await server.end('SIGTERM');
    const [gone, stopped] = await Promise.all([place.ask(['healthcheck']), place.ask(['status'])]);

    const told = json(status) as Record<string, unknown> & { server: object; data: { waiting: object } };
    assert.deepEqual([health.exitCode, health.stderr], [0, 'ok\n']);
    assert.deepEqual(
      {
        ...told,
        server: Object.keys(told.server),
        data: Object.keys(told.data),
        sizes: null,
        check: null,
        data_dir: '',
      },
      {
        program_version: '0.1.0',
        data_dir: '',
        running: true,
        healthy: true,
        problem: null,
        pid: server.pid,
        address: server.url,
        public_url: server.url,
        server: [
          'version',
          'started_at',
          'users_online',
          'event_queues',
          'event_bytes',
          'memory_bytes',
          'writes_stopped',
          'backup_dir',
          'tls_cert',
          'sends_mail',
          'sends_push',
          'misses_proxy',
        ],
        data: ['organization', 'schema', 'accounts', 'messages', 'files', 'file_bytes', 'waiting'],
        sizes: null,
        check: null,
        backup: null,
        certificate: null,
      },
    );
    assert.deepEqual(told.data.waiting, {
      notifications: 0,
      mails: 0,
      webhooks: 0,
      scheduled_messages: 0,
      reminders: 0,
      thumbnails: 0,
    });
    // Others learn nothing but that it works.
    assert.equal(open, '{"status":"ok"}');
    changeCheck(place.path('chatd-data'), { problems: ['row 3 missing from index'] });
    const damaged = await place.ask(['status']);
    assert.deepEqual([gone.exitCode, stopped.exitCode, damaged.exitCode], [1, 1, 6]);
    assert.match(gone.stderr, /^chatd: No server runs on /);
    assert.match(stopped.stdout, /^server {8}not running$/m);
  });
});

describe('commands without a server', { concurrency: 2 }, () => {
  it('make the first person an owner, and say so plainly if nobody is', async (t) => {
    const place = makePlace(t);

    const member = await place.ask(['create-user', 'bob@example.com', '--name', 'Bob', '--role', 'member']);
    const other = makePlace(t);
    const first = await other.create('ada@example.com');
    const second = await other.create('eve@example.com');

    assert.match(
      member.stderr,
      /The organization has no owner yet. To appoint one: .*chatd change-role bob@example.com owner\n/,
    );
    assert.deepEqual([first.role, second.role], ['owner', 'member']);
  });

  it('print invitation links that open the organization, for anybody or one person', async (t) => {
    const place = makePlace(t);
    const none = await place.ask(['invite', '--data-dir', place.path('chatd-data')]);
    await place.addAccount('ada@example.com', { role: 'owner' });

    const link = await place.ask([
      'invite',
      '--days',
      'never',
      '--channel',
      'general',
      '--public-url',
      'chat.example.com',
    ]);
    const personal = json(await place.ask(['invite', 'Eve@example.com', '--role', 'admin', '--json'])) as object;
    const runs = await Promise.all([
      place.ask(['invite', 'ada@example.com']),
      place.ask(['invite', '--channel', 'nowhere']),
      place.ask(['invite', 'nobody']),
      place.ask(['invite', '--days', '0']),
    ]);

    assert.equal(none.exitCode, 3);
    assert.match(link.stdout, /^https:\/\/chat\.example\.com\/join\/\w+\/\n$/);
    assert.deepEqual(
      { ...personal, expires_at: 0, link: '' },
      {
        invite_id: 2,
        email: 'Eve@example.com',
        role: 'admin',
        expires_at: 0,
        link: '',
      },
    );
    assert.deepEqual(
      runs.map(({ exitCode }) => exitCode),
      [5, 5, 2, 2],
    );
  });

  it('show no text in such a way that a terminal obeys it', async (t) => {
    const place = makePlace(t);
    const text = '\u001b]0;mine\u0007 \u009b31m \u202eevil\nnext';
    await place.addAccount('ada@example.com', { role: 'owner' });
    await place.ask(['settings', 'set', 'description', text]);

    const [said, listed, read, recorded] = await Promise.all([
      place.ask(['settings', 'set', 'description', text]),
      place.run(['settings', 'list']),
      place.ask(['settings', 'get', 'description']),
      place.ask(['audit', '--action', 'settings set']),
    ]);

    const shown = '\\u001b]0;mine\\u0007 \\u009b31m \\u202eevil';
    assert.equal(said?.stderr, `description is ${shown}\nnext already.\n`);
    assert.match(listed?.stdout ?? '', /^description +\\u001b\]0;mine\\u0007 \\u009b31m \\u202eevil\\u000anext$/m);
    assert.equal(read?.stdout, `${text}\n`);
    assert.ok(recorded?.stdout.includes(`description "" → "${shown}\\nnext"`), recorded?.stdout);
  });

  it('show settings and channels, and refuse what does not exist or makes no sense', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com', { role: 'owner' });

    const runs = await Promise.all([
      place.ask(['settings', 'get', 'invite_required']),
      place.ask(['settings', 'get', 'can_create_groups', '--json']),
      place.run(['list-channels', '--json']),
      place.ask(['settings', 'set', 'nothing', '1']),
      place.ask(['settings', 'set', 'new_stream_announcements_stream_id', 'nowhere']),
      place.ask(['settings', 'set', 'message_retention_days', 'x']),
      place.ask(['change-role', 'nobody@example.com', 'member']),
      place.ask(['change-role', 'ada@example.com', 'member']),
      place.ask(['grant', 'ada@example.com', 'can_fly']),
    ]);

    const [required, groups, channels, ...refused] = runs as [Run, Run, Run, ...Run[]];
    assert.equal(required.stdout, 'true\n');
    assert.deepEqual(json(groups), {
      name: 'can_create_groups',
      value: 'role:members',
      default: 'role:members',
      description: 'Who may create groups.',
    });
    assert.deepEqual(json(channels), [
      {
        channel_id: 1,
        name: 'general',
        description: 'For everyone: announcements, questions and everything else without a channel of its own.',
        privacy: 'public',
        subscribers: 1,
        is_default: true,
        is_archived: false,
      },
    ]);
    assert.deepEqual(
      refused.map(({ exitCode }) => exitCode),
      [5, 5, 2, 5, 1, 2],
    );
  });

  it('show who changed what, picked by user, action and time', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com', { role: 'owner' });

    const runs = await Promise.all([
      place.run(['audit']),
      place.ask([
        'audit',
        '--by',
        'operator',
        '--user',
        'ada@example.com',
        '--action',
        'create-user',
        '--since',
        '1h',
        '--json',
      ]),
      place.ask(['audit', '--by', 'ada@example.com']),
      place.ask(['audit', '--user', 'nobody@example.com']),
      place.ask(['audit', '--since', 'yesterday']),
    ]);

    const [text, entries, ...others] = runs as [Run, Run, ...Run[]];
    assert.match(
      text.stdout,
      /^\S+Z {2}operator {2}create-user {2}email=ada@example.com\n {4}user ada@example.com added: .*role owner/,
    );
    assert.equal((json(entries) as object[]).length, 1);
    assert.deepEqual(
      others.map(({ exitCode }) => exitCode),
      [0, 5, 2],
    );
  });
});
