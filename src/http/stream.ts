import type { Sink, SinkFollower, Streamed } from './endpoint.ts';
import type { Recipient } from './respond.ts';

const headers = {
  'Content-Type': 'text/event-stream',
  // Proxies that compress would wait for more.
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // Without a length or chunks: the end of the connection is the end of the stream.
  Connection: 'close',
};

/** Begins an answer that goes on until one side ends it. */
export function openStream(recipient: Recipient, streamed: Streamed): void {
  const { response, outflow } = recipient;
  if (response.destroyed) return;
  response.removeHeader('Transfer-Encoding');
  response.writeHead(200, headers);
  const sink = new ResponseSink(recipient);
  const follower = streamed.begin(sink);
  sink.follower = follower;
  response.on('close', () => {
    outflow.forget(response);
    follower.closed();
  });
}

class ResponseSink implements Sink {
  readonly #recipient: Recipient;
  readonly #taken: () => void;
  isEmpty = true;
  follower: SinkFollower | undefined;

  constructor(recipient: Recipient) {
    this.#recipient = recipient;
    this.#taken = () => {
      this.isEmpty = true;
      this.follower?.taken();
    };
  }

  write(text: string): void {
    const { response, outflow, owner } = this.#recipient;
    if (response.destroyed || response.writableEnded) return;
    this.isEmpty = false;
    outflow.pour(response, owner, text, this.#taken);
  }

  /** Cuts off what the client has not taken: it asks for that again. */
  end(): void {
    const { response } = this.#recipient;
    if (this.isEmpty) response.end();
    else response.destroy();
  }
}
