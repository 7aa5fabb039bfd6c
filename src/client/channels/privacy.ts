import type { Channel } from '../api/types.ts';
import type { Client } from '../client.ts';
import type { Control, Option } from '../forms/control.ts';
import { t } from '../language/texts.ts';

/** The privacy of a channel, in one word. */
export type Privacy = 'web' | 'public' | 'shared' | 'private';

type Facts = Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>;

const privacyNames = (): Readonly<Record<Privacy, string>> => ({
  public: t('channels.everybodyInTheOrganization'),
  shared: t('channels.privateWithHistory'),
  private: t('channels.privateFromJoining'),
  web: t('channels.everyoneOnTheWeb'),
});

const facts: Readonly<Record<Privacy, Facts>> = {
  web: { invite_only: false, is_web_public: true, history_public_to_subscribers: true },
  public: { invite_only: false, is_web_public: false, history_public_to_subscribers: true },
  shared: { invite_only: true, is_web_public: false, history_public_to_subscribers: true },
  private: { invite_only: true, is_web_public: false, history_public_to_subscribers: false },
};

export function privacyOf({ invite_only, is_web_public, history_public_to_subscribers }: Facts): Privacy {
  if (is_web_public) return 'web';
  if (!invite_only) return 'public';
  return history_public_to_subscribers ? 'shared' : 'private';
}

export function factsOf(privacy: Privacy): Facts {
  return facts[privacy];
}

/** A choice between the current privacy and the ones that the user may set. */
export function privacyControl({ store }: Client, present?: Privacy): Control {
  const { state } = store.read('realm', 'people');
  const mayMakePrivate = store.isPermitted('can_create_private_channel_group');
  const allowed: Readonly<Record<Privacy, boolean>> = {
    public: store.isPermitted('can_create_public_channel_group'),
    shared: mayMakePrivate,
    private: mayMakePrivate,
    web: state.realm_enable_spectator_access === true && store.isPermitted('can_create_web_public_channel_group'),
  };
  const names = Object.entries(privacyNames()) as [Privacy, string][];
  const options = names.flatMap(([value, label]): Option[] =>
    allowed[value] || value === present ? [{ value, label }] : [],
  );
  return { kind: 'choice', options };
}
