import { t } from '../language/texts.ts';
import { Problem } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Loading, useFetched } from '../parts/fetched.tsx';
import { type DeclaredSetting, fetchSchemas, readDeclared } from './declared.ts';
import { SavedField, useSaver } from './saved-field.tsx';
import type { SettingsPath } from './setting-labels.ts';

/** A heading, and a pattern for the names of its settings. */
export type SettingGroup = readonly [title: string, names: RegExp];

interface Source {
  /** The present value of a setting. */
  read: (name: string) => unknown;
  mayChange: (setting: DeclaredSetting) => boolean;
  /** The path for changes, if it is not the declared one. */
  target: string;
  /** Called when the user has chosen a value, before it is saved. */
  onChosen: (name: string, value: unknown) => void;
}

interface FormProps extends Partial<Source> {
  path: SettingsPath;
  read: Source['read'];
  /** Selects the settings that belong here, if not all do. */
  wants?: (setting: DeclaredSetting) => boolean;
  groups?: readonly SettingGroup[];
}

/** A form of settings declared by the server. Each is saved immediately when it changes. */
export function DeclaredForm({
  path,
  wants = () => true,
  groups = [],
  read,
  mayChange = () => true,
  target = path,
  onChosen = () => {},
}: FormProps) {
  const { call, store } = useClient();
  const fetched = useFetched(() => fetchSchemas(call, path), undefined, path);
  const schemas = fetched.value.value;
  if (!schemas) return <Loading fetched={fetched} />;
  const settings = readDeclared(schemas, path, store.model.state);
  const source = { read, mayChange, target, onChosen };
  return (
    <>
      {groupSettings(settings.filter(wants), groups).map(([title, members]) => (
        <SettingsGroup key={title} title={title} settings={members} source={source} />
      ))}
    </>
  );
}

const rest = () => t('common.more');

/** Groups settings below headings. Settings without a heading come last, so that new ones appear automatically. */
function groupSettings(
  settings: readonly DeclaredSetting[],
  groups: readonly SettingGroup[],
): [title: string, settings: DeclaredSetting[]][] {
  const titleOf = ({ name }: DeclaredSetting) => groups.find(([, names]) => names.test(name))?.[0] ?? rest();
  const titles = [...groups.map(([title]) => title), rest()];
  return titles
    .map((title): [string, DeclaredSetting[]] => [title, settings.filter((one) => titleOf(one) === title)])
    .filter(([, members]) => members.length > 0);
}

interface GroupProps {
  title: string;
  settings: readonly DeclaredSetting[];
  source: Source;
}

function SettingsGroup({ title, settings, source }: GroupProps) {
  const rows = settings.filter(({ row }) => row !== undefined);
  return (
    <fieldset class="settings">
      <legend>{title}</legend>
      {rows.length > 0 && <Matrix settings={rows} source={source} />}
      {settings
        .filter(({ row }) => row === undefined)
        .map((setting) => (
          <SettingRow key={setting.name} setting={setting} source={source} />
        ))}
    </fieldset>
  );
}

/** Sends the chosen value of a setting. */
function useSave({ target, onChosen }: Source, { name, control }: DeclaredSetting) {
  const { call } = useClient();
  return (value: unknown) => {
    onChosen(name, value);
    return call('PATCH', target, { [name]: control.kind === 'group' ? { new: value } : value });
  };
}

function SettingRow({ setting, source }: { setting: DeclaredSetting; source: Source }) {
  const field = { ...setting, isDisabled: !source.mayChange(setting) };
  return <SavedField field={field} value={source.read(setting.name)} save={useSave(source, setting)} />;
}

/** Settings as a table: one row for each occasion, one column for each medium. */
function Matrix({ settings, source }: { settings: readonly DeclaredSetting[]; source: Source }) {
  const columns = [...new Set(settings.map(({ label }) => label))];
  const rows = [...Map.groupBy(settings, ({ row }) => row ?? '')];
  return (
    <table class="matrix">
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([row, members]) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {columns.map((column) => (
              <Cell key={column} setting={members.find(({ label }) => label === column)} source={source} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ setting, source }: { setting: DeclaredSetting | undefined; source: Source }) {
  return <td>{setting && <CellSwitch setting={setting} source={source} />}</td>;
}

function CellSwitch({ setting, source }: { setting: DeclaredSetting; source: Source }) {
  const { problem, onChange, onRetry } = useSaver(useSave(source, setting));
  const { name, row, label } = setting;
  return (
    <>
      <label>
        <input
          type="checkbox"
          aria-label={`${row}: ${label}`}
          checked={source.read(name) === true}
          disabled={!source.mayChange(setting)}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      </label>
      <Problem text={problem} onRetry={onRetry} />
    </>
  );
}
