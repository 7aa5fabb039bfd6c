import type { PlainKey } from '../../languages/keys.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import type { Drawing, IconName } from '../text/icons.ts';

/** Something that people do by a key, a menu or a button, each of which runs it by this declaration. */
export interface Command<Target = undefined> {
  /** For people, in menus and in the list of keys. */
  label: PlainKey;
  /** The label for one target, where it differs. */
  labelFor?: (client: Client, target: Target) => string;
  /** As `KeyboardEvent.key` has them; with `Ctrl+` or `Shift+` before it, with that key (or the command key) held. */
  keys?: readonly string[];
  /** In menus. */
  icon?: IconName | Drawing;
  /** It destroys something that cannot be restored. */
  isDangerous?: boolean;
  /** Whether the user may do it, so that menus show it. */
  isOffered?: (client: Client, target: Target) => boolean;
  /** Said if the key is pressed where it is not offered. */
  refusal?: PlainKey;
  /** The address that it opens. Lists of commands leave it out: they have the page instead. */
  hash?: string;
  run: (client: Client, target: Target) => void;
}

/** Commands on the same kind of target, under one heading in the list of keys. */
export interface Group {
  title: PlainKey;
  commands: readonly BoundCommand[];
  /** What is possible now on what is on screen, for lists of commands. */
  list: (client: Client) => Line[];
}

/** A line of a menu or a list of commands. */
export interface Line extends Pick<Command, 'keys'> {
  label: string;
  icon: Command['icon'] | undefined;
  isDangerous: boolean | undefined;
  /** The first of the keys. */
  key: string | undefined;
  act: () => void;
}

/** A command on what is on screen. */
export interface BoundCommand extends Pick<Command, 'label' | 'keys' | 'hash'> {
  run: (client: Client) => void;
}

/** `find` finds what is on screen; commands whose target is missing do nothing. */
export function group<Target>(
  title: PlainKey,
  commands: readonly Command<Target>[],
  find: (client: Client) => { target: Target } | undefined,
): Group {
  const bind = (command: Command<Target>): BoundCommand => {
    const run = (client: Client) => {
      const found = find(client);
      if (found) runIfOffered(client, command, found.target);
    };
    return { ...command, run };
  };
  const listed = commands.filter(({ hash }) => hash === undefined);
  const list = (client: Client) => {
    const found = find(client);
    return found ? menuOf(client, listed, found.target) : [];
  };
  return { title, commands: commands.map(bind), list };
}

function runIfOffered<Target>(client: Client, command: Command<Target>, target: Target): void {
  if (command.isOffered?.(client, target) !== false) command.run(client, target);
  else if (command.refusal !== undefined) client.say(t(command.refusal));
}

/** The lines of a menu for a target. */
export function menuOf<Target>(client: Client, commands: readonly Command<Target>[], target: Target): Line[] {
  return commands
    .filter(({ isOffered }) => isOffered?.(client, target) !== false)
    .map(({ label, labelFor, run, icon, keys = [], isDangerous }) => ({
      ...{ icon, isDangerous, key: keys[0] },
      label: labelFor?.(client, target) ?? t(label),
      keys,
      act: () => run(client, target),
    }));
}
