// The call of this tab, for what is loaded without it.

import { signal } from '@preact/signals';
import type { Client } from '../client.ts';
import type { Conversation } from '../store/conversation.ts';

/** The conversation whose call the user is about to start or join. */
export const joining = signal<Conversation | undefined>(undefined);

/** The conversation of the call that this tab is in. */
export const calledIn = signal<Conversation | undefined>(undefined);

/** Whether the call of this tab covers the page. */
export const isCallOpen = signal(false);

/** Where a tab keeps the call that it was in when it was loaded again. */
export const resumeKey = 'call';

/** Stops ringing on all devices. */
export function decline({ attempt, call }: Client, call_id: number): Promise<boolean> {
  return attempt(call('POST', `/calls/${call_id}/decline`));
}
