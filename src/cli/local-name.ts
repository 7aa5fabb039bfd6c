import { localName } from '../acme/network-certificate.ts';
import type { Log } from '../ground/log.ts';

/** In seconds: a laptop gets another address when it moves to another network. */
const ttl = 120;

/** Where questions are heard: everywhere, unless an interface is named. */
type Where = Parameters<typeof import('multicast-dns')>[0];

/**
 * Answers everybody in the local network who asks for `chatd.local` (RFC 6762) with the IPv4 address of the moment. Returns
 * a function that stops it. A failure is logged, because the address itself still works.
 */
export async function answerLocalName(address: () => string, log: Log, where?: Where): Promise<() => void> {
  // Loaded only here: most servers have names.
  const { default: openMulticastDns } = await import('multicast-dns');
  const names = openMulticastDns(where);
  names.on('query', ({ questions }) => {
    const isAsked = questions?.some(({ name, type }) => name.toLowerCase() === localName && /^(A|ANY)$/.test(type));
    if (isAsked) names.respond({ answers: [{ name: localName, type: 'A', ttl, data: address() }] });
  });
  // Its warnings are of packets that others sent: anybody in the network could fill the log.
  names.on('error', (error: Error) => log.warn(`${localName} may not be found`, { error: error.message }));
  return () => names.destroy();
}
