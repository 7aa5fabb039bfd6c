import { useSignal } from '@preact/signals';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Tool } from '../parts/tool.tsx';
import { fold } from '../text/ranking.ts';
import type { Choice } from './control.ts';

interface Props {
  id: string;
  /** The label of the search field: `Add people`. */
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  isDisabled?: boolean | undefined;
  onChange: (chosen: string[]) => void;
}

/** Selects several items: shows the chosen ones with remove buttons, and a field that finds others. */
export function Picker({ id, label, choices, chosen, isDisabled, onChange }: Props) {
  const byKey = new Map(choices.map((one) => [one.key, one]));
  const open = choices.filter(({ key }) => !chosen.includes(key));
  const remove = (key: string) => onChange(chosen.filter((one) => one !== key));
  return (
    <div class="picker">
      <ul class="chips">
        {chosen.map((key) => (
          <Chip key={key} choice={byKey.get(key)} isDisabled={isDisabled} onRemove={() => remove(key)} />
        ))}
      </ul>
      {!isDisabled && <Finder id={id} label={label} choices={open} onChoose={(key) => onChange([...chosen, key])} />}
    </div>
  );
}

interface ChipProps {
  choice: Choice | undefined;
  isDisabled: boolean | undefined;
  onRemove: () => void;
}

function Chip({ choice, isDisabled, onRemove }: ChipProps) {
  const label = choice?.label ?? t('forms.hiddenUser');
  return (
    <li class="pick">
      {choice?.user_id !== undefined && <Avatar user_id={choice.user_id} size={20} />}
      <span dir="auto">{label}</span>
      {!isDisabled && <Tool name={t('forms.removeChoice', { label })} icon="close" onClick={onRemove} />}
    </li>
  );
}

const most = 8;

interface FinderProps {
  id: string;
  label: string;
  choices: readonly Choice[];
  onChoose: (key: string) => void;
}

/** Finds an item by a part of its name. Enter chooses the first match. */
export function Finder({ id, label, choices, onChoose }: FinderProps) {
  const written = useSignal('');
  const wanted = fold(written.value.trim());
  const found = wanted === '' ? [] : choices.filter((one) => fold(one.label).includes(wanted)).slice(0, most);
  const choose = (key: string) => {
    written.value = '';
    onChoose(key);
    document.getElementById(id)?.focus();
  };
  const takeFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    if (found[0]) choose(found[0].key);
  };
  return (
    <div class="finder">
      <input
        id={id}
        class="field"
        type="search"
        autocomplete="off"
        placeholder={label}
        aria-label={label}
        value={written.value}
        onInput={({ currentTarget }) => {
          written.value = currentTarget.value;
        }}
        onKeyDown={takeFirst}
      />
      <Found choices={found} onChoose={choose} isMissing={wanted !== '' && found.length === 0} />
    </div>
  );
}

interface FoundProps {
  choices: readonly Choice[];
  isMissing: boolean;
  onChoose: (key: string) => void;
}

function Found({ choices, isMissing, onChoose }: FoundProps) {
  if (isMissing) return <p class="quiet">{t('forms.nothingFound')}</p>;
  return (
    <ul class="menu found">
      {choices.map(({ key, label, detail, user_id }) => (
        <li key={key}>
          <button type="button" onClick={() => onChoose(key)}>
            {user_id !== undefined && <Avatar user_id={user_id} size={24} />}
            <span class="unseen">{t('common.add')}</span> <span dir="auto">{label}</span>
            {detail && <span class="quiet">{detail}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
