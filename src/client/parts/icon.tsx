import { type Drawing, directedIcons, type IconName, icons } from '../text/icons.ts';

/** An icon beside text, or inside a button with its own label. */
export function Icon({ name }: { name: IconName | Drawing }) {
  const isNamed = typeof name === 'string';
  const isDirected = isNamed ? directedIcons.test(name) : name.isDirected;
  return (
    <svg class={isDirected ? 'icon is-directed' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={isNamed ? icons[name] : name.path} />
    </svg>
  );
}
