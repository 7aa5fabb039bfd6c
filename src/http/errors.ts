import type { Language } from '../languages/list.ts';
import { declaredTexts, type Phrase, quotedValues, sayDeclared, sayValue } from './phrase.ts';

type Extra = Record<string, unknown>;

interface ErrorOptions<Values> {
  /** The `code` that clients read; BAD_REQUEST by default. */
  code?: string;
  status?: number;
  /** Fields of the answer besides `result`, `msg` and `code`. */
  extra?: (values: Values) => Extra;
  headers?: (values: Values) => Record<string, string>;
}

/** A way in which a request can fail. Call it to create the error, and list it in the `errors` of the endpoint. */
export interface ErrorKind<Values = void> {
  (values: Values): ApiError;
  readonly code: string;
  readonly status: number;
  /** The message with its `{placeholders}`, for the documentation. */
  readonly text: string;
}

/** An error that is sent to the client. The request has changed nothing. */
export class ApiError extends Error {
  readonly kind: ErrorKind<never>;
  readonly values: Extra;
  readonly extra: Extra;
  readonly headers: Record<string, string>;

  constructor(kind: ErrorKind<never>, values: Extra, extra: Extra, headers: Record<string, string>) {
    super(sayDeclared('en', kind.text, values));
    this.kind = kind;
    this.values = values;
    this.extra = extra;
    this.headers = headers;
  }

  /** The message in a language. The English one is that of the declaration. */
  messageIn(language: Language): string {
    return language === 'en' ? this.message : sayDeclared(language, this.kind.text, this.values);
  }

  /** The further fields of the answer in a language. */
  extraIn(language: Language): Extra {
    return sayValue(language, this.extra) as Extra;
  }
}

/** Declares an error by its text. If the text has `{name}` placeholders, the kind takes an object of their values. */
// biome-ignore lint/suspicious/noConfusingVoidType: a kind without values is called with none
export function errorKind<Values extends Record<string, unknown> | void = void>(
  text: string,
  options: ErrorOptions<Values> = {},
): ErrorKind<Values> {
  declaredTexts.add(text);
  const make = (given: Values): ApiError => {
    const values = quotedValues(given);
    const { extra, headers } = options;
    return new ApiError(
      kind as ErrorKind<never>,
      (values ?? {}) as Extra,
      extra?.(values) ?? {},
      headers?.(values) ?? {},
    );
  };
  const kind: ErrorKind<Values> = Object.assign(make, {
    code: options.code ?? 'BAD_REQUEST',
    status: options.status ?? 400,
    text,
  });
  return kind;
}

export function isKind(error: unknown, kind: ErrorKind<never>): boolean {
  return error instanceof ApiError && error.kind === kind;
}

const unauthorized = {
  code: 'UNAUTHORIZED',
  status: 401,
  headers: () => ({ 'WWW-Authenticate': 'Basic realm="chatd"' }),
};

export const notLoggedIn = errorKind('Not logged in: API authentication or user session required', unauthorized);
export const otherUser = errorKind('Somebody else is logged in at this browser now.', {
  ...unauthorized,
  code: 'OTHER_USER',
});
export const basicAuthRequired = errorKind('This endpoint requires HTTP basic authentication.');
export const invalidAuthorizationHeader = errorKind('Invalid authorization header for basic auth', unauthorized);
export const malformedApiKey = errorKind('Malformed API key', unauthorized);
export const invalidApiKey = errorKind('Invalid API key', unauthorized);
export const accountDeactivated = errorKind('Account is deactivated', unauthorized);
export const webhookRefused = errorKind('This API is not available to incoming webhook bots.', unauthorized);

export const administratorRequired = errorKind('Must be an organization administrator');
export const ownerRequired = errorKind('Must be an organization owner');
export const guestRefused = errorKind('Not allowed for guest users');
export const botRefused = errorKind('This endpoint does not accept bot requests.');
export const outOfScope = errorKind('The rights that this bot was given do not include that.', {
  code: 'OUT_OF_SCOPE',
  status: 403,
});
export const insufficientPermission = errorKind('Insufficient permission');

export const unknownUrl = errorKind('This URL does not exist on this server.', { code: 'NOT_FOUND', status: 404 });
export const methodNotAllowed = errorKind<{ allowed: readonly string[] }>('Method Not Allowed', {
  code: 'METHOD_NOT_ALLOWED',
  status: 405,
  extra: ({ allowed }) => ({ allowed_methods: allowed }),
  headers: ({ allowed }) => ({ Allow: allowed.join(', ') }),
});
export const malformedUrl = errorKind('The URL is not valid: a percent sign must be followed by valid UTF-8.');

export const malformedJson = errorKind('Malformed JSON', { code: 'INVALID_JSON' });
export const malformedForm = errorKind<{ reason: string }>('The request body is not a valid form: {reason}.');
export const unsupportedEncoding = errorKind('Request bodies must not be compressed.', {
  code: 'UNSUPPORTED_CONTENT_ENCODING',
  status: 415,
});
export const bodyTooLarge = errorKind<{ limit: number }>('The request body is larger than {limit} bytes.', {
  code: 'REQUEST_BODY_TOO_LARGE',
  status: 413,
});

export const parameterMissing = errorKind<{ name: string }>("Missing '{name}' argument", {
  code: 'REQUEST_VARIABLE_MISSING',
  extra: ({ name }) => ({ var_name: name }),
});
export const parameterInvalid = errorKind<{ name: string; problem: Phrase }>('{name} {problem}');
export const parameterNotAllowed = errorKind<{ name: string; detail: string }>('Invalid {name}{detail}');
export const parameterBadValue = errorKind<{ name: string; value: string }>("Bad value for '{name}': {value}", {
  code: 'REQUEST_VARIABLE_INVALID',
  extra: ({ name, value }) => ({ var_name: name, bad_value: value }),
});
export const parameterAmbiguous = errorKind<{ name: string; alias: string }>(
  "Can't decide between '{name}' and '{alias}' arguments",
  { code: 'REQUEST_CONFUSING_VAR', extra: ({ name, alias }) => ({ var_name1: name, var_name2: alias }) },
);

export const rateLimitHit = errorKind<{ seconds: number }>('API usage exceeded rate limit', {
  code: 'RATE_LIMIT_HIT',
  status: 429,
  extra: ({ seconds }) => ({ 'retry-after': seconds }),
  headers: ({ seconds }) => ({ 'Retry-After': String(Math.ceil(seconds)) }),
});
export const internalError = errorKind<{ request_id: string }>(
  'Something went wrong on the server. The cause is in its log, under {request_id}.',
  { code: 'INTERNAL_ERROR', status: 500, extra: ({ request_id }) => ({ request_id }) },
);
export const databaseDamaged = errorKind(
  'The database of the server is damaged. The server refuses all changes until its operator decides what to do.',
  { code: 'DATABASE_DAMAGED', status: 503 },
);
export const databaseUnavailable = errorKind('The server cannot write to its disk at the moment. Please try again.', {
  code: 'DATABASE_UNAVAILABLE',
  status: 503,
});
