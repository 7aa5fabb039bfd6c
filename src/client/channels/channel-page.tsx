import { useSignal } from '@preact/signals';
import { setSubscription, subscribe, unsubscribe } from '../actions.ts';
import type { Channel } from '../api/types.ts';
import { formatNarrow } from '../routes.ts';
import { useClient } from '../view/context.ts';
import { PageBody, PageHead } from '../view/page.tsx';
import { Subscribers } from './subscribers.tsx';

/** A channel: what it is for, who follows it, and what the user wants of it. */
export function ChannelPage({ section }: { section: string }) {
  const { store } = useClient();
  const stream_id = Number(section);
  const channel = store.channels.value.get(stream_id);
  if (!channel)
    return (
      <main class="page">
        <PageHead title="Unknown channel" />
        <p class="empty">There is no channel with this number, or you may not know of it.</p>
      </main>
    );
  const href = formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName: () => channel.name });
  return (
    <main class="page">
      <PageHead title={channel.name}>
        <a class="button is-plain" href={href}>
          Read it
        </a>
      </PageHead>
      <PageBody>
        <Facts channel={channel} />
        <OwnChoices channel={channel} />
        <Subscribers key={stream_id} channel={channel} />
      </PageBody>
    </main>
  );
}

function Facts({ channel }: { channel: Channel }) {
  const client = useClient();
  const { stream_id, name, description, invite_only, is_web_public } = channel;
  const canAdminister = client.store.isInGroup(channel.can_administer_channel_group);
  const isDisabled = !canAdminister && !client.store.read('people').state.is_admin;
  const problem = useSignal('');
  const save = (fields: object) =>
    client.call('PATCH', `/streams/${stream_id}`, { ...fields }).then(
      () => {
        problem.value = '';
        client.say('Saved.');
      },
      (error: unknown) => {
        problem.value = error instanceof Error ? error.message : String(error);
      },
    );
  const privacy = is_web_public ? 'Everyone on the web' : invite_only ? 'Only people who are added' : 'Everybody here';
  return (
    <div class="settings">
      <label class="setting">
        <span>Name</span>
        <input
          class="field"
          value={name}
          disabled={isDisabled}
          onChange={({ currentTarget }) => void save({ new_name: currentTarget.value })}
        />
      </label>
      <label class="setting">
        <span>What it is for</span>
        <textarea
          class="field"
          rows={3}
          value={description}
          disabled={isDisabled}
          onChange={({ currentTarget }) => void save({ description: currentTarget.value })}
        />
      </label>
      <p>
        <span class="quiet">Who may read it:</span> {privacy}
      </p>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  );
}

function OwnChoices({ channel }: { channel: Channel }) {
  const client = useClient();
  const { stream_id, name } = channel;
  const subscription = client.store.subscriptions.value.get(stream_id);
  if (!subscription)
    return (
      <p class="buttons">
        <button type="button" class="button" onClick={() => void subscribe(client, name)}>
          Follow
        </button>
      </p>
    );
  const { is_muted, pin_to_top } = subscription;
  return (
    <p class="buttons">
      <button
        type="button"
        class="button is-plain"
        onClick={() => setSubscription(client, stream_id, 'is_muted', !is_muted)}
      >
        {is_muted ? 'Unmute' : 'Mute'}
      </button>
      <button
        type="button"
        class="button is-plain"
        onClick={() => setSubscription(client, stream_id, 'pin_to_top', !pin_to_top)}
      >
        {pin_to_top ? 'Unpin' : 'Pin'}
      </button>
      <button type="button" class="button is-plain" onClick={() => void unsubscribe(client, name)}>
        Leave
      </button>
    </p>
  );
}
