import { readFileSync, statSync } from 'node:fs';
import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import type { ServerOptions as HttpsOptions, Server as HttpsServer } from 'node:https';
import type { TlsFiles } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';

// Looked up where they are used: loading them takes a tenth of the start of a server, and most have no certificate.
const https = () => process.getBuiltinModule('node:https');
const tlsModule = () => process.getBuiltinModule('node:tls');

/** How often the files are checked for changes, in milliseconds. */
const pause = 10_000;

/** Node.js calls it for each TLS connection: it chooses the protocol, and may choose the certificate. */
type ChoosesProtocol = NonNullable<HttpsOptions['ALPNCallback']>;

/**
 * Creates an HTTP/1.1 server; with TLS if a certificate is given, which is read again when its files change. While the
 * files cannot be used, nobody can connect but for what `choosesProtocol` lets in.
 */
export function openServer(
  options: ServerOptions,
  tls: TlsFiles | undefined,
  log: Log,
  choosesProtocol?: ChoosesProtocol,
): Server {
  if (!tls) return createHttpServer(options);
  const certificate = isUsable(tls) ? readCertificate(tls) : {};
  const choice = choosesProtocol ? { ALPNCallback: choosesProtocol } : {};
  const server = https().createServer({ ...options, ...certificate, ...choice, handshakeTimeout: 10_000 });
  followFiles(server, tls, log);
  return server;
}

/** The name of the event that a server emits for each connection that can carry requests. */
export function connectionEvent(server: Server): 'connection' | 'secureConnection' {
  return 'setSecureContext' in server ? 'secureConnection' : 'connection';
}

/** Reads both files. Throws if they cannot be read or do not belong together. */
export function readCertificate({ cert_file, key_file }: TlsFiles): { cert: Buffer; key: Buffer } {
  const pair = { cert: readFileSync(cert_file), key: readFileSync(key_file) };
  tlsModule().createSecureContext(pair);
  return pair;
}

/** Whether both files can be read and belong together. */
export function isUsable(tls: TlsFiles): boolean {
  try {
    readCertificate(tls);
    return true;
  } catch {
    return false;
  }
}

function followFiles(server: HttpsServer, tls: TlsFiles, log: Log): void {
  let used = versionOf(tls);
  let refused: string | undefined;
  const timer = setInterval(() => {
    const version = versionOf(tls);
    if (version === used) return;
    try {
      server.setSecureContext(readCertificate(tls));
      used = version;
      log.info('the certificate was reloaded');
    } catch (error) {
      // The next check tries again: the files may be replaced one after the other, or get their permissions later.
      if (version !== refused) log.error('the new certificate cannot be used; the old one stays in use', { error });
      refused = version;
    }
  }, pause).unref();
  server.on('close', () => clearInterval(timer));
}

/** A string that changes when either file does. */
function versionOf({ cert_file, key_file }: TlsFiles): string {
  const stats = [cert_file, key_file].map((file) => statSync(file, { throwIfNoEntry: false }));
  return stats.map((stat) => `${stat?.ino} ${stat?.mtimeMs} ${stat?.size}`).join();
}
