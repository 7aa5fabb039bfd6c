import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../client.ts';
import type { PaneName } from '../commands/view-state.ts';

export const ClientContext = createContext<Client | undefined>(undefined);

/** In which pane a view is. */
export const PaneContext = createContext<PaneName>('main');

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('a view was drawn without a client');
  return client;
}
