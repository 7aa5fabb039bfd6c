import { useComputed, useSignal } from '@preact/signals';
import type { Channel } from '../api/types.ts';
import { setSubscription, subscribe, unsubscribe } from '../commands/actions.ts';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { FindField } from '../parts/find-field.tsx';
import { Icon } from '../parts/icon.tsx';
import { PageBody, PageHead } from '../parts/page.tsx';
import { Swatch } from '../parts/swatch.tsx';
import { formatNarrow } from '../store/routes.ts';
import { fold } from '../text/ranking.ts';

/** All channels visible to the user, with controls to subscribe, unsubscribe and mute. */
export function Channels() {
  const { store } = useClient();
  const wanted = useSignal('');
  const channels = useComputed(() =>
    [...store.channels.value.values()]
      .filter(({ name }) => fold(name).includes(fold(wanted.value)))
      .sort((a, b) => compareNames(a.name, b.name)),
  );
  const open = channels.value.filter(({ is_archived }) => !is_archived);
  const archived = channels.value.filter(({ is_archived }) => is_archived);
  return (
    <main class="page">
      <PageHead title={t('common.channels')}>
        <NewChannelLink />
      </PageHead>
      <PageBody>
        <FindField label={t('pages.findChannels')} written={wanted} />
        {channels.value.length === 0 && (
          <p class="empty">{wanted.value === '' ? t('pages.noChannels') : t('pages.noChannelFound')}</p>
        )}
        <ul class="channels">
          {open.map((channel) => (
            <Row key={channel.stream_id} channel={channel} />
          ))}
        </ul>
        {archived.length > 0 && <Archived channels={archived} />}
      </PageBody>
    </main>
  );
}

function NewChannelLink() {
  const { can_create_streams } = useClient().store.read('people', 'realm').state;
  if (can_create_streams !== true) return null;
  return (
    <a class="button" href="#channels/new">
      {t('common.newChannel')}
    </a>
  );
}

function Archived({ channels }: { channels: readonly Channel[] }) {
  return (
    <section class="inbox-group">
      <h2>{t('pages.archived')}</h2>
      <ul>
        {channels.map(({ stream_id, name }) => (
          <li key={stream_id} class="inbox-row">
            <a href={`#channels/${stream_id}`} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ channel }: { channel: Channel }) {
  const { stream_id, name, description, subscriber_count, invite_only } = channel;
  const href = formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName: () => name });
  return (
    <li class="channel-row">
      <div>
        <a href={href}>
          <Swatch stream_id={stream_id} />
          <b dir="auto">{name}</b>
          {invite_only && <Icon name="lock" />}
        </a>
        <p class="quiet" dir="auto">
          {description}
        </p>
        <p class="quiet">{t('pages.peopleIn', { count: subscriber_count })}</p>
      </div>
      <Choices channel={channel} />
    </li>
  );
}

/** The user's settings for a channel. */
function Choices({ channel }: { channel: Channel }) {
  const client = useClient();
  const { stream_id, name } = channel;
  const subscription = client.store.subscriptions.value.get(stream_id);
  if (!subscription)
    return (
      <button type="button" class="button" onClick={() => void subscribe(client, name)}>
        {t('pages.join')}
      </button>
    );
  const { is_muted, pin_to_top } = subscription;
  return (
    <div class="buttons">
      <button
        type="button"
        class="button is-plain"
        aria-pressed={is_muted}
        onClick={() => setSubscription(client, stream_id, 'is_muted', !is_muted)}
      >
        {is_muted ? t('common.unmute') : t('common.mute')}
      </button>
      <button
        type="button"
        class="button is-plain"
        aria-pressed={pin_to_top}
        onClick={() => setSubscription(client, stream_id, 'pin_to_top', !pin_to_top)}
      >
        {pin_to_top ? t('common.unpin') : t('common.pin')}
      </button>
      <button type="button" class="button is-plain" onClick={() => void unsubscribe(client, name)}>
        {t('pages.leave')}
      </button>
    </div>
  );
}
