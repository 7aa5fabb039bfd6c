import assert from 'node:assert/strict';
import { createHmac, createSign, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { type Example, readExamples } from '../../src/external/example.ts';
import { listen } from '../support/events.ts';
import { subscribe } from '../support/scene.ts';
import { startHook } from './hook.ts';

const success = { result: 'success', msg: '' };
const article = { featured_title: 'Tea', featured_url: 'https://paper.example/1' };
const text = "Hello, world! Today's article is [Tea](https://paper.example/1).";
const topic = 'Hello, world';

describe('POST /external/{tool}', () => {
  it('sends one message as the bot, to those who follow the channel', async (t) => {
    const hook = await startHook(t);
    const ears = await listen(hook, ['alice', 'bob'], { event_types: ['message'], apply_markdown: false });

    const { status, body } = await hook.post('helloworld', article);

    assert.deepEqual([status, body], [200, success]);
    const { alice: heard = [], ...others } = await ears.heard();
    assert.deepEqual(others, {});
    const [{ message, flags }] = heard as [(typeof heard)[0]];
    assert.deepEqual(
      [heard.length, message.sender_id, message.display_recipient, message.subject, message.content, flags],
      [1, hook.bot_id, 'kitchen', topic, text, []],
    );
  });

  it('knows the channel by id, prefers the topic of the URL, and writes to the owner without a channel', async (t) => {
    const hook = await startHook(t);
    const stream = await subscribe(hook.as('alice'), 'dish washing');

    await hook.post('helloworld', article, { query: { stream, topic: 'papers' } });
    await hook.post('helloworld', article, { query: { stream: 'dish%20washing', topic: 'a%3A%20b' } });
    await hook.post('helloworld', article, { query: {} });

    assert.deepEqual(await hook.posted(), [
      { channel: 'dish washing', topic: 'papers', text },
      { channel: 'dish washing', topic: 'a: b', text },
      { topic: '', text },
    ]);
  });

  it('takes JSON of any type, with and without its mark, a form, a field of a form, and the query of a request without a body', async (t) => {
    const hook = await startHook(t);
    const form = new URLSearchParams(article);
    const field = new URLSearchParams({ payload: JSON.stringify(article) });
    const query = { stream: 'kitchen', ...article };

    const answers = [
      await hook.post('helloworld', JSON.stringify(article), { headers: { 'Content-Type': 'text/plain' } }),
      await hook.post('helloworld', `\ufeff${JSON.stringify(article)}`),
      await hook.post('helloworld', form),
      await hook.post('helloworld', field),
      await hook.post('helloworld', undefined, { query }),
    ];

    assert.deepEqual(
      answers.map(({ body }) => body),
      Array(5).fill(success),
    );
    assert.deepEqual(await hook.posted(), Array(5).fill({ channel: 'kitchen', topic, text }));
  });

  it('reads its parameters from the URL alone, and never posts the key', async (t) => {
    const hook = await startHook(t);

    await hook.post('json', { stream: 'attic', topic: 'x', api_key: 'y', method: 'GET' });
    await hook.post('json', undefined, { query: { stream: 'kitchen', colour: 'red' } });

    const [first, second] = await hook.posted();
    assert.deepEqual([first?.channel, first?.topic], ['kitchen', 'JSON']);
    assert.deepEqual(second, { channel: 'kitchen', topic: 'JSON', text: '```json\n{\n  "colour": "red"\n}\n```' });
  });

  it('answers HEAD, with which tools ask whether the address exists', async (t) => {
    const { anonymous, posted } = await startHook(t);

    const { status, body } = await anonymous.send('HEAD', '/external/trello?api_key=x');

    assert.deepEqual([status, body], [200, undefined]);
    assert.deepEqual(await posted(), []);
  });

  it('tells the owner of the bot that a channel does not exist', async (t) => {
    const hook = await startHook(t);
    const ears = await listen(hook, ['alice'], { event_types: ['message'], apply_markdown: false });

    const { status, body } = await hook.post('helloworld', article, { query: { stream: 'attic' } });

    assert.deepEqual([status, body.code], [400, 'STREAM_DOES_NOT_EXIST']);
    const { alice = [] } = await ears.heard();
    assert.match(alice[0]?.message.content, /^Your bot CI tried to post to the channel `attic`/);
    assert.deepEqual(await hook.posted(), []);
  });
});

describe('the events of a tool', () => {
  const push = {
    ref: 'refs/heads/main',
    repository: { full_name: 'acme/kettle' },
    deleted: true,
    sender: { login: 'm' },
  };
  const project = { path_with_namespace: 'acme/kettle', visibility_level: 0 };
  const gitlabPush = { object_kind: 'push', ref: 'refs/heads/main', before: '1', after: '2', project };
  const privately = (payload: typeof push) => ({ ...payload, repository: { ...payload.repository, private: true } });
  const sameComment = {
    action: 'edited',
    issue: { number: 3 },
    comment: { body: 'Hot.' },
    changes: { body: { from: 'Hot.' } },
    repository: push.repository,
  };
  const filters: [what: string, query: object, isPosted: boolean][] = [
    ['all, unless told otherwise', {}, true],
    ['those that are named', { only_events: ['fork', 'push'] }, true],
    ['not those that are not named', { only_events: ['fork'] }, false],
    ['those of a pattern', { only_events: ['p*sh'] }, true],
    ['not those of a pattern that are excluded', { exclude_events: ['pu*'] }, false],
    ['not those that are both named and excluded', { only_events: ['*'], exclude_events: ['push'] }, false],
    ['those that are not excluded', { exclude_events: ['pus', 'ush', 'p*x*h', 'push*push'] }, true],
    ['none, if none are named', { only_events: [] }, false],
  ];
  for (const [what, query, isPosted] of filters) {
    it(`are posted: ${what}`, async (t) => {
      const hook = await startHook(t);

      const { status, body } = await hook.post('github', push, {
        query: { stream: 'kitchen', ...query },
        headers: { 'X-GitHub-Event': 'push' },
      });

      assert.deepEqual([status, body], [200, isPosted ? success : { ...success, excluded_event: 'push' }]);
      assert.equal((await hook.posted()).length, isPosted ? 1 : 0);
    });
  }

  const left: [what: string, tool: string, event: string, payload: object, query: object][] = [
    ['a push to a branch that the URL leaves out', 'github', 'push', push, { branches: 'dev, tea/*' }],
    ['a new branch that it leaves out', 'github', 'create', { ...push, ref: 'x' }, { branches: 'main' }],
    ['a push that tells no branches, if none are named', 'gitea', 'push', push, { branches: '' }],
    [
      'a push to GitLab that it leaves out',
      'gitlab',
      '',
      { ...gitlabPush, ref: 'refs/heads/main2' },
      { branches: 'main' },
    ],
    ['an event of a private repository', 'github', 'push', privately(push), { ignore_private_repositories: true }],
    ['such an event of Gogs', 'gogs', 'push', privately(push), { ignore_private_repositories: true }],
    ['such an event of GitLab', 'gitlab', '', gitlabPush, { ignore_private_repositories: true }],
    [
      'a build of CircleCI that it leaves out',
      'circleci',
      '',
      { type: 'job-completed', job: { name: 'test' }, project: { name: 'k' }, pipeline: { vcs: { branch: 'x' } } },
      { branches: 'main' },
    ],
    [
      'a build of Jenkins that it leaves out',
      'jenkins',
      '',
      { name: 'kettle', build: { phase: 'STARTED', number: 1, scm: { branch: 'origin/x' } } },
      { branches: 'main' },
    ],
    ['an edited comment that says the same', 'github', 'issue_comment', sameComment, {}],
  ];
  const eventsOf: Record<string, string> = { gitlab: 'push', circleci: 'job-completed', jenkins: 'started' };
  for (const [what, tool, event, payload, query] of left) {
    it(`post nothing, and say so: ${what}`, async (t) => {
      const hook = await startHook(t);
      const headers = { 'X-GitHub-Event': event, 'X-Gitea-Event': event, 'X-Gogs-Event': event };

      const { status, body } = await hook.post(tool, payload, { query: { stream: 'kitchen', ...query }, headers });

      assert.deepEqual([status, body], [200, { ...success, excluded_event: event || eventsOf[tool] }]);
      assert.deepEqual(await hook.posted(), []);
    });
  }

  const bitbucket = {
    push: { changes: [{ closed: true, old: { type: 'branch', name: 'x' } }] },
    actor: {},
    repository: push.repository,
  };
  const named: [tool: string, header: Record<string, string>, payload: object][] = [
    ['github', { 'X-GitHub-Event': 'push' }, push],
    ['gogs', { 'X-Gogs-Event': 'push' }, push],
    ['gitlab', {}, { ...gitlabPush, user_username: 'm', commits: [] }],
    ['bitbucket2', { 'X-Event-Key': 'repo:push' }, bitbucket],
  ];
  for (const [tool, headers, payload] of named) {
    it(`begin with the name of the repository if the URL says so: ${tool}`, async (t) => {
      const hook = await startHook(t);
      const query = { stream: 'kitchen', topic: 'all', include_repository_name: true };

      const { status } = await hook.post(tool, payload, { query, headers });

      const [{ text: posted = '', topic: place } = {}] = (await hook.posted()) as { text: string; topic: string }[];
      assert.deepEqual([status, place], [200, 'all']);
      assert.match(posted, /^\*\*acme\/kettle\*\*: ./);
    });
  }

  it('are those of another program of the family, if it names them in its own header', async (t) => {
    const hook = await startHook(t);
    const headers = [{ 'X-Gitea-Event': 'push' }, { 'X-Gogs-Event': 'push' }, { 'X-Forgejo-Event': 'push' }];

    const answers = [];
    for (const [index, tool] of ['forgejo', 'gitea', 'gogs'].entries()) {
      answers.push(await hook.post(tool, push, { headers: headers[index] as Record<string, string> }));
    }
    answers.push(await hook.post('gitea', push));

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.msg]),
      [...Array(3).fill([200, '']), [400, "Missing the HTTP event header 'X-Gitea-Event'"]],
    );
  });

  it('are refused if they are unknown, also by the names of properties', async (t) => {
    const hook = await startHook(t);

    for (const event_type of ['teapot', 'constructor', '__proto__', 'project_card']) {
      const { status, body } = await hook.post('github', {}, { headers: { 'X-GitHub-Event': event_type } });

      assert.equal(status, 400);
      assert.deepEqual(body, {
        result: 'error',
        msg: `The event '${event_type}' of GitHub is unknown here, so that nothing was posted.`,
        code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
        event_type,
        webhook_name: 'GitHub',
      });
    }
    assert.deepEqual(await hook.posted(), []);
  });

  const incomplete: [tool: string, payload: unknown, msg: string][] = [
    ['linear', {}, 'type is missing'],
    ['linear', { type: 'Issue', action: 'create', data: {} }, 'data.title is missing'],
    ['linear', { type: 'Issue', action: 'create', data: { title: ['x'] } }, 'data.title is not a text'],
    ['pagerduty', null, 'event.event_type is missing'],
    ['trello', { action: { type: 'createCard', data: { card: 'x' } } }, 'action.data.card.name is missing'],
    ['alertmanager', { status: 'firing', alerts: {} }, 'alerts is not a list'],
    ['prometheus', { alerts: [] }, 'alerts is missing'],
    [
      'bitbucket3',
      { eventKey: 'repo:refs_changed', repository: { slug: 'x', project: { key: 'Y' } }, changes: [{}] },
      'changes[0].type is missing',
    ],
    ['helloworld', new URLSearchParams({ payload: '{' }), 'payload is not valid JSON'],
    ['json', undefined, 'payload is missing'],
    ['ifttt', { content: 'It rains.' }, 'topic is missing'],
    ['uptimerobot', { alert_type: '1' }, 'monitorFriendlyName is missing'],
    ['uptimerobot', { monitor_friendly_name: 'Kettle', alert_type: '*alertType*' }, 'alertType is missing'],
    ['jira', { user: { name: 'mara' } }, 'webhookEvent is missing'],
    ['pagerduty', { messages: [] }, 'event.event_type is missing'],
  ];
  for (const [tool, payload, msg] of incomplete) {
    it(`name the field that ${tool} lacks: ${msg}`, async (t) => {
      const hook = await startHook(t);

      const { status, body } = await hook.post(tool, payload);

      assert.deepEqual([status, body], [400, { result: 'error', msg, code: 'INVALID_PAYLOAD' }]);
      assert.deepEqual(await hook.posted(), []);
    });
  }

  it('are refused if their JSON is broken, and shortened if it is long', async (t) => {
    const hook = await startHook(t);

    const broken = await hook.post('json', '{"a":');
    const deep = await hook.post('json', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    const long = await hook.post('json', { text: 'x'.repeat(100_000) });

    assert.deepEqual([broken.body.code, deep.status, long.status], ['INVALID_JSON', 400, 200]);
    const [message, ...others] = await hook.posted();
    assert.equal(others.length, 0);
    assert.match(message?.text ?? '', /^```json\n\{\n {2}"text": "x+…\n```$/);
  });
});

