import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Client } from '../support/client.ts';

/** A notification as it came for a browser, and what the browser reads in it. */
export interface Received {
  headers: Record<string, unknown>;
  /** Header and claims of the token by which the server says who it is; empty where the signature is wrong. */
  token: { header: object; claims: Record<string, unknown> } | undefined;
  /** The key that the token says it is signed with. */
  key: string;
  content: Record<string, unknown>;
}

/** A browser and the push service that it gets notifications through, on this machine. It ends with the test. */
export class Browser {
  readonly received: Received[] = [];
  answer: (response: ServerResponse) => void = (response) => response.writeHead(201).end();
  endpoint = '';
  readonly #auth = randomBytes(16);
  readonly #curve: ECDH = createECDH('prime256v1');

  async start(t: TestContext): Promise<this> {
    this.#curve.generateKeys();
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      this.#take(request.headers, Buffer.concat(chunks));
      this.answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    this.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send/1`;
    return this;
  }

  /** What the browser gives to a page that asks for a subscription. */
  subscription() {
    return {
      endpoint: this.endpoint,
      p256dh: this.#curve.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  subscribe(client: Client) {
    return client.post('/users/me/web_push_subscription', this.subscription());
  }

  #take(headers: Record<string, unknown>, body: Buffer): void {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(String(headers.authorization)) ?? [];
    this.received.push({ headers, token: readToken(token, key), key, content: JSON.parse(this.#decrypt(body)) });
  }

  // RFC 8188 in the one record that RFC 8291 allows.
  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#curve.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#curve.computeSecret(sender), this.#auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

function readToken(token: string, key: string): Received['token'] {
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const [header = '', claims = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${header}.${claims}`);
  const isValid = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const parse = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  return isValid ? { header: parse(header), claims: parse(claims) } : undefined;
}
