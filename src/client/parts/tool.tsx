import type { ComponentProps, RefObject } from 'preact';
import type { Drawing, IconName } from '../text/icons.ts';
import { Icon } from './icon.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'name' | 'icon' | 'class' | 'ref'> {
  /** For screen readers, and shown while the pointer rests. */
  name: string;
  icon: IconName | Drawing;
  class?: string;
  element?: RefObject<HTMLButtonElement | null> | null;
}

/** A button that shows only an icon. */
export function Tool({ name, icon, class: more = '', element = null, ...attributes }: Props) {
  return (
    <button ref={element} type="button" class={`tool ${more}`.trim()} aria-label={name} title={name} {...attributes}>
      <Icon name={icon} />
    </button>
  );
}
