import type { Context } from '../context.ts';
import {
  type Access,
  type Declaration,
  declareEndpoint,
  declarePublicEndpoint,
  type Call as GenericCall,
  type Endpoint as GenericEndpoint,
  type PublicCall,
} from '../http/endpoint.ts';
import type { Params } from '../http/params.ts';
import type { User } from '../users/user.ts';

/** An endpoint of this API. `Services` are the ports that its handler needs besides the context. */
export type Endpoint<Services = unknown> = GenericEndpoint<Context & Services, User>;

/** A user's request, as passed to a handler. */
export type Call<Services = unknown> = GenericCall<Context & Services, User>;

/** Declares an endpoint for users with an account. */
export function endpoint<P extends Params, Prepared = undefined, Services = unknown>(
  declaration: Declaration<Call<Services>, P, Prepared> & { access: Exclude<Access, 'anyone'> },
): Endpoint<Services> {
  return declareEndpoint<Context & Services, User, P, Prepared>(declaration);
}

/** Declares an endpoint that needs no account. */
export function publicEndpoint<P extends Params, Prepared = undefined, Services = unknown>(
  declaration: Declaration<PublicCall<Context & Services>, P, Prepared>,
): Endpoint<Services> {
  return declarePublicEndpoint<Context & Services, User, P, Prepared>(declaration);
}
