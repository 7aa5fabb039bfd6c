import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a server process answers to a question: figures by name. */
export type Figures = Record<string, number>;

/** How `bin/chatd` starts Node.js. */
export const launchFlags = ['--max-semi-space-size=16'];
const launchVariables = { MALLOC_MMAP_THRESHOLD_: '1048576' };

/** A server in a process of its own, so that it and the load have a processor each. */
export class Child {
  #process: ChildProcess;
  readonly port: number;

  constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  /** Starts a module of `servers/` and waits until it listens. */
  static async start(name: string, args: readonly string[] = [], execArgv: readonly string[] = []): Promise<Child> {
    const file = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
    const child = fork(file, args, { execArgv: [...execArgv], env: { ...process.env, ...launchVariables } });
    const [{ port }] = (await Promise.race([once(child, 'message'), diedEarly(child, name)])) as [{ port: number }];
    return new Child(child, port);
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  /** Asks the process something; one question at a time. */
  async ask(question: object): Promise<Figures> {
    this.#process.send(question);
    const [figures] = (await once(this.#process, 'message')) as [Figures];
    return figures;
  }

  async stop(): Promise<void> {
    const gone = once(this.#process, 'exit');
    this.#process.disconnect();
    await gone;
  }
}

async function diedEarly(child: ChildProcess, name: string): Promise<never> {
  await once(child, 'exit');
  throw new Error(`the server ${name} ended before it listened`);
}
