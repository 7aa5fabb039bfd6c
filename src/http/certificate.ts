import { readFileSync, statSync } from 'node:fs';
import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';

/** How often the files are looked at, in milliseconds. */
const pause = 10_000;

/** A server of HTTP/1.1: with TLS where a certificate is given, whose files are read again when they change. */
export function openServer(options: ServerOptions, tls: TlsFiles | undefined, log: Log): Server {
  if (!tls) return createHttpServer(options);
  const server = createHttpsServer({ ...options, ...readCertificate(tls), handshakeTimeout: 10_000 });
  followFiles(server, tls, log);
  return server;
}

/** The event of a server for each connection that can carry requests. */
export function connectionEvent(server: Server): 'connection' | 'secureConnection' {
  return 'setSecureContext' in server ? 'secureConnection' : 'connection';
}

/** The content of both files. Throws where they cannot be read, or do not belong together. */
export function readCertificate({ cert_file, key_file }: TlsFiles): { cert: Buffer; key: Buffer } {
  const pair = { cert: readFileSync(cert_file), key: readFileSync(key_file) };
  createSecureContext(pair);
  return pair;
}

function followFiles(server: HttpsServer, tls: TlsFiles, log: Log): void {
  let known = versionOf(tls);
  const timer = setInterval(() => {
    const version = versionOf(tls);
    if (version === known) return;
    known = version;
    try {
      server.setSecureContext(readCertificate(tls));
      log.info('the certificate was read again');
    } catch (error) {
      // Of two files that are replaced one after the other, the next look finds both.
      log.error('the certificate cannot be used; the one before it stays', { error });
    }
  }, pause).unref();
  server.on('close', () => clearInterval(timer));
}

/** What changes when one of the files does. */
function versionOf({ cert_file, key_file }: TlsFiles): string {
  const stats = [cert_file, key_file].map((file) => statSync(file, { throwIfNoEntry: false }));
  return stats.map((stat) => `${stat?.ino} ${stat?.mtimeMs} ${stat?.size}`).join();
}
