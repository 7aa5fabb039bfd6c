import { type ComponentProps, isValidElement, type RefObject, type VNode } from 'preact';
import type { Drawing, IconName } from '../text/icons.ts';
import { Icon } from './icon.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'name' | 'icon' | 'class' | 'ref'> {
  /** For screen readers, and shown while the pointer rests. */
  name: string;
  icon: IconName | Drawing | VNode;
  class?: string;
  /** Whether a swipe of its row, an item of a list, does the same. */
  isSwiped?: boolean;
  element?: RefObject<HTMLButtonElement | null> | null;
}

/** A button that shows only an icon, or a picture. */
export function Tool({ name, icon, class: more = '', element = null, isSwiped, ...attributes }: Props) {
  return (
    <button
      ref={element}
      type="button"
      class={`tool ${more}`.trim()}
      aria-label={name}
      title={name}
      data-swipe={isSwiped}
      {...attributes}
    >
      {isValidElement(icon) ? icon : <Icon name={icon} />}
    </button>
  );
}
