import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';

/** What came with one mail: the addresses of its envelope and its text with headers, as sent. */
export interface Received {
  from: string;
  to: string[];
  data: string;
}

/** A mail server on this machine that delivers nothing. It ends with the test. */
export interface SmtpServer {
  port: number;
  received: Received[];
  /** What programs said, one line each. */
  said: string[];
}

/** Starts a mail server; it refuses the addresses in `refused`. Port 0 takes a free one. */
export async function startSmtpServer(
  t: Pick<TestContext, 'after'>,
  refused: readonly string[] = [],
  port = 0,
): Promise<SmtpServer> {
  const received: Received[] = [];
  const said: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    void converse(socket, { received, said, refused });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received, said };
}

interface Desk {
  received: Received[];
  said: string[];
  refused: readonly string[];
}

async function converse(socket: Socket, { received, said, refused }: Desk): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let mail: Received = { from: '', to: [], data: '' };
  let isData = false;
  say('220 test');
  for await (const line of createInterface({ input: socket })) {
    if (isData) {
      isData = line !== '.';
      if (isData) mail.data += `${line}\n`;
      else {
        received.push(mail);
        say('250 taken');
      }
      continue;
    }
    said.push(line);
    const address = /<(.*)>/.exec(line)?.[1] ?? '';
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        say('250-test');
        say('250 AUTH PLAIN');
        break;
      case 'AUTH':
        say('235 welcome');
        break;
      case 'MAIL':
        mail = { from: address, to: [], data: '' };
        say('250 ok');
        break;
      case 'RCPT':
        mail.to.push(address);
        say(refused.includes(address) ? '550 nobody here' : '250 ok');
        break;
      case 'DATA':
        isData = true;
        say('354 go on');
        break;
      case 'QUIT':
        say('221 bye');
        socket.end();
        break;
      default:
        say('500 what?');
    }
  }
}
