import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { findLibraries } from './libraries.ts';
import { epoch, makeTar, type TarFile } from './tar.ts';

/** What a package is made of. */
export interface Release {
  version: string;
  description: string;
  /** The SPDX name. */
  license: string;
  /** Node's name of the processor. */
  arch: string;
  program: Buffer;
  /** The addon that the program would unpack, by the name that it looks for. */
  addon: { name: string; content: Buffer };
  /** The licenses of all that the program contains. */
  licenses: Buffer;
}

/** The user in a container: a number, so that Kubernetes sees that it is not root. */
const user = 10_001;

/** That of OCI has no place for a health check. */
const manifestType = 'application/vnd.docker.distribution.manifest.v2+json';

/** Of Docker, in nanoseconds. */
const second = 1_000_000_000;

/**
 * Writes an image that `docker load` and `podman load` take, both as an archive of Docker and in the layout of OCI: the
 * executable, the libraries that it needs, and nothing else. Returns the file.
 */
export async function packImage(release: Release, name: string): Promise<string> {
  const layers = [await makeLayer(systemFiles(release.arch)), await makeLayer(programFiles(release))];
  const config = blob(JSON.stringify(configOf(release, layers)));
  const manifest = blob(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestType,
      config: { mediaType: 'application/vnd.docker.container.image.v1+json', ...descriptorOf(config) },
      layers: layers.map(({ packed }) => ({
        mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
        ...descriptorOf(packed),
      })),
    }),
  );
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        mediaType: manifestType,
        ...descriptorOf(manifest),
        annotations: {
          'io.containerd.image.name': `docker.io/library/${nameOf(release)}`,
          'org.opencontainers.image.ref.name': release.version,
        },
      },
    ],
  };
  const archive = {
    Config: config.path,
    RepoTags: [nameOf(release)],
    Layers: layers.map(({ packed }) => packed.path),
  };
  const files = [
    { path: 'oci-layout', content: '{"imageLayoutVersion":"1.0.0"}' },
    { path: 'index.json', content: JSON.stringify(index) },
    { path: 'manifest.json', content: JSON.stringify([archive]) },
  ];
  writeFileSync(
    `${name}.image.tar`,
    await makeTar([...files, config, manifest, ...layers.map(({ packed }) => packed)]),
  );
  return `${name}.image.tar`;
}

function nameOf({ version }: Release): string {
  return `chatd:${version}`;
}

/** What changes seldom. */
function systemFiles(arch: string): TarFile[] {
  return [
    ...findLibraries(arch),
    { path: 'etc/passwd', content: `root:x:0:0::/:/\nchatd:x:${user}:${user}::/home/chatd:/\n` },
    { path: 'etc/group', content: `root:x:0:\nchatd:x:${user}:\n` },
    { path: 'tmp', mode: 0o1777 },
    { path: 'data', mode: 0o700, owner: user },
  ];
}

function programFiles({ program, addon, licenses }: Release): TarFile[] {
  return [
    { path: 'usr/bin/chatd', content: program, mode: 0o755 },
    // Unpacked already, because a container may be read-only.
    { path: `home/chatd/.cache/chatd/${addon.name}`, content: addon.content, mode: 0o755 },
    { path: 'usr/share/doc/chatd/licenses.txt', content: licenses },
  ];
}

function configOf(release: Release, layers: readonly { diff_id: string }[]) {
  const label = (name: string) => `org.opencontainers.image.${name}`;
  return {
    created: epoch.toISOString(),
    architecture: { x64: 'amd64' }[release.arch] ?? release.arch,
    os: 'linux',
    config: {
      User: `${user}:${user}`,
      ExposedPorts: { '9991/tcp': {} },
      Env: [
        'PATH=/usr/bin',
        'HOME=/home/chatd',
        'CHATD_DATA_DIR=/data',
        'CHATD_LISTEN=0.0.0.0:9991',
        // bin/chatd gives the reasons for these.
        'MALLOC_MMAP_THRESHOLD_=1048576',
        'MALLOC_ARENA_MAX=2',
      ],
      Entrypoint: ['/usr/bin/chatd'],
      Cmd: ['serve'],
      Volumes: { '/data': {} },
      WorkingDir: '/data',
      StopSignal: 'SIGTERM',
      Healthcheck: {
        Test: ['CMD', '/usr/bin/chatd', 'healthcheck'],
        Interval: 30 * second,
        Timeout: 10 * second,
        StartPeriod: 60 * second,
        Retries: 3,
      },
      Labels: {
        [label('title')]: 'chatd',
        [label('version')]: release.version,
        [label('description')]: release.description,
        [label('licenses')]: release.license,
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diff_id }) => diff_id) },
    history: layers.map(() => ({ created: epoch.toISOString(), created_by: 'npm run build' })),
  };
}

async function makeLayer(files: readonly TarFile[]) {
  const tar = await makeTar(files);
  return { diff_id: `sha256:${hash('sha256', tar)}`, packed: blob(gzipSync(tar)) };
}

function blob(content: string | Buffer) {
  const bytes = Buffer.from(content);
  return { path: `blobs/sha256/${hash('sha256', bytes)}`, content: bytes };
}

function descriptorOf({ path, content }: { path: string; content: Buffer }) {
  return { digest: `sha256:${path.split('/').at(-1)}`, size: content.length };
}
