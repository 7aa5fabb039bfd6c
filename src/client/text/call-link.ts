import type { State } from '../api/types.ts';
import { t } from '../language/texts.ts';

/** A link to a new room of the organization's service for calls, as Markdown; undefined if it has none. */
export function callLink(state: State): string | undefined {
  if (state.realm_video_chat_provider === 0) return undefined;
  const server = state.realm_jitsi_server_url ?? state.server_jitsi_server_url;
  return `[${t('compose.joinCall')}](${server}/${crypto.getRandomValues(new BigUint64Array(1))}) `;
}
