import { mkdirSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { createTransport } from 'nodemailer';
import { subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A mail server beside a chatd that takes mails. */
export interface Postman extends TestServer {
  /** Hands a mail over, as written; resolves to the answer, its code first. */
  hand(raw: string | Buffer, envelope: Envelope): Promise<string>;
}

export interface Envelope {
  from?: string;
  to: string | string[];
}

/** Starts a server that receives mails, with a channel `general` of alice, bob and the bot. */
export async function startReceiving(t: TestContext, protocol: 'smtp' | 'lmtp' = 'smtp'): Promise<Postman> {
  const server = await startServer(t);
  const { app } = server;
  mkdirSync(app.config.data_dir, { recursive: true });
  app.config.mail_in = { protocol, listen: { host: '127.0.0.1', port: 0 } };
  app.gateway.start(app);
  const port = await app.gateway.listening;
  const transport = createTransport({ host: '127.0.0.1', port: port ?? 0, lmtp: protocol === 'lmtp', ignoreTLS: true });
  t.after(() => transport.close());
  for (const name of ['alice', 'bob', 'bot'] as const) await subscribe(server.as(name), 'general');
  return {
    ...server,
    async hand(raw, { from = 'carol@elsewhere.example', to }) {
      try {
        const { response } = await transport.sendMail({ raw, envelope: { from, to } });
        return response;
      } catch (error) {
        return (error as { response?: string }).response ?? String(error);
      }
    },
  };
}

/** The text of a mail: headers, an empty line, the body. */
export function mail(headers: Readonly<Record<string, string>>, body: string): string {
  const all = { From: 'Carol <carol@elsewhere.example>', Subject: 'Lunch', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}\r\n`;
}

/** The address of the channel `general`, without options. */
export async function addressOf(
  server: TestServer,
  name: 'alice' | 'bob' | 'guest' = 'alice',
  sender_id?: number,
): Promise<string> {
  const { body } = await server.as(name).get('/streams/1/email_address', { sender_id });
  return body.email.replace('.show-sender', '');
}

/** The messages of the channel `general`, as Markdown, with their authors and topics. */
export async function readMessages(server: TestServer): Promise<{ by: string; topic: string; content: string }[]> {
  const narrow = [
    { operator: 'channel', operand: 'general' },
    { operator: 'topic', operand: 'channel events', negated: true },
  ];
  const { body } = await server
    .as('alice')
    .get('/messages', { narrow, anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false });
  return body.messages.map((one: { sender_full_name: string; subject: string; content: string }) => ({
    by: one.sender_full_name,
    topic: one.subject,
    content: one.content,
  }));
}
