import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findSpace } from '../../src/uploads/space.ts';
import { clearTransit } from '../../src/uploads/store.ts';
import { listen } from '../support/events.ts';
import { fetchFile, outliveTrash, postFile, storedFiles, uploadFile } from '../support/files.ts';
import { gif, png } from '../support/pictures.ts';
import { badRequest, send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

describe('POST /user_uploads', () => {
  it('keeps a file, for its owner alone, and tells them', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob', 'owner']);

    const { status, body } = await postFile(server.as('alice'), 'Buy tea', 'shopping list.txt');

    const { url } = body;
    assert.equal(status, 200);
    assert.match(url, /^\/user_uploads\/1\/([\w-]{2})\/\1[\w-]{22}\/shopping-list\.txt$/);
    assert.deepEqual(body, { result: 'success', msg: '', uri: url, url, filename: 'shopping list.txt' });
    const attachment = {
      id: 1,
      name: 'shopping list.txt',
      path_id: url.slice('/user_uploads/'.length),
      size: 7,
      create_time: server.clock.now(),
      message_ids: [],
    };
    assert.deepEqual(await ears.heard(), {
      alice: [{ type: 'attachment', op: 'add', attachment, upload_space_used: 7 }],
    });
    const { body: own } = await server.as('alice').get('/attachments');
    assert.deepEqual(own, { result: 'success', msg: '', attachments: [attachment], upload_space_used: 7 });
    const { body: others } = await server.as('bob').get('/attachments');
    assert.deepEqual(others, { result: 'success', msg: '', attachments: [], upload_space_used: 7 });
  });

  it('serves files whose addresses have three parts, as older messages and drafts have them', async (t) => {
    const server = await startServer(t);
    const { as, db } = server;
    await uploadFile(as('alice'));
    const path_id = `1/${'k'.repeat(24)}/note.txt`;
    db.run('UPDATE attachments SET path_id = ?', path_id);
    const url = `/user_uploads/${path_id}`;

    await as('alice').post('/saved_snippets', { title: 'note', content: `[note](${url})` });

    assert.equal((await fetchFile(server, url, 'alice')).status, 200);
    const { body } = await as('alice').get(url);
    assert.equal((await fetchFile(server, body.url)).status, 200);
    assert.equal(db.value('SELECT count(*) FROM awaited_attachments'), 1);
  });

  it('is open to guests and bots', async (t) => {
    const server = await startServer(t);

    const answers = [await postFile(server.as('guest'), 'x'), await postFile(server.as('bot'), 'y')];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
  });

  it('answers those it is closed to before it has read their file', async (t) => {
    const server = await startServer(t);
    server.db.run('UPDATE users SET bot_type = 2 WHERE id = ?', server.users.bot.id);

    const socket = sendHalf(t, server, server.as('bot').authorization);

    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 401 .*This API is not available to incoming webhook bots\./s);
    assert.deepEqual(storedFiles(server), []);
  });

  it('gives back exactly the bytes that came, whatever they are', async (t) => {
    const server = await startServer(t);
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) & 255);

    const url = await uploadFile(server.as('alice'), bytes, 'noise.bin');

    const response = await fetchFile(server, url, 'alice');
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes));
  });

  it('takes an empty file', async (t) => {
    const server = await startServer(t);

    const url = await uploadFile(server.as('alice'), '', 'empty.txt');

    const response = await fetchFile(server, url, 'alice');
    assert.deepEqual([response.status, await response.text()], [200, '']);
  });

  it('keeps the same content once, by its hash, for as long as somebody has it', async (t) => {
    const server = await startServer(t);
    const sha256 = createHash('sha256').update('Buy tea').digest('hex');

    const urls = [await uploadFile(server.as('alice')), await uploadFile(server.as('bob'), 'Buy tea', 'tea.txt')];

    assert.notEqual(urls[0], urls[1]);
    assert.deepEqual(storedFiles(server), [join(sha256.slice(0, 2), sha256)]);
    await server.as('alice').delete('/attachments/1');
    assert.deepEqual(storedFiles(server), [join(sha256.slice(0, 2), sha256)]);
    const kept = await fetchFile(server, urls[1] as string, 'bob');
    assert.equal(await kept.text(), 'Buy tea');
    await server.as('bob').delete('/attachments/2');
    await outliveTrash(server);
  });

  const names: [given: string, filename: string, address: string][] = [
    ['Grüße & 你好.txt', 'Grüße & 你好.txt', 'Grüße-你好.txt'],
    ['e\u0301.txt', 'e\u0301.txt', 'é.txt'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini', 'boot.ini'],
    ['..', 'uploaded-file.txt', 'uploaded-file.txt'],
    ['', 'uploaded-file.txt', 'uploaded-file.txt'],
    ['a\u202egnp.exe', 'agnp.exe', 'agnp.exe'],
    ['.htaccess', '.htaccess', 'htaccess'],
    ['a\u2067b\u0001c\u0085d.txt', 'abcd.txt', 'abcd.txt'],
    ['שלום.txt', 'שלום.txt', 'שלום.txt'],
    ['a\u2028b\u200e.txt', 'ab.txt', 'ab.txt'],
    [' a  b .txt ', 'a  b .txt', 'a-b.txt'],
    ['🙂', '🙂', 'file'],
    ['no ending', 'no ending', 'no-ending'],
    ["it's (50%).txt", "it's (50%).txt", 'it-s-50.txt'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(251)}.png`, `${'x'.repeat(76)}.png`],
  ];
  for (const [given, filename, address] of names) {
    it(`keeps the name ${JSON.stringify(given).slice(0, 40)}`, async (t) => {
      const server = await startServer(t);

      const { body } = await sendForm(server, [`filename="${given.replaceAll('\\', '\\\\')}"`]);

      assert.equal(body.filename, filename);
      assert.equal(decodeURIComponent(body.url.split('/').at(-1)), address);
      const response = await fetchFile(server, body.url, 'alice');
      assert.equal(await response.text(), 'hello');
      const disposition = response.headers.get('Content-Disposition') ?? '';
      assert.equal(decodeURIComponent(disposition.split("UTF-8''")[1] ?? ''), filename);
      assert.match(disposition, /^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.!~%-]+$/);
    });
  }

  it('reads names that are encoded as RFC 5987 has it, and takes null bytes out', async (t) => {
    const server = await startServer(t);

    const { body: encoded } = await sendForm(server, ["filename*=utf-8''%E2%82%AC%20rates.txt"]);
    const { body: nulls } = await sendForm(server, ["filename*=utf-8''a%00b.txt"]);

    assert.deepEqual([encoded.filename, nulls.filename], ['€ rates.txt', 'ab.txt']);
  });

  it('takes half a character of a name for one that is unknown', async (t) => {
    const server = await startServer(t);

    const { body } = await sendForm(server, ["filename*=utf-16le''%00%d8%61%00"]);

    assert.deepEqual(body.filename, '\ufffda');
  });

  it('takes a file whatever its field is called, and reports other fields', async (t) => {
    const server = await startServer(t);

    const { status, body } = await sendForm(server, ['filename="a.txt"'], [part('name="color"', 'red')]);

    assert.deepEqual([status, body.ignored_parameters_unsupported], [200, ['color']]);
  });

  const types: [what: string, content: string | Uint8Array<ArrayBuffer>, name: string, type: string, shown: boolean][] =
    [
      ['a picture', png(), 'picture.png', 'image/png', true],
      ['a picture called a page', png(), 'page.html', 'image/png', true],
      ['a film', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), 'film', 'video/mp4', true],
      [
        'a sound',
        Buffer.from(`ID3\x04\0\0\0\0\0\0\xff\xfb\x90\0${'\0'.repeat(500)}`, 'latin1'),
        'a.mp3',
        'audio/mpeg',
        true,
      ],
      ['a page called a picture', '<html><script>alert(1)</script>', 'picture.png', 'text/plain; charset=utf-8', false],
      [
        'an SVG',
        '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
        'a.svg',
        'text/plain; charset=utf-8',
        false,
      ],
      ['an SVG with a prolog', '<?xml version="1.0"?><svg/>', 'a.svg', 'application/xml', false],
      ['a PDF', '%PDF-1.7\n', 'a.pdf', 'application/pdf', false],
      ['a text that is cut inside a character', `${'a'.repeat(4099)}é`, 'a.txt', 'text/plain; charset=utf-8', false],
      ['anything else', Buffer.from([1, 0, 2, 255]), 'a.png', 'application/octet-stream', false],
      ['nothing', '', 'a.png', 'text/plain; charset=utf-8', false],
    ];
  for (const [what, content, name, type, shown] of types) {
    it(`tells ${what} by what it holds: ${type}, ${shown ? 'shown' : 'saved'}`, async (t) => {
      const server = await startServer(t);
      const url = await uploadFile(server.as('alice'), content as Uint8Array<ArrayBuffer>, name);

      const { headers } = await fetchFile(server, url, 'alice');

      assert.equal(headers.get('Content-Type'), type);
      assert.equal(headers.get('Content-Disposition')?.split(';')[0], shown ? 'inline' : 'attachment');
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
      assert.match(headers.get('Content-Security-Policy') ?? '', /^default-src 'none'; sandbox;/);
    });
  }

  it('takes a file of exactly the largest size, and keeps nothing of a larger one', async (t) => {
    const server = await startServer(t);
    server.app.config.max_upload_mib = 1;
    const fits = new Uint8Array(1024 * 1024);
    const refused = badRequest('Uploaded file is larger than the allowed limit of 1 MiB');

    const whole = await postFile(server.as('alice'), fits);
    const larger = await postFile(server.as('alice'), new Uint8Array(fits.length + 1));
    const huge = await postFile(server.as('alice'), new Uint8Array(fits.length * 20));

    assert.deepEqual([whole.status, larger.status, huge.status], [200, 400, 400]);
    assert.deepEqual([larger.body, huge.body], [refused, refused]);
    assert.equal(storedFiles(server).length, 1);
  });

  it('counts what everyone uploaded against the quota, which can be used up exactly', async (t) => {
    const server = await startServer(t);
    server.app.config.upload_quota_mib = 1;
    const half = new Uint8Array(512 * 1024);
    await uploadFile(server.as('alice'), half);

    const second = await postFile(server.as('bob'), half);
    const third = await postFile(server.as('bob'), 'x');

    assert.equal(second.status, 200);
    assert.deepEqual([third.status, third.body.code], [400, 'REALM_UPLOAD_QUOTA']);
    assert.equal(storedFiles(server).length, 1);
    assert.equal(server.db.value('SELECT count(*) FROM attachments'), 2);
  });

  it('keeps to the quota however many upload at the same time', async (t) => {
    const server = await startServer(t);
    server.app.config.upload_quota_mib = 1;
    const half = new Uint8Array(512 * 1024);

    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => postFile(server.as(n % 2 ? 'alice' : 'bob'), half)),
    );

    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, 400, 400, 400, 400]);
    assert.equal(server.db.value('SELECT sum(size) FROM attachments'), 1024 * 1024);
    await until(() => storedFiles(server).length === 1);
  });

  it('tells the limits to clients that register', async (t) => {
    const server = await startServer(t);
    server.app.config.max_upload_mib = 7;
    const limits = async () => {
      const { body } = await server.as('alice').post('/register', { fetch_event_types: ['realm'] });
      return [body.max_file_upload_size_mib, body.realm_upload_quota_mib];
    };

    const unlimited = await limits();
    server.app.config.upload_quota_mib = 500;

    assert.deepEqual(unlimited, [7, null]);
    assert.deepEqual(await limits(), [7, 500]);
  });

  const broken: [what: string, body: string, msg: string][] = [
    [
      'ends in the head of a file',
      part('name="file"; filename="a.txt"', 'hello').slice(0, -9),
      'Unexpected end of multipart data',
    ],
    ['ends inside a file', part('name="file"; filename="a.txt"', 'hello'), 'Unexpected end of multipart data'],
    ['has no part', 'hello', 'Unexpected end of multipart data'],
    ['has 10,000 small fields', manyParts(10_000, ''), 'it has more than 100 fields'],
  ];
  for (const [what, body, reason] of broken) {
    it(`refuses a form that ${what}, and keeps nothing`, async (t) => {
      const server = await startServer(t);

      const answer = await sendRaw(server, body);

      assert.deepEqual(
        [answer.status, answer.body],
        [400, badRequest(`The request body is not a valid form: ${reason}.`)],
      );
      assert.deepEqual(storedFiles(server), []);
      assert.equal(server.db.value('SELECT count(*) FROM attachments'), 0);
    });
  }

  it('refuses 10,000 small files and keeps none', async (t) => {
    const server = await startServer(t);

    const { status, body } = await sendRaw(server, manyParts(10_000, '; filename="a"'));

    assert.deepEqual([status, body], [400, badRequest('You may only upload one file at a time')]);
    await until(() => storedFiles(server).length === 0);
  });

  it('refuses a compressed form', async (t) => {
    const server = await startServer(t);

    const { status, body } = await sendRaw(server, 'x', { 'Content-Encoding': 'gzip' });

    assert.deepEqual([status, body.code], [415, 'UNSUPPORTED_CONTENT_ENCODING']);
  });

  it('keeps nothing of a body whose sender goes away half-way', async (t) => {
    const server = await startServer(t);
    const socket = sendHalf(t, server, server.as('alice').authorization);
    await until(() => storedFiles(server).length === 1);

    assert.match(storedFiles(server)[0] ?? '', /^transit\//);
    socket.destroy();

    await until(() => storedFiles(server).length === 0);
    assert.equal(server.db.value('SELECT count(*) FROM attachments'), 0);
  });

  it('says that the disk is full, keeps nothing, and works again once it is not', async (t) => {
    const server = await startServer(t);
    const handle = await import('node:fs/promises').then(({ open }) => open(import.meta.filename));
    const prototype = Object.getPrototypeOf(handle) as { appendFile: () => Promise<void> };
    await handle.close();
    const full = t.mock.method(prototype, 'appendFile', () =>
      Promise.reject(
        Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }),
      ),
    );

    const { status, body } = await postFile(server.as('alice'), new Uint8Array(3_000_000));

    assert.deepEqual([status, body.code], [503, 'DATABASE_UNAVAILABLE']);
    assert.equal(server.db.value('SELECT count(*) FROM attachments'), 0);
    assert.deepEqual(storedFiles(server), []);
    full.mock.restore();
    assert.equal((await postFile(server.as('alice'), 'x')).status, 200);
  });

  it('refuses files while the disk is nearly full, and messages go on', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice'], { event_types: ['attachment'] });
    server.app.config.keep_free_mib = Number.MAX_SAFE_INTEGER;

    const { status, body } = await postFile(server.as('alice'), 'Buy tea');

    const msg = 'The disk of the server is nearly full; files cannot be uploaded at the moment.';
    assert.deepEqual([status, body], [503, { result: 'error', msg, code: 'STORAGE_FULL' }]);
    assert.equal(server.db.value('SELECT count(*) FROM attachments'), 0);
    assert.deepEqual([storedFiles(server), await ears.heard()], [[], {}]);
    assert.ok((await send(server.as('alice'), { to: 'general', content: 'still here' })) > 0);
    server.app.config.keep_free_mib = 0;
    assert.equal((await postFile(server.as('alice'), 'Buy tea')).status, 200);
  });

  it('refuses a file that the disk has no room for before it has read it', async (t) => {
    const server = await startServer(t);
    server.app.config.keep_free_mib = 0;
    server.app.config.max_upload_mib = Number.MAX_SAFE_INTEGER;
    mkdirSync(server.app.config.data_dir, { recursive: true });

    const socket = sendHalf(t, server, server.as('alice').authorization, findSpace(server.app).total);

    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 503 [\s\S]*"code":"STORAGE_FULL"/);
    await until(() => storedFiles(server).length === 0);
  });

  it('looks again while a file arrives, and keeps nothing of it', async (t) => {
    const server = await startServer(t);
    let chunks = 0;
    const body = new ReadableStream({
      async pull(controller) {
        if (chunks === 0) controller.enqueue(Buffer.from(part('name="f"; filename="a"', '').slice(0, -2)));
        if (chunks++ === 3) {
          await until(() => storedFiles(server).length > 0);
          server.app.config.keep_free_mib = Number.MAX_SAFE_INTEGER;
        }
        if (chunks < 40) controller.enqueue(new Uint8Array(1024 * 1024));
        else controller.close();
      },
    });

    const headers = { 'Content-Type': 'multipart/form-data; boundary=xx' };
    const init = { body, headers, duplex: 'half' } as RequestInit;
    const answer = await server.as('alice').send('POST', '/user_uploads', init);

    assert.deepEqual([answer.status, answer.body.code], [503, 'STORAGE_FULL']);
    assert.ok(chunks < 40, `${chunks} MiB were read`);
    await until(() => storedFiles(server).length === 0);
  });

  it('keeps no row of a file that cannot be put in its place', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice']);
    const sha256 = createHash('sha256').update('Buy tea').digest('hex');
    mkdirSync(join(server.app.config.data_dir, 'uploads', sha256.slice(0, 2), sha256), { recursive: true });

    const { status } = await postFile(server.as('alice'), 'Buy tea');

    assert.equal(status, 500);
    assert.equal(server.db.value('SELECT count(*) FROM attachments'), 0);
    assert.deepEqual(await ears.heard(), {});
    assert.deepEqual(storedFiles(server), []);
  });
});

describe('the start of a server', () => {
  it('removes uploads that a crash cut off, and nothing else', async (t) => {
    const server = await startServer(t);
    const { as, app } = server;
    await uploadFile(as('alice'), gif(1), 'a.gif');
    writeUpload(server, join('ab', `ab${'0'.repeat(62)}`));
    const before = storedFiles(server);
    writeUpload(server, join('transit', 'half'));

    clearTransit(app);

    assert.deepEqual(storedFiles(server), before);
  });
});

function writeUpload({ app }: TestServer, name: string): void {
  const file = join(app.config.data_dir, 'uploads', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'stray');
}

/** Begins to upload a file, and stops in the middle of it. */
function sendHalf(t: TestContext, { url }: TestServer, authorization: string, length = 1_000_000): Socket {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  t.after(() => socket.destroy());
  const head = [
    'POST /api/v1/user_uploads HTTP/1.1',
    `Host: ${host}`,
    `Authorization: ${authorization}`,
    'Content-Type: multipart/form-data; boundary=xx',
    `Content-Length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${part('name="f"; filename="a"', 'x'.repeat(200_000)).slice(0, -2)}`);
  return socket;
}

function part(disposition: string, content: string): string {
  return `--xx\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}

function manyParts(count: number, name: string): string {
  return `${Array.from({ length: count }, (_, index) => part(`name="f${index}"${name}`, 'x')).join('')}--xx--\r\n`;
}

/** Sends a form of a file as its disposition says, before some other parts. */
function sendForm(server: TestServer, [disposition = '']: string[], others: string[] = []) {
  return sendRaw(server, `${part(`name="file"; ${disposition}`, 'hello')}${others.join('')}--xx--\r\n`);
}

function sendRaw(server: TestServer, body: string, headers: Record<string, string> = {}) {
  const type = { 'Content-Type': 'multipart/form-data; boundary=xx' };
  return server.as('alice').send('POST', '/user_uploads', { body, headers: { ...type, ...headers } });
}
