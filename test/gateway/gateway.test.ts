import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddress } from '../../src/gateway/address.ts';
import { png } from '../support/pictures.ts';
import { badRequest } from '../support/scene.ts';
import { addressOf, mail, readMessages, startReceiving } from './postman.ts';

const fromCarol = '**From**: Carol <carol@elsewhere.example>\n\n';

describe('GET /streams/{stream_id}/email_address', () => {
  it('returns an address of its own for each creator and author', async (t) => {
    const server = await startReceiving(t);
    const { alice, bob, bot } = server.users;
    const ask = (name: 'alice' | 'bob', sender_id?: number) =>
      server.as(name).get('/streams/1/email_address', { sender_id });

    const addresses = await Promise.all([ask('alice'), ask('alice', alice.id), ask('alice', bot.id), ask('bob')]);
    const foreign = await ask('bob', bot.id);

    const emails = addresses.map(({ body }) => body.email);
    assert.equal(new Set(emails).size, 4);
    for (const email of emails) assert.match(email, /^general\.[a-z2-7]{26}\.show-sender@chat\.example\.com$/);
    assert.deepEqual((await ask('alice')).body, addresses[0]?.body);
    assert.deepEqual(foreign.body, badRequest('Insufficient permission'));
    assert.deepEqual(readAddress(server.app, emails[1]), {
      purpose: 'channel',
      channel_id: 1,
      creator_id: alice.id,
      sender_id: alice.id,
      options: { show_sender: true, include_quotes: false, include_footer: false, prefer_html: false },
    });
    assert.equal(bob.id, readAddress(server.app, emails[3])?.purpose === 'channel' ? bob.id : 0);
  });
});

