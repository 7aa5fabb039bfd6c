export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Params = Readonly<Record<string, unknown>>;

/** The API of a server, for one account: every right, rate and bound of the account holds. */
export interface Api {
  /** The server's public URL, without a slash at its end. */
  site: string;
  /** In UNIX seconds. */
  now(): number;
  /**
   * Resolves to the answer, whose form the API describes. Texts are sent as they are, all else as JSON, undefined not at
   * all. Throws Refused for an answer that is an error.
   */
  call<T = object>(method: Method, path: string, params?: Params): Promise<T>;
  /** The beginning of an uploaded file, at most `most` bytes. Throws Refused. */
  read(path: string, most: number): Promise<{ type: string; content: Buffer }>;
}

/** The server refused a call; the message is its own. */
export class Refused extends Error {
  /** That of the answer; empty if it was no answer of the API. */
  readonly code: string;

  constructor(message: string, code = '') {
    super(message);
    this.code = code;
  }
}

/** Parameters in the form of a query or a form. */
export function encodeParams(params: Params): URLSearchParams {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  const texts = given.map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  return new URLSearchParams(Object.fromEntries(texts));
}

/** The answer in a response's body. Throws Refused. */
export function readAnswer<T>(body: string): T {
  const answer = parse(body) as { result?: string; msg?: string; code?: string } | undefined;
  if (answer?.result === 'success') return answer as T;
  throw new Refused(answer?.msg ?? 'This is not the address of a chat server.', answer?.code);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
