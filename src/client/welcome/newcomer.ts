import { fetchNewest } from '../api/source.ts';
import type { Client } from '../client.ts';
import { markNewcomer } from '../device/newcomer.ts';

/** Opens the channel where most is said to everybody, with its newest words in view, or the inbox without one. */
export async function goToFirstWords(client: Client): Promise<void> {
  const isHere = client.router.hold();
  markNewcomer(localStorage, client.store.user_id);
  const stream_id = firstChannel(client);
  if (stream_id === undefined) return client.router.replace('#inbox');
  const narrow = [{ operator: 'channel', operand: stream_id }];
  const page = await fetchNewest(client.call, 1, narrow).catch(() => undefined);
  const near = page?.messages.at(-1)?.id;
  const address = client.linkToChannel(stream_id);
  if (isHere()) client.router.replace(near === undefined ? address : `${address}/near/${near}`);
}

/** `#general`, else the oldest channel that new people are added to. */
function firstChannel({ store }: Client): number | undefined {
  const usual = new Set(store.read('channels').state.realm_default_streams);
  const own = [...store.subscriptions.peek().values()].sort((one, other) => one.stream_id - other.stream_id);
  const found =
    own.find(({ name }) => name === 'general') ?? own.find(({ stream_id }) => usual.has(stream_id)) ?? own[0];
  return found?.stream_id;
}
