import { request } from 'node:http';

/** The function that sends requests to a URL. Loads TLS only where it is needed: most processes need none. */
export function requestOf({ protocol }: URL): typeof request {
  return protocol === 'https:' ? process.getBuiltinModule('node:https').request : request;
}
