// The thread that talks with the authority, and ends with its task.
import { on } from 'node:events';
import { hostname } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { AcmeSettings } from '../ground/config.ts';
import { askRenewalTime, createAccountKey, type Order, obtainCertificate, RefusedForNow } from './authority.ts';
import type { Challenge } from './challenges.ts';
import { createOwnCertificate, createRoot, createSigned } from './own-certificate.ts';

/**
 * Gets a certificate, or asks when one is to be renewed. Without an account key, one is created. With `needs_own`, the
 * thread first creates a certificate for these names to go on with. Or it creates a certificate that is signed by a root,
 * as PEM with its key, which is created, too, if there is none.
 */
export type Task =
  | { order: Omit<Order, 'account_key'> & { account_key: string | undefined }; needs_own: boolean }
  | { settings: AcmeSettings; chain: string }
  | { root: string | undefined; permitted: readonly string[]; names: readonly string[] };

/** From the thread: a challenge, which the server answers from now on and confirms by its number; then one result. */
export type Reply =
  | { challenge: Challenge; number: number }
  | { account_key: string }
  | { own_certificate: string }
  | { certificate: string; root?: string }
  | { renew_at: number | undefined }
  | { failure: string; wait: number | undefined };

const reply = (message: Reply) => parentPort?.postMessage(message);
let challenges = 0;

run(workerData as Task).catch((error: Error & { code?: string }) =>
  // Node.js says nothing but the code if a name has several addresses.
  reply({
    failure: error.message || (error.code ?? 'it failed'),
    wait: error instanceof RefusedForNow ? error.wait : undefined,
  }),
);

async function run(task: Task): Promise<void> {
  if ('chain' in task) return reply({ renew_at: await askRenewalTime(task.settings, task.chain) });
  if ('root' in task) {
    const root = task.root ?? (await createRoot(rootName(), task.permitted));
    return reply({ certificate: await createSigned(root, task.names), root });
  }
  if (task.needs_own) reply({ own_certificate: await createOwnCertificate(task.order.settings.names) });
  const account_key = task.order.account_key ?? (await createAccountKey());
  // Stored before its first use, or each failed attempt would create an account.
  if (account_key !== task.order.account_key) reply({ account_key });
  reply({ certificate: await obtainCertificate({ ...task.order, account_key }, prove) });
}

/** Several machines may have a root, and a phone lists them by name. */
function rootName(): string {
  return `chatd on ${hostname()}`;
}

/** Resolves once the server answers the challenge. */
async function prove(challenge: Challenge): Promise<void> {
  const number = ++challenges;
  const confirmations = on(parentPort as NonNullable<typeof parentPort>, 'message');
  reply({ challenge, number });
  for await (const [confirmed] of confirmations) if (confirmed === number) return;
}
