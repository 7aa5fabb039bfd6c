import type { Channel, Subscription } from '../api/types.ts';
import { type SubscriptionProperty, subscribe, unsubscribe } from '../commands/actions.ts';
import { ConfirmButton } from '../forms/confirm.tsx';
import type { Control } from '../forms/control.ts';
import { SavedField } from '../forms/saved-field.tsx';
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
          Follow
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
    ['color', 'Colour', { kind: 'text', type: 'color' }, color],
    ['pin_to_top', 'Pinned above other channels', { kind: 'switch' }, pin_to_top],
    ['is_muted', 'Muted', { kind: 'switch' }, is_muted],
  ];
  const notices = channelNotices.map(([property, label, usual]): Choice => {
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
        <legend>Where it stands</legend>
        {show(look)}
      </fieldset>
      <fieldset class="settings">
        <legend>What it tells you</legend>
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
        label={`Leave ${name}`}
        question={{
          title: `Leave ${name}?`,
          text: 'It is private: to rejoin, somebody has to add you.',
          verb: 'Leave',
          act: () => client.call('DELETE', '/users/me/subscriptions', { subscriptions: [name] }),
        }}
      />
    );
  return (
    <button type="button" class="button is-plain" onClick={() => void unsubscribe(client, name)}>
      Leave
    </button>
  );
}