describe('a mail for a channel', () => {
  it('becomes a message of the notification bot that names the sender, in the topic that its subject names', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);

    const answer = await server.hand(mail({ Subject: 'Re: AW: =?utf-8?q?Caf=C3=A9?= at noon' }, 'Shall **we**?'), {
      to,
    });

    assert.equal(answer, '250 2.0.0 OK');
    assert.deepEqual(await readMessages(server), [
      { by: 'Notification Bot', topic: 'Café at noon', content: `${fromCarol}Shall **we**?` },
    ]);
    assert.deepEqual(server.app.gateway.counts, { posted: 1, dropped: 0, refused: 0, deferred: 0 });
  });

  it('becomes one of the author whom the address names, whoever the mail says it is from', async (t) => {
    const server = await startReceiving(t);
    const { alice, bot, bob } = server.users;
    const forged = mail({ From: `Bob <${bob.email}>`, Sender: bob.email, 'Reply-To': bob.email }, 'It is me.');

    await server.hand(forged, { from: bob.email, to: await addressOf(server, 'alice', alice.id) });
    await server.hand(forged, { from: bob.email, to: await addressOf(server, 'alice', bot.id) });
    await server.hand(forged, { from: bob.email, to: await addressOf(server) });

    assert.deepEqual(
      (await readMessages(server)).map(({ by }) => by),
      ['Alice Member', 'Build Bot', 'Notification Bot'],
    );
  });

  it('shows its sender, quotations, footer or HTML if the address says so', async (t) => {
    const server = await startReceiving(t);
    const [local, domain] = (await addressOf(server, 'alice', server.users.alice.id)).split('@');
    const text = 'Yes.\n-- \nCarol\n\nOn 1 May, Bob <bob@x.test> wrote:\n> Lunch?\n';
    const both = [
      '--b', 'Content-Type: text/plain', '', text,
      '--b', 'Content-Type: text/html', '', '<p>Yes, <b>really</b>.</p>', '--b--',
    ].join('\n'); // biome-ignore format: parts of one mail
    const headers = { 'Content-Type': 'multipart/alternative; boundary=b' };
    const options = ['', '+show-sender', '.include-quotes', '+include-footer', '+prefer-html', '+nonsense+PREFER-HTML'];

    for (const [index, option] of options.entries()) {
      await server.hand(mail({ ...headers, Subject: `${index}` }, both), { to: `${local}${option}@${domain}` });
    }

    assert.deepEqual(
      (await readMessages(server)).map(({ content }) => content),
      [
        'Yes.',
        '**From**: Carol <carol@elsewhere.example>\n\nYes.',
        'Yes.',
        'Yes.\n-- \nCarol',
        'Yes, **really**.',
        'Yes, **really**.',
      ],
    );
  });

  it('keeps answers between quoted lines out of the quotation', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server, 'alice', server.users.alice.id);
    const texts = {
      '> Tea?\nYes.\n> Milk?\n>> Or lemon?\nNo.': '> Tea?\n\nYes.\n> Milk?\n>> Or lemon?\n\nNo.',
      '> Tea?\n>\n> Or not?\n- Yes\n- No\n\n>\nBye': '> Tea?\n>\n> Or not?\n\n- Yes\n- No\n\n>\n\nBye',
      'a > b\n> Milk?\n\nNo.\n> Tea?\n1. Yes': 'a > b\n> Milk?\n\nNo.\n> Tea?\n\n1. Yes',
    };

    for (const text of Object.keys(texts)) await server.hand(mail({ Subject: text.slice(0, 9) }, text), { to });

    assert.deepEqual(
      (await readMessages(server)).map(({ content }) => content.replace(/^\*\*From.*\n\n/, '')),
      Object.values(texts),
    );
  });

  it('whose text nobody else can read says so, with the file', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server, 'alice', server.users.alice.id);
    const sealed = {
      'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m': 'smime.p7m',
      'application/x-pkcs7-mime; smime-type=enveloped-data; name=smime.p7m': 'smime.p7m',
      'application/ms-tnef; name=winmail.dat': 'winmail.dat',
      'application/octet-stream; name=winmail.dat': 'winmail.dat',
    };

    for (const type of Object.keys(sealed))
      await server.hand(mail({ 'Content-Type': type, 'Content-Transfer-Encoding': 'base64' }, btoa(type)), { to });
    const parts = ['application/pgp-encrypted\n\nVersion: 1', 'application/octet-stream; name=encrypted.asc\n\nxyz'];
    const body = `${parts.map((part) => `--b\nContent-Type: ${part}`).join('\n')}\n--b--`;
    await server.hand(mail({ 'Content-Type': 'multipart/encrypted; boundary=b' }, body), { to });

    const problem = '*(The text of this e-mail could not be read: it is encrypted, or in a format of its own.)*';
    assert.deepEqual(
      (await readMessages(server)).map(({ content }) => content.replace(/\]\(\/user_uploads\/.*\)/, ']')),
      [...Object.values(sealed), 'encrypted.asc'].map((name) => `${problem}\n\n[${name}]`),
    );
  });

  it('that is an invitation tells of its event, with the calendar once', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server, 'alice', server.users.alice.id);
    const event = 'BEGIN:VEVENT\nSUMMARY:Planning\nDTSTART:20261124T180000Z\nEND:VEVENT';
    const calendar = (type: string) => `--b\nContent-Type: ${type}\n\n${event}\n`;
    const both = `${calendar('text/calendar; method=REQUEST')}${calendar('application/ics; name=meet.ics')}--b--`;

    await server.hand(mail({ 'Content-Type': 'text/calendar; method=REQUEST' }, event), { to });
    await server.hand(mail({ Subject: 'Too', 'Content-Type': 'multipart/mixed; boundary=b' }, both), { to });

    assert.deepEqual(
      (await readMessages(server)).map(({ content }) => content.replace(/\]\(\/user_uploads\/.*\)/, ']')),
      ['invite.ics', 'meet.ics'].map((name) => `**Planning**\n2026-11-24 18:00 (UTC)\n\n[${name}]`),
    );
  });

  it('in flowed text keeps the lines that its author began with the mark of a quotation', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server, 'alice', server.users.alice.id);
    const text = 'Type this:\n >> deploy\nand \nwait.\n\nAm 24.11.26 um 18:02 schrieb Ann: \n> old \n> words\n';

    await server.hand(mail({ 'Content-Type': 'text/plain; format=flowed' }, text), { to });

    assert.deepEqual(
      (await readMessages(server)).map(({ content }) => content),
      ['Type this:\n >> deploy\n\nand wait.'],
    );
  });

  it('that forwards another one or has only a quotation keeps it', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server, 'alice', server.users.alice.id);
    const mark = '---------- Forwarded message ---------';
    const plain = `${mark}\nFrom: X <x@y.test>\nDate: Mon, 1 Jan 2024\n\nPay me.\n-- \nX`;
    const html =
      '<div dir="ltr"><br><div class="gmail_quote"><div class="gmail_attr">From: X</div><p>Pay me.</p></div></div>';

    await server.hand(mail({ Subject: 'Fwd: Plain' }, `Please do.\n-- \nCarol\n\n${plain}`), { to });
    await server.hand(mail({ Subject: 'WG: Gmail', 'Content-Type': 'text/html' }, html), { to });
    await server.hand(mail({ Subject: 'Unmarked' }, plain), { to });
    await server.hand(mail({ Subject: 'Re: Fwd: Answer' }, `Done.\n\n${plain}`), { to });

    assert.deepEqual(
      (await readMessages(server)).map(({ topic, content }) => [topic, content]),
      [
        ['Plain', `Please do.\n-- \nCarol\n\n${plain}`],
        ['Gmail', 'From: X\n\nPay me.'],
        ['Unmarked', plain.replace('\n-- \nX', '')],
        ['Answer', 'Done.'],
      ],
    );
  });

  it('brings its files along, up to the quota', async (t) => {
    const server = await startReceiving(t);
    const part = (name: string, content: Uint8Array, kind: string) =>
      `--b\nContent-Type: ${kind}\nContent-Disposition: attachment; filename="${name}"\n` +
      `Content-Transfer-Encoding: base64\n\n${Buffer.from(content).toString('base64')}\n`;
    const body =
      '--b\n\nLook:\n' +
      part('a [photo].png', png(), 'image/png') +
      part('big.bin', Buffer.alloc(1024 * 1024 + 1, 7), 'application/octet-stream') +
      part('sig.asc', Buffer.from('x'), 'application/pgp-signature') +
      '--b--';
    server.app.config.max_upload_mib = 1;

    const answer = await server.hand(mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, body), {
      to: await addressOf(server, 'alice', server.users.alice.id),
    });
    server.app.config.upload_quota_mib = 0;
    await server.hand(mail({ 'Content-Type': 'multipart/mixed; boundary=b', Subject: 'Full' }, body), {
      to: await addressOf(server, 'alice', server.users.alice.id),
    });

    assert.equal(answer, '250 2.0.0 OK');
    const [first, second] = await readMessages(server);
    const [, url = ''] = /\]\((.*)\)/.exec(first?.content ?? '') ?? [];
    assert.equal(first?.content, `Look:\n\n[a (photo).png](${url})\n*(One file is left out.)*`);
    assert.equal(second?.content, 'Look:\n\n*(2 files are left out.)*');
    const { body: mine } = await server.as('alice').get('/attachments');
    assert.deepEqual(
      mine.attachments.map(({ name, path_id, message_ids }: Record<string, unknown>) => ({
        name,
        path_id,
        message_ids,
      })),
      [
        {
          name: 'a [photo].png',
          path_id: decodeURIComponent(url.replace('/user_uploads/', '')),
          message_ids: mine.attachments[0].message_ids,
        },
      ],
    );
    assert.equal(mine.attachments[0].message_ids.length, 1);
  });

  it('is posted once, however often a mail server repeats it', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);
    const raw = mail({ 'Message-ID': '<1@elsewhere.example>' }, 'Once.');

    assert.equal(await server.hand(raw, { to }), '250 2.0.0 OK');
    assert.equal(await server.hand(raw, { to: to.toUpperCase() }), '250 2.0.0 OK');
    server.clock.advance(5 * 86_400);
    assert.equal(await server.hand(raw, { to }), '250 2.0.0 OK');

    assert.equal((await readMessages(server)).length, 1);
    server.clock.advance(7 * 86_400);
    assert.equal(await server.hand(mail({}, 'Another.'), { to }), '250 2.0.0 OK');
    assert.equal(server.db.value('SELECT count(*) FROM posted_mails'), 1);
  });

  it('is no repetition of another one with the same words, if its files or its time differ', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);
    const scan = (page: string, date: string) =>
      mail(
        { Subject: 'Scan', Date: date, 'Content-Type': 'multipart/mixed; boundary=b' },
        `--b\n\nSee file\n--b\nContent-Disposition: attachment; filename=scan.txt\n\n${page}\n--b--`,
      );
    const [noon, later] = ['Mon, 5 Jan 2026 12:00:00 +0000', 'Mon, 5 Jan 2026 12:01:00 +0000'];

    const scans = [scan('one', noon), scan('two', noon), scan('one', later), scan('one', noon)];
    for (const raw of scans) assert.equal(await server.hand(raw, { to }), '250 2.0.0 OK');

    assert.equal((await readMessages(server)).length, 3);
  });

  it('is no longer than a message, however long the names of its files are and whomever it mentions', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server, 'alice', server.users.alice.id);
    const name = encodeURIComponent(`${'\u6f22'.repeat(200)}.txt`);
    const file = `--b\nContent-Disposition: attachment; filename*=utf-8''${name}\n\nfile`;
    const parts = Array.from({ length: 20 }, (_, index) => `${file} ${index}\n`).join('');
    const body = `--b\n\n${'word '.repeat(38_000)}\n${parts}--b--`;

    await server.hand(mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, body), { to });
    await server.hand(mail({}, '@*'.repeat(4990)), { to });
    await server.hand(mail({}, `\`\`\`\n${'x'.repeat(9994)}`), { to });

    const [files, mentions, code] = (await readMessages(server)).map(({ content }) => content);
    const links = files?.match(/\]\(\/user_uploads\//g)?.length ?? 0;
    assert.equal(links > 0, true);
    assert.match(files ?? '', /^word [\s\S]*\n\[message truncated\]\n\n\[/);
    assert.equal(files?.endsWith(`\n*(${20 - links} files are left out.)*`), true);
    assert.match(mentions ?? '', /^(?:@_\*)+(?:@_?)?\n\[message truncated\]$/);
    assert.match(code ?? '', /x\n\[message truncated\]\n```$/);
    for (const content of [files, mentions, code]) assert.equal([...(content ?? '')].length <= 10_000, true);
  });

  it('is cut where it is too long, and mentions nobody', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server, 'alice', server.users.alice.id);
    const { body: queue } = await server
      .as('bob')
      .post('/register', { event_types: ['message'], fetch_event_types: [] });

    await server.hand(mail({}, `@**all** @**Bob Member|${server.users.bob.id}**\n\`\`\`\n${'x\n'.repeat(20_000)}`), {
      to,
    });
    const { body } = await server
      .as('bob')
      .get('/events', { queue_id: queue.queue_id, last_event_id: -1, dont_block: true });

    const [message] = await readMessages(server);
    assert.equal([...(message?.content ?? '')].length <= 10_000, true);
    assert.match(message?.content ?? '', /^@_\*\*all\*\* @_\*\*Bob Member/);
    assert.match(message?.content ?? '', /\n\[message truncated\]\n```$/);
    assert.deepEqual(body.events[0].flags, []);
  });

  it('without a text or a subject is a message that says so', async (t) => {
    const server = await startReceiving(t);

    await server.hand(mail({ Subject: '' }, ''), { to: await addressOf(server) });

    assert.deepEqual(await readMessages(server), [
      { by: 'Notification Bot', topic: '(no subject)', content: `${fromCarol}*(This e-mail has no text.)*` },
    ]);
  });
});

describe('an address', () => {
  it('is refused at RCPT when it is unknown, made up, or changed by a letter', async (t) => {
    const server = await startReceiving(t);
    const good = await addressOf(server);
    const changed = good.replace(/\.(.)/, (_whole, letter) => `.${letter === 'a' ? 'b' : 'a'}`);
    const strange = [
      'bob@chat.example.com',
      'general@chat.example.com',
      changed,
      good.replace('.', ''),
      'alice@example.com',
    ];

    for (const to of strange) {
      assert.match(await server.hand(mail({}, 'Hello'), { to }), /^550 5\.1\.1 No such address/);
    }

    assert.deepEqual(await readMessages(server), []);
    assert.equal(await server.hand(mail({}, 'Hello'), { to: good.toUpperCase() }), '250 2.0.0 OK');
  });

  it('dies with the rights of its creator', async (t) => {
    const server = await startReceiving(t);
    const { alice, bob, bot } = server.users;
    const own = await addressOf(server, 'alice', alice.id);
    const lent = await addressOf(server, 'bob');
    const ofBot = await addressOf(server, 'alice', bot.id);
    const answers = async () => {
      const all = [];
      for (const to of [own, lent, ofBot])
        all.push((await server.hand(mail({}, `${Math.random()}`), { to })).slice(0, 3));
      return all;
    };

    const before = await answers();
    await server.as('admin').delete(`/users/${bob.id}`);
    const withoutBob = await answers();
    await server.as('alice').post('/users/me/api_key/regenerate');
    const withoutKeys = await answers();

    assert.deepEqual(
      [before, withoutBob, withoutKeys],
      [
        ['250', '250', '250'],
        ['250', '550', '250'],
        ['550', '550', '550'],
      ],
    );
  });

  it('posts nothing where its author may not post', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);
    const sql = "SELECT id FROM groups WHERE name = 'role:administrators'";
    const can_send_message_group = { new: server.db.value<number>(sql) };
    const { body } = await server.as('owner').patch('/streams/1', { can_send_message_group });

    const answer = await server.hand(mail({}, 'Hello'), { to });

    assert.deepEqual(body, { result: 'success', msg: '' });
    assert.match(answer, /^550 5\.1\.1/);
    assert.deepEqual(await readMessages(server), []);
  });

  it('takes thirty mails a minute, in whatever way it is written', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);
    const written = (option: string) => to.replace('@', `${option}@`);

    for (let index = 0; index < 30; index++) await server.hand(mail({}, `${index}`), { to: written(`.x${index}`) });
    const refused = await server.hand(mail({}, 'more'), { to: written('.y') });
    const other = await server.hand(mail({}, 'more'), { to: await addressOf(server, 'bob') });
    server.clock.advance(61);
    const taken = await server.hand(mail({}, 'more'), { to });

    assert.match(refused, /^450 4\.7\.1/);
    assert.deepEqual([other, taken], ['250 2.0.0 OK', '250 2.0.0 OK']);
  });
});

describe('a mail that must not be posted', () => {
  it('is dropped without an answer if it comes from a loop, a bounce or an automatic answer', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);
    const automatic: [Record<string, string>, string?][] = [
      [{ 'Auto-Submitted': 'auto-replied (vacation)' }],
      [{ Precedence: 'auto_reply' }],
      [{ 'X-Autoreply': 'yes' }],
      [{ 'X-Loop': 'chat.example.com' }],
      [{ 'Message-ID': '<abc.chatd@chat.example.com>' }],
      [{ 'Content-Type': 'multipart/report; report-type="delivery-status"; boundary=b' }],
      [{}, ''],
    ];

    for (const [headers, from] of automatic) {
      assert.equal(
        await server.hand(mail(headers, 'I am away.'), { to, ...(from === undefined ? {} : { from }) }),
        '250 2.0.0 OK, dropped',
      );
    }
    const programs = [{ 'Auto-Submitted': 'auto-generated' }, { Precedence: 'bulk' }, { Precedence: 'list' }];
    for (const headers of programs) await server.hand(mail(headers, `Build ${JSON.stringify(headers)}`), { to });

    assert.equal((await readMessages(server)).length, programs.length);
    assert.equal(server.app.gateway.counts.dropped, automatic.length);
  });

  it('is refused forever if it is too large or cannot be read', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);
    const deep = Array.from(
      { length: 50 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
    ).join('');
    const heads = Array.from({ length: 20_000 }, (_, i) => `X-${i}: ${'y'.repeat(20)}`).join('\r\n');

    const answers = [
      await server.hand(`${mail({}, 'x')}${'x'.repeat(70)}\r\n`.repeat(1) + `${'y'.repeat(76)}\r\n`.repeat(345_000), {
        to,
      }),
      await server.hand(mail({}, '').trimEnd().concat('\r\n', deep.replaceAll('\n', '\r\n')), { to }),
      await server.hand(`${heads}\r\n\r\nHello\r\n`, { to }),
    ];

    assert.deepEqual(
      answers.map((one) => one.slice(0, 9)),
      ['552 5.3.4', '554 5.6.0', '554 5.6.0'],
    );
    assert.deepEqual(await readMessages(server), []);
    assert.equal(await server.hand(mail({}, 'Still here'), { to }), '250 2.0.0 OK');
  });

  it('may come again later if the server cannot write', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);

    server.app.db.stopWrites('damage');
    const damaged = await server.hand(mail({}, 'Hello'), { to });
    server.app.db.resumeWrites();
    server.app.config.keep_free_mib = 1e9;
    const full = await server.hand(mail({}, 'Hello'), { to });
    delete server.app.config.keep_free_mib;

    assert.match(damaged, /^451 4\.3\.0/);
    assert.match(full, /^452 4\.3\.1/);
    assert.equal(await server.hand(mail({}, 'Hello'), { to }), '250 2.0.0 OK');
    assert.equal((await readMessages(server)).length, 1);
  });
});

describe('LMTP', () => {
  it('answers for each recipient, and posts for those that are good', async (t) => {
    const server = await startReceiving(t, 'lmtp');
    const { alice } = server.users;
    const to = [await addressOf(server), await addressOf(server, 'alice', alice.id), 'nobody@chat.example.com'];

    const answer = await server.hand(mail({}, 'To both'), { to });

    assert.match(answer, /^250/);
    assert.deepEqual(
      (await readMessages(server)).map(({ by }) => by),
      ['Notification Bot', 'Alice Member'],
    );
  });

  it('takes an address once a mail, in whatever case, and posts once', async (t) => {
    const server = await startReceiving(t, 'lmtp');
    const to = await addressOf(server);
    const raw = mail({}, 'Once');

    const answers = [
      await server.hand(raw, { to: [to, to.replace('general', 'GENERAL')] }),
      await server.hand(raw, { to: to.replace('general', 'GENERAL') }),
    ];

    assert.deepEqual(answers, ['250 2.0.0 OK', '250 2.0.0 OK']);
    assert.equal((await readMessages(server)).length, 1);
  });
});
