import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What was built, and where people get it. */
export interface Published {
  version: string;
  description: string;
  license: string;
  /** The files of the archives, by the name of their target. */
  archives: ReadonlyMap<string, string>;
  /** The folder of these on the web. */
  url: string;
}

/** Writes what package managers need to know of the archives: a formula of Homebrew and manifests of winget. Returns the files. */
export function writeTemplates(published: Published, folder: string): string[] {
  const files: Record<string, string> = {
    ...(hasAll(published, brewTargets) ? { 'chatd.rb': formula(published) } : {}),
    ...(hasAll(published, ['windows-x64']) ? wingetManifests(published) : {}),
  };
  mkdirSync(folder, { recursive: true });
  return Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
}

/** A service for compose, as a file. It binds to this machine: a proxy, or a port that is opened by hand, goes before it. */
export function composeFile(version: string): string {
  return `services:
  chatd:
    image: chatd:${version}
    restart: unless-stopped
    read_only: true
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    mem_limit: 512m
    stop_grace_period: 30s
    ports:
      - "127.0.0.1:9991:9991"
    environment:
      CHATD_PUBLIC_URL: \${CHATD_PUBLIC_URL:-}
      CHATD_TRUSTED_PROXY: \${CHATD_TRUSTED_PROXY:-}
    volumes:
      - chatd:/data
volumes:
  chatd:
`;
}

const brewTargets = ['macos-arm64', 'macos-x64', 'linux-arm64', 'linux-x64'];

function hasAll({ archives }: Published, targets: readonly string[]): boolean {
  return targets.every((target) => archives.has(target));
}

function formula(published: Published): string {
  const from = (target: string) => {
    const { url, sha256 } = downloadOf(published, target);
    return `      url "${url}"\n      sha256 "${sha256}"`;
  };
  return `class Chatd < Formula
  desc "${published.description.replace(/^A (.)/, (_, first: string) => first.toUpperCase())}"
  homepage "${published.url}"
  version "${published.version}"
  license "${published.license}"

  on_macos do
    on_arm do
${from('macos-arm64')}
    end
    on_intel do
${from('macos-x64')}
    end
  end

  on_linux do
    on_arm do
${from('linux-arm64')}
    end
    on_intel do
${from('linux-x64')}
    end
  end

  def install
    bin.install "chatd"
    man1.install "chatd.1"
    doc.install "README.md", "licenses.txt"
    generate_completions_from_executable(bin/"chatd", "completion")
  end

  service do
    run [opt_bin/"chatd", "serve", "--data-dir", var/"chatd"]
    keep_alive successful_exit: false
    log_path var/"log/chatd.log"
    error_log_path var/"log/chatd.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/chatd version")
  end
end
`;
}

/** The three that the repository of winget asks for. */
function wingetManifests(published: Published): Record<string, string> {
  const { version, description, license } = published;
  const { url, sha256 } = downloadOf(published, 'windows-x64');
  const inside = basename(url, '.zip');
  const id = 'chatd.chatd';
  const common = [`PackageIdentifier: ${id}`, `PackageVersion: ${version}`];
  const manifest = (type: string, lines: readonly string[]) =>
    [...common, ...lines, `ManifestType: ${type}`, 'ManifestVersion: 1.6.0', ''].join('\n');
  return {
    [`${id}.yaml`]: manifest('version', ['DefaultLocale: en-US']),
    [`${id}.installer.yaml`]: manifest('installer', [
      'InstallerType: zip',
      'NestedInstallerType: portable',
      'NestedInstallerFiles:',
      `- RelativeFilePath: ${inside}\\chatd.exe`,
      '  PortableCommandAlias: chatd',
      'Installers:',
      '- Architecture: x64',
      `  InstallerUrl: ${url}`,
      `  InstallerSha256: ${sha256.toUpperCase()}`,
    ]),
    [`${id}.locale.en-US.yaml`]: manifest('defaultLocale', [
      'PackageLocale: en-US',
      'Publisher: chatd',
      'PackageName: chatd',
      `License: ${license}`,
      `ShortDescription: ${description}`,
    ]),
  };
}

function downloadOf({ archives, url }: Published, target: string): { url: string; sha256: string } {
  const file = archives.get(target) as string;
  return { url: `${url.replace(/\/$/, '')}/${basename(file)}`, sha256: hash('sha256', readFileSync(file)) };
}
