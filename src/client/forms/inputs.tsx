import { ChannelInput, ChannelsInput } from './channel-input.tsx';
import type { InputProps } from './control.ts';
import { GroupInput } from './group-input.tsx';
import { LimitInput } from './limit-input.tsx';
import { MembersInput, PeopleInput } from './people-input.tsx';
import { Picker } from './picker.tsx';
import { PictureInput } from './picture-input.tsx';
import { LongInput, NumberInput, TextInput } from './text-input.tsx';

/** The element for showing and changing a value. */
export function Input(props: InputProps) {
  const { control } = props;
  switch (control.kind) {
    case 'switch':
      return <Switch {...props} control={control} />;
    case 'number':
      return <NumberInput {...props} control={control} />;
    case 'text':
      return <TextInput {...props} control={control} />;
    case 'long':
      return <LongInput {...props} control={control} />;
    case 'limit':
      return <LimitInput {...props} control={control} />;
    case 'choice':
      return <ChoiceInput {...props} control={control} />;
    case 'group':
      return <GroupInput {...props} control={control} />;
    case 'people':
      return <PeopleInput {...props} control={control} />;
    case 'members':
      return <MembersInput {...props} control={control} />;
    case 'channel':
      return <ChannelInput {...props} control={control} />;
    case 'channels':
      return <ChannelsInput {...props} control={control} />;
    case 'picks':
      return <PicksInput {...props} control={control} />;
    case 'picture':
      return <PictureInput {...props} control={control} />;
  }
}

function Switch({ id, field, value, onChange }: InputProps<'switch'>) {
  return (
    <input
      id={id}
      type="checkbox"
      class="switch"
      aria-describedby={field.hint ? `${id}-hint` : undefined}
      checked={value === true}
      disabled={field.isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

function ChoiceInput({ id, field, control, value, onChange }: InputProps<'choice'>) {
  const { options } = control;
  return (
    <select
      id={id}
      class="field"
      disabled={field.isDisabled}
      value={options.findIndex((one) => one.value === value)}
      onChange={({ currentTarget }) => onChange(options[Number(currentTarget.value)]?.value)}
    >
      {options.map((one, index) => (
        <option key={one.value} value={index}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

function PicksInput({ id, field, control, value, onChange }: InputProps<'picks'>) {
  const { label, choices } = control;
  const chosen = (value ?? []) as string[];
  return (
    <Picker id={id} label={label} choices={choices} chosen={chosen} isDisabled={field.isDisabled} onChange={onChange} />
  );
}
