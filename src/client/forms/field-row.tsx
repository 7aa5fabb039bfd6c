import { Problem } from '../parts/action.tsx';
import type { Field } from './control.ts';
import { Input } from './inputs.tsx';

interface Props {
  id: string;
  field: Field;
  value: unknown;
  isLive: boolean;
  onChange: (value: unknown) => void;
  problem?: string;
  onRetry?: () => void;
}

/** A labeled value: a switch beside its label, anything else below. */
export function FieldRow({ id, field, value, isLive, onChange, problem = '', onRetry }: Props) {
  const { label, hint, control } = field;
  return (
    <div class={`setting is-${control.kind}`}>
      <div class="setting-name">
        <label for={id}>{label}</label>
        {hint && (
          <p class="quiet" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <Input id={id} field={field} control={control} value={value} isLive={isLive} onChange={onChange} />
      <Problem text={problem} onRetry={onRetry} />
    </div>
  );
}
