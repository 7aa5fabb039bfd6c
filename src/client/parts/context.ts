import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../client.ts';

export const ClientContext = createContext<Client | undefined>(undefined);

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('a view was drawn without a client');
  return client;
}
