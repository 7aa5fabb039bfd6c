/** What the tests use of the package, which has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<unknown>;
  }
  interface Oidc {
    client: { clientId: string };
    session: { accountId: string };
    provider: { Grant: new (values: { clientId: string; accountId: string }) => Grant };
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
  export type Context = { oidc: Oidc };
}
