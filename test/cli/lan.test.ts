import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer, request } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, isIPv4 } from 'node:net';
import os, { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import tls from 'node:tls';
import jsqr from 'jsqr';
import openMulticastDns from 'multicast-dns';
import { ensureNetworkCertificate, localName } from '../../src/acme/network-certificate.ts';
import { createSigned } from '../../src/acme/own-certificate.ts';
import { move, readLanConfig } from '../../src/cli/lan.ts';
import { answerLocalName } from '../../src/cli/local-name.ts';
import { readSettings } from '../../src/cli/options.ts';
import type { Clock } from '../../src/ground/clock.ts';
import { pathsIn } from '../../src/ground/data-paths.ts';
import { createLog, silentLog } from '../../src/ground/log.ts';
import { testConfig } from '../support/server.ts';
import { makePlace, mode } from './place.ts';

/** Multicast of this machine alone. */
const here = { interface: '127.0.0.1', bind: '0.0.0.0' };

/** The text of the QR code that stands in a text, each of whose lines has two rows of it. */
function readQrCode(text: string): string | undefined {
  const lines = text.split('\n').flatMap((line) => /^ {14}\S*?([ █▀▄]{10,})/.exec(line)?.[1] ?? []);
  return decode(lines.flatMap((line) => ['▀█', '▄█'].map((light) => [...line].map((sign) => light.includes(sign)))));
}

/** The text of the QR code of a page, whose dark squares are parts of one path. */
function readQrSvg(html: string): string | undefined {
  const [, size = ''] = /viewBox="0 0 (\d+)/.exec(html) ?? [];
  const squares = [...html.matchAll(/M(\d+),(\d+)h(\d+)v/g)].map((found) => found.slice(1).map(Number));
  const unit = squares[0]?.[2] ?? 1;
  const dark = new Set(squares.map(([x = 0, y = 0]) => `${x / unit} ${y / unit}`));
  const all = Array.from({ length: Number(size) / unit }, (_, index) => index);
  return decode(all.map((y) => all.map((x) => !dark.has(`${x} ${y}`))));
}

/** The text of a QR code; the modules that are true are light. */
function decode(rows: readonly boolean[][]): string | undefined {
  // The library wants modules of several pixels.
  const scale = 4;
  const [width, height] = [(rows[0]?.length ?? 0) * scale, rows.length * scale];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isLight = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      pixels.fill(isLight ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return jsqr.default(pixels, width, height)?.data;
}

/** The server that asks on this machine, and ends with the test. */
function ask(t: TestContext) {
  const asking = openMulticastDns(here);
  t.after(() => asking.destroy());
  return asking;
}

describe('chatd.local', () => {
  it('is found by a query of multicast DNS, in any case of letters', async (t) => {
    const stop = await answerLocalName(() => '192.0.2.7', silentLog, here);
    t.after(stop);
    const asking = ask(t);

    for (const name of [localName, 'Chatd.LOCAL']) {
      const answered = once(asking, 'response');
      asking.query(name, 'A');
      const [{ answers }] = await answered;
      assert.deepEqual(
        answers.map(({ name, type, data }: { name: string; type: string; data: unknown }) => [name, type, data]),
        [[localName, 'A', '192.0.2.7']],
      );
    }
  });

  it('is silent for other names, and once it was stopped', async (t) => {
    const stop = await answerLocalName(() => '192.0.2.7', silentLog, here);
    const asking = ask(t);
    let answers = 0;
    asking.on('response', () => answers++);

    asking.query('printer.local', 'A');
    asking.query(localName, 'TXT');
    const last = once(asking, 'response');
    asking.query(localName, 'A');
    await last;
    stop();
    const asked = once(asking, 'query');
    asking.query(localName, 'A');
    await asked;

    assert.equal(answers, 1);
  });

  it('neither answers nor logs garbage, with which strangers could fill the log', async (t) => {
    const lines: string[] = [];
    const log = createLog('debug', 'text', (line) => lines.push(line));
    t.after(await answerLocalName(() => '192.0.2.7', log, here));
    const asking = ask(t);
    let answers = 0;
    asking.on('response', () => answers++);
    const askOnce = async () => {
      const answered = once(asking, 'response');
      asking.query(localName, 'A');
      await answered;
    };
    await askOnce();

    await sendToAll(t, garbage());
    await askOnce();

    assert.deepEqual([answers, lines], [2, []]);
  });
});

/** Packets that are no queries, or that end too soon, name too much, or lead nowhere. */
function garbage(): Buffer[] {
  const query = Buffer.from('\0\0\0\0\0\x01\0\0\0\0\0\0\x05chatd\x05local\0\0\x01\0\x01', 'latin1');
  const change = (at: number, ...bytes: number[]) => Buffer.concat([query.subarray(0, at), Buffer.from(bytes)]);
  return [
    Buffer.alloc(0),
    ...[1, 11, 12, 20, query.length - 1].map((length) => query.subarray(0, length)),
    Buffer.alloc(512),
    Buffer.alloc(512, 0xff),
    Buffer.from('GET / HTTP/1.1\r\nHost: chatd.local\r\n\r\n'),
    // More questions than there are.
    Buffer.concat([query.subarray(0, 4), Buffer.from([0xff, 0xff]), query.subarray(6)]),
    // A name that begins where it begins, and one that is longer than the packet.
    change(12, 0xc0, 12, 0, 1, 0, 1),
    change(12, 63, 97),
  ];
}

/** Sends packets to everybody on this machine who hears multicast DNS. */
async function sendToAll(t: TestContext, packets: readonly Buffer[]): Promise<void> {
  const socket = createSocket('udp4').bind(0, here.interface);
  t.after(() => socket.close());
  await once(socket, 'listening');
  socket.setMulticastInterface(here.interface);
  for (const packet of packets) {
    await new Promise((resolve) => socket.send(packet, 5353, '224.0.0.251', resolve));
  }
}

describe('chatd serve --lan', () => {
  it('prints its address in the network as text and as a QR code, and what does not work without HTTPS', async (t) => {
    const server = await makePlace(t).serve(['--lan', '--public-url', 'http://192.0.2.7:9991']);
    await server.hear('no microphone');

    assert.equal(readQrCode(server.said()), 'http://192.0.2.7:9991');
    assert.match(server.said(), /for phones {2}http:\/\/192\.0\.2\.7:9991/);
    assert.match(server.said(), /without HTTPS.*notifications.*microphone/);
    assert.equal((await server.end('SIGTERM')).exitCode, 0);
  });
});

/** What a server says that is reached by HTTPS and, before that, by HTTP. */
async function startWithOwnRoot(t: TestContext, ...args: string[]) {
  const place = makePlace(t);
  const server = await place.serve(['--lan-https', '--public-url', 'https://192.168.7.7:9991', ...args]);
  await server.hear('devices that install');
  const plain = (/leading from HTTP to HTTPS address=(\S+)/.exec(server.said()) ?? [])[1] ?? '';
  const { port } = new URL(plain);
  const [shown = ''] = /https:\/\/127\.0\.0\.1:\d+/.exec(server.said()) ?? [];
  const path = (/to show +http:\/\/192\.168\.7\.7:\d+(\/nearby\/\S+)/.exec(server.said()) ?? [])[1] ?? '';
  return { place, server, plain, port, secure: shown, path };
}

/** A page as a browser asks for it, which follows nowhere by itself. */
const visit = (url: string) => fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' });

describe('chatd serve --lan-https', () => {
  it('signs a certificate for this machine, with a root that phones get by HTTP', async (t) => {
    const { place, server, plain, port, secure, path } = await startWithOwnRoot(t);
    const root = await (await fetch(`${plain}/chatd-root.crt`)).text();

    assert.equal(readQrCode(server.said()), `http://192.168.7.7:${port}`);
    assert.doesNotMatch(root, /PRIVATE/);
    const [first, ...more] = await Promise.all(
      ['192.168.7.7', 'chatd.local', '127.0.0.1'].map((name) => ask443(secure, name, root)),
    );
    assert.deepEqual([first, more], [{ status: 200, hsts: undefined }, [first, first]]);
    await assert.rejects(ask443(secure, 'www.example.com', root), /ERR_TLS_CERT_ALTNAME_INVALID/);

    const before = await (await visit(`${plain}/#narrow`)).text();
    assert.ok(before.includes('href="/chatd-root.crt"') && before.includes('href="https://192.168.7.7:9991/"'), before);
    assert.ok((await (await visit(`${plain}/demo/a/?b=c`)).text()).includes('https://192.168.7.7:9991/demo/a/?b=c'));
    assert.ok((await (await visit(`${plain}${path}`)).text()).includes('<svg'));
    const program = await fetch(`${plain}/api/v1/messages`, { redirect: 'manual' });
    assert.deepEqual(
      [program.status, program.headers.get('location')],
      [301, 'https://192.168.7.7:9991/api/v1/messages'],
    );
    for (const name of ['root.pem', 'certificate.pem']) {
      assert.equal(mode(place.path(`chatd-data/network/${name}`)), '600');
    }
  });

  it('shows the fingerprint of the root that it gives out, in the terminal and on both pages', async (t) => {
    const { server, plain, path } = await startWithOwnRoot(t);
    await server.hear('compare');
    const [, root = ''] = /-----\n([^-]+)/.exec(await (await fetch(`${plain}/chatd-root.crt`)).text()) ?? [];
    const pairs = createHash('sha256').update(Buffer.from(root, 'base64')).digest('hex').toUpperCase().match(/../g);
    const pages = await Promise.all(['/', path].map(async (one) => (await visit(plain + one)).text()));

    const shown = [server.said(), ...pages].map((text) => text.match(/\b[\dA-F]{2}(:\s*[\dA-F]{2}){31}\b/g));
    assert.deepEqual(
      shown.map((found) => found?.map((one) => one.split(/:\s*/))),
      Array(3).fill([pairs]),
    );
  });

  it('writes the way in and the fingerprint as fields of a JSON log', async (t) => {
    const place = makePlace(t);
    const url = 'https://192.168.7.7:9991';
    const server = await place.serve(['--lan-https', '--public-url', url, '--log-format', 'json']);
    await server.hear('for phones');
    const { stderr } = await server.end('SIGTERM');

    const entries = stderr.trimEnd().split('\n');
    const { time: _time, ...entry } = JSON.parse(entries.find((line) => line.includes('"for phones"')) ?? '{}');
    const { fingerprint256 } = new X509Certificate(readFileSync(pathsIn(place.path('chatd-data')).networkRoot));
    const page = new URL(entry.page);
    assert.match(page.pathname, /^\/nearby\/\S+$/);
    assert.deepEqual(entry, {
      level: 'info',
      event: 'for phones',
      url: page.origin,
      local_url: `http://chatd.local:${page.port}`,
      page: page.href,
      sha256_fingerprint: fingerprint256,
    });
  });

  it('refuses what its root may not vouch for, and certificates beside its own', async (t) => {
    const place = makePlace(t);
    for (const [args, problem] of [
      [['--public-url', 'https://chat.example.com'], /local addresses and chatd\.local/],
      [['--public-url', 'http://192.168.7.7'], /local addresses/],
      [['--http-listen', 'none'], /needs --http-listen/],
      [['--acme', 'you@example.com', '--public-url', 'chat.example.com'], /takes the place/],
    ] as const) {
      const { exitCode, stderr } = await place.ask(['serve', '--lan-https', '--listen', '127.0.0.1:0', ...args]);
      assert.notEqual(exitCode, 0);
      assert.match(stderr, problem);
    }
  });
});

/** How the server answers a client that trusts this root alone, and knows it by this name. */
async function ask443(url: string, name: string, ca: string) {
  const checkServerIdentity: typeof tls.checkServerIdentity = (_, shown) => tls.checkServerIdentity(name, shown);
  const asked = request(`${url}/health`, { ca, checkServerIdentity, agent: false }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return { status: response.statusCode, hsts: response.headers['strict-transport-security'] };
}

describe('the certificate for a local network', () => {
  const makeFolder = (t: TestContext) => {
    const { folder } = makePlace(t);
    const { networkRoot, networkCertificate } = pathsIn(folder);
    const read = () => [networkRoot, networkCertificate].map((file) => readFileSync(file, 'utf8'));
    const clock = { time: Date.now() / 1000 };
    const ensure = (...names: string[]) => ensureNetworkCertificate(folder, names, { now: () => clock.time } as Clock);
    return { read, clock, ensure };
  };

  it('is made again for another address and before its end, by the same root', async (t) => {
    const { read, clock, ensure } = makeFolder(t);

    await ensure('192.168.7.7', localName);
    const [root, first] = read();
    await ensure('192.168.7.7', localName);
    assert.deepEqual(read(), [root, first]);

    await ensure('10.0.0.5', localName);
    const [same, second] = read();
    assert.equal(same, root);
    assert.equal(new X509Certificate(second ?? '').checkIP('10.0.0.5'), '10.0.0.5');

    clock.time += 380 * 86_400;
    await ensure('10.0.0.5', localName);
    assert.deepEqual([read()[0] === root, read()[1] === second], [true, false]);
    clock.time += 9 * 365 * 86_400;
    await ensure('10.0.0.5', localName);
    assert.notEqual(read()[0], root);
  });

  it('cannot vouch for the internet, even in the hands of a thief', async (t) => {
    const { read, ensure } = makeFolder(t);
    await ensure('192.168.7.7');
    const [root = ''] = read();

    const verdicts = await Promise.all(
      ['www.example.com', '93.184.216.34', '192.168.1.1'].map(async (name) => {
        const forged = await createSigned(root, [name]);
        const server = createServer({ cert: forged, key: forged }, (_, response) => response.end()).listen(
          0,
          '127.0.0.1',
        );
        await once(server, 'listening');
        t.after(() => server.close());
        const { port } = server.address() as AddressInfo;
        return ask443(`https://127.0.0.1:${port}`, name, root).then(
          ({ status }) => status,
          (error) => error.message,
        );
      }),
    );

    assert.deepEqual(verdicts, ['permitted subtree violation', 'permitted subtree violation', 200]);
  });
});

describe('a machine that moves to another network', () => {
  const inNetworks = (...addresses: string[]) => ({
    eth0: addresses.map((address) => ({
      address,
      family: isIPv4(address) ? ('IPv4' as const) : ('IPv6' as const),
      internal: address.startsWith('127.'),
    })),
  });

  it('takes the new address, and none while there is none', () => {
    const config = { ...testConfig(), listen: { host: '0.0.0.0', port: 9991 }, public_url: 'http://192.168.7.7:9991' };

    assert.equal(move(config, inNetworks('192.168.7.7')), false);
    assert.equal(move(config, inNetworks('127.0.0.1')), false);
    assert.equal(config.public_url, 'http://192.168.7.7:9991');
    assert.equal(move(config, inNetworks('10.0.0.5')), true);
    assert.equal(config.public_url, 'http://10.0.0.5:9991');
  });

  it('never takes an address of the internet', () => {
    const config = { ...testConfig(), listen: { host: '0.0.0.0', port: 9991 }, public_url: 'http://192.168.7.7:9991' };
    const after = (...addresses: string[]) => {
      const hasMoved = move(config, inNetworks(...addresses));
      return [hasMoved, new URL(config.public_url).hostname];
    };

    for (const address of ['93.184.216.34', '172.32.0.1', '11.0.0.1', '192.169.0.1', '100.128.0.1', '2001:db8::1']) {
      assert.deepEqual(after(address), [false, '192.168.7.7'], address);
    }
    assert.deepEqual(after('93.184.216.34', '10.0.0.5'), [true, '10.0.0.5']);
    assert.deepEqual(after('93.184.216.34', '10.0.0.5', '172.16.0.9'), [false, '10.0.0.5']);
    assert.deepEqual(after('172.31.255.254'), [true, '172.31.255.254']);
    assert.deepEqual(after('169.254.7.7'), [true, '169.254.7.7']);
  });

  it('starts with a local address, and without one only over plain HTTP', (t) => {
    const start = (has_own_root: boolean, ...addresses: string[]) => {
      t.mock.method(os, 'networkInterfaces', () => inNetworks(...addresses));
      syncBuiltinESMExports();
      const facts = { data_dir: tmpdir(), isDemo: false };
      return readLanConfig(readSettings({}), facts, has_own_root).public_url;
    };
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });

    assert.equal(start(false, '93.184.216.34', '10.0.0.5'), 'http://10.0.0.5:9991');
    assert.equal(start(true, '93.184.216.34', '10.0.0.5'), 'https://10.0.0.5:9991');
    assert.equal(start(false, '93.184.216.34'), 'http://93.184.216.34:9991');
    assert.throws(() => start(true, '93.184.216.34'), /local addresses and chatd\.local/);
  });
});

describe('the page with the way in', () => {
  it('shows the address as a QR code to the person who started the server, and to nobody else', async (t) => {
    const server = await makePlace(t).serve(['--lan', '--public-url', 'http://192.168.7.7:9991']);
    await server.hear('no microphone');
    const [, path = ''] = /to show +http:\/\/192\.168\.7\.7:9991(\/nearby\/\S+)/.exec(server.said()) ?? [];

    const page = await visit(server.url + path);
    const html = await page.text();
    assert.equal(page.status, 200);
    assert.equal(readQrSvg(html), 'http://192.168.7.7:9991');
    assert.match(html, /http:\/\/chatd\.local:9991/);
    assert.match(html, /Without HTTPS/);
    assert.match(html, /href="http:\/\/192\.168\.7\.7:9991\/setup\//);
    for (const other of ['/nearby/guess/', '/nearby/']) assert.equal((await visit(server.url + other)).status, 404);
  });

  it("shows the first owner's link to nobody behind a proxy on the same machine", async (t) => {
    const server = await makePlace(t).serve(['--lan', '--public-url', 'http://192.168.7.7:9991']);
    await server.hear('no microphone');
    const [, path = ''] = /to show +http:\/\/192\.168\.7\.7:9991(\/nearby\/\S+)/.exec(server.said()) ?? [];
    const hasLink = async (headers: Record<string, string> = {}) => {
      const [response] = await once(get(server.url + path, { headers }), 'response');
      const html = await text(response);
      assert.equal(readQrSvg(html), 'http://192.168.7.7:9991');
      return html.includes('/setup/');
    };

    assert.equal(await hasLink(), true);
    for (const headers of [
      { 'X-Forwarded-For': '192.168.7.8' },
      { 'X-Real-IP': '192.168.7.8' },
      { Host: 'chat.lan' },
    ]) {
      assert.equal(await hasLink(headers), false, JSON.stringify(headers));
    }
  });
});
