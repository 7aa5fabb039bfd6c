import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../app.ts';
import { type Address, urlOf } from '../ground/addresses.ts';
import { createRedirect } from '../http/redirect.ts';
import { createMetricsServer } from '../web/metrics.ts';
import { answerBeforeTrust } from '../web/trust.ts';
import { exitCodes, Failure } from './failure.ts';

/** Resolves once a server listens. Rejects with Failure; `flag` is the option with the address. */
export function listen(server: Server, { host, port }: Address, flag = '--listen'): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const hasNoIPv6 = host === '::' && /^(EAFNOSUPPORT|EADDRNOTAVAIL)$/.test(error.code ?? '');
      if (hasNoIPv6) listen(server, { host: '0.0.0.0', port }, flag).then(resolve, reject);
      else reject(cannotListen(error, { host, port }, flag));
    });
    server.listen(port, host, resolve);
  });
}

/** The failure of listening on an address. */
export function cannotListen(error: NodeJS.ErrnoException, address: Address, flag: string): Failure {
  const isLow = error.code === 'EACCES' && address.port < 1024;
  const problem = isLow ? lowPort : (listenProblems[error.code ?? ''] ?? error.message);
  return new Failure(exitCodes.unusable, `${urlOf(address)} cannot be served: ${problem.replace('--listen', flag)}.`);
}

const lowPort =
  'only root may listen on ports below 1024, and services that systemd gives AmbientCapabilities=CAP_NET_BIND_SERVICE';

const listenProblems: Record<string, string> = {
  EADDRINUSE: 'another program listens there; choose another port with --listen',
  EADDRNOTAVAIL: 'this machine does not have that address; name one of its own with --listen',
  EACCES: 'this user may not listen there; choose another port with --listen',
  ENOTFOUND: 'there is no machine of that name; name an address of this one with --listen',
};

/**
 * Starts the servers that are configured beside that of the clients: metrics, and the one that leads from HTTP to HTTPS.
 * Returns a function that stops them.
 */
export async function listenBeside(app: App): Promise<() => void> {
  const { config, certificates } = app;
  const servers: Server[] = [];
  const open = async (server: Server, address: Address | undefined, flag: string, event: string, path = '') => {
    if (!address) return;
    await listen(server, address, flag);
    servers.push(server);
    // The system chooses the port for port 0.
    address.port = (server.address() as AddressInfo).port;
    app.log.info(event, { address: `${urlOf(address)}${path}` });
  };
  const close = () => {
    for (const server of servers) server.close().closeAllConnections();
  };
  try {
    await open(createMetricsServer(app), config.metrics_listen, '--metrics-listen', 'metrics', '/metrics');
    const redirect = createRedirect(
      () => config.public_url,
      (request, response) =>
        config.lan?.has_own_root
          ? answerBeforeTrust(app, request, response)
          : certificates.challenges.answer(request, response),
    );
    await open(redirect, config.http_listen, '--http-listen', 'leading from HTTP to HTTPS');
  } catch (error) {
    close();
    throw error;
  }
  return close;
}
