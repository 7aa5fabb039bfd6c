import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SecureContext, TLSSocket } from 'node:tls';

/** What an authority looks for at a name, to see that the name leads to this server (RFC 8555, RFC 8737). */
export type Challenge =
  | { type: 'http-01'; token: string; proof: string }
  | { type: 'tls-alpn-01'; name: string; key: string; cert: string };

export type ChallengeType = Challenge['type'];

const prefix = '/.well-known/acme-challenge/';
const protocol = 'acme-tls/1';

/** The challenges that this server answers at the moment. */
export class Challenges {
  #proofs = new Map<string, string>();
  #contexts = new Map<string, SecureContext>();

  add(challenge: Challenge): void {
    if (challenge.type === 'http-01') {
      this.#proofs.set(challenge.token, challenge.proof);
    } else {
      const context = process.getBuiltinModule('node:tls').createSecureContext(challenge);
      this.#contexts.set(challenge.name, context);
    }
  }

  clear(): void {
    this.#proofs.clear();
    this.#contexts.clear();
  }

  /** Answers an authority that asks by plain HTTP; returns false for other requests. */
  answer({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
    const proof = method === 'GET' && url.startsWith(prefix) ? this.#proofs.get(url.slice(prefix.length)) : undefined;
    if (proof === undefined) return false;
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(proof);
    return true;
  }

  /**
   * The ALPNCallback of a TLS server: an authority sees the certificate of its challenge, everybody else that of the
   * server. Others than authorities never offer this protocol.
   */
  get choosesProtocol() {
    const contexts = this.#contexts;
    return function choose(this: TLSSocket, offer: { servername: string; protocols: string[] }): string | undefined {
      const context = contexts.get(offer.servername.toLowerCase());
      if (!offer.protocols.includes(protocol) || !context) return offer.protocols.find((one) => one === 'http/1.1');
      this.setKeyCert(context);
      return protocol;
    };
  }
}
