import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Client } from './client.ts';
import type { HeardEvent } from './events.ts';
import { until } from './until.ts';

/** An open stream of the events of a queue, as a client reads it. */
export class EventStream {
  readonly #request: ClientRequest;
  readonly response: IncomingMessage;
  /** What came and is no whole part yet. */
  #rest = '';
  readonly events: HeardEvent[] = [];
  /** Comments, which begin a stream and are its heartbeats. */
  comments = 0;
  isEnded = false;

  constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request;
    this.response = response;
    response.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    response
      .on('error', () => {})
      .on('close', () => {
        this.isEnded = true;
      });
  }

  /** Resolves when the server has begun to answer. Rejects if it refuses. */
  static open(client: Client, queue_id: string, last_event_id = -1): Promise<EventStream> {
    const url = `${client.url}/api/v1/events/stream?${new URLSearchParams({ queue_id, last_event_id: `${last_event_id}` })}`;
    return new Promise((resolve, reject) => {
      const asked = request(url, { headers: { Authorization: client.authorization }, agent: false }, (response) => {
        if (response.statusCode === 200) resolve(new EventStream(asked, response));
        else reject(new Error(`the server answered ${response.statusCode}`));
      });
      asked.on('error', reject).end();
    });
  }

  get last_event_id(): number {
    return this.events.at(-1)?.id ?? -1;
  }

  /** Waits until it has so many events. */
  async untilEvents(count: number): Promise<HeardEvent[]> {
    await until(() => this.events.length >= count);
    return this.events;
  }

  untilEnd(): Promise<void> {
    return until(() => this.isEnded);
  }

  /** As a client that has gone. */
  close(): void {
    this.#request.destroy();
  }

  #read(text: string): void {
    const parts = (this.#rest + text).split('\n\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) {
      if (part.startsWith('data: ')) this.events.push(JSON.parse(part.slice('data: '.length)));
      else this.comments++;
    }
  }
}
