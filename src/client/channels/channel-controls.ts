import type { Channel } from '../api/types.ts';
import type { Client } from '../client.ts';
import { type Control, choiceOf, days, type Field, type Values, type Without } from '../forms/control.ts';
import { isolate, t } from '../language/texts.ts';

const forEver = (): Without => ({ label: t('channels.forEver'), stored: -1, sent: 'unlimited' });
const likeOthers = (): Without => ({ label: t('channels.asInOthers'), stored: null, sent: 'realm_default' });

/** The organization's retention time of messages. */
export const keptEverywhere = (): Field => ({
  name: 'message_retention_days',
  label: t('channels.retention'),
  hint: t('channels.olderMessagesAreDeleted'),
  control: { kind: 'limit', units: days(), without: [forEver()] },
});

export const keptHere = (): Field => ({
  ...keptEverywhere(),
  control: { kind: 'limit', units: days(), without: [likeOthers(), forEver()] },
});

/** Converts the stored value of a form to the word that the server accepts. */
export function retentionParams({ message_retention_days: value }: Values) {
  const none = [forEver(), likeOthers()].find(({ stored }) => stored === value);
  return { message_retention_days: none?.sent ?? value };
}

export function describeRetention(value: number | null): string {
  if (value === null) return likeOthers().label;
  if (value < 0) return forEver().label;
  return t('channels.keptForDays', { count: value });
}

/** The form for owners to set the retention time of a channel. */
export function retentionForm({ call }: Client, { stream_id, name, message_retention_days }: Channel) {
  return {
    title: isolate(`#${name}`),
    verb: t('common.save'),
    fields: [keptHere()],
    initial: { message_retention_days },
    submit: (values: Values) => call('PATCH', `/streams/${stream_id}`, retentionParams(values)),
  };
}

export const topicsControl = (): Control =>
  choiceOf(
    {
      inherit: t('channels.asInTheOrganization'),
      allow_empty_topic: t('channels.anyOrNone'),
      disable_empty_topic: t('channels.namedTopicsOnly'),
      empty_topic_only: t('channels.noTopics'),
    },
    false,
  );

/** The folders that a channel can be in. */
export function folderControl({ store }: Client): Control {
  const { channel_folders } = store.read('channels').state;
  const open = channel_folders.filter(({ is_archived }) => !is_archived).sort((a, b) => a.order - b.order);
  return {
    kind: 'choice',
    options: [{ value: null, label: t('channels.none') }, ...open.map(({ id, name }) => ({ value: id, label: name }))],
  };
}
