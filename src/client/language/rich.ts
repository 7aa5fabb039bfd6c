import type { ComponentChildren } from 'preact';
import type { Key, RichArguments } from '../../languages/keys.ts';
import type { Values } from '../../languages/message.ts';
import { parts } from './texts.ts';

/** Shows a message with markup or views: its texts may be views, and the functions of its tags make views of what is inside. */
export function rich<K extends Key>(key: K, values: RichArguments<K, ComponentChildren>): ComponentChildren {
  return parts<ComponentChildren>(key, values as Values<ComponentChildren>);
}
