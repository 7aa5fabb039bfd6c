import { connect, type Socket } from 'node:net';

/**
 * One keep-alive connection that writes ready-made bytes and looks at no more of an answer than its status and length.
 * The load must cost less than the servers it measures, or all of them look alike: node:http as a client needs more
 * processor time for a request than node:http as a server for its answer. Nor does it leave garbage, since a collection
 * in this process would count as time of the server: each answer is copied into memory that the next one reuses.
 */
export class Connection {
  #socket: Socket;
  #answer = Buffer.allocUnsafeSlow(1024);
  #received = 0;
  #expected = 0;
  #settle: { resolve: (answer: Buffer) => void; reject: (error: Error) => void } | undefined;

  constructor(port: number) {
    const callback = (length: number) => this.#receive(length);
    this.#socket = connect({ port, host: '127.0.0.1', onread: { buffer: arrived, callback } });
    this.#socket.setNoDelay(true);
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(port);
      connection.#socket.once('error', reject).once('connect', () => {
        connection.#socket.off('error', reject);
        resolve(connection);
      });
    });
  }

  /**
   * Sends a whole request; resolves to the whole answer, headers included, which stays as it is until the next request.
   * Rejects for a status other than 200.
   */
  request(bytes: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#received = 0;
      this.#expected = 0;
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  /** Returns that the socket may go on reading. */
  #receive(length: number): boolean {
    this.#reserve(this.#received + length);
    arrived.copy(this.#answer, this.#received, 0, length);
    this.#received += length;
    const answer = this.#answer.subarray(0, this.#received);
    if (this.#expected === 0) this.#expected = answerLength(answer);
    if (!this.#isComplete(answer)) return true;
    if (answer.toString('latin1', 9, 12) === '200') this.#settle?.resolve(answer);
    else this.#fail(new Error(`the server answered ${answer.toString()}`));
    return true;
  }

  #reserve(length: number): void {
    if (length <= this.#answer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * length);
    this.#answer.copy(larger, 0, 0, this.#received);
    this.#answer = larger;
  }

  #isComplete(answer: Buffer): boolean {
    if (this.#expected === 0) return false;
    if (this.#expected < Number.POSITIVE_INFINITY) return answer.length >= this.#expected;
    return answer.subarray(-lastChunk.length).equals(lastChunk);
  }

  #fail(error: Error): void {
    this.#settle?.reject(error);
  }
}

/** Where what arrived for any connection lies until it is copied, which is before anything else is read. */
const arrived = Buffer.allocUnsafeSlow(64 * 1024);

/** How an answer ends that comes in chunks. */
export const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/** The bytes of the answer that begins here, headers included; 0 while those are incomplete, Infinity if it has chunks. */
function answerLength(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const head = bytes.toString('latin1', 0, end);
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('an answer without Content-Length');
  return end + 4 + Number(length);
}

/** The body of an answer, its chunks joined. */
export function bodyOf(answer: Buffer): Buffer {
  const start = answer.indexOf('\r\n\r\n') + 4;
  if (answerLength(answer) < Number.POSITIVE_INFINITY) return answer.subarray(start);
  return Buffer.concat([...chunksOf(answer, start)]);
}

function* chunksOf(answer: Buffer, start: number): Generator<Buffer> {
  for (let at = start; at < answer.length; ) {
    const end = answer.indexOf('\r\n', at);
    const size = Number.parseInt(answer.toString('latin1', at, end), 16);
    yield answer.subarray(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}

interface Login {
  email: string;
  key: string;
}

/** The bytes of a GET request. */
export function getRequest(path: string, login: Login): string {
  return `GET ${path} HTTP/1.1\r\n${headers(login)}\r\n`;
}

/** The bytes of a POST request with a form. */
export function postRequest(path: string, login: Login, fields: Record<string, string>): string {
  const body = new URLSearchParams(fields).toString();
  const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `POST ${path} HTTP/1.1\r\n${headers(login)}${type}\r\n${body}`;
}

function headers({ email, key }: Login): string {
  const basic = Buffer.from(`${email}:${key}`).toString('base64');
  return `Host: 127.0.0.1\r\nUser-Agent: Bench/1.0\r\nAuthorization: Basic ${basic}\r\n`;
}
