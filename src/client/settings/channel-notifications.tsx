import type { Subscription } from '../api/types.ts';
import { setSubscription } from '../commands/actions.ts';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { channelNotices } from './channel-notices.ts';

/** The notifications of each subscribed channel. */
export function ChannelNotifications() {
  const { store } = useClient();
  const channels = [...store.subscriptions.value.values()].filter(({ is_archived }) => !is_archived);
  if (channels.length === 0) return null;
  return (
    <fieldset class="settings">
      <legend>{t('settings.byChannel')}</legend>
      <p class="quiet">{t('settings.byChannelHint')}</p>
      <table class="matrix">
        <thead>
          <tr>
            <td />
            {channelNotices().map(([property, title]) => (
              <th key={property} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {channels
            .toSorted((a, b) => compareNames(a.name, b.name))
            .map((channel) => (
              <ChannelRow key={channel.stream_id} channel={channel} />
            ))}
        </tbody>
      </table>
    </fieldset>
  );
}

function ChannelRow({ channel }: { channel: Subscription }) {
  const client = useClient();
  const { user_settings } = client.store.read('personal').state;
  const { stream_id, name } = channel;
  return (
    <tr>
      <th scope="row">
        <a href={`#channels/${stream_id}/personal`} dir="auto">
          #{name}
        </a>
      </th>
      {channelNotices().map(([property, title, usual]) => (
        <td key={property}>
          <label>
            <input
              type="checkbox"
              aria-label={`#${name}: ${title}`}
              checked={channel[property] ?? user_settings[usual] === true}
              onChange={({ currentTarget }) => setSubscription(client, stream_id, property, currentTarget.checked)}
            />
          </label>
        </td>
      ))}
    </tr>
  );
}
