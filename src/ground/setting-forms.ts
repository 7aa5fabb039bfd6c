import {
  type Address,
  isLoopbackHost,
  isThisMachine,
  parseHttpUrl,
  parseListen,
  parseNetwork,
  parsePublicUrl,
} from './addresses.ts';

/** The form of a setting's value. */
export interface Form<Value> {
  /** Undefined if the text is invalid. */
  parse: (text: string) => Value | undefined;
  /** Completes "It must …". */
  must: string;
  /** What is wrong about an invalid text, as a sentence; undefined if that is plain. */
  fault?: (text: string) => string | undefined;
  choices?: readonly string[];
}

export const path: Form<string> = { parse: (text) => text || undefined, must: 'not be empty' };

export const anyText: Form<string> = { parse: (text) => text, must: '' };

export const address: Form<Address> = {
  parse: parseListen,
  must: 'look like 127.0.0.1:9991, 0.0.0.0, [::1]:9991 or 9991',
};

/** An address to listen on, or `none`. */
export const addressOrNone: Form<Address | 'none'> = {
  parse: (text) => (text === 'none' ? text : parseListen(text)),
  must: 'look like 0.0.0.0:80 or 80, or be none',
};

export const publicUrl: Form<string> = {
  parse: parsePublicUrl,
  must: 'look like https://chat.example.com or chat.example.com, with nothing after it',
  fault: faultOfUrl,
};

function faultOfUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol)) return undefined;
  if (username !== '' || password !== '') return 'It names a user.';
  if (search !== '') return 'It has a query.';
  if (hash !== '') return 'It has a fragment.';
  return pathname === '/' ? undefined : 'It has a path.';
}

/** A whole number from `least` to 999,999,999. */
export function wholeNumber(least: 0 | 1): Form<number> {
  return {
    parse: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : undefined),
    must: `be a whole number, ${least} or more`,
  };
}

/** A number of things that are kept. */
export const count: Form<number> = {
  parse: (text) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined),
  must: 'be a whole number from 1 to 9999',
};

/** One of some words. */
export function oneOf<Word extends string>(words: readonly Word[]): Form<Word> {
  return {
    parse: (text) => words.find((word) => word === text),
    must: `be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
    choices: words,
  };
}

/** As an option it has no value; as a variable it may be `no`. */
export const yesOrNo: Form<boolean> = {
  parse: (text) => (/^(1|true|yes|on)$/i.test(text) ? true : /^(0|false|no|off)$/i.test(text) ? false : undefined),
  must: 'be yes or no',
};

/** Maximum requests of a user, and of an address without a login. */
export interface RateSettings {
  user_minute: number;
  user_hour: number;
  address_minute: number;
}

export const defaultRateLimits = '200,2000,100';

/** Parses three numbers separated by commas. Undefined if invalid. */
export function parseRateLimits(text: string): RateSettings | undefined {
  if (!/^[1-9]\d{0,8}(,[1-9]\d{0,8}){2}$/.test(text)) return undefined;
  const [user_minute = 0, user_hour = 0, address_minute = 0] = text.split(',').map(Number);
  return { user_minute, user_hour, address_minute };
}

export const rateLimits: Form<RateSettings | 'none'> = {
  parse: (text) => (text === 'none' ? text : parseRateLimits(text)),
  must: `look like ${defaultRateLimits}, or be none`,
};

export const networks: Form<string[]> = {
  parse(text) {
    const found = text.split(',').map(parseNetwork);
    return found.every((network) => network !== undefined) ? found : undefined;
  },
  must: 'look like 10.0.0.0/8 or 127.0.0.1',
};

/** The address at which another mail server delivers mails. */
export interface MailInSettings {
  protocol: 'smtp' | 'lmtp';
  /** An address of this machine. */
  listen: Address;
}

/** Parses the URL of a mail server: smtp or smtps, with a host. Undefined if invalid. */
export function parseSmtpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '' ? text : undefined;
}

/**
 * Parses the address for incoming mail: `host:port`, `smtp://host:port` or `lmtp://host:port`, on this machine.
 * Undefined if invalid.
 */
function parseMailIn(text: string): MailInSettings | undefined {
  const [, protocol = 'smtp', address = ''] = /^(?:(smtp|lmtp):\/\/)?(.*?:\d{1,5})\/?$/.exec(text) ?? [];
  const listen = parseListen(address);
  if (!listen || !isLoopbackHost(listen.host)) return undefined;
  return { protocol: protocol === 'lmtp' ? 'lmtp' : 'smtp', listen };
}

/** Parses the domain of addresses, in lower case. Undefined if invalid. */
function parseMailDomain(text: string): string | undefined {
  const domain = text.trim().toLowerCase();
  return domain.length <= 190 && /^(?=.*[a-z])[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(domain) ? domain : undefined;
}

export const mailIn: Form<MailInSettings> = {
  parse: parseMailIn,
  must: 'look like 127.0.0.1:2525 or lmtp://127.0.0.1:2424, on this machine',
};

export const mailAddress: Form<string> = {
  parse: (text) => (/^[^\s<>@,]+@[^\s<>@,]+\.[^\s<>@,]+$/.test(text) ? text : undefined),
  must: 'look like you@example.com',
};

/** Names of hosts, in lower case. */
export const hostNames: Form<string[]> = {
  parse(text) {
    const names = text.split(',').map(parseMailDomain);
    return names.length <= 100 && names.every((name) => name?.includes('.')) ? (names as string[]) : undefined;
  },
  must: 'look like chat.example.com,talk.example.com',
};

export const acmeDirectory: Form<string> = {
  parse(text) {
    const url = parseHttpUrl(text);
    return url?.startsWith('https:') ? url : undefined;
  },
  must: 'look like https://acme-staging-v02.api.letsencrypt.org/directory',
};

export const mailDomain: Form<string> = { parse: parseMailDomain, must: 'look like chat.example.com' };

/** Parses the sender of mails: an address, or `Name <address>`. Undefined if invalid. */
export function parseSender(text: string): string | undefined {
  return /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim()) ? text.trim() : undefined;
}

/** Parses the URL of a push service: https, or http on this machine. Undefined if invalid. */
function parsePushServiceUrl(text: string): string | undefined {
  const url = parseHttpUrl(text);
  return url !== undefined && (url.startsWith('https:') || isThisMachine(new URL(url).hostname)) ? url : undefined;
}

export const sender: Form<string> = { parse: parseSender, must: 'look like chat@example.com' };

export const pushServiceUrl: Form<string> = { parse: parsePushServiceUrl, must: 'look like https://push.example.com' };

/** URLs of STUN or TURN servers (RFC 7064, 7065). */
function iceUrls(scheme: 'stun' | 'turn', example: string): Form<string[]> {
  const pattern = new RegExp(`^${scheme}s?:[^\\s/?#,@]+(\\?transport=(udp|tcp))?$`);
  return {
    parse(text) {
      const urls = text.split(',').map((url) => url.trim());
      return urls.length <= 10 && urls.every((url) => pattern.test(url)) ? urls : undefined;
    },
    must: `look like ${example}`,
  };
}

export const stunUrls: Form<string[]> = iceUrls('stun', 'stun:chat.example.com:3478');

export const turnUrls: Form<string[]> = iceUrls('turn', 'turn:chat.example.com:3478?transport=udp');

export const uuid: Form<string> = {
  parse: (text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined),
  must: 'be a UUID',
};
