import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import type { User } from '../users/user.ts';

/** A server that helps browsers to reach each other, as RTCPeerConnection takes it. */
interface IceServer {
  urls: readonly string[];
  username?: string;
  credential?: string;
}

/** In seconds: how long a relay accepts what a member gets when they join. */
const lifetime = 6 * 3600;

/** The servers that a member's browser may use. Credentials are their own, and end. */
export function iceServersFor({ config, clock }: Context, user: User): IceServer[] {
  const { stun_url = [], relay } = config;
  const finders = stun_url.length === 0 ? [] : [{ urls: stun_url }];
  return relay ? [...finders, { urls: relay.urls, ...credentialOf(relay.secret, user, clock.now()) }] : finders;
}

/** By coturn's REST API: the name holds the end in UNIX seconds, and its HMAC is the password. */
function credentialOf(secret: string, { id }: User, now: number): { username: string; credential: string } {
  const username = `${now + lifetime}:${id}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
