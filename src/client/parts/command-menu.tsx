import { type Command, menuOf } from '../commands/command.ts';
import { nameOf } from '../commands/key-names.ts';
import { hasSingleKeys } from '../device/single-keys.ts';
import { useClient } from './context.ts';
import { MenuItem } from './menu.tsx';

interface Props<Target> {
  groups: readonly (readonly Command<Target>[])[];
  target: Target;
  close: () => void;
}

/** The commands of a menu that are possible on its target, with their keys. */
export function CommandMenu<Target>({ groups, target, close }: Props<Target>) {
  const client = useClient();
  const shown = groups.map((commands) => menuOf(client, commands, target)).filter(({ length }) => length > 0);
  return (
    <>
      {shown.map((lines) => (
        <ul key={lines[0]?.label} class="menu">
          {lines.map(({ key, ...line }) => (
            <MenuItem
              key={line.label}
              {...line}
              shortcut={key && hasSingleKeys.value ? nameOf(key) : undefined}
              close={close}
            />
          ))}
        </ul>
      ))}
    </>
  );
}
