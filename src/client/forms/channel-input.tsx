import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { idsOf, listChannels } from './choices.ts';
import type { InputProps } from './control.ts';
import { Picker } from './picker.tsx';

const noChannel = -1;

/** Selects a channel or none. */
export function ChannelInput({ id, field, value, onChange }: InputProps<'channel'>) {
  const client = useClient();
  const chosen = Number(value ?? noChannel);
  const channels = [...client.store.channels.value.values()]
    .filter(({ stream_id, is_archived }) => !is_archived || stream_id === chosen)
    .sort((a, b) => compareNames(a.name, b.name));
  const isKnown = chosen === noChannel || channels.some(({ stream_id }) => stream_id === chosen);
  return (
    <select
      id={id}
      class="field"
      disabled={field.isDisabled}
      value={String(chosen)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    >
      <option value={noChannel}>{t('forms.none')}</option>
      {!isKnown && <option value={chosen}>{t('forms.hiddenChannel')}</option>}
      {channels.map(({ stream_id, name }) => (
        <option key={stream_id} value={stream_id}>
          #{name}
        </option>
      ))}
    </select>
  );
}

/** Selects channels. */
export function ChannelsInput({ id, field, value, onChange }: InputProps<'channels'>) {
  return (
    <Picker
      id={id}
      label={t('forms.addChannels')}
      choices={listChannels(useClient())}
      chosen={((value ?? []) as number[]).map((stream_id) => `channel ${stream_id}`)}
      isDisabled={field.isDisabled}
      onChange={(keys) => onChange(idsOf(keys, 'channel'))}
    />
  );
}
