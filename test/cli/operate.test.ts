import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pebbleFolder, whyNoPebble } from '../acme/pebble.ts';
import { certificates } from '../support/certificates.ts';
import { Container, type Ended, makeRoot, whyNoContainer } from '../support/container.ts';

const executable = fileURLToPath(new URL('../../dist/chatd', import.meta.url));
const text = readFileSync(fileURLToPath(new URL('../../.docs/operate.md', import.meta.url)), 'utf8');
/** The commands of the document, as it has them, in blocks. */
const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block.trim().split('\n'));
/** In milliseconds. */
const patience = 120_000;

/** A machine on which the name is its own, and asks the authority of the tests instead of the usual one. */
function makeMachine(): string {
  const root = makeRoot();
  // Those of a Debian ask more files, which are not here.
  mkdirSync(join(root, 'etc/pam.d'));
  const pam = ['auth sufficient pam_rootok.so', 'account required pam_permit.so', 'session required pam_permit.so'];
  writeFileSync(join(root, 'etc/pam.d/runuser'), `${pam.join('\n')}\n`);
  const folder = join(root, 'etc/systemd/system/chatd.service.d');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(root, 'var/backups'));
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost chat.example.com\n');
  const settings = ['CHATD_ACME_DIRECTORY=https://localhost:14000/dir', 'CHATD_ACME_CA_FILE=/etc/pebble/cert.pem'];
  writeFileSync(
    join(folder, 'test.conf'),
    ['[Service]', ...settings.map((one) => `Environment=${one}`), ''].join('\n'),
  );
  const pebble = join(root, 'etc/pebble');
  cpSync(pebbleFolder, pebble, { recursive: true });
  writeFileSync(join(pebble, 'cert.pem'), certificates[0].cert, { mode: 0o644 });
  writeFileSync(join(pebble, 'key.pem'), certificates[0].key);
  const config = {
    ...{ listenAddress: '127.0.0.1:14000', managementListenAddress: '127.0.0.1:15000', keyAlgorithm: 'ecdsa' },
    ...{ certificate: '/etc/pebble/cert.pem', privateKey: '/etc/pebble/key.pem', httpPort: 80, tlsPort: 443 },
    profiles: { default: { description: '', validityPeriod: 90 * 86_400 } },
  };
  writeFileSync(join(pebble, 'pebble.json'), JSON.stringify({ pebble: config }));
  const names =
    'pebble-challtestsrv -http01= -https01= -tlsalpn01= -doh= -dnsserver 127.0.0.1:8053 -management 127.0.0.1:8055';
  for (const [name, command] of [
    ['names', `${names} -defaultIPv6=`],
    ['authority', 'pebble -config /etc/pebble/pebble.json -dnsserver 127.0.0.1:8053'],
  ]) {
    const unit = ['[Unit]', 'DefaultDependencies=no', '[Service]', `ExecStart=/etc/pebble/${command}`];
    writeFileSync(
      join(root, `etc/systemd/system/${name}.service`),
      `${unit.join('\n')}\nEnvironment=PEBBLE_VA_NOSLEEP=1\n`,
    );
  }
  return root;
}

describe('.docs/operate.md', { skip: whyNoContainer() || whyNoPebble, timeout: 900_000 }, () => {
  const machines: Container[] = [];
  after(async () => {
    for (const machine of machines) await machine.end();
  });

  const boot = async () => {
    const machine = await Container.boot(makeMachine(), executable);
    machines.push(machine);
    for (const name of ['names', 'authority']) await machine.run('systemctl', 'start', name);
    return machine;
  };
  const take = async (machine: Container, command: string | undefined): Promise<Ended> => {
    const ended = await machine.run('sh', '-c', command ?? 'false');
    assert.equal(ended.exitCode, 0, `${command}\n${ended.stdout}${ended.stderr}${await log(machine)}`);
    return ended;
  };
  const log = async (machine: Container) => (await machine.run('journalctl', '--unit=chatd', '--no-pager')).stdout;
  const eventually = async (machine: Container, condition: () => Promise<boolean>) => {
    const late = performance.now() + patience;
    while (!(await condition())) {
      assert.ok(performance.now() < late, `${condition} does not hold; the log:\n${await log(machine)}`);
      await setTimeout(500);
    }
  };
  /** Whether a client that trusts the authority's root alone reaches the server by its name. */
  const isTrusted = async (machine: Container) => {
    const script = `
      const [https, fs] = [require('node:https'), require('node:fs')];
      const get = (where, ca, then) => https.get({ ...where, host: '127.0.0.1', ca }, (response) => {
        let body = ''; response.on('data', (part) => { body += part; }).on('end', () => then(body));
      }).on('error', (error) => { console.log(error.code); });
      get({ servername: 'localhost', port: 15000, path: '/roots/0' }, fs.readFileSync('${join(machine.root, 'etc/pebble/cert.pem')}'), (root) =>
        get({ servername: 'chat.example.com', port: 443, path: '/health' }, root, console.log));`;
    return (await machine.runInNetwork(process.execPath, '-e', script)).stdout.includes('"ok"');
  };

  let first: Container;

  before(async () => {
    assert.ok(existsSync(executable), 'dist/chatd is missing: npm run build makes it');
    first = await boot();
  });

  it('leads to a team with a certificate, by ten commands at most', async () => {
    const [install, create, name, invite] = blocks[0] ?? [];
    assert.ok(blocks[0] && blocks[0].length <= 10);
    await take(first, install);
    await eventually(first, () => isTrusted(first));

    assert.match((await take(first, create)).stdout, /password/);
    await take(first, name);
    assert.match((await take(first, invite)).stdout, /https:\/\/chat\.example\.com\/join\//);
  });

  it('makes a backup that a second machine goes on with, with a certificate of its own', async () => {
    const [backup, [restore, install] = []] = blocks.slice(1);
    await take(first, backup?.[0]);
    await first.run('systemctl', 'kill', '--signal=KILL', 'chatd');

    const second = await boot();
    cpSync(join(first.root, 'var/backups/chatd'), join(second.root, 'var/backups/chatd'), { recursive: true });
    await take(second, restore);
    await take(second, install);
    await eventually(second, () => isTrusted(second));

    const users = await take(second, 'runuser -u chatd -- chatd list-users --data-dir /var/lib/chatd');
    assert.match(users.stdout, /you@example\.com/);
    const settings = await take(second, 'runuser -u chatd -- chatd settings get name --data-dir /var/lib/chatd');
    assert.match(settings.stdout, /Your Team/);
  });

  it('leaves a server that renews its certificate', async () => {
    const machine = machines.at(-1) as Container;
    const file = join(machine.root, 'var/lib/chatd/acme');
    const before = readFileSync(join(file, 'certificate.pem'), 'utf8');
    await machine.run('systemctl', 'stop', 'chatd');
    // As if the authority had said that it is time.
    const record = JSON.parse(readFileSync(join(file, 'record.json'), 'utf8'));
    const now = Math.floor(Date.now() / 1000);
    const due = { ...record, obtained_at: now - 3 * 86_400, renew_at: now - 1, asked_at: now };
    writeFileSync(join(file, 'record.json'), JSON.stringify(due));

    await machine.run('systemctl', 'start', 'chatd');

    await eventually(machine, async () => readFileSync(join(file, 'certificate.pem'), 'utf8') !== before);
    await eventually(machine, () => isTrusted(machine));
  });
});
