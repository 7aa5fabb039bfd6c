import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { systemdUnit } from '../../src/service/systemd.ts';
import { compressXz } from './archive.ts';
import type { Release } from './image.ts';
import { epoch, makeTar, type TarFile } from './tar.ts';
import type { Texts } from './texts.ts';

/** Debian's names of processors. */
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

const data = '/var/lib/chatd';
const backups = '/var/backups/chatd';
const variables = '/etc/default/chatd';

const maintainer = 'chatd maintainers <maintainers@chatd.example>';

/**
 * Writes a package for Debian and Ubuntu. It is written here rather than by dpkg-deb, so that it can be made on every
 * system, with the same bytes. Returns the file. `changes` are lines of the changelog.
 */
export async function packDebian(
  release: Release,
  texts: Texts,
  changes: readonly string[],
  folder: string,
): Promise<string> {
  const arch = architectures[release.arch] ?? release.arch;
  const files = filesOf(release, texts, changes);
  const control = await makeTar(controlFiles(release, arch, files).map(inside));
  const parts: [name: string, content: Buffer][] = [
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.xz', compressXz(control)],
    ['data.tar.xz', compressXz(await makeTar(files.map(inside)))],
  ];
  const file = `${folder}/chatd_${release.version}_${arch}.deb`;
  writeFileSync(
    file,
    Buffer.concat([Buffer.from('!<arch>\n'), ...parts.flatMap(([name, part]) => member(name, part))]),
  );
  return file;
}

function filesOf(release: Release, { manual, completions }: Texts, changes: readonly string[]): TarFile[] {
  const share = 'usr/share';
  return [
    { path: 'usr/bin/chatd', content: release.program, mode: 0o755 },
    { path: 'lib/systemd/system/chatd.service', content: debianUnit() },
    { path: variables.slice(1), content: settings, mode: 0o644 },
    { path: `${share}/man/man1/chatd.1.gz`, content: gzip(manual) },
    { path: `${share}/bash-completion/completions/chatd`, content: completions.bash },
    { path: `${share}/zsh/vendor-completions/_chatd`, content: completions.zsh },
    { path: `${share}/fish/vendor_completions.d/chatd.fish`, content: completions.fish },
    { path: `${share}/doc/chatd/copyright`, content: copyright(release) },
    { path: `${share}/doc/chatd/licenses.txt.gz`, content: gzip(release.licenses) },
    { path: `${share}/doc/chatd/changelog.gz`, content: gzip(changelog(release, changes)) },
    { path: `${share}/lintian/overrides/chatd`, content: overrides },
  ];
}

/** The unit of systemd. Low ports are allowed, because a variable may ask for a certificate. */
export function debianUnit(): string {
  return systemdUnit({
    program: '/usr/bin/chatd',
    flags: [],
    data_dir: data,
    backup_dir: backups,
    variables_file: variables,
    hasLowPorts: true,
  });
}

const settings = `# Settings of the server, which are variables. "chatd serve --help" and chatd(1) list them.
# After a change: systemctl restart chatd

CHATD_BACKUP_DIR=${backups}

# An address that others reach, with a certificate:
#CHATD_PUBLIC_URL=https://chat.example.com
#CHATD_ACME=you@example.com

# Behind a proxy on this machine:
#CHATD_PUBLIC_URL=https://chat.example.com
#CHATD_TRUSTED_PROXY=127.0.0.1

# A file with the URL of the mail server, which chatd can read, and others cannot:
#CHATD_SMTP_URL_FILE=/etc/chatd/smtp-url
`;

