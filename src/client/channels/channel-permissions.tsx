import type { Channel } from '../api/types.ts';
import { DeclaredForm, type SettingGroup } from '../forms/declared-form.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { canAdminister } from '../store/rights.ts';

const permissionGroups = (): readonly SettingGroup[] => [
  [t('channels.messages'), /(send_message|create_topic|resolve_topics|delete_|move_)/],
  [t('channels.theChannelAndIts'), /./],
];

const deletion = /^can_delete_/;

/** The permissions of a channel. */
export function ChannelPermissions({ channel }: { channel: Channel }) {
  const { store } = useClient();
  const isAdministrator = canAdminister(store, channel) && !channel.is_archived;
  const maySetDeletion = store.isPermitted('can_set_delete_message_policy_group');
  return (
    <>
      {!isAdministrator && <ReadOnlyNote text={t('channels.locked')} />}
      <DeclaredForm
        path="/streams/{stream_id}"
        target={`/streams/${channel.stream_id}`}
        groups={permissionGroups()}
        read={(name) => ({ ...channel })[name]}
        mayChange={({ name }) => isAdministrator && (!deletion.test(name) || maySetDeletion)}
      />
    </>
  );
}
