import { type Drawing, type IconName, icons } from '../text/icons.ts';

/** An icon beside text, or inside a button with its own label. */
export function Icon({ name }: { name: IconName | Drawing }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={typeof name === 'string' ? icons[name] : name.path} />
    </svg>
  );
}