function copyright({ license }: Release): string {
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: chatd

Files: *
Copyright: 2026 the authors of chatd
License: ${license}
Comment: The program contains Node.js, SQLite and packages of npm. Their licenses are in
 /usr/share/doc/chatd/licenses.txt.gz, and "chatd licenses" prints them.

License: ${license}
 The text is in /usr/share/common-licenses/Apache-2.0.
`;
}

function changelog({ version }: Release, changes: readonly string[]): string {
  const date = epoch.toUTCString().replace('GMT', '+0000');
  const lines = changes.map((line) => `  * ${line}`);
  return [`chatd (${version}) unstable; urgency=medium`, '', ...lines, '', ` -- ${maintainer}  ${date}`, ''].join('\n');
}

const overrides = `# The program is one file: Node.js, as its makers built it, with the program behind it.
chatd: embedded-library
chatd: unstripped-binary-or-object
`;

function controlFiles(release: Release, arch: string, files: readonly TarFile[]): TarFile[] {
  const sizes = files.map(({ content = '' }) => Math.ceil(Buffer.from(content).length / 1024));
  const sums = files.map(({ path, content = '' }) => `${hash('md5', content)}  ${path}\n`);
  const control = [
    'Package: chatd',
    `Version: ${release.version}`,
    'Section: net',
    'Priority: optional',
    `Architecture: ${arch}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${sizes.reduce((sum, size) => sum + size, 0)}`,
    // The libraries that the addon was built for, which are newer than those of Node.js.
    'Depends: adduser, libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 11)',
    `Description: ${release.description.replace(/^A /, '')}`,
    ' Conversations have topics, so that a team can read later what it missed. The',
    ' server needs no other service: its database and its web client are inside,',
    ' and phone, desktop, terminal and bot clients of Zulip work with it.',
    '',
  ];
  return [
    { path: 'control', content: control.join('\n') },
    { path: 'conffiles', content: `${variables}\n` },
    { path: 'md5sums', content: sums.join('') },
    { path: 'postinst', content: script(afterInstall), mode: 0o755 },
    { path: 'prerm', content: script(beforeRemoval), mode: 0o755 },
    { path: 'postrm', content: script(afterRemoval), mode: 0o755 },
  ];
}

/** A script of dpkg. */
function script(lines: readonly string[]): string {
  return ['#!/bin/sh', 'set -e', ...lines, ''].join('\n');
}

const afterInstall = [
  'if [ "$1" = configure ]; then',
  `  adduser --quiet --system --group --home ${data} --no-create-home chatd`,
  `  for folder in ${data} ${backups}; do`,
  '    [ -e "$folder" ] || install -d -o chatd -g chatd -m 700 "$folder"',
  '  done',
  '  deb-systemd-helper unmask chatd.service >/dev/null',
  '  if deb-systemd-helper --quiet was-enabled chatd.service; then',
  '    deb-systemd-helper enable chatd.service >/dev/null',
  '  else',
  '    deb-systemd-helper update-state chatd.service >/dev/null',
  '  fi',
  '  if [ -d /run/systemd/system ]; then',
  '    systemctl daemon-reload',
  '    deb-systemd-invoke restart chatd.service >/dev/null || true',
  '  fi',
  'fi',
];

const beforeRemoval = [
  'if [ "$1" = remove ] && [ -d /run/systemd/system ]; then',
  '  deb-systemd-invoke stop chatd.service >/dev/null || true',
  'fi',
];

/** The data stays even then: nobody loses a conversation by a word to a package manager. */
const afterRemoval = [
  'if [ "$1" = remove ]; then',
  '  ! command -v deb-systemd-helper >/dev/null || deb-systemd-helper mask chatd.service >/dev/null',
  'elif [ "$1" = purge ]; then',
  '  if command -v deb-systemd-helper >/dev/null; then',
  '    deb-systemd-helper purge chatd.service >/dev/null',
  '    deb-systemd-helper unmask chatd.service >/dev/null',
  '  fi',
  `  echo "chatd: ${data}, ${backups} and the user chatd stay."`,
  'fi',
  '[ ! -d /run/systemd/system ] || systemctl daemon-reload',
];

/** Level 9, which Debian asks for. */
function gzip(content: string | Buffer): Buffer {
  return gzipSync(content, { level: 9 });
}

function inside(file: TarFile): TarFile {
  return { ...file, path: `./${file.path}` };
}

/** A member of an archive of ar(1), with its head. */
function member(name: string, content: Buffer): Buffer[] {
  const time = `${epoch.getTime() / 1000}`;
  const head = `${name.padEnd(16)}${time.padEnd(12)}${'0'.padEnd(12)}${'100644'.padEnd(8)}${`${content.length}`.padEnd(10)}\`\n`;
  return [Buffer.from(head), content, Buffer.alloc(content.length % 2, '\n')];
}
