import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { GroupSetting } from '../api/types.ts';
import { useClient } from '../view/context.ts';
import { type DeclaredSetting, fetchDeclared } from './declared.ts';

interface FormProps {
  path: '/settings' | '/realm';
  /** Which of the declared settings belong here. */
  wants: (setting: DeclaredSetting) => boolean;
  read: (name: string) => unknown;
  isDisabled?: boolean;
}

/** Settings, made of what the server declares. Each is saved when it is changed. */
export function DeclaredForm({ path, wants, read, isDisabled = false }: FormProps) {
  const client = useClient();
  const settings = useSignal<readonly DeclaredSetting[] | undefined>(undefined);
  useEffect(() => {
    void client.attempt(
      fetchDeclared(client.call, path).then((found) => {
        settings.value = found;
      }),
    );
  }, [path]);
  const save = (setting: DeclaredSetting, value: unknown) => {
    const sent = setting.control.kind === 'group' ? { new: value } : value;
    void client.attempt(client.call('PATCH', path, { [setting.name]: sent }).then(() => client.say('Saved.')));
  };
  if (!settings.value) return <p class="quiet">Loading…</p>;
  return (
    <div class="settings">
      {settings.value.filter(wants).map((setting) => (
        <Setting
          key={setting.name}
          setting={setting}
          value={read(setting.name)}
          isDisabled={isDisabled}
          onChange={(value) => save(setting, value)}
        />
      ))}
    </div>
  );
}

interface Props {
  setting: DeclaredSetting;
  value: unknown;
  isDisabled: boolean;
  onChange: (value: unknown) => void;
}

function Setting(props: Props) {
  const id = useId();
  const { setting, value, isDisabled, onChange } = props;
  if (setting.control.kind === 'switch')
    return (
      <label class="choice setting">
        <input
          type="checkbox"
          checked={value === true}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span>{setting.label}</span>
      </label>
    );
  return (
    <div class="setting">
      <label for={id}>{setting.label}</label>
      <Input id={id} {...props} />
    </div>
  );
}

type InputProps = Props & { id: string };

function Input(props: InputProps) {
  const { id, setting, value, isDisabled, onChange } = props;
  const { control } = setting;
  if (control.kind === 'choice') return <ChoiceInput {...props} options={control.options} />;
  if (control.kind === 'group') return <GroupInput {...props} />;
  const common = { id, class: 'field', disabled: isDisabled };
  const change = (text: string) => onChange(readInput(control, text));
  if (control.kind === 'text')
    return (
      <input {...common} value={String(value ?? '')} onChange={({ currentTarget }) => change(currentTarget.value)} />
    );
  const limits = control.kind === 'number' ? { min: control.min, max: control.max } : { min: 1 };
  return (
    <input
      {...common}
      {...limits}
      type="number"
      placeholder={control.kind === 'limit' ? control.without : ''}
      value={value === null || Number(value) < 0 ? '' : String(value)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

type Options = Extract<DeclaredSetting['control'], { kind: 'choice' }>['options'];

function ChoiceInput({ id, value, isDisabled, onChange, options }: InputProps & { options: Options }) {
  return (
    <select
      id={id}
      class="field"
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(options[currentTarget.selectedIndex]?.value)}
    >
      {options.map((one) => (
        <option key={one.value} selected={one.value === value}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

function readInput(control: DeclaredSetting['control'], text: string): unknown {
  if (control.kind === 'text') return text;
  return control.kind === 'limit' && text === '' ? control.without : Number(text);
}

const roleNames: Readonly<Record<string, string>> = {
  'role:everyone': 'Everyone, guests included',
  'role:members': 'Members',
  'role:fullmembers': 'Full members',
  'role:moderators': 'Moderators and above',
  'role:administrators': 'Administrators and owners',
  'role:owners': 'Owners',
  'role:nobody': 'Nobody',
};

/** Chooses a group, by role or by name. A set of people and groups without a name is kept as it is. */
function GroupInput({ id, value, isDisabled, onChange }: InputProps) {
  const { store } = useClient();
  const groups = store
    .read('people')
    .state.realm_user_groups.filter(({ deactivated, name }) => !deactivated && name !== 'role:internet');
  const isUnnamed = typeof (value as GroupSetting) !== 'number';
  return (
    <select
      id={id}
      class="field"
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    >
      {isUnnamed && (
        <option value="" selected disabled>
          Certain people and groups
        </option>
      )}
      {groups.map((one) => (
        <option key={one.id} value={one.id} selected={one.id === value}>
          {roleNames[one.name] ?? one.name}
        </option>
      ))}
    </select>
  );
}