describe('the secret of an incoming webhook', () => {
  const secret = 'salt & sugar';
  const config_data = { webhook_secret: secret };
  const unproved = (header: string) => ({
    result: 'error',
    msg: `The HTTP header '${header}' does not prove that the sender knows the secret of this bot.`,
    code: 'INVALID_SIGNATURE',
  });
  const sign = (text: string, algorithm = 'sha256') => createHmac(algorithm, secret).update(text);

  const ping = { zen: 'x', repository: { full_name: 'acme/kettle' }, eventKey: 'diagnostics:ping', type: 'ping' };
  const note = {
    action: 'create',
    type: 'Cycle',
    data: { name: 'One' },
    event: { event_type: 'pagey.ping', data: {} },
  };
  const payload = {
    ...note,
    ...ping,
    status: 'firing',
    alerts: [{}],
    webhookEvent: 'sprint_started',
    sprint: { name: 'One' },
  };
  const signed: [tool: string, header: string, sign: (text: string) => string, more?: Record<string, string>][] = [
    ['github', 'X-Hub-Signature-256', (text) => `sha256=${sign(text).digest('hex')}`, { 'X-GitHub-Event': 'ping' }],
    ['bitbucket3', 'X-Hub-Signature', (text) => `sha256=${sign(text).digest('hex')}`],
    ['jira', 'X-Hub-Signature', (text) => `sha256=${sign(text).digest('hex')}`],
    ['circleci', 'circleci-signature', (text) => `v1=${sign(text).digest('hex')},v2=abc`],
    ['pagerduty', 'X-PagerDuty-Signature', (text) => `v1=0000, v1=${sign(text).digest('hex')}`],
    ['grafana', 'X-Grafana-Alerting-Signature', (text) => sign(text).digest('hex')],
  ];
  for (const [tool, header, prove, more = {}] of signed) {
    it(`lets ${tool} in by ${header}, and nobody else`, async (t) => {
      const hook = await startHook(t, { config_data });
      const text = JSON.stringify(payload);

      const right = await hook.post(tool, text, { headers: { ...more, [header]: prove(text) } });
      const forged = await hook.post(tool, `${text} `, { headers: { ...more, [header]: prove(text) } });
      const unsigned = await hook.post(tool, text, { headers: more });

      assert.deepEqual([right.status, right.body], [200, success]);
      assert.deepEqual([forged.status, forged.body, unsigned.body], [401, unproved(header), unproved(header)]);
      assert.equal((await hook.posted()).length, 1);
    });
  }

  it('lets GitLab in by the secret itself, Linear and Gitea by a bare signature', async (t) => {
    const hook = await startHook(t, { config_data });
    const gitlab = { object_kind: 'push', ref: 'refs/heads/x', after: '00', project_name: 'kettle' };
    const gitea = { ref: 'x', repository: { full_name: 'acme/kettle' } };
    const signature = (one: object) => sign(JSON.stringify(one)).digest('hex');

    const statuses = [
      await hook.post('gitlab', gitlab, { headers: { 'X-Gitlab-Token': secret } }),
      await hook.post('gitlab', gitlab, { headers: { 'X-Gitlab-Token': 'salt' } }),
      await hook.post('linear', note, { headers: { 'Linear-Signature': signature(note) } }),
      await hook.post('linear', note, { headers: { 'Linear-Signature': 'x' } }),
      await hook.post('gitea', gitea, {
        headers: { 'X-Gitea-Event': 'delete', 'X-Gitea-Signature': signature(gitea) },
      }),
      await hook.post('gitea', gitea, { headers: { 'X-Gitea-Event': 'delete' } }),
    ].map(({ status }) => status);

    assert.deepEqual(statuses, [200, 401, 200, 401, 200, 401]);
  });

  it('lets Stripe in by a signature that is at most five minutes old', async (t) => {
    const hook = await startHook(t, { config_data });
    const event = JSON.stringify({ type: 'charge.failed', data: { object: {} } });
    const now = hook.clock.now();
    const at = (time: number | string) => `t=${time},v1=${sign(`${time}.${event}`).digest('hex')},v0=x`;
    const send = (signature: string) => hook.post('stripe', event, { headers: { 'Stripe-Signature': signature } });

    const statuses = [];
    for (const signature of [at(now), at(now - 300), at(now - 301), at(now + 301), at('x'), 't=,v1=', '']) {
      statuses.push((await send(signature)).status);
    }

    assert.deepEqual(statuses, [200, 200, 401, 401, 401, 401, 401]);
  });

  it('lets Trello in by a signature of the body and its address', async (t) => {
    const hook = await startHook(t, { config_data });
    const body = JSON.stringify({ action: { type: 'createList', data: { list: { name: 'Later' } } } });
    const address = `${hook.app.config.public_url}/api/v1/external/trello?api_key=${hook.api_key}&stream=kitchen`;
    const prove = (text: string) => ({ 'X-Trello-Webhook': sign(text, 'sha1').digest('base64') });

    const right = await hook.post('trello', body, { headers: prove(body + address) });
    const wrong = await hook.post('trello', body, { headers: prove(body) });

    assert.deepEqual([right.status, wrong.status], [200, 401]);
  });

  const cases: [
    tool: string,
    header: string,
    prove: (text: string, at: number, address: string) => Record<string, string>,
  ][] = [
    [
      'ghost',
      'X-Ghost-Signature',
      (text, at) => ({ 'X-Ghost-Signature': `sha256=${sign(`${text}${at}000`).digest('hex')}, t=${at}000` }),
    ],
    [
      'transifex',
      'X-TX-Signature-V2',
      (text, at, address) => {
        const date = httpDate(at);
        const said = ['POST', address, date, hash('md5', text)].join('\n');
        return { Date: date, 'X-TX-Url': address, 'X-TX-Signature-V2': sign(said).digest('base64') };
      },
    ],
    [
      'drone',
      'Signature',
      (text, at) => {
        const Digest = `SHA-256=${hash('sha256', text, 'base64')}`;
        const signature = sign(`date: ${httpDate(at)}\ndigest: ${Digest}`).digest('base64');
        const fields = `keyId="hmac-key",algorithm="hmac-sha256",headers="date digest",signature="${signature}"`;
        return { Date: httpDate(at), Digest, Signature: fields };
      },
    ],
  ];
  for (const [tool, header, prove] of cases) {
    it(`lets ${tool} in by ${header}, which covers the body and a time within five minutes`, async (t) => {
      const hook = await startHook(t, { config_data });
      const { payload, form } = readExamples(tool)[0] as Example;
      const [text, now] = [JSON.stringify(payload ?? form), hook.clock.now()];
      const address = `${hook.app.config.public_url}/api/v1/external/${tool}?api_key=${hook.api_key}&stream=kitchen`;
      const send = async (sent: string, headers: Record<string, string>) =>
        (await hook.post(tool, sent, { headers })).status;
      const [fresh, old] = [prove(text, now, address), prove(text, now - 301, address)];

      const statuses = [
        await send(text, fresh),
        await send(`${text} `, fresh),
        await send(text, old),
        await send(text, { ...old, ...without(fresh, header) }),
        await send(text, { ...fresh, [header]: 'x' }),
        await send(text, without(fresh, header)),
      ];

      assert.deepEqual(statuses, [200, 401, 401, 401, 401, 401]);
      assert.equal((await hook.posted()).length, 1);
    });
  }

  it('does not take a signature of Drone over less than the date and the body', async (t) => {
    const hook = await startHook(t, { config_data });
    const { payload } = readExamples('drone')[0] as Example;
    const date = httpDate(hook.clock.now());
    const signature = sign(`date: ${date}`).digest('base64');

    const { status } = await hook.post('drone', payload, {
      headers: { Date: date, Signature: `keyId="hmac-key",headers="date",signature="${signature}"` },
    });

    assert.equal(status, 401);
  });

  it('lets Travis in by a signature with its private key, of which the bot has the public one', async (t) => {
    const [own, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
    const pem = own?.publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const bare = pem.replace(/-----[A-Z ]+-----|\n/g, '');
    const form = new URLSearchParams((readExamples('travis')[0] as Example).form);
    const prove = (key = own) => ({
      Signature: createSign('RSA-SHA1')
        .update(form.get('payload') as string)
        .sign(key?.privateKey as KeyObject, 'base64'),
    });

    for (const webhook_secret of [bare, pem.replaceAll('\n', ''), pem.trim().replaceAll('\n', '\\n')]) {
      const hook = await startHook(t, { config_data: { webhook_secret } });
      const changed = new URLSearchParams({ payload: `${form.get('payload')} ` });
      const statuses = [
        await hook.post('travis', form, { headers: prove() }),
        await hook.post('travis', changed, { headers: prove() }),
        await hook.post('travis', form, { headers: prove(other) }),
        await hook.post('travis', form, { headers: { Signature: 'x' } }),
        await hook.post('travis', form),
        await hook.post('travis', new URLSearchParams([...form, ...changed]), { headers: prove() }),
        await hook.post(
          'travis',
          { ...JSON.parse(changed.get('payload') ?? ''), x: `&${form}&` },
          { headers: prove() },
        ),
      ].map(({ status }) => status);
      assert.deepEqual(statuses, [200, 401, 401, 401, 401, 401, 401]);
      // Everybody knows the public key.
      const headers = {
        'X-Hub-Signature-256': `sha256=${createHmac('sha256', webhook_secret).update('{}').digest('hex')}`,
      };
      assert.equal((await hook.post('github', {}, { headers })).status, 401);
    }
    const hook = await startHook(t, { config_data: { webhook_secret: 'no key' } });
    assert.equal((await hook.post('travis', form, { headers: prove() })).status, 401);
  });

  it("answers Asana's handshake with its header, and then takes only what is signed", async (t) => {
    const hook = await startHook(t);
    const event = { events: [{ action: 'added', resource: { gid: '7', resource_type: 'task' } }] };
    const signature = sign(JSON.stringify(event)).digest('hex');

    const hello = await hook.post('asana', {}, { headers: { 'X-Hook-Secret': secret } });
    await hook.as('alice').patch(`/bots/${hook.bot_id}`, { config_data });
    const again = await hook.post('asana', {}, { headers: { 'X-Hook-Secret': secret } });
    const right = await hook.post('asana', event, { headers: { 'X-Hook-Signature': signature } });
    const wrong = await hook.post('asana', event, { headers: { 'X-Hook-Signature': 'x' } });
    const none = await hook.post('asana', event);

    assert.deepEqual([hello.status, hello.headers['x-hook-secret']], [200, secret]);
    assert.deepEqual([again.status, again.headers['x-hook-secret']], [200, secret]);
    assert.deepEqual([right.status, wrong.status, none.status], [200, 401, 401]);
    assert.equal((await hook.posted()).length, 1);
  });

  it('shuts out tools that sign nothing', async (t) => {
    const hook = await startHook(t, { config_data });

    const { status, body } = await hook.post('helloworld', article);

    const msg = 'This bot has a secret, but Hello, world signs nothing: use a bot without one.';
    assert.deepEqual([status, body], [400, { result: 'error', msg, code: 'BAD_REQUEST' }]);
  });

  it('is set and removed by the owner, and read by nobody', async (t) => {
    const hook = await startHook(t);
    const path = `/bots/${hook.bot_id}`;
    const statusNow = async () => (await hook.post('helloworld', article)).status;

    const open = await statusNow();
    const set = await hook.as('alice').patch(path, { config_data });
    const [closed, bots] = [await statusNow(), await hook.as('alice').get('/bots')];
    const renamed = await hook.as('alice').patch(path, { full_name: 'CD' });
    const still = await statusNow();
    await hook.as('alice').patch(path, { config_data: { webhook_secret: '' } });

    assert.deepEqual([open, set.status, closed, still, await statusNow()], [200, 200, 400, 400, 200]);
    const register = await hook.as('alice').post('/register', {});
    const audit = await hook.as('owner').get('/realm/audit_log');
    for (const { body } of [set, renamed, bots, register, audit]) assert.ok(!JSON.stringify(body).includes('sugar'));
  });

  const refused = 'Invalid configuration data!';
  const invalid: [what: string, bot: object, msg: string][] = [
    ['a generic bot', { bot_type: 1, config_data }, refused],
    ['a number', { config_data: { webhook_secret: 1 } }, 'config_data["webhook_secret"] is not a string'],
    ['a very long one', { config_data: { webhook_secret: 'x'.repeat(1001) } }, refused],
    ['a line break', { config_data: { webhook_secret: 'a\nb' } }, refused],
    ['another name', { config_data: { secret } }, refused],
  ];
  for (const [what, bot, msg] of invalid) {
    it(`is refused: ${what}`, async (t) => {
      const { as } = await startHook(t);

      const { status, body } = await as('alice').post('/bots', {
        full_name: 'Any Bot',
        short_name: 'any',
        bot_type: 2,
        ...bot,
      });

      const error = { result: 'error', msg, code: 'BAD_REQUEST' };
      assert.deepEqual([status, body], [400, error]);
    });
  }

  it('become at most twenty messages, of which the last counts the others', async (t) => {
    const hook = await startHook(t);
    const repository = { slug: 'kettle', project: { key: 'ACME' } };
    const refs = Array.from({ length: 25 }, (_, index) => ({
      type: 'ADD',
      ref: { id: `refs/heads/b${index}` },
      toHash: '1',
    }));
    const alerts = Array.from({ length: 22 }, (_, index) => ({ labels: { alertname: `Kettle ${index}` } }));
    const messages = Array.from({ length: 21 }, (_, index) => ({
      event: 'incident.resolve',
      incident: { incident_number: index, title: 'Smoke' },
    }));

    await hook.post('bitbucket3', { eventKey: 'repo:refs_changed', repository, changes: refs });
    await hook.post('prometheus', alerts);
    await hook.post('pagerduty', { messages });

    const posted = await hook.posted();
    assert.equal(posted.length, 60);
    const ends = [19, 39, 59].map((index) => /And \d+ more\.$/.exec(posted[index]?.text ?? '')?.[0]);
    assert.deepEqual(ends, ['And 5 more.', 'And 2 more.', 'And 1 more.']);
    assert.equal(posted.filter(({ text }) => text.includes('more.')).length, 3);
  });

  it('names the tool that replaced another', async (t) => {
    const { post } = await startHook(t);

    const answers = [await post('stash', {}), await post('constructor', {})];

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.code, body.replaced_by]),
      [
        [404, 'NOT_FOUND', 'bitbucket3'],
        [404, 'NOT_FOUND', undefined],
      ],
    );
  });

  it('names events of old versions that it does not know', async (t) => {
    const { post } = await startHook(t);

    const answers = [
      await post('pagerduty', { messages: [{ type: 'incident.boiled', data: {} }] }),
      await post('pagerduty', { messages: [{ event: 'incident.boiled', incident: {} }] }),
      await post('stripe', { type: 'teapot', data: {} }),
    ];

    const codes = answers.map(({ status, body }) => [status, body.code, body.event_type]);
    const unknown = (event: string) => [400, 'UNSUPPORTED_WEBHOOK_EVENT_TYPE', event];
    assert.deepEqual(codes, [unknown('incident.boiled'), unknown('incident.boiled'), unknown('teapot')]);
  });

  it('names what it does not take from the hook of all projects', async (t) => {
    const { post } = await startHook(t);
    const payload = { event_name: 'repository_update', project: { path_with_namespace: 'acme/kettle' } };

    const { status, body } = await post('gitlab', payload, { query: { stream: 'kitchen' } });

    assert.deepEqual([status, body.code], [400, 'UNSUPPORTED_WEBHOOK_EVENT_TYPE']);
    assert.match(body.msg, /'repository_update' of GitLab/);
  });
});

/** A time in UNIX seconds as in the header `Date`. */
function httpDate(time: number): string {
  return new Date(time * 1000).toUTCString();
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
}
