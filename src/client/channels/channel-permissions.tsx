import type { Channel } from '../api/types.ts';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { DeclaredForm, type SettingGroup } from '../settings/declared-form.tsx';
import { canAdminister } from '../store/rights.ts';
import { useClient } from '../view/context.ts';

const permissionGroups: readonly SettingGroup[] = [
  ['Messages', /(send_message|create_topic|resolve_topics|delete_|move_)/],
  ['The channel and its people', /./],
];

const deletion = /^can_delete_/;

/** The permissions of a channel. */
export function ChannelPermissions({ channel }: { channel: Channel }) {
  const { store } = useClient();
  const isAdministrator = canAdminister(store, channel) && !channel.is_archived;
  const maySetDeletion = store.isPermitted('can_set_delete_message_policy_group');
  return (
    <>
      {!isAdministrator && <ReadOnlyNote text="Administrators of the channel can change this." />}
      <DeclaredForm
        path="/streams/{stream_id}"
        target={`/streams/${channel.stream_id}`}
        wants={({ control }) => control.kind === 'group'}
        groups={permissionGroups}
        read={(name) => ({ ...channel })[name]}
        mayChange={({ name }) => isAdministrator && (!deletion.test(name) || maySetDeletion)}
      />
    </>
  );
}
