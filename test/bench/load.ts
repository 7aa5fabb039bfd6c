import { Connection } from './connection.ts';

export interface Load {
  port: number;
  connections: number;
  /** Requests in all; each connection sends its next one as soon as the last is answered. */
  requests: number;
  /** The bytes of a request, from its number and that of its connection. */
  bytes: (request: number, connection: number) => string;
}

/** Puts a load on a server; returns the milliseconds until the last answer. */
export async function run({ port, connections, requests, bytes }: Load): Promise<number> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  let next = 0;
  const began = performance.now();
  await Promise.all(
    open.map(async (connection, index) => {
      while (next < requests) await connection.request(bytes(next++, index));
    }),
  );
  const took = performance.now() - began;
  for (const connection of open) connection.close();
  return took;
}
