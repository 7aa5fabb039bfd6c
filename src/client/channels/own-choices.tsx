import type { Channel, Subscription } from '../api/types.ts';
import { type SubscriptionProperty, subscribe, unsubscribe } from '../commands/actions.ts';
import { ConfirmButton } from '../forms/confirm.tsx';
import type { Control } from '../forms/control.ts';
import { SavedField } from '../forms/saved-field.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { channelNotices } from '../settings/channel-notices.ts';

/** The user's own settings for a channel. */
export function OwnChoices({ channel }: { channel: Channel }) {
  const client = useClient();
  const { stream_id, name } = channel;
  const subscription = client.store.subscriptions.value.get(stream_id);
  if (!subscription)
    return (
      <p class="buttons">
        <button type="button" class="button" onClick={() => void subscribe(client, name)}>
          {t('channels.join')}
        </button>
      </p>
    );
  return (
    <>
      <Choices subscription={subscription} />
      <Leave channel={channel} />
    </>
  );
}

type Choice = readonly [property: SubscriptionProperty, label: string, control: Control, value: unknown];

function Choices({ subscription }: { subscription: Subscription }) {
  const client = useClient();
  const { user_settings } = client.store.read('personal').state;
  const { stream_id, color, is_muted, pin_to_top } = subscription;
  const look: readonly Choice[] = [
    ['color', t('channels.colour'), { kind: 'text', type: 'color' }, color],
    ['pin_to_top', t('channels.pinnedAboveOtherChannels'), { kind: 'switch' }, pin_to_top],
    ['is_muted', t('channels.muted'), { kind: 'switch' }, is_muted],
  ];
  const notices = channelNotices().map(([property, label, usual]): Choice => {
    return [property, label, { kind: 'switch' }, subscription[property] ?? user_settings[usual] === true];
  });
  const save = (property: SubscriptionProperty, next: unknown) => {
    const subscription_data = [{ stream_id, property, value: next }];
    return client.call('POST', '/users/me/subscriptions/properties', { subscription_data });
  };
  const show = (choices: readonly Choice[]) =>
    choices.map(([property, label, control, value]) => (
      <SavedField
        key={property}
        field={{ name: property, label, control }}
        value={value}
        save={(next) => save(property, next)}
      />
    ));
  return (
    <>
      <fieldset class="settings">
        <legend>{t('channels.whereItStands')}</legend>
        {show(look)}
      </fieldset>
      <fieldset class="settings">
        <legend>{t('channels.whatItTellsYou')}</legend>
        {show(notices)}
      </fieldset>
    </>
  );
}

function Leave({ channel }: { channel: Channel }) {
  const client = useClient();
  const { name, invite_only } = channel;
  if (invite_only)
    return (
      <ConfirmButton
        label={t('channels.leaveOne', { name })}
        question={{
          title: t('channels.leaveQuestion', { name }),
          text: t('channels.leaveHint'),
          verb: t('channels.leave'),
          act: () => client.call('DELETE', '/users/me/subscriptions', { subscriptions: [name] }),
        }}
      />
    );
  return (
    <button type="button" class="button is-plain" onClick={() => void unsubscribe(client, name)}>
      {t('channels.leave')}
    </button>
  );
}
