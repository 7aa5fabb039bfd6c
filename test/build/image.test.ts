import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { readAddon, readPackage, root } from '../../bin/executable/stage.ts';
import { parseTarget } from '../../bin/executable/target.ts';
import { packImage, type Release } from '../../bin/packages/image.ts';
import { findLibraries } from '../../bin/packages/libraries.ts';

const executable = fileURLToPath(new URL('../../dist/chatd', import.meta.url));
const user = 10_001;

function releaseWith(program: Buffer): Release {
  const addon = readAddon(parseTarget('linux-x64', root));
  return { ...readPackage(), arch: 'x64', program, addon, licenses: Buffer.from('All of them.') };
}

function whyNoLibraries(): string | false {
  try {
    findLibraries('x64');
    return false;
  } catch (error) {
    return String(error);
  }
}

const noLibraries = process.platform !== 'linux' ? 'needs the C library of Debian' : whyNoLibraries();

describe('the image', { skip: noLibraries }, () => {
  it('names its parts by their content, for Docker and for OCI', async (t) => {
    const { parts, json } = await open(
      await packImage(releaseWith(Buffer.from('a program')), join(makeFolder(t), 'of')),
    );

    const blobs = [...parts].filter(([path]) => path.startsWith('blobs/sha256/'));
    for (const [path, content] of blobs) assert.equal(path, `blobs/sha256/${hash('sha256', content)}`);
    const [{ Config, Layers, RepoTags }] = json('manifest.json');
    const [{ digest, size }] = json('index.json').manifests;
    const manifest = json(pathOf(digest));
    assert.equal(size, parts.get(pathOf(digest))?.length);
    assert.deepEqual(RepoTags, [`chatd:${readPackage().version}`]);
    assert.deepEqual(
      [Config, ...Layers],
      [manifest.config, ...manifest.layers].map(({ digest }) => pathOf(digest)),
    );
    const unpacked = Layers.map((path: string) => gunzipSync(parts.get(path) as Buffer));
    assert.deepEqual(
      json(Config).rootfs.diff_ids,
      unpacked.map((layer: Buffer) => `sha256:${hash('sha256', layer)}`),
    );
    assert.equal(blobs.length, 2 + Layers.length);
  });

  it('has files that root alone can change, and a place for data that is the user’s', async (t) => {
    const { parts, json } = await open(
      await packImage(releaseWith(Buffer.from('a program')), join(makeFolder(t), 'of')),
    );

    const [{ Config, Layers }] = json('manifest.json');
    const layers = await Promise.all(Layers.map((path: string) => unpackTar(gunzipSync(parts.get(path) as Buffer))));
    const others = layers
      .flat()
      .flatMap(({ header: { name, uid, gid, mode = 0 } }) =>
        uid === 0 && gid === 0 && (mode & 0o022) === 0 ? [] : [[name, uid, gid, mode.toString(8)]],
      );
    assert.deepEqual(others, [
      ['data/', user, user, '700'],
      ['tmp/', 0, 0, '1777'],
    ]);
    const { User, Volumes, Entrypoint, Healthcheck } = json(Config).config;
    assert.deepEqual([User, Volumes, Entrypoint], [`${user}:${user}`, { '/data': {} }, ['/usr/bin/chatd']]);
    assert.deepEqual(Healthcheck.Test, ['CMD', '/usr/bin/chatd', 'healthcheck']);
  });

  it('is the same each time', async (t) => {
    const release = releaseWith(Buffer.from('a program'));

    const [one, other] = await Promise.all([
      packImage(release, join(makeFolder(t), 'of')),
      packImage(release, join(makeFolder(t), 'of')),
    ]);

    assert.ok(readFileSync(one).equals(readFileSync(other)));
  });
});

describe('a container of the image', { skip: noLibraries || whyNoPodman(), timeout: 300_000 }, () => {
  before(() => assert.ok(existsSync(executable), 'dist/chatd is missing: npm run build makes it'));

  it('serves without rights, on a read-only root with 256 MB, and says whether it is well', async (t) => {
    const folder = makeFolder(t);
    const podman = podmanIn(t, folder);
    podman('load', '--input', await packImage(releaseWith(readFileSync(executable)), join(folder, 'chatd')));

    const limits = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--security-opt=no-new-privileges'];
    const small = ['--memory=256m', '--ulimit=nofile=1024:1024', '--ulimit=nproc=1000:1000', '--network=none'];
    // The timers of Podman need systemd.
    const seldom = '--health-interval=disable';
    const name = `chatd:${readPackage().version}`;
    podman('run', '--detach', '--name=chat', ...limits, ...small, seldom, '--volume=data:/data', name);
    const late = performance.now() + 60_000;
    while (podman.status('healthcheck', 'run', 'chat') !== 0) {
      assert.ok(performance.now() < late, podman.log('chat'));
      await setTimeout(200);
    }

    const inside = (...args: string[]) => podman('exec', 'chat', 'chatd', ...args);
    inside('create-user', 'ada@example.com', '--name', 'Ada', '--random-password');
    assert.match(inside('list-users'), /ada@example\.com/);
    const { running, healthy, problem } = JSON.parse(inside('status', '--json'));
    assert.deepEqual({ running, healthy, problem }, { running: true, healthy: true, problem: null });
    podman('stop', '--time=30', 'chat');
    assert.equal(podman('inspect', 'chat', '--format={{.State.ExitCode}}'), '0\n');
    const again = podman('run', '--rm', ...limits, ...small, seldom, '--volume=data:/data', name, 'list-users');
    assert.match(again, /ada@example\.com/);
  });
});

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-image-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function pathOf(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}

/** The files of an archive. */
async function open(file: string) {
  const entries = await unpackTar(readFileSync(file));
  const parts = new Map(
    entries.flatMap(({ header, data }) => (data ? [[header.name, Buffer.from(data)] as const] : [])),
  );
  return { parts, json: (path: string) => JSON.parse(String(parts.get(path))) };
}

/** With the first of the runtimes that can. */
function findRuntime(): string | undefined {
  const run = (runtime: string) => spawnSync(runtime, ['--version']).error === undefined;
  return ['runc', 'crun'].find(run);
}

function whyNoPodman(): string | false {
  if (spawnSync('podman', ['--version']).error) return 'podman is not installed';
  if (process.geteuid?.() !== 0) return 'needs root, to limit the memory of a container';
  return findRuntime() === undefined && 'neither runc nor crun is installed';
}

/** Runs Podman with a store of its own, and removes all of it after the test. */
function podmanIn(t: TestContext, folder: string) {
  const own = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--runtime', findRuntime() ?? ''];
  const start = (args: readonly string[]) =>
    spawnSync('podman', [...own, '--cgroup-manager=cgroupfs', ...args], { encoding: 'utf8' });
  t.after(() => {
    start(['system', 'reset', '--force']);
    // It makes its folders again.
    rmSync(folder, { recursive: true, force: true });
  });
  const podman = (...args: string[]): string => {
    const { status, stdout, stderr } = start(args);
    assert.equal(status, 0, `podman ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  podman.status = (...args: string[]) => start(args).status;
  podman.log = (name: string) => start(['logs', name]).stderr;
  return podman;
}
