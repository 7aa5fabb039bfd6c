import type { CountsLoginFailures } from '../accounts/login-limit.ts';
import type { Context } from '../context.ts';
import type { LimitsAttempts } from '../http/attempts.ts';
import type { Authentication, Provided } from '../http/dispatch.ts';
import type { SendsMail } from '../mail/mail.ts';
import type { ServesQueues } from '../registration/client.ts';
import type { Serves } from '../registration/realm-state.ts';
import type { AsksDirectory } from '../sso/ldap.ts';
import type { AsksProviders } from '../sso/openid.ts';
import type { User } from '../users/user.ts';

/** The parts of the program that pages and files need. */
export interface Site
  extends Context,
    Provided,
    LimitsAttempts,
    SendsMail,
    ServesQueues,
    Serves,
    AsksProviders,
    AsksDirectory,
    CountsLoginFailures {
  authentication: Authentication<User>;
  /** When the server started, in UNIX seconds. */
  started_at: number;
}
